//! Moreau and Jean's time stepping: contact impulses are unknowns of the step.
//!
//! With v the velocities at the start and v⁺ at the end of a step h, and θ from ½ to 1,
//!
//! M (v⁺ − v) = h f + h τ_θ + Jᵀ r,  q⁺ = q + h (θ v⁺ + (1 − θ) v),
//!
//! where f are gravity, commands and inertia (at the middle of the free motion), τ_θ the forces of
//! springs, dampers and motors in the joints (implicit), and r the impulses of all that is one-sided
//! or dry: contacts, joint stops, joint friction. They solve one
//! [`FrictionProblem`] (J. J. Moreau, *Unilateral contact
//! and dry friction in finite freedom dynamics*, CISM 302, 1988; M. Jean, CMAME 177, 1999). A contact
//! that is closed or struck within the step obeys Newton's impact law u_n⁺ ≥ −e u_n; any other only may
//! not be overrun, h u_n⁺ ≥ −gap (speculative contact), so that nothing tunnels and what comes slowly
//! comes to the surface.
//!
//! Positions obey the gaps too: what the mean velocity would drive into rigid ground is moved to its
//! surface by the least displacement in the metric of the mass matrix. Velocities know nothing of it.
//!
//! In z = L v (M = LᵀL) every row is y = L⁻ᵀ Jᵀ, and W = yᵀ y.

mod account;
mod bed;
mod body;
mod closure;
mod crowd;
mod encounter;
mod folded;
mod overlap;
mod position;
mod row;
mod softness;
mod sticking;
mod strike;

use super::{Evaluation, Impulse, SolverLoad, StepError, StepReport, Workspace};
use crate::contact::nonsmooth::{self, FrictionProblem, Limits, Solver};
use crate::contact::soil::Lent;
use crate::state::State;
use crate::time::Time;
use crate::world::World;
pub use account::Impact;
use body::Body;
pub(crate) use encounter::Encounters;
pub use encounter::OutsideContact;
use folded::Folded;
pub(crate) use overlap::cleared;
pub use overlap::{Overlap, overlaps};
use row::Rows;
use softness::Softness;
pub(crate) use softness::{body_of, six};
pub(super) use softness::{off, up};
use std::ops::Range;

/// Scratch of the step, and what it leaves for those who observe it.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    bodies: Vec<Body>,
    rows: Rows,
    pub(crate) encounters: Encounters,
    problem: FrictionProblem,
    reaction: Vec<f64>,
    solver: nonsmooth::Room,
    sticking: sticking::Sticking,
    folded: Folded,
    position: position::Projection,
    crowd: crowd::Crowd,
    softness: Softness,
    /// Impacts of the attempted step.
    pub(crate) impacts: Vec<Impact>,
    /// The largest speed of a point that sticks at the end of the attempted step, m/s.
    pub(crate) creep: f64,
    /// Residual of the problem of the attempted step.
    pub(crate) residual: f64,
    /// The largest residual that the solver itself left.
    solved: f64,
    /// How much the attempted step had to solve.
    pub(crate) load: SolverLoad,
}

/// What is asked for at first: as near to round-off as a few iterations bring it.
const QUICK: Limits = Limits { tolerance: 1e-14, iterations: 40 };
/// Impulses of the last step are kept if they solve this one about as well as the solver last did, and
/// to this natural-map error at least.
const KEPT: f64 = 1e-11;
/// If those brought it no nearer than this, the solver takes its time.
const FAIR: f64 = 1e-9;
const THOROUGH: Limits = Limits { tolerance: 1e-10, iterations: 2_000 };
/// The natural-map error beyond which a step is no answer.
const TOLERABLE: f64 = 1e-5;
/// An island with more contacts than this that has a grain in it is a crowd: sweeps alone are affordable,
/// and errors of its impulses even out over many contacts.
const CROWD: usize = 24;
/// What sweeps over a crowd aim at, and how many of them a step may take.
const SWEPT: Limits = Limits { tolerance: 1e-7, iterations: 60 };
/// Sweeps that a crowd gets where those left more than is tolerable.
const MOST_SWEEPS: usize = 2_000;
/// The natural-map error beyond which a crowd's step is no answer.
const TOLERABLE_IN_CROWD: f64 = 1e-2;
/// How often joints and yielding ground may be linearised within a step.
const PATIENCE: u64 = 12;
/// A step on soil that is no answer is halved while it is longer than this.
const SHORTEST: Time = Time::from_nanos(20_000);

/// Constants of one step.
#[derive(Clone, Copy, Debug)]
struct Span {
    /// s
    h: f64,
    theta: f64,
    /// An approach faster than this is an impact, m/s; a slower one is a contact that comes to rest.
    sudden: f64,
}

/// An impact is faster than this many steps of free fall.
const FALL_STEPS: f64 = 3.0;

/// Which rule joins start and end of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scheme {
    /// Moreau and Jean's, with θ.
    Theta(f64),
    /// Newmark's with β = ¼, γ = ½ for the smooth part, impulses at the end of the step (Q. Chen,
    /// V. Acary, G. Virlez, O. Brüls, *A nonsmooth generalized-α scheme for flexible multibody systems
    /// with unilateral constraints*, IJNME 96, 2013, without numerical damping). Forces are those of start
    /// and end; impulses act along directions in the middle, so that the velocities hold at the end: both
    /// found by repetition.
    Newmark,
}

/// Repetitions of a step whose end is looked for.
const REPETITIONS: usize = 6;

/// One step of `longest`.
pub(super) fn attempt(
    world: &World,
    state: &State,
    longest: Time,
    scheme: Scheme,
    workspace: &mut Workspace,
) -> Result<StepReport, StepError> {
    let theta = if let Scheme::Theta(theta) = scheme { theta } else { 0.5 };
    let h = longest.seconds();
    let span = Span { h, theta, sudden: FALL_STEPS * h * world.gravity().at_site() };
    let Workspace { now, stage, end, end_at, impulses, cone: room, .. } = workspace;
    let mut report =
        StepReport { taken: longest, next: longest, evaluations: 2, rejected: 0, iterations: 0 };
    for (vehicle, body) in room.bodies.iter_mut().enumerate() {
        body.begin(world, state, vehicle, now, span);
    }
    room.rows.start(world, state, span);
    room.encounters.find(world, state, now, span, &mut room.rows)?;
    room.softness.start(world, state, now, &room.bodies, span)?;
    if let Some(shorter) = room.softness.shorter(world, longest).filter(|part| *part < longest) {
        return attempt(world, state, shorter, scheme, workspace);
    }
    let folds = scheme != Scheme::Newmark && room.start_folded(world, state, now, span);
    let Room { bodies, folded, .. } = room;
    for (vehicle, body) in bodies.iter_mut().enumerate() {
        body.prepare(world, state, vehicle, (now, stage), (span, folds.then_some(&mut *folded)));
    }
    if !(folds && room.find_folded_end(world, state, span, &mut report)) {
        room.find_end(world, state, now, span, &mut report)?;
    }
    if room.softness.is_far_off() && longest > SHORTEST {
        let mut report = attempt(world, state, longest.half(), scheme, workspace)?;
        report.rejected += 1;
        return Ok(report);
    }
    if scheme == Scheme::Newmark {
        for (vehicle, body) in room.bodies.iter_mut().enumerate() {
            body.accelerate_freely(world, state, vehicle, stage);
        }
    }
    for _ in 0..if scheme == Scheme::Newmark { REPETITIONS } else { 0 } {
        report.evaluations += 1;
        let mut change: f64 = 0.0;
        for (vehicle, body) in room.bodies.iter_mut().enumerate() {
            change = change.max(body.look_ahead(world, state, vehicle, stage, span));
        }
        if change < 1e-13 {
            break;
        }
        for (vehicle, body) in room.bodies.iter_mut().enumerate() {
            body.look_between(world, state, vehicle, (stage, end));
        }
        room.rows.follow(now, stage, end);
        room.find_end(world, state, end, span, &mut report)?;
    }
    end_at.copy_from_slice(&state.continuous);
    room.advance(world, span, end_at);
    impulses.fill(Impulse::default());
    room.account(world, state, span, end_at, impulses);
    room.load.iterations = report.iterations;
    end.observe(world, state, end_at, state.time + longest)?;
    end.bear(world, state, end_at, span.h, impulses);
    Ok(report)
}

impl Room {
    pub(crate) fn new(world: &World) -> Self {
        Self {
            bodies: world.vehicles().iter().map(Body::new).collect(),
            rows: Rows::new(world),
            encounters: Encounters::default(),
            problem: FrictionProblem::default(),
            reaction: Vec::new(),
            solver: nonsmooth::Room::default(),
            sticking: sticking::Sticking::default(),
            folded: Folded::default(),
            position: position::Projection::default(),
            crowd: crowd::Crowd::default(),
            softness: Softness::default(),
            impacts: Vec::new(),
            creep: 0.0,
            residual: 0.0,
            solved: 0.0,
            load: SolverLoad::default(),
        }
    }

    /// Takes threads for the work that can be shared.
    pub(crate) fn borrow(&mut self, lent: Lent) {
        self.softness.lent = lent;
    }

    /// Writes what the next step starts its search from into the state.
    pub(crate) fn keep_reactions(&self, state: &mut State) {
        state.solved = self.solved;
        state.reactions.clear();
        let impulses = self.reaction.chunks_exact(3);
        for (row, impulse) in self.rows.list.iter().zip(impulses) {
            if let &[n, t, s] = impulse {
                state.reactions.push((row.key, [n, t, s]));
            }
        }
        state.reactions.sort_unstable_by_key(|(key, _)| *key);
    }

    /// Finds the velocities at the end with mass matrix and directions of one evaluation, repeating as
    /// long as what is linearised changes.
    fn find_end(
        &mut self,
        world: &World,
        state: &State,
        posed: &Evaluation,
        span: Span,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        self.start_impulses(state);
        let mut factored = false;
        for attempt in 1..=PATIENCE {
            // Ground that yields otherwise changes neither the matrix nor the directions.
            if !factored {
                for (vehicle, body) in self.bodies.iter_mut().enumerate() {
                    let owner = &world.vehicles()[vehicle];
                    let soil = (&self.softness, vehicle);
                    body.factor(owner, posed.kinematics(vehicle), soil, span);
                }
                self.rows.whiten(world, posed, &self.bodies);
                self.sticking.forget();
            }
            self.rows.set_conditions(span);
            report.iterations += self.solve(world, state)?;
            self.respond();
            let ground_holds = self.rows.is_settled(&self.reaction, span);
            factored = self.joints_hold(world, state, (span, attempt > 1));
            let repeated = (span, attempt, attempt == PATIENCE);
            factored &= self.softness.is_settled(world, state, &self.bodies, repeated)?;
            if (ground_holds && factored) || attempt == PATIENCE {
                break;
            }
        }
        Ok(())
    }

    /// Sorts the rows by islands and takes the impulses of the last step for a first guess.
    fn start_impulses(&mut self, state: &State) {
        self.rows.group();
        self.reaction.clear();
        self.rows.warm_start(state, &mut self.reaction);
    }

    /// Poses and solves the problem of each island of vehicles that touch, from the impulses at hand; the
    /// number of iterations. One island's speeds and impulses say nothing about how exact another's must be.
    fn solve(&mut self, world: &World, state: &State) -> Result<u64, StepError> {
        (self.residual, self.solved) = (0.0, 0.0);
        let (mut iterations, mut first) = (0, 0);
        while first < self.rows.list.len() {
            let island = self.rows.island(first);
            first = island.end;
            iterations += self.solve_island(world, state, island)?;
        }
        self.clip_to_strength();
        Ok(iterations)
    }

    fn solve_island(
        &mut self,
        world: &World,
        state: &State,
        island: Range<usize>,
    ) -> Result<u64, StepError> {
        if island.len() > CROWD && self.rows.has_grain(world, &island) {
            return self.solve_crowd(state, island);
        }
        let kept = KEPT.min((4.0 * state.solved).max(QUICK.tolerance));
        if let Some(corrections) = self.solve_stuck(state, &island, kept) {
            return Ok(corrections);
        }
        let unsolved = |reason: String| StepError::Unsolved { time: state.time, reason };
        self.rows.pose(&self.bodies, island.clone(), &mut self.problem);
        self.problem.finish().map_err(|problem| unsolved(problem.to_string()))?;
        let contacts = island.len();
        let reaction = &mut self.reaction[3 * island.start..3 * island.end];
        let (problem, room) = (&self.problem, &mut self.solver);
        let mut found = Solver::default().improve_beyond(kept, problem, reaction, QUICK, room);
        if found.iterations == 0 && found.residual <= kept {
            self.residual = self.residual.max(found.residual);
            self.solved = self.solved.max(state.solved);
            return Ok(0);
        }
        let mut iterations = found.iterations as u64;
        // Few steps need more than that; the last line starts anew.
        for (enough, anew) in [(FAIR, false), (TOLERABLE, true)] {
            if found.residual <= enough {
                break;
            }
            if anew {
                reaction.fill(0.0);
            }
            found = Solver::default().improve(problem, reaction, THOROUGH, room);
            iterations += found.iterations as u64;
        }
        let residual = found.residual;
        self.solved = self.solved.max(residual);
        self.residual = self.residual.max(residual);
        if residual <= TOLERABLE {
            return Ok(iterations);
        }
        Err(unsolved(format!(
            "the impulses of {contacts} contacts are wrong by {residual:.1e} of their size after \
             {iterations} iterations"
        )))
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

    /// Improves the impulses of many contacts by Gauss–Seidel sweeps from those of the last step.
    fn solve_crowd(&mut self, state: &State, island: Range<usize>) -> Result<u64, StepError> {
        let contacts = island.len();
        let Self { crowd, rows, bodies, .. } = self;
        crowd.take(rows, bodies, island.clone());
        let reaction = &mut self.reaction[3 * island.start..3 * island.end];
        let mut sweeps = crowd.improve(reaction, SWEPT);
        let mut residual = crowd.residual(reaction);
        while residual > TOLERABLE_IN_CROWD && sweeps < MOST_SWEEPS {
            sweeps += crowd.improve(reaction, SWEPT);
            residual = crowd.residual(reaction);
        }
        self.residual = self.residual.max(residual);
        if residual <= TOLERABLE_IN_CROWD {
            return Ok(sweeps as u64);
        }
        let reason = format!(
            "the impulses of {contacts} contacts between grains are wrong by {residual:.1e} of their \
             size after {sweeps} sweeps"
        );
        Err(StepError::Unsolved { time: state.time, reason })
    }

    /// Velocities at the end under the impulses found.
    fn respond(&mut self) {
        for body in &mut self.bodies {
            body.start_response();
        }
        self.rows.push(&self.reaction, &mut self.bodies);
        for body in &mut self.bodies {
            body.finish_response();
        }
        self.rows.note_ends(&self.bodies);
    }

    /// Whether the joints' forces are at the end what they were taken for; linearises them there if not,
    /// for the first time or repeatedly.
    fn joints_hold(
        &mut self,
        world: &World,
        state: &State,
        (span, repeated): (Span, bool),
    ) -> bool {
        let mut hold = true;
        for (vehicle, body) in self.bodies.iter_mut().enumerate() {
            hold &= body.is_settled(world, state, vehicle, (span, repeated));
        }
        hold
    }
}

impl Evaluation {
    /// What bodies carried over a step is what they carry at its end; they moved with the mean
    /// acceleration.
    fn bear(&mut self, world: &World, state: &State, end_at: &[f64], h: f64, impulses: &[Impulse]) {
        for vehicle in 0..world.vehicles().len() {
            let range = world.layout().velocities(vehicle);
            let (rates, start) = (&mut self.rates[range.clone()], &state.continuous[range.clone()]);
            for ((rate, start), end) in rates.iter_mut().zip(start).zip(&end_at[range]) {
                *rate = (end - start) / h;
            }
        }
        self.set_loads(world, h, impulses);
    }
}
