//! `planetfall run`: one scenario into its folder.

use crate::failure::Failure;
use crate::scenarios;
use crate::terminal::Progress;
use planetfall::time::Time;
use planetfall_io::run_folder::{OutputFolder, Summary, table};
use planetfall_io::runner::{self, Finished};
use planetfall_io::scenario::{Loaded, builtins};
use planetfall_io::state_file;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Run a scenario and compare it with what is published.
///
/// Writes scenario.toml (effective), summary.json, history.parquet, events.json and report.html.
/// Exit code: 0 done, 1 the run failed or (--strict) an expectation failed, 2 the input was wrong.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Path of a scenario file, or a built-in name (see `planetfall list`).
    scenario: String,
    /// Folder for the results [default: runs/NAME, replaced if it is a run].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write into a folder that is not empty.
    #[arg(long)]
    force: bool,
    /// Set a key of the scenario, e.g. --set ground.damping_ratio=0.2. May be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Pause at this simulated time.
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
    /// Go on from a saved state of the same scenario.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

/// Runs the showcase.
pub(crate) fn showcase() -> Result<(), Failure> {
    let scenario = builtins().first().map_or_else(String::new, |known| known.name.to_owned());
    println!("Running the showcase; `planetfall --help` shows what else there is.\n");
    run(&Arguments {
        scenario,
        out: None,
        force: false,
        set: Vec::new(),
        until: None,
        quiet: false,
        strict: false,
        save_state: None,
        resume: None,
    })
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let loaded = scenarios::load(&arguments.scenario, &arguments.set)?;
    let until = arguments.until.map(until).transpose()?;
    let from = match &arguments.resume {
        Some(path) => Some(state_file::load(path, &loaded).map_err(Failure::input)?),
        None => None,
    };
    let folder = claim(arguments, &loaded)?;
    if !arguments.quiet {
        println!("{}: {}", loaded.scenario.name, loaded.title);
    }
    let progress = Progress::new(until.unwrap_or(loaded.scenario.duration), arguments.quiet);
    let interrupted = interruption();
    let mut watch = |time: Time| {
        progress.at(time);
        if interrupted.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let finished = runner::run(&loaded, &folder, from, until, &mut watch);
    progress.done();
    let finished = finished.map_err(Failure::run)?;
    if let Some(path) = &arguments.save_state {
        state_file::save(path, &loaded, &finished.state).map_err(Failure::run)?;
    }
    conclude(arguments, &finished)
}

fn until(seconds: f64) -> Result<Time, Failure> {
    let time = Time::from_seconds(seconds).map_err(|error| format!("--until: {error}"));
    match time {
        Ok(time) if time > Time::ZERO => Ok(time),
        Ok(_) => Err(Failure::Input("--until must be positive".to_owned())),
        Err(text) => Err(Failure::Input(text)),
    }
}

fn claim(arguments: &Arguments, loaded: &Loaded) -> Result<OutputFolder, Failure> {
    let (path, default_place) = match &arguments.out {
        Some(path) => (path.clone(), false),
        None => (Path::new("runs").join(&loaded.scenario.name), true),
    };
    OutputFolder::claim(&path, arguments.force, default_place).map_err(Failure::input)
}

/// A flag that Ctrl-C raises, so that what was recorded is closed properly. A second Ctrl-C ends
/// the process at once.
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

fn conclude(arguments: &Arguments, finished: &Finished) -> Result<(), Failure> {
    let Finished { summary, report, failure, .. } = finished;
    if !arguments.quiet {
        tell(summary);
        println!("report: {}", report.display());
    }
    if let Some(error) = failure {
        let kept = report.parent().unwrap_or(report).display();
        return Err(Failure::Run(format!("{error}\nAll until then is kept in {kept}")));
    }
    let failed: Vec<&str> =
        summary.expect.iter().filter(|v| !v.pass).map(|v| v.metric.as_str()).collect();
    if arguments.strict && !failed.is_empty() {
        let text = format!("{} of {} expectations failed: ", failed.len(), summary.expect.len());
        return Err(Failure::Expectation(text + &failed.join(", ")));
    }
    Ok(())
}

fn tell(summary: &Summary) {
    println!(
        "outcome: {} at {} s, {} steps in {:.3} s\n",
        summary.outcome, summary.sim_time_s, summary.steps, summary.wall_time_s
    );
    // What a broken run measured says nothing about the paper.
    if !summary.expect.is_empty() && summary.failure.is_none() {
        println!("{}", table(&summary.expect));
    }
    for warning in &summary.warnings {
        eprintln!("{}", warning.trim_end());
    }
}
