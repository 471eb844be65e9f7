//! The case: a lander with four crushable pads, dunes under it, flight software in it.

use crate::{CrushablePad, Dunes, SoftLanding};
use nalgebra::Vector3;
use planetfall::control::ControlLoop;
use planetfall::environment::Gravity;
use planetfall::math::rotation::from_scaled_axis;
use planetfall::scenario::Scenario;
use planetfall::stepping::Method;
use planetfall::time::Time;
use planetfall::vehicle::sensor::PoseErrors;
use planetfall::vehicle::{Inertia, Motion, Sensor, SensorKind, Vehicle};
use planetfall::world::World;
use std::error::Error;
use std::sync::Arc;

/// Lunar gravity, m/s².
pub const GRAVITY: f64 = 1.62;
/// Mass of the lander, kg.
pub const MASS: f64 = 1200.0;
/// The seed of all noise in this case.
const SEED: u64 = 2;

/// The pads: 2.5 kN to crush, 0.2 m thick.
pub const PAD: CrushablePad = CrushablePad {
    stiffness: 4e5,
    crush_force: 2500.0,
    thickness: 0.2,
    loss: 3.0,
    friction: 0.6,
    creep_speed: 0.02,
};

/// The ground.
pub const DUNES: Dunes = Dunes { amplitude: 0.1, wavelength: 20.0 };

/// A lander of 1.2 t on four feet, 1.2 m below its centre of mass.
pub fn vehicle() -> Result<Vehicle, Box<dyn Error>> {
    let inertia = Inertia::principal(MASS, Vector3::new(900.0, 900.0, 1100.0))?;
    let pad = Arc::new(PAD);
    let corners = [("nw", -1.4, 1.4), ("ne", 1.4, 1.4), ("sw", -1.4, -1.4), ("se", 1.4, -1.4)];
    Ok(corners.iter().fold(Vehicle::rigid("lander", inertia), |lander, &(name, x, y)| {
        lander.with_marker(format!("foot_{name}"), Vector3::new(x, y, -1.2), pad.clone())
    }))
}

/// A navigation sensor at 50 Hz; its noise is its own by its name.
pub fn navigation(name: &str) -> Sensor {
    let errors = PoseErrors {
        position_sigma: 0.02,
        velocity_sigma: 0.03,
        attitude_sigma: 0.002,
        rate_sigma: 0.001,
        ..PoseErrors::default()
    };
    Sensor::new(name, 0, Time::from_millis(20), "navigation", SensorKind::Pose(errors))
}

/// The software, which believes the lander to be 5 % lighter than it is.
pub fn software(sensor: usize) -> ControlLoop {
    let controller = SoftLanding {
        vehicle: 0,
        sensor,
        mass: 0.95 * MASS,
        gravity: GRAVITY,
        standing_height: 1.2,
        cut_height: 0.2,
        touchdown_speed: 0.5,
        fastest: 5.0,
        period: 0.02,
    };
    ControlLoop {
        name: "descent".to_owned(),
        period: Time::from_millis(20),
        controller: Arc::new(controller),
    }
}

/// The descent from 30 m with the sensors given; the software reads the one numbered `reads`.
pub fn scenario(sensors: Vec<Sensor>, reads: usize) -> Result<Scenario, Box<dyn Error>> {
    let world = World::new(Gravity::Uniform(GRAVITY), Arc::new(DUNES), vec![vehicle()?]);
    let world = sensors.into_iter().fold(world, World::with_sensor).with_control(software(reads));
    let start = Motion {
        position: Vector3::new(2.0, 0.0, 30.0),
        site_from_body: from_scaled_axis(&Vector3::new(0.1, -0.05, 0.3)),
        velocity: Vector3::new(1.5, -0.8, -4.0),
        rate: Vector3::new(0.02, 0.01, 0.0),
    };
    let method = Method::RungeKutta4 { step: Time::from_millis(1) };
    let duration = Time::from_millis(25_000);
    let scenario = Scenario::single_phase("soft-landing", world, vec![start], method, duration)?;
    Ok(Scenario { seed: SEED, ..scenario })
}
