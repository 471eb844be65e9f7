//! Default friction solver: a cascade from cheap to robust.
//!
//! | stage | method | used where |
//! |---|---|---|
//! | `Sweeps` | projected Gauss–Seidel (Jean 1999; `gauss_seidel`) | always: `SMALL_PROBLEM_SWEEPS` up to `DENSE_CONTACT_LIMIT` contacts, else as long as the measured rate promises the tolerance within `SWEEP_FORECAST_LIMIT` |
//! | `Newton` | semismooth Newton (Alart and Curnier 1991; `newton`) | up to `DENSE_CONTACT_LIMIT` contacts |
//! | `Admm` | ADMM, one factorisation (Boyd et al. 2011; `admm`) | more contacts, a factorisation is expensive, and the rate promises the tolerance |
//! | `Proximal` | proximal point around Newton (Rockafellar 1976; `proximal`) | what is left: it bears redundant contacts |
//! | `Afresh` | the same from r = 0 | residual above `LAST_RESORT_RESIDUAL`: a start can hold a method where it is |
//! | `EndlessAdmm`, `EndlessSweeps` | ADMM, then sweeps, whatever their rate | as before |
//!
//! But for `Afresh`, each stage starts from the best iterate so far; none returns a worse one. The budget
//! counts iterations and multiplications, not time, so results are identical on every machine.

use super::gauss_seidel::{self, Patience};
use super::problem::FrictionProblem;
use super::{NonsmoothWorkspace, SolverLimits, admm, newton, proximal};

/// Natural-map residual up to which the last-resort stages are skipped, relative. Chosen: what they would
/// gain is round-off, or not to be had where contacts are redundant.
const LAST_RESORT_RESIDUAL: f64 = 1e-10;

/// Name where no stage reached the tolerance.
pub const NAME: &str = "escalation";

/// Contacts up to which a problem counts as small: its Newton matrix (72 rows) is dense
/// (`newton_step::DENSE_CONTACT_LIMIT`), and a step costs about as much as a few sweeps. Chosen.
const DENSE_CONTACT_LIMIT: usize = 24;
/// Sweeps of a small problem before Newton's method. Chosen: enough to leave r = 0, where the edges of Φ
/// meet.
const SMALL_PROBLEM_SWEEPS: usize = 3;
/// Newton steps of a small problem before the proximal point takes over. Chosen: Newton's method
/// converges quadratically once the regimes are found; what takes longer has not found them.
const SMALL_PROBLEM_NEWTON_STEPS: usize = 12;
/// Further sweeps within which the measured linear rate has to promise the tolerance. Chosen.
const SWEEP_FORECAST_LIMIT: usize = 100;
/// Further iterations of ADMM within which the measured linear rate has to promise the tolerance. Chosen.
const ADMM_FORECAST_LIMIT: usize = 40;
/// Iterations of ADMM as a last resort. Chosen: it only bounds the cost.
const ADMM_ITERATION_LIMIT: usize = 2000;
/// Multiplications up to which a factorisation costs no more than some iterations of ADMM, so that
/// Newton's method, which needs one per step, loses nothing. Chosen.
const CHEAP_FACTORISATION_COST: usize = 1_000_000;
/// Multiplications that all Newton steps together, or all sweeps, may cost. Chosen: about a minute at 1e9
/// a second; a count and no time, so that results are the same on every machine.
const MULTIPLICATION_BUDGET: usize = 50_000_000_000;

/// All stages, in the order of the table above.
const STAGES: [Stage; 7] = [
    Stage::Sweeps,
    Stage::Newton,
    Stage::Admm,
    Stage::Proximal,
    Stage::Afresh,
    Stage::EndlessAdmm,
    Stage::EndlessSweeps,
];

/// Stages of a few iterations, which suffice where contacts are few and the guess is good.
const DIRECT: [Stage; 2] = [Stage::Sweeps, Stage::Newton];

/// Solves by the stages in turn, until one reaches the tolerance.
pub(crate) fn run(
    problem: &FrictionProblem,
    limits: SolverLimits,
    workspace: &mut NonsmoothWorkspace,
) -> (usize, &'static str) {
    run_stages(&STAGES, problem, limits, workspace)
}

/// The same by stages of a few iterations.
pub(crate) fn run_directly(
    problem: &FrictionProblem,
    limits: SolverLimits,
    workspace: &mut NonsmoothWorkspace,
) -> (usize, &'static str) {
    run_stages(&DIRECT, problem, limits, workspace)
}

fn run_stages(
    stages: &[Stage],
    problem: &FrictionProblem,
    limits: SolverLimits,
    workspace: &mut NonsmoothWorkspace,
) -> (usize, &'static str) {
    let mut iterations = 0;
    for &stage in stages {
        if stage.is_last_resort() && workspace.error <= LAST_RESORT_RESIDUAL {
            break;
        }
        iterations += stage.run(problem, limits, workspace);
        if workspace.error <= limits.tolerance {
            return (iterations, stage.name());
        }
    }
    (iterations, NAME)
}

#[derive(Clone, Copy)]
enum Stage {
    Sweeps,
    Newton,
    Admm,
    Proximal,
    Afresh,
    EndlessAdmm,
    EndlessSweeps,
}

impl Stage {
    fn name(self) -> &'static str {
        match self {
            Self::Newton => newton::NAME,
            Self::Proximal | Self::Afresh => proximal::NAME,
            Self::Admm | Self::EndlessAdmm => admm::NAME,
            Self::Sweeps | Self::EndlessSweeps => gauss_seidel::NAME,
        }
    }

    fn is_last_resort(self) -> bool {
        matches!(self, Self::Afresh | Self::EndlessAdmm | Self::EndlessSweeps)
    }

    /// Improves the reaction in the workspace, or leaves it where the stage does not suit the problem.
    fn run(
        self,
        problem: &FrictionProblem,
        limits: SolverLimits,
        workspace: &mut NonsmoothWorkspace,
    ) -> usize {
        let few = problem.contacts() <= DENSE_CONTACT_LIMIT;
        let at_most =
            |iterations| SolverLimits { iterations: limits.iterations.min(iterations), ..limits };
        match self {
            Self::Sweeps if few => gauss_seidel::run(
                problem,
                at_most(SMALL_PROBLEM_SWEEPS),
                Patience::Endless,
                workspace,
            ),
            Self::Sweeps => {
                let sweeps = at_most(affordable_sweeps(problem));
                let patience = Patience::Iterations(SWEEP_FORECAST_LIMIT);
                gauss_seidel::run(problem, sweeps, patience, workspace)
            }
            Self::Newton if few => {
                newton::run_or_leave(problem, at_most(SMALL_PROBLEM_NEWTON_STEPS), workspace)
            }
            Self::Admm if !few && workspace.factorisation(problem) > CHEAP_FACTORISATION_COST => {
                let patience = Patience::Iterations(ADMM_FORECAST_LIMIT);
                admm::run(problem, limits, patience, workspace)
            }
            Self::Newton | Self::Admm => 0,
            Self::Proximal if few => proximal::run(problem, limits, workspace),
            Self::Proximal => match workspace.factorisation(problem) {
                0 => 0,
                cost => proximal::run(problem, at_most(MULTIPLICATION_BUDGET / cost), workspace),
            },
            Self::Afresh => afresh(problem, limits, workspace),
            Self::EndlessAdmm => {
                admm::run(problem, at_most(ADMM_ITERATION_LIMIT), Patience::Endless, workspace)
            }
            Self::EndlessSweeps => {
                let sweeps = at_most(affordable_sweeps(problem));
                gauss_seidel::run(problem, sweeps, Patience::Endless, workspace)
            }
        }
    }
}

/// The stage of the proximal point from no reactions at all; what it leaves is no worse.
fn afresh(
    problem: &FrictionProblem,
    limits: SolverLimits,
    workspace: &mut NonsmoothWorkspace,
) -> usize {
    let before = workspace.error;
    let kept = std::mem::take(&mut workspace.kept);
    let mut kept = std::mem::replace(&mut workspace.reaction, kept);
    workspace.reaction.clear();
    workspace.reaction.resize(kept.len(), 0.0);
    workspace.assess(problem);
    let steps = Stage::Proximal.run(problem, limits, workspace);
    if workspace.error > before {
        std::mem::swap(&mut workspace.reaction, &mut kept);
        workspace.assess(problem);
    }
    workspace.kept = kept;
    steps
}

/// Sweeps that are within the cost.
fn affordable_sweeps(problem: &FrictionProblem) -> usize {
    (MULTIPLICATION_BUDGET / (9 * problem.block_count().max(1))).max(10)
}
