//! `planetfall terrain`: what an elevation map holds.

use crate::failure::Failure;
use crate::terminal::{print, say};
use planetfall_io::dem::{self, hillshade};
use std::path::PathBuf;

/// Inspect an elevation map: size, spacing, range, slopes; optionally a hillshade picture.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// GeoTIFF or ESRI ASCII grid.
    file: PathBuf,
    /// Write a hillshade picture.
    #[arg(long, value_name = "FILE.png")]
    hillshade: Option<PathBuf>,
    /// Distance between posts, for a file without georeference.
    #[arg(long, value_name = "METRES")]
    spacing_m: Option<f64>,
    /// Azimuth of the sun in the picture, clockwise from north.
    #[arg(long, value_name = "DEGREES", default_value_t = 315.0)]
    sun_azimuth_deg: f64,
    /// Elevation of the sun in the picture.
    #[arg(long, value_name = "DEGREES", default_value_t = 45.0)]
    sun_elevation_deg: f64,
}

pub(crate) fn terrain(arguments: &Arguments) -> Result<(), Failure> {
    let options = dem::Options { spacing_m: arguments.spacing_m, ..dem::Options::default() };
    let map = dem::read_with(&arguments.file, &options).map_err(Failure::input)?;
    print(format_args!("{}", dem::inspect(&map)))?;
    if let Some(path) = &arguments.hillshade {
        let lighting = hillshade::Lighting {
            sun_azimuth_deg: arguments.sun_azimuth_deg,
            sun_elevation_deg: arguments.sun_elevation_deg,
            ..hillshade::Lighting::default()
        };
        let picture = hillshade::render(&map, &lighting).map_err(Failure::input)?;
        picture
            .write_png(path)
            .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
        say!("hillshade: {}", path.display())?;
    }
    Ok(())
}
