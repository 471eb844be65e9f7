//! What hard ground costs: `cargo bench -p planetfall-run --bench hard_ground`.
//!
//! The whole step of the Siconos rover (21 freedoms, six contacts, steps of 5 ms) while it rolls on its
//! slope, and how many times faster than real time a rover drives over two hundred rocks. The fastest of
//! some runs counts: other load on the machine only ever makes one slower. Nothing is written, so it is
//! the engine alone, with the metrics that it reads after every step.
#![allow(clippy::unwrap_used, missing_docs, reason = "as in tests")]

use planetfall::recording::Silent;
use planetfall::scenario::Scenario;
use planetfall::simulation::Simulation;
use planetfall::time::Time;
use planetfall_files::format::Ink;
use planetfall_files::scenario::{ScenarioFile, builtin};
use std::time::{Duration, Instant};

/// What a step may cost, µs.
const STEP_LIMIT: f64 = 40.0;
/// What the drive over rocks must be faster than, times real time.
const DRIVE_LIMIT: f64 = 20.0;

fn main() {
    // With a filter only the benchmarks of steps are wanted.
    if std::env::args().skip(1).any(|word| !word.starts_with("--")) {
        return;
    }
    let slope = load("exomars-slope");
    let stretch = (Time::from_millis(10_000), Time::from_millis(20_000));
    let (wall, steps) = fastest(&slope, stretch, 15);
    println!(
        "exomars-slope, rolling: {:.2} µs a step of 5 ms, 21 freedoms, 6 contacts (wanted: at most \
         {STEP_LIMIT} µs)",
        1e6 * wall / steps as f64
    );
    let garden = load("rock-garden");
    let (wall, steps) = fastest(&garden, (Time::ZERO, garden.duration), 3);
    println!(
        "rock-garden: {:.1} s in {wall:.2} s, {:.1} times real time (wanted: more than {DRIVE_LIMIT}); \
         {steps} steps of {:.2} µs",
        garden.duration.seconds(),
        garden.duration.seconds() / wall,
        1e6 * wall / steps as f64
    );
}

fn load(name: &str) -> Scenario {
    let file = ScenarioFile::from_text(name, builtin(name).unwrap().text);
    file.load(Ink::Plain).unwrap().scenario
}

/// Seconds that the engine takes from an instant to another, in the fastest of some trials, and its steps.
fn fastest(scenario: &Scenario, (from, until): (Time, Time), trials: usize) -> (f64, u64) {
    let mut simulation = Simulation::new(scenario);
    simulation.advance(from, &mut Silent).unwrap();
    let start = simulation.state().clone();
    let mut least = Duration::MAX;
    let mut steps = 0;
    for _ in 0..trials {
        let mut simulation = Simulation::resume(scenario, start.clone());
        let clock = Instant::now();
        simulation.advance(until, &mut Silent).unwrap();
        least = least.min(clock.elapsed());
        steps = simulation.state().effort.steps - start.effort.steps;
    }
    (least.as_secs_f64(), steps)
}
