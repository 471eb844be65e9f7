//! Going through a history without holding it: some rows at a time, on all processors.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use planetfall_files::run_folder::HistoryFile;

use crate::refusal::Refusal;

/// The place of `time_s` among the columns of every history.
pub(crate) const TIME: usize = 0;
/// Rows in memory at a time: those of a row group, so that its page headers are walked once.
const CHUNK_ROWS: usize = 65_536;

/// Informs a computation that nobody waits for it any more.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    pub(crate) fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(crate) fn check(&self) -> Result<(), Refusal> {
        if self.0.load(Ordering::Relaxed) { Err(Refusal::superseded()) } else { Ok(()) }
    }
}

/// Takes the values of the column in a slot over some rows: slot, first row, times, values.
pub(crate) type Take<'a> = dyn FnMut(usize, usize, &[f64], &[f64]) + 'a;

/// Shows times and values of columns over rows, in order, chunk by chunk.
pub(crate) fn scan(
    history: &HistoryFile,
    columns: &[usize],
    rows: Range<usize>,
    stop: &Stop,
    take: &mut Take<'_>,
) -> Result<(), Refusal> {
    let end = rows.end.min(history.rows());
    let (mut times, mut values) = (Vec::new(), Vec::new());
    let mut start = rows.start;
    while start < end {
        stop.check()?;
        let chunk = start..((start / CHUNK_ROWS + 1) * CHUNK_ROWS).min(end);
        read(history, TIME, &chunk, &mut times)?;
        for (slot, column) in columns.iter().enumerate() {
            read(history, *column, &chunk, &mut values)?;
            take(slot, start, &times, &values);
        }
        start = chunk.end;
    }
    Ok(())
}

/// Works on parts of a list on all processors; results come in the order of the list.
pub(crate) fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(&[T]) -> Result<Vec<R>, Refusal> + Sync,
) -> Result<Vec<R>, Refusal> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let part = items.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let work = &work;
        let parts: Vec<_> =
            items.chunks(part).map(|items| scope.spawn(move || work(items))).collect();
        let mut results = Vec::with_capacity(items.len());
        for part in parts {
            results.extend(part.join().unwrap_or_else(|_| Err(Refusal::fault()))?);
        }
        Ok(results)
    })
}

fn read(
    history: &HistoryFile,
    column: usize,
    rows: &Range<usize>,
    values: &mut Vec<f64>,
) -> Result<(), Refusal> {
    values.clear();
    let show = &mut |page: &planetfall_files::run_folder::PageRows<'_>| {
        page.append(rows, values);
        ControlFlow::Continue(())
    };
    history.visit(column, rows.clone(), show).map_err(Refusal::broken)
}
