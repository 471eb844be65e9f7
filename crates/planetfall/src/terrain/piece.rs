//! Pieces of which a ground is made near a place, for whoever must know its shape and not only its
//! distance from a point.

use super::Facet;
use nalgebra::{Matrix3, Vector3};

/// A piece of ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Piece {
    /// All below a plane: n . p < offset.
    HalfSpace {
        /// Unit normal, ground to vehicle.
        normal: Vector3<f64>,
        /// n . p on the plane, m.
        offset: f64,
        /// Its name.
        facet: Facet,
    },
    /// A flat triangle of the surface, counter-clockwise seen from the vehicle's side.
    Triangle {
        /// m
        corners: [Vector3<f64>; 3],
        /// Its name.
        facet: Facet,
    },
    /// A solid ellipsoid.
    Ellipsoid(Ellipsoid),
}

/// A solid ellipsoid somewhere in the site frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid {
    /// m
    pub centre: Vector3<f64>,
    /// Unit vectors along its axes, as columns.
    pub axes: Matrix3<f64>,
    /// Half its axes, m.
    pub semi: Vector3<f64>,
    /// Its name.
    pub facet: Facet,
}

impl Ellipsoid {
    /// Signed distance, m, and outward unit normal.
    pub fn signed_distance(&self, point: &Vector3<f64>) -> (f64, Vector3<f64>) {
        let local = self.axes.tr_mul(&(point - self.centre));
        let (gap, normal) = if self.semi.min() == self.semi.max() {
            let distance = local.norm();
            let normal = if distance > 0.0 { local / distance } else { Vector3::z() };
            (distance - self.semi.x, normal)
        } else {
            super::rocks::ellipsoid_distance(&self.semi, &local)
        };
        (gap, self.axes * normal)
    }

    /// The point that lies farthest in a direction.
    pub fn farthest(&self, direction: &Vector3<f64>) -> Vector3<f64> {
        let scaled = self.axes.tr_mul(direction).component_mul(&self.semi);
        let unit = scaled.try_normalize(0.0).unwrap_or_else(Vector3::z);
        self.centre + self.axes * unit.component_mul(&self.semi)
    }
}
