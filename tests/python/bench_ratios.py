"""Turns the table of `cargo bench` into microseconds per step and ratios to the reference.

    python3 bench_ratios.py TABLE

The reference is the RK4 step of the drop case; without it (a filter was given) no ratio is shown.
A benchmark takes 1000 steps, except those that are numbered by their markers, which take one.
"""

import pathlib
import re
import sys

UNITS = {"ns": 1e-3, "µs": 1.0, "ms": 1e3, "s": 1e6}
REFERENCE = "RK4 (4 evaluations), the step alone"
ROW = re.compile(r"^[│ ]*[├╰]─ (?P<name>.*?) {2,}(?P<number>[\d.]+) (?P<unit>ns|µs|ms|s) +│")
GROUP = re.compile(r"^[├╰]─ (?P<name>.*?)(?: {2,}|$)")


def read(text: str) -> list[tuple[str, float, int | None]]:
    """Name, µs per step and number of markers (where the row is numbered by it)."""
    rows, group = [], ""
    for line in text.splitlines():
        if match := GROUP.match(line):
            group = match["name"]
        if not (match := ROW.match(line)):
            continue
        time = float(match["number"]) * UNITS[match["unit"]]
        if match["name"].isdigit():
            rows.append((f"{group}: {match['name']}", time, int(match["name"])))
        else:
            rows.append((f"{group}: {match['name']}", time / 1000.0, None))
    return rows


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    rows = read(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    if not rows:
        sys.exit(f"{sys.argv[1]} has no benchmark in it")
    reference = next((time for name, time, _ in rows if name.endswith(REFERENCE)), None)
    width = max(len(name) for name, _, _ in rows)
    for name, time, markers in rows:
        ratio = f"{time / reference:8.2f} x" if reference else ""
        each = f"   {1e3 * time / markers:.0f} ns a marker" if markers else ""
        print(f"{name:{width}}  {time:10.3f} µs a step {ratio}{each}")


if __name__ == "__main__":
    main()
