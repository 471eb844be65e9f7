//! Where vehicle and ground meet: contact points and forces on them, detection of contacts
//! ([`geometry`]), and the friction problem of a step ([`nonsmooth`]). How the ground answers is
//! [`crate::ground`].

pub mod geometry;
mod impulse;
pub mod nonsmooth;
pub mod sample_point;

pub use impulse::Impulse;
pub(crate) use impulse::PointImpulses;

use crate::terrain::Facet;
use nalgebra::Vector3;

/// A contact, or a place that may become one: a point of a contactor's surface near the ground or near another
/// contactor. Detection finds it, laws and constraint rows answer it, ledger and records read it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Index of the contactor among those of the world.
    pub contactor: usize,
    /// Index of the contactor that it rests on; `None` for the ground.
    pub other: Option<usize>,
    /// Point of the contactor's surface, site frame, m.
    pub point: Vector3<f64>,
    /// Unit normal, from the ground or the other contactor to the contactor.
    pub normal: Vector3<f64>,
    /// Distance along the normal, m; negative inside.
    pub gap: f64,
    /// Which piece of the ground, or of the other contactor.
    pub facet: Facet,
    /// Names the place on the contactor; the same from step to step as long as it is the same contact.
    pub feature: u32,
    /// Velocity of the point against what it rests on, site axes, m/s.
    pub velocity: Vector3<f64>,
}

impl Contact {
    /// None of the first contactor with the ground. The narrow phase knows two shapes and not whose they are, nor how
    /// they move: who calls it fills that in.
    pub const NONE: Self = Self {
        contactor: 0,
        other: None,
        point: Vector3::new(0.0, 0.0, 0.0),
        normal: Vector3::new(0.0, 0.0, 1.0),
        gap: f64::INFINITY,
        facet: Facet::Datum,
        feature: 0,
        velocity: Vector3::new(0.0, 0.0, 0.0),
    };

    /// What the narrow phase finds: a place of a shape near the ground or near another shape.
    #[inline]
    pub(crate) fn found(
        point: Vector3<f64>,
        normal: Vector3<f64>,
        gap: f64,
        facet: Facet,
        feature: u32,
    ) -> Self {
        Self { point, normal, gap, facet, feature, ..Self::NONE }
    }

    /// Names it from step to step among all contacts, for warm starts and memory.
    pub(crate) fn key(&self) -> u64 {
        let (own, feature) = (self.contactor as u64, u64::from(self.feature));
        match self.other {
            None => own << 32 | feature,
            Some(other) => 1 << 62 | own << 40 | (other as u64) << 18 | feature & 0x3ffff,
        }
    }

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
