//! How wrong an answer is: the natural map, as Siconos measures it.
//!
//! For contact k with reaction r and velocity u = W r + q the answer is right exactly if
//! r = P_K(r − û), û = u + mu |u_t| n. What is left, e_k = r − P_K(r − û), is gathered over all
//! contacts and scaled: ‖e‖ / max(‖q‖, ‖r‖, ‖u‖), unscaled where that is no more than the machine's
//! epsilon (`fc3d_compute_error` of Siconos 4.4; V. Acary, M. Brémond, O. Huber, *On solving contact
//! problems with Coulomb friction: formulations and numerical comparisons*, 2018). Solvers
//! stop by a measure of their own on velocities of their own; this function only judges them.

use super::problem::{FrictionProblem, contact};
use crate::math::cone;
use nalgebra::Vector3;

/// The natural-map error of a reaction; zero for a problem without contacts, infinite for a
/// reaction of another length or with a number that is not finite.
pub fn residual(problem: &FrictionProblem, reaction: &[f64]) -> f64 {
    let fits = reaction.len() == 3 * problem.contacts();
    if !fits || !reaction.iter().all(|value| value.is_finite()) {
        return f64::INFINITY;
    }
    let (mut error, mut speed) = (0.0, 0.0);
    for (index, friction) in problem.friction().iter().enumerate() {
        let mut velocity = contact(problem.velocity(), index);
        for (column, block) in problem.row(index) {
            velocity += block * contact(reaction, column);
        }
        let own = contact(reaction, index);
        let sliding = (velocity.y * velocity.y + velocity.z * velocity.z).sqrt();
        let lifted = velocity + Vector3::x() * (friction * sliding);
        error += (own - cone::project(&(own - lifted), *friction)).norm_squared();
        speed += velocity.norm_squared();
    }
    let scale = norm(problem.velocity()).max(norm(reaction)).max(speed.sqrt());
    if scale > f64::EPSILON { error.sqrt() / scale } else { error.sqrt() }
}

fn norm(vector: &[f64]) -> f64 {
    vector.iter().map(|value| value * value).sum::<f64>().sqrt()
}
