//! The linear system of Newton's step, dense where contacts are few and sparse where they are many.

use super::alart_curnier::{ContactResidual, Linear};
use super::delassus_scale::DelassusScale;
use super::problem::{FrictionProblem, contact};
use super::{NonsmoothWorkspace, elimination::Elimination};
use nalgebra::{Matrix3, Vector3};

/// Contacts up to which a dense matrix with pivoting (72 rows) is as cheap as a sparse one. Chosen.
const DENSE_CONTACT_LIMIT: usize = 24;

/// A problem with a proximal term α D (r − c) on its velocities, D the mobilities.
#[derive(Clone, Copy)]
pub(crate) struct ProximalProblem<'a> {
    pub(crate) problem: &'a FrictionProblem,
    pub(crate) scales: &'a [DelassusScale],
    pub(crate) alpha: f64,
}

impl ProximalProblem<'_> {
    /// Velocities with the proximal term.
    pub(crate) fn refresh(&self, centre: &[f64], reaction: &[f64], velocity: &mut [f64]) {
        self.problem.velocity_under(reaction, velocity);
        if self.alpha == 0.0 {
            return;
        }
        for (index, scale) in self.scales.iter().enumerate() {
            let apart = contact(reaction, index) - contact(centre, index);
            let term = apart.component_mul(&scale.vector()) * self.alpha;
            for axis in 0..3 {
                velocity[3 * index + axis] += term[axis];
            }
        }
    }

    /// |Φ|², each direction weighed with its mobility: a sum of energies, so that contacts of
    /// unequal scales count alike. With it, the size it would have to be compared with.
    pub(crate) fn merit(&self, reaction: &[f64], velocity: &[f64]) -> Merit {
        let mut merit = Merit { value: 0.0, size: 0.0 };
        for (index, own) in self.scales.iter().enumerate() {
            let (r, u) = (contact(reaction, index), contact(velocity, index));
            let scale = self.stiffened(own);
            let ContactResidual { value, .. } =
                ContactResidual::new(&r, &u, self.problem.friction()[index], &scale);
            let (normal, tangential) = (scale.normal, scale.tangential);
            merit.value +=
                value.x * value.x * normal + (value.y * value.y + value.z * value.z) * tangential;
            merit.size += r.x * r.x * normal + (r.y * r.y + r.z * r.z) * tangential;
        }
        merit
    }

    fn piece(
        &self,
        index: usize,
        reaction: &[f64],
        velocity: &[f64],
    ) -> (ContactResidual, DelassusScale) {
        let scale = self.stiffened(&self.scales[index]);
        let (r, u) = (contact(reaction, index), contact(velocity, index));
        (ContactResidual::new(&r, &u, self.problem.friction()[index], &scale), scale)
    }

    /// The mobility with the proximal term.
    fn stiffened(&self, own: &DelassusScale) -> DelassusScale {
        let factor = 1.0 + self.alpha;
        DelassusScale { normal: own.normal * factor, tangential: own.tangential * factor }
    }

    /// A contact's own block of W with the proximal term.
    fn diagonal(&self, index: usize, block: &Matrix3<f64>) -> Matrix3<f64> {
        let term = self.scales[index].vector() * self.alpha;
        block + Matrix3::from_diagonal(&term)
    }
}

/// How far reactions are from the laws, as a line search sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Merit {
    pub(crate) value: f64,
    size: f64,
}

/// Square of Φ, in squares of the reactions, that is round-off: (1e-15)², some units of the last place.
const SQUARED_ROUND_OFF: f64 = 1e-30;

impl Merit {
    /// Whether what is left of Φ is round-off.
    pub(crate) fn is_round_off(&self) -> bool {
        self.value <= SQUARED_ROUND_OFF * self.size
    }
}

/// Newton's step into the workspace; false if the Jacobian is singular, or too large.
pub(crate) fn find(posed: ProximalProblem<'_>, workspace: &mut NonsmoothWorkspace) -> bool {
    let NonsmoothWorkspace { reaction, velocity, linear, .. } = workspace;
    linear.clear();
    for (index, friction) in posed.problem.friction().iter().enumerate() {
        let (piece, scale) = posed.piece(index, reaction, velocity);
        linear.push(piece.linear(*friction, &scale));
    }
    if posed.problem.contacts() <= DENSE_CONTACT_LIMIT {
        let all_stick = linear.iter().all(|own| own.unknowns == 3);
        all_stick && solve_stuck(posed, workspace) || solve_dense(posed, workspace)
    } else {
        workspace.analyse(posed.problem) && solve_sparse(posed, workspace)
    }
}

/// The step where all contacts stick: it stops them, W Δr = −u, with W symmetric. False where W is singular,
/// which pivots may yet distinguish from nearly so.
fn solve_stuck(posed: ProximalProblem<'_>, workspace: &mut NonsmoothWorkspace) -> bool {
    let NonsmoothWorkspace { step, elimination, velocity, .. } = workspace;
    let contacts = posed.problem.contacts();
    elimination.reset(3 * contacts);
    for index in 0..contacts {
        for (column, block) in posed.problem.row(index).filter(|(column, _)| *column >= index) {
            let block = if column == index { posed.diagonal(index, block) } else { *block };
            elimination.add_block((3 * index, 3), (3 * column, 3), &block);
        }
    }
    step.iter_mut().zip(velocity).for_each(|(step, velocity)| *step = -*velocity);
    elimination.solve_definite(step) && step.iter().all(|value| value.is_finite())
}

fn solve_dense(posed: ProximalProblem<'_>, workspace: &mut NonsmoothWorkspace) -> bool {
    let NonsmoothWorkspace { step, linear, place, elimination, trial, .. } = workspace;
    place.clear();
    let mut size = 0;
    for own in linear.iter() {
        place.push(size);
        size += own.unknowns;
    }
    elimination.reset(size);
    for (index, own) in linear.iter().enumerate() {
        if own.unknowns == 0 {
            continue;
        }
        let mut known = Vector3::zeros();
        for (column, block) in posed.problem.row(index) {
            let other = &linear[column];
            let block = if column == index { posed.diagonal(index, block) } else { *block };
            // What sticks has no constant part.
            if other.unknowns < 3 {
                known += block * other.constant;
            }
            add(elimination, (place[index], own), (place[column], other), &block);
        }
        if own.unknowns == 2 {
            elimination.add(place[index] + 1, place[index] + 1, own.own);
        }
        let right = own.right - own.rows * known;
        trial[place[index]..place[index] + own.unknowns]
            .copy_from_slice(&right.as_slice()[..own.unknowns]);
    }
    let right = &mut trial[..size];
    if !elimination.solve(right) || !right.iter().all(|value| value.is_finite()) {
        return false;
    }
    for (index, own) in linear.iter().enumerate() {
        let mut change = own.constant;
        for (axis, value) in right[place[index]..].iter().take(own.unknowns).enumerate() {
            change += own.basis.column(axis) * *value;
        }
        step[3 * index..3 * index + 3].copy_from_slice(change.as_slice());
    }
    true
}

/// Adds what the unknowns of one contact do in the rows of another.
#[inline]
fn add(
    matrix: &mut Elimination,
    (row, own): (usize, &Linear),
    (column, other): (usize, &Linear),
    block: &Matrix3<f64>,
) {
    if other.unknowns == 0 {
        return;
    }
    for at in 0..own.unknowns {
        let [n, t, s] = own.row_times(at, block);
        let line = &mut matrix.row_mut(row + at)[column..column + other.unknowns];
        match line {
            [first, second, third] => {
                *first += n;
                *second += t;
                *third += s;
            }
            [first, rest @ ..] => {
                let basis = &other.basis;
                *first += n + t * basis.m21 + s * basis.m31;
                rest.iter_mut().for_each(|second| *second += t * basis.m22 + s * basis.m32);
            }
            [] => {}
        }
    }
}

fn solve_sparse(posed: ProximalProblem<'_>, workspace: &mut NonsmoothWorkspace) -> bool {
    let NonsmoothWorkspace { step, linear, sparse, trial, .. } = workspace;
    let regular = sparse.factorise(|index, put| {
        let own = &linear[index];
        // Unknowns that a contact does not have are zero by an equation of their own.
        let mut diagonal = Matrix3::zeros();
        for axis in own.unknowns..3 {
            diagonal[(axis, axis)] = 1.0;
        }
        if own.unknowns == 2 {
            diagonal[(1, 1)] = own.own;
        }
        put(index, diagonal);
        let mut known = Vector3::zeros();
        if own.unknowns > 0 {
            for (column, block) in posed.problem.row(index) {
                let other = &linear[column];
                if column == index {
                    let block = posed.diagonal(index, block);
                    known += block * other.constant;
                    put(column, diagonal + masked(own, &block, other));
                } else {
                    known += block * other.constant;
                    if other.unknowns > 0 {
                        put(column, masked(own, block, other));
                    }
                }
            }
        }
        let right = own.right - own.rows * known;
        for axis in 0..3 {
            trial[3 * index + axis] = if axis < own.unknowns { right[axis] } else { 0.0 };
        }
    });
    if !regular {
        return false;
    }
    sparse.solve(trial);
    for (index, own) in linear.iter().enumerate() {
        let change = own.basis * contact(trial, index) + own.constant;
        step[3 * index..3 * index + 3].copy_from_slice(change.as_slice());
    }
    step.iter().all(|value| value.is_finite())
}

/// What the unknowns of one contact do in the rows of another; zero where either has fewer.
#[inline]
fn masked(own: &Linear, block: &Matrix3<f64>, other: &Linear) -> Matrix3<f64> {
    let mut product = own.rows * block * other.basis;
    for axis in own.unknowns..3 {
        product.row_mut(axis).fill(0.0);
    }
    for axis in other.unknowns..3 {
        product.column_mut(axis).fill(0.0);
    }
    product
}
