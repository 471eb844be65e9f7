//! A set of nodes as bits of tiles: marking costs no search but for the tile, and the set is walked
//! in one order whatever the order of marking.

use super::Node;
use super::tile::{SIDE, TileIndex, is_inner};

/// A set of nodes.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    /// Rows of bits, in the order of their tiles.
    tiles: Vec<(TileIndex, [u32; SIDE as usize])>,
    /// Where the last tile was found.
    last: usize,
}

impl Marks {
    pub(super) fn clear(&mut self) {
        self.tiles.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// Adds a node.
    #[inline]
    pub(super) fn add(&mut self, node: Node) {
        let rows = self.rows(TileIndex::of(node));
        rows[(node.row & (SIDE - 1)) as usize] |= 1 << (node.column & (SIDE - 1));
    }

    /// Adds a node and the eight around it.
    #[inline]
    pub(super) fn add_around(&mut self, node: Node) {
        if is_inner(node) {
            let (row, column) = (node.row & (SIDE - 1), node.column & (SIDE - 1));
            let rows = self.rows(TileIndex::of(node));
            for row in row - 1..=row + 1 {
                rows[row as usize] |= 7 << (column - 1);
            }
        } else {
            for row in -1..=1 {
                for column in -1..=1 {
                    self.add(node.shifted(row, column));
                }
            }
        }
    }

    /// Calls `visit` with each node: tile by tile, row by row.
    pub(super) fn each(&self, mut visit: impl FnMut(Node)) {
        for (key, rows) in &self.tiles {
            let first = key.first();
            for (row, bits) in rows.iter().enumerate() {
                let mut bits = *bits;
                while bits != 0 {
                    visit(first.shifted(row as i32, bits.trailing_zeros() as i32));
                    bits &= bits - 1;
                }
            }
        }
    }

    #[inline]
    fn rows(&mut self, key: TileIndex) -> &mut [u32; SIDE as usize] {
        if self.tiles.get(self.last).is_none_or(|(other, _)| *other != key) {
            self.last = match self.tiles.binary_search_by(|(other, _)| other.cmp(&key)) {
                Ok(index) => index,
                Err(index) => {
                    self.tiles.insert(index, (key, [0; SIDE as usize]));
                    index
                }
            };
        }
        &mut self.tiles[self.last].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn nodes_are_walked_once_each_in_an_order_that_marking_does_not_change() {
        let nodes: Vec<Node> =
            (0..200).map(|k| Node::new((k * 37) % 71 - 35, (k * 53) % 97 - 48)).collect();
        let walk = |nodes: &[Node]| {
            let mut marks = Marks::default();
            nodes.iter().for_each(|node| marks.add_around(*node));
            let mut found = Vec::new();
            marks.each(|node| found.push(node));
            found
        };
        let found = walk(&nodes);
        let turned: Vec<Node> = nodes.iter().rev().copied().collect();
        assert_eq!(found, walk(&turned));
        let around = |node: &Node| {
            let node = *node;
            (0..9).map(move |k| node.shifted(k / 3 - 1, k % 3 - 1))
        };
        let expected: BTreeSet<Node> = nodes.iter().flat_map(around).collect();
        assert_eq!(found.len(), expected.len());
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
    }
}
