//! Outcomes that are named by what was measured.

use super::{Report, naming};
use crate::format::Node;
use planetfall::scenario::{Scenario, Verdict};

/// The rules of `[[outcome]]`, in their order.
pub(super) fn verdicts(root: &Node, scenario: &Scenario, report: &mut Report<'_>) -> Vec<Verdict> {
    let nodes = root.list("outcome");
    if nodes.is_empty() {
        return Vec::new();
    }
    let metrics = scenario.metrics(&scenario.initial());
    let known: Vec<&str> = metrics.iter().map(|(name, _)| name.as_str()).collect();
    nodes.iter().filter_map(|node| verdict(node, &known, report)).collect()
}

fn verdict(node: &Node, known: &[&str], report: &mut Report<'_>) -> Option<Verdict> {
    let name = node.text("name");
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
    if name.is_empty() || !name.chars().all(plain) {
        let message = format!("`{name}`: an outcome's name has small letters, digits, `_` and `-`");
        report.error(node.place_of("name"), message);
    }
    naming::index(node, "metric", "metric in this scenario", known, report)?;
    let (least, most) = (node.optional_number("min"), node.optional_number("max"));
    let missing = node.flag("missing");
    if least.is_none() && most.is_none() && !missing {
        let message = format!("outcome `{name}` never applies");
        report.help(node.place(), message, "give `min`, `max` or both, or `missing = true`");
    }
    if let (Some(least), Some(most)) = (least, most)
        && least > most
    {
        let message = format!("outcome `{name}` never applies: `min` is larger than `max`");
        report.error(node.place_of("min"), message);
    }
    let metric = node.text("metric").to_owned();
    Some(Verdict { name: name.to_owned(), metric, least, most, missing })
}
