//! Explicit methods on soil: forces by pure evaluation in every stage, one commit a step.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::one_phase;
use nalgebra::{Matrix3, Vector3};
use planetfall::checkpoint;
use planetfall::environment::Gravity;
use planetfall::ground::RigidGround;
use planetfall::ground::scm::Tools;
use planetfall::ground::scm::{ScmVariant, Soil, SoilBed, Strata, Stratum, Uniform};
use planetfall::recording::Silent;
use planetfall::scenario::{Scenario, ScenarioError};
use planetfall::shape::{Shape, Wheel};
use planetfall::simulation::{RunError, Simulation};
use planetfall::stepping::{Method, StepError, Tolerance, Workspace, step};
use planetfall::terrain::Plane;
use planetfall::time::Time;
use planetfall::vehicle::{Inertia, Motion, Vehicle};
use planetfall::world::World;
use std::sync::Arc;

const G: f64 = 3.7;
const MASS: f64 = 20.0;
const RADIUS: f64 = 0.2;
const SPACING: f64 = 0.02;

/// Sand with a damper: what is elastic and nothing else would ring for ever under an explicit method.
fn sand() -> Soil {
    Soil {
        exponent: 1.0,
        cohesive: 0.0,
        frictional: 1e6,
        cohesion: 0.0,
        friction_angle: 35f64.to_radians(),
        repose_angle: 35f64.to_radians(),
        elastic_stiffness: 2e7,
        shear_stiffness: 2e7,
        damping: 2e5,
        ..Soil::dlr_a()
    }
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

fn rk4(micros: i64) -> Method {
    Method::RungeKutta4 { step: Time::from_nanos(micros * 1000) }
}

fn implicit(micros: i64) -> Method {
    Method::Implicit { step: Time::from_nanos(micros * 1000) }
}

fn dopri() -> Method {
    let tolerance = Tolerance { position: 1e-7, velocity: 1e-5, attitude: 1e-6, rate: 1e-5 };
    let (longest, shortest) = (Time::from_millis(5), Time::from_nanos(1000));
    Method::DormandPrince54 { tolerance, longest, shortest }
}

fn world(shape: Shape, soil: Soil, strata: Arc<dyn Strata>) -> World {
    let ground = Arc::new(Plane::level(0.0).unwrap());
    let bed =
        SoilBed::new(ground.clone(), SPACING, vec![soil], strata, ScmVariant::default()).unwrap();
    let inertia = Inertia::principal(MASS, Vector3::new(0.3, 0.4, 0.3)).unwrap();
    let body = Vehicle::rigid("body", inertia).with_contactor(
        "shape",
        0,
        shape,
        RigidGround::new(0.5, 0.0),
    );
    World::new(Gravity::Uniform(G), ground, vec![body])
        .with_soil(Arc::new(bed), &Tools::default())
        .unwrap()
}

/// A body over level soil.
fn over_soil(
    shape: Shape,
    soil: Soil,
    (height, speed, rate): (f64, f64, f64),
    method: Method,
) -> Scenario {
    let start = Motion {
        velocity: Vector3::new(speed, 0.0, 0.0),
        rate: Vector3::new(0.0, rate, 0.0),
        ..Motion::at_rest(Vector3::new(0.0, 0.0, height))
    };
    let world = world(shape, soil, Arc::new(Uniform { depth: f64::INFINITY }));
    one_phase(world, vec![start], method, Time::from_millis(10_000))
}

fn after(scenario: &Scenario, millis: i64) -> Simulation {
    let mut simulation = Simulation::new(scenario);
    simulation.advance(Time::from_millis(millis), &mut Silent).unwrap();
    simulation
}

#[test]
fn a_box_at_rest_bears_its_weight_by_every_method_and_sinks_as_deep() {
    let sunk = |method: Method| {
        let scenario = over_soil(block(), sand(), (0.1, 0.0, 0.0), method);
        let simulation = after(&scenario, 2500);
        let tread = simulation.state().ground.treads[0];
        let load = tread.load / (MASS * G) - 1.0;
        // Error control lets the velocity wander within its tolerance, and the damper answers that. For the
        // others it is the grain of heights, 2⁻³² m times k_u.
        let (loose, slow) = if method == dopri() { (2e-3, 1e-5) } else { (1e-5, 1e-7) };
        assert!(load.abs() < loose, "{method:?}: {load:e}");
        let speed = simulation.state().motion(&scenario.world, 0).velocity.norm();
        assert!(speed < slow, "{method:?}: {speed:e} m/s");
        let unexplained = simulation.state().ledger.unexplained().abs();
        assert!(unexplained < 1e-4, "{method:?}: {unexplained:e} J");
        tread.sinkage
    };
    let fine = sunk(rk4(200));
    for (method, allowed) in
        [(rk4(500), 1e-4), (rk4(1000), 1e-4), (dopri(), 1e-3), (implicit(1000), 1e-3)]
    {
        let depth = sunk(method);
        assert!((depth / fine - 1.0).abs() < allowed, "{method:?}: {depth} {fine}");
    }
}

#[test]
fn a_free_wheel_moves_as_by_the_implicit_method_to_the_order_of_the_step() {
    // Place and turn after half a second, and energy that no force explains.
    let rolled = |method: Method| {
        let scenario = over_soil(wheel(), sand(), (RADIUS - 0.004, 0.2, 1.0), method);
        let simulation = after(&scenario, 500);
        let motion = simulation.state().motion(&scenario.world, 0);
        let unexplained = simulation.state().ledger.unexplained().abs();
        let volumes = simulation.state().ground.soil.volumes();
        assert_eq!(volumes.displaced, volumes.deposited + volumes.compacted);
        (Vector3::new(motion.position.x, motion.position.z, motion.rate.y * RADIUS), unexplained)
    };
    let (truth, _) = rolled(rk4(62));
    let mut before = [f64::INFINITY; 2];
    for micros in [1000, 500, 250] {
        let (explicit, unexplained) = rolled(rk4(micros));
        let (ended, _) = rolled(implicit(micros));
        let deviation = [(explicit - truth).norm(), (ended - truth).norm()];
        println!("{micros} µs: {deviation:?} {unexplained:e} J");
        // A metre per second of step for either, at most.
        assert!(deviation[0] < 1.5e-6 * micros as f64, "{micros}: {deviation:?}");
        assert!(unexplained < 1e-3, "{micros}: {unexplained:e} J");
        // Both come nearer with the step, as a method of first order does, but for jumps of the print.
        assert!(
            deviation[0] < 0.9 * before[0] && deviation[1] < 0.9 * before[1],
            "{deviation:?} {before:?}"
        );
        before = deviation;
    }
}

#[test]
fn a_pause_changes_no_bit_of_an_explicit_run() {
    for method in [rk4(500), dopri()] {
        let scenario = over_soil(wheel(), sand(), (RADIUS + 0.001, 0.3, 1.0), method);
        let whole = after(&scenario, 200);
        let first = after(&scenario, 100);
        let words = checkpoint::save(first.state());
        let mut second = Simulation::resume(&scenario, scenario.restore(&words).unwrap());
        second.advance(Time::from_millis(200), &mut Silent).unwrap();
        // A fresh workspace evaluates the start once more.
        let mut paused = second.state().clone();
        paused.effort = whole.state().effort;
        assert!(checkpoint::save(whole.state()) == checkpoint::save(&paused), "{method:?}");
    }
}

#[test]
fn what_is_too_stiff_for_the_step_is_stepped_in_parts_that_are_stable() {
    // √(2e8 Pa/m · 0.09 m² / 20 kg) is 949 rad/s: five milliseconds are beyond any explicit method.
    let stiff = Soil { elastic_stiffness: 2e8, shear_stiffness: 2e8, ..sand() };
    let scenario = over_soil(block(), stiff, (0.1, 0.0, 0.0), rk4(5000));
    let mut simulation = after(&scenario, 2000);
    let steps = simulation.state().effort.steps;
    simulation.advance(Time::from_millis(2100), &mut Silent).unwrap();
    let step = 0.1 / (simulation.state().effort.steps - steps) as f64;
    assert!((3e-4..2.6e-3).contains(&step), "{step}");
    let load = simulation.state().ground.treads[0].load / (MASS * G) - 1.0;
    assert!(load.abs() < 1e-4, "{load:e}");
    simulation.advance(Time::from_millis(2500), &mut Silent).unwrap();
    let unexplained = simulation.state().ledger.unexplained().abs();
    assert!(unexplained < 1e-3, "{unexplained:e} J");
}

#[test]
fn soil_as_stiff_as_steel_is_refused_with_the_step_that_would_do() {
    let steel = Soil { elastic_stiffness: 1e12, ..sand() };
    // It comes to stand there in short steps; long ones then are refused.
    let short = over_soil(block(), steel, (0.1, 0.0, 0.0), rk4(1000));
    let standing = after(&short, 150).state().clone();
    let scenario = over_soil(block(), steel, (0.1, 0.0, 0.0), rk4(50_000));
    let mut simulation = Simulation::resume(&scenario, standing);
    let error = simulation.advance(Time::from_millis(2000), &mut Silent);
    let Err(RunError::Step(StepError::StiffSoil { stable, .. })) = &error else {
        panic!("{error:?}")
    };
    // 2.78 over √(1e12 · 0.09 / 20 kg), less the margin of the estimate.
    let most = 2.78 / (1e12_f64 * 0.09 / MASS).sqrt();
    assert!((0.3 * most..most).contains(&stable.seconds()), "{stable} {most:e}");
    let message = error.unwrap_err().to_string();
    assert!(message.contains("shape") && message.contains("method = \"implicit\""), "{message}");
}

#[test]
fn a_body_that_comes_fast_enters_soil_by_half_cells() {
    let scenario = over_soil(block(), sand(), (0.15, 4.0, 0.0), rk4(5000));
    let mut simulation = Simulation::new(&scenario);
    while simulation.state().time < Time::from_millis(600) {
        let speed = simulation.state().motion(&scenario.world, 0).velocity.norm();
        let touched = simulation.state().ground.treads[0].area > 0.0;
        let (before, steps) = (simulation.state().time, simulation.state().effort.steps);
        simulation.advance(before + Time::from_millis(5), &mut Silent).unwrap();
        let taken = simulation.state().effort.steps - steps;
        let distance = speed * 0.005 / taken as f64;
        assert!(!touched || distance <= 1.01 * 0.5 * SPACING, "{speed} m/s in {taken} steps");
    }
}

#[test]
fn an_explicit_step_on_soil_allocates_only_where_it_first_touches() {
    for method in [rk4(500), dopri()] {
        let scenario = over_soil(block(), sand(), (0.1, 0.0, 0.0), method);
        let mut state = scenario.initial();
        let mut workspace = Workspace::new(&scenario.world);
        let until = |state: &mut _, workspace: &mut _, millis: i64| {
            allocation_counter::measure(|| {
                let state: &mut planetfall::state::State = state;
                while state.time < Time::from_millis(millis) {
                    let longest = method.longest();
                    step(&scenario.world, &method, state, longest, workspace).unwrap();
                }
            })
        };
        until(&mut state, &mut workspace, 300);
        let counted = until(&mut state, &mut workspace, 600);
        assert_eq!(counted.count_total, 0, "{method:?}: {counted:?}");
    }
}

/// Soil east of the origin only.
#[derive(Debug)]
struct HalfBare;

impl Strata for HalfBare {
    fn at(&self, x: f64, _y: f64) -> Option<Stratum> {
        (x > 0.0).then_some(Stratum { soil: 0, depth: 1.0 })
    }
}

#[test]
fn explicit_methods_are_refused_where_ground_is_bare_rock() {
    let start = || vec![Motion::at_rest(Vector3::new(0.0, 0.0, 0.1))];
    let refused = |method: Method| {
        let world = world(block(), sand(), Arc::new(HalfBare));
        Scenario::single_phase("test", world, start(), method, Time::from_millis(1))
    };
    let error = refused(rk4(500)).unwrap_err();
    assert!(matches!(error, ScenarioError::Method { .. }), "{error}");
    assert!(error.to_string().contains("nonsmooth ground where there is no soil"), "{error}");
    assert!(refused(implicit(500)).is_ok());
}
