//! Outcomes that are named by what was measured.

use super::schema::ScenarioKeys;
use super::staging_schema::OutcomeKeys;
use super::{Report, naming};
use planetfall::scenario::{Scenario, Verdict};

/// The rules of `[[outcome]]`, in their order.
pub(super) fn verdicts(
    root: &ScenarioKeys,
    scenario: &Scenario,
    report: &mut Report<'_>,
) -> Vec<Verdict> {
    let nodes = &root.outcome;
    if nodes.is_empty() {
        return Vec::new();
    }
    let metrics = scenario.metrics(&scenario.initial());
    let known: Vec<&str> = metrics.iter().map(|(name, _)| name.as_str()).collect();
    nodes.iter().filter_map(|keys| verdict(keys, &known, report)).collect()
}

fn verdict(keys: &OutcomeKeys, known: &[&str], report: &mut Report<'_>) -> Option<Verdict> {
    let name = keys.name.value();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
    if name.is_empty() || !name.chars().all(plain) {
        let message = format!("`{name}`: an outcome's name has small letters, digits, `_` and `-`");
        report.error(keys.name.place(), message);
    }
    naming::index(&keys.metric, "metric in this scenario", known, report)?;
    let (least, most) = (keys.min.given(), keys.max.given());
    let missing = keys.missing.value();
    if least.is_none() && most.is_none() && !missing {
        let message = format!("outcome `{name}` never applies");
        report.help(keys.place, message, "give `min`, `max` or both, or `missing = true`");
    }
    if let (Some(least), Some(most)) = (least, most)
        && least > most
    {
        let message = format!("outcome `{name}` never applies: `min` is larger than `max`");
        report.error(keys.min.place(), message);
    }
    let metric = keys.metric.value().to_owned();
    Some(Verdict { name: name.to_owned(), metric, least, most, missing })
}
