//! The measure by which solvers stop, on velocities they have at hand.

use super::problem::{FrictionProblem, contact};
use crate::math::cone;
use nalgebra::Vector3;

/// The scaled natural map of reactions and their velocities.
pub(crate) fn measure(problem: &FrictionProblem, reaction: &[f64], velocity: &[f64]) -> f64 {
    let (mut error, mut force, mut speed, mut free) = (0.0, 0.0, 0.0, 0.0);
    for (index, friction) in problem.friction().iter().enumerate() {
        let (r, u) = (contact(reaction, index), contact(velocity, index));
        let lift = friction * (u.y * u.y + u.z * u.z).sqrt();
        let goal = cone::project(&(r - u - Vector3::x() * lift), *friction);
        error += (r - goal).norm_squared();
        force += r.norm_squared();
        speed += u.norm_squared();
        free += contact(problem.velocity(), index).norm_squared();
    }
    let scale = force.max(speed).max(free).sqrt();
    let error = error.sqrt();
    if scale > f64::EPSILON { error / scale } else { error }
}
