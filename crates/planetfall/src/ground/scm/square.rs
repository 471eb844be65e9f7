//! The surface of moved soil, as it is seen.

use super::bed::SoilBed;
use super::field::Field;
use super::tile::{ABSENT, SIDE, Tile, TileIndex, place};
use super::{Node, metres};

/// Heights of a square of soil in which something moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Square {
    /// Which square: its first node has this many times [`Self::SIDE`] rows.
    pub row: i32,
    /// The same of columns.
    pub column: i32,
    /// Heights of its nodes and of the first of the squares beyond, row by row from the south-west, m; not a
    /// number where the terrain ends.
    pub heights: Vec<f64>,
    /// The greatest of them, m.
    pub top: f64,
}

impl Square {
    /// Cells along a side.
    pub const SIDE: usize = SIDE as usize;
}

impl Field {
    /// Squares in which soil is not where it was found, in the order of their rows and columns.
    pub fn squares(&self, bed: &SoilBed) -> Vec<Square> {
        let moved =
            |tile: &Tile| tile.height.iter().zip(&tile.origin).any(|(now, then)| now != then);
        let tiles = (0..self.tiles().0).filter_map(|at| self.key_at(at).zip(self.tile_at(at)));
        tiles
            .filter(|(_, tile)| moved(tile))
            .map(|(key, tile)| self.square(bed, key, tile))
            .collect()
    }

    fn square(&self, bed: &SoilBed, key: TileIndex, tile: &Tile) -> Square {
        let first = key.first();
        let seen = |tile: &Tile, node: Node| match tile.soil[place(node)] {
            ABSENT => f64::NAN,
            _ => metres(tile.height[place(node)]),
        };
        let height = |row: i32, column: i32| {
            let node = first.shifted(row, column);
            if row < SIDE && column < SIDE {
                return seen(tile, node);
            }
            match self.tile(TileIndex::of(node)) {
                Some(beyond) => seen(beyond, node),
                None => {
                    let (x, y) = bed.place(node);
                    bed.terrain().height(x, y).unwrap_or(f64::NAN)
                }
            }
        };
        let heights: Vec<f64> = (0..=SIDE)
            .flat_map(|row| (0..=SIDE).map(move |column| (row, column)))
            .map(|(row, column)| height(row, column))
            .collect();
        let top = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Square { row: key.row, column: key.column, heights, top }
    }
}
