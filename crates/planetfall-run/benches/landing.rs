//! What a whole landing costs: `cargo bench -p planetfall-run --bench landing`.
//!
//! The sky crane with the gravity error of the flight flies for 63 s, from constant descent to the
//! stage's impact, flight software in the loop. The fastest of some runs counts: other load on the
//! machine only ever makes one slower. Nothing is written, so it is the engine alone.
#![allow(clippy::unwrap_used, missing_docs, reason = "as in tests")]

use planetfall::recording::Silent;
use planetfall::simulation::run;
use planetfall_files::format::Ink;
use planetfall_files::scenario::{ScenarioFile, builtin};
use std::time::{Duration, Instant};

fn main() {
    // With a filter only the benchmarks of steps are wanted.
    if std::env::args().skip(1).any(|word| !word.starts_with("--")) {
        return;
    }
    for name in ["msl-sky-crane", "msl-sky-crane-gravity-error", "lander-touchdown"] {
        let file = ScenarioFile::from_text(name, builtin(name).unwrap().text);
        let scenario = file.load(Ink::Plain).unwrap().scenario;
        let mut fastest = Duration::MAX;
        let mut flown = None;
        for _ in 0..9 {
            let start = Instant::now();
            let outcome = run(&scenario, &mut Silent).unwrap();
            fastest = fastest.min(start.elapsed());
            flown = Some(outcome);
        }
        let outcome = flown.unwrap();
        let (steps, wall) = (outcome.effort.steps, fastest.as_secs_f64());
        println!(
            "{name}: {:.1} s in {wall:.3} s, {:.0} times real time; {steps} steps of {:.2} µs",
            outcome.time.seconds(),
            outcome.time.seconds() / wall,
            1e6 * wall / steps as f64,
        );
    }
}
