//! Gusts of wind: a constant force at the centre of mass of a vehicle for a while.

use super::{Exertion, ForceView};
use crate::math::spatial::Force;
use crate::math::time::Time;
use nalgebra::Vector3;

/// A gust of wind, as the force it has on a vehicle's centre of mass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gust {
    /// Index of the vehicle.
    pub vehicle: usize,
    /// Site axes, N.
    pub force: Vector3<f64>,
    /// From this instant
    pub from: Time,
    /// to this one.
    pub until: Time,
}

impl Gust {
    pub(super) fn apply(&self, view: &ForceView<'_>, out: &mut Exertion<'_>) {
        if !view.acts() {
            return;
        }
        let kinematics = view.kinematics(self.vehicle);
        let at = view.centre_of_mass(self.vehicle).position - kinematics.anchor;
        let power = self.force.dot(&kinematics.links[0].twist.at(&at));
        out.wrench_of_power((self.vehicle, 0), Force::at(self.force, &at), power);
    }
}
