//! Soil under vehicles that move by the step: rest, parking, energy, pauses.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::one_phase;
use nalgebra::{Matrix3, Vector3};
use planetfall::checkpoint;
use planetfall::environment::Gravity;
use planetfall::ground::RigidGround;
use planetfall::ground::scm::Tools;
use planetfall::ground::scm::{ScmVariant, Soil, SoilBed, Uniform};
use planetfall::math::rotation;
use planetfall::recording::Silent;
use planetfall::scenario::Scenario;
use planetfall::shape::Shape;
use planetfall::simulation::Simulation;
use planetfall::stepping::Method;
use planetfall::terrain::Plane;
use planetfall::time::Time;
use planetfall::vehicle::{Inertia, Motion, Vehicle};
use planetfall::world::World;
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

const G: f64 = 9.81;
const MASS: f64 = 50.0;

/// A box of 50 kg, 0.4 by 0.3 m and 0.2 m high.
fn crate_of_stones() -> Vehicle {
    let half = Vector3::new(0.2, 0.15, 0.1);
    let across = half.component_mul(&half) * (MASS / 3.0);
    let moments = Vector3::new(across.y + across.z, across.x + across.z, across.x + across.y);
    let shape = Shape::Box { centre: Vector3::zeros(), axes: Matrix3::identity(), half };
    Vehicle::rigid("box", Inertia::principal(MASS, moments).unwrap()).with_contactor(
        "bottom",
        0,
        shape,
        RigidGround::new(0.5, 0.0),
    )
}

/// The box set down on a slope of sand that falls towards east.
fn on_sand(degrees: f64, step_millis: i64, seconds: f64) -> Scenario {
    let slope = degrees.to_radians();
    let ground = Arc::new(Plane::incline(Vector3::zeros(), slope, FRAC_PI_2).unwrap());
    let sand = Soil {
        exponent: 1.1,
        cohesive: 0.0,
        frictional: 2e6,
        cohesion: 0.0,
        friction_angle: 30f64.to_radians(),
        repose_angle: 30f64.to_radians(),
        elastic_stiffness: 2e8,
        ..Soil::dlr_a()
    };
    let bed = SoilBed::new(
        ground.clone(),
        0.02,
        vec![sand],
        Arc::new(Uniform { depth: f64::INFINITY }),
        ScmVariant::default(),
    );
    let world = World::new(Gravity::Uniform(G), ground, vec![crate_of_stones()])
        .with_soil(Arc::new(bed.unwrap()), &Tools::default())
        .unwrap();
    let turn = rotation::from_scaled_axis(&Vector3::new(0.0, slope, 0.0));
    let start =
        Motion { site_from_body: turn, ..Motion::at_rest(turn * Vector3::new(0.0, 0.0, 0.1)) };
    let method = Method::Implicit { step: Time::from_millis(step_millis) };
    one_phase(world, vec![start], method, Time::from_nanos((seconds * 1e9) as i64))
}

fn seconds(time: f64) -> Time {
    Time::from_nanos((time * 1e9).round() as i64)
}

#[test]
fn soil_bears_the_weight_of_what_rests_on_it() {
    for millis in [1, 5] {
        let scenario = on_sand(0.0, millis, 4.0);
        let mut simulation = Simulation::new(&scenario);
        simulation.advance(seconds(4.0), &mut Silent).unwrap();
        let state = simulation.state();
        let load = state.ground.treads[0].load / (MASS * G) - 1.0;
        assert!(load.abs() < 1e-6, "{load:e}");
        let speed = state.motion(&scenario.world, 0).velocity.norm();
        assert!(speed < 1e-6, "{speed:e} m/s");
        let unexplained = state.ledger.unexplained().abs();
        assert!(unexplained < 1e-4, "{unexplained:e} J");
    }
}

#[test]
fn a_box_parked_on_a_slope_of_soil_stays() {
    for millis in [1, 5] {
        let scenario = on_sand(10.0, millis, 15.0);
        let mut simulation = Simulation::new(&scenario);
        let place = |simulation: &mut Simulation, time: f64| {
            simulation.advance(seconds(time), &mut Silent).unwrap();
            simulation.state().motion(&scenario.world, 0).position
        };
        let first = place(&mut simulation, 5.0);
        let crept = (place(&mut simulation, 15.0) - first).norm();
        assert!(crept <= 1e-6, "{crept:e} m");
    }
}

#[test]
fn a_pause_on_soil_changes_no_bit() {
    let scenario = on_sand(10.0, 2, 0.4);
    let mut whole = Simulation::new(&scenario);
    whole.advance(seconds(0.4), &mut Silent).unwrap();
    let mut first = Simulation::new(&scenario);
    first.advance(seconds(0.2), &mut Silent).unwrap();
    let words = checkpoint::save(first.state());
    let state = scenario.restore(&words).unwrap();
    let mut second = Simulation::resume(&scenario, state);
    second.advance(seconds(0.4), &mut Silent).unwrap();
    // A fresh workspace evaluates the start once more.
    let mut paused = second.state().clone();
    paused.effort = whole.state().effort;
    assert!(checkpoint::save(whole.state()) == checkpoint::save(&paused));
}
