//! Wheels that vehicles drive on.

use super::World;
use crate::control::DriveWheel;

/// The driven wheels of a vehicle, whose ways and slip are measured.
#[derive(Clone, Debug, PartialEq)]
pub struct RunningGear {
    /// Index of the vehicle.
    pub vehicle: usize,
    /// Its wheels.
    pub wheels: Vec<DriveWheel>,
}

impl World {
    /// Has the ways and the slip of a vehicle's driven wheels measured.
    pub fn with_running_gear(mut self, gear: RunningGear) -> Self {
        self.running_gear.push(gear);
        self
    }

    /// Driven wheels of vehicles that drive.
    pub fn running_gear(&self) -> &[RunningGear] {
        &self.running_gear
    }

    /// The driven wheel that a contactor is, if it is one.
    pub(crate) fn driven(&self, contactor: usize) -> Option<&DriveWheel> {
        let place = self.contactors.get(contactor)?;
        let gear = self.running_gear.iter().find(|gear| gear.vehicle == place.vehicle)?;
        gear.wheels.iter().find(|wheel| wheel.contactor == place.contactor)
    }
}
