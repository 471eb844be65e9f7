//! A square kilometre out of maps of 10 000 x 10 000 posts: time, bytes read, peak memory.
//!
//! `cargo bench --package planetfall-files`. Each query runs in a process of its own, because the peak
//! of memory is that of a process. A map of another writer can be named: `-- FILE.tif`.

#![allow(missing_docs, reason = "a program")]

mod query;
mod writer;

use query::{Cost, query};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use writer::Layout;

const LAYOUTS: [(&str, Layout); 3] = [
    ("tiles of 256", Layout::Tiles(256)),
    ("strips of 16 rows", Layout::Strips(16)),
    ("one strip", Layout::Strips(writer::SIDE)),
];

fn main() -> ExitCode {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let done = match arguments.as_slice() {
        [verb, file] if verb == "--query" => print_query(Path::new(file)),
        files => bench(files),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn bench(files: &[String]) -> Result<(), String> {
    println!(
        "{:<20} {:>10} {:>14} {:>12}",
        "1 km2 of 100 km2", "time", "bytes read", "peak memory"
    );
    if !files.is_empty() {
        return files.iter().try_for_each(|file| ask(file, &PathBuf::from(file)));
    }
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = folder.path().join("large.tif");
    for (name, layout) in LAYOUTS {
        writer::write(&path, layout).map_err(|error| format!("{}: {error}", path.display()))?;
        ask(name, &path)?;
    }
    Ok(())
}

/// Lets a process of its own query the file.
fn ask(name: &str, path: &Path) -> Result<(), String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new(program).arg("--query").arg(path).output();
    let output = output.map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    print!("{name:<20} {}", String::from_utf8_lossy(&output.stdout));
    Ok(())
}

fn print_query(path: &Path) -> Result<(), String> {
    let (_, Cost { seconds, bytes_read, peak_kb }) = query(path)?;
    let peak =
        peak_kb.map_or("not counted".to_owned(), |kb| format!("{:.1} MB", kb as f64 / 1024.0));
    println!("{:>7.1} ms {bytes_read:>14} {peak:>12}", 1e3 * seconds);
    Ok(())
}
