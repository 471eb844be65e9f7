//! The rectangle of nodes under a body: heights of the soil side by side, whatever tiles they come
//! from. Tiles that nothing has touched are sampled from the terrain and kept for the next time.

use super::bed::{INDEX_LIMIT, SoilBed};
use super::field::Field;
use super::tile::{SIDE, Tile, TileIndex, place};
use super::{Node, metres};
use std::sync::Arc;

/// A rectangle of nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rect {
    /// South-western node.
    pub(super) first: Node,
    pub(super) rows: i32,
    pub(super) columns: i32,
}

/// Heights of a rectangle.
#[derive(Debug, Default)]
pub(super) struct HeightWindow {
    pub(super) rect: Rect,
    /// m, row by row.
    pub(super) heights: Vec<f64>,
    /// The highest of them, m.
    pub(super) top: f64,
    /// The tiles of the rectangle, row by row.
    sources: Vec<TileSource>,
    tile_columns: i32,
    /// Tiles that nothing has touched, by age.
    fresh: Vec<(TileIndex, Arc<Tile>)>,
    /// Which of them is replaced next.
    oldest: usize,
}

#[derive(Clone, Copy, Debug)]
enum TileSource {
    /// A tile of the field, by its place.
    Field(usize),
    /// A tile of `fresh`.
    Fresh(usize),
}

/// Most nodes under one body: more is a mistake in the spacing. Chosen: four million, a square of 2000
/// nodes.
pub(super) const NODE_LIMIT: i64 = 4_000_000;

impl Rect {
    /// The nodes within a rectangle (m), or `None` if they are too many or too far to be counted.
    #[inline]
    pub(super) fn within(spacing: f64, x: (f64, f64), y: (f64, f64)) -> Option<Self> {
        let bounds = [x.0, x.1, y.0, y.1].map(|edge| edge / spacing);
        if !bounds.iter().all(|bound| bound.abs() < INDEX_LIMIT) {
            return None;
        }
        let [west, east, south, north] = bounds;
        let (column, row) = (-floor(-west), -floor(-south));
        let columns = (floor(east) - column + 1).max(0);
        let rows = (floor(north) - row + 1).max(0);
        let fits = i64::from(rows) * i64::from(columns) <= NODE_LIMIT;
        fits.then_some(Self { first: Node::new(row, column), rows, columns })
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.rows == 0 || self.columns == 0
    }

    /// The part that lies in another rectangle, too.
    pub(super) fn clipped(&self, other: &Self) -> Self {
        let row = self.first.row.max(other.first.row);
        let column = self.first.column.max(other.first.column);
        let last_row = (self.first.row + self.rows).min(other.first.row + other.rows);
        let last_column =
            (self.first.column + self.columns).min(other.first.column + other.columns);
        Self {
            first: Node::new(row, column),
            rows: (last_row - row).max(0),
            columns: (last_column - column).max(0),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.rows as usize * self.columns as usize
    }
}

/// The greatest whole number that is not above a number of less than [`INDEX_LIMIT`]: without the call that
/// `f64::floor` is on processors of any age.
#[inline]
fn floor(number: f64) -> i32 {
    let whole = number as i32;
    whole - i32::from(f64::from(whole) > number)
}

impl HeightWindow {
    /// Looks at a rectangle of the field under a body whose lowest point has a height, m. Where all tiles lie
    /// lower no node is looked at: `top` is their bound then.
    pub(super) fn gather(&mut self, bed: &SoilBed, field: &Field, rect: Rect, bottom: f64) {
        self.rect = rect;
        self.top = f64::NEG_INFINITY;
        self.heights.clear();
        self.sources.clear();
        if rect.is_empty() {
            return;
        }
        let from = TileIndex::of(rect.first);
        let to = TileIndex::of(rect.first.shifted(rect.rows - 1, rect.columns - 1));
        self.tile_columns = to.column - from.column + 1;
        // Fresh tiles of this rectangle must not push each other out.
        let tiles = (self.tile_columns * (to.row - from.row + 1)) as usize;
        for row in from.row..=to.row {
            for column in from.column..=to.column {
                let key = TileIndex { row, column };
                let source = match field.find(key) {
                    Some(index) => TileSource::Field(index),
                    None => TileSource::Fresh(self.fresh_tile(bed, key, tiles)),
                };
                self.sources.push(source);
            }
        }
        let tops = self.sources.iter().filter_map(|source| self.resolve(field, *source));
        let bound = metres(tops.map(|tile| tile.top.0).max().unwrap_or(i64::MIN));
        if bottom >= bound {
            self.top = bound;
            return;
        }
        self.heights.resize(rect.len(), 0.0);
        let keys = (from.row..=to.row)
            .flat_map(|row| (from.column..=to.column).map(move |column| TileIndex { row, column }));
        for (number, key) in keys.enumerate() {
            self.copy(field, key, self.sources[number]);
        }
    }

    /// The tile of a node of the rectangle.
    #[inline]
    pub(super) fn tile<'a>(&'a self, field: &'a Field, node: Node) -> Option<&'a Tile> {
        let (from, key) = (TileIndex::of(self.rect.first), TileIndex::of(node));
        let index = (key.row - from.row) * self.tile_columns + key.column - from.column;
        let source = *self.sources.get(usize::try_from(index).ok()?)?;
        self.resolve(field, source)
    }

    #[inline]
    fn resolve<'a>(&'a self, field: &'a Field, source: TileSource) -> Option<&'a Tile> {
        match source {
            TileSource::Field(index) => field.tile_at(index),
            TileSource::Fresh(index) => self.fresh.get(index).map(|(_, tile)| &**tile),
        }
    }

    fn fresh_tile(&mut self, bed: &SoilBed, key: TileIndex, tiles: usize) -> usize {
        if let Some(index) = self.fresh.iter().position(|(other, _)| *other == key) {
            return index;
        }
        let tile = (key, Arc::new(Tile::fresh(bed, key)));
        if self.fresh.len() < 2 * tiles + SPARE_TILES {
            self.fresh.push(tile);
            return self.fresh.len() - 1;
        }
        let used = |index: usize| {
            self.sources.iter().any(|source| matches!(source, TileSource::Fresh(i) if *i == index))
        };
        let count = self.fresh.len();
        let next = (0..count).map(|k| (self.oldest + k) % count).find(|index| !used(*index));
        let index = next.unwrap_or(self.oldest);
        self.oldest = (index + 1) % count;
        self.fresh[index] = tile;
        index
    }

    fn copy(&mut self, field: &Field, key: TileIndex, source: TileSource) {
        let first = key.first();
        let whole = Rect { first, rows: SIDE, columns: SIDE };
        let part = self.rect.clipped(&whole);
        let tile = match source {
            TileSource::Field(index) => field.tile_at(index),
            TileSource::Fresh(index) => self.fresh.get(index).map(|(_, tile)| &**tile),
        };
        let Some(tile) = tile else { return };
        let mut top = self.top;
        for row in part.first.row..part.first.row + part.rows {
            let from = place(Node::new(row, part.first.column));
            let offset = (row - self.rect.first.row) as usize * self.rect.columns as usize;
            let to = offset + (part.first.column - self.rect.first.column) as usize;
            let count = part.columns as usize;
            let (into, heights) =
                (&mut self.heights[to..to + count], &tile.height[from..from + count]);
            for (into, height) in into.iter_mut().zip(heights) {
                *into = metres(*height);
                top = top.max(*into);
            }
        }
        self.top = top;
    }
}

/// Untouched tiles that are kept beyond those of two rectangles. Chosen.
const SPARE_TILES: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rectangle_has_the_nodes_on_its_edges() {
        let rect = Rect::within(0.5, (-1.0, 1.2), (-0.7, 0.5)).unwrap();
        assert_eq!(rect, Rect { first: Node::new(-1, -2), rows: 3, columns: 5 });
        for k in -4000..4000 {
            let number = f64::from(k) * 0.25;
            assert_eq!(floor(number), number.floor() as i32, "{number}");
        }
        assert!(Rect::within(0.5, (0.2, 0.3), (0.0, 1.0)).unwrap().is_empty());
        assert_eq!(Rect::within(1e-9, (0.0, 2.0), (0.0, 1.0)), None);
    }
}
