//! What soft ground costs a rover: `cargo bench -p planetfall-run --bench soil_rover`.
//!
//! Curiosity (six wheels) drives through dry sand over a rough map at 0.04 m/s. Reported is the processor time
//! of one core per simulated second, and how far sinkage and pull of its wheels, as means over the drive,
//! are from those of steps of 1 ms: sinkage by its share, pull by the share of the wheel's load. Nothing is
//! written, so it is the engine alone, with the metrics that it reads after every step.
#![allow(clippy::unwrap_used, missing_docs, reason = "as in tests")]

#[path = "rover/mod.rs"]
mod rover;

use planetfall::recording::Silent;
use planetfall::simulation::Simulation;
use planetfall::time::Time;
use std::time::Instant;

/// Spacing of the nodes, m, and how many times faster than real time it has to be.
const WANTED: [(f64, f64); 2] = [(0.02, 5.0), (0.01, 1.0)];
/// Steps that are tried, ms; the first is what the others are held against.
const STEPS: [i64; 4] = [1, 2, 5, 10];
/// The stretch that is measured, ms.
const STRETCH: (i64, i64) = (5000, 15_000);
/// Trials, of which the fastest counts: other load on the machine only ever makes one slower.
const TRIALS: usize = 3;

fn main() {
    // With a filter only the benchmarks of steps are wanted.
    if std::env::args().skip(1).any(|word| !word.starts_with("--")) {
        return;
    }
    for (spacing, wanted) in WANTED {
        println!(
            "curiosity in dry sand, nodes every {spacing} m (wanted: {wanted} times real time)"
        );
        let mut reference = None;
        for step in STEPS {
            let trials = if step == 1 { 1 } else { TRIALS };
            let drive = (0..trials).map(|_| Drive::taken(spacing, step));
            let drive = drive.min_by(|a, b| a.cost.total_cmp(&b.cost)).unwrap();
            drive.print(step, reference.as_ref());
            reference.get_or_insert(drive);
        }
    }
}

/// A drive, as far as it is compared.
struct Drive {
    /// Processor time per simulated second, s.
    cost: f64,
    /// Of a step, µs.
    per_step: f64,
    wheels: Vec<Wheel>,
}

/// Means of a wheel.
#[derive(Clone, Debug, Default)]
struct Wheel {
    name: String,
    /// m
    sinkage: f64,
    /// N
    pull: f64,
    load: f64,
}

impl Drive {
    fn taken(spacing: f64, step: i64) -> Self {
        let scenario = rover::curiosity_in_sand(spacing, step as f64 * 1e-3).scenario;
        let mut simulation = Simulation::new(&scenario);
        let (from, until) = STRETCH;
        simulation.advance(Time::from_millis(from), &mut Silent).unwrap();
        let steps = (until - from) / step;
        let name = |number| scenario.world.contactor_name(number);
        let all = simulation.state().ground.treads.len();
        let mut wheels: Vec<Wheel> =
            (0..all).map(|number| Wheel { name: name(number), ..Wheel::default() }).collect();
        let clock = Clock::start();
        for number in 1..=steps {
            simulation.advance(Time::from_millis(from + number * step), &mut Silent).unwrap();
            for (wheel, tread) in wheels.iter_mut().zip(&simulation.state().ground.treads) {
                wheel.sinkage += tread.sinkage / steps as f64;
                wheel.pull += tread.pull / steps as f64;
                wheel.load += tread.load / steps as f64;
            }
        }
        let spent = clock.seconds();
        wheels.retain(|wheel| wheel.load > 0.0);
        let cost = spent / (1e-3 * (until - from) as f64);
        Self { cost, per_step: 1e6 * spent / steps as f64, wheels }
    }

    fn print(&self, step: i64, reference: Option<&Self>) {
        println!(
            "  steps of {step:2} ms: {:.4} s of processor time per second, {:.1} times real time, {:.0} µs a step",
            self.cost,
            self.cost.recip(),
            self.per_step
        );
        let Some(reference) = reference else {
            for Wheel { name, sinkage, pull, load } in &self.wheels {
                let sinkage = 1e3 * sinkage;
                println!(
                    "    {name:28} sinkage {sinkage:6.2} mm, pull {pull:7.1} N, load {load:6.1} N"
                );
            }
            return;
        };
        let all = |of: fn(&Wheel) -> f64| {
            let sum = |drive: &Self| drive.wheels.iter().map(of).sum::<f64>();
            (sum(self), sum(reference))
        };
        let ((deep, known), (pull, pulled)) = (all(|wheel| wheel.sinkage), all(|wheel| wheel.pull));
        let (_, load) = all(|wheel| wheel.load);
        println!(
            "    over all wheels sinkage is off by {:.2} %, pull by {:.2} % of the load",
            100.0 * (deep / known - 1.0).abs(),
            100.0 * (pull - pulled).abs() / load
        );
        let (mut deeper, mut more) = (0.0_f64, 0.0_f64);
        for (wheel, known) in self.wheels.iter().zip(&reference.wheels) {
            deeper = deeper.max((wheel.sinkage / known.sinkage - 1.0).abs());
            more = more.max((wheel.pull - known.pull).abs() / known.load);
        }
        println!(
            "    at the worst wheel sinkage is off by {:.2} %, pull by {:.2} % of the load",
            100.0 * deeper,
            100.0 * more
        );
    }
}

/// Processor time of this thread where the system gives it, else the time that passes.
struct Clock {
    begun: Instant,
    spent: Option<u64>,
}

impl Clock {
    fn start() -> Self {
        Self { begun: Instant::now(), spent: on_processor() }
    }

    fn seconds(&self) -> f64 {
        match self.spent.zip(on_processor()) {
            Some((before, after)) => 1e-9 * (after - before) as f64,
            None => self.begun.elapsed().as_secs_f64(),
        }
    }
}

/// Time that this thread was on a processor, ns.
fn on_processor() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}
