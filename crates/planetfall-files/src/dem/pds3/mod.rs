//! Images of the Planetary Data System, version 3: HiRISE's terrain models, MOLA's and LOLA's maps.
//!
//! A label in text ([`label`]) says where the image begins (`^IMAGE`, in records or bytes, in the
//! same file or in another one beside it) and how it is stored: lines of samples, each line perhaps
//! with bytes before and after it. Lines are read where they lie, so the size of the file does not
//! matter. A height is `stored * SCALING_FACTOR + OFFSET`.

mod label;
mod place;

use super::Options;
use super::error::Problem;
use super::file::{Content, Extent, Opened, Selection};
use super::gdal::{ValueScale, unit_m};
use super::map::Gathering;
use super::sample::{Endianness, Sample};
use super::source::SeekableFile;
use label::{Label, LabelValue};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// No label is longer than this, bytes; it ends long before, mostly.
const LONGEST_LABEL: u64 = 1 << 20;
/// Name of the object that holds the heights.
const IMAGE: &str = "IMAGE";
/// Keys of numbers that stand for no height.
const MARKS: [&str; 12] = [
    "MISSING_CONSTANT",
    "MISSING",
    "NULL",
    "CORE_NULL",
    "NOT_APPLICABLE_CONSTANT",
    "UNKNOWN_CONSTANT",
    "INVALID_CONSTANT",
    "LOW_REPR_SATURATION",
    "LOW_INSTR_SATURATION",
    "HIGH_INSTR_SATURATION",
    "HIGH_REPR_SATURATION",
    "SPECIAL_VALUE",
];
/// USGS's software marks missing and saturated 32-bit floats so, whether a label says it or not.
const ISIS_MARKS: std::ops::RangeInclusive<u32> = 0xFF7F_FFFB..=0xFF7F_FFFF;

/// Whether a file's first bytes are the start of a label.
pub(super) fn looks_like_label(start: &[u8]) -> bool {
    let text = String::from_utf8_lossy(start);
    let first = text.trim_start();
    ["PDS_VERSION_ID", "CCSD3Z", "ODL_VERSION_ID", "SFDU_LABEL"]
        .into_iter()
        .any(|word| first.starts_with(word))
}

/// The label of the same name beside an image without one.
pub(super) fn label_beside(image: &Path) -> Option<PathBuf> {
    image.extension().filter(|extension| extension.eq_ignore_ascii_case("img"))?;
    ["lbl", "LBL"].into_iter().map(|end| image.with_extension(end)).find(|path| path.is_file())
}

/// The samples of an image in their file.
pub(super) struct Pds3Image {
    /// Where the first line begins, with its prefix.
    start: u64,
    /// Bytes from line to line.
    stride: u64,
    /// Bytes before the samples of a line.
    prefix: u64,
    sample: Sample,
    order: Endianness,
}

pub(super) fn open(path: &Path, options: &Options) -> Result<Opened, Problem> {
    let file = SeekableFile::open(path)?;
    let label = Label::parse(&file.start(LONGEST_LABEL).map_err(Problem::io)?)?;
    let (source, start) = image_of(&label, path, file)?;
    let [lines, samples] = size(&label)?;
    let (sample, order) = sample_type(&label)?;
    let bytes = |key| label.count(IMAGE, key).map(|found| found.unwrap_or(0));
    let (prefix, suffix) = (bytes("LINE_PREFIX_BYTES")?, bytes("LINE_SUFFIX_BYTES")?);
    let line_bytes = samples.saturating_mul(sample.bytes() as u64);
    let stride = prefix.saturating_add(line_bytes).saturating_add(suffix);
    check_inside(lines, start, stride, source.length())?;
    let columns = usize::try_from(samples).map_err(|_| Problem::Memory { posts: usize::MAX })?;
    let rows = usize::try_from(lines).map_err(|_| Problem::Memory { posts: usize::MAX })?;
    let placement = place::placement(&label, rows, options)?;
    let scale = value_scale(&label)?;
    let mut notes = placement.notes;
    notes.extend(radius_note(scale));
    let marks = marks(&label, sample, options)?;
    let spacing_m = [placement.spacing_m; 2];
    let extent = Extent { rows, columns, spacing_m, georeference: placement.georeference, notes };
    let content = Content::Pds3(Pds3Image { start, stride, prefix, sample, order });
    Ok(Opened { source, extent, north_first: true, marks, scale, content })
}

impl Pds3Image {
    pub(super) fn gather(
        &self,
        source: &SeekableFile,
        selection: &Selection,
        gathering: &mut Gathering,
    ) -> Result<(), Problem> {
        let bytes = self.sample.bytes();
        let mut line = vec![0; selection.width() * bytes];
        let inside = self.start + self.prefix + (selection.first_column * bytes) as u64;
        for row in selection.file_rows() {
            source.fill(inside + row as u64 * self.stride, &mut line).map_err(Problem::io)?;
            for stored in line.chunks_exact(bytes).step_by(selection.every) {
                gathering.push(self.sample.decoded(stored, self.order));
            }
        }
        Ok(())
    }
}

/// The file that holds the image and where it begins there.
fn image_of(
    label: &Label,
    path: &Path,
    file: Arc<SeekableFile>,
) -> Result<(Arc<SeekableFile>, u64), Problem> {
    let wrong = |reason: &str| Problem::Label { reason: reason.to_owned() };
    let Some(pointer) = label.anywhere("^IMAGE") else {
        return Err(wrong("it has no ^IMAGE, so there is no image to read"));
    };
    let (name, place) = match pointer {
        LabelValue::One { text, .. } if text.parse::<u64>().is_ok() => (None, Some(pointer)),
        LabelValue::One { text, .. } => (Some(text.as_str()), None),
        LabelValue::List(parts) => match parts.as_slice() {
            [name] => (name.as_text(), None),
            [name, place] => (name.as_text(), Some(place)),
            _ => return Err(wrong("^IMAGE is a list of neither one nor two values")),
        },
    };
    let source = match name {
        None => file,
        Some(name) => SeekableFile::open(&beside(path, name)?)?,
    };
    Ok((source, place.map_or(Ok(0), |place| offset(label, place))?))
}

/// The file that a label names, in the label's folder, whatever the case of its name.
fn beside(label: &Path, name: &str) -> Result<PathBuf, Problem> {
    let plain = Path::new(name).file_name().map(|name| name.to_string_lossy().into_owned());
    let name = plain.unwrap_or_default();
    let lower = name.to_ascii_lowercase();
    if lower.ends_with(".jp2") {
        let reason = format!("its image {name} is JPEG 2000; convert it with gdal_translate");
        return Err(Problem::Label { reason });
    }
    [name.clone(), lower, name.to_ascii_uppercase()]
        .into_iter()
        .map(|name| label.with_file_name(name))
        .find(|path| path.is_file())
        .ok_or_else(|| {
            let reason = format!("its image is in {name}, which is not beside it; put it there");
            Problem::Label { reason }
        })
}

/// Both records and bytes count from 1.
fn offset(label: &Label, place: &LabelValue) -> Result<u64, Problem> {
    let text = place.as_text().unwrap_or("a list");
    let number = text.parse::<u64>().ok().filter(|number| *number > 0).ok_or_else(|| {
        let reason = format!("^IMAGE points to \"{text}\", which is no record or byte");
        Problem::Label { reason }
    })?;
    if place.unit().is_some_and(|unit| unit.starts_with("byte")) {
        return Ok(number - 1);
    }
    let Some(record) = label.anywhere("RECORD_BYTES").and_then(LabelValue::as_text) else {
        let reason = "^IMAGE counts records, but there is no RECORD_BYTES".to_owned();
        return Err(Problem::Label { reason });
    };
    let bytes = record.parse::<u64>().ok().filter(|bytes| *bytes > 0).ok_or_else(|| {
        let reason = format!("RECORD_BYTES = \"{record}\" is not a positive whole number");
        Problem::Label { reason }
    })?;
    Ok((number - 1).saturating_mul(bytes))
}

fn size(label: &Label) -> Result<[u64; 2], Problem> {
    let count = |key: &str| {
        label
            .count(IMAGE, key)?
            .ok_or_else(|| Problem::Label { reason: format!("its object IMAGE has no {key}") })
    };
    let [lines, samples] = [count("LINES")?, count("LINE_SAMPLES")?];
    let bands = label.count(IMAGE, "BANDS")?.unwrap_or(1);
    if bands != 1 {
        return Err(Problem::Bands { count: bands });
    }
    if let Some(coding) = label.text(IMAGE, "ENCODING_TYPE") {
        let reason = format!("its image is encoded ({coding}); decode it first");
        return Err(Problem::Label { reason });
    }
    if lines < 2 || samples < 2 {
        return Err(Problem::TooFewPosts { columns: samples, rows: lines });
    }
    Ok([lines, samples])
}

/// The names that `SAMPLE_TYPE` has for kinds of numbers and machines of the time.
fn sample_type(label: &Label) -> Result<(Sample, Endianness), Problem> {
    let name = label.text(IMAGE, "SAMPLE_TYPE").unwrap_or("no SAMPLE_TYPE").to_ascii_uppercase();
    let bits = label.count(IMAGE, "SAMPLE_BITS")?.unwrap_or(8);
    let unknown = || Problem::SampleType { found: format!("{bits}-bit {name}") };
    let (machine, kind) = ["_UNSIGNED_INTEGER", "_INTEGER", "_REAL"]
        .into_iter()
        .find_map(|kind| Some((name.strip_suffix(kind)?, kind.trim_start_matches('_'))))
        .unwrap_or(("MSB", name.as_str()));
    let order = match machine {
        "MSB" | "MAC" | "SUN" | "IEEE" | "UNSIGNED" => Endianness::Big,
        "LSB" | "PC" => Endianness::Little,
        "VAX" if kind != "REAL" => Endianness::Little,
        _ => return Err(unknown()),
    };
    let unsigned = kind == "UNSIGNED_INTEGER" || machine == "UNSIGNED";
    let sample = match (kind, bits, unsigned) {
        ("INTEGER", 8, false) => Sample::I8,
        ("INTEGER", 16, false) => Sample::I16,
        ("INTEGER", 32, false) => Sample::I32,
        ("INTEGER" | "UNSIGNED_INTEGER", 8, true) => Sample::U8,
        ("INTEGER" | "UNSIGNED_INTEGER", 16, true) => Sample::U16,
        ("INTEGER" | "UNSIGNED_INTEGER", 32, true) => Sample::U32,
        ("REAL" | "FLOAT", 32, _) => Sample::F32,
        ("REAL" | "FLOAT", 64, _) => Sample::F64,
        _ => return Err(unknown()),
    };
    // Eight bits without a scale are a picture of the ground.
    let scaled = value_scale(label)? != ValueScale::METRES;
    if sample.bytes() == 1 && !scaled { Err(unknown()) } else { Ok((sample, order)) }
}

/// Every line lies inside the file, so no damaged label can ask for more memory than it has bytes.
fn check_inside(lines: u64, start: u64, stride: u64, length: u64) -> Result<(), Problem> {
    let needed = start.saturating_add(lines.saturating_mul(stride));
    if needed > length {
        let whole = length.saturating_sub(start) / stride.max(1);
        let what = format!("line {} of {lines} of its image", whole.saturating_add(1));
        return Err(Problem::Truncated { what, needed, available: length });
    }
    Ok(())
}

fn value_scale(label: &Label) -> Result<ValueScale, Problem> {
    let number = |key, default| {
        label.number(IMAGE, key).map(|found| found.map_or(default, |(number, _)| number))
    };
    let (scale, offset) = (number("SCALING_FACTOR", 1.0)?, number("OFFSET", 0.0)?);
    if scale == 0.0 {
        return Err(Problem::Label { reason: "SCALING_FACTOR is 0".into() });
    }
    let unit = match label.text(IMAGE, "UNIT") {
        Some(unit) => unit_m(unit)?,
        None => 1.0,
    };
    Ok(ValueScale { scale: scale * unit, offset: offset * unit })
}

/// LOLA and MOLA publish distances from the body's centre, too.
fn radius_note(scale: ValueScale) -> Option<String> {
    (scale.offset > 100_000.0).then(|| {
        format!(
            "heights are distances from the body's centre (OFFSET is {} m); heights over the datum \
             are less by its radius",
            scale.offset
        )
    })
}

fn marks(label: &Label, sample: Sample, options: &Options) -> Result<Vec<f64>, Problem> {
    let mut marks: Vec<f64> =
        options.no_data_value.map(|mark| sample.stored(mark)).into_iter().collect();
    for key in MARKS.into_iter().flat_map(|key| [key.to_owned(), format!("CORE_{key}")]) {
        let Some(text) = label.text(IMAGE, &key) else { continue };
        let mark = number_of(text, sample)
            .ok_or_else(|| Problem::NoDataNotANumber { text: format!("{key} = {text}") })?;
        marks.push(mark);
    }
    if sample == Sample::F32 {
        marks.extend(ISIS_MARKS.map(|bits| f64::from(f32::from_bits(bits))));
    }
    Ok(marks)
}

/// A decimal number, or the number whose bits are given in some base: `16#FF7FFFFB#`.
fn number_of(text: &str, sample: Sample) -> Option<f64> {
    match text.split_once('#') {
        None => text.parse().ok().map(|value| sample.stored(value)),
        Some((base, digits)) => {
            let base = base.parse::<u32>().ok().filter(|base| (2..=36).contains(base))?;
            let bits = u64::from_str_radix(digits.strip_suffix('#')?, base).ok()?;
            sample.of_bits(bits)
        }
    }
}
