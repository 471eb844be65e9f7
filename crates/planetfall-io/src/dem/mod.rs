//! Elevation maps: reading, judging, looking at and cutting them.
//!
//! A map is a rectangular grid of posts with one height each. Whatever the file's own order, the
//! posts of an [`ElevationMap`] run west to east in a row and the rows south to north, heights and
//! spacings are metres, and a post without data is NaN. Two formats are read, told apart by their
//! first bytes and not by the name: GeoTIFF (integers of 16 and 32 bits, floats of 32 and 64 bits,
//! strips or tiles, plain, deflate, LZW, PackBits or Zstandard, predictors 2 and 3, either byte
//! order, classic or `BigTIFF`) and the ESRI ASCII grid.

mod ascii;
mod error;
mod gdal;
mod georeference;
mod geotiff;
pub mod hillshade;
mod inspect;
mod map;
mod model;
mod resample;
mod tangent;

pub use error::{DemError, Problem};
pub use georeference::{Crs, Georeference, GroundScale, Projection};
pub use inspect::{Inspection, PlaneFit, SlopeStatistics, inspect};
pub use map::ElevationMap;
pub use resample::Resampling;
pub use tangent::SiteGrid;

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// What a user may say about a map that the file itself does not say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Distance between posts, m, for a file without georeference. A file that has one and
    /// disagrees is an error, because one of the two is then a mistake.
    pub spacing_m: Option<f64>,
    /// Radius of the body, m, for a map in degrees whose file does not name a body.
    pub body_radius_m: Option<f64>,
    /// The height that stands for "no data" in a file that does not declare one.
    pub no_data_value: Option<f64>,
    /// Take NaN and infinite heights as posts without data even where the file does not declare
    /// NaN as its mark for them. Off by default: they mostly are the trace of a failed computation
    /// upstream, and its author wants to hear of it.
    pub non_finite_is_no_data: bool,
    /// The largest number of posts that is read into memory (8 bytes each).
    pub max_posts: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            spacing_m: None,
            body_radius_m: None,
            no_data_value: None,
            non_finite_is_no_data: false,
            max_posts: 250_000_000,
        }
    }
}

/// Reads an elevation map of any supported format.
pub fn read(path: impl AsRef<Path>) -> Result<ElevationMap, DemError> {
    read_with(path, &Options::default())
}

/// Reads an elevation map, with what the user knows of it.
pub fn read_with(path: impl AsRef<Path>, options: &Options) -> Result<ElevationMap, DemError> {
    let path = path.as_ref();
    read_problem(path, options).map_err(|problem| DemError::new(path, problem))
}

fn read_problem(path: &Path, options: &Options) -> Result<ElevationMap, Problem> {
    check_options(options)?;
    match format_of(path)? {
        Format::Tiff => geotiff::read(path, options),
        Format::Ascii => ascii::read(path, options),
    }
}

fn check_options(options: &Options) -> Result<(), Problem> {
    for (name, value) in
        [("spacing_m", options.spacing_m), ("body_radius_m", options.body_radius_m)]
    {
        if let Some(value) = value
            && !(value.is_finite() && value > 0.0)
        {
            return Err(Problem::not_positive(name, value));
        }
    }
    Ok(())
}

enum Format {
    Tiff,
    Ascii,
}

/// Tells the format from the first bytes.
fn format_of(path: &Path) -> Result<Format, Problem> {
    if path.is_dir() {
        return Err(Problem::Directory);
    }
    let mut start = Vec::with_capacity(64);
    File::open(path).and_then(|file| file.take(64).read_to_end(&mut start)).map_err(Problem::io)?;
    match start.as_slice() {
        [] => Err(Problem::Empty),
        [b'I', b'I', b'*' | b'+', 0, ..] | [b'M', b'M', 0, b'*' | b'+', ..] => Ok(Format::Tiff),
        _ if ascii::looks_like_header(&start) || has_ascii_name(path) => Ok(Format::Ascii),
        _ => Err(Problem::UnknownFormat {
            start: start.escape_ascii().take(48).map(char::from).collect(),
        }),
    }
}

/// A file called `.asc` is read as text even when it begins wrongly: the message then has a line.
fn has_ascii_name(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("asc"))
}
