//! `planetfall export`: a run's history in other formats.

use crate::failure::Failure;
use crate::terminal::say;
use planetfall_io::run_folder::{ExportError, HistoryFile, RunFile, export_csv_file, is_run};
use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::PathBuf;

/// Export a run's history.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Folder of a run.
    folder: PathBuf,
    /// Format.
    #[arg(long, value_name = "FORMAT")]
    to: Format,
    /// Columns, separated by commas [default: all].
    #[arg(long, value_delimiter = ',')]
    columns: Vec<String>,
    /// File to write, `-` for standard output [default: history.csv in the folder].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Format {
    /// Comma-separated values, one row per record.
    Csv,
}

pub(crate) fn export(arguments: &Arguments) -> Result<(), Failure> {
    let Format::Csv = arguments.to;
    let folder = arguments.folder.display();
    let place = RunFile::History.within(&arguments.folder);
    if !place.is_file() && !is_run(&arguments.folder) {
        return Err(Failure::Input(format!("{folder} is not the folder of a Planetfall run")));
    }
    let history = HistoryFile::open(&place).map_err(Failure::input)?;
    check_columns(&history, &arguments.columns)?;
    let place = arguments.out.clone().unwrap_or_else(|| arguments.folder.join("history.csv"));
    if place.as_os_str() == "-" {
        let out = BufWriter::new(std::io::stdout().lock());
        return match write(&history, &arguments.columns, out) {
            // The reader has seen enough.
            Err(ExportError::Write(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            other => other.map_err(Failure::run),
        };
    }
    let file = File::create(&place)
        .map_err(|error| Failure::Input(format!("{}: {error}", place.display())))?;
    write(&history, &arguments.columns, BufWriter::new(file)).map_err(Failure::run)?;
    say!("{}", place.display())
}

fn check_columns(history: &HistoryFile, columns: &[String]) -> Result<(), Failure> {
    let known = |name: &str| history.columns().iter().any(|column| column.name == name);
    match columns.iter().find(|name| !known(name)) {
        Some(name) => Err(Failure::Input(format!("--columns: the history has no column {name}"))),
        None => Ok(()),
    }
}

fn write(
    history: &HistoryFile,
    columns: &[String],
    mut out: impl Write,
) -> Result<(), ExportError> {
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    export_csv_file(history, &mut out, &columns)?;
    Ok(out.flush()?)
}
