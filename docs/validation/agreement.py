#!/usr/bin/env python3
"""How a rover on springs comes near the one on rigid ground as the springs stiffen.

    docs/validation/agreement.py PLANETFALL [FOLDER]
    docs/validation/agreement.py --check spring|marker PLANETFALL FOLDER

runs flat-rock.toml and domed-rock.toml with the command PLANETFALL on rigid ground and on springs of five
stiffnesses, prints the table of hard-ground.md and draws pictures/marker-to-rigid.svg. Runs go to FOLDER
(default: runs/agreement) and take some minutes. Needs Python 3.8 and nothing else.

With --check it runs the first seconds of flat-rock.toml with two stiffnesses of one law, and fails unless
heights come to those on rigid ground with order 0.9 to 1.1 in the penetration; ./test does this.
"""
import csv
import io
import math
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PENETRATIONS_MM = [10.0, 3.0, 1.0, 0.3, 0.1]
WHEELS = [f"wheel_{row}_{side}" for side in ("left", "right") for row in ("front", "middle", "rear")]
MARKER = (
    'ground={{kind="marker",rest_penetration_m={depth},damping_ratio=0.3,stick_angle_deg=35.0,'
    'slide_angle_deg=35.0,friction="resting"}}'
)
SPRING = 'ground={{kind="spring",rest_penetration_m={depth},damping_ratio=0.3,friction_angle_deg=35.0}}'
# RK4 needs a tenth of a millisecond at the stiffest: the damper on a wheel's own mass decays as fast.
LAWS = {
    "marker": [MARKER, 'stepping={{method="rk4",step_s=0.0001}}'],
    "spring": [SPRING],
}
MEASURES = {
    "wheels": [f"{wheel}.z_m" for wheel in WHEELS],
    "trunk": ["body.z_m"],
    "track": ["body.x_m", "body.y_m"],
}


def run(command, scenario, folder, settings):
    """Runs a scenario and returns its columns."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    arguments = [word for setting in settings for word in ("--set", setting)]
    path = HERE / f"{scenario}.toml"
    subprocess.run([command, "run", path, "--quiet", "--force", "--out", folder, *arguments], check=True)
    columns = sum(MEASURES.values(), [])
    text = subprocess.run(
        [command, "export", folder, "--to", "csv", "--columns", ",".join(columns), "--out", "-"],
        check=True, capture_output=True, text=True,
    ).stdout
    rows = list(csv.reader(io.StringIO(text)))
    return {name: [float(row[place]) for row in rows[1:]] for place, name in enumerate(rows[0])}


def apart(one, other, columns):
    """Root of the mean square difference over all records and columns, m."""
    squares = [(a - b) ** 2 for name in columns for a, b in zip(one[name], other[name])]
    return math.sqrt(sum(squares) / len(squares))


def measure(command, folder):
    """Yields scenario, law, penetration in mm (zero: rigid at half the step) and differences by measure."""
    for scenario in ("flat-rock", "domed-rock"):
        rigid = run(command, scenario, folder / scenario / "rigid", [])
        finer = run(command, scenario, folder / scenario / "finer", ["stepping.step_s=0.0005"])
        yield scenario, "rigid, half the step", 0.0, {m: apart(rigid, finer, c) for m, c in MEASURES.items()}
        for law, settings in LAWS.items():
            for depth in PENETRATIONS_MM:
                filled = [setting.format(depth=depth / 1000.0) for setting in settings]
                found = run(command, scenario, folder / scenario / f"{law}-{depth}", filled)
                yield scenario, law, depth, {m: apart(rigid, found, c) for m, c in MEASURES.items()}


CHECKED_MM = [3.0, 0.3]
CHECKED_SPAN = "duration_s=6.0"


def order(command, law, folder):
    """Order with which heights of wheels and trunk come to rigid ground between two penetrations."""
    columns = MEASURES["wheels"] + MEASURES["trunk"]
    rigid = run(command, "flat-rock", folder / "rigid", [CHECKED_SPAN])
    differences = []
    for depth in CHECKED_MM:
        settings = [setting.format(depth=depth / 1000.0) for setting in LAWS[law]]
        found = run(command, "flat-rock", folder / f"{law}-{depth}", [CHECKED_SPAN, *settings])
        differences.append(apart(rigid, found, columns))
        print(f"{law}, {depth:g} mm at rest: heights {1000.0 * differences[-1]:.4f} mm from rigid ground")
    return math.log(differences[0] / differences[1]) / math.log(CHECKED_MM[0] / CHECKED_MM[1])


def check(law, command, folder):
    found = order(command, law, pathlib.Path(folder))
    print(f"order {found:.3f}, wanted 0.9 to 1.1")
    sys.exit(not 0.9 <= found <= 1.1)


SERIES = {  # colour, dash, label
    ("flat-rock", "marker"): ("#c2410c", "", "marker law, flat rock"),
    ("flat-rock", "spring"): ("#1d4ed8", "", "spring in the cone step, flat rock"),
    ("domed-rock", "marker"): ("#c2410c", "6 4", "marker law, domed rock"),
    ("domed-rock", "spring"): ("#1d4ed8", "6 4", "spring in the cone step, domed rock"),
}
PANELS = [("wheels", "Heights of the six wheels"), ("track", "Position of the trunk along the ground")]
LEFT, TOP, WIDE, HIGH, APART = 70, 40, 330, 330, 90


def place(panel, depth_mm, difference_m):
    """Where a point of a panel lies in the picture; both axes are logarithmic."""
    x = LEFT + panel * (WIDE + APART) + WIDE * (math.log10(depth_mm) + 1.2) / 2.4
    y = TOP + HIGH * (-1.5 - math.log10(difference_m)) / 4.0
    return x, y


def grid(panel, title):
    x0, x1 = LEFT + panel * (WIDE + APART), LEFT + panel * (WIDE + APART) + WIDE
    yield f'<rect x="{x0}" y="{TOP}" width="{WIDE}" height="{HIGH}" fill="none" stroke="#888"/>'
    yield f'<text x="{x0}" y="{TOP - 12}" font-weight="bold">{title}</text>'
    for exponent in range(-5, -1):
        y = place(panel, 1.0, 10.0**exponent)[1]
        yield f'<path d="M{x0} {y:.1f}H{x1}" stroke="#ddd"/>'
        yield f'<text x="{x0 - 6}" y="{y + 4:.1f}" text-anchor="end">{10.0 ** (exponent + 3):g}</text>'
    for depth in PENETRATIONS_MM:
        x = place(panel, depth, 1e-3)[0]
        yield f'<path d="M{x:.1f} {TOP}V{TOP + HIGH}" stroke="#ddd"/>'
        yield f'<text x="{x:.1f}" y="{TOP + HIGH + 16}" text-anchor="middle">{depth:g}</text>'
    middle = (x0 + x1) / 2
    yield f'<text x="{middle}" y="{TOP + HIGH + 34}" text-anchor="middle">penetration at rest [mm]: stiffer to the left</text>'
    y = TOP + HIGH / 2
    yield f'<text transform="translate({x0 - 44} {y}) rotate(-90)" text-anchor="middle">rms distance from rigid ground [mm]</text>'
    (xa, ya), (xb, yb) = place(panel, 0.1, 2e-5), place(panel, 10.0, 2e-3)
    yield f'<path d="M{xa:.1f} {ya:.1f}L{xb:.1f} {yb:.1f}" stroke="#999" stroke-dasharray="1 4" fill="none"/>'
    yield f'<text x="{xb - 40:.1f}" y="{yb + 40:.1f}" fill="#777">order 1</text>'


def draw(results):
    yield '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 850 520" font-family="sans-serif" font-size="12">'
    yield '<rect width="850" height="520" fill="white"/>'
    for panel, (name, title) in enumerate(PANELS):
        yield from grid(panel, title)
        for key, (colour, dash, _) in SERIES.items():
            points = [place(panel, d, r[name]) for s, law, d, r in results if (s, law) == key]
            path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
            yield f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>'
            for x, y in points:
                yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>'
    for index, (colour, dash, label) in enumerate(SERIES.values()):
        x, y = LEFT + (index % 2) * (WIDE + APART), TOP + HIGH + 66 + 22 * (index // 2)
        yield f'<path d="M{x} {y}h40" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>'
        yield f'<text x="{x + 48}" y="{y + 4}">{label}</text>'
    yield "</svg>"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if sys.argv[1] == "--check":
        if len(sys.argv) != 5 or sys.argv[2] not in LAWS:
            sys.exit(__doc__)
        check(*sys.argv[2:])
    folder = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else "runs/agreement")
    results = []
    print("| rock | law | penetration at rest [mm] | wheels' heights [mm] | trunk's height [mm] | trunk along the ground [mm] |")
    print("|---|---|---|---|---|---|")
    for scenario, law, depth, found in measure(sys.argv[1], folder):
        results.append((scenario, law, depth, found))
        numbers = " | ".join(f"{1000.0 * found[name]:.2g}" for name in MEASURES)
        print(f"| {scenario} | {law} | {depth:g} | {numbers} |", flush=True)
    picture = HERE / "pictures" / "marker-to-rigid.svg"
    picture.write_text("\n".join(draw(results)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
