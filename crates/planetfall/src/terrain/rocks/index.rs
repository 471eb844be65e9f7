//! Which rocks are near a place: a uniform grid of cells over all rocks, each with the numbers of
//! the rocks that reach into it, in rising order.
//!
//! The side of a cell is the root mean square of the rocks' sides, or more where the rocks are few
//! for the area. Then the sum over rocks of covered cells is at most a fixed multiple of their
//! number, whatever the mixture of sizes, and so is the number of cells: memory is linear, and an
//! evenly strewn field costs the same per question for ten or for a hundred thousand rocks.

use crate::math::grid::{CellPoint, Grid, GridError};
use crate::terrain::trace::{CellTraversal, Ray, Span, Summits};
use nalgebra::Vector2;

/// Rectangle of a rock: south-western and north-eastern corner, m.
pub(super) type Bounds = (Vector2<f64>, Vector2<f64>);

/// Numbers of rocks by cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Index {
    cells: Grid,
    /// Where each cell's numbers begin in `rocks`, and where the last one's end.
    starts: Vec<u32>,
    rocks: Vec<u32>,
}

impl Index {
    /// An index of rectangles; `None` if there are none, an error if they lie at no sensible place.
    pub(super) fn new(bounds: &[Bounds]) -> Result<Option<Self>, GridError> {
        let Some((first, rest)) = bounds.split_first() else { return Ok(None) };
        let whole = rest.iter().fold(*first, |(low, high), (a, b)| (low.inf(a), high.sup(b)));
        let cells = cells(whole, bounds)?;
        let width = cells.columns() as usize - 1;
        let count = width * (cells.rows() as usize - 1);
        let mut starts = vec![0u32; count + 1];
        for rectangle in bounds {
            for cell in covered(&cells, rectangle) {
                starts[cell + 1] += 1;
            }
        }
        for cell in 0..count {
            starts[cell + 1] += starts[cell];
        }
        let mut next = starts.clone();
        let mut rocks = vec![0; starts[count] as usize];
        for (rock, rectangle) in bounds.iter().enumerate() {
            for cell in covered(&cells, rectangle) {
                rocks[next[cell] as usize] = rock as u32;
                next[cell] += 1;
            }
        }
        Ok(Some(Self { cells, starts, rocks }))
    }

    /// Numbers of the rocks whose rectangle may hold a place.
    #[inline]
    pub(super) fn near(&self, x: f64, y: f64) -> &[u32] {
        let Some(place) = self.cells.locate(x, y) else { return &[] };
        let cell = number(&self.cells, place.row, place.column);
        &self.rocks[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }
}

impl Index {
    /// The path of a ray over the cells.
    pub(super) fn course<'a>(&'a self, ray: &'a Ray, span: Span) -> Option<CellTraversal<'a>> {
        CellTraversal::new(&self.cells, ray, span)
    }

    /// The rocks that reach into a cell.
    #[inline]
    pub(super) fn cell(&self, row: u32, column: u32) -> &[u32] {
        let cell = number(&self.cells, row, column);
        &self.rocks[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// How high the rocks reach over the cells, if each has such a top.
    pub(super) fn summits(&self, top: impl Fn(u32) -> f64) -> Summits {
        let of = |ends: &[u32]| {
            let rocks = &self.rocks[ends[0] as usize..ends[1] as usize];
            rocks.iter().map(|rock| top(*rock)).fold(f64::NEG_INFINITY, f64::max)
        };
        let tops = self.starts.windows(2).map(of).collect();
        Summits::new(0, self.cells.columns() as usize - 1, tops)
    }

    /// Visits the numbers of the rocks whose rectangles may reach into a rectangle, each once, cell
    /// by cell. `bounds` are those with which the index was made.
    pub(super) fn each_in(
        &self,
        (low, high): &Bounds,
        bounds: impl Fn(u32) -> Bounds,
        mut visit: impl FnMut(u32),
    ) {
        let Some((first, last)) = self.cells_of(low, high) else { return };
        for row in first.row..=last.row {
            for column in first.column..=last.column {
                let cell = number(&self.cells, row, column);
                let (from, to) = (self.starts[cell] as usize, self.starts[cell + 1] as usize);
                for rock in &self.rocks[from..to] {
                    // A rock in several of the cells is visited in the first.
                    let corner = bounds(*rock).0;
                    let begins = self.cells.locate(corner.x, corner.y);
                    let is_first = begins.is_none_or(|place| {
                        row == place.row.max(first.row) && column == place.column.max(first.column)
                    });
                    if is_first {
                        visit(*rock);
                    }
                }
            }
        }
    }

    /// First and last cell that a rectangle touches; `None` if it lies beside all of them.
    fn cells_of(&self, low: &Vector2<f64>, high: &Vector2<f64>) -> Option<(CellPoint, CellPoint)> {
        let ((west, south), (east, north)) = (self.cells.south_west(), self.cells.north_east());
        if low.x > east || high.x < west || low.y > north || high.y < south {
            return None;
        }
        let inside =
            |v: &Vector2<f64>| self.cells.locate(v.x.clamp(west, east), v.y.clamp(south, north));
        inside(low).zip(inside(high))
    }
}

/// A grid of square cells over all rectangles.
fn cells((low, high): Bounds, bounds: &[Bounds]) -> Result<Grid, GridError> {
    let span = high - low;
    let count = bounds.len() as f64;
    let squares: f64 = bounds.iter().map(|(a, b)| 0.5 * (b - a).norm_squared()).sum();
    let side = (squares / count).sqrt();
    // A long row of rocks needs few cells across; the bound along it is by length, not by area.
    let side = side.max((span.x * span.y / (4.0 * count)).sqrt()).max(span.max() / (4.0 * count));
    let posts = |length: f64| (length / side).floor() as u32 + 2;
    // A hair more than the rocks need, so that none of their places is lost to round-off.
    let origin = (low.x - 1e-6 * side, low.y - 1e-6 * side);
    Grid::new(origin, (side, side), (posts(span.y) + 1, posts(span.x) + 1))
}

/// Numbers of the cells that a rectangle touches.
fn covered<'a>(cells: &'a Grid, (low, high): &Bounds) -> impl Iterator<Item = usize> + use<'a> {
    let corners = cells.locate(low.x, low.y).zip(cells.locate(high.x, high.y));
    corners.into_iter().flat_map(move |(south_west, north_east)| {
        (south_west.row..=north_east.row).flat_map(move |row| {
            (south_west.column..=north_east.column).map(move |column| number(cells, row, column))
        })
    })
}

#[inline]
fn number(cells: &Grid, row: u32, column: u32) -> usize {
    row as usize * (cells.columns() as usize - 1) + column as usize
}
