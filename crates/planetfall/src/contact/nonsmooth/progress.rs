//! The measure by which solvers stop, on velocities they have at hand.
//!
//! It is the natural map scaled as the residual is, with one guard: where the problem has no
//! answer, or contacts are redundant, reactions can grow without bound, and an error divided by
//! their norm would then look small. So no more of them counts than some thousand times what each
//! contact would need alone. Where this guard acts, a solver asks more of itself than the residual
//! does, never less.

use super::delassus_scale::DelassusScale;
use super::problem::{FrictionProblem, contact};
use crate::math::cone;
use nalgebra::Vector3;

/// Greatest norm of reactions that counts in the measure, in norms of the reactions that contacts would
/// need alone. Chosen.
const PLAUSIBLE_REACTION: f64 = 1e3;

/// What of the measure is the same for all reactions of a problem.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ErrorScale {
    /// Square of the norm of the free velocity.
    free: f64,
    /// Square of the greatest norm of reactions that counts.
    plausible: f64,
}

impl ErrorScale {
    pub(crate) fn new(problem: &FrictionProblem, scales: &[DelassusScale]) -> Self {
        let (mut free, mut alone) = (0.0, 0.0);
        for (index, scale) in scales.iter().enumerate() {
            let start = contact(problem.velocity(), index).norm_squared();
            let least = scale.normal.min(scale.tangential);
            free += start;
            alone += start / (least * least);
        }
        Self { free, plausible: PLAUSIBLE_REACTION * PLAUSIBLE_REACTION * alone }
    }

    /// Whether reactions are of a size that contacts can need.
    pub(crate) fn is_plausible(&self, reaction: &[f64]) -> bool {
        reaction.iter().map(|value| value * value).sum::<f64>() <= self.plausible
    }

    /// The scaled natural map of reactions and their velocities.
    pub(crate) fn measure(
        &self,
        problem: &FrictionProblem,
        reaction: &[f64],
        velocity: &[f64],
    ) -> f64 {
        let (mut error, mut force, mut speed) = (0.0, 0.0, 0.0);
        let pairs = reaction.as_chunks::<3>().0.iter().zip(velocity.as_chunks::<3>().0);
        for ((&r, &u), friction) in pairs.zip(problem.friction()) {
            let (r, u) = (Vector3::from(r), Vector3::from(u));
            let lift = friction * (u.y * u.y + u.z * u.z).sqrt();
            let goal = cone::project(&(r - u - Vector3::x() * lift), *friction);
            error += (r - goal).norm_squared();
            force += r.norm_squared();
            speed += u.norm_squared();
        }
        let scale = force.min(self.plausible).max(speed).max(self.free).sqrt();
        let error = error.sqrt();
        if scale > f64::EPSILON { error / scale } else { error }
    }
}
