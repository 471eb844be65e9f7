//! Starts inside the ground: refused with numbers, or lifted out if the file asks for it.

use crate::scenario::fixture::{BALL, load, metric, mistakes, refused};
use planetfall::immersion::immersed;
use planetfall_files::format::Ink;
use planetfall_files::scenario::{ScenarioFile, builtin};
use planetfall_run::runner::run_silently;

const MARKER: &str = "rest_penetration_m = 0.01\ndamping_ratio = 0.3\nstick_angle_deg = 32.0\n\
                      slide_angle_deg = 27.0\n";
const SPHERE: &str = "[[vehicle.shape]]\nkind = \"sphere\"\nname = \"foot\"\nradius_m = 0.2\n";
const SOIL: &str = "sinkage_exponent = 1.0\ncohesive_modulus_n_per_m_n1 = 1400\n\
                    frictional_modulus_n_per_m_n2 = 820000\n";

/// A ball of 100 kg and radius 0.2 m with its centre so high, on every ground that files have.
fn on_every_ground(height: f64) -> Vec<(&'static str, String)> {
    let grounds = [
        ("marker", MARKER.to_owned(), "implicit"),
        (
            "spring",
            "kind = \"spring\"\nrest_penetration_m = 0.01\ndamping_ratio = 0.5\nfriction_coefficient = 0.5\n"
                .to_owned(),
            "implicit",
        ),
        ("bekker", format!("kind = \"bekker\"\nfriction_coefficient = 0.5\n{SOIL}"), "moreau_jean"),
        ("nonsmooth", "kind = \"nonsmooth\"\nfriction_coefficient = 0.5\n".to_owned(), "moreau_jean"),
        (
            "wheel",
            format!("kind = \"wheel\"\nrest_penetration_m = 0.01\nfriction_angle_deg = 30.0\n{SOIL}"),
            "moreau_jean",
        ),
        ("soil", "kind = \"soil\"\nsoil = \"dry-sand\"\nspacing_m = 0.02\n".to_owned(), "implicit"),
    ];
    let marker = "[[vehicle.marker]]\nname = \"foot\"\nposition_m = [0.0, 0.0, 0.0]\n";
    let text = |(name, ground, method): (&'static str, String, &str)| {
        let body = BALL
            .replace(MARKER, &ground)
            .replace(marker, SPHERE)
            .replace("height_m = 0.5", &format!("height_m = {height:?}"));
        (name, format!("{body}[stepping]\nmethod = \"{method}\"\nstep_s = 0.002\n"))
    };
    grounds.into_iter().map(text).collect()
}

#[test]
fn a_start_inside_any_ground_is_refused_with_depth_place_and_a_height_that_is_free() {
    for (name, text) in on_every_ground(0.05) {
        let reported = mistakes(&text);
        for part in [
            "vehicle `ball` starts inside the ground: `foot` is 150.000 mm deep",
            "x = 0.000 m, y = 0.000 m, z = -0.150 m",
            "free from height_m = 0.2 on, 150.000 mm higher",
            "inside_ground = \"lift\"",
        ] {
            assert!(reported.contains(part), "{name} lacks {part}:\n{reported}");
        }
    }
}

#[test]
fn a_lifted_start_is_just_outside_and_no_ground_throws_it_up() {
    for (name, text) in on_every_ground(0.05) {
        let asked = text.replace("height_m = 0.05", "height_m = 0.05\ninside_ground = \"lift\"");
        let asked = asked + "[[metric]]\nname = \"top\"\ncolumn = \"com.z_m\"\nkind = \"max\"\n";
        let loaded = load(&asked);
        let reported = loaded.warnings.join("\n");
        assert!(
            reported.contains("150.000 mm deep, and is lifted by 150.000 mm"),
            "{name}: {reported}"
        );
        let height = loaded.scenario.motions[0].position.z;
        assert!((height - 0.2).abs() < 1e-9, "{name}: {height}");
        let outcome = run_silently(&loaded.scenario).unwrap();
        let top = metric(&outcome, "top");
        assert!(top <= 0.2 + 1e-6, "{name} rises to {top}");
    }
}

#[test]
fn a_start_at_rest_in_ground_that_gives_way_is_no_start_inside() {
    for (name, text) in on_every_ground(0.0) {
        let settled = text.replace("height_m = 0.0", "height_m = 0.0\nheight_of = \"settled\"");
        let loaded = load(&settled);
        let scenario = &loaded.scenario;
        let found = immersed(&scenario.world, &scenario.initial()).unwrap();
        assert!(found.is_empty(), "{name}: {found:?}");
    }
}

#[test]
fn what_is_free_is_neither_refused_nor_moved() {
    for (name, text) in on_every_ground(0.2) {
        let loaded =
            load(&text.replace("height_m = 0.2", "height_m = 0.2\ninside_ground = \"lift\""));
        assert_eq!(loaded.scenario.motions[0].position.z, 0.2, "{name}");
        assert!(loaded.warnings.is_empty(), "{name}: {:?}", loaded.warnings);
    }
}

#[test]
fn the_msl_rover_is_not_dropped_from_inside_the_incline() {
    let file = ScenarioFile::from_text("drop", builtin("msl-incline-drop").unwrap().text);
    let low = file.with_overrides(&[("vehicle.0.start.height_m".to_owned(), "0.2".to_owned())]);
    let error = low.load(Ink::Plain).unwrap_err().text;
    for part in ["vehicle `rover` starts inside the ground: `wheel_", "kJ", "free from height_m = "]
    {
        assert!(error.contains(part), "lacks {part}:\n{error}");
    }
}

#[test]
fn a_rover_on_marker_ground_is_not_thrown_up() {
    let start = BALL.find("[[vehicle]]").unwrap();
    let rover = "[[vehicle]]\nname = \"rover\"\nmodel = \"mer\"\n[vehicle.start]\nheight_m = 0.2\n";
    refused(&(BALL[..start].to_owned() + rover), &["`wheel_", "starts inside the ground", "m/s"]);
}
