//! The heights of a GeoTIFF.
//!
//! The container (directories, strips, tiles, compression, predictors, byte order) is decoded by
//! `tiff-reader`, strip by strip or tile by tile, and only those that hold posts of the part that
//! is asked for. The rows of uncompressed strips are read as they lie in the file, so that a strip
//! may be larger than memory.

use super::Options;
use super::blocks::Blocks;
use super::error::Problem;
use super::file::{Content, Extent, Opened, Selection};
use super::gdal::ValueScale;
use super::map::{Gathering, check_size};
use super::model;
use super::sample::{Endianness, Sample};
use super::source::SeekableFile;
use std::path::Path;
use std::sync::Arc;
use tiff_reader::{ByteOrder, Ifd, OpenOptions, TagValue, TiffError, TiffFile, TiffSample};

/// Tag NewSubfileType (TIFF 6.0).
const NEW_SUBFILE_TYPE: u16 = 254;
/// Tag of GDAL's metadata, XML.
const GDAL_METADATA: u16 = 42112;
/// Tag of GDAL's mark of missing posts, text.
const GDAL_NODATA: u16 = 42113;
/// Bit of NewSubfileType: a picture of lower resolution.
const REDUCED: u64 = 1;
/// Bit of NewSubfileType: a transparency mask.
const MASK: u64 = 4;

/// The image of a TIFF, open for reading parts of it.
pub(super) struct TiffImage {
    tiff: TiffFile,
    /// Which of the file's directories it is.
    directory: usize,
    sample: Sample,
    order: Endianness,
    blocks: Blocks,
}

pub(super) fn open(path: &Path, options: &Options) -> Result<Opened, Problem> {
    let source = SeekableFile::open(path)?;
    let length = source.length();
    let tiff = open_tiff(&source, options)?;
    let directory = only_image(&tiff)?;
    let ifd = tiff.ifd(directory).map_err(|error| problem(error, length))?;
    let sample = sample_of(ifd)?;
    check_size(ifd.height().into(), ifd.width().into(), u64::MAX)?;
    let blocks = Blocks::of(ifd, sample.bytes())?;
    blocks.check(length)?;
    let placement = model::placement(ifd, blocks.rows, options)?;
    let xml = text(ifd, GDAL_METADATA).unwrap_or_default();
    let scale = ValueScale::from_metadata(xml, placement.vertical_unit_m)?;
    let user_mark = options.no_data_value.map(|mark| sample.stored(mark));
    let marks = [declared_mark(ifd, sample)?, user_mark].into_iter().flatten().collect();
    let order = if tiff.byte_order() == ByteOrder::BigEndian {
        Endianness::Big
    } else {
        Endianness::Little
    };
    let extent = Extent {
        rows: blocks.rows,
        columns: blocks.columns,
        spacing_m: placement.spacing_m,
        georeference: placement.georeference,
        notes: Vec::new(),
    };
    let content = Content::Tiff(TiffImage { tiff, directory, sample, order, blocks });
    Ok(Opened { source, extent, north_first: placement.north_first, marks, scale, content })
}

impl TiffImage {
    pub(super) fn gather(
        &self,
        source: &SeekableFile,
        selection: &Selection,
        gathering: &mut Gathering,
    ) -> Result<(), Problem> {
        if self.blocks.plain_row(0).is_some() && !self.blocks.some_missing() {
            return self.gather_plain(source, selection, gathering);
        }
        match self.sample {
            // Numbers of 8 bits were refused when the file was opened.
            Sample::I8 | Sample::U8 | Sample::U16 => {
                self.gather_blocks::<u16>(source, selection, gathering)
            }
            Sample::I16 => self.gather_blocks::<i16>(source, selection, gathering),
            Sample::I32 => self.gather_blocks::<i32>(source, selection, gathering),
            Sample::U32 => self.gather_blocks::<u32>(source, selection, gathering),
            Sample::F32 => self.gather_blocks::<f32>(source, selection, gathering),
            Sample::F64 => self.gather_blocks::<f64>(source, selection, gathering),
        }
    }

    /// Rows that lie in the file as they are.
    fn gather_plain(
        &self,
        source: &SeekableFile,
        selection: &Selection,
        gathering: &mut Gathering,
    ) -> Result<(), Problem> {
        let bytes = self.sample.bytes();
        let mut row_bytes = vec![0; selection.width() * bytes];
        for row in selection.file_rows() {
            let Some(start) = self.blocks.plain_row(row) else {
                return Err(Problem::Tiff { reason: format!("row {row} is not stored") });
            };
            let offset = start + (selection.first_column * bytes) as u64;
            source.fill(offset, &mut row_bytes).map_err(Problem::io)?;
            for stored in row_bytes.chunks_exact(bytes).step_by(selection.every) {
                gathering.push(self.sample.decoded(stored, self.order));
            }
        }
        Ok(())
    }

    /// Rows decoded by whole strips or tiles.
    fn gather_blocks<T: TiffSample + Into<f64> + Copy>(
        &self,
        source: &SeekableFile,
        selection: &Selection,
        gathering: &mut Gathering,
    ) -> Result<(), Problem> {
        let failed = |error| problem(error, source.length());
        let ifd = self.tiff.ifd(self.directory).map_err(failed)?;
        let (west, width, every) = (selection.first_column, selection.width(), selection.every);
        let some_missing = self.blocks.some_missing();
        let mut rows = selection.file_rows().peekable();
        while let Some(&first) = rows.peek() {
            let end = self.blocks.end_of_batch(first);
            let mut batch = Vec::new();
            while let Some(row) = rows.next_if(|row| *row < end) {
                batch.push(row);
            }
            let height = batch.last().map_or(1, |last| last - first + 1);
            let part = self
                .tiff
                .read_window_from_ifd::<T>(ifd, first, west, height, width)
                .map_err(failed)?;
            let part = part.as_slice().unwrap_or_default();
            for row in batch {
                let posts = part.chunks_exact(width).nth(row - first).unwrap_or_default();
                for (column, &stored) in posts.iter().enumerate().step_by(every) {
                    if some_missing && self.blocks.is_missing(row, west + column) {
                        gathering.push_missing();
                    } else {
                        gathering.push(stored.into());
                    }
                }
            }
        }
        Ok(())
    }
}

/// No strip or tile is needed twice while a part is read, so none is kept.
fn open_tiff(source: &Arc<SeekableFile>, options: &Options) -> Result<TiffFile, Problem> {
    let most = usize::try_from(options.max_posts.saturating_mul(8)).unwrap_or(usize::MAX);
    let limits =
        OpenOptions { decode_output_bytes: most, block_cache_bytes: 0, ..OpenOptions::default() };
    TiffFile::from_source_with_options(source.clone(), limits)
        .map_err(|error| problem(error, source.length()))
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
fn only_image(tiff: &TiffFile) -> Result<usize, Problem> {
    let kind = |ifd: &Ifd| number(ifd, NEW_SUBFILE_TYPE).unwrap_or(0);
    if tiff.ifds().iter().any(|ifd| kind(ifd) & MASK != 0) {
        return Err(Problem::InternalMask);
    }
    let mut full = tiff.ifds().iter().enumerate().filter(|(_, ifd)| kind(ifd) & REDUCED == 0);
    let Some((index, ifd)) = full.next() else {
        return Err(Problem::Tiff { reason: "there is no image in it".into() });
    };
    match (full.count(), ifd.samples_per_pixel()) {
        (0, 1) => Ok(index),
        (0, bands) => Err(Problem::Bands { count: bands.into() }),
        (more, _) => Err(Problem::Images { count: 1 + more }),
    }
}

fn sample_of(ifd: &Ifd) -> Result<Sample, Problem> {
    let first = |values: Result<Vec<u16>, TiffError>| {
        let values = values.map_err(|error| Problem::Tiff { reason: error.to_string() })?;
        Ok(values.first().copied().unwrap_or(1))
    };
    match (first(ifd.sample_format())?, first(ifd.bits_per_sample())?) {
        (1 | 4, 16) => Ok(Sample::U16),
        (1 | 4, 32) => Ok(Sample::U32),
        (2, 16) => Ok(Sample::I16),
        (2, 32) => Ok(Sample::I32),
        (3, 32) => Ok(Sample::F32),
        (3, 64) => Ok(Sample::F64),
        (format, bits) => Err(Problem::SampleType { found: sample_name(format, bits) }),
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
