//! A stretch of a built-in scenario in steps of five milliseconds, to count what a step costs:
//!
//! ```text
//! scenario_steps STEPS slung|slope|sandpit
//! ```
//!
//! `slung` is the sky crane with the rover on its bridles, by RK4 whatever its own method, `slope` the Siconos
//! rover rolling on its six rigid contacts. Prints the steps and evaluations taken. tests/instructions.py runs it
//! under valgrind.
#![allow(clippy::unwrap_used, reason = "a built-in scenario")]

use planetfall::recording::Silent;
use planetfall::simulation::Simulation;
use planetfall::time::Time;
use planetfall_files::format::Ink;
use planetfall_files::scenario::{ScenarioFile, builtin};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let steps = arguments.first().and_then(|text| text.parse::<i64>().ok());
    // Where the stretch begins, ms. More than 2000 steps would bring the sky crane to the ground.
    let (name, start) = match arguments.get(1).map(String::as_str) {
        Some("slung") => ("msl-sky-crane", 9000),
        Some("slope") => ("exomars-slope", 0),
        Some("sandpit") => ("sandpit", 0),
        _ => ("", 0),
    };
    let Some(steps) = steps.filter(|steps| (1..=2000).contains(steps) && !name.is_empty()) else {
        eprintln!("usage: scenario_steps STEPS slung|slope|sandpit, at most 2000 steps");
        return ExitCode::from(2);
    };
    let fixed = [("stepping.method", "\"rk4\""), ("stepping.step_s", "0.005")];
    let fixed = fixed.map(|(key, value)| (key.to_owned(), value.to_owned()));
    let settings = if name == "msl-sky-crane" { &fixed[..] } else { &[] };
    let file = ScenarioFile::from_text(name, builtin(name).unwrap().text).with_overrides(settings);
    let scenario = file.load(Ink::Plain).unwrap().scenario;
    let mut simulation = Simulation::new(&scenario);
    let until = Time::from_millis(start + 5 * steps);
    if let Err(error) = simulation.advance(until, &mut Silent) {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    let effort = simulation.state().effort;
    println!(
        "steps {} evaluations {} iterations {}",
        effort.steps, effort.evaluations, effort.iterations
    );
    ExitCode::SUCCESS
}
