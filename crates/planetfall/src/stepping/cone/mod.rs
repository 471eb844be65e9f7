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
mod cable;
mod closure;
mod compliant;
mod condensed;
mod constraint_row;
mod depth;
mod detection;
mod elements;
mod free_motion;
mod impact;
mod island;
mod large_island;
mod middle;
mod midpoint;
mod overlap;
mod position;
mod soil_implicit;
mod sticking;
mod vehicle_dynamics;
mod wheel_soil;

use super::{Evaluation, SolverLoad, StepError, StepReport, Workspace};
use crate::contact::PointImpulses;
use crate::contact::nonsmooth::velocity_space::VelocitySpace;
use crate::contact::nonsmooth::{self, FrictionProblem};
use crate::ground::scm::BorrowedExecutor;
use crate::math::time::Time;
use crate::state::{SchemeTerms, State};
use crate::world::World;
pub use account::Impact;
use compliant::Compliant;
use condensed::CondensedSoil;
use constraint_row::ConstraintRows;
pub(crate) use detection::ContactDetection;
use island::{FEW_CONTACTS, KEPT};
pub use island::{SolverReport, SolverStatus};
use nalgebra::Vector3;
pub(crate) use overlap::cleared;
pub use overlap::{Overlap, overlaps};
use soil_implicit::ImplicitSoil;
pub(crate) use soil_implicit::spatial_vector;
pub(super) use soil_implicit::{ground_normal, soil_error};
use vehicle_dynamics::VehicleDynamics;

/// Scratch of the step, and what it leaves for those who observe it.
#[derive(Clone, Debug)]
pub(crate) struct ConeWorkspace {
    bodies: Vec<VehicleDynamics>,
    rows: ConstraintRows,
    pub(crate) detection: ContactDetection,
    problem: FrictionProblem,
    reaction: Vec<f64>,
    /// Impulses of an island that is tried once more.
    kept_reaction: Vec<f64>,
    solver: nonsmooth::NonsmoothWorkspace,
    velocities: VelocitySpace,
    /// Where the freedoms of each vehicle of an island begin.
    places: Vec<usize>,
    sticking: sticking::Sticking,
    condensed: CondensedSoil,
    position: position::Projection,
    large_island: large_island::LargeIsland,
    soil: ImplicitSoil,
    compliant: Compliant,
    /// Energy of the attempted step as its equations have it.
    pub(super) scheme_terms: SchemeTerms,
    /// Impacts of the attempted step.
    pub(crate) impacts: Vec<Impact>,
    /// The largest speed of a point that sticks at the end of the attempted step, m/s.
    pub(crate) creep: f64,
    /// Residual of the problem of the attempted step.
    pub(crate) residual: f64,
    /// The largest residual that the solver itself left.
    solved: f64,
    /// What leaving propellant takes along of momentum and angular momentum, per second.
    taken: [Vector3<f64>; 2],
    /// How much the attempted step had to solve.
    pub(crate) load: SolverLoad,
    /// Iterations of the attempted step so far.
    spent: u64,
    /// How its impulses were found.
    pub(crate) report: SolverReport,
}

/// How often joints and yielding ground may be linearised within a step.
const PATIENCE: u64 = 12;
/// The same with laws that give forces of their own, which have kinks.
const COMPLIANT_PATIENCE: u64 = 40;
/// Velocity by which the impulse of a law over depth may be off its law in an accepted step, m/s.
const FAR_OFF: f64 = 1e-6;
/// A step on soil that is no answer is halved while it is longer than this.
const SHORTEST: Time = Time::from_nanos(20_000);

/// Constants of one step.
#[derive(Clone, Copy, Debug)]
struct StepConstants {
    /// s
    h: f64,
    theta: f64,
    /// Whether compliant laws are taken to second order.
    second_order: bool,
    /// An approach faster than this is an impact, m/s; a slower one is a contact that comes to rest.
    sudden: f64,
}

/// An impact is faster than this many steps of free fall.
const FALL_STEPS: f64 = 3.0;

impl StepConstants {
    fn new(world: &World, taken: Time, scheme: Scheme) -> Self {
        let theta = match scheme {
            Scheme::Theta(theta) => theta,
            Scheme::Newmark | Scheme::Midpoint => 0.5,
        };
        let h = taken.seconds();
        let sudden = FALL_STEPS * h * world.gravity().at_site();
        Self { h, theta, second_order: scheme == Scheme::Midpoint, sudden }
    }

    /// Whether it has no length: impulses act at an instant.
    fn is_instant(&self) -> bool {
        self.h <= impact::INSTANT.h
    }
}

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
    /// The midpoint rule with forces that damp what it does not resolve (`midpoint.rs`).
    Midpoint,
}

/// Repetitions of a step whose end is looked for.
const REPETITIONS: usize = 6;

/// One step of `longest`, or of a part of it where ground or elements ask for that.
pub(super) fn attempt(
    world: &World,
    state: &State,
    longest: Time,
    mut scheme: Scheme,
    workspace: &mut Workspace,
) -> Result<StepReport, StepError> {
    let mut report = StepReport { evaluations: 2, ..StepReport::of(longest) };
    report.taken = elements::longest_stable(world, longest);
    loop {
        let span = StepConstants::new(world, report.taken, scheme);
        match find_step(world, state, (span, scheme), workspace, &mut report)? {
            Trial::Found => {
                report.solver = workspace.cone.report;
                finish_step(world, state, (span, scheme), workspace, &report)?;
                return Ok(report);
            }
            Trial::Shorter(part) => report.taken = part,
            Trial::Rigid => scheme = Scheme::Theta(1.0),
            Trial::Unsettled if report.taken > SHORTEST => {
                report.taken = report.taken.half();
                report.rejected += 1;
            }
            Trial::Unsettled => {
                let vehicle = world.vehicles().first().map_or_else(String::new, |v| v.name.clone());
                let cone = &workspace.cone;
                let correction = cone.compliant.worst_speed_change().max(cone.rows.worst_off());
                return Err(StepError::NoConvergence { vehicle, time: state.time, correction });
            }
        }
    }
}

/// What came of a step.
enum Trial {
    /// Its end.
    Found,
    /// Soil asks for a shorter one.
    Shorter(Time),
    /// It has rigid contacts, which the second-order scheme does not take.
    Rigid,
    /// Forces of the ground are not those of its end.
    Unsettled,
}

/// Where directions, mass matrix and normals of a step are taken.
enum StepConfiguration<'a> {
    /// As one evaluation has them.
    ///
    /// Contacts of single bodies as a second one has them.
    Given(&'a Evaluation, &'a Evaluation),
    /// In the middle of the step, whose continuous state stands beside; velocities follow the step.
    Middle(&'a mut Evaluation, &'a mut [f64]),
}

impl StepConfiguration<'_> {
    fn evaluation(&self) -> &Evaluation {
        match self {
            Self::Given(evaluation, _) => evaluation,
            Self::Middle(evaluation, _) => evaluation,
        }
    }

    /// For contacts of single bodies.
    fn middle(&self) -> &Evaluation {
        match self {
            Self::Given(_, middle) => middle,
            Self::Middle(evaluation, _) => evaluation,
        }
    }
}

/// Finds the velocities at the end of a step.
fn find_step(
    world: &World,
    state: &State,
    (span, scheme): (StepConstants, Scheme),
    workspace: &mut Workspace,
    report: &mut StepReport,
) -> Result<Trial, StepError> {
    let Workspace { now, stage, stage_at, end, cone, .. } = workspace;
    (cone.spent, cone.report) = (0, SolverReport::default());
    if scheme == Scheme::Midpoint {
        cone.pose_in_middle(world, state, (now, stage, stage_at), span);
    }
    let posed: &Evaluation = if scheme == Scheme::Midpoint { stage } else { now };
    for (vehicle, body) in cone.bodies.iter_mut().enumerate() {
        body.begin(world, state, vehicle, (now, posed), span);
    }
    cone.rows.start(world, state, span);
    cone.rows.add_cables(world, state, (now, posed), span);
    cone.detection.take_for_step(world, state, now, span, &mut cone.rows)?;
    if scheme == Scheme::Midpoint {
        if cone.rows.has_rigid() {
            return Ok(Trial::Rigid);
        }
        cone.rows.place_in_middle(world, (now, posed), span.h);
    }
    cone.compliant.start(world, state, (now, posed), &cone.bodies, span)?;
    cone.soil.start(world, state, now, &cone.bodies, span)?;
    if let Some(shorter) =
        cone.soil.shorter(world, report.taken).filter(|part| *part < report.taken)
    {
        return Ok(Trial::Shorter(shorter));
    }
    let condenses = match scheme {
        Scheme::Theta(_) => cone.start_condensed(world, state, now, span),
        Scheme::Midpoint => cone.start_condensed(world, state, stage, span),
        Scheme::Newmark => false,
    };
    cone.prepare(world, state, (now, stage, stage_at), (span, scheme, condenses));
    if let Scheme::Theta(_) = scheme {
        cone.look_from_middle(world, state, (now, stage), span);
    }
    if !(condenses && cone.find_condensed_end(world, state, span, report)) {
        let posed = match scheme {
            Scheme::Midpoint => StepConfiguration::Middle(stage, stage_at),
            Scheme::Theta(_) | Scheme::Newmark => StepConfiguration::Given(now, stage),
        };
        cone.find_end(world, state, posed, span, report)?;
    }
    let unsettled = cone.compliant.is_far_off() || cone.rows.worst_off() > FAR_OFF;
    if cone.soil.is_far_off() && report.taken > SHORTEST || unsettled {
        return Ok(Trial::Unsettled);
    }
    if scheme == Scheme::Newmark {
        cone.repeat_to_end(world, state, (now, stage, end), (span, stage_at), report)?;
    }
    Ok(Trial::Found)
}

/// Writes the end of the step that was found, and books it.
fn finish_step(
    world: &World,
    state: &State,
    (span, scheme): (StepConstants, Scheme),
    workspace: &mut Workspace,
    report: &StepReport,
) -> Result<(), StepError> {
    let Workspace { now, stage, stage_at, end, end_at, impulses, cone, .. } = workspace;
    end_at.copy_from_slice(&state.continuous);
    cone.advance(world, state, span, end_at);
    cone.take_borne();
    impulses.clear();
    if scheme == Scheme::Newmark {
        cone.rows.note_starts(&mut cone.bodies);
    }
    cone.account(world, state, (span, stage), end_at, impulses);
    if world.is_eventful() {
        if scheme == Scheme::Newmark {
            cone.apply_elements_between(world, state, (now, stage, stage_at), span);
        }
        cone.account_elements(world, state, (stage, stage_at), span.h, end_at);
        // Where directions and mass matrix of the step are from.
        let posed: &Evaluation = match scheme {
            Scheme::Theta(_) => now,
            Scheme::Midpoint => stage,
            Scheme::Newmark => end,
        };
        cone.account_momentum(world, (posed, span.h), end_at);
    }
    cone.load.iterations = report.iterations;
    end.pose_all(world, state, end_at);
    cone.detection.look_at_end(world, state, (end, end_at), span.h);
    end.note_touching(world, (end_at, state), &cone.detection);
    end.observe(world, state, end_at, state.time + report.taken)?;
    end.bear(world, state, end_at, span.h, impulses);
    workspace.scheme_terms = Some(cone.scheme_terms);
    Ok(())
}

impl ConeWorkspace {
    pub(crate) fn new(world: &World) -> Self {
        Self {
            bodies: world.vehicles().iter().map(VehicleDynamics::new).collect(),
            rows: ConstraintRows::new(world),
            detection: ContactDetection::default(),
            problem: FrictionProblem::default(),
            reaction: Vec::new(),
            kept_reaction: Vec::new(),
            solver: nonsmooth::NonsmoothWorkspace::default(),
            velocities: VelocitySpace::default(),
            places: Vec::new(),
            spent: 0,
            report: SolverReport::default(),
            sticking: sticking::Sticking::default(),
            condensed: CondensedSoil::default(),
            position: position::Projection::default(),
            large_island: large_island::LargeIsland::default(),
            soil: ImplicitSoil::default(),
            compliant: Compliant::new(world),
            scheme_terms: SchemeTerms::default(),
            impacts: Vec::new(),
            creep: 0.0,
            residual: 0.0,
            solved: 0.0,
            taken: [Vector3::zeros(); 2],
            load: SolverLoad::default(),
        }
    }

    /// Takes threads for the work that can be shared.
    pub(crate) fn borrow(&mut self, executor: BorrowedExecutor) {
        self.soil.executor = executor;
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

    /// Finds the velocities at the end with mass matrix and directions of one evaluation, directions of
    /// single bodies of another, repeating as long as what is linearised changes.
    fn find_end(
        &mut self,
        world: &World,
        state: &State,
        mut posed: StepConfiguration<'_>,
        span: StepConstants,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        self.start_impulses(state);
        let mut factored = false;
        let kinked = world.is_compliant() || span.second_order;
        let patience = if kinked { COMPLIANT_PATIENCE } else { PATIENCE };
        for attempt in 1..=patience {
            // Ground that yields otherwise changes neither the matrix nor the directions.
            if !factored {
                self.factor(world, (posed.evaluation(), posed.middle()), span);
            }
            self.rows.set_conditions(span);
            report.iterations += self.solve(world, state)?;
            self.respond();
            let ground_holds = self.rows.is_settled(&self.reaction, span);
            factored = self.joints_hold(world, state, (span, attempt > 1));
            let repeated = (span, attempt, attempt == patience);
            factored &= self.soil.is_settled(world, state, &self.bodies, repeated)?;
            let solved = (&mut self.bodies[..], &self.rows);
            factored &= self.compliant.is_settled(world, state, solved, attempt);
            if let StepConfiguration::Middle(stage, at) = &mut posed {
                factored &= self.inertia_holds(world, state, (stage, at), span);
            }
            if (ground_holds && factored) || attempt == patience {
                break;
            }
        }
        Ok(())
    }

    /// Factors the vehicles' matrices and takes the rows to y = L⁻ᵀ Jᵀ.
    fn factor(
        &mut self,
        world: &World,
        (posed, middle): (&Evaluation, &Evaluation),
        span: StepConstants,
    ) {
        for (vehicle, body) in self.bodies.iter_mut().enumerate() {
            let owner = &world.vehicles()[vehicle];
            let ground = (&self.soil, &self.compliant, vehicle);
            body.factor(owner, posed.kinematics(vehicle), ground, span);
        }
        self.rows.whiten(world, (posed, middle), &self.bodies);
        self.sticking.forget();
    }

    /// Free motion of all vehicles.
    fn prepare(
        &mut self,
        world: &World,
        state: &State,
        (now, stage, at): (&Evaluation, &mut Evaluation, &mut [f64]),
        (span, scheme, condenses): (StepConstants, Scheme, bool),
    ) {
        if scheme == Scheme::Midpoint {
            match condenses {
                true => {
                    let held = (&mut self.condensed, span);
                    self.bodies[0].push_held(world, state, 0, (stage, at), held);
                }
                false => _ = self.push_in_middle(world, state, (stage, at), span),
            }
            return;
        }
        if world.is_eventful() {
            self.prepare_under_elements(world, state, (stage, at), span);
            return;
        }
        let Self { bodies, condensed, .. } = self;
        for (vehicle, body) in bodies.iter_mut().enumerate() {
            let held = condenses.then_some(&mut *condensed);
            body.prepare(world, state, vehicle, (now, stage), (span, held));
        }
    }

    /// Newmark's step: forces of start and end, directions in the middle, repeated until the end holds.
    fn repeat_to_end(
        &mut self,
        world: &World,
        state: &State,
        (now, stage, end): (&Evaluation, &mut Evaluation, &mut Evaluation),
        (span, at): (StepConstants, &mut [f64]),
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        if world.is_eventful() {
            at.copy_from_slice(&state.continuous);
            elements::advance_elements(world, now, at, 0.5 * span.h);
            stage.applied.apply_free_forces(world, state, at, 0.5 * span.h);
        }
        for (vehicle, body) in self.bodies.iter_mut().enumerate().filter(|(_, body)| body.awake) {
            body.accelerate_freely(world, state, vehicle, stage);
        }
        for _ in 0..REPETITIONS {
            report.evaluations += 1;
            let mut change: f64 = 0.0;
            for (vehicle, body) in self.bodies.iter_mut().enumerate() {
                change = change.max(body.look_ahead(world, state, vehicle, span));
            }
            if change < 1e-13 {
                break;
            }
            if world.is_eventful() {
                self.apply_elements_at_end(world, state, (now, stage, at), span);
            }
            for (vehicle, body) in self.bodies.iter_mut().enumerate().filter(|(_, b)| b.awake) {
                body.drift_between(world, state, vehicle, stage, span);
            }
            for (vehicle, body) in self.bodies.iter_mut().enumerate().filter(|(_, b)| b.awake) {
                body.look_between(world, state, vehicle, (stage, end));
            }
            self.rows.follow(now, stage, end);
            self.find_end(world, state, StepConfiguration::Given(end, end), span, report)?;
        }
        Ok(())
    }

    /// Sorts the rows by islands and takes the impulses of the last step for a first guess.
    fn start_impulses(&mut self, state: &State) {
        self.rows.group();
        self.reaction.clear();
        self.rows.warm_start(state, &mut self.reaction);
    }

    /// Velocities at the end under the impulses found.
    fn respond(&mut self) {
        for body in &mut self.bodies {
            body.start_response();
        }
        self.rows.push(&self.reaction, &mut self.bodies);
        for (vehicle, body) in self.bodies.iter_mut().enumerate() {
            body.finish_response();
            if body.takes_leans(&self.rows, vehicle) {
                self.compliant.lean(vehicle, body);
            }
        }
        self.rows.note_ends(&self.bodies);
    }

    /// Whether the joints' forces are at the end what they were taken for; linearises them there if not,
    /// for the first time or repeatedly.
    fn joints_hold(
        &mut self,
        world: &World,
        state: &State,
        (span, repeated): (StepConstants, bool),
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
    fn bear(
        &mut self,
        world: &World,
        state: &State,
        end_at: &[f64],
        h: f64,
        impulses: &PointImpulses,
    ) {
        for vehicle in 0..world.vehicles().len() {
            let range = world.layout().velocities(vehicle);
            let (rates, start) =
                (&mut self.applied.rates[range.clone()], &state.continuous[range.clone()]);
            for ((rate, start), end) in rates.iter_mut().zip(start).zip(&end_at[range]) {
                *rate = (end - start) / h;
            }
        }
        self.set_loads(world, h, impulses);
    }
}

#[cfg(test)]
mod tests;
