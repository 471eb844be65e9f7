//! What a step of a rover with six wheels on an elevation map costs: `cargo bench -p planetfall-run`.
//!
//! A benchmark takes 1000 steps of 1 ms, so the time shown in ms is that of one step in µs, and the
//! rate shown in Kitem/s is how many times faster than real time the rover drives. benches/peers runs
//! MuJoCo on the same rover and map beside it, and Drake on flat ground.
#![allow(clippy::unwrap_used, missing_docs, reason = "as in tests")]

#[path = "rover/mod.rs"]
mod rover;

use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher};
use planetfall::recording::Silent;
use planetfall::simulation::Simulation;
use planetfall::time::Time;
use planetfall_files::scenario::Loaded;

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

const STEPS: usize = 1000;

fn main() {
    divan::main();
}

/// The engine from an instant at which the rover rolls.
fn drive(bencher: Bencher<'_, '_>, loaded: &Loaded) {
    let scenario = &loaded.scenario;
    let rolling = Time::from_millis(2000);
    let mut simulation = Simulation::new(scenario);
    simulation.advance(rolling, &mut Silent).unwrap();
    let start = simulation.state().clone();
    let until = rolling + Time::from_millis(STEPS as i64);
    bencher
        .counter(ItemsCount::new(STEPS))
        .with_inputs(|| Simulation::resume(scenario, start.clone()))
        .bench_local_refs(|simulation| simulation.advance(until, &mut Silent).unwrap());
}

mod curiosity_on_an_elevation_map {
    use super::*;

    #[divan::bench(name = "classical friction, RK4, the engine")]
    fn classical(bencher: Bencher<'_, '_>) {
        drive(bencher, &rover::rover("classical"));
    }

    #[divan::bench(name = "resting friction, RK4, the engine")]
    fn resting(bencher: Bencher<'_, '_>) {
        drive(bencher, &rover::rover("resting"));
    }
}

mod mer_on_an_elevation_map {
    use super::*;

    #[divan::bench(name = "soil of ROAMS, implicit, the engine")]
    fn soil(bencher: Bencher<'_, '_>) {
        drive(bencher, &rover::mer());
    }
}
