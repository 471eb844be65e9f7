//! Impacts at an instant: velocities jump, nothing moves.

use super::{Room, Span};
use crate::state::State;
use crate::stepping::{Evaluation, Impulse, SolverLoad, StepError};
use crate::time::Time;
use crate::world::World;

/// A gap that counts as closed at an instant, m: farther than anything moves in a nanosecond.
const CLOSED: f64 = 1e-6;
/// Conditions at an instant need no time; any will do.
pub(super) const INSTANT: Span = Span { h: 1e-9, theta: 1.0, sudden: 0.0 };

impl Room {
    /// Whether anything lies on something hard, or comes off it slower than a speed, m/s.
    pub(in crate::stepping) fn rests(
        &mut self,
        world: &World,
        state: &State,
        now: &Evaluation,
        slow: f64,
    ) -> Result<bool, StepError> {
        self.rows.clear();
        self.encounters.find(world, state, now, INSTANT, &mut self.rows)?;
        self.forget();
        Ok(self.rows.list.iter().any(|row| row.gap <= CLOSED && row.before.x <= slow))
    }

    /// The longest flight in which nothing moves farther than a quarter of its size, so that no impact is
    /// flown past.
    pub(in crate::stepping) fn sight(&self, world: &World, now: &Evaluation) -> Time {
        let mut least = f64::INFINITY;
        for (contactor, place) in world.contactors().iter().enumerate() {
            let part = &world.vehicles()[place.vehicle].contactors[place.contactor];
            let Some(solid) = world.solid(contactor).filter(|solid| solid.reach() > 0.0) else {
                continue;
            };
            let kinematics = now.kinematics(place.vehicle);
            let (_, velocity) = kinematics.links[part.link].point(solid.middle());
            least = least.min(0.25 * solid.reach() / velocity.norm());
        }
        if least < 1e6 { Time::from_nanos((least * 1e9) as i64 + 1) } else { Time::MAX }
    }

    /// Whether anything is inside something hard and goes on into it.
    pub(in crate::stepping) fn is_struck(
        &mut self,
        world: &World,
        state: &State,
        at: &Evaluation,
    ) -> Result<bool, StepError> {
        self.rows.clear();
        self.encounters.find(world, state, at, INSTANT, &mut self.rows)?;
        Ok(self.rows.list.iter().any(|row| row.gap < 0.0 && row.before.x < 0.0))
    }

    /// Velocities after the impact of all that is closed; the solver's iterations.
    pub(in crate::stepping) fn strike(
        &mut self,
        world: &World,
        state: &State,
        at: &Evaluation,
        end_at: &mut [f64],
        impulses: &mut [Impulse],
    ) -> Result<u64, StepError> {
        self.rows.clear();
        self.encounters.find(world, state, at, INSTANT, &mut self.rows)?;
        self.rows.retain_closed(CLOSED);
        for (vehicle, body) in self.bodies.iter_mut().enumerate() {
            let velocities = &end_at[world.layout().velocities(vehicle)];
            body.stop_at(world, state, vehicle, (at, velocities));
        }
        self.start_impulses(state);
        self.rows.whiten(world, at, &self.bodies);
        self.sticking.forget();
        self.rows.meet_all(INSTANT);
        let iterations = self.solve(world, state)?;
        self.respond();
        for (vehicle, body) in self.bodies.iter().enumerate() {
            end_at[world.layout().velocities(vehicle)].copy_from_slice(&body.end);
        }
        self.account_rows(world, 0.0, end_at, impulses);
        Ok(iterations)
    }

    /// Forgets the impulses and impacts of the last step.
    fn forget(&mut self) {
        self.reaction.clear();
        self.impacts.clear();
        (self.creep, self.residual) = (0.0, 0.0);
        self.load = SolverLoad::default();
    }
}
