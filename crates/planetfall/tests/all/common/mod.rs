//! Scenarios that several tests use.
#![allow(dead_code, missing_docs, unreachable_pub)]

use nalgebra::Vector3;
use planetfall::environment::Gravity;
use planetfall::ground::marker::{Friction, FrictionTable, MarkerGround, Spring};
use planetfall::math::{real, rotation};
use planetfall::outcome::Outcome;
use planetfall::scenario::Scenario;
use planetfall::stepping::Method;
use planetfall::terrain::Plane;
use planetfall::time::Time;
use planetfall::vehicle::{Inertia, Motion, Vehicle};
use planetfall::world::World;
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

pub const MARS: f64 = 3.7132;
pub const MASS: f64 = 899.18;

pub fn table(stick_speed: f64, slide_speed: f64) -> FrictionTable {
    FrictionTable {
        stick_speed,
        slide_speed,
        stick_coefficient: real::tan(32f64.to_radians()),
        slide_coefficient: real::tan(27f64.to_radians()),
    }
}

pub fn paper_law() -> MarkerGround {
    MarkerGround {
        spring: Spring::from_rest(MASS, MARS, 0.01, 0.1),
        table: table(0.05, 0.1),
        friction: Friction::Classical,
    }
}

pub fn rover(law: MarkerGround) -> Vehicle {
    let places = [(-1.0625, 1.165), (-1.0625, -1.095), (1.0625, 1.165), (1.0625, -1.095)];
    let inertia = Inertia::principal(MASS, Vector3::new(774.84, 571.41, 405.09)).unwrap();
    places.iter().enumerate().fold(Vehicle::rigid("rover", inertia), |rover, (index, &(y, z))| {
        rover.with_marker(format!("wheel_{}", index + 1), Vector3::new(0.8944, y, z), law)
    })
}

pub fn upright() -> nalgebra::UnitQuaternion<f64> {
    rotation::enu_from_ned() * rotation::from_yaw_pitch_roll(0.0, -FRAC_PI_2, FRAC_PI_2)
}

pub fn one_phase(world: World, motions: Vec<Motion>, method: Method, duration: Time) -> Scenario {
    Scenario::single_phase("test", world, motions, method, duration).unwrap()
}

pub fn drop_with(law: MarkerGround, method: Method, duration: Time) -> Scenario {
    let incline = Plane::incline(Vector3::zeros(), 22f64.to_radians(), FRAC_PI_2).unwrap();
    let world = World::new(Gravity::Uniform(MARS), Arc::new(incline), vec![rover(law)]);
    let start =
        Motion { site_from_body: upright(), ..Motion::at_rest(Vector3::new(0.0, 0.0, 2.0)) };
    one_phase(world, vec![start], method, duration)
}

pub fn drop_case(method: Method) -> Scenario {
    drop_with(paper_law(), method, Time::from_millis(8000))
}

pub fn metric(outcome: &Outcome, name: &str) -> f64 {
    outcome.metric(name).unwrap_or_else(|| panic!("no metric {name}"))
}
