//! The paper's drop case for a number of steps of one millisecond, to count what a step costs:
//!
//! ```text
//! drop_steps STEPS [rk4 | dormand-prince | implicit]
//! ```
//!
//! Prints the steps and evaluations taken. tests/instructions.py runs it under valgrind. An
//! adaptive method takes as many steps as it needs for the same span of time.
#![allow(clippy::unwrap_used, clippy::panic, reason = "the shared scenarios are those of tests")]

#[path = "../tests/all/common/mod.rs"]
mod common;

use common::{drop_with, paper_law};
use planetfall::recording::Silent;
use planetfall::simulation::Simulation;
use planetfall::stepping::{Method, Tolerance};
use planetfall::time::Time;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let steps = arguments.first().and_then(|text| text.parse::<i64>().ok()).filter(|n| *n > 0);
    let method = method(arguments.get(1).map_or("rk4", String::as_str));
    let (Some(steps), Some(method)) = (steps, method) else {
        eprintln!("usage: drop_steps STEPS [rk4 | dormand-prince | implicit]");
        return ExitCode::from(2);
    };
    let scenario = drop_with(paper_law(), method, Time::from_millis(steps));
    let duration = scenario.duration;
    // Given, not lent: a copy would be of the soil's memory, too, and what is counted here enters none of its code.
    let mut simulation = Simulation::new(scenario);
    if let Err(error) = simulation.advance(duration, &mut Silent) {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    let effort = simulation.state().effort;
    println!("steps {} evaluations {}", effort.steps, effort.evaluations);
    ExitCode::SUCCESS
}

fn method(name: &str) -> Option<Method> {
    let step = Time::from_millis(1);
    let tolerance = Tolerance { position: 1e-6, velocity: 1e-5, attitude: 1e-6, rate: 1e-5 };
    let (longest, shortest) = (Time::from_millis(10), Time::from_nanos(1));
    match name {
        "rk4" => Some(Method::RungeKutta4 { step }),
        "dormand-prince" => Some(Method::DormandPrince54 { tolerance, longest, shortest }),
        "implicit" => Some(Method::Implicit { step }),
        _ => None,
    }
}
