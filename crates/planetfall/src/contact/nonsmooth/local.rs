//! One contact alone, solved exactly.
//!
//! With W the contact's own block and q the velocity that all others leave it: it opens if
//! q_n ≥ 0; it sticks with r = −W⁻¹ q if that lies in the cone; else it slides, u_n = 0 and
//! u_t = −λ r_t with λ > 0. Eliminating r_n leaves (S + λ I) r_t = −b, S = W_tt − W_tn W_nt / W_nn,
//! b = q_t − W_tn q_n / W_nn, and one scalar equation h(λ) = |r_t| − mu r_n = 0 (the quartic of
//! O. Bonnefon, G. Daviet, *Quartic formulation of Coulomb 3D frictional contact*, INRIA RT-0400,
//! 2011). h is positive at 0, since the contact does not stick, and tends to mu q_n / W_nn < 0, so
//! a root is always enclosed. Newton's method is applied to mu r_n / |r_t| − 1, which is nearly
//! linear in λ (as in J. Moré, D. Sorensen, *Computing a trust region step*, SIAM J. Sci. Stat.
//! Comput. 4, 1983); steps that leave the enclosure become bisections.

use nalgebra::{Matrix2, Matrix3, Vector2, Vector3};

/// The reaction of one contact, or none if its block leaves it undetermined (W_nn not positive).
pub(crate) fn solve(
    block: &Matrix3<f64>,
    velocity: &Vector3<f64>,
    friction: f64,
) -> Option<Vector3<f64>> {
    if velocity.x >= 0.0 {
        return Some(Vector3::zeros());
    }
    let normal = block.m11;
    if normal <= 0.0 {
        return None;
    }
    if friction == 0.0 {
        return Some(Vector3::new(-velocity.x / normal, 0.0, 0.0));
    }
    let reduced = Reduced::new(block, velocity, friction);
    match reduced.reaction(0.0) {
        Some(stick) if reduced.excess(&stick) <= 0.0 => Some(stick),
        stick => reduced.slide(stick),
    }
}

/// The tangential equations after the normal one is eliminated.
struct Reduced {
    matrix: Matrix2<f64>,
    right: Vector2<f64>,
    /// r_n = normal_free + normal_per · r_t.
    normal_free: f64,
    normal_per: Vector2<f64>,
    friction: f64,
}

impl Reduced {
    fn new(block: &Matrix3<f64>, velocity: &Vector3<f64>, friction: f64) -> Self {
        let normal = block.m11;
        let column = Vector2::new(block.m21, block.m31);
        let row = Vector2::new(block.m12, block.m13);
        let tangential = block.fixed_view::<2, 2>(1, 1).into_owned();
        Self {
            matrix: tangential - column * row.transpose() / normal,
            right: column * (velocity.x / normal) - Vector2::new(velocity.y, velocity.z),
            normal_free: -velocity.x / normal,
            normal_per: -row / normal,
            friction,
        }
    }

    /// (S + λ I)⁻¹ times a vector.
    fn divide(&self, lambda: f64, by: &Vector2<f64>) -> Option<Vector2<f64>> {
        let shifted = self.matrix + Matrix2::identity() * lambda;
        let determinant = shifted.m11 * shifted.m22 - shifted.m12 * shifted.m21;
        let size = shifted.m11.abs().max(shifted.m22.abs());
        if determinant.is_nan() || determinant <= 1e-15 * size * size {
            return None;
        }
        let x = shifted.m22 * by.x - shifted.m12 * by.y;
        let y = shifted.m11 * by.y - shifted.m21 * by.x;
        Some(Vector2::new(x, y) / determinant)
    }

    fn reaction(&self, lambda: f64) -> Option<Vector3<f64>> {
        let tangential = self.divide(lambda, &self.right)?;
        let normal = self.normal_free + self.normal_per.dot(&tangential);
        Some(Vector3::new(normal, tangential.x, tangential.y))
    }

    fn excess(&self, reaction: &Vector3<f64>) -> f64 {
        Vector2::new(reaction.y, reaction.z).norm() - self.friction * reaction.x
    }

    /// Slope of mu r_n / |r_t| over λ.
    fn slope(&self, lambda: f64, reaction: &Vector3<f64>) -> Option<f64> {
        let tangential = Vector2::new(reaction.y, reaction.z);
        let change = -self.divide(lambda, &tangential)?;
        let square = tangential.norm_squared();
        let along = tangential.dot(&change) / square;
        let normal = self.normal_per.dot(&change) - reaction.x * along;
        Some(self.friction * normal / square.sqrt())
    }

    fn slide(&self, stick: Option<Vector3<f64>>) -> Option<Vector3<f64>> {
        let scale = self.matrix.m11.abs() + self.matrix.m22.abs() + f64::MIN_POSITIVE;
        let (mut low, mut high, mut lambda) = (0.0, f64::INFINITY, 0.0);
        let mut reaction = match stick {
            Some(stick) => stick,
            None => {
                lambda = scale;
                self.reaction(lambda)?
            }
        };
        for _ in 0..100 {
            let excess = self.excess(&reaction);
            if excess > 0.0 {
                low = lambda
            } else {
                high = lambda
            }
            let size = reaction.norm();
            if excess.abs() <= 4.0 * f64::EPSILON * size || high - low <= f64::EPSILON * lambda {
                break;
            }
            let tangential = (reaction.y * reaction.y + reaction.z * reaction.z).sqrt();
            let newton = self
                .slope(lambda, &reaction)
                .map_or(f64::NAN, |slope| lambda + excess / (tangential * slope));
            lambda = if newton > low && newton < high {
                newton
            } else if high.is_finite() {
                0.5 * (low + high)
            } else {
                (8.0 * low).max(scale)
            };
            reaction = self.reaction(lambda)?;
        }
        // The friction is put on the cone's edge exactly; what that costs is round-off.
        let tangential = Vector2::new(reaction.y, reaction.z);
        let size = tangential.norm();
        let share = if size > 0.0 { self.friction * reaction.x / size } else { 0.0 };
        Some(Vector3::new(reaction.x, share * tangential.x, share * tangential.y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_local_answer_obeys_the_laws(
            numbers in prop::collection::vec(-1.0..1.0f64, 12), friction in 0.0..1.5f64,
        ) {
            let root = Matrix3::from_column_slice(&numbers[..9]);
            let block = root * root.transpose() + Matrix3::identity() * 1e-3;
            let free = Vector3::from_column_slice(&numbers[9..]);
            let reaction = solve(&block, &free, friction).unwrap();
            let velocity = block * reaction + free;
            let sliding = Vector2::new(velocity.y, velocity.z).norm();
            let lifted = velocity + Vector3::x() * (friction * sliding);
            let error = reaction - crate::math::cone::project(&(reaction - lifted), friction);
            prop_assert!(error.norm() <= 1e-10 * (1.0 + reaction.norm()), "{error}");
        }
    }
}
