//! Semismooth Newton on the function of Alart and Curnier (NSN-AC), with line search.
//!
//! With x_n = r_n − ρ_n u_n and x_t = r_t − ρ_t u_t the laws of contact are Φ(r) = 0, where
//! Φ_n = r_n − max(x_n, 0) and Φ_t = r_t − P(x_t), P the projection on the disc of radius
//! mu max(x_n, 0) (P. Alart, A. Curnier, *A mixed formulation for frictional contact problems prone
//! to Newton like solution methods*, Comput. Methods Appl. Mech. Engrg. 92, 1991). Φ is smooth but
//! for the edges between opening, sticking and sliding; a generalised Jacobian is A + B W with
//! 3 × 3 blocks A, B per contact. Contacts that open have r = 0 and leave the linear system. A step
//! is halved until ½ |Φ|² falls (Armijo's rule).
//!
//! ρ is one over the size of the contact's own block, so Φ has the units of r. A proximal term
//! α (r − c) / ρ on the velocities, c the centre, makes every step well posed where W is singular.

use super::problem::{FrictionProblem, contact};
use super::{Limits, Room, gauss_seidel, progress};
use nalgebra::{Matrix2, Matrix3, Vector2, Vector3};

/// Name of the solver.
pub const NAME: &str = "NSN-AC";

/// Contacts up to which a dense matrix with pivoting is as cheap as a sparse one.
const DENSE_CONTACTS: usize = 24;
const HALVINGS: usize = 14;
const ARMIJO: f64 = 1e-4;
/// Whole steps taken although |Φ| grows, since an edge of Φ can hide the descent behind it.
const LEAPS: usize = 3;

/// Newton's steps until the tolerance or their number is reached, or no step is of use; gives the
/// number of steps.
pub(crate) fn run_after_sweep(problem: &FrictionProblem, limits: Limits, room: &mut Room) -> usize {
    // At r = 0 the edges of Φ meet, and a step from there is rarely of use.
    gauss_seidel::sweep(problem, &mut room.reaction);
    run_or_leave(problem, limits, room)
}

/// Improves the reaction in the room, or leaves it as it is; gives the number of steps.
pub(crate) fn run_or_leave(problem: &FrictionProblem, limits: Limits, room: &mut Room) -> usize {
    room.refresh(problem);
    let before = progress::measure(problem, &room.reaction, &room.velocity);
    room.best.copy_from_slice(&room.reaction);
    let course = run(problem, 0.0, limits, room);
    let after = progress::measure(problem, &room.reaction, &room.velocity);
    if after.is_nan() || after > before {
        room.reaction.copy_from_slice(&room.best);
    }
    course.steps
}

/// How Newton's iteration ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course {
    pub(crate) steps: usize,
    pub(crate) converged: bool,
}

/// Improves the reaction in the room; with a proximal term of weight `alpha` about the room's
/// centre. Leaves the velocities of the problem with that term in the room.
pub(crate) fn run(
    problem: &FrictionProblem,
    alpha: f64,
    limits: Limits,
    room: &mut Room,
) -> Course {
    refresh(problem, alpha, &room.centre, &room.reaction, &mut room.velocity);
    let mut leaps = LEAPS;
    for steps in 0..limits.iterations {
        let measure = progress::measure(problem, &room.reaction, &room.velocity);
        if measure <= limits.tolerance {
            return Course { steps, converged: true };
        }
        if !measure.is_finite() || !direction(problem, alpha, room) {
            return Course { steps: steps + 1, converged: false };
        }
        if !search(problem, alpha, room) {
            if leaps == 0 {
                return Course { steps: steps + 1, converged: false };
            }
            leaps -= 1;
            go(problem, alpha, 1.0, room);
            accept(room);
        }
    }
    let measure = progress::measure(problem, &room.reaction, &room.velocity);
    Course { steps: limits.iterations, converged: measure <= limits.tolerance }
}

/// Sizes of a contact's own block, normal and tangential: one over ρ without proximal term.
pub(crate) fn sizes(block: &Matrix3<f64>) -> (f64, f64) {
    let tangential = 0.5 * (block.m22 + block.m33);
    let largest = block.m11.max(tangential);
    let guard = if largest > 0.0 { 1e-10 * largest } else { 1.0 };
    (block.m11.max(guard), tangential.max(guard))
}

/// Velocities with the proximal term.
fn refresh(
    problem: &FrictionProblem,
    alpha: f64,
    centre: &[f64],
    reaction: &[f64],
    velocity: &mut [f64],
) {
    problem.velocity_under(reaction, velocity);
    if alpha == 0.0 {
        return;
    }
    for (index, block) in problem.diagonal().iter().enumerate() {
        let (normal, tangential) = sizes(block);
        for (axis, size) in [normal, tangential, tangential].into_iter().enumerate() {
            let k = 3 * index + axis;
            velocity[k] += alpha * size * (reaction[k] - centre[k]);
        }
    }
}

/// What a contact does, as Φ sees it.
enum Regime {
    Open,
    Stick,
    Slide { direction: Vector2<f64>, ratio: f64 },
}

/// A contact's part of Φ and of its Jacobian A + B W.
struct Piece {
    regime: Regime,
    value: Vector3<f64>,
    rho: (f64, f64),
}

impl Piece {
    #[inline]
    fn new(
        reaction: &Vector3<f64>,
        velocity: &Vector3<f64>,
        friction: f64,
        rho: (f64, f64),
    ) -> Self {
        let normal = reaction.x - rho.0 * velocity.x;
        if normal <= 0.0 {
            return Self { regime: Regime::Open, value: *reaction, rho };
        }
        let slide = Vector2::new(velocity.y, velocity.z) * rho.1;
        let tangential = Vector2::new(reaction.y, reaction.z) - slide;
        let (size, radius) = (tangential.norm(), friction * normal);
        if size <= radius {
            let value = Vector3::new(rho.0 * velocity.x, slide.x, slide.y);
            return Self { regime: Regime::Stick, value, rho };
        }
        let direction = tangential / size;
        let value = Vector3::new(
            rho.0 * velocity.x,
            reaction.y - radius * direction.x,
            reaction.z - radius * direction.y,
        );
        let regime = Regime::Slide { direction, ratio: radius / size };
        Self { regime, value, rho }
    }

    /// The blocks A and B.
    fn jacobian(&self, friction: f64) -> (Matrix3<f64>, Matrix3<f64>) {
        let (normal, tangential) = self.rho;
        let mut own = Matrix3::zeros();
        let mut coupled = Matrix3::from_diagonal(&Vector3::new(normal, tangential, tangential));
        match &self.regime {
            Regime::Open => (Matrix3::identity(), Matrix3::zeros()),
            Regime::Stick => (own, coupled),
            Regime::Slide { direction, ratio } => {
                let turning = (Matrix2::identity() - direction * direction.transpose()) * *ratio;
                let pressing = direction * friction;
                own.fixed_view_mut::<2, 1>(1, 0).copy_from(&(-pressing));
                own.fixed_view_mut::<2, 2>(1, 1).copy_from(&(Matrix2::identity() - turning));
                coupled.fixed_view_mut::<2, 1>(1, 0).copy_from(&(pressing * normal));
                coupled.fixed_view_mut::<2, 2>(1, 1).copy_from(&(turning * tangential));
                (own, coupled)
            }
        }
    }
}

fn piece(
    problem: &FrictionProblem,
    alpha: f64,
    index: usize,
    reaction: &[f64],
    velocity: &[f64],
) -> Piece {
    let (normal, tangential) = sizes(&problem.diagonal()[index]);
    let rho = (1.0 / (normal * (1.0 + alpha)), 1.0 / (tangential * (1.0 + alpha)));
    let friction = problem.friction()[index];
    Piece::new(&contact(reaction, index), &contact(velocity, index), friction, rho)
}

/// |Φ|², each direction weighed with its mobility: a sum of energies, so that contacts of unequal
/// scales count alike.
fn merit(problem: &FrictionProblem, alpha: f64, reaction: &[f64], velocity: &[f64]) -> f64 {
    (0..problem.contacts())
        .map(|index| {
            let Piece { value, rho, .. } = piece(problem, alpha, index, reaction, velocity);
            value.x * value.x / rho.0 + (value.y * value.y + value.z * value.z) / rho.1
        })
        .sum()
}

/// Newton's step into the room; false if the Jacobian is singular.
fn direction(problem: &FrictionProblem, alpha: f64, room: &mut Room) -> bool {
    find_active(problem, alpha, room);
    let is_small = problem.contacts() <= DENSE_CONTACTS;
    let solved = if is_small || !room.analyse(problem) {
        solve_dense(problem, alpha, room)
    } else {
        solve_sparse(problem, alpha, room)
    };
    let Room { step, active, trial, .. } = room;
    if !solved || !active.iter().all(|&index| contact(trial, index).iter().all(|v| v.is_finite())) {
        return false;
    }
    for &index in active.iter() {
        let own = 3 * index..3 * index + 3;
        step[own.clone()].copy_from_slice(&trial[own]);
    }
    true
}

/// Finds the contacts that do not open. One that opens gives up its reaction at once: that is its
/// step, and what it does to others is known.
fn find_active(problem: &FrictionProblem, alpha: f64, room: &mut Room) {
    let Room { reaction, velocity, step, active, place, .. } = room;
    active.clear();
    place.clear();
    for index in 0..problem.contacts() {
        let piece = piece(problem, alpha, index, reaction, velocity);
        let own = &mut step[3 * index..3 * index + 3];
        if let Regime::Open = piece.regime {
            own.copy_from_slice((-piece.value).as_slice());
            place.push(usize::MAX);
        } else {
            own.fill(0.0);
            place.push(active.len());
            active.push(index);
        }
    }
}

/// A contact's own rows of the linear system: what is added to the diagonal, what multiplies W, and
/// the right side, to which the known steps of open contacts belong.
fn equation(
    problem: &FrictionProblem,
    alpha: f64,
    index: usize,
    room: (&[f64], &[f64]),
) -> (Matrix3<f64>, Matrix3<f64>, Vector3<f64>) {
    let piece = piece(problem, alpha, index, room.0, room.1);
    let (mut own, coupled) = piece.jacobian(problem.friction()[index]);
    if alpha != 0.0 {
        let (normal, tangential) = sizes(&problem.diagonal()[index]);
        let proximal = Vector3::new(normal, tangential, tangential) * alpha;
        own += coupled * Matrix3::from_diagonal(&proximal);
    }
    (own, coupled, -piece.value)
}

fn solve_dense(problem: &FrictionProblem, alpha: f64, room: &mut Room) -> bool {
    let Room {
        reaction, velocity, step, active, place, elimination, trial, trial_velocity, ..
    } = room;
    elimination.reset(3 * active.len());
    let right = &mut trial_velocity[..3 * active.len()];
    for (row, &index) in active.iter().enumerate() {
        let (own, coupled, mut value) = equation(problem, alpha, index, (reaction, velocity));
        add_block(elimination, row, row, &own);
        let mut known = Vector3::zeros();
        for (column, block) in problem.row(index) {
            match place[column] {
                usize::MAX => known += block * contact(step, column),
                place => add_block(elimination, row, place, &(coupled * block)),
            }
        }
        value -= coupled * known;
        right[3 * row..3 * row + 3].copy_from_slice(value.as_slice());
    }
    let solved = elimination.solve(right);
    for (row, &index) in active.iter().enumerate() {
        trial[3 * index..3 * index + 3].copy_from_slice(&right[3 * row..3 * row + 3]);
    }
    solved
}

fn solve_sparse(problem: &FrictionProblem, alpha: f64, room: &mut Room) -> bool {
    let Room { reaction, velocity, step, place, sparse, trial, .. } = room;
    let solved = sparse.factorise(|index, put| {
        if place[index] == usize::MAX {
            put(index, Matrix3::identity());
            trial[3 * index..3 * index + 3].fill(0.0);
            return;
        }
        let (own, coupled, mut value) = equation(problem, alpha, index, (reaction, velocity));
        put(index, own);
        let mut known = Vector3::zeros();
        for (column, block) in problem.row(index) {
            if column == index {
                put(column, own + coupled * block);
            } else if place[column] == usize::MAX {
                known += block * contact(step, column);
            } else {
                put(column, coupled * block);
            }
        }
        value -= coupled * known;
        trial[3 * index..3 * index + 3].copy_from_slice(value.as_slice());
    });
    if solved {
        sparse.solve(trial);
    }
    solved
}

#[inline]
fn add_block(
    matrix: &mut super::elimination::Elimination,
    row: usize,
    column: usize,
    block: &Matrix3<f64>,
) {
    for i in 0..3 {
        for j in 0..3 {
            matrix.add(3 * row + i, 3 * column + j, block[(i, j)]);
        }
    }
}

/// Goes along the step as far as it is of use; false if it is of none.
fn search(problem: &FrictionProblem, alpha: f64, room: &mut Room) -> bool {
    let before = merit(problem, alpha, &room.reaction, &room.velocity);
    let mut length = 1.0;
    for _ in 0..HALVINGS {
        go(problem, alpha, length, room);
        let after = merit(problem, alpha, &room.trial, &room.trial_velocity);
        if after <= (1.0 - 2.0 * ARMIJO * length) * before {
            accept(room);
            return true;
        }
        length *= 0.5;
    }
    false
}

/// Puts the trial at a part of the step.
fn go(problem: &FrictionProblem, alpha: f64, length: f64, room: &mut Room) {
    let Room { reaction, step, centre, trial, trial_velocity, .. } = room;
    for ((value, from), by) in trial.iter_mut().zip(&*reaction).zip(&*step) {
        *value = from + length * by;
    }
    refresh(problem, alpha, centre, trial, trial_velocity);
}

fn accept(room: &mut Room) {
    std::mem::swap(&mut room.reaction, &mut room.trial);
    std::mem::swap(&mut room.velocity, &mut room.trial_velocity);
}
