//! Rocks: solids that lie on or stick in the ground.
//!
//! Each shape answers with its exact signed distance and outward normal
//! (docs/theory/terrain.md, eqs 11-16), so a marker that hits the side of a block is pushed
//! sideways and one that lands on it is pushed up.

mod ellipsoid;
mod index;
mod solid;
mod strewn;

pub(super) use ellipsoid::signed_distance as ellipsoid_distance;
pub use strewn::Strewn;

use super::error::{self, TerrainError};

/// A rock at a horizontal place. Its height follows from the ground there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rock {
    /// East, m.
    pub x: f64,
    /// North, m.
    pub y: f64,
    /// Direction of the rock's length, rad clockwise from north.
    pub heading: f64,
    /// How deep the rock is sunk below the position its shape describes, m.
    pub sunk: f64,
    /// Its shape.
    pub shape: RockShape,
}

/// Shape of a rock, and how it lies when it is not sunk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RockShape {
    /// A sphere whose centre lies on the ground.
    Hemisphere {
        /// Radius, m.
        radius: f64,
    },
    /// A block that stands on the ground under its centre. It has no underside: its walls go down
    /// into the ground, so nothing is pushed under it.
    Block {
        /// Along the heading, m.
        length: f64,
        /// Across the heading, m.
        width: f64,
        /// Above the ground, m.
        height: f64,
    },
    /// An ellipsoid that rests on the ground by its lowest point. Sunk by its vertical semi-axis it
    /// is half buried.
    Ellipsoid {
        /// Semi-axis along the heading, m.
        along: f64,
        /// Semi-axis across the heading, m.
        across: f64,
        /// Vertical semi-axis, m.
        vertical: f64,
    },
}

impl Rock {
    /// Whether the rock is a body: finite place, positive measures, and not sunk out of sight.
    pub(crate) fn check(&self) -> Result<(), TerrainError> {
        error::finite("place of a rock, m", self.x)?;
        error::finite("place of a rock, m", self.y)?;
        error::finite("heading of a rock, rad", self.heading)?;
        error::finite("depth a rock is sunk, m", self.sunk)?;
        for measure in self.measures() {
            error::positive("measure of a rock, m", measure)?;
        }
        let top = self.top();
        error::accept("top of a rock above the ground, m", "positive", top, top > 0.0).map(drop)
    }

    /// Height of the rock's top above the ground under its centre, m.
    pub fn top(&self) -> f64 {
        let unsunk = match self.shape {
            RockShape::Hemisphere { radius } => radius,
            RockShape::Block { height, .. } => height,
            RockShape::Ellipsoid { vertical, .. } => 2.0 * vertical,
        };
        unsunk - self.sunk
    }

    fn measures(&self) -> [f64; 3] {
        match self.shape {
            RockShape::Hemisphere { radius } => [radius; 3],
            RockShape::Block { length, width, height } => [length, width, height],
            RockShape::Ellipsoid { along, across, vertical } => [along, across, vertical],
        }
    }
}
