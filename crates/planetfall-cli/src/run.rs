//! `planetfall run`: one scenario into its folder.

use crate::failure::{Failure, complain};
use crate::operating;
use crate::rigs;
use crate::scenarios;
use crate::terminal::{Progress, ink, say, warn};
use planetfall::state::State;
use planetfall::time::Time;
use planetfall_files::run_folder::{
    OutputFolder, Summary, Verdict, main_metrics, table, unfinished,
};
use planetfall_files::scenario::{Loaded, ScenarioFile, builtins};
use planetfall_run::checkpoint::{Checkpoint, Resumption};
use planetfall_run::operator::is_loss;
use planetfall_run::pacing::Pace;
use planetfall_run::runner::{self, Conduct, Durability, FinishedRun};
use planetfall_run::state_file;
use std::ffi::{OsStr, OsString};
use std::net::SocketAddr;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Run a scenario and check what is expected of it.
///
/// Writes scenario.toml (effective), summary.json, history.parquet, events.json and report.html, in
/// DIR.partial until the run is whole. Exit code: 0 done, 1 the run failed or (--strict) an
/// expectation failed, 2 the input was wrong, 130 interrupted by Ctrl-C, SIGTERM or SIGHUP, which
/// keeps what was recorded. After that, and also after a kill, --resume DIR goes on with the same bits.
#[derive(Debug, clap::Args)]
pub(crate) struct RunArguments {
    /// Path of a scenario file, or a built-in name (see `planetfall list`).
    #[arg(required_unless_present = "resume")]
    scenario: Option<OsString>,
    /// Folder for the results [default: runs/NAME, replaced if it is a run].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write into a folder that is not empty.
    #[arg(long)]
    force: bool,
    /// Set a key of the scenario, e.g. --set ground.damping_ratio=0.2. May be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Pause at this simulated time. A fixed step is cut to end there, so choose a multiple of it
    /// if the run is to go on with the same bits.
    #[arg(long, value_name = "SECONDS")]
    until: Option<f64>,
    /// Print only errors.
    #[arg(long)]
    quiet: bool,
    /// Exit with 1 if an expectation fails.
    #[arg(long)]
    strict: bool,
    /// Save the state at the end, to go on from with --resume.
    #[arg(long, value_name = "FILE")]
    save_state: Option<PathBuf>,
    /// Go on from a saved state of the same scenario; or, given a folder, with the unfinished run in
    /// it, whose scenario need not be named.
    #[arg(long, value_name = "FILE|DIR")]
    resume: Option<PathBuf>,
    /// Wall time between checkpoints, from which an unfinished run goes on.
    #[arg(long, value_name = "SECONDS", default_value_t = 4.0)]
    checkpoint_every: f64,
    /// Wait here for the outside program that operates the vehicle, instead of starting the one that
    /// the scenario names; port 0 takes a free one. See docs/operating.md.
    #[arg(long, value_name = "ADDRESS:PORT", conflicts_with = "replay")]
    listen: Option<SocketAddr>,
    /// Allow --listen on an address that other machines reach: whoever connects first drives the run,
    /// and nothing is encrypted.
    #[arg(long, requires = "listen")]
    listen_anywhere: bool,
    /// Give the commands again that an outside program gave in this run, without the program. Give the
    /// run's own scenario, DIR/scenario.toml; the results go to runs/NAME-replay.
    #[arg(long, value_name = "DIR")]
    replay: Option<PathBuf>,
    /// Let simulation time go by at this many times wall time, 1 for real time; deadlines that are
    /// missed are counted in summary.json.
    #[arg(long, value_name = "FACTOR")]
    pace: Option<f64>,
    /// Threads for the work of a step that can be shared: wheels on soil; 1 unless given. No bit of the
    /// result depends on it.
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

/// Runs the showcase.
pub(crate) fn showcase() -> Result<(), Failure> {
    let scenario = builtins().first().map_or_else(OsString::new, |known| known.name.into());
    say!("Running the showcase; `planetfall --help` shows what else there is.\n")?;
    run(&RunArguments::of(scenario))
}

pub(crate) fn run(arguments: &RunArguments) -> Result<(), Failure> {
    if let Some(folder) = arguments.resume.as_deref().filter(|path| is_folder(path)) {
        return go_on(arguments, folder);
    }
    if let Some(path) = arguments.resume.as_deref().filter(|path| !path.exists()) {
        let path = path.display();
        return Err(Failure::Input(format!("--resume {path}: there is no such file or folder")));
    }
    let Some(scenario) = &arguments.scenario else {
        let text = "--resume with a saved state: name the scenario that the state belongs to";
        return Err(Failure::Input(text.to_owned()));
    };
    let file = scenarios::find(scenario, &arguments.set)?;
    if file.is_rig() {
        return run_rig(arguments, &file);
    }
    let loaded = scenarios::load(scenario, &arguments.set)?;
    let from = match &arguments.resume {
        Some(path) => Some(state_file::load(path, &loaded).map_err(Failure::input)?),
        None => None,
    };
    let plan = Plan::of(arguments, &loaded, from.as_ref())?;
    let folder = claim(arguments, &loaded)?;
    if let Some(place) = folder.set_aside() {
        let place = place.display();
        complain(&format!(
            "note: an unfinished run was in the way and is in {place} now; `planetfall run --resume \
             {place}` goes on with it"
        ));
    }
    carry_out(arguments, &loaded, &folder, plan, (from, None))
}

/// Whether a path is a run's folder, or the place of one that is unfinished.
fn is_folder(path: &Path) -> bool {
    path.is_dir() || unfinished(path).is_some()
}

/// Goes on with an unfinished run.
fn go_on(arguments: &RunArguments, path: &Path) -> Result<(), Failure> {
    let refused = [("--out", arguments.out.is_some()), ("--set", !arguments.set.is_empty())];
    if let Some((option, _)) = refused.into_iter().find(|(_, given)| *given) {
        return Err(Failure::Input(format!(
            "{option}: a run that goes on keeps its scenario and its folder"
        )));
    }
    let folder = OutputFolder::resume(path).map_err(Failure::input)?;
    let checkpoint = Checkpoint::read(folder.path()).map_err(Failure::input)?;
    let file = match &arguments.scenario {
        Some(scenario) => scenarios::find(scenario, &[])?,
        None => checkpoint.scenario(folder.path()).map_err(Failure::input)?,
    };
    let mut loaded = file.load(ink()).map_err(|mistakes| Failure::Mistakes(mistakes.text))?;
    let time_s = checkpoint.time_s();
    let resumption = checkpoint.resumption(&mut loaded).map_err(Failure::input)?;
    let plan = Plan::of(arguments, &loaded, Some(resumption.state()))?;
    if !arguments.quiet {
        say!("going on at t = {time_s} s with the run in {}", folder.path().display())?;
    }
    carry_out(arguments, &loaded, &folder, plan, (None, Some(resumption)))
}

/// What is settled before anything is written.
struct Plan {
    until: Option<Time>,
    pace: Option<Pace>,
    durability: Durability,
    post: operating::Post,
}

impl Plan {
    fn of(
        arguments: &RunArguments,
        loaded: &Loaded,
        from: Option<&State>,
    ) -> Result<Self, Failure> {
        let until = until(arguments, from)?;
        let pace = operating::pace(arguments.pace, loaded)?;
        check_save_place(arguments)?;
        let seconds = arguments.checkpoint_every;
        let every = Duration::try_from_secs_f64(seconds).ok().filter(|_| seconds >= 0.001);
        let wrong = || Failure::Input(format!("--checkpoint-every {seconds}: at least 0.001"));
        let checkpoint_every = every.ok_or_else(wrong)?;
        let usual = Durability::default();
        let flush_every = usual.flush_every.min(checkpoint_every);
        let post = operating::Post::find(&arguments.operating(), loaded)?;
        Ok(Self { until, pace, durability: Durability { flush_every, checkpoint_every }, post })
    }
}

/// Runs into a folder, from a saved state or from where an unfinished run was.
fn carry_out(
    arguments: &RunArguments,
    loaded: &Loaded,
    folder: &OutputFolder,
    plan: Plan,
    (from, resume): (Option<State>, Option<Resumption>),
) -> Result<(), Failure> {
    let Plan { until, pace, durability, post } = plan;
    let interrupted = interruption();
    if !arguments.quiet {
        say!("{}: {}", loaded.scenario.name, loaded.title)?;
    }
    let mut manned = post.man(loaded, folder, (&interrupted, resume.as_ref()), arguments.quiet)?;
    let progress = Progress::new(until.unwrap_or(loaded.scenario.duration), arguments.quiet);
    let mut watch = |time: Time| {
        progress.at(time);
        if interrupted.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let conduct = Conduct {
        from,
        until,
        operator: manned.operator(),
        pace,
        threads: arguments.threads,
        audience: None,
        resume,
        durability,
    };
    let finished = runner::conduct(loaded, folder, conduct, &mut watch);
    progress.done();
    let finished = finished.map_err(Failure::run)?;
    save_state(arguments, loaded, &finished)?;
    conclude(arguments, loaded, &finished)
}

impl RunArguments {
    /// A scenario with nothing else said.
    /// Those of a scenario without options.
    pub(crate) fn of(scenario: OsString) -> Self {
        Self {
            scenario: Some(scenario),
            out: None,
            force: false,
            set: Vec::new(),
            until: None,
            quiet: false,
            strict: false,
            save_state: None,
            resume: None,
            checkpoint_every: Durability::default().checkpoint_every.as_secs_f64(),
            listen: None,
            listen_anywhere: false,
            replay: None,
            pace: None,
            threads: None,
        }
    }

    /// The same with settings and a folder.
    pub(crate) fn with(self, set: Vec<String>, out: Option<PathBuf>, force: bool) -> Self {
        Self { set, out, force, ..self }
    }

    fn operating(&self) -> operating::Wish<'_> {
        operating::Wish {
            listen: self.listen,
            anywhere: self.listen_anywhere,
            replay: self.replay.as_deref(),
        }
    }
}

/// A rig has no time to pause at and no state to save.
fn run_rig(arguments: &RunArguments, file: &ScenarioFile) -> Result<(), Failure> {
    let timed = [
        ("--until", arguments.until.is_some()),
        ("--save-state", arguments.save_state.is_some()),
        ("--resume", arguments.resume.is_some()),
        ("--listen", arguments.listen.is_some()),
        ("--replay", arguments.replay.is_some()),
        ("--pace", arguments.pace.is_some()),
    ];
    if let Some((option, _)) = timed.into_iter().find(|(_, given)| *given) {
        return Err(Failure::Input(format!(
            "{option}: a rig can be neither paused nor resumed nor operated"
        )));
    }
    if arguments.threads.is_some_and(|threads| threads.get() > 1) {
        return Err(Failure::Input("--threads: a rig takes all cores by itself".to_owned()));
    }
    let loaded = rigs::load(file)?;
    let finished =
        rigs::perform(&loaded, arguments.out.as_deref(), arguments.force, arguments.quiet)?;
    if arguments.strict { judge(&finished.summary) } else { Ok(()) }
}

/// The instant to pause at, if there is one; it must lie ahead.
fn until(arguments: &RunArguments, from: Option<&State>) -> Result<Option<Time>, Failure> {
    let Some(seconds) = arguments.until else { return Ok(None) };
    let start = from.map_or(Time::ZERO, |state| state.time);
    match Time::from_seconds(seconds) {
        Ok(time) if time > start => Ok(Some(time)),
        Ok(_) if from.is_some() => {
            Err(Failure::Input(format!("--until {seconds}: the saved state is at {start} already")))
        }
        Ok(_) => Err(Failure::Input(format!("--until {seconds}: must be greater than 0"))),
        Err(error) => Err(Failure::Input(format!("--until: {error}"))),
    }
}

/// A state that could not be saved at the end would cost the whole run.
fn check_save_place(arguments: &RunArguments) -> Result<(), Failure> {
    let Some(path) = &arguments.save_state else { return Ok(()) };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let refused =
        |why: &str| Err(Failure::Input(format!("--save-state {}: {why}", path.display())));
    match folder {
        _ if path.is_dir() => refused("this is a folder"),
        Some(folder) if !folder.is_dir() => refused("there is no such folder to write it in"),
        _ => Ok(()),
    }
}

fn save_state(
    arguments: &RunArguments,
    loaded: &Loaded,
    finished: &FinishedRun,
) -> Result<(), Failure> {
    let Some(path) = &arguments.save_state else { return Ok(()) };
    let outcome = &finished.summary.outcome;
    if finished.failure.is_none() && !is_unfinished(outcome) {
        let path = path.display();
        complain(&format!("{path} is not written: the run has ended ({outcome}), nothing follows"));
        return Ok(());
    }
    state_file::save(path, loaded, &finished.state).map_err(Failure::run)
}

/// Whether a run with this outcome could still go on.
fn is_unfinished(outcome: &str) -> bool {
    matches!(outcome, "paused" | "stopped")
}

fn claim(arguments: &RunArguments, loaded: &Loaded) -> Result<OutputFolder, Failure> {
    let (path, default_place) = match &arguments.out {
        Some(path) => (path.clone(), false),
        None if arguments.replay.is_some() => {
            let mut name = replayed(arguments, loaded);
            name.push("-replay");
            (Path::new("runs").join(name), true)
        }
        None => (Path::new("runs").join(&loaded.scenario.name), true),
    };
    OutputFolder::claim(&path, arguments.force, default_place).map_err(Failure::input)
}

/// The name of the run that is repeated: that of its folder, where the scenario file is the folder's.
fn replayed(arguments: &RunArguments, loaded: &Loaded) -> OsString {
    let folder = arguments.replay.as_deref().and_then(Path::file_name);
    folder.map_or_else(|| OsString::from(&loaded.scenario.name), OsStr::to_owned)
}

/// A flag that Ctrl-C, SIGTERM and SIGHUP raise, so that what was recorded is closed properly. A second
/// one ends the process at once.
fn interruption() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    // Without the handler Ctrl-C still ends the process, only less kindly.
    let _ = ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    flag
}

fn conclude(
    arguments: &RunArguments,
    loaded: &Loaded,
    finished: &FinishedRun,
) -> Result<(), Failure> {
    let FinishedRun { summary, report, failure, .. } = finished;
    if !arguments.quiet {
        let own: Vec<&str> =
            loaded.scenario.gauges.iter().map(|gauge| gauge.name.as_str()).collect();
        print_summary(summary, &own)?;
        say!("report: {}", report.display())?;
        // Last, where they are not scrolled away.
        summary.warnings.iter().for_each(|warning| warn(warning));
    }
    let kept = report.parent().unwrap_or(report).display();
    if let Some(error) = failure {
        return Err(Failure::Run(format!("{error}\nAll until then is kept in {kept}")));
    }
    if summary.outcome == "stopped" {
        let time = summary.sim_time_s;
        let text = format!(
            "interrupted at t = {time} s; all until then is kept in {kept}, and `planetfall run --resume \
             {kept}` goes on with it"
        );
        return Err(Failure::Interrupted(text));
    }
    if is_loss(&summary.outcome) {
        let lost = summary.operator.as_ref().and_then(|operator| operator.lost.clone());
        let lost = lost.unwrap_or_else(|| summary.outcome.clone());
        return Err(Failure::Run(format!("{lost}\nAll until then is kept in {kept}")));
    }
    if arguments.strict { judge(summary) } else { Ok(()) }
}

fn judge(summary: &Summary) -> Result<(), Failure> {
    if is_unfinished(&summary.outcome) && !summary.expect.is_empty() {
        let text = "the run is only paused: what is expected of it cannot be judged yet";
        return Err(Failure::Expectation(text.to_owned()));
    }
    let missed = |unreached: bool| {
        let missed = |verdict: &&Verdict| !verdict.pass && !verdict.is_known_miss();
        let verdicts = summary.expect.iter().filter(missed);
        let those = verdicts.filter(|verdict| verdict.is_unreached() == unreached);
        those.map(|verdict| verdict.metric.as_str()).collect::<Vec<&str>>()
    };
    let all = summary.expect.len();
    let complaints = [(missed(false), "failed"), (missed(true), "were not reached")]
        .into_iter()
        .filter(|(metrics, _)| !metrics.is_empty())
        .map(|(metrics, what)| {
            format!("{} of {all} expectations {what}: {}", metrics.len(), metrics.join(", "))
        });
    let complaints: Vec<String> = complaints.collect();
    if complaints.is_empty() { Ok(()) } else { Err(Failure::Expectation(complaints.join("; "))) }
}

/// What came of the run: its outcome, what was expected of it, and its main metrics, of which those are
/// also that the scenario defines.
fn print_summary(summary: &Summary, own: &[&str]) -> Result<(), Failure> {
    say!(
        "outcome: {} at {} s, {} steps in {:.3} s\n",
        summary.outcome,
        summary.sim_time_s,
        summary.steps,
        summary.wall_time_s
    )?;
    // What a broken or unfinished run measured says nothing about what was expected of it.
    let judged = summary.failure.is_none() && !is_unfinished(&summary.outcome);
    if !summary.expect.is_empty() && judged {
        say!("{}", table(&summary.expect))?;
    }
    let metrics = main_metrics(summary, own);
    if !metrics.is_empty() {
        say!("{metrics}")?;
    }
    if let Some(pacing) = &summary.pacing {
        say!("{}", operating::pacing_line(pacing))?;
    }
    Ok(())
}
