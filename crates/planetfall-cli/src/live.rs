//! `planetfall live`: a simulation that runs while you operate it in a browser.

use crate::failure::Failure;
use crate::scenarios;
use crate::terminal::{say, warn};
use crate::view;
use planetfall_files::live::Choice;
use planetfall_run::live::{LiveError, Venue};
use planetfall_view::{Server, ViewError};
use std::path::PathBuf;

/// What is run where no scenario is named.
const USUAL: &str = planetfall_run::live::PLAYGROUND;

/// Operate a simulation in a browser while it runs.
///
/// Serves a page on this machine only (127.0.0.1), where you let the time go by, drive or fly by hand,
/// set goals, move joints and the sun and break things, until Ctrl-C. What you did becomes a run like any
/// other, which `planetfall run DIR/scenario.toml --replay DIR` repeats bit for bit; SIGTERM and SIGHUP end
/// it as Ctrl-C does, and after a kill `--resume DIR` goes on with it. The first line printed
/// is the page's address.
#[derive(Debug, clap::Args)]
pub(crate) struct LiveArguments {
    /// Path of a scenario file, or a built-in name (see `planetfall list`).
    #[arg(default_value = USUAL)]
    scenario: String,
    /// A built-in vehicle in place of the scenario's own.
    #[arg(long, value_name = "NAME")]
    vehicle: Option<String>,
    /// The terrain of another built-in scenario in place of the scenario's own.
    #[arg(long, value_name = "NAME")]
    terrain: Option<String>,
    /// A ground model in place of the scenario's own.
    #[arg(long, value_name = "NAME")]
    ground: Option<String>,
    /// Set a key of the scenario, e.g. --set ground.damping_ratio=0.2. May be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Folder for the run [default: runs/live; further sessions get a number at the end].
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write into a folder that is not empty.
    #[arg(long)]
    force: bool,
    /// Go on, paused, with the session of this folder, whose process died.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["vehicle", "terrain", "ground", "set", "out"])]
    resume: Option<PathBuf>,
    /// Port to listen on [default: a free one].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    port: Option<u16>,
    /// Do not open a browser.
    #[arg(long)]
    no_open: bool,
}

pub(crate) fn live(arguments: &LiveArguments) -> Result<(), Failure> {
    let LiveArguments { scenario, vehicle, terrain, ground, .. } = arguments;
    let choice = Choice {
        scenario: scenario.clone(),
        vehicle: vehicle.clone(),
        terrain: terrain.clone(),
        ground: ground.clone(),
    };
    let settings = scenarios::settings(&arguments.set)?;
    let (folder, resume) = (arguments.out.clone(), arguments.resume.clone());
    let venue = Venue { folder, force: arguments.force, settings, resume };
    let server = Server::live(venue, &choice, arguments.port).map_err(failed)?;
    let stopper = server.stopper();
    if let Err(error) = ctrlc::set_handler(move || stopper.stop()) {
        warn(&format!("warning: Ctrl-C will end the session without keeping it: {error}"));
    }
    let url = server.url();
    say!("{url}")?;
    say!("The simulation waits, paused, at this address until Ctrl-C, which keeps it as a run.")?;
    if !arguments.no_open {
        view::open(&url);
    }
    if let Some(folder) = server.run().map_err(failed)? {
        say!("Kept in {}: `planetfall view` shows it.", folder.display())?;
    }
    Ok(())
}

fn failed(error: ViewError) -> Failure {
    match error {
        ViewError::Live(error) => match error.downcast::<LiveError>() {
            Ok(error) => not_live(*error),
            Err(error) => Failure::run(error),
        },
        ViewError::Start(_) => Failure::run(error),
        ViewError::NoRuns
        | ViewError::NotARun(_)
        | ViewError::PortInUse(_)
        | ViewError::Port { .. } => Failure::input(error),
    }
}

fn not_live(error: LiveError) -> Failure {
    match error {
        LiveError::Mistakes(mistakes) => Failure::Mistakes(mistakes.text),
        LiveError::Choice(_) | LiveError::Folder(_) | LiveError::Resume(_) => Failure::input(error),
        LiveError::Files(_) | LiveError::Thread(_) | LiveError::Broken(_) => Failure::run(error),
    }
}
