//! Gusts of wind: a force at the centre of mass of a vehicle while they blow (`environment.rs`).

use super::Push;
use crate::math::spatial::Force;
use crate::state::State;
use crate::stepping::{Channel, Evaluation, SMOOTH_CHANNELS};
use crate::world::World;

impl Evaluation {
    /// Gusts that blow.
    pub(super) fn apply_gusts(
        &mut self,
        world: &World,
        state: &State,
        continuous: &[f64],
        work: &mut [f64; SMOOTH_CHANNELS],
    ) {
        for (gust, blows) in world.gusts().iter().zip(&state.situation.gusting) {
            if !blows {
                continue;
            }
            let vehicle = gust.vehicle;
            let centre = self.own_centre(world, state, continuous, vehicle);
            let own = &mut self.vehicles[vehicle];
            let at = centre.position - own.kinematics.anchor;
            let wrench = Force::at(gust.force, &at);
            own.external[0] += wrench;
            work[Channel::Actuation as usize] +=
                gust.force.dot(&own.kinematics.links[0].twist.at(&at));
            self.note(Push { channel: Channel::Actuation, vehicle, link: 0, wrench });
        }
    }
}
