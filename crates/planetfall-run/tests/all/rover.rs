//! Curiosity as a whole: conservation in free flight, rest on level ground and on a cross slope.
#![allow(clippy::unwrap_used, clippy::panic)]

use nalgebra::Vector3;
use planetfall::dynamics::energy;
use planetfall::environment::Gravity;
use planetfall::recording::Silent;
use planetfall::scenario::Scenario;
use planetfall::simulation::{Simulation, run};
use planetfall::stepping::Method;
use planetfall::terrain::Plane;
use planetfall::time::Time;
use planetfall::vehicle::{JointStart, Link, Motion, Tree, Vehicle};
use planetfall::world::World;
use planetfall_files::format::Ink;
use planetfall_files::scenario::ScenarioFile;
use planetfall_files::vehicle::builtin;
use planetfall_run::settling::{Question, settle};
use std::path::Path;
use std::sync::Arc;

/// Curiosity without stops, springs and motors, so that nothing but inertia acts in flight.
fn loose() -> Tree {
    let model = builtin("curiosity").unwrap().file().load(Ink::Plain).unwrap();
    let strip = |link: &Link| {
        let mut link = link.clone();
        link.joint.limits = None;
        link.joint.motor = None;
        link.joint.passive = Default::default();
        link
    };
    Tree::new(model.tree.links().iter().map(strip).collect()).unwrap()
}

fn tumbling(step_nanos: i64, seconds: i64) -> Scenario {
    let tree = loose();
    let swing = |name: &str, speed: f64| JointStart {
        vehicle: 0,
        link: tree.joint(name).unwrap(),
        position: 0.1,
        speed,
    };
    let joints =
        vec![swing("rocker_left", 0.2), swing("bogie_left", -0.5), swing("bogie_right", 0.4)];
    let vehicle = Vehicle::new("curiosity", tree);
    let ground = Arc::new(Plane::level(-1e6).unwrap());
    let world = World::new(Gravity::Uniform(0.0), ground, vec![vehicle]);
    let start = Motion {
        velocity: Vector3::new(0.3, -0.1, 0.2),
        rate: Vector3::new(0.4, 0.3, -0.2),
        ..Motion::at_rest(Vector3::new(1.0, 2.0, 3.0))
    };
    let method = Method::RungeKutta4 { step: Time::from_nanos(step_nanos) };
    let duration = Time::from_millis(1000 * seconds);
    let mut scenario =
        Scenario::single_phase("tumble", world, vec![start], method, duration).unwrap();
    scenario.joints = joints;
    scenario
}

/// Relative errors of energy, linear and angular momentum at the end.
fn errors(scenario: &Scenario) -> [f64; 3] {
    let mut simulation = Simulation::new(scenario);
    let measure = |state: &planetfall::state::State| {
        let kinematics = state.kinematics(&scenario.world, 0);
        let (linear, angular) = energy::momentum(&state.inertias, &kinematics);
        (energy::kinetic(&state.inertias, &kinematics), linear, angular)
    };
    let before = measure(simulation.state());
    simulation.advance(scenario.duration, &mut Silent).unwrap();
    let after = measure(simulation.state());
    [
        (after.0 / before.0 - 1.0).abs(),
        (after.1 - before.1).norm() / before.1.norm(),
        (after.2 - before.2).norm() / before.2.norm(),
    ]
}

#[test]
fn curiosity_tumbling_with_swinging_bogies_keeps_energy_and_momentum() {
    let found = errors(&tumbling(1_000_000, 100));
    assert!(found.iter().all(|error| *error < 1e-8), "{found:?}");
}

#[test]
fn the_energy_error_of_a_tumbling_rover_falls_with_the_order_of_the_scheme() {
    let (coarse, fine) = (errors(&tumbling(40_000_000, 20)), errors(&tumbling(20_000_000, 20)));
    let order = (coarse[0] / fine[0]).log2();
    assert!(order > 3.8, "order {order}: {coarse:?} {fine:?}");
}

/// Curiosity with motors that yield, so that no force is locked in between its wheels.
fn yielding(folder: &Path) -> String {
    let text = include_str!("../../../../scenarios/vehicles/curiosity.toml");
    let gain = "speed_gain_n_m_s_per_rad = 4000.0\n";
    assert_eq!(text.matches(gain).count(), 5);
    let text = text.replace(gain, &format!("{gain}hold_gain_n_m_per_rad = 0.0\n"));
    let path = folder.join("yielding.toml");
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn resting(vehicle: &str, terrain: &str, yaw_deg: f64) -> String {
    format!(
        "title = \"rest\"\nduration_s = 40.0\n[gravity]\nacceleration_m_per_s2 = 3.7132\n\
         [terrain]\n{terrain}\n[ground]\nrest_penetration_m = 0.01\ndamping_ratio = 0.5\n\
         stick_angle_deg = 32.0\nslide_angle_deg = 27.0\nfriction = \"resting\"\n\
         [[vehicle]]\nname = \"curiosity\"\nmodel = \"{vehicle}\"\n\
         [vehicle.start]\nheight_m = 0.002\nheight_of = \"settled\"\n\
         yaw_pitch_roll_deg = [{yaw_deg}, 0.0, 0.0]\n\
         [[vehicle.drive]]\nmotion = \"stop\"\nduration_s = 40.0\n\
         [stepping]\nstep_s = 0.001\n"
    )
}

/// Loads by statics and after a drop of 2 mm and a long wait.
fn loads(terrain: &str, on: &str, yaw_deg: f64) -> Vec<(String, f64, f64)> {
    let folder = tempfile::tempdir().unwrap();
    let vehicle = yielding(folder.path());
    let question = Question {
        vehicle: vehicle.clone(),
        terrain: on.into(),
        at_m: [0.0, 0.0],
        heading_deg: 90.0 - yaw_deg,
        gravity_m_per_s2: 3.7132,
        rest_penetration_m: Some(0.01),
        friction: planetfall_run::settling::FRICTION,
        soil: None,
    };
    let answer = settle(&question).unwrap();
    let text = resting(&vehicle, terrain, yaw_deg);
    let loaded = ScenarioFile::from_text("rest", &text).load(Ink::Plain).unwrap();
    let outcome = run(&loaded.scenario, &mut Silent).unwrap();
    let waited = |name: &str| outcome.metric(&format!("{name}.final_normal_force_n")).unwrap();
    answer.loads.iter().map(|(name, load)| (name.clone(), *load, waited(name))).collect()
}

#[test]
fn on_level_ground_each_wheel_load_is_that_of_statics() {
    let all = loads("kind = \"level\"", "flat", 0.0);
    let sum: f64 = all.iter().map(|(_, load, _)| load).sum();
    assert!((sum - 899.18 * 3.7132).abs() < 1e-6 * sum);
    for (name, statics, waited) in all {
        assert!((waited / statics - 1.0).abs() < 1e-3, "{name}: {statics} and {waited} N");
    }
}

#[test]
fn on_a_cross_slope_the_pose_of_statics_is_that_of_a_long_wait() {
    let slope = "kind = \"incline\"\nslope_deg = 15.0\ndownhill_heading_deg = 90.0";
    let folder = tempfile::tempdir().unwrap();
    let text = resting(&yielding(folder.path()), slope, 90.0);
    let loaded = ScenarioFile::from_text("rest", &text).load(Ink::Plain).unwrap();
    let scenario = &loaded.scenario;
    let mut simulation = Simulation::new(scenario);
    let pose = |state: &planetfall::state::State| {
        let kinematics = state.kinematics(&scenario.world, 0);
        let centre = energy::centre_of_mass(&state.inertias, &kinematics).position;
        let slope = 15f64.to_radians();
        // Above the slope, and the attitude: where it stands along the slope is not the question.
        let above = centre.dot(&Vector3::new(slope.sin(), 0.0, slope.cos()));
        (above, state.motion(&scenario.world, 0).site_from_body)
    };
    let (settled, attitude) = pose(simulation.state());
    simulation.advance(scenario.duration, &mut Silent).unwrap();
    let (waited, end) = pose(simulation.state());
    let dropped = 0.002 * 15f64.to_radians().cos();
    assert!((settled - dropped - waited).abs() < 1e-3, "{settled} and {waited} m");
    assert!(attitude.angle_to(&end) < 1e-3, "turned by {} rad", attitude.angle_to(&end));
}

#[test]
fn a_rover_parked_up_a_slope_stands_still() {
    let slope = "kind = \"incline\"\nslope_deg = 15.0\ndownhill_heading_deg = 90.0";
    let text = resting("curiosity", slope, 180.0);
    let loaded = ScenarioFile::from_text("rest", &text).load(Ink::Plain).unwrap();
    let world = &loaded.scenario.world;
    let mut simulation = Simulation::new(&loaded.scenario);
    let mut at = |seconds| {
        simulation.advance(Time::from_millis(1000 * i64::from(seconds)), &mut Silent).unwrap();
        simulation.state().motion(world, 0).position
    };
    let (before, after) = (at(20), at(40));
    assert!((after - before).norm() < 1e-9, "it crept {} m", (after - before).norm());
}

#[test]
#[ignore = "takes long; run by ./test --full"]
fn the_differential_holds_after_a_thousand_seconds_over_rocks() {
    let text = include_str!("../../../../scenarios/curiosity-drive.toml");
    let long = text
        .replace("duration_s = 90.0", "duration_s = 1000.0")
        .replace("duration_s = 20.0", "duration_s = 920.0")
        .replace("rate_deg_per_s = 1.0", "rate_deg_per_s = 0.5");
    let loaded = ScenarioFile::from_text("long", &long).load(Ink::Plain).unwrap();
    let world = &loaded.scenario.world;
    let mut simulation = Simulation::new(&loaded.scenario);
    simulation.advance(loaded.scenario.duration, &mut Silent).unwrap();
    let tree = &world.vehicles()[0].tree;
    let kinematics = simulation.state().kinematics(world, 0);
    // Measured on the links themselves, not on the coordinate that the rockers share.
    let angle = |name: &str| {
        let link = tree.link(name).unwrap();
        let body = kinematics.links[0].rotation;
        let ahead = body.tr_mul(&(kinematics.links[link].rotation * Vector3::x()));
        (-ahead.z).atan2(ahead.x)
    };
    let (left, right) = (angle("rocker_left"), angle("rocker_right"));
    assert!((left + right).abs() < 1e-12, "{left} and {right}");
    assert!(left != 0.0);
}

#[test]
fn on_a_cross_slope_statics_and_a_long_wait_agree() {
    let slope = "kind = \"incline\"\nslope_deg = 15.0\ndownhill_heading_deg = 90.0";
    for (name, statics, waited) in loads(slope, "incline:15", 90.0) {
        assert!((waited / statics - 1.0).abs() < 1e-2, "{name}: {statics} and {waited} N");
    }
}
