//! Decisions: controllers with their own period and memory, and what they command.
//!
//! A controller's memory lives in the run's state as plain numbers; the controller itself is a
//! constant of the world. It sees sensor readings only.

mod driver;

pub use driver::{BodyMotion, DriveError, DriveWheel, Driver, Leg, drive_wheels};

use crate::time::Time;
use crate::vehicle::{MotorCommand, Navigation};
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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Command {
    /// Forces on the root of each vehicle.
    pub wrenches: Vec<Wrench>,
    /// One per link of each vehicle: what the motor of its joint is told.
    pub motors: Vec<MotorCommand>,
}

impl Command {
    /// Takes over another command of the same size without allocating.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.wrenches.copy_from_slice(&other.wrenches);
        self.motors.copy_from_slice(&other.motors);
    }
}

/// Everything a controller may know.
#[derive(Clone, Copy, Debug)]
pub struct SensorView<'a> {
    /// Time of the tick.
    pub time: Time,
    /// Latest reading of every sensor, `None` before its first sample.
    pub navigation: &'a [Option<Navigation>],
}

/// A control law of the user's own.
pub trait Controller: Debug + Send + Sync {
    /// How many numbers it remembers; they start at zero.
    fn registers(&self) -> usize {
        0
    }

    /// One tick. Changes the registers and those parts of the command that are its own.
    fn update(&self, view: &SensorView<'_>, registers: &mut [f64], command: &mut Command);

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
