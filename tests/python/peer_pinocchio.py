"""Pinocchio on a tree of Planetfall's.

Velocities. Pinocchio takes all of a joint's velocity in the axes of the link that it moves;
Planetfall takes the sliding part of free and planar joints in the joint's frame. With R the
link's axes in the joint's frame and w its angular velocity in its own axes, v_pin = T(q) v with

    free     T = diag(R^T, 1),   (dT/dt) v = (-w x R^T v_linear, 0)
    planar   the same in the plane, R the turn by the angle
    others   T = 1

and so v_dot_pin = T v_dot + (dT/dt) v, tau = T^T tau_pin, H = T^T H_pin T, J = J_pin T. The power
tau . v is the same in both, and Pinocchio's joint acceleration is the plain time derivative of its
velocity numbers, as its motion subspaces are constant in link axes.

Places. Pinocchio's planar and unbounded joints turn about z: a joint about another axis gets a frame
P = (first, second, axis) before it and P^T behind it. Links on fixed joints are lumped into the joint that
carries them, by Pinocchio's own appendBodyToJoint; the root of a rig into the universe, whose
mass Pinocchio does not count, so that it is added here. Quaternions are x y z w.

Files. For a tree that was read from a URDF, Pinocchio reads the file itself and so judges our reader
too. It leaves out <mimic>, as it must here.

Order. Pinocchio's CRBA wants the coordinates of a subtree side by side: joints are added depth
first, and an index maps theirs to ours.
"""

import numpy as np
import pinocchio as pin

from peer_tree import Joint, Link, Tree, skew


class Pinocchio:
    """Results are in the tree's full coordinates, rotor inertias among them."""

    name = "Pinocchio"

    def __init__(self, tree: Tree):
        self.tree = tree
        self.model = pin.Model()
        self.supports: list[tuple[int, pin.SE3]] = [(0, pin.SE3.Identity())] * len(tree.links)
        self.joints: list[tuple[int, Joint]] = []
        self.grounded = pin.Inertia.Zero()
        if tree.urdf:
            self.read(tree.urdf)
        else:
            for index in depth_first(tree):
                self.add(index)
        self.prepare()

    def read(self, path: str) -> None:
        """Takes the model from the file instead; only names and the state are ours."""
        self.model = pin.buildModelFromUrdf(path, pin.JointModelFreeFlyer())
        for index, link in enumerate(self.tree.links):
            frame = self.model.frames[self.model.getFrameId(link.name, pin.FrameType.BODY)]
            self.supports[index] = (frame.parentJoint, frame.placement)
            if link.joint.type != "fixed":
                name = link.joint.name if link.parent is not None else "root_joint"
                self.joints.append((self.model.getJointId(name), link.joint))
        if len(self.joints) != self.model.njoints - 1:
            raise ValueError(f"{path}: Pinocchio finds {self.model.njoints - 1} joints that move")

    def add(self, index: int) -> None:
        link = self.tree.links[index]
        support, placement = (0, pin.SE3.Identity())
        if link.parent is not None:
            support, placement = self.supports[link.parent]
        frame = placement * pin.SE3(link.rotation, link.position)
        if link.joint.type == "fixed":
            self.supports[index] = (support, frame)
        else:
            model, before = joint_model(link.joint)
            joint = self.model.addJoint(support, model, frame * before, link.joint.name)
            self.joints.append((joint, link.joint))
            self.supports[index] = (joint, before.inverse())
        self.load(link, *self.supports[index])

    def load(self, link: Link, joint: int, placement: pin.SE3) -> None:
        if link.mass == 0.0:
            return
        inertia = pin.Inertia(link.mass, link.centre, link.about_centre)
        if joint == 0:
            self.grounded += placement.act(inertia)
        else:
            self.model.appendBodyToJoint(joint, inertia, placement)

    def prepare(self) -> None:
        """Coordinates, velocities and forces as Pinocchio wants them."""
        tree, model = self.tree, self.model
        model.gravity.linear = np.array([0.0, 0.0, -tree.gravity])
        self.data = model.createData()
        self.q = pin.neutral(model)
        self.turn = np.zeros((model.nv, len(tree.velocities)))
        self.turn_rate = np.zeros(model.nv)
        for index, joint in self.joints:
            at, width = model.joints[index].idx_q, model.joints[index].nq
            self.q[at:at + width] = positions(joint, width)
            self.turn_joint(model.joints[index].idx_v, joint)
        self.v = self.turn @ tree.velocities
        self.forces = self.local_forces()
        model.armature = np.abs(self.turn) @ tree.armature

    def turn_joint(self, at: int, joint: Joint) -> None:
        """T and (dT/dt) v of one joint."""
        speed = self.tree.velocities[joint.columns]
        count = len(speed)
        block = np.eye(count)
        if joint.type == "free":
            block[:3, :3] = quaternion(joint.positions[3:]).toRotationMatrix().T
            self.turn_rate[at:at + 3] = -np.cross(speed[3:], block[:3, :3] @ speed[:3])
        elif joint.type == "planar":
            block[:2, :2] = turn_in_plane(joint.positions[2]).T
            x, y = block[:2, :2] @ speed[:2]
            self.turn_rate[at:at + 2] = speed[2] * np.array([y, -x])
        self.turn[at:at + count, joint.columns] = block

    def local_forces(self) -> pin.StdVec_Force:
        """Forces on the links, summed on the joints that carry them, in their axes."""
        pin.forwardKinematics(self.model, self.data, self.q)
        forces = pin.StdVec_Force()
        forces.extend([pin.Force.Zero() for _ in range(self.model.njoints)])
        for (joint, _), (moment, force) in zip(self.supports, self.tree.external):
            forces[joint] += self.data.oMi[joint].actInv(pin.Force(force, moment))
        return forces

    def rnea(self) -> np.ndarray:
        acceleration = self.turn @ self.tree.accelerations + self.turn_rate
        return self.needed(acceleration)

    def bias(self) -> np.ndarray:
        """Forces that no acceleration needs."""
        return self.needed(self.turn_rate)

    def needed(self, acceleration: np.ndarray) -> np.ndarray:
        tau = pin.rnea(self.model, self.data, self.q, self.v, acceleration, self.forces)
        return self.turn.T @ tau

    def mass_matrix(self) -> np.ndarray:
        upper = np.triu(pin.crba(self.model, self.data, self.q).reshape(2 * [self.model.nv]))
        return self.turn.T @ (upper + np.triu(upper, 1).T) @ self.turn

    def forward(self, tau: np.ndarray) -> np.ndarray:
        """Accelerations by Pinocchio's own articulated-body algorithm."""
        back = np.linalg.inv(self.turn)
        found = pin.aba(self.model, self.data, self.q, self.v, back.T @ tau, self.forces)
        return back @ (found - self.turn_rate)

    def jacobian(self, link: int, point: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """A point's position and Jacobian."""
        joint, placement = self.supports[link]
        pin.computeJointJacobians(self.model, self.data, self.q)
        frame = self.data.oMi[joint]
        position = frame.act(placement.act(point))
        if joint == 0:
            return position, np.zeros((3, self.turn.shape[1]))
        columns = pin.getJointJacobian(
            self.model, self.data, joint, pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
        ).reshape(6, -1)
        jacobian = columns[:3] - skew(position - frame.translation) @ columns[3:]
        return position, jacobian @ self.turn

    def centre_of_mass(self) -> tuple[np.ndarray, np.ndarray]:
        """Position and velocity."""
        if self.model.nv == 0:
            return self.grounded.lever, np.zeros(3)
        moving = pin.computeTotalMass(self.model)
        centre = pin.centerOfMass(self.model, self.data, self.q, self.v)
        total = moving + self.grounded.mass
        position = (moving * centre + self.grounded.mass * self.grounded.lever) / total
        return position, moving * self.data.vcom[0] / total

    def energies(self) -> tuple[float, float]:
        """Kinetic energy of the links without rotors, and potential energy."""
        armature, self.model.armature = self.model.armature.copy(), np.zeros(self.model.nv)
        kinetic = pin.computeKineticEnergy(self.model, self.data, self.q, self.v)
        self.model.armature = armature
        potential = pin.computePotentialEnergy(self.model, self.data, self.q)
        return kinetic, potential + self.grounded.mass * self.tree.gravity * self.grounded.lever[2]


def depth_first(tree: Tree) -> list[int]:
    children: list[list[int]] = [[] for _ in tree.links]
    for index, link in enumerate(tree.links):
        if link.parent is not None:
            children[link.parent].append(index)
    order, open_links = [], [0]
    while open_links:
        order.append(open_links.pop())
        open_links.extend(reversed(children[order[-1]]))
    return order


def joint_model(joint: Joint) -> tuple[pin.JointModel, pin.SE3]:
    """Pinocchio's joint, and the frame to put before it."""
    same = pin.SE3.Identity()
    match joint.type, coordinate_axis(joint.axis):
        case "revolute", None:
            return pin.JointModelRevoluteUnaligned(joint.axis), same
        case "revolute", axis:
            return [pin.JointModelRX, pin.JointModelRY, pin.JointModelRZ][axis](), same
        case "continuous", None:
            # The one about any axis cannot be made from Python.
            return pin.JointModelRUBZ(), pin.SE3(axes_about(joint.axis), np.zeros(3))
        case "continuous", axis:
            return [pin.JointModelRUBX, pin.JointModelRUBY, pin.JointModelRUBZ][axis](), same
        case "prismatic", None:
            return pin.JointModelPrismaticUnaligned(joint.axis), same
        case "prismatic", axis:
            return [pin.JointModelPX, pin.JointModelPY, pin.JointModelPZ][axis](), same
        case "spherical", _:
            return pin.JointModelSpherical(), same
        case "planar", _:
            axes = np.column_stack([*joint.plane, joint.axis])
            return pin.JointModelPlanar(), pin.SE3(axes, np.zeros(3))
        case "free", _:
            return pin.JointModelFreeFlyer(), same
    raise ValueError(f"joint {joint.name}: no type {joint.type}")


def coordinate_axis(axis: np.ndarray | None) -> int | None:
    """Which of the three coordinate axes it is, if one."""
    if axis is None or np.max(axis) != 1.0:
        return None
    return int(np.argmax(axis))


def axes_about(axis: np.ndarray) -> np.ndarray:
    """Right-handed axes as columns with the given one as the third."""
    first = np.cross(axis, np.eye(3)[np.argmin(np.abs(axis))])
    first /= np.linalg.norm(first)
    return np.column_stack([first, np.cross(axis, first), axis])


def positions(joint: Joint, width: int) -> np.ndarray:
    """Pinocchio's coordinates; `width` of them distinguishes an angle from its cosine and sine."""
    match joint.type, width:
        case ("revolute" | "continuous", 2):
            return np.array([np.cos(joint.positions[0]), np.sin(joint.positions[0])])
        case ("revolute" | "continuous" | "prismatic", 1):
            return joint.positions
        case ("spherical", 4):
            return quaternion(joint.positions).coeffs()
        case ("planar", 4):
            x, y, angle = joint.positions
            return np.array([x, y, np.cos(angle), np.sin(angle)])
        case ("free", 7):
            return np.concatenate([joint.positions[:3], quaternion(joint.positions[3:]).coeffs()])
    raise ValueError(f"joint {joint.name}: {joint.type} has no {width} coordinates in Pinocchio")


def quaternion(numbers: np.ndarray) -> pin.Quaternion:
    return pin.Quaternion(*numbers)


def turn_in_plane(angle: float) -> np.ndarray:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
