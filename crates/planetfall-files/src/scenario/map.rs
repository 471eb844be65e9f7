//! Terrains from their description.

use super::Report;
use super::lineage::Folders;
use super::schema::terrain::{
    CratersKeys, DemKeys, GeneratedKeys, InclineTerrainKeys, InterpolationChoice, MeshKeys,
    OutsideChoice, PitTerrainKeys, RockKeys, RockLawCases, RockShapeCases, RocksKeys,
    RocksShapeChoice, RoughnessKeys, StepTerrainKeys, StripKeys, StripsTerrainKeys, TerrainCases,
    TerrainKeys, UndulationKeys, UpAxisChoice, ZeroHeightChoice,
};
use crate::dem::{self, ElevationMap, MapFile, MapPart, Resampling, SitePlace};
use crate::format::Place;
use crate::format::declare::Key;
use crate::mesh_terrain;
use nalgebra::{Vector2, Vector3};
use planetfall::environment::Gravity;
use planetfall::math::grid::Grid;
use planetfall::terrain::generator::{
    CraterField, PowerLaw, RockField, RockForm, RockLaw, Roughness, TerrainRecipe, Tilt, Undulation,
};
use planetfall::terrain::{
    Band, Datum, Dem, Extent, Heights, Interpolation, Limited, Outside, Pit, Plane, Rock,
    RockShape, Step, Strewn, Strips, Terrain, TerrainError,
};
use std::sync::Arc;

type Ground = Arc<dyn Terrain>;

/// The terrain with its rocks, and where its site lies on a map.
pub(super) fn terrain(
    keys: &TerrainKeys,
    folders: &Folders,
    (gravity, seed): (&Gravity, u64),
    report: &mut Report<'_>,
) -> Option<(Ground, SitePlace)> {
    let text = |error: TerrainError| error.to_string();
    let by_recipe = |made: Result<Ground, TerrainError>| made.map_err(text);
    let (place, base) = match keys.kind.given()? {
        TerrainCases::Dem(own) => (own.file.place(), dem_terrain(own, folders, report)),
        TerrainCases::Mesh(own) => {
            let made = mesh_ground(own, folders, report);
            (own.file.place(), made.map(|ground| (ground, SitePlace::default())))
        }
        TerrainCases::Level(own) => at_origin(keys, Plane::level(own.height_m.value())),
        TerrainCases::Incline(own) => at_origin(keys, incline(own)),
        TerrainCases::Strips(own) => at_origin(keys, strips(own)),
        TerrainCases::Step(own) => at_origin(keys, step(own)),
        TerrainCases::Pit(own) => at_origin(keys, pit(own)),
        TerrainCases::Generated(own) => {
            let made = by_recipe(generated(own, seed));
            (keys.place, made.map(|ground| (ground, SitePlace::default())))
        }
    };
    let strewn = base.and_then(|(base, place)| {
        let rocks: Vec<Rock> = keys.rock.iter().map(rock).collect();
        if rocks.is_empty() {
            return Ok((base, place));
        }
        let strewn = Strewn::new(base, rocks).map_err(text)?;
        Ok((Arc::new(strewn) as Ground, place))
    });
    let (ground, place) = strewn.map_err(|message| report.error(place, message)).ok()?;
    match limited(keys, &ground, gravity) {
        Ok(limited) => Some((limited.unwrap_or(ground), place)),
        Err(message) => {
            report.error(keys.extent_m.place(), message);
            None
        }
    }
}

/// The terrain with the datum sphere beyond its extent, where it is given one.
fn limited(
    keys: &TerrainKeys,
    ground: &Ground,
    gravity: &Gravity,
) -> Result<Option<Ground>, String> {
    let Some(side) = keys.extent_m.given() else { return Ok(None) };
    let Gravity::Planet(planet) = gravity else {
        return Err("`extent_m` needs gravity of a planet, whose sphere lies beyond it: [gravity] kind = \"body\" or \
                    \"planet\""
            .to_owned());
    };
    let half = 0.5 * side;
    let extent = Extent { x_min: -half, x_max: half, y_min: -half, y_max: half };
    if let Some(own) = ground.extent()
        && !(own.x_min <= -half && own.y_min <= -half && half <= own.x_max && half <= own.y_max)
    {
        return Err(format!(
            "`extent_m` = {side} m reaches beyond the map, which goes from {:.1} to {:.1} m east and from {:.1} to {:.1} m \
             north of the site: take a smaller one",
            own.x_min, own.x_max, own.y_min, own.y_max
        ));
    }
    let made = Limited::new(
        Arc::clone(ground),
        extent,
        planet.site_radius(),
        keys.beyond_height_m.value(),
    );
    Ok(Some(Arc::new(made.map_err(|error| error.to_string())?)))
}

/// A terrain that lies on no map, with the place of its table.
fn at_origin(
    keys: &TerrainKeys,
    made: Result<impl Terrain + 'static, TerrainError>,
) -> (Place, Result<(Ground, SitePlace), String>) {
    let made = made.map_err(|error| error.to_string());
    (keys.place, made.map(|terrain| (Arc::new(terrain) as Ground, SitePlace::default())))
}

fn incline(keys: &InclineTerrainKeys) -> Result<Plane, TerrainError> {
    let slope = keys.slope_deg.value().to_radians();
    Plane::incline(Vector3::zeros(), slope, keys.downhill_heading_deg.value().to_radians())
}

fn strips(keys: &StripsTerrainKeys) -> Result<Strips, TerrainError> {
    let band = |strip: &StripKeys| Band {
        y_min: strip.y_min_m.value(),
        y_max: strip.y_max_m.value(),
        slope: strip.slope_deg.value().to_radians(),
    };
    Strips::new(0.0, 0.0, &keys.strip.iter().map(band).collect::<Vec<_>>())
}

fn step(keys: &StepTerrainKeys) -> Result<Step, TerrainError> {
    Step::new(
        keys.lower_height_m.value(),
        keys.rise_m.value(),
        keys.uphill_heading_deg.value().to_radians(),
        keys.edge_m.value(),
    )
}

fn pit(keys: &PitTerrainKeys) -> Result<Pit, TerrainError> {
    Pit::new(
        Vector2::from(keys.position_m.value()),
        Vector2::from(keys.size_m.value()),
        keys.floor_height_m.value(),
        keys.depth_m.value(),
    )
}

fn generated(keys: &GeneratedKeys, seed: u64) -> Result<Ground, TerrainError> {
    let (size, spacing) = (keys.size_m.value(), keys.spacing_m.value());
    let posts = (size / spacing).round().clamp(1.0, 1e6) as u32 + 1;
    let start = -0.5 * spacing * f64::from(posts - 1);
    let grid = Grid::new((start, start), (spacing, spacing), (posts, posts))?;
    let slope = keys.slope_deg.value();
    let recipe = TerrainRecipe {
        tilt: (slope > 0.0).then(|| Tilt {
            slope: slope.to_radians(),
            downhill_heading: keys.downhill_heading_deg.value().to_radians(),
        }),
        undulations: keys.undulation.iter().map(undulation).collect(),
        roughness: keys.roughness.as_ref().map(roughness),
        craters: keys.craters.as_ref().map(craters),
        rocks: keys.rocks.as_ref().map(rocks),
        ..TerrainRecipe::level(grid)
    };
    let mut ground = recipe.make(seed, "terrain")?;
    ground.dem = ground.dem.with_interpolation(interpolation(&keys.interpolation));
    ground.into_terrain()
}

fn undulation(keys: &UndulationKeys) -> Undulation {
    Undulation {
        amplitude: keys.amplitude_m.value(),
        wavelength: keys.wavelength_m.value(),
        heading: keys.heading_deg.value().to_radians(),
        phase: keys.phase_deg.value().to_radians(),
    }
}

fn roughness(keys: &RoughnessKeys) -> Roughness {
    Roughness {
        hurst: keys.hurst.value(),
        deviation: keys.deviation_m.value(),
        baseline: keys.baseline_m.value(),
    }
}

fn craters(keys: &CratersKeys) -> CraterField {
    CraterField {
        law: PowerLaw {
            number_per_m2_above_1m: keys.density_per_m2.value(),
            exponent: keys.exponent.value(),
        },
        diameter_min: keys.diameter_min_m.value(),
        diameter_max: keys.diameter_max_m.value(),
        diffusion_age: keys.diffusion_age_m2.value(),
    }
}

fn rocks(keys: &RocksKeys) -> RockField {
    let height_to_diameter = keys.height_to_diameter.value();
    RockField {
        law: match keys.law.given() {
            Some(RockLawCases::Moon) => RockLaw::Power(PowerLaw::LUNAR_ROCKS),
            Some(RockLawCases::Mars(own)) => RockLaw::Mars { cover: own.cover.value() },
            None => RockLaw::Mars { cover: f64::NAN },
        },
        diameter_min: keys.diameter_min_m.value(),
        diameter_max: keys.diameter_max_m.value(),
        form: match keys.shape.value() {
            RocksShapeChoice::Ellipsoid => {
                RockForm::Ellipsoid { height_to_diameter, elongation_max: 1.5 }
            }
            RocksShapeChoice::Box => RockForm::Block { height_to_diameter },
            RocksShapeChoice::Hemisphere => RockForm::Hemisphere,
        },
    }
}

fn rock(keys: &RockKeys) -> Rock {
    let [x, y] = keys.position_m.value();
    let shape = match keys.shape.given() {
        Some(RockShapeCases::Box(own)) => RockShape::Block {
            length: own.length_m.value(),
            width: own.width_m.value(),
            height: own.height_m.value(),
        },
        Some(RockShapeCases::Ellipsoid(own)) => {
            let [along, across, vertical] = own.semi_axes_m.value();
            RockShape::Ellipsoid { along, across, vertical }
        }
        Some(RockShapeCases::Hemisphere(own)) => {
            RockShape::Hemisphere { radius: own.radius_m.value() }
        }
        None => RockShape::Hemisphere { radius: f64::NAN },
    };
    let heading = keys.heading_deg.value().to_radians();
    Rock { x, y, heading, sunk: keys.sunk_m.value(), shape }
}

fn interpolation(key: &Key<InterpolationChoice>) -> Interpolation {
    match key.value() {
        InterpolationChoice::Bilinear => Interpolation::Bilinear,
        InterpolationChoice::Facets => Interpolation::Facets,
    }
}

/// A ground of triangles from an STL or OBJ file; what is wrong with the file is reported as warnings.
fn mesh_ground(
    keys: &MeshKeys,
    folders: &Folders,
    report: &mut Report<'_>,
) -> Result<Ground, String> {
    let path = folders.absolute(keys.file.place(), keys.file.value());
    let placing = mesh_terrain::Placing {
        metres_per_unit: keys.metres_per_unit.value(),
        up_axis: match keys.up_axis.value() {
            UpAxisChoice::Y => mesh_terrain::UpAxis::Y,
            UpAxisChoice::Z => mesh_terrain::UpAxis::Z,
        },
        heading: keys.heading_deg.value().to_radians(),
        offset: Vector3::from(keys.offset_m.value()),
    };
    let read = mesh_terrain::read(&path, &placing)?;
    for warning in read.warnings() {
        report.warning(keys.file.place(), format!("of this mesh: {warning}"));
    }
    let Some(floor) = keys.floor_height_m.given() else {
        return Ok(Arc::new(read.ground));
    };
    let below = read.ground.vertices().iter().filter(|vertex| vertex.z < floor).count();
    if below > 0 {
        let message =
            format!("{below} vertices of the mesh lie below the floor, which covers them");
        report.warning(keys.floor_height_m.place(), message);
    }
    Ok(Arc::new(read.ground.with_floor(floor).map_err(|error| error.to_string())?))
}

fn dem_terrain(
    keys: &DemKeys,
    folders: &Folders,
    report: &mut Report<'_>,
) -> Result<(Ground, SitePlace), String> {
    let path = folders.absolute(keys.file.place(), keys.file.value());
    let options = dem::Options {
        spacing_m: keys.spacing_m.given(),
        body_radius_m: keys.planet_radius_m.given(),
        no_data_value: keys.no_data_value.given(),
        height_per_count_m: keys.height_per_count_m.given(),
        height_at_zero_m: keys.height_at_zero_m.given(),
        ..dem::Options::default()
    };
    let file = MapFile::open(path, &options).map_err(|error| error.to_string())?;
    let site: [f64; 2] = keys.site_m.given().unwrap_or_else(|| file.extent().centre_m());
    let (mut map, site) = part(keys, &file, site)?;
    for note in &file.extent().notes {
        report.warning(keys.file.place(), format!("of this map: {note}"));
    }
    if let Some(spacing) = keys.resample_m.given() {
        map = map.resampled(spacing, Resampling::Bilinear).map_err(|error| error.to_string())?;
    }
    let file_radius = map.georeference().crs.equatorial_radius_m;
    let radius = keys.planet_radius_m.given().or(file_radius);
    site_terrain(keys, &map, site, radius)
}

/// The part of the file that is used, and the site's place in it.
fn part(
    keys: &DemKeys,
    file: &MapFile,
    site: [f64; 2],
) -> Result<(ElevationMap, [f64; 2]), String> {
    let Some(side) = keys.window_m.given() else {
        if keys.window_centre_m.has_value() {
            return Err("`window_centre_m` needs `window_m`, the side of the window".to_owned());
        }
        let whole = file.read(&MapPart::WHOLE).map_err(|error| error.to_string())?;
        return Ok((whole, site));
    };
    let centre = keys.window_centre_m.given().unwrap_or(site);
    let cut = file.read(&MapPart::square(centre, side)).map_err(|error| error.to_string())?;
    let corner = file.extent().georeference.south_west_m;
    let moved = cut.georeference().south_west_m;
    Ok((cut, [site[0] - (moved[0] - corner[0]), site[1] - (moved[1] - corner[1])]))
}

fn site_terrain(
    keys: &DemKeys,
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
    if keys.zero_height.value() == ZeroHeightChoice::Site {
        let flat = Dem::new(grid, Heights::Double(heights.clone())).map_err(|e| e.to_string())?;
        let zero = flat.height(0.0, 0.0).map_err(|error| format!("the site has {error}"))?;
        heights.iter_mut().for_each(|height| *height -= zero);
        place.zero_m = zero;
    }
    let outside = match (keys.outside.value(), radius) {
        (OutsideChoice::Datum, Some(_)) if keys.zero_height.value() == ZeroHeightChoice::Site => {
            return Err("outside = \"datum\" needs zero_height = \"datum\"".to_owned());
        }
        (OutsideChoice::Datum, Some(radius)) => {
            Outside::Datum(Datum::new(radius).map_err(|e| e.to_string())?)
        }
        (OutsideChoice::Datum, None) => {
            return Err("outside = \"datum\" needs planet_radius_m".to_owned());
        }
        (OutsideChoice::Error, _) => Outside::Error,
    };
    let dem = Dem::new(grid, Heights::Double(heights)).map_err(|error| error.to_string())?;
    let dem = dem.with_interpolation(interpolation(&keys.interpolation)).with_outside(outside);
    Ok((Arc::new(dem), place))
}
