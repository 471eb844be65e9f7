//! Impacts at an instant: velocities jump, nothing moves.
//!
//! A ball that bounces with e < 1 has infinitely many impacts before t₁ (1 + e)/(1 − e), t₁ that of the
//! first fall from rest. One after which it would rise by less than the depth that steps leave alone is
//! the last: it is taken without restitution, and contact is sustained from then on. That is early by
//! 2 e |u⁻|/(g₀ (1 − e)), microseconds.

use super::position::ALLOWED_DEPTH;
use super::{ConeWorkspace, SolverReport, StepConstants};
use crate::contact::PointImpulses;
use crate::math::time::Time;
use crate::state::{SchemeTerms, State};
use crate::stepping::{Evaluation, SolverLoad, StepError};
use crate::world::World;

/// Gap that counts as closed at an instant of impact, m: at 1 km/s something moves as far in the
/// nanosecond to which the instant is located.
const CLOSED_AT_IMPACT: f64 = 1e-6;
/// Constants of a step without length: conditions at an instant need no time, and any will do. One
/// nanosecond, the unit of time.
pub(super) const INSTANT: StepConstants =
    StepConstants { h: 1e-9, theta: 1.0, second_order: false, sudden: 0.0 };

/// The speed off the ground at which a body rises by no more than a depth that is left alone, m/s.
fn least_bounce(world: &World) -> f64 {
    (2.0 * ALLOWED_DEPTH * world.gravity().at_site()).sqrt()
}

impl ConeWorkspace {
    /// Whether anything lies on something hard: neither comes to it nor off it.
    pub(in crate::stepping) fn rests(
        &mut self,
        world: &World,
        state: &State,
        now: &Evaluation,
    ) -> Result<bool, StepError> {
        self.rows.clear();
        self.detection.detect(world, state, now, INSTANT, &mut self.rows)?;
        self.forget();
        let slow = least_bounce(world);
        Ok(self
            .rows
            .list
            .iter()
            .any(|row| row.gap <= CLOSED_AT_IMPACT && row.before.x.abs() <= slow))
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
        self.detection.detect(world, state, at, INSTANT, &mut self.rows)?;
        Ok(self.rows.list.iter().any(|row| row.gap < 0.0 && row.before.x < 0.0))
    }

    /// Velocities after the impact of all that is closed; the solver's iterations.
    pub(in crate::stepping) fn strike(
        &mut self,
        world: &World,
        state: &State,
        at: &Evaluation,
        end_at: &mut [f64],
        impulses: &mut PointImpulses,
    ) -> Result<u64, StepError> {
        self.rows.clear();
        self.detection.detect(world, state, at, INSTANT, &mut self.rows)?;
        self.rows.retain_closed(CLOSED_AT_IMPACT);
        let least = least_bounce(world);
        for row in &mut self.rows.list {
            row.stop_bouncing_below(least);
        }
        for (vehicle, body) in self.bodies.iter_mut().enumerate() {
            let velocities = &end_at[world.layout().velocities(vehicle)];
            body.stop_at(world, state, vehicle, (at, velocities));
        }
        self.start_impulses(state);
        self.rows.whiten(world, (at, at), &self.bodies);
        self.sticking.forget();
        self.rows.meet_all(INSTANT);
        let iterations = self.solve(world, state)?;
        self.respond();
        for (vehicle, body) in self.bodies.iter().enumerate() {
            end_at[world.layout().velocities(vehicle)].copy_from_slice(&body.end);
        }
        self.scheme_terms = SchemeTerms::default();
        self.account_rows(world, INSTANT, end_at, impulses);
        for body in self.bodies.iter().filter(|body| body.awake) {
            self.scheme_terms.solved += body.struck_work();
        }
        if world.is_staged() {
            self.book_impulses(world, at, end_at, |_, _| ());
            for (vehicle, body) in self.bodies.iter_mut().enumerate() {
                if body.awake && world.is_free(vehicle) {
                    let q = &end_at[world.layout().positions(vehicle)];
                    let given = body.struck_impulse(world, state, vehicle, (at, q));
                    self.scheme_terms.add_momentum(given);
                }
            }
        }
        Ok(iterations)
    }

    /// Forgets the impulses and impacts of the last step.
    fn forget(&mut self) {
        self.reaction.clear();
        self.impacts.clear();
        (self.creep, self.residual) = (0.0, 0.0);
        self.load = SolverLoad::default();
        (self.spent, self.report) = (0, SolverReport::default());
    }
}
