//! Semismooth Newton on the function of Alart and Curnier (NSN-AC), with line search.
//!
//! Φ(r) = 0 (see `alart_curnier`) is smooth but for the edges between opening, sticking and
//! sliding. Each step solves its linearisation, a matrix in as few unknowns as the regimes leave,
//! and is halved until ½ |Φ|² falls (Armijo's rule).
//!
//! ρ is one over the contact's mobility, so Φ has the units of r. A proximal term α D (r − c) on the
//! velocities, D the mobilities and c the centre, makes every step well posed where W is singular.

use super::newton_step::{self, Merit, ProximalProblem};
use super::problem::FrictionProblem;
use super::{NonsmoothWorkspace, SolverLimits, gauss_seidel};

/// Name of the solver.
pub const NAME: &str = "NSN-AC";

const HALVINGS: usize = 14;
const ARMIJO: f64 = 1e-4;
/// Whole steps taken although |Φ| grows, since an edge of Φ can hide the descent behind it.
const LEAPS: usize = 3;

/// Newton's steps until the tolerance or their number is reached, or no step is of use; gives the
/// number of steps.
pub(crate) fn run_after_sweep(
    problem: &FrictionProblem,
    limits: SolverLimits,
    room: &mut NonsmoothWorkspace,
) -> usize {
    // At r = 0 the edges of Φ meet, and a step from there is rarely of use.
    if room.error > limits.tolerance {
        gauss_seidel::sweep(problem, &mut room.reaction);
        room.assess(problem);
    }
    run_or_leave(problem, limits, room)
}

/// Improves the reaction in the room, or leaves it as it is; gives the number of steps.
pub(crate) fn run_or_leave(
    problem: &FrictionProblem,
    limits: SolverLimits,
    room: &mut NonsmoothWorkspace,
) -> usize {
    let before = room.error;
    room.best.copy_from_slice(&room.reaction);
    let course = run(problem, 0.0, limits, room);
    // Where W is singular, steps can lead far away to reactions from which nothing leads back.
    let is_better = room.error <= limits.tolerance || (room.error < before && room.is_plausible());
    if !is_better {
        room.reaction.copy_from_slice(&room.best);
        room.assess(problem);
    }
    course.steps
}

/// How Newton's iteration ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewtonOutcome {
    pub(crate) steps: usize,
    /// The tolerance is reached, or round-off.
    pub(crate) converged: bool,
}

/// Improves the reaction in the room; with a proximal term of weight `alpha` about the room's
/// centre. Leaves velocities and measure of the problem with that term in the room. Before the first
/// step these are the problem's own, which is the same where reaction and centre are.
pub(crate) fn run(
    problem: &FrictionProblem,
    alpha: f64,
    limits: SolverLimits,
    room: &mut NonsmoothWorkspace,
) -> NewtonOutcome {
    let mobilities = std::mem::take(&mut room.mobilities);
    let posed = ProximalProblem { problem, mobilities: &mobilities, alpha };
    let course = iterate(posed, limits, room);
    room.mobilities = mobilities;
    course
}

fn iterate(
    posed: ProximalProblem<'_>,
    limits: SolverLimits,
    room: &mut NonsmoothWorkspace,
) -> NewtonOutcome {
    let mut leaps = LEAPS;
    let mut merit = posed.merit(&room.reaction, &room.velocity);
    for steps in 0..limits.iterations {
        if room.error <= limits.tolerance || merit.is_round_off() {
            return NewtonOutcome { steps, converged: true };
        }
        if !room.error.is_finite() || !newton_step::find(posed, room) {
            return NewtonOutcome { steps: steps + 1, converged: false };
        }
        match search(posed, &merit, room) {
            Some(found) => merit = found,
            None if leaps == 0 => return NewtonOutcome { steps: steps + 1, converged: false },
            None => {
                leaps -= 1;
                go(posed, 1.0, room);
                merit = posed.merit(&room.trial, &room.trial_velocity);
            }
        }
        std::mem::swap(&mut room.reaction, &mut room.trial);
        std::mem::swap(&mut room.velocity, &mut room.trial_velocity);
        room.measure(posed.problem);
    }
    NewtonOutcome { steps: limits.iterations, converged: room.error <= limits.tolerance }
}

/// Puts the trial along the step as far as that is of use; nothing if it is of none.
fn search(
    posed: ProximalProblem<'_>,
    before: &Merit,
    room: &mut NonsmoothWorkspace,
) -> Option<Merit> {
    let mut length = 1.0;
    for _ in 0..HALVINGS {
        go(posed, length, room);
        let after = posed.merit(&room.trial, &room.trial_velocity);
        if after.value <= (1.0 - 2.0 * ARMIJO * length) * before.value {
            return Some(after);
        }
        length *= 0.5;
    }
    None
}

/// Puts the trial at a part of the step.
fn go(posed: ProximalProblem<'_>, length: f64, room: &mut NonsmoothWorkspace) {
    let NonsmoothWorkspace { reaction, step, centre, trial, trial_velocity, .. } = room;
    for ((value, from), by) in trial.iter_mut().zip(&*reaction).zip(&*step) {
        *value = from + length * by;
    }
    posed.refresh(centre, trial, trial_velocity);
}
