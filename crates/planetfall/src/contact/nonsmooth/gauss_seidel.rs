//! Nonsmooth Gauss–Seidel (NSGS) with an exact local solve.
//!
//! Contact by contact, with the reactions of all others held, the local problem is solved exactly
//! and its answer used at once (M. Jean, *The non-smooth contact dynamics method*, Comput. Methods
//! Appl. Mech. Engrg. 177, 1999). A sweep costs one product with W. It gives the first digits
//! soon, and the last ones slowly where contacts are redundant.

use super::problem::{FrictionProblem, contact};
use super::{NonsmoothWorkspace, SolverLimits, local};

/// Name of the solver.
pub const NAME: &str = "NSGS";

/// Whether iterating goes on where it gets nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Patience {
    Endless,
    /// Stops when this many iterations more would not do at the present rate.
    Iterations(usize),
}

impl Patience {
    /// Whether to stop after some iterations between two measures. At a linear rate those left are
    /// log(now / tolerance) / log(last / now) of those just done.
    pub(crate) fn is_over(self, last: f64, now: f64, iterations: usize, tolerance: f64) -> bool {
        let Self::Iterations(left) = self else { return false };
        if now <= tolerance {
            return false;
        }
        let gained = crate::math::real::ln(last / now);
        let missing = crate::math::real::ln(now / tolerance);
        gained * (left as f64) < missing * iterations as f64
    }
}

/// Improves the reaction in the workspace, or leaves it; gives the number of sweeps. Sweeps can lead away from
/// an answer that another method found, where contacts chase each other: the best is kept.
pub(crate) fn run(
    problem: &FrictionProblem,
    limits: SolverLimits,
    patience: Patience,
    workspace: &mut NonsmoothWorkspace,
) -> usize {
    let (mut sweeps, mut due, mut since) = (0, 1, 0);
    let mut best = workspace.error;
    workspace.best.copy_from_slice(&workspace.reaction);
    while workspace.error > limits.tolerance && sweeps < limits.iterations {
        sweep(problem, &mut workspace.reaction);
        sweeps += 1;
        if sweeps < due && sweeps < limits.iterations {
            continue;
        }
        // The residual costs about as much as a sweep: it is taken after each at first, after ten at last.
        due = sweeps + (sweeps / 4).clamp(1, 10);
        let last = workspace.error;
        workspace.assess(problem);
        if workspace.error < best {
            best = workspace.error;
            workspace.best.copy_from_slice(&workspace.reaction);
        }
        let done = sweeps - since;
        if sweeps >= 10 && patience.is_over(last, workspace.error, done, limits.tolerance) {
            break;
        }
        since = sweeps;
    }
    if workspace.error > best {
        workspace.reaction.copy_from_slice(&workspace.best);
        workspace.assess(problem);
    }
    sweeps
}

/// One sweep over all contacts.
pub(crate) fn sweep(problem: &FrictionProblem, reaction: &mut [f64]) {
    for (index, friction) in problem.friction().iter().enumerate() {
        // Velocity that the reactions of all others leave contact i: q_i + Σ_{j≠i} W_ij r_j (Jean 1999).
        let block = &problem.diagonal()[index];
        let own = contact(reaction, index);
        let (moved, start) =
            (problem.row_product(index, reaction), contact(problem.velocity(), index));
        let free = moved - block * own + start;
        let guess = local::sliding(&own, &(moved + start));
        if let Some(answer) = local::solve_near(block, &free, *friction, guess) {
            reaction[3 * index..3 * index + 3].copy_from_slice(answer.as_slice());
        }
    }
}
