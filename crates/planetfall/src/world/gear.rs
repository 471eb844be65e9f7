//! Wheels that vehicles drive on.

use super::World;

/// A wheel as the driver sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DriveWheel {
    /// The wheel among the vehicle's contactors.
    pub contactor: usize,
    /// Link that turns with the wheel, within the vehicle.
    pub drive: usize,
    /// Link that its steering turns, if it steers.
    pub steer: Option<usize>,
    /// Forward of the root's origin with all joints at zero, m.
    pub x: f64,
    /// Left of it, m.
    pub y: f64,
    /// m
    pub radius: f64,
    /// 1 if the drive joint's axis points left, −1 if right.
    pub drive_sign: f64,
    /// 1 if the steering joint's axis points up, −1 if down.
    pub steer_sign: f64,
}

/// The driven wheels of a vehicle, whose distances and slip are measured.
#[derive(Clone, Debug, PartialEq)]
pub struct RunningGear {
    /// Index of the vehicle.
    pub vehicle: usize,
    /// Its wheels.
    pub wheels: Vec<DriveWheel>,
}

impl DriveWheel {
    /// Distance that its rim has rolled ahead at an angle of its joint (rad), m.
    pub fn rolled(&self, angle: f64) -> f64 {
        self.drive_sign * self.radius * angle
    }

    /// Angle of the wheel against the body at an angle of its steering joint, rad; positive left.
    pub fn heading(&self, angle: f64) -> f64 {
        self.steer_sign * angle
    }
}

impl World {
    /// Has the distances and the slip of a vehicle's driven wheels measured.
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
