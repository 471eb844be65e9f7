//! What surrounds a vehicle: arcs over a turning planet, attitudes held against the stars, air and wind over the site.

use crate::common;
use nalgebra::{Matrix3, Vector3};
use planetfall::environment::{
    Atmosphere, Coordinates, EmbeddedAtmosphere, FlightPath, Geodesy, Gravity, MARS, Planet,
    PlanetSite, VelocityFrame, Wind, WindRow,
};
use planetfall::forces::{CustomForce, Exertion, ForceView};
use planetfall::math::rotation;
use planetfall::recording::Silent;
use planetfall::scenario::Scenario;
use planetfall::simulation::{RunError, Simulation, run};
use planetfall::stepping::{Method, Tolerance};
use planetfall::terrain::{Extent, Limited, Plane};
use planetfall::time::Time;
use planetfall::vehicle::{Anchor, Inertia, Motion, Vehicle};
use planetfall::world::World;
use std::sync::Arc;

const MU: f64 = 4.282_837_371_6e13;
const SITE_RADIUS: f64 = 3_391_150.0;
const ARC: Time = Time::from_millis(257_000);

fn planet(rotation_rate: f64) -> Planet {
    let latitude = (-4.5895f64).to_radians();
    Planet::new(MU, 0.0, 3_396_000.0, SITE_RADIUS, rotation_rate, latitude)
        .with_longitude(137.4417f64.to_radians())
}

fn site(planet: &Planet) -> PlanetSite {
    match Geodesy::of(&Gravity::Planet(*planet)) {
        Geodesy::Round(site) => site,
        Geodesy::Flat { .. } => panic!("a planet is round"),
    }
}

fn far_ground() -> Arc<Limited> {
    let plane = Arc::new(Plane::level(0.0).unwrap());
    let extent = Extent { x_min: -1e3, x_max: 1e3, y_min: -1e3, y_max: 1e3 };
    Arc::new(Limited::new(plane, extent, SITE_RADIUS, 0.0).unwrap())
}

fn body() -> Vehicle {
    let matrix = Matrix3::new(2000.0, 100.0, -50.0, 100.0, 3000.0, 80.0, -50.0, 80.0, 2500.0);
    Vehicle::rigid("capsule", Inertia::new(3153.0, Vector3::zeros(), matrix).unwrap())
}

fn fine() -> Method {
    let tolerance = Tolerance { position: 1e-6, velocity: 1e-9, attitude: 1e-12, rate: 1e-13 };
    Method::DormandPrince54 {
        tolerance,
        longest: Time::from_millis(2_000),
        shortest: Time::from_nanos(1000),
    }
}

/// The entry of MSL at a motion in inertial axes that coincide with the site's at the start.
fn entry(planet: &Planet) -> (Motion, Vector3<f64>, Vector3<f64>) {
    let site = site(planet);
    let path = FlightPath {
        coordinates: Coordinates {
            latitude: (-3.92f64).to_radians(),
            longitude: 126.70f64.to_radians(),
            radius: 3_522_200.0,
        },
        speed: 6084.5,
        angle: (-15.49f64).to_radians(),
        azimuth: 93.35f64.to_radians(),
    };
    let (place, relative) = path.site_motion(&site, VelocityFrame::Inertial, planet.rotation());
    let (r, v) = (
        site.radius_vector(&place),
        relative + planet.rotation().cross(&site.radius_vector(&place)),
    );
    (Motion { velocity: relative, ..Motion::at_rest(place) }, r, v)
}

/// Place and velocity on a Kepler arc after a time (s), by universal variables with Stumpff's functions (Battin, An
/// Introduction to the Mathematics and Methods of Astrodynamics, §4.5); independent of everything under test.
fn kepler(r0: &Vector3<f64>, v0: &Vector3<f64>, time: f64) -> (Vector3<f64>, Vector3<f64>) {
    let (radius, root) = (r0.norm(), MU.sqrt());
    let radial = r0.dot(v0) / root;
    let alpha = 2.0 / radius - v0.norm_squared() / MU;
    let stumpff = |psi: f64| {
        let s = psi.sqrt();
        ((1.0 - s.cos()) / psi, (s - s.sin()) / (s * psi))
    };
    let mut chi = root * alpha * time;
    for _ in 0..50 {
        let psi = alpha * chi * chi;
        let (c2, c3) = stumpff(psi);
        let r = chi * chi * c2 + radial * chi * (1.0 - psi * c3) + radius * (1.0 - psi * c2);
        let t = chi.powi(3) * c3 + radial * chi * chi * c2 + radius * chi * (1.0 - psi * c3);
        chi += (root * time - t) / r;
    }
    let psi = alpha * chi * chi;
    let (c2, c3) = stumpff(psi);
    let f = 1.0 - chi * chi * c2 / radius;
    let g = time - chi.powi(3) * c3 / root;
    let place = r0 * f + v0 * g;
    let r = place.norm();
    let g_dot = 1.0 - chi * chi * c2 / r;
    let f_dot = root / (r * radius) * chi * (psi * c3 - 1.0);
    (place, r0 * f_dot + v0 * g_dot)
}

fn flown(planet: &Planet, start: Motion, world: impl FnOnce(World) -> World) -> Motion {
    let ground = far_ground();
    let world = world(World::new(Gravity::Planet(*planet), ground, vec![body()]));
    let scenario = Scenario::single_phase("arc", world, vec![start], fine(), ARC).unwrap();
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(ARC, &mut Silent).unwrap();
    simulation.state().motion(&scenario.world, 0)
}

#[test]
fn an_entry_in_vacuum_is_a_kepler_arc_whether_the_frame_turns_or_not() {
    for rate in [0.0, 7.088_218e-5] {
        let planet = planet(rate);
        let (start, r0, v0) = entry(&planet);
        let seconds = ARC.seconds();
        let (place, velocity) = kepler(&r0, &v0, seconds);
        // Site axes have turned with the planet.
        let back = rotation::from_scaled_axis(&(planet.rotation() * -seconds));
        let end = flown(&planet, start, |world| world);
        let (expected, found) = (back * place, site(&planet).radius_vector(&end.position));
        let miss = (found - expected).norm();
        assert!(miss < 1e-9 * r0.norm(), "{rate}: {miss} m");
        let relative = back * velocity - planet.rotation().cross(&expected);
        let error = (end.velocity - relative).norm();
        assert!(error < 1e-9 * v0.norm(), "{rate}: {error} m/s");
    }
}

#[test]
fn a_body_without_torque_holds_its_attitude_while_the_planet_turns() {
    let planet = planet(7.088_218e-5);
    let (mut start, _, _) = entry(&planet);
    start.site_from_body = rotation::from_yaw_pitch_roll(0.7, -0.4, 2.0);
    start.rate = -(start.site_from_body.inverse() * planet.rotation());
    let end = flown(&planet, start, |world| world);
    let turned = rotation::from_scaled_axis(&(planet.rotation() * -ARC.seconds()));
    let error = (turned * start.site_from_body).angle_to(&end.site_from_body);
    // Without the planet's spin in Euler's equation it would be off by about Ω² t²/2 times the inertia's asymmetry.
    assert!(error < 1e-11, "{error} rad");
    let spin = planet.rotation().norm() * ARC.seconds();
    assert!((start.site_from_body.angle_to(&end.site_from_body) - spin).abs() < 1e-9);
}

#[test]
fn a_spinning_body_keeps_its_angular_momentum_against_the_stars() {
    let planet = planet(7.088_218e-5);
    let (mut start, _, _) = entry(&planet);
    start.rate = Vector3::new(0.2, -0.1, 0.15);
    let inertia = body().tree.links()[0].inertia.unwrap();
    let momentum = |motion: &Motion| {
        let absolute = motion.rate + motion.site_from_body.inverse() * planet.rotation();
        motion.site_from_body * (inertia.about_centre() * absolute)
    };
    let end = flown(&planet, start, |world| world);
    let turned = rotation::from_scaled_axis(&(planet.rotation() * -ARC.seconds()));
    let change = (momentum(&end) - turned * momentum(&start)).norm();
    assert!(change < 1e-9 * momentum(&start).norm(), "{change}");
}

#[test]
fn a_spinning_body_closes_its_energy_account_in_the_turning_frame() {
    let planet = planet(7.088_218e-3); // a hundred times the spin of Mars, so that its terms are seen
    let (mut start, _, _) = entry(&planet);
    start.velocity = Vector3::new(100.0, 0.0, 0.0);
    start.rate = Vector3::new(0.02, -0.01, 0.015);
    let world = World::new(Gravity::Planet(planet), far_ground(), vec![body()]);
    let duration = Time::from_millis(60_000);
    let scenario = Scenario::single_phase("spin", world, vec![start], fine(), duration).unwrap();
    let outcome = run(&scenario, &mut Silent).unwrap();
    let unexplained = outcome.metric("energy.unexplained_j").unwrap();
    // The body turns with a kinetic energy of about 1 J.
    assert!(unexplained.abs() < 1e-3, "{unexplained} J");
}

#[test]
fn air_and_wind_are_those_of_the_altitude_600_km_away() {
    let planet = MARS.gravity(SITE_RADIUS, -0.0801, 2.4);
    let rows = [(0.0, 10.0, -5.0), (1e5, 30.0, 15.0)];
    let rows = rows.map(|(altitude, east, north)| WindRow { altitude, east, north });
    let atmosphere = EmbeddedAtmosphere::MarsMsl.atmosphere().unwrap();
    let world = World::new(Gravity::Planet(planet), far_ground(), vec![body()])
        .with_atmosphere(Arc::new(atmosphere.clone()))
        .with_wind(Arc::new(Wind::new(&rows).unwrap()));
    let site = site(&planet);
    for (latitude, longitude) in [(-0.0801, 2.4), (0.1, 2.4), (-0.06, 2.22)] {
        let here = Coordinates { latitude, longitude, radius: 3_395_650.0 + 40e3 };
        let place = site.place(&here);
        assert!((world.air(&place, 0.0).density / atmosphere.at(40e3).density - 1.0).abs() < 1e-10);
        let altitude = world.geodesy().altitude(&place);
        let expected = [10.0 + 20.0 * altitude / 1e5, -5.0 + 20.0 * altitude / 1e5];
        let local = world.geodesy().site_from_local(&place).tr_mul(&world.wind(&place, 0.0));
        assert!((local - Vector3::new(expected[0], expected[1], 0.0)).norm() < 1e-9, "{local}");
    }
    let bare = World::new(Gravity::Planet(planet), far_ground(), vec![body()]);
    assert_eq!(bare.air(&Vector3::zeros(), 0.0).density, 0.0);
    assert_eq!(bare.wind(&Vector3::zeros(), 0.0), Vector3::zeros());
}

#[test]
fn height_above_ground_is_along_the_local_vertical() {
    let planet = planet(0.0);
    let slope = 4.5f64.to_radians();
    let plane = Arc::new(Plane::incline(Vector3::zeros(), slope, 1.0).unwrap());
    let extent = Extent { x_min: -2e3, x_max: 2e3, y_min: -2e3, y_max: 2e3 };
    let ground = Arc::new(Limited::new(plane, extent, SITE_RADIUS, 0.0).unwrap());
    let world = World::new(Gravity::Planet(planet), ground.clone(), vec![body()]);
    for foot in [Vector3::new(500.0, -800.0, 0.0), Vector3::new(3e5, 2e5, 0.0)] {
        use planetfall::terrain::Terrain;
        let foot = Vector3::new(foot.x, foot.y, ground.height(foot.x, foot.y).unwrap());
        let place = foot + world.geodesy().up(&foot) * 900.0;
        let height = world.height_above_ground(&place).unwrap();
        assert!((height - 900.0).abs() < 1e-5, "{height}");
    }
}

#[test]
fn a_run_that_must_not_extrapolate_air_says_where_the_table_ends() {
    let planet = planet(0.0);
    let made = EmbeddedAtmosphere::MarsMsl.atmosphere().unwrap().refusing_extrapolation();
    let world = World::new(Gravity::Planet(planet), far_ground(), vec![body()])
        .with_atmosphere(Arc::new(made));
    let start = Motion {
        velocity: Vector3::new(0.0, 0.0, 500.0),
        ..Motion::at_rest(Vector3::new(0.0, 0.0, 160e3))
    };
    let scenario = Scenario::single_phase("up", world, vec![start], fine(), ARC).unwrap();
    let error = run(&scenario, &mut Silent).unwrap_err();
    assert!(matches!(error, RunError::OutsideAtmosphere { .. }), "{error}");
    let text = error.to_string();
    assert!(text.contains("goes from -10000 m to 160000 m"), "{text}");
    assert!(text.contains("capsule is at an altitude of 16"), "{text}");
}

/// A force that grows with the clock, N.
#[derive(Debug)]
struct Clock;

impl CustomForce for Clock {
    fn name(&self) -> &str {
        "clock"
    }

    fn links(&self) -> Vec<(usize, usize)> {
        vec![(0, 0)]
    }

    fn apply(&self, view: &ForceView<'_>, out: &mut Exertion<'_>) {
        let at = Anchor { vehicle: 0, link: 0, point: Vector3::zeros() };
        let time = view.seconds();
        out.force_at(&at, Vector3::x() * (3153.0 * time * time * time));
    }
}

#[test]
fn a_force_sees_the_instant_of_its_stage() {
    // v = t⁴/4 is of the order of the method only if each stage has its own instant.
    let level = Arc::new(Plane::level(-1e4).unwrap());
    let world =
        World::new(Gravity::Uniform(0.0), level, vec![body()]).with_force(Arc::new(Clock)).unwrap();
    let method = Method::RungeKutta4 { step: Time::from_millis(500) };
    let duration = Time::from_millis(2_000);
    let start = vec![Motion::at_rest(Vector3::zeros())];
    let scenario = Scenario::single_phase("clock", world, start, method, duration).unwrap();
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(duration, &mut Silent).unwrap();
    let end = simulation.state().motion(&scenario.world, 0);
    assert!((end.velocity.x - 4.0).abs() < 1e-12, "{}", end.velocity.x);
}

#[test]
fn an_atmosphere_is_data_of_the_world_and_costs_a_force_no_state() {
    let made =
        Arc::new(Atmosphere::exponential(0.02, 11_100.0, 210.0, &MARS.gas.unwrap()).unwrap());
    let plane = Arc::new(Plane::level(0.0).unwrap());
    let world = World::new(Gravity::Uniform(common::MARS), plane, vec![body()]);
    let before = world.layout().len();
    let world = world.with_atmosphere(made).with_geodesy(Geodesy::Flat { elevation: 11_100.0 });
    let air = world.air(&Vector3::zeros(), 0.0);
    assert!((air.density / 0.02 - (-1f64).exp()).abs() < 1e-15);
    assert_eq!(world.layout().len(), before);
}
