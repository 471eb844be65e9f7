//! Where two runs part: the first time and quantity in which they differ, and how much they do
//! altogether.
//!
//! Records are compared at the times that both runs have, column by column, so that a run recorded
//! twice as often can still be held against another. Without a tolerance numbers must be the same
//! to the last bit; with one, a difference counts from that share of the quantity's scale (see
//! `scale.rs`), so that what passes through zero is not judged by its zero.

mod columns;
mod keys;
mod scale;
mod text;

pub use columns::{ColumnDifference, Records};
pub use keys::KeyDifference;

use planetfall_files::quantity::column::Run;
use planetfall_files::run_folder::{
    Event, HistoryError, HistoryFile, RunFile, RunFileError, Summary, read_text,
};
use scale::Scales;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Two runs side by side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunDifference {
    /// The folders.
    pub runs: [String; 2],
    /// Whether the results are the same, within the tolerance if one is given.
    pub same: bool,
    /// The tolerance, as a share of each quantity's largest magnitude.
    pub relative_tolerance: Option<f64>,
    /// The column that parts first, with the time and its values there.
    pub first: Option<ColumnDifference>,
    /// Keys of the effective scenarios that differ. They do not decide whether results do.
    pub scenario: Vec<KeyDifference>,
    /// How the runs ended, where that differs.
    pub outcome: Option<[String; 2]>,
    /// Records of the two, and times in common.
    pub records: Records,
    /// Columns that only one of the runs has.
    pub lone_columns: [Vec<String>; 2],
    /// Columns that differ, the earliest first.
    pub columns: Vec<ColumnDifference>,
    /// Metrics that differ.
    pub metrics: Vec<MetricDifference>,
    /// Where the lists of events part.
    pub events: Option<EventDifference>,
}

/// A metric that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MetricDifference {
    /// Its name.
    pub name: String,
    /// In each run; none where a run has no such metric, or no number for it.
    pub values: [Option<f64>; 2],
    /// The difference as a share of the metric's scale; none without two numbers.
    pub relative: Option<f64>,
}

/// Where two lists of events part.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EventDifference {
    /// How many events each run has.
    pub counts: [usize; 2],
    /// How many they share from the beginning.
    pub shared: usize,
    /// The first that differ, with their times; none where a list has ended.
    pub first: [Option<String>; 2],
}

/// Why two runs cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum DiffError {
    /// A folder lacks what every run has.
    #[error("{} is not the folder of a Planetfall run: {source}", folder.display())]
    NotARun {
        /// The folder.
        folder: PathBuf,
        /// What is missing or broken.
        source: RunFileError,
    },
    /// A history cannot be read.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// A tolerance below zero, or none.
    #[error("a tolerance must be zero or a positive number, found {0}")]
    Tolerance(f64),
}

/// Compares two runs.
///
/// # Errors
/// If a folder holds no run, or one of its files is damaged.
pub fn compare(
    first: &Path,
    second: &Path,
    relative_tolerance: Option<f64>,
) -> Result<RunDifference, DiffError> {
    let tolerance = relative_tolerance.unwrap_or(0.0);
    if !(tolerance >= 0.0 && tolerance.is_finite()) {
        return Err(DiffError::Tolerance(tolerance));
    }
    let (a, b) = (ComparedRun::open(first)?, ComparedRun::open(second)?);
    let (records, mut columns) = columns::compare([&a.history, &b.history], tolerance)?;
    let mut metrics = metrics(&a.summary, &b.summary, tolerance);
    // Who asks for likeness asks for results; lengths and numbers of steps are their cost.
    if relative_tolerance.is_some() {
        columns.retain(|column| column.name != Run::STEP.name);
        metrics.retain(|metric| !metric.name.starts_with("effort."));
    }
    let outcomes = [a.summary.outcome.clone(), b.summary.outcome.clone()];
    let mut found = RunDifference {
        runs: [first, second].map(|folder| folder.display().to_string()),
        same: false,
        relative_tolerance,
        first: columns.first().cloned(),
        scenario: keys::compare(&a.scenario, &b.scenario),
        outcome: (outcomes[0] != outcomes[1]).then_some(outcomes),
        records,
        lone_columns: [lone(&a.history, &b.history), lone(&b.history, &a.history)],
        columns,
        metrics,
        events: events(&a.events, &b.events, tolerance),
    };
    // Recorded otherwise is not run otherwise, if a tolerance is what one asks for.
    let alike = relative_tolerance.is_some() && found.records.common > 0;
    found.same = found.outcome.is_none()
        && found.columns.is_empty()
        && found.metrics.is_empty()
        && found.events.is_none()
        && found.lone_columns.iter().all(Vec::is_empty)
        && (alike || found.records.all_in_common());
    Ok(found)
}

/// The files of a run that are compared.
struct ComparedRun {
    summary: Summary,
    scenario: String,
    events: Vec<Event>,
    history: HistoryFile,
}

impl ComparedRun {
    fn open(folder: &Path) -> Result<Self, DiffError> {
        let no_run = |source| DiffError::NotARun { folder: folder.to_owned(), source };
        Ok(Self {
            summary: Summary::read(&RunFile::Summary.within(folder)).map_err(no_run)?,
            scenario: read_text(&RunFile::Scenario.within(folder)).map_err(no_run)?,
            events: Event::read_all(&RunFile::Events.within(folder)).map_err(no_run)?,
            history: HistoryFile::open(&RunFile::History.within(folder))?,
        })
    }
}

/// Columns of a history that another lacks.
fn lone(history: &HistoryFile, other: &HistoryFile) -> Vec<String> {
    let names = history.columns().iter().map(|column| &column.name);
    let absent = |name: &&String| !other.columns().iter().any(|column| column.name == **name);
    names.filter(absent).cloned().collect()
}

fn metrics(a: &Summary, b: &Summary, tolerance: f64) -> Vec<MetricDifference> {
    let mut names: Vec<&String> = a.metrics.keys().chain(b.metrics.keys()).collect();
    names.sort();
    names.dedup();
    let mut scales = Scales::default();
    for (name, value) in a.metrics.iter().chain(&b.metrics) {
        scales.widen(name, *value);
    }
    let mut differing = Vec::new();
    for name in names {
        let values = [a, b].map(|summary| summary.metrics.get(name).copied());
        let finite = values.map(|value| value.filter(|value| value.is_finite()));
        let relative = match finite {
            [Some(a), Some(b)] if a == b => Some(0.0),
            [Some(a), Some(b)] => Some((a - b).abs() / scales.of(name, a.abs().max(b.abs()))),
            _ => None,
        };
        let same = match relative {
            Some(relative) => relative <= tolerance,
            None => finite == [None, None] && values[0].is_some() == values[1].is_some(),
        };
        if !same {
            differing.push(MetricDifference { name: name.clone(), values: finite, relative });
        }
    }
    differing
}

fn events(a: &[Event], b: &[Event], tolerance: f64) -> Option<EventDifference> {
    let alike = |(a, b): &(&Event, &Event)| {
        let within = (a.time_s - b.time_s).abs() <= tolerance * a.time_s.abs().max(b.time_s.abs());
        a.kind == b.kind && a.entity == b.entity && within
    };
    let shared = a.iter().zip(b).take_while(alike).count();
    if shared == a.len() && shared == b.len() {
        return None;
    }
    let named = |events: &[Event]| {
        events.get(shared).map(|event| format!("{} s: {}", event.time_s, event.message))
    };
    Some(EventDifference { counts: [a.len(), b.len()], shared, first: [named(a), named(b)] })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn event(time_s: f64, kind: &str) -> Event {
        Event {
            time_s,
            kind: kind.to_owned(),
            entity: None,
            message: format!("{kind} happens"),
            values: BTreeMap::new(),
        }
    }

    #[test]
    fn events_part_where_kind_or_time_does_and_a_tolerance_forgives_time_alone() {
        let a = [event(1.0, "touch"), event(2.0, "end")];
        let late = [event(1.001, "touch"), event(2.0, "end")];
        assert_eq!(events(&a, &a, 0.0), None);
        assert_eq!(events(&a, &late, 0.0).map(|found| found.shared), Some(0));
        assert_eq!(events(&a, &late, 0.01), None);
        let short = events(&a, &a[..1], 0.1).unwrap();
        assert_eq!(short.first, [Some("2 s: end happens".to_owned()), None]);
    }
}
