//! `planetfall why`: the state of a run at an instant, seen from inside.

use crate::failure::Failure;
use crate::folders::readable;
use crate::terminal::{Progress, print, say};
use planetfall::time::Time;
use planetfall_run::why;
use std::path::PathBuf;

/// Report why a run did what it did at an instant: phase, triggers with their margins, controllers,
/// contacts, joints, the last step and what limited it, and the energy account.
///
/// The folder's scenario is run again up to there, and held against the history.
/// Exit code: 0 answered, 2 the folder or the instant is wrong.
#[derive(Debug, clap::Args)]
pub(crate) struct WhyArguments {
    /// Folder of a run.
    folder: PathBuf,
    /// Simulated time in seconds.
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    at: f64,
    /// Print the answer as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn why(arguments: &WhyArguments) -> Result<(), Failure> {
    let folder = readable(&arguments.folder);
    let progress = Progress::new(Time::nearest(arguments.at), arguments.json);
    let answer = why::ask(&folder, arguments.at, &mut |time| progress.at(time));
    progress.done();
    let answer = answer.map_err(Failure::input)?;
    if arguments.json {
        return say!("{}", serde_json::to_string_pretty(&answer).map_err(Failure::run)?);
    }
    print(format_args!("{}", answer.text()))
}
