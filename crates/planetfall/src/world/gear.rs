//! Wheels that vehicles drive on.

use super::World;
use crate::contact::cone::NormalLaw;
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

    /// Whether a contactor stands on ROAMS's soil.
    pub(crate) fn is_on_soil(&self, contactor: usize) -> bool {
        let contacts = self.contactors.get(contactor).map(|place| place.contacts.clone());
        let first = contacts.and_then(|range| self.contacts.get(range.start));
        let law = first.and_then(|contact| contact.law.cone());
        law.is_some_and(|law| matches!(law.normal, NormalLaw::Soil(_)))
    }
}
