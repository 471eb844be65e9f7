//! Aerodynamics against closed forms, by every method.

use crate::common::MARS;
use nalgebra::{UnitQuaternion, Vector3};
use planetfall::environment::{AirRow, Atmosphere, Gas, Gravity, Wind, WindRow};
use planetfall::forces::{AeroBody, AeroFactors, AeroModel, Aerodynamics, Exposure};
use planetfall::math::rotation;
use planetfall::recording::Silent;
use planetfall::scenario::Scenario;
use planetfall::simulation::{RunError, Simulation, run};
use planetfall::state::State;
use planetfall::stepping::{Channel, Method, StepError, Tolerance, Workspace, step};
use planetfall::terrain::Plane;
use planetfall::time::Time;
use planetfall::vehicle::aerodynamics::{
    AeroDatabase, Heating, MachCurve, MassBalance, SphereCone, TrimFits, scaled_to_trim,
};
use planetfall::vehicle::{Anchor, Inertia, Motion, Vehicle};
use planetfall::world::World;
use std::sync::Arc;

const SCALE_HEIGHT: f64 = 11_100.0;
const GROUND_DENSITY: f64 = 0.0149;
const SOUND: f64 = 220.0;
const BALANCE: MassBalance = MassBalance { behind: 0.30, beside: 0.0273 };

fn row(altitude: f64, density: f64) -> AirRow {
    AirRow { altitude, density, temperature: 200.0, pressure: None, sound_speed: Some(SOUND) }
}

fn air(top: f64) -> Atmosphere {
    let rows = [row(0.0, GROUND_DENSITY), row(2e5, top)];
    Atmosphere::new(&rows, &Gas { gamma: 1.29, constant: 188.92 }).unwrap()
}

/// Density falls by the scale height: exactly, for the table is interpolated in the logarithm.
pub(crate) fn exponential() -> Atmosphere {
    air(GROUND_DENSITY * (-2e5f64 / SCALE_HEIGHT).exp())
}

/// The same density everywhere.
pub(crate) fn uniform() -> Atmosphere {
    air(GROUND_DENSITY)
}

pub(crate) fn sky(gravity: f64, air: Atmosphere, vehicles: Vec<Vehicle>) -> World {
    let far = Plane::level(-1e6).unwrap();
    World::new(Gravity::Uniform(gravity), Arc::new(far), vehicles).with_atmosphere(Arc::new(air))
}

fn ball(mass: f64) -> Vehicle {
    Vehicle::rigid("ball", Inertia::ball(mass, 1.0).unwrap())
}

fn drag(vehicle: usize, area: f64) -> Aerodynamics {
    Aerodynamics {
        name: format!("drag_{vehicle}"),
        at: Anchor { vehicle, link: 0, point: Vector3::zeros() },
        model: AeroModel::Drag(MachCurve::constant(area)),
        exposure: Exposure::Always,
    }
}

fn database(damping: f64) -> Arc<AeroDatabase> {
    let fits = TrimFits::msl();
    Arc::new(scaled_to_trim(&SphereCone::MSL, &fits, &BALANCE, damping).unwrap())
}

/// The coefficients of a capsule whose nose looks along −z of its link, the reference point at the nose.
fn capsule(damping: f64) -> Aerodynamics {
    let body = AeroBody {
        database: database(damping),
        nose: -Vector3::z(),
        area: SphereCone::MSL.area(),
        length: SphereCone::MSL.diameter,
        roll_damping: -0.1,
        heating: Some(Heating { constant: Heating::MARS, nose_radius: 1.125 }),
        factors: AeroFactors::default(),
    };
    Aerodynamics {
        name: "capsule_air".to_owned(),
        at: Anchor { vehicle: 0, link: 0, point: Vector3::zeros() },
        model: AeroModel::Body(body),
        exposure: Exposure::Always,
    }
}

/// A body whose centre of mass lies behind the nose and beside the axis, towards +x of its link.
fn entry_vehicle(mass: f64, moments: [f64; 3], beside: f64) -> Vehicle {
    let length = SphereCone::MSL.diameter;
    let centre = Vector3::new(beside * length, 0.0, BALANCE.behind * length);
    let about = nalgebra::Matrix3::from_diagonal(&Vector3::from(moments));
    Vehicle::rigid("capsule", Inertia::new(mass, centre, about).unwrap())
}

/// Nose along the motion, down a path of this angle below the horizon to the east, at an angle of attack.
fn flying(altitude: f64, speed: f64, path: f64, angle: f64) -> Motion {
    let (down, along) = path.sin_cos();
    // −z of the link is to look along the motion: turn −z towards +x by the angle from straight down.
    let turn = UnitQuaternion::from_axis_angle(
        &Vector3::y_axis(),
        -(std::f64::consts::FRAC_PI_2 - path) + angle,
    );
    Motion {
        position: Vector3::new(0.0, 0.0, altitude),
        site_from_body: turn,
        velocity: Vector3::new(along, 0.0, -down) * speed,
        rate: Vector3::zeros(),
    }
}

const fn rk4(millis: i64) -> Method {
    Method::RungeKutta4 { step: Time::from_millis(millis) }
}

fn scenario(world: World, motions: Vec<Motion>, method: Method, seconds: f64) -> Scenario {
    let duration = Time::from_seconds(seconds).unwrap();
    Scenario::single_phase("flight", world, motions, method, duration).unwrap()
}

fn fly(scenario: &Scenario) -> State {
    let mut simulation = Simulation::new(scenario);
    simulation.advance(scenario.duration, &mut Silent).unwrap();
    simulation.state().clone()
}

fn every_method(step: Time) -> [Method; 6] {
    let tolerance = Tolerance { position: 1e-5, velocity: 1e-6, attitude: 1e-7, rate: 1e-7 };
    [
        Method::RungeKutta4 { step },
        Method::DormandPrince54 { tolerance, longest: step, shortest: Time::from_nanos(1000) },
        Method::Implicit { step },
        Method::MoreauJean { step, theta: 0.5 },
        Method::Newmark { step },
        Method::EventDriven { step },
    ]
}

#[test]
fn an_entry_without_gravity_is_that_of_allen_and_eggers() {
    let (mass, area, speed, path) = (3000.0, 24.0, 6000.0, 0.27f64);
    let world = sky(0.0, exponential(), vec![ball(mass)]).with_force(drag(0, area)).unwrap();
    let start = flying(125_000.0, speed, path, 0.0);
    let end = fly(&scenario(world.clone(), vec![start], rk4(20), 100.0));
    let motion = end.motion(&world, 0);
    let density = |h: f64| GROUND_DENSITY * (-h / SCALE_HEIGHT).exp();
    let between = density(motion.position.z) - density(125_000.0);
    let expected = speed * (-area * SCALE_HEIGHT * between / (2.0 * mass * path.sin())).exp();
    let found = motion.velocity.norm();
    assert!(found < 0.2 * speed, "{found}");
    assert!((found / expected - 1.0).abs() < 1e-6, "{found} {expected}");
}

#[test]
fn a_falling_body_comes_to_its_terminal_velocity_as_the_hyperbolic_tangent() {
    let (mass, area, time) = (54.0, 20.0, 12.0);
    let world = sky(MARS, uniform(), vec![ball(mass)]).with_force(drag(0, area)).unwrap();
    let start = Motion::at_rest(Vector3::new(0.0, 0.0, 50_000.0));
    let terminal = (2.0 * mass * MARS / (GROUND_DENSITY * area)).sqrt();
    let expected = -terminal * (MARS * time / terminal).tanh();
    for method in every_method(Time::from_millis(10)) {
        let end = fly(&scenario(world.clone(), vec![start], method, time));
        let found = end.motion(&world, 0).velocity.z;
        let allowed = if method.is_explicit() { 1e-9 } else { 2e-5 };
        assert!((found / expected - 1.0).abs() < allowed, "{method:?}: {found} {expected}");
    }
}

#[test]
fn an_offset_centre_of_mass_trims_the_capsule_at_its_closed_form() {
    // So heavy that it is not slowed: it only turns.
    let vehicle = entry_vehicle(3e9, [5000.0, 5500.0, 6000.0], BALANCE.beside);
    let world = sky(0.0, uniform(), vec![vehicle]).with_force(capsule(-40.0)).unwrap();
    for (mach, degrees) in [(20.0, 15.6), (3.0, 19.9)] {
        let start = flying(50_000.0, mach * SOUND, 0.2, -0.15);
        let flight = scenario(world.clone(), vec![start], rk4(5), 30.0);
        let outcome = fly(&flight);
        let angle = flight_angle(&world, &outcome);
        let expected = database(0.0).trim_angle(mach, BALANCE.behind, BALANCE.beside).unwrap();
        assert!((angle - expected).abs() < 1e-6, "Mach {mach}: {angle} {expected}");
        assert!((angle.to_degrees() - degrees).abs() < 0.3, "{}", angle.to_degrees());
    }
}

/// Angle between the nose and the motion, rad.
fn flight_angle(world: &World, state: &State) -> f64 {
    let motion = state.motion(world, 0);
    let nose = motion.site_from_body * -Vector3::z();
    nose.angle(&motion.velocity)
}

#[test]
fn newtonian_coefficients_alone_trim_at_sixteen_degrees_by_0_027_diameters() {
    let angles: Vec<f64> = (0..=180).map(|degrees| f64::from(degrees).to_radians()).collect();
    let posts = angles.iter().map(|angle| SphereCone::MSL.coefficients(*angle)).collect();
    let hold = planetfall::vehicle::aerodynamics::MachHold { below: true, above: true };
    let plain = AeroDatabase::new(vec![1.0], angles, posts, hold).unwrap();
    let trim = plain.trim_angle(10.0, 0.30, 0.0273).unwrap().to_degrees();
    assert!((trim - 16.0).abs() < 0.05, "{trim}");
}

#[test]
fn a_capsule_at_trim_flies_as_a_point_mass_with_its_drag_and_lift() {
    let (mass, altitude, speed, path, time) = (3153.0, 60_000.0, 5500.0, 0.20f64, 80.0);
    let vehicle = entry_vehicle(mass, [5000.0, 5500.0, 6000.0], BALANCE.beside);
    let world = sky(MARS, exponential(), vec![vehicle]).with_force(capsule(-1.0)).unwrap();
    let database = database(-1.0);
    let trim = |mach: f64| database.trim_angle(mach, BALANCE.behind, BALANCE.beside).unwrap();
    let point = point_mass(mass, (altitude, speed, path, time), &|mach| {
        database.at(mach, trim(mach)).unwrap().drag_and_lift(trim(mach))
    });
    // The centre of mass is above the axis, so the nose trims below the motion, and lift is up.
    let mut start = flying(altitude, speed, path, trim(speed / SOUND));
    let centre = Vector3::new(BALANCE.beside, 0.0, BALANCE.behind) * SphereCone::MSL.diameter;
    start.position -= start.site_from_body * centre;
    let state = fly(&scenario(world.clone(), vec![start], rk4(10), time));
    let motion = state.motion(&world, 0);
    let place = motion.position + motion.site_from_body * (centre) - Vector3::z() * altitude;
    let away = (place.x - point[0]).hypot(place.z + altitude - point[1]);
    let slower = motion.velocity.norm() / point[2].hypot(point[3]) - 1.0;
    assert!(place.x > 1.5e5 && motion.velocity.norm() < 0.5 * speed, "{place} {}", motion.velocity);
    assert!(away < 100.0 && slower.abs() < 1e-3, "{away} m, {slower}");
}

/// A point mass that lifts upward in a vertical plane: x, z and their rates after a time; RK4 of 10 ms.
fn point_mass(
    mass: f64,
    (altitude, speed, path, time): (f64, f64, f64, f64),
    coefficients: &dyn Fn(f64) -> (f64, f64),
) -> [f64; 4] {
    let rate = |s: &[f64; 4]| {
        let v = s[2].hypot(s[3]);
        let density = GROUND_DENSITY * (-s[1] / SCALE_HEIGHT).exp();
        let (cd, cl) = coefficients(v / SOUND);
        let pull = 0.5 * density * v * SphereCone::MSL.area() / mass;
        let (drag, up) = (cd * pull, cl * pull);
        [s[2], s[3], -drag * s[2] - up * s[3], -drag * s[3] + up * s[2] - MARS]
    };
    let mut s = [0.0, altitude, speed * path.cos(), -speed * path.sin()];
    let h = 0.01;
    for _ in 0..(time / h).round() as usize {
        let shifted = |k: &[f64; 4], h: f64| std::array::from_fn(|i| s[i] + h * k[i]);
        let a = rate(&s);
        let b = rate(&shifted(&a, 0.5 * h));
        let c = rate(&shifted(&b, 0.5 * h));
        let d = rate(&shifted(&c, h));
        s = std::array::from_fn(|i| s[i] + h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]));
    }
    s
}

#[test]
fn a_body_at_rest_in_wind_moves_as_one_that_moves_in_still_air() {
    let wind = Vector3::new(35.0, -20.0, 0.0);
    let rows = [0.0, 1e5].map(|altitude| WindRow { altitude, east: 35.0, north: -20.0 });
    let vehicle = || entry_vehicle(300.0, [500.0, 550.0, 600.0], 0.01);
    let still = sky(0.0, uniform(), vec![vehicle()]).with_force(capsule(-0.2)).unwrap();
    let blown = still.clone().with_wind(Arc::new(Wind::new(&rows).unwrap()));
    let moving = Motion { velocity: -wind, ..flying(20_000.0, 0.0, 0.3, 0.0) };
    let resting = Motion { velocity: Vector3::zeros(), ..moving };
    for method in every_method(Time::from_millis(20)) {
        let a = fly(&scenario(still.clone(), vec![moving], method, 20.0)).motion(&still, 0);
        let b = fly(&scenario(blown.clone(), vec![resting], method, 20.0)).motion(&blown, 0);
        assert!((b.velocity - a.velocity - wind).norm() < 1e-9, "{method:?}");
        assert!(a.site_from_body.angle_to(&b.site_from_body) < 1e-9, "{method:?}");
        assert!(b.rate.norm() > 1e-3, "a wind that does not turn it tests nothing");
    }
}

#[test]
fn the_work_of_the_air_closes_the_account_to_rounding_or_to_the_order_of_the_method() {
    let vehicle = entry_vehicle(3153.0, [5000.0, 5500.0, 6000.0], BALANCE.beside);
    let rows = [0.0, 1e5].map(|altitude| WindRow { altitude, east: 30.0, north: 10.0 });
    let world = sky(MARS, exponential(), vec![vehicle]).with_force(capsule(-0.3)).unwrap();
    let world = world.with_wind(Arc::new(Wind::new(&rows).unwrap()));
    let start = flying(45_000.0, 5000.0, 0.2, 0.4);
    for method in every_method(Time::from_millis(20)) {
        let state = fly(&scenario(world.clone(), vec![start], method, 40.0));
        let share = state.ledger.unexplained_share();
        let allowed = if method.is_explicit() { 1e-7 } else { 1e-9 };
        assert!(share < allowed, "{method:?}: {share}");
        let work = state.ledger.work[Channel::Aerodynamics as usize];
        assert!(work < -1e9, "{method:?}: {work}");
    }
    // A drag area has no kinks: the remainder of Runge–Kutta falls with its order.
    let smooth = sky(MARS, exponential(), vec![ball(3000.0)]).with_force(drag(0, 24.0)).unwrap();
    let left = [40, 20].map(|millis| {
        let start = flying(45_000.0, 5000.0, 0.2, 0.0);
        fly(&scenario(smooth.clone(), vec![start], rk4(4 * millis), 40.0)).ledger.unexplained()
    });
    let order = (left[0] / left[1]).abs().log2();
    assert!(order > 3.5, "{left:?}: {order}");
}

#[test]
fn every_method_finds_the_same_flight_and_allocates_nothing() {
    let vehicle = entry_vehicle(3153.0, [5000.0, 5500.0, 6000.0], BALANCE.beside);
    let world = sky(MARS, exponential(), vec![vehicle]).with_force(capsule(-0.3)).unwrap();
    let start = flying(45_000.0, 5000.0, 0.2, 0.3);
    let exact = fly(&scenario(world.clone(), vec![start], rk4(1), 8.0)).motion(&world, 0);
    for method in every_method(Time::from_millis(5)) {
        let flight = scenario(world.clone(), vec![start], method, 8.0);
        let mut state = flight.initial();
        let mut workspace = Workspace::new(&flight.world);
        let counted = allocation_counter::measure(|| {
            while state.time < flight.duration {
                let longest = method.longest().min(flight.duration - state.time);
                step(&flight.world, &method, &mut state, longest, &mut workspace).unwrap();
            }
        });
        assert_eq!(counted.count_total, 0, "{method:?}");
        let found = state.motion(&world, 0);
        let allowed = if method.is_explicit() { 2e-3 } else { 0.3 };
        let away = (found.position - exact.position).norm();
        assert!(away < allowed, "{method:?}: {away} m");
        let turned =
            rotation::to_scaled_axis(&(found.site_from_body.inverse() * exact.site_from_body));
        assert!(turned.norm() < 0.01, "{method:?}: {} rad", turned.norm());
    }
}

#[test]
fn a_mach_number_outside_the_database_ends_the_run_with_phase_and_time() {
    let vehicle = entry_vehicle(3153.0, [5000.0, 5500.0, 6000.0], 0.0);
    let world = sky(0.0, uniform(), vec![vehicle]).with_force(capsule(0.0)).unwrap();
    for method in every_method(Time::from_millis(10)) {
        let start = flying(45_000.0, 45.0 * SOUND, 0.2, 0.0);
        let flight = scenario(world.clone(), vec![start], method, 1.0);
        let error = run(&flight, &mut Silent).unwrap_err();
        let text = error.to_string();
        let outside = "Mach 45.0000 is outside its 1.3 to 40";
        assert!(text.contains(outside) && text.contains("capsule_air"), "{method:?}: {text}");
        assert!(matches!(
            error,
            RunError::Database { .. } | RunError::Step(StepError::OutsideDatabase { .. })
        ));
    }
}

#[test]
fn peak_deceleration_and_heat_load_of_an_entry_are_their_closed_forms() {
    // Allen and Eggers: most deceleration is v² sin γ/(2 e H) of the speed v far above.
    let (mass, area, speed, path) = (3000.0, 24.0, 6000.0, 0.27f64);
    let vehicle = entry_vehicle(mass, [5000.0, 5500.0, 6000.0], 0.0);
    let constant = AeroDatabase::new(
        vec![1.0],
        vec![0.0, std::f64::consts::PI],
        vec![
            planetfall::vehicle::aerodynamics::AeroCoefficients {
                axial: area / SphereCone::MSL.area(),
                ..Default::default()
            };
            2
        ],
        planetfall::vehicle::aerodynamics::MachHold { below: true, above: true },
    );
    let mut element = capsule(0.0);
    if let AeroModel::Body(body) = &mut element.model {
        body.database = Arc::new(constant.unwrap());
    }
    let world = sky(0.0, exponential(), vec![vehicle]).with_force(element).unwrap();
    let flight = scenario(world, vec![flying(125_000.0, speed, path, 0.0)], rk4(5), 100.0);
    let outcome = run(&flight, &mut Silent).unwrap();
    let metric = |name: &str| outcome.metric(name).unwrap();
    // V = v exp(−B ρ), so that the speed far above is that at the start times exp(B ρ) there.
    let ballistic = area * SCALE_HEIGHT / (2.0 * mass * path.sin());
    let thickness =
        |altitude: f64| 2.0 * ballistic * GROUND_DENSITY * (-altitude / SCALE_HEIGHT).exp();
    let above = speed * speed * thickness(125_000.0).exp();
    let most = above * path.sin() / (2.0 * std::f64::consts::E * SCALE_HEIGHT);
    let found = metric("entry.peak_g") * 9.80665;
    assert!((found / most - 1.0).abs() < 1e-6, "{found} {most}");
    // ∫ k √(ρ/r) V³ dt = k v² H √(π/(2 B r)) [erf √(2 B ρ)]/sin γ between start and end.
    let part = |altitude: f64| libm::erf(thickness(altitude).sqrt());
    let whole = Heating::MARS * above * SCALE_HEIGHT / path.sin()
        * (std::f64::consts::PI / (2.0 * ballistic * 1.125)).sqrt()
        * (part(metric("com.final_z_m")) - part(125_000.0));
    let load = metric("entry.heat_load_j_per_m2");
    assert!((load / whole - 1.0).abs() < 1e-5, "{load} {whole}");
}
