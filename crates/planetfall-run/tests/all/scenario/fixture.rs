//! Scenarios made for a test, run without a folder.

use planetfall::outcome::Outcome;
use planetfall_files::format::Ink;
use planetfall_files::scenario::{Loaded, ScenarioFile};
use planetfall_run::runner;

/// A ball of 100 kg that falls half a metre onto level ground on Mars, with one marker.
pub(crate) const BALL: &str = r#"title = "ball"
duration_s = 0.9
[gravity]
acceleration_m_per_s2 = 3.7132
[terrain]
kind = "level"
[ground]
rest_penetration_m = 0.01
damping_ratio = 0.3
stick_angle_deg = 32.0
slide_angle_deg = 27.0
[[vehicle]]
name = "ball"
mass_kg = 100.0
inertia_kg_m2 = [10.0, 10.0, 10.0]
[[vehicle.marker]]
name = "foot"
position_m = [0.0, 0.0, 0.0]
[vehicle.start]
height_m = 0.5
"#;

/// The ball with some of its text replaced; each piece must be there.
pub(crate) fn ball(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(BALL.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "no such text: {old}");
        text.replacen(old, new, 1)
    })
}

/// The ball on other ground.
pub(crate) fn ball_on(terrain: &str) -> String {
    ball(&[("kind = \"level\"", terrain)])
}

pub(crate) fn load(text: &str) -> Loaded {
    let file = ScenarioFile::from_text("test", text);
    file.load(Ink::Plain).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

/// The mistakes of a file that must have some.
pub(crate) fn mistakes(text: &str) -> String {
    match ScenarioFile::from_text("test", text).load(Ink::Plain) {
        Ok(_) => panic!("no mistake was found in\n{text}"),
        Err(mistakes) => mistakes.text,
    }
}

/// Fails unless the file is refused with all of these words.
pub(crate) fn refused(text: &str, reported: &[&str]) {
    let found = mistakes(text);
    for part in reported {
        assert!(found.contains(part), "lacks {part}:\n{found}");
    }
}

pub(crate) fn run(text: &str) -> Outcome {
    runner::run_silently(&load(text).scenario).unwrap()
}

/// A metric of an outcome.
pub(crate) fn metric(outcome: &Outcome, name: &str) -> f64 {
    let found = outcome.metrics.iter().find(|(metric, _)| metric == name);
    found.unwrap_or_else(|| panic!("no metric {name}")).1
}

/// Fails unless a metric lies within a distance of a value.
pub(crate) fn near(outcome: &Outcome, name: &str, value: f64, tolerance: f64) {
    let found = metric(outcome, name);
    assert!((found - value).abs() <= tolerance, "{name} is {found}, not {value} ± {tolerance}");
}
