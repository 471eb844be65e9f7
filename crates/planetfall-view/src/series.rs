//! Columns over a span of time, with as few points as a plot needs.
//!
//! The span is divided evenly in time, and each part keeps the points that shape its picture
//! ([`crate::thinning`]). A short span is read from the file. For a long one the columns' overviews
//! are thinned again; where a bucket of the overview is wider in time than a part (records may lie
//! close in a contact and far apart in flight), its rows are read instead. There are fewer such
//! buckets than parts, so a long span costs little more than a short one.

use std::ops::Range;
use std::sync::Arc;

use crate::opened::Opened;
use crate::overview::{Overview, bucket_rows};
use crate::refusal::Refusal;
use crate::scan::{Stop, in_parallel, scan};
use crate::thinning::{Division, Point, SLOTS, Thinning};

/// Points of a column that may be asked for.
pub(crate) const POINTS: std::ops::RangeInclusive<usize> = SLOTS..=8192;
/// Fewer rows are read from the file, without an overview: they cost a few pages. Chosen: one row group.
const SHORT_ROWS: usize = 65_536;
/// First number of the answer: "PFLS".
const MAGIC: u32 = 0x5046_4c53;

/// What is asked for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Wanted {
    pub(crate) columns: Vec<usize>,
    pub(crate) rows: Range<usize>,
    /// Times of the first and of the last of the rows.
    pub(crate) span_s: (f64, f64),
    pub(crate) points: usize,
}

/// The points of each column.
pub(crate) fn series(
    run: &Opened,
    wanted: &Wanted,
    stop: &Stop,
) -> Result<Vec<Vec<Point>>, Refusal> {
    let whole = wanted.rows.len() <= wanted.points;
    let buckets = if whole { wanted.rows.len() } else { wanted.points / SLOTS };
    let (start, end) = wanted.span_s;
    let parts = Parts { run, wanted, division: Division::new(start, end, buckets), whole, stop };
    let bucket_rows = bucket_rows(run.history.rows());
    let enough = bucket_rows.saturating_mul(buckets).max(SHORT_ROWS);
    if whole || wanted.rows.len() < enough {
        return in_parallel(&wanted.columns, |columns| parts.read(columns));
    }
    stop.check()?;
    let overviews = run.overviews.of(&run.history, &wanted.columns)?;
    let pairs: Vec<_> = wanted.columns.iter().copied().zip(overviews).collect();
    in_parallel(&pairs, |pairs| {
        let thin = |(column, overview): &(usize, Arc<Overview>)| {
            parts.thin_again(*column, overview, bucket_rows)
        };
        pairs.iter().map(thin).collect()
    })
}

/// The columns as bytes for the page: see docs/viewer.md. The number is that of the question, where
/// several are answered through one connection.
pub(crate) fn encode(columns: &[Vec<Point>], number: u32) -> Vec<u8> {
    let points = columns.iter().map(Vec::len).max().unwrap_or(0);
    let mut bytes = Vec::with_capacity(16 + columns.len() * points * 16);
    for number in [MAGIC, columns.len() as u32, points as u32, number] {
        bytes.extend(number.to_le_bytes());
    }
    for column in columns {
        let padded = || column.iter().map(Some).chain(std::iter::repeat(None)).take(points);
        for point in padded() {
            bytes.extend(point.map_or(f64::NAN, |point| point.time).to_le_bytes());
        }
        for point in padded() {
            bytes.extend(point.map_or(f64::NAN, |point| point.value).to_le_bytes());
        }
    }
    bytes
}

/// A span divided for thinning.
struct Parts<'a> {
    run: &'a Opened,
    wanted: &'a Wanted,
    division: Division,
    /// So few rows that each is a point.
    whole: bool,
    stop: &'a Stop,
}

impl Parts<'_> {
    fn read(&self, columns: &[usize]) -> Result<Vec<Vec<Point>>, Refusal> {
        let mut thinnings: Vec<Thinning> = columns.iter().map(|_| Thinning::default()).collect();
        let rows = self.wanted.rows.clone();
        scan(&self.run.history, columns, rows, self.stop, &mut |slot, start, times, values| {
            let Some(thinning) = thinnings.get_mut(slot) else { return };
            for (offset, (time, value)) in times.iter().zip(values).enumerate() {
                self.add(thinning, Point { row: start + offset, time: *time, value: *value });
            }
        })?;
        Ok(thinnings.into_iter().map(Thinning::finish).collect())
    }

    fn add(&self, thinning: &mut Thinning, point: Point) {
        let bucket = if self.whole {
            point.row - self.wanted.rows.start
        } else {
            self.division.bucket(point.time)
        };
        thinning.add(bucket, point);
    }

    fn thin_again(
        &self,
        column: usize,
        overview: &Overview,
        bucket_rows: usize,
    ) -> Result<Vec<Point>, Refusal> {
        let rows = &self.wanted.rows;
        let mut thinning = Thinning::default();
        // Rows that must be read because the overview is too coarse for them.
        let mut coarse = rows.start..rows.start;
        for bucket in rows.start / bucket_rows..rows.end.div_ceil(bucket_rows) {
            let own = bucket * bucket_rows..(bucket + 1) * bucket_rows;
            let inside = own.start >= rows.start && own.end <= rows.end;
            let points = overview.bucket(bucket);
            if inside && self.is_fine(points) {
                self.add_rows(column, coarse, &mut thinning)?;
                points.iter().for_each(|point| self.add(&mut thinning, *point));
                coarse = own.end..own.end;
            } else {
                coarse.end = own.end.min(rows.end);
            }
        }
        self.add_rows(column, coarse, &mut thinning)?;
        Ok(thinning.finish())
    }

    fn is_fine(&self, points: &[Point]) -> bool {
        match (points.first(), points.last()) {
            (Some(first), Some(last)) => last.time - first.time <= self.division.width_s,
            _ => true,
        }
    }

    fn add_rows(
        &self,
        column: usize,
        rows: Range<usize>,
        thinning: &mut Thinning,
    ) -> Result<(), Refusal> {
        scan(&self.run.history, &[column], rows, self.stop, &mut |_, start, times, values| {
            for (offset, (time, value)) in times.iter().zip(values).enumerate() {
                self.add(thinning, Point { row: start + offset, time: *time, value: *value });
            }
        })
    }
}
