"""One rover in three simulators: places it, lets it stand or drive, and returns where it came.

Ground is a plane, tilted by turning gravity in the peers and as an incline in ours (the same thing),
or a level plane with a step. A trial's first seconds are for settling; then the wheels are commanded a
speed, which may be zero.
"""

import csv
import dataclasses
import io
import pathlib
import subprocess
import tempfile

import numpy as np

import rover_model

GRAVITY = 3.69
GAIN = 30.0
"""Torque of a wheel's motor per speed error, N m s/rad: the one of rover.toml."""
TORQUE = 100.0
"""Its limit, N m, never reached."""
SETTLING = 2.0
DROP = 0.001
"""Gap under the wheels at the start, m."""


@dataclasses.dataclass(frozen=True)
class Trial:
    friction: float
    slope_deg: float = 0.0
    across: bool = False
    rise: float = 0.0
    edge: float = 0.0
    speed: float = 0.0
    driving: float = 10.0

    def gravity(self) -> np.ndarray:
        """On axes of the ground: x ahead, y left, z along its normal."""
        slope = np.radians(self.slope_deg)
        along = np.array([0.0, -1.0, 0.0]) if self.across else np.array([-1.0, 0.0, 0.0])
        return GRAVITY * (np.sin(slope) * along - np.cos(slope) * np.array([0.0, 0.0, 1.0]))


@dataclasses.dataclass
class Result:
    tilt_deg: float
    """Largest angle between the trunk's up and the ground's normal."""
    bogie_deg: float
    """Largest angle of a bogie, which no stop limits."""
    distance: float
    """How far the trunk came along the ground after the first second of driving."""
    rolled: float
    """How far the wheels turned in that time, times their radius; mean of six."""
    rolled_least: float
    """The same of the wheel that turned least: the one that slips least uphill."""
    lowest: float
    """Height of the lowest wheel's lowest point above the lower plane at the end."""

    @property
    def slip(self) -> float:
        """Of six wheels together."""
        return 1.0 - self.distance / self.rolled if self.rolled else 1.0

    @property
    def creep(self) -> float:
        """Slip of the wheel that slips least: zero as long as one wheel sticks."""
        return 1.0 - self.distance / self.rolled_least if self.rolled_least else 1.0


@dataclasses.dataclass
class Sample:
    """What a simulator gives at an instant, on axes of the ground."""
    time: float
    trunk: np.ndarray
    up: float
    """Cosine between the trunk's up and the ground's normal."""
    angles: np.ndarray
    """Of the wheels."""
    bogies: np.ndarray
    """Angles of the bogies."""
    heights: np.ndarray
    """Of the wheels' lowest points."""


def judged(samples: list[Sample], radius: float) -> Result:
    last = samples[-1]
    begun = next((sample for sample in samples if sample.time >= SETTLING + 1.0 - 1e-9), last)
    tilt = np.degrees(np.arccos(np.clip(min(sample.up for sample in samples), -1.0, 1.0)))
    rolled = (last.angles - begun.angles) * radius
    bogie = np.degrees(max(np.abs(sample.bogies).max() for sample in samples))
    distance = float(last.trunk[0] - begun.trunk[0])
    return Result(float(tilt), float(bogie), distance, float(rolled.mean()), float(rolled.min()),
                  float(last.heights.min()))


class World:
    """A simulator with its settings."""
    period = 0.1

    def __init__(self, vehicle: pathlib.Path) -> None:
        self.vehicle = vehicle
        self.aborted: list[str] = []
        """What a simulator said of trials that it gave up; the record until then is judged."""
        self.links = rover_model.read(vehicle)
        self.wheels = [link for link in self.links if link.wheel]
        self.bogies = [link for link in self.links if link.axis is not None and not link.wheel]
        self.radius = self.wheels[0].radius
        places = {None: np.zeros(3)}
        for link in self.links:
            places[link.name] = places[link.parent] + link.position
        self.height = DROP + self.radius - min(places[wheel.name][2] for wheel in self.wheels)

    def run(self, trial: Trial) -> Result:
        return judged(self.samples(trial), self.radius)


class Planetfall(World):
    def __init__(self, vehicle: pathlib.Path, command: str, step: float) -> None:
        super().__init__(vehicle)
        self.command, self.step = command, step
        self.name = f"Planetfall, {step * 1e3:g} ms"

    def samples(self, trial: Trial) -> list[Sample]:
        with tempfile.TemporaryDirectory() as folder:
            scenario = pathlib.Path(folder) / "trial.toml"
            scenario.write_text(self.scenario(trial), encoding="utf-8")
            out = str(pathlib.Path(folder) / "run")
            done = subprocess.run([self.command, "run", str(scenario), "--out", out, "--quiet"], check=False,
                                  capture_output=True, text=True)
            if done.returncode == 1:
                self.aborted.append(f"{trial}: {done.stderr.splitlines()[0]}")
            elif done.returncode:
                raise RuntimeError(done.stderr)
            table = subprocess.run([self.command, "export", out, "--to", "csv", "--out", "-"], check=True,
                                   capture_output=True, text=True).stdout
        return [self.sample(row, trial) for row in csv.DictReader(io.StringIO(table))]

    def scenario(self, trial: Trial) -> str:
        angles = [0.0, 0.0, trial.slope_deg] if trial.across else [0.0, -trial.slope_deg, 0.0]
        if trial.rise:
            terrain = f'kind = "step"\nrise_m = {trial.rise}\nedge_m = {trial.edge}'
        else:
            heading = 180.0 if trial.across else 270.0
            terrain = f'kind = "incline"\nslope_deg = {trial.slope_deg}\ndownhill_heading_deg = {heading}'
        place = float(rover_model.centre_of_mass(self.links)[0]) if trial.rise else 0.0
        motion = f'motion = "straight"\nspeed_m_per_s = {trial.speed}' if trial.speed else 'motion = "stop"'
        return f"""
title = "Rover among peers"
duration_s = {SETTLING + trial.driving}
[gravity]
acceleration_m_per_s2 = {GRAVITY}
[terrain]
{terrain}
[ground]
kind = "nonsmooth"
friction_coefficient = {trial.friction}
[[vehicle]]
name = "rover"
model = "{self.vehicle}"
[vehicle.start]
position_m = [{place}, 0.0]
height_m = {DROP}
height_of = "lowest_marker"
height_along = "normal"
yaw_pitch_roll_deg = {angles}
[[vehicle.drive]]
motion = "stop"
duration_s = {SETTLING}
[[vehicle.drive]]
{motion}
duration_s = {trial.driving}
[stepping]
method = "moreau_jean"
step_s = {self.step}
[record]
period_s = {self.period}
"""

    def sample(self, row: dict[str, str], trial: Trial) -> Sample:
        slope = np.radians(trial.slope_deg)
        normal = np.array([0.0, 0.0, 1.0])
        ahead = np.array([1.0, 0.0, 0.0])
        if trial.across:
            normal = np.array([0.0, -np.sin(slope), np.cos(slope)])
        elif trial.slope_deg:
            normal = np.array([-np.sin(slope), 0.0, np.cos(slope)])
            ahead = np.array([np.cos(slope), 0.0, np.sin(slope)])
        w, x, y, z = (float(row[f"body.q{axis}"]) for axis in "wxyz")
        up = np.array([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)])
        body = np.array([float(row[f"body.{axis}_m"]) for axis in "xyz"])
        return Sample(float(row["time_s"]), np.array([body @ ahead, 0.0, body @ normal]), float(up @ normal),
                      np.array([float(row[f"{wheel.name}.angle_rad"]) for wheel in self.wheels]),
                      np.array([float(row[f"{bogie.name}.angle_rad"]) for bogie in self.bogies]),
                      np.array([float(row[f"{wheel.name}.z_m"]) for wheel in self.wheels]))


class Mujoco(World):
    def __init__(self, vehicle: pathlib.Path, name: str, option: dict[str, str]) -> None:
        super().__init__(vehicle)
        import mujoco
        self.engine, self.option = mujoco, option
        self.name = f"MuJoCo {mujoco.__version__}, {name}"

    def samples(self, trial: Trial) -> list[Sample]:
        box = (trial.edge, trial.rise) if trial.rise else None
        model = self.engine.MjModel.from_xml_string(rover_model.mjcf(
            self.links, trial.friction, trial.gravity(), box, self.option, GAIN, self.height))
        data = self.engine.MjData(model)
        steps = round(self.period / model.opt.timestep)
        joints = [model.joint(wheel.name).qposadr[0] for wheel in self.wheels]
        bogies = [model.joint(bogie.name).qposadr[0] for bogie in self.bogies]
        bodies = [model.body(wheel.name).id for wheel in self.wheels]
        samples = []
        while data.time < SETTLING + trial.driving - 1e-9:
            data.ctrl[:] = trial.speed / self.radius if data.time >= SETTLING - 1e-9 else 0.0
            self.engine.mj_step(model, data, nstep=steps)
            if not np.all(np.isfinite(data.qpos)) or data.time < self.period / 2:
                raise RuntimeError("MuJoCo lost the rover")
            samples.append(Sample(data.time, data.qpos[:3].copy(), float(data.xmat[1][8]), data.qpos[joints],
                                  data.qpos[bogies], data.xpos[bodies, 2] - self.radius))
        return samples


class Bullet(World):
    def __init__(self, vehicle: pathlib.Path, step: float) -> None:
        super().__init__(vehicle)
        import pybullet
        self.engine, self.step = pybullet, step
        self.name = f"PyBullet {pybullet.getAPIVersion()}, {step * 1e3:.3g} ms"

    def samples(self, trial: Trial) -> list[Sample]:
        client = self.engine.connect(self.engine.DIRECT)
        try:
            return self.driven(trial)
        finally:
            self.engine.disconnect(client)

    def driven(self, trial: Trial) -> list[Sample]:
        engine = self.engine
        engine.setTimeStep(self.step)
        engine.setGravity(*trial.gravity())
        self.lay_ground(trial)
        rover, joints, bogies = self.place_rover(trial.friction)
        steps = round(self.period / self.step)
        samples = []
        for index in range(round((SETTLING + trial.driving) / self.period)):
            rate = trial.speed / self.radius if index * self.period >= SETTLING - 1e-9 else 0.0
            for joint in joints:
                engine.setJointMotorControl2(rover, joint, engine.VELOCITY_CONTROL, targetVelocity=rate,
                                             force=TORQUE)
            for _ in range(steps):
                engine.stepSimulation()
            samples.append(self.sample(rover, joints, bogies, (index + 1) * steps * self.step))
        return samples

    def lay_ground(self, trial: Trial) -> None:
        engine = self.engine
        grounds = [engine.createMultiBody(0, engine.createCollisionShape(engine.GEOM_PLANE))]
        if trial.rise:
            block = engine.createCollisionShape(engine.GEOM_BOX, halfExtents=[10.0, 10.0, trial.rise / 2])
            grounds.append(engine.createMultiBody(0, block, basePosition=[trial.edge + 10.0, 0.0, trial.rise / 2]))
        for ground in grounds:
            engine.changeDynamics(ground, -1, lateralFriction=1.0, restitution=0.0)

    def place_rover(self, friction: float) -> tuple[int, list[int], list[int]]:
        engine = self.engine
        with tempfile.NamedTemporaryFile("w", suffix=".urdf") as file:
            file.write(rover_model.urdf(self.links))
            file.flush()
            rover = engine.loadURDF(file.name, [0.0, 0.0, self.height], flags=engine.URDF_USE_INERTIA_FROM_FILE
                                    | engine.URDF_USE_IMPLICIT_CYLINDER)
        names = {engine.getJointInfo(rover, joint)[1].decode(): joint
                 for joint in range(engine.getNumJoints(rover))}
        for joint in [-1, *names.values()]:
            engine.changeDynamics(rover, joint, linearDamping=0.0, angularDamping=0.0, jointDamping=0.0,
                                  lateralFriction=friction, rollingFriction=0.0, spinningFriction=0.0,
                                  restitution=0.0)
            if joint >= 0:
                engine.setJointMotorControl2(rover, joint, engine.VELOCITY_CONTROL, force=0.0)
        return rover, [names[link.name] for link in self.wheels], [names[link.name] for link in self.bogies]

    def sample(self, rover: int, joints: list[int], bogies: list[int], time: float) -> Sample:
        engine = self.engine
        place, attitude = engine.getBasePositionAndOrientation(rover)
        angles, turns = (np.array([engine.getJointState(rover, joint)[0] for joint in group])
                         for group in (joints, bogies))
        heights = [engine.getLinkState(rover, joint, computeForwardKinematics=1)[4][2] - self.radius
                   for joint in joints]
        return Sample(time, np.array(place), engine.getMatrixFromQuaternion(attitude)[8], angles, turns,
                      np.array(heights))
