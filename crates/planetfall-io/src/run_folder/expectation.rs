//! Published values against a run's own: "paper | here | within".

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::summary::number_or_null;
use crate::quantity::{significant, unit_of, with_unit};

/// What a paper says a metric should be.
#[derive(Debug, Clone, PartialEq)]
pub struct Expectation {
    /// The metric's name.
    pub metric: String,
    /// Where the value is published: paper, table, figure.
    pub source: String,
    /// What is allowed.
    pub bound: Bound,
}

/// The values that a metric may have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bound {
    /// A value and the greatest distance from it, in the metric's unit.
    Absolute {
        /// The published value.
        value: f64,
        /// The greatest distance from it.
        tolerance: f64,
    },
    /// A value and the greatest distance from it, as a part of that value.
    Relative {
        /// The published value.
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
    /// The published value; absent for a range.
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
    /// Where the value is published.
    pub source: String,
    /// Why there is no value to compare.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Holds every expectation against a run's metrics.
#[must_use]
pub fn evaluate(expectations: &[Expectation], metrics: &BTreeMap<String, f64>) -> Vec<Verdict> {
    expectations.iter().map(|expected| expected.verdict(metrics)).collect()
}

/// The verdicts as an aligned text table that needs no colour to be read.
#[must_use]
pub fn table(verdicts: &[Verdict]) -> String {
    let mut rows = vec![["metric", "paper", "here", "within"].map(str::to_owned)];
    rows.extend(verdicts.iter().map(|verdict| {
        [verdict.metric.clone(), verdict.paper(), verdict.here(), verdict.within()]
    }));
    let widths = [0, 1, 2, 3].map(|column| {
        rows.iter().map(|row| row.get(column).map_or(0, |cell| width(cell))).max().unwrap_or(0)
    });
    let mut lines: Vec<String> = rows.iter().map(|row| line(row, &widths)).collect();
    let longest = lines.iter().map(|line| width(line)).max().unwrap_or(0);
    lines.insert(1, "─".repeat(longest));
    lines.join("\n") + "\n"
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
            source: self.source.clone(),
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
    /// The published value with its tolerance and unit, as text.
    #[must_use]
    pub fn paper(&self) -> String {
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
    pub fn within(&self) -> String {
        match (self.pass, &self.note) {
            (true, _) => "✓ yes".to_owned(),
            (false, Some(note)) if self.is_unreached() => format!("– {note}"),
            (false, Some(note)) => format!("✗ no: {note}"),
            (false, None) => format!(
                "✗ no, off by {}",
                with_unit(&significant(self.distance(), 3), &unit_of(&self.metric))
            ),
        }
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

    /// How far the value is from the published one, or from the nearest limit.
    fn distance(&self) -> f64 {
        match (self.expected, self.min, self.max) {
            (Some(expected), _, _) => self.value - expected,
            (None, Some(min), _) if self.value < min => self.value - min,
            (None, _, Some(max)) => self.value - max,
            _ => 0.0,
        }
    }
}

/// Names and words stand left, numbers right.
fn line(row: &[String; 4], widths: &[usize; 4]) -> String {
    let pad = |cell: &str, width_wanted: usize| " ".repeat(width_wanted - width(cell));
    let [metric, paper, here, within] = row;
    let [first, second, third, _] = *widths;
    format!(
        "{metric}{} │ {}{paper} │ {}{here} │ {within}",
        pad(metric, first),
        pad(paper, second),
        pad(here, third),
    )
}

fn width(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn expectation(metric: &str, bound: Bound) -> Expectation {
        Expectation { metric: metric.to_owned(), source: "Table 1".to_owned(), bound }
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
        assert!(verdict.within().contains("no metric"), "{}", verdict.within());
    }

    #[test]
    fn the_table_is_aligned_and_readable_without_colour() {
        let good = verdict(Bound::Absolute { value: 502.5, tolerance: 2.0 }, 501.953_21);
        let bad = verdict(Bound::Relative { value: 15_897.0, relative_tolerance: 0.005 }, 17_000.0);
        let text = table(&[good, bad]);
        let expected = "\
metric          │           paper │      here │ within
───────────────────────────────────────────────────────────────────
wheel_1.force_n │     502.5 ± 2 N │ 501.953 N │ ✓ yes
wheel_1.force_n │ 15897 N ± 0.5 % │   17000 N │ ✗ no, off by 1103 N
";
        assert_eq!(text, expected);
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
