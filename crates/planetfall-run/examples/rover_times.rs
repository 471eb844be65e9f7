//! MER on soil, a thousand steps of one millisecond whenever a line asks for them, for a process that measures their
//! processor time from outside:
//!
//! ```text
//! rover_times
//! ```
//!
//! A first line puts it where it rolls and is answered by `ready`, a second one has it take the steps and is answered
//! by `done`; so on with the next two lines, always with the same steps. What the process has used of a processor
//! between the second line and its answer is what these steps cost (benches/peers/interleaved_rover.py).
#![allow(clippy::unwrap_used, reason = "as the benchmark")]

#[path = "../benches/rover/mod.rs"]
mod rover;

use planetfall::recording::Silent;
use planetfall::simulation::Simulation;
use planetfall::time::Time;

const ROLLING_MS: i64 = 2000;
const STEPS: i64 = 1000;

fn main() {
    let loaded = rover::mer();
    let mut simulation = Simulation::new(&loaded.scenario);
    simulation.advance(Time::from_millis(ROLLING_MS), &mut Silent).unwrap();
    let start = simulation.state().clone();
    let mut asked = std::io::stdin().lines();
    while asked.next().is_some() {
        // What a new engine does once is no part of a step.
        simulation = Simulation::resume(&loaded.scenario, start.clone());
        simulation.advance(Time::from_millis(ROLLING_MS + 1), &mut Silent).unwrap();
        println!("ready");
        if asked.next().is_none() {
            break;
        }
        simulation.advance(Time::from_millis(ROLLING_MS + 1 + STEPS), &mut Silent).unwrap();
        println!("done");
    }
}
