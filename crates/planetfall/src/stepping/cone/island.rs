//! The impulses of a step, island by island.
//!
//! Vehicles that touch each other, directly or through others, form an island with a friction problem of
//! its own. One island's speeds and impulses say nothing about how exact another's must be.
//!
//! | island | solved by |
//! |---|---|
//! | all gives way and sticks | one linear system (`sticking`) |
//! | many contacts, a grain among them | sweeps without W (`large_island`) |
//! | more components of contacts than freedoms | velocity space (`velocity_space`) |
//! | at most [`SMALL_ISLAND_ROWS`] rows | W: sweeps, Newton; where these leave too much, velocity space |
//! | all others, and few rows that the above leave wrong | W: the cascade of `nonsmooth` |
//!
//! A step has a budget of iterations for all of its islands and repetitions. When it is spent, the step ends
//! with the best impulses so far, and its [`SolverReport`] says so.

use super::ConeWorkspace;
use crate::contact::nonsmooth::{Solved, Solver, SolverLimits};
use crate::state::State;
use crate::stepping::StepError;
use crate::world::World;
use std::ops::Range;

/// What is asked for at first. Chosen: as near to round-off as a few iterations bring it.
const QUICK_LIMITS: SolverLimits = SolverLimits { tolerance: 1e-14, iterations: 40 };
/// Natural-map error up to which impulses of the last step are kept without iterating, if they also solve
/// this one about as well as the solver last did. Chosen: contacts at rest stay bit for bit what they
/// were.
pub(super) const WARM_START_RESIDUAL: f64 = 1e-11;
/// Natural-map error above which a more robust solver goes on. Chosen.
const RETRY_RESIDUAL: f64 = 1e-9;
/// Natural-map error above which what Newton's method on a small W leaves goes on in velocity space.
/// Chosen.
const DIRECT_RESIDUAL: f64 = 1e-12;
/// What is asked of the cascade, for an island that neither a small W nor velocity space is for. Chosen.
const CASCADE_LIMITS: SolverLimits = SolverLimits { tolerance: 1e-10, iterations: 400 };
/// What is asked of velocity space. Chosen: as [`QUICK_LIMITS`], with twice the iterations, since each is
/// cheap.
const VELOCITY_SPACE_LIMITS: SolverLimits = SolverLimits { tolerance: 1e-14, iterations: 80 };
/// Natural-map error beyond which a step that has spent its budget is reported as unsolved. Chosen;
/// docs/hard-ground.md names it (`solver.steps_on_budget`).
const UNSOLVED_RESIDUAL: f64 = 1e-5;
/// Rows up to which W is cheap to form and to factor: 72 unknowns, the dense matrix of `nonsmooth`.
/// Chosen.
const SMALL_ISLAND_ROWS: usize = 24;
/// Freedoms up to which a dense matrix of velocity space is used: its factorisation costs 5e6
/// multiplications then. Chosen.
const DENSE_FREEDOM_LIMIT: usize = 240;
/// Iterations of all islands and repetitions of a step together (docs/theory/moreau-jean.md). Chosen;
/// counted and not timed, so that results are the same on every machine.
const STEP_ITERATION_BUDGET: u64 = 600;
/// Iterations that a solve has even if the budget is spent: none of them may start from nothing. Chosen.
const LEAST_SOLVE_ITERATIONS: u64 = 10;
/// Contacts beyond which an island with a grain in it is a large one: sweeps alone are affordable, and
/// errors of its impulses even out over many contacts. Chosen.
pub(super) const LARGE_ISLAND_CONTACTS: usize = 24;
/// What sweeps over a large island aim at, and how many of them a step takes first. Chosen.
const SWEEP_LIMITS: SolverLimits = SolverLimits { tolerance: 1e-7, iterations: 60 };
/// Sweeps that a large island gets where those left more than [`LARGE_ISLAND_RESIDUAL`]. Chosen.
const LARGE_ISLAND_SWEEP_LIMIT: usize = 2_000;
/// Natural-map error beyond which the step of a large island is reported as unsolved. Chosen: steps in
/// which a bed collapses are solved to about this (docs/hard-ground.md).
const LARGE_ISLAND_RESIDUAL: f64 = 1e-2;

/// Whether the impulses of a step were found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SolverStatus {
    /// To the accuracy that the solver asks of itself, or there were none to find.
    #[default]
    Solved,
    /// The budget of the step was spent before: the impulses are the best so far, and wrong by the residual.
    BudgetSpent,
}

/// How the impulses of a step were found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SolverReport {
    /// Whether they were.
    pub status: SolverStatus,
    /// The largest natural-map error of an island, relative.
    pub residual: f64,
    /// Iterations times rows, of all solves of the step.
    pub work: u64,
}

impl ConeWorkspace {
    /// Poses and solves the problem of each island of vehicles that touch, from the impulses at hand; the
    /// number of iterations.
    pub(super) fn solve(&mut self, world: &World, state: &State) -> Result<u64, StepError> {
        (self.residual, self.solved) = (0.0, 0.0);
        self.report.status = SolverStatus::Solved;
        let (mut iterations, mut first) = (0, 0);
        while first < self.rows.list.len() {
            let island = self.rows.island(first);
            first = island.end;
            let rows = island.len() as u64;
            let own = self.solve_island(world, state, island)?;
            self.report.work += own * rows;
            self.spent += own;
            iterations += own;
        }
        self.report.residual = self.residual;
        self.clip_to_strength();
        Ok(iterations)
    }

    fn solve_island(
        &mut self,
        world: &World,
        state: &State,
        island: Range<usize>,
    ) -> Result<u64, StepError> {
        if island.len() > LARGE_ISLAND_CONTACTS && self.rows.has_grain(world, &island) {
            return Ok(self.solve_large_island(island));
        }
        let kept = WARM_START_RESIDUAL.min((4.0 * state.solved).max(QUICK_LIMITS.tolerance));
        if let Some(corrections) = self.solve_stuck(state, &island, kept) {
            return Ok(corrections);
        }
        let freedoms = self.line_up(&island);
        let slender = freedoms <= DENSE_FREEDOM_LIMIT && freedoms < 3 * island.len();
        let mut found = if slender {
            self.solve_velocities(&island, freedoms, kept)
        } else if island.len() <= SMALL_ISLAND_ROWS {
            self.solve_small(state, &island, kept)?
        } else {
            self.solve_by_cascade(state, &island, (kept, CASCADE_LIMITS))?
        };
        // Few rows that are left wrong: all stages from where they stand, then from nothing.
        for anew in [false, true] {
            if found.residual <= RETRY_RESIDUAL || island.len() > SMALL_ISLAND_ROWS {
                break;
            }
            let own = 3 * island.start..3 * island.end;
            let best = found;
            self.kept_reaction.clear();
            self.kept_reaction.extend_from_slice(&self.reaction[own.clone()]);
            if anew {
                self.reaction[own.clone()].fill(0.0);
            }
            found = self.solve_by_cascade(state, &island, (kept, CASCADE_LIMITS))?;
            let spent = best.iterations + found.iterations;
            if found.residual > best.residual {
                self.reaction[own].copy_from_slice(&self.kept_reaction);
                found = best;
            }
            found.iterations = spent;
        }
        if found.iterations == 0 && found.residual <= kept {
            self.solved = self.solved.max(state.solved);
        } else {
            self.solved = self.solved.max(found.residual);
        }
        self.note(found.residual, UNSOLVED_RESIDUAL);
        if !found.residual.is_finite() {
            let reason = format!("velocities of {} contacts are not finite", island.len());
            return Err(StepError::Unsolved { time: state.time, reason });
        }
        Ok(found.iterations as u64)
    }

    /// Books the residual of an island.
    fn note(&mut self, residual: f64, tolerable: f64) {
        self.residual = self.residual.max(residual);
        if residual > tolerable {
            self.report.status = SolverStatus::BudgetSpent;
        }
    }

    /// Limits within the budget of the step.
    fn affordable(&self, limits: SolverLimits) -> SolverLimits {
        let left = STEP_ITERATION_BUDGET.saturating_sub(self.spent).max(LEAST_SOLVE_ITERATIONS);
        SolverLimits { iterations: limits.iterations.min(left as usize), ..limits }
    }

    /// Few rows: W is small. What Newton's method on it leaves goes on in velocity space.
    fn solve_small(
        &mut self,
        state: &State,
        island: &Range<usize>,
        kept: f64,
    ) -> Result<Solved, StepError> {
        // W = J M⁻¹ Jᵀ and q = J v_free + b of the island's rows.
        self.pose(state, island)?;
        let limits = self.affordable(QUICK_LIMITS);
        let reaction = &mut self.reaction[3 * island.start..3 * island.end];
        let (problem, workspace) = (&self.problem, &mut self.solver);
        let found = Solver::Direct.improve_beyond(kept, problem, reaction, limits, workspace);
        if found.residual <= DIRECT_RESIDUAL {
            return Ok(found);
        }
        let freedoms = self.line_up(island);
        let mut more = self.solve_velocities(island, freedoms, kept);
        more.iterations += found.iterations;
        Ok(more)
    }

    /// More rows than freedoms.
    fn solve_velocities(&mut self, island: &Range<usize>, freedoms: usize, kept: f64) -> Solved {
        let Self { velocities, rows, bodies, places, .. } = self;
        velocities.begin(freedoms);
        for row in &rows.list[island.clone()] {
            let ys = row.sides().flat_map(|side| {
                let first = places[side.vehicle];
                let support = bodies[side.vehicle].support(side.link).iter();
                support.map(move |place| first + place).zip(rows.side(side).iter().copied())
            });
            let free = row.free + row.shift + row.bias;
            velocities.push(ys, free, (row.regular(), row.friction()));
        }
        let limits = self.affordable(VELOCITY_SPACE_LIMITS);
        let reaction = &mut self.reaction[3 * island.start..3 * island.end];
        self.velocities.improve_beyond(kept, reaction, limits)
    }

    /// Many rows of many freedoms, and few rows that no other solver could do with: all stages, of a few
    /// iterations each, and then of more.
    fn solve_by_cascade(
        &mut self,
        state: &State,
        island: &Range<usize>,
        (kept, thorough): (f64, SolverLimits),
    ) -> Result<Solved, StepError> {
        self.pose(state, island)?;
        let (quick, thorough) = (self.affordable(QUICK_LIMITS), self.affordable(thorough));
        let reaction = &mut self.reaction[3 * island.start..3 * island.end];
        let (problem, workspace) = (&self.problem, &mut self.solver);
        let mut found = Solver::default().improve_beyond(kept, problem, reaction, quick, workspace);
        if found.residual > RETRY_RESIDUAL && thorough.iterations > quick.iterations {
            let before = found.iterations;
            found = Solver::default().improve(problem, reaction, thorough, workspace);
            found.iterations += before;
        }
        Ok(found)
    }

    /// Poses the problem of an island with its W.
    fn pose(&mut self, state: &State, island: &Range<usize>) -> Result<(), StepError> {
        self.rows.pose(&self.bodies, island.clone(), &mut self.problem);
        let unsolved = |reason: String| StepError::Unsolved { time: state.time, reason };
        self.problem.finish().map_err(|problem| unsolved(problem.to_string()))
    }

    /// Gives the freedoms of an island's vehicles their places in one line; how many there are.
    fn line_up(&mut self, island: &Range<usize>) -> usize {
        let Self { places, rows, bodies, .. } = self;
        places.clear();
        places.resize(bodies.len(), usize::MAX);
        let mut count = 0;
        for side in rows.list[island.clone()].iter().flat_map(|row| row.sides()) {
            if places[side.vehicle] == usize::MAX {
                places[side.vehicle] = count;
                count += bodies[side.vehicle].start.len();
            }
        }
        count
    }

    /// Solves an island of which all gives way and sticks; the number of corrections, or nothing where that is
    /// not so.
    fn solve_stuck(&mut self, state: &State, island: &Range<usize>, kept: f64) -> Option<u64> {
        let Self { sticking, rows, bodies, reaction, .. } = self;
        let own = &mut reaction[3 * island.start..3 * island.end];
        let found = sticking.solve(rows, bodies, island, own, kept)?;
        let solved = if found.corrections == 0 { state.solved } else { found.residual };
        self.solved = self.solved.max(solved);
        self.residual = self.residual.max(found.residual);
        Some(found.corrections)
    }

    /// Improves the impulses of many contacts by Gauss–Seidel sweeps from those of the last step; the number of
    /// sweeps.
    fn solve_large_island(&mut self, island: Range<usize>) -> u64 {
        let Self { large_island, rows, bodies, .. } = self;
        large_island.take(rows, bodies, island.clone());
        let reaction = &mut self.reaction[3 * island.start..3 * island.end];
        let mut sweeps = large_island.improve(reaction, SWEEP_LIMITS);
        let mut residual = large_island.residual(reaction);
        while residual > LARGE_ISLAND_RESIDUAL && sweeps < LARGE_ISLAND_SWEEP_LIMIT {
            sweeps += large_island.improve(reaction, SWEEP_LIMITS);
            residual = large_island.residual(reaction);
        }
        self.note(residual, LARGE_ISLAND_RESIDUAL);
        sweeps as u64
    }
}
