//! What is expected of a run against its own values, and what stands behind each expectation.
//!
//! | kind | what stands behind it | head of its column |
//! |---|---|---|
//! | `published` | a publication states the value, or in words what a bound here checks | paper |
//! | `measured` | somebody measured it on the real thing | measured |
//! | `closed_form` | it follows from what is given: law, balance, symmetry, command | closed form |
//! | `independent` | another program computed it from the same equations | independent |
//! | `regression` | a result or bound of our own: guards against changes, proves nothing | regression |
//! | none given | nothing is claimed | unstated |

mod kind;
mod table;

pub use kind::ExpectationKind;
pub use table::{by_kind, table, tally};

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::summary::number_or_null;
use crate::quantity::{significant, unit_of, with_unit};

/// What a metric should be.
#[derive(Debug, Clone, PartialEq)]
pub struct Expectation {
    /// The metric's name.
    pub metric: String,
    /// What stands behind the value.
    pub kind: ExpectationKind,
    /// Where the value comes from: paper, table, figure, calculation.
    pub source: String,
    /// What is allowed.
    pub bound: Bound,
    /// Why the value is not reproduced, where that is known.
    pub known_miss: Option<String>,
}

/// The values that a metric may have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bound {
    /// A value and the greatest distance from it, in the metric's unit.
    Absolute {
        /// The expected value.
        value: f64,
        /// The greatest distance from it.
        tolerance: f64,
    },
    /// A value and the greatest distance from it, as a part of that value.
    Relative {
        /// The expected value.
        value: f64,
        /// The greatest distance from it, divided by its magnitude.
        relative_tolerance: f64,
    },
    /// A range, open where a limit is absent.
    Range {
        /// The least allowed value.
        min: Option<f64>,
        /// The greatest allowed value.
        max: Option<f64>,
    },
}

/// An expectation after the run: a row of `summary.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// The metric's name.
    pub metric: String,
    /// The metric in this run; NaN (null in the file) where it is absent or not finite.
    #[serde(with = "number_or_null")]
    pub value: f64,
    /// The expected value; absent for a range.
    pub expected: Option<f64>,
    /// The allowed distance from it, in the metric's unit; absent for a range.
    pub tolerance: Option<f64>,
    /// The allowed distance as a part of the value, where it was given so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relative_tolerance: Option<f64>,
    /// The least allowed value of a range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// The greatest allowed value of a range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// Whether the run meets the expectation.
    pub pass: bool,
    /// What stands behind the value; unstated in summaries of before.
    #[serde(default)]
    pub kind: ExpectationKind,
    /// Where the value comes from.
    pub source: String,
    /// Why the value is not reproduced, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known_miss: Option<String>,
    /// Why there is no value to compare.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Holds every expectation against a run's metrics.
#[must_use]
pub fn evaluate(expectations: &[Expectation], metrics: &BTreeMap<String, f64>) -> Vec<Verdict> {
    expectations.iter().map(|expected| expected.verdict(metrics)).collect()
}

/// The note on a metric that the run did not come to.
const NOT_REACHED: &str = "not reached";

impl Expectation {
    fn verdict(&self, metrics: &BTreeMap<String, f64>) -> Verdict {
        let value = metrics.get(&self.metric).copied();
        let note = match value {
            None => Some("the run has no metric of this name".to_owned()),
            // Metrics are no number where the run never came to what they measure.
            Some(value) if value.is_nan() => Some(NOT_REACHED.to_owned()),
            Some(value) if !value.is_finite() => Some("not a finite number".to_owned()),
            Some(_) => None,
        };
        let mut verdict = Verdict {
            metric: self.metric.clone(),
            value: value.filter(|value| value.is_finite()).unwrap_or(f64::NAN),
            expected: None,
            tolerance: None,
            relative_tolerance: None,
            min: None,
            max: None,
            pass: value.is_some_and(|value| self.bound.allows(value)),
            kind: self.kind,
            source: self.source.clone(),
            known_miss: self.known_miss.clone(),
            note,
        };
        self.bound.describe(&mut verdict);
        verdict
    }
}

impl Bound {
    /// Whether a value lies within; one that is not finite never does.
    #[must_use]
    pub fn allows(&self, value: f64) -> bool {
        value.is_finite()
            && match *self {
                Self::Absolute { value: expected, tolerance } => {
                    (value - expected).abs() <= tolerance
                }
                Self::Relative { value: expected, relative_tolerance } => {
                    (value - expected).abs() <= relative_tolerance * expected.abs()
                }
                Self::Range { min, max } => {
                    min.is_none_or(|min| value >= min) && max.is_none_or(|max| value <= max)
                }
            }
    }

    fn describe(&self, verdict: &mut Verdict) {
        match *self {
            Self::Absolute { value, tolerance } => {
                verdict.expected = Some(value);
                verdict.tolerance = Some(tolerance);
            }
            Self::Relative { value, relative_tolerance } => {
                verdict.expected = Some(value);
                verdict.tolerance = Some(relative_tolerance * value.abs());
                verdict.relative_tolerance = Some(relative_tolerance);
            }
            Self::Range { min, max } => {
                verdict.min = min;
                verdict.max = max;
            }
        }
    }
}

impl Verdict {
    /// The expected value with its tolerance and unit, as text.
    #[must_use]
    pub fn allowed(&self) -> String {
        let number = |value: f64| significant(value, 6);
        let unit = unit_of(&self.metric);
        let text = match (self.expected, self.min, self.max) {
            (Some(expected), _, _) => return self.with_allowance(&number(expected), &unit),
            (None, Some(min), Some(max)) => format!("{} … {}", number(min), number(max)),
            (None, Some(min), None) => format!("≥ {}", number(min)),
            (None, None, Some(max)) => format!("≤ {}", number(max)),
            (None, None, None) => return "any finite value".to_owned(),
        };
        with_unit(&text, &unit)
    }

    /// The run's own value with its unit, as text.
    #[must_use]
    pub fn here(&self) -> String {
        match &self.note {
            Some(_) => "none".to_owned(),
            None => with_unit(&significant(self.value, 6), &unit_of(&self.metric)),
        }
    }

    /// Whether the value is within what is allowed, in words, and by how much it is not.
    #[must_use]
    pub fn judgement(&self) -> String {
        let judgement = match (self.pass, &self.note) {
            (true, _) => "✓ yes".to_owned(),
            (false, Some(note)) if self.is_unreached() => format!("– {note}"),
            (false, Some(note)) => format!("✗ no: {note}"),
            (false, None) => format!(
                "✗ no, off by {}",
                with_unit(&significant(self.distance(), 3), &unit_of(&self.metric))
            ),
        };
        match &self.known_miss {
            Some(why) if !self.pass => format!("{judgement} (known: {why})"),
            _ => judgement,
        }
    }

    /// Whether the value is missed and the file says so and why.
    #[must_use]
    pub fn is_known_miss(&self) -> bool {
        !self.pass && self.known_miss.is_some()
    }

    /// Whether the run never came to what the metric measures.
    #[must_use]
    pub fn is_unreached(&self) -> bool {
        self.note.as_deref() == Some(NOT_REACHED)
    }

    fn with_allowance(&self, expected: &str, unit: &str) -> String {
        match (self.relative_tolerance, self.tolerance) {
            (Some(relative), _) => {
                let percent = significant(100.0 * relative, 3);
                format!("{} ± {percent} %", with_unit(expected, unit))
            }
            (None, Some(tolerance)) => {
                with_unit(&format!("{expected} ± {}", significant(tolerance, 3)), unit)
            }
            (None, None) => with_unit(expected, unit),
        }
    }

    /// How far the value is from the expected one, or from the nearest limit.
    fn distance(&self) -> f64 {
        match (self.expected, self.min, self.max) {
            (Some(expected), _, _) => self.value - expected,
            (None, Some(min), _) if self.value < min => self.value - min,
            (None, _, Some(max)) => self.value - max,
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn expectation(metric: &str, bound: Bound) -> Expectation {
        Expectation {
            metric: metric.to_owned(),
            kind: ExpectationKind::Published,
            source: "Table 1".to_owned(),
            bound,
            known_miss: None,
        }
    }

    fn verdict(bound: Bound, value: f64) -> Verdict {
        let metrics = BTreeMap::from([("wheel_1.force_n".to_owned(), value)]);
        evaluate(&[expectation("wheel_1.force_n", bound)], &metrics).remove(0)
    }

    #[test]
    fn an_absolute_tolerance_includes_its_edge() {
        let bound = Bound::Absolute { value: 502.5, tolerance: 2.0 };
        assert!(verdict(bound, 500.5).pass);
        assert!(verdict(bound, 504.5).pass);
        assert!(!verdict(bound, 504.501).pass);
    }

    #[test]
    fn a_relative_tolerance_scales_with_the_magnitude_of_the_value() {
        let bound = Bound::Relative { value: -200.0, relative_tolerance: 0.005 };
        assert!(verdict(bound, -200.9).pass);
        assert!(!verdict(bound, -201.1).pass);
        assert_eq!(verdict(bound, -200.0).tolerance, Some(1.0));
    }

    #[test]
    fn a_range_may_be_open_on_either_side() {
        assert!(verdict(Bound::Range { min: Some(1.0), max: None }, 1e9).pass);
        assert!(!verdict(Bound::Range { min: None, max: Some(1e-6) }, 2e-6).pass);
    }

    #[test]
    fn a_metric_that_is_absent_or_not_finite_fails_and_says_so() {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let verdict = verdict(Bound::Range { min: None, max: None }, value);
            assert!(!verdict.pass && verdict.value.is_nan() && verdict.note.is_some());
            assert_eq!(verdict.is_unreached(), value.is_nan());
        }
        let absent = expectation("nobody.x_m", Bound::Range { min: None, max: None });
        let verdict = evaluate(&[absent], &BTreeMap::new()).remove(0);
        assert!(!verdict.pass);
        assert!(verdict.judgement().contains("no metric"), "{}", verdict.judgement());
    }

    #[test]
    fn the_table_is_aligned_and_readable_without_colour() {
        let good = verdict(Bound::Absolute { value: 502.5, tolerance: 2.0 }, 501.953_21);
        let bad = verdict(Bound::Relative { value: 15_897.0, relative_tolerance: 0.005 }, 17_000.0);
        let text = table(&[good, bad]);
        let expected = "\
metric          │           paper │      here │ tolerance met
───────────────────────────────────────────────────────────────────
wheel_1.force_n │     502.5 ± 2 N │ 501.953 N │ ✓ yes
wheel_1.force_n │ 15897 N ± 0.5 % │   17000 N │ ✗ no, off by 1103 N
";
        assert_eq!(text, expected);
    }

    #[test]
    fn only_published_values_are_headed_paper_and_kinds_stand_apart() {
        let bound = Bound::Absolute { value: 502.5, tolerance: 2.0 };
        let of = |kind| Verdict { kind, ..verdict(bound, 502.0) };
        for kind in ExpectationKind::ALL {
            let text = table(&[of(kind)]);
            assert_eq!(text.contains("paper"), kind == ExpectationKind::Published, "{text}");
            assert!(text.contains(kind.heading()), "{text}");
        }
        let all: Vec<Verdict> = ExpectationKind::ALL.into_iter().rev().map(of).collect();
        let heads: Vec<String> = table(&all)
            .lines()
            .filter(|line| line.starts_with("metric"))
            .filter_map(|line| line.split('│').nth(1).map(|head| head.trim().to_owned()))
            .collect();
        assert_eq!(heads, ExpectationKind::ALL.map(ExpectationKind::heading));
    }

    #[test]
    fn a_known_miss_is_no_tick_and_says_why() {
        let bound = Bound::Range { min: Some(240.0), max: Some(360.0) };
        let known_miss = Some("the mass is not published".to_owned());
        let missed = Verdict { known_miss: known_miss.clone(), ..verdict(bound, 227.0) };
        assert!(missed.is_known_miss() && !missed.pass);
        assert_eq!(missed.judgement(), "✗ no, off by -13 N (known: the mass is not published)");
        assert_eq!(
            tally(std::slice::from_ref(&missed)),
            "0 of 1 expectation met (0 of 1 published; 1 known to be missed)"
        );
        let met = Verdict { known_miss, ..verdict(bound, 300.0) };
        assert!(!met.is_known_miss());
        assert_eq!(met.judgement(), "✓ yes");
    }

    #[test]
    fn a_verdict_of_before_has_no_kind_and_claims_nothing() {
        let old = r#"{"metric":"a_m","value":1.0,"expected":1.0,"tolerance":0.1,"pass":true,"source":"s"}"#;
        let verdict: Verdict = serde_json::from_str(old).unwrap();
        assert_eq!(verdict.kind, ExpectationKind::Unstated);
        assert_eq!(tally(&[verdict]), "all 1 expectation met (1 unstated)");
    }

    proptest! {
        #[test]
        fn verdicts_return_from_json_as_they_were(
            value in prop::num::f64::NORMAL,
            min in prop::option::of(prop::num::f64::NORMAL),
            max in prop::option::of(prop::num::f64::NORMAL),
        ) {
            let before = verdict(Bound::Range { min, max }, value);
            let text = serde_json::to_string(&before).unwrap();
            prop_assert_eq!(serde_json::from_str::<Verdict>(&text).unwrap(), before);
        }
    }
}
