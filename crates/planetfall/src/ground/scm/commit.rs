//! The one place where soil changes: pressed nodes stay pressed, soil that had to go is deposited
//! beside the body or compacted, and what is too steep slumps.
//!
//! All bodies were evaluated on the same field. Where two of them touch the same node, the lower one
//! presses it; deposits add up as integers. So the order of bodies does not matter, and since threads
//! only evaluate, neither does their number.

use super::Node;
use super::bed::SoilBed;
use super::deposition::Deposition;
use super::erosion::Erosion;
use super::evaluation::{FootprintWorkspace, Scratch};
use super::field::Field;
use super::footprint::Runs;
use super::print::{NodeContact, Print};
use super::tile::{TileIndex, place};
use super::{UNIT, fixed};
use std::cmp::Ordering;
use std::sync::{Mutex, PoisonError};

/// Scratch for commits.
#[derive(Debug, Default)]
pub(super) struct CommitWorkspace {
    /// Of all bodies, lent by their scratch.
    prints: Vec<Print>,
    runs: Runs,
    deposition: Deposition,
    erosion: Erosion,
    covered: Vec<Node>,
}

impl CommitWorkspace {
    /// Borrows the prints of their scratch, or gives them back.
    fn exchange(&mut self, workspaces: &mut [Mutex<FootprintWorkspace>]) {
        self.prints.resize_with(workspaces.len(), Print::default);
        for (print, workspace) in self.prints.iter_mut().zip(workspaces) {
            let workspace = workspace.get_mut().unwrap_or_else(PoisonError::into_inner);
            std::mem::swap(print, &mut workspace.print);
        }
    }
}

/// Finds tiles quickly when nodes lie close together: the last tiles, by the last bits of their keys.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor {
    found: [(TileIndex, usize); Self::SIDE * Self::SIDE],
}

impl Cursor {
    /// Tiles along a side of the square whose tiles do not push each other out. Chosen: a print
    /// covers fewer.
    const SIDE: usize = 4;

    pub(super) fn new() -> Self {
        Self { found: [(TileIndex::default(), usize::MAX); Self::SIDE * Self::SIDE] }
    }

    /// Place of a node's tile in the field, which is made if it is not there.
    #[inline]
    pub(super) fn tile(&mut self, bed: &SoilBed, field: &mut Field, node: Node) -> usize {
        let key = TileIndex::of(node);
        let (row, column) = (key.row as usize % Self::SIDE, key.column as usize % Self::SIDE);
        let slot = row * Self::SIDE + column;
        let (known, place) = self.found[slot];
        // Places move when tiles are made.
        if known == key && field.key_at(place) == Some(key) {
            return place;
        }
        self.find(bed, field, key, slot)
    }

    #[cold]
    fn find(&mut self, bed: &SoilBed, field: &mut Field, key: TileIndex, slot: usize) -> usize {
        let place = field.claim(bed, key);
        self.found[slot] = (key, place);
        place
    }
}

impl SoilBed {
    /// Takes the last evaluation of `scratch`, which must be of this field, into the field.
    pub fn commit(&self, field: &mut Field, scratch: &mut Scratch) {
        let (workspaces, shared) = scratch.parts();
        shared.exchange(workspaces);
        shared.erosion.begin(field);
        self.uncover(field, shared);
        for number in 0..shared.prints.len() {
            self.press(field, &mut shared.prints, number);
        }
        for number in 0..shared.prints.len() {
            self.push_aside(field, number, shared);
        }
        self.slump(field, shared, self.recipe().erosion_sweeps);
        shared.exchange(workspaces);
    }

    /// Lets soil that is still too steep come to rest, where no body of the last evaluation is.
    /// Returns whether all is at rest after at most so many sweeps.
    pub fn settle(&self, field: &mut Field, scratch: &mut Scratch, sweeps: u32) -> bool {
        let (workspaces, shared) = scratch.parts();
        shared.exchange(workspaces);
        shared.erosion.begin(field);
        self.slump(field, shared, sweeps);
        shared.exchange(workspaces);
        field.unsettled.is_empty()
    }

    fn slump(&self, field: &mut Field, shared: &mut CommitWorkspace, sweeps: u32) {
        let CommitWorkspace { erosion, prints, .. } = shared;
        erosion.run(self, field, sweeps, |node| holds(prints, node));
    }

    /// Nodes that a body has left forget their shear, and their surroundings may fall onto them.
    fn uncover(&self, field: &mut Field, shared: &mut CommitWorkspace) {
        let CommitWorkspace { prints, erosion, covered, .. } = shared;
        let (mut cursor, mut holder) = (Cursor::new(), 0);
        std::mem::swap(covered, &mut field.covered);
        for &node in covered.iter().filter(|node| !still_holds(prints, **node, &mut holder)) {
            let index = cursor.tile(self, field, node);
            field.tile_mut(index).forget_shear(place(node));
            erosion.wake_around(node);
        }
        std::mem::swap(covered, &mut field.covered);
        field.covered.clear();
        for print in prints.iter().filter(|print| !print.contacts.is_empty() || print.holding) {
            merge(&mut field.covered, print.marked(), covered);
        }
    }

    /// Presses the nodes of one body.
    fn press(&self, field: &mut Field, prints: &mut [Print], number: usize) {
        let mut cursor = Cursor::new();
        let (before, rest) = prints.split_at_mut(number);
        let Some((print, after)) = rest.split_first_mut() else { return };
        let others = || before.iter().chain(&*after);
        let is_alone = !others().any(|other| other.is_near(print));
        for contact in &mut print.contacts {
            let outdone = !is_alone && others().any(|other| outdoes(other, contact));
            contact.moved = if outdone { 0 } else { self.press_node(field, &mut cursor, contact) };
        }
    }

    /// Presses one node; returns how much soil has to go elsewhere.
    fn press_node(&self, field: &mut Field, cursor: &mut Cursor, contact: &NodeContact) -> i64 {
        let index = cursor.tile(self, field, contact.node);
        let at = place(contact.node);
        let tile = field.tile_mut(index);
        let before = tile.height[at];
        let level = tile.level(at);
        if contact.firm {
            if contact.yields {
                // Rounded up, so that the same load does not press it again.
                let plastic = (contact.plastic / UNIT).ceil() as i64;
                let plastic = plastic.min(level - tile.floor[at]).max(tile.plastic[at]);
                tile.plastic[at] = plastic;
                tile.firm[at] = level - plastic;
                tile.yielding[at] = contact.yielding;
            }
            tile.height[at] = tile.firm[at];
        } else {
            let stays = if contact.bears { contact.surface } else { contact.below };
            // Rounded down: what stays is what was pressed, and not less.
            let stays = (stays / UNIT).floor() as i64;
            tile.height[at] = stays.clamp(tile.firm[at], before);
        }
        tile.lower_crust(at, fixed(contact.crust.max(contact.below)));
        if contact.bears {
            tile.shear[at] = contact.shear;
            tile.path[at] = contact.path;
        }
        let displaced = before - tile.height[at];
        let share = self.soil(contact.soil).map_or(1.0, |(soil, _)| soil.compaction);
        // What a grouser pushes along is moved, not compacted.
        let pressed = contact.normal.dot(&contact.facing);
        let share = if self.recipe().held_tread { share * pressed * pressed } else { share };
        let compacted = (share * displaced as f64).round() as i64;
        field.displaced += i128::from(displaced);
        field.compacted += i128::from(compacted);
        displaced - compacted
    }

    /// Deposits what one body has pushed away, piece by piece of its print.
    fn push_aside(&self, field: &mut Field, number: usize, shared: &mut CommitWorkspace) {
        let CommitWorkspace { prints, runs, deposition, erosion, .. } = shared;
        let Some(print) = prints.get(number) else { return };
        let mut others = prints.iter().enumerate().filter(|(other, _)| *other != number);
        let is_alone = !others.any(|(_, other)| other.is_near(print));
        runs.label(print.contacts.iter().map(|contact| contact.node).enumerate());
        for piece in 0..runs.pieces() {
            let own = std::slice::from_ref(print);
            let covered = |node: Node| covers(if is_alone { own } else { prints }, node);
            deposition.find_border(self, field, runs.piece(piece), covered);
            erosion.wake(deposition.border());
            let contacts = runs.piece(piece).flat_map(|run| {
                print.contacts.iter().skip(run.contact).take((run.end - run.start + 1) as usize)
            });
            deposition.distribute(self, field, contacts.filter(|contact| contact.moved > 0));
        }
    }
}

/// Whether a body touches a node.
#[inline]
fn covers(prints: &[Print], node: Node) -> bool {
    prints.iter().any(|print| print.covers(node))
}

/// Whether a body touches a node, or holds it between its grousers.
#[inline]
fn holds(prints: &[Print], node: Node) -> bool {
    prints.iter().any(|print| print.holds(node))
}

/// The same of nodes that come in order: whoever held the last is asked first.
#[inline]
fn still_holds(prints: &[Print], node: Node, holder: &mut usize) -> bool {
    if prints.get(*holder).is_some_and(|print| print.holds(node)) {
        return true;
    }
    let found = prints.iter().position(|print| print.holds(node));
    *holder = found.unwrap_or(*holder);
    found.is_some()
}

/// Adds nodes that come in order to a list in order, by way of a spare one.
fn merge(list: &mut Vec<Node>, nodes: impl Iterator<Item = Node>, spare: &mut Vec<Node>) {
    spare.clear();
    let mut known = list.iter().copied().peekable();
    for node in nodes {
        while let Some(before) = known.next_if(|before| *before < node) {
            spare.push(before);
        }
        known.next_if_eq(&node);
        spare.push(node);
    }
    spare.extend(known);
    std::mem::swap(list, spare);
}

/// Whether a body lies lower at the node of another one's contact.
fn outdoes(print: &Print, contact: &NodeContact) -> bool {
    if !print.covers(contact.node) {
        return false;
    }
    let found = print.contacts.binary_search_by(|other| other.node.cmp(&contact.node));
    found.is_ok_and(|index| {
        let other = &print.contacts[index];
        let below = other.below.total_cmp(&contact.below);
        below.then_with(|| tie(other, contact)) == Ordering::Less
    })
}

/// An order of contacts at the same height that does not depend on the order of bodies.
fn tie(one: &NodeContact, other: &NodeContact) -> Ordering {
    let numbers = |contact: &NodeContact| {
        let [east, north] = contact.shear;
        let normal = contact.normal;
        [contact.path, contact.yielding, east, north, normal.x, normal.y]
    };
    let pairs = numbers(one).into_iter().zip(numbers(other));
    pairs.map(|(a, b)| b.total_cmp(&a)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merged_nodes_are_those_of_both_lists_once_and_in_order() {
        let nodes = |places: &[(i32, i32)]| -> Vec<Node> {
            places.iter().map(|(row, column)| Node::new(*row, *column)).collect()
        };
        let (mut list, mut spare) = (nodes(&[(0, 1), (0, 3), (2, -1)]), nodes(&[(9, 9)]));
        merge(&mut list, nodes(&[(-1, 7), (0, 3), (0, 4), (3, 0)]).into_iter(), &mut spare);
        assert_eq!(list, nodes(&[(-1, 7), (0, 1), (0, 3), (0, 4), (2, -1), (3, 0)]));
        merge(&mut list, std::iter::empty(), &mut spare);
        assert_eq!(list.len(), 6);
    }
}
