//! Aerodynamics, parachutes, push-offs and pulsed engines in files: the worlds they make, and every mistake.

use crate::scenario::fixture::{load, metric, refused, run};
use nalgebra::Vector3;
use planetfall::forces::{AeroModel, Exposure, ForceElement};
use planetfall::vehicle::{CanopyFault, Filling, PushStrength};

/// A capsule that carries a canopy and a heat shield, in thin air.
pub(crate) const CAPSULE: &str = r#"title = "capsule"
duration_s = 0.5
[gravity]
acceleration_m_per_s2 = 3.7132
[atmosphere]
kind = "exponential"
density_kg_per_m3 = 0.0149
scale_height_m = 11100.0
temperature_k = 200.0
[terrain]
kind = "level"
[ground]
rest_penetration_m = 0.01
damping_ratio = 0.3
stick_angle_deg = 32.0
slide_angle_deg = 27.0
[[vehicle]]
name = "capsule"
mass_kg = 2700.0
inertia_kg_m2 = [3000.0, 3000.0, 4000.0]
[[vehicle.marker]]
name = "foot"
position_m = [0.0, 0.0, -1.0]
[vehicle.start]
height_m = 20000.0
velocity_m_per_s = [300.0, 0.0, -400.0]
[[vehicle]]
name = "canopy"
mass_kg = 54.0
inertia_kg_m2 = [10.0, 10.0, 10.0]
[[vehicle.marker]]
name = "rim"
position_m = [0.0, 0.0, 0.0]
[vehicle.attached]
to = "capsule"
position_m = [0.0, 0.0, 1.5]
[vehicle.attached.push_off]
direction = [0.0, 0.0, 2.0]
speed_m_per_s = 40.0
[[cable]]
name = "riser"
from = "canopy"
from_position_m = [0.0, 0.0, 0.0]
to = "capsule"
to_position_m = [0.0, 0.0, 1.5]
axial_stiffness_n = 4000000.0
damping_time_s = 0.02
length_m = 45.0
[[aerodynamics]]
name = "capsule_air"
kind = "sphere_cone"
vehicle = "capsule"
position_m = [0.0, 0.0, -1.35]
nose = [0.0, 0.0, -1.0]
pitch_damping = -0.2
while_attached = "canopy"
[[aerodynamics]]
name = "canopy_air"
kind = "drag"
vehicle = "canopy"
drag_area_by_mach = [[0.5, 1.0], [2.0, 1.5]]
once_separated = "canopy"
[[parachute]]
name = "parachute"
vehicle = "canopy"
riser = ["riser"]
diameter_m = 21.35
drag_coefficient = 0.636
fill_time_s = 0.5
"#;

fn with(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(CAPSULE.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "no such text: {old}");
        text.replacen(old, new, 1)
    })
}

#[test]
fn the_air_acts_on_what_the_file_says_and_its_metrics_are_reported() {
    let loaded = load(&with(&[]));
    let world = &loaded.scenario.world;
    let [ForceElement::Aerodynamics(body), ForceElement::Aerodynamics(drag), chute] =
        world.forces()
    else {
        panic!("two bodies and a parachute")
    };
    assert_eq!((body.exposure, drag.exposure), (Exposure::WhileCarried(1), Exposure::OnceFree(1)));
    let AeroModel::Body(law) = &body.model else { panic!("a body of revolution") };
    assert!((law.area - 15.904).abs() < 1e-3 && law.nose == -Vector3::z());
    assert!(law.heating.is_some_and(|nose| nose.nose_radius == 1.125));
    assert!(matches!(&drag.model, AeroModel::Drag(curve) if curve.at(1.25) == 1.25));
    let ForceElement::Parachute(chute) = chute else { panic!("a parachute") };
    assert_eq!(chute.canopy.filling, Filling::Time(0.5));
    assert_eq!((chute.canopy.opening_load_factor, chute.riser.as_slice()), (1.45, &[0][..]));
    // Nominal area times coefficient, and the unsourced factor at Mach 2.
    assert!((chute.canopy.drag.at(2.0) - 0.636 * 0.82).abs() < 1e-12);
    let [push] = world.push_offs() else { panic!("a push-off") };
    assert_eq!((push.part, push.direction), (1, Vector3::z()));
    assert_eq!(
        (push.point, push.strength),
        (Vector3::new(0.0, 0.0, 1.5), PushStrength::Speed(40.0))
    );
    let outcome = run(&with(&[]));
    assert!(metric(&outcome, "entry.peak_g") > 0.05);
    assert!(metric(&outcome, "entry.peak_dynamic_pressure_pa") > 100.0);
    assert!(metric(&outcome, "energy.aerodynamics_j") < 0.0);
    assert!(metric(&outcome, "parachute.deploy_s").is_nan());
}

#[test]
fn faults_of_parachutes_are_read() {
    let fault = |text: &str| {
        let loaded = load(&(with(&[]) + "[[fault]]\nparachute = \"parachute\"\n" + text));
        let mut chutes = loaded.scenario.world.parachutes();
        chutes.next().and_then(|(_, one)| one.canopy.fault)
    };
    let fails = fault("kind = \"parachute_fails\"\narea_share = 0.1\n");
    assert_eq!(fails, Some(CanopyFault::Fails { share: 0.1 }));
    let late = fault("kind = \"parachute_late\"\ndelay_s = 6.4\n");
    assert_eq!(late, Some(CanopyFault::Late { delay: 6.4 }));
    let torn = fault("kind = \"parachute_torn\"\nlost_area_share = 0.0125\n");
    assert_eq!(torn, Some(CanopyFault::LosesArea { share: 0.0125, after: 0.5 }));
    refused(
        &(with(&[]) + "[[fault]]\nkind = \"parachute_fails\"\nparachute = \"parashute\"\n"),
        &["no such parachute", "did you mean `parachute`?"],
    );
}

#[test]
fn mistakes_of_flight_are_reported() {
    let refuse = |old: &str, new: &str, words: &[&str]| refused(&with(&[(old, new)]), words);
    refuse("nose = [0.0, 0.0, -1.0]", "nose = [0.0, 0.0, 0.0]", &["must have a length"]);
    refuse("while_attached = \"canopy\"", "while_attached = \"capsule\"", &["never attached"]);
    refuse(
        "once_separated = \"canopy\"",
        "once_separated = \"canopy\"\nwhile_attached = \"canopy\"",
        &["not both"],
    );
    refuse("drag_area_by_mach = [[0.5, 1.0], [2.0, 1.5]]\n", "", &["drag needs an area"]);
    refuse("[[0.5, 1.0], [2.0, 1.5]]", "[[2.0, 1.0], [0.5, 1.5]]", &["must ascend"]);
    refuse("riser = [\"riser\"]", "riser = [\"rise\"]", &["`rise`: no such cable"]);
    refuse("fill_time_s = 0.5", "fill_time_s = 0.5\nfill_diameters = 8.0", &["not both"]);
    refuse("fill_time_s = 0.5\n", "", &["nothing says how fast the canopy fills"]);
    refuse("speed_m_per_s = 40.0", "", &["one of impulse_n_s, speed_m_per_s and energy_j"]);
    refuse("direction = [0.0, 0.0, 2.0]", "direction = [0.0, 0.0, 0.0]", &["have a direction"]);
    let database = [
        (
            "kind = \"sphere_cone\"",
            "kind = \"database\"\nfile = \"no-such.csv\"\narea_m2 = 1.0\nlength_m = 1.0",
        ),
        ("pitch_damping = -0.2\n", ""),
    ];
    refused(&with(&database), &["no-such.csv"]);
    let air = "[atmosphere]\nkind = \"exponential\"\ndensity_kg_per_m3 = 0.0149\n\
               scale_height_m = 11100.0\ntemperature_k = 200.0\n";
    refuse(air, "", &["there is no air", "[atmosphere]"]);
}

#[test]
fn a_mach_number_outside_a_database_ends_the_run_with_the_phase() {
    let text = with(&[("[300.0, 0.0, -400.0]", "[9000.0, 0.0, -400.0]")]);
    let scenario = load(&text).scenario;
    let error = planetfall_run::runner::run_silently(&scenario).unwrap_err().to_string();
    assert!(error.contains("capsule_air") && error.contains("is outside its 1.3 to 40"), "{error}");
}
