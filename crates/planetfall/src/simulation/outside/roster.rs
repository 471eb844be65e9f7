//! What a session's links, joints and contactors are called.

use super::OutsideError;
use crate::world::World;

/// A link of the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkEntry {
    /// Its name; with the vehicle's before it where that is not the first.
    pub name: String,
    /// Index of its vehicle in the world.
    pub vehicle: usize,
    /// Index within the vehicle.
    pub link: usize,
}

/// A joint of one coordinate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointEntry {
    /// Its name; with the vehicle's before it where that is not the first.
    pub name: String,
    /// Index of its vehicle in the world.
    pub vehicle: usize,
    /// Index, within the vehicle, of the link that it moves.
    pub link: usize,
    /// Whether its coordinate is a length (m), not an angle (rad).
    pub slides: bool,
    /// Whether it has a motor that obeys commands.
    pub has_motor: bool,
}

/// All names.
#[derive(Clone, Debug)]
pub(super) struct Roster {
    pub(super) links: Vec<LinkEntry>,
    pub(super) joints: Vec<JointEntry>,
    pub(super) contactors: Vec<String>,
}

impl Roster {
    pub(super) fn of(world: &World) -> Self {
        let (mut links, mut joints) = (Vec::new(), Vec::new());
        for (vehicle, owner) in world.vehicles().iter().enumerate() {
            for (link, part) in owner.tree.links().iter().enumerate() {
                let name = world.entity_name(vehicle, &part.name);
                links.push(LinkEntry { name, vehicle, link });
                if part.joint.kind.velocities() != 1 {
                    continue;
                }
                joints.push(JointEntry {
                    name: world.entity_name(vehicle, &part.joint.name),
                    vehicle,
                    link,
                    slides: part.joint.kind.slides_along().is_some(),
                    has_motor: part.joint.motor.is_some(),
                });
            }
        }
        let contactors = (0..world.contactors().len()).map(|index| world.contactor_name(index));
        Self { links, joints, contactors: contactors.collect() }
    }
}

/// Index of a name among others.
pub(super) fn find<'a>(
    kind: &'static str,
    names: impl Iterator<Item = &'a str> + Clone,
    name: &str,
) -> Result<usize, OutsideError> {
    names.clone().position(|known| known == name).ok_or_else(|| OutsideError::Name {
        kind,
        name: name.to_owned(),
        known: names.collect::<Vec<_>>().join(", "),
    })
}
