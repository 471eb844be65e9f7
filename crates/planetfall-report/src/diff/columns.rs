//! Columns of two histories at the times they share.

use super::scale::Scales;
use planetfall_files::quantity::column::Run;
use planetfall_files::run_folder::{HistoryError, HistoryFile};
use serde::Serialize;

/// How many records two histories have, and at how many times both have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Records {
    /// Of each run.
    pub counts: [usize; 2],
    /// Times in common.
    pub common: usize,
}

/// A column that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ColumnDifference {
    /// Its name.
    pub name: String,
    /// The first time at which it differs.
    pub time_s: f64,
    /// Its values there; none for one that is not a number.
    pub values: [Option<f64>; 2],
    /// The largest difference; none if it is not a number.
    pub largest: Option<f64>,
    /// When that is.
    pub largest_time_s: f64,
    /// The largest difference as a share of the column's scale.
    pub relative: Option<f64>,
    /// At how many of the times in common it differs.
    pub records: usize,
}

impl Records {
    /// Whether both runs were recorded at the same times.
    #[must_use]
    pub fn all_in_common(&self) -> bool {
        self.counts == [self.common; 2]
    }
}

/// Compares all columns that both have; the earliest to differ comes first.
pub(super) fn compare(
    histories: [&HistoryFile; 2],
    tolerance: f64,
) -> Result<(Records, Vec<ColumnDifference>), HistoryError> {
    let [a, b] = histories;
    let read = |history: &HistoryFile, name: &str| {
        history.read_column(name, 0..history.rows()).map(|column| column.values)
    };
    let (times, others) = (read(a, Run::TIME.name)?, read(b, Run::TIME.name)?);
    let rows = shared(&times, &others);
    let records = Records { counts: [a.rows(), b.rows()], common: rows.len() };
    let common = a.columns().iter().skip(1).map(|column| &column.name);
    let common = common.filter(|name| b.columns().iter().any(|other| other.name == **name));
    let common: Vec<&String> = common.collect();
    let pairs = |name: &str| Ok::<_, HistoryError>([read(a, name)?, read(b, name)?]);
    let mut scales = Scales::default();
    let mut largest = Vec::new();
    for name in &common {
        let own = Pairs { times: &times, rows: &rows, values: &pairs(name)? }.largest();
        scales.widen(name, own);
        largest.push(own);
    }
    let mut columns = Vec::new();
    for (name, own) in common.iter().zip(largest) {
        let pairs = Pairs { times: &times, rows: &rows, values: &pairs(name)? };
        columns.extend(pairs.difference(name, tolerance, scales.of(name, own)));
    }
    columns.sort_by(|a, b| a.time_s.total_cmp(&b.time_s));
    Ok((records, columns))
}

/// Rows of two rising lists of times that are the same.
fn shared(a: &[f64], b: &[f64]) -> Vec<[usize; 2]> {
    let (mut i, mut j) = (0, 0);
    let mut rows = Vec::new();
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        if x == y {
            rows.push([i, j]);
        }
        (i, j) = (i + usize::from(x <= y || x.is_nan()), j + usize::from(y <= x || y.is_nan()));
    }
    rows
}

/// One column of both, at the rows they share.
struct Pairs<'a> {
    times: &'a [f64],
    rows: &'a [[usize; 2]],
    values: &'a [Vec<f64>; 2],
}

impl Pairs<'_> {
    /// The largest magnitude of the column in either run.
    fn largest(&self) -> f64 {
        let finite = |x: f64| if x.is_finite() { x.abs() } else { 0.0 };
        self.all().fold(0.0, |scale: f64, (_, a, b)| scale.max(finite(a)).max(finite(b)))
    }

    fn difference(&self, name: &str, tolerance: f64, scale: f64) -> Option<ColumnDifference> {
        let differs = |(_, a, b): &(f64, f64, f64)| {
            let by = (a - b).abs();
            a != b && !(a.is_nan() && b.is_nan()) && (by.is_nan() || by > tolerance * scale)
        };
        let mut found: Option<ColumnDifference> = None;
        for (time_s, a, b) in self.all().filter(differs) {
            let by = Some((a - b).abs()).filter(|by| by.is_finite());
            let one = found.get_or_insert_with(|| ColumnDifference {
                name: name.to_owned(),
                time_s,
                values: [a, b].map(|value| Some(value).filter(|value| value.is_finite())),
                largest: by,
                largest_time_s: time_s,
                relative: None,
                records: 0,
            });
            one.records += 1;
            if by > one.largest {
                (one.largest, one.largest_time_s) = (by, time_s);
            }
        }
        let mut found = found?;
        found.relative = found.largest.map(|by| by / scale);
        Some(found)
    }

    fn all(&self) -> impl Iterator<Item = (f64, f64, f64)> + '_ {
        let [a, b] = self.values;
        self.rows
            .iter()
            .filter_map(move |&[i, j]| Some((*self.times.get(i)?, *a.get(i)?, *b.get(j)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn difference(a: &[f64], b: &[f64], tolerance: f64) -> Option<ColumnDifference> {
        let times: Vec<f64> = (0..a.len()).map(|index| index as f64).collect();
        let rows: Vec<[usize; 2]> = (0..a.len()).map(|index| [index; 2]).collect();
        let values = [a.to_vec(), b.to_vec()];
        let pairs = Pairs { times: &times, rows: &rows, values: &values };
        pairs.difference("x_m", tolerance, pairs.largest())
    }

    #[test]
    fn the_first_and_the_largest_difference_are_distinguished() {
        let found = difference(&[1.0, 2.0, 4.0, 1.0], &[1.0, 2.1, 3.0, 1.0], 0.0).unwrap();
        assert_eq!((found.time_s, found.largest_time_s, found.records), (1.0, 2.0, 2));
        assert_eq!((found.largest, found.relative), (Some(1.0), Some(0.25)));
    }

    #[test]
    fn a_tolerance_is_a_share_of_the_largest_magnitude() {
        assert!(difference(&[0.0, 100.0], &[0.9, 100.0], 0.01).is_none());
        assert!(difference(&[0.0, 100.0], &[1.1, 100.0], 0.01).is_some());
    }

    #[test]
    fn nothing_equals_nothing_but_no_number() {
        assert!(difference(&[f64::NAN], &[f64::NAN], 0.0).is_none());
        let found = difference(&[f64::NAN, 1.0], &[1.0, 1.0], 0.5).unwrap();
        assert_eq!((found.values, found.largest), ([None, Some(1.0)], None));
    }

    proptest! {
        #[test]
        fn shared_times_are_exactly_the_common_ones(
            a in prop::collection::btree_set(0u32..60, 0..40),
            b in prop::collection::btree_set(0u32..60, 0..40),
        ) {
            let list = |set: &std::collections::BTreeSet<u32>| -> Vec<f64> {
                set.iter().map(|x| f64::from(*x)).collect()
            };
            let (x, y) = (list(&a), list(&b));
            let rows = shared(&x, &y);
            prop_assert_eq!(rows.len(), a.intersection(&b).count());
            prop_assert!(rows.iter().all(|&[i, j]| x[i] == y[j]));
        }
    }
}
