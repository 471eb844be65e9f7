//! `planetfall export`: a run's history in other formats.

use crate::failure::Failure;
use planetfall_io::run_folder::{HistoryFile, RunFile, export_csv_file};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// Export a run's history.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Folder of a run.
    folder: PathBuf,
    /// Format.
    #[arg(long)]
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
    let history = HistoryFile::open(&RunFile::History.within(&arguments.folder));
    let history = history.map_err(Failure::input)?;
    let columns: Vec<&str> = arguments.columns.iter().map(String::as_str).collect();
    if let Some(unknown) =
        columns.iter().find(|name| !history.columns().iter().any(|column| column.name == **name))
    {
        return Err(Failure::Input(format!("--columns: the history has no column {unknown}")));
    }
    let place = arguments.out.clone().unwrap_or_else(|| arguments.folder.join("history.csv"));
    if place.as_os_str() == "-" {
        let mut out = BufWriter::new(std::io::stdout().lock());
        export_csv_file(&history, &mut out, &columns).map_err(Failure::run)?;
        return out.flush().map_err(Failure::run);
    }
    let file = File::create(&place)
        .map_err(|error| Failure::Input(format!("{}: {error}", place.display())))?;
    let mut out = BufWriter::new(file);
    export_csv_file(&history, &mut out, &columns).map_err(Failure::run)?;
    out.flush().map_err(Failure::run)?;
    println!("{}", place.display());
    Ok(())
}
