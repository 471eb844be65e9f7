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

const FIRST: f64 = 1e-2;
const LEAST: f64 = 1e-9;
const GREATEST: f64 = 1e4;
const INNER_STEPS: usize = 40;
/// Outer steps without a better answer after which nothing more is to be had.
const FRUITLESS: usize = 12;

/// Improves the reaction in the workspace, or leaves it; gives the number of Newton's steps.
pub(crate) fn run(
    problem: &FrictionProblem,
    limits: SolverLimits,
    workspace: &mut NonsmoothWorkspace,
) -> usize {
    let (mut alpha, mut steps, mut fruitless) = (FIRST, 0, 0);
    let mut best = workspace.error;
    workspace.best.copy_from_slice(&workspace.reaction);
    while best > limits.tolerance && steps < limits.iterations && fruitless < FRUITLESS {
        workspace.centre.copy_from_slice(&workspace.reaction);
        let inner = SolverLimits {
            tolerance: 0.1 * limits.tolerance,
            iterations: INNER_STEPS.min(limits.iterations - steps),
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
            alpha = (0.1 * alpha).max(LEAST);
        } else {
            if !better {
                workspace.reaction.copy_from_slice(&workspace.centre);
                workspace.assess(problem);
            }
            alpha *= 10.0;
            if alpha > GREATEST {
                break;
            }
        }
    }
    workspace.reaction.copy_from_slice(&workspace.best);
    workspace.assess(problem);
    steps
}
