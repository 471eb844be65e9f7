//! `planetfall view`: runs in a browser.

use crate::failure::Failure;
use crate::folders::readable;
use crate::terminal::{say, warn};
use planetfall_view::{Server, ViewError};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Look at runs in a browser.
///
/// Serves a page on this machine only (127.0.0.1), from the files of the folders, until Ctrl-C. The
/// first line printed is its address.
#[derive(Debug, clap::Args)]
pub(crate) struct ViewArguments {
    /// Folders of runs; several are shown together.
    #[arg(required = true, value_name = "RUN_DIR")]
    folders: Vec<PathBuf>,
    /// Port to listen on [default: a free one].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    port: Option<u16>,
    /// Do not open a browser.
    #[arg(long)]
    no_open: bool,
}

pub(crate) fn view(arguments: &ViewArguments) -> Result<(), Failure> {
    let folders: Vec<PathBuf> = arguments.folders.iter().map(|path| readable(path)).collect();
    let server = Server::bind(&folders, arguments.port).map_err(failed)?;
    let stopper = server.stopper();
    if let Err(error) = ctrlc::set_handler(move || stopper.stop()) {
        warn(&format!("warning: Ctrl-C will end the viewer less kindly: {error}"));
    }
    let url = server.url();
    say!("{url}")?;
    say!("The viewer is open at this address until Ctrl-C.")?;
    if !arguments.no_open {
        open(&url);
    }
    server.run().map_err(failed)?;
    say!("The viewer has ended.")
}

fn failed(error: ViewError) -> Failure {
    match error {
        ViewError::Start(_) => Failure::run(error),
        ViewError::NoRuns
        | ViewError::NotARun(_)
        | ViewError::PortInUse(_)
        | ViewError::Port { .. }
        | ViewError::Live(_) => Failure::input(error),
    }
}

/// Asks the system to show an address. Where it cannot, the user has read the address.
pub(crate) fn open(url: &str) {
    let mut command = browser(url);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let _ = command.spawn();
}

#[cfg(target_os = "macos")]
fn browser(url: &str) -> Command {
    let mut command = Command::new("open");
    command.arg(url);
    command
}

#[cfg(windows)]
fn browser(url: &str) -> Command {
    let mut command = Command::new("cmd");
    // The first word in quotes would be the window's title.
    command.args(["/C", "start", "", url]);
    command
}

#[cfg(not(any(windows, target_os = "macos")))]
fn browser(url: &str) -> Command {
    use std::os::unix::process::CommandExt;
    let mut command = Command::new("xdg-open");
    // In a group of its own: Ctrl-C ends the viewer, not the browser.
    command.arg(url).process_group(0);
    command
}
