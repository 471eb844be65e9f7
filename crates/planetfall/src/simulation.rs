//! One run: what determines it, the one engine, and what is reported of it. Everything that runs a scenario is
//! a loop around [`Simulation::advance`].
//!
//! Modules stand in reading order here, too: none uses one that stands below it.

pub mod phase;

pub mod recording;

pub mod outcome;

pub mod scenario;

mod sensing;

mod faults;

mod valves;

mod sight;

pub mod diagnosis;

pub mod outside;

use crate::control::{Ending, Operator, OperatorEvent, Orders, Packet, Unattended};
use crate::ground::scm::{BorrowedExecutor, Executor};
use crate::math::time::Time;
use crate::state::{Below, GaugeTally, State, push_off, staging};
use crate::statics::immersion::{self, immersion};
use crate::stepping::{self, Method, StepError, StepReport, Workspace};
use crate::terrain::NoGround;
use crate::vehicle::{Motion, MotorCommand, MotorCondition, SensorKind};
use crate::world::{ForceElement, JointReading, Registers, SensorView, World};
use outcome::{Gauge, Outcome};
use phase::{Condition, Periods, Then, Trigger};
use recording::{Event, EventKind, Recorder};
use scenario::{Scenario, Verdict};
use sensing::Truth;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A run in progress.
#[derive(Clone, Debug)]
pub struct Simulation {
    scenario: Arc<Scenario>,
    state: State,
    workspace: Workspace,
    frame: Vec<f64>,
    /// Middles of the grains.
    block: Vec<f64>,
    /// What encoders read at the latest tick.
    encoders: Vec<JointReading>,
    /// What an outside program is shown.
    readings: Vec<f64>,
    /// What one who looks sees of the vehicles.
    motions: Vec<Motion>,
    /// What the operator brings about in this tick.
    operator_events: Vec<OperatorEvent>,
    /// A reading that nobody gets.
    unread: Vec<f64>,
    /// Per phase.
    periods: Vec<Periods>,
    last_step: Time,
    limit: Limit,
    last_recorded: Time,
    ended: Option<String>,
    /// What came to the edge of the terrain, and where.
    left: Option<String>,
    /// Whether the end is one that verdicts may rename: a trigger's, or the end of time.
    judged: bool,
}

/// What made the last step as long as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// No step has been taken yet.
    Start,
    /// The method: the fixed step, or the longest that an adaptive one may take.
    Method,
    /// Error control of an adaptive method.
    ErrorControl,
    /// The implicit solve, which converged only in a shorter step.
    Convergence,
    /// Soil, over which nothing may move by more than half a cell in a step.
    Soil,
    /// An instant that no step may pass.
    Due(Due),
    /// A trigger of the phase, by its index: the step ends where its level is crossed.
    Trigger(usize),
    /// The edge of the terrain.
    Edge,
}

/// An instant that no step may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// The end of the run, or the pause that was asked for.
    End,
    /// A record; only adaptive steps are cut for it.
    Record,
    /// A sensor's sample, by its index.
    Sensor(usize),
    /// A controller's tick, by its index.
    Control(usize),
    /// A trigger of time, by its index.
    Elapsed(usize),
    /// A failure, its end, a command that arrives late, or a gust.
    Event,
}

/// Why a run could not go on. All that was recorded until then is kept.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RunError {
    /// A step failed.
    #[error(transparent)]
    Step(#[from] StepError),
    /// A vehicle flies where the table of the atmosphere says nothing, and must not be extrapolated.
    #[error(
        "{vehicle} is at an altitude of {altitude:.0} m at t = {time} in phase `{phase}`: the table of the \
         atmosphere goes from {} m to {} m, and `beyond_table` is \"error\". Give it rows there, or let it be \
         extrapolated (beyond_table = \"extrapolate\")",
        limits[0],
        limits[1]
    )]
    OutsideAtmosphere {
        /// Its name.
        vehicle: String,
        /// m
        altitude: f64,
        /// When.
        time: Time,
        /// The phase.
        phase: String,
        /// Altitudes of the table, m.
        limits: [f64; 2],
    },
    /// A flight condition that an aerodynamic database does not cover.
    #[error("phase `{phase}`: {source}")]
    Database {
        /// Name of the phase.
        phase: String,
        /// Whose database, when, and what was flown.
        source: StepError,
    },
    /// Energy appeared or vanished on a scale that makes the run meaningless.
    #[error(
        "the run diverged: at t = {time} {share:.0} % of the energy is unexplained by any force \
         ({vehicle} moves at {} m/s). The step of {step} is too long for {cause}",
        plainly(*.speed)
    )]
    Diverged {
        /// The fastest vehicle.
        vehicle: String,
        /// When.
        time: Time,
        /// Unexplained share of the energy scale, %.
        share: f64,
        /// Speed of that vehicle, m/s.
        speed: f64,
        /// The step in use.
        step: Time,
        /// What it is too long for, and what to try.
        cause: String,
    },
    /// The run is complete, but the energy account of a phase is past the limits of its scenario.
    #[error("the energy account does not close: {text}")]
    Energy {
        /// Which phases, and by how much.
        text: String,
    },
}

/// A number as people write it, with an exponent only where it would be long.
fn plainly(number: f64) -> String {
    if (0.01..1e6).contains(&number) { format!("{number:.2}") } else { format!("{number:.2e}") }
}

/// Instants of scheduled events.
fn scheduled_events(world: &World) -> impl Iterator<Item = Time> + '_ {
    let engines = world.vehicles().iter().flat_map(|vehicle| &vehicle.engines);
    let schedules = world.forces().iter().filter_map(ForceElement::schedule).flatten();
    engines.filter_map(|engine| engine.fails_at).chain(schedules)
}

/// The outcome of a run that lasts as long as it may.
const COMPLETED: &str = "completed";

/// Share of the energy unexplained by any force beyond which a run is meaningless and ends. Chosen: far
/// above the limits of a phase (`[energy]`).
const DIVERGED: f64 = 0.5;

/// Runs a scenario from its start to its end.
pub fn run(scenario: &Scenario, recorder: &mut dyn Recorder) -> Result<Outcome, RunError> {
    let mut simulation = Simulation::new(scenario);
    simulation.advance(scenario.duration, recorder)?;
    Ok(simulation.outcome())
}

impl Simulation {
    /// At the scenario's start. A scenario that is lent is copied, its world is shared.
    pub fn new(scenario: impl Into<Arc<Scenario>>) -> Self {
        let scenario = scenario.into();
        let start = scenario.initial();
        Self::resume(scenario, start)
    }

    /// At the start of a sample with another seed on the same world ([`Scenario::initial_with_seed`]).
    pub fn with_seed(scenario: impl Into<Arc<Scenario>>, seed: u64) -> Self {
        let scenario = scenario.into();
        let start = scenario.initial_with_seed(seed);
        Self::resume(scenario, start)
    }

    /// From a saved state.
    pub fn resume(scenario: impl Into<Arc<Scenario>>, state: State) -> Self {
        let scenario = scenario.into();
        let workspace = Workspace::new(&scenario.world);
        let last_recorded = if state.begun { state.time } else { Time::from_nanos(-1) };
        let ended = (state.time >= scenario.duration).then(|| COMPLETED.to_owned());
        Self {
            state,
            workspace,
            frame: Vec::new(),
            block: Vec::new(),
            encoders: vec![JointReading::default(); scenario.world.layout().all_links()],
            readings: Vec::with_capacity(
                scenario.world.console().map_or(0, |(_, console)| console.readings().len()),
            ),
            motions: Vec::with_capacity(scenario.world.vehicles().len()),
            operator_events: Vec::new(),
            unread: Vec::new(),
            periods: scenario.phases.iter().map(|p| Periods::of(p, &scenario.world)).collect(),
            last_step: Time::ZERO,
            limit: Limit::Start,
            last_recorded,
            judged: ended.is_some(),
            ended,
            left: None,
            scenario,
        }
    }

    /// Lends threads to steps on soft ground, which evaluate the bodies on it apart. No bit of the result
    /// depends on how many there are.
    pub fn with_executor(mut self, executor: Arc<dyn Executor + Send>) -> Self {
        self.workspace.cone.borrow(BorrowedExecutor::new(executor));
        self
    }

    /// Time between the ticks of a controller in the phase now.
    pub fn period(&self, control: usize) -> Time {
        self.periods[self.state.phase].control[control]
    }

    /// The state now.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The state to save: a run that goes on from it has the same bits and the same count of evaluations,
    /// although it makes the one anew that is at hand here.
    pub fn resumable(&self) -> State {
        let mut state = self.state.clone();
        if state.begun && self.workspace.is_current(&self.scenario.world, &state) {
            state.effort.evaluations = state.effort.evaluations.wrapping_sub(1);
        }
        state
    }

    /// Touches and loads now.
    pub fn evaluation(&self) -> &stepping::Evaluation {
        self.workspace.evaluation()
    }

    /// The scenario that is run.
    pub fn scenario(&self) -> &Arc<Scenario> {
        &self.scenario
    }

    /// Length of the last step and what limited it.
    pub fn last_step(&self) -> (Time, Limit) {
        (self.last_step, self.limit)
    }

    /// What a record of this very moment would say: numbers in the order of
    /// [`recording::columns`].
    pub fn sample(&self) -> Vec<f64> {
        let mut frame = Vec::new();
        let evaluation = self.workspace.evaluation();
        recording::fill(&self.scenario.world, &self.state, evaluation, self.last_step, &mut frame);
        frame
    }

    /// The name of the end, once the run has ended.
    pub fn ended(&self) -> Option<&str> {
        self.ended.as_deref()
    }

    /// Goes on until an instant, or until the run ends before. Returns whether it has ended.
    pub fn advance(&mut self, until: Time, recorder: &mut dyn Recorder) -> Result<bool, RunError> {
        self.operate(until, recorder, &mut Unattended)
    }

    /// The same with somebody at the console, if there is one.
    pub fn operate(
        &mut self,
        until: Time,
        recorder: &mut dyn Recorder,
        operator: &mut dyn Operator,
    ) -> Result<bool, RunError> {
        self.operate_past(until, until, recorder, operator)?;
        if self.ended.is_some() {
            self.record(recorder);
            self.check_phases()?;
        }
        Ok(self.ended.is_some())
    }

    /// Goes on by whole steps until one ends at or after an instant. No step is cut to end there, so
    /// that the run is the one it would be without this pause; `until` is where it may not pass.
    pub fn advance_past(
        &mut self,
        instant: Time,
        until: Time,
        recorder: &mut dyn Recorder,
    ) -> Result<bool, RunError> {
        self.operate_past(instant, until, recorder, &mut Unattended)
    }

    /// The same with somebody at the console, if there is one.
    pub fn operate_past(
        &mut self,
        instant: Time,
        until: Time,
        recorder: &mut dyn Recorder,
        operator: &mut dyn Operator,
    ) -> Result<bool, RunError> {
        // Held apart from what the steps change.
        let scenario = Arc::clone(&self.scenario);
        if !self.state.begun {
            self.begin(&scenario, recorder, operator)?;
        }
        while self.ended.is_none() && self.state.time < instant.min(until) {
            self.one_step(&scenario, until, recorder, operator)?;
        }
        Ok(self.ended.is_some())
    }

    /// What the run amounts to so far.
    pub fn outcome(&self) -> Outcome {
        let metrics = self.scenario.metrics(&self.state);
        let name = match &self.ended {
            Some(name) if self.judged => self.verdict(&metrics).unwrap_or_else(|| name.clone()),
            Some(name) => name.clone(),
            None => "unfinished".to_owned(),
        };
        Outcome {
            name,
            time: self.state.time,
            effort: self.state.effort,
            metrics,
            warnings: self.warnings(),
        }
    }

    fn warnings(&self) -> Vec<String> {
        let found = self.scenario.energy_findings(&self.state).into_iter();
        let found = found.map(|finding| format!("{}. {}", finding.headline, finding.advice));
        let numerical = outcome::warnings(&self.scenario.world, &self.state).into_iter();
        numerical.chain(found).chain(self.left.clone()).collect()
    }

    /// What the measured quantities say about the outcome.
    fn verdict(&self, metrics: &[(String, f64)]) -> Option<String> {
        let applies = |verdict: &&Verdict| {
            let value = metrics.iter().find(|(name, _)| *name == verdict.metric);
            value.is_some_and(|(_, value)| verdict.applies(*value))
        };
        self.scenario.verdicts.iter().find(applies).map(|verdict| verdict.name.clone())
    }

    fn begin(
        &mut self,
        scenario: &Scenario,
        recorder: &mut dyn Recorder,
        operator: &mut dyn Operator,
    ) -> Result<(), RunError> {
        self.state.begun = true;
        self.enter(0, recorder);
        self.tick(scenario, recorder, operator);
        self.state.effort.evaluations += self.refresh(scenario)?;
        let evaluation = self.workspace.evaluation();
        outcome::observe_air(&scenario.world, &mut self.state, evaluation, Time::ZERO);
        self.read_gauges();
        self.record_start(&scenario.world, recorder);
        Ok(())
    }

    /// Evaluates the start; the number of evaluations.
    fn refresh(&mut self, scenario: &Scenario) -> Result<u64, RunError> {
        let done = self.workspace.refresh(&scenario.world, &self.state);
        done.map_err(|error| self.failed(error))
    }

    /// What a run says that could not take a step; of a database, in which phase that was.
    fn failed(&self, source: StepError) -> RunError {
        match source {
            StepError::OutsideDatabase { .. } => {
                let phase = self.scenario.phases[self.state.phase].name.clone();
                RunError::Database { phase, source }
            }
            other => RunError::Step(other),
        }
    }

    /// Records the start. Where steps solve for impulses no step has yet found what contacts carry, and a
    /// vehicle that stands would be recorded as touching nothing: a start at rest is recorded with the loads
    /// of its first step, which is tried for that and taken later.
    fn record_start(&mut self, world: &World, recorder: &mut dyn Recorder) {
        let method = *self.method();
        let soil_is_force = self.workspace.soil_is_force;
        let is_tried = world.is_hard() && self.state.is_at_rest(world) && {
            let longest = method.longest_from(self.state.time);
            stepping::attempt(world, &method, &self.state, longest, &mut self.workspace).is_ok()
        };
        if is_tried {
            self.workspace.exchange_solved_loads(world);
        }
        self.record(recorder);
        if is_tried {
            self.workspace.exchange_solved_loads(world);
        }
        // The first step finds the workspace as it would be without this trial, and counts the same.
        if self.workspace.soil_is_force != soil_is_force {
            self.workspace.soil_is_force = soil_is_force;
            self.workspace.forget();
        }
    }

    fn one_step(
        &mut self,
        scenario: &Scenario,
        until: Time,
        recorder: &mut dyn Recorder,
        operator: &mut dyn Operator,
    ) -> Result<(), RunError> {
        let world = &*scenario.world;
        let method = scenario.phases[self.state.phase].method;
        let (due, what) = self.next_due(until);
        let allowed = method.longest_from(self.state.time);
        let longest = allowed.min(due - self.state.time);
        let (report, fired) = match self.try_step(&method, longest) {
            Err(StepError::NoGround { source: NoGround::Outside { .. }, .. }) => {
                return self.leave_terrain(scenario, (&method, longest), recorder, operator);
            }
            other => other.map_err(|error| self.failed(error))?,
        };
        self.limit = match fired {
            Some(trigger) => Limit::Trigger(trigger),
            None if report.taken < longest && method.is_adaptive() => Limit::ErrorControl,
            // On soil nothing else takes less than it was given.
            None if report.taken < longest && world.soil().is_some() => Limit::Soil,
            None if report.taken < longest => Limit::Convergence,
            None if longest < allowed => Limit::Due(what),
            None => Limit::Method,
        };
        stepping::accept(world, &mut self.state, &report, &mut self.workspace)?;
        self.check_air()?;
        self.finish_step(scenario, (&method, &report), recorder, operator)?;
        if let Some(trigger) = fired.or_else(|| self.timed_trigger(scenario)) {
            self.fire(&scenario.phases[self.state.phase].triggers[trigger], recorder);
        }
        if self.ended.is_none() && self.state.time >= scenario.duration {
            self.judged = true;
            self.end(COMPLETED, recorder);
        }
        Ok(())
    }

    fn finish_step(
        &mut self,
        scenario: &Scenario,
        (method, report): (&Method, &StepReport),
        recorder: &mut dyn Recorder,
        operator: &mut dyn Operator,
    ) -> Result<(), RunError> {
        let world = &*scenario.world;
        self.last_step = report.taken;
        if method.fixed_explicit_step().is_some() {
            stepping::note_margins(world, &mut self.state, &mut self.workspace, report.taken);
        }
        outcome::observe(world, &mut self.state, &self.workspace, report.taken, |event| {
            recorder.event(&event)
        });
        self.check_energy(report.taken)?;
        self.watch();
        self.tick(scenario, recorder, operator);
        self.read_gauges();
        let period = scenario.record_period;
        let due = if period == Time::ZERO {
            Time::ZERO
        } else {
            self.last_recorded.next_multiple(period)
        };
        if self.state.time >= due {
            self.record(recorder);
        }
        Ok(())
    }

    /// Tries a step; if a located trigger fires inside it, a shorter one that ends there.
    fn try_step(
        &mut self,
        method: &Method,
        longest: Time,
    ) -> Result<(StepReport, Option<usize>), StepError> {
        let world = &*self.scenario.world;
        let report = stepping::attempt(world, method, &self.state, longest, &mut self.workspace)?;
        let Some(trigger) = self.crossed() else { return Ok((report, None)) };
        let (mut before, mut after) = (Time::ZERO, report.taken);
        let mut found = report;
        while after - before > Time::from_nanos(1) {
            let middle = before + Time::from_nanos((after - before).nanos() / 2);
            let shorter =
                stepping::attempt(world, method, &self.state, middle, &mut self.workspace)?;
            if self.crossed().is_some() {
                after = shorter.taken;
                found = shorter;
            } else {
                before = shorter.taken.max(before + Time::from_nanos(1));
            }
        }
        if found.taken != after || self.crossed().is_none() {
            found = stepping::attempt(world, method, &self.state, after, &mut self.workspace)?;
        }
        // The step an adaptive method would try next is the one before it was cut.
        found.next = report.next;
        Ok((found, self.crossed().or(Some(trigger))))
    }

    /// The first located trigger of the phase that the attempted step crosses.
    fn crossed(&self) -> Option<usize> {
        let world = &*self.scenario.world;
        let workspace = &self.workspace;
        let level =
            |trigger: &Trigger, evaluation| trigger.condition.level(world, &self.state, evaluation);
        self.triggers().iter().position(|trigger| {
            let start = level(trigger, &workspace.now);
            let end = level(trigger, &workspace.end);
            matches!((start, end), (Some(start), Some(end)) if start < 0.0 && end >= 0.0)
        })
    }

    fn method(&self) -> &Method {
        &self.scenario.phases[self.state.phase].method
    }

    fn triggers(&self) -> &[Trigger] {
        &self.scenario.phases[self.state.phase].triggers
    }

    /// The first trigger of time or dwell that is due now.
    fn timed_trigger(&mut self, scenario: &Scenario) -> Option<usize> {
        let (world, now) = (&*scenario.world, self.state.time);
        let mut due = None;
        for (index, trigger) in scenario.phases[self.state.phase].triggers.iter().enumerate() {
            let fires = match &trigger.condition {
                &Condition::Elapsed(span) => now >= self.state.phase_entry + span,
                &Condition::Rest { dwell, .. } => {
                    let now_is = self.workspace.evaluation();
                    let holds = trigger.condition.holds(world, &self.state, now_is);
                    let since = &mut self.state.held_since[index];
                    *since = if holds { (*since).min(now) } else { Time::MAX };
                    holds && now - *since >= dwell
                }
                Condition::Separated(_) | Condition::Cut(_) | Condition::Dry(_) => {
                    trigger.condition.happened(world, &self.state)
                }
                _ => false,
            };
            if fires && due.is_none() {
                due = Some(index);
            }
        }
        due
    }

    /// The next instant that a step must not pass, and what is due then.
    fn next_due(&self, until: Time) -> (Time, Due) {
        let world = &*self.scenario.world;
        let now = self.state.time;
        let mut next = (until.min(self.scenario.duration), Due::End);
        let mut consider = |time: Time, what: Due| {
            if time < next.0 {
                next = (time, what);
            }
        };
        // Recording never cuts a fixed step: what the user set is what is taken.
        let adaptive = self.method().is_adaptive();
        if adaptive && self.scenario.record_period > Time::ZERO {
            consider(now.next_multiple(self.scenario.record_period), Due::Record);
        }
        let periods = &self.periods[self.state.phase];
        for (index, period) in periods.sensors.iter().enumerate() {
            consider(now.next_multiple(*period), Due::Sensor(index));
        }
        for (index, period) in periods.control.iter().enumerate() {
            consider(now.next_multiple(*period), Due::Control(index));
        }
        if let Some(instant) = self.next_fault() {
            consider(instant, Due::Event);
        }
        if world.is_eventful() {
            let coming = scheduled_events(world).filter(|instant| *instant > now);
            coming.for_each(|instant| consider(instant, Due::Event));
        }
        if let Some(instant) = self.next_valve() {
            consider(instant, Due::Event);
        }
        for (index, trigger) in self.triggers().iter().enumerate() {
            if let Condition::Elapsed(span) = trigger.condition {
                let due = (self.state.phase_entry + span).max(now + Time::from_nanos(1));
                consider(due, Due::Elapsed(index));
            }
        }
        next
    }

    /// Events, sensors and controllers whose instant this is, and what the controllers order.
    fn tick(
        &mut self,
        scenario: &Scenario,
        recorder: &mut dyn Recorder,
        operator: &mut dyn Operator,
    ) {
        let world = &*scenario.world;
        if world.is_eventful() {
            self.apply_scheduled_events(recorder);
        }
        self.apply_faults(world, recorder);
        self.sense();
        if world.is_pictured() {
            self.photograph(recorder);
        }
        let now = self.state.time;
        if self.periods[self.state.phase].control.iter().any(|&span| now.is_multiple_of(span)) {
            self.read_joints();
        }
        let mut first = 0;
        let mut ending = None;
        let mut commanded = self.receive();
        let mut spoken = false;
        for (index, control) in world.control().iter().enumerate() {
            let count = control.controller.registers();
            let period = self.period(index);
            let due = now.is_multiple_of(period);
            let console = control.controller.console();
            if due && console.is_some() && operator.sees_truth() {
                self.look();
            }
            // Levers stay where they are put, also where other software speaks between the ticks.
            if due || (spoken && console.is_some()) {
                (commanded, spoken) = (true, true);
                let State { sensors, registers, command, late, discrete, .. } = &mut self.state;
                let asked = late.as_mut().map_or(command, |late| &mut late.asked);
                let (before, rest) = registers.split_at_mut(first);
                let (own, after) = rest.split_at_mut(count);
                let view = SensorView {
                    time: now,
                    sensors,
                    joints: &self.encoders,
                    registers: Registers { before, own: count, after },
                };
                if let Some(console) = console.filter(|_| due) {
                    console.read_all(&view, asked, &mut self.readings);
                    let tick = (now.nanos() / period.nanos()).unsigned_abs();
                    let truth = (&*self.frame, &*self.motions, &*self.encoders);
                    let sight = sight::of(&*operator, truth, &discrete.mounted);
                    let packet = Packet { time: now, tick, readings: &self.readings, sight };
                    let mut orders = Orders::new(console, own, &mut self.operator_events);
                    let said = operator.tick(&packet, &mut orders);
                    ending = said.break_value().or(ending);
                }
                let was = control.controller.mode_index(own);
                control.controller.update(&view, own, asked);
                if let Some(mode) = control.controller.mode_index(own).filter(|m| Some(*m) != was) {
                    let kind = EventKind::Mode { controller: index, mode };
                    recorder.event(&Event { time: now, kind });
                }
            }
            first += count;
        }
        if !self.operator_events.is_empty() {
            self.apply_operator_events(recorder);
        }
        if commanded {
            self.send();
            self.receive();
            self.forget_lags();
            self.obey(recorder);
        }
        self.operate_valves();
        if let Some(Ending { outcome, judged }) = ending {
            self.judged = judged;
            self.end(&outcome, recorder);
        }
    }

    /// Lets controllers that measure something at every step look at the vehicle they watch.
    fn watch(&mut self) {
        let world = &*self.scenario.world;
        let mut first = 0;
        for control in world.control() {
            let count = control.controller.registers();
            if let Some(vehicle) = control.controller.watched() {
                let motion = self.state.motion(world, vehicle);
                control.controller.watch(&motion, &mut self.state.registers[first..first + count]);
            }
            first += count;
        }
    }

    /// Lets the encoders of all joints of one coordinate read.
    fn read_joints(&mut self) {
        let world = &*self.scenario.world;
        let mut encoders = self.encoders.iter_mut();
        for (vehicle, owner) in world.vehicles().iter().enumerate() {
            for (link, encoder) in (0..owner.tree.links().len()).zip(&mut encoders) {
                encoder.position = self.state.encoded(world, vehicle, link);
            }
        }
    }

    /// Lets the sensors sample whose instant this is.
    fn sense(&mut self) {
        let world = &*self.scenario.world;
        // Sensors look at all of the state but each other's readings.
        let mut latches = std::mem::take(&mut self.state.sensors);
        let truth = Truth { world, state: &self.state, evaluation: self.workspace.evaluation() };
        let streams = self.state.noise.sensors();
        let periods = &self.periods[self.state.phase].sensors;
        let sensors = world.sensors().iter().zip(streams).zip(&mut latches).zip(periods);
        for (((sensor, stream), latch), period) in sensors {
            if self.state.time.is_multiple_of(*period) {
                truth.sample((sensor, *stream), latch, &mut self.unread);
            }
        }
        self.state.sensors = latches;
    }

    /// Informs the recorder of cameras that have just sampled.
    fn photograph(&mut self, recorder: &mut dyn Recorder) {
        let now = self.state.time;
        for (index, sensor) in self.scenario.world.sensors().iter().enumerate() {
            let camera = matches!(sensor.kind, SensorKind::Camera(_));
            let due = now.is_multiple_of(self.periods[self.state.phase].sensors[index]);
            if camera && due && !self.state.sensors[index].silent {
                recorder.picture(&self.state, index);
            }
        }
    }

    /// Failures and gusts whose instant has come, and tanks that ran dry.
    fn apply_scheduled_events(&mut self, recorder: &mut dyn Recorder) {
        let world = &*self.scenario.world;
        let now = self.state.time;
        let engines = world.vehicles().iter().flat_map(|vehicle| &vehicle.engines);
        let discrete = &mut self.state.discrete;
        for (engine, (part, failed)) in engines.zip(&mut discrete.failed).enumerate() {
            if !*failed && part.fails_at.is_some_and(|instant| now >= instant) {
                *failed = true;
                recorder.event(&Event { time: now, kind: EventKind::Failure { engine } });
            }
        }
        for (force, acts) in world.forces().iter().zip(&mut discrete.acting) {
            *acts = force.schedule().is_none_or(|[from, until]| from <= now && now < until);
        }
        for vehicle in 0..world.vehicles().len() {
            let tanks = &mut self.state.continuous[world.layout().tanks(vehicle)];
            if tanks.iter().any(|left| *left < 0.0) {
                tanks.iter_mut().for_each(|left| *left = 0.0);
                recorder.event(&Event { time: now, kind: EventKind::Dry { vehicle } });
            }
        }
    }

    /// Lets go and cuts what the controllers have ordered.
    fn obey(&mut self, recorder: &mut dyn Recorder) {
        let world = &*self.scenario.world;
        let time = self.state.time;
        let State { discrete, command, .. } = &mut self.state;
        let was = if world.push_offs().is_empty() { Vec::new() } else { discrete.mounted.clone() };
        let mut loosened = false;
        for (vehicle, mounted) in discrete.mounted.iter_mut().enumerate() {
            if *mounted && command.separate.get(vehicle) == Some(&true) {
                *mounted = false;
                loosened = true;
                recorder.event(&Event { time, kind: EventKind::Separation { vehicle } });
            }
        }
        for (cable, cut) in discrete.cut.iter_mut().enumerate() {
            if *cut || !command.cut[cable] {
                continue;
            }
            let stuck = discrete.stuck[cable];
            *cut = !stuck;
            // A cable that held is reported once.
            if std::mem::replace(&mut discrete.tried[cable], true) {
                continue;
            }
            let kind = if stuck { EventKind::NotCut { cable } } else { EventKind::Cut { cable } };
            recorder.event(&Event { time, kind });
        }
        if loosened {
            staging::settle_in(world, &mut self.state);
            self.push_off(&was);
            self.look_below_released(recorder);
        }
    }

    /// Pushes off parts that were carried and are not any more, and brings the account to it.
    fn push_off(&mut self, was: &[bool]) {
        let world = &*self.scenario.world;
        if was.is_empty() {
            return;
        }
        for push in world.push_offs() {
            if was[push.part] && !self.state.discrete.mounted[push.part] {
                push_off::push_off(world, &mut self.state, push);
            }
        }
        push_off::update_account(world, &mut self.state);
    }

    /// Notes vehicles that have just been let go inside the ground.
    fn look_below_released(&mut self, recorder: &mut dyn Recorder) {
        let world = &*self.scenario.world;
        let mounts = world.mounts().iter().enumerate().take(world.named());
        for (vehicle, _) in mounts.filter(|(_, mount)| mount.is_some()) {
            let carried = self.state.discrete.mounted[vehicle];
            if carried || self.state.tally.vehicles[vehicle].released.is_some() {
                continue;
            }
            // Off the map the next step says so.
            let Ok(Some(found)) = immersion(world, &self.state, vehicle) else { continue };
            let place = &world.contactors()[found.contactor];
            let below = Below {
                time: self.state.time,
                link: world.vehicles()[place.vehicle].contactors[place.contactor].link,
                point: found.point,
                depth: found.depth,
            };
            self.state.tally.vehicles[vehicle].released = Some(below);
            recorder.event(&Event::below(vehicle, &below));
        }
    }

    /// Notes the first body of each vehicle that a record sees below the ground.
    fn look_below(&mut self, recorder: &mut dyn Recorder) {
        let world = &*self.scenario.world;
        for vehicle in 0..world.named() {
            if self.state.tally.vehicles[vehicle].below.is_some() || !world.is_free(vehicle) {
                continue;
            }
            let evaluation = self.workspace.evaluation();
            let found = immersion::below(world, &self.state, vehicle, evaluation);
            if let Some(below) = found {
                self.state.tally.vehicles[vehicle].below = Some(below);
                recorder.event(&Event::below(vehicle, &below));
            }
        }
    }

    /// Motors that are commanded anything but a speed have nothing to lag behind.
    fn forget_lags(&mut self) {
        let world = &*self.scenario.world;
        let layout = world.layout();
        for (vehicle, owner) in world.vehicles().iter().enumerate() {
            let commands = &self.state.command.motors[layout.links(vehicle)];
            let conditions = &self.state.discrete.motors[layout.links(vehicle)];
            let tree = &owner.tree;
            let first = layout.joint_states(vehicle).start;
            for (link, place) in tree.places().iter().enumerate() {
                let joint = &tree.links()[link].joint;
                let stuck = matches!(conditions[link], MotorCondition::Jammed(_));
                // The lag is the first of a joint's states.
                if joint.holds() && !stuck && !matches!(commands[link], MotorCommand::Speed(_)) {
                    self.state.continuous[first + place.states.start] = 0.0;
                }
            }
        }
    }

    /// Lets the gauges whose windows are open read what a record of this instant would say.
    fn read_gauges(&mut self) {
        let (scenario, time) = (&*self.scenario, self.state.time);
        if scenario.gauges.is_empty() {
            return;
        }
        let listens = |(gauge, tally): (&Gauge, &GaugeTally)| gauge.listens(tally, time);
        if !scenario.gauges.iter().zip(&self.state.tally.gauges).any(listens) {
            return;
        }
        let evaluation = self.workspace.evaluation();
        recording::fill(&scenario.world, &self.state, evaluation, self.last_step, &mut self.frame);
        for (gauge, tally) in scenario.gauges.iter().zip(&mut self.state.tally.gauges) {
            if gauge.listens(tally, time) {
                gauge.hear(tally, time, self.last_step, &self.frame);
            }
        }
    }

    fn record(&mut self, recorder: &mut dyn Recorder) {
        if self.last_recorded == self.state.time {
            return;
        }
        self.last_recorded = self.state.time;
        self.look_below(recorder);
        if !recorder.takes_frames() {
            return;
        }
        // A command given at this very instant changes the forces, not the state.
        let evaluation = self.workspace.evaluation();
        recording::fill(
            &self.scenario.world,
            &self.state,
            evaluation,
            self.last_step,
            &mut self.frame,
        );
        if let ControlFlow::Break(()) = recorder.frame(&self.frame) {
            self.ended.get_or_insert_with(|| "stopped".to_owned());
        }
        let world = &*self.scenario.world;
        if !world.grains().is_empty() {
            self.block.clear();
            for grain in world.grains() {
                let place = world.layout().positions(grain).start;
                self.block.extend_from_slice(&self.state.continuous[place..place + 3]);
            }
            recorder.grains(&self.block);
        }
        if world.soil().is_some() {
            recorder.soil(&self.state);
        }
    }

    fn fire(&mut self, trigger: &Trigger, recorder: &mut dyn Recorder) {
        match &trigger.then {
            Then::Enter(phase) => self.enter(*phase, recorder),
            Then::End(outcome) => {
                // An operator may have ended it at this very instant.
                self.judged |= self.ended.is_none();
                self.end(outcome, recorder);
            }
        }
    }

    fn enter(&mut self, phase: usize, recorder: &mut dyn Recorder) {
        let account = outcome::in_progress(&self.scenario.world, &self.state);
        if let Some(kept) = self.state.phase_energy.get_mut(self.state.phase) {
            *kept = kept.worse_of(account);
        }
        self.state.ledger.begin_phase();
        self.state.phase = phase;
        self.state.phase_entry = self.state.time;
        self.state.next_step = Time::ZERO;
        self.state.held_since.fill(Time::MAX);
        recorder.event(&Event { time: self.state.time, kind: EventKind::Phase { phase } });
    }

    fn end(&mut self, outcome: &str, recorder: &mut dyn Recorder) {
        self.ended.get_or_insert_with(|| outcome.to_owned());
        recorder.event(&Event { time: self.state.time, kind: EventKind::End });
    }

    /// Refuses to go on where the table of the atmosphere ends, if it must not be extrapolated.
    fn check_air(&self) -> Result<(), RunError> {
        let world = &*self.scenario.world;
        let Some(atmosphere) = world.atmosphere() else { return Ok(()) };
        let Some(limits) = atmosphere.limits() else { return Ok(()) };
        let flying = (0..world.named()).filter(|&vehicle| !self.state.discrete.mounted[vehicle]);
        for vehicle in flying {
            let place = self.state.motion(world, vehicle).position;
            let altitude = world.geodesy().altitude_over(atmosphere.surface(), &place);
            if !(limits[0]..=limits[1]).contains(&altitude) {
                return Err(RunError::OutsideAtmosphere {
                    vehicle: world.vehicles()[vehicle].name.clone(),
                    altitude,
                    time: self.state.time,
                    phase: self.scenario.phases[self.state.phase].name.clone(),
                    limits,
                });
            }
        }
        Ok(())
    }

    /// Goes as far as the map does, then ends the run.
    fn leave_terrain(
        &mut self,
        scenario: &Scenario,
        (method, longest): (&Method, Time),
        recorder: &mut dyn Recorder,
        operator: &mut dyn Operator,
    ) -> Result<(), RunError> {
        let world = &*scenario.world;
        let mut span = longest.half();
        while span > Time::from_nanos(1) {
            match stepping::attempt(world, method, &self.state, span, &mut self.workspace) {
                Ok(report) => {
                    self.limit = Limit::Edge;
                    stepping::accept(world, &mut self.state, &report, &mut self.workspace)?;
                    self.finish_step(scenario, (method, &report), recorder, operator)?;
                }
                Err(error @ StepError::NoGround { .. }) => {
                    self.left = Some(format!("the run ended at the edge of the terrain: {error}"));
                    span = Time::from_nanos(span.nanos() / 2);
                }
                Err(other) => return Err(other.into()),
            }
        }
        self.end("left_terrain", recorder);
        Ok(())
    }

    fn too_long_for(&self, step: Time) -> String {
        let shorter = Time::from_nanos((step.nanos() / 10).max(1));
        if self.scenario.world.is_eventful() {
            format!("this ground, these cables or these engines: try {shorter}")
        } else {
            format!("this ground: try {shorter}, or the implicit method")
        }
    }

    /// Fails a run that has ended with a phase whose energy account does not close.
    fn check_phases(&self) -> Result<(), RunError> {
        let found = self.scenario.energy_findings(&self.state);
        let failed = found.into_iter().filter(|finding| finding.fails);
        let texts: Vec<String> = failed.map(|finding| finding.headline).collect();
        if texts.is_empty() { Ok(()) } else { Err(RunError::Energy { text: texts.join("; ") }) }
    }

    fn check_energy(&self, step: Time) -> Result<(), RunError> {
        // Only a gain is divergence: implicit steps lose energy, as they should.
        let ledger = &self.state.ledger;
        let gained = ledger.unexplained() + ledger.gained_by_scheme();
        if gained <= DIVERGED * ledger.scale() {
            return Ok(());
        }
        let world = &self.scenario.world;
        let scale = ledger.scale().max(outcome::least_energy(world, &self.state));
        // Not divided: without gravity and motion there is no energy to measure against.
        if gained <= DIVERGED * scale {
            return Ok(());
        }
        let share = gained / scale;
        let speed = |vehicle: usize| self.state.motion(world, vehicle).velocity.norm();
        let fastest = (0..world.vehicles().len())
            .max_by(|&a, &b| speed(a).total_cmp(&speed(b)).then(b.cmp(&a)))
            .unwrap_or(0);
        Err(RunError::Diverged {
            vehicle: world.vehicles()[fastest].name.clone(),
            time: self.state.time,
            share: 100.0 * share,
            speed: speed(fastest),
            step,
            cause: self.too_long_for(step),
        })
    }
}
