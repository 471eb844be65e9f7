//! `planetfall check`: all mistakes of a scenario file, without running it, or all damage of a run.

use crate::failure::Failure;
use crate::folders;
use crate::rigs;
use crate::scenarios;
use crate::terminal::{print, say, warn};
use std::ffi::OsString;
use std::path::Path;

/// Check a scenario file and report all its mistakes; or check a run's folder: every file against its
/// checksum in manifest.json.
///
/// Of a run that is not finished it says where it can go on, and writes its history until then to
/// recovered.parquet. Exit code: 0 fine, 1 a file of a run is damaged, 2 the scenario has mistakes.
#[derive(Debug, clap::Args)]
pub(crate) struct CheckArguments {
    /// Path of a scenario file, a built-in name, or the folder of a run.
    scenario: OsString,
    /// Set a key of the scenario. May be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Print the effective file, every default explicit.
    #[arg(long)]
    effective: bool,
}

pub(crate) fn check(arguments: &CheckArguments) -> Result<(), Failure> {
    if folders::is_folder(&arguments.scenario) {
        return folders::check(Path::new(&arguments.scenario));
    }
    let file = scenarios::find(&arguments.scenario, &arguments.set)?;
    if file.is_rig() {
        let loaded = rigs::load(&file)?;
        loaded.warnings.iter().for_each(|warning| warn(warning));
        if arguments.effective {
            return print(format_args!("{}", loaded.effective));
        }
        let expected = count(loaded.expectations.len(), "expectation");
        return say!("{}: fine. A rig, {expected}", loaded.name);
    }
    let loaded = scenarios::load(&arguments.scenario, &arguments.set)?;
    loaded.warnings.iter().for_each(|warning| warn(warning));
    if arguments.effective {
        return print(format_args!("{}", loaded.effective));
    }
    let world = &loaded.scenario.world;
    say!(
        "{}: fine. {}, {}, {}, {} s, {}",
        loaded.scenario.name,
        count(world.vehicles().len(), "vehicle"),
        count(world.contactors().len(), "contactor"),
        count(loaded.scenario.phases.len(), "phase"),
        loaded.scenario.duration.seconds(),
        count(loaded.expectations.len(), "expectation")
    )
}

fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
