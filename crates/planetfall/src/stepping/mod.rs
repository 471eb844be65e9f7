//! One step, one direction:
//!
//! ```text
//! command held -> kinematics -> touches -> loads -> accelerations   (per stage)
//! accept -> commit memory -> ledger -> report
//! ```
//!
//! A step is first *attempted*, which changes nothing but scratch, so that it can be refused by
//! error control or repeated shorter when a trigger fires inside it; then it is *accepted*, once.

pub mod compatibility;
mod cone;
mod evaluation;
mod event_driven;
mod runge_kutta;
mod soil_explicit;
mod stability;

pub use crate::world::{CHANNELS, Channel};
pub use cone::{Impact, Overlap, SolverReport, SolverStatus, overlaps};
pub(crate) use cone::{cleared, spatial_vector};
pub use evaluation::Evaluation;
use evaluation::PoseStatus;
pub(crate) use stability::note_margins;
pub use stability::{RK4_HALF_DISC, RK4_REAL_LIMIT};

pub use crate::contact::Impulse;
use crate::contact::PointImpulses;
use crate::contact::{Contact, Load};
use crate::dynamics::energy::Centre;
use crate::math::time::Time;
use crate::state::{DiscreteState, Matter, SchemeTerms, State};
pub use crate::state::{Ledger, StepBound};
use crate::terrain::NoGround;
use crate::vehicle::aerodynamics::OutsideDatabase;
use crate::world::{Command, SamplePoint, World};
use compatibility::MethodKind;

/// How a phase is stepped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// The classical fourth-order Runge–Kutta scheme: 4 evaluations a step.
    RungeKutta4 {
        /// Step.
        step: Time,
    },
    /// Dormand and Prince's 5(4) pair with error control: 6 evaluations a step.
    DormandPrince54 {
        /// Error allowed in one step.
        tolerance: Tolerance,
        /// Longest step.
        longest: Time,
        /// Shortest step; needing a shorter one is an error.
        shortest: Time,
    },
    /// Implicit: stable on ground, joints and cables of any stiffness. On compliant ground (marker,
    /// custom, curves of force over depth) of second order, the midpoint rule with forces that damp what the step
    /// does not resolve; on rigid ground, under ROAMS's wheels and on soil of first order, at the end of the step.
    Implicit {
        /// Step.
        step: Time,
    },
    /// Moreau and Jean's time stepping with the θ-scheme: contact impulses are unknowns of the step.
    MoreauJean {
        /// Step.
        step: Time,
        /// Share of the end of the step in its mean, ½ (the trapezoidal rule) to 1 (implicit Euler).
        theta: f64,
    },
    /// Newmark's trapezoidal rule with contact impulses as unknowns: second order between impacts.
    Newmark {
        /// Step.
        step: Time,
    },
    /// Free motion by the classical Runge–Kutta scheme up to each impact, whose instant is located; what
    /// rests is stepped as by Moreau and Jean.
    EventDriven {
        /// Step.
        step: Time,
    },
}

/// Error allowed in one step of an adaptive method, each in its own unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// m
    pub position: f64,
    /// m/s
    pub velocity: f64,
    /// rad
    pub attitude: f64,
    /// rad/s
    pub rate: f64,
}

impl Method {
    /// Which method it is, without its numbers.
    pub fn kind(&self) -> MethodKind {
        match self {
            Self::RungeKutta4 { .. } => MethodKind::RungeKutta4,
            Self::DormandPrince54 { .. } => MethodKind::DormandPrince54,
            Self::Implicit { .. } => MethodKind::Implicit,
            Self::MoreauJean { .. } => MethodKind::MoreauJean,
            Self::Newmark { .. } => MethodKind::Newmark,
            Self::EventDriven { .. } => MethodKind::EventDriven,
        }
    }

    /// Its name in scenario files.
    pub fn name(&self) -> &'static str {
        self.kind().name()
    }

    /// The step a fixed method takes, or the longest of an adaptive one.
    pub fn longest(&self) -> Time {
        match *self {
            Self::RungeKutta4 { step }
            | Self::Implicit { step }
            | Self::MoreauJean { step, .. }
            | Self::Newmark { step }
            | Self::EventDriven { step } => step,
            Self::DormandPrince54 { longest, .. } => longest,
        }
    }

    /// Whether forces are evaluated in stages, and nothing is solved for.
    pub fn is_explicit(&self) -> bool {
        match self {
            Self::RungeKutta4 { .. } | Self::DormandPrince54 { .. } => true,
            Self::Implicit { .. }
            | Self::MoreauJean { .. }
            | Self::Newmark { .. }
            | Self::EventDriven { .. } => false,
        }
    }

    /// Whether error control chooses the step.
    pub fn is_adaptive(&self) -> bool {
        match self {
            Self::DormandPrince54 { .. } => true,
            Self::RungeKutta4 { .. }
            | Self::Implicit { .. }
            | Self::MoreauJean { .. }
            | Self::Newmark { .. }
            | Self::EventDriven { .. } => false,
        }
    }

    /// The step of an explicit method without error control, which may be past its limit of stability.
    pub fn fixed_explicit_step(&self) -> Option<Time> {
        match self {
            Self::RungeKutta4 { step } => Some(*step),
            Self::DormandPrince54 { .. }
            | Self::Implicit { .. }
            | Self::MoreauJean { .. }
            | Self::Newmark { .. }
            | Self::EventDriven { .. } => None,
        }
    }

    /// How far a step from an instant may go. Event-driven steps end where the clock shows a multiple of
    /// the step: after an impact they find back to it, so that a pause there changes nothing.
    pub(crate) fn longest_from(&self, now: Time) -> Time {
        match *self {
            Self::EventDriven { step } => now.next_multiple(step) - now,
            Self::RungeKutta4 { .. }
            | Self::DormandPrince54 { .. }
            | Self::Implicit { .. }
            | Self::MoreauJean { .. }
            | Self::Newmark { .. } => self.longest(),
        }
    }

    /// Whether contact impulses are unknowns of its step.
    pub fn finds_impulses(&self) -> bool {
        matches!(self, Self::MoreauJean { .. } | Self::Newmark { .. } | Self::EventDriven { .. })
    }

    /// The same method with every step (or tolerance) divided, for convergence studies.
    pub fn refined(&self, by: i64) -> Self {
        let cut = |time: Time| Time::from_nanos((time.nanos() / by).max(1));
        match *self {
            Self::RungeKutta4 { step } => Self::RungeKutta4 { step: cut(step) },
            Self::Implicit { step } => Self::Implicit { step: cut(step) },
            Self::MoreauJean { step, theta } => Self::MoreauJean { step: cut(step), theta },
            Self::Newmark { step } => Self::Newmark { step: cut(step) },
            Self::EventDriven { step } => Self::EventDriven { step: cut(step) },
            Self::DormandPrince54 { tolerance: t, longest, shortest } => {
                // A fifth-order local error falls by 2⁵ when the step is halved.
                let by5 = (by as f64).powi(5);
                let tolerance = Tolerance {
                    position: t.position / by5,
                    velocity: t.velocity / by5,
                    attitude: t.attitude / by5,
                    rate: t.rate / by5,
                };
                Self::DormandPrince54 { tolerance, longest: cut(longest), shortest: cut(shortest) }
            }
        }
    }
}

/// Scratch of a step: buffers whose content has no meaning between steps, made once for a world.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// Evaluation at the current state; in a box, as is that of the end, for both are exchanged in every step.
    pub(crate) now: Box<Evaluation>,
    /// State and command that `now` belongs to, to notice when it is stale.
    pub(crate) now_at: Vec<f64>,
    pub(crate) now_command: Command,
    pub(crate) now_discrete: DiscreteState,
    /// The ground's memory that `now` was evaluated with.
    pub(crate) now_memory: Vec<f64>,
    pub(crate) now_is_valid: bool,
    /// Whether positions, velocities and tanks of `now` are those of `now_at`.
    now_is_posed: bool,
    /// Whether soil is a force of `now`, as it is for explicit methods.
    pub(crate) soil_is_force: bool,
    /// Whether kinematics and inertias of `end` are those of `end_at`: explicit methods evaluate it there.
    end_is_posed: bool,
    /// Attempted end of the step.
    pub(crate) end: Box<Evaluation>,
    pub(crate) end_at: Vec<f64>,
    pub(crate) stage: Evaluation,
    pub(crate) stage_at: Vec<f64>,
    pub(crate) slopes: Vec<Vec<f64>>,
    /// Impulse of the attempted step at each contact.
    pub(crate) impulses: PointImpulses,
    /// Centres of mass after the step, of vehicles whose inertias do not change.
    pub(crate) centres: Vec<Option<Centre>>,
    pub(crate) cone: cone::ConeWorkspace,
    pub(crate) stability: soil_explicit::Stability,
    /// How near explicit steps are to their limit on the contacts of a vehicle.
    pub(crate) modes: stability::Modes,
    /// Energy of the attempted step as the equations have it that an implicit method solved.
    pub(crate) scheme_terms: Option<SchemeTerms>,
}

impl Workspace {
    /// Scratch for a world.
    pub fn new(world: &World) -> Self {
        let length = world.layout().len();
        Self {
            now: Box::new(Evaluation::new(world)),
            now_at: vec![f64::NAN; length],
            now_command: Command::idle(world),
            now_discrete: DiscreteState::new(world),
            now_memory: vec![0.0; world.layout().memory()],
            now_is_valid: false,
            now_is_posed: false,
            soil_is_force: false,
            end_is_posed: false,
            end: Box::new(Evaluation::new(world)),
            end_at: vec![0.0; length],
            stage: Evaluation::new(world),
            stage_at: vec![0.0; length],
            slopes: vec![vec![0.0; length]; 7],
            impulses: PointImpulses::new(world.sample_points().len()),
            centres: vec![None; world.vehicles().len()],
            cone: cone::ConeWorkspace::new(world),
            stability: soil_explicit::Stability::default(),
            modes: stability::Modes::default(),
            scheme_terms: None,
        }
    }

    /// Touches and loads at the current state, as last refreshed.
    pub fn evaluation(&self) -> &Evaluation {
        &self.now
    }

    /// Impulse of the last accepted step at each contact.
    pub fn impulses(&self) -> &[Impulse] {
        self.impulses.all()
    }

    /// The same up to the last contact that may have one.
    pub(crate) fn given_impulses(&self) -> &[Impulse] {
        self.impulses.given()
    }

    /// What hard ground did in the last step.
    pub(crate) fn hardness(&self) -> Hardness<'_> {
        let cone::ConeWorkspace { impacts, creep, residual, load, report, .. } = &self.cone;
        let status = report.status;
        Hardness { impacts, creep: *creep, residual: *residual, status, load: *load }
    }

    /// Makes soil a force where a method takes it so.
    fn choose_soil(&mut self, world: &World, method: &Method) {
        let is_force = method.is_explicit() && world.soil().is_some();
        if is_force != self.soil_is_force {
            self.soil_is_force = is_force;
            self.now_is_valid = false;
        }
    }

    /// Has the next step evaluate its start again: something changed that the state's numbers do not show.
    pub(crate) fn forget(&mut self) {
        (self.now_is_valid, self.now_is_posed) = (false, false);
    }

    /// Whether [`Self::evaluation`] is that of the state given.
    #[inline]
    pub fn is_current(&self, world: &World, state: &State) -> bool {
        self.now_is_valid
            && are_same(&self.now_memory, &state.ground.contacts)
            && are_same(&self.now_at, &state.continuous)
            && self.now_command == state.command
            && (!world.is_eventful() || self.now_discrete == state.discrete)
    }

    /// Makes [`Self::evaluation`] that of the state given.
    pub fn refresh(&mut self, world: &World, state: &State) -> Result<u64, StepError> {
        if self.is_current(world, state) {
            return Ok(0);
        }
        let is_posed = are_same(&self.now_at, &state.continuous)
            && (!world.is_eventful() || self.now_discrete == state.discrete);
        self.refresh_from(
            world,
            state,
            if is_posed { PoseStatus::Known } else { PoseStatus::Unknown },
        )
    }

    /// The same, of vehicles that `now` may know to be posed as they are in the state.
    fn refresh_from(
        &mut self,
        world: &World,
        state: &State,
        pose: PoseStatus,
    ) -> Result<u64, StepError> {
        let pose = if self.now_is_posed { pose } else { PoseStatus::Unknown };
        (self.now_is_valid, self.now_is_posed) = (false, false);
        self.now_at.copy_from_slice(&state.continuous);
        self.now_memory.copy_from_slice(&state.ground.contacts);
        self.now_command.copy_from(&state.command);
        if world.is_eventful() {
            self.now_discrete.copy_from(&state.discrete);
        }
        // Whatever was slid has been committed.
        let elapsed = self.soil_is_force.then_some(0.0);
        self.now.evaluate_from(pose, world, state, &self.now_at, state.time, elapsed)?;
        if world.is_hard() {
            self.cone.detection.look_at(world, state, &self.now);
            self.now.note_touching(world, (&self.now_at, state), &self.cone.detection);
            self.now.take_touching(world);
            self.now.remember_loads(world, state);
        }
        (self.now_is_valid, self.now_is_posed) = (true, true);
        Ok(1)
    }

    /// Exchanges the loads now for those of the attempted step, at contacts whose law leaves them to it.
    pub(crate) fn exchange_solved_loads(&mut self, world: &World) {
        let loads = self.now.loads_mut().iter_mut().zip(self.end.loads_mut());
        for (contact, (now, end)) in world.sample_points().iter().zip(loads) {
            if !contact.kept.is_empty() {
                std::mem::swap(now, end);
            }
        }
    }
}

/// Equality of lines of numbers, several at a time.
fn are_same(a: &[f64], b: &[f64]) -> bool {
    let alike = |a: &[f64], b: &[f64]| a.iter().zip(b).fold(true, |so, (a, b)| so & (a == b));
    let (first, rest) = a.as_chunks::<8>();
    let (second, last) = b.as_chunks::<8>();
    a.len() == b.len() && first.iter().zip(second).all(|(a, b)| alike(a, b)) && alike(rest, last)
}

/// What hard ground did in a step.
pub(crate) struct Hardness<'a> {
    pub(crate) impacts: &'a [Impact],
    /// Largest speed of a point that sticks, m/s.
    pub(crate) creep: f64,
    /// Of the problem solved.
    pub(crate) residual: f64,
    /// Whether it was.
    pub(crate) status: SolverStatus,
    /// How much there was to solve.
    pub(crate) load: SolverLoad,
}

/// How much a step had to solve, and what came of it as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct SolverLoad {
    /// Contacts of the problem.
    pub(crate) contacts: u64,
    /// Those that carry something.
    pub(crate) loaded: u64,
    /// Iterations of the solver.
    pub(crate) iterations: u64,
    /// Deepest contact at the start of the step, m.
    pub(crate) deepest: f64,
    /// Impulse of the ground on all grains, up, N s.
    pub(crate) lifted: f64,
}

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepReport {
    /// The time that passed.
    pub taken: Time,
    /// What an adaptive method would try next.
    pub next: Time,
    /// Evaluations of the equations of motion.
    pub evaluations: u64,
    /// Steps refused by error control before this one.
    pub rejected: u64,
    /// Newton iterations.
    pub iterations: u64,
    /// How contact impulses were found, for methods whose unknowns they are.
    pub solver: SolverReport,
}

impl StepReport {
    /// A step over a time, of which nothing more is known yet.
    pub(crate) fn of(taken: Time) -> Self {
        let solver = SolverReport::default();
        Self { taken, next: taken, evaluations: 0, rejected: 0, iterations: 0, solver }
    }
}

/// Why a step could not be taken.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StepError {
    /// There is no ground under a contact point.
    #[error("{contact} at t = {time}: {source}")]
    NoGround {
        /// Contact's name.
        contact: String,
        /// When.
        time: Time,
        /// Where.
        source: NoGround,
    },
    /// A number became infinite or not a number.
    #[error(
        "the motion of {vehicle} became non-finite ({quantity}) in the step from t = {time}: \
         use a shorter step, or softer ground, joints or cables"
    )]
    NotFinite {
        /// Vehicle's name.
        vehicle: String,
        /// Which quantity.
        quantity: &'static str,
        /// Start of the step.
        time: Time,
    },
    /// Error control asks for less than the shortest step.
    #[error(
        "error control asks for a step below {shortest} at t = {time} (largest error: {quantity} \
         of {vehicle}): loosen the tolerance, allow a shorter step or use a fixed step on stiff ground"
    )]
    TooStiff {
        /// Vehicle's name.
        vehicle: String,
        /// Which quantity.
        quantity: &'static str,
        /// When.
        time: Time,
        /// The shortest step allowed.
        shortest: Time,
    },
    /// The impulses of a step were not found.
    #[error(
        "the contacts of the step at t = {time} could not be solved: {reason}. Use a shorter step, or \
         look for contradictory contacts (a body wedged in rigid ground) or extreme mass ratios"
    )]
    Unsolved {
        /// When.
        time: Time,
        /// What the solver says.
        reason: String,
    },
    /// Soil cannot answer what presses on it.
    #[error("{contact} at t = {time}: {reason}")]
    Soil {
        /// Contact's name.
        contact: String,
        /// When.
        time: Time,
        /// What the soil says.
        reason: String,
    },
    /// Soil is too stiff for an explicit step.
    #[error(
        "the soil under {contact} at t = {time} is too stiff for an explicit step of this length: {stable} \
         would be stable. Use method = \"implicit\", a shorter step, or a smaller \
         elastic_stiffness_pa_per_m and shear_stiffness_pa_per_m"
    )]
    StiffSoil {
        /// Contact's name.
        contact: String,
        /// When.
        time: Time,
        /// The step that would be.
        stable: Time,
    },
    /// A flight condition that an aerodynamic database does not cover.
    #[error(
        "`{element}` at t = {time}: {outside}. Extend the database, or hold its ends where that is \
         what you mean"
    )]
    OutsideDatabase {
        /// Name of the aerodynamics.
        element: String,
        /// When.
        time: Time,
        /// What was flown, and what the database has.
        outside: OutsideDatabase,
    },
    /// The implicit solve did not converge even in short steps.
    #[error(
        "the implicit step of {vehicle} at t = {time} did not converge (last correction \
         {correction:.3e} m/s): use a shorter step or a larger stick speed"
    )]
    NoConvergence {
        /// Vehicle's name.
        vehicle: String,
        /// When.
        time: Time,
        /// Size of the last Newton correction, m/s.
        correction: f64,
    },
}

/// Takes one step of at most `longest`; an adaptive method may take less.
pub fn step(
    world: &World,
    method: &Method,
    state: &mut State,
    longest: Time,
    workspace: &mut Workspace,
) -> Result<StepReport, StepError> {
    let report = attempt(world, method, state, longest, workspace)?;
    accept(world, state, &report, workspace)?;
    Ok(report)
}

/// Tries a step: only scratch changes.
pub(crate) fn attempt(
    world: &World,
    method: &Method,
    state: &State,
    longest: Time,
    workspace: &mut Workspace,
) -> Result<StepReport, StepError> {
    workspace.choose_soil(world, method);
    let evaluations = workspace.refresh(world, state)?;
    workspace.scheme_terms = None;
    workspace.end_is_posed = method.is_explicit();
    workspace.now_is_posed &= method.is_explicit();
    let mut report = match method {
        Method::RungeKutta4 { .. } => {
            runge_kutta::fixed(world, state, longest, &runge_kutta::RK4, workspace)?
        }
        Method::DormandPrince54 { tolerance, shortest, .. } => {
            runge_kutta::adaptive(world, state, longest, tolerance, *shortest, workspace)?
        }
        Method::Implicit { .. } => {
            let scheme = match world.is_of_first_order() {
                true => cone::Scheme::Theta(1.0),
                false => cone::Scheme::Midpoint,
            };
            cone::attempt(world, state, longest, scheme, workspace)?
        }
        Method::MoreauJean { theta, .. } => {
            cone::attempt(world, state, longest, cone::Scheme::Theta(*theta), workspace)?
        }
        Method::Newmark { .. } => {
            cone::attempt(world, state, longest, cone::Scheme::Newmark, workspace)?
        }
        Method::EventDriven { .. } => event_driven::attempt(world, state, longest, workspace)?,
    };
    report.evaluations += evaluations;
    Ok(report)
}

/// Makes the attempted end the state, commits the ground's memory and closes the account.
pub(crate) fn accept(
    world: &World,
    state: &mut State,
    report: &StepReport,
    workspace: &mut Workspace,
) -> Result<(), StepError> {
    check_finite(world, state.time, &workspace.end_at)?;
    crush(world, &mut workspace.end_at);
    state.continuous.copy_from_slice(&workspace.end_at);
    state.time = state.time + report.taken;
    state.next_step = report.next;
    std::mem::swap(&mut workspace.now, &mut workspace.end);
    let soil_moved =
        workspace.soil_is_force && workspace.now.commit_soil(world, state, report.taken.seconds());
    let holds = !world.is_staged() || workspace.now.applied.carry(world, state);
    workspace.now_at.copy_from_slice(&state.continuous);
    workspace.now_command.copy_from(&state.command);
    if world.is_eventful() {
        workspace.now_discrete.copy_from(&state.discrete);
    }
    (workspace.now_is_valid, workspace.now_is_posed) = (true, workspace.end_is_posed);
    if !holds {
        workspace.now_is_valid = false;
        state.effort.evaluations += workspace.refresh(world, state)?;
    }
    if workspace.scheme_terms.is_some() || world.is_hard() && !workspace.soil_is_force {
        workspace.cone.keep_reactions(state);
    }
    if world.remembers() {
        workspace.now_is_valid &= !soil_moved;
        remember(world, state, report, workspace)?;
    }
    state.effort.steps += 1;
    state.effort.evaluations += report.evaluations;
    state.effort.rejected += report.rejected;
    state.effort.iterations += report.iterations;
    let State { ledger, continuous, inertias, discrete, .. } = state;
    let matter = Matter { inertias, mounted: &discrete.mounted };
    let before = ledger.before_scheme();
    let Workspace { now, centres, .. } = workspace;
    centres.fill(None);
    let kinematics = |vehicle| now.kinematics(vehicle);
    ledger.update(world, continuous, matter, kinematics, |vehicle, centre| {
        // A centre of its own has what it burns and none of what it carries.
        if !world.changes(vehicle) {
            centres[vehicle] = Some(centre);
        }
    });
    if let Some(terms) = workspace.scheme_terms {
        ledger.book_scheme(&before, &terms);
    }
    Ok(())
}

/// Struts that yielded carry their force, no more: what is beyond is crushed. Forces stay as they
/// were evaluated, for they do not exceed that force either way.
fn crush(world: &World, end: &mut [f64]) {
    for (vehicle, owner) in world.vehicles().iter().enumerate() {
        let first = world.layout().joint_states(vehicle).start;
        for &link in owner.tree.crushing() {
            let place = &owner.tree.places()[link];
            let q = end[world.layout().positions(vehicle).start + place.position];
            let position = place.multiplier * q + place.offset;
            let crushed = &mut end[first + place.states.end - 1];
            if let Some(crush) = &owner.tree.links()[link].joint.crush {
                *crushed = crush.crushed_at(position, *crushed);
            }
        }
    }
}

/// Numbers of a load that the ground's memory keeps: normal force and three of friction.
const KEPT_LOAD_NUMBERS: usize = 4;

/// Commits what the ground remembers of the accepted end, and has its forces follow.
fn remember(
    world: &World,
    state: &mut State,
    report: &StepReport,
    workspace: &mut Workspace,
) -> Result<(), StepError> {
    let keeps_loads = world.is_hard() && !workspace.soil_is_force;
    // Where there are no laws of force, what was remembered before is not asked for.
    if !keeps_loads || world.is_compliant() {
        workspace.now_memory.copy_from_slice(&state.ground.contacts);
    }
    let (laws_moved, written) = commit(world, state, workspace);
    if keeps_loads {
        workspace.cone.keep_soil(world, state, report.taken.seconds());
        // The loads that were just remembered are those that the step left.
        let (now, memory) = (&mut workspace.now_memory, &state.ground.contacts);
        if laws_moved {
            for contact in world.sample_points() {
                let own = contact.kept.clone();
                if let Some(now) = now[own.clone()].first_chunk_mut::<KEPT_LOAD_NUMBERS>()
                    && let Some(kept) = memory[own].first_chunk()
                {
                    *now = *kept;
                }
            }
        } else {
            // There is nothing else that changed since the step began, when both were the same.
            now[..written].copy_from_slice(&memory[..written]);
            debug_assert!(are_same(now, memory), "contacts remember more than was written");
        }
    }
    // Forces are evaluated anew only if the commit changed what they depend on. It moves nothing.
    let may_differ = laws_moved || !keeps_loads || !workspace.now_is_valid;
    if may_differ && !workspace.is_current(world, state) {
        state.effort.evaluations += workspace.refresh_from(world, state, PoseStatus::Known)?;
    }
    Ok(())
}

/// Commits what laws and contacts remember of the end of a step; whether there is any law of force, whose memory
/// and internals may have changed, and up to where contacts have written what they carry.
fn commit(world: &World, state: &mut State, workspace: &Workspace) -> (bool, usize) {
    let (end, before) = (&workspace.now, &workspace.end);
    let (mut laws, any, mut written) = (false, world.is_compliant(), 0);
    // What neither carries now nor did before keeps nothing.
    let solved = !any && !workspace.soil_is_force;
    let count = if solved { end.loaded.max(before.loaded) } else { end.loads().len() };
    let points = world.sample_points()[..count].iter().zip(end.contacts()).zip(end.loads());
    for ((contact, touch), load) in points {
        if any && contact.is_of_force() {
            laws = true;
            commit_laws(world, state, (contact, touch, load), end.increments());
        }
        let kept = &mut state.ground.contacts[contact.kept.clone()];
        if let Some(kept) = kept.first_chunk_mut::<KEPT_LOAD_NUMBERS>() {
            written = written.max(contact.kept.end);
            let Load { normal_force, friction } = load;
            *kept = [*normal_force, friction.x, friction.y, friction.z];
        }
    }
    (laws, written)
}

/// Commits the laws of force of one contact.
fn commit_laws(
    world: &World,
    state: &mut State,
    (contact, touch, load): (&SamplePoint, &Contact, &Load),
    increments: &[f64],
) {
    let here = contact.number_at(world.placement(), touch.facet, &touch.point);
    for (number, part) in contact.parts().enumerate() {
        let Some(ground) = part.ground.force() else { continue };
        let internals = &mut state.continuous[part.internals.clone()];
        if number == here {
            let memory = &mut state.ground.contacts[part.memory.clone()];
            let increment = &increments[part.memory.clone()];
            // A law knows nothing of how many points share its force.
            let whole = if contact.share == 1.0 { *load } else { load.times(1.0 / contact.share) };
            ground.commit(touch, &whole, internals, memory, increment);
        } else {
            ground.leave(internals);
        }
    }
}

/// Names the vehicle and quantity that went wrong.
fn check_finite(world: &World, time: Time, continuous: &[f64]) -> Result<(), StepError> {
    let (chunks, rest) = continuous.as_chunks::<4>();
    let add = |sums: [f64; 4], chunk: &[f64; 4]| std::array::from_fn(|i| sums[i] + chunk[i]);
    let sums: [f64; 4] = chunks.iter().fold([0.0; 4], add);
    if sums.iter().chain(rest).sum::<f64>().is_finite() {
        return Ok(());
    }
    let layout = world.layout();
    let wrong = |range: std::ops::Range<usize>| continuous[range].iter().any(|x| !x.is_finite());
    for (vehicle, owner) in world.vehicles().iter().enumerate() {
        let quantity = if wrong(layout.positions(vehicle)) {
            "position"
        } else if wrong(layout.velocities(vehicle)) {
            "velocity"
        } else if wrong(layout.thrusts(vehicle)) || wrong(layout.tanks(vehicle)) {
            "thrust or propellant"
        } else {
            continue;
        };
        return Err(StepError::NotFinite { vehicle: owner.name.clone(), quantity, time });
    }
    let quantity = "contact state or work";
    let vehicle = world.vehicles().first().map_or_else(String::new, |v| v.name.clone());
    if continuous.iter().all(|x| x.is_finite()) {
        return Ok(());
    }
    Err(StepError::NotFinite { vehicle, quantity, time })
}
