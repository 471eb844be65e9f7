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

/// Halvings of a step in a line search. Chosen: a step of 2⁻¹⁴ or 6e-5 of Newton's leads nowhere.
const HALVING_LIMIT: usize = 14;
/// Constant of Armijo's rule: share of the predicted fall of ½ |Φ|² that a step has to reach. The usual
/// 1e-4 (J. Nocedal, S. Wright, *Numerical Optimization*, §3.1).
const ARMIJO: f64 = 1e-4;
/// Whole steps taken although |Φ| grows, since an edge of Φ can hide the descent behind it. Chosen.
const NONMONOTONE_STEP_LIMIT: usize = 3;

/// Newton's steps until the tolerance or their number is reached, or no step is of use; gives the
/// number of steps.
pub(crate) fn run_after_sweep(
    problem: &FrictionProblem,
    limits: SolverLimits,
    workspace: &mut NonsmoothWorkspace,
) -> usize {
    // At r = 0 the edges of Φ meet, and a step from there is rarely of use.
    if workspace.error > limits.tolerance {
        gauss_seidel::sweep(problem, &mut workspace.reaction);
        workspace.assess(problem);
    }
    run_or_leave(problem, limits, workspace)
}

/// Improves the reaction in the workspace, or leaves it as it is; gives the number of steps.
pub(crate) fn run_or_leave(
    problem: &FrictionProblem,
    limits: SolverLimits,
    workspace: &mut NonsmoothWorkspace,
) -> usize {
    let before = workspace.error;
    workspace.best.copy_from_slice(&workspace.reaction);
    let course = run(problem, 0.0, limits, workspace);
    // Where W is singular, steps can lead far away to reactions from which nothing leads back.
    let is_better = workspace.error <= limits.tolerance
        || (workspace.error < before && workspace.is_plausible());
    if !is_better {
        workspace.reaction.copy_from_slice(&workspace.best);
        workspace.assess(problem);
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

/// Improves the reaction in the workspace; with a proximal term of weight `alpha` about the workspace's
/// centre. Leaves velocities and measure of the problem with that term in the workspace. Before the first
/// step these are the problem's own, which is the same where reaction and centre are.
pub(crate) fn run(
    problem: &FrictionProblem,
    alpha: f64,
    limits: SolverLimits,
    workspace: &mut NonsmoothWorkspace,
) -> NewtonOutcome {
    let scales = std::mem::take(&mut workspace.scales);
    let posed = ProximalProblem { problem, scales: &scales, alpha };
    let course = iterate(posed, limits, workspace);
    workspace.scales = scales;
    course
}

fn iterate(
    posed: ProximalProblem<'_>,
    limits: SolverLimits,
    workspace: &mut NonsmoothWorkspace,
) -> NewtonOutcome {
    let mut nonmonotone = NONMONOTONE_STEP_LIMIT;
    let mut merit = posed.merit(&workspace.reaction, &workspace.velocity);
    for steps in 0..limits.iterations {
        if workspace.error <= limits.tolerance || merit.is_round_off() {
            return NewtonOutcome { steps, converged: true };
        }
        if !workspace.error.is_finite() || !newton_step::find(posed, workspace) {
            return NewtonOutcome { steps: steps + 1, converged: false };
        }
        match search(posed, &merit, workspace) {
            Some(found) => merit = found,
            None if nonmonotone == 0 => {
                return NewtonOutcome { steps: steps + 1, converged: false };
            }
            None => {
                nonmonotone -= 1;
                go(posed, 1.0, workspace);
                merit = posed.merit(&workspace.trial, &workspace.trial_velocity);
            }
        }
        std::mem::swap(&mut workspace.reaction, &mut workspace.trial);
        std::mem::swap(&mut workspace.velocity, &mut workspace.trial_velocity);
        workspace.measure(posed.problem);
    }
    NewtonOutcome { steps: limits.iterations, converged: workspace.error <= limits.tolerance }
}

/// Puts the trial along the step as far as that is of use; nothing if it is of none.
fn search(
    posed: ProximalProblem<'_>,
    before: &Merit,
    workspace: &mut NonsmoothWorkspace,
) -> Option<Merit> {
    let mut length = 1.0;
    for _ in 0..HALVING_LIMIT {
        go(posed, length, workspace);
        let after = posed.merit(&workspace.trial, &workspace.trial_velocity);
        if after.value <= (1.0 - 2.0 * ARMIJO * length) * before.value {
            return Some(after);
        }
        length *= 0.5;
    }
    None
}

/// Puts the trial at a part of the step.
fn go(posed: ProximalProblem<'_>, length: f64, workspace: &mut NonsmoothWorkspace) {
    let NonsmoothWorkspace { reaction, step, centre, trial, trial_velocity, .. } = workspace;
    for ((value, from), by) in trial.iter_mut().zip(&*reaction).zip(&*step) {
        *value = from + length * by;
    }
    posed.refresh(centre, trial, trial_velocity);
}
