//! Where vehicle and ground meet: contact points and forces on them, detection of contacts
//! ([`geometry`]), and the friction problem of a step ([`nonsmooth`]). How the ground answers is
//! [`crate::ground`].

pub mod geometry;
pub mod nonsmooth;
pub mod sample_point;

use crate::terrain::Facet;
use nalgebra::Vector3;

/// A contact point as the ground sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// Distance from the surface along the normal, m; negative inside the ground.
    pub gap: f64,
    /// Unit normal, ground to vehicle.
    pub normal: Vector3<f64>,
    /// Which piece of the surface.
    pub facet: Facet,
    /// The point in the site frame, m.
    pub point: Vector3<f64>,
    /// Velocity of the point against the ground, site axes, m/s.
    pub velocity: Vector3<f64>,
}

impl Touch {
    /// Rate of the gap, m/s (eq. 3 of the POST2 paper).
    #[inline]
    pub fn gap_rate(&self) -> f64 {
        self.velocity.dot(&self.normal)
    }

    /// The part of the velocity along the surface, m/s (eq. 5).
    #[inline]
    pub fn sliding(&self) -> Vector3<f64> {
        self.velocity - self.normal * self.gap_rate()
    }
}

/// Force of the ground on a contact point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Load {
    /// Along the normal, N; positive pushes the vehicle off the ground.
    pub normal_force: f64,
    /// Along the surface, site axes, N.
    pub friction: Vector3<f64>,
}

impl Load {
    /// No contact.
    pub const NONE: Self = Self { normal_force: 0.0, friction: Vector3::new(0.0, 0.0, 0.0) };

    /// A share of it.
    #[inline]
    pub fn times(&self, share: f64) -> Self {
        Self { normal_force: self.normal_force * share, friction: self.friction * share }
    }

    /// The whole force in site axes, N.
    #[inline]
    pub fn force(&self, normal: &Vector3<f64>) -> Vector3<f64> {
        normal * self.normal_force + self.friction
    }
}
