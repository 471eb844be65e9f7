//! Rovers driving over a rough elevation map, for what measures their step.
#![allow(dead_code, reason = "each takes its rover")]

use planetfall_files::format::Ink;
use planetfall_files::scenario::{Loaded, ScenarioFile};

/// MER on ROAMS's soil, by the implicit method.
pub(crate) fn mer() -> Loaded {
    let soil = "{ kind = \"wheel\", rest_penetration_m = 0.002, friction_angle_deg = 28.0, \
                cohesion_pa = 1040, sinkage_exponent = 1.1, cohesive_modulus_n_per_m_n1 = 990, \
                frictional_modulus_n_per_m_n2 = 1528430, strength_deviation = 0.3, strength_fall = 0.2 }";
    let settings = [
        ("ground", soil),
        ("vehicle[0].model", "\"mer\""),
        ("stepping", "{ method = \"implicit\", step_s = 0.001 }"),
    ];
    let settings = settings.map(|(key, value)| (key.to_owned(), value.to_owned()));
    let file = ScenarioFile::from_text("rover", include_str!("rover.toml"));
    file.with_overrides(&settings).load(Ink::Plain).unwrap()
}

/// Curiosity in dry sand by the Soil Contact Model, with nodes every so many metres.
pub(crate) fn curiosity_in_sand(spacing: f64, step: f64) -> Loaded {
    let settings = [
        ("ground", format!("{{ kind = \"soil\", soil = \"dry-sand\", spacing_m = {spacing} }}")),
        ("stepping", format!("{{ method = \"implicit\", step_s = {step} }}")),
    ];
    let settings = settings.map(|(key, value)| (key.to_owned(), value));
    let file = ScenarioFile::from_text("rover", include_str!("rover.toml"));
    file.with_overrides(&settings).load(Ink::Plain).unwrap()
}

/// Curiosity by RK4, with the friction of the paper (`classical`) or one that rests (`resting`).
pub(crate) fn rover(friction: &str) -> Loaded {
    let setting = ("ground.friction".to_owned(), format!("\"{friction}\""));
    let file = ScenarioFile::from_text("rover", include_str!("rover.toml"));
    file.with_overrides(&[setting]).load(Ink::Plain).unwrap()
}
