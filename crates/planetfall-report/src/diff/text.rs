//! The comparison as text for a terminal.

use super::{ColumnDifference, MetricDifference, RunDifference};
use planetfall_files::quantity::{significant, unit_of, with_unit};
use std::fmt::Write;

/// Columns, metrics and keys that are listed of each kind; JSON has them all. Chosen.
const LISTED: usize = 12;

impl RunDifference {
    /// The comparison in words.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("A = {}\nB = {}\n\n", self.runs[0], self.runs[1]);
        text += &self.verdict();
        text += &self.keys();
        text += &self.outcomes();
        text += &self.columns();
        text += &self.metrics();
        text += &self.events();
        text
    }

    fn verdict(&self) -> String {
        let records = &self.records;
        let within = match self.relative_tolerance {
            Some(share) => format!(" within {} % of their scale", significant(100.0 * share, 3)),
            None => ", bit for bit".to_owned(),
        };
        let verdict = match (&self.first, self.same) {
            (_, true) => format!("The results are the same{within}.\n"),
            (Some(first), _) => format!(
                "They part at t = {} s in {}: {} in A, {} in B.\n",
                first.time_s,
                first.name,
                value(first.values[0], &first.name),
                value(first.values[1], &first.name)
            ),
            (None, _) => "The records in common agree; other results differ.\n".to_owned(),
        };
        let [a, b] = records.counts;
        let compared = match records.all_in_common() {
            true => format!("All {a} records were compared.\n"),
            false => format!(
                "{} records were compared, at the times that both have (A has {a}, B has {b}).\n",
                records.common
            ),
        };
        verdict + &compared
    }

    fn keys(&self) -> String {
        let lines = self.scenario.iter().map(|one| {
            let [a, b] = &one.values;
            let shown = |value: &Option<String>| value.clone().unwrap_or_else(|| "none".to_owned());
            format!("  {}: {} in A, {} in B\n", one.key, shown(a), shown(b))
        });
        listed("keys of the scenarios that differ", lines.collect())
    }

    fn outcomes(&self) -> String {
        let mut lines = Vec::new();
        if let Some([a, b]) = &self.outcome {
            lines.push(format!("  outcome: {a} in A, {b} in B\n"));
        }
        for (run, names) in ["A", "B"].iter().zip(&self.lone_columns) {
            if !names.is_empty() {
                lines.push(format!("  only {run} records {}\n", names.join(", ")));
            }
        }
        listed("what only one of them has", lines)
    }

    fn columns(&self) -> String {
        let lines = self.columns.iter().map(column_line);
        let mut text = listed("columns, the earliest to part first", lines.collect());
        let mut ordered: Vec<&ColumnDifference> = self.columns.iter().collect();
        let size = |one: &ColumnDifference| one.relative.unwrap_or(f64::INFINITY);
        ordered.sort_by(|a, b| size(b).total_cmp(&size(a)));
        if ordered.len() > 1 {
            let lines = ordered.iter().map(|one| largest_line(one));
            text += &listed("columns, the largest difference first", lines.collect());
        }
        text
    }

    fn metrics(&self) -> String {
        let mut ordered: Vec<&MetricDifference> = self.metrics.iter().collect();
        let size = |one: &MetricDifference| one.relative.unwrap_or(f64::INFINITY);
        ordered.sort_by(|a, b| size(b).total_cmp(&size(a)));
        let lines = ordered.iter().map(|one| {
            let [a, b] = one.values.map(|x| value(x, &one.name));
            format!("  {}: {a} in A, {b} in B{}\n", one.name, percent(one.relative))
        });
        listed("metrics, the largest difference first", lines.collect())
    }

    fn events(&self) -> String {
        let Some(found) = &self.events else { return String::new() };
        let [a, b] = found.counts;
        let mut text = format!("\nevents: {a} in A, {b} in B, the first {} alike\n", found.shared);
        for (run, event) in ["A", "B"].iter().zip(&found.first) {
            let event = event.as_deref().unwrap_or("no more");
            let _ = writeln!(text, "  then in {run}: {event}");
        }
        text
    }
}

fn listed(title: &str, lines: Vec<String>) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let more = match lines.len().saturating_sub(LISTED) {
        0 => String::new(),
        more => format!("  and {more} more; --json has them all\n"),
    };
    let shown: String = lines.into_iter().take(LISTED).collect();
    format!("\n{title}\n{shown}{more}")
}

fn column_line(one: &ColumnDifference) -> String {
    let [a, b] = one.values.map(|x| value(x, &one.name));
    format!("  {} s  {}: {a} in A, {b} in B\n", significant(one.time_s, 9), one.name)
}

fn largest_line(one: &ColumnDifference) -> String {
    let by = value(one.largest, &one.name);
    format!("  {}: {by}{} at {} s\n", one.name, percent(one.relative), one.largest_time_s)
}

/// A value with all its digits, since it may differ in the last.
fn value(value: Option<f64>, name: &str) -> String {
    value
        .map_or_else(|| "none".to_owned(), |value| with_unit(&format!("{value:?}"), &unit_of(name)))
}

fn percent(relative: Option<f64>) -> String {
    match relative {
        Some(share) if share.is_finite() => format!(" ({} %)", significant(100.0 * share, 3)),
        _ => String::new(),
    }
}
