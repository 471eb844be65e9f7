//! Decisions: controllers with their own period and memory, and what they command.
//!
//! A controller's memory lives in the run's state as plain numbers; the controller itself is a
//! constant of the world. It sees sensor readings only.

mod cycle;
mod driver;
pub mod flight;
mod odometer;
mod operator;
mod pilot;
mod route;
mod schedule;
mod wheels;

pub use cycle::{Cycle, CycleError};
pub use driver::{Driver, Leg, Task};
pub use odometer::{Odometer, Pose};
pub use operator::{
    Console, Ending, Goal, Incident, Lever, Operator, OrderError, Orders, Packet, Reading, Sight,
    Unattended,
};
pub use pilot::{Pilot, WheelSetting};
pub use route::{PoseSource, Route};
pub use schedule::{TorquePiece, TorqueSchedule};
pub use wheels::{BodyMotion, DriveError, DriveWheel, WheelJoints, drive_wheels, wheel_joints};

use crate::math::time::Time;
use crate::vehicle::{Inertial, Latch, Motion, MotorCommand, Navigation};
use crate::world::World;
use nalgebra::Vector3;
use std::fmt::Debug;
use std::sync::Arc;

/// Force and torque on a vehicle's root in its axes, at its origin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wrench {
    /// N, body axes.
    pub force: Vector3<f64>,
    /// N m about the body origin, body axes.
    pub torque: Vector3<f64>,
}

/// What the controllers have asked for; held until they ask for something else.
#[derive(Clone, Debug, Default)]
pub struct Command {
    /// Forces on the root of each vehicle.
    pub wrenches: Vec<Wrench>,
    /// One per external wrench: force (N) and moment (N m) at its point, in its axes.
    pub external: Vec<Wrench>,
    /// One per link of each vehicle: what the motor of its joint is told.
    pub motors: Vec<MotorCommand>,
    /// One per engine of each vehicle: thrust, N; zero is off.
    pub thrusts: Vec<f64>,
    /// One per vehicle, where any is carried: whether it is to be let go.
    pub separate: Vec<bool>,
    /// One per cable: whether it is to be cut.
    pub cut: Vec<bool>,
}

impl Command {
    /// Nothing is asked for.
    pub(crate) fn idle(world: &World) -> Self {
        Self {
            wrenches: vec![Wrench::default(); world.vehicles().len()],
            external: vec![Wrench::default(); world.forces().len()],
            motors: vec![MotorCommand::Off; world.layout().all_links()],
            thrusts: vec![0.0; world.layout().all_engines()],
            separate: vec![
                false;
                world.mounts().iter().flatten().count().min(1) * world.vehicles().len()
            ],
            cut: vec![false; world.cables().len()],
        }
    }

    /// Takes over another command of the same size without allocating.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.wrenches.copy_from_slice(&other.wrenches);
        self.external.copy_from_slice(&other.external);
        self.motors.copy_from_slice(&other.motors);
        self.thrusts.copy_from_slice(&other.thrusts);
        self.separate.copy_from_slice(&other.separate);
        self.cut.copy_from_slice(&other.cut);
    }
}

impl PartialEq for Command {
    fn eq(&self, other: &Self) -> bool {
        let Self { wrenches, external, motors, thrusts, separate, cut } = self;
        *wrenches == other.wrenches
            && *external == other.external
            && *motors == other.motors
            && *thrusts == other.thrusts
            && are_same_flags(separate, &other.separate)
            && are_same_flags(cut, &other.cut)
    }
}

/// Equality of a few flags, one by one. They are often none, and then the library's comparison of memory loads
/// through the address that stands for no memory, under a mask: hundreds of cycles on processors with AVX-512.
pub(crate) fn are_same_flags(a: &[bool], b: &[bool]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b)
}

/// Everything a controller may know.
#[derive(Clone, Copy, Debug, Default)]
pub struct SensorView<'a> {
    /// Time of the tick.
    pub time: Time,
    /// Latest reading of every sensor, in the world's order.
    pub sensors: &'a [Latch],
    /// What each link's joint reads, one per link of each vehicle.
    pub joints: &'a [JointReading],
    /// What the other controllers remember.
    pub registers: Registers<'a>,
}

impl SensorView<'_> {
    /// Reading of a sensor that is a navigation solution; none before its first sample.
    pub fn navigation(&self, sensor: usize) -> Option<Navigation> {
        let latch = self.sensors.get(sensor)?;
        Navigation::from_numbers(latch.time?, &latch.values)
    }

    /// Reading of an inertial sensor; none before its first sample.
    pub fn inertial(&self, sensor: usize) -> Option<Inertial> {
        let latch = self.sensors.get(sensor)?;
        Inertial::from_numbers(latch.time?, &latch.values)
    }

    /// Whether a touch switch is closed.
    pub fn is_closed(&self, sensor: usize) -> bool {
        self.sensors.get(sensor).and_then(|latch| latch.values.first()) == Some(&1.0)
    }
}

/// What the encoder of a joint reads.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointReading {
    /// Position of a joint of one coordinate, rad or m; zero for others.
    pub position: f64,
}

/// Registers of all controllers but the one that looks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Registers<'a> {
    pub(crate) before: &'a [f64],
    pub(crate) own: usize,
    pub(crate) after: &'a [f64],
}

impl Registers<'_> {
    /// A register by its place among those of all controllers; zero for one's own and for places
    /// that do not exist.
    pub fn get(&self, place: usize) -> f64 {
        let later = || self.after.get(place - self.before.len() - self.own);
        match self.before.get(place) {
            Some(value) => *value,
            None if place < self.before.len() + self.own => 0.0,
            None => later().copied().unwrap_or(0.0),
        }
    }

    /// Three registers in a row.
    pub fn vector(&self, place: usize) -> Vector3<f64> {
        Vector3::new(self.get(place), self.get(place + 1), self.get(place + 2))
    }
}

/// A control law of the user's own.
pub trait Controller: Debug + Send + Sync {
    /// How many numbers it remembers; they start at zero.
    fn registers(&self) -> usize {
        0
    }

    /// One tick. Changes the registers and those parts of the command that are its own.
    fn update(&self, view: &SensorView<'_>, registers: &mut [f64], command: &mut Command);

    /// The vehicle whose motion it looks at after every step, if there is one.
    fn watched(&self) -> Option<usize> {
        None
    }

    /// Measures the motion of that vehicle at the end of a step. It may change registers that its own
    /// metrics are made of, and commands nothing.
    fn watch(&self, motion: &Motion, registers: &mut [f64]) {
        let _ = (motion, registers);
    }

    /// Registers worth recording: name with unit, meaning and place among its own.
    fn columns(&self) -> &'static [(&'static str, &'static str, usize)] {
        &[]
    }

    /// The word for its mode, if it has modes; a change of it is an event.
    fn mode_word(&self, registers: &[f64]) -> Option<&'static str> {
        let _ = registers;
        None
    }

    /// What it has to say when the run is over, by name.
    fn metrics(&self, registers: &[f64]) -> Vec<(String, f64)> {
        let _ = registers;
        Vec::new()
    }

    /// The console at which an outside program decides, before each of its ticks, what this orders.
    fn console(&self) -> Option<&Console> {
        None
    }

    /// What it is doing at an instant, in a sentence without its full stop, for a person who asks.
    fn mode(&self, time: Time, registers: &[f64]) -> Option<String> {
        let _ = (time, registers);
        None
    }
}

/// A controller with its period.
#[derive(Clone, Debug)]
pub struct ControlLoop {
    /// Unique name.
    pub name: String,
    /// Time between ticks.
    pub period: Time,
    /// The law.
    pub controller: Arc<dyn Controller>,
}
