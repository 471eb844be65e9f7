//! What can be wrong with an elevation map, each with what was found and what to do.

use std::io;
use std::path::{Path, PathBuf};

/// An elevation map that cannot be used, and why.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct DemError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    #[source]
    pub problem: Problem,
}

impl DemError {
    pub(crate) fn new(path: &Path, problem: Problem) -> Self {
        Self { path: path.to_path_buf(), problem }
    }
}

/// One thing that makes an elevation map unusable.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// There is no such file.
    #[error("there is no such file; check the path (it is relative to the current folder)")]
    NotFound,
    /// The path names a folder.
    #[error("this is a folder; name the elevation map inside it")]
    Directory,
    /// The file has no bytes.
    #[error("the file is empty (0 bytes); copy or download it again")]
    Empty,
    /// The operating system could not read the file.
    #[error("cannot be read: {0}")]
    Io(io::Error),
    /// None of the formats.
    #[error(
        "is no TIFF, PDS3 image, PNG or ESRI ASCII grid: it begins with \"{start}\"; convert it with \
         `gdal_translate -of GTiff IN OUT.tif`"
    )]
    UnknownFormat {
        /// The first bytes, escaped.
        start: String,
    },
    /// The file ends before what it declares.
    #[error(
        "is truncated: {what} ends at byte {needed}, but the file has {available} bytes; copy or \
         download it again"
    )]
    Truncated {
        /// The part that is missing, such as "strip 12 of 68".
        what: String,
        /// Where that part ends, in bytes from the start of the file.
        needed: u64,
        /// Length of the file in bytes.
        available: u64,
    },
    /// The TIFF container contradicts itself or uses something unknown.
    #[error("is a damaged or unsupported TIFF: {reason}; try `gdal_translate IN OUT.tif`")]
    Tiff {
        /// What the TIFF reader found.
        reason: String,
    },
    /// The header promises more than the file can hold.
    #[error(
        "declares {columns} x {rows} posts, which cannot come out of {available} bytes of {coding} \
         data; the header is damaged"
    )]
    TooLargeForFile {
        /// Declared columns.
        columns: u64,
        /// Declared rows.
        rows: u64,
        /// Bytes of height data in the file.
        available: u64,
        /// How these are coded.
        coding: &'static str,
    },
    /// More posts than the caller allows in memory.
    #[error(
        "would be {columns} x {rows} posts in memory, more than the limit of {limit} (`max_posts`); \
         read a part: a scenario's [terrain] sets `window_m` (side of the square around `site_m`), \
         `planetfall terrain` takes --window EAST,NORTH,SIDE"
    )]
    TooManyPosts {
        /// Columns.
        columns: u64,
        /// Rows.
        rows: u64,
        /// The limit.
        limit: u64,
    },
    /// The operating system has not that much memory.
    #[error("has {posts} posts, for which there is not enough memory; cut out the part you need")]
    Memory {
        /// How many.
        posts: usize,
    },
    /// Not two rows and two columns.
    #[error("has {columns} x {rows} posts; at least 2 x 2 are needed to make ground")]
    TooFewPosts {
        /// Columns.
        columns: u64,
        /// Rows.
        rows: u64,
    },
    /// More than one height per post.
    #[error("has {count} bands, but a map of heights has one; `gdal_translate -b 1 IN OUT.tif`")]
    Bands {
        /// How many.
        count: u64,
    },
    /// More than one picture at full resolution.
    #[error("has {count} images, and it is not clear which is the map; keep one")]
    Images {
        /// How many.
        count: usize,
    },
    /// The validity of posts is in a separate mask.
    #[error(
        "marks posts without data by an internal mask, which is not read; write them as a value \
         (`gdal_translate -mask none -a_nodata VALUE IN OUT.tif`)"
    )]
    InternalMask,
    /// Numbers of a kind that heights are not stored in.
    #[error(
        "stores {found}; heights must be 16- or 32-bit integers, or 32- or 64-bit floats (an 8-bit \
         file is mostly a picture of the ground, not its heights)"
    )]
    SampleType {
        /// Such as "8-bit unsigned integers".
        found: String,
    },
    /// The declared mark for missing data is no number.
    #[error("declares \"{text}\" as its no-data value, which is not a number")]
    NoDataNotANumber {
        /// As in the file.
        text: String,
    },
    /// The place and spacing of the posts is unknown.
    #[error(
        "has no georeference: {missing}; give the distance between posts as `spacing_m`, or write \
         it into the file (`gdal_edit.py -a_ullr WEST NORTH EAST SOUTH FILE`)"
    )]
    NoGeoreference {
        /// Which part is missing.
        missing: &'static str,
    },
    /// The user and the file disagree about the spacing.
    #[error(
        "has posts {east_m} m apart (east) and {north_m} m (north), but `spacing_m` says \
         {option_m}; remove `spacing_m` to believe the file"
    )]
    SpacingDisagrees {
        /// The file's spacing to the east, m.
        east_m: f64,
        /// The file's spacing to the north, m.
        north_m: f64,
        /// The user's, m.
        option_m: f64,
    },
    /// Rows and columns do not run along east and north.
    #[error(
        "is {how}; rows must run along east and columns along north: `gdalwarp IN OUT.tif` makes it so"
    )]
    NotAligned {
        /// In which way.
        how: &'static str,
    },
    /// A georeference with impossible numbers.
    #[error("has an impossible georeference: {reason}")]
    BadGeoreference {
        /// Which number.
        reason: String,
    },
    /// A unit that is not known.
    #[error("uses {what} unit \"{unit}\", which is not known here; convert the map to metres")]
    Unit {
        /// Of what: "the vertical", "the horizontal".
        what: &'static str,
        /// As in the file.
        unit: String,
    },
    /// Degrees without a body to lay them on.
    #[error(
        "is in degrees, but does not name the body's radius; give it as `body_radius_m`, or \
         `planet_radius_m` in a scenario (Mars 3396190, Moon 1737400)"
    )]
    NoRadius,
    /// Degrees over too wide a strip, or at a pole.
    #[error(
        "is in degrees between latitude {south_deg:.4} and {north_deg:.4}, where the distance \
         between columns changes by {change_percent:.0} %; project it first (`gdalwarp -t_srs`), or \
         cut out a smaller part"
    )]
    TooWideInDegrees {
        /// Southern latitude.
        south_deg: f64,
        /// Northern latitude.
        north_deg: f64,
        /// Change of the column distance from edge to edge against the middle.
        change_percent: f64,
    },
    /// No post has data.
    #[error("has no data at all: every one of its {posts} posts is marked as missing")]
    AllNoData {
        /// How many posts.
        posts: usize,
    },
    /// NaN or infinity that the file does not declare.
    #[error(
        "holds {count} heights that are NaN or infinite, the first at row {row}, column {column} \
         (counted from 0 at the south-west), and does not declare them as missing; declare them \
         (`gdal_edit.py -a_nodata nan FILE`)"
    )]
    NonFinite {
        /// How many.
        count: usize,
        /// Row of the first, from the south.
        row: usize,
        /// Column of the first, from the west.
        column: usize,
    },
    /// A height beyond any world.
    #[error(
        "has a height of {height_m:.4e} m at row {row}, column {column} (counted from 0 at the \
         south-west); if that number marks missing data, say so with `no_data_value`"
    )]
    ImplausibleHeight {
        /// The height.
        height_m: f64,
        /// Row, from the south.
        row: usize,
        /// Column, from the west.
        column: usize,
    },
    /// A customary mark for missing data that is not declared.
    #[error(
        "holds {count} heights of exactly {value}, far below all others, and declares no no-data \
         value; say `no_data_value = {value}` if these are missing, or declare it in the file \
         (`gdal_edit.py -a_nodata {value} FILE`)"
    )]
    UndeclaredNoData {
        /// How many.
        count: usize,
        /// The number.
        value: f64,
    },
    /// A PNG whose counts have no meaning yet.
    #[error(
        "is a PNG, which holds counts and no heights: {missing} missing; give `spacing_m` (distance \
         between pixels), `height_per_count_m` and, if count 0 is not height 0, `height_at_zero_m`"
    )]
    PngScale {
        /// Which keys, with "is" or "are".
        missing: String,
    },
    /// A scale for a file that gives its heights itself.
    #[error("has heights of its own; `{name}` is for PNG files only: remove it")]
    ScaleOfItsOwn {
        /// The option.
        name: &'static str,
    },
    /// A PNG of a kind that holds no heights, or a damaged one.
    #[error("is a PNG that cannot be read as a map: {reason}")]
    Png {
        /// What is wrong with it.
        reason: String,
    },
    /// A PDS3 label that lacks something or has something unknown.
    #[error("has a PDS3 label that cannot be used: {reason}")]
    Label {
        /// What is wrong with it.
        reason: String,
    },
    /// A place in a text file where something else was expected.
    #[error("line {line}, column {column}: {what}")]
    Text {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What was found and what is allowed.
        what: String,
    },
    /// An option with an impossible value.
    #[error("`{name}` must be {allowed}, not {value}")]
    Option {
        /// The option.
        name: &'static str,
        /// Its value.
        value: f64,
        /// What it may be.
        allowed: &'static str,
    },
    /// A cut or a resampling that leaves no ground.
    #[error("{what}")]
    NoGroundLeft {
        /// What was asked and what there is.
        what: String,
    },
}

impl Problem {
    /// An error of the operating system, with the common one named.
    pub(crate) fn io(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::NotFound { Self::NotFound } else { Self::Io(error) }
    }

    /// An option that had to be a positive number.
    pub(crate) fn not_positive(name: &'static str, value: f64) -> Self {
        Self::Option { name, value, allowed: "a positive number" }
    }

    /// An option that had to be a finite number.
    pub(crate) fn not_finite(name: &'static str, value: f64) -> Self {
        Self::Option { name, value, allowed: "a finite number" }
    }

    /// A place in a text file.
    pub(crate) fn text(line: usize, column: usize, what: impl Into<String>) -> Self {
        Self::Text { line, column, what: what.into() }
    }
}
