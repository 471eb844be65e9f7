"""Holds Planetfall's multibody algorithms against Pinocchio and MuJoCo.

    python check_dynamics.py RECORDS.jsonl...

Each line of a file is a tree in a state with what Planetfall makes of it, as the example
dump_dynamics writes it. The same tree is built in each peer from its description, or read by the
peer from the URDF that is named in it, and all results are compared: generalised forces (RNEA), mass matrix (CRBA), accelerations (ABA, and
CRBA with Cholesky), Jacobians and positions of points, centre of mass and its velocity, energies.

A residual is the norm of the difference over the norm of the peer's result; entries of the mass
matrix are taken over the root of the product of their two diagonal entries, so that light links
count as much as heavy ones. Exits 1 if a residual is above what is allowed for the peer.
"""

import collections
import json
import pathlib
import sys

import numpy as np

from peer_mujoco import MuJoCo
from peer_pinocchio import Pinocchio
from peer_tree import Tree, read_tree

ALLOWED = {"Pinocchio": 1e-10, "MuJoCo": 1e-8}


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    table, census = Table(), collections.Counter()
    for path in map(pathlib.Path, sys.argv[1:]):
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            tree = read_tree(record)
            census.update(kinds(record))
            for kind in (Pinocchio, MuJoCo):
                table.enter(kind.name, record["name"], residuals(record, tree, kind(tree)))
    print("trees with", ", ".join(f"{kind} {count}" for kind, count in sorted(census.items())))
    table.show()


def kinds(record: dict) -> set[str]:
    """What there is in a tree, to see that the trees have something of everything."""
    links = record["links"]
    found = {"free root" if links[0]["joint"]["type"] == "free" else "fixed root"}
    for link in links[1:]:
        joint = link["joint"]
        found.add(joint["type"])
        found.update(["rotor"] if joint["armature"] else [])
        found.update([] if link["inertia"] else ["massless link"])
        if coupling := joint["coupling"]:
            siblings = links[coupling["master"]]["parent"] == link["parent"]
            found.add("coupled siblings" if siblings else "coupling across the tree")
    return found


def residuals(record: dict, tree: Tree, peer: Pinocchio | MuJoCo) -> dict[str, float]:
    """Residual of every quantity."""
    spread = tree.spread
    mass = spread.T @ peer.mass_matrix() @ spread
    bias = spread.T @ peer.bias()
    forward = np.linalg.solve(mass, np.array(record["tau"]) - bias)
    found = {
        "RNEA": relative(record["rnea"], spread.T @ peer.rnea()),
        "CRBA": relative_entries(record["mass_matrix"], mass),
        "CRBA with Cholesky": relative(record["crba_cholesky"], forward),
    }
    if record["aba"] is not None:
        found["ABA"] = relative(record["aba"], forward)
    if isinstance(peer, Pinocchio) and spread.shape[0] == spread.shape[1]:
        found["ABA, both"] = relative(record["aba"], peer.forward(np.array(record["tau"])))
    return found | geometry(record, spread, peer) | whole(record, peer)


def geometry(record: dict, spread: np.ndarray, peer: Pinocchio | MuJoCo) -> dict[str, float]:
    """Points and their Jacobians: the worst of each."""
    found = collections.defaultdict(float)
    speeds = np.array(record["v"])
    for point in record["jacobians"]:
        position, jacobian = peer.jacobian(point["link"], np.array(point["point"]))
        jacobian = jacobian @ spread
        pairs = {
            "positions": (point["position"], position),
            "Jacobians": (point["rows"], jacobian),
            "velocities": (point["velocity"], jacobian @ speeds),
        }
        for name, (ours, theirs) in pairs.items():
            found[name] = max(found[name], relative(ours, theirs))
    return found


def whole(record: dict, peer: Pinocchio | MuJoCo) -> dict[str, float]:
    """The vehicle as a whole."""
    position, velocity = peer.centre_of_mass()
    kinetic, potential = peer.energies()
    return {
        "centre of mass": relative(record["centre_of_mass"], position),
        "its velocity": relative(record["centre_of_mass_velocity"], velocity),
        "kinetic energy": relative(record["kinetic_j"], kinetic),
        "potential energy": relative(record["potential_j"], potential),
    }


def relative(ours, theirs) -> float:
    """Difference over size; what is exactly zero must be so in both."""
    ours, theirs = np.asarray(ours, dtype=float), np.asarray(theirs, dtype=float)
    if ours.shape != theirs.shape:
        return np.inf
    difference = np.linalg.norm(ours - theirs)
    return 0.0 if difference == 0.0 else float(difference / np.linalg.norm(theirs))


def relative_entries(ours, theirs: np.ndarray) -> float:
    ours = np.asarray(ours, dtype=float).reshape(theirs.shape)
    scale = np.sqrt(np.diag(theirs))
    return float(np.max(np.abs(ours - theirs) / np.outer(scale, scale), initial=0.0))


class Table:
    """The worst residual of each quantity against each peer."""

    def __init__(self):
        self.worst: dict[tuple[str, str], tuple[float, str]] = {}
        self.trees: collections.Counter = collections.Counter()
        self.failures: list[str] = []
        self.passed = 0

    def enter(self, peer: str, tree: str, residuals_found: dict[str, float]) -> None:
        for quantity, residual in residuals_found.items():
            self.trees[peer, quantity] += 1
            worst, _ = self.worst.get((peer, quantity), (-1.0, ""))
            if not residual <= worst:
                self.worst[peer, quantity] = (residual, tree)
            if residual <= ALLOWED[peer]:
                self.passed += 1
            else:
                self.failures.append(f"{tree}: {quantity} against {peer}: {residual:.3e}")

    def show(self) -> None:
        print(f"{'peer':10} {'quantity':20} {'trees':>5} {'worst':>10} {'allowed':>8}")
        for (peer, quantity), (residual, tree) in self.worst.items():
            count = self.trees[peer, quantity]
            print(f"{peer:10} {quantity:20} {count:5} {residual:10.2e} {ALLOWED[peer]:8.0e}  {tree}")
        for failure in self.failures[:40]:
            print("FAIL", failure)
        print(f"{self.passed} passed, {len(self.failures)} failed")
        if self.failures or not self.passed:
            sys.exit(1)


if __name__ == "__main__":
    main()
