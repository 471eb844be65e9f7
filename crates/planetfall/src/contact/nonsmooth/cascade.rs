//! The default that needs no choosing: cheap first, stronger where that gets nowhere.
//!
//! 1. Gauss–Seidel sweeps: a few where contacts are few, since Newton's step costs no more there;
//!    else as long as their rate promises the tolerance soon.
//! 2. Newton's method alone, where contacts are few.
//! 3. ADMM, where a factorisation is dear, as long as its rate promises the tolerance soon: it
//!    needs one, where Newton's method needs one per step.
//! 4. The proximal point around Newton's method, which bears redundant contacts.
//! 5. The same from nothing, since stages can be caught where those before left them.
//! 6. ADMM again, and sweeps again, without regard to their rate.
//!
//! The last two only where the answer is not near enough yet. But for the fifth, each stage starts from the
//! best answer so far; none leaves a worse one. What all may cost is bounded by counts of
//! iterations and multiplications. Nothing depends on the clock, so the answer is the same on every
//! machine.

use super::gauss_seidel::{self, Patience};
use super::problem::FrictionProblem;
use super::{NonsmoothWorkspace, SolverLimits, admm, newton, proximal};

/// An answer as good as this is not worth the stages that come last: what they would gain is round-off, or
/// not to be had where contacts are redundant.
const NEAR_ENOUGH: f64 = 1e-10;

/// Name where no stage reached the tolerance.
pub const NAME: &str = "escalation";

/// Contacts up to which one step of Newton costs about as much as a few sweeps.
const FEW_CONTACTS: usize = 24;
const FIRST_SWEEPS: usize = 3;
const FIRST_NEWTON_STEPS: usize = 12;
const SWEEPS_WORTH_WAITING: usize = 100;
const ADMM_WORTH_WAITING: usize = 40;
const ADMM_ITERATIONS: usize = 2000;
/// Multiplications up to which a factorisation costs no more than some iterations of ADMM.
const CHEAP_FACTORISATION: usize = 1_000_000;
/// Multiplications that all of Newton's steps together, or all sweeps, may cost: a minute at most.
const MULTIPLICATIONS: usize = 50_000_000_000;

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
        if stage.is_last_resort() && workspace.error <= NEAR_ENOUGH {
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
        let few = problem.contacts() <= FEW_CONTACTS;
        let at_most =
            |iterations| SolverLimits { iterations: limits.iterations.min(iterations), ..limits };
        match self {
            Self::Sweeps if few => {
                gauss_seidel::run(problem, at_most(FIRST_SWEEPS), Patience::Endless, workspace)
            }
            Self::Sweeps => {
                let sweeps = at_most(affordable_sweeps(problem));
                let patience = Patience::Iterations(SWEEPS_WORTH_WAITING);
                gauss_seidel::run(problem, sweeps, patience, workspace)
            }
            Self::Newton if few => {
                newton::run_or_leave(problem, at_most(FIRST_NEWTON_STEPS), workspace)
            }
            Self::Admm if !few && workspace.factorisation(problem) > CHEAP_FACTORISATION => {
                let patience = Patience::Iterations(ADMM_WORTH_WAITING);
                admm::run(problem, limits, patience, workspace)
            }
            Self::Newton | Self::Admm => 0,
            Self::Proximal if few => proximal::run(problem, limits, workspace),
            Self::Proximal => match workspace.factorisation(problem) {
                0 => 0,
                cost => proximal::run(problem, at_most(MULTIPLICATIONS / cost), workspace),
            },
            Self::Afresh => afresh(problem, limits, workspace),
            Self::EndlessAdmm => {
                admm::run(problem, at_most(ADMM_ITERATIONS), Patience::Endless, workspace)
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
    (MULTIPLICATIONS / (9 * problem.block_count().max(1))).max(10)
}
