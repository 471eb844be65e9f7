//! Triggers on Mach, dynamic pressure, speed, sensed deceleration and height of a named vehicle, and periods by phase.

use nalgebra::Vector3;
use planetfall::environment::{AirRow, Atmosphere, Gas, Gravity, Wind, WindRow};
use planetfall::phase::{Condition, MotionQuantity, Phase, PhasePeriod, Then, Trigger};
use planetfall::recording::Silent;
use planetfall::scenario::{Scenario, ScenarioError};
use planetfall::simulation::run;
use planetfall::stepping::Method;
use planetfall::terrain::Plane;
use planetfall::time::Time;
use planetfall::vehicle::{Inertia, Motion, Vehicle};
use planetfall::world::World;
use std::sync::Arc;

const G: f64 = 3.71;
const SOUND: f64 = 200.0;
const DENSITY: f64 = 0.01;
const RK4: Method = Method::RungeKutta4 { step: Time::from_millis(10) };

/// Two balls in air that pushes nothing: the first rests high up, thrown upwards; the second falls.
fn falling(condition: Condition, method: Method) -> Result<Scenario, ScenarioError> {
    let ball = |name: &str| Vehicle::rigid(name, Inertia::ball(10.0, 0.2).unwrap());
    let row = |altitude: f64| AirRow {
        altitude,
        density: DENSITY,
        temperature: 200.0,
        pressure: None,
        sound_speed: Some(SOUND),
    };
    let air = Atmosphere::new(&[row(0.0), row(1e5)], &Gas { gamma: 1.3, constant: 190.0 }).unwrap();
    let wind = Wind::new(&[WindRow { altitude: 0.0, east: 30.0, north: 0.0 }]).unwrap();
    let ground = Plane::level(0.0).unwrap();
    let world = World::new(Gravity::Uniform(G), Arc::new(ground), vec![ball("up"), ball("down")])
        .with_atmosphere(Arc::new(air))
        .with_wind(Arc::new(wind));
    let mut up = Motion::at_rest(Vector3::new(0.0, 0.0, 3000.0));
    up.velocity.z = 100.0;
    let down = Motion::at_rest(Vector3::new(50.0, 0.0, 2000.0));
    let end = Trigger { condition, then: Then::End("crossed".to_owned()) };
    let mut scenario =
        Scenario::single_phase("fall", world, vec![up, down], method, Time::from_millis(60_000))?;
    scenario.phases = vec![Phase::new("fall", method, vec![end])];
    scenario.checked()
}

fn crossed(vehicle: usize, quantity: MotionQuantity, level: f64, above: bool) -> f64 {
    let condition = Condition::Level { vehicle, quantity, level, above };
    let outcome = run(&falling(condition, RK4).unwrap(), &mut Silent).unwrap();
    assert_eq!(outcome.name, "crossed", "{quantity:?}");
    outcome.time.seconds()
}

#[test]
fn levels_are_crossed_where_the_closed_form_of_a_fall_says() {
    // Airspeed has 30 m/s of wind across: v² = g² t² + 30².
    let through = |airspeed: f64| (airspeed * airspeed - 900.0).sqrt() / G;
    let cases = [
        (crossed(1, MotionQuantity::Mach, 0.5, true), through(0.5 * SOUND)),
        (
            crossed(1, MotionQuantity::DynamicPressure, 20.0, true),
            through((2.0 * 20.0 / DENSITY).sqrt()),
        ),
        (crossed(1, MotionQuantity::Speed, 50.0, true), 50.0 / G),
        (crossed(0, MotionQuantity::Speed, 60.0, false), 40.0 / G),
        (crossed(1, MotionQuantity::Height, 1500.0, false), (2.0 * 500.0 / G).sqrt()),
        (crossed(0, MotionQuantity::Height, 4000.0, true), (100.0 - (1e4 - 2000.0 * G).sqrt()) / G),
    ];
    for (found, exact) in cases {
        assert!((found - exact).abs() < 2e-9, "{found} {exact}");
    }
}

#[test]
fn nothing_is_sensed_in_free_fall() {
    let sensed = |level: f64| Condition::Level {
        vehicle: 1,
        quantity: MotionQuantity::SensedDeceleration,
        level,
        above: true,
    };
    let outcome = run(&falling(sensed(1e-9), RK4).unwrap(), &mut Silent).unwrap();
    assert_eq!(outcome.name, "completed");
}

#[test]
fn a_sensed_deceleration_is_refused_where_a_method_has_no_accelerations() {
    let condition = Condition::Level {
        vehicle: 0,
        quantity: MotionQuantity::SensedDeceleration,
        level: 1.0,
        above: true,
    };
    let implicit = Method::Implicit { step: Time::from_millis(10) };
    let refused = falling(condition, implicit).unwrap_err().to_string();
    assert!(refused.contains("rk4 or dopri54"), "{refused}");
}

#[test]
fn a_period_of_nothing_is_refused_with_the_names_that_there_are() {
    let mut scenario = falling(Condition::SpeedAbove(50.0), RK4).unwrap();
    scenario.phases[0].periods =
        vec![PhasePeriod { of: "navigator".to_owned(), period: Time::from_millis(50) }];
    let refused = scenario.checked().unwrap_err().to_string();
    assert!(refused.contains("navigator"), "{refused}");
}
