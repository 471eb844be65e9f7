//! Many contacts at once: sweeps that carry the motion of the bodies along instead of forming W.
//!
//! Nonsmooth Gauss–Seidel (M. Jean, *The non-smooth contact dynamics method*, CMAME 177, 1999) solves
//! contact by contact with all other impulses held. What the others leave it is u = yᵀ z + q with z the
//! sum of all y r so far, and its own change Δr adds y Δr to z: a sweep costs two short products a
//! contact, however many neighbours each has, and its memory grows with contacts alone. Sweeps go
//! forth and back in turn, so that weight comes down through a bed, and its support up, in one of them.
//!
//! A sweep over few contacts takes its error to round-off; over thousands it would take thousands of
//! sweeps. Impulses of the last step are where each step goes on, so what is at rest goes on being
//! improved from step to step. Which residual a step was left with is measured by the same natural map as
//! everywhere, on velocities computed afresh.

use super::constraint_row::{ConstraintRow, ConstraintRows};
use super::vehicle_dynamics::VehicleDynamics;
use crate::contact::nonsmooth::{Judge, SolverLimits, local};
use nalgebra::{Matrix3, Vector3};
use std::ops::Range;

/// Numbers of rows, each at the coordinates it moves, of all bodies in one line.
#[derive(Clone, Debug)]
struct Web<T> {
    /// Where each row begins; one more at the end.
    starts: Vec<usize>,
    coordinates: Vec<u32>,
    entries: Vec<T>,
}

impl<T> Default for Web<T> {
    fn default() -> Self {
        Self { starts: vec![0], coordinates: Vec::new(), entries: Vec::new() }
    }
}

impl<T> Web<T> {
    fn clear(&mut self) {
        self.starts.truncate(1);
        self.coordinates.clear();
        self.entries.clear();
    }

    fn add(
        &mut self,
        (rows, row): (&ConstraintRows, &ConstraintRow),
        (bodies, places): (&[VehicleDynamics], &[usize]),
        of: impl Fn(&Vector3<f64>) -> T,
    ) {
        for side in row.sides() {
            let first = places[side.vehicle];
            let support = bodies[side.vehicle].support(side.link);
            self.coordinates.extend(support.iter().map(|place| (first + place) as u32));
            self.entries.extend(rows.side(side)[..support.len()].iter().map(&of));
        }
        self.starts.push(self.entries.len());
    }

    fn row(&self, row: usize) -> impl Iterator<Item = (usize, &T)> {
        let range = self.starts[row]..self.starts[row + 1];
        self.coordinates[range.clone()].iter().map(|at| *at as usize).zip(&self.entries[range])
    }
}

/// Scratch of the sweeps.
#[derive(Clone, Debug, Default)]
pub(super) struct LargeIsland {
    /// Where the coordinates of each body begin.
    places: Vec<usize>,
    /// What impulses or pushes have moved, by coordinate.
    z: Vec<f64>,
    ys: Web<Vector3<f64>>,
    normals: Web<f64>,
    /// Blocks on the diagonal of W, and R.
    own: Vec<Matrix3<f64>>,
    regular: Vec<Vector3<f64>>,
    /// Velocities without impulses.
    free: Vec<Vector3<f64>>,
    friction: Vec<f64>,
}

/// Rows in the order of a sweep: forth, then back.
fn order(sweep: usize, count: usize) -> impl Iterator<Item = usize> {
    let back = sweep % 2 == 1;
    (0..count).map(move |index| if back { count - 1 - index } else { index })
}

impl LargeIsland {
    fn line_up(&mut self, bodies: &[VehicleDynamics]) {
        self.places.clear();
        let mut next = 0;
        for body in bodies {
            self.places.push(next);
            next += body.start.len();
        }
        self.z.clear();
        self.z.resize(next, 0.0);
    }

    /// Takes the rows of an island.
    pub(super) fn take(
        &mut self,
        rows: &ConstraintRows,
        bodies: &[VehicleDynamics],
        island: Range<usize>,
    ) {
        self.line_up(bodies);
        self.ys.clear();
        self.own.clear();
        self.regular.clear();
        self.free.clear();
        self.friction.clear();
        for row in &rows.list[island] {
            self.ys.add((rows, row), (bodies, &self.places), |y| *y);
            self.regular.push(row.regular());
            self.free.push(row.free + row.shift + row.bias);
            self.friction.push(row.friction());
        }
        for row in 0..self.free.len() {
            let squares = self.ys.row(row).map(|(_, y)| y * y.transpose());
            self.own.push(squares.sum());
        }
    }

    /// Improves impulses by sweeps until they change velocities by less than the tolerance, in units
    /// of the velocities without impulses; the number of sweeps.
    pub(super) fn improve(&mut self, reaction: &mut [f64], limits: SolverLimits) -> usize {
        self.push_all(reaction);
        let scale = self.free.iter().map(Vector3::norm_squared).sum::<f64>().sqrt();
        for sweep in 0..limits.iterations {
            let mut changed = 0.0;
            for row in order(sweep, self.free.len()) {
                changed += self.relax(row, reaction).norm_squared();
            }
            if changed.sqrt() <= limits.tolerance * scale {
                return sweep + 1;
            }
        }
        limits.iterations
    }

    /// Solves one row with all others held; how much it changed its own velocity, m/s.
    fn relax(&mut self, row: usize, reaction: &mut [f64]) -> Vector3<f64> {
        let Some((slot, _)) = reaction[3 * row..].split_first_chunk_mut::<3>() else {
            return Vector3::zeros();
        };
        let (own, was) = (&self.own[row], Vector3::from(*slot));
        // Velocity that all others leave it: yᵀ z + q − W_ii r_i; then the exact local solve (`nonsmooth::local`).
        let left = self.velocity(row) - own * was;
        if left.x >= 0.0 && was == Vector3::zeros() {
            return Vector3::zeros();
        }
        let block = own + Matrix3::from_diagonal(&self.regular[row]);
        let Some(answer) = local::solve(&block, &left, self.friction[row]) else {
            return Vector3::zeros();
        };
        let change = answer - was;
        if change == Vector3::zeros() {
            return change;
        }
        *slot = answer.into();
        let moved = own * change;
        for (at, y) in self.ys.row(row) {
            self.z[at] += y.dot(&change);
        }
        moved
    }

    /// Velocity of a row, without what its own give adds.
    fn velocity(&self, row: usize) -> Vector3<f64> {
        self.ys.row(row).fold(self.free[row], |sum, (at, y)| sum + y * self.z[at])
    }

    /// Lets z be the motion under impulses, summed afresh.
    fn push_all(&mut self, reaction: &[f64]) {
        self.z.fill(0.0);
        for (row, impulse) in reaction.as_chunks::<3>().0.iter().enumerate() {
            if *impulse != [0.0; 3] {
                let impulse = Vector3::from(*impulse);
                for (at, y) in self.ys.row(row) {
                    self.z[at] += y.dot(&impulse);
                }
            }
        }
    }

    /// The natural-map error of impulses.
    pub(super) fn residual(&mut self, reaction: &[f64]) -> f64 {
        self.push_all(reaction);
        let mut judge = Judge::default();
        for (row, impulse) in reaction.as_chunks::<3>().0.iter().enumerate() {
            let impulse = Vector3::from(*impulse);
            let give = self.regular[row].component_mul(&impulse);
            let velocity = self.velocity(row) + give;
            judge.hear(&self.free[row], &velocity, &impulse, self.friction[row]);
        }
        judge.residual()
    }

    /// Opens gaps by pushes along normals, the least in the metric of the mass matrix, until none
    /// moves a row by more than a depth, m. `own` are squares of the normals' y.
    pub(super) fn open(
        &mut self,
        (rows, chosen): (&ConstraintRows, &[usize]),
        bodies: &mut [VehicleDynamics],
        (own, push): (&[f64], &mut [f64]),
        (depth, sweeps): (f64, usize),
    ) {
        self.line_up(bodies);
        for (place, body) in self.places.iter().zip(bodies.iter()) {
            self.z[*place..place + body.moved.len()].copy_from_slice(&body.moved);
        }
        self.normals.clear();
        for &row in chosen {
            self.normals.add((rows, &rows.list[row]), (bodies, &self.places), |y| y.x);
        }
        for sweep in 0..sweeps {
            let mut worst: f64 = 0.0;
            for at in order(sweep, chosen.len()) {
                let along = self.normals.row(at).map(|(place, y)| y * self.z[place]);
                let row = &rows.list[chosen[at]];
                let gap = row.gap + row.turned + along.sum::<f64>();
                let pushed = (push[at] - gap / own[at]).max(0.0);
                let change = pushed - push[at];
                if change != 0.0 {
                    push[at] = pushed;
                    worst = worst.max((change * own[at]).abs());
                    for (place, y) in self.normals.row(at) {
                        self.z[place] += y * change;
                    }
                }
            }
            if worst < depth {
                break;
            }
        }
        for (place, body) in self.places.iter().zip(bodies.iter_mut()) {
            let count = body.moved.len();
            body.moved.copy_from_slice(&self.z[*place..place + count]);
        }
    }
}
