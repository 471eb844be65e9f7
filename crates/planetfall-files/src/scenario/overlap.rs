//! Vehicles that start inside the ground, which is refused or put right, or inside each other, which is
//! warned of.

use super::Report;
use super::schema::ScenarioKeys;
use super::schema::vehicle::{HeightAlongChoice, InsideGroundChoice, StartKeys};
use planetfall::immersion::{Immersion, ROUNDING, immersed};
use planetfall::scenario::Scenario;
use planetfall::stepping::overlaps;
use planetfall::world::World;
use std::collections::BTreeMap;

/// Has all vehicles start outside of the ground, and warns of those that start inside others.
pub(super) fn check(root: &ScenarioKeys, scenario: &mut Scenario, report: &mut Report<'_>) {
    leave_ground(root, scenario, report);
    warn(root, scenario, report);
}

/// Refuses vehicles that start inside the ground, or lifts those out of it whose file asks for that.
fn leave_ground(root: &ScenarioKeys, scenario: &mut Scenario, report: &mut Report<'_>) {
    // A start off the map is reported where the run finds out.
    let Ok(found) = immersed(&scenario.world, &scenario.initial()) else { return };
    for one in found {
        let Some(keys) = root.vehicle.get(one.vehicle) else { continue };
        // What is carried starts where its carrier has it, and is not what lies in the ground.
        let Some(start) = &keys.start else { continue };
        let place = start.height_m.place();
        if start.inside_ground.value() != InsideGroundChoice::Lift {
            report.help(place, refusal(scenario, &one), cure(start, &one));
        } else if hangs(&scenario.world, one.vehicle) {
            let message = format!(
                "{}; it is not lifted out because a cable holds it",
                refusal(scenario, &one)
            );
            report.help(place, message, cure(start, &one));
        } else {
            lift(scenario, &one);
            let message = format!(
                "vehicle `{}` starts inside the ground, {} deep, and is lifted by {} (inside_ground = \
                 \"lift\")",
                scenario.world.vehicles()[one.vehicle].name,
                length(one.depth),
                length(one.lift),
            );
            report.warning(place, message);
        }
    }
}

/// Whether a vehicle, or one that it carries, has an end of a cable.
fn hangs(world: &World, vehicle: usize) -> bool {
    let moves_with = |other: usize| {
        let above = |v: &usize| world.mounts()[*v].map(|mount| mount.carrier);
        std::iter::successors(Some(other), above).any(|one| one == vehicle)
    };
    let ends = world.cables().iter().flat_map(|cable| [cable.from.vehicle, cable.to.vehicle]);
    ends.into_iter().any(moves_with)
}

/// Lifts a vehicle and all that it carries.
fn lift(scenario: &mut Scenario, one: &Immersion) {
    let world = scenario.world.clone();
    for (vehicle, motion) in scenario.motions.iter_mut().enumerate() {
        let above = |v: &usize| world.mounts()[*v].map(|mount| mount.carrier);
        if std::iter::successors(Some(vehicle), above).any(|up| up == one.vehicle) {
            motion.position.z += one.lift;
        }
    }
    // It no longer leans on anything.
    scenario.stances.retain(|stance| stance.vehicle != one.vehicle);
}

fn refusal(scenario: &Scenario, one: &Immersion) -> String {
    let world = &*scenario.world;
    let place = &world.contactors()[one.contactor];
    let owner = &world.vehicles()[place.vehicle];
    let part = &owner.contactors[place.contactor].name;
    let mass: f64 = world.vehicles()[one.vehicle].tree.mass();
    let consequence = if one.energy.is_finite() {
        format!(
            "The ground would do {} of work on it where lifting it out takes {}, and throw it out at up \
             to {:.2} m/s",
            energy(one.energy),
            energy(one.work),
            one.speed(mass)
        )
    } else {
        "That ground is rigid: the first step would push it out, at a cost of energy that no force \
         explains"
            .to_owned()
    };
    format!(
        "vehicle `{}` starts inside the ground: `{part}` is {} deep at x = {:.3} m, y = {:.3} m, z = {:.3} m. \
         {consequence}",
        world.vehicles()[one.vehicle].name,
        length(one.depth),
        one.point.x,
        one.point.y,
        one.point.z,
    )
}

fn cure(start: &StartKeys, one: &Immersion) -> String {
    let rise = one.lift;
    let Some(height) = start.height_m.given() else {
        return format!("it is free {} higher", length(rise));
    };
    let free = height + rise;
    let along = if start.height_along.value() == HeightAlongChoice::Normal { "about " } else { "" };
    format!(
        "it is free from {along}height_m = {} on, {} higher; or let it be lifted by inside_ground = \
         \"lift\", or start at rest by height_of = \"settled\"",
        (free * 1e4).ceil() / 1e4,
        length(rise)
    )
}

fn length(metres: f64) -> String {
    if metres < 1.0 { format!("{:.3} mm", 1000.0 * metres) } else { format!("{metres:.3} m") }
}

fn energy(joules: f64) -> String {
    if joules < 1000.0 { format!("{joules:.3} J") } else { format!("{:.3} kJ", 1e-3 * joules) }
}

/// A part of a vehicle inside a part of an earlier vehicle, or inside ground that it was built into.
struct Inside {
    contactor: usize,
    other: Option<usize>,
    /// m
    depth: f64,
}

/// Warns once for each vehicle and what else it is in, of the deepest part.
fn warn(root: &ScenarioKeys, scenario: &Scenario, report: &mut Report<'_>) {
    let world = &*scenario.world;
    // A start off the map is reported where the run finds out.
    let Ok(found) = overlaps(world, &scenario.initial()) else { return };
    let vehicle = |contactor: usize| world.contactors()[contactor].vehicle;
    let is_free = |one: usize| world.vehicles()[one].tree.links()[0].joint.kind.is_free();
    let mut deepest: BTreeMap<(usize, Option<usize>), Inside> = BTreeMap::new();
    for one in found.iter().filter(|one| one.depth > ROUNDING) {
        let (contactor, other) = match one.other {
            // Refused already, or lifted.
            None if is_free(vehicle(one.contactor)) => continue,
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
    let nodes = &root.vehicle;
    for ((vehicle, _), inside) in &deepest {
        let Some(keys) = nodes.get(*vehicle) else { continue };
        let place = keys.start.as_ref().map_or(keys.place, |start| start.height_m.place());
        report.warning(place, message(world, inside));
    }
}

fn message(world: &World, inside: &Inside) -> String {
    let name = |contactor: usize| {
        let place = &world.contactors()[contactor];
        let owner = &world.vehicles()[place.vehicle];
        (owner.name.as_str(), owner.contactors[place.contactor].name.as_str())
    };
    let (around, cure) = match inside.other {
        None => ("the ground".to_owned(), "raise it"),
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
