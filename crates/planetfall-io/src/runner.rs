//! Runs a scenario into its folder: history while it goes on, then events, scene, summary
//! and report.

use crate::aftermath::{self, Watch};
use crate::campaign::Crew;
use crate::imprints::Imprints;
use crate::operator::Attendant;
use crate::operator::journal::Journal;
use crate::pacing::{Pace, PaceReport, Pacer, WallClock};
use crate::photographs::Photographs;
use crate::report::{self, ReportError};
use crate::run_folder::compare::{Measured, Residuals};
use crate::run_folder::{
    ColumnSpec, Event, GrainsWriter, HistoryError, HistoryWriter, OutputFolder, RunFileError,
    Summary, evaluate,
};
use crate::scenario::Loaded;
use crate::staging::{self, Reach};
use nalgebra::Vector3;
use planetfall::control::{Operator, Unattended};
use planetfall::ground::scm::{Executor, Field};
use planetfall::math::real;
use planetfall::outcome::Outcome;
use planetfall::recording::{self, EventKind, Recorder};
use planetfall::scenario::Scenario;
use planetfall::simulation::{RunError, Simulation};
use planetfall::state::State;
use planetfall::stepping::Impact;
use planetfall::time::Time;
use planetfall::vehicle::FaultKind;
use planetfall::world::World;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// What a run left behind.
#[derive(Debug)]
pub struct Finished {
    /// As in `summary.json`.
    pub summary: Summary,
    /// The page.
    pub report: PathBuf,
    /// The state at the end.
    pub state: State,
    /// Why it broke off, if it did; the folder then holds all until that time.
    pub failure: Option<RunError>,
}

/// Why a run's files could not be written.
#[derive(Debug, thiserror::Error)]
pub enum RunnerError {
    /// The history.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// Another file.
    #[error(transparent)]
    File(#[from] RunFileError),
    /// The report.
    #[error(transparent)]
    Report(#[from] ReportError),
}

/// Events beyond this many are counted, not listed.
const MOST_EVENTS: usize = 10_000;

/// Whoever watches a run while it is written. It cannot influence it.
pub trait Audience {
    /// Something happened.
    fn event(&mut self, event: &Event) {
        let _ = event;
    }

    /// What has become of soil, at a record.
    fn soil(&mut self, soil: &Field) {
        let _ = soil;
    }
}

/// How a scenario is run.
#[derive(Default)]
pub struct Conduct<'a> {
    /// A state to go on from; none is the start.
    pub from: Option<State>,
    /// An instant to pause at; none is the end.
    pub until: Option<Time>,
    /// Whoever stands at the console of the scenario's operator.
    pub operator: Option<&'a mut dyn Attendant>,
    /// Whether simulation time is held back to wall time.
    pub pace: Option<Pace>,
    /// Threads for the work of a step that can be shared, on which no bit of the result depends; none is
    /// one.
    pub threads: Option<NonZero<usize>>,
    /// Whoever watches.
    pub audience: Option<&'a mut dyn Audience>,
}

/// Runs from a state (or the start) until an instant (or the end), on one thread. `watch` is told the
/// simulated time at every record and may ask to stop.
pub fn run(
    loaded: &Loaded,
    folder: &OutputFolder,
    from: Option<State>,
    until: Option<Time>,
    watch: &mut dyn FnMut(Time) -> ControlFlow<()>,
) -> Result<Finished, RunnerError> {
    conduct(loaded, folder, Conduct { from, until, ..Conduct::default() }, watch)
}

/// The same with an operator, at a pace, or on several threads.
pub fn conduct(
    loaded: &Loaded,
    folder: &OutputFolder,
    conduct: Conduct<'_>,
    watch: &mut dyn FnMut(Time) -> ControlFlow<()>,
) -> Result<Finished, RunnerError> {
    let Conduct { from, until, mut operator, pace, threads, audience } = conduct;
    folder.write_scenario(&loaded.kept)?;
    for one in &loaded.compared {
        folder.write_compared(&one.measured.comparison.file_name(), &one.text)?;
    }
    let scenario = &loaded.scenario;
    let columns = columns(&scenario.world);
    let mut writing = Writing {
        scenario,
        history: folder.history(&columns)?,
        grains: grains(folder, scenario)?,
        residuals: residuals(loaded, &columns),
        reach: Reach::of_columns(columns.iter().map(|column| column.name.as_str())),
        events: Vec::new(),
        left_out: 0,
        failed: None,
        soil: Watch::of(&from.clone().unwrap_or_else(|| scenario.initial())),
        imprints: Imprints::new(&scenario.world),
        photographs: Photographs::new(folder, &scenario.world, crew(threads))?,
        time_s: 0.0,
        watch,
        audience,
    };
    let started = Instant::now();
    let mut simulation = simulation(scenario, from, threads);
    let until = until.unwrap_or(scenario.duration);
    let (driven, pacing) = match (&mut operator, scenario.world.console()) {
        (Some(operator), Some((_, console))) => {
            let world = &scenario.world;
            let mut journal = Journal::begin(&mut **operator, folder.path(), world, console)?;
            let driven = drive(&mut simulation, until, &mut writing, &mut journal, pace);
            journal.finish()?;
            driven
        }
        _ => drive(&mut simulation, until, &mut writing, &mut Unattended, pace),
    };
    let failure = driven.err();
    let wall_time_s = started.elapsed().as_secs_f64();
    let Writing { history, grains, residuals, reach, events, left_out, failed, .. } = writing;
    let Writing { soil, imprints, photographs, .. } = writing;
    history.finish()?;
    grains.map(GrainsWriter::finish).transpose()?;
    let pictured = photographs.finish()?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    folder.write_events(&events)?;
    folder.write_profile(&loaded.profile)?;
    let staged = staging::scene(&scenario.world, &scenario.initial(), &loaded.looks, &reach);
    folder.write_scene(&staged.scene)?;
    let state = simulation.state();
    let not_kept =
        aftermath::write(folder, &scenario.world, &state.ground.soil, &soil, &loaded.site)?;
    imprints.write(folder)?;
    let outcome = simulation.outcome();
    let session = operator.and_then(|operator| operator.dismiss(&outcome.name));
    let measured = (&residuals, pictured);
    let mut summary = summarise(loaded, outcome, measured, failure.as_ref(), wall_time_s);
    summary.warnings.extend(staged.warnings);
    summary.warnings.extend(not_kept);
    summary.warnings.extend(session.iter().filter_map(|session| session.lost.clone()));
    (summary.operator, summary.pacing) = (session, pacing);
    if left_out > 0 {
        summary.warnings.push(format!("{left_out} more events are not listed"));
    }
    folder.write_summary(&summary)?;
    let report = report::write(folder.path())?;
    Ok(Finished { summary, report, state: simulation.state().clone(), failure })
}

/// A run from a state or the start, on so many threads.
fn simulation(
    scenario: &Scenario,
    from: Option<State>,
    threads: Option<NonZero<usize>>,
) -> Simulation<'_> {
    let simulation = match from {
        Some(state) => Simulation::resume(scenario, state),
        None => Simulation::new(scenario),
    };
    match crew(threads) {
        Some(crew) => simulation.with_executor(crew),
        None => simulation,
    }
}

/// What the history holds.
fn columns(world: &World) -> Vec<ColumnSpec> {
    let all = recording::columns(world).into_iter();
    all.map(|column| ColumnSpec::new(column.name, column.meaning)).collect()
}

/// Threads to lend, if there is more than one.
fn crew(threads: Option<NonZero<usize>>) -> Option<Arc<dyn Executor + Send>> {
    let threads = threads.filter(|threads| threads.get() > 1)?;
    Some(Arc::new(Crew(threads)))
}

/// Goes on until an instant, at a pace if there is one.
fn drive(
    simulation: &mut Simulation<'_>,
    until: Time,
    recorder: &mut dyn Recorder,
    operator: &mut dyn Operator,
    pace: Option<Pace>,
) -> (Result<bool, RunError>, Option<PaceReport>) {
    let Some(pace) = pace else { return (simulation.operate(until, recorder, operator), None) };
    let mut pacer = Pacer::new(pace, WallClock::default(), simulation.state().time);
    let mut paced = || {
        while simulation.ended().is_none() && simulation.state().time < until {
            let next = pacer.next(simulation.state().time).min(until);
            simulation.operate_past(next, until, recorder, operator)?;
            pacer.arrive(simulation.state().time);
        }
        // Only what is left to be recorded.
        simulation.operate(until, recorder, operator)
    };
    let driven = paced();
    (driven, Some(pacer.report()))
}

/// Runs without writing anything.
pub fn run_silently(scenario: &Scenario) -> Result<Outcome, RunError> {
    planetfall::simulation::run(scenario, &mut recording::Silent)
}

/// The file of the grains, where there are any.
fn grains(
    folder: &OutputFolder,
    scenario: &Scenario,
) -> Result<Option<GrainsWriter>, RunFileError> {
    let world = &scenario.world;
    if world.grains().is_empty() {
        return Ok(None);
    }
    let radii: Vec<f64> = world.grain_radii().collect();
    folder.grains(&radii).map(Some)
}

/// What gathers the residuals of all comparisons.
fn residuals(loaded: &Loaded, columns: &[ColumnSpec]) -> Residuals {
    let measured: Vec<Measured> =
        loaded.compared.iter().map(|compared| compared.measured.clone()).collect();
    let names: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
    Residuals::new(&measured, &names)
}

fn summarise(
    loaded: &Loaded,
    outcome: Outcome,
    (residuals, pictured): (&Residuals, Vec<(String, f64)>),
    failure: Option<&RunError>,
    wall_time_s: f64,
) -> Summary {
    let mut metrics: BTreeMap<String, f64> = outcome.metrics.into_iter().collect();
    metrics.extend(residuals.metrics());
    metrics.extend(pictured);
    // The line of the file is not shown again: the scenario stands beside the summary.
    let first_line = |text: &String| text.lines().next().unwrap_or_default().to_owned();
    let mut warnings: Vec<String> = loaded.warnings.iter().map(first_line).collect();
    warnings.extend(outcome.warnings.iter().map(|text| format!("warning: {text}")));
    warnings.extend(residuals.warnings());
    let name = match (failure, outcome.name.as_str()) {
        (Some(_), _) => "failed".to_owned(),
        (None, "unfinished") => "paused".to_owned(),
        (None, name) => name.to_owned(),
    };
    Summary {
        scenario: loaded.scenario.name.clone(),
        outcome: name,
        failure: failure.map(ToString::to_string),
        sim_time_s: outcome.time.seconds(),
        wall_time_s,
        steps: outcome.effort.steps,
        expect: evaluate(&loaded.expectations, &metrics),
        metrics,
        warnings,
        operator: None,
        pacing: None,
        version: Some(env!("CARGO_PKG_VERSION").to_owned()),
    }
}

struct Writing<'a, 'b> {
    scenario: &'a Scenario,
    history: HistoryWriter,
    grains: Option<GrainsWriter>,
    residuals: Residuals,
    reach: Reach,
    events: Vec<Event>,
    left_out: usize,
    failed: Option<HistoryError>,
    soil: Watch,
    imprints: Imprints,
    photographs: Photographs<'a>,
    /// Of the last record.
    time_s: f64,
    watch: &'a mut dyn FnMut(Time) -> ControlFlow<()>,
    audience: Option<&'a mut (dyn Audience + 'b)>,
}

impl Recorder for Writing<'_, '_> {
    fn frame(&mut self, frame: &[f64]) -> ControlFlow<()> {
        if let Err(error) = self.history.push(frame) {
            self.failed = Some(error);
            return ControlFlow::Break(());
        }
        if self.photographs.has_failed() {
            return ControlFlow::Break(());
        }
        self.residuals.record(frame);
        self.reach.include(frame);
        let time = frame.first().copied().unwrap_or_default();
        self.time_s = time;
        (self.watch)(Time::nearest(time))
    }

    fn event(&mut self, event: &recording::Event) {
        if self.events.len() >= MOST_EVENTS {
            self.left_out += 1;
            return;
        }
        let event = told(self.scenario, event);
        if let Some(audience) = &mut self.audience {
            audience.event(&event);
        }
        self.events.push(event);
    }

    fn soil(&mut self, state: &State) {
        self.soil.see(&state.ground.soil, self.time_s);
        self.imprints.see(&self.scenario.world, state, self.time_s);
        if let Some(audience) = &mut self.audience {
            audience.soil(&state.ground.soil);
        }
    }

    fn picture(&mut self, state: &State, sensor: usize) {
        self.photographs.see(state, sensor);
    }

    fn grains(&mut self, positions: &[f64]) {
        if let Some(grains) = &mut self.grains {
            grains.push(positions);
        }
    }
}

/// An event in words.
fn told(scenario: &Scenario, event: &recording::Event) -> Event {
    let mut values = BTreeMap::new();
    let (kind, entity, message) = match event.kind {
        EventKind::Touch { contactor, speed } => {
            let name = scenario.world.contactor_name(contactor);
            values.insert("approach_speed_m_per_s".to_owned(), speed);
            let message = format!("{name} touches the ground at {speed:.3} m/s");
            ("contact", Some(name), message)
        }
        EventKind::LiftOff { contactor } => {
            let name = scenario.world.contactor_name(contactor);
            let message = format!("{name} leaves the ground");
            ("lift-off", Some(name), message)
        }
        EventKind::Impact(impact) => {
            let name = scenario.world.contactor_name(impact.contactor);
            values = struck(&impact);
            let message = jump(&name, &impact);
            ("impact", Some(name), message)
        }
        EventKind::Phase { phase } => {
            let name = scenario.phases[phase].name.clone();
            ("phase", Some(name.clone()), format!("phase {name} begins"))
        }
        EventKind::Separation { vehicle } => {
            let name = scenario.world.vehicles()[vehicle].name.clone();
            ("separation", Some(name.clone()), format!("{name} is let go"))
        }
        EventKind::Cut { cable } => {
            let name = scenario.world.cables()[cable].name.clone();
            ("cut", Some(name.clone()), format!("{name} is cut"))
        }
        EventKind::NotCut { cable } => {
            let name = scenario.world.cables()[cable].name.clone();
            ("fault", Some(name.clone()), format!("{name} is not cut although it was told to be"))
        }
        EventKind::Failure { engine } => {
            let name = engine_name(&scenario.world, engine);
            ("fault", Some(name.clone()), format!("engine {name} fails"))
        }
        EventKind::Fault { kind, over } => {
            let (entity, message) = fault_told(&scenario.world, &kind, over);
            ("fault", entity, message)
        }
        EventKind::Sun { direction } => {
            let [azimuth, elevation] = sun_angles(&direction);
            values.insert("azimuth_deg".to_owned(), azimuth);
            values.insert("elevation_deg".to_owned(), elevation);
            let message = format!(
                "the sun is moved to an azimuth of {azimuth:.1} degrees, {elevation:.1} high"
            );
            ("sun", None, message)
        }
        EventKind::Dry { vehicle } => {
            let name = scenario.world.vehicles()[vehicle].name.clone();
            ("fault", Some(name.clone()), format!("{name} has no propellant left"))
        }
        EventKind::Mode { controller, word } => {
            let name = scenario.world.control()[controller].name.clone();
            ("mode", Some(name.clone()), format!("{name}: {}", word.replace('_', " ")))
        }
        EventKind::End => ("end", None, "the run ends".to_owned()),
    };
    Event { time_s: event.time.seconds(), kind: kind.to_owned(), entity, message, values }
}

/// Whom a fault concerns, and the fault in words.
fn fault_told(world: &World, kind: &FaultKind, over: bool) -> (Option<String>, String) {
    let joint = |vehicle: usize, link: usize| {
        world.entity_name(vehicle, &world.vehicles()[vehicle].tree.links()[link].joint.name)
    };
    let sensor = |index: usize| world.sensors()[index].name.clone();
    let (entity, begins, ends) = match *kind {
        FaultKind::Jammed { vehicle, link, .. } => {
            (Some(joint(vehicle, link)), "is stuck", "is free again")
        }
        FaultKind::WeakMotor { vehicle, link, share } => {
            let name = joint(vehicle, link);
            let message = match over {
                true => format!("the motor of {name} has its whole torque again"),
                false => format!("the motor of {name} has {} % of its torque", 100.0 * share),
            };
            return (Some(name), message);
        }
        FaultKind::DeadEncoder { vehicle, link } => {
            let name = joint(vehicle, link);
            let message = match over {
                true => format!("the encoder of {name} reads again"),
                false => format!("the encoder of {name} reads on what it read last"),
            };
            return (Some(name), message);
        }
        FaultKind::BiasStep { sensor: index, .. } => {
            (Some(sensor(index)), "has a step of its biases", "has its old biases again")
        }
        FaultKind::Silent { sensor: index } => {
            (Some(sensor(index)), "gives no readings", "gives readings again")
        }
        FaultKind::EngineOut { engine } => {
            let name = engine_name(world, engine);
            let message = match over {
                true => format!("engine {name} can be lit again"),
                false => format!("engine {name} fails"),
            };
            return (Some(name), message);
        }
        FaultKind::CableStuck { cable } => {
            let name = world.cables()[cable].name.clone();
            (Some(name), "can no longer be cut", "can be cut again")
        }
        FaultKind::Late { delay } => {
            let message = match over {
                true => "commands arrive at once again".to_owned(),
                false => format!("commands arrive {delay} late"),
            };
            return (None, message);
        }
    };
    let message =
        format!("{} {}", entity.as_deref().unwrap_or_default(), if over { ends } else { begins });
    (entity, message)
}

/// All components of an impact, site axes.
fn struck(impact: &Impact) -> BTreeMap<String, f64> {
    let vectors = [
        ("before", "_m_per_s", impact.before),
        ("after", "_m_per_s", impact.after),
        ("jump", "_m_per_s", impact.after - impact.before),
        ("impulse", "_n_s", impact.impulse),
        ("normal", "", impact.normal),
    ];
    let mut values = BTreeMap::from([("approach_speed_m_per_s".to_owned(), impact.speed())]);
    for (what, unit, vector) in vectors {
        for (axis, number) in ["x", "y", "z"].into_iter().zip(vector.iter()) {
            values.insert(format!("{what}_{axis}{unit}"), *number);
        }
    }
    values
}

/// An impact in words.
fn jump(name: &str, impact: &Impact) -> String {
    let jump = impact.after - impact.before;
    // Adding zero turns a negative zero into a plain one.
    let plain = |number: f64| (number * 1e4).round() / 1e4 + 0.0;
    format!(
        "{name} strikes at {:.4} m/s; its velocity jumps by ({:.4}, {:.4}, {:.4}) m/s",
        impact.speed(),
        plain(jump.x),
        plain(jump.y),
        plain(jump.z)
    )
}

/// Azimuth from north by east and elevation of a direction, degrees.
pub(crate) fn sun_angles(direction: &Vector3<f64>) -> [f64; 2] {
    let azimuth = real::atan2(direction.x, direction.y).to_degrees();
    let flat = direction.xy().norm();
    [azimuth.rem_euclid(360.0), real::atan2(direction.z, flat).to_degrees()]
}

/// An engine's name as its columns have it.
pub(crate) fn engine_name(world: &World, engine: usize) -> String {
    let vehicles = 0..world.vehicles().len();
    let owner = vehicles.into_iter().find(|v| world.layout().engines(*v).contains(&engine));
    owner.map_or_else(String::new, |vehicle| {
        let index = engine - world.layout().engines(vehicle).start;
        world.entity_name(vehicle, &world.vehicles()[vehicle].engines[index].name)
    })
}
