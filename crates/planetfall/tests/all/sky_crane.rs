//! A sky crane with its flight software in the loop, from constant descent to the stage's impact.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::MARS;
use nalgebra::{UnitQuaternion, Vector3};
use planetfall::control::flight::{CranePlan, Detection, FlightSoftware, Gains, Plan, Reference};
use planetfall::environment::Gravity;
use planetfall::ground::marker::{Friction, FrictionTable, MarkerGround, Spring};
use planetfall::phase::{Condition, Phase, Then, Trigger};
use planetfall::recording::{EventKind, Memory, Silent};
use planetfall::scenario::Scenario;
use planetfall::simulation::{Simulation, run};
use planetfall::stepping::Method;
use planetfall::terrain::Plane;
use planetfall::time::Time;
use planetfall::vehicle::sensor::{InertialUnit, PoseErrors};
use planetfall::vehicle::{
    Anchor, Brake, Cable, Engine, Inertia, Motion, Mount, Sensor, SensorKind, Tank, Vehicle,
};
use planetfall::world::World;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, TAU};
use std::sync::Arc;

fn seconds(value: f64) -> Time {
    Time::from_seconds(value).unwrap()
}

fn law(mass: f64) -> MarkerGround {
    MarkerGround {
        spring: Spring::from_rest(mass, MARS, 0.01, 0.1),
        table: FrictionTable {
            stick_speed: 0.05,
            slide_speed: 0.1,
            stick_coefficient: 32f64.to_radians().tan(),
            slide_coefficient: 27f64.to_radians().tan(),
        },
        friction: Friction::Classical,
    }
}

fn rover() -> Vehicle {
    let mass = 899.18;
    let inertia = Inertia::principal(mass, Vector3::new(405.09, 571.41, 774.84)).unwrap();
    let mut rover = Vehicle::rigid("rover", inertia);
    for (name, x, y) in [
        ("front_left", 1.095, 1.0625),
        ("front_right", 1.095, -1.0625),
        ("rear_left", -1.165, 1.0625),
        ("rear_right", -1.165, -1.0625),
    ] {
        rover = rover.with_marker(name, Vector3::new(x, y, -0.8944), law(mass));
    }
    rover
}

fn stage() -> Vehicle {
    let inertia = Inertia::principal(983.0, Vector3::new(640.0, 640.0, 1100.0)).unwrap();
    let mut stage = Vehicle::rigid("stage", inertia);
    for corner in 0..4u32 {
        let (sine, cosine) = (FRAC_PI_4 + f64::from(corner) * FRAC_PI_2).sin_cos();
        let sign = if corner % 2 == 0 { 1.0 } else { -1.0 };
        let (cant, side) = (25f64.to_radians(), 5f64.to_radians());
        let inward = Vector3::new(-cosine, -sine, 0.0) * cant.tan();
        let across = Vector3::new(-sine, cosine, 0.0) * (sign * side.tan());
        stage.engines.push(Engine {
            name: format!("mle_{}", corner + 1),
            link: 0,
            position: Vector3::new(1.4 * cosine, 1.4 * sine, -0.3),
            direction: (Vector3::z() + inward + across).normalize(),
            least: 31.0,
            most: 3603.0,
            lag: 0.05,
            specific_impulse: 212.0,
            fails_at: None,
            valve: None,
        });
        let foot = Vector3::new(1.6 * cosine, 1.6 * sine, -0.6);
        stage = stage.with_marker(format!("foot_{corner}"), foot, law(983.0));
    }
    for third in 0..3u32 {
        let (sine, cosine) = (f64::from(third) * TAU / 3.0).sin_cos();
        stage.tanks.push(Tank {
            name: format!("tank_{third}"),
            link: 0,
            position: Vector3::new(0.9 * cosine, 0.9 * sine, 0.0),
            propellant: 190.0 / 3.0,
            gyration: Vector3::repeat(0.2),
        });
    }
    stage
}

fn bridle(third: u32) -> Cable {
    let (sine, cosine) = (f64::from(third) * TAU / 3.0).sin_cos();
    Cable {
        name: format!("bridle_{}", third + 1),
        group: Some("bridles".into()),
        from: Anchor { vehicle: 1, link: 0, point: Vector3::new(0.2 * cosine, 0.2 * sine, -0.3) },
        to: Anchor { vehicle: 0, link: 0, point: Vector3::new(0.7 * cosine, 0.7 * sine, 0.45) },
        axial_stiffness: 3338.0 / 3.0 * 7.5 / 0.75,
        damping_time: 0.3,
        stowed: 0.7,
        length: 7.5,
        brake: Some(Brake {
            profile: vec![(0.0, 0.4), (1.0, 1.8), (5.0, 1.8), (6.8, 0.3)],
            free_tension: 200.0,
        }),
        stuck: false,
    }
}

fn world(gravity_error: f64) -> World {
    let ground = Plane::level(0.0).unwrap();
    let mut world = World::new(Gravity::Uniform(MARS), Arc::new(ground), vec![rover(), stage()]);
    let mount = Mount {
        part: 0,
        carrier: 1,
        link: 0,
        position: Vector3::new(0.0, 0.0, -1.25),
        rotation: UnitQuaternion::identity(),
    };
    world = world.with_mount(mount).unwrap();
    for third in 0..3 {
        world = world.with_cable(bridle(third)).unwrap();
    }
    world.with_flight_software(FlightSoftware {
        vehicle: 1,
        radar: Sensor::new(
            "radar",
            1,
            Time::from_millis(50),
            "navigation",
            SensorKind::Pose(PoseErrors::default()),
        ),
        inertial: Sensor::new(
            "inertial",
            1,
            Time::from_millis(10),
            "inertial",
            SensorKind::Inertial(InertialUnit::default()),
        ),
        radar_until: Time::ZERO,
        gravity: MARS * (1.0 + gravity_error),
        planet: None,
        approach: None,
        attitude: None,
        plan: Plan::Crane(CranePlan {
            part: 0,
            cables: vec![0, 1, 2],
            descent_speed: 0.75,
            separation_height: 21.5,
            pay_out: seconds(8.0),
            cut_delay: seconds(0.3),
            hover: seconds(0.7),
            heading: 0.0,
            pitch: FRAC_PI_4,
            pitch_rate: 0.6,
            burn_acceleration: 8.9,
            burn: seconds(6.66),
        }),
        detection: Detection::Throttle {
            reference: Reference::Weight,
            threshold: None,
            persistence: seconds(0.6),
        },
        gains: Gains { velocity: 3.0, integral: 3.0, attitude: 3.0, damping: 0.8, tilt: 0.35 },
        engines: vec![0, 1, 2, 3],
        mass_ratio: 1.0,
        periods: [Time::from_millis(10); 4],
    })
}

fn scenario(gravity_error: f64) -> Scenario {
    let start = Motion {
        velocity: Vector3::new(0.0, 0.0, -0.75),
        ..Motion::at_rest(Vector3::new(0.0, 0.0, 25.0))
    };
    let rover = Motion::at_rest(Vector3::zeros());
    let method = Method::RungeKutta4 { step: Time::from_millis(1) };
    let landed = Trigger { condition: Condition::VehicleTouch(1), then: Then::Enter(1) };
    let end = Trigger {
        condition: Condition::Elapsed(Time::from_millis(500)),
        then: Then::End("landed".into()),
    };
    let mut scenario = Scenario::single_phase(
        "sky-crane",
        world(gravity_error),
        vec![rover, start],
        method,
        seconds(90.0),
    )
    .unwrap();
    scenario.phases[0].triggers.push(landed);
    scenario.phases.push(Phase::new("impact", method, vec![end]));
    scenario
}

#[test]
fn the_crane_lands_its_load_notices_it_and_flies_away() {
    let scenario = scenario(0.0);
    let mut heard = Memory::default();
    let outcome = run(&scenario, &mut heard).unwrap();
    let metric = |name: &str| outcome.metric(name).unwrap();
    assert_eq!(outcome.name, "landed");
    let modes: Vec<&str> = heard
        .events
        .iter()
        .filter_map(|event| match event.kind {
            EventKind::Mode { controller, mode } => {
                Some(scenario.world.control()[controller].controller.mode_name(mode))
            }
            _ => None,
        })
        .collect();
    let order = ["descent", "pay_out", "slung", "touchdown", "hover", "pitch", "burn", "ballistic"];
    assert_eq!(modes, order);
    assert!((metric("touchdown.vertical_speed_m_per_s") - 0.75).abs() < 0.02);
    assert!((metric("bridles.tension_before_contact_n") / (899.18 * MARS) - 1.0).abs() < 0.002);
    assert!((metric("rover.ground_force_final_n") / (899.18 * MARS) - 1.0).abs() < 0.002);
    assert!((1.0..1.6).contains(&metric("cut.delay_after_contact_s")));
    assert!(metric("rover.altitude_change_during_flyaway_m") < 1e-6);
}

#[test]
fn energy_and_momentum_of_a_landing_are_accounted_for() {
    let scenario = scenario(0.0);
    let mut simulation = Simulation::new(&scenario);
    // Until just before the stage's impact, whose damper acts at once and is met inside a step.
    simulation.advance(seconds(42.0), &mut Silent).unwrap();
    let ledger = &simulation.state().ledger;
    let share = ledger.unexplained_share();
    assert!(share < 1e-6, "{share}");
    let (linear, angular) = ledger.unexplained_momentum();
    let impulse = 2000.0 * MARS * 42.0;
    assert!(linear < 1e-10 * impulse, "{linear}");
    assert!(angular < 1e-8 * impulse * 600.0, "{angular}");
}

#[test]
fn the_stage_flies_a_parabola_once_its_engines_are_off() {
    let scenario = scenario(0.0);
    let mut simulation = Simulation::new(&scenario);
    // The thrust dies away with its lag: 60 times 0.05 s leave nothing of it.
    simulation.advance(seconds(33.0), &mut Silent).unwrap();
    let centre = |simulation: &Simulation| {
        simulation.evaluation().centre(&scenario.world, simulation.state(), 1)
    };
    let start = centre(&simulation);
    simulation.advance(seconds(42.0), &mut Silent).unwrap();
    let end = centre(&simulation);
    let expected = start.position + start.velocity * 9.0 - Vector3::z() * (0.5 * MARS * 81.0);
    assert!((end.position - expected).norm() < 1e-8, "{}", end.position - expected);
}

#[test]
fn a_gravity_on_board_that_is_too_large_makes_the_landing_slow() {
    let outcome = run(&scenario(0.001), &mut Silent).unwrap();
    let metric = |name: &str| outcome.metric(name).unwrap();
    let expected = 0.75 - 0.001 * MARS * metric("touchdown.time_s");
    let speed = metric("touchdown.vertical_speed_m_per_s");
    assert!((speed - expected).abs() < 0.01, "{speed} {expected}");
}
