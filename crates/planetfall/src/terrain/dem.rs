//! An elevation map: heights of posts on a regular grid.
//!
//! Each cell is two flat triangles, divided by the diagonal from its south-western to its
//! north-eastern post (docs/theory/terrain.md, eqs 6-7). Their normals are exact and jump at the
//! edges; nothing is smoothed. A bilinear surface is there for who asks for it: then the gap is
//! counted from the tangent plane under the point. A post without a height is NaN, and the facets
//! that need it have no ground.

use super::error::TerrainError;
use super::trace::{Relief, Tracer};
use super::{Datum, Extent, Facet, Half, NoGround, Piece, SurfaceQuery, Terrain};
use crate::math::grid::{CellPoint, Grid};
use crate::math::real;
use nalgebra::Vector3;

mod facets;
mod slope;

pub use slope::SlopeStatistics;

/// Heights of posts, row by row from the south-western post; NaN where there is no data.
#[derive(Clone, Debug, PartialEq)]
pub enum Heights {
    /// Four bytes a post.
    Single(Vec<f32>),
    /// Eight bytes a post.
    Double(Vec<f64>),
}

/// How the surface runs between posts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Interpolation {
    /// Two flat triangles per cell.
    #[default]
    Facets,
    /// The bilinear surface through the four posts of a cell.
    Bilinear,
}

/// What lies outside the map.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Outside {
    /// Nothing: to ask is an error.
    #[default]
    Error,
    /// The datum sphere.
    Datum(Datum),
}

/// An elevation map.
#[derive(Clone, Debug, PartialEq)]
pub struct Dem {
    grid: Grid,
    heights: Heights,
    interpolation: Interpolation,
    outside: Outside,
}

/// Height and gradient of the surface at a place.
struct Patch {
    height: f64,
    slope_east: f64,
    slope_north: f64,
}

impl Heights {
    /// Number of posts.
    pub fn len(&self) -> usize {
        match self {
            Self::Single(heights) => heights.len(),
            Self::Double(heights) => heights.len(),
        }
    }

    /// Whether there is no post.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    fn get(&self, post: usize) -> f64 {
        match self {
            Self::Single(heights) => heights.get(post).map_or(f64::NAN, |&h| f64::from(h)),
            Self::Double(heights) => heights.get(post).copied().unwrap_or(f64::NAN),
        }
    }

    fn iter(&self) -> impl Iterator<Item = f64> + '_ {
        (0..self.len()).map(|post| self.get(post))
    }
}

impl Dem {
    /// A map with flat facets that ends at its edge.
    pub fn new(grid: Grid, heights: Heights) -> Result<Self, TerrainError> {
        if heights.len() != grid.posts() {
            return Err(TerrainError::HeightCount {
                rows: grid.rows(),
                columns: grid.columns(),
                expected: grid.posts(),
                found: heights.len(),
            });
        }
        if let Some(post) = heights.iter().position(f64::is_infinite) {
            let columns = grid.columns() as usize;
            return Err(TerrainError::InfiniteHeight {
                row: (post / columns) as u32,
                column: (post % columns) as u32,
            });
        }
        if heights.iter().all(f64::is_nan) {
            return Err(TerrainError::NoPostHasData);
        }
        Ok(Self {
            grid,
            heights,
            interpolation: Interpolation::default(),
            outside: Outside::default(),
        })
    }

    /// The same map with another surface between posts.
    pub fn with_interpolation(self, interpolation: Interpolation) -> Self {
        Self { interpolation, ..self }
    }

    /// The same map with something else outside.
    pub fn with_outside(self, outside: Outside) -> Self {
        Self { outside, ..self }
    }

    /// The same map with four bytes a post, half the memory.
    pub fn in_single_precision(self) -> Self {
        let heights = match self.heights {
            Heights::Double(heights) => {
                Heights::Single(heights.into_iter().map(|h| h as f32).collect())
            }
            single => single,
        };
        Self { heights, ..self }
    }

    /// Where the posts stand.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Height of a post, m; `None` if it has no data or does not exist.
    pub fn post(&self, row: u32, column: u32) -> Option<f64> {
        if row >= self.grid.rows() || column >= self.grid.columns() {
            return None;
        }
        Some(self.height_of_post(row, column)).filter(|height| height.is_finite())
    }

    /// Lowest and highest post, m.
    pub fn height_range(&self) -> (f64, f64) {
        let known = self.heights.iter().filter(|height| height.is_finite());
        known.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), h| (low.min(h), high.max(h)))
    }

    /// Number of posts without data.
    pub fn posts_without_data(&self) -> usize {
        self.heights.iter().filter(|height| height.is_nan()).count()
    }

    /// The map in the site frame when its heights are elevations above a datum sphere: a post lies
    /// lower by the way the sphere falls away from the tangent plane. Posts beyond the limb lose
    /// their data.
    pub fn on_datum(&self, datum: &Datum) -> Result<Self, TerrainError> {
        self.with_posts(self.grid, |row, column| {
            let (x, y) = self.grid.position(row, column);
            datum.height_of(x, y, self.height_of_post(row, column))
        })
    }

    /// The map with posts at another spacing, m, over the same ground from the same south-western
    /// post. New posts take the height of the surface under them; nothing is averaged, so posts set
    /// wider apart lose what lay between them. A post whose facet has no data has none.
    pub fn resampled(&self, x_spacing: f64, y_spacing: f64) -> Result<Self, TerrainError> {
        let ((west, south), (east, north)) = (self.grid.south_west(), self.grid.north_east());
        let posts = |length: f64, spacing: f64| (length / spacing + 1e-9).floor() + 1.0;
        let (rows, columns) = (posts(north - south, y_spacing), posts(east - west, x_spacing));
        if rows * columns > POST_LIMIT {
            return Err(TerrainError::TooMany {
                what: "posts of an elevation map",
                found: rows * columns,
                limit: POST_LIMIT,
            });
        }
        // A spacing that is no number or not positive gives no posts, and the grid refuses it.
        let shape = (rows as u32, columns as u32);
        let grid = Grid::new((west, south), (x_spacing, y_spacing), shape)?;
        self.with_posts(grid, |row, column| {
            let (x, y) = grid.position(row, column);
            self.height(x.min(east), y.min(north)).ok()
        })
    }

    /// Slope of a facet, rad; `None` if it has no data or does not exist.
    pub fn slope_at(&self, row: u32, column: u32, half: Half) -> Option<f64> {
        if row >= self.grid.rows() - 1 || column >= self.grid.columns() - 1 {
            return None;
        }
        let patch = self.triangle(CellPoint { row, column, u: 0.0, v: 0.0 }, half);
        let steepness = patch.slope_east * patch.slope_east + patch.slope_north * patch.slope_north;
        steepness.is_finite().then(|| real::atan2(steepness.sqrt(), 1.0))
    }

    /// Statistics of the slopes of all facets with data; `None` if there is no such facet.
    pub fn slope_statistics(&self) -> Option<SlopeStatistics> {
        SlopeStatistics::of(self)
    }

    /// A map of the same kind on another grid.
    fn with_posts(
        &self,
        grid: Grid,
        height: impl Fn(u32, u32) -> Option<f64>,
    ) -> Result<Self, TerrainError> {
        let columns = grid.columns();
        let posts = (0..grid.rows()).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let all = posts.map(|(row, column)| height(row, column).unwrap_or(f64::NAN));
        let heights = match self.heights {
            Heights::Single(_) => Heights::Single(all.map(|h| h as f32).collect()),
            Heights::Double(_) => Heights::Double(all.collect()),
        };
        Ok(Self::new(grid, heights)?
            .with_interpolation(self.interpolation)
            .with_outside(self.outside))
    }

    pub(super) fn interpolation(&self) -> Interpolation {
        self.interpolation
    }

    pub(super) fn outside(&self) -> &Outside {
        &self.outside
    }

    #[inline]
    pub(super) fn height_of_post(&self, row: u32, column: u32) -> f64 {
        self.heights.get(self.grid.post(row, column))
    }

    /// The surface over a place inside the map.
    #[inline(always)]
    fn patch(&self, x: f64, y: f64, place: CellPoint) -> Result<Patch, NoGround> {
        let patch = match self.interpolation {
            Interpolation::Facets => self.triangle(place, half(&place)),
            Interpolation::Bilinear => self.bilinear(place),
        };
        if patch.height.is_finite() {
            Ok(patch)
        } else {
            Err(NoGround::NoData { x, y, row: place.row, column: place.column })
        }
    }

    /// One of the two triangles of a cell, continued as a plane.
    #[inline]
    fn triangle(&self, place: CellPoint, half: Half) -> Patch {
        let CellPoint { row, column, u, v } = place;
        let south_west = self.height_of_post(row, column);
        let north_east = self.height_of_post(row + 1, column + 1);
        let (east, north) = if half == Half::NorthWest {
            let north_west = self.height_of_post(row + 1, column);
            (north_east - north_west, north_west - south_west)
        } else {
            let south_east = self.height_of_post(row, column + 1);
            (south_east - south_west, north_east - south_east)
        };
        self.tangent(south_west + east * u + north * v, east, north)
    }

    /// The bilinear surface through the four posts of a cell.
    #[inline]
    fn bilinear(&self, place: CellPoint) -> Patch {
        let CellPoint { row, column, u, v } = place;
        let south_west = self.height_of_post(row, column);
        let east = self.height_of_post(row, column + 1) - south_west;
        let north = self.height_of_post(row + 1, column) - south_west;
        let twist = self.height_of_post(row + 1, column + 1) - south_west - east - north;
        let height = south_west + east * u + north * v + twist * u * v;
        self.tangent(height, east + twist * v, north + twist * u)
    }

    /// Turns rises per cell into slopes.
    #[inline]
    fn tangent(&self, height: f64, east: f64, north: f64) -> Patch {
        let (per_x, per_y) = self.grid.cells_per_metre();
        Patch { height, slope_east: east * per_x, slope_north: north * per_y }
    }
}

#[inline]
fn half(place: &CellPoint) -> Half {
    if place.v > place.u { Half::NorthWest } else { Half::SouthEast }
}

/// Posts of a map: more are a mistake in the spacing. Chosen: 8 GB of heights.
const POST_LIMIT: f64 = 1e9;

impl Patch {
    #[inline]
    fn query_at(&self, z: f64, facet: Facet) -> SurfaceQuery {
        let (a, b) = (self.slope_east, self.slope_north);
        let up = 1.0 / (1.0 + a * a + b * b).sqrt();
        SurfaceQuery {
            gap: (z - self.height) * up,
            normal: Vector3::new(-a * up, -b * up, up),
            facet,
        }
    }
}

impl Terrain for Dem {
    #[inline]
    fn query(&self, point: &Vector3<f64>) -> Result<SurfaceQuery, NoGround> {
        let (x, y) = (point.x, point.y);
        match (self.grid.locate(x, y), &self.outside) {
            (Some(place), _) => {
                let CellPoint { row, column, .. } = place;
                let facet = Facet::Cell { row, column, half: half(&place) };
                Ok(self.patch(x, y, place)?.query_at(point.z, facet))
            }
            (None, Outside::Datum(datum)) if x.is_finite() && y.is_finite() => datum.query(point),
            (None, _) => Err(NoGround::Outside { x, y }),
        }
    }

    #[inline]
    fn upward(&self, point: &Vector3<f64>) -> Result<Vector3<f64>, NoGround> {
        match self.grid.locate(point.x, point.y) {
            Some(place) => {
                let patch = self.patch(point.x, point.y, place)?;
                Ok(Vector3::new(-patch.slope_east, -patch.slope_north, 1.0))
            }
            None => Ok(self.query(point)?.normal),
        }
    }

    fn height(&self, x: f64, y: f64) -> Result<f64, NoGround> {
        match (self.grid.locate(x, y), &self.outside) {
            (Some(place), _) => Ok(self.patch(x, y, place)?.height),
            (None, Outside::Datum(datum)) => datum.height(x, y),
            (None, Outside::Error) => Err(NoGround::Outside { x, y }),
        }
    }

    /// The triangles of all cells in reach; a bilinear surface has none.
    fn pieces(
        &self,
        low: &Vector3<f64>,
        high: &Vector3<f64>,
        out: &mut Vec<Piece>,
    ) -> Result<bool, NoGround> {
        if self.interpolation == Interpolation::Bilinear {
            return Ok(false);
        }
        let middle = 0.5 * (low + high);
        match (self.grid.locate(middle.x, middle.y), &self.outside) {
            (Some(place), _) => {
                self.patch(middle.x, middle.y, place)?;
                self.facets(low, high, out);
                Ok(true)
            }
            (None, Outside::Datum(datum)) => datum.pieces(low, high, out),
            (None, Outside::Error) => Err(NoGround::Outside { x: middle.x, y: middle.y }),
        }
    }

    /// The map's rectangle, if nothing lies outside.
    fn extent(&self) -> Option<Extent> {
        let ((x_min, y_min), (x_max, y_max)) = (self.grid.south_west(), self.grid.north_east());
        match self.outside {
            Outside::Error => Some(Extent { x_min, x_max, y_min, y_max }),
            Outside::Datum(_) => None,
        }
    }

    fn tracer(&self) -> Box<dyn Tracer + '_> {
        Box::new(Relief::new(self))
    }
}

#[cfg(test)]
mod tests;
