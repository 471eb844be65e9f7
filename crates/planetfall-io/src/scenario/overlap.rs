//! Vehicles that start inside rigid ground or inside each other: the run goes on, but is told of it.

use super::Report;
use crate::format::Node;
use planetfall::scenario::Scenario;
use planetfall::stepping::{Overlap, overlaps};
use planetfall::world::World;

/// Depth that rounding of a file's numbers can make, m.
const ROUNDING: f64 = 1e-6;

/// Warns once for each vehicle, of its deepest contactor.
pub(super) fn tell(root: &Node, scenario: &Scenario, report: &mut Report<'_>) {
    let world = &*scenario.world;
    // A start off the map is told where the run finds out.
    let Ok(found) = overlaps(world, &scenario.initial()) else { return };
    for (vehicle, node) in root.list("vehicle").iter().enumerate() {
        let own = |one: &&Overlap| {
            world.contactors()[one.contactor].vehicle == vehicle && one.depth > ROUNDING
        };
        let deepest = found.iter().filter(own).max_by(|a, b| a.depth.total_cmp(&b.depth));
        if let Some(deepest) = deepest {
            let place = node.get("start").place_of("height_m");
            report.warning(place, message(world, vehicle, deepest));
        }
    }
}

fn message(world: &World, vehicle: usize, overlap: &Overlap) -> String {
    let name = |contactor: usize| {
        let place = &world.contactors()[contactor];
        let owner = &world.vehicles()[place.vehicle];
        (owner.name.as_str(), owner.contactors[place.contactor].name.as_str())
    };
    let inside = match overlap.other {
        None => "the ground".to_owned(),
        Some(other) => format!("vehicle `{}` (`{}`)", name(other).0, name(other).1),
    };
    let cure = match overlap.other {
        None => "raise it, or let it start at rest by `height_of = \"settled\"`",
        Some(_) => "move one of them",
    };
    let (own, part) = (&world.vehicles()[vehicle].name, name(overlap.contactor).1);
    format!(
        "vehicle `{own}` starts inside {inside}: `{part}` by {:.3} mm. The first steps push it out, which \
         takes energy (energy.correction_j); {cure}",
        1000.0 * overlap.depth
    )
}
