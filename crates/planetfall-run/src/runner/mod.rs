//! Runs a scenario into its folder: history while it goes on, then events, scene, summary
//! and report.

mod writing;

use crate::aftermath;
use crate::campaign::Crew;
use crate::checkpoint::{self, Checkpoints, ResumeError, Resumption};
use crate::operator::Attendant;
use crate::operator::journal::Journal;
use crate::pacing::{Pace, Pacer, WallClock};
use planetfall::control::{Operator, Unattended};
use planetfall::ground::scm::{Executor, Field};
use planetfall::outcome::Outcome;
use planetfall::recording;
use planetfall::scenario::Scenario;
use planetfall::simulation::{RunError, Simulation};
use planetfall::state::State;
use planetfall::time::Time;
use planetfall_files::run_folder::compare::Residuals;
use planetfall_files::run_folder::{
    Event, FolderError, GrainsWriter, HistoryError, OutputFolder, PaceReport, RunFile,
    RunFileError, Summary, evaluate,
};
use planetfall_files::scenario::Loaded;
use planetfall_files::staging;
use planetfall_report::report::{self, ReportError};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use writing::{Observers, Writing};

/// What a run left behind.
#[derive(Debug)]
pub struct FinishedRun {
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
    /// The folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// What the run is to go on from.
    #[error(transparent)]
    Resume(#[from] ResumeError),
    /// The run broke off because a file could not be written.
    #[error(
        "{source}\nWhat was written until then is kept in {}. Once the disk takes more, \
         `planetfall run --resume {}` goes on with it",
        kept.display(),
        kept.display()
    )]
    Incomplete {
        /// What could not be written.
        source: Box<Self>,
        /// Where the rest is.
        kept: PathBuf,
    },
}

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
    /// An unfinished run to go on with, whose folder it is; then there is no other state to go on from.
    pub resume: Option<Resumption>,
    /// How much of the run may be lost if its process dies.
    pub durability: Durability,
}

/// How much of a run may be lost if its process dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Durability {
    /// Records stay within the process for no longer than this.
    pub flush_every: Duration,
    /// Time between checkpoints; longer where writing one takes more than a tenth of it.
    pub checkpoint_every: Duration,
}

impl Default for Durability {
    fn default() -> Self {
        Self { flush_every: Duration::from_secs(2), checkpoint_every: Duration::from_secs(4) }
    }
}

/// Runs from a state (or the start) until an instant (or the end), on one thread. `watch` gets the
/// simulated time at every record and may ask to stop.
pub fn run(
    loaded: &Loaded,
    folder: &OutputFolder,
    from: Option<State>,
    until: Option<Time>,
    watch: &mut dyn FnMut(Time) -> ControlFlow<()>,
) -> Result<FinishedRun, RunnerError> {
    conduct(loaded, folder, Conduct { from, until, ..Conduct::default() }, watch)
}

/// The same with an operator, at a pace, or on several threads.
pub fn conduct(
    loaded: &Loaded,
    folder: &OutputFolder,
    conduct: Conduct<'_>,
    watch: &mut dyn FnMut(Time) -> ControlFlow<()>,
) -> Result<FinishedRun, RunnerError> {
    let Conduct { from, until, mut operator, pace, threads, audience, resume, durability } =
        conduct;
    folder.keep()?;
    let observers = Observers { watch, audience };
    let (mut writing, from) = match &resume {
        Some(resumption) => (
            Writing::resume(loaded, folder, resumption, crew(threads), observers)?,
            Some(resumption.state.clone()),
        ),
        None => (Writing::begin(loaded, folder, from.as_ref(), crew(threads), observers)?, from),
    };
    let scenario = &loaded.scenario;
    let started = Instant::now();
    let mut simulation = simulation(scenario, from, threads);
    let mut keeper = Keeper::new(loaded, folder, durability, resume.as_ref());
    let until = until.unwrap_or(scenario.duration);
    let mut trouble = None;
    let (driven, pacing) = match (&mut operator, scenario.world.console()) {
        (Some(operator), Some((_, console))) => {
            let world = &scenario.world;
            let commands = checkpoint::length(&folder.file(RunFile::Commands));
            let mut journal = match resume {
                Some(_) => Journal::resume(&mut **operator, folder.path(), world, commands)?,
                None => Journal::begin(&mut **operator, folder.path(), world, console)?,
            };
            if keeper.checkpoints.number() == 0 {
                // Between a packet and its answer, where the run may be interrupted, none can be taken.
                keeper.save(&simulation, &mut writing);
            }
            let driven =
                drive(&mut simulation, until, &mut writing, &mut journal, pace, &mut keeper);
            note(&mut trouble, folder, journal.finish());
            driven
        }
        _ => drive(&mut simulation, until, &mut writing, &mut Unattended, pace, &mut keeper),
    };
    let failure = driven.err();
    let wall_time_s = started.elapsed().as_secs_f64();
    let outcome = simulation.outcome();
    let may_go_on = matches!(outcome.name.as_str(), "stopped" | "unfinished") && failure.is_none();
    if may_go_on && operator.is_none() {
        keeper.save(&simulation, &mut writing);
    }
    let session = operator.and_then(|operator| operator.dismiss(&outcome.name));
    let ended = RunEnd { outcome, failure: failure.as_ref(), wall_time_s };
    let mut summary = close(loaded, folder, writing, simulation.state(), ended, &mut trouble);
    summary.warnings.extend(session.iter().filter_map(|session| session.lost.clone()));
    summary.warnings.extend(keeper.warning);
    (summary.operator, summary.pacing) = (session, pacing);
    publish(folder, &mut summary, trouble)?;
    let report = folder.file(RunFile::Report);
    Ok(FinishedRun { summary, report, state: simulation.resumable(), failure })
}

/// How a run ended.
struct RunEnd<'a> {
    outcome: Outcome,
    failure: Option<&'a RunError>,
    wall_time_s: f64,
}

/// Closes all files of a run and writes those that are made at its end, but for the summary.
fn close(
    loaded: &Loaded,
    folder: &OutputFolder,
    writing: Writing<'_, '_>,
    state: &State,
    ended: RunEnd<'_>,
    trouble: &mut Option<RunnerError>,
) -> Summary {
    let Writing { history, grains, residuals, reach, events, left_out, failed, .. } = writing;
    let Writing { soil, imprints, photographs, .. } = writing;
    note(trouble, folder, failed.map_or(Ok(()), Err::<(), _>));
    note(trouble, folder, history.finish());
    note(trouble, folder, grains.map(GrainsWriter::finish).transpose());
    let pictured = note(trouble, folder, photographs.finish()).unwrap_or_default();
    note(trouble, folder, folder.write_events(&events));
    note(trouble, folder, folder.write_profile(&loaded.profile));
    let world = &loaded.scenario.world;
    let staged = staging::scene(world, &loaded.scenario.initial(), &loaded.visuals, &reach);
    note(trouble, folder, folder.write_scene(&staged.scene));
    let left = aftermath::write(folder, world, &state.ground.soil, &soil, &loaded.site);
    let not_kept = note(trouble, folder, left).flatten();
    note(trouble, folder, imprints.write(folder));
    let RunEnd { outcome, failure, wall_time_s } = ended;
    let mut summary = summarise(loaded, outcome, (&residuals, pictured), failure, wall_time_s);
    summary.warnings.extend(staged.warnings);
    summary.warnings.extend(not_kept);
    if left_out > 0 {
        summary.warnings.push(format!("{left_out} more events are not listed"));
    }
    summary
}

/// Writes summary and report, and puts the folder in its place if all of it could be written.
fn publish(
    folder: &OutputFolder,
    summary: &mut Summary,
    mut trouble: Option<RunnerError>,
) -> Result<(), RunnerError> {
    if let Some(error) = &trouble {
        (summary.outcome, summary.failure) = ("failed".to_owned(), Some(error.to_string()));
    }
    note(&mut trouble, folder, folder.write_summary(summary));
    note(&mut trouble, folder, report::write(folder.path()));
    if let Some(source) = trouble {
        let kept = folder.path().to_owned();
        return Err(RunnerError::Incomplete { source: Box::new(source), kept });
    }
    match summary.outcome.as_str() {
        "stopped" => folder.put_if_free()?,
        "paused" => folder.put_to_go_on()?,
        _ => folder.put_in_place()?,
    }
    Ok(())
}

/// Takes note of the first file that could not be written. The rest is tried with the space that was kept
/// for it.
fn note<T, E: Into<RunnerError>>(
    trouble: &mut Option<RunnerError>,
    folder: &OutputFolder,
    done: Result<T, E>,
) -> Option<T> {
    match done {
        Ok(done) => Some(done),
        Err(error) => {
            folder.release_reserve();
            trouble.get_or_insert(error.into());
            None
        }
    }
}

/// Sees to it that little is lost if the process dies.
struct Keeper<'a> {
    loaded: &'a Loaded,
    folder: &'a OutputFolder,
    durability: Durability,
    checkpoints: Checkpoints,
    flushed: Instant,
    saved: Instant,
    /// What the latest checkpoint has taken.
    took: Duration,
    warning: Option<String>,
}

impl<'a> Keeper<'a> {
    fn new(
        loaded: &'a Loaded,
        folder: &'a OutputFolder,
        durability: Durability,
        resumed: Option<&Resumption>,
    ) -> Self {
        let now = Instant::now();
        let number = resumed.map_or(0, |resumption| resumption.number);
        let checkpoints = Checkpoints::of(loaded, number);
        let (took, warning) = (Duration::ZERO, None);
        Self { loaded, folder, durability, checkpoints, flushed: now, saved: now, took, warning }
    }

    /// Writes what is due.
    fn at_step_end(&mut self, simulation: &Simulation, writing: &mut Writing<'_, '_>) {
        let now = Instant::now();
        if now - self.saved >= self.durability.checkpoint_every.max(10 * self.took) {
            self.save(simulation, writing);
            self.flushed = Instant::now();
            (self.saved, self.took) = (self.flushed, self.flushed - now);
        } else if now - self.flushed >= self.durability.flush_every {
            if let Err(error) = writing.flush() {
                writing.failed.get_or_insert(error);
            }
            self.flushed = now;
        }
    }

    /// Takes a checkpoint. A disk that refuses it is not the end of the run.
    fn save(&mut self, simulation: &Simulation, writing: &mut Writing<'_, '_>) {
        if writing.failed.is_some() {
            return;
        }
        let saved = self.describe(simulation, writing).and_then(|()| {
            let path = self.folder.path().to_owned();
            let gathered = writing.save(self.folder)?;
            let written = self.checkpoints.write(self.folder, &simulation.resumable(), &gathered);
            written.map_err(|source| RunnerError::File(RunFileError::Disk { path, source }))
        });
        if let Err(error) = saved {
            let text = format!("warning: no checkpoint could be written: {error}");
            self.warning.get_or_insert(text);
        }
    }

    /// Writes what a reader of the unfinished run wants to know.
    fn describe(
        &self,
        simulation: &Simulation,
        writing: &Writing<'_, '_>,
    ) -> Result<(), RunnerError> {
        let scenario = &self.loaded.scenario;
        let pictured = writing.photographs.metrics();
        let measured = (&writing.residuals, pictured);
        let mut summary = summarise(self.loaded, simulation.outcome(), measured, None, 0.0);
        "unfinished".clone_into(&mut summary.outcome);
        self.folder.write_summary(&summary)?;
        self.folder.write_events(&writing.events)?;
        // The ground that is shown grows with the path that was made.
        if self.checkpoints.number().is_power_of_two() || self.checkpoints.number() == 0 {
            let initial = scenario.initial();
            let (world, visuals) = (&scenario.world, &self.loaded.visuals);
            let staged = staging::scene(world, &initial, visuals, &writing.reach);
            self.folder.write_scene(&staged.scene)?;
            self.folder.write_profile(&self.loaded.profile)?;
        }
        Ok(())
    }
}

/// A run from a state or the start, on so many threads.
fn simulation(
    scenario: &Scenario,
    from: Option<State>,
    threads: Option<NonZero<usize>>,
) -> Simulation {
    let simulation = match from {
        Some(state) => Simulation::resume(scenario, state),
        None => Simulation::new(scenario),
    };
    match crew(threads) {
        Some(crew) => simulation.with_executor(crew),
        None => simulation,
    }
}

/// Threads to lend, if there is more than one.
fn crew(threads: Option<NonZero<usize>>) -> Option<Arc<dyn Executor + Send>> {
    let threads = threads.filter(|threads| threads.get() > 1)?;
    Some(Arc::new(Crew(threads)))
}

/// Goes on until an instant, at a pace if there is one. What keeps the run looks in between steps.
fn drive(
    simulation: &mut Simulation,
    until: Time,
    writing: &mut Writing<'_, '_>,
    operator: &mut dyn Operator,
    pace: Option<Pace>,
    keeper: &mut Keeper<'_>,
) -> (Result<bool, RunError>, Option<PaceReport>) {
    let start = simulation.state().time;
    let mut pacer = pace.map(|pace| Pacer::new(pace, WallClock::default(), start));
    let mut driven = || {
        while simulation.ended().is_none() && simulation.state().time < until {
            let now = simulation.state().time;
            let next = pacer.as_mut().map_or(now + Time::from_nanos(1), |pacer| pacer.next(now));
            simulation.operate_past(next.min(until), until, writing, operator)?;
            if let Some(pacer) = &mut pacer {
                pacer.arrive(simulation.state().time);
            }
            if simulation.ended().is_none() {
                keeper.at_step_end(simulation, writing);
            }
        }
        // Only what is left to be recorded.
        simulation.operate(until, writing, operator)
    };
    let driven = driven();
    (driven, pacer.map(|pacer| pacer.report()))
}

/// Runs without writing anything.
pub fn run_silently(scenario: &Scenario) -> Result<Outcome, RunError> {
    planetfall::simulation::run(scenario, &mut recording::Silent)
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
    let meanings = loaded.described_metrics().into_iter();
    let meanings = meanings.map(|(name, meaning)| (name, meaning.to_owned())).collect();
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
        meanings,
        warnings,
        operator: None,
        pacing: None,
        version: Some(env!("CARGO_PKG_VERSION").to_owned()),
    }
}
