//! `planetfall terrain`: what an elevation map or a mesh holds.

use crate::failure::Failure;
use crate::terminal::{print, say};
use planetfall_files::dem::{self, ElevationMap, MapFile, MapPart, Window, hillshade};
use planetfall_files::mesh_terrain::{self, Placing, UpAxis};
use std::path::PathBuf;

/// A map of more posts than this is looked at by every n-th post. Chosen.
const LARGE_POSTS: u64 = 4_000_000;

/// Inspect an elevation map: size, spacing, range, slopes; optionally a hillshade picture. Or a mesh of
/// triangles: size, area, whether it is a height field, and what is wrong with it.
#[derive(Debug, clap::Args)]
pub(crate) struct TerrainArguments {
    /// GeoTIFF, PDS3 image or label, PNG, or ESRI ASCII grid; or a mesh, STL or OBJ.
    file: PathBuf,
    /// Length of one unit of a mesh.
    #[arg(long, value_name = "METRES", default_value_t = 1.0)]
    metres_per_unit: f64,
    /// Which axis of a mesh points up.
    #[arg(long, value_enum, default_value_t = Up::Z)]
    up_axis: Up,
    /// Write a hillshade picture.
    #[arg(long, value_name = "FILE.png")]
    hillshade: Option<PathBuf>,
    /// Look at a square only: its middle, metres east and north of the map's south-west post, and
    /// its side in metres. Only this part of the file is read.
    #[arg(long, value_name = "EAST,NORTH,SIDE", allow_hyphen_values = true)]
    window: Option<String>,
    /// Distance between posts, for a file without georeference.
    #[arg(long, value_name = "METRES")]
    spacing_m: Option<f64>,
    /// Height of one count, for a PNG.
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    height_per_count_m: Option<f64>,
    /// Height of the count 0, for a PNG.
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    height_at_zero_m: Option<f64>,
    /// The stored number that means "no data", for a file that does not declare one.
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    no_data_value: Option<f64>,
    /// Azimuth of the sun in the picture, clockwise from north.
    #[arg(long, value_name = "DEGREES", default_value_t = 315.0)]
    sun_azimuth_deg: f64,
    /// Elevation of the sun in the picture.
    #[arg(long, value_name = "DEGREES", default_value_t = 45.0)]
    sun_elevation_deg: f64,
}

/// Axes that may point up.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Up {
    /// x east, y north.
    Z,
    /// x east, z south.
    Y,
}

pub(crate) fn terrain(arguments: &TerrainArguments) -> Result<(), Failure> {
    match mesh_terrain::is_mesh(&arguments.file) {
        true => mesh(arguments),
        false => map(arguments),
    }
}

fn mesh(arguments: &TerrainArguments) -> Result<(), Failure> {
    if arguments.hillshade.is_some() || arguments.window.is_some() {
        let message = "--hillshade and --window are for elevation maps, not for meshes";
        return Err(Failure::Input(message.to_owned()));
    }
    if !(arguments.metres_per_unit.is_finite() && arguments.metres_per_unit > 0.0) {
        let message = format!("--metres-per-unit {}: must be above 0", arguments.metres_per_unit);
        return Err(Failure::Input(message));
    }
    let up_axis = match arguments.up_axis {
        Up::Z => UpAxis::Z,
        Up::Y => UpAxis::Y,
    };
    let placing =
        Placing { metres_per_unit: arguments.metres_per_unit, up_axis, ..Placing::default() };
    let read = mesh_terrain::read(&arguments.file, &placing).map_err(Failure::input)?;
    print(format_args!("{read}"))?;
    read.warnings().iter().try_for_each(|warning| say!("note             {warning}"))
}

fn map(arguments: &TerrainArguments) -> Result<(), Failure> {
    let options = dem::Options {
        spacing_m: arguments.spacing_m,
        height_per_count_m: arguments.height_per_count_m,
        height_at_zero_m: arguments.height_at_zero_m,
        no_data_value: arguments.no_data_value,
        ..dem::Options::default()
    };
    let file = MapFile::open(&arguments.file, &options).map_err(Failure::input)?;
    let part = part(arguments, &file)?;
    let map = file.read(&part).map_err(Failure::input)?;
    print_part(&file, &part)?;
    print(format_args!("{}", dem::inspect(&map)))?;
    for note in &file.extent().notes {
        say!("note             {note}")?;
    }
    match &arguments.hillshade {
        Some(path) => draw(arguments, &map, path),
        None => Ok(()),
    }
}

/// The part to look at: the window, thinned until it is of a size to look at.
fn part(arguments: &TerrainArguments, file: &MapFile) -> Result<MapPart, Failure> {
    let window = arguments.window.as_deref().map(window).transpose()?;
    let extent = file.extent();
    let posts = match window {
        None => extent.posts(),
        Some(Window { size_m, .. }) => {
            let along = |axis: usize| size_m[axis] / extent.spacing_m[axis] + 1.0;
            ((along(0) * along(1)) as u64).min(extent.posts())
        }
    };
    let every = (posts as f64 / LARGE_POSTS as f64).sqrt().ceil().max(1.0) as usize;
    Ok(MapPart { window, every })
}

fn window(text: &str) -> Result<Window, Failure> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[east, north, side]) => Ok(Window { centre_m: [east, north], size_m: [side; 2] }),
        _ => Err(Failure::Input(format!(
            "--window {text}: write three numbers of metres, EAST,NORTH,SIDE, e.g. \
             --window 500,500,1000"
        ))),
    }
}

fn print_part(file: &MapFile, part: &MapPart) -> Result<(), Failure> {
    let extent = file.extent();
    if *part != MapPart::WHOLE {
        say!("whole file       {} columns x {} rows", extent.columns, extent.rows)?;
    }
    if part.every > 1 {
        say!(
            "looked at        one post in {} each way; --window EAST,NORTH,SIDE shows a part in full",
            part.every
        )?;
    }
    Ok(())
}

fn draw(arguments: &TerrainArguments, map: &ElevationMap, path: &PathBuf) -> Result<(), Failure> {
    let lighting = hillshade::Lighting {
        sun_azimuth_deg: arguments.sun_azimuth_deg,
        sun_elevation_deg: arguments.sun_elevation_deg,
        ..hillshade::Lighting::default()
    };
    let picture = hillshade::render(map, &lighting).map_err(Failure::input)?;
    picture
        .write_png(path)
        .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
    say!("hillshade: {}", path.display())?;
    Ok(())
}
