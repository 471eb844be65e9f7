//! Runs a scenario into its folder: history while it goes on, then events, scene, summary
//! and report.

use crate::aftermath::{self, Watch};
use crate::campaign::Crew;
use crate::report::{self, ReportError};
use crate::run_folder::compare::{Measured, Residuals};
use crate::run_folder::{
    ColumnSpec, Event, GrainsWriter, HistoryError, HistoryWriter, OutputFolder, RunFileError,
    Summary, evaluate,
};
use crate::scenario::Loaded;
use crate::staging::{self, Reach};
use planetfall::contact::soil::Field;
use planetfall::outcome::Outcome;
use planetfall::recording::{self, EventKind, Recorder};
use planetfall::scenario::Scenario;
use planetfall::simulation::{RunError, Simulation};
use planetfall::state::State;
use planetfall::stepping::Impact;
use planetfall::time::Time;
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

/// Runs from a state (or the start) until an instant (or the end), on one thread. `watch` is told the
/// simulated time at every record and may ask to stop.
pub fn run(
    loaded: &Loaded,
    folder: &OutputFolder,
    from: Option<State>,
    until: Option<Time>,
    watch: &mut dyn FnMut(Time) -> ControlFlow<()>,
) -> Result<Finished, RunnerError> {
    run_on(NonZero::<usize>::MIN, loaded, folder, (from, until), watch)
}

/// The same on so many threads, on which no bit of the result depends.
pub fn run_on(
    threads: NonZero<usize>,
    loaded: &Loaded,
    folder: &OutputFolder,
    (from, until): (Option<State>, Option<Time>),
    watch: &mut dyn FnMut(Time) -> ControlFlow<()>,
) -> Result<Finished, RunnerError> {
    folder.write_scenario(&loaded.kept)?;
    for one in &loaded.compared {
        folder.write_compared(&one.measured.comparison.file_name(), &one.text)?;
    }
    let scenario = &loaded.scenario;
    let columns: Vec<ColumnSpec> = recording::columns(&scenario.world)
        .into_iter()
        .map(|column| ColumnSpec::new(column.name, column.meaning))
        .collect();
    let mut writing = Writing {
        scenario,
        history: folder.history(&columns)?,
        grains: grains(folder, scenario)?,
        residuals: residuals(loaded, &columns),
        reach: Reach::of_columns(columns.iter().map(|column| column.name.as_str())),
        events: Vec::new(),
        left_out: 0,
        failed: None,
        soil: from.as_ref().map_or_else(Watch::default, Watch::of),
        time_s: 0.0,
        watch,
    };
    let started = Instant::now();
    let mut simulation = match from {
        Some(state) => Simulation::resume(scenario, state),
        None => Simulation::new(scenario),
    };
    if threads > NonZero::<usize>::MIN {
        simulation = simulation.with_executor(Arc::new(Crew(threads)));
    }
    let failure = simulation.advance(until.unwrap_or(scenario.duration), &mut writing).err();
    let wall_time_s = started.elapsed().as_secs_f64();
    let Writing { history, grains, residuals, reach, events, left_out, failed, soil, .. } = writing;
    history.finish()?;
    grains.map(GrainsWriter::finish).transpose()?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    folder.write_events(&events)?;
    folder.write_profile(&loaded.profile)?;
    let staged = staging::scene(&scenario.world, &scenario.initial(), &loaded.looks, &reach);
    folder.write_scene(&staged.scene)?;
    let state = simulation.state();
    let not_kept = aftermath::write(folder, &scenario.world, &state.soil, &soil, &loaded.site)?;
    let outcome = simulation.outcome();
    let mut summary = summarise(loaded, outcome, &residuals, failure.as_ref(), wall_time_s);
    summary.warnings.extend(staged.warnings);
    summary.warnings.extend(not_kept);
    if left_out > 0 {
        summary.warnings.push(format!("{left_out} more events are not listed"));
    }
    folder.write_summary(&summary)?;
    let report = report::write(folder.path())?;
    Ok(Finished { summary, report, state: simulation.state().clone(), failure })
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
    residuals: &Residuals,
    failure: Option<&RunError>,
    wall_time_s: f64,
) -> Summary {
    let mut metrics: BTreeMap<String, f64> = outcome.metrics.into_iter().collect();
    metrics.extend(residuals.metrics());
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
        version: Some(env!("CARGO_PKG_VERSION").to_owned()),
    }
}

struct Writing<'a> {
    scenario: &'a Scenario,
    history: HistoryWriter,
    grains: Option<GrainsWriter>,
    residuals: Residuals,
    reach: Reach,
    events: Vec<Event>,
    left_out: usize,
    failed: Option<HistoryError>,
    soil: Watch,
    /// Of the last record.
    time_s: f64,
    watch: &'a mut dyn FnMut(Time) -> ControlFlow<()>,
}

impl Recorder for Writing<'_> {
    fn frame(&mut self, frame: &[f64]) -> ControlFlow<()> {
        if let Err(error) = self.history.push(frame) {
            self.failed = Some(error);
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
        self.events.push(told(self.scenario, event));
    }

    fn soil(&mut self, field: &Field) {
        self.soil.see(field, self.time_s);
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
            let name = engine_name(scenario, engine);
            ("fault", Some(name.clone()), format!("engine {name} fails"))
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

/// An engine's name as its columns have it.
fn engine_name(scenario: &Scenario, engine: usize) -> String {
    let world = &scenario.world;
    let vehicles = 0..world.vehicles().len();
    let owner = vehicles.into_iter().find(|v| world.layout().engines(*v).contains(&engine));
    owner.map_or_else(String::new, |vehicle| {
        let index = engine - world.layout().engines(vehicle).start;
        world.entity_name(vehicle, &world.vehicles()[vehicle].engines[index].name)
    })
}
