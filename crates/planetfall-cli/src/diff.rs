//! `planetfall diff`: where two runs part.

use crate::failure::Failure;
use crate::folders::readable;
use crate::terminal::{print, say};
use planetfall_report::diff;
use std::path::PathBuf;

/// Find the first time and quantity in which two runs part, and how much they differ.
///
/// Exit code: 0 the results are the same, 1 they differ, 2 a folder is wrong.
#[derive(Debug, clap::Args)]
pub(crate) struct DiffArguments {
    /// Folder of a run.
    a: PathBuf,
    /// Folder of another.
    b: PathBuf,
    /// Differences up to this share of a quantity's largest magnitude count as none, e.g. 1e-6
    /// [default: every bit counts].
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    tolerance: Option<f64>,
    /// Print everything as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn diff(arguments: &DiffArguments) -> Result<(), Failure> {
    let [a, b] = [&arguments.a, &arguments.b].map(|path| readable(path));
    let found = diff::compare(&a, &b, arguments.tolerance).map_err(Failure::input)?;
    if arguments.json {
        say!("{}", serde_json::to_string_pretty(&found).map_err(Failure::run)?)?;
    } else {
        print(format_args!("{}", found.text()))?;
    }
    if found.same { Ok(()) } else { Err(Failure::Differ) }
}
