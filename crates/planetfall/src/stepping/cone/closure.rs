//! Closed loops, eliminated: in z = L v the pins of a vehicle span a space that its motion must be
//! orthogonal to. An orthonormal basis of it (modified Gram–Schmidt, dependent pins left out) takes
//! them out of the free motion and of every row, so that the problem of contacts knows nothing of them.

use crate::dynamics::Kinematics;
use crate::dynamics::jacobian::for_each_column;
use crate::dynamics::ltl::Pattern;
use crate::vehicle::{Closure, Tree};
use nalgebra::{DMatrix, Vector3};

/// The pins of one vehicle.
#[derive(Clone, Debug, Default)]
pub(super) struct Pins {
    /// Basis, one vector of all coordinates after the other.
    basis: Vec<f64>,
    /// What q_k · (L δ) must be for a displacement δ that closes the loops.
    closing: Vec<f64>,
    scratch: Vec<Vector3<f64>>,
    rows: Vec<f64>,
    count: usize,
}

/// A pin whose own part is smaller than this share of it is held already.
const DEPENDENT: f64 = 1e-9;

impl Pins {
    pub(super) fn new(tree: &Tree, closures: &[Closure]) -> Self {
        let count = tree.velocities();
        let rows = 3 * closures.len();
        Self {
            basis: Vec::with_capacity(rows * count),
            closing: Vec::with_capacity(rows),
            scratch: vec![Vector3::zeros(); count],
            rows: Vec::with_capacity(rows * count),
            count,
        }
    }

    /// Takes the basis at a pose.
    pub(super) fn set(
        &mut self,
        tree: &Tree,
        closures: &[Closure],
        kinematics: &Kinematics,
        pattern: &Pattern,
        factor: &DMatrix<f64>,
    ) {
        self.basis.clear();
        self.closing.clear();
        for closure in closures {
            self.scratch.fill(Vector3::zeros());
            let mut place = |link: usize, point: &Vector3<f64>, sign: f64| {
                let place = kinematics.links[link].point(point).0;
                for_each_column(tree, kinematics, link, |coordinate, twist| {
                    self.scratch[coordinate] += twist.at(&place) * sign;
                });
                place
            };
            let gap = place(closure.first.0, &closure.first.1, 1.0)
                - place(closure.second.0, &closure.second.1, -1.0);
            for axis in 0..3 {
                self.rows.clear();
                self.rows.extend(self.scratch.iter().map(|column| column[axis]));
                pattern.impulse(factor, &mut self.rows);
                self.add(-gap[axis]);
            }
        }
    }

    /// Adds what the row in scratch has beyond the basis.
    fn add(&mut self, mut target: f64) {
        let whole = dot(&self.rows, &self.rows).sqrt();
        for _ in 0..2 {
            for (known, closing) in self.basis.chunks_exact(self.count).zip(&self.closing) {
                let share = dot(known, &self.rows);
                target -= share * closing;
                self.rows.iter_mut().zip(known).for_each(|(row, known)| *row -= share * known);
            }
        }
        let own = dot(&self.rows, &self.rows).sqrt();
        if own > DEPENDENT * whole {
            self.basis.extend(self.rows.iter().map(|value| value / own));
            self.closing.push(target / own);
        }
    }

    /// Takes everything along the pins out of a motion L v.
    pub(super) fn release(&self, z: &mut [f64]) {
        for known in self.basis.chunks_exact(self.count) {
            let share = dot(known, z);
            z.iter_mut().zip(known).for_each(|(z, known)| *z -= share * known);
        }
    }

    /// Takes everything along the pins out of three impulses.
    pub(super) fn release_three(&self, y: &mut [Vector3<f64>]) {
        for known in self.basis.chunks_exact(self.count) {
            let mut share = Vector3::zeros();
            y.iter().zip(known).for_each(|(y, known)| share += y * *known);
            y.iter_mut().zip(known).for_each(|(y, known)| *y -= share * *known);
        }
    }

    /// Makes a displacement L δ one that closes the loops.
    pub(super) fn close(&self, moved: &mut [f64]) {
        for (known, closing) in self.basis.chunks_exact(self.count).zip(&self.closing) {
            let miss = closing - dot(known, moved);
            moved.iter_mut().zip(known).for_each(|(moved, known)| *moved += miss * known);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.basis.is_empty()
    }
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}
