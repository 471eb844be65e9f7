"""The same rover in Planetfall, MuJoCo and PyBullet: does it do the same?

    python rover_results.py PLANETFALL [--quick] [WORLD]

WORLD, a part of a name, runs only those simulators.

PLANETFALL is the command. Three results on rigid ground: the cross slope on which the braked rover
tips over, the slip of six driven wheels against an uphill slope, and the highest step it climbs.
docs/validation/hard-ground-peers.md tells what differs and why. A peer that Python cannot import is
left out with a word.
"""

import pathlib
import sys
import time

import rover_worlds
from rover_worlds import Trial, World

VEHICLE = pathlib.Path(__file__).resolve().parent / "rover.toml"
TIPPED_DEG = 30.0
LOWEST_STEP_CM = 8
SLOPES_DEG = (0.0, 5.0, 10.0, 15.0, 20.0)


def main() -> None:
    arguments = [argument for argument in sys.argv[1:] if argument != "--quick"]
    if len(arguments) not in (1, 2):
        sys.exit(__doc__)
    wanted = arguments[1] if len(arguments) == 2 else ""
    quick = "--quick" in sys.argv
    for world in worlds(arguments[0]):
        if wanted not in world.name:
            continue
        begun = time.perf_counter()
        print(f"\n{world.name}", flush=True)
        report(world, quick)
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


def report(world: World, quick: bool) -> None:
    print(f"  tips over on a cross slope of {tip_over(world, 2.0):.2f} deg (mu 2)", flush=True)
    for slope in SLOPES_DEG[::4] if quick else SLOPES_DEG:
        result = world.run(Trial(friction=0.8, slope_deg=slope, speed=0.1))
        print(f"  slip on {slope:4.1f} deg, mu 0.8: six wheels {100.0 * result.slip:9.5f} %, "
              f"best wheel {100.0 * result.creep:9.5f} %", flush=True)
    print(f"  climbs slopes up to {steepest(world, 0.6):.2f} deg (mu 0.6)", flush=True)
    for friction in (0.8,) if quick else (0.6, 0.8):
        heights = steps_climbed(world, friction)
        print(f"  steps climbed, mu {friction}: {ranges(heights)} cm", flush=True)


def tip_over(world: World, friction: float) -> float:
    """The cross slope in degrees, to 0.25, on which the braked rover turns over."""
    return bisected(30.0, 70.0, 0.25, lambda slope:
                    world.run(Trial(friction, slope_deg=slope, across=True)).tilt_deg < TIPPED_DEG)


def steepest(world: World, friction: float) -> float:
    """The uphill slope in degrees, to 0.25, to which the rover makes half of its wheels' way."""
    return bisected(20.0, 50.0, 0.25, lambda slope: 
                    world.run(Trial(friction, slope_deg=slope, speed=0.1)).slip < 0.5)


def bisected(good: float, bad: float, width: float, holds) -> float:
    while bad - good > width:
        middle = (good + bad) / 2.0
        good, bad = (middle, bad) if holds(middle) else (good, middle)
    return (good + bad) / 2.0


def steps_climbed(world: World, friction: float) -> list[int]:
    """Heights in whole centimetres, from LOWEST_STEP_CM up until three in a row fail."""
    climbed: list[int] = []
    height = LOWEST_STEP_CM
    while height - (climbed[-1] if climbed else LOWEST_STEP_CM - 1) <= 3:
        trial = Trial(friction, rise=height / 100.0, edge=1.0, speed=0.1, driving=30.0)
        if world.run(trial).lowest > trial.rise - 0.01:
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


if __name__ == "__main__":
    main()
