//! The default that needs no choosing: cheap first, stronger where that gets nowhere.
//!
//! 1. Gauss–Seidel sweeps: a few where contacts are few, since Newton's step costs no more there;
//!    else as long as their rate promises the tolerance soon.
//! 2. Newton's method alone, where contacts are few.
//! 3. The proximal point around Newton's method, which bears redundant contacts.
//! 4. Sweeps again, without regard to their rate.
//!
//! Each stage starts from the best answer so far. Nothing depends on the clock, so the answer is
//! the same on every machine.

use super::gauss_seidel::{self, Patience};
use super::problem::FrictionProblem;
use super::{Limits, Room, admm, newton, progress, proximal};

/// Name where no stage reached the tolerance.
pub const NAME: &str = "escalation";

/// Contacts up to which one step of Newton costs about as much as a few sweeps.
const FEW_CONTACTS: usize = 12;
const FIRST_SWEEPS: usize = 3;
const FIRST_NEWTON_STEPS: usize = 12;
const SWEEPS_WORTH_WAITING: usize = 100;
const ADMM_WORTH_WAITING: usize = 40;
const ADMM_ITERATIONS: usize = 2000;
/// Contacts beyond which Newton's dense matrix takes too much memory and time.
const MANY_CONTACTS: usize = 1500;
/// Multiplications that all of Newton's steps together may cost: some minutes at most.
const MULTIPLICATIONS: usize = 1_000_000_000_000;

/// Solves by the stages in turn, until one reaches the tolerance.
pub(crate) fn run(
    problem: &FrictionProblem,
    limits: Limits,
    room: &mut Room,
) -> (usize, &'static str) {
    let mut iterations = 0;
    for stage in STAGES {
        if !stage.suits(problem.contacts()) {
            continue;
        }
        iterations += stage.run(problem, limits, room);
        room.refresh(problem);
        if progress::measure(problem, &room.reaction, &room.velocity) <= limits.tolerance {
            return (iterations, stage.name());
        }
    }
    (iterations, NAME)
}

const STAGES: [Stage; 6] = [
    Stage::Sweeps,
    Stage::Newton,
    Stage::Admm,
    Stage::Proximal,
    Stage::EndlessAdmm,
    Stage::EndlessSweeps,
];

#[derive(Clone, Copy)]
enum Stage {
    Sweeps,
    Newton,
    Admm,
    Proximal,
    EndlessAdmm,
    EndlessSweeps,
}

impl Stage {
    fn suits(self, contacts: usize) -> bool {
        match self {
            Self::Newton => contacts <= FEW_CONTACTS,
            Self::Proximal => contacts <= MANY_CONTACTS,
            Self::Admm => contacts > FEW_CONTACTS,
            Self::Sweeps | Self::EndlessAdmm | Self::EndlessSweeps => true,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Newton => newton::NAME,
            Self::Proximal => proximal::NAME,
            Self::Admm | Self::EndlessAdmm => admm::NAME,
            Self::Sweeps | Self::EndlessSweeps => gauss_seidel::NAME,
        }
    }

    /// Improves the reaction in the room, or leaves it.
    fn run(self, problem: &FrictionProblem, limits: Limits, room: &mut Room) -> usize {
        let few = problem.contacts() <= FEW_CONTACTS;
        let at_most =
            |iterations| Limits { iterations: limits.iterations.min(iterations), ..limits };
        match self {
            Self::Sweeps if few => {
                gauss_seidel::run(problem, at_most(FIRST_SWEEPS), Patience::Endless, room)
            }
            Self::Sweeps => {
                gauss_seidel::run(problem, limits, Patience::Iterations(SWEEPS_WORTH_WAITING), room)
            }
            Self::Newton => newton::run_or_leave(problem, at_most(FIRST_NEWTON_STEPS), room),
            Self::Proximal => {
                proximal::run(problem, at_most(affordable_steps(problem.contacts())), room)
            }
            Self::Admm => {
                admm::run(problem, limits, Patience::Iterations(ADMM_WORTH_WAITING), room)
            }
            Self::EndlessAdmm => {
                admm::run(problem, at_most(ADMM_ITERATIONS), Patience::Endless, room)
            }
            Self::EndlessSweeps => gauss_seidel::run(problem, limits, Patience::Endless, room),
        }
    }
}

/// Newton's steps with a dense matrix of all contacts that are within the cost.
fn affordable_steps(contacts: usize) -> usize {
    let size = 3 * contacts.clamp(1, MANY_CONTACTS);
    (3 * MULTIPLICATIONS / (size * size * size)).max(1)
}
