//! Heights in the greys of a PNG.
//!
//! A PNG holds counts of 8 or 16 bits and knows nothing of metres: the user gives the distance
//! between pixels, the height of one count and that of the count 0. The first row is the northern
//! one. A grey that the file declares transparent (its `tRNS` chunk) is missing data. Rows are
//! decoded one by one, from the first to the last that is needed, and only what is needed is kept.

use super::Options;
use super::error::Problem;
use super::file::{Content, Extent, Opened, Selection};
use super::gdal::ValueScale;
use super::georeference::Georeference;
use super::map::{Gathering, check_size};
use super::sample::{Endianness, Sample};
use super::source::{SeekableFile, Stream};
use png::{BitDepth, ColorType, Decoder, DecodingError, Info, Limits, Reader};
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

/// The most bytes that one byte of deflate can become.
const BEST_RATIO: u64 = 1040;
/// Memory for the decoder's own rows.
const DECODER_BYTES: usize = 256 << 20;

/// The greys of a PNG.
pub(super) struct PngImage {
    source: Arc<SeekableFile>,
    sample: Sample,
}

pub(super) fn open(path: &Path, options: &Options) -> Result<Opened, Problem> {
    let source = SeekableFile::open(path)?;
    let reader = reader(&source)?;
    let info = reader.info();
    let sample = sample(info)?;
    let (rows, columns) = (info.height as usize, info.width as usize);
    check_size(rows as u64, columns as u64, u64::MAX)?;
    let bytes = (rows as u64).saturating_mul(columns as u64).saturating_mul(sample.bytes() as u64);
    if bytes > source.length().saturating_mul(BEST_RATIO) {
        return Err(Problem::TooLargeForFile {
            columns: columns as u64,
            rows: rows as u64,
            available: source.length(),
            coding: "deflate",
        });
    }
    let (spacing, scale) = scale(options)?;
    let transparent = info.trns.as_deref().map(|bytes| transparent(bytes, sample));
    let marks = [transparent, options.no_data_value].into_iter().flatten().collect();
    let georeference = Georeference::default();
    let extent = Extent { rows, columns, spacing_m: [spacing; 2], georeference, notes: Vec::new() };
    let content = Content::Png(PngImage { source: source.clone(), sample });
    Ok(Opened { source, extent, north_first: true, marks, scale, content })
}

impl PngImage {
    pub(super) fn gather(
        &self,
        _: &SeekableFile,
        selection: &Selection,
        gathering: &mut Gathering,
    ) -> Result<(), Problem> {
        let mut reader = reader(&self.source)?;
        let bytes = self.sample.bytes();
        let mut next = 0;
        for wanted in selection.file_rows() {
            for _ in next..wanted {
                row(&mut reader)?;
            }
            next = wanted + 1;
            let posts = row(&mut reader)?.chunks_exact(bytes).skip(selection.first_column);
            for stored in posts.step_by(selection.every).take(selection.columns) {
                gathering.push(self.sample.decoded(stored, Endianness::Big));
            }
        }
        Ok(())
    }
}

type Rows = Reader<BufReader<Stream>>;

fn reader(source: &Arc<SeekableFile>) -> Result<Rows, Problem> {
    let stream = BufReader::new(Stream::new(source.clone()));
    let decoder = Decoder::new_with_limits(stream, Limits { bytes: DECODER_BYTES });
    decoder.read_info().map_err(|error| problem(error, source))
}

fn row(reader: &mut Rows) -> Result<&[u8], Problem> {
    match reader.next_row() {
        Ok(Some(row)) => Ok(row.data()),
        Ok(None) => Err(Problem::Png { reason: "its rows end too early".into() }),
        Err(error) => Err(Problem::Png { reason: format!("{error}; copy or download it again") }),
    }
}

fn problem(error: DecodingError, source: &SeekableFile) -> Problem {
    match error {
        DecodingError::IoError(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            let length = source.length();
            let what = "its header".into();
            Problem::Truncated { what, needed: length.saturating_add(1), available: length }
        }
        DecodingError::IoError(error) => Problem::io(error),
        other => Problem::Png { reason: other.to_string() },
    }
}

fn sample(info: &Info<'_>) -> Result<Sample, Problem> {
    let refused = |reason: &str| Err(Problem::Png { reason: reason.to_owned() });
    if info.interlaced {
        return refused("it is interlaced; write it again without");
    }
    match (info.color_type, info.bit_depth) {
        (ColorType::Grayscale, BitDepth::Eight) => Ok(Sample::U8),
        (ColorType::Grayscale, BitDepth::Sixteen) => Ok(Sample::U16),
        (ColorType::Grayscale, _) => refused("its greys have fewer than 8 bits"),
        (ColorType::GrayscaleAlpha, _) => {
            refused("it has an alpha channel; write grey alone, missing data as one count")
        }
        _ => refused("it is in colour; heights are one grey"),
    }
}

fn scale(options: &Options) -> Result<(f64, ValueScale), Problem> {
    match (options.spacing_m, options.height_per_count_m) {
        (Some(spacing), Some(scale)) => {
            let offset = options.height_at_zero_m.unwrap_or(0.0);
            Ok((spacing, ValueScale { scale, offset }))
        }
        (None, None) => {
            Err(Problem::PngScale { missing: "`spacing_m` and `height_per_count_m` are".into() })
        }
        (None, _) => Err(Problem::PngScale { missing: "`spacing_m` is".into() }),
        _ => Err(Problem::PngScale { missing: "`height_per_count_m` is".into() }),
    }
}

/// The transparent grey, in the last bytes of its chunk.
fn transparent(bytes: &[u8], sample: Sample) -> f64 {
    let used = bytes.get(bytes.len().saturating_sub(sample.bytes())..).unwrap_or_default();
    sample.decoded(used, Endianness::Big)
}
