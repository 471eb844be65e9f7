//! `planetfall report`: the report of a run, made again from its files.

use crate::failure::Failure;
use crate::terminal::say;
use std::path::PathBuf;

/// Make report.html again from the other files of a run's folder.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Folder of a run.
    folder: PathBuf,
}

pub(crate) fn report(arguments: &Arguments) -> Result<(), Failure> {
    let page = planetfall_io::report::write(&arguments.folder).map_err(Failure::input)?;
    say!("{}", page.display())
}
