//! Why a terrain cannot be built.

use super::NoGround;
use crate::math::grid::GridError;

/// Why a terrain cannot be built from what was given.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TerrainError {
    /// A number lies outside what makes sense.
    #[error("{what} must be {allowed}, not {value}")]
    Value {
        /// The quantity with its unit.
        what: &'static str,
        /// What is allowed.
        allowed: &'static str,
        /// What was given.
        value: f64,
    },
    /// A range whose lower end is not below its upper end.
    #[error("{what} must run from a smaller to a larger number, not from {min} to {max}")]
    Range {
        /// The quantity with its unit.
        what: &'static str,
        /// Lower end.
        min: f64,
        /// Upper end.
        max: f64,
    },
    /// The posts do not make a grid.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// The number of heights is not the number of posts.
    #[error("{expected} heights are needed for {rows} rows x {columns} columns, not {found}")]
    HeightCount {
        /// Posts from south to north.
        rows: u32,
        /// Posts from west to east.
        columns: u32,
        /// Their product.
        expected: usize,
        /// What was given.
        found: usize,
    },
    /// A height is infinite; a missing one is NaN.
    #[error("the height at row {row}, column {column} is infinite")]
    InfiniteHeight {
        /// Row of the post, from the south.
        row: u32,
        /// Column of the post, from the west.
        column: u32,
    },
    /// No post has a height.
    #[error("no post of the elevation map has data")]
    NoPostHasData,
    /// A striped ground without a band.
    #[error("a striped ground needs at least one band")]
    NoBands,
    /// Two bands of a striped ground overlap or are out of order.
    #[error("band {band} begins at y = {y_min} m, before band {previous} ends at y = {y_max} m")]
    BandsOverlap {
        /// Number of the band, from 0.
        band: usize,
        /// The band before it.
        previous: usize,
        /// Where the band begins, m.
        y_min: f64,
        /// Where the one before it ends, m.
        y_max: f64,
    },
    /// A rock lies where there is no ground.
    #[error("rock {rock}: {reason}")]
    RockWithoutGround {
        /// Number of the rock, from 0.
        rock: usize,
        /// What the ground answered.
        reason: NoGround,
    },
    /// A rock is not a body.
    #[error("rock {rock}: {reason}")]
    RockShape {
        /// Number of the rock, from 0.
        rock: usize,
        /// What is wrong with it.
        reason: Box<TerrainError>,
    },
    /// A ground of triangles of which none has an area.
    #[error("no triangle of the ground has an area")]
    NoTriangles,
    /// A triangle names a vertex that is not there.
    #[error("triangle {triangle} names vertex {vertex}, but there are {vertices}, from 0")]
    NoSuchVertex {
        /// Number of the triangle, from 0.
        triangle: usize,
        /// The vertex that it names.
        vertex: u32,
        /// How many there are.
        vertices: usize,
    },
    /// More of something than a run can hold.
    #[error("{what}: {found:.3e} are asked for, at most {limit:.0e} are possible")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many.
        found: f64,
        /// How many are possible.
        limit: f64,
    },
}

/// Accepts a finite number.
pub(crate) fn finite(what: &'static str, value: f64) -> Result<f64, TerrainError> {
    accept(what, "finite", value, value.is_finite())
}

/// Accepts a finite number above zero.
pub(crate) fn positive(what: &'static str, value: f64) -> Result<f64, TerrainError> {
    accept(what, "positive and finite", value, value.is_finite() && value > 0.0)
}

/// Accepts a finite number that is not below zero.
pub(crate) fn not_negative(what: &'static str, value: f64) -> Result<f64, TerrainError> {
    accept(what, "zero or more, and finite", value, value.is_finite() && value >= 0.0)
}

/// Accepts a slope angle from level to nearly vertical.
pub(crate) fn slope(what: &'static str, value: f64) -> Result<f64, TerrainError> {
    let steepest = std::f64::consts::FRAC_PI_2;
    accept(what, "zero or more and less than pi/2", value, (0.0..steepest).contains(&value))
}

/// Accepts a number if `good` says so.
pub(crate) fn accept(
    what: &'static str,
    allowed: &'static str,
    value: f64,
    good: bool,
) -> Result<f64, TerrainError> {
    if good { Ok(value) } else { Err(TerrainError::Value { what, allowed, value }) }
}
