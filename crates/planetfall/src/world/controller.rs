//! Who decides: controllers as a world has them. Those that there are stand in [`crate::control`].
//!
//! A controller's memory lives in the run's state as plain numbers; the controller itself is a
//! constant of the world. It sees sensor readings only.

use super::{Command, Console};
use crate::math::time::Time;
use crate::quantity::{Metric, Quantity};
use crate::vehicle::{Inertial, Latch, Motion, Navigation};
use nalgebra::Vector3;
use std::fmt::Debug;
use std::sync::Arc;

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

    /// Registers worth recording.
    fn columns(&self) -> &'static [RegisterColumn] {
        &[]
    }

    /// The index of its mode, if it has modes; a change of it is an event.
    fn mode_index(&self, registers: &[f64]) -> Option<usize> {
        let _ = registers;
        None
    }

    /// The name of a mode.
    fn mode_name(&self, mode: usize) -> &str {
        let _ = mode;
        ""
    }

    /// What it has to say when the run is over, by name.
    fn metrics(&self, registers: &[f64]) -> Vec<Metric> {
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

/// A register that is recorded.
#[derive(Clone, Copy, Debug)]
pub struct RegisterColumn {
    /// Its column.
    pub quantity: Quantity,
    /// Its place among the controller's own registers.
    pub register: usize,
}

impl RegisterColumn {
    /// Name with unit, meaning and place.
    pub const fn new(name: &'static str, meaning: &'static str, register: usize) -> Self {
        Self { quantity: Quantity::new(name, meaning), register }
    }

    /// The same without a unit.
    pub const fn dimensionless(self) -> Self {
        Self { quantity: self.quantity.dimensionless(), ..self }
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
