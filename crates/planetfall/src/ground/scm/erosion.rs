//! Soil that is too steep slumps (eqs 12 and 13).
//!
//! Between neighbours at a distance Δ heights may differ by Δ tan φ_r, diagonally by √2 of it;
//! undisturbed cohesive soil stands in a step besides. Ground that was found steeper is held by something
//! that soil's parameters do not describe: there the limit counts from the slope as found. Of the
//! excesses e_k towards its neighbours a node gives up half of the greatest, in shares of e_k/Σe. Nodes
//! are visited tile by tile and row by row, each seeing what those before it did; only what has changed, and what is
//! around it, is visited at all. A commit makes a few sweeps; what is left is part of the field and goes
//! on at the next.

use super::bed::SoilBed;
use super::commit::Cursor;
use super::field::Field;
use super::marks::Marks;
use super::tile::{is_inner, place};
use super::{AROUND, Node};

/// Scratch for erosion.
#[derive(Debug, Default)]
pub(super) struct Erosion {
    /// Nodes to be visited in this sweep, and in the next.
    now: Marks,
    next: Marks,
}

/// A neighbour to which soil flows.
#[derive(Clone, Copy)]
struct Flow {
    excess: i64,
    tile: usize,
    at: usize,
}

impl Erosion {
    /// Begins with what the last commit has left.
    pub(super) fn begin(&mut self, field: &Field) {
        self.next.clear();
        field.unsettled.iter().for_each(|node| self.next.add(*node));
    }

    /// Nodes that may have become too steep.
    pub(super) fn wake(&mut self, nodes: &[Node]) {
        nodes.iter().for_each(|node| self.next.add(*node));
    }

    /// A node whose height has changed, and its neighbours.
    pub(super) fn wake_around(&mut self, node: Node) {
        self.next.add_around(node);
    }

    /// Sweeps until nothing flows, or so many times.
    pub(super) fn run(
        &mut self,
        bed: &SoilBed,
        field: &mut Field,
        sweeps: u32,
        covered: impl Fn(Node) -> bool,
    ) {
        for _ in 0..sweeps {
            std::mem::swap(&mut self.now, &mut self.next);
            self.next.clear();
            if self.now.is_empty() {
                break;
            }
            let (mut cursor, next) = (Cursor::new(), &mut self.next);
            self.now.each(|node| {
                if !covered(node) && slump(bed, field, &mut cursor, node, &covered) {
                    next.add_around(node);
                }
            });
        }
        field.unsettled.clear();
        let unsettled = &mut field.unsettled;
        self.next.each(|node| unsettled.push(node));
    }
}

/// Lets soil flow off one node; says whether any did.
fn slump(
    bed: &SoilBed,
    field: &mut Field,
    cursor: &mut Cursor,
    node: Node,
    covered: &impl Fn(Node) -> bool,
) -> bool {
    let mut flows = [Flow { excess: 0, tile: 0, at: 0 }; 8];
    let Some(count) = excesses(bed, field, cursor, node, covered, &mut flows) else {
        return false;
    };
    let flows = &flows[..count];
    let total: i128 = flows.iter().map(|flow| i128::from(flow.excess)).sum();
    let greatest = flows.iter().map(|flow| flow.excess).max().unwrap_or(0);
    let index = cursor.tile(bed, field, node);
    let tile = field.tile_mut(index);
    let at = place(node);
    // Half of the excess goes, to each neighbour by its share of all excesses (eq. 13).
    let gone = (greatest / 2).min(tile.height[at] - tile.floor[at]);
    if gone <= 0 {
        return false;
    }
    tile.take(at, gone);
    let mut rest = gone;
    let loosely = bed.recipe().loose_layer;
    for (number, flow) in flows.iter().enumerate() {
        let share = (i128::from(gone) * i128::from(flow.excess) / total) as i64;
        let amount = if number + 1 == flows.len() { rest } else { share };
        rest -= amount;
        field.tile_mut(flow.tile).bring(flow.at, amount, loosely);
    }
    true
}

/// By how much a node is too high over its neighbours; `None` if it is over none.
fn excesses(
    bed: &SoilBed,
    field: &mut Field,
    cursor: &mut Cursor,
    node: Node,
    covered: &impl Fn(Node) -> bool,
    flows: &mut [Flow; 8],
) -> Option<usize> {
    let index = cursor.tile(bed, field, node);
    let at = place(node);
    let tile = field.tile_at(index)?;
    let (_, derived) = bed.soil(tile.soil[at])?;
    let (height, origin) = (tile.height[at], tile.origin[at]);
    let standing = if tile.is_disturbed(at) { 0 } else { derived.standing };
    let tolerance = (derived.repose[0] / LIMIT_PER_TOLERANCE).max(1);
    let (inner, mut count) = (is_inner(node), 0);
    for (rows, columns) in AROUND {
        let other = node.shifted(rows, columns);
        let index = if inner { index } else { cursor.tile(bed, field, other) };
        let at = place(other);
        let Some(tile) = field.tile_at(index) else { continue };
        // Limit Δ tan φ_r (eq. 12), √2 of it to a diagonal neighbour.
        let steepest = derived.repose[usize::from(rows != 0 && columns != 0)] + standing;
        // What holds ground that was found steeper than that holds it still.
        let found = origin.saturating_sub(tile.origin[at]);
        let limit = if found > steepest { found.saturating_add(steepest) } else { steepest };
        let excess = height.saturating_sub(tile.height[at]).saturating_sub(limit);
        if excess > tolerance && tile.is_soil(at) && !covered(other) {
            flows[count] = Flow { excess, tile: index, at };
            count += 1;
        }
    }
    (count > 0).then_some(count)
}

/// Limit of a height difference (equation 12) over the excess that counts as none. Chosen: halving
/// (equation 13) never ends by itself.
const LIMIT_PER_TOLERANCE: i64 = 2_000_000;
