//! Runs against closed forms, over every method that can claim them.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common;
use crate::common::{drop_with, metric, one_phase, paper_law, rover, table};
use nalgebra::{UnitQuaternion, Vector3};
use planetfall::dynamics::energy;
use planetfall::environment::{Gravity, Planet};
use planetfall::ground::marker::{Friction, MarkerGround, Spring};
use planetfall::recording::Silent;
use planetfall::scenario::Scenario;
use planetfall::simulation::{Simulation, run};
use planetfall::stepping::{Method, Tolerance};
use planetfall::terrain::Plane;
use planetfall::time::Time;
use planetfall::vehicle::{Inertia, Motion, Vehicle};
use planetfall::world::World;
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

const TIGHT: Tolerance =
    Tolerance { position: 1e-12, velocity: 1e-12, attitude: 1e-12, rate: 1e-12 };

fn rk4(nanos: i64) -> Method {
    Method::RungeKutta4 { step: Time::from_nanos(nanos) }
}

fn dormand_prince(tolerance: Tolerance) -> Method {
    let (longest, shortest) = (Time::from_millis(1000), Time::from_nanos(1));
    Method::DormandPrince54 { tolerance, longest, shortest }
}

fn implicit(nanos: i64) -> Method {
    Method::Implicit { step: Time::from_nanos(nanos) }
}

/// A point mass on a spring-damper that it never leaves.
fn oscillator(method: Method) -> Scenario {
    let spring = Spring { stiffness: 4000.0, damping: 8.0, compression_only: true };
    let law = MarkerGround { spring, table: table(0.05, 0.1), friction: Friction::Classical };
    let inertia = Inertia::ball(10.0, 0.5).unwrap();
    let vehicle = Vehicle::rigid("mass", inertia).with_marker("foot", Vector3::zeros(), law);
    let ground = Arc::new(Plane::level(0.0).unwrap());
    let world = World::new(Gravity::Uniform(9.81), ground, vec![vehicle]);
    let start = Motion::at_rest(Vector3::new(0.0, 0.0, -0.02));
    one_phase(world, vec![start], method, Time::from_millis(1024))
}

/// Height and speed of [`oscillator`] at time t: a damped oscillation about the rest penetration.
fn oscillation(t: f64) -> (f64, f64) {
    let (m, k, c, g): (f64, f64, f64, f64) = (10.0, 4000.0, 8.0, 9.81);
    let rest = -m * g / k;
    let (decay, start) = (c / (2.0 * m), -0.02 - rest);
    let omega = (k / m - decay * decay).sqrt();
    let (sine, cosine) = (omega * t).sin_cos();
    let envelope = (-decay * t).exp() * start;
    let height = rest + envelope * (cosine + decay / omega * sine);
    (height, -envelope * (omega + decay * decay / omega) * sine)
}

/// Distance from the closed form in phase space, m.
fn error_of(method: Method) -> f64 {
    let scenario = oscillator(method);
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(scenario.duration, &mut Silent).unwrap();
    let end = simulation.state().motion(&scenario.world, 0);
    assert_eq!(metric(&simulation.outcome(), "foot.contacts"), 1.0, "it must stay on its spring");
    let (height, speed) = oscillation(1.024);
    (end.position.z - height).hypot((end.velocity.z - speed) / 20.0)
}

#[test]
fn rk4_is_of_fourth_order_on_a_smooth_contact() {
    let (coarse, fine) = (error_of(rk4(4_000_000)), error_of(rk4(2_000_000)));
    let order = (coarse / fine).log2();
    assert!(order > 3.8, "order {order}, errors {coarse:e} {fine:e}");
}

#[test]
fn the_implicit_method_is_of_second_order_on_a_smooth_contact() {
    let (coarse, fine) = (error_of(implicit(200_000)), error_of(implicit(100_000)));
    let order = (coarse / fine).log2();
    assert!((1.9..2.1).contains(&order), "order {order}, errors {coarse:e} {fine:e}");
}

#[test]
fn dormand_prince_meets_its_tolerance_on_a_smooth_contact() {
    assert!(error_of(dormand_prince(TIGHT)) < 1e-9);
}

#[test]
fn the_unexplained_energy_of_a_smooth_contact_is_small_and_falls_with_the_order() {
    let share = |nanos| {
        let scenario = oscillator(rk4(nanos));
        metric(&run(&scenario, &mut Silent).unwrap(), "energy.unexplained_share")
    };
    let (coarse, fine) = (share(4_000_000), share(2_000_000));
    assert!(share(1_000_000) < 1e-6);
    let order = (coarse / fine).log2();
    assert!(order > 3.8, "order {order}: {coarse:e} {fine:e}");
}

#[test]
fn every_method_falls_as_galileo_says() {
    for method in [rk4(10_000_000), dormand_prince(TIGHT), implicit(10_000_000)] {
        let scenario = drop_with(paper_law(), method, Time::from_millis(500));
        let outcome = run(&scenario, &mut Silent).unwrap();
        let fallen = 2.0 - metric(&outcome, "com.final_z_m");
        assert!((fallen - 0.5 * common::MARS * 0.25).abs() < 1e-12, "{method:?}: {fallen}");
        assert!(metric(&outcome, "energy.unexplained_share") < 1e-12);
    }
}

/// A symmetric top free of torques, its axis 0.3 rad off the angular momentum.
fn top(method: Method) -> Scenario {
    let inertia = Inertia::new(3.0, Vector3::new(0.2, -0.1, 0.3), diagonal(2.0, 2.0, 3.0)).unwrap();
    let vehicle = Vehicle::rigid("top", inertia);
    let world =
        World::new(Gravity::Uniform(0.0), Arc::new(Plane::level(-100.0).unwrap()), vec![vehicle]);
    let rate = Vector3::new(0.0, 0.9, 2.0);
    let start = Motion { rate, ..Motion::at_rest(Vector3::zeros()) };
    one_phase(world, vec![start], method, Time::from_millis(10_000))
}

fn diagonal(x: f64, y: f64, z: f64) -> nalgebra::Matrix3<f64> {
    nalgebra::Matrix3::from_diagonal(&Vector3::new(x, y, z))
}

/// Attitude of [`top`] at time t: its axis precesses about the angular momentum at |L|/I₁ while
/// the body turns about its own axis at ω₃ (1 − I₃/I₁).
fn precession(t: f64) -> UnitQuaternion<f64> {
    let momentum = Vector3::new(0.0, 2.0 * 0.9, 3.0 * 2.0);
    let about_momentum = UnitQuaternion::from_scaled_axis(momentum / 2.0 * t);
    let about_axis = UnitQuaternion::from_scaled_axis(Vector3::z() * (2.0 * (1.0 - 3.0 / 2.0) * t));
    about_momentum * about_axis
}

#[test]
fn a_free_symmetric_top_precesses_as_euler_says() {
    for (method, allowed) in [(rk4(1_000_000), 1e-10), (dormand_prince(TIGHT), 1e-9)] {
        let scenario = top(method);
        let mut simulation = Simulation::new(&scenario);
        simulation.advance(scenario.duration, &mut Silent).unwrap();
        let end = simulation.state().motion(&scenario.world, 0);
        let deviation = end.site_from_body.angle_to(&precession(10.0));
        assert!(deviation < allowed, "{method:?}: off by {deviation:e} rad");
        let momentum = |state: &planetfall::state::State| {
            energy::momentum(&state.inertias, &state.kinematics(&scenario.world, 0))
        };
        let (linear, angular) = momentum(simulation.state());
        let start = momentum(&scenario.initial());
        assert!((linear - start.0).norm() < 1e-9);
        assert!((angular - start.1).norm() < 1e-8);
    }
}

#[test]
fn a_satellite_keeps_its_energy_in_the_rotating_frame() {
    let planet =
        Planet::new(4.2828373716e13, 1.9566086e-3, 3_396_000.0, 3_391_150.0, 7.088218e-5, -0.08);
    let inertia = Inertia::ball(100.0, 1.0).unwrap();
    let vehicle = Vehicle::rigid("satellite", inertia);
    let ground = Arc::new(Plane::level(0.0).unwrap());
    let world = World::new(Gravity::Planet(planet), ground, vec![vehicle]);
    let mut start = Motion::at_rest(Vector3::new(0.0, 0.0, 300_000.0));
    start.velocity = Vector3::new(3200.0, 300.0, 0.0);
    let tolerance = Tolerance { position: 1e-6, velocity: 1e-9, attitude: 1e-9, rate: 1e-9 };
    let method = Method::DormandPrince54 {
        tolerance,
        longest: Time::from_millis(100_000),
        shortest: Time::from_nanos(1000),
    };
    let mut scenario = one_phase(world, vec![start], method, Time::from_millis(6_800_000));
    scenario.record_period = Time::from_millis(100_000);
    let outcome = run(&scenario, &mut Silent).unwrap();
    let unexplained = metric(&outcome, "energy.unexplained_j");
    assert!(unexplained.abs() < 1e-8 * 0.5 * 100.0 * 3200.0 * 3200.0, "{unexplained} J");
    assert!(metric(&outcome, "effort.steps") < 2000.0);
}

/// A rover set on an incline with its rest penetration, moving downhill.
fn slide(degrees: f64, speed: f64, law: MarkerGround, method: Method, millis: i64) -> Scenario {
    let slope = degrees.to_radians();
    let incline = Plane::incline(Vector3::zeros(), slope, FRAC_PI_2).unwrap();
    let world = World::new(Gravity::Uniform(common::MARS), Arc::new(incline), vec![rover(law)]);
    let tilt = UnitQuaternion::from_scaled_axis(Vector3::y() * slope);
    let normal = Vector3::new(slope.sin(), 0.0, slope.cos());
    let downhill = Vector3::new(slope.cos(), 0.0, -slope.sin());
    let start = Motion {
        position: normal * (0.8944 - 0.0025 * slope.cos()),
        site_from_body: tilt * common::upright(),
        velocity: downhill * speed,
        rate: Vector3::zeros(),
    };
    one_phase(world, vec![start], method, Time::from_millis(millis))
}

#[test]
fn above_the_slide_angle_a_moving_rover_gains_what_gravity_leaves() {
    for degrees in [29.0_f64, 35.0] {
        let scenario = slide(degrees, 1.0, paper_law(), rk4(1_000_000), 4000);
        let outcome = run(&scenario, &mut Silent).unwrap();
        let gained = metric(&outcome, "slope_speed_end_m_per_s") - 1.0;
        let slope = degrees.to_radians();
        let expected = 4.0 * common::MARS * (slope.sin() - 27f64.to_radians().tan() * slope.cos());
        assert!((gained - expected).abs() < 5e-3, "{degrees}: {gained} instead of {expected}");
    }
}

#[test]
fn the_classical_friction_creeps_at_the_speed_that_balances_gravity() {
    let scenario = slide(20.0, 0.0, paper_law(), rk4(1_000_000), 10_000);
    let outcome = run(&scenario, &mut Silent).unwrap();
    let creep = 0.05 * 20f64.to_radians().tan() / 32f64.to_radians().tan();
    assert!((metric(&outcome, "slope_speed_end_m_per_s") - creep).abs() < 1e-6);
}

#[test]
fn the_resting_friction_stands_still() {
    let friction = Friction::Resting { stiffness: 3e5, damping: 3e3 };
    let law = MarkerGround { friction, ..paper_law() };
    for method in [rk4(1_000_000), implicit(5_000_000)] {
        let scenario = slide(20.0, 0.0, law, method, 60_000);
        let outcome = run(&scenario, &mut Silent).unwrap();
        let speed = metric(&outcome, "com.final_speed_m_per_s");
        assert!(speed < 1e-12, "{method:?}: {speed:e} m/s after a minute");
    }
}

#[test]
fn the_resting_friction_slides_like_coulomb() {
    let friction = Friction::Resting { stiffness: 3e5, damping: 3e3 };
    let law = MarkerGround { friction, ..paper_law() };
    for method in [rk4(1_000_000), implicit(1_000_000)] {
        let outcome = run(&slide(35.0, 1.0, law, method, 4000), &mut Silent).unwrap();
        let gained = metric(&outcome, "slope_speed_end_m_per_s") - 1.0;
        let slope = 35f64.to_radians();
        let expected = 4.0 * common::MARS * (slope.sin() - 27f64.to_radians().tan() * slope.cos());
        assert!((gained - expected).abs() < 5e-3, "{method:?}: {gained} instead of {expected}");
    }
}

#[test]
fn the_implicit_method_survives_ground_that_no_explicit_step_does() {
    let spring = Spring { stiffness: 1e9, damping: 1e5, compression_only: true };
    let law = MarkerGround { spring, table: table(0.001, 0.1), friction: Friction::Classical };
    let scenario = drop_with(law, implicit(5_000_000), Time::from_millis(8000));
    let outcome = run(&scenario, &mut Silent).unwrap();
    assert!((metric(&outcome, "wheel_1.final_normal_force_n") - 502.464).abs() < 1.0);
    assert!((metric(&outcome, "wheel_2.final_normal_force_n") - 1045.393).abs() < 1.0);
    let explicit = drop_with(law, rk4(5_000_000), Time::from_millis(8000));
    assert!(run(&explicit, &mut Silent).is_err());
}

#[test]
fn implicit_and_explicit_agree_on_the_drop_case() {
    let scenario = drop_with(paper_law(), implicit(50_000), Time::from_millis(8000));
    let outcome = run(&scenario, &mut Silent).unwrap();
    assert!((metric(&outcome, "wheel_1.peak_normal_force_n") / 15_888.6 - 1.0).abs() < 0.01);
    assert!((metric(&outcome, "slide_distance_m") - 3.8184).abs() < 0.05);
    assert!((metric(&outcome, "wheel_2.final_normal_force_n") - 1045.91).abs() < 0.1);
}
