//! Impulses at contact points.

use super::Load;
use crate::archive::{Archive, Visited};
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
    pub(crate) fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { normal, friction, total, by_vehicles } = self;
        archive.real("normal", normal)?;
        archive.real("friction", friction)?;
        archive.vector("total", total)?;
        archive.vector("by_vehicles", by_vehicles)
    }

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

/// Impulses on all contact points in a step. Most points touch nothing, and those of supports come first: all from
/// `reached` on are nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct PointImpulses {
    all: Vec<Impulse>,
    reached: usize,
}

impl PointImpulses {
    /// None, on a number of points.
    pub(crate) fn new(count: usize) -> Self {
        Self { all: vec![Impulse::default(); count], reached: 0 }
    }

    pub(crate) fn clear(&mut self) {
        self.all[..self.reached].fill(Impulse::default());
        self.reached = 0;
    }

    pub(crate) fn all(&self) -> &[Impulse] {
        &self.all
    }

    pub(crate) fn all_mut(&mut self) -> &mut [Impulse] {
        self.reached = self.all.len();
        &mut self.all
    }

    /// The impulses up to the last point that may have one.
    pub(crate) fn given(&self) -> &[Impulse] {
        &self.all[..self.reached]
    }

    /// That on one point.
    pub(crate) fn at(&mut self, point: usize) -> &mut Impulse {
        self.reached = self.reached.max(point + 1);
        &mut self.all[point]
    }
}
