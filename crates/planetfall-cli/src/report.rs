//! `planetfall report`: the report of a run, made again from its files; of several, a comparison.

use crate::failure::{Failure, complain};
use crate::folders::readable;
use crate::terminal::{print, say};
use planetfall_report::report::{self, RunComparison};
use std::path::{Path, PathBuf};

/// Make report.html again from the other files of a run's folder, or a page that compares several
/// runs: metrics side by side with differences, columns laid over each other.
#[derive(Debug, clap::Args)]
pub(crate) struct ReportArguments {
    /// Folder of a run, or of several.
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Write each figure as an SVG file into this folder instead.
    #[arg(long, value_name = "DIR")]
    figures: Option<PathBuf>,
    /// Where the page of several runs is written [default: compare.html].
    #[arg(long, value_name = "FILE.html")]
    out: Option<PathBuf>,
}

pub(crate) fn report(arguments: &ReportArguments) -> Result<(), Failure> {
    let folders: Vec<PathBuf> = arguments.folders.iter().map(|path| readable(path)).collect();
    let [folder] = &folders[..] else {
        if arguments.figures.is_some() {
            return Err(Failure::Input("--figures takes the folder of one run".to_owned()));
        }
        let page = arguments.out.clone().unwrap_or_else(|| PathBuf::from("compare.html"));
        return compare(&folders, &page);
    };
    if arguments.out.is_some() {
        let text = "--out is for the page of several runs; that of one lies in its folder";
        return Err(Failure::Input(text.to_owned()));
    }
    let Some(into) = &arguments.figures else {
        let page = report::write(folder).map_err(Failure::input)?;
        return say!("{}", page.display());
    };
    let pictures = report::write_figures(folder, into).map_err(Failure::input)?;
    pictures.notes.iter().for_each(|note| complain(note));
    pictures.files.iter().try_for_each(|file| say!("{}", file.display()))
}

/// Writes the page that compares several runs and prints the metrics that differ.
pub(crate) fn compare(folders: &[PathBuf], page: &Path) -> Result<(), Failure> {
    let comparison = RunComparison::read(folders).map_err(Failure::input)?;
    comparison.write_html(page).map_err(Failure::input)?;
    comparison.notes.iter().for_each(|note| complain(note));
    print(format_args!("{}", comparison.table()))?;
    say!("\npage: {}", page.display())
}
