//! A state as plain words, bit for bit, and back; and where two states part. Files are others' business.
//!
//! All of it is one visit of the state's numbers (`State::visit`): saving writes them, loading reads them
//! into the start of a run of the same scenario, and a comparison of two states' words asks the visit for the
//! name of the first that differs.

use super::State;
use super::noise::Noise;
use crate::archive::{self, Cause, Entity, Halt, Segment, Value};
use crate::quantity::Quantity;
use crate::world::{Channel, World};
use std::fmt::{self, Write};

/// Version of the words: another order, or another number, is another version.
pub const VERSION: u32 = 4;

/// Words that are not those of a state of the scenario.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the saved state does not belong to this scenario: {0}")]
pub struct CheckpointError(String);

impl CheckpointError {
    pub(crate) fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}

/// Where two states part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Name of the number: `vehicle rover: positions[3]`, `ledger.work[ground_normal]`.
    pub path: String,
    /// What the first state has.
    pub here: Value,
    /// What the second state has.
    pub there: Value,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, here, there } = self;
        write!(f, "{path}: {here} here, {there} there")
    }
}

/// The words of a state.
pub fn save(state: &State) -> Vec<u64> {
    archive::save(|archive| state.clone().visit(archive))
}

/// The state that has these words; `start` is that of its scenario.
pub(crate) fn load(world: &World, start: State, words: &[u64]) -> Result<State, CheckpointError> {
    let mut state = start;
    let left = archive::load(words, |archive| state.visit(archive))
        .map_err(|halt| CheckpointError::new(refusal(world, &halt)))?;
    if left > 0 {
        return Err(CheckpointError::new("it has more numbers than the scenario's state"));
    }
    let vehicles = world.vehicles().iter().zip(&state.tally.vehicles);
    let mut below = vehicles.flat_map(|(vehicle, tally)| {
        let seen = tally.below.iter().chain(&tally.released);
        seen.map(|below| below.link < vehicle.tree.links().len())
    });
    if !below.all(|exists| exists) {
        return Err(CheckpointError::new("it has a body below the ground that does not exist"));
    }
    state.noise = Noise::new(world, state.noise.seed());
    Ok(state)
}

/// The first number that differs between two states of a world, by its bits.
pub fn first_difference(world: &World, here: &State, there: &State) -> Option<Difference> {
    let (a, b) = (save(here), save(there));
    let differs = |(a, b): (&u64, &u64)| a != b;
    // Lengths of lists are words, so that one state's words are never the beginning of another's.
    let place = a.iter().zip(&b).position(differs)?;
    let halt = archive::seek(place, |archive| here.clone().visit(archive))?;
    let Cause::Found(kind) = halt.cause else { return None };
    let path = name(world, halt.path());
    Some(Difference { path, here: kind.value(a[place]), there: kind.value(b[place]) })
}

/// Why a visit did not take what was saved.
fn refusal(world: &World, halt: &Halt) -> String {
    let name = name(world, halt.path());
    match halt.cause {
        Cause::Missing => format!("it ends before `{name}`"),
        Cause::Length { saved, allowed } => {
            format!("`{name}` has {saved} items in it and {allowed} in this scenario")
        }
        Cause::Refused(why) => format!("`{name}` {why}"),
        Cause::Found(_) => format!("`{name}`"),
    }
}

/// The name of a number.
fn name(world: &World, path: impl Iterator<Item = Segment>) -> String {
    let mut name = String::new();
    for segment in path {
        match segment {
            Segment::Field(field) if name.is_empty() => name.push_str(field),
            Segment::Field(field) => {
                name.push('.');
                name.push_str(field);
            }
            Segment::Item(Entity::Only, _) => {}
            // The state vector has places by what they are.
            Segment::Item(Entity::Continuous, place) => name = continuous(world, place),
            Segment::Item(of, index) => {
                let item = item(world, of, index).unwrap_or_else(|| index.to_string());
                // Writing to a text does not fail.
                let _ = write!(name, "[{item}]");
            }
        }
    }
    name
}

/// The name of what an item of a list belongs to, if it has one.
fn item(world: &World, of: Entity, index: usize) -> Option<String> {
    let vehicles = || world.vehicles().iter().enumerate();
    match of {
        Entity::Number | Entity::Only | Entity::Continuous => None,
        Entity::Vehicle => Some(world.vehicles().get(index)?.name.clone()),
        Entity::Link => {
            let links = |(vehicle, owner): (usize, &crate::vehicle::Vehicle)| {
                let links = owner.tree.links().iter();
                links.map(|link| world.entity_name(vehicle, &link.name)).collect::<Vec<_>>()
            };
            vehicles().flat_map(links).nth(index)
        }
        Entity::Engine => {
            let engines = |(vehicle, owner): (usize, &crate::vehicle::Vehicle)| {
                let engines = owner.engines.iter();
                engines.map(|engine| world.entity_name(vehicle, &engine.name)).collect::<Vec<_>>()
            };
            vehicles().flat_map(engines).nth(index)
        }
        Entity::Contactor => {
            (index < world.contactors().len()).then(|| world.contactor_name(index))
        }
        Entity::Cable => Some(world.cables().get(index)?.name.clone()),
        Entity::CableGroup => world.cable_groups().get(index).cloned(),
        Entity::Force => Some(world.forces().get(index)?.name().to_owned()),
        Entity::Sensor => Some(world.sensors().get(index)?.name.clone()),
        Entity::Register => {
            let mut first = 0;
            world.control().iter().find_map(|control| {
                let count = control.controller.registers();
                let own = index.checked_sub(first).filter(|place| *place < count);
                first += count;
                own.map(|place| format!("{} {place}", control.name))
            })
        }
        Entity::Channel => Channel::ALL.get(index).map(|(_, work)| channel_word(work)),
    }
}

/// A channel by the middle of its column's name: `ground_normal` of `energy.ground_normal_j`.
fn channel_word(work: &Quantity) -> String {
    work.name.trim_start_matches("energy.").trim_end_matches("_j").to_owned()
}

/// The name of a place of the state vector.
fn continuous(world: &World, place: usize) -> String {
    let layout = world.layout();
    let within =
        |range: std::ops::Range<usize>| range.contains(&place).then(|| place - range.start);
    for (number, vehicle) in world.vehicles().iter().enumerate() {
        let parts = [
            ("positions", layout.positions(number)),
            ("velocities", layout.velocities(number)),
            ("joint_states", layout.joint_states(number)),
            ("thrusts", layout.thrusts(number)),
            ("tanks", layout.tanks(number)),
        ];
        for (part, range) in parts {
            if let Some(own) = within(range) {
                return format!("vehicle {}: {part}[{own}]", vehicle.name);
            }
        }
    }
    for (number, force) in world.forces().iter().enumerate() {
        if let Some(own) = within(layout.force_states(number)) {
            return format!("force {}: states[{own}]", force.name());
        }
    }
    if let Some(channel) = within(layout.work()) {
        // Places of the vector are those of the ledger, used or not.
        let name =
            Channel::ALL.get(channel).map_or_else(String::new, |(_, work)| channel_word(work));
        return format!("work[{name}]");
    }
    let parts = [
        ("cable lengths", layout.lengths()),
        ("given momentum", layout.momentum()),
        ("ground internals", layout.internals()),
    ];
    for (part, range) in parts {
        if let Some(own) = within(range) {
            return format!("{part}[{own}]");
        }
    }
    format!("continuous[{place}]")
}
