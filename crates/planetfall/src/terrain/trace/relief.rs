//! Rays over an elevation map.

use super::{CellTraversal, Hit, Ray, Span, Summits, Tracer, Triangles};
use crate::terrain::{Dem, Facet, Half, Interpolation, Outside};
use nalgebra::Vector3;

/// An elevation map with the heights that its squares reach.
pub(crate) struct Relief<'a> {
    dem: &'a Dem,
    summits: Summits,
}

/// Squares of 2³ by 2³ cells are the smallest that are remembered; smaller ones are walked through.
/// Chosen.
const FINEST_LEVEL: u32 = 3;

impl<'a> Relief<'a> {
    /// Looks at each post of the map once.
    pub(crate) fn new(dem: &'a Dem) -> Self {
        let grid = dem.grid();
        let (rows, columns) = (grid.rows() as usize - 1, grid.columns() as usize - 1);
        let side = 1 << FINEST_LEVEL;
        let (high, wide) = (rows.div_ceil(side), columns.div_ceil(side));
        let mut tops = vec![f64::NEG_INFINITY; high * wide];
        for row in 0..=rows as u32 {
            for column in 0..=columns as u32 {
                let Some(height) = dem.post(row, column) else { continue };
                // A post on a border belongs to the squares on both sides.
                for j in row.saturating_sub(1) >> FINEST_LEVEL
                    ..=(row.min(rows as u32 - 1)) >> FINEST_LEVEL
                {
                    let first = column.saturating_sub(1) >> FINEST_LEVEL;
                    for i in first..=(column.min(columns as u32 - 1)) >> FINEST_LEVEL {
                        let top = &mut tops[j as usize * wide + i as usize];
                        *top = top.max(height);
                    }
                }
            }
        }
        Self { dem, summits: Summits::new(FINEST_LEVEL, wide, tops) }
    }

    fn over_map(&self, ray: &Ray, span: Span) -> Option<Hit> {
        let course = CellTraversal::new(self.dem.grid(), ray, span)?;
        self.summits.walk(course, ray, |course, to| self.meet(ray, course, to))
    }

    /// Where a ray meets the cell that it is over.
    fn meet(&self, ray: &Ray, course: &CellTraversal<'_>, to: f64) -> Option<Hit> {
        let (row, column, grid) = (course.row, course.column, self.dem.grid());
        let post = |j: u32, i: u32| self.dem.height_of_post(row + j, column + i);
        let cell = Triangles {
            corner: grid.position(row, column),
            sides: (grid.x_spacing(), grid.y_spacing()),
            heights: [post(0, 0), post(0, 1), post(1, 0), post(1, 1)],
        };
        let (distance, normal, half) = match self.dem.interpolation() {
            Interpolation::Facets => cell.meet(ray, course.distance, to)?,
            Interpolation::Bilinear => bilinear(&cell, ray, course.distance, to)?,
        };
        Some(Hit { distance, normal, facet: Facet::Cell { row, column, half } })
    }
}

impl Tracer for Relief<'_> {
    fn ground(&self, ray: &Ray, span: Span) -> Option<Hit> {
        let Outside::Datum(datum) = self.dem.outside() else { return self.over_map(ray, span) };
        let ((west, south), (east, north)) =
            (self.dem.grid().south_west(), self.dem.grid().north_east());
        let over = span
            .between(ray.origin.x, ray.direction.x, (west, east))
            .and_then(|span| span.between(ray.origin.y, ray.direction.y, (south, north)));
        let Some(over) = over else { return datum.ground(ray, span) };
        let before = Span { from: span.from, to: over.from };
        let outer = if before.from < before.to { datum.ground(ray, before) } else { None };
        let after = Span { from: over.to, to: span.to };
        outer
            .or_else(|| self.over_map(ray, over))
            .or_else(|| if after.from < after.to { datum.ground(ray, after) } else { None })
    }
}

/// The same for the bilinear surface through the corners: the first root of a quadratic.
fn bilinear(cell: &Triangles, ray: &Ray, from: f64, to: f64) -> Option<(f64, Vector3<f64>, Half)> {
    let [sw, se, nw, ne] = cell.heights;
    let (o, d) = (ray.at(from), &ray.direction);
    let (a, b) = ((o.x - cell.corner.0) / cell.sides.0, d.x / cell.sides.0);
    let (c, e) = ((o.y - cell.corner.1) / cell.sides.1, d.y / cell.sides.1);
    let (east, north, twist) = (se - sw, nw - sw, ne - se - nw + sw);
    // Height above the surface: p + q t + r t² with t from the start on.
    let p = o.z - (sw + east * a + north * c + twist * a * c);
    let q = d.z - (east * b + north * e + twist * (a * e + b * c));
    let r = -twist * b * e;
    let t = if p <= 0.0 {
        0.0
    } else {
        let root = q * q - 4.0 * p * r;
        if root.is_nan() || root < 0.0 {
            return None;
        }
        // The sum of two numbers of one sign loses no digits.
        let sum = -0.5 * (q + root.sqrt().copysign(q));
        let (one, other) = (sum / r, p / sum);
        let first = |t: f64| if t > 0.0 { t } else { f64::INFINITY };
        first(one).min(first(other))
    };
    if t > to - from || t.is_nan() || !p.is_finite() {
        return None;
    }
    let (u, v) = (a + b * t, c + e * t);
    let rise = ((east + twist * v) / cell.sides.0, (north + twist * u) / cell.sides.1);
    let half = if v > u { Half::NorthWest } else { Half::SouthEast };
    Some((from + t, Vector3::new(-rise.0, -rise.1, 1.0).normalize(), half))
}
