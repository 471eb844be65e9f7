//! Rovers that lie on their backs: the body carries them, on every kind of ground.
#![allow(clippy::unwrap_used, clippy::panic)]

use planetfall::outcome::Outcome;
use planetfall_files::format::Ink;
use planetfall_files::scenario::ScenarioFile;
use planetfall_run::runner::run_silently;

const MARS: f64 = 3.7132;
const DURATION_S: f64 = 25.0;

const MARKER: &str = "rest_penetration_m = 0.01\ndamping_ratio = 0.5\nstick_angle_deg = 32.0\n\
                      slide_angle_deg = 27.0\nfriction = \"resting\"\n";
const RIGID: &str = "kind = \"nonsmooth\"\nfriction_coefficient = 0.6\n";
const WHEEL: &str = "kind = \"wheel\"\nrest_penetration_m = 0.01\nfriction_angle_deg = 30.0\n\
                     sinkage_exponent = 1.0\ncohesive_modulus_n_per_m_n1 = 1400\n\
                     frictional_modulus_n_per_m_n2 = 820000\n";
const SOIL: &str = "kind = \"soil\"\nsoil = \"dry-sand\"\nspacing_m = 0.04\n";

/// A rover rolled over by so much, just above the ground.
fn rolled(model: &str, ground: &str, roll: f64) -> String {
    format!(
        "title = \"rolled over\"\nduration_s = {DURATION_S:?}\n[gravity]\nacceleration_m_per_s2 = {MARS:?}\n\
         [terrain]\nkind = \"level\"\n[ground]\n{ground}[[vehicle]]\nname = \"rover\"\n\
         model = \"{model}\"\n[vehicle.start]\nheight_m = 0.005\nheight_of = \"lowest_marker\"\n\
         yaw_pitch_roll_deg = [0.0, 0.0, {roll:?}]\n[stepping]\nmethod = \"implicit\"\nstep_s = 0.005\n\
         [[energy.allow]]\nnumerical = 1.0\n\
         reason = \"what it rests on in the end is asked for, not how its fall of 5 mm is dissipated\"\n"
    )
}

fn metric(outcome: &Outcome, name: &str) -> f64 {
    outcome.metric(name).unwrap_or_else(|| panic!("no metric {name}"))
}

/// Which forces the shapes of a body carry in the end, N.
fn borne_by_body(outcome: &Outcome) -> f64 {
    let own = outcome.metrics.iter();
    own.filter(|(name, _)| name.ends_with("_shape.final_normal_force_n")).map(|(_, f)| f).sum()
}

fn rests_on_its_body(model: &str, ground: &str) {
    let file = ScenarioFile::from_text("rolled", &rolled(model, ground, 180.0));
    let loaded = file.load(Ink::Plain).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let mass = loaded.scenario.world.vehicles()[0].tree.mass();
    let outcome = run_silently(&loaded.scenario).unwrap();
    let z = metric(&outcome, "com.final_z_m");
    assert!(z > 0.05, "{model}: the centre of mass is {z} m above the ground");
    // Momentum: the ground has given what gravity took, but for the speed that is left. The bogies of ExoMars turn
    // on, for nothing brakes them, and swing the force about its mean.
    let impulses = outcome.metrics.iter().filter(|(name, _)| name.ends_with(".normal_impulse_n_s"));
    let mean = impulses.map(|(_, impulse)| impulse).sum::<f64>() / DURATION_S;
    assert!(
        (mean / (mass * MARS) - 1.0).abs() < 0.01,
        "{model}: {mean} N on average for {mass} kg"
    );
    if model != "exomars" {
        let force = metric(&outcome, "final_ground_force_n");
        assert!((force / (mass * MARS) - 1.0).abs() < 0.01, "{model}: {force} N for {mass} kg");
    }
    let body = borne_by_body(&outcome);
    assert!(body > 0.2 * mass * MARS, "{model}: its body carries {body} N of {mean} N");
    let below = outcome.warnings.iter().find(|warning| warning.contains("below the ground"));
    assert!(below.is_none(), "{model}: {below:?}");
}

#[test]
fn rovers_on_their_backs_rest_on_their_bodies_on_marker_ground() {
    ["curiosity", "mer", "exomars"].into_iter().for_each(|model| rests_on_its_body(model, MARKER));
}

#[test]
fn rovers_on_their_backs_rest_on_their_bodies_on_rigid_ground() {
    ["curiosity", "mer", "exomars"].into_iter().for_each(|model| rests_on_its_body(model, RIGID));
}

#[test]
fn rovers_on_their_backs_rest_on_their_bodies_on_wheel_ground() {
    ["curiosity", "mer", "exomars"].into_iter().for_each(|model| rests_on_its_body(model, WHEEL));
}

#[test]
fn rovers_on_their_backs_rest_on_their_bodies_in_soil() {
    ["curiosity", "mer", "exomars"].into_iter().for_each(|model| rests_on_its_body(model, SOIL));
}

/// What a body passes over while it is clear must not be what it would have felt.
#[test]
fn shapes_of_a_body_take_no_share_of_the_weight_while_wheels_carry_it() {
    for ground in [MARKER, RIGID, WHEEL] {
        let file = ScenarioFile::from_text("upright", &rolled("mer", ground, 0.0));
        let loaded = file.load(Ink::Plain).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        let outcome = run_silently(&loaded.scenario).unwrap();
        assert_eq!(borne_by_body(&outcome), 0.0);
        let wheels = outcome.metrics.iter().filter(|(name, _)| {
            name.starts_with("wheel_") && name.ends_with(".final_normal_force_n")
        });
        let sum: f64 = wheels.map(|(_, force)| force).sum();
        let weight = loaded.scenario.world.vehicles()[0].tree.mass() * MARS;
        assert!((sum / weight - 1.0).abs() < 1e-3, "{sum} N of {weight} N");
    }
}

/// A body without shapes of its own sinks in, and the run says when and where.
#[test]
fn a_body_below_the_ground_is_a_warning_with_time_and_place() {
    let hanging = "mass_kg = 10.0\ninertia_kg_m2 = [0.1, 0.1, 0.1]\n[[vehicle.marker]]\n\
                   name = \"hook\"\nposition_m = [0.0, 0.0, 0.5]\n";
    let text = rolled("mer", RIGID, 0.0).replace("model = \"mer\"\n", hanging);
    let file = ScenarioFile::from_text("hanging", &text);
    let loaded = file.load(Ink::Plain).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let outcome = run_silently(&loaded.scenario).unwrap();
    let warning = outcome.warnings.iter().find(|warning| warning.contains("below the ground"));
    let warning = warning.unwrap_or_else(|| panic!("no warning: {:?}", outcome.warnings));
    for part in ["of vehicle `rover` was below the ground at t = ", "mm deep at x = "] {
        assert!(warning.contains(part), "lacks {part}: {warning}");
    }
}
