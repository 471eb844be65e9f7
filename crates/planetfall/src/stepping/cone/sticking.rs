//! Contacts that all give way and all stick: then the step is linear.
//!
//! Where every row has a regularisation R and its impulse lies inside its cone, the conditions of the step
//! are u + R r + b = 0, that is (W + R) r = −q. If the answer of that system pushes and lies inside all
//! cones, it solves the cone problem (û = 0, r ∈ K), and no other does, since W + R is positive definite.
//! So a vehicle whose impulses of the last step stick is solved by one Cholesky factorisation, and the
//! general solver sees only what slides, lifts off or is rigid. W does not depend on where a soil's force is
//! linearised: it is made once for all repetitions of a step.

use super::body::Body;
use super::row::{Row, Rows};
use super::{KEPT, QUICK};
use crate::contact::nonsmooth::Judge;
use nalgebra::Vector3;
use std::ops::Range;

/// Rows up to which a dense matrix is the cheapest.
const MOST_ROWS: usize = 24;
/// Answers that are improved by what is left of them, at most.
const MOST_CORRECTIONS: u64 = 3;

/// The linear system of one vehicle's rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Sticking {
    /// Rows that W was made for; empty where it is out of date.
    island: Range<usize>,
    /// Numbers in a line of the matrix: three per row.
    size: usize,
    /// W, line by line.
    coupling: Vec<f64>,
    /// W + R = Uᵀ U: the upper triangle U, line by line, with reciprocals on its diagonal.
    upper: Vec<f64>,
    /// R and q.
    regular: Vec<f64>,
    free: Vec<f64>,
    velocity: Vec<f64>,
    reaction: Vec<f64>,
    scatter: Vec<Vector3<f64>>,
}

/// What was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stuck {
    pub(super) residual: f64,
    /// Zero where the impulses at hand were kept.
    pub(super) corrections: u64,
}

impl Sticking {
    /// Forgets W.
    pub(super) fn forget(&mut self) {
        self.island = 0..0;
    }

    /// Solves an island from the impulses at hand if all of it gives way and sticks; else leaves them as
    /// they are. Impulses with an error of at most `kept` are not touched.
    pub(super) fn solve(
        &mut self,
        rows: &Rows,
        bodies: &[Body],
        island: &Range<usize>,
        reaction: &mut [f64],
        kept: f64,
    ) -> Option<Stuck> {
        let list = &rows.list[island.clone()];
        if list.len() > MOST_ROWS || !may_stick(list, reaction) {
            return None;
        }
        if self.island != *island {
            self.couple(rows, bodies, list);
            self.island = island.clone();
        }
        self.take_conditions(list);
        self.reaction.clear();
        self.reaction.extend_from_slice(reaction);
        let mut residual = self.judge(list);
        if residual <= kept {
            return Some(Stuck { residual, corrections: 0 });
        }
        if !self.factor() {
            return None;
        }
        let mut corrections = 0;
        while corrections == 0 || residual > QUICK.tolerance && corrections < MOST_CORRECTIONS {
            self.correct();
            corrections += 1;
            if !is_inside(list, &self.reaction) {
                return None;
            }
            residual = self.judge(list);
        }
        if residual > KEPT || !residual.is_finite() {
            return None;
        }
        reaction.copy_from_slice(&self.reaction);
        Some(Stuck { residual, corrections })
    }

    /// W = yᵀ y of the rows.
    fn couple(&mut self, rows: &Rows, bodies: &[Body], list: &[Row]) {
        let size = 3 * list.len();
        self.size = size;
        self.coupling.clear();
        self.coupling.resize(size * size, 0.0);
        for (index, row) in list.iter().enumerate() {
            let body = &bodies[row.first.vehicle];
            self.scatter.clear();
            self.scatter.resize(body.start.len(), Vector3::zeros());
            for (&place, y) in body.support(row.first.link).iter().zip(rows.side(&row.first)) {
                self.scatter[place] = *y;
            }
            for (column, other) in list[..=index].iter().enumerate() {
                let mut block = [[0.0; 3]; 3];
                let support = body.support(other.first.link).iter();
                for (&place, y) in support.zip(rows.side(&other.first)) {
                    let own = &self.scatter[place];
                    for (line, own) in block.iter_mut().zip([own.x, own.y, own.z]) {
                        line[0] += own * y.x;
                        line[1] += own * y.y;
                        line[2] += own * y.z;
                    }
                }
                for (line, numbers) in block.iter().enumerate() {
                    let (row, column) = (3 * index + line, 3 * column);
                    self.coupling[row * size + column..][..3].copy_from_slice(numbers);
                    for (axis, value) in numbers.iter().enumerate() {
                        self.coupling[(column + axis) * size + row] = *value;
                    }
                }
            }
        }
    }

    fn take_conditions(&mut self, list: &[Row]) {
        self.regular.clear();
        self.free.clear();
        for row in list {
            self.regular.extend_from_slice(row.regular().as_slice());
            self.free.extend_from_slice((row.free + row.shift + row.bias).as_slice());
        }
    }

    /// Velocities u = (W + R) r + q under the impulses, and their natural-map error.
    fn judge(&mut self, list: &[Row]) -> f64 {
        let Self { size, coupling, regular, free, velocity, reaction, .. } = self;
        velocity.clear();
        let own = regular.iter().zip(&*free).zip(&*reaction);
        velocity.extend(own.map(|((regular, free), r)| regular * r + free));
        // W is symmetric: its lines are its columns.
        for (column, r) in coupling.chunks_exact(*size).zip(&*reaction) {
            velocity.iter_mut().zip(column).for_each(|(sum, w)| *sum += w * r);
        }
        let mut judge = Judge::default();
        let numbers = free.chunks_exact(3).zip(velocity.chunks_exact(3));
        for (row, ((free, velocity), own)) in list.iter().zip(numbers.zip(reaction.chunks_exact(3)))
        {
            let three = Vector3::from_column_slice;
            judge.hear(&three(free), &three(velocity), &three(own), row.friction());
        }
        judge.residual()
    }

    /// Cholesky's factorisation of W + R; false where it is not positive definite.
    fn factor(&mut self) -> bool {
        let Self { size, coupling, upper, regular, .. } = self;
        upper.clear();
        upper.extend_from_slice(coupling);
        for (row, regular) in regular.iter().enumerate() {
            let (known, below) = upper.split_at_mut((row + 1) * *size);
            let line = &mut known[row * *size + row..];
            // What is left of the diagonal is its R less what earlier lines took from it, already done.
            let pivot = line[0] + regular;
            if !(pivot > 0.0 && pivot.is_finite()) {
                return false;
            }
            let inverse = 1.0 / pivot.sqrt();
            line[0] = inverse;
            line[1..].iter_mut().for_each(|value| *value *= inverse);
            for (place, target) in below.chunks_exact_mut(*size).enumerate() {
                let tail = &line[place + 1..];
                let left = tail[0];
                subtract(&mut target[row + place + 1..], left, tail);
            }
        }
        true
    }

    /// Adds the impulses that take away the velocities.
    fn correct(&mut self) {
        let Self { size, upper, velocity, reaction, .. } = self;
        for (row, line) in upper.chunks_exact(*size).enumerate() {
            let (own, later) = velocity[row..].split_at_mut(1);
            own[0] *= line[row];
            subtract(later, own[0], &line[row + 1..]);
        }
        for (row, line) in upper.chunks_exact(*size).enumerate().rev() {
            let (own, later) = velocity[row..].split_at_mut(1);
            let known = later.iter().zip(&line[row + 1..]).map(|(change, entry)| change * entry);
            own[0] = (own[0] - known.sum::<f64>()) * line[row];
        }
        reaction.iter_mut().zip(velocity).for_each(|(own, change)| *own -= *change);
    }
}

/// Takes a multiple of a line from another.
#[inline]
fn subtract(target: &mut [f64], factor: f64, line: &[f64]) {
    target.iter_mut().zip(line).for_each(|(value, entry)| *value -= factor * entry);
}

/// Whether all rows are of one vehicle and give way, and impulses at hand are inside their cones.
fn may_stick(list: &[Row], reaction: &[f64]) -> bool {
    let Some(first) = list.first() else { return false };
    let alone = |row: &Row| row.second.is_none() && row.first.vehicle == first.first.vehicle;
    list.iter().all(|row| alone(row) && row.regular().min() > 0.0) && is_inside(list, reaction)
}

/// Whether all impulses push and lie inside their cones.
fn is_inside(list: &[Row], reaction: &[f64]) -> bool {
    list.iter().zip(reaction.chunks_exact(3)).all(|(row, own)| {
        let most = row.friction() * own[0];
        own[0] > 0.0 && own[1] * own[1] + own[2] * own[2] <= most * most
    })
}
