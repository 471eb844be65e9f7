"""Puts our single wheel on soil beside Chrono's, with MuJoCo as the measure of the machine's speed today.

    python measure_soil.py ROVER.json BENCH.txt

ROVER.json is what the example dump_rover wrote of `curiosity`, BENCH.txt the table of
`cargo bench --package planetfall --bench soil`.

Chrono 10 (main, August 2026), one thread, processor time on a shared machine of two cores (AMD EPYC), where
MuJoCo took 75 µs for a step of 1 ms of a rover on six wheels (implicitfast, 14 contacts, height field). The
same work here: a wheel of radius 0.25 m and width 0.2 m, 50 kg, at 0.2 m/s with a slip of 20 %, steps of
1 ms, after 1.5 s; of Chrono's times the shortest counts. Ratios are told as the times stand, and with
Chrono's times scaled by what MuJoCo takes today.
"""

import json
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "python"))

import bench_ratios  # noqa: E402

MUJOCO_THEN = 75.0
WANTED = 10.0
# Our benchmark, what it is, and Chrono's µs by the grid.
ROWS = [
    ("wheel_as_a_mesh", "mesh of 640 triangles", {"0.04": 180, "0.02": 660, "0.01": 2970}),
    ("wheel_as_a_mesh_that_piles_up_soil", "the same, bulldozing", {"0.04": 260, "0.02": 840, "0.01": 3080}),
    ("wheel", "wheel as a shape of its own", {"0.02": 520}),
    ("wheel_that_piles_up_soil", "the same, bulldozing", {}),
    ("wheel_with_grousers", "grousers, bulldozing", {}),
    ("mesh_with_grousers", "mesh of 2496 triangles, grousers, bulldozing", {"0.02": 2700}),
]


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    rows = bench_ratios.read(pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"))
    ours = {name: time_us for name, time_us, _ in rows}
    speed = slower(json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")))
    print(f"{'µs per step of 1 ms, one thread':52} {'grid, m':>8} {'Chrono':>8} {'here':>8} {'ratio':>7} {'today':>7}")
    least = float("inf")
    for group, meaning, chrono in ROWS:
        for grid in ("0.04", "0.02", "0.01"):
            time_us = ours.get(f"{group}: {grid}")
            if time_us is None:
                continue
            theirs = chrono.get(grid)
            if theirs is None:
                print(f"{meaning:52} {grid:>8} {'':8} {time_us:8.1f}")
                continue
            ratio = theirs / time_us
            least = min(least, ratio * speed)
            print(f"{meaning:52} {grid:>8} {theirs:8.0f} {time_us:8.1f} {ratio:7.1f} {ratio * speed:7.1f}")
    load = os.getloadavg()[0]
    print(f"at least {least:.1f} times faster than Chrono (wanted: {WANTED:.0f}; load of the machine {load:.1f})")


def slower(record: dict) -> float:
    """By what factor MuJoCo takes longer today than it did beside Chrono."""
    try:
        import measure_rover
    except ImportError:
        print("no MuJoCo: the machine counts as fast as the one on which Chrono was measured")
        return 1.0
    time_us, contacts, _ = measure_rover.measured(measure_rover.compiled(record, "implicitfast"), record)
    print(f"MuJoCo, curiosity, implicitfast, {contacts} contacts: {time_us:.1f} µs a step "
          f"({MUJOCO_THEN:.0f} µs when Chrono was measured)")
    return time_us / MUJOCO_THEN


if __name__ == "__main__":
    main()
