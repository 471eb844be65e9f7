"""MuJoCo on a tree of Planetfall's.

Joints. Fixed links stay bodies of their own. A free joint of the root in the world's axes is MuJoCo's,
elsewhere it is three slides and a ball (MuJoCo's free joint knows no parent's frame); a planar
joint is two slides and a hinge. Slides come first, so that their axes stay those of the joint's frame. In this form
MuJoCo's velocities are Planetfall's: slides along the joint's frame, turning in link axes, and a
free root's velocity in the world's axes. Nothing has to be converted.

Files. For a tree that was read from a URDF, MuJoCo reads the file itself, without meshes and <mimic>.

Inertias are given by principal moments and axes, for MuJoCo finds those of a full matrix only to
1e-12. It wants a mass in every moving body: a massless link gets LEAST, which no result shows.
Rotors (armature) are not given to MuJoCo but added to what it finds, as its RNE leaves them out.
"""

import xml.etree.ElementTree as xml

import mujoco
import numpy as np

from peer_tree import Link, Tree

LEAST = 2e-15
"""kg and kg m², just above what MuJoCo takes for nothing."""

COMPILER = {"angle": "radian", "fusestatic": "false", "inertiafromgeom": "false",
            "balanceinertia": "false"}
LEFT_OUT = {"visual", "collision", "mimic", "gazebo", "transmission", "ros2_control"}
"""Parts of a URDF that say nothing about single joints and masses."""


class MuJoCo:
    """Results are in the tree's full coordinates, rotor inertias among them."""

    name = "MuJoCo"

    def __init__(self, tree: Tree):
        self.tree = tree
        if tree.urdf:
            self.model = read(tree)
        else:
            self.model = mujoco.MjModel.from_xml_string(document(tree))
        self.data = mujoco.MjData(self.model)
        self.bodies = [self.model.body(link.name).id for link in tree.links]
        self.order = np.concatenate([
            np.arange(link.joint.columns.start, link.joint.columns.stop)
            for link in (tree.links[self.bodies.index(body)] for body in sorted(self.bodies))])
        self.prepare()

    def prepare(self) -> None:
        model, data, tree = self.model, self.data, self.tree
        for body, link in zip(self.bodies, tree.links):
            joints = range(model.body_jntadr[body], model.body_jntadr[body] + model.body_jntnum[body])
            if joints:
                at = model.jnt_qposadr[joints[0]]
                data.qpos[at:at + len(link.joint.positions)] = link.joint.positions
        data.qvel[:] = tree.velocities[self.order]
        mujoco.mj_forward(model, data)
        mujoco.mj_subtreeVel(model, data)
        self.outside = np.zeros(model.nv)
        for body, (moment, force) in zip(self.bodies, tree.external):
            mujoco.mj_applyFT(model, data, force, moment, np.zeros(3), body, self.outside)

    def ours(self, numbers: np.ndarray) -> np.ndarray:
        """From MuJoCo's order of coordinates (last axis) to ours."""
        sorted_numbers = np.empty_like(numbers)
        sorted_numbers[..., self.order] = numbers
        return sorted_numbers

    def rnea(self) -> np.ndarray:
        return self.needed(self.tree.accelerations)

    def bias(self) -> np.ndarray:
        """Forces that no acceleration needs."""
        return self.needed(np.zeros_like(self.tree.accelerations))

    def needed(self, accelerations: np.ndarray) -> np.ndarray:
        self.data.qacc[:] = accelerations[self.order]
        tau = np.zeros(self.model.nv)
        mujoco.mj_rne(self.model, self.data, 1, tau)
        return self.ours(tau - self.outside) + self.tree.armature * accelerations

    def mass_matrix(self) -> np.ndarray:
        mass = np.zeros((self.model.nv, self.model.nv))
        if self.model.nv:
            mujoco.mj_fullM(self.model, self.data, mass)
        return self.ours(self.ours(mass).T) + np.diag(self.tree.armature)

    def jacobian(self, link: int, point: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """A point's position and Jacobian."""
        body = self.bodies[link]
        position = self.data.xpos[body] + self.data.xmat[body].reshape(3, 3) @ point
        jacobian = np.zeros((3, self.model.nv))
        mujoco.mj_jac(self.model, self.data, jacobian, None, position, body)
        return position, self.ours(jacobian)

    def centre_of_mass(self) -> tuple[np.ndarray, np.ndarray]:
        """Position and velocity."""
        return self.data.subtree_com[0].copy(), self.data.subtree_linvel[0].copy()

    def energies(self) -> tuple[float, float]:
        """Kinetic energy of the links without rotors, and potential energy."""
        mujoco.mj_energyPos(self.model, self.data)
        mujoco.mj_energyVel(self.model, self.data)
        potential, kinetic = self.data.energy
        return kinetic, potential


def read(tree: Tree) -> mujoco.MjModel:
    """The model of a URDF as MuJoCo reads it, with a free root."""
    root = xml.parse(tree.urdf).getroot()
    for parent in root.iter():
        for child in [child for child in parent if child.tag in LEFT_OUT]:
            parent.remove(child)
    xml.SubElement(xml.SubElement(root, "mujoco"), "compiler", COMPILER)
    spec = mujoco.MjSpec.from_string(xml.tostring(root, encoding="unicode"))
    spec.option.gravity = [0.0, 0.0, -tree.gravity]
    spec.body(tree.links[0].name).add_freejoint()
    return spec.compile()


def document(tree: Tree) -> str:
    """The tree as MJCF."""
    root = xml.Element("mujoco")
    xml.SubElement(root, "compiler", COMPILER)
    xml.SubElement(root, "option", gravity=text([0.0, 0.0, -tree.gravity]))
    bodies: list[xml.Element] = []
    for link in tree.links:
        parent = xml.SubElement(root, "worldbody") if link.parent is None else bodies[link.parent]
        bodies.append(body(parent, link))
    return xml.tostring(root, encoding="unicode")


def body(parent: xml.Element, link: Link) -> xml.Element:
    element = xml.SubElement(
        parent, "body", name=link.name, pos=text(link.position), quat=text(quaternion(link.rotation)))
    for kind, axis in pieces(link):
        if kind == "free":
            xml.SubElement(element, "freejoint")
        else:
            extra = {} if axis is None else {"axis": text(axis)}
            xml.SubElement(element, "joint", type=kind, armature="0", **extra)
    moves = link.joint.type != "fixed"
    if link.mass > 0.0 or moves:
        moments, axes = np.linalg.eigh(link.about_centre)
        axes *= np.linalg.det(axes)
        xml.SubElement(
            element, "inertial", mass=text([max(link.mass, LEAST)]), pos=text(link.centre),
            quat=text(quaternion(axes)), diaginertia=text(np.maximum(moments, LEAST)))
    return element


def pieces(link: Link) -> list[tuple[str, np.ndarray | None]]:
    """MuJoCo's joints for one of ours, in the order of our coordinates."""
    joint = link.joint
    match joint.type:
        case "fixed":
            return []
        case "revolute" | "continuous":
            return [("hinge", joint.axis)]
        case "prismatic":
            return [("slide", joint.axis)]
        case "spherical":
            return [("ball", None)]
        case "planar":
            return [("slide", joint.plane[0]), ("slide", joint.plane[1]), ("hinge", joint.axis)]
        case "free" if in_world_axes(link):
            return [("free", None)]
        case "free":
            return [*(("slide", axis) for axis in np.eye(3)), ("ball", None)]
    raise ValueError(f"joint {joint.name}: no type {joint.type}")


def in_world_axes(link: Link) -> bool:
    unmoved = np.array_equal(link.rotation, np.eye(3)) and not np.any(link.position)
    return link.parent is None and unmoved


def quaternion(matrix: np.ndarray) -> np.ndarray:
    numbers = np.zeros(4)
    mujoco.mju_mat2Quat(numbers, np.ascontiguousarray(matrix).flatten())
    return numbers


def text(numbers) -> str:
    """Numbers that read back as the same bits."""
    return " ".join(repr(float(number)) for number in numbers)
