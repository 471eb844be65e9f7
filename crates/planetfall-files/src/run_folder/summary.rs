//! `summary.json`: how a run ended, what it measured, and what was expected of it.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{
    PaceReport, RunFileError, SessionReport, Verdict, content_error, read_text, write_text,
};

/// A run in numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The scenario's name.
    pub scenario: String,
    /// How the run ended, in a word: `completed`, `at_rest`, `failed`, or what a trigger says.
    pub outcome: String,
    /// Why a run that failed did so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// Simulated time at the end.
    #[serde(with = "number_or_null")]
    pub sim_time_s: f64,
    /// Time the computation took. It stands here only, since it differs from run to run.
    #[serde(with = "number_or_null")]
    pub wall_time_s: f64,
    /// Accepted steps.
    pub steps: u64,
    /// Results by name. A number that is not finite is written as null and read as NaN.
    #[serde(with = "numbers_or_null")]
    pub metrics: BTreeMap<String, f64>,
    /// What the metrics are, by name; runs of before do not say.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub meanings: BTreeMap<String, String>,
    /// What was expected against this run.
    pub expect: Vec<Verdict>,
    /// What the user should know before he trusts the numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// How an outside program answered, if one operated the vehicle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operator: Option<SessionReport>,
    /// How the run kept to its pace, if it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pacing: Option<PaceReport>,
    /// The version of Planetfall that made the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}

impl Summary {
    /// Writes the summary.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn write(&self, path: &Path) -> Result<(), RunFileError> {
        let mut text =
            serde_json::to_string_pretty(self).map_err(|error| content_error(path, error))?;
        text.push('\n');
        write_text(path, &text)
    }

    /// Reads a summary.
    ///
    /// # Errors
    /// If the file is absent or is not a summary.
    pub fn read(path: &Path) -> Result<Self, RunFileError> {
        serde_json::from_str(&read_text(path)?).map_err(|error| content_error(path, error))
    }
}

/// JSON has no NaN: a number that is not finite is null, and null is NaN again.
pub(super) mod number_or_null {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(value: &f64, to: S) -> Result<S::Ok, S::Error> {
        if value.is_finite() { to.serialize_f64(*value) } else { to.serialize_none() }
    }

    pub(crate) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<f64, D::Error> {
        Ok(Option::<f64>::deserialize(from)?.unwrap_or(f64::NAN))
    }
}

/// The same for numbers by name.
pub(super) mod numbers_or_null {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(
        values: &BTreeMap<String, f64>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_map(
            values.iter().map(|(name, value)| (name, value.is_finite().then_some(*value))),
        )
    }

    pub(crate) fn deserialize<'a, D: Deserializer<'a>>(
        from: D,
    ) -> Result<BTreeMap<String, f64>, D::Error> {
        let values = BTreeMap::<String, Option<f64>>::deserialize(from)?;
        Ok(values.into_iter().map(|(name, value)| (name, value.unwrap_or(f64::NAN))).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run_folder::{Bound, Expectation, ExpectationKind, evaluate};
    use proptest::prelude::*;

    fn summary(metrics: BTreeMap<String, f64>) -> Summary {
        let expected = Expectation {
            kind: ExpectationKind::Published,
            known_miss: None,
            metric: "a.force_n".to_owned(),
            source: "hand".to_owned(),
            bound: Bound::Absolute { value: 2.0, tolerance: 0.5 },
        };
        Summary {
            scenario: "bounce".to_owned(),
            outcome: "at_rest".to_owned(),
            failure: None,
            sim_time_s: 8.0,
            wall_time_s: 0.25,
            steps: 8000,
            expect: evaluate(&[expected], &metrics),
            metrics,
            meanings: BTreeMap::new(),
            warnings: Vec::new(),
            operator: None,
            pacing: None,
            version: None,
        }
    }

    #[test]
    fn the_file_has_the_designed_keys_in_order_of_name() {
        let metrics =
            BTreeMap::from([("z.x_m".to_owned(), f64::INFINITY), ("a.force_n".to_owned(), 2.25)]);
        let value = serde_json::to_value(summary(metrics)).unwrap();
        let expected = serde_json::json!({
            "scenario": "bounce", "outcome": "at_rest",
            "sim_time_s": 8.0, "wall_time_s": 0.25, "steps": 8000,
            "metrics": {"a.force_n": 2.25, "z.x_m": null},
            "expect": [{"metric": "a.force_n", "value": 2.25, "expected": 2.0,
                        "tolerance": 0.5, "pass": true, "kind": "published", "source": "hand"}],
        });
        assert_eq!(value, expected);
    }

    #[test]
    fn a_number_that_is_not_finite_returns_as_nan() {
        let workdir = tempfile::tempdir().unwrap();
        let path = workdir.path().join("summary.json");
        summary(BTreeMap::from([("x_m".to_owned(), f64::NEG_INFINITY)])).write(&path).unwrap();
        assert!(Summary::read(&path).unwrap().metrics["x_m"].is_nan());
    }

    #[test]
    fn an_absent_or_broken_summary_is_an_error_with_its_path() {
        let workdir = tempfile::tempdir().unwrap();
        let path = workdir.path().join("summary.json");
        assert!(Summary::read(&path).unwrap_err().to_string().contains("summary.json"));
        std::fs::write(&path, "{\"scenario\": 3}").unwrap();
        assert!(Summary::read(&path).unwrap_err().to_string().contains("line 1"));
    }

    proptest! {
        #[test]
        fn finite_metrics_return_bit_for_bit(
            metrics in prop::collection::btree_map(".*", prop::num::f64::NORMAL, 0..20)
        ) {
            let text = serde_json::to_string(&summary(metrics.clone())).unwrap();
            let back: Summary = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(back.metrics, metrics);
        }
    }
}
