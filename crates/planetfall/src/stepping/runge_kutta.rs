//! Explicit Runge–Kutta schemes (Hairer, Nørsett & Wanner, Solving Ordinary Differential Equations
//! I, §II.1 for RK4, §II.5 for Dormand–Prince 5(4)).
//!
//! The first slope is the evaluation at the current state, kept from the end of the step before; on soil,
//! which was committed since, it is evaluated anew.

use super::soil_explicit::divided;
use super::{Evaluation, StepError, StepReport, Tolerance, Workspace};
use crate::contact::{Contact, Load, PointImpulses};
use crate::dynamics::kinematics;
use crate::math::real;
use crate::math::time::Time;
use crate::state::{SchemeTerms, State};
use crate::vehicle::Pull;
use crate::world::World;

/// Coefficients of an explicit scheme.
pub(super) struct Tableau {
    /// Rows of the stage matrix, from the second stage on.
    stages: &'static [&'static [f64]],
    /// Weights of the slopes.
    weights: &'static [f64],
    /// Weights of the error estimate, the evaluation at the end as last slope.
    error: &'static [f64],
}

pub(super) const RK4: Tableau = Tableau {
    stages: &[&[0.5], &[0.0, 0.5], &[0.0, 0.0, 1.0]],
    weights: &[1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0],
    error: &[],
};

const DORMAND_PRINCE: Tableau = Tableau {
    stages: &[
        &[1.0 / 5.0],
        &[3.0 / 40.0, 9.0 / 40.0],
        &[44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0],
        &[19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0],
        &[9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0],
    ],
    weights: &[35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0],
    error: &[
        71.0 / 57600.0,
        0.0,
        -71.0 / 16695.0,
        71.0 / 1920.0,
        -17253.0 / 339_200.0,
        22.0 / 525.0,
        -1.0 / 40.0,
    ],
};

/// One step of exactly `span`, or on soil of an equal part of it that is stable and passes no more than
/// half a cell.
pub(super) fn fixed(
    world: &World,
    state: &State,
    span: Time,
    tableau: &Tableau,
    workspace: &mut Workspace,
) -> Result<StepReport, StepError> {
    let mut taken = span;
    let mut evaluations = 0;
    if workspace.soil_is_force {
        taken = workspace.stability.part(world, state, &workspace.now, span)?;
    }
    loop {
        evaluations += advance(world, state, taken, tableau, workspace)?;
        let mut shorter = divided(taken, leaps(world, taken, workspace));
        if workspace.soil_is_force && !workspace.now.is_borne() {
            // What first touches has just met the soil that it must be stable on.
            let Workspace { stability, stage, end, .. } = workspace;
            for met in [stage, end] {
                shorter = shorter.min(stability.part(world, state, met, taken)?);
            }
        }
        if shorter == taken {
            break;
        }
        taken = shorter;
    }
    Ok(StepReport { next: span, evaluations, ..StepReport::of(taken) })
}

/// Into how many parts an attempted step is to be divided for soil's sake.
fn leaps(world: &World, span: Time, workspace: &Workspace) -> f64 {
    if !workspace.soil_is_force {
        return 1.0;
    }
    let h = span.seconds();
    workspace.now.leaps(world, h).max(workspace.end.leaps(world, h))
}

/// One step of at most `longest` whose estimated error is within the tolerance.
pub(super) fn adaptive(
    world: &World,
    state: &State,
    longest: Time,
    tolerance: &Tolerance,
    shortest: Time,
    workspace: &mut Workspace,
) -> Result<StepReport, StepError> {
    let hint = if state.next_step > Time::ZERO { state.next_step } else { longest };
    let mut span = hint.min(longest).max(Time::from_nanos(1));
    let mut report = StepReport::of(span);
    loop {
        report.evaluations += advance(world, state, span, &DORMAND_PRINCE, workspace)?;
        let parts = leaps(world, span, workspace);
        if parts > 1.0 && span > shortest {
            report.rejected += 1;
            span = divided(span, parts).max(shortest);
            continue;
        }
        let worst = worst_error(world, span, tolerance, workspace);
        let wanted = stretched(span, worst.ratio);
        if worst.ratio <= 1.0 {
            report.taken = span;
            // A step cut short by a due instant says nothing against the longer one before it.
            let cut = report.rejected == 0 && span < hint;
            report.next = if cut { wanted.max(hint) } else { wanted };
            return Ok(report);
        }
        if span <= shortest && contact_changes(workspace) {
            report.next = span;
            return Ok(StepReport { taken: span, ..report });
        }
        report.rejected += 1;
        if span <= shortest {
            let vehicle = world.vehicles()[worst.vehicle].name.clone();
            let quantity = worst.quantity;
            return Err(StepError::TooStiff { vehicle, quantity, time: state.time, shortest });
        }
        span = wanted.max(shortest).min(Time::from_nanos(span.nanos() - 1));
    }
}

/// Whether a contact is made or broken in the attempted step, a cable goes taut or slack, or a footprint
/// on soil gains or loses nodes. The force then jumps, which no step resolves: the shortest passes over it, with an error of the jump times the step.
fn contact_changes(workspace: &Workspace) -> bool {
    let before = workspace.now.contacts().iter().zip(workspace.now.loads());
    let after = workspace.end.contacts().iter().zip(workspace.end.loads());
    let loaded = |(touch, load): (&Contact, &Load)| (touch.gap < 0.0, load.normal_force != 0.0);
    let taut = |pull: &Pull| (pull.stretch > 0.0, pull.tension > 0.0, pull.pay_out > 0.0);
    let (slack, strung) = (workspace.now.pulls().iter(), workspace.end.pulls().iter());
    before.map(loaded).ne(after.map(loaded))
        || slack.map(taut).ne(strung.map(taut))
        || workspace.now.bearing().ne(workspace.end.bearing())
}

/// The step that would have just met the tolerance, within a factor of 5 either way.
fn stretched(span: Time, ratio: f64) -> Time {
    let factor = if ratio == 0.0 { 5.0 } else { 0.9 * real::pow(ratio, -0.2) };
    // A ratio that is not a number is the largest error of all.
    let factor = if factor.is_nan() { 0.2 } else { factor.clamp(0.2, 5.0) };
    Time::from_nanos((span.nanos() as f64 * factor) as i64)
}

/// Stages, end state and its evaluation; returns the number of evaluations.
fn advance(
    world: &World,
    state: &State,
    span: Time,
    tableau: &Tableau,
    workspace: &mut Workspace,
) -> Result<u64, StepError> {
    let h = span.seconds();
    workspace.slopes[0].copy_from_slice(workspace.now.rates());
    if let Some(terms) = &mut workspace.scheme_terms {
        let (now, weight) = (&mut workspace.now, h * tableau.weights[0]);
        *terms = SchemeTerms::default();
        now.add_scheme_terms(world, state, &state.continuous, weight, terms);
    }
    begin(&mut workspace.impulses, &workspace.now, h * tableau.weights[0]);
    for (index, row) in tableau.stages.iter().enumerate() {
        let stage = index + 1;
        combine(&mut workspace.stage_at, &state.continuous, &workspace.slopes, row, h);
        let elapsed = workspace.soil_is_force.then(|| h * row.iter().sum::<f64>());
        let at = &workspace.stage_at;
        workspace.stage.applied.stage_delay = h * row.iter().sum::<f64>();
        workspace.stage.evaluate_on(world, state, at, state.time, elapsed)?;
        workspace.stage.applied.stage_delay = 0.0;
        workspace.slopes[stage].copy_from_slice(workspace.stage.rates());
        if let Some(terms) = &mut workspace.scheme_terms {
            let weight = h * tableau.weights[stage];
            workspace.stage.add_scheme_terms(world, state, at, weight, terms);
        }
        gather(&mut workspace.impulses, &workspace.stage, h * tableau.weights[stage]);
    }
    combine(&mut workspace.end_at, &state.continuous, &workspace.slopes, tableau.weights, h);
    for (vehicle, owner) in world.vehicles().iter().enumerate() {
        let positions = world.layout().positions(vehicle);
        kinematics::normalise(&owner.tree, &mut workspace.end_at[positions]);
    }
    let elapsed = workspace.soil_is_force.then_some(h);
    let ended = state.time + span;
    workspace.end.evaluate_on(world, state, &workspace.end_at, ended, elapsed)?;
    Ok(tableau.stages.len() as u64 + 1)
}

/// out = start + h Σ weight · slope, leaving out slopes of weight zero.
#[inline]
fn combine(out: &mut [f64], start: &[f64], slopes: &[Vec<f64>], weights: &[f64], h: f64) {
    let mut terms = slopes.iter().zip(weights).filter(|(_, weight)| **weight != 0.0);
    let Some((slope, weight)) = terms.next() else { return out.copy_from_slice(start) };
    let factor = h * weight;
    for ((value, start), rate) in out.iter_mut().zip(start).zip(slope) {
        *value = start + factor * rate;
    }
    for (slope, weight) in terms {
        let factor = h * weight;
        for (value, rate) in out.iter_mut().zip(slope) {
            *value += factor * rate;
        }
    }
}

/// Takes the first stage's share of the contact impulses.
#[inline]
fn begin(impulses: &mut PointImpulses, evaluation: &Evaluation, weight: f64) {
    if !evaluation.is_loaded() {
        return impulses.clear();
    }
    let loads = evaluation.loads().iter().zip(evaluation.contacts());
    for (impulse, (load, touch)) in impulses.all_mut().iter_mut().zip(loads) {
        impulse.begin(load, &touch.normal, weight);
    }
}

/// Adds a stage's share of the contact impulses.
#[inline]
fn gather(impulses: &mut PointImpulses, evaluation: &Evaluation, weight: f64) {
    if !evaluation.is_loaded() {
        return;
    }
    let loads = evaluation.loads().iter().zip(evaluation.contacts());
    for (impulse, (load, touch)) in impulses.all_mut().iter_mut().zip(loads) {
        impulse.add(load, &touch.normal, weight);
    }
}

struct Worst {
    ratio: f64,
    vehicle: usize,
    quantity: &'static str,
}

/// The largest estimated error in units of its tolerance.
fn worst_error(
    world: &World,
    span: Time,
    tolerance: &Tolerance,
    workspace: &mut Workspace,
) -> Worst {
    let Workspace { slopes, stage_at: error, now, end, .. } = workspace;
    slopes[6].copy_from_slice(end.rates());
    error.fill(0.0);
    let h = span.seconds();
    for (slope, weight) in slopes.iter().zip(DORMAND_PRINCE.error) {
        for (sum, rate) in error.iter_mut().zip(slope) {
            *sum += h * weight * rate;
        }
    }
    let layout = world.layout();
    let mut worst = Worst { ratio: 0.0, vehicle: 0, quantity: "position" };
    let mut consider = |numbers: &[f64], allowed: f64, vehicle, quantity| {
        let largest =
            numbers.iter().fold(0.0, |m: f64, x| if x.is_nan() { *x } else { m.max(x.abs()) });
        // An error that is not a number is the worst.
        let ratio = largest / allowed;
        if ratio.is_nan() || ratio > worst.ratio {
            worst = Worst { ratio, vehicle, quantity };
        }
    };
    for (vehicle, owner) in world.vehicles().iter().enumerate() {
        let (q, v) = (layout.positions(vehicle).start, layout.velocities(vehicle).start);
        for (link, place) in owner.tree.links().iter().zip(owner.tree.places()) {
            if link.joint.coupling.is_some() {
                continue;
            }
            let p = &error[q + place.position..][..link.joint.kind.positions()];
            let w = &error[v + place.velocity..][..link.joint.kind.velocities()];
            // Lengths first, then angles; a quaternion turns by half the angle.
            let (slide, half) = link.joint.kind.slides();
            consider(&p[..slide], tolerance.position, vehicle, "position");
            consider(&p[slide..], half * tolerance.attitude, vehicle, "attitude");
            consider(&w[..slide], tolerance.velocity, vehicle, "velocity");
            consider(&w[slide..], tolerance.rate, vehicle, "angular rate");
            let allowed = if slide > 0 { tolerance.position } else { tolerance.attitude };
            let states = &error[layout.joint_states(vehicle)][place.states.clone()];
            consider(states, allowed, vehicle, "state of a joint");
        }
    }
    let loads = now.loads().iter().zip(end.loads());
    for (contact, (before, after)) in world.sample_points().iter().zip(loads) {
        let unloaded = before.normal_force == 0.0 && after.normal_force == 0.0;
        for part in contact.parts() {
            if part.ground.force().is_some_and(|g| !(unloaded && g.resets_unloaded_states())) {
                let vehicle = contact.vehicle;
                consider(
                    &error[part.internals.clone()],
                    tolerance.position,
                    vehicle,
                    "contact state",
                );
            }
        }
    }
    worst
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_a_tableau_meets_its_order_conditions() {
        for tableau in [&RK4, &DORMAND_PRINCE] {
            let nodes: Vec<f64> = std::iter::once(0.0)
                .chain(tableau.stages.iter().map(|row| row.iter().sum()))
                .collect();
            for power in 0..4 {
                let sum: f64 =
                    tableau.weights.iter().zip(&nodes).map(|(b, c)| b * c.powi(power)).sum();
                assert!((sum - 1.0 / f64::from(power + 1)).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn the_error_weights_vanish_on_a_straight_line() {
        assert!(DORMAND_PRINCE.error.iter().sum::<f64>().abs() < 1e-15);
    }

    #[test]
    fn a_step_is_never_stretched_by_more_than_five() {
        let span = Time::from_millis(10);
        assert_eq!(stretched(span, 0.0), Time::from_millis(50));
        assert_eq!(stretched(span, 1e30), Time::from_millis(2));
        assert_eq!(stretched(span, f64::NAN), Time::from_millis(2));
        assert_eq!(stretched(span, f64::INFINITY), Time::from_millis(2));
    }
}
