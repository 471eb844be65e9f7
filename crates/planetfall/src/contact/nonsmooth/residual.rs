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
    let mut judge = Judge::default();
    for (index, friction) in problem.friction().iter().enumerate() {
        let free = contact(problem.velocity(), index);
        let mut velocity = free;
        for (column, block) in problem.row(index) {
            velocity += block * contact(reaction, column);
        }
        judge.hear(&free, &velocity, &contact(reaction, index), *friction);
    }
    judge.residual()
}

/// Gathers the natural map contact by contact.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Judge {
    /// Squares of norms: of what is left, and of q, r and u.
    error: f64,
    free: f64,
    force: f64,
    speed: f64,
}

impl Judge {
    /// A contact with its velocity without reactions, its velocity, its reaction and its friction.
    #[inline]
    pub(crate) fn hear(
        &mut self,
        free: &Vector3<f64>,
        velocity: &Vector3<f64>,
        own: &Vector3<f64>,
        friction: f64,
    ) {
        let sliding = (velocity.y * velocity.y + velocity.z * velocity.z).sqrt();
        let lifted = velocity + Vector3::x() * (friction * sliding);
        self.error += (own - cone::project(&(own - lifted), friction)).norm_squared();
        self.free += free.norm_squared();
        self.force += own.norm_squared();
        self.speed += velocity.norm_squared();
    }

    /// What is left of all together.
    pub(crate) fn residual(&self) -> f64 {
        self.residual_within(f64::INFINITY)
    }

    /// The same where no more than some square of the reactions' norm counts.
    pub(crate) fn residual_within(&self, plausible: f64) -> f64 {
        let scale = self.free.max(self.force.min(plausible)).max(self.speed).sqrt();
        let error = self.error.sqrt();
        if scale > f64::EPSILON { error / scale } else { error }
    }
}
