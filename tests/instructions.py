"""Counts what a step costs in machine instructions, which no other load on the machine disturbs.

    python3 tests/instructions.py FOLDER [--write]

FOLDER holds the examples drop_steps (crates/planetfall), rover_steps, scenario_steps, soil_steps and outside_steps
(crates/planetfall-run), built with --release. Each is run under valgrind's callgrind for N and for 2N steps; the difference
is the cost of N steps without start-up. Fails if a step costs more than its budget in tests/instructions.json; `--write`
measures anew and sets the budgets 5 % above. Fails as well if a vehicle on marker ground alone enters code of the soil
(`SOIL`), by the functions that callgrind lists; and if a rover with many given contacts under each wheel takes more than
its share of instructions in a step: more than in proportion to the contacts, or more than WORST means in one step. Needs nothing but Python and valgrind.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

BUDGETS = pathlib.Path(__file__).with_name("instructions.json")
STEPS = {"drop_steps": 4000, "rover_steps": 500, "scenario_steps": 1000, "soil_steps": 40}
# How often the soil is asked in a step is uneven: windows of 40, 80 and 160 steps give 10.3, 8.3 and 9.3 million.
LONGER = {("soil_steps", "0.02"): 160}
HEADROOM = 1.05
# Modules of deformable soil, and runs in which there is none.
SOIL = ("planetfall::ground::scm::",)
WITHOUT_SOIL = [("drop_steps", "rk4"), ("drop_steps", "dormand-prince"), ("drop_steps", "implicit")]

# Contacts under each of six wheels, steps of which the second half drives, and what the dearest may cost in means.
GIVEN = (1, 4, 20, 100)
GIVEN_STEPS = 100
WORST = 20.0
STEP = "planetfall::simulation::outside::Session::step"


def run(program: pathlib.Path, steps: int, method: str) -> tuple[int, int, int]:
    """Instructions, steps and evaluations of one run."""
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    done = subprocess.run(
        [*valgrind, str(program), str(steps), method], capture_output=True, text=True, check=False)
    collected = re.search(r"Collected : (\d+)", done.stderr)
    effort = re.search(r"steps (\d+) evaluations (\d+)", done.stdout)
    if done.returncode != 0 or not collected or not effort:
        sys.exit(f"{program} {steps} {method} failed under valgrind:\n{done.stdout}{done.stderr}")
    return int(collected[1]), int(effort[1]), int(effort[2])


def soil_functions(program: pathlib.Path, steps: int, method: str) -> list[str]:
    """Functions of the soil's modules that a run enters; what a binary without names says nothing, which is an error."""
    with tempfile.NamedTemporaryFile(suffix=".callgrind") as profile:
        valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile.name}"]
        subprocess.run([*valgrind, str(program), str(steps), method], capture_output=True, check=True)
        text = pathlib.Path(profile.name).read_text(encoding="utf-8")
    names = set(re.findall(r"^c?fn=\(\d+\) (.+)$", text, re.MULTILINE))
    if not any(name.startswith("planetfall::stepping::") for name in names):
        sys.exit(f"{program}: callgrind lists no function of the step")
    # Empty scratch of the soil is dropped at the end of a program, by the compiler's glue.
    called = (name for name in names if not name.startswith("core::ptr::drop_in_place<"))
    return sorted(name for name in called if any(module in name for module in SOIL))


def step_costs(program: pathlib.Path, steps: int, contacts: int) -> list[int]:
    """Instructions of each step of a rover with given contacts, all that a step does included."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out"
        valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}",
                    f"--toggle-collect={STEP}", f"--dump-after={STEP}"]
        subprocess.run([*valgrind, str(program), str(steps), str(contacts)], capture_output=True, check=True)
        dumps = (pathlib.Path(f"{out}.{part}").read_text(encoding="utf-8") for part in range(1, steps + 1))
        return [int(re.search(r"^totals: (\d+)", dump, re.MULTILINE)[1]) for dump in dumps]


def check_given_contacts(program: pathlib.Path) -> int:
    """How many bounds on the cost of given contacts do not hold."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda contacts: step_costs(program, GIVEN_STEPS, contacts), GIVEN))
    over, before = 0, None
    for contacts, steps in zip(GIVEN, found):
        mean, worst = sum(steps) / len(steps), max(steps)
        share = before and mean / before[1] / (contacts / before[0])
        before = contacts, mean
        bad = worst > WORST * mean or (share or 0.0) > 1.0
        over += bad
        print(f"outside_steps {contacts}: {mean:.0f} instructions a step, worst {worst / mean:.2f} means"
              f"{'' if share is None else f', {share:.2f} of linear growth'}: {'NOT WITHIN' if bad else 'ok'}")
    return over


def costs(folder: pathlib.Path, wanted: list[tuple[str, str]]) -> dict[tuple[str, str], tuple[float, float]]:
    """Instructions and evaluations per step of each program and method, counted on all processors."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        # The longest come last in the file: they begin first.
        runs = {(*one, times): pool.submit(run, folder / one[0], times * LONGER.get(one, STEPS[one[0]]), one[1])
                for one in reversed(wanted) for times in (2, 1)}
    found = {}
    for one in wanted:
        first, second = (runs[*one, times].result() for times in (1, 2))
        instructions, steps, evaluations = (b - a for a, b in zip(first, second))
        found[one] = instructions / steps, evaluations / steps
    return found


def main() -> None:
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--write"]):
        sys.exit(__doc__)
    known = json.loads(BUDGETS.read_text(encoding="utf-8"))
    over = 0
    programs = known["instructions_per_step"].items()
    found = costs(pathlib.Path(sys.argv[1]), [(name, method) for name, methods in programs for method in methods])
    for program, methods in programs:
        for method, budget in methods.items():
            instructions, evaluations = found[program, method]
            word = "ok" if instructions <= budget else "OVER BUDGET"
            over += instructions > budget
            methods[method] = round(HEADROOM * instructions)
            print(f"{program} {method}: {instructions:.0f} instructions a step "
                  f"({evaluations:.2f} evaluations), budget {budget}: {word}")
    for program, method in WITHOUT_SOIL:
        entered = soil_functions(pathlib.Path(sys.argv[1]) / program, 2000, method)
        print(f"{program} {method}: {len(entered)} functions of the soil's modules entered {' '.join(entered)}")
        over += bool(entered)
    over += check_given_contacts(pathlib.Path(sys.argv[1]) / "outside_steps")
    if sys.argv[2:]:
        BUDGETS.write_text(json.dumps(known, indent=2) + "\n", encoding="utf-8")
    elif over:
        sys.exit(f"{over} over budget or on soil (budgets are for {known['measured_with']})")


if __name__ == "__main__":
    main()
