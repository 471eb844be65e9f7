//! What counts as inside the ground, against closed forms, for every ground law.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{MARS, table};
use nalgebra::{UnitQuaternion, Vector3};
use planetfall::contact::{Contact, Load};
use planetfall::control::{Command, ControlLoop, Controller, SensorView};
use planetfall::environment::Gravity;
use planetfall::ground::compliant::{Bekker, Sinkage};
use planetfall::ground::marker::{Friction, MarkerGround, Spring};
use planetfall::ground::{CompliantGround, CustomGround, Ground, RigidGround};
use planetfall::immersion::{Immersion, immersed};
use planetfall::recording::{EventKind, Memory};
use planetfall::scenario::Scenario;
use planetfall::shape::Shape;
use planetfall::simulation::Simulation;
use planetfall::state::State;
use planetfall::stepping::Method;
use planetfall::terrain::Plane;
use planetfall::time::Time;
use planetfall::vehicle::{Inertia, Motion, Mount, Vehicle};
use planetfall::world::World;
use std::sync::Arc;

const MASS: f64 = 50.0;
const WEIGHT: f64 = MASS * MARS;

fn marker(stiffness: f64) -> MarkerGround {
    let spring = Spring { stiffness, damping: 100.0, compression_only: true };
    MarkerGround { spring, table: table(0.05, 0.1), friction: Friction::Classical }
}

/// F = k d².
#[derive(Debug)]
struct Square(f64);

impl CustomGround for Square {
    fn evaluate(
        &self,
        touch: &Contact,
        _: &[f64],
        _: &[f64],
        _: &mut [f64],
        _: &mut [f64],
    ) -> Load {
        let depth = (-touch.gap).max(0.0);
        Load { normal_force: self.0 * depth * depth, friction: Vector3::zeros() }
    }
}

fn body(name: &str, ground: impl Into<Ground>) -> Vehicle {
    let inertia = Inertia::principal(MASS, Vector3::repeat(1.0)).unwrap();
    Vehicle::rigid(name, inertia).with_contactor(
        "foot",
        0,
        Shape::Point { point: Vector3::zeros() },
        ground,
    )
}

/// What is found of a body with its foot so deep.
fn at_depth(ground: impl Into<Ground>, depth: f64) -> Option<Immersion> {
    let level = Arc::new(Plane::level(0.3).unwrap());
    let world = World::new(Gravity::Uniform(MARS), level, vec![body("body", ground)]);
    let start = Motion::at_rest(Vector3::new(1.0, 2.0, 0.3 - depth));
    let found = immersed(&world, &State::new(&world, &[start], &[])).unwrap();
    found.first().copied()
}

#[test]
fn on_a_spring_a_start_is_inside_beyond_twice_the_static_penetration() {
    let stiffness = 2e4;
    let rest = WEIGHT / stiffness;
    let curve = CompliantGround::new(0.5, Sinkage::spring(stiffness, 10.0).unwrap());
    for ground in [Ground::from(marker(stiffness)), curve.into()] {
        assert_eq!(at_depth(ground.clone(), 1.0 * rest), None);
        assert_eq!(at_depth(ground.clone(), 1.99 * rest), None);
        let found = at_depth(ground, 2.01 * rest).unwrap();
        let depth = 2.01 * rest;
        assert!((found.depth - depth).abs() < 1e-12 && (found.lift - depth).abs() < 1e-9);
        assert!((found.energy / (0.5 * stiffness * depth * depth) - 1.0).abs() < 1e-6);
        assert!((found.work / (WEIGHT * depth) - 1.0).abs() < 1e-6);
        assert!((found.point - Vector3::new(1.0, 2.0, 0.3 - depth)).norm() < 1e-12);
    }
}

#[test]
fn on_a_law_of_the_square_of_depth_it_is_inside_beyond_root_three_times_it() {
    let stiffness = 1e5;
    let rest = (WEIGHT / stiffness).sqrt();
    let ground = || Ground::from(Arc::new(Square(stiffness)));
    assert_eq!(at_depth(ground(), 1.72 * rest), None);
    let found = at_depth(ground(), 1.74 * rest).unwrap();
    assert!((found.energy / (stiffness * (1.74 * rest).powi(3) / 3.0) - 1.0).abs() < 1e-6);
}

#[test]
fn rigid_ground_has_no_penetration_at_rest() {
    let ground = || RigidGround::new(0.5, 0.0);
    assert_eq!(at_depth(ground(), 0.9e-5), None);
    let found = at_depth(ground(), 1e-3).unwrap();
    assert!((found.depth - 1e-3).abs() < 1e-12 && found.energy.is_infinite());
}

#[test]
fn on_bekkers_soil_the_exponent_decides() {
    let law = Bekker { exponent: 0.8, cohesive: 1400.0, frictional: 820e3 };
    let points = Bekker::curve(1.0, |depth| law.on_plate(depth, 0.04, 0.2));
    let curve = Sinkage::new(points, 0.0).unwrap();
    let rest = curve.depth(WEIGHT);
    // E = F d / (n + 1) with F = m g (d / rest)^n.
    let limit = rest * 1.8_f64.powf(1.0 / 0.8);
    let ground = CompliantGround::new(0.5, curve);
    assert_eq!(at_depth(ground.clone(), 0.97 * limit), None);
    assert!(at_depth(ground, 1.03 * limit).is_some());
}

/// Lets everything go at once.
#[derive(Debug)]
struct LetGo;

impl Controller for LetGo {
    fn update(&self, view: &SensorView<'_>, _: &mut [f64], command: &mut Command) {
        if view.time >= Time::from_millis(20) {
            command.separate.fill(true);
        }
    }
}

#[test]
fn a_part_that_is_let_go_inside_the_ground_is_an_event_and_a_warning() {
    let level = Arc::new(Plane::level(0.0).unwrap());
    for (depth, noticed) in [(0.1, true), (-0.1, false)] {
        let (carrier, part) = (body("carrier", marker(1e5)), body("part", marker(1e4)));
        let world = World::new(Gravity::Uniform(MARS), level.clone(), vec![carrier, part]);
        // The carrier stands so that the part, which hangs under it, is inside the ground already.
        let mount = Mount {
            part: 1,
            carrier: 0,
            link: 0,
            position: Vector3::new(0.0, 0.0, -0.5),
            rotation: UnitQuaternion::identity(),
        };
        let world = world.with_mount(mount).unwrap().with_control(ControlLoop {
            name: "let go".into(),
            period: Time::from_millis(10),
            controller: Arc::new(LetGo),
        });
        let motions = vec![Motion::at_rest(Vector3::new(0.0, 0.0, 0.5 - depth)); 2];
        let method = Method::RungeKutta4 { step: Time::from_millis(1) };
        let duration = Time::from_millis(50);
        let scenario = Scenario::single_phase("parts", world, motions, method, duration).unwrap();
        let mut simulation = Simulation::new(&scenario);
        let mut memory = Memory::default();
        simulation.advance(duration, &mut memory).unwrap();
        let warnings = simulation.outcome().warnings.join("\n");
        let event = memory
            .events
            .iter()
            .find(|event| matches!(event.kind, EventKind::InGround { vehicle: 1, .. }));
        assert_eq!(event.is_some(), noticed, "{:?}", memory.events);
        assert_eq!(warnings.contains("let go inside the ground"), noticed, "{warnings}");
    }
}
