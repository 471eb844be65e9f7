//! The measure by which solvers stop, on velocities they have at hand.
//!
//! It is the natural map scaled as the residual is, with one guard: where the problem has no
//! answer, or contacts are redundant, reactions can grow without bound, and an error divided by
//! their norm would then look small. So no more of them counts than some thousand times what each
//! contact would need alone. Where this guard acts, a solver asks more of itself than the residual
//! does, never less.

use super::newton::sizes;
use super::problem::{FrictionProblem, contact};
use crate::math::cone;
use nalgebra::Vector3;

/// Greatest norm of reactions that counts, in norms of the reactions of contacts alone.
const PLAUSIBLE: f64 = 1e3;

/// The scaled natural map of reactions and their velocities.
pub(crate) fn measure(problem: &FrictionProblem, reaction: &[f64], velocity: &[f64]) -> f64 {
    let (mut error, mut force, mut alone) = (0.0, 0.0, 0.0);
    let (mut speed, mut free) = (0.0, 0.0);
    for (index, friction) in problem.friction().iter().enumerate() {
        let (r, u) = (contact(reaction, index), contact(velocity, index));
        let lift = friction * (u.y * u.y + u.z * u.z).sqrt();
        let goal = cone::project(&(r - u - Vector3::x() * lift), *friction);
        error += (r - goal).norm_squared();
        force += r.norm_squared();
        speed += u.norm_squared();
        let start = contact(problem.velocity(), index);
        free += start.norm_squared();
        let (normal, tangential) = sizes(&problem.diagonal()[index]);
        alone += start.norm_squared() / (normal.min(tangential) * normal.min(tangential));
    }
    let force = force.min(PLAUSIBLE * PLAUSIBLE * alone);
    let scale = force.max(speed).max(free).sqrt();
    let error = error.sqrt();
    if scale > f64::EPSILON { error / scale } else { error }
}
