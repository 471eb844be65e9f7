//! Entries with a solution in closed form.

use super::mars;
use crate::control::flight::entry::*;
use crate::environment::{AirRow, Atmosphere, Gas, Gravity, Planet};
use nalgebra::Vector3;

fn still_planet(mu: f64) -> PlanetModel {
    PlanetModel { mu, j2: 0.0, equatorial_radius: 1.0, rotation_rate: 0.0 }
}

/// Air that thins exponentially from `ground` kg/m³ with a scale height, both of its rows on the exponential.
fn exponential(ground: f64, scale: f64) -> Atmosphere {
    let row = |altitude: f64| AirRow {
        altitude,
        density: ground * (-altitude / scale).exp(),
        temperature: 200.0,
        pressure: None,
        sound_speed: Some(200.0),
    };
    Atmosphere::new(&[row(0.0), row(2e5)], &Gas { gamma: 1.3, constant: 190.0 }).unwrap()
}

fn plain(
    planet: PlanetModel,
    (datum, atmosphere): (f64, Atmosphere),
    lift_to_drag: f64,
    area_per_mass: f64,
) -> EntryModel {
    EntryModel {
        planet,
        atmosphere,
        datum,
        wind: [0.0; 2],
        drag: Curve::constant(1.0),
        lift_to_drag: Curve::constant(lift_to_drag),
        lift_share: Curve::constant(1.0),
        area_per_mass,
    }
}

/// Allen and Eggers 1958, eq. 6: V = V₀ exp(−ρ H/(2 B |sin γ|)) on a straight path without gravity.
#[test]
fn without_gravity_a_straight_entry_is_that_of_allen_and_eggers() {
    let (datum, scale, gamma) = (3.4e12, 11_000.0, (-30.0_f64).to_radians());
    let model = plain(still_planet(0.0), (datum, exponential(0.02, scale)), 0.0, 1.0 / 120.0);
    let mut state = EntryState {
        radius: datum + 1.2e5,
        speed: 6000.0,
        path_angle: gamma,
        heading: 1.0,
        ..EntryState::default()
    };
    let first = model.atmosphere.at(state.radius - datum).density;
    let mut worst = 0.0_f64;
    while state.radius > datum + 5e3 {
        state = model.step(&state, 0.0, 0.02);
        let thicker = model.atmosphere.at(state.radius - datum).density - first;
        let exact = 6000.0 * (-thicker * scale / (2.0 * 120.0 * -gamma.sin())).exp();
        worst = worst.max((state.speed / exact - 1.0).abs());
    }
    assert!(state.speed < 3000.0, "it has slowed down: {}", state.speed);
    assert!(worst < 1e-6, "{worst:e}");
}

/// Equilibrium glide (Eggers, Allen and Neice 1957): with L = g − V²/r the range from V₁ to V₂ is
/// (r/2)(L/D) ln((1 − V₂²/g r)/(1 − V₁²/g r)).
#[test]
fn a_glide_in_equilibrium_comes_nearer_to_the_closed_form_the_shallower_it_is() {
    let (datum, mu, lift_to_drag) = (3.4e6, 4.28e13, 2.0);
    let glide = |scale: f64| {
        let circular = mu / datum;
        let ratio = |speed: f64| speed * speed / circular;
        // Starts where lift carries what centrifugal force does not, at the angle of the glide:
        // sin γ = −2 H g/(V² L/D) to first order, d(ρ V²)/dt = d(2 m (g − V²/r)/(S C_L))/dt.
        let speed: f64 = 2600.0;
        let gravity = mu / (datum * datum);
        let need = gravity * (1.0 - ratio(speed)) / lift_to_drag;
        let density = 2.0 * need * 120.0 / (speed * speed);
        let air = (datum, exponential(density, scale));
        let model = plain(still_planet(mu), air, lift_to_drag, 1.0 / 120.0);
        let sine = -2.0 * scale * gravity / (lift_to_drag * speed * speed);
        let mut state = EntryState {
            radius: datum,
            speed,
            path_angle: sine.asin(),
            heading: std::f64::consts::FRAC_PI_2,
            ..EntryState::default()
        };
        while state.speed > 1500.0 {
            state = model.step(&state, 0.0, 0.1);
        }
        let exact = 0.5 * lift_to_drag * ((1.0 - ratio(state.speed)) / (1.0 - ratio(speed))).ln();
        (state.place.longitude / exact - 1.0).abs()
    };
    // The angle is as the scale height, so thinner air makes a shallower glide.
    let errors = [8000.0, 4000.0, 2000.0, 1000.0].map(glide);
    assert!(errors.windows(2).all(|pair| (pair[1] / pair[0] - 0.5).abs() < 0.02), "{errors:?}");
    assert!(errors[3] < 0.004, "{errors:?}");
}

/// The same vacuum arc by Vinh's equations and by Cartesian ones in the rotating site frame.
#[test]
fn without_air_the_equations_are_those_of_the_site_frame() {
    let mut model = mars::model();
    model.area_per_mass = 0.0;
    let site =
        SiteFrame { place: Place { longitude: 2.398, latitude: -0.0802 }, radius: mars::SITE };
    let planet = model.planet;
    let field = Gravity::Planet(Planet::new(
        planet.mu,
        planet.j2,
        planet.equatorial_radius,
        site.radius,
        planet.rotation_rate,
        site.place.latitude,
    ));
    let mut state = mars::start();
    let (mut position, mut velocity) = site.motion(&state);
    let span = 0.1;
    for _ in 0..2000 {
        state = model.step(&state, 0.3, span);
        (position, velocity) = cartesian_step(&field, &position, &velocity, span);
    }
    let (there, fast) = site.motion(&state);
    assert!((there - position).norm() < 1e-3, "{}", (there - position).norm());
    assert!((fast - velocity).norm() < 1e-6, "{}", (fast - velocity).norm());
}

type Pair = (Vector3<f64>, Vector3<f64>);

fn cartesian_step(field: &Gravity, x: &Vector3<f64>, v: &Vector3<f64>, h: f64) -> Pair {
    let rates = |x: &Vector3<f64>, v: &Vector3<f64>| (*v, field.acceleration(x, v));
    let (x1, v1) = rates(x, v);
    let (x2, v2) = rates(&(x + x1 * (h / 2.0)), &(v + v1 * (h / 2.0)));
    let (x3, v3) = rates(&(x + x2 * (h / 2.0)), &(v + v2 * (h / 2.0)));
    let (x4, v4) = rates(&(x + x3 * h), &(v + v3 * h));
    (x + (x1 + (x2 + x3) * 2.0 + x4) * (h / 6.0), v + (v1 + (v2 + v3) * 2.0 + v4) * (h / 6.0))
}

/// In level flight at constant speed over a planet without curvature or pull, lift at a bank σ turns the heading at
/// L sin σ/V, so that a vehicle steering for a far target leaves a cross-range of w after √(2 w/(L sin σ)).
#[test]
fn the_side_changes_when_the_linear_model_leaves_the_deadband() {
    let (datum, speed) = (3.4e11, 2000.0);
    // No drag to speak of: lift alone, 5 m/s².
    let (density, ratio) = (1e-6, 1e6);
    let area = 5.0 / (0.5 * density * speed * speed * ratio);
    // A scale height so great that the density is the same everywhere.
    let model = plain(still_planet(0.0), (datum, exponential(density, 1e15)), ratio, area);
    let mut guidance = mars::guidance();
    let range = guidance.plan.remove(1);
    guidance.plan = vec![range];
    // The lift's level part only: 90° of bank.
    guidance.profile = Curve::constant(std::f64::consts::FRAC_PI_2);
    guidance.target = Place { longitude: 1e6 / datum, latitude: 0.0 };
    guidance.target_radius = datum;
    let mut state = EntryState {
        radius: datum,
        speed,
        heading: std::f64::consts::FRAC_PI_2,
        ..EntryState::default()
    };
    let mut memory = GuidanceMemory::new(0.0);
    let (mut time, cycle, mut first) = (0.0, 0.05, 0.0);
    while first == 0.0 {
        let air = model.air_load(&state);
        if guidance.bank(&navigated(time, &state, &air, &model), &mut memory) < 0.0 {
            first = time;
        }
        state = model.step(&state, std::f64::consts::FRAC_PI_2, cycle);
        time += cycle;
        assert!(time < 100.0);
    }
    // Cross-range of a target X ahead seen along the new heading: w = (X − V t) sin(L t/V) + L t²/2 to second order.
    let band = 2500.0 + 500.0 * 4.0;
    let aside = |t: f64| (1e6 - speed * t) * (5.0 * t / speed).sin() + 0.5 * 5.0 * t * t;
    assert!(
        aside(first - 2.0 * cycle) < band && aside(first) > band - 30.0,
        "{first} {}",
        aside(first)
    );
}
