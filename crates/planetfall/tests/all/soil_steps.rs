//! Steps on soil: when they are divided, and what they say of a wheel and of its soil.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::one_phase;
use nalgebra::{Matrix3, Vector3};
use planetfall::environment::Gravity;
use planetfall::ground::RigidGround;
use planetfall::ground::scm::Tools;
use planetfall::ground::scm::{Field, ScmVariant, Soil, SoilBed, Uniform};
use planetfall::math::rotation;
use planetfall::recording::{self, Memory, Silent};
use planetfall::scenario::Scenario;
use planetfall::shape::{Shape, Wheel};
use planetfall::simulation::{Limit, Simulation};
use planetfall::stepping::Method;
use planetfall::terrain::Plane;
use planetfall::time::Time;
use planetfall::vehicle::{Inertia, Motion, Vehicle};
use planetfall::world::World;
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

const G: f64 = 3.7;
const MASS: f64 = 20.0;
const RADIUS: f64 = 0.2;
/// Moment of inertia about the axle, kg m².
const MOMENT: f64 = 0.4;
const SPACING: f64 = 0.02;

fn sand() -> Soil {
    Soil {
        exponent: 1.0,
        cohesive: 0.0,
        frictional: 1e6,
        cohesion: 0.0,
        friction_angle: 35f64.to_radians(),
        repose_angle: 35f64.to_radians(),
        ..Soil::dlr_a()
    }
}

/// A body with one shape on a slope of soil that falls towards east, moving along it.
fn on_slope(
    shape: Shape,
    soil: Soil,
    degrees: f64,
    (height, speed, rate): (f64, f64, f64),
    step_millis: i64,
) -> Scenario {
    let slope = degrees.to_radians();
    let ground = Arc::new(Plane::incline(Vector3::zeros(), slope, FRAC_PI_2).unwrap());
    let deep = Arc::new(Uniform { depth: f64::INFINITY });
    let bed =
        SoilBed::new(ground.clone(), SPACING, vec![soil], deep, ScmVariant::default()).unwrap();
    let inertia = Inertia::principal(MASS, Vector3::new(0.3, MOMENT, 0.3)).unwrap();
    let body = Vehicle::rigid("body", inertia).with_contactor(
        "shape",
        0,
        shape,
        RigidGround::new(0.5, 0.0),
    );
    let world = World::new(Gravity::Uniform(G), ground, vec![body])
        .with_soil(Arc::new(bed), &Tools::default())
        .unwrap();
    let turn = rotation::from_scaled_axis(&Vector3::new(0.0, slope, 0.0));
    let start = Motion {
        site_from_body: turn,
        velocity: turn * Vector3::new(speed, 0.0, 0.0),
        rate: Vector3::new(0.0, rate, 0.0),
        ..Motion::at_rest(turn * Vector3::new(0.0, 0.0, height))
    };
    let method = Method::Implicit { step: Time::from_millis(step_millis) };
    one_phase(world, vec![start], method, Time::from_millis(10_000))
}

fn wheel() -> Shape {
    Shape::Wheel(Wheel {
        centre: Vector3::zeros(),
        axis: Vector3::y(),
        radius: RADIUS,
        width: 0.15,
        grousers: None,
    })
}

fn block() -> Shape {
    let half = Vector3::new(0.15, 0.15, 0.1);
    Shape::Box { centre: Vector3::zeros(), axes: Matrix3::identity(), half }
}

#[test]
fn a_step_in_which_a_body_would_pass_half_a_cell_is_divided() {
    // 4 m/s times 5 ms is 20 mm, twice half a cell.
    let scenario = on_slope(block(), sand(), 0.0, (0.0995, 4.0, 0.0), 5);
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(Time::from_millis(1), &mut Silent).unwrap();
    let mut divided = 0;
    while simulation.state().time < Time::from_millis(4000) {
        let (before, steps) = (simulation.state().time, simulation.state().effort.steps);
        let speed = simulation.state().motion(&scenario.world, 0).velocity.norm();
        simulation.advance(before + Time::from_millis(5), &mut Silent).unwrap();
        let taken = simulation.state().effort.steps - steps;
        let distance = speed * 0.005 / taken as f64;
        assert!(distance <= 1.01 * 0.5 * SPACING, "{speed} m/s in {taken} steps");
        divided += usize::from(simulation.last_step().1 == Limit::Soil || taken > 1);
    }
    assert!(divided > 20, "{divided}");
    // At rest nothing is divided any more.
    assert_ne!(simulation.last_step().1, Limit::Soil);
    assert!(simulation.state().motion(&scenario.world, 0).velocity.norm() < 1e-3);
}

#[test]
fn the_torque_that_soil_takes_is_what_slows_a_wheel_that_nobody_drives() {
    let scenario = on_slope(wheel(), sand(), 0.0, (RADIUS - 0.002, 0.1, 2.0), 2);
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(Time::from_millis(20), &mut Silent).unwrap();
    for _ in 0..50 {
        let rate = |simulation: &Simulation| simulation.state().motion(&scenario.world, 0).rate.y;
        let (before, time) = (rate(&simulation), simulation.state().time);
        simulation.advance(time + Time::from_millis(2), &mut Silent).unwrap();
        let gained = MOMENT * (rate(&simulation) - before) / 0.002;
        let torque = simulation.state().ground.treads[0].torque;
        // Forces of a step on soil are right to 1e-4 of the greatest.
        assert!((gained + torque).abs() < 3e-4 * MASS * G * RADIUS, "{gained} {torque}");
    }
}

#[test]
fn weight_pulls_on_a_wheel_by_its_load_times_the_slope_and_resistances_add_up() {
    // It heads downhill, so the weight helps it.
    let degrees = 8.0_f64;
    let scenario = on_slope(wheel(), sand(), degrees, (RADIUS - 0.004, 0.2, 1.0), 2);
    let mut memory = Memory::default();
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(Time::from_millis(300), &mut memory).unwrap();
    let columns = recording::columns(&scenario.world);
    let at = |name: &str| columns.iter().position(|column| column.name == name).unwrap();
    let [load, gravity] =
        [simulation.state().ground.treads[0].load, simulation.state().ground.treads[0].gravity];
    assert!(load > 0.5 * MASS * G, "{load}");
    let expected = -load * degrees.to_radians().tan();
    assert!((gravity / expected - 1.0).abs() < 1e-12, "{gravity} {expected}");
    for frame in &memory.frames {
        let [all, compaction, bulldozing] =
            ["shape.resistance_n", "shape.compaction_n", "shape.bulldozing_n"]
                .map(|n| frame[at(n)]);
        assert!((all - compaction - bulldozing).abs() <= 1e-9 * all.abs(), "{all}");
    }
    let last = memory.frames.last().unwrap();
    // It compacts most of what it meets; what has fallen into the rut behind it even pushes it on.
    let share = last[at("shape.bulldozing_n")] / last[at("shape.resistance_n")];
    assert!(share.abs() < 0.5, "{share}");
}

#[test]
fn soil_whose_stiffness_would_be_negative_is_warned_of_once() {
    let soft = Soil { cohesive: -5e4, frictional: 1e5, ..sand() };
    let scenario = on_slope(block(), soft, 0.0, (0.1, 0.0, 0.0), 5);
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(Time::from_millis(500), &mut Silent).unwrap();
    let warnings = simulation.outcome().warnings;
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].contains("not positive under shape"), "{}", warnings[0]);
    assert!(warnings[0].contains("0.5000 m"), "{}", warnings[0]);
    let mut sound = Simulation::new(&scenario);
    assert!(sound.outcome().warnings.is_empty());
    sound.advance(Time::from_millis(5), &mut Silent).unwrap();
}

#[test]
fn changes_of_a_field_are_what_moved_since_and_nothing_where_nothing_did() {
    let scenario = on_slope(wheel(), sand(), 0.0, (RADIUS - 0.004, 0.2, 1.0), 2);
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(Time::from_millis(200), &mut Silent).unwrap();
    let first = simulation.state().ground.soil.clone();
    assert_eq!(first.changes(&first).count(), 0);
    simulation.advance(Time::from_millis(400), &mut Silent).unwrap();
    let second = &simulation.state().ground.soil;
    let rise = |field: &Field| field.rise() as f64 * planetfall::ground::scm::UNIT;
    let moved: f64 = second.changes(&first).map(|(_, now, then)| now - then).sum();
    assert!((moved - (rise(second) - rise(&first))).abs() < 1e-12, "{moved}");
    let all: f64 = second.changes(&Field::new()).map(|(_, now, then)| now - then).sum();
    assert!((all - rise(second)).abs() < 1e-12, "{all}");
    assert!(second.changes(&first).all(|(node, now, _)| second.node(node).unwrap().height == now));
}
