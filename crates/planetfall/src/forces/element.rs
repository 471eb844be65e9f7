//! Force elements of the world as they act ([`ForceElement`](crate::world::ForceElement)).

use super::AppliedForces;
use crate::state::State;
use crate::world::{Exertion, ForceView, World};

impl AppliedForces {
    /// The world's force elements, in their order.
    pub(super) fn apply_elements(
        &mut self,
        world: &World,
        state: &State,
        continuous: &[f64],
        work: &mut [f64],
    ) {
        for (index, element) in world.forces().iter().enumerate() {
            let places = world.layout().force_states(index);
            let (mut pushes, mut rates) =
                (std::mem::take(&mut self.pushes), std::mem::take(&mut self.rates));
            let first = pushes.len();
            rates[places.clone()].fill(0.0);
            let view = ForceView {
                world,
                continuous,
                inertias: &state.inertias,
                vehicles: &self.vehicles,
                acts: state.discrete.acting[index],
                command: &state.command.external[index],
                index,
                seconds: self.seconds + self.stage_delay,
                mounted: &state.discrete.mounted,
            };
            let channel = element.channel();
            let mut out = Exertion {
                view,
                channel,
                pushes: &mut pushes,
                outside: &mut self.outside,
                rates: &mut rates[places],
            };
            element.apply(&view, &mut out);
            for push in &pushes[first..] {
                self.vehicles[push.vehicle].external[push.link] += push.wrench;
                work[push.channel as usize] += push.power;
            }
            if !self.notes_pushes {
                pushes.truncate(first);
            }
            (self.pushes, self.rates) = (pushes, rates);
        }
    }
}
