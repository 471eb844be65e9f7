//! How easily a contact moves by itself: the size of its own block of W, normal and tangential.
//!
//! One over it turns a velocity into the reaction that would stop it. Contacts of one problem can
//! differ by many orders of magnitude: a wheel, a joint's stop and a joint's friction have other
//! units. Reactions times the root of their mobility are alike (their squares are energies), and the
//! law of friction is the same in them, with another coefficient.

use nalgebra::{Matrix3, Vector3};

/// Least mobility in one direction, as a share of that in the other, so that nothing is divided by zero.
/// Chosen: far below any mobility of a vehicle, far above round-off.
const MOBILITY_FLOOR: f64 = 1e-10;

/// Mobility of one contact, velocity per impulse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DelassusScale {
    pub(crate) normal: f64,
    pub(crate) tangential: f64,
}

impl DelassusScale {
    /// Of a contact with this block of W; always positive.
    pub(crate) fn new(block: &Matrix3<f64>) -> Self {
        let tangential = 0.5 * (block.m22 + block.m33);
        let largest = block.m11.max(tangential);
        let least = if largest > 0.0 { MOBILITY_FLOOR * largest } else { 1.0 };
        Self { normal: block.m11.max(least), tangential: tangential.max(least) }
    }

    /// As a vector: normal, tangential, tangential.
    pub(crate) fn vector(&self) -> Vector3<f64> {
        Vector3::new(self.normal, self.tangential, self.tangential)
    }
}
