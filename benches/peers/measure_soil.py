"""Puts our single wheel on soil beside Chrono's, with MuJoCo as the measure of the machine's speed today.

    python measure_soil.py BENCH.txt

BENCH.txt is the table of `cargo bench --package planetfall --bench soil`.

Chrono 10 (main, August 2026), one thread, processor time on a shared machine of two cores (AMD EPYC). The
same work here: a wheel of radius 0.25 m and width 0.2 m, 50 kg, at 0.2 m/s with a slip of 20 %, steps of
1 ms, after 1.5 s; of Chrono's times the shortest counts. Ratios are given as the times stand, and with
Chrono's times scaled by what MuJoCo takes today.

On Chrono's machine MuJoCo took about 75 µs for a step of 1 ms of a six-wheeled rocker-bogie: 16 degrees of
freedom, wheels as cylinders, the differential as an equality, a height field of 200 by 200, implicitfast,
14 contacts. Such a rover drives here; its sizes and the roughness of the map, which gives it that many
contacts, are our choice, so the scale is good to perhaps a third.
"""

import math
import os
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "python"))

import bench_ratios  # noqa: E402

MUJOCO_THEN = 75.0
WANTED = 10.0
# MuJoCo's drive and map.
STEPS, STRETCHES, SETTLING, DRIVES = 100, 200, 3000, 3
POSTS, HALF_M, RELIEF_M, ROUGHNESS = 200, 10.0, 0.1, 0.2
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
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    rows = bench_ratios.read(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    ours = {name: time_us for name, time_us, _ in rows}
    speed = slower()
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


def slower() -> float:
    """By what factor MuJoCo takes longer today than it did beside Chrono."""
    try:
        import mujoco
    except ImportError:
        print("no MuJoCo: the machine counts as fast as the one on which Chrono was measured")
        return 1.0
    model = mujoco.MjModel.from_xml_string(rover())
    model.hfield_data[:] = relief()
    times, contacts = zip(*(drive(mujoco, model) for _ in range(DRIVES)))
    print(f"MuJoCo {mujoco.__version__}, six wheels, {model.nv} degrees of freedom, implicitfast, "
          f"{contacts[0]:.1f} contacts: {min(times):.1f} µs a step ({MUJOCO_THEN:.0f} µs when Chrono was measured)")
    return min(times) / MUJOCO_THEN


def drive(mujoco, model) -> tuple[float, float]:
    """Processor time of a step, µs, and the mean number of contacts."""
    data = mujoco.MjData(model)
    data.ctrl[:] = 0.4
    mujoco.mj_step(model, data, nstep=SETTLING)
    spent, contacts = 0, 0
    for _ in range(STRETCHES):
        begun = time.process_time_ns()
        mujoco.mj_step(model, data, nstep=STEPS)
        spent += time.process_time_ns() - begun
        contacts += data.ncon
    if not all(map(math.isfinite, data.qpos)):
        sys.exit("MuJoCo's rover was lost")
    return spent / (STRETCHES * STEPS) / 1e3, contacts / STRETCHES


def rover() -> str:
    sides = "".join(side(name, y) for name, y in (("left", 0.6), ("right", -0.6)))
    motors = "".join(f'<velocity joint="{place}_{name}" kv="20"/>'
                     for name in ("left", "right") for place in ("front", "middle", "rear"))
    return f"""
    <mujoco>
      <option timestep="0.001" integrator="implicitfast" gravity="0 0 -3.71"/>
      <asset><hfield name="map" nrow="{POSTS}" ncol="{POSTS}" size="{HALF_M} {HALF_M} {RELIEF_M} 1"/></asset>
      <worldbody>
        <geom type="hfield" hfield="map" friction="0.7 0.005 0.0001"/>
        <body pos="0 0 0.5">
          <freejoint/>
          <geom type="box" size="0.5 0.4 0.15" mass="130" contype="0" conaffinity="0"/>
          {sides}
        </body>
      </worldbody>
      <equality><joint joint1="rocker_left" joint2="rocker_right" polycoef="0 -1 0 0 0"/></equality>
      <actuator>{motors}</actuator>
    </mujoco>"""


def side(name: str, y: float) -> str:
    bar = 'size="0.02" contype="0" conaffinity="0"'
    return f"""
    <body pos="0.1 {y} 0">
      <joint name="rocker_{name}" axis="0 1 0" damping="0.1"/>
      <geom type="capsule" fromto="0 0 0 0.5 0 -0.2" mass="3" {bar}/>
      {wheel("front_" + name, "0.5 0 -0.25")}
      <body pos="-0.4 0 -0.1">
        <joint name="bogie_{name}" axis="0 1 0" damping="0.1"/>
        <geom type="capsule" fromto="-0.3 0 -0.1 0.3 0 -0.1" mass="2" {bar}/>
        {wheel("middle_" + name, "0.3 0 -0.15")}
        {wheel("rear_" + name, "-0.3 0 -0.15")}
      </body>
    </body>"""


def wheel(name: str, place: str) -> str:
    return f"""
    <body pos="{place}">
      <joint name="{name}" axis="0 1 0" armature="0.01"/>
      <geom type="cylinder" fromto="0 -0.1 0 0 0.1 0" size="0.125" mass="2" friction="0.7 0.005 0.0001"/>
    </body>"""


def relief() -> list[float]:
    """Hills with a rough surface, from 0 to 1, row by row."""
    heights = []
    for row in range(POSTS):
        for column in range(POSTS):
            x, y = (2.0 * HALF_M * (k / (POSTS - 1) - 0.5) for k in (column, row))
            hills = math.sin(math.tau * x / 1.3 + 0.4) * math.cos(math.tau * y / 1.7)
            rough = math.sin(97.0 * row * row + 61.0 * column * column + 13.0 * row * column)
            heights.append(0.25 * hills + ROUGHNESS * rough)
    low, high = min(heights), max(heights)
    return [(height - low) / (high - low) for height in heights]


if __name__ == "__main__":
    main()
