//! The sky crane for a number of steps of five milliseconds with the rover on its bridles, to count
//! what a step costs:
//!
//! ```text
//! crane_steps STEPS [slung]
//! ```
//!
//! Prints the steps and evaluations taken. tests/instructions.py runs it under valgrind.
#![allow(clippy::unwrap_used, reason = "a built-in scenario")]

use planetfall::recording::Silent;
use planetfall::simulation::Simulation;
use planetfall::time::Time;
use planetfall_io::format::Ink;
use planetfall_io::scenario::{ScenarioFile, builtin};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let steps = arguments.first().and_then(|text| text.parse::<i64>().ok());
    // More would reach the ground.
    let Some(steps) = steps.filter(|steps| (1..=2000).contains(steps)) else {
        eprintln!("usage: crane_steps STEPS [slung], at most 2000 steps");
        return ExitCode::from(2);
    };
    let name = "msl-sky-crane";
    let file = ScenarioFile::from_text(name, builtin(name).unwrap().text);
    let scenario = file.load(Ink::Plain).unwrap().scenario;
    let mut simulation = Simulation::new(&scenario);
    let until = Time::from_millis(9000 + 5 * steps);
    if let Err(error) = simulation.advance(until, &mut Silent) {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    let effort = simulation.state().effort;
    println!("steps {} evaluations {}", effort.steps, effort.evaluations);
    ExitCode::SUCCESS
}
