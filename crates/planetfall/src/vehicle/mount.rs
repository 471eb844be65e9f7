//! Staging: a vehicle that is carried by another until it is let go.
//!
//! A carried part is dormant: its joints are locked, it moves as a piece of the link that carries it,
//! and its inertia is lumped into that link's. Letting it go copies the pose and twist that it has as
//! such a piece, so that position, velocity, mass and momentum of the whole are the same before and
//! after, to rounding.

use nalgebra::{UnitQuaternion, Vector3};

/// How a part is carried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mount {
    /// Index of the vehicle that is carried; its root is free.
    pub part: usize,
    /// Index of the vehicle that carries it.
    pub carrier: usize,
    /// Index of the carrier's link.
    pub link: usize,
    /// Origin of the part's root in the axes of that link, m.
    pub position: Vector3<f64>,
    /// Carrier's link from part's root.
    pub rotation: UnitQuaternion<f64>,
}
