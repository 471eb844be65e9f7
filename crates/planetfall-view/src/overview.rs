//! Columns in short: of every few hundred rows the points that shape their picture.
//!
//! An overview is made when a column is first asked for over a long span, and costs reading the
//! column once. After that the whole run is drawn from some thousand points.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use planetfall_files::run_folder::HistoryFile;

use crate::refusal::Refusal;
use crate::scan::{Stop, in_parallel, scan};
use crate::thinning::{Point, Thinning};

/// Buckets of an overview at most; there are at least half as many where there are rows. Chosen: more
/// than the pixels of a screen.
const MOST_BUCKETS: usize = 4096;
/// Fewer rows than this are not worth a bucket. Chosen.
const LEAST_ROWS: usize = 64;
/// Overviews kept of a run at most, some 400 kB each. Chosen: 64 MB.
const KEPT: usize = 160;

/// What is kept of a column.
#[derive(Debug)]
pub(crate) struct Overview {
    points: Vec<Point>,
    bucket_rows: usize,
}

/// The overviews of a run made so far, the latest last.
#[derive(Debug, Default)]
pub(crate) struct Overviews {
    made: Mutex<VecDeque<(usize, Arc<Overview>)>>,
}

impl Overview {
    /// The points kept of a bucket's rows.
    pub(crate) fn bucket(&self, bucket: usize) -> &[Point] {
        let at = |row: usize| self.points.partition_point(|point| point.row < row);
        let start = bucket * self.bucket_rows;
        self.points.get(at(start)..at(start + self.bucket_rows)).unwrap_or_default()
    }
}

impl Overviews {
    /// The overviews of columns, made where they are not there yet. Making one goes on when nobody
    /// waits for it any more: the next request will want it.
    pub(crate) fn of(
        &self,
        history: &HistoryFile,
        columns: &[usize],
    ) -> Result<Vec<Arc<Overview>>, Refusal> {
        let mut missing: Vec<usize> =
            columns.iter().copied().filter(|column| self.known(*column).is_none()).collect();
        missing.sort_unstable();
        missing.dedup();
        let made = in_parallel(&missing, |columns| make(history, columns))?;
        let made: Vec<_> = missing.into_iter().zip(made.into_iter().map(Arc::new)).collect();
        let fresh = |column: usize| made.iter().find(|(own, _)| *own == column);
        let found = columns
            .iter()
            .map(|column| {
                let own = fresh(*column).map(|(_, overview)| Arc::clone(overview));
                own.or_else(|| self.known(*column)).ok_or_else(Refusal::fault)
            })
            .collect::<Result<_, _>>()?;
        self.keep(made);
        Ok(found)
    }

    fn known(&self, column: usize) -> Option<Arc<Overview>> {
        let made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        made.iter().find(|(own, _)| *own == column).map(|(_, overview)| Arc::clone(overview))
    }

    fn keep(&self, fresh: Vec<(usize, Arc<Overview>)>) {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        for (column, overview) in fresh {
            made.retain(|(own, _)| *own != column);
            made.push_back((column, overview));
        }
        let surplus = made.len().saturating_sub(KEPT);
        made.drain(..surplus);
    }
}

/// Rows in a bucket of a history's overviews, a power of two.
pub(crate) fn bucket_rows(rows: usize) -> usize {
    rows.div_ceil(MOST_BUCKETS).next_power_of_two().max(LEAST_ROWS)
}

fn make(history: &HistoryFile, columns: &[usize]) -> Result<Vec<Overview>, Refusal> {
    let bucket_rows = bucket_rows(history.rows());
    let mut thinnings: Vec<Thinning> = columns.iter().map(|_| Thinning::default()).collect();
    scan(
        history,
        columns,
        0..history.rows(),
        &Stop::default(),
        &mut |slot, start, times, values| {
            let Some(thinning) = thinnings.get_mut(slot) else { return };
            for (offset, (time, value)) in times.iter().zip(values).enumerate() {
                let row = start + offset;
                thinning.add(row / bucket_rows, Point { row, time: *time, value: *value });
            }
        },
    )?;
    let short = |thinning: Thinning| {
        let mut points = thinning.finish();
        points.shrink_to_fit();
        Overview { points, bucket_rows }
    };
    Ok(thinnings.into_iter().map(short).collect())
}
