//! Elevation maps: reading, judging, looking at and cutting them.
//!
//! A map is a rectangular grid of posts with one height each. Whatever the file's own order, the
//! posts of an [`ElevationMap`] run west to east in a row and the rows south to north, heights and
//! spacings are metres, and a post without data is NaN. Four formats are read, distinguished by their
//! first bytes and not by the name:
//! * GeoTIFF (integers of 16 and 32 bits, floats of 32 and 64 bits, strips or tiles, plain, deflate,
//!   LZW, PackBits or Zstandard, predictors 2 and 3, either byte order, classic or `BigTIFF`);
//! * PDS3 images with their label attached or beside them, as HiRISE, MOLA and LOLA publish;
//! * PNG of 8 or 16 bits of grey, with the scale that the user gives;
//! * the ESRI ASCII grid.
//!
//! [`read`] takes a whole map into memory. [`MapFile`] opens one of any size and reads parts of it.

mod ascii;
mod blocks;
mod error;
mod file;
mod gdal;
mod georeference;
mod geotiff;
mod geotiff_writer;
pub mod hillshade;
mod inspect;
mod map;
mod model;
mod pds3;
mod picture;
mod resample;
mod sample;
mod source;
mod tangent;

pub use error::{DemError, Problem};
pub use file::{Extent, MapFile, MapPart, Window};
pub use georeference::{Crs, GeoKeys, Georeference, GroundScale, Projection, SitePlace};
pub use geotiff_writer::{HeightGrid, write_geotiff};
pub use inspect::{Inspection, PlaneFit, SlopeStatistics, inspect};
pub use map::ElevationMap;
pub use resample::Resampling;
pub use tangent::SiteGrid;

use crate::bounded;
use std::io::Read;
use std::path::{Path, PathBuf};

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
    /// Height of one count, m, of a PNG, which it cannot say itself.
    pub height_per_count_m: Option<f64>,
    /// Height of the count 0 of a PNG, m; 0 if it is not given.
    pub height_at_zero_m: Option<f64>,
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
            height_per_count_m: None,
            height_at_zero_m: None,
            max_posts: 64_000_000,
        }
    }
}

/// Reads an elevation map of any supported format.
pub fn read(path: impl AsRef<Path>) -> Result<ElevationMap, DemError> {
    read_with(path, &Options::default())
}

/// Reads an elevation map, with what the user knows of it.
pub fn read_with(path: impl AsRef<Path>, options: &Options) -> Result<ElevationMap, DemError> {
    MapFile::open(path, options)?.read(&MapPart::WHOLE)
}

impl Options {
    /// A format that gives its own heights leaves nothing for the user to scale.
    fn refuse_scale(&self) -> Result<(), Problem> {
        let given = [
            ("height_per_count_m", self.height_per_count_m),
            ("height_at_zero_m", self.height_at_zero_m),
        ];
        match given.into_iter().find(|(_, value)| value.is_some()) {
            Some((name, _)) => Err(Problem::ScaleOfItsOwn { name }),
            None => Ok(()),
        }
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
    for (name, value) in [
        ("height_per_count_m", options.height_per_count_m),
        ("height_at_zero_m", options.height_at_zero_m),
    ] {
        if let Some(value) = value.filter(|value| !value.is_finite()) {
            return Err(Problem::not_finite(name, value));
        }
    }
    if options.height_per_count_m == Some(0.0) {
        return Err(Problem::Option {
            name: "height_per_count_m",
            value: 0.0,
            allowed: "other than 0",
        });
    }
    Ok(())
}

enum Format {
    Tiff,
    Ascii,
    Png,
    /// With the file that holds the label.
    Pds3(PathBuf),
}

/// The format, by the first bytes.
fn format_of(path: &Path) -> Result<Format, Problem> {
    if path.is_dir() {
        return Err(Problem::Directory);
    }
    let mut start = Vec::with_capacity(64);
    bounded::open(path)
        .and_then(|file| file.take(64).read_to_end(&mut start))
        .map_err(Problem::io)?;
    match start.as_slice() {
        [] => Err(Problem::Empty),
        [b'I', b'I', b'*' | b'+', 0, ..] | [b'M', b'M', 0, b'*' | b'+', ..] => Ok(Format::Tiff),
        [0x89, b'P', b'N', b'G', ..] => Ok(Format::Png),
        _ if pds3::looks_like_label(&start) => Ok(Format::Pds3(path.into())),
        _ if ascii::looks_like_header(&start) || has_ascii_name(path) => Ok(Format::Ascii),
        _ => match pds3::label_beside(path) {
            Some(label) => Ok(Format::Pds3(label)),
            None => Err(Problem::UnknownFormat {
                start: start.escape_ascii().take(48).map(char::from).collect(),
            }),
        },
    }
}

/// A file called `.asc` is read as text even when it begins wrongly: the message then has a line.
fn has_ascii_name(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("asc"))
}
