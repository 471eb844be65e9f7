//! `planetfall report`: the report of a run, made again from its files.

use crate::failure::Failure;
use crate::terminal::{complain, say};
use planetfall_io::report;
use std::path::PathBuf;

/// Make report.html again from the other files of a run's folder.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Folder of a run.
    folder: PathBuf,
    /// Write each figure as an SVG file into this folder instead.
    #[arg(long, value_name = "DIR")]
    figures: Option<PathBuf>,
}

pub(crate) fn report(arguments: &Arguments) -> Result<(), Failure> {
    let Some(into) = &arguments.figures else {
        let page = report::write(&arguments.folder).map_err(Failure::input)?;
        return say!("{}", page.display());
    };
    let pictures = report::write_figures(&arguments.folder, into).map_err(Failure::input)?;
    pictures.notes.iter().for_each(|note| complain(note));
    pictures.files.iter().try_for_each(|file| say!("{}", file.display()))
}
