//! `planetfall check`: all mistakes of a scenario file, without running it.

use crate::failure::Failure;
use crate::scenarios;

/// Check a scenario file and tell all its mistakes.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Path of a scenario file, or a built-in name.
    scenario: String,
    /// Set a key of the scenario. May be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Print the effective file, every default explicit.
    #[arg(long)]
    effective: bool,
}

pub(crate) fn check(arguments: &Arguments) -> Result<(), Failure> {
    let loaded = scenarios::load(&arguments.scenario, &arguments.set)?;
    loaded.warnings.iter().for_each(|warning| eprintln!("{}", warning.trim_end()));
    if arguments.effective {
        print!("{}", loaded.effective);
        return Ok(());
    }
    let world = &loaded.scenario.world;
    println!(
        "{}: fine. {} vehicle(s), {} contactors, {} phase(s), {} s, {} expectation(s)",
        loaded.scenario.name,
        world.vehicles().len(),
        world.contactors().len(),
        loaded.scenario.phases.len(),
        loaded.scenario.duration.seconds(),
        loaded.expectations.len()
    );
    Ok(())
}
