//! Where everything was: poses of all links, and points and forces of all contactors.
//!
//! Frames are records of the history, never interpolated here. A long span needs few records out of
//! every page of many columns, which costs unpacking the whole history; so that is done once: a
//! table keeps some ten thousand records, evenly spread, and long spans choose theirs among them. A
//! short span is read from the file.

use std::ops::Range;
use std::sync::Arc;

use planetfall_files::quantity::Quantity;
use planetfall_files::quantity::column::Contactor;
use planetfall_files::run_folder::HistoryFile;
use planetfall_files::run_folder::scene::{Posing, Scene};

use crate::refusal::Refusal;
use crate::scan::{Stop, TIME, in_parallel};

/// Frames that may be asked for.
pub(crate) const FRAMES: std::ops::RangeInclusive<usize> = 2..=4096;
/// Records in the table at most; there are at least half as many where there are rows.
const TABLE_ROWS: usize = 16_384;
const MAGIC: u32 = 0x5046_4c50;
/// What is given of a contactor: its point, the ground's force on it, and its regime.
const CONTACT: [Quantity; 7] = [
    Contactor::X,
    Contactor::Y,
    Contactor::Z,
    Contactor::FORCE_X,
    Contactor::FORCE_Y,
    Contactor::FORCE_Z,
    Contactor::REGIME,
];

/// A scene whose columns have been found in a history.
#[derive(Debug)]
pub(crate) struct Stage {
    posing: Posing,
    contactors: usize,
    /// Where the history has what the posing and then the contactors need; time is the last.
    columns: Vec<Option<usize>>,
    /// Columns that the history lacks.
    pub(crate) missing: Vec<String>,
}

/// Some records of the columns that a stage needs.
#[derive(Debug)]
pub(crate) struct Records {
    rows: Vec<usize>,
    /// In the stage's order; empty where the history lacks the column.
    columns: Vec<Vec<f64>>,
}

impl Stage {
    /// `column` finds a column of the history by its name.
    pub(crate) fn new(scene: &Scene, column: impl Fn(&str) -> Option<usize>) -> Self {
        let posing = Posing::new(scene);
        let contactors: Vec<String> = scene
            .vehicles
            .iter()
            .flat_map(|vehicle| {
                let name = |name: &str| format!("{}{name}", vehicle.prefix);
                vehicle.contactors.iter().map(move |contactor| name(&contactor.name))
            })
            .collect();
        let of_contactors = contactors
            .iter()
            .flat_map(|name| CONTACT.iter().map(move |quantity| quantity.of(name)));
        let names: Vec<String> = posing.columns().iter().cloned().chain(of_contactors).collect();
        let mut columns: Vec<_> = names.iter().map(|name| column(name)).collect();
        let absent = names.into_iter().zip(&columns).filter(|(_, column)| column.is_none());
        let missing = absent.map(|(name, _)| name).collect();
        columns.push(Some(TIME));
        Self { posing, contactors: contactors.len(), columns, missing }
    }

    /// The table: every so many rows, and the last.
    pub(crate) fn table(&self, history: &HistoryFile) -> Result<Records, Refusal> {
        let last = history.rows().saturating_sub(1);
        let mut rows: Vec<usize> = (0..history.rows()).step_by(stride(history.rows())).collect();
        if rows.last().is_some_and(|row| *row != last) {
            rows.push(last);
        }
        self.read(history, rows, &Stop::default())
    }

    /// Records evenly spread over some rows, with the first and the last of them.
    pub(crate) fn records(
        &self,
        history: &HistoryFile,
        table: &Records,
        rows: Range<usize>,
        frames: usize,
        stop: &Stop,
    ) -> Result<Records, Refusal> {
        let count = rows.len();
        if count <= frames {
            return self.read(history, rows.collect(), stop);
        }
        let steps = frames.max(2) - 1;
        if (count - 1) / steps < stride(history.rows()) {
            let row = |step: usize| rows.start + evenly(step, steps, count - 1);
            return self.read(history, (0..=steps).map(row).collect(), stop);
        }
        let ends = self.read(history, vec![rows.start, rows.end - 1], stop)?;
        Ok(table.between(&ends, rows, frames.saturating_sub(2)))
    }

    /// Whole rows of a history as records.
    pub(crate) fn gather(&self, rows: &[Arc<[f64]>]) -> Records {
        let value = |row: &Arc<[f64]>, column| row.get(column).copied().unwrap_or(f64::NAN);
        let column = |column: &Option<usize>| {
            column.map(|column| rows.iter().map(|row| value(row, column)).collect())
        };
        Records {
            rows: (0..rows.len()).collect(),
            columns: self.columns.iter().map(|own| column(own).unwrap_or_default()).collect(),
        }
    }

    /// The records as bytes for the page: see docs/viewer.md.
    pub(crate) fn encode(&self, records: &Records) -> Vec<u8> {
        let (links, contactors) = (self.posing.links(), self.contactors);
        let frames = records.rows.len();
        let mut bytes = Vec::with_capacity(40 + frames * (8 + (links + contactors) * 28));
        for number in [MAGIC, frames as u32, links as u32, contactors as u32] {
            bytes.extend(number.to_le_bytes());
        }
        let (mut row, mut poses) = (Vec::new(), Vec::new());
        records.row(0, &mut row);
        self.posing.poses(&row, &mut poses);
        let origin = origin(&poses);
        bytes.extend(origin.iter().flat_map(|number| number.to_le_bytes()));
        for frame in 0..frames {
            bytes.extend(records.time(frame).to_le_bytes());
        }
        for frame in 0..frames {
            records.row(frame, &mut row);
            self.posing.poses(&row, &mut poses);
            let contacts = row.get(self.posing.columns().len()..).unwrap_or_default();
            let contacts = contacts.get(..contactors * CONTACT.len()).unwrap_or_default();
            for group in poses.chunks(7).chain(contacts.chunks(7)) {
                push_relative(&mut bytes, group, &origin);
            }
        }
        bytes
    }

    fn read(
        &self,
        history: &HistoryFile,
        rows: Vec<usize>,
        stop: &Stop,
    ) -> Result<Records, Refusal> {
        let columns = in_parallel(&self.columns, |columns| {
            let read = |column: &Option<usize>| {
                stop.check()?;
                let Some(column) = column else { return Ok(Vec::new()) };
                history.pick(*column, &rows).map_err(Refusal::broken)
            };
            columns.iter().map(read).collect()
        })?;
        Ok(Records { rows, columns })
    }
}

impl Records {
    /// The times of the records.
    pub(crate) fn time(&self, record: usize) -> f64 {
        self.columns.last().and_then(|times| times.get(record)).copied().unwrap_or(f64::NAN)
    }

    /// One record; NaN where the history lacks a column.
    fn row(&self, record: usize, row: &mut Vec<f64>) {
        row.clear();
        let value = |column: &Vec<f64>| column.get(record).copied().unwrap_or(f64::NAN);
        row.extend(self.columns.iter().map(value));
    }

    /// The two records at the ends, with at most so many of these between them.
    fn between(&self, ends: &Records, rows: Range<usize>, most: usize) -> Records {
        let start = self.rows.partition_point(|row| *row <= rows.start);
        let end = self.rows.partition_point(|row| *row + 1 < rows.end).max(start);
        let inside = end - start;
        let chosen: Vec<usize> = match (inside <= most, most) {
            (true, _) => (start..end).collect(),
            (false, 0) => Vec::new(),
            (false, 1) => vec![start + inside / 2],
            _ => (0..most).map(|step| start + evenly(step, most - 1, inside - 1)).collect(),
        };
        let column = |(own, ends): (&Vec<f64>, &Vec<f64>)| {
            let between = chosen.iter().filter_map(|record| own.get(*record));
            let last = ends.iter().skip(1);
            ends.iter().take(1).chain(between).chain(last).copied().collect()
        };
        let rows = chosen.iter().filter_map(|record| self.rows.get(*record));
        Records {
            columns: self.columns.iter().zip(&ends.columns).map(column).collect(),
            rows: ends
                .rows
                .iter()
                .take(1)
                .chain(rows)
                .chain(ends.rows.iter().skip(1))
                .copied()
                .collect(),
        }
    }
}

/// Rows from one record of the table to the next, a power of two.
fn stride(rows: usize) -> usize {
    rows.div_ceil(TABLE_ROWS).next_power_of_two()
}

/// The place of a step on the way from 0 to `length`.
fn evenly(step: usize, steps: usize, length: usize) -> usize {
    let place = step as u128 * length as u128 / steps.max(1) as u128;
    usize::try_from(place).unwrap_or(length)
}

/// Single precision is enough near this point: the first link of the first frame.
fn origin(poses: &[f64]) -> [f64; 3] {
    let number = |index: usize| poses.get(index).copied().filter(|number| number.is_finite());
    [0, 1, 2].map(|index| number(index).unwrap_or(0.0))
}

/// Seven numbers, of which the first three are a place.
fn push_relative(bytes: &mut Vec<u8>, group: &[f64], origin: &[f64; 3]) {
    let place = group.iter().zip(origin).map(|(number, origin)| number - origin);
    let rest = group.iter().skip(origin.len()).copied();
    bytes.extend(place.chain(rest).flat_map(|number| (number as f32).to_le_bytes()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_at_most_its_rows_for_runs_of_any_length() {
        for rows in [1_usize, 16_384, 16_385, 100_000, 1_000_000, 1_048_577, 10_000_000] {
            let records = rows.div_ceil(stride(rows));
            assert!(records <= TABLE_ROWS, "{rows} rows");
            assert!(rows < TABLE_ROWS || 2 * records >= TABLE_ROWS, "{rows} rows");
        }
    }

    #[test]
    fn steps_reach_from_end_to_end_evenly() {
        let places: Vec<usize> = (0..=4).map(|step| evenly(step, 4, 1_000_000)).collect();
        assert_eq!(places, [0, 250_000, 500_000, 750_000, 1_000_000]);
    }

    #[test]
    fn records_between_two_ends_are_spread_over_the_table() {
        let rows: Vec<usize> = (0..=100).map(|index| index * 10).collect();
        let times = rows.iter().map(|row| *row as f64).collect();
        let table = Records { rows, columns: vec![times] };
        let ends = Records { rows: vec![105, 905], columns: vec![vec![105.0, 905.0]] };
        let few = table.between(&ends, 105..906, 3);
        assert_eq!(few.rows, [105, 110, 500, 900, 905]);
        assert_eq!(few.columns, [[105.0, 110.0, 500.0, 900.0, 905.0]]);
        assert_eq!(table.between(&ends, 105..906, 0).rows, [105, 905]);
        assert_eq!(table.between(&ends, 105..906, 1).rows, [105, 510, 905]);
        assert_eq!(table.between(&ends, 105..906, 1000).rows.len(), 82);
    }
}
