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

/// Newton steps and bisections for λ. Newton needs about five, bisection alone some 60 to close an enclosure to
/// round-off: this only guards the loop.
const ITERATION_LIMIT: usize = 100;
/// Determinant of S + λ I, in squares of its larger diagonal number, up to which it is singular: some units of
/// round-off of the difference of two products.
const SINGULAR_SHARE: f64 = 1e-15;
/// Error of |r_t| = μ r_n, relative, from which one more Newton step leaves round-off: its square is
/// below 1e-16.
const QUADRATIC_TOLERANCE: f64 = 1e-9;

/// The reaction of one contact, or none if its block leaves it undetermined (W_nn not positive).
pub(crate) fn solve(
    block: &Matrix3<f64>,
    velocity: &Vector3<f64>,
    friction: f64,
) -> Option<Vector3<f64>> {
    solve_near(block, velocity, friction, 0.0)
}

/// The λ at which a contact slides with a velocity under a reaction, about; zero where it does not slide.
#[inline]
pub(crate) fn sliding(reaction: &Vector3<f64>, velocity: &Vector3<f64>) -> f64 {
    let square = reaction.y * reaction.y + reaction.z * reaction.z;
    let against = -(reaction.y * velocity.y + reaction.z * velocity.z);
    if against > 0.0 && square > 0.0 { against / square } else { 0.0 }
}

/// The same from a guess of λ, which saves time and changes nothing.
pub(crate) fn solve_near(
    block: &Matrix3<f64>,
    velocity: &Vector3<f64>,
    friction: f64,
    guess: f64,
) -> Option<Vector3<f64>> {
    // Opens: q_n ≥ 0.
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
    // Sticks: r = −W⁻¹ q (λ = 0) inside the cone; else slides.
    let stick = reduced.inverse(0.0).map(|inverse| (inverse, reduced.reaction(&inverse)));
    match stick {
        Some((_, stick)) if stick.yz().norm() <= friction * stick.x => Some(stick),
        stick => reduced.slide(stick, guess),
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

    /// (S + λ I)⁻¹, or none where that is singular.
    #[inline]
    fn inverse(&self, lambda: f64) -> Option<Inverse> {
        let (m11, m22) = (self.matrix.m11 + lambda, self.matrix.m22 + lambda);
        let (m12, m21) = (self.matrix.m12, self.matrix.m21);
        let determinant = m11 * m22 - m12 * m21;
        let size = m11.abs().max(m22.abs());
        if determinant.is_nan() || determinant <= SINGULAR_SHARE * size * size {
            return None;
        }
        let share = 1.0 / determinant;
        Some(Inverse { m11: m22 * share, m12: -m12 * share, m21: -m21 * share, m22: m11 * share })
    }

    #[inline]
    fn reaction(&self, inverse: &Inverse) -> Vector3<f64> {
        let tangential = inverse.times(&self.right);
        let normal = self.normal_free + self.normal_per.dot(&tangential);
        Vector3::new(normal, tangential.x, tangential.y)
    }

    /// Slope of mu r_n / |r_t| over λ, times |r_t|, of a reaction whose |r_t|² is known.
    #[inline]
    fn slope(&self, inverse: &Inverse, reaction: &Vector3<f64>, square: f64) -> f64 {
        let tangential = Vector2::new(reaction.y, reaction.z);
        let change = -inverse.times(&tangential);
        let along = tangential.dot(&change) / square;
        self.friction * (self.normal_per.dot(&change) - reaction.x * along)
    }

    fn slide(&self, stick: Option<(Inverse, Vector3<f64>)>, guess: f64) -> Option<Vector3<f64>> {
        let scale = self.matrix.m11.abs() + self.matrix.m22.abs() + f64::MIN_POSITIVE;
        let (mut low, mut high, mut lambda) = (0.0, f64::INFINITY, 0.0);
        let (mut inverse, mut reaction) = match stick {
            Some(stick) if guess <= 0.0 => stick,
            _ => {
                lambda = if guess > 0.0 { guess } else { scale };
                let inverse = self.inverse(lambda)?;
                (inverse, self.reaction(&inverse))
            }
        };
        for _ in 0..ITERATION_LIMIT {
            let square = reaction.y * reaction.y + reaction.z * reaction.z;
            let tangential = square.sqrt();
            let excess = tangential - self.friction * reaction.x;
            if excess > 0.0 {
                low = lambda
            } else {
                high = lambda
            }
            let size = tangential + reaction.x.abs();
            if excess.abs() <= 4.0 * f64::EPSILON * size || high - low <= f64::EPSILON * lambda {
                break;
            }
            // Newton on μ r_n/|r_t| − 1, safeguarded by the enclosure.
            let newton = lambda + excess / self.slope(&inverse, &reaction, square);
            let inside = newton > low && newton < high;
            lambda = if inside {
                newton
            } else if high.is_finite() {
                0.5 * (low + high)
            } else {
                (8.0 * low).max(scale)
            };
            inverse = self.inverse(lambda)?;
            reaction = self.reaction(&inverse);
            // What a step of Newton leaves is the square of what it started from.
            if inside && excess.abs() <= QUADRATIC_TOLERANCE * size {
                break;
            }
        }
        // The friction is put on the cone's edge exactly; what that costs is round-off.
        let tangential = Vector2::new(reaction.y, reaction.z);
        let size = tangential.norm();
        let share = if size > 0.0 { self.friction * reaction.x / size } else { 0.0 };
        Some(Vector3::new(reaction.x, share * tangential.x, share * tangential.y))
    }
}

/// The inverse of a 2 × 2 matrix.
#[derive(Clone, Copy)]
struct Inverse {
    m11: f64,
    m12: f64,
    m21: f64,
    m22: f64,
}

impl Inverse {
    #[inline]
    fn times(&self, by: &Vector2<f64>) -> Vector2<f64> {
        Vector2::new(self.m11 * by.x + self.m12 * by.y, self.m21 * by.x + self.m22 * by.y)
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
            for guess in [0.01, 1.0, 50.0, sliding(&reaction, &velocity)] {
                let same = solve_near(&block, &free, friction, guess).unwrap();
                prop_assert!((same - reaction).norm() <= 1e-10 * (1.0 + reaction.norm()), "{guess}");
            }
            let sliding = Vector2::new(velocity.y, velocity.z).norm();
            let lifted = velocity + Vector3::x() * (friction * sliding);
            let error = reaction - crate::math::cone::project(&(reaction - lifted), friction);
            prop_assert!(error.norm() <= 1e-10 * (1.0 + reaction.norm()), "{error}");
        }
    }
}
