//! What is asked of the soil, and what it answers.

use super::shape::RasterShape;
use super::tangent::SoilTangent;
use crate::math::spatial::Force;
use crate::terrain::NoGround;
use nalgebra::{Matrix3, Vector3};

/// A shape where it is and as it moves.
#[derive(Clone, Copy, Debug)]
pub struct BodyOnSoil<'a> {
    /// In the body's axes.
    pub shape: &'a RasterShape,
    /// The body's origin in the site frame, m.
    pub position: Vector3<f64>,
    /// Site from body.
    pub axes: Matrix3<f64>,
    /// Velocity of the origin, site axes, m/s.
    pub velocity: Vector3<f64>,
    /// Angular velocity, site axes, rad/s.
    pub rate: Vector3<f64>,
}

/// What the soil does to a body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reaction {
    /// About the body's origin, site axes.
    pub wrench: Force,
    /// The force by its causes.
    pub parts: Parts,
    /// What bears it.
    pub footprint: Footprint,
    /// Power of pressure, and of shear, on the body, W.
    pub power: [f64; 2],
    /// Work of pressure, and of shear, on the body since the last commit, J, by the law along the path that led
    /// here: what elastic soil gave back of what it had stored, less what yielding and sliding took.
    pub work: [f64; 2],
    /// How the force changes, if it was asked for.
    pub tangent: SoilTangent,
}

/// The force by its causes (eqs 5 to 7), N, site axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parts {
    /// Pressure, upwards.
    pub sinkage: Vector3<f64>,
    /// Pressure, sideways.
    pub bulldozing: Vector3<f64>,
    /// Shear.
    pub friction: Vector3<f64>,
    /// Of the pressure sideways, the share that is due to soil which was pushed up there: what lies
    /// above the ground as found, by the depth that the body has sunk into it.
    pub heaped: Vector3<f64>,
}

/// Numbers of what bears a body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Footprint {
    /// Nodes that bear.
    pub nodes: usize,
    /// Pieces that are not connected.
    pub pieces: usize,
    /// Seen from above, m².
    pub area: f64,
    /// Length of the contour, m.
    pub contour: f64,
    /// b* = 2 A/U, the mean over pieces by their area, m.
    pub width: f64,
    /// Greatest depth under the ground as found, or under what is left of it where that is lower, m.
    pub sinkage: f64,
    /// Greatest pressure, Pa.
    pub pressure: f64,
    /// Nodes whose k_c/b* + k_φ was negative and was taken as a thousandth of k_φ.
    pub softened: usize,
}

/// Why the soil cannot answer.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SoilContactError {
    /// A body lies where there is no ground.
    #[error("body {body} on soil: {error}")]
    OffMap {
        /// Which body.
        body: usize,
        /// Where.
        error: NoGround,
    },
    /// A body is where nothing can be computed.
    #[error("body {body} on soil is not at a place: its pose or motion is not finite")]
    NotFinite {
        /// Which body.
        body: usize,
    },
    /// The grid is too fine for the body.
    #[error(
        "body {body} covers more than {most} soil nodes, or lies too far from the origin: take a \
         larger spacing"
    )]
    TooMany {
        /// Which body.
        body: usize,
        /// The limit.
        most: i64,
    },
}
