//! Rows by time: one time of every page, so that finding a row unpacks one page.

use std::ops::ControlFlow;

use super::history::{HistoryError, HistoryFile};

/// The place of `time_s` among the columns; [`HistoryFile::open`] makes sure of it.
const TIME: usize = 0;

/// Where in a history a time lies.
#[derive(Debug, Clone, PartialEq)]
pub struct TimeIndex {
    /// First row of each page, with its time.
    pages: Vec<(usize, f64)>,
    rows: usize,
    last: f64,
}

impl TimeIndex {
    /// Makes the index; this reads all times once.
    ///
    /// # Errors
    /// If the file is damaged.
    pub fn of(file: &HistoryFile) -> Result<Self, HistoryError> {
        let mut pages = Vec::new();
        let mut last = f64::NAN;
        file.visit(TIME, 0..file.rows(), &mut |page| {
            let rows = page.rows();
            pages.push((rows.start, page.value(rows.start)));
            last = page.value(rows.end.saturating_sub(1));
            ControlFlow::Continue(())
        })?;
        Ok(Self { pages, rows: file.rows(), last })
    }

    /// The times of the first and of the last row; none if there are no rows.
    #[must_use]
    pub fn span(&self) -> Option<(f64, f64)> {
        self.pages.first().map(|(_, first)| (*first, self.last))
    }

    /// The last row at or before a time, or the first row if all are later; none if there are no
    /// rows.
    ///
    /// # Errors
    /// If the file is damaged.
    pub fn row_before(&self, file: &HistoryFile, time: f64) -> Result<Option<usize>, HistoryError> {
        let later = self.pages.partition_point(|(_, first)| *first <= time);
        let (start, times) = self.page(file, later.saturating_sub(1))?;
        let passed = times.partition_point(|own| *own <= time);
        Ok(self.existing(start + passed.saturating_sub(1)))
    }

    /// The first row at or after a time, or the last row if all are earlier; none if there are no
    /// rows.
    ///
    /// # Errors
    /// If the file is damaged.
    pub fn row_after(&self, file: &HistoryFile, time: f64) -> Result<Option<usize>, HistoryError> {
        let later = self.pages.partition_point(|(_, first)| *first < time);
        let (start, times) = self.page(file, later.saturating_sub(1))?;
        let passed = times.partition_point(|own| *own < time);
        Ok(self.existing(start + passed))
    }

    /// The row, or the last if it lies behind that.
    fn existing(&self, row: usize) -> Option<usize> {
        self.rows.checked_sub(1).map(|last| row.min(last))
    }

    /// The first row of a page, and its times.
    fn page(&self, file: &HistoryFile, page: usize) -> Result<(usize, Vec<f64>), HistoryError> {
        let start = self.pages.get(page).map_or(self.rows, |(start, _)| *start);
        let rows = start..self.pages.get(page + 1).map_or(self.rows, |(next, _)| *next);
        let mut times = Vec::new();
        file.visit(TIME, rows.clone(), &mut |page| {
            page.append(&rows, &mut times);
            ControlFlow::Continue(())
        })?;
        Ok((start, times))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run_folder::{ColumnSpec, HistoryWriter};

    /// Every instant comes twice, as it does where an event is recorded.
    fn time(row: usize) -> f64 {
        (row / 2) as f64 * 0.5
    }

    fn history(rows: usize) -> (tempfile::TempDir, HistoryFile) {
        let workdir = tempfile::tempdir().unwrap();
        let path = workdir.path().join("history.parquet");
        let mut writer =
            HistoryWriter::create(&path, &[ColumnSpec::new("time_s", "time")]).unwrap();
        (0..rows).for_each(|row| writer.push(&[time(row)]).unwrap());
        writer.finish().unwrap();
        (workdir, HistoryFile::open(&path).unwrap())
    }

    #[test]
    fn rows_around_a_time_are_the_nearest_on_either_side_across_pages_and_groups() {
        let rows = 100_001;
        let (_workdir, file) = history(rows);
        let index = TimeIndex::of(&file).unwrap();
        assert_eq!(index.span(), Some((0.0, time(rows - 1))));
        for row in [0, 1, 8_190, 8_191, 8_192, 8_193, 65_535, 65_536, 99_999, 100_000] {
            let here = time(row);
            assert_eq!(index.row_before(&file, here).unwrap(), Some((row | 1).min(rows - 1)));
            assert_eq!(index.row_after(&file, here).unwrap(), Some(row & !1));
            assert_eq!(index.row_before(&file, here + 0.1).unwrap(), Some((row | 1).min(rows - 1)));
            let next = ((row & !1) + 2).min(rows - 1);
            assert_eq!(index.row_after(&file, here + 0.1).unwrap(), Some(next));
        }
    }

    #[test]
    fn times_outside_the_run_give_its_ends_and_an_empty_run_none() {
        let (_workdir, file) = history(10);
        let index = TimeIndex::of(&file).unwrap();
        for (outside, row) in [(-1.0, 0), (1e9, 9), (f64::NEG_INFINITY, 0), (f64::INFINITY, 9)] {
            assert_eq!(index.row_before(&file, outside).unwrap(), Some(row));
            assert_eq!(index.row_after(&file, outside).unwrap(), Some(row));
        }
        let (_workdir, file) = history(0);
        let index = TimeIndex::of(&file).unwrap();
        assert_eq!((index.span(), index.row_before(&file, 0.0).unwrap()), (None, None));
    }

    #[test]
    fn finding_a_row_unpacks_one_page() {
        let (_workdir, file) = history(100_000);
        let index = TimeIndex::of(&file).unwrap();
        let before = file.unpacked_bytes();
        index.row_before(&file, 12_345.0).unwrap();
        assert_eq!(file.unpacked_bytes() - before, 8_192 * 8);
    }
}
