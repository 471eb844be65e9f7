//! The implicit method on compliant ground: second order where forces are continuous, no ringing where they
//! are stiff, and an energy account that closes.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{drop_with, metric, one_phase, paper_law};
use nalgebra::Vector3;
use planetfall::environment::Gravity;
use planetfall::ground::marker::{Friction, FrictionTable, MarkerGround, Spring};
use planetfall::recording::Silent;
use planetfall::scenario::Scenario;
use planetfall::simulation::{Simulation, run};
use planetfall::stepping::{Channel, Ledger, Method};
use planetfall::terrain::Plane;
use planetfall::time::Time;
use planetfall::vehicle::{Inertia, Motion, Vehicle};
use planetfall::world::World;
use std::sync::Arc;

const GRAVITY: f64 = 9.81;

fn implicit(micros: i64) -> Method {
    Method::Implicit { step: Time::from_nanos(1000 * micros) }
}

/// A point of 10 kg with one marker above level ground.
fn point(law: MarkerGround, motion: Motion, method: Method, seconds: f64) -> Scenario {
    let inertia = Inertia::ball(10.0, 0.1).unwrap();
    let vehicle = Vehicle::rigid("point", inertia).with_marker("foot", Vector3::zeros(), law);
    let ground = Arc::new(Plane::level(0.0).unwrap());
    let world = World::new(Gravity::Uniform(GRAVITY), ground, vec![vehicle]);
    one_phase(world, vec![motion], method, Time::from_seconds(seconds).unwrap())
}

fn marker(rest: f64, damping_ratio: f64, friction: Friction) -> MarkerGround {
    let table = FrictionTable {
        stick_speed: 0.05,
        slide_speed: 0.1,
        stick_coefficient: 0.6,
        slide_coefficient: 0.5,
    };
    MarkerGround { spring: Spring::from_rest(10.0, GRAVITY, rest, damping_ratio), table, friction }
}

/// Height of the second apex and the ledger there: dropped from a height, bounced once.
fn second_apex(height: f64, step_micros: i64) -> (f64, Ledger) {
    let law = marker(0.01, 0.0, Friction::Classical);
    let start = Motion::at_rest(Vector3::new(0.0, 0.0, height));
    let scenario = point(law, start, implicit(step_micros), 3.0);
    let mut simulation = Simulation::new(&scenario);
    let (mut best, mut ledger, mut touched) = (0.0, Ledger::default(), false);
    let step = Time::from_nanos(1000 * step_micros);
    let mut until = step;
    loop {
        simulation.advance(until, &mut Silent).unwrap();
        until = until + step;
        let motion = simulation.state().motion(&scenario.world, 0);
        touched |= motion.position.z < 0.0;
        if touched && motion.position.z > best {
            (best, ledger) = (motion.position.z, simulation.state().ledger);
        }
        if touched && motion.position.z > 0.5 && motion.velocity.z < 0.0 {
            return (best, ledger);
        }
    }
}

#[test]
fn a_lossless_spring_throws_a_body_back_to_where_it_fell_from() {
    for (step, least, most) in [(1000, 0.998, 1.002), (5000, 0.99, 1.005)] {
        for phase in 0..20 {
            // Twenty places of the touch within a step.
            let height = 1.0 + 4.43 * 1e-6 * step as f64 * f64::from(phase) / 20.0;
            let (apex, ledger) = second_apex(height, step);
            let ratio = apex / height;
            assert!((least..most).contains(&ratio), "{step} µs, phase {phase}: {ratio}");
            let exchanged = 10.0 * GRAVITY * height;
            let work = ledger.work[Channel::GroundNormal as usize];
            assert!(work.abs() <= 1e-6 * exchanged, "{step} µs, phase {phase}: {work} J");
            assert!(ledger.unexplained().abs() <= 1e-9 * exchanged, "{}", ledger.unexplained());
        }
    }
}

#[test]
fn a_stiff_damped_marker_comes_to_rest_without_ringing() {
    for friction in [Friction::Classical, Friction::Resting { stiffness: 1e8, damping: 1e4 }] {
        let law = marker(1e-6, 0.9, friction);
        let start = Motion {
            velocity: Vector3::new(0.3, 0.0, 0.0),
            ..Motion::at_rest(Vector3::new(0.0, 0.0, 0.05))
        };
        let scenario = point(law, start, implicit(5000), 1.5);
        let mut simulation = Simulation::new(&scenario);
        let mut last = 0.0f64;
        for step in 1..=300 {
            simulation.advance(Time::from_millis(5 * step), &mut Silent).unwrap();
            let speed = simulation.state().motion(&scenario.world, 0).velocity.z;
            if step > 101 {
                let rings = speed * last < 0.0 && speed.abs() > 1e-12 && last.abs() > 1e-12;
                assert!(!rings, "{friction:?} step {step}: {last:e} to {speed:e}");
            }
            last = speed;
        }
        let outcome = simulation.outcome();
        let force = metric(&outcome, "foot.final_normal_force_n");
        assert!((force / 98.1 - 1.0).abs() < 1e-3, "{friction:?}: {force} N");
    }
}

#[test]
fn the_papers_drop_by_the_implicit_method_slides_and_bounces_as_published() {
    let scenario = drop_with(paper_law(), implicit(1000), Time::from_millis(10_000));
    let outcome = run(&scenario, &mut Silent).unwrap();
    let slide = metric(&outcome, "slide_distance_m");
    assert!((slide / 3.820 - 1.0).abs() < 0.01, "{slide} m");
    for wheel in 1..=4 {
        assert_eq!(metric(&outcome, &format!("wheel_{wheel}.contacts")), 5.0, "wheel {wheel}");
    }
    let share = metric(&outcome, "energy.unexplained_share");
    assert!(share < 1e-9, "{share:e}");
}
