//! Where, before we came: the ground as it was found. Terrain never changes; what a vehicle did to
//! it is memory and lives in the state.
//!
//! Site frame: x east, y north, z up, metres. A normal points from the ground to the vehicle and a
//! gap is positive when apart.

mod datum;
mod dem;
mod error;
pub mod generator;
mod limited;
mod mesh;
mod piece;
mod pit;
mod plane;
mod ray;
mod rocks;
mod step;
mod strips;
pub mod trace;

pub use datum::Datum;
pub use dem::{Dem, Heights, Interpolation, Outside, SlopeStatistics};
pub use error::TerrainError;
pub use limited::Limited;
pub use mesh::{MeshDefects, MeshGround};
pub use piece::{Ellipsoid, Piece};
pub use pit::Pit;
pub use plane::Plane;
pub use ray::cast;
pub use rocks::{Rock, RockShape, Strewn};
pub use step::Step;
pub use strips::{Band, Strips};
pub use trace::Tracer;

use nalgebra::Vector3;
use std::fmt::Debug;
use std::sync::Arc;

/// What a point sees of the ground nearest to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceQuery {
    /// Distance from the surface along the normal, m; negative inside the ground.
    pub gap: f64,
    /// Unit normal of the surface, ground to vehicle.
    pub normal: Vector3<f64>,
    /// Which piece of the surface it is.
    pub facet: Facet,
}

/// A piece of ground surface, for reports and for laws that must notice a change of facet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Facet {
    /// The only surface of a plane, or the level-th tread of a stepped or striped ground.
    Level(u32),
    /// The vertical wall in front of a level, or a steep part of a ground of triangles.
    Wall(u32),
    /// One of the two triangles of a cell of an elevation map.
    Cell {
        /// Row of the cell, from south to north.
        row: u32,
        /// Column of the cell, from west to east.
        column: u32,
        /// On which side of its diagonal.
        half: Half,
    },
    /// A rock, by its number.
    Rock(u32),
    /// The datum outside a map.
    Datum,
    /// A number that a user's own terrain gives a meaning to.
    Other(u64),
}

/// A triangle of a cell, by the side of the diagonal from south-west to north-east on which it lies.
// As wide as the numbers beside it in a facet: copies of a facet then move whole words, where a
// byte among them makes every copy wait for its parts.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Half {
    /// Under the diagonal.
    SouthEast,
    /// Over it.
    NorthWest,
}

/// Why there is no ground at a place.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum NoGround {
    /// The place lies outside the map.
    #[error("no terrain at x = {x:.3} m, y = {y:.3} m: outside the map")]
    Outside {
        /// East, m.
        x: f64,
        /// North, m.
        y: f64,
    },
    /// The map has no data there.
    #[error(
        "no data in the elevation map at x = {x:.3} m, y = {y:.3} m (cell row {row}, column {column})"
    )]
    NoData {
        /// East, m.
        x: f64,
        /// North, m.
        y: f64,
        /// Row of the cell, from south to north.
        row: u32,
        /// Column of the cell, from west to east.
        column: u32,
    },
}

/// A horizontal rectangle, m. An edge may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// Western edge.
    pub x_min: f64,
    /// Eastern edge.
    pub x_max: f64,
    /// Southern edge.
    pub y_min: f64,
    /// Northern edge.
    pub y_max: f64,
}

/// Ground that answers where its surface is. It never changes.
pub trait Terrain: Debug + Send + Sync {
    /// The surface nearest to a point.
    ///
    /// For a flat facet the gap is the signed distance to the facet's plane (the facet that lies
    /// vertically under or over the point). For solids (rocks, walls) it is the signed distance to
    /// the solid. Where several overlap, the smallest gap (deepest penetration) counts.
    fn query(&self, point: &Vector3<f64>) -> Result<SurfaceQuery, NoGround>;

    /// A vector along the normal that [`Self::sound`] tells, of any length.
    #[inline]
    fn upward(&self, point: &Vector3<f64>) -> Result<Vector3<f64>, NoGround> {
        Ok(self.query(point)?.normal)
    }

    /// Height of the topmost surface above a place, m.
    fn height(&self, x: f64, y: f64) -> Result<f64, NoGround>;

    /// The rectangle inside which the terrain answers; `None` when it has no end.
    fn extent(&self) -> Option<Extent>;

    /// Appends the pieces of ground that reach into an upright box and says that these are all.
    ///
    /// A terrain that does not know its pieces says `false`, and shapes are met by sounding it.
    /// There is no ground if there is none at the middle of the box. What it costs must depend on
    /// the size of the box only.
    fn pieces(
        &self,
        _low: &Vector3<f64>,
        _high: &Vector3<f64>,
        _out: &mut Vec<Piece>,
    ) -> Result<bool, NoGround> {
        Ok(false)
    }

    /// What finds where many rays meet the surface. A terrain that has none of its own is marched along by its
    /// heights.
    fn tracer(&self) -> Box<dyn Tracer + '_> {
        Box::new(trace::March(self))
    }

    /// The ground that rocks lie on; `None` where there are none.
    fn without_rocks(&self) -> Option<Arc<dyn Terrain>> {
        None
    }

    /// Whether some of the ground lies under other ground, rocks aside: heights do not describe it then.
    fn overhangs(&self) -> bool {
        false
    }

    /// The unit vector that points down the slope where the terrain is a plane; `None` where it is
    /// level or is no plane. Metrics such as the way along a slope are counted along it.
    fn downhill(&self, _x: f64, _y: f64) -> Option<Vector3<f64>> {
        None
    }
}

#[cfg(test)]
mod tests;
