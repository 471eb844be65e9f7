//! The triangles of a map near a box.

use super::{Dem, Facet, Half, Piece};
use nalgebra::Vector3;

impl Dem {
    /// Appends the triangles that reach into an upright box, from south-west to north-east. Those
    /// without data are left out.
    pub(super) fn facets(&self, low: &Vector3<f64>, high: &Vector3<f64>, out: &mut Vec<Piece>) {
        let ((west, south), (east, north)) = (self.grid.south_west(), self.grid.north_east());
        let inside = |x: f64, y: f64| self.grid.locate(x.clamp(west, east), y.clamp(south, north));
        let (Some(first), Some(last)) = (inside(low.x, low.y), inside(high.x, high.y)) else {
            return;
        };
        for row in first.row..=last.row {
            for column in first.column..=last.column {
                self.halves(row, column, low, high, out);
            }
        }
    }

    fn halves(
        &self,
        row: u32,
        column: u32,
        low: &Vector3<f64>,
        high: &Vector3<f64>,
        out: &mut Vec<Piece>,
    ) {
        let corner = |row: u32, column: u32| {
            let (x, y) = self.grid.position(row, column);
            Vector3::new(x, y, self.height_of_post(row, column))
        };
        let (south_west, north_east) = (corner(row, column), corner(row + 1, column + 1));
        for half in [Half::SouthEast, Half::NorthWest] {
            let corners = match half {
                Half::SouthEast => [south_west, corner(row, column + 1), north_east],
                Half::NorthWest => [south_west, north_east, corner(row + 1, column)],
            };
            let [a, b, c] = corners.map(|corner| corner.z);
            // Not true of a height that is missing.
            if a.min(b).min(c) <= high.z && a.max(b).max(c) >= low.z && (a + b + c).is_finite() {
                out.push(Piece::Triangle { corners, facet: Facet::Cell { row, column, half } });
            }
        }
    }
}
