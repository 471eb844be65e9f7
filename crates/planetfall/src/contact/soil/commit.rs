//! The one place where soil changes: pressed nodes stay pressed, soil that had to go is deposited
//! beside the body or compacted, and what is too steep slumps.
//!
//! All bodies were evaluated on the same field. Where two of them touch the same node, the lower one
//! presses it; deposits add up as integers. So the order of bodies does not matter, and since threads
//! only evaluate, neither does their number.

use super::Node;
use super::UNIT;
use super::bed::SoilBed;
use super::deposition::Deposition;
use super::erosion::Erosion;
use super::evaluation::{Contact, Room, Scratch};
use super::field::Field;
use super::footprint::Runs;
use super::tile::{Key, place};
use std::cmp::Ordering;
use std::sync::{Mutex, PoisonError};

/// Room for commits.
#[derive(Debug, Default)]
pub(super) struct Desk {
    runs: Runs,
    deposition: Deposition,
    pub(super) erosion: Erosion,
    covered: Vec<Node>,
}

/// Finds tiles quickly when nodes lie close together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor {
    key: Key,
    index: usize,
}

impl Cursor {
    pub(super) fn new() -> Self {
        Self { key: Key::default(), index: usize::MAX }
    }

    /// Place of a node's tile in the field, which is made if it is not there.
    #[inline]
    pub(super) fn tile(&mut self, bed: &SoilBed, field: &mut Field, node: Node) -> usize {
        let key = Key::of(node);
        if key != self.key || field.key_at(self.index) != Some(key) {
            *self = Self { key, index: field.claim(bed, key) };
        }
        self.index
    }
}

impl SoilBed {
    /// Takes the last evaluation of `scratch`, which must be of this field, into the field.
    pub fn commit(&self, field: &mut Field, scratch: &mut Scratch) {
        let (rooms, desk) = scratch.parts();
        desk.erosion.begin(field);
        self.uncover(field, rooms, desk);
        for number in 0..rooms.len() {
            self.press(field, rooms, number);
        }
        for number in 0..rooms.len() {
            self.push_aside(field, rooms, number, desk);
        }
        let sweeps = self.recipe().erosion_sweeps;
        let covered = |node: Node| covers(rooms, node);
        desk.erosion.run(self, field, sweeps, covered);
    }

    /// Lets soil that is still too steep come to rest, where no body of the last evaluation is.
    /// Returns whether all is at rest after at most so many sweeps.
    pub fn settle(&self, field: &mut Field, scratch: &mut Scratch, sweeps: u32) -> bool {
        let (rooms, desk) = scratch.parts();
        desk.erosion.begin(field);
        let covered = |node: Node| covers(rooms, node);
        desk.erosion.run(self, field, sweeps, covered);
        field.unsettled.is_empty()
    }

    /// Nodes that a body has left forget their shear, and their surroundings may fall onto them.
    fn uncover(&self, field: &mut Field, rooms: &[Mutex<Room>], desk: &mut Desk) {
        let mut cursor = Cursor::new();
        desk.covered.clear();
        std::mem::swap(&mut desk.covered, &mut field.covered);
        for &node in desk.covered.iter().filter(|node| !covers(rooms, **node)) {
            let index = cursor.tile(self, field, node);
            field.tile_mut(index).forget_shear(place(node));
            desk.erosion.wake_around(node);
        }
        desk.covered.clear();
        std::mem::swap(&mut desk.covered, &mut field.covered);
        for room in rooms {
            let room = super::evaluation::entered(room);
            field.covered.extend(room.contacts.iter().map(|contact| contact.node));
        }
        if rooms.len() > 1 {
            field.covered.sort_unstable();
            field.covered.dedup();
        }
    }

    /// Presses the nodes of one body.
    fn press(&self, field: &mut Field, rooms: &mut [Mutex<Room>], number: usize) {
        let mut cursor = Cursor::new();
        let count = contacts(rooms, number).len();
        for k in 0..count {
            let contact = contacts(rooms, number)[k];
            let outdone = (0..rooms.len())
                .filter(|other| *other != number)
                .any(|other| outdoes(&super::evaluation::entered(&rooms[other]), &contact));
            let moved = if outdone { 0 } else { self.press_node(field, &mut cursor, &contact) };
            contacts(rooms, number)[k].moved = moved;
        }
    }

    /// Presses one node; returns how much soil has to go elsewhere.
    fn press_node(&self, field: &mut Field, cursor: &mut Cursor, contact: &Contact) -> i64 {
        let index = cursor.tile(self, field, contact.node);
        let at = place(contact.node);
        let tile = field.tile_mut(index);
        let before = tile.height[at];
        let level = tile.level(at);
        if contact.bears {
            if contact.yields {
                // Rounded up, so that the same load does not press it again.
                let plastic = (contact.plastic / UNIT).ceil() as i64;
                let plastic = plastic.min(level - tile.floor[at]).max(tile.plastic[at]);
                tile.plastic[at] = plastic;
                tile.firm[at] = level - plastic;
                tile.yielding[at] = contact.yielding;
            }
            tile.height[at] = tile.firm[at];
            tile.shear[at] = contact.shear;
            tile.path[at] = contact.path;
        } else {
            let below = (contact.below / UNIT).ceil() as i64;
            tile.height[at] = below.clamp(tile.firm[at], before);
        }
        let displaced = before - tile.height[at];
        let share = self.soil(contact.soil).map_or(1.0, |(soil, _)| soil.compaction);
        let compacted = (share * displaced as f64).round() as i64;
        field.displaced += i128::from(displaced);
        field.compacted += i128::from(compacted);
        displaced - compacted
    }

    /// Deposits what one body has pushed away, piece by piece of its print.
    fn push_aside(&self, field: &mut Field, rooms: &[Mutex<Room>], number: usize, desk: &mut Desk) {
        let Some(room) = rooms.get(number) else { return };
        {
            let room = super::evaluation::entered(room);
            let touched = room.contacts.iter().map(|contact| contact.node).enumerate();
            desk.runs.label(touched);
        }
        for piece in 0..desk.runs.pieces() {
            let covered = |node: Node| covers(rooms, node);
            desk.deposition.find_border(self, field, desk.runs.piece(piece), covered);
            desk.erosion.wake(desk.deposition.border());
            let room = super::evaluation::entered(room);
            let runs = desk.runs.piece(piece);
            let moved = |contact: &&Contact| contact.moved > 0;
            let sources = runs.flat_map(|run| run.nodes());
            let sources = sources.filter_map(|(number, _)| room.contacts.get(number)).filter(moved);
            desk.deposition.distribute(self, field, sources);
        }
    }
}

fn contacts(rooms: &mut [Mutex<Room>], number: usize) -> &mut [Contact] {
    let room = rooms.get_mut(number).map(Mutex::get_mut);
    room.map_or(&mut [], |room| &mut room.unwrap_or_else(PoisonError::into_inner).contacts)
}

/// Whether a body touches a node.
fn covers(rooms: &[Mutex<Room>], node: Node) -> bool {
    rooms.iter().any(|room| super::evaluation::entered(room).covered.contains(node))
}

/// Whether a body lies lower at the node of another one's contact.
fn outdoes(room: &Room, contact: &Contact) -> bool {
    if !room.covered.contains(contact.node) {
        return false;
    }
    let found = room.contacts.binary_search_by(|other| other.node.cmp(&contact.node));
    found.is_ok_and(|index| {
        let other = &room.contacts[index];
        let below = other.below.total_cmp(&contact.below);
        below.then_with(|| tie(other, contact)) == Ordering::Less
    })
}

/// An order of contacts at the same height that does not depend on the order of bodies.
fn tie(one: &Contact, other: &Contact) -> Ordering {
    let numbers = |contact: &Contact| {
        let [east, north] = contact.shear;
        let normal = contact.normal;
        [contact.path, contact.yielding, east, north, normal.x, normal.y]
    };
    let pairs = numbers(one).into_iter().zip(numbers(other));
    pairs.map(|(a, b)| b.total_cmp(&a)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}
