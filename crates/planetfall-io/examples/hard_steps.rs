//! The Siconos rover, rolling on its six rigid contacts, for a number of steps of five milliseconds, to
//! count what a step costs:
//!
//! ```text
//! hard_steps STEPS [slope]
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
    // Later its motors drive it.
    let Some(steps) = steps.filter(|steps| (1..=9000).contains(steps)) else {
        eprintln!("usage: hard_steps STEPS [slope], at most 9000 steps");
        return ExitCode::from(2);
    };
    let name = "exomars-slope";
    let file = ScenarioFile::from_text(name, builtin(name).unwrap().text);
    let scenario = file.load(Ink::Plain).unwrap().scenario;
    let mut simulation = Simulation::new(&scenario);
    let until = Time::from_millis(5 * steps);
    if let Err(error) = simulation.advance(until, &mut Silent) {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    let effort = simulation.state().effort;
    println!("steps {} evaluations {}", effort.steps, effort.evaluations);
    ExitCode::SUCCESS
}
