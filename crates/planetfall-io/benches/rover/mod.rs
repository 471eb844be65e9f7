//! Curiosity driving over a rough elevation map by RK4 at 1 kHz, for what measures its step.

use planetfall_io::format::Ink;
use planetfall_io::scenario::{Loaded, ScenarioFile};

/// The scenario, with the friction of the paper (`classical`) or one that rests (`resting`).
pub(crate) fn rover(friction: &str) -> Loaded {
    let setting = ("ground.friction".to_owned(), format!("\"{friction}\""));
    let file = ScenarioFile::from_text("rover", include_str!("rover.toml"));
    file.with_overrides(&[setting]).load(Ink::Plain).unwrap()
}
