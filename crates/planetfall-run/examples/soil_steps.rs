//! Curiosity in dry sand over a rough elevation map for a number of steps of five milliseconds, to count
//! what a step of the Soil Contact Model costs with nodes every SPACING metres:
//!
//! ```text
//! soil_steps STEPS SPACING
//! ```
//!
//! It has sunk in and rolls after the first 0.3 s, which are not counted among them. Prints the steps and evaluations taken.
//! tests/instructions.py runs it under valgrind.
#![allow(clippy::unwrap_used, reason = "the shared scenario is that of a benchmark")]

#[path = "../benches/rover/mod.rs"]
mod rover;

use planetfall::recording::Silent;
use planetfall::simulation::Simulation;
use planetfall::time::Time;
use std::process::ExitCode;

/// Length of a step, ms.
const STEP: i64 = 5;
/// Until it rolls, steps.
const START: i64 = 60;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let steps = arguments.first().and_then(|text| text.parse::<i64>().ok()).filter(|n| *n > 0);
    let spacing = arguments.get(1).and_then(|text| text.parse::<f64>().ok()).filter(|s| *s > 0.0);
    let (Some(steps), Some(spacing)) = (steps, spacing) else {
        eprintln!("usage: soil_steps STEPS SPACING");
        return ExitCode::from(2);
    };
    let loaded = rover::curiosity_in_sand(spacing, STEP as f64 * 1e-3);
    let mut simulation = Simulation::new(&loaded.scenario);
    let until = Time::from_millis(STEP * (START + steps));
    if let Err(error) = simulation.advance(until, &mut Silent) {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    let effort = simulation.state().effort;
    println!("steps {} evaluations {}", effort.steps, effort.evaluations);
    ExitCode::SUCCESS
}
