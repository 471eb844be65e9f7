//! Proximal point around semismooth Newton (PROX).
//!
//! Each outer step solves the problem with a term α (r − c) / ρ on the velocities, c the last
//! answer: a problem with a regular matrix and an answer near c (R. T. Rockafellar, *Monotone
//! operators and the proximal point algorithm*, SIAM J. Control Optim. 14, 1976; for friction see
//! V. Acary, M. Brémond, O. Huber 2018). The term vanishes as the answers settle, so what
//! they tend to solves the problem itself, however redundant its contacts are. α falls by ten
//! after each step that Newton's method finds, and rises where it fails.

use super::problem::FrictionProblem;
use super::{NonsmoothWorkspace, SolverLimits, newton};

/// Name of the solver.
pub const NAME: &str = "PROX-NSN-AC";

/// First weight α of the proximal term, in mobilities. Chosen: soft enough that Newton's method finds the
/// regimes.
const INITIAL_ALPHA: f64 = 1e-2;
/// Least α, in mobilities: below it the matrix is regular by round-off only. Chosen.
const LEAST_ALPHA: f64 = 1e-9;
/// Greatest α, in mobilities; where Newton's method fails with it, the solver stops. Chosen: an outer
/// step of it changes reactions by about a ten-thousandth of what they lack.
const GREATEST_ALPHA: f64 = 1e4;
/// Newton steps of one outer step. Chosen: from a guess that is near a few suffice.
const NEWTON_STEP_LIMIT: usize = 40;
/// Outer steps without a better answer after which the solver stops. Chosen: twice the six in which α
/// rises from its first to its greatest value.
const STALL_LIMIT: usize = 12;

/// Improves the reaction in the workspace, or leaves it; gives the number of Newton's steps.
pub(crate) fn run(
    problem: &FrictionProblem,
    limits: SolverLimits,
    workspace: &mut NonsmoothWorkspace,
) -> usize {
    let (mut alpha, mut steps, mut fruitless) = (INITIAL_ALPHA, 0, 0);
    let mut best = workspace.error;
    workspace.best.copy_from_slice(&workspace.reaction);
    while best > limits.tolerance && steps < limits.iterations && fruitless < STALL_LIMIT {
        workspace.centre.copy_from_slice(&workspace.reaction);
        let inner = SolverLimits {
            // The proximal term hides part of the error: a digit more is asked for inside.
            tolerance: 0.1 * limits.tolerance,
            iterations: NEWTON_STEP_LIMIT.min(limits.iterations - steps),
        };
        let course = newton::run(problem, alpha, inner, workspace);
        steps += course.steps.max(1);
        workspace.assess(problem);
        let better = workspace.error < best;
        fruitless = if better { 0 } else { fruitless + 1 };
        if better {
            best = workspace.error;
            workspace.best.copy_from_slice(&workspace.reaction);
        }
        if course.converged {
            alpha = (0.1 * alpha).max(LEAST_ALPHA);
        } else {
            if !better {
                workspace.reaction.copy_from_slice(&workspace.centre);
                workspace.assess(problem);
            }
            alpha *= 10.0;
            if alpha > GREATEST_ALPHA {
                break;
            }
        }
    }
    workspace.reaction.copy_from_slice(&workspace.best);
    workspace.assess(problem);
    steps
}
