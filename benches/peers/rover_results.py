"""The same rover in Planetfall, MuJoCo and PyBullet: does it do the same?

    python rover_results.py PLANETFALL [WORLD [RESULT...]]

WORLD, a part of a name, runs only those simulators; RESULT is any of tip, slip, climb, step.

PLANETFALL is the command. Three results on rigid ground: the cross slope on which the braked rover
tips over, the slip of six driven wheels against an uphill slope, and the highest step it climbs.
docs/validation/hard-ground-peers.md says what differs and why. A peer that Python cannot import is
left out with a word.
"""

import pathlib
import sys
import time

import rover_worlds
from rover_worlds import Trial, World

VEHICLE = pathlib.Path(__file__).resolve().parent / "rover.toml"
TIPPED_DEG = 30.0
FLIPPED_DEG = 60.0
HIGHEST_STEP_CM = 29
"""The trunk's clearance: no simulator knows that the trunk is solid."""
LOWEST_STEP_CM = 6
SLOPES_DEG = (0.0, 5.0, 10.0, 15.0, 20.0)


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    command, wanted, results = sys.argv[1], "".join(sys.argv[2:3]), sys.argv[3:] or list(RESULTS)
    for world in worlds(command):
        if wanted not in world.name:
            continue
        begun = time.perf_counter()
        print(f"\n{world.name}", flush=True)
        for result in results:
            RESULTS[result](world)
        for words in world.aborted:
            print(f"  gave up a trial: {words}")
        print(f"  {time.perf_counter() - begun:.0f} s of wall time", flush=True)


def worlds(command: str) -> list[World]:
    found: list[World] = [rover_worlds.Planetfall(VEHICLE, command, 0.005)]
    implicit = {"integrator": "implicitfast"}
    try:
        found.append(rover_worlds.Mujoco(VEHICLE, "2 ms, pyramids", implicit))
        found.append(rover_worlds.Mujoco(VEHICLE, "2 ms, elliptic cones, impratio 10",
                                         implicit | {"cone": "elliptic", "impratio": "10"}))
    except ImportError:
        print("SKIPPED: MuJoCo (pip install mujoco)")
    try:
        found.append(rover_worlds.Bullet(VEHICLE, 1.0 / 240.0))
        found.append(rover_worlds.Bullet(VEHICLE, 1.0 / 1000.0))
    except ImportError:
        print("SKIPPED: PyBullet (pip install pybullet)")
    return found


def print_tip_over(world: World) -> None:
    print(f"  tips over on a cross slope of {tip_over(world, 2.0):.2f} deg (mu 2)", flush=True)


def print_slip(world: World) -> None:
    for slope in SLOPES_DEG:
        result = world.run(Trial(friction=0.8, slope_deg=slope, speed=0.1))
        print(f"  slip on {slope:4.1f} deg, mu 0.8: six wheels {100.0 * result.slip:9.5f} %, "
              f"best wheel {100.0 * result.creep:9.5f} %", flush=True)


def print_climb(world: World) -> None:
    print(f"  climbs slopes up to {steepest(world, 0.6):.2f} deg (mu 0.6)", flush=True)


def print_steps(world: World) -> None:
    for friction in (0.6, 0.8):
        print(f"  steps climbed, mu {friction}: {ranges(steps_climbed(world, friction))} cm", flush=True)


def tip_over(world: World, friction: float) -> float:
    """The cross slope in degrees, to 0.2, on which the braked rover turns over."""
    return bisected(40.0, 60.0, 0.2, lambda slope:
                    world.run(Trial(friction, slope_deg=slope, across=True)).tilt_deg < TIPPED_DEG)


def steepest(world: World, friction: float) -> float:
    """The uphill slope in degrees, to 0.2, to which the rover makes half of its wheels' way."""
    return bisected(20.0, 40.0, 0.2, lambda slope:
                    world.run(Trial(friction, slope_deg=slope, speed=0.1)).slip < 0.5)


def bisected(good: float, bad: float, width: float, holds) -> float:
    while bad - good > width:
        middle = (good + bad) / 2.0
        good, bad = (middle, bad) if holds(middle) else (good, middle)
    return (good + bad) / 2.0


def steps_climbed(world: World, friction: float) -> list[int]:
    """Heights in whole centimetres, from LOWEST_STEP_CM up until two in a row fail."""
    climbed: list[int] = []
    height = LOWEST_STEP_CM
    while height - (climbed[-1] if climbed else LOWEST_STEP_CM - 1) <= 2 and height <= HIGHEST_STEP_CM:
        trial = Trial(friction, rise=height / 100.0, edge=1.0, speed=0.1, driving=30.0)
        result = world.run(trial)
        upright = result.tilt_deg < TIPPED_DEG and result.bogie_deg < FLIPPED_DEG
        if upright and result.lowest > trial.rise - 0.01:
            climbed.append(height)
        height += 1
    return climbed


def ranges(heights: list[int]) -> str:
    parts: list[list[int]] = []
    for height in heights:
        if parts and height == parts[-1][-1] + 1:
            parts[-1].append(height)
        else:
            parts.append([height])
    return ", ".join(f"{part[0]}-{part[-1]}" for part in parts) or "none"


RESULTS = {"tip": print_tip_over, "slip": print_slip, "climb": print_climb, "step": print_steps}

if __name__ == "__main__":
    main()
