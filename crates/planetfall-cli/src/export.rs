//! `planetfall export`: a run for other programs.

use crate::failure::Failure;
use crate::folders::readable;
use crate::terminal::say;
use planetfall_files::run_folder::{ExportError, HistoryFile, RunFile, export_csv_file, is_run};
use planetfall_report::export::{RunExportError, export_gltf, export_mcap};
use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Export a run for other programs: its history, or its scene in motion.
#[derive(Debug, clap::Args)]
pub(crate) struct ExportArguments {
    /// Folder of a run.
    folder: PathBuf,
    /// Format.
    #[arg(long, value_name = "FORMAT")]
    to: Format,
    /// Columns of the CSV, separated by commas [default: all].
    #[arg(long, value_delimiter = ',')]
    columns: Vec<String>,
    /// Records per second of the run in mcap, gltf and rrd, at most [default: 50, gltf: 25].
    #[arg(long, value_name = "HZ")]
    rate: Option<f64>,
    /// File to write; for csv also `-`, standard output [default: history.csv, run.mcap, run.glb or
    /// run.rrd in the folder].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Comma-separated values, one row per record.
    Csv,
    /// Scene, motion, forces, joints, events and columns, for Foxglove and Rerun.
    Mcap,
    /// Scene and motion as an animation in one binary glTF file, for slides.
    Gltf,
    /// The same as mcap, for Rerun; needs the Python package rerun-sdk.
    Rrd,
}

pub(crate) fn export(arguments: &ExportArguments) -> Result<(), Failure> {
    let folder = &readable(&arguments.folder);
    let history = RunFile::History.within(folder);
    if !history.is_file() && !is_run(folder) {
        let folder = folder.display();
        return Err(Failure::Input(format!("{folder} is not the folder of a Planetfall run")));
    }
    match arguments.to {
        Format::Csv => csv(arguments, &history),
        Format::Rrd => in_motion(arguments, folder, |place, rate| rrd(folder, place, rate)),
        Format::Gltf => in_motion(arguments, folder, |place, rate| {
            whole(place, |to| export_gltf(folder, BufWriter::new(to), rate))
        }),
        Format::Mcap => in_motion(arguments, folder, |place, rate| {
            whole(place, |to| export_mcap(folder, BufWriter::new(to), rate))
        }),
    }
}

/// Writes the scene in motion, which has no columns, at a place or in the run's folder.
fn in_motion(
    arguments: &ExportArguments,
    folder: &Path,
    write: impl FnOnce(&Path, f64) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if !arguments.columns.is_empty() {
        return Err(Failure::Input("--columns: only csv has columns to choose".to_owned()));
    }
    let rate = rate(arguments)?;
    let place = arguments.out.clone().unwrap_or_else(|| folder.join(arguments.to.file()));
    if place.as_os_str() == "-" {
        return Err(Failure::Input("--out -: only csv goes to standard output".to_owned()));
    }
    write(&place, rate)?;
    say!("{}", place.display())
}

impl Format {
    /// The name of the file that is written if none is chosen.
    fn file(self) -> &'static str {
        match self {
            Self::Csv => "history.csv",
            Self::Mcap => "run.mcap",
            Self::Gltf => "run.glb",
            Self::Rrd => "run.rrd",
        }
    }
}

fn rate(arguments: &ExportArguments) -> Result<f64, Failure> {
    match arguments.rate {
        None if arguments.to == Format::Gltf => Ok(25.0),
        None => Ok(50.0),
        Some(rate) if rate.is_finite() && rate > 0.0 => Ok(rate),
        Some(rate) => Err(Failure::Input(format!("--rate {rate}: must be greater than 0"))),
    }
}

/// Writes a file that is there only when it is whole.
fn whole(
    place: &Path,
    write: impl FnOnce(&File) -> Result<(), RunExportError>,
) -> Result<(), Failure> {
    let refused = |error: std::io::Error| Failure::Input(format!("{}: {error}", place.display()));
    if place.is_dir() {
        return Err(Failure::Input(format!("--out {}: this is a folder", place.display())));
    }
    let part = beside(place, "part");
    let file = File::create(&part).map_err(refused)?;
    if let Err(error) = write(&file) {
        // What is left of a failed export is of no use, and its reason is reported.
        let _ = fs::remove_file(&part);
        return Err(match error {
            RunExportError::Write(_) | RunExportError::Format(_) => Failure::run(error),
            RunExportError::History(_) | RunExportError::File(_) | RunExportError::Empty => {
                Failure::input(error)
            }
        });
    }
    fs::rename(&part, place).map_err(refused)
}

/// A place of the same name with another ending after its own.
fn beside(place: &Path, ending: &str) -> PathBuf {
    let mut name = place.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

/// Rerun's own program converts from MCAP; its format is not ours to write.
fn rrd(folder: &Path, place: &Path, rate: f64) -> Result<(), Failure> {
    let missing = |reason: String| {
        Failure::Input(format!(
            "--to rrd: {reason}; it comes with the Python package rerun-sdk (pip install \
             rerun-sdk). Rerun also opens the file that --to mcap writes"
        ))
    };
    let found = Command::new("rerun").arg("--version").stdout(Stdio::null()).status();
    if let Err(error) = found {
        return Err(missing(format!("the program `rerun` cannot be started ({error})")));
    }
    let between = beside(place, "mcap");
    whole(&between, |to| export_mcap(folder, BufWriter::new(to), rate))?;
    let converted = Command::new("rerun")
        .args(["mcap", "convert", "--timeline-type", "duration", "--application-id", "planetfall"])
        .arg("--output")
        .arg(place)
        .arg(&between)
        .output();
    // It can be made again at any time.
    let _ = fs::remove_file(&between);
    match converted {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => {
            let stderr = String::from_utf8_lossy(&output.stderr);
            Err(Failure::Run(format!("rerun could not convert the run: {}", stderr.trim())))
        }
        Err(error) => Err(missing(format!("the program `rerun` cannot be started ({error})"))),
    }
}

fn csv(arguments: &ExportArguments, history: &Path) -> Result<(), Failure> {
    if arguments.rate.is_some() {
        return Err(Failure::Input("--rate: a csv holds every record".to_owned()));
    }
    let history = HistoryFile::open(history).map_err(Failure::input)?;
    check_columns(&history, &arguments.columns)?;
    let place = arguments.out.clone().unwrap_or_else(|| arguments.folder.join(Format::Csv.file()));
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
