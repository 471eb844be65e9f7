//! The path of a ray over the cells of a grid, and where it meets the triangles of a cell.

use super::{Ray, Span};
use crate::math::grid::Grid;
use crate::terrain::Half;
use nalgebra::Vector3;

/// A ray on its way over a grid: which cell it is over, and since which way.
///
/// Cells are counted, not found anew from places: the next one is the neighbour beyond the border that the ray
/// crosses, so that no rounding leaves one out or goes over one twice.
#[derive(Clone, Debug)]
pub(crate) struct CellTraversal<'a> {
    grid: &'a Grid,
    ray: &'a Ray,
    /// Row of the cell.
    pub(crate) row: u32,
    /// Column of the cell.
    pub(crate) column: u32,
    /// Where the ray comes over it.
    pub(crate) distance: f64,
    to: f64,
}

impl<'a> CellTraversal<'a> {
    /// Over the part of a span that lies over the grid; none if no part does.
    pub(crate) fn new(grid: &'a Grid, ray: &'a Ray, span: Span) -> Option<Self> {
        let ((west, south), (east, north)) = (grid.south_west(), grid.north_east());
        let span = span.between(ray.origin.x, ray.direction.x, (west, east))?;
        let span = span.between(ray.origin.y, ray.direction.y, (south, north))?;
        let at = ray.at(span.from);
        let place = grid.locate(at.x.clamp(west, east), at.y.clamp(south, north))?;
        let (row, column) = (place.row, place.column);
        Some(Self { grid, ray, row, column, distance: span.from, to: span.to })
    }

    /// Where the ray leaves the square of 2^level cells in which its cell lies, or ends, and whether it leaves
    /// eastwards or westwards.
    #[inline]
    pub(crate) fn exit(&self, level: u32) -> (f64, bool) {
        let (x, y) = self.border(level);
        let (beyond_x, beyond_y) = (self.distance_to(x, 0), self.distance_to(y, 1));
        let first = if beyond_x < beyond_y { beyond_x } else { beyond_y };
        (first.max(self.distance).min(self.to), beyond_x < beyond_y)
    }

    /// Goes on to the cell beyond; false where the grid or the span ends.
    #[inline]
    pub(crate) fn leave(&mut self, level: u32, (distance, through_x): (f64, bool)) -> bool {
        if distance >= self.to {
            return false;
        }
        let (x, y) = self.border(level);
        let (sx, sy) = self.grid.cells_per_metre();
        let (west, south) = self.grid.south_west();
        let at = self.ray.at(distance);
        let (first_row, first_column) =
            ((self.row >> level) << level, (self.column >> level) << level);
        let last = (1 << level) - 1;
        let within = |place: f64, first: u32, count: u32| {
            (place.max(0.0) as u32).clamp(first, (first + last).min(count - 2))
        };
        let next =
            |border: u32, rate: f64| if rate > 0.0 { Some(border) } else { border.checked_sub(1) };
        if through_x {
            let Some(column) = next(x, self.ray.direction.x) else { return false };
            self.column = column;
            self.row = within((at.y - south) * sy, first_row, self.grid.rows());
        } else {
            let Some(row) = next(y, self.ray.direction.y) else { return false };
            self.row = row;
            self.column = within((at.x - west) * sx, first_column, self.grid.columns());
        }
        self.distance = distance;
        self.column + 1 < self.grid.columns() && self.row + 1 < self.grid.rows()
    }

    /// The column and row of posts at which the ray leaves the square.
    #[inline]
    fn border(&self, level: u32) -> (u32, u32) {
        let side = |cell: u32, rate: f64| {
            let first = (cell >> level) << level;
            if rate > 0.0 { first + (1 << level) } else { first }
        };
        (side(self.column, self.ray.direction.x), side(self.row, self.ray.direction.y))
    }

    /// The way to a column or row of posts.
    #[inline]
    fn distance_to(&self, post: u32, axis: usize) -> f64 {
        let rate = self.ray.direction[axis];
        if rate == 0.0 {
            return f64::INFINITY;
        }
        let ((x, y), origin) = (self.grid.south_west(), &self.ray.origin);
        let spacing = [self.grid.x_spacing(), self.grid.y_spacing()][axis];
        ([x, y][axis] + f64::from(post) * spacing - origin[axis]) / rate
    }
}

/// A cell of two triangles: its south-western corner, its sides and the heights of its corners (south-west,
/// south-east, north-west, north-east), m.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Triangles {
    pub(crate) corner: (f64, f64),
    pub(crate) sides: (f64, f64),
    pub(crate) heights: [f64; 4],
}

impl Triangles {
    /// Where a ray comes down to the cell between two ways at which it is over it, or the first way if it is
    /// below there; with the unit normal there and which half it is. A triangle without a height is not there.
    pub(crate) fn meet(&self, ray: &Ray, from: f64, to: f64) -> Option<(f64, Vector3<f64>, Half)> {
        let (o, d) = (&ray.origin, &ray.direction);
        // u = a + b t from west to east, v = c + e t from south to north, each from 0 to 1.
        let (a, b) = ((o.x - self.corner.0) / self.sides.0, d.x / self.sides.0);
        let (c, e) = ((o.y - self.corner.1) / self.sides.1, d.y / self.sides.1);
        let diagonal = (a - c) / (e - b);
        let parts = match from < diagonal && diagonal < to {
            true => [(from, diagonal), (diagonal, to)],
            false => [(from, to), (to, from)],
        };
        for (start, end) in parts {
            if start > end {
                break;
            }
            let middle = 0.5 * (start + end);
            let half = match c + e * middle > a + b * middle {
                true => Half::NorthWest,
                false => Half::SouthEast,
            };
            let (east, north) = self.rises(half);
            let base = o.z - self.heights[0] - east * a - north * c;
            let rate = d.z - east * b - north * e;
            let (above, at_end) = (base + rate * start, base + rate * end);
            let distance = if above <= 0.0 {
                start
            } else if at_end <= 0.0 {
                (-base / rate).clamp(start, end)
            } else {
                continue;
            };
            let slope = Vector3::new(-east / self.sides.0, -north / self.sides.1, 1.0);
            return Some((distance, slope.normalize(), half));
        }
        None
    }

    /// By how much a half rises from side to side, m.
    #[inline]
    fn rises(&self, half: Half) -> (f64, f64) {
        let [sw, se, nw, ne] = self.heights;
        match half {
            Half::NorthWest => (ne - nw, nw - sw),
            Half::SouthEast => (se - sw, ne - se),
        }
    }
}
