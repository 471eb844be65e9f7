"""Processor time of MER's step beside MuJoCo's, taken in turns.

    python interleaved_rover.py ROVER.json ROVER_TIMES [ROUNDS]

ROVER.json is what the example dump_rover wrote of `mer`, ROVER_TIMES the example of that name, built with
--release. In each round ours takes a thousand steps, then MuJoCo's Euler, then its implicitfast, all on one
processor and each from the same state in every round. Time is what the scheduler has booked for the process
that steps (Linux's /proc/PID/schedstat) or the thread (MuJoCo), so that waiting for a processor does not count.
Load still does, by the caches and the clock: the least of all rounds is the least disturbed, and the median
of the rounds' own ratios compares times that were taken within milliseconds of each other.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

import mujoco
import numpy as np

import measure_rover

ROUNDS = 60
STEPS = 1000
SETTLING = 2001
STATE = mujoco.mjtState.mjSTATE_INTEGRATION


class Ours:
    """The example rover_times, asked line by line."""

    def __init__(self, program: str) -> None:
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.booked = pathlib.Path(f"/proc/{self.process.pid}/schedstat")

    def ask(self, answer: str) -> None:
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        if self.process.stdout.readline().strip() != answer:
            sys.exit("rover_times ended")

    def spent_ns(self) -> int:
        return int(self.booked.read_text(encoding="ascii").split()[0])

    def microseconds(self) -> float:
        self.ask("ready")
        begun = self.spent_ns()
        self.ask("done")
        # It is booked when the process waits again.
        time.sleep(0.001)
        return (self.spent_ns() - begun) / STEPS / 1e3


class Mujoco:
    """Its rover, rolling, and the state from which it always starts."""

    def __init__(self, record: dict, integrator: str) -> None:
        self.model = measure_rover.compiled(record, integrator)
        self.data = measure_rover.driven(self.model, record)
        mujoco.mj_step(self.model, self.data, nstep=SETTLING)
        self.start = np.empty(mujoco.mj_stateSize(self.model, STATE))
        mujoco.mj_getState(self.model, self.data, self.start, STATE)

    def microseconds(self) -> float:
        mujoco.mj_setState(self.model, self.data, self.start, STATE)
        begun = time.thread_time_ns()
        mujoco.mj_step(self.model, self.data, nstep=STEPS)
        return (time.thread_time_ns() - begun) / STEPS / 1e3


def main() -> None:
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    record = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    ours = Ours(sys.argv[2])
    theirs = {name: Mujoco(record, name) for name in ("Euler", "implicitfast")}
    rounds = []
    for _ in range(int(sys.argv[3]) if sys.argv[3:] else ROUNDS):
        rounds.append([ours.microseconds(), *(peer.microseconds() for peer in theirs.values())])
    names = ["Planetfall", *(f"MuJoCo {mujoco.__version__} {name}" for name in theirs)]
    print(f"{'processor time of a step of 1 ms':36} {'least µs':>9} {'median µs':>10} "
          f"{'of least':>9} {'median of rounds':>17} {'quartiles':>13}")
    least = [min(column) for column in zip(*rounds)]
    for place, name in enumerate(names):
        shares = [times[place] / times[0] for times in rounds]
        low, middle, high = statistics.quantiles(shares, n=4)
        median = statistics.median(times[place] for times in rounds)
        print(f"{name:36} {least[place]:9.2f} {median:10.2f} {least[place] / least[0]:9.2f} "
              f"{middle:17.2f} {low:6.2f} {high:6.2f}")
    print(f"{len(rounds)} rounds, load of the machine {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
