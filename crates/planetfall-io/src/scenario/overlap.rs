//! Vehicles that start inside rigid ground or inside each other: the run goes on, but is told of it.

use super::Report;
use crate::format::Node;
use planetfall::scenario::Scenario;
use planetfall::stepping::overlaps;
use planetfall::world::World;
use std::collections::BTreeMap;

/// Depth that rounding of a file's numbers, or a pose from elsewhere, can make; less is no start inside, m.
const ROUNDING: f64 = 1e-5;

/// A part of a vehicle inside the ground or a part of an earlier vehicle.
struct Inside {
    contactor: usize,
    other: Option<usize>,
    /// m
    depth: f64,
}

/// Warns once for each vehicle and what it is in, of the deepest part.
pub(super) fn tell(root: &Node, scenario: &Scenario, report: &mut Report<'_>) {
    let world = &*scenario.world;
    // A start off the map is told where the run finds out.
    let Ok(found) = overlaps(world, &scenario.initial()) else { return };
    let vehicle = |contactor: usize| world.contactors()[contactor].vehicle;
    let mut deepest: BTreeMap<(usize, Option<usize>), Inside> = BTreeMap::new();
    for one in found.iter().filter(|one| one.depth > ROUNDING) {
        let (contactor, other) = match one.other {
            Some(other) if vehicle(other) > vehicle(one.contactor) => (other, Some(one.contactor)),
            other => (one.contactor, other),
        };
        let inside = Inside { contactor, other, depth: one.depth };
        let pair = (vehicle(contactor), other.map(vehicle));
        match deepest.get(&pair) {
            Some(known) if known.depth >= inside.depth => {}
            _ => drop(deepest.insert(pair, inside)),
        }
    }
    let nodes = root.list("vehicle");
    for ((vehicle, _), inside) in &deepest {
        let Some(node) = nodes.get(*vehicle) else { continue };
        report.warning(node.get("start").place_of("height_m"), message(world, inside));
    }
}

fn message(world: &World, inside: &Inside) -> String {
    let name = |contactor: usize| {
        let place = &world.contactors()[contactor];
        let owner = &world.vehicles()[place.vehicle];
        (owner.name.as_str(), owner.contactors[place.contactor].name.as_str())
    };
    let (around, cure) = match inside.other {
        None => {
            let cure = "raise it, or let it start at rest by `height_of = \"settled\"`";
            ("the ground".to_owned(), cure)
        }
        Some(other) => {
            let (vehicle, part) = name(other);
            (format!("`{part}` of vehicle `{vehicle}`"), "move one of them")
        }
    };
    let (vehicle, part) = name(inside.contactor);
    format!(
        "vehicle `{vehicle}` starts inside {around}: `{part}` by {:.3} mm. The first steps push it out, \
         which takes energy (energy.correction_j); {cure}",
        1000.0 * inside.depth
    )
}
