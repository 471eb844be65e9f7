//! Hard contact: impulses from complementarity, not from penetration.
//!
//! In one step the reactions r of all contacts and their velocities u = W r + q obey Signorini's
//! condition and Coulomb's friction without any stiffness. This one-step problem is a value
//! ([`FrictionProblem`]): it can be saved, read again and solved by any [`Solver`]. How wrong an
//! answer is, [`residual()`] says, which no solver uses to steer itself. Components of a
//! contact are normal, then the two tangential ones. `stepping::cone` steps with it.
//!
//! | solver | literature name | good at |
//! |---|---|---|
//! | [`gauss_seidel`] | NSGS, exact local solve | a few digits, cheaply, however large the problem |
//! | [`newton`] | NSN, Alart–Curnier | all digits on few contacts |
//! | [`admm`] | ADMM | many contacts, most of which stick or open, for one factorisation |
//! | [`proximal`] | PROX, proximal point around Newton | redundant contacts, singular W |
//! | [`cascade`] | – | the default: begins with the first, ends with the last |
//! | `velocity_space` | proximal point around Newton on velocities | many contacts of few freedoms; needs W = yᵀ y as y |

pub mod admm;
mod alart_curnier;
pub mod cascade;
mod delassus_scale;
mod dense_factor;
mod elimination;
pub mod gauss_seidel;
pub(crate) mod local;
pub mod newton;
mod newton_step;
pub mod problem;
mod progress;
pub mod proximal;
mod residual;
mod sparse;
#[cfg(test)]
mod tests;
pub(crate) mod velocity_space;
mod workspace;

use gauss_seidel::Patience;
pub use problem::{FrictionProblem, ProblemError};
pub(crate) use residual::Judge;
pub use residual::residual;
pub use workspace::NonsmoothWorkspace;

/// Name of the solver where none was run.
const NO_SOLVER: &str = "none";

/// When a solver stops.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolverLimits {
    /// The [`residual()`] that is good enough.
    pub tolerance: f64,
    /// Sweeps or Newton steps after which a solver gives up.
    pub iterations: usize,
}

impl Default for SolverLimits {
    fn default() -> Self {
        Self { tolerance: 1e-8, iterations: 10_000 }
    }
}

/// What a solver found, within the tolerance or not: `residual` says which.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// Reactions, three per contact.
    pub reaction: Vec<f64>,
    /// Its [`residual()`].
    pub residual: f64,
    /// Sweeps and Newton steps together.
    pub iterations: usize,
    /// Name of the solver that finished.
    pub solver: &'static str,
}

/// How [`Solver::improve`] ended, within the tolerance or not: `residual` says which.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solved {
    /// The [`residual()`] of the reactions.
    pub residual: f64,
    /// Sweeps and Newton steps together.
    pub iterations: usize,
    /// Name of the solver that finished.
    pub solver: &'static str,
}

/// Which solver; the default needs no choosing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Solver {
    /// [`cascade`].
    #[default]
    Cascade,
    /// [`gauss_seidel`].
    GaussSeidel,
    /// [`newton`].
    Newton,
    /// [`admm`].
    Admm,
    /// [`proximal`].
    Proximal,
    /// The stages of the cascade that suit few contacts, without its last resorts.
    Direct,
}

impl Solver {
    /// Solves the problem from a first guess, such as the last step's reactions. A guess that has
    /// another length or a number that is not finite is no guess: the solver starts from zero.
    pub fn solve(
        self,
        problem: &FrictionProblem,
        start: &[f64],
        limits: SolverLimits,
        workspace: &mut NonsmoothWorkspace,
    ) -> Solution {
        let mut reaction = vec![0.0; 3 * problem.contacts()];
        if start.len() == reaction.len() {
            reaction.copy_from_slice(start);
        }
        let Solved { residual, iterations, solver } =
            self.improve(problem, &mut reaction, limits, workspace);
        Solution { reaction, residual, iterations, solver }
    }

    /// Solves the problem from what stands in `reaction` and leaves the answer there, without
    /// allocation once the workspace has grown. Numbers that are not finite are no guess: the solver
    /// starts from zero. A slice that has another length than three numbers per contact is left
    /// alone, and its residual is infinite.
    pub fn improve(
        self,
        problem: &FrictionProblem,
        reaction: &mut [f64],
        limits: SolverLimits,
        workspace: &mut NonsmoothWorkspace,
    ) -> Solved {
        self.improve_beyond(f64::NEG_INFINITY, problem, reaction, limits, workspace)
    }

    /// The same, but leaves alone what is as good as `enough` already: then there is no iteration, and the
    /// residual is the solvers' own measure, which is never less.
    pub(crate) fn improve_beyond(
        self,
        enough: f64,
        problem: &FrictionProblem,
        reaction: &mut [f64],
        limits: SolverLimits,
        workspace: &mut NonsmoothWorkspace,
    ) -> Solved {
        if reaction.len() != 3 * problem.contacts() {
            return Solved { residual: f64::INFINITY, iterations: 0, solver: NO_SOLVER };
        }
        workspace.prepare(problem, reaction);
        if workspace.error <= enough && reaction == workspace.reaction {
            return Solved { residual: workspace.error, iterations: 0, solver: NO_SOLVER };
        }
        let (iterations, solver) = match self {
            Self::Cascade => cascade::run(problem, limits, workspace),
            Self::Direct => cascade::run_directly(problem, limits, workspace),
            Self::GaussSeidel => (
                gauss_seidel::run(problem, limits, Patience::Endless, workspace),
                gauss_seidel::NAME,
            ),
            Self::Newton => (newton::run_after_sweep(problem, limits, workspace), newton::NAME),
            Self::Admm => (admm::run(problem, limits, Patience::Endless, workspace), admm::NAME),
            Self::Proximal => (proximal::run(problem, limits, workspace), proximal::NAME),
        };
        reaction.copy_from_slice(&workspace.reaction);
        Solved { residual: residual(problem, reaction), iterations, solver }
    }
}
