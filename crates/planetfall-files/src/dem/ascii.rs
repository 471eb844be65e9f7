//! The ESRI ASCII grid: a few `key value` lines, then the heights, northern row first.
//!
//! Keys (in any case and order): `ncols`, `nrows`, `xllcorner` or `xllcenter`, `yllcorner` or
//! `yllcenter`, `cellsize` (or GDAL's `dx` and `dy`), and optionally `NODATA_value`, which by ESRI's
//! definition is -9999 where it is left out. The format names no coordinate system; its unit is
//! taken to be the metre.

use super::Options;
use super::error::Problem;
use super::file::{Content, Extent, Opened, Selection};
use super::gdal::ValueScale;
use super::georeference::Georeference;
use super::map::{Gathering, check_size};
use super::model;
use super::source::SeekableFile;
use std::path::Path;

/// Words of the header, as Esri documents them.
const KEYS: [&str; 10] = [
    "ncols",
    "nrows",
    "xllcorner",
    "xllcenter",
    "yllcorner",
    "yllcenter",
    "cellsize",
    "dx",
    "dy",
    "nodata_value",
];
/// Height that marks a missing post where the header names none (Esri).
const DEFAULT_MARK: f64 = -9999.0;
/// What some editors put before the first letter.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Whether a file's first bytes are the start of such a grid.
pub(super) fn looks_like_header(start: &[u8]) -> bool {
    let text = String::from_utf8_lossy(start);
    let word = text.trim_start_matches(BYTE_ORDER_MARK).split_ascii_whitespace().next();
    word.is_some_and(|word| KEYS.contains(&word.to_ascii_lowercase().as_str()))
}

/// The heights of a grid in m, south row first, NaN where there is no data. Text has no places to
/// seek to, so the whole of it is read whatever part is asked for.
pub(super) struct Heights {
    columns: usize,
    heights_m: Vec<f64>,
}

pub(super) fn open(path: &Path, options: &Options) -> Result<Opened, Problem> {
    let source = SeekableFile::open(path)?;
    let bytes = source.start(u64::MAX).map_err(Problem::io)?;
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let (line, column) = place(&bytes, error.valid_up_to());
        Problem::text(line, column, "this byte is not text; an ESRI ASCII grid is plain text")
    })?;
    let (extent, heights) = parse(text.trim_start_matches(BYTE_ORDER_MARK), options)?;
    let (marks, scale) = (vec![f64::NAN], ValueScale::METRES);
    Ok(Opened { source, extent, north_first: false, marks, scale, content: Content::Text(heights) })
}

impl Heights {
    pub(super) fn gather(
        &self,
        selection: &Selection,
        gathering: &mut Gathering,
    ) -> Result<(), Problem> {
        for row in selection.file_rows() {
            let posts = self.heights_m.chunks_exact(self.columns).nth(row).unwrap_or_default();
            let posts = posts.iter().skip(selection.first_column).step_by(selection.every);
            posts.take(selection.columns).for_each(|height| gathering.push(*height));
        }
        Ok(())
    }
}

fn place(bytes: &[u8], offset: usize) -> (usize, usize) {
    let before = bytes.get(..offset).unwrap_or(bytes);
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    (1 + before.iter().filter(|byte| **byte == b'\n').count(), 1 + before.len() - line_start)
}

fn parse(text: &str, options: &Options) -> Result<(Extent, Heights), Problem> {
    let (header, data_line) = Header::parse(text)?;
    let grid = header.grid(data_line, options)?;
    check_size(grid.rows as u64, grid.columns as u64, u64::MAX)?;
    let posts = grid.rows * grid.columns;
    if posts.saturating_mul(2) > text.len() + 1 {
        return Err(Problem::TooLargeForFile {
            columns: grid.columns as u64,
            rows: grid.rows as u64,
            available: text.len() as u64,
            coding: "text",
        });
    }
    let marks = [Some(header.no_data.unwrap_or(DEFAULT_MARK)), options.no_data_value];
    let marks = marks.into_iter().flatten().collect();
    let mut gathering = Gathering::new(marks, ValueScale::METRES, options);
    gathering.reserve(posts)?;
    gather(text, data_line, &grid, &mut gathering)?;
    let heights_m = gathering.finish(grid.columns, true)?;
    let georeference = Georeference { south_west_m: grid.south_west, ..Georeference::default() };
    let Grid { rows, columns, spacing: spacing_m, .. } = grid;
    let extent = Extent { rows, columns, spacing_m, georeference, notes: Vec::new() };
    Ok((extent, Heights { columns, heights_m }))
}

/// Words of a line with their columns, from 1.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split_ascii_whitespace()
        .map(|word| (1 + word.as_ptr() as usize - line.as_ptr() as usize, word))
}

#[derive(Default)]
struct Header {
    columns: Option<usize>,
    rows: Option<usize>,
    spacing: [Option<f64>; 2],
    corner: [Option<f64>; 2],
    centre: [Option<f64>; 2],
    no_data: Option<f64>,
}

/// What the header says, complete.
struct Grid {
    rows: usize,
    columns: usize,
    spacing: [f64; 2],
    south_west: [f64; 2],
}

impl Header {
    /// The header and the number of lines it takes.
    fn parse(text: &str) -> Result<(Self, usize), Problem> {
        let mut header = Self::default();
        for (index, line) in text.lines().enumerate() {
            let mut words = words(line);
            let Some((column, key)) = words.next() else { continue };
            if key.parse::<f64>().is_ok() {
                return Ok((header, index));
            }
            let value = words.next();
            header.set(index + 1, (column, key), value)?;
            if let Some((column, word)) = words.next() {
                let what = format!("\"{word}\" after the value of `{key}`; one value is expected");
                return Err(Problem::text(index + 1, column, what));
            }
        }
        let lines = text.lines().count();
        Err(Problem::text(lines.max(1), 1, "the file ends before the first height"))
    }

    fn set(
        &mut self,
        line: usize,
        (column, key): (usize, &str),
        value: Option<(usize, &str)>,
    ) -> Result<(), Problem> {
        let lower = key.to_ascii_lowercase();
        if !KEYS.contains(&lower.as_str()) {
            let what = format!("\"{key}\" is neither a number nor one of {}", KEYS.join(", "));
            return Err(Problem::text(line, column, what));
        }
        let Some(value) = value else {
            return Err(Problem::text(line, column + key.len(), format!("`{key}` has no value")));
        };
        match lower.as_str() {
            "ncols" => self.columns = Some(whole(line, key, value)?),
            "nrows" => self.rows = Some(whole(line, key, value)?),
            "cellsize" => self.spacing = [Some(positive(line, key, value)?); 2],
            "dx" => self.spacing[0] = Some(positive(line, key, value)?),
            "dy" => self.spacing[1] = Some(positive(line, key, value)?),
            "xllcorner" => self.corner[0] = Some(finite(line, key, value)?),
            "yllcorner" => self.corner[1] = Some(finite(line, key, value)?),
            "xllcenter" => self.centre[0] = Some(finite(line, key, value)?),
            "yllcenter" => self.centre[1] = Some(finite(line, key, value)?),
            _ => self.no_data = Some(number(line, key, value)?),
        }
        Ok(())
    }

    fn grid(&self, data_line: usize, options: &Options) -> Result<Grid, Problem> {
        let lacks = |what: &str| {
            Problem::text(
                data_line + 1,
                1,
                format!("the heights begin here, but the header lacks {what}"),
            )
        };
        let [Some(dx), Some(dy)] = self.spacing.map(|spacing| spacing.or(options.spacing_m)) else {
            return Err(Problem::NoGeoreference { missing: "its header has no `cellsize`" });
        };
        model::agree([dx, dy], options)?;
        let axis = |axis: usize, spacing: f64| {
            self.centre[axis].or(self.corner[axis].map(|corner| corner + 0.5 * spacing))
        };
        Ok(Grid {
            columns: self.columns.ok_or_else(|| lacks("`ncols`"))?,
            rows: self.rows.ok_or_else(|| lacks("`nrows`"))?,
            spacing: [dx, dy],
            south_west: [
                axis(0, dx).ok_or_else(|| lacks("`xllcorner` or `xllcenter`"))?,
                axis(1, dy).ok_or_else(|| lacks("`yllcorner` or `yllcenter`"))?,
            ],
        })
    }
}

fn number(line: usize, key: &str, (column, word): (usize, &str)) -> Result<f64, Problem> {
    word.parse().map_err(|_| {
        Problem::text(line, column, format!("`{key}` must be a number, not \"{word}\""))
    })
}

fn finite(line: usize, key: &str, (column, word): (usize, &str)) -> Result<f64, Problem> {
    let value = number(line, key, (column, word))?;
    let what = || format!("`{key}` must be finite, not \"{word}\"");
    if value.is_finite() { Ok(value) } else { Err(Problem::text(line, column, what())) }
}

fn positive(line: usize, key: &str, (column, word): (usize, &str)) -> Result<f64, Problem> {
    let value = finite(line, key, (column, word))?;
    let what = || format!("`{key}` must be a positive number of metres, not {word}");
    if value > 0.0 { Ok(value) } else { Err(Problem::text(line, column, what())) }
}

fn whole(line: usize, key: &str, (column, word): (usize, &str)) -> Result<usize, Problem> {
    word.parse().map_err(|_| {
        Problem::text(line, column, format!("`{key}` must be a whole number, not \"{word}\""))
    })
}

fn gather(
    text: &str,
    data_line: usize,
    grid: &Grid,
    gathering: &mut Gathering,
) -> Result<(), Problem> {
    let posts = grid.rows * grid.columns;
    let (mut count, mut last, mut odd) = (0, data_line + 1, None);
    for (index, line) in text.lines().enumerate().skip(data_line) {
        let before = count;
        for (column, word) in words(line) {
            let height = height(index + 1, column, word, gathering.nan_is_declared())?;
            if count == posts {
                let what = format!("one number too many: {}{}", expected(grid), hint(odd, grid));
                return Err(Problem::text(index + 1, column, what));
            }
            gathering.push(height);
            count += 1;
            last = index + 1;
        }
        if count > before && count - before != grid.columns {
            odd.get_or_insert((index + 1, count - before));
        }
    }
    if count < posts {
        let what =
            format!("the file ends after {count} numbers: {}{}", expected(grid), hint(odd, grid));
        return Err(Problem::text(last, 1, what));
    }
    Ok(())
}

fn expected(grid: &Grid) -> String {
    let Grid { rows, columns, .. } = grid;
    format!("{columns} columns x {rows} rows make {}", rows * columns)
}

fn hint(odd: Option<(usize, usize)>, grid: &Grid) -> String {
    match odd {
        Some((line, count)) => format!(
            "; line {line} is the first that does not hold {} numbers but {count}",
            grid.columns
        ),
        None => String::new(),
    }
}

fn height(line: usize, column: usize, word: &str, nan_allowed: bool) -> Result<f64, Problem> {
    let Ok(value) = word.parse::<f64>() else {
        let comma = if word.contains(',') { " (the decimal sign is a point)" } else { "" };
        return Err(Problem::text(line, column, format!("\"{word}\" is not a number{comma}")));
    };
    if !value.is_finite() && !nan_allowed {
        let what = format!(
            "the height is \"{word}\"; mark a post without data by the header's NODATA_value"
        );
        return Err(Problem::text(line, column, what));
    }
    Ok(value)
}
