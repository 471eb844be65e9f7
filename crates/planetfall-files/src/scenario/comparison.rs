//! `[[compare]]`: measured values, or another tool's, that the run is held against.

use super::Report;
use super::lineage::Folders;
use super::schema::ScenarioKeys;
use crate::bounded;
use crate::format::declare::{Key, REQUIRED, Tables, declare, default};
use crate::format::nearest;
use crate::format::schema::{Kind, Range};
use crate::run_folder::compare::{Comparison, Measured, Pair};
use planetfall::recording;
use planetfall::scenario::Scenario;
use std::collections::BTreeSet;

declare! {
    /// A CSV file of measured values, or of another tool's, drawn into the report's plots. How far the
    /// run is from it becomes metrics: `compare.NAME.COLUMN_residual_rms_UNIT` and the same with
    /// `residual_max`, `residual_mean` (ours less theirs), `correlation` and `points`, where COLUMN and
    /// UNIT are the two parts of our column's name.
    pub(crate) table CompareKeys("compare") {
        /// Unique name.
        name: Key<String> = REQUIRED.of(Kind::Name),
        /// The file, relative to the scenario's.
        file: Key<String> = REQUIRED,
        /// The file's column of times, which must rise.
        time_column: Key<String> = default::text("time_s"),
        /// Seconds in one unit of that column: 0.001 for milliseconds.
        time_scale: Key<f64> = default::number(1.0).of(Kind::Number(Range::POSITIVE)),
        /// Simulated time at which the file's time is 0.
        time_offset_s: Key<f64> = default::number(0.0),
        /// Columns to compare.
        column: Tables<ColumnKeys> = REQUIRED,
    }

    /// A column of the file and the recorded one that it is compared with.
    pub(crate) table ColumnKeys("compared column") {
        /// Name in the file's first line.
        theirs: Key<String> = REQUIRED,
        /// Name in the run's history.
        ours: Key<String> = REQUIRED,
        /// Their values are multiplied by this, to have our unit.
        scale: Key<f64> = default::number(1.0),
        /// This is added to them then, in our unit.
        offset: Key<f64> = default::number(0.0),
    }
}

/// A comparison with its file as it is on disk.
#[derive(Clone, Debug)]
pub struct Compared {
    /// What the file says.
    pub measured: Measured,
    /// The file, to be copied into the run's folder.
    pub text: String,
}

/// Reads all files of `[[compare]]`.
pub(super) fn compared(
    root: &ScenarioKeys,
    scenario: &Scenario,
    folders: &Folders,
    report: &mut Report<'_>,
) -> Vec<Compared> {
    let nodes = &root.compare;
    let columns: Vec<String> = if nodes.is_empty() {
        Vec::new()
    } else {
        recording::columns(&scenario.world).into_iter().map(|column| column.name).collect()
    };
    let mut all = Vec::new();
    for keys in nodes {
        check_columns(keys, &columns, report);
        all.extend(read(keys, scenario, folders, report));
    }
    all
}

/// Our columns must be recorded, and each is compared once: its metrics are named after it.
fn check_columns(keys: &CompareKeys, columns: &[String], report: &mut Report<'_>) {
    let mut seen = BTreeSet::new();
    for pair in &keys.column {
        let ours = pair.ours.value();
        if !columns.iter().any(|name| name == ours) {
            let message = format!("`{ours}`: this scenario records no such column");
            let help = match nearest(ours, columns.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "`planetfall schema --columns SCENARIO` lists them".to_owned(),
            };
            report.help(pair.ours.place(), message, help);
        }
        if !seen.insert(ours) {
            let message = format!("`{ours}` is compared twice here");
            let help = "use another [[compare]] for the second, so that its metrics differ in name";
            report.help(pair.ours.place(), message, help);
        }
    }
}

fn read(
    keys: &CompareKeys,
    scenario: &Scenario,
    folders: &Folders,
    report: &mut Report<'_>,
) -> Option<Compared> {
    let place = keys.file.place();
    let path = folders.absolute(place, keys.file.value());
    let text = bounded::read_text(&path, bounded::NUMBERS).map_err(|error| error.to_string());
    let parsed = text.and_then(|text| {
        let measured =
            Measured::parse(&text, comparison(keys)).map_err(|error| error.to_string())?;
        Ok(Compared { measured, text })
    });
    let parsed =
        parsed.map_err(|error| report.error(place, format!("{}: {error}", path.display())));
    let (first, last) = parsed.as_ref().ok()?.measured.span_s();
    let end = scenario.duration.seconds();
    if last < 0.0 || first > end {
        let message = format!(
            "{}: its times, {first} s to {last} s, do not meet the run's, 0 s to {end} s",
            path.display()
        );
        report.help(place, message, "time_offset_s and time_scale shift and stretch them");
    }
    parsed.ok()
}

fn comparison(keys: &CompareKeys) -> Comparison {
    let pair = |keys: &ColumnKeys| Pair {
        theirs: keys.theirs.value().to_owned(),
        ours: keys.ours.value().to_owned(),
        scale: keys.scale.value(),
        offset: keys.offset.value(),
    };
    Comparison {
        name: keys.name.value().to_owned(),
        time_column: keys.time_column.value().to_owned(),
        time_scale: keys.time_scale.value(),
        time_offset_s: keys.time_offset_s.value(),
        columns: keys.column.iter().map(pair).collect(),
    }
}
