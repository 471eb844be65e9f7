"""A tree and a state of it as Planetfall wrote them, spread over the coordinates of single joints.

Joints that follow others have no coordinate of their own in Planetfall. Here each joint has its
own, the *full* ones: q_full = m q_full(master) + c, so that with the constant matrix G

    v_full = G v,   v_dot_full = G v_dot,   tau = G^T tau_full,   H = G^T H_full G,   J = J_full G.

A peer program works on full coordinates and knows nothing of couplings. Full velocities are in
Planetfall's conventions:

    type         positions                              velocities
    revolute     angle about the axis                   its rate (continuous: the same)
    prismatic    distance along the axis                its rate
    spherical    quaternion w x y z                     angular velocity, link axes
    planar       x, y along `plane`, angle about axis   their rates
    free         position in the joint's frame,         its rate in the joint's frame,
                 quaternion w x y z                     angular velocity, link axes
"""

import dataclasses

import numpy as np

POSITIONS = {"fixed": 0, "revolute": 1, "continuous": 1, "prismatic": 1, "spherical": 4,
             "planar": 3, "free": 7}
VELOCITIES = {"fixed": 0, "revolute": 1, "continuous": 1, "prismatic": 1, "spherical": 3,
              "planar": 3, "free": 6}


@dataclasses.dataclass
class Joint:
    name: str
    type: str
    axis: np.ndarray | None
    plane: np.ndarray | None
    """Two rows: directions of a planar joint's x and y in the joint's frame."""
    armature: float
    columns: slice
    """Its places among the full velocities."""
    positions: np.ndarray
    """Its full positions."""


@dataclasses.dataclass
class Link:
    name: str
    parent: int | None
    joint: Joint
    rotation: np.ndarray
    """The joint's frame in the parent link, axes as columns."""
    position: np.ndarray
    mass: float
    centre: np.ndarray
    about_centre: np.ndarray


@dataclasses.dataclass
class Tree:
    """Links in Planetfall's order, parents first, and a full state."""
    name: str
    urdf: str | None
    gravity: float
    links: list[Link]
    spread: np.ndarray
    """G."""
    velocities: np.ndarray
    accelerations: np.ndarray
    external: list[tuple[np.ndarray, np.ndarray]]
    """Moment about the site's origin and force on each link, site axes."""

    @property
    def armature(self) -> np.ndarray:
        armature = np.zeros(len(self.velocities))
        for link in self.links:
            armature[link.joint.columns] = link.joint.armature
        return armature


def read_tree(record: dict) -> Tree:
    """The tree of one line of dump_dynamics."""
    places = Places(record)
    links = [read_link(link, places.joint(index)) for index, link in enumerate(record["links"])]
    anchor = np.array(record["anchor"])
    external = [(np.array(moment) + np.cross(anchor, force), np.array(force))
                for moment, force in record["external"]]
    return Tree(
        name=record["name"], urdf=record.get("urdf"), gravity=record["gravity_m_s2"], links=links,
        spread=places.spread, velocities=places.spread @ record["v"],
        accelerations=places.spread @ record["v_dot"], external=external)


class Places:
    """Shares out the coordinates, first come first served, and works out the couplings."""

    def __init__(self, record: dict):
        self.joints = [link["joint"] for link in record["links"]]
        self.columns, self.positions = [], []
        self.spread = np.zeros((sum(VELOCITIES[j["type"]] for j in self.joints), len(record["v"])))
        position = velocity = column = 0
        for joint in self.joints:
            count = VELOCITIES[joint["type"]]
            own = slice(column, column + count)
            self.columns.append(own)
            if coupling := joint["coupling"]:
                master, factor = coupling["master"], coupling["multiplier"]
                self.positions.append(factor * self.positions[master] + coupling["offset"])
                self.spread[own] = factor * self.spread[self.columns[master]]
            else:
                end = position + POSITIONS[joint["type"]]
                self.positions.append(np.array(record["q"][position:end]))
                self.spread[own, velocity:velocity + count] = np.eye(count)
                position, velocity = end, velocity + count
            column += count
        if (position, velocity) != (len(record["q"]), len(record["v"])):
            raise ValueError(f"{record['name']}: coordinates are left over or missing")

    def joint(self, index: int) -> Joint:
        joint = self.joints[index]
        return Joint(
            name=joint["name"], type=joint["type"], axis=array(joint["axis"]),
            plane=array(joint["plane"]), armature=joint["armature"],
            columns=self.columns[index], positions=self.positions[index])


def read_link(link: dict, joint: Joint) -> Link:
    inertia = link["inertia"] or {
        "mass_kg": 0.0, "centre_m": np.zeros(3), "about_centre_kg_m2": np.zeros((3, 3))}
    return Link(
        name=link["name"], parent=link["parent"], joint=joint, rotation=array(link["rotation"]),
        position=array(link["position"]), mass=inertia["mass_kg"],
        centre=array(inertia["centre_m"]), about_centre=array(inertia["about_centre_kg_m2"]))


def array(numbers) -> np.ndarray | None:
    return None if numbers is None else np.array(numbers, dtype=float)


def skew(v: np.ndarray) -> np.ndarray:
    """The matrix of the cross product with v."""
    return np.array([[0.0, -v[2], v[1]], [v[2], 0.0, -v[0]], [-v[1], v[0], 0.0]])
