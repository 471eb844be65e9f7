//! Terrains from their description.

use super::Report;
use super::lineage::Folders;
use crate::dem::{self, ElevationMap, MapFile, Part, Resampling, SitePlace};
use crate::format::Node;
use crate::mesh_terrain;
use nalgebra::{Vector2, Vector3};
use planetfall::math::grid::Grid;
use planetfall::terrain::generator::{
    CraterField, PowerLaw, Recipe, RockField, RockForm, RockLaw, Roughness, Tilt, Undulation,
};
use planetfall::terrain::{
    Band, Datum, Dem, Heights, Interpolation, Outside, Pit, Plane, Rock, RockShape, Step, Strewn,
    Strips, Terrain, TerrainError,
};
use std::sync::Arc;

type Ground = Arc<dyn Terrain>;

/// The terrain with its rocks, and where its site lies on a map.
pub(super) fn terrain(
    node: &Node,
    folders: &Folders,
    seed: u64,
    report: &mut Report<'_>,
) -> Option<(Ground, SitePlace)> {
    let base = match node.case() {
        "dem" => dem_terrain(node, folders, report),
        "mesh" => mesh_ground(node, folders, report).map(|ground| (ground, SitePlace::default())),
        kind => simple(kind, node, seed)
            .map(|ground| (ground, SitePlace::default()))
            .map_err(|error| error.to_string()),
    };
    let strewn = base.and_then(|(base, place)| {
        let rocks: Vec<Rock> = node.list("rock").iter().map(rock).collect();
        if rocks.is_empty() {
            return Ok((base, place));
        }
        let strewn = Strewn::new(base, rocks).map_err(|error| error.to_string())?;
        Ok((Arc::new(strewn) as Ground, place))
    });
    let from_file = matches!(node.case(), "dem" | "mesh");
    let place = if from_file { node.place_of("file") } else { node.place() };
    strewn.map_err(|message| report.error(place, message)).ok()
}

fn simple(kind: &str, node: &Node, seed: u64) -> Result<Ground, TerrainError> {
    let angle = |key| node.number(key).to_radians();
    Ok(match kind {
        "incline" => Arc::new(Plane::incline(
            Vector3::zeros(),
            angle("slope_deg"),
            angle("downhill_heading_deg"),
        )?),
        "strips" => {
            let bands: Vec<Band> = node
                .list("strip")
                .iter()
                .map(|strip| Band {
                    y_min: strip.number("y_min_m"),
                    y_max: strip.number("y_max_m"),
                    slope: strip.number("slope_deg").to_radians(),
                })
                .collect();
            Arc::new(Strips::new(0.0, 0.0, &bands)?)
        }
        "step" => Arc::new(Step::new(
            node.number("lower_height_m"),
            node.number("rise_m"),
            angle("uphill_heading_deg"),
            node.number("edge_m"),
        )?),
        "pit" => Arc::new(Pit::new(
            Vector2::from(node.vector::<2>("position_m")),
            Vector2::from(node.vector::<2>("size_m")),
            node.number("floor_height_m"),
            node.number("depth_m"),
        )?),
        "generated" => generated(node, seed)?,
        _ => Arc::new(Plane::level(node.number("height_m"))?),
    })
}

fn generated(node: &Node, seed: u64) -> Result<Ground, TerrainError> {
    let (size, spacing) = (node.number("size_m"), node.number("spacing_m"));
    let posts = (size / spacing).round().clamp(1.0, 1e6) as u32 + 1;
    let start = -0.5 * spacing * f64::from(posts - 1);
    let grid = Grid::new((start, start), (spacing, spacing), (posts, posts))?;
    let recipe = Recipe {
        tilt: (node.number("slope_deg") > 0.0).then(|| Tilt {
            slope: node.number("slope_deg").to_radians(),
            downhill_heading: node.number("downhill_heading_deg").to_radians(),
        }),
        undulations: node.list("undulation").iter().map(undulation).collect(),
        roughness: node.has("roughness").then(|| roughness(node.get("roughness"))),
        craters: node.has("craters").then(|| craters(node.get("craters"))),
        rocks: node.has("rocks").then(|| rocks(node.get("rocks"))),
        ..Recipe::level(grid)
    };
    let mut ground = recipe.make(seed, "terrain")?;
    ground.dem = ground.dem.with_interpolation(interpolation(node));
    ground.into_terrain()
}

fn undulation(node: &Node) -> Undulation {
    Undulation {
        amplitude: node.number("amplitude_m"),
        wavelength: node.number("wavelength_m"),
        heading: node.number("heading_deg").to_radians(),
        phase: node.number("phase_deg").to_radians(),
    }
}

fn roughness(node: &Node) -> Roughness {
    Roughness {
        hurst: node.number("hurst"),
        deviation: node.number("deviation_m"),
        baseline: node.number("baseline_m"),
    }
}

fn craters(node: &Node) -> CraterField {
    CraterField {
        law: PowerLaw {
            number_per_m2_above_1m: node.number("density_per_m2"),
            exponent: node.number("exponent"),
        },
        diameter_min: node.number("diameter_min_m"),
        diameter_max: node.number("diameter_max_m"),
        diffusion_age: node.number("diffusion_age_m2"),
    }
}

fn rocks(node: &Node) -> RockField {
    let height_to_diameter = node.number("height_to_diameter");
    RockField {
        law: match node.case() {
            "moon" => RockLaw::Power(PowerLaw::LUNAR_ROCKS),
            _ => RockLaw::Mars { cover: node.number("cover") },
        },
        diameter_min: node.number("diameter_min_m"),
        diameter_max: node.number("diameter_max_m"),
        form: match node.text("shape") {
            "ellipsoid" => RockForm::Ellipsoid { height_to_diameter, elongation_max: 1.5 },
            "box" => RockForm::Block { height_to_diameter },
            _ => RockForm::Hemisphere,
        },
    }
}

fn rock(node: &Node) -> Rock {
    let [x, y] = node.vector("position_m");
    let shape = match node.case() {
        "box" => RockShape::Block {
            length: node.number("length_m"),
            width: node.number("width_m"),
            height: node.number("height_m"),
        },
        "ellipsoid" => {
            let [along, across, vertical] = node.vector("semi_axes_m");
            RockShape::Ellipsoid { along, across, vertical }
        }
        _ => RockShape::Hemisphere { radius: node.number("radius_m") },
    };
    let heading = node.number("heading_deg").to_radians();
    Rock { x, y, heading, sunk: node.number("sunk_m"), shape }
}

fn interpolation(node: &Node) -> Interpolation {
    match node.text("interpolation") {
        "bilinear" => Interpolation::Bilinear,
        _ => Interpolation::Facets,
    }
}

/// A ground of triangles from an STL or OBJ file; what is wrong with the file is told as warnings.
fn mesh_ground(node: &Node, folders: &Folders, report: &mut Report<'_>) -> Result<Ground, String> {
    let path = folders.absolute(node.place_of("file"), node.text("file"));
    let placing = mesh_terrain::Placing {
        metres_per_unit: node.number("metres_per_unit"),
        up_axis: match node.text("up_axis") {
            "y" => mesh_terrain::UpAxis::Y,
            _ => mesh_terrain::UpAxis::Z,
        },
        heading: node.number("heading_deg").to_radians(),
        offset: Vector3::from(node.vector::<3>("offset_m")),
    };
    let read = mesh_terrain::read(&path, &placing)?;
    for warning in read.warnings() {
        report.warning(node.place_of("file"), format!("of this mesh: {warning}"));
    }
    let Some(floor) = node.optional_number("floor_height_m") else {
        return Ok(Arc::new(read.ground));
    };
    let below = read.ground.vertices().iter().filter(|vertex| vertex.z < floor).count();
    if below > 0 {
        let message =
            format!("{below} vertices of the mesh lie below the floor, which covers them");
        report.warning(node.place_of("floor_height_m"), message);
    }
    Ok(Arc::new(read.ground.with_floor(floor).map_err(|error| error.to_string())?))
}

fn dem_terrain(
    node: &Node,
    folders: &Folders,
    report: &mut Report<'_>,
) -> Result<(Ground, SitePlace), String> {
    let path = folders.absolute(node.place_of("file"), node.text("file"));
    let options = dem::Options {
        spacing_m: node.optional_number("spacing_m"),
        body_radius_m: node.optional_number("planet_radius_m"),
        no_data_value: node.optional_number("no_data_value"),
        height_per_count_m: node.optional_number("height_per_count_m"),
        height_at_zero_m: node.optional_number("height_at_zero_m"),
        ..dem::Options::default()
    };
    let file = MapFile::open(path, &options).map_err(|error| error.to_string())?;
    let site: [f64; 2] = node.optional_vector("site_m").unwrap_or_else(|| file.extent().centre_m());
    let (mut map, site) = part(node, &file, site)?;
    for note in &file.extent().notes {
        report.warning(node.place_of("file"), format!("of this map: {note}"));
    }
    if let Some(spacing) = node.optional_number("resample_m") {
        map = map.resampled(spacing, Resampling::Bilinear).map_err(|error| error.to_string())?;
    }
    let file_radius = map.georeference().crs.equatorial_radius_m;
    let radius = node.optional_number("planet_radius_m").or(file_radius);
    site_terrain(node, &map, site, radius)
}

/// The part of the file that is used, and the site's place in it.
fn part(node: &Node, file: &MapFile, site: [f64; 2]) -> Result<(ElevationMap, [f64; 2]), String> {
    let Some(side) = node.optional_number("window_m") else {
        if node.has("window_centre_m") {
            return Err("`window_centre_m` needs `window_m`, the side of the window".to_owned());
        }
        let whole = file.read(&Part::WHOLE).map_err(|error| error.to_string())?;
        return Ok((whole, site));
    };
    let centre = node.optional_vector("window_centre_m").unwrap_or(site);
    let cut = file.read(&Part::square(centre, side)).map_err(|error| error.to_string())?;
    let corner = file.extent().georeference.south_west_m;
    let moved = cut.georeference().south_west_m;
    Ok((cut, [site[0] - (moved[0] - corner[0]), site[1] - (moved[1] - corner[1])]))
}

fn site_terrain(
    node: &Node,
    map: &ElevationMap,
    site: [f64; 2],
    radius: Option<f64>,
) -> Result<(Ground, SitePlace), String> {
    // Without a radius the datum is flat, which a sphere far larger than any planet is too.
    let grid_of = map.heights_in_tangent_frame(site, radius.unwrap_or(1e15));
    let on_site = grid_of.map_err(|error| error.to_string())?;
    let rows = u32::try_from(on_site.rows).map_err(|_| "the map has too many rows")?;
    let columns = u32::try_from(on_site.columns).map_err(|_| "the map has too many columns")?;
    let grid = Grid::new(
        (on_site.west_m, on_site.south_m),
        (on_site.spacing_east_m, on_site.spacing_north_m),
        (rows, columns),
    )
    .map_err(|error| error.to_string())?;
    let corner = map.georeference().south_west_m;
    let mut place = SitePlace {
        origin_m: [corner[0] + site[0], corner[1] + site[1]],
        zero_m: 0.0,
        radius_m: radius,
        keys: map.georeference().keys.clone(),
    };
    let mut heights = on_site.heights_m;
    if node.text("zero_height") == "site" {
        let flat = Dem::new(grid, Heights::Double(heights.clone())).map_err(|e| e.to_string())?;
        let zero = flat.height(0.0, 0.0).map_err(|error| format!("the site has {error}"))?;
        heights.iter_mut().for_each(|height| *height -= zero);
        place.zero_m = zero;
    }
    let outside = match (node.text("outside"), radius) {
        ("datum", Some(_)) if node.text("zero_height") == "site" => {
            return Err("outside = \"datum\" needs zero_height = \"datum\"".to_owned());
        }
        ("datum", Some(radius)) => Outside::Datum(Datum::new(radius).map_err(|e| e.to_string())?),
        ("datum", None) => return Err("outside = \"datum\" needs planet_radius_m".to_owned()),
        _ => Outside::Error,
    };
    let dem = Dem::new(grid, Heights::Double(heights)).map_err(|error| error.to_string())?;
    let dem = dem.with_interpolation(interpolation(node)).with_outside(outside);
    Ok((Arc::new(dem), place))
}
