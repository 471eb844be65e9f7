//! A scenario as a person operates it while it goes on.

use super::schema::ScenarioKeys;
use super::{SCENARIO, ScenarioFile, lineage};
use crate::format;
use crate::format::declare::Declared;

/// Time between ticks of an operator that a scenario has not asked for, s. Chosen: 50 a second.
const TICK_S: f64 = 0.02;
/// Records of a run that is watched are no further apart, s. Chosen: 25 a second look like motion.
const WATCHED_S: f64 = 0.04;
/// How long a run goes on that a person ends, s: a day.
const WATCHED_FOR_S: f64 = 86_400.0;

impl ScenarioFile {
    /// The same for a person who operates it while it goes on: with an operator if it has none, with
    /// records as often as an eye needs them, and without an end by the clock.
    #[must_use]
    pub fn attended(self) -> Self {
        let (source, _) = lineage::trace(&self);
        let checked = format::check(&source, &SCENARIO);
        // A file with mistakes is reported when it is loaded.
        if checked.has_errors() {
            return self;
        }
        let root = ScenarioKeys::of(&checked.value);
        let mut settings = Vec::new();
        let mut set =
            |key: &str, number: f64| settings.push((key.to_owned(), format!("{number:?}")));
        if root.operator.is_none() {
            set("operator.period_s", TICK_S);
        }
        let record = root.record.period_s.given().unwrap_or(0.0);
        if !(0.5 * TICK_S..=WATCHED_S).contains(&record) {
            set("record.period_s", WATCHED_S);
        }
        if root.duration_s.value() < WATCHED_FOR_S {
            set("duration_s", WATCHED_FOR_S);
        }
        self.with_overrides(&settings)
    }
}
