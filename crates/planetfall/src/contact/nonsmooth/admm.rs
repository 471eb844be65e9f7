//! Alternating direction method of multipliers (ADMM).
//!
//! The reactions are doubled: x obeys u = W x + q, z lies in Coulomb's cones, and a multiplier ξ
//! draws both together. With ρ a weight per contact and s = mu |u_t| n held for one iteration,
//! (W + ρ) x = −q − s + ρ (z − ξ), z = P_K(x + ξ), ξ := ξ + x − z; then u + s = −ρ ξ, from which
//! the next s follows (S. Boyd et al., *Distributed optimization and statistical learning via the
//! alternating direction method of multipliers*, 2011; for friction V. Acary, M. Brémond,
//! O. Huber 2018, and A. Tasora, D. Mangoni, S. Benatti, R. Garziera, *Solving variational
//! inequalities and cone complementarity problems in nonsmooth dynamics using the ADMM*, Int. J.
//! Numer. Methods Engrg. 122, 2021). All iterations share one factorisation of W + ρ, so where most
//! contacts stick or open an answer costs little more than that. ρ is balanced where x and z part
//! much more or less than z still moves.

use super::delassus_scale::DelassusScale;
use super::gauss_seidel::Patience;
use super::problem::{FrictionProblem, contact};
use super::{NonsmoothWorkspace, SolverLimits};
use crate::math::cone;
use nalgebra::{Matrix3, Vector3};

/// Name of the solver.
pub const NAME: &str = "ADMM";

/// First penalty ρ, in sizes (mobilities) of the contact's own block of W. Chosen; the balance below
/// corrects it.
const INITIAL_PENALTY: f64 = 1e-2;
/// Iterations between two looks at the balance of residuals. Chosen: a change of ρ costs a factorisation.
const BALANCE_INTERVAL: usize = 10;
/// Ratio of primal to dual residual beyond which ρ changes: the threshold of ten of Boyd et al. 2011,
/// §3.4.1.
const BALANCE_LIMIT: f64 = 10.0;
/// What ρ is multiplied with or divided by then. Chosen: more than the two of Boyd et al., since each
/// change costs a factorisation.
const PENALTY_FACTOR: f64 = 10.0;
/// Changes of ρ in a solve, each of which costs a factorisation. Chosen; with it ρ can move by eight
/// decades.
const PENALTY_CHANGE_LIMIT: usize = 8;

/// Improves the reaction in the workspace, or leaves it; gives the number of iterations.
pub(crate) fn run(
    problem: &FrictionProblem,
    limits: SolverLimits,
    patience: Patience,
    workspace: &mut NonsmoothWorkspace,
) -> usize {
    let mut best = workspace.error;
    workspace.best.copy_from_slice(&workspace.reaction);
    let mut weight = INITIAL_PENALTY;
    if best <= limits.tolerance
        || !workspace.analyse(problem)
        || !factorise(problem, weight, workspace)
    {
        return 0;
    }
    begin(problem, weight, workspace);
    let (mut iterations, mut changes, mut last) = (0, 0, best);
    while best > limits.tolerance && iterations < limits.iterations {
        let balance = iterate(problem, weight, workspace);
        iterations += 1;
        workspace.assess(problem);
        let now = workspace.error;
        if now < best {
            best = now;
            workspace.best.copy_from_slice(&workspace.reaction);
        }
        if !iterations.is_multiple_of(BALANCE_INTERVAL) {
            continue;
        }
        if iterations > BALANCE_INTERVAL
            && patience.is_over(last, now, BALANCE_INTERVAL, limits.tolerance)
        {
            break;
        }
        last = now;
        if changes < PENALTY_CHANGE_LIMIT
            && !(1.0 / BALANCE_LIMIT..=BALANCE_LIMIT).contains(&balance)
        {
            changes += 1;
            if !change_weight(problem, &mut weight, balance, workspace) {
                break;
            }
        }
    }
    workspace.reaction.copy_from_slice(&workspace.best);
    workspace.assess(problem);
    iterations
}

/// Weighs the difference of x and z more if it is the greater part, else less.
fn change_weight(
    problem: &FrictionProblem,
    weight: &mut f64,
    balance: f64,
    workspace: &mut NonsmoothWorkspace,
) -> bool {
    let factor = if balance > 1.0 { PENALTY_FACTOR } else { 1.0 / PENALTY_FACTOR };
    *weight *= factor;
    for value in &mut workspace.centre {
        *value /= factor;
    }
    factorise(problem, *weight, workspace)
}

/// Where reactions are scaled with the roots of their mobilities: in them a contact's own block is
/// of about unit size, and nearest in the cone is meant.
struct Scale {
    roots: Vector3<f64>,
    friction: f64,
}

impl Scale {
    fn new(scale: &DelassusScale, friction: f64) -> Self {
        let roots = scale.vector().map(f64::sqrt);
        Self { roots, friction: friction * roots.y / roots.x }
    }

    fn of(&self, vector: &Vector3<f64>) -> Vector3<f64> {
        vector.component_mul(&self.roots)
    }

    fn project(&self, reaction: &Vector3<f64>) -> Vector3<f64> {
        cone::project(&self.of(reaction), self.friction).component_div(&self.roots)
    }
}

fn factorise(problem: &FrictionProblem, weight: f64, workspace: &mut NonsmoothWorkspace) -> bool {
    let NonsmoothWorkspace { sparse, scales, .. } = workspace;
    sparse.factorise(|row, put| {
        let own = Matrix3::from_diagonal(&(scales[row].vector() * weight));
        put(row, own);
        for (column, block) in problem.row(row) {
            put(column, if column == row { block + own } else { *block });
        }
    })
}

/// The multiplier that fits the velocities of the start.
fn begin(problem: &FrictionProblem, weight: f64, workspace: &mut NonsmoothWorkspace) {
    for (index, friction) in problem.friction().iter().enumerate() {
        let mut lifted = contact(&workspace.velocity, index);
        lifted.x += friction * (lifted.y * lifted.y + lifted.z * lifted.z).sqrt();
        let scale = &workspace.scales[index];
        let goal = lifted.component_div(&(scale.vector() * -weight));
        let multiplier = goal - Scale::new(scale, *friction).project(&goal);
        workspace.centre[3 * index..3 * index + 3].copy_from_slice(multiplier.as_slice());
    }
}

/// One iteration; `reaction` is z and `centre` is ξ. Gives how far x and z are apart in terms
/// of how far z moved.
fn iterate(problem: &FrictionProblem, weight: f64, workspace: &mut NonsmoothWorkspace) -> f64 {
    let NonsmoothWorkspace { reaction, centre, trial, sparse, scales, .. } = workspace;
    for (index, friction) in problem.friction().iter().enumerate() {
        let rho = scales[index].vector() * weight;
        let multiplier = contact(centre, index);
        // (W + ρ) x = −q − s + ρ (z − ξ), with ρ |ξ_t| = |u_t| for s = μ |u_t| n.
        let mut right = (contact(reaction, index) - multiplier).component_mul(&rho);
        right -= contact(problem.velocity(), index);
        let sliding = (multiplier.y * multiplier.y + multiplier.z * multiplier.z).sqrt() * rho.y;
        right.x -= friction * sliding;
        trial[3 * index..3 * index + 3].copy_from_slice(right.as_slice());
    }
    sparse.solve(trial);
    let (mut apart, mut moved) = (0.0, 0.0);
    for (index, friction) in problem.friction().iter().enumerate() {
        let scale = Scale::new(&scales[index], *friction);
        let (own, before) = (contact(trial, index), contact(reaction, index));
        let sum = own + contact(centre, index);
        // z = P_K(x + ξ), ξ := ξ + x − z.
        let inside = scale.project(&sum);
        reaction[3 * index..3 * index + 3].copy_from_slice(inside.as_slice());
        centre[3 * index..3 * index + 3].copy_from_slice((sum - inside).as_slice());
        // Primal residual x − z and dual residual z − z_before (Boyd et al. 2011, §3.3).
        apart += scale.of(&(own - inside)).norm_squared();
        moved += scale.of(&(inside - before)).norm_squared();
    }
    (apart / moved.max(f64::MIN_POSITIVE)).sqrt()
}
