//! Cables as forces on what they join (`vehicle/cable.rs`).

use super::AppliedForces;
use crate::math::spatial::Force;
use crate::state::{State, staging};
use crate::vehicle::{Anchor, Cable};
use crate::world::{Channel, SMOOTH_CHANNELS, World};
use nalgebra::Vector3;

/// A cable between its two ends as they are: who they are, where, and how the ends come apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CableSpan {
    /// Ends from their vehicles' anchors in site axes, m: the upper, the lower one.
    pub(crate) ends: [Vector3<f64>; 2],
    /// Unit vector from the upper to the lower end.
    pub(crate) along: Vector3<f64>,
    /// m
    pub(crate) distance: f64,
    /// m/s
    pub(crate) rate: f64,
}

/// Whether a cable can pull: it is not cut, and its ends do not move as one body.
#[inline]
pub(crate) fn joins(world: &World, state: &State, index: usize) -> bool {
    let cable = &world.cables()[index];
    let mover = |vehicle| staging::mover(world, &state.discrete.mounted, vehicle);
    let as_one = mover(cable.from.vehicle) == mover(cable.to.vehicle);
    !(as_one || state.discrete.cut[index])
}

impl AppliedForces {
    /// Where a cable's ends are.
    pub(crate) fn cable_span(&self, cable: &Cable) -> CableSpan {
        let end = |anchor: &Anchor| {
            let kinematics = &self.vehicles[anchor.vehicle].kinematics;
            let (at, velocity) = kinematics.links[anchor.link].point(&anchor.point);
            (at, kinematics.anchor + at, velocity)
        };
        let (from_at, from, from_velocity) = end(&cable.from);
        let (to_at, to, to_velocity) = end(&cable.to);
        let apart = to - from;
        let distance = apart.norm();
        let along = if distance > 0.0 { apart / distance } else { Vector3::zeros() };
        let rate = along.dot(&(to_velocity - from_velocity));
        CableSpan { ends: [from_at, to_at], along, distance, rate }
    }

    /// Tension of the cables on what they join.
    pub(super) fn apply_cables(
        &mut self,
        world: &World,
        state: &State,
        continuous: &[f64],
        work: &mut [f64; SMOOTH_CHANNELS],
    ) {
        let lengths = world.layout().lengths();
        for (index, (cable, place)) in world.cables().iter().zip(lengths).enumerate() {
            self.rates[place] = 0.0;
            self.pulls[index] = Default::default();
            self.cable_forces[index] = Vector3::zeros();
            if !joins(world, state, index) {
                continue;
            }
            let CableSpan { ends: [from_at, to_at], along, distance, rate } =
                self.cable_span(cable);
            let pull = cable.pull(distance, rate, continuous[place]);
            let force = along * -pull.tension;
            self.rates[place] = pull.pay_out;
            self.pulls[index] = pull;
            self.cable_forces[index] = force;
            self.vehicles[cable.to.vehicle].external[cable.to.link] += Force::at(force, &to_at);
            self.vehicles[cable.from.vehicle].external[cable.from.link] +=
                Force::at(-force, &from_at);
            work[Channel::Cables as usize] -= pull.tension * rate;
        }
    }
}
