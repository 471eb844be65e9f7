//! Impulses at contact points.

use super::Load;
use nalgebra::Vector3;

/// Impulse of the ground, or of other vehicles, on a contact point, N s.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Impulse {
    /// Along the normal.
    pub normal: f64,
    /// Of the size of friction.
    pub friction: f64,
    /// As a vector in site axes.
    pub total: Vector3<f64>,
    /// What of it other vehicles gave, not the ground.
    pub by_vehicles: Vector3<f64>,
}

impl Impulse {
    /// Adds the impulse of a contact, given in its own frame and in site axes.
    pub(crate) fn take(&mut self, own: &Vector3<f64>, total: &Vector3<f64>) {
        self.normal += own.x;
        self.friction += own.yz().norm();
        self.total += total;
    }

    /// Adds the impulse of a contact with another vehicle.
    pub(crate) fn take_from_vehicle(&mut self, own: &Vector3<f64>, total: &Vector3<f64>) {
        self.take(own, total);
        self.by_vehicles += total;
    }

    /// Adds another impulse.
    pub(crate) fn add_all(&mut self, other: &Self) {
        self.normal += other.normal;
        self.friction += other.friction;
        self.total += other.total;
        self.by_vehicles += other.by_vehicles;
    }

    /// Becomes that of a load that acted for a time (s) under a normal.
    #[inline]
    pub(crate) fn begin(&mut self, load: &Load, normal: &Vector3<f64>, time: f64) {
        if load.normal_force == 0.0 {
            *self = Self::default();
            return;
        }
        self.normal = time * load.normal_force;
        self.friction = time * load.friction.norm();
        self.total = load.force(normal) * time;
        self.by_vehicles = Vector3::zeros();
    }

    /// Adds a load that acted for a time (s) under a normal.
    #[inline]
    pub(crate) fn add(&mut self, load: &Load, normal: &Vector3<f64>, time: f64) {
        if load.normal_force != 0.0 {
            self.normal += time * load.normal_force;
            self.friction += time * load.friction.norm();
            self.total += load.force(normal) * time;
        }
    }
}
