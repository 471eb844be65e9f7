//! Navigation over a planet, and a plan that sees nothing but it.

use nalgebra::Vector3;
use planetfall::control::flight::entry::{
    BankLaw, Curve, EntryGuidance, EntryMode, EntryModel, EntryState, ModeEnd, ModeOrder,
    OrderKind, Place, PlanetModel, SiteFrame,
};
use planetfall::control::flight::{
    Approach, Detection, FlightSoftware, Gains, LanderPlan, Plan, PlanetNavigation,
};
use planetfall::environment::{AirRow, Atmosphere, Gas, Gravity, Planet};
use planetfall::recording::{EventKind, Memory, Silent};
use planetfall::scenario::Scenario;
use planetfall::simulation::{Simulation, run};
use planetfall::stepping::Method;
use planetfall::terrain::Plane;
use planetfall::time::Time;
use planetfall::vehicle::sensor::{InertialUnit, PoseErrors};
use planetfall::vehicle::{Inertia, Motion, Mount, Sensor, SensorKind, Vehicle};
use planetfall::world::World;
use std::sync::Arc;

const TICK: Time = Time::from_millis(10);
/// Registers of the navigator, which is the first controller: velocity and position.
const VELOCITY: usize = 1;
const POSITION: usize = 17;

fn planet() -> Planet {
    Planet::new(4.282_837_371_6e13, 1.956_608_6e-3, 3_396_000.0, 3_391_150.0, 7.088_218e-5, -0.0802)
        .with_longitude(2.398)
}

fn site() -> SiteFrame {
    let place = Place { longitude: 2.398, latitude: -0.0802 };
    SiteFrame { place, radius: planet().site_radius() }
}

/// Errors of navigation: gravity, and position, velocity, attitude at the start.
#[derive(Clone, Copy, Default)]
struct Errors {
    gravity: f64,
    start: [Vector3<f64>; 3],
}

fn atmosphere() -> Atmosphere {
    let row = |altitude: f64| AirRow {
        altitude,
        density: 0.01,
        temperature: 200.0,
        pressure: None,
        sound_speed: None,
    };
    Atmosphere::new(&[row(0.0), row(1e5)], &Gas { gamma: 1.3, constant: 190.0 }).unwrap()
}

/// A plan that lets the part go below a speed and then does nothing.
fn approach(speed: f64) -> Approach {
    let mut drop = EntryMode::new("drop", BankLaw::Free, Vec::new());
    drop.orders = vec![ModeOrder { after: 0.0, what: OrderKind::Separate(1) }];
    let wait = EntryMode::new("wait", BankLaw::Free, vec![ModeEnd::SpeedBelow(speed)]);
    Approach {
        guidance: EntryGuidance {
            plan: vec![wait, drop],
            profile: Curve::constant(0.0),
            target: site().place,
            target_radius: site().radius,
            table: Vec::new(),
        },
        model: EntryModel {
            planet: PlanetModel {
                mu: planet().mu(),
                j2: planet().j2(),
                equatorial_radius: planet().equatorial_radius(),
                rotation_rate: planet().rotation().norm(),
            },
            atmosphere: atmosphere(),
            datum: planet().site_radius(),
            wind: [0.0; 2],
            drag: Curve::constant(1.0),
            lift_to_drag: Curve::constant(0.0),
            lift_share: Curve::constant(1.0),
            area_per_mass: 0.01,
        },
        site: site(),
        engines: Vec::new(),
        cycle: Time::from_millis(250),
    }
}

fn software(errors: &Errors, world: &World, approach: Option<Approach>) -> FlightSoftware {
    let sensor = |name: &str, kind| Sensor::new(name, 0, TICK, "test", kind);
    FlightSoftware {
        vehicle: 0,
        radar: sensor("radar", SensorKind::Pose(PoseErrors::default())),
        inertial: sensor("inertial", SensorKind::Inertial(InertialUnit::default())),
        radar_until: Time::ZERO,
        gravity: 3.7132,
        planet: Some(PlanetNavigation {
            gravity: Gravity::Planet(planet()),
            gravity_error: errors.gravity,
            geodesy: *world.geodesy(),
            ground: 0.0,
            errors: errors.start,
            radar_switch: None,
        }),
        approach,
        attitude: None,
        plan: Plan::Lander(LanderPlan {
            descent_speed: 1.0,
            drift: [0.0; 2],
            cut_off_delay: Time::ZERO,
        }),
        detection: Detection::Switches { switches: Vec::new(), least: 1, persistence: Time::ZERO },
        gains: Gains { velocity: 1.0, integral: 0.0, attitude: 1.0, damping: 1.0, tilt: 0.3 },
        engines: Vec::new(),
        mass_ratio: 1.0,
        periods: [TICK; 4],
    }
}

fn flight(start: Motion, errors: &Errors, approach: Option<Approach>, seconds: f64) -> Scenario {
    let body = |name: &str| Vehicle::rigid(name, Inertia::ball(100.0, 1.0).unwrap());
    let ground = Plane::level(-1e7).unwrap();
    let mut world =
        World::new(Gravity::Planet(planet()), Arc::new(ground), vec![body("stage"), body("part")]);
    let mount = Mount {
        part: 1,
        carrier: 0,
        link: 0,
        position: Vector3::zeros(),
        rotation: nalgebra::UnitQuaternion::identity(),
    };
    world = world.with_mount(mount).unwrap();
    let software = software(errors, &world, approach);
    let world = world.with_flight_software(software);
    let method = Method::RungeKutta4 { step: TICK };
    let motions = vec![start, start];
    let duration = Time::from_seconds(seconds).unwrap();
    Scenario::single_phase("approach", world, motions, method, duration).unwrap()
}

/// MSL's state at entry interface, tumbling slowly.
fn entry() -> Motion {
    let state = EntryState {
        radius: 3_522_200.0,
        place: Place { longitude: 126.70_f64.to_radians(), latitude: (-3.92_f64).to_radians() },
        speed: 5845.2,
        path_angle: (-16.14_f64).to_radians(),
        heading: 93.35_f64.to_radians(),
    };
    let (position, velocity) = site().motion(&state);
    Motion {
        position,
        velocity,
        rate: Vector3::new(0.02, -0.05, 0.01),
        ..Motion::at_rest(position)
    }
}

/// Navigation less truth after a time: position and velocity.
fn error_after(errors: &Errors, seconds: f64) -> [Vector3<f64>; 2] {
    let scenario = flight(entry(), errors, None, seconds + 1.0);
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(Time::from_seconds(seconds).unwrap(), &mut Silent).unwrap();
    let state = simulation.state();
    let truth = state.motion(&scenario.world, 0);
    let navigated = |place: usize| Vector3::from_column_slice(&state.registers[place..place + 3]);
    [navigated(POSITION) - truth.position, navigated(VELOCITY) - truth.velocity]
}

#[test]
fn navigation_without_errors_follows_an_arc_over_a_turning_planet() {
    // 60 s of free flight from entry interface: 340 km, a vertical that turns by 5.6°.
    let [position, velocity] = error_after(&Errors::default(), 60.0);
    assert!(position.norm() < 1e-3, "{position}");
    assert!(velocity.norm() < 1e-5, "{velocity}");
}

#[test]
fn errors_of_navigation_grow_as_the_closed_forms_say() {
    let (time, fast) = (60.0, Vector3::new(2.0, -1.0, 0.5));
    let start = [Vector3::new(100.0, 200.0, -300.0), fast, Vector3::zeros()];
    let [position, velocity] = error_after(&Errors { gravity: 0.0, start }, time);
    // A gradient of gravity of 1e-6/s² and Coriolis of 1.4e-4/s bend it by less than a hundredth.
    assert!((velocity - fast).norm() < 0.03, "{velocity}");
    assert!((position - start[0] - fast * time).norm() < 1.0, "{position}");
    let gravity = 1e-3;
    let [position, _] = error_after(&Errors { gravity, ..Errors::default() }, time);
    // ½ ε g t², g falling with the altitude from 3.45 to 3.7 m/s² and turning a little.
    assert!(
        (position.norm() / (0.5 * gravity * 3.5 * time * time) - 1.0).abs() < 0.05,
        "{position}"
    );
}

/// True speed at which the part is let go at a navigated speed of 400 m/s, thrown upwards with 450 m/s.
fn speed_at_release(error: f64) -> f64 {
    let start = Motion {
        velocity: Vector3::new(0.0, 0.0, 450.0),
        ..Motion::at_rest(Vector3::new(0.0, 0.0, 1000.0))
    };
    let turned = [Vector3::zeros(), Vector3::z() * error, Vector3::zeros()];
    let errors = Errors { gravity: 0.0, start: turned };
    let scenario = flight(start, &errors, Some(approach(400.0)), 30.0);
    let mut heard = Memory::default();
    run(&scenario, &mut heard).unwrap();
    let released = |kind: &EventKind| matches!(kind, EventKind::Separation { .. });
    let event = heard.events.iter().find(|event| released(&event.kind)).unwrap();
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(event.time, &mut Silent).unwrap();
    simulation.state().motion(&scenario.world, 0).velocity.norm()
}

#[test]
fn a_trigger_by_speed_sees_what_navigation_believes_and_not_the_truth() {
    let exact = speed_at_release(0.0);
    assert!((exact - 400.0).abs() < 3.73 * TICK.seconds(), "{exact}");
    for error in [5.0, -5.0] {
        let moved = speed_at_release(error);
        assert!((moved - (exact - error)).abs() < 3.73 * TICK.seconds(), "{error}: {moved}");
    }
}

#[test]
fn modes_of_a_plan_are_events_and_metrics_by_their_names() {
    let start = Motion {
        velocity: Vector3::new(0.0, 0.0, 410.0),
        ..Motion::at_rest(Vector3::new(0.0, 0.0, 1000.0))
    };
    let scenario = flight(start, &Errors::default(), Some(approach(400.0)), 10.0);
    let mut heard = Memory::default();
    let outcome = run(&scenario, &mut heard).unwrap();
    let names = heard.events.iter().filter_map(|event| match event.kind {
        EventKind::Mode { controller, mode } => {
            Some(scenario.world.control()[controller].controller.mode_name(mode))
        }
        _ => None,
    });
    assert_eq!(names.collect::<Vec<_>>(), ["wait", "drop"]);
    assert_eq!(outcome.metric("mode.wait_s"), Some(0.0));
    let expected = 10.0 / 3.717;
    assert!((outcome.metric("mode.drop_s").unwrap() - expected).abs() < 0.05);
}
