//! Air and wind of a scenario.

use super::schema::{
    AtmosphereCases, AtmosphereKeys, BeyondChoice, ExponentialKeys, GustsKeys, PerturbationKeys,
    ProfileChoice, TableKeys, WindKeys,
};
use crate::bounded;
use crate::format::Place;
use crate::format::declare::Key;
use crate::run_folder::compare::number_columns;
use crate::scenario::Report;
use crate::scenario::lineage::Folders;
use crate::scenario::schema::ScenarioKeys;
use planetfall::environment::{
    AirRow, Atmosphere, DensityPerturbation, EmbeddedAtmosphere, Gas, GustField, Profile,
    ReferenceSurface, Wind, WindRow,
};
use planetfall::math::noise::Key as NoiseKey;
use planetfall::world::World;
use std::sync::Arc;

/// Files that the tables of air and wind are in.
pub(in crate::scenario) fn files(root: &ScenarioKeys) -> Vec<&Key<String>> {
    let air = root.atmosphere.as_ref().and_then(|keys| match keys.kind.given()? {
        AtmosphereCases::Table(own) => Some(&own.file),
        AtmosphereCases::Nothing
        | AtmosphereCases::Embedded(_)
        | AtmosphereCases::Exponential(_) => None,
    });
    let wind = root.wind.as_ref().filter(|keys| keys.file.has_value());
    air.into_iter().chain(wind.map(|keys| (&keys.file).into())).collect()
}

/// The world with its air and wind; `None` where one of them cannot be had.
pub(in crate::scenario) fn with_air(
    root: &ScenarioKeys,
    folders: &Folders,
    mut world: World,
    seed: u64,
    report: &mut Report<'_>,
) -> Option<World> {
    if let Some(keys) = &root.atmosphere {
        let made = atmosphere(keys, folders, seed);
        let made = made.map_err(|(place, message)| report.error(place, message)).ok()?;
        if let Some(made) = made {
            world = world.with_atmosphere(Arc::new(made));
        }
    }
    if let Some(keys) = &root.wind {
        let made = wind(keys, folders, seed);
        let made = made.map_err(|(place, message)| report.error(place, message)).ok()?;
        world = world.with_wind(Arc::new(made));
    }
    Some(world)
}

type Refused = (Place, String);

/// What of a file or of numbers is refused, at its key.
fn at<E: ToString>(place: Place) -> impl Fn(E) -> Refused {
    move |error| (place, error.to_string())
}

fn atmosphere(
    keys: &AtmosphereKeys,
    folders: &Folders,
    seed: u64,
) -> Result<Option<Atmosphere>, Refused> {
    let plain = match keys.kind.given() {
        None | Some(AtmosphereCases::Nothing) => return Ok(None),
        Some(AtmosphereCases::Embedded(own)) => {
            embedded(own.profile.value()).atmosphere().map_err(at(own.profile.place()))?
        }
        Some(AtmosphereCases::Table(own)) => table(own, folders)?,
        Some(AtmosphereCases::Exponential(own)) => {
            exponential(own).map_err(at(own.density_kg_per_m3.place()))?
        }
    };
    let mut made = match multiplier(keys)? {
        Some(profile) => plain.with_multiplier(profile),
        None => plain,
    };
    if let Some(own) = &keys.perturbation {
        let drawn = perturbation(own, seed, altitudes(keys, &made));
        made = made.with_perturbation(drawn.map_err(at(own.place))?);
    }
    // An exponential law has no end.
    let ends = !matches!(keys.kind.given(), Some(AtmosphereCases::Exponential(_)));
    Ok(Some(match keys.beyond_table.value() {
        BeyondChoice::Error if ends => made.refusing_extrapolation(),
        BeyondChoice::Extrapolate | BeyondChoice::Error => made,
    }))
}

/// Scale heights above which an exponential atmosphere is not perturbed any more: e⁻²⁰ of the density is left.
const PERTURBED_SCALE_HEIGHTS: f64 = 20.0;

/// Altitudes between which density is perturbed.
fn altitudes(keys: &AtmosphereKeys, made: &Atmosphere) -> [f64; 2] {
    match keys.kind.given() {
        Some(AtmosphereCases::Exponential(own)) => {
            let height = own.scale_height_m.value();
            [-height, PERTURBED_SCALE_HEIGHTS * height]
        }
        Some(
            AtmosphereCases::Nothing | AtmosphereCases::Embedded(_) | AtmosphereCases::Table(_),
        )
        | None => made.coverage(),
    }
}

fn embedded(choice: ProfileChoice) -> EmbeddedAtmosphere {
    match choice {
        ProfileChoice::MarsMsl => EmbeddedAtmosphere::MarsMsl,
        ProfileChoice::MarsCospar => EmbeddedAtmosphere::MarsCospar,
        ProfileChoice::MarsGram => EmbeddedAtmosphere::MarsGram,
        ProfileChoice::EarthUs1976 => EmbeddedAtmosphere::EarthUs1976,
        ProfileChoice::TitanGram => EmbeddedAtmosphere::TitanGram,
    }
}

fn exponential(own: &ExponentialKeys) -> Result<Atmosphere, planetfall::environment::ProfileError> {
    let gas = Gas { gamma: own.gamma.value(), constant: own.gas_constant_j_per_kg_k.value() };
    let [density, height, temperature] =
        [&own.density_kg_per_m3, &own.scale_height_m, &own.temperature_k].map(Key::value);
    let made = Atmosphere::exponential(density, height, temperature, &gas)?;
    Ok(match own.datum_radius_m.given() {
        Some(radius) => made.with_surface(ReferenceSurface::Sphere { radius }),
        None => made,
    })
}

fn table(own: &TableKeys, folders: &Folders) -> Result<Atmosphere, Refused> {
    let wanted = ["altitude_m", "density_kg_per_m3", "temperature_k"];
    let possible = ["pressure_pa", "sound_speed_m_per_s", "density_factor"];
    let rows = rows(&own.file, folders, &wanted, &possible)?;
    let gas = Gas { gamma: own.gamma.value(), constant: own.gas_constant_j_per_kg_k.value() };
    let rows: Vec<AirRow> = rows.iter().map(|row| air_row(row)).collect();
    let made = Atmosphere::new(&rows, &gas).map_err(in_file(&own.file, folders))?;
    Ok(match own.datum_radius_m.given() {
        Some(radius) => made.with_surface(ReferenceSurface::Sphere { radius }),
        None => made,
    })
}

fn air_row(row: &[Option<f64>]) -> AirRow {
    let number = |place: usize| row.get(place).copied().flatten();
    let factor = number(5).unwrap_or(1.0);
    AirRow {
        altitude: number(0).unwrap_or(f64::NAN),
        density: number(1).unwrap_or(f64::NAN) * factor,
        temperature: number(2).unwrap_or(f64::NAN),
        pressure: number(3).map(|pressure| pressure * factor),
        sound_speed: number(4),
    }
}

/// Rows of numbers of a file.
fn rows(
    file: &Key<String>,
    folders: &Folders,
    wanted: &[&str],
    possible: &[&str],
) -> Result<Vec<Vec<Option<f64>>>, Refused> {
    let path = folders.absolute(file.place(), file.value());
    let text = bounded::read_text(&path, bounded::NUMBERS).map_err(in_file(file, folders))?;
    let rows = number_columns(&text, wanted, possible).map_err(in_file(file, folders))?;
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}

/// What of a file is refused, with its path.
fn in_file<E: ToString>(file: &Key<String>, folders: &Folders) -> impl Fn(E) -> Refused {
    let (place, path) = (file.place(), folders.absolute(file.place(), file.value()));
    move |error| (place, format!("{}: {}", path.display(), error.to_string()))
}

fn multiplier(keys: &AtmosphereKeys) -> Result<Option<Profile>, Refused> {
    let whole = keys.density_factor.value();
    let row =
        |own: &super::schema::MultiplierKeys| (own.altitude_m.value(), whole * own.factor.value());
    let rows: Vec<(f64, f64)> = keys.multiplier.iter().map(row).collect();
    if rows.is_empty() {
        return Ok((whole != 1.0).then(|| Profile::constant(whole)));
    }
    Profile::new(rows, "factor").map(Some).map_err(at(keys.multiplier.place()))
}

fn perturbation(
    own: &PerturbationKeys,
    seed: u64,
    coverage: [f64; 2],
) -> Result<DensityPerturbation, planetfall::environment::ProfileError> {
    let lower = (own.lower_altitude_m.value(), own.lower_sigma.value());
    let upper = (own.upper_altitude_m.value(), own.upper_sigma.value());
    let sigma = Profile::new(vec![lower, upper], "sigma")?;
    let key = NoiseKey::new(seed, "atmosphere", "density");
    DensityPerturbation::new(sigma, own.correlation_length_m.value(), key, coverage)
}

fn wind(keys: &WindKeys, folders: &Folders, seed: u64) -> Result<Wind, Refused> {
    let (east, north) = (keys.east_m_per_s.value(), keys.north_m_per_s.value());
    let file: &Key<String> = (&keys.file).into();
    let mut table: Vec<WindRow> = if keys.file.has_value() {
        let wanted = ["altitude_m", "east_m_per_s", "north_m_per_s"];
        let number = |row: &[Option<f64>], place: usize| {
            row.get(place).copied().flatten().unwrap_or(f64::NAN)
        };
        let row = |row: &Vec<Option<f64>>| WindRow {
            altitude: number(row, 0),
            east: number(row, 1),
            north: number(row, 2),
        };
        rows(file, folders, &wanted, &[])?.iter().map(row).collect()
    } else {
        let row = |own: &super::schema::WindRowKeys| WindRow {
            altitude: own.altitude_m.value(),
            east: own.east_m_per_s.value(),
            north: own.north_m_per_s.value(),
        };
        keys.row.iter().map(row).collect()
    };
    if keys.file.has_value() && !keys.row.is_empty() {
        return Err((keys.row.place(), "wind has either a `file` or rows, not both".to_owned()));
    }
    if table.is_empty() {
        table.push(WindRow { altitude: 0.0, east: 0.0, north: 0.0 });
    }
    for row in &mut table {
        (row.east, row.north) = (row.east + east, row.north + north);
    }
    let mut made = Wind::new(&table).map_err(|error| {
        if keys.file.has_value() {
            in_file(file, folders)(error)
        } else {
            at(keys.row.place())(error)
        }
    })?;
    if let Some(radius) = keys.datum_radius_m.given() {
        made = made.with_surface(ReferenceSurface::Sphere { radius });
    }
    match &keys.gusts {
        Some(own) => Ok(made.with_gusts(gusts(own, seed).map_err(at(own.place))?)),
        None => Ok(made),
    }
}

fn gusts(own: &GustsKeys, seed: u64) -> Result<GustField, planetfall::environment::ProfileError> {
    let lower = own.lower_sigma_m_per_s.value();
    let upper = own.upper_sigma_m_per_s.given().unwrap_or(lower);
    let rows = vec![(own.lower_altitude_m.value(), lower), (own.upper_altitude_m.value(), upper)];
    let sigma = Profile::new(rows, "standard deviation of gusts")?;
    let key = NoiseKey::new(seed, "wind", "gusts");
    GustField::new(sigma, own.length_m.value(), own.shortest_m.value(), key)
}
