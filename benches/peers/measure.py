"""Times Pinocchio and MuJoCo on the rover of our benchmarks and puts ours beside them.

    python measure.py ROVER.jsonl BENCH.txt

ROVER.jsonl is what `dump_dynamics rover` wrote, BENCH.txt the table of `cargo bench --bench tree`.
All on one core, over 100 random states, the fastest of many samples, as in our benchmarks.

Pinocchio is called from Python, 1000 calls to a sample. What a call costs before Pinocchio begins
(arguments, result) is measured by the same call on a model of one joint and is shown apart, as
`call`; `net` is without it, which is in Pinocchio's favour by the work for that one joint.
MuJoCo's steps (kinematics, mass matrix, its factorisation, bias forces, Euler; no contacts) run in
C by its own `rollout`, a thousand to a call. Its `mj_forward` is called from Python.
"""

import json
import pathlib
import sys
import time

import mujoco
import mujoco.rollout
import numpy as np
import pinocchio as pin

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "python"))

import bench_ratios  # noqa: E402
import peer_mujoco  # noqa: E402
import peer_pinocchio  # noqa: E402
from peer_tree import read_tree  # noqa: E402

CALLS = 1000
SAMPLES = 60
STATES = 100


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    tree = read_tree(json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")))
    ours = {name.split(": ", 1)[1]: time_us for name, time_us, _ in
            bench_ratios.read(pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"))}
    theirs = pinocchio_times(tree) | mujoco_times(tree)
    reference = ours["kinematics and ABA"]
    print(f"{'µs per evaluation, fastest':58} {'all':>7} {'call':>6} {'net':>7}  ratio to our ABA")
    for name, net in ours.items():
        print(f"{'Planetfall: ' + name:58} {net:7.2f} {'':6} {net:7.2f} {net / reference:8.2f}")
    for name, (whole, call) in theirs.items():
        net = whole - call
        print(f"{name:58} {whole:7.2f} {call:6.2f} {net:7.2f} {net / reference:8.2f}")


def fastest(work, count: int) -> float:
    """µs per item of the fastest sample."""
    best = np.inf
    for _ in range(SAMPLES):
        start = time.perf_counter_ns()
        work()
        best = min(best, time.perf_counter_ns() - start)
    return best / count / 1e3


def pinocchio_times(tree) -> dict[str, tuple[float, float]]:
    rover = peer_pinocchio.Pinocchio(tree).model
    single = pin.Model()
    single.addJoint(0, pin.JointModelRX(), pin.SE3.Identity(), "joint")
    single.appendBodyToJoint(1, pin.Inertia.Random(), pin.SE3.Identity())
    local, world = pin.Convention.LOCAL, pin.Convention.WORLD
    algorithms = {
        "aba, world axes": lambda model, data, q, v, a: pin.aba(model, data, q, v, a, world),
        "aba, link axes": lambda model, data, q, v, a: pin.aba(model, data, q, v, a, local),
        "rnea": lambda model, data, q, v, a: pin.rnea(model, data, q, v, a),
        "crba, world axes": lambda model, data, q, v, a: pin.crba(model, data, q, world),
        "crba, link axes": lambda model, data, q, v, a: pin.crba(model, data, q, local),
    }
    return {f"Pinocchio: {name} (with kinematics)": (calls(rover, algorithm), calls(single, algorithm))
            for name, algorithm in algorithms.items()}


def calls(model: pin.Model, algorithm) -> float:
    data = model.createData()
    random = np.random.default_rng(0)
    states = [(pin.integrate(model, pin.neutral(model), random.normal(size=model.nv)),
               random.normal(size=model.nv), random.normal(size=model.nv)) for _ in range(STATES)]

    def work() -> None:
        for _ in range(CALLS // STATES):
            for q, v, a in states:
                algorithm(model, data, q, v, a)

    return fastest(work, CALLS)


def mujoco_times(tree) -> dict[str, tuple[float, float]]:
    model = mujoco.MjModel.from_xml_string(peer_mujoco.document(tree))
    data = mujoco.MjData(model)
    size = mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    start = np.zeros(size)
    data.qvel[:] = np.random.default_rng(0).normal(size=model.nv)
    mujoco.mj_getState(model, data, start, mujoco.mjtState.mjSTATE_FULLPHYSICS)

    def roll() -> None:
        mujoco.rollout.rollout(model, data, start, nstep=CALLS)

    def forward() -> None:
        for _ in range(CALLS):
            mujoco.mj_forward(model, data)

    return {"MuJoCo: step of its rollout (one evaluation, Euler)": (fastest(roll, CALLS), 0.0),
            "MuJoCo: mj_forward": (fastest(forward, CALLS), 0.0)}


if __name__ == "__main__":
    main()
