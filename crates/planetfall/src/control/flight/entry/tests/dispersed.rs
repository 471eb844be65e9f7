//! Two hundred dispersed entries of a point mass, guided and with the nominal bank replayed.

use super::mars;
use crate::control::flight::entry::{self, *};
use crate::environment::Profile;
use crate::math::noise::{self, Key};
use nalgebra::Vector3;

/// Integration steps in a cycle of guidance.
const STEPS: usize = 2;
const ENTRIES: u64 = 200;

/// In what one entry differs from the nominal one.
struct Sample {
    model: EntryModel,
    start: EntryState,
    /// Errors of navigation at the start: position, velocity, attitude, site axes.
    navigation: [Vector3<f64>; 3],
}

/// Normal draws of one purpose.
fn normal(seed: u64, purpose: &str, index: u64) -> f64 {
    noise::gaussian(Key::new(seed, "entry", purpose), index)
}

fn vector(seed: u64, purpose: &str, index: u64) -> Vector3<f64> {
    Vector3::from_fn(|axis, _| normal(seed, purpose, 3 * index + axis as u64))
}

/// Density: exponentially correlated along the altitude over 10 km, 3 σ of 15 % at the ground to 30 % above 60 km.
fn density_factors(seed: u64, index: u64) -> Profile {
    let spacing = 2000.0;
    let kept = (-spacing / 10_000.0_f64).exp();
    let mut deviation = 0.0;
    let points = (0..90).map(|row| {
        let altitude = -12_000.0 + spacing * f64::from(row);
        let draw = normal(seed, "density", 100 * index + row as u64);
        let rest = (1.0 - kept * kept).sqrt();
        deviation = if row == 0 { draw } else { kept * deviation + rest * draw };
        let sigma = (0.15 + 0.15 * (altitude / 60_000.0).clamp(0.0, 1.0)) / 3.0;
        (altitude, 1.0 + sigma * deviation)
    });
    Profile::new(points.collect(), "density factor").unwrap()
}

fn sample(seed: u64, index: u64) -> Sample {
    let mut model = mars::model();
    model.atmosphere = model.atmosphere.with_multiplier(density_factors(seed, index));
    let [drag, lift, mass] =
        ["drag", "lift", "mass"].map(|purpose| normal(seed, purpose, index) / 3.0);
    // Axial force 3 % above Mach 10 and 10 % below Mach 5, normal force 6.5 %.
    let share = |mach: f64| 0.10 - 0.07 * ((mach - 5.0) / 5.0).clamp(0.0, 1.0);
    model.drag = model.drag.scaled(|mach| 1.0 + drag * share(mach));
    let ratio = |mach: f64| (1.0 + 0.065 * lift) / (1.0 + drag * share(mach));
    model.lift_to_drag = model.lift_to_drag.scaled(ratio);
    model.area_per_mass *= mars::MASS / (mars::MASS + 5.0 * mass);
    let wind = vector(seed, "wind", index) * (20.0 / 3.0);
    model.wind = [wind.x, wind.y];
    let mut start = mars::start();
    start.path_angle += (normal(seed, "angle", index) * 0.05 / 3.0).to_radians();
    let errors = [("position", 2000.0), ("velocity", 2.0), ("attitude", 0.1_f64.to_radians())];
    let navigation = errors.map(|(purpose, three)| vector(seed, purpose, index) * (three / 3.0));
    Sample { model, start, navigation }
}

/// Who decides about the bank.
enum Bank<'a> {
    Guided(&'a EntryGuidance),
    /// Commands of a cycle each.
    Replayed(&'a [f64]),
}

/// Where the parachute opens.
struct Deployment {
    place: Place,
    altitude: f64,
    time: f64,
    mach: f64,
    pressure: f64,
    commands: Vec<f64>,
}

/// Navigation: the truth with an error that inertial propagation carries on, δv' = φ × f + ∇g δr.
struct Navigation {
    site: SiteFrame,
    errors: [Vector3<f64>; 3],
}

impl Navigation {
    fn navigated(&self, truth: &EntryState) -> EntryState {
        let (position, velocity) = self.site.motion(truth);
        self.site.entry_state(&(position + self.errors[0]), &(velocity + self.errors[1]))
    }

    fn propagate(&mut self, truth: &EntryState, air: &Vector3<f64>, span: f64) {
        let (position, velocity) = self.site.motion(truth);
        let (along, up) = (velocity.normalize(), self.site.up(&position));
        let right = along.cross(&up).normalize();
        let force = along * air.x + right.cross(&along) * air.y + right * air.z;
        let [place, speed, attitude] = &mut self.errors;
        let pull = 4.282_837e13 / truth.radius.powi(3);
        let gradient = (up * (3.0 * up.dot(place)) - *place) * pull;
        *place += *speed * span;
        *speed += (attitude.cross(&force) + gradient) * span;
    }
}

fn fly(sample: &Sample, nominal: &EntryModel, bank: &Bank, navigates: bool) -> Deployment {
    let site = SiteFrame { place: mars::guidance().target, radius: mars::SITE };
    let errors = if navigates { sample.navigation } else { [Vector3::zeros(); 3] };
    let mut navigation = Navigation { site, errors };
    let span = mars::CYCLE / STEPS as f64;
    let (mut state, mut roll) = (sample.start, entry::Bank::default());
    let (mut memory, mut commands) = (GuidanceMemory::new(0.0), Vec::new());
    for step in 0..4000 {
        let time = step as f64 * span;
        let believed = navigation.navigated(&state);
        let air = sample.model.air_load(&state);
        if believed.speed < mars::DEPLOY {
            let altitude = state.radius - mars::SITE;
            let AirLoad { mach, pressure, .. } = air;
            return Deployment { place: state.place, altitude, time, mach, pressure, commands };
        }
        if step % STEPS == 0 {
            let cycle = step / STEPS;
            commands.push(match bank {
                Bank::Guided(guidance) => {
                    let seen = navigated(time, &believed, &air, nominal);
                    guidance.bank(&seen, &mut memory)
                }
                Bank::Replayed(commands) => commands[cycle.min(commands.len() - 1)],
            });
        }
        let command = commands[commands.len() - 1];
        if step == 0 {
            roll.angle = command;
        }
        roll = mars::LIMITS.step(&roll, command, span);
        navigation.propagate(&state, &sample.model.air_acceleration(&state, roll.angle), span);
        state = sample.model.step(&state, roll.angle, span);
    }
    panic!("the entry at {state:?} never slowed down");
}

/// Root mean square of the distance from the nominal deployment, m, and how many were in the box.
fn set(seed: u64, nominal: &Deployment, bank: &Bank, navigates: bool) -> (f64, u64) {
    let model = mars::model();
    let (mut squares, mut inside) = (0.0, 0);
    for index in 0..ENTRIES {
        let end = fly(&sample(seed, index), &model, bank, navigates);
        let miss = end.place.towards(&nominal.place).0 * mars::SITE;
        squares += miss * miss;
        let boxed = (1.4..2.2).contains(&end.mach) && (250.0..750.0).contains(&end.pressure);
        inside += u64::from(boxed && end.altitude > 6000.0);
    }
    ((squares / ENTRIES as f64).sqrt(), inside)
}

fn nominal_sample() -> Sample {
    Sample { model: mars::model(), start: mars::start(), navigation: [Vector3::zeros(); 3] }
}

#[test]
fn guidance_takes_three_quarters_of_the_miss_and_more_from_two_hundred_dispersed_entries() {
    let model = mars::model();
    let (guidance, _) = mars::flight().guided(&model, mars::guidance()).unwrap();
    let guided = Bank::Guided(&guidance);
    let nominal = fly(&nominal_sample(), &model, &guided, false);
    assert!((nominal.time - 257.0).abs() < 8.0, "{}", nominal.time);
    assert!((nominal.altitude - 11_700.0).abs() < 1500.0, "{}", nominal.altitude);
    let away = nominal.place.towards(&guidance.target).0 * mars::SITE;
    assert!((away - mars::flight().beyond).abs() < 500.0, "{away}");
    for seed in [1, 2] {
        let (open, _) = set(seed, &nominal, &Bank::Replayed(&nominal.commands), true);
        let (closed, inside) = set(seed, &nominal, &guided, true);
        let (perfect, _) = set(seed, &nominal, &guided, false);
        assert!(inside * 100 >= 97 * ENTRIES, "{inside}");
        assert!(open > 4.0 * closed, "{open} {closed}");
        assert!(open > 5.0 * perfect, "{open} {perfect}");
    }
}
