//! `[[aerodynamics]]`: how the air acts on bodies.

mod database;
pub(super) mod schema;

use super::joining::{anchor, with_force};
use super::lineage::Folders;
use super::schema::ScenarioKeys;
use super::{Report, naming};
use crate::bounded;
use crate::format::Place;
use crate::format::declare::{Key, OptionalKey};
use nalgebra::Vector3;
use planetfall::forces::{AeroBody, AeroFactors, AeroModel, Aerodynamics, Exposure};
use planetfall::vehicle::aerodynamics::{
    AeroCoefficients, AeroDatabase, Heating, MachCurve, MachHold, MassBalance, SphereCone,
    TrimFits, scaled_to_trim,
};
use planetfall::world::World;
use schema::{
    AerodynamicsCases, AerodynamicsKeys, DatabaseKeys, DragKeys, FitsChoice, RevolutionKeys,
    SphereConeKeys,
};
use std::sync::Arc;

/// The world with the air acting on its bodies.
pub(super) fn with_aerodynamics(
    root: &ScenarioKeys,
    mut world: World,
    folders: &Folders,
    report: &mut Report<'_>,
) -> Option<World> {
    let flying = root.aerodynamics.iter().map(|keys| keys.place);
    let first = flying.chain(root.parachute.iter().map(|keys| keys.place)).next();
    if let (Some(place), None) = (first, world.atmosphere()) {
        let help =
            "add [atmosphere], for instance with kind = \"embedded\" and profile = \"mars-msl\"";
        report.help(place, "there is no air that could act on anything", help);
    }
    let mut complete = true;
    for keys in &root.aerodynamics {
        match body(root, keys, &world, folders, report) {
            Some(body) => world = with_force(keys.place, world, body, report)?,
            None => complete = false,
        }
    }
    complete.then_some(world)
}

fn body(
    root: &ScenarioKeys,
    keys: &AerodynamicsKeys,
    world: &World,
    folders: &Folders,
    report: &mut Report<'_>,
) -> Option<Aerodynamics> {
    let at = anchor(root, (&keys.vehicle, &keys.link, &keys.position_m), world, report);
    let exposure = exposure(root, keys, report);
    let model = match keys.kind.given()? {
        AerodynamicsCases::Drag(own) => drag(own, keys.place, report).map(AeroModel::Drag),
        AerodynamicsCases::Database(own) => {
            let database = from_file(own, folders, report);
            let size = (own.area_m2.value(), own.length_m.value());
            revolution(&own.body, database, size, None, report)
        }
        AerodynamicsCases::SphereCone(own) => {
            let shape = shape(own);
            let database = newtonian(own, &shape, keys.place, report);
            let size = (shape.area(), shape.diameter);
            revolution(&own.body, database, size, Some(shape.nose_radius), report)
        }
    };
    let name = keys.name.value().to_owned();
    Some(Aerodynamics { name, at: at?, model: model?, exposure: exposure? })
}

/// When it acts. Vehicles named must be carried at the start, or it would never change.
fn exposure(
    root: &ScenarioKeys,
    keys: &AerodynamicsKeys,
    report: &mut Report<'_>,
) -> Option<Exposure> {
    let (key, make): (&OptionalKey<String>, fn(usize) -> Exposure) =
        match (keys.while_attached.has_value(), keys.once_separated.has_value()) {
            (false, false) => return Some(Exposure::Always),
            (true, false) => (&keys.while_attached, Exposure::WhileCarried),
            (false, true) => (&keys.once_separated, Exposure::OnceFree),
            (true, true) => {
                let message = "aerodynamics act `while_attached` or `once_separated`, not both";
                report.error(keys.once_separated.place(), message);
                return None;
            }
        };
    let names: Vec<&str> = root.vehicle.iter().map(|one| one.name.value()).collect();
    let name = key.given().unwrap_or_default();
    let vehicle = naming::place(name, &names, "vehicle", key.place(), report)?;
    if root.vehicle.get(vehicle)?.attached.is_none() {
        let message = format!("vehicle `{name}` is never attached to another");
        let help = "name a vehicle that has [vehicle.attached]";
        report.help(key.place(), message, help);
        return None;
    }
    Some(make(vehicle))
}

fn drag(keys: &DragKeys, place: Place, report: &mut Report<'_>) -> Option<MachCurve> {
    match (keys.drag_area_m2.given(), keys.drag_area_by_mach.has_value()) {
        (Some(area), false) => Some(MachCurve::constant(area)),
        (None, true) => curve(&keys.drag_area_by_mach, report),
        (Some(_), true) => {
            let message = "a drag area is given twice: by drag_area_m2 and by drag_area_by_mach";
            report.error(keys.drag_area_by_mach.place(), message);
            None
        }
        (None, false) => {
            let help = "give drag_area_m2, or drag_area_by_mach = [[0.5, 1.2], [2.0, 1.9]]";
            report.help(place, "drag needs an area", help);
            None
        }
    }
}

/// Pairs of Mach number and value.
pub(super) fn curve(
    key: &OptionalKey<Vec<Key<[f64; 2]>>>,
    report: &mut Report<'_>,
) -> Option<MachCurve> {
    let pairs = key.values().map(|[mach, value]| (mach, value)).collect();
    MachCurve::new(pairs).map_err(|error| report.error(key.place(), error.to_string())).ok()
}

fn from_file(
    keys: &DatabaseKeys,
    folders: &Folders,
    report: &mut Report<'_>,
) -> Option<AeroDatabase> {
    let place = keys.file.place();
    let path = folders.absolute(place, keys.file.value());
    let hold = MachHold { below: keys.hold_below.value(), above: keys.hold_above.value() };
    let text = bounded::read_text(&path, bounded::TEXT).map_err(|error| error.to_string());
    let read = text.and_then(|text| database::parse(&text, hold));
    read.map_err(|error| report.error(place, format!("{}: {error}", path.display()))).ok()
}

fn shape(keys: &SphereConeKeys) -> SphereCone {
    SphereCone {
        diameter: keys.diameter_m.value(),
        nose_radius: keys.nose_radius_m.value(),
        half_angle: keys.half_angle_deg.value().to_radians(),
        stagnation_pressure: keys.stagnation_pressure.value(),
    }
}

fn newtonian(
    keys: &SphereConeKeys,
    shape: &SphereCone,
    place: Place,
    report: &mut Report<'_>,
) -> Option<AeroDatabase> {
    let rim = shape.nose_radius * keys.half_angle_deg.value().to_radians().cos();
    if 2.0 * rim > shape.diameter {
        let message = format!(
            "a nose of {} m is wider ({:.3} m where the cone begins) than the base of {} m",
            shape.nose_radius,
            2.0 * rim,
            shape.diameter
        );
        report.error(keys.nose_radius_m.place(), message);
        return None;
    }
    let damping = keys.pitch_damping.value();
    let made = match keys.scaled_to.given()? {
        FitsChoice::Msl => {
            let balance =
                MassBalance { behind: keys.trim_behind.value(), beside: keys.trim_beside.value() };
            let made = scaled_to_trim(shape, &TrimFits::msl(), &balance, damping);
            made.map_err(|error| error.to_string())
        }
        FitsChoice::None => {
            let angles: Vec<f64> = (0..=360).map(|n| (f64::from(n) * 0.5).to_radians()).collect();
            let posts = angles
                .iter()
                .map(|angle| AeroCoefficients { damping, ..shape.coefficients(*angle) });
            let (posts, hold) = (posts.collect(), MachHold { below: true, above: true });
            AeroDatabase::new(vec![1.0], angles, posts, hold).map_err(|error| error.to_string())
        }
    };
    made.map_err(|error| report.error(place, error)).ok()
}

fn revolution(
    keys: &RevolutionKeys,
    database: Option<AeroDatabase>,
    (area, length): (f64, f64),
    own_nose: Option<f64>,
    report: &mut Report<'_>,
) -> Option<AeroModel> {
    let nose = Vector3::from(keys.nose.value());
    if nose.norm() <= 1e-9 {
        let help = "it points from the body through its nose, into the wind at no angle of attack";
        report.help(keys.nose.place(), "the direction of the nose must have a length", help);
        return None;
    }
    let radius = keys.heating_nose_radius_m.given().or(own_nose);
    let constant = keys.heating_constant.value();
    Some(AeroModel::Body(AeroBody {
        database: Arc::new(database?),
        nose: nose.normalize(),
        area,
        length,
        roll_damping: keys.roll_damping.value(),
        heating: radius.map(|nose_radius| Heating { constant, nose_radius }),
        factors: AeroFactors {
            axial: keys.axial_factor.value(),
            normal: keys.normal_factor.value(),
            moment: keys.moment_factor.value(),
        },
    }))
}
