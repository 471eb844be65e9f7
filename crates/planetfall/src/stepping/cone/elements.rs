//! Force elements within the step: what is not stiff is taken at the middle of the free motion.
//!
//! In a world with engines, gusts, external wrenches or carried parts the free velocities of all vehicles
//! are found together, since a carried part hands its forces to its carrier. Accelerations of the start
//! lead to the middle; there forces, propellant left and thrusts (which lag by half a step of their own
//! rate) are taken, and the step acts with them: the explicit midpoint rule, of second order. A thrust that
//! lags by τ is stable up to h = 2 τ; longer steps are divided (`longest_stable`).
//!
//! Work of the elements is h f·(v + v⁺)/2, exactly what they add to ½ vᵀ M v.

use super::constraint_row::ConstraintKind;
use super::{ConeWorkspace, StepConstants};
use crate::dynamics::kinematics::{integrate, normalise};
use crate::math::time::Time;
use crate::state::State;
use crate::stepping::Evaluation;
use crate::world::Channel;
use crate::world::ForceElement;
use crate::world::World;
use nalgebra::Vector3;

/// A thrust may lag by at least this part of a step: the explicit midpoint rule is stable to 2, and accurate
/// to 1.
const LAG_PARTS: f64 = 1.0;

/// The longest part of a step for which elements taken at its middle are stable.
pub(super) fn longest_stable(world: &World, longest: Time) -> Time {
    if !world.is_eventful() {
        return longest;
    }
    let engines = world.vehicles().iter().flat_map(|vehicle| &vehicle.engines);
    let lags = engines.map(|engine| engine.lag).filter(|lag| *lag > 0.0);
    let bounds = world.forces().iter().map(ForceElement::longest_stable);
    let least = lags.map(|lag| LAG_PARTS * lag).chain(bounds).fold(f64::INFINITY, f64::min);
    let parts = (longest.seconds() / least).ceil();
    if parts > 1.0 { Time::from_nanos((longest.nanos() / parts as i64).max(1)) } else { longest }
}

/// Takes thrusts and propellant of a continuous state on by a time (s) with the rates of an evaluation.
pub(super) fn advance_elements(world: &World, by: &Evaluation, at: &mut [f64], time: f64) {
    for place in world.layout().element_states() {
        at[place] += time * by.applied.rates[place];
    }
}

impl ConeWorkspace {
    /// Free motion of all vehicles under the elements; `at` is room for a continuous state.
    pub(super) fn prepare_under_elements(
        &mut self,
        world: &World,
        state: &State,
        (stage, at): (&mut Evaluation, &mut [f64]),
        span: StepConstants,
    ) {
        let layout = world.layout();
        at.copy_from_slice(&state.continuous);
        stage.applied.apply_free_forces(world, state, at, 0.0);
        for (vehicle, body) in self.bodies.iter_mut().enumerate().filter(|(_, body)| body.awake) {
            body.scratch.fill(0.0);
            let still = std::mem::take(&mut body.scratch);
            stage.lack_under_forces(world, state, vehicle, &still, body.lack_at_start());
            body.scratch = still;
            let tree = &world.vehicles()[vehicle].tree;
            body.start_from_lack(tree, &state.continuous[layout.positions(vehicle)], span);
            at[layout.positions(vehicle)].copy_from_slice(&body.middle.0);
            at[layout.velocities(vehicle)].copy_from_slice(&body.middle.1);
        }
        advance_elements(world, stage, at, 0.5 * span.h);
        self.taken = stage.applied.apply_free_forces(world, state, at, 0.5 * span.h);
        for (vehicle, body) in self.bodies.iter_mut().enumerate().filter(|(_, body)| body.awake) {
            let (rate, lack) = body.lack_in_middle();
            stage.lack_under_forces(world, state, vehicle, rate, lack);
            body.push_from_lack(span);
        }
    }

    /// Applies the elements where the vehicles were seen to end; thrusts and propellant as they are in the
    /// middle of the step.
    pub(super) fn apply_elements_at_end(
        &mut self,
        world: &World,
        state: &State,
        (now, stage, at): (&Evaluation, &mut Evaluation, &mut [f64]),
        span: StepConstants,
    ) {
        let layout = world.layout();
        at.copy_from_slice(&state.continuous);
        for (vehicle, body) in self.bodies.iter().enumerate().filter(|(_, body)| body.awake) {
            at[layout.positions(vehicle)].copy_from_slice(&body.middle.0);
            at[layout.velocities(vehicle)].copy_from_slice(&body.middle.1);
        }
        advance_elements(world, now, at, 0.5 * span.h);
        self.taken = stage.applied.apply_free_forces(world, state, at, span.h);
    }

    /// Applies the elements half way along the step that was found, where their work is reckoned.
    pub(super) fn apply_elements_between(
        &mut self,
        world: &World,
        state: &State,
        (now, stage, at): (&Evaluation, &mut Evaluation, &mut [f64]),
        span: StepConstants,
    ) {
        let layout = world.layout();
        at.copy_from_slice(&state.continuous);
        for (vehicle, body) in self.bodies.iter().enumerate().filter(|(_, body)| body.awake) {
            let tree = &world.vehicles()[vehicle].tree;
            let q = &mut at[layout.positions(vehicle)];
            integrate(tree, q, &body.mean_displacement, 0.5);
            normalise(tree, q);
            let means = body.start.iter().zip(&body.end).map(|(start, end)| 0.5 * (start + end));
            at[layout.velocities(vehicle)].iter_mut().zip(means).for_each(|(v, mean)| *v = mean);
        }
        advance_elements(world, now, at, 0.5 * span.h);
        self.taken = stage.applied.apply_free_forces(world, state, at, 0.5 * span.h);
    }

    /// Takes thrusts and propellant to the end of the step, and books the elements' work and momentum with
    /// the velocities found.
    pub(super) fn account_elements(
        &mut self,
        world: &World,
        state: &State,
        (stage, at): (&mut Evaluation, &mut [f64]),
        h: f64,
        end_at: &mut [f64],
    ) {
        let layout = world.layout();
        advance_elements(world, stage, end_at, h);
        if world.is_staged() {
            let given = stage.applied.outer_forces(world, state, self.taken);
            let momentum = end_at[layout.momentum()].iter_mut();
            let outer = given[0].iter().chain(given[1].iter());
            momentum.zip(outer).for_each(|(sum, part)| *sum += h * part);
            self.scheme_terms.add_momentum(given.map(|part| part * h));
        }
        let book = layout.work().start;
        if world.is_staged() {
            end_at[book + Channel::Propellant as usize] += h * stage.applied.propellant_power;
            self.scheme_terms.solved += h * stage.applied.propellant_power;
        }
        for (vehicle, body) in self.bodies.iter().enumerate().filter(|(_, body)| body.awake) {
            let velocities = at[layout.velocities(vehicle)].iter_mut();
            for ((mean, start), end) in velocities.zip(&body.start).zip(&body.end) {
                *mean = 0.5 * (start + end);
            }
        }
        // What acted in the equations, gravity apart, at the mean velocities.
        self.scheme_terms.solved += h * stage.applied.free_power(world, state, at);
        for push in &stage.applied.pushes {
            let twist = &stage.applied.vehicles[push.vehicle].kinematics.links[push.link].twist;
            end_at[book + push.channel as usize] += h * twist.dot(&push.wrench);
        }
    }

    /// Books what the ground and cables give to the momentum of all that moves freely, posed as in the
    /// equations that were solved, and what these say of it.
    pub(super) fn account_momentum(
        &mut self,
        world: &World,
        (posed, h): (&Evaluation, f64),
        end_at: &mut [f64],
    ) {
        if !world.is_staged() {
            return;
        }
        for (vehicle, body) in self.bodies.iter().enumerate() {
            if body.awake && world.is_free(vehicle) {
                let solved = body.solved_impulse(posed.kinematics(vehicle));
                self.scheme_terms.add_momentum(solved);
            }
        }
        self.book_impulses(world, posed, end_at, |cone, sum| {
            cone.soil.add_momentum(world, (posed, h), sum);
            cone.compliant.add_momentum(world, sum);
        });
    }

    /// Books the impulses of all rows, and what else `add` gives, on what moves freely.
    pub(super) fn book_impulses(
        &self,
        world: &World,
        posed: &Evaluation,
        end_at: &mut [f64],
        add: impl FnOnce(&Self, &mut [Vector3<f64>; 2]),
    ) {
        let mut sum = [Vector3::zeros(); 2];
        for (row, impulse) in self.rows.list.iter().zip(self.reaction.chunks_exact(3)) {
            // Joints push two links of one vehicle against each other.
            match row.kind {
                ConstraintKind::Contact { .. }
                | ConstraintKind::Drag { .. }
                | ConstraintKind::Cable => {}
                ConstraintKind::Stop { .. } | ConstraintKind::Rub(_) => continue,
            }
            let total = row.frame.tr_mul(&Vector3::from_column_slice(impulse));
            for side in row.sides().filter(|side| world.is_free(side.vehicle)) {
                let push = total * side.sign;
                sum[0] += push;
                let anchor = posed.kinematics(side.vehicle).anchor;
                sum[1] += (anchor + side.bearing()).cross(&push);
            }
        }
        add(self, &mut sum);
        let momentum = end_at[world.layout().momentum()].iter_mut();
        momentum.zip(sum[0].iter().chain(sum[1].iter())).for_each(|(total, part)| *total += part);
    }
}
