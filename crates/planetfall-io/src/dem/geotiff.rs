//! The heights of a GeoTIFF.
//!
//! The container (directories, strips, tiles, compression, predictors, byte order) is decoded by
//! `tiff-reader`. This file decides before decoding whether the file can be what it says: each
//! strip or tile must lie inside the file, and must be large enough to hold its posts at the best
//! ratio its compression can reach, so a damaged header cannot ask for memory.

use super::Options;
use super::error::Problem;
use super::gdal::ValueScale;
use super::map::{ElevationMap, Gathering, check_size};
use super::model;
use std::path::Path;
use tiff_reader::{Ifd, OpenOptions, TagValue, TiffError, TiffFile, TiffSample};

const NEW_SUBFILE_TYPE: u16 = 254;
const GDAL_METADATA: u16 = 42112;
const GDAL_NODATA: u16 = 42113;
const REDUCED: u64 = 1;
const MASK: u64 = 4;
/// Rows read at once where strips are thinner than this.
const ROWS_AT_ONCE: usize = 64;

pub(super) fn read(path: &Path, options: &Options) -> Result<ElevationMap, Problem> {
    let length = std::fs::metadata(path).map_err(Problem::io)?.len();
    let tiff = open(path, length, options)?;
    let ifd = only_image(&tiff)?;
    let sample = Sample::of(ifd)?;
    let blocks = Blocks::of(ifd, sample, options)?;
    blocks.check(length)?;
    let placement = model::placement(ifd, blocks.rows, options)?;
    let xml = text(ifd, GDAL_METADATA).unwrap_or_default();
    let scale = ValueScale::from_metadata(xml, placement.vertical_unit_m)?;
    let user_mark = options.no_data_value.map(|mark| sample.stored(mark));
    let gathering = Gathering::new([declared_mark(ifd, sample)?, user_mark], scale, options);
    let gathering = match sample {
        Sample::I16 => gather::<i16>(&tiff, ifd, &blocks, gathering, length),
        Sample::U16 => gather::<u16>(&tiff, ifd, &blocks, gathering, length),
        Sample::I32 => gather::<i32>(&tiff, ifd, &blocks, gathering, length),
        Sample::U32 => gather::<u32>(&tiff, ifd, &blocks, gathering, length),
        Sample::F32 => gather::<f32>(&tiff, ifd, &blocks, gathering, length),
        Sample::F64 => gather::<f64>(&tiff, ifd, &blocks, gathering, length),
    }?;
    let heights = gathering.finish(blocks.columns, placement.north_first)?;
    let size = [blocks.rows, blocks.columns];
    ElevationMap::checked(size, heights, placement.spacing_m, placement.georeference, path)
}

fn open(path: &Path, length: u64, options: &Options) -> Result<TiffFile, Problem> {
    let most = usize::try_from(options.max_posts.saturating_mul(8)).unwrap_or(usize::MAX);
    let limits = OpenOptions { decode_output_bytes: most, ..OpenOptions::default() };
    TiffFile::open_with_options(path, limits).map_err(|error| problem(error, length))
}

fn problem(error: TiffError, length: u64) -> Problem {
    let part = |offset: u64, size: u64| Problem::Truncated {
        what: format!("the part of {size} bytes at byte {offset}"),
        needed: offset.saturating_add(size),
        available: length,
    };
    match error {
        TiffError::Io(error, _) => Problem::io(error),
        TiffError::Truncated { offset, needed, .. } => part(offset, needed),
        TiffError::OffsetOutOfBounds { offset, length: size, .. } => part(offset, size),
        other => Problem::Tiff { reason: other.to_string() },
    }
}

/// The one image at full resolution; overviews do not matter, masks do.
fn only_image(tiff: &TiffFile) -> Result<&Ifd, Problem> {
    let kind = |ifd: &Ifd| number(ifd, NEW_SUBFILE_TYPE).unwrap_or(0);
    if tiff.ifds().iter().any(|ifd| kind(ifd) & MASK != 0) {
        return Err(Problem::InternalMask);
    }
    let mut full = tiff.ifds().iter().filter(|ifd| kind(ifd) & REDUCED == 0);
    let Some(ifd) = full.next() else {
        return Err(Problem::Tiff { reason: "there is no image in it".into() });
    };
    match (full.count(), ifd.samples_per_pixel()) {
        (0, 1) => Ok(ifd),
        (0, bands) => Err(Problem::Bands { count: bands.into() }),
        (more, _) => Err(Problem::Images { count: 1 + more }),
    }
}

/// Kinds of numbers that heights are stored in.
#[derive(Clone, Copy)]
enum Sample {
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Sample {
    fn of(ifd: &Ifd) -> Result<Self, Problem> {
        let first = |values: Result<Vec<u16>, TiffError>| {
            let values = values.map_err(|error| Problem::Tiff { reason: error.to_string() })?;
            Ok(values.first().copied().unwrap_or(1))
        };
        match (first(ifd.sample_format())?, first(ifd.bits_per_sample())?) {
            (1 | 4, 16) => Ok(Self::U16),
            (1 | 4, 32) => Ok(Self::U32),
            (2, 16) => Ok(Self::I16),
            (2, 32) => Ok(Self::I32),
            (3, 32) => Ok(Self::F32),
            (3, 64) => Ok(Self::F64),
            (format, bits) => Err(Problem::SampleType { found: sample_name(format, bits) }),
        }
    }

    /// The number that this type makes of a decimal one.
    fn stored(self, value: f64) -> f64 {
        if matches!(self, Self::F32) { f64::from(value as f32) } else { value }
    }

    fn bytes(self) -> u64 {
        match self {
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }
}

fn sample_name(format: u16, bits: u16) -> String {
    let kind = match format {
        1 | 4 => "unsigned integers",
        2 => "signed integers",
        3 => "floats",
        5 => "complex integers",
        6 => "complex floats",
        _ => "numbers of an unknown kind",
    };
    format!("{bits}-bit {kind}")
}

/// How the posts are cut into strips or tiles.
struct Blocks {
    rows: usize,
    columns: usize,
    block_rows: usize,
    block_columns: usize,
    tiled: bool,
    sample_bytes: u64,
    compression: u16,
    /// Offset and length in the file, row by row of blocks.
    places: Vec<(u64, u64)>,
}

impl Blocks {
    fn of(ifd: &Ifd, sample: Sample, options: &Options) -> Result<Self, Problem> {
        let (rows, columns) = (ifd.height(), ifd.width());
        check_size(rows.into(), columns.into(), options.max_posts)?;
        let tiled = ifd.is_tiled();
        let (offsets, counts, block_rows, block_columns) = if tiled {
            let size = (ifd.tile_height().unwrap_or(0), ifd.tile_width().unwrap_or(0));
            (ifd.tile_offsets(), ifd.tile_byte_counts(), size.0, size.1)
        } else {
            let height = ifd.rows_per_strip().min(rows);
            (ifd.strip_offsets(), ifd.strip_byte_counts(), height, columns)
        };
        let (Some(offsets), Some(counts)) = (offsets, counts) else {
            return Err(Problem::Tiff { reason: "the table of strips or tiles is missing".into() });
        };
        if block_rows == 0 || block_columns == 0 {
            return Err(Problem::Tiff { reason: "strips or tiles of size 0".into() });
        }
        let blocks = Self {
            rows: rows as usize,
            columns: columns as usize,
            block_rows: block_rows as usize,
            block_columns: block_columns as usize,
            tiled,
            sample_bytes: sample.bytes(),
            compression: ifd.compression(),
            places: offsets.into_iter().zip(counts).collect(),
        };
        blocks.check_count().map(|()| blocks)
    }

    fn across(&self) -> usize {
        self.columns.div_ceil(self.block_columns)
    }

    fn check_count(&self) -> Result<(), Problem> {
        let expected = self.across() * self.rows.div_ceil(self.block_rows);
        if self.places.len() < expected {
            let found = self.places.len();
            let reason = format!("{expected} strips or tiles are needed, {found} are listed");
            return Err(Problem::Tiff { reason });
        }
        Ok(())
    }

    /// Each block lies inside the file and can hold its posts.
    fn check(&self, length: u64) -> Result<(), Problem> {
        let (ratio, coding) = best_ratio(self.compression);
        let total = self.places.len();
        for (index, &(offset, count)) in self.places.iter().enumerate() {
            if is_sparse(offset, count) {
                continue;
            }
            let needed = offset.saturating_add(count);
            if needed > length {
                let kind = if self.tiled { "tile" } else { "strip" };
                let what = format!("{kind} {} of {total}", index + 1);
                return Err(Problem::Truncated { what, needed, available: length });
            }
            if self.block_bytes(index) > count.saturating_mul(ratio) {
                let (columns, rows) = (self.columns as u64, self.rows as u64);
                return Err(Problem::TooLargeForFile { columns, rows, available: count, coding });
            }
        }
        if self.places.iter().all(|&(offset, count)| is_sparse(offset, count)) {
            return Err(Problem::AllNoData { posts: self.rows * self.columns });
        }
        Ok(())
    }

    /// Decoded length of a block: tiles are whole, the last strip may be short.
    fn block_bytes(&self, index: usize) -> u64 {
        let rows = if self.tiled {
            self.block_rows
        } else {
            self.block_rows.min(self.rows.saturating_sub(index.saturating_mul(self.block_rows)))
        };
        (rows as u64).saturating_mul(self.block_columns as u64).saturating_mul(self.sample_bytes)
    }

    /// Whether the writer left out the block of a post.
    fn is_missing(&self, row: usize, column: usize) -> bool {
        let index = row / self.block_rows * self.across() + column / self.block_columns;
        self.places.get(index).is_none_or(|&(offset, count)| is_sparse(offset, count))
    }

    fn rows_at_once(&self) -> usize {
        self.block_rows * ROWS_AT_ONCE.div_ceil(self.block_rows)
    }
}

/// A block that was never written; GDAL leaves such out of sparse files.
fn is_sparse(offset: u64, count: u64) -> bool {
    offset == 0 || count == 0
}

/// The most bytes that one byte can become, by the limits of each format.
fn best_ratio(compression: u16) -> (u64, &'static str) {
    match compression {
        1 => (1, "uncompressed"),
        5 => (4096, "LZW"),
        8 | 32946 => (1040, "deflate"),
        32773 => (128, "PackBits"),
        50000 => (1 << 17, "Zstandard"),
        _ => (1 << 17, "compressed"),
    }
}

fn gather<T: TiffSample + Into<f64> + Copy>(
    tiff: &TiffFile,
    ifd: &Ifd,
    blocks: &Blocks,
    mut gathering: Gathering,
    length: u64,
) -> Result<Gathering, Problem> {
    let some_missing = blocks.places.iter().any(|&(offset, count)| is_sparse(offset, count));
    gathering.reserve(blocks.rows * blocks.columns)?;
    for first in (0..blocks.rows).step_by(blocks.rows_at_once()) {
        let rows = blocks.rows_at_once().min(blocks.rows - first);
        let part = tiff
            .read_window_from_ifd::<T>(ifd, first, 0, rows, blocks.columns)
            .map_err(|error| problem(error, length))?;
        for (index, &stored) in part.iter().enumerate() {
            let (row, column) = (first + index / blocks.columns, index % blocks.columns);
            if some_missing && blocks.is_missing(row, column) {
                gathering.push_missing();
            } else {
                gathering.push(stored.into());
            }
        }
    }
    Ok(gathering)
}

/// The declared mark, as the number that the file's own type makes of it.
fn declared_mark(ifd: &Ifd, sample: Sample) -> Result<Option<f64>, Problem> {
    let Some(text) = text(ifd, GDAL_NODATA).map(|text| text.trim_matches(['\0', ' '])) else {
        return Ok(None);
    };
    if text.is_empty() {
        return Ok(None);
    }
    match text.parse::<f64>() {
        Ok(value) => Ok(Some(sample.stored(value))),
        Err(_) => Err(Problem::NoDataNotANumber { text: text.into() }),
    }
}

fn text(ifd: &Ifd, tag: u16) -> Option<&str> {
    match ifd.tag(tag).map(|tag| &tag.value) {
        Some(TagValue::Ascii(text)) => Some(text),
        _ => None,
    }
}

fn number(ifd: &Ifd, tag: u16) -> Option<u64> {
    match ifd.tag(tag).map(|tag| &tag.value) {
        Some(TagValue::Long(values)) => values.first().copied().map(u64::from),
        Some(TagValue::Short(values)) => values.first().copied().map(u64::from),
        _ => None,
    }
}
