//! What an imu reads in a run: gravity at rest, and the whole path of a drive.

use super::{latch, load, millis};
use nalgebra::{UnitQuaternion, Vector3};
use planetfall::math::rotation::{from_scaled_axis, to_scaled_axis};
use planetfall::recording::Silent;
use planetfall::simulation::Simulation;
use planetfall::vehicle::Inertial;
use planetfall::vehicle::sensor::{Mounting, SensorKind};

/// A block on rigid ground that it does not slide on.
const BLOCK: &str = "title = \"rest\"\nduration_s = 3.0\n\
    [gravity]\nacceleration_m_per_s2 = 9.81\n\
    [terrain]\nkind = \"incline\"\nslope_deg = 20.0\n\
    [ground]\nkind = \"nonsmooth\"\nfriction_coefficient = 0.5\n\
    [[vehicle]]\nname = \"block\"\nmass_kg = 8.0\ninertia_kg_m2 = [0.1333, 0.3333, 0.4133]\n\
    [[vehicle.shape]]\nkind = \"box\"\nname = \"block\"\nsize_m = [0.7, 0.35, 0.2]\n\
    [vehicle.start]\nheight_m = 0.0\nheight_of = \"lowest_marker\"\nheight_along = \"normal\"\n\
    yaw_pitch_roll_deg = [0.0, 20.0, 0.0]\n\
    [stepping]\nmethod = \"moreau_jean\"\nstep_s = 0.01\n\
    [[sensor]]\nkind = \"imu\"\nname = \"imu\"\nperiod_s = 0.01\nposition_m = [0.2, 0.1, 0.1]\n\
    yaw_pitch_roll_deg = [30.0, -10.0, 70.0]\n";

#[test]
fn at_rest_the_specific_force_is_minus_gravity_in_the_sensors_axes_to_1e_9() {
    let loaded = load(BLOCK);
    let mut simulation = Simulation::new(&loaded.scenario);
    simulation.advance(millis(2000), &mut Silent).unwrap();
    let mut worst = 0.0f64;
    for tick in 201..=300 {
        simulation.advance(millis(10 * tick), &mut Silent).unwrap();
        let motion = simulation.state().motion(&loaded.scenario.world, 0);
        let attitude = motion.site_from_body * mounting(&simulation).body_from_sensor;
        let expected = attitude.inverse() * Vector3::new(0.0, 0.0, 9.81);
        let seen = reading(&simulation).specific_force;
        worst = worst.max((seen - expected).norm());
    }
    println!("specific force at rest is off by at most {worst:e} m/s²");
    assert!(worst < 1e-9, "{worst:e}");
}

/// Curiosity on rough, rocky soil: straight, an arc, a turn in place.
const ROUGH: &str = "title = \"rough\"\nseed = 3\nduration_s = 60.0\n\
    [gravity]\nacceleration_m_per_s2 = 3.7132\n\
    [terrain]\nkind = \"generated\"\nsize_m = 60.0\nspacing_m = 0.25\n\
    [terrain.roughness]\nhurst = 0.8\ndeviation_m = 0.04\n\
    [terrain.rocks]\nlaw = \"mars\"\ncover = 0.05\ndiameter_min_m = 0.1\ndiameter_max_m = 0.3\n\
    [ground]\nkind = \"wheel\"\nrest_penetration_m = 0.002\nfriction_angle_deg = 28.0\n\
    sinkage_exponent = 1.1\ncohesive_modulus_n_per_m_n1 = 990.0\n\
    frictional_modulus_n_per_m_n2 = 1528430.0\n\
    [[vehicle]]\nname = \"curiosity\"\nmodel = \"curiosity\"\n\
    [vehicle.start]\nheight_m = 0.0\nheight_of = \"settled\"\n\
    [[vehicle.drive]]\nmotion = \"straight\"\nspeed_m_per_s = 0.04\nduration_s = 25.0\n\
    [[vehicle.drive]]\nmotion = \"arc\"\nspeed_m_per_s = 0.03\nradius_m = 3.0\nduration_s = 20.0\n\
    [[vehicle.drive]]\nmotion = \"turn_in_place\"\nrate_deg_per_s = 1.0\nduration_s = 15.0\n\
    [stepping]\nmethod = \"implicit\"\nstep_s = 0.001\n\
    [[sensor]]\nkind = \"imu\"\nname = \"imu\"\nperiod_s = 0.001\nposition_m = [0.3, -0.2, 0.8]\n\
    yaw_pitch_roll_deg = [40.0, 10.0, -170.0]\nrecord = false\n";

#[test]
fn a_minute_of_driving_is_recovered_to_a_millimetre_from_the_imu_alone() {
    let loaded = load(ROUGH);
    let world = &loaded.scenario.world;
    let mut simulation = Simulation::new(&loaded.scenario);
    simulation.advance(millis(1), &mut Silent).unwrap();
    let mounting = mounting(&simulation);
    // Aligned once; from then on nothing but increments and gravity is known.
    let start = mounting.carried(&loaded.scenario.initial().motion(world, 0));
    let mut dead = Reckoned {
        position: start.position,
        velocity: start.velocity,
        attitude: start.site_from_body,
    };
    let gravity = Vector3::new(0.0, 0.0, -3.7132);
    for tick in 1..=60_000 {
        simulation.advance(millis(tick), &mut Silent).unwrap();
        assert_eq!(latch(&simulation, "imu").samples, tick as u64 + 1);
        dead.go_on(&reading(&simulation), &gravity, 0.001);
    }
    let truth = mounting.carried(&simulation.state().motion(world, 0));
    let deviation = (dead.position - truth.position).norm();
    let turned = to_scaled_axis(&(dead.attitude.inverse() * truth.site_from_body)).norm();
    let distance = (truth.position - start.position).norm();
    println!(
        "after {distance:.3} m the place is off by {deviation:e} m, the attitude by {turned:e} rad"
    );
    assert!(distance > 1.0 && deviation < 1e-3 && turned < 1e-9);
}

/// Strap-down navigation by increments: exact in attitude and velocity, by the mean of two velocities in
/// position.
struct Reckoned {
    position: Vector3<f64>,
    velocity: Vector3<f64>,
    attitude: UnitQuaternion<f64>,
}

impl Reckoned {
    fn go_on(&mut self, reading: &Inertial, gravity: &Vector3<f64>, span: f64) {
        self.attitude *= from_scaled_axis(&reading.angle);
        let before = self.velocity;
        self.velocity += self.attitude * reading.velocity + gravity * span;
        self.position += (before + self.velocity) * (0.5 * span);
    }
}

fn reading(simulation: &Simulation) -> Inertial {
    let latch = latch(simulation, "imu");
    Inertial::from_numbers(latch.time.unwrap(), &latch.values).unwrap()
}

fn mounting(simulation: &Simulation) -> Mounting {
    let all = simulation.scenario().world.sensors();
    let imu = all.iter().find(|sensor| sensor.name == "imu").unwrap();
    let SensorKind::Inertial(unit) = &imu.kind else { panic!("imu is no imu") };
    unit.mounting
}
