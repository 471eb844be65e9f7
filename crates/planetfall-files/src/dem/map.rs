//! The map itself, and the gathering of heights that all readers share.

use super::Options;
use super::error::{DemError, Problem};
use super::gdal::ValueScale;
use super::georeference::Georeference;
use std::path::{Path, PathBuf};

/// No body has relief or a radius beyond this, m; what lies beyond is a mark or a damage. Chosen: the
/// Earth's radius is 6.4e6 m.
const PLAUSIBLE_HEIGHT_M: f64 = 1e7;
/// Numbers that by custom mark missing data.
const CUSTOMARY_MARKS: [f64; 4] = [-32768.0, -32767.0, -9999.0, -99999.0];
/// How far below all others a customary mark must lie to be taken for one, m. Chosen.
const MARK_GAP: f64 = 1000.0;

/// A rectangular grid of heights: posts west to east in a row, rows south to north.
///
/// Places on the map are given in metres east and north of the centre of the south-west post.
#[derive(Clone, Debug, PartialEq)]
pub struct ElevationMap {
    rows: usize,
    columns: usize,
    heights_m: Vec<f64>,
    spacing_m: [f64; 2],
    georeference: Georeference,
    source: PathBuf,
}

impl ElevationMap {
    /// A map from heights that begin at the south-west post; NaN is a post without data.
    ///
    /// `spacing_m` is the distance between columns (east) and between rows (north).
    pub fn new(
        [rows, columns]: [usize; 2],
        heights_m: Vec<f64>,
        spacing_m: [f64; 2],
        georeference: Georeference,
        source: impl Into<PathBuf>,
    ) -> Result<Self, DemError> {
        let source = source.into();
        match Self::checked([rows, columns], heights_m, spacing_m, georeference, &source) {
            Ok(map) => Ok(map),
            Err(problem) => Err(DemError { path: source, problem }),
        }
    }

    pub(super) fn checked(
        [rows, columns]: [usize; 2],
        heights_m: Vec<f64>,
        spacing_m: [f64; 2],
        georeference: Georeference,
        source: &Path,
    ) -> Result<Self, Problem> {
        check_size(rows as u64, columns as u64, u64::MAX)?;
        if rows.checked_mul(columns) != Some(heights_m.len()) {
            let what = format!("{} heights for {columns} x {rows} posts", heights_m.len());
            return Err(Problem::NoGroundLeft { what });
        }
        check_spacing(spacing_m)?;
        check_heights(&heights_m, columns)?;
        Ok(Self { rows, columns, heights_m, spacing_m, georeference, source: source.into() })
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// All heights, m, row by row from the south-west post; NaN where there is no data.
    pub fn heights_m(&self) -> &[f64] {
        &self.heights_m
    }

    /// Height of a post, m; `None` outside the map and where there is no data.
    pub fn height_m(&self, row: usize, column: usize) -> Option<f64> {
        if column >= self.columns {
            return None;
        }
        let index = row.checked_mul(self.columns)?.checked_add(column)?;
        self.heights_m.get(index).copied().filter(|height| !height.is_nan())
    }

    /// Distance between columns, m.
    pub fn spacing_east_m(&self) -> f64 {
        self.spacing_m[0]
    }

    /// Distance between rows, m.
    pub fn spacing_north_m(&self) -> f64 {
        self.spacing_m[1]
    }

    /// From the first to the last column, m.
    pub fn width_m(&self) -> f64 {
        (self.columns - 1) as f64 * self.spacing_m[0]
    }

    /// From the first to the last row, m.
    pub fn depth_m(&self) -> f64 {
        (self.rows - 1) as f64 * self.spacing_m[1]
    }

    /// Middle of the map, m east and north of the south-west post.
    pub fn centre_m(&self) -> [f64; 2] {
        [0.5 * self.width_m(), 0.5 * self.depth_m()]
    }

    /// Where the map lies.
    pub fn georeference(&self) -> &Georeference {
        &self.georeference
    }

    /// The file it came from.
    pub fn source(&self) -> &Path {
        &self.source
    }

    /// Place on the map, m east and north of the south-west post, of projected coordinates.
    pub fn place_of_projected(&self, east_m: f64, north_m: f64) -> [f64; 2] {
        let [west, south] = self.georeference.south_west_m;
        [east_m - west, north_m - south]
    }

    pub(super) fn problem(&self, problem: Problem) -> DemError {
        DemError::new(&self.source, problem)
    }

    /// The height by number, NaN without data or outside: for loops that have checked their range.
    pub(super) fn raw(&self, row: usize, column: usize) -> f64 {
        self.height_m(row, column).unwrap_or(f64::NAN)
    }
}

/// Refuses maps with no cell and maps beyond the memory limit.
pub(super) fn check_size(rows: u64, columns: u64, limit: u64) -> Result<(), Problem> {
    if rows < 2 || columns < 2 {
        return Err(Problem::TooFewPosts { columns, rows });
    }
    if rows.checked_mul(columns).is_none_or(|posts| posts > limit) {
        return Err(Problem::TooManyPosts { columns, rows, limit });
    }
    Ok(())
}

pub(super) fn check_spacing(spacing_m: [f64; 2]) -> Result<(), Problem> {
    for (spacing, name) in spacing_m.into_iter().zip(["columns", "rows"]) {
        if !(spacing.is_finite() && spacing > 0.0) {
            let reason = format!("the distance between {name} is {spacing} m; it must be positive");
            return Err(Problem::BadGeoreference { reason });
        }
    }
    Ok(())
}

fn check_heights(heights_m: &[f64], columns: usize) -> Result<(), Problem> {
    if heights_m.iter().all(|height| height.is_nan()) {
        return Err(Problem::AllNoData { posts: heights_m.len() });
    }
    match heights_m.iter().position(|height| height.abs() > PLAUSIBLE_HEIGHT_M) {
        None => Ok(()),
        Some(at) => Err(Problem::ImplausibleHeight {
            height_m: heights_m.get(at).copied().unwrap_or(f64::NAN),
            row: at / columns,
            column: at % columns,
        }),
    }
}

/// Collects stored numbers in the file's order and makes heights of them.
pub(super) struct Gathering {
    heights: Vec<f64>,
    marks: Vec<f64>,
    scale: ValueScale,
    forgive_non_finite: bool,
    non_finite: usize,
    first_non_finite: Option<usize>,
}

impl Gathering {
    /// `marks` are the numbers that stand for missing data, the file's and the user's.
    pub(super) fn new(marks: Vec<f64>, scale: ValueScale, options: &Options) -> Self {
        Self {
            heights: Vec::new(),
            marks,
            scale,
            forgive_non_finite: options.non_finite_is_no_data,
            non_finite: 0,
            first_non_finite: None,
        }
    }

    /// Whether a NaN in the file means "no data".
    pub(super) fn nan_is_declared(&self) -> bool {
        self.forgive_non_finite || self.marks.iter().any(|mark| mark.is_nan())
    }

    /// Takes memory for all posts at once, after the readers have checked that the file can hold
    /// them.
    pub(super) fn reserve(&mut self, posts: usize) -> Result<(), Problem> {
        self.heights.try_reserve_exact(posts).map_err(|_| Problem::Memory { posts })
    }

    pub(super) fn push_missing(&mut self) {
        self.heights.push(f64::NAN);
    }

    pub(super) fn push(&mut self, stored: f64) {
        let marked = self.marks.contains(&stored);
        if marked || (stored.is_nan() && self.nan_is_declared()) {
            return self.push_missing();
        }
        if !stored.is_finite() {
            self.non_finite += 1;
            self.first_non_finite.get_or_insert(self.heights.len());
            return self.push_missing();
        }
        self.heights.push(self.scale.metres(stored));
    }

    /// The heights from the south-west post on.
    pub(super) fn finish(mut self, columns: usize, north_first: bool) -> Result<Vec<f64>, Problem> {
        let rows = self.heights.len() / columns.max(1);
        if let Some(first) = self.first_non_finite.filter(|_| !self.forgive_non_finite) {
            let row = first / columns.max(1);
            return Err(Problem::NonFinite {
                count: self.non_finite,
                row: if north_first { rows.saturating_sub(1 + row) } else { row },
                column: first % columns.max(1),
            });
        }
        if self.marks.is_empty() {
            self.refuse_undeclared_marks()?;
        }
        if north_first {
            reverse_rows(&mut self.heights, columns);
        }
        Ok(self.heights)
    }

    /// A customary mark that is not declared would become a pit some kilometres deep.
    fn refuse_undeclared_marks(&self) -> Result<(), Problem> {
        let finite = || self.heights.iter().copied().filter(|height| !height.is_nan());
        let lowest = finite().fold(f64::INFINITY, f64::min);
        let next = finite().filter(|height| *height > lowest).fold(f64::INFINITY, f64::min);
        let mark = CUSTOMARY_MARKS.into_iter().find(|mark| self.scale.metres(*mark) == lowest);
        match mark {
            Some(value) if next > lowest + MARK_GAP * self.scale.scale.abs() => {
                let count = finite().filter(|height| *height == lowest).count();
                Err(Problem::UndeclaredNoData { count, value })
            }
            _ => Ok(()),
        }
    }
}

fn reverse_rows(heights: &mut [f64], columns: usize) {
    let mut rest = heights;
    while rest.len() >= 2 * columns && columns > 0 {
        let end = rest.len() - columns;
        let (front, last) = rest.split_at_mut(end);
        let (first, middle) = front.split_at_mut(columns);
        first.swap_with_slice(last);
        rest = middle;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reversing_rows_keeps_the_order_inside_each() {
        let mut heights = vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        reverse_rows(&mut heights, 2);
        assert_eq!(heights, [5.0, 6.0, 3.0, 4.0, 1.0, 2.0]);
    }

    #[test]
    fn a_map_without_any_data_is_refused() {
        let error = ElevationMap::new(
            [2, 2],
            vec![f64::NAN; 4],
            [1.0, 1.0],
            Georeference::default(),
            "empty.tif",
        )
        .unwrap_err();
        assert!(matches!(error.problem, Problem::AllNoData { posts: 4 }));
    }

    #[test]
    fn a_height_outside_the_map_is_none_and_not_the_next_row() {
        let map = ElevationMap::new(
            [2, 2],
            vec![1.0, 2.0, 3.0, 4.0],
            [1.0, 1.0],
            Georeference::default(),
            "four.tif",
        )
        .unwrap();
        assert_eq!(map.height_m(0, 2), None);
        assert_eq!(map.height_m(1, 0), Some(3.0));
        assert_eq!(map.height_m(usize::MAX, 1), None);
    }
}
