"""Times Drake on the rover of our benchmark, on flat ground.

    python measure_drake.py ROVER.json [MICROSECONDS]

ROVER.json is what the example dump_rover wrote of `curiosity` or `mer`; MICROSECONDS is our own step, to
be put beside. Drake has no height fields, so its ground is a half-space, which is in its favour: ours and
MuJoCo's search a map. One core, discrete steps of 1 ms by its default solver for contact (SAP), point
contact of cylinders, the differential as a coupler constraint, motors as implicit servos with the same
gain, the fastest of many samples of 1000 steps. Skipped, visibly, where Drake is not installed: `pip
install drake` has it.
"""

import json
import pathlib
import sys
import time

import numpy as np

try:
    from pydrake.geometry import Cylinder, HalfSpace
    from pydrake.math import RigidTransform, RotationMatrix
    from pydrake.multibody.plant import AddMultibodyPlantSceneGraph, CoulombFriction
    from pydrake.multibody.tree import (
        FixedOffsetFrame, PdControllerGains, PrismaticJoint, RevoluteJoint, SpatialInertia, UnitInertia,
        WeldJoint)
    from pydrake.systems.analysis import Simulator
    from pydrake.systems.framework import DiagramBuilder
except ImportError as reason:
    print(f"SKIPPED: Drake is not installed ({reason})")
    sys.exit(0)

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "python"))

from peer_tree import read_tree  # noqa: E402

STEP = 1e-3
STEPS = 1000
SAMPLES = 20
SETTLING = 2000
FRICTION = 0.6
LEAST = 1e-6
"""kg and kg m²: Drake wants a mass in every moving link."""


def main() -> None:
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    record = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    time_us, moved = measured(record)
    beside = f"{time_us / float(sys.argv[2]):8.2f} times ours" if len(sys.argv) == 3 else ""
    print(f"{f'Drake: SAP, flat ground, rolled {moved:.2f} m':64} {time_us:8.2f} {beside}")


def measured(record: dict) -> tuple[float, float]:
    """µs a step, and how far the rover rolled in that time."""
    rover = Rover(record)
    simulator = Simulator(rover.diagram, rover.context)
    simulator.Initialize()
    simulator.AdvanceTo(SETTLING * STEP)
    start, best = rover.place(), np.inf
    for sample in range(SAMPLES):
        begun = time.perf_counter_ns()
        simulator.AdvanceTo((SETTLING + (sample + 1) * STEPS) * STEP)
        best = min(best, time.perf_counter_ns() - begun)
    moved = float(np.linalg.norm(rover.place()[:2] - start[:2]))
    if not np.isfinite(moved):
        sys.exit("Drake's rover was lost")
    return best / STEPS / 1e3, moved


class Rover:
    """The rover in Drake, standing on the plane z = 0."""

    def __init__(self, record: dict):
        self.record, self.tree = record, read_tree(record)
        builder = DiagramBuilder()
        self.plant, _ = AddMultibodyPlantSceneGraph(builder, STEP)
        self.plant.mutable_gravity_field().set_gravity_vector([0.0, 0.0, -record["gravity_m_s2"]])
        self.bodies = [self.plant.AddRigidBody(link.name, inertia(link)) for link in self.tree.links]
        self.joints = [self.add_joint(index) for index in range(len(self.tree.links))]
        self.add_ground()
        self.add_wheels()
        self.add_couplings()
        self.plant.Finalize()
        self.diagram = builder.Build()
        self.context = self.diagram.CreateDefaultContext()
        self.own = self.plant.GetMyMutableContextFromRoot(self.context)
        self.start()

    def place(self) -> np.ndarray:
        return self.plant.EvalBodyPoseInWorld(self.own, self.bodies[0]).translation().copy()

    def add_joint(self, index: int):
        link = self.tree.links[index]
        if link.joint.type == "free":
            return None
        frame, child = self.bodies[link.parent].body_frame(), self.bodies[index].body_frame()
        pose = RigidTransform(RotationMatrix(link.rotation), link.position)
        name = f"joint{index}"
        if link.joint.type == "fixed":
            return self.plant.AddJoint(WeldJoint(name, frame, pose, child, RigidTransform(),
                                                 RigidTransform()))
        kind = PrismaticJoint if link.joint.type == "prismatic" else RevoluteJoint
        offset = self.plant.AddFrame(FixedOffsetFrame(f"frame{index}", frame, pose))
        return self.plant.AddJoint(kind(name, offset, child, link.joint.axis))

    def add_ground(self) -> None:
        self.plant.RegisterCollisionGeometry(self.plant.world_body(), RigidTransform(), HalfSpace(), "ground",
                                             CoulombFriction(FRICTION, FRICTION))

    def add_wheels(self) -> None:
        self.speeds = {}
        for wheel in self.record["wheels"]:
            body = self.bodies[wheel["link"]]
            axis = RotationMatrix.MakeFromOneVector(np.array(wheel["axis"]), 2)
            shape = Cylinder(wheel["radius_m"], wheel["width_m"])
            self.plant.RegisterCollisionGeometry(body, RigidTransform(axis, wheel["centre"]), shape,
                                                 f"wheel{wheel['link']}", CoulombFriction(FRICTION, FRICTION))
            gain = wheel["speed_gain"]
            self.add_motor(wheel["link"], PdControllerGains(p=0.0, d=gain))
            self.speeds[wheel["link"]] = wheel["rate_rad_per_s"]
            if wheel["steer_link"] is not None:
                self.add_motor(wheel["steer_link"], PdControllerGains(p=5.0 * gain, d=gain))

    def add_motor(self, link: int, gains: PdControllerGains) -> None:
        motor = self.plant.AddJointActuator(f"motor{link}", self.joints[link])
        motor.set_controller_gains(gains)
        motor.set_default_rotor_inertia(self.tree.links[link].joint.armature)
        motor.set_default_gear_ratio(1.0)

    def add_couplings(self) -> None:
        for index, link in enumerate(self.record["links"]):
            if coupling := link["joint"]["coupling"]:
                self.plant.AddCouplerConstraint(self.joints[index], self.joints[coupling["master"]],
                                                coupling["multiplier"], coupling["offset"])

    def start(self) -> None:
        for joint, link in zip(self.joints, self.tree.links):
            if joint is not None and joint.num_positions() == 1:
                slides = link.joint.type == "prismatic"
                put = joint.set_translation if slides else joint.set_angle
                put(self.own, float(link.joint.positions[0]))
        self.plant.SetFreeBodyPose(self.own, self.bodies[0], RigidTransform([0.0, 0.0, 0.0]))
        lowest = min(self.lowest(wheel) for wheel in self.record["wheels"])
        self.plant.SetFreeBodyPose(self.own, self.bodies[0], RigidTransform([0.0, 0.0, 0.002 - lowest]))
        self.command()

    def lowest(self, wheel: dict) -> float:
        pose = self.plant.EvalBodyPoseInWorld(self.own, self.bodies[wheel["link"]])
        return float((pose @ np.array(wheel["centre"]))[2]) - wheel["radius_m"]

    def command(self) -> None:
        """Speeds of wheels, and steering straight ahead."""
        motors = [self.plant.get_joint_actuator(index)
                  for index in self.plant.GetJointActuatorIndices(self.bodies[0].model_instance())]
        speeds = [self.speeds.get(int(motor.name()[len("motor"):]), 0.0) for motor in motors]
        wanted = np.concatenate([np.zeros(len(motors)), speeds])
        port = self.plant.get_desired_state_input_port(self.bodies[0].model_instance())
        port.FixValue(self.own, wanted)


def inertia(link) -> SpatialInertia:
    """Of a link about its origin."""
    mass = max(link.mass, LEAST)
    about = link.about_centre + (LEAST * np.eye(3) if link.mass < LEAST else 0.0)
    shares = about / mass
    unit = UnitInertia(*np.diag(shares), shares[0, 1], shares[0, 2], shares[1, 2])
    return SpatialInertia(mass, link.centre, unit.ShiftFromCenterOfMass(link.centre))


if __name__ == "__main__":
    main()
