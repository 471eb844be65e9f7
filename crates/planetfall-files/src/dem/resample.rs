//! Cutting a map and laying it on another spacing.
//!
//! Neither invents ground: a new post that would lean on a post without data has none itself.

use super::error::{DemError, Problem};
use super::file::{Window, ranges};
use super::georeference::Georeference;
use super::map::{ElevationMap, check_size};

/// How heights between posts are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resampling {
    /// The height of the nearest post; to a whole multiple of the spacing this picks every n-th.
    Nearest,
    /// The bilinear mean of the four posts around.
    Bilinear,
}

/// A place closer to a post than this fraction of the spacing is that post: round-off.
const ON_POST: f64 = 1e-9;

impl ElevationMap {
    /// The part of the map within a rectangle, all posts on or inside its edges; centre in m east
    /// and north of the south-west post, size from edge to edge. What lies outside the map is left
    /// out.
    pub fn window(&self, centre_m: [f64; 2], size_m: [f64; 2]) -> Result<Self, DemError> {
        let spacing = [self.spacing_east_m(), self.spacing_north_m()];
        let window = Window { centre_m, size_m };
        let [(west, columns), (south, rows)] =
            ranges(&window, spacing, [self.columns(), self.rows()])
                .map_err(|problem| self.problem(problem))?;
        let heights = (south..south + rows)
            .flat_map(|row| (west..west + columns).map(move |column| self.raw(row, column)))
            .collect();
        let georeference = self.shifted(west, south);
        Self::new([rows, columns], heights, spacing, georeference, self.source())
    }

    /// The same ground with posts `spacing_m` apart both ways, beginning at the south-west post.
    ///
    /// Going to a coarser spacing picks heights and does not average them: rocks and ripples
    /// between the new posts are lost, and those under them are kept.
    pub fn resampled(&self, spacing_m: f64, how: Resampling) -> Result<Self, DemError> {
        if !(spacing_m.is_finite() && spacing_m > 0.0) {
            return Err(self.problem(Problem::not_positive("spacing_m", spacing_m)));
        }
        let count = |length: f64| (length / spacing_m + ON_POST).floor() + 1.0;
        let (rows, columns) = (count(self.depth_m()), count(self.width_m()));
        let limit = super::Options::default().max_posts;
        check_size(rows as u64, columns as u64, limit).map_err(|problem| self.problem(problem))?;
        let (rows, columns) = (rows as usize, columns as usize);
        let mut heights = Vec::with_capacity(rows * columns);
        for row in 0..rows {
            let north = row as f64 * spacing_m / self.spacing_north_m();
            for column in 0..columns {
                let east = column as f64 * spacing_m / self.spacing_east_m();
                heights.push(match how {
                    Resampling::Nearest => self.nearest(east, north),
                    Resampling::Bilinear => self.bilinear(east, north),
                });
            }
        }
        let georeference = self.georeference().clone();
        Self::new([rows, columns], heights, [spacing_m; 2], georeference, self.source())
    }

    fn shifted(&self, west: usize, south: usize) -> Georeference {
        let mut georeference = self.georeference().clone();
        georeference.south_west_m[0] += west as f64 * self.spacing_east_m();
        georeference.south_west_m[1] += south as f64 * self.spacing_north_m();
        georeference
    }

    fn nearest(&self, east: f64, north: f64) -> f64 {
        let column = (east.round() as usize).min(self.columns() - 1);
        self.raw((north.round() as usize).min(self.rows() - 1), column)
    }

    fn bilinear(&self, east: f64, north: f64) -> f64 {
        let (column, u) = split(east, self.columns());
        let (row, v) = split(north, self.rows());
        let corners = [
            (row, column, (1.0 - u) * (1.0 - v)),
            (row, column + 1, u * (1.0 - v)),
            (row + 1, column, (1.0 - u) * v),
            (row + 1, column + 1, u * v),
        ];
        // A corner of no weight may lack data, or lie outside the map at its last row or column.
        corners
            .into_iter()
            .filter(|(_, _, weight)| *weight > 0.0)
            .map(|(row, column, weight)| weight * self.raw(row, column))
            .sum()
    }
}

/// First post and number of posts of an interval; `None` if fewer than two.
pub(super) fn range(centre: f64, size: f64, spacing: f64, posts: usize) -> Option<(usize, usize)> {
    let first = ((centre - 0.5 * size) / spacing - ON_POST).ceil().max(0.0);
    let last = ((centre + 0.5 * size) / spacing + ON_POST).floor().min((posts - 1) as f64);
    (last >= first + 1.0).then(|| (first as usize, (last - first) as usize + 1))
}

/// Post at or before a place in units of the spacing, and the fraction beyond it.
fn split(place: f64, posts: usize) -> (usize, f64) {
    let whole = place.round();
    if (place - whole).abs() < ON_POST {
        return ((whole as usize).min(posts - 1), 0.0);
    }
    let floor = place.floor();
    ((floor as usize).min(posts - 1), place - floor)
}
