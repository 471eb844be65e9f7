//! A run whose history is open, with what has been made of it so far.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use planetfall_files::run_folder::scene::Scene;
use planetfall_files::run_folder::{HistoryFile, RunFile, TimeIndex};
use serde_json::{Map, Value, json};

use crate::folder::Folder;
use crate::overview::Overviews;
use crate::poses::{Records, Stage};
use crate::refusal::Refusal;
use crate::scan::{Stop, TIME, in_parallel};

/// An open history with its indices and overviews.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) history: HistoryFile,
    pub(crate) times: TimeIndex,
    pub(crate) overviews: Overviews,
    /// What is drawn, or why nothing can be.
    pub(crate) stage: Result<Stage, Refusal>,
    table: Mutex<Option<Arc<Records>>>,
}

impl Opened {
    pub(crate) fn open(folder: &Folder) -> Result<Self, Refusal> {
        let path = folder.file(RunFile::History).map_err(Refusal::broken)?;
        let history = HistoryFile::open(&path).map_err(Refusal::broken)?;
        let times = TimeIndex::of(&history).map_err(Refusal::broken)?;
        let scene = folder.file(RunFile::Scene).map_err(Refusal::absent);
        let scene = scene.and_then(|_| Scene::read(folder.path()).map_err(Refusal::broken));
        let stage = scene.map(|scene| Stage::new(&scene, |name| history.column_index(name)));
        Ok(Self { history, times, overviews: Overviews::default(), stage, table: Mutex::default() })
    }

    /// The rows from the last at or before a time to the first at or after another, and the times
    /// of these two.
    pub(crate) fn window(&self, from: f64, to: f64) -> Result<(Range<usize>, (f64, f64)), Refusal> {
        let before = self.times.row_before(&self.history, from).map_err(Refusal::broken)?;
        let after = self.times.row_after(&self.history, to).map_err(Refusal::broken)?;
        let Some((before, after)) = before.zip(after) else {
            return Ok((0..0, (f64::NAN, f64::NAN)));
        };
        // Where several records have the same time, the last may come before the first.
        let rows = before.min(after)..before.max(after) + 1;
        let ends = self.history.pick(TIME, &[rows.start, rows.end - 1]).map_err(Refusal::broken)?;
        let start = ends.first().copied().unwrap_or(f64::NAN);
        Ok((rows, (start, ends.last().copied().unwrap_or(start))))
    }

    /// The stage with its table, which is made when it is first asked for.
    pub(crate) fn staged(&self) -> Result<(&Stage, Arc<Records>), Refusal> {
        let stage = self.stage.as_ref().map_err(Clone::clone)?;
        // Held while the table is made, so that it is made once.
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) = &*table {
            return Ok((stage, Arc::clone(made)));
        }
        let made = Arc::new(stage.table(&self.history)?);
        *table = Some(Arc::clone(&made));
        Ok((stage, made))
    }

    /// All columns at the last record at or before a time.
    pub(crate) fn record(&self, time: f64, stop: &Stop) -> Result<Value, Refusal> {
        let row = self.times.row_before(&self.history, time).map_err(Refusal::broken)?;
        let row = row.ok_or_else(|| Refusal::absent("the history has no records"))?;
        let columns: Vec<usize> = (0..self.history.columns().len()).collect();
        let values = in_parallel(&columns, |columns| {
            stop.check()?;
            let pick = |column: &usize| self.history.pick(*column, &[row]).map_err(Refusal::broken);
            columns.iter().map(pick).collect()
        })?;
        let value = |values: &Vec<f64>| values.first().copied().unwrap_or(f64::NAN);
        let named = self.history.columns().iter().zip(&values);
        let named: Map<String, Value> =
            named.map(|(column, values)| (column.name.clone(), number(value(values)))).collect();
        let here = values.first().map_or(f64::NAN, value);
        let (previous, next) = self.neighbours(row, here)?;
        Ok(json!({
            "time_s": number(here),
            "row": row,
            "previous_time_s": previous.map(number),
            "next_time_s": next.map(number),
            "values": named,
        }))
    }

    /// The times before and after that of a row. Several records may have the same time: these are
    /// passed over, else stepping would stand still.
    fn neighbours(&self, row: usize, time: f64) -> Result<(Option<f64>, Option<f64>), Refusal> {
        let first = self.times.row_after(&self.history, time).map_err(Refusal::broken)?;
        let before = first.unwrap_or(row).checked_sub(1);
        let wanted: Vec<usize> = before.into_iter().chain([row + 1]).collect();
        let times = self.history.pick(TIME, &wanted).map_err(Refusal::broken)?;
        let mut times = times.into_iter();
        let previous = before.and_then(|_| times.next());
        Ok((previous, times.next()))
    }
}

/// JSON has no NaN: it is null.
pub(crate) fn number(value: f64) -> Value {
    serde_json::Number::from_f64(value).map_or(Value::Null, Value::Number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::series::{Wanted, series};

    const ROWS: usize = 500_000;
    const PAGE_BYTES: u64 = 8_192 * 8;

    fn opened(workdir: &std::path::Path) -> Opened {
        fixture::write(workdir, ROWS, 18);
        Opened::open(&Folder::at(workdir).unwrap()).unwrap()
    }

    /// Bytes unpacked by some work.
    fn cost(run: &Opened, work: impl FnOnce()) -> u64 {
        let before = run.history.unpacked_bytes();
        work();
        run.history.unpacked_bytes() - before
    }

    #[test]
    fn after_the_first_look_a_plot_of_the_whole_run_unpacks_next_to_nothing() {
        let workdir = tempfile::tempdir().unwrap();
        let run = opened(workdir.path());
        let plot = |from: f64, to: f64| {
            let (rows, span_s) = run.window(from, to).unwrap();
            let wanted = Wanted { columns: vec![2, 13], rows, span_s, points: 2000 };
            let points = series(&run, &wanted, &Stop::default()).unwrap();
            assert!(points.iter().all(|points| (500..=2000).contains(&points.len())));
        };
        let column = ROWS as u64 * 8;
        let first = cost(&run, || plot(0.0, 1e9));
        assert!(first <= 4 * column + 8 * PAGE_BYTES, "two columns, each with its times: {first}");
        // Only the rows after the last whole bucket are read.
        let again = cost(&run, || plot(0.0, 1e9));
        assert!(again <= 10 * PAGE_BYTES, "{again}");
        let half = cost(&run, || plot(100.05, 350.05));
        assert!(half <= 14 * PAGE_BYTES, "{half}");
        let short = cost(&run, || plot(100.0, 105.0));
        assert!(short <= 14 * PAGE_BYTES, "{short}");
    }

    #[test]
    fn frames_of_a_long_span_come_from_the_table_and_of_a_short_one_from_its_pages() {
        let workdir = tempfile::tempdir().unwrap();
        let run = opened(workdir.path());
        let frames = |from: f64, to: f64| {
            let (rows, _) = run.window(from, to).unwrap();
            let (stage, table) = run.staged().unwrap();
            let records = stage.records(&run.history, &table, rows, 600, &Stop::default()).unwrap();
            assert!(stage.encode(&records).len() > 600 * 92);
        };
        let columns = 18;
        let first = cost(&run, || frames(0.0, 1e9));
        assert!(first <= columns * (ROWS as u64 * 8 + 3 * PAGE_BYTES), "{first}");
        let again = cost(&run, || frames(50.0, 450.0));
        assert!(again <= (2 * columns + 4) * PAGE_BYTES, "the records at the ends: {again}");
        let short = cost(&run, || frames(50.0, 55.0));
        assert!(short <= (2 * columns + 4) * PAGE_BYTES, "{short}");
    }

    #[test]
    fn a_request_that_nobody_waits_for_reads_no_further() {
        let workdir = tempfile::tempdir().unwrap();
        let run = opened(workdir.path());
        let stop = Stop::default();
        stop.raise();
        let (rows, span_s) = run.window(100.0, 105.0).unwrap();
        let wanted = Wanted { columns: vec![2], rows, span_s, points: 100 };
        let spent = cost(&run, || {
            assert_eq!(series(&run, &wanted, &stop).unwrap_err(), Refusal::superseded());
            assert_eq!(run.record(3.0, &stop).unwrap_err(), Refusal::superseded());
        });
        assert!(spent <= 2 * PAGE_BYTES, "{spent}");
    }
}
