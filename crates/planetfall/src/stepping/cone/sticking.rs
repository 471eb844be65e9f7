//! Contacts that all give way and all stick: then the step is linear.
//!
//! Where every row has a regularisation R and its impulse lies inside its cone, the conditions of the step
//! are u + R r + b = 0, that is (W + R) r = −q. If the answer of that system pushes and lies inside all
//! cones, it solves the cone problem (û = 0, r ∈ K), and no other does, since W + R is positive definite.
//! So a vehicle whose impulses of the last step stick is solved by one Cholesky factorisation, and the
//! general solver sees only what slides, lifts off or is rigid. W does not depend on where a soil's force is
//! linearised: it is made once for all repetitions of a step.

use super::WARM_START_RESIDUAL;
use super::constraint_row::{ConstraintRow, ConstraintRows, shared, straight_product};
use super::vehicle_dynamics::VehicleDynamics;
use crate::contact::nonsmooth::Judge;
use nalgebra::{Matrix3, Vector3};
use std::ops::Range;

/// Rows up to which a dense matrix is the cheapest: 72 unknowns, as in `nonsmooth`. Chosen.
const DENSE_ROW_LIMIT: usize = 24;
/// Natural-map error of an answer that need not be improved: round-off.
const ROUND_OFF_RESIDUAL: f64 = 1e-13;
/// Iterative refinements of an answer, at most. Chosen: one makes up for the condition of W + R.
const REFINEMENT_LIMIT: u64 = 3;

/// The linear system of one vehicle's rows. Matrices are upper triangles of blocks, line by line.
#[derive(Clone, Debug, Default)]
pub(super) struct Sticking {
    /// Rows that W was made for; empty where it is out of date.
    island: Range<usize>,
    /// W.
    coupling: Vec<Matrix3<f64>>,
    /// U with Uᵀ U = W + R; on its diagonal the inverses of its blocks.
    upper: Vec<Matrix3<f64>>,
    /// q, u = (W + R) r + q, and r.
    free: Vec<Vector3<f64>>,
    velocity: Vec<Vector3<f64>>,
    reaction: Vec<Vector3<f64>>,
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
        rows: &ConstraintRows,
        bodies: &[VehicleDynamics],
        island: &Range<usize>,
        reaction: &mut [f64],
        kept: f64,
    ) -> Option<Stuck> {
        let list = &rows.list[island.clone()];
        if list.len() > DENSE_ROW_LIMIT || !may_stick(list, reaction) {
            return None;
        }
        if self.island != *island {
            self.couple(rows, bodies, list);
            self.island = island.clone();
        }
        self.free.clear();
        self.free.extend(list.iter().map(|row| row.free + row.shift + row.bias));
        self.reaction.clear();
        self.reaction.extend(reaction.chunks_exact(3).map(Vector3::from_column_slice));
        let mut residual = self.judge(list);
        if residual <= kept {
            return Some(Stuck { residual, corrections: 0 });
        }
        if !self.factor(list) {
            return None;
        }
        let mut corrections = 0;
        while corrections == 0 || residual > ROUND_OFF_RESIDUAL && corrections < REFINEMENT_LIMIT {
            self.correct();
            corrections += 1;
            if !list.iter().zip(&self.reaction).all(is_inside) {
                return None;
            }
            residual = self.judge(list);
        }
        if residual > WARM_START_RESIDUAL || !residual.is_finite() {
            return None;
        }
        for (out, own) in reaction.chunks_exact_mut(3).zip(&self.reaction) {
            out.copy_from_slice(own.as_slice());
        }
        Some(Stuck { residual, corrections })
    }

    /// W = yᵀ y of the rows.
    fn couple(
        &mut self,
        rows: &ConstraintRows,
        bodies: &[VehicleDynamics],
        list: &[ConstraintRow],
    ) {
        self.coupling.clear();
        for (index, row) in list.iter().enumerate() {
            let body = &bodies[row.first.vehicle];
            let support = body.support(row.first.link);
            let ys = &rows.side(&row.first)[..support.len()];
            for other in &list[index..] {
                let far = body.support(other.first.link);
                let others = &rows.side(&other.first)[..far.len()];
                let both = shared(support, far);
                let (own, theirs) = (&ys[ys.len() - both..], &others[others.len() - both..]);
                self.coupling.push(straight_product(own, theirs));
            }
        }
    }

    /// Velocities under the impulses, and their natural-map error.
    fn judge(&mut self, list: &[ConstraintRow]) -> f64 {
        let Self { coupling, free, velocity, reaction, .. } = self;
        velocity.clear();
        let own = list.iter().zip(&*free).zip(&*reaction);
        velocity.extend(own.map(|((row, free), r)| row.regular().component_mul(r) + free));
        let mut rest = &coupling[..];
        for index in 0..list.len() {
            let (line, later) = rest.split_at(list.len() - index);
            rest = later;
            let own = reaction[index];
            let mut sum = line[0] * own;
            let others = reaction[index + 1..].iter().zip(&mut velocity[index + 1..]);
            for (block, (r, velocity)) in line[1..].iter().zip(others) {
                sum += block * r;
                *velocity += block.tr_mul(&own);
            }
            velocity[index] += sum;
        }
        let mut judge = Judge::default();
        let numbers = free.iter().zip(&*velocity).zip(&*reaction);
        for (row, ((free, velocity), own)) in list.iter().zip(numbers) {
            judge.hear(free, velocity, own, row.friction());
        }
        judge.residual()
    }

    /// Cholesky's factorisation of W + R, block by block; false where it is not positive definite.
    fn factor(&mut self, list: &[ConstraintRow]) -> bool {
        let Self { coupling, upper, .. } = self;
        upper.clear();
        upper.extend_from_slice(coupling);
        let mut start = 0;
        for (index, row) in list.iter().enumerate() {
            let (known, later) = upper.split_at_mut(start + list.len() - index);
            let line = &mut known[start..];
            start += line.len();
            let Some(inverse) = inverse_root(&line[0], &row.regular()) else { return false };
            line[0] = inverse;
            line[1..].iter_mut().for_each(|block| *block = inverse.tr_mul(block));
            // Later lines lose what this one explains of them.
            let (mut own, mut from) = (&line[1..], 0);
            while let Some(left) = own.first() {
                let target = later[from..from + own.len()].iter_mut();
                target.zip(own).for_each(|(block, right)| *block -= left.tr_mul(right));
                from += own.len();
                own = &own[1..];
            }
        }
        true
    }

    /// Adds the impulses that take away the velocities.
    fn correct(&mut self) {
        let Self { upper, velocity, reaction, .. } = self;
        let count = velocity.len();
        let mut start = 0;
        for index in 0..count {
            let line = &upper[start..start + count - index];
            start += line.len();
            let own = line[0].tr_mul(&velocity[index]);
            velocity[index] = own;
            let later = velocity[index + 1..].iter_mut();
            later.zip(&line[1..]).for_each(|(later, block)| *later -= block.tr_mul(&own));
        }
        for index in (0..count).rev() {
            start -= count - index;
            let line = &upper[start..start + count - index];
            let mut own = velocity[index];
            for (later, block) in velocity[index + 1..].iter().zip(&line[1..]) {
                own -= block * later;
            }
            velocity[index] = line[0] * own;
            reaction[index] -= velocity[index];
        }
    }
}

/// The inverse of the upper triangular U with Uᵀ U = block + diagonal; nothing where there is none.
#[inline]
fn inverse_root(block: &Matrix3<f64>, diagonal: &Vector3<f64>) -> Option<Matrix3<f64>> {
    let a = 1.0 / (block.m11 + diagonal.x).sqrt();
    let (b, c) = (block.m12 * a, block.m13 * a);
    let d = 1.0 / (block.m22 + diagonal.y - b * b).sqrt();
    let e = (block.m23 - b * c) * d;
    let f = 1.0 / (block.m33 + diagonal.z - c * c - e * e).sqrt();
    // Roots of what is not positive are infinite or no numbers, and so is their product.
    let sound = (a * d * f).is_finite();
    let (ab, de) = (-b * a * d, -e * d * f);
    let corner = -(c * a + e * ab) * f;
    sound.then(|| Matrix3::new(a, ab, corner, 0.0, d, de, 0.0, 0.0, f))
}

/// Whether all rows are of one vehicle and give way, and impulses at hand are inside their cones.
fn may_stick(list: &[ConstraintRow], reaction: &[f64]) -> bool {
    let Some(first) = list.first() else { return false };
    list.iter().zip(reaction.chunks_exact(3)).all(|(row, own)| {
        let alone = row.second.is_none() && row.first.vehicle == first.first.vehicle;
        let regular = row.regular();
        let gives = regular.x > 0.0 && regular.y > 0.0 && regular.z > 0.0;
        alone && gives && is_inside((row, &Vector3::from_column_slice(own)))
    })
}

/// Whether an impulse pushes and lies inside its row's cone.
fn is_inside((row, own): (&ConstraintRow, &Vector3<f64>)) -> bool {
    let most = row.friction() * own.x;
    own.x > 0.0 && own.y * own.y + own.z * own.z <= most * most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_root_of_a_block_squares_to_its_inverse() {
        let block = Matrix3::new(4.0, 1.0, -0.5, 1.0, 3.0, 0.7, -0.5, 0.7, 2.0);
        let diagonal = Vector3::new(0.1, 0.2, 0.3);
        let root = inverse_root(&block, &diagonal).unwrap();
        let one = (block + Matrix3::from_diagonal(&diagonal)) * (root * root.transpose());
        assert!((one - Matrix3::identity()).norm() < 1e-14, "{one}");
        assert!(inverse_root(&-block, &diagonal).is_none());
    }
}
