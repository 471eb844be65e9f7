//! Writes what the algorithms of `planetfall::dynamics` say about the vehicles of URDF files, one
//! JSON object to a line, as the example dump_dynamics of the physics crate does for random trees:
//!
//! ```text
//! dump_urdf FILE.urdf...
//! ```
//!
//! tests/python/check_dynamics.py lets Pinocchio and MuJoCo read the same files and compares.

#[allow(dead_code, reason = "random trees draw more than states do")]
#[path = "../../planetfall/examples/dump_dynamics/draws.rs"]
mod draws;
#[path = "../../planetfall/examples/dump_dynamics/record.rs"]
mod record;

use draws::Draws;
use planetfall_files::format::Ink;
use planetfall_files::vehicle::VehicleFile;
use record::record;
use serde_json::Value;
use std::error::Error;
use std::io::{Write, stdout};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    if paths.is_empty() {
        eprintln!("usage: dump_urdf FILE.urdf...");
        return ExitCode::from(2);
    }
    for path in &paths {
        if let Err(error) = dump(path) {
            eprintln!("{path}: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn dump(path: &str) -> Result<(), Box<dyn Error>> {
    let model = VehicleFile::read(Path::new(path))?.load(Ink::Plain)?;
    let mut line = record(&model.name, &model.tree, &mut Draws::new(0, &model.name))?;
    line["urdf"] = Value::from(path);
    writeln!(stdout(), "{line}")?;
    Ok(())
}
