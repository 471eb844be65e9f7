//! Steps a bed of grains, to see what a step costs by the number of its contacts:
//! `grain_steps CELLS LAYERS STEPS`. Grains fall from a lattice of so many cells a side and so many
//! layers into a pit. It prints contacts, iterations and residual every tenth of the way, and the
//! time of the steps since then.

use nalgebra::{Vector2, Vector3};
use planetfall::environment::Gravity;
use planetfall::grains::Lattice;
use planetfall::ground::RigidGround;
use planetfall::recording::Silent;
use planetfall::scenario::Scenario;
use planetfall::shape::Shape;
use planetfall::simulation::Simulation;
use planetfall::stepping::Method;
use planetfall::terrain::Pit;
use planetfall::time::Time;
use planetfall::vehicle::{Inertia, Motion, Vehicle};
use planetfall::world::World;
use std::sync::Arc;
use std::time::Instant;

const STEP_MILLIS: i64 = 5;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let &[cells, layers, steps] = numbers.as_slice() else {
        return Err("usage: grain_steps CELLS LAYERS STEPS".into());
    };
    let scenario = bed(cells, layers, steps)?;
    let mut simulation = Simulation::new(&scenario);
    for tenth in 1..=10 {
        let started = Instant::now();
        let until = Time::from_millis(STEP_MILLIS * (steps * tenth / 10) as i64);
        let before = simulation.state().effort;
        simulation.advance(until, &mut Silent)?;
        let outcome = simulation.outcome();
        let spent = started.elapsed().as_secs_f64();
        let done = simulation.state().effort.steps - before.steps;
        let sweeps = simulation.state().effort.iterations - before.iterations;
        let metric = |name: &str| outcome.metric(name).unwrap_or(f64::NAN);
        println!(
            "t {:.3} s: {} loaded of at most {} contacts, {} iterations in {done} steps of {:.1} ms, \
             residual {:.1e}, kinetic {:.2e} J, force {:.1} of {:.1} N, packing {:.4}, unexplained {:.1e} J, deepest {:.1e}",
            until.seconds(),
            metric("grains.contacts"),
            metric("solver.most_contacts"),
            sweeps,
            1e3 * spent / done.max(1) as f64,
            metric("grains.final_residual"),
            metric("grains.kinetic_j"),
            metric("grains.final_ground_force_n"),
            3.71 * (metric("grains.mass_kg") + 5.0),
            metric("grains.packing"),
            metric("energy.unexplained_j"),
            metric("grains.max_penetration_m"),
        );
    }
    Ok(())
}

fn bed(cells: usize, layers: usize, steps: usize) -> Result<Scenario, Box<dyn std::error::Error>> {
    let law = RigidGround::new(0.5, 0.0);
    let (radius, spacing) = (0.05, 1.01);
    let width = 2.0 * radius * spacing * cells as f64;
    let per_pair = cells * cells + (cells - 1) * (cells - 1);
    let count = layers / 2 * per_pair + layers % 2 * cells * cells;
    let lattice = Lattice {
        name: "bed".to_owned(),
        count,
        radii: (0.8 * radius, radius),
        density: 2600.0,
        centre: Vector2::zeros(),
        size: Vector2::repeat(width),
        bottom: 0.0,
        spacing,
    };
    let grains = lattice.grains(1)?;
    let pit = Pit::new(Vector2::zeros(), Vector2::repeat(width), 0.0, 0.2 * layers as f64 + 1.0)?;
    let top = 0.3 + 1.5 * radius * layers as f64;
    let boulder = Vehicle::rigid("boulder", Inertia::ball(5.0, 0.1)?).with_contactor(
        "surface",
        0,
        Shape::Ball { centre: Vector3::zeros(), radius: 0.1 },
        law,
    );
    let world = World::new(Gravity::Uniform(3.71), Arc::new(pit), vec![boulder]);
    let world = world.with_grains(&grains, &law)?;
    let mut motions = vec![Motion::at_rest(Vector3::new(0.0, 0.0, top))];
    motions.extend(grains.iter().map(planetfall::grains::Grain::motion));
    let method = Method::MoreauJean { step: Time::from_millis(STEP_MILLIS), theta: 0.5 };
    let duration = Time::from_millis(STEP_MILLIS * steps as i64 + 1000);
    Ok(Scenario::single_phase("grains", world, motions, method, duration)?)
}
