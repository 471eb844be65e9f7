//! A rover on a rough elevation map for a number of steps of one millisecond, to count what a step
//! costs: Curiosity on markers' ground, or MER on soil:
//!
//! ```text
//! rover_steps STEPS [classical | resting | soil]
//! ```
//!
//! Prints the steps and evaluations taken. tests/instructions.py runs it under valgrind.
#![allow(clippy::unwrap_used, reason = "the shared scenario is that of a benchmark")]

#[path = "../benches/rover/mod.rs"]
mod rover;

use planetfall::recording::Silent;
use planetfall::simulation::Simulation;
use planetfall::time::Time;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let steps = arguments.first().and_then(|text| text.parse::<i64>().ok()).filter(|n| *n > 0);
    let friction = arguments.get(1).map_or("classical", String::as_str);
    let (Some(steps), "classical" | "resting" | "soil") = (steps, friction) else {
        eprintln!("usage: rover_steps STEPS [classical | resting | soil]");
        return ExitCode::from(2);
    };
    let loaded = if friction == "soil" { rover::mer() } else { rover::rover(friction) };
    let mut simulation = Simulation::new(&loaded.scenario);
    if let Err(error) = simulation.advance(Time::from_millis(steps), &mut Silent) {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    let effort = simulation.state().effort;
    println!("steps {} evaluations {}", effort.steps, effort.evaluations);
    ExitCode::SUCCESS
}
