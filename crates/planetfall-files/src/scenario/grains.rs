//! `[[grains]]`: populations of balls without names, each on a loose lattice at the start.

use super::Report;
use super::ground::GroundFile;
use super::schema::ScenarioKeys;
use crate::format::declare::{Key, REQUIRED, declare, default};
use crate::format::schema::{Kind, List, Range};
use nalgebra::{Matrix3, Vector2, Vector3};
use planetfall::contact::geometry::{CollisionShape, ContactDetector, PlacedShape};
use planetfall::grains::{Grain, Lattice};
use planetfall::shape::Shape;
use planetfall::state::State;
use planetfall::terrain::Terrain;
use planetfall::vehicle::{JointStart, Motion};
use planetfall::world::World;

/// More grains than this are a slip of the pen: a step would take minutes. Chosen.
const GRAIN_LIMIT: i64 = 1_000_000;

/// Numbers above zero: lengths and densities.
const LENGTH: Kind = Kind::Number(Range::POSITIVE);

declare! {
    /// A population of balls that nobody follows one by one: they move and touch as vehicles do, and
    /// the run says what they are together (`grains.*`). On `nonsmooth` ground, by `moreau_jean`; the
    /// ground's friction and restitution hold between them too.
    pub(crate) table GrainsKeys("grains") {
        /// Unique name; sizes and places follow from it and `seed`.
        name: Key<String> = REQUIRED.of(Kind::Name),
        /// How many.
        count: Key<i64> = REQUIRED.of(Kind::Integer { min: 1, max: GRAIN_LIMIT }),
        /// Smallest and largest radius; they are uniform between both.
        radius_m: Key<[f64; 2]> = REQUIRED.of(Kind::List(List::exactly(2, &LENGTH))),
        /// Density of a grain.
        density_kg_per_m3: Key<f64> = REQUIRED.of(LENGTH),
        /// Middle of the rectangle that the lattice fills, east and north.
        position_m: Key<[f64; 2]> = default::numbers(&[0.0, 0.0]),
        /// Size of that rectangle, east and north; layers are laid upon each other in it.
        size_m: Key<[f64; 2]> = REQUIRED.of(Kind::List(List::exactly(2, &LENGTH))),
        /// Height of the lowest layer's underside above the ground in the middle.
        height_m: Key<f64> = default::number(0.0),
        /// Distance between neighbours of the lattice in the largest diameter.
        spacing: Key<f64> = default::number(1.01).of(Kind::Number(Range::at_least(1.0))),
    }
}

/// The world with its grains, whose motions are added; reported where they cannot be laid.
pub(super) fn with_grains(
    root: &ScenarioKeys,
    ground: &GroundFile,
    world: World,
    (motions, joints): (&mut Vec<Motion>, &[JointStart]),
    seed: u64,
    report: &mut Report<'_>,
) -> Option<World> {
    let nodes = &root.grains;
    let Some(first) = nodes.first() else { return Some(world) };
    let Some(law) = ground.rigid() else {
        let message = "grains need rigid ground";
        report.help(first.place, message, "say kind = \"nonsmooth\" in [ground]");
        return None;
    };
    let mut grains = Vec::new();
    for keys in nodes {
        let own = lay(keys, world.terrain(), seed, report)?;
        grains.extend(own);
        // Reported where the population is named that came too near to others.
        if let Some(message) = crossing(&grains) {
            report.help(keys.place, message, "move one population, or make its region smaller");
            return None;
        }
    }
    let start = State::new(&world, motions, joints);
    if let Some(message) = struck(&world, &start, &grains) {
        report.help(first.place, message, "start the vehicle higher, or lay the grains elsewhere");
        return None;
    }
    motions.extend(grains.iter().map(Grain::motion));
    let made = world.with_grains(&grains, &law);
    made.map_err(|error| report.error(first.place, error.to_string())).ok()
}

/// The grains of a table, if they have room above the ground.
fn lay(
    keys: &GrainsKeys,
    terrain: &dyn Terrain,
    seed: u64,
    report: &mut Report<'_>,
) -> Option<Vec<Grain>> {
    let [least, most] = keys.radius_m.value();
    let centre = Vector2::from(keys.position_m.value());
    let foot = match terrain.height(centre.x, centre.y) {
        Ok(height) => height,
        Err(error) => {
            report.error(keys.position_m.place(), error.to_string());
            return None;
        }
    };
    let lattice = Lattice {
        name: keys.name.value().to_owned(),
        count: usize::try_from(keys.count.value()).unwrap_or_default(),
        radii: (least, most),
        density: keys.density_kg_per_m3.value(),
        centre,
        size: Vector2::from(keys.size_m.value()),
        bottom: foot + keys.height_m.value(),
        spacing: keys.spacing.value(),
    };
    let grains = match lattice.grains(seed) {
        Ok(grains) => grains,
        Err(error) => {
            report.error(keys.place, error.to_string());
            return None;
        }
    };
    if let Some(message) = buried(&grains, terrain) {
        let help = "raise height_m, or make size_m smaller";
        report.help(keys.size_m.place(), message, help);
        return None;
    }
    Some(grains)
}

/// Depth of an overlap at the start that is round-off, m.
const TOUCHING_DEPTH: f64 = 1e-9;

/// What is wrong with grains that start in the ground.
fn buried(grains: &[Grain], terrain: &dyn Terrain) -> Option<String> {
    let inside = |grain: &&Grain| match terrain.query(&grain.position) {
        Ok(query) => query.gap < grain.radius - TOUCHING_DEPTH,
        Err(_) => true,
    };
    let count = grains.iter().filter(inside).count();
    let first = grains.iter().find(inside)?;
    Some(format!(
        "{count} of {} grains start in the ground or beyond it, the first at ({:.3}, {:.3}, {:.3}) m \
         with a radius of {:.3} m",
        grains.len(),
        first.position.x,
        first.position.y,
        first.position.z,
        first.radius
    ))
}

/// What is wrong with populations that start in each other.
fn crossing(grains: &[Grain]) -> Option<String> {
    let bounds = |grain: &Grain| {
        (grain.position.add_scalar(-grain.radius), grain.position.add_scalar(grain.radius))
    };
    let boxes: Vec<_> = grains.iter().map(bounds).collect();
    let mut pairs = Vec::new();
    ContactDetector::default().pairs(&boxes, &mut pairs);
    let overlap = |&&(one, other): &&(usize, usize)| {
        let (one, other) = (&grains[one], &grains[other]);
        (one.position - other.position).norm() < one.radius + other.radius - TOUCHING_DEPTH
    };
    let (one, _) = pairs.iter().find(overlap)?;
    let at = grains[*one].position;
    Some(format!(
        "grains start in grains of another population, the first at ({:.3}, {:.3}, {:.3}) m",
        at.x, at.y, at.z
    ))
}

/// What is wrong with a vehicle that starts among grains.
fn struck(world: &World, start: &State, grains: &[Grain]) -> Option<String> {
    let mut detector = ContactDetector::default();
    let mut met = Vec::new();
    let upright = Matrix3::identity();
    for (vehicle, owner) in world.vehicles().iter().enumerate() {
        let kinematics = start.kinematics(world, vehicle);
        for part in &owner.contactors {
            let solid = CollisionShape::new(&part.shape);
            let motion = kinematics.links.get(part.link)?;
            let origin = kinematics.anchor + motion.position;
            let placed = PlacedShape { solid: &solid, rotation: &motion.rotation, origin: &origin };
            let (low, high) = placed.bounds(0.0);
            for grain in grains {
                let nearest = grain.position.sup(&low).inf(&high);
                if (nearest - grain.position).norm() >= grain.radius {
                    continue;
                }
                let shape = Shape::Ball { centre: Vector3::zeros(), radius: grain.radius };
                let ball = CollisionShape::new(&shape);
                let own = PlacedShape { solid: &ball, rotation: &upright, origin: &grain.position };
                met.clear();
                detector.between(own, placed, 0.0, &mut met);
                if met.iter().any(|contact| contact.gap < -TOUCHING_DEPTH) {
                    return Some(format!(
                        "`{}` of vehicle `{}` starts among the grains, at ({:.3}, {:.3}, {:.3}) m",
                        part.name, owner.name, grain.position.x, grain.position.y, grain.position.z
                    ));
                }
            }
        }
    }
    None
}
