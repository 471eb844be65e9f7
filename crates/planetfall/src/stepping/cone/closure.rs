//! Closed loops, eliminated: in z = L v the pins of a vehicle span a space that its motion must be
//! orthogonal to. An orthonormal basis of it (modified Gram–Schmidt, dependent pins left out) takes
//! them out of the free motion and of every row, so that the problem of contacts knows nothing of them.

use crate::dynamics::Kinematics;
use crate::dynamics::jacobian::for_each_column;
use crate::dynamics::ltl::{Factor, FactorPattern};
use crate::vehicle::{Closure, Tree};
use nalgebra::Vector3;

/// The pins of one vehicle.
#[derive(Clone, Debug, Default)]
pub(super) struct Pins {
    /// Basis, one vector of all coordinates after the other.
    basis: Vec<f64>,
    /// What q_k · (L δ) must be for a displacement δ that closes the loops.
    closing: Vec<f64>,
    /// What q_k · z must be at the end of the step; zero but where directions turn within it.
    turning: Vec<f64>,
    /// By how much the velocity of each pin differs between end and middle of the step, m/s. To second order it is
    /// what the same velocities differ by between its middle and its start.
    shifts: Vec<Vector3<f64>>,
    /// How each row is made of the basis: shares of it one after the other, and its own part.
    shares: Vec<f64>,
    parts: Vec<BasisPart>,
    scratch: Vec<Vector3<f64>>,
    rows: Vec<f64>,
    count: usize,
}

/// What a row adds to the basis.
#[derive(Clone, Copy, Debug)]
struct BasisPart {
    /// Vectors of the basis before it.
    before: usize,
    /// Its own part; none if the others hold it already.
    own: Option<f64>,
}

/// Share of a pin's row that has to be left after Gram–Schmidt for it to hold anything anew. Chosen: rows
/// that are dependent leave round-off.
const DEPENDENT_SHARE: f64 = 1e-9;

impl Pins {
    pub(super) fn new(tree: &Tree, closures: &[Closure]) -> Self {
        let count = tree.velocities();
        let rows = 3 * closures.len();
        Self {
            basis: Vec::with_capacity(rows * count),
            closing: Vec::with_capacity(rows),
            turning: Vec::with_capacity(rows),
            shifts: vec![Vector3::zeros(); closures.len()],
            shares: Vec::with_capacity(rows * rows),
            parts: Vec::with_capacity(rows),
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
        pattern: &FactorPattern,
        factor: &Factor,
    ) {
        self.basis.clear();
        self.shares.clear();
        self.parts.clear();
        for closure in closures {
            self.scratch.fill(Vector3::zeros());
            for ((link, point), sign) in [(&closure.first, 1.0), (&closure.second, -1.0)] {
                let place = kinematics.links[*link].point(point).0;
                for_each_column(tree, kinematics, *link, |coordinate, twist| {
                    self.scratch[coordinate] += twist.at(&place) * sign;
                });
            }
            for axis in 0..3 {
                self.rows.clear();
                self.rows.extend(self.scratch.iter().map(|column| column[axis]));
                pattern.impulse(factor, &mut self.rows);
                self.add();
            }
        }
        self.aim(closures, kinematics);
        let shifts = std::mem::take(&mut self.shifts);
        let mut turning = std::mem::take(&mut self.turning);
        self.resolve(shifts.iter().map(|shift| -shift), &mut turning);
        (self.shifts, self.turning) = (shifts, turning);
    }

    /// Directions are those at the end of the step.
    pub(super) fn stand_still(&mut self) {
        self.shifts.fill(Vector3::zeros());
    }

    /// Takes velocities of the pins as directions at a later pose have them, less those at an earlier one half
    /// a step before, with velocities that are the same: middle and end of the step, or its start and middle.
    pub(super) fn turn(&mut self, closures: &[Closure], later: &Kinematics, earlier: &Kinematics) {
        let apart = |closure: &Closure, at: &Kinematics| {
            let speed = |(link, point): &(usize, Vector3<f64>)| at.links[*link].point(point).1;
            speed(&closure.first) - speed(&closure.second)
        };
        for (shift, closure) in self.shifts.iter_mut().zip(closures) {
            *shift = apart(closure, later) - apart(closure, earlier);
        }
    }

    /// Turns what the rows of all pins must have into what the basis must have.
    fn resolve(&self, wanted: impl Iterator<Item = Vector3<f64>>, out: &mut Vec<f64>) {
        out.clear();
        let (mut shares, mut parts) = (self.shares.iter(), self.parts.iter());
        for vector in wanted {
            for (axis, part) in (0..3).zip(&mut parts) {
                let known = shares.by_ref().take(part.before).zip(out.iter());
                let rest = vector[axis] - known.map(|(share, value)| share * value).sum::<f64>();
                if let Some(own) = part.own {
                    out.push(rest / own);
                }
            }
        }
    }

    /// Takes what a displacement from a pose must do to close the loops; the farthest they are open, m.
    pub(super) fn aim(&mut self, closures: &[Closure], kinematics: &Kinematics) -> f64 {
        let place = |(link, point): &(usize, Vector3<f64>)| kinematics.links[*link].point(point).0;
        let gap = |closure: &Closure| place(&closure.first) - place(&closure.second);
        let mut closing = std::mem::take(&mut self.closing);
        self.resolve(closures.iter().map(|closure| -gap(closure)), &mut closing);
        self.closing = closing;
        closures.iter().map(|closure| gap(closure).norm()).fold(0.0, f64::max)
    }

    /// Adds what the row in scratch has beyond the basis.
    fn add(&mut self) {
        let whole = dot(&self.rows, &self.rows).sqrt();
        let (first, before) = (self.shares.len(), self.basis.len() / self.count.max(1));
        self.shares.resize(first + before, 0.0);
        // Twice is enough for an orthogonal basis to the last digit.
        for _ in 0..2 {
            let shares = &mut self.shares[first..];
            for (known, sum) in self.basis.chunks_exact(self.count).zip(shares) {
                let share = dot(known, &self.rows);
                *sum += share;
                self.rows.iter_mut().zip(known).for_each(|(row, known)| *row -= share * known);
            }
        }
        let own = dot(&self.rows, &self.rows).sqrt();
        let adds = own > DEPENDENT_SHARE * whole;
        if adds {
            self.basis.extend(self.rows.iter().map(|value| value / own));
        }
        self.parts.push(BasisPart { before, own: adds.then_some(own) });
    }

    /// Makes a motion L v one that the pins allow.
    pub(super) fn release(&self, z: &mut [f64]) {
        for (known, turning) in self.basis.chunks_exact(self.count).zip(&self.turning) {
            let miss = turning - dot(known, z);
            z.iter_mut().zip(known).for_each(|(z, known)| *z += miss * known);
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
