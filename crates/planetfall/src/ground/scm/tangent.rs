//! How the force of the soil changes with the motion of the body, for implicit steps.
//!
//! A node of true area A with normal n, at r from the body's origin, gives for a small displacement
//! u of its point
//!
//! dF = −A (k_n/n_z · n nᵀ) u,  k_n = dσ/dz,
//!
//! since the node's sinkage changes by −u·n/n_z; damping and shear answer the velocity v of the point,
//! the latter because what is slid since the last commit is v times the time since then:
//!
//! dF = −A (d n nᵀ + t (τ' m mᵀ + τ/l (1 − n nᵀ − m mᵀ))) v.
//!
//! With w = [r × n; n] the first is −A k_n/n_z w wᵀ of the body's motion, and the second is summed as what is
//! the same in all directions and what n and m add to it, so that a node costs a few numbers of triangles.
//!
//! Which nodes bear, which of them yield, the footprint's width and the centralities are held
//! fixed. What friction gains from pressure is left out, so both matrices are symmetric.

use nalgebra::{Matrix3, Matrix6, Vector3};

/// Derivatives of the force on a body about its origin, moment first, site axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SoilTangent {
    /// Minus the derivative by displacement (rotation first): N/m, N, N m.
    pub stiffness: Matrix6<f64>,
    /// Minus the derivative by velocity (rate first): N s/m, N s, N m s.
    pub damping: Matrix6<f64>,
}

impl Default for SoilTangent {
    fn default() -> Self {
        Self { stiffness: Matrix6::zeros(), damping: Matrix6::zeros() }
    }
}

/// What one point answers.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointTangent<'a> {
    /// From the body's origin, m.
    pub(super) arm: &'a Vector3<f64>,
    /// n.
    pub(super) normal: &'a Vector3<f64>,
    /// m, or zero.
    pub(super) along: &'a Vector3<f64>,
    /// To a displacement along n, N/m.
    pub(super) stiffness: f64,
    /// To a velocity along n, along m and across both, N s/m.
    pub(super) damping: [f64; 3],
}

/// The sum of answers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Answers {
    stiffness: SymmetricHalf,
    /// Of directions, over what is the same in all.
    damping: SymmetricHalf,
    /// Of what is the same in all directions: its sum, with the arms, and with their products.
    even: f64,
    arms: Vector3<f64>,
    squares: Matrix3<f64>,
}

impl Answers {
    #[inline]
    pub(super) fn add(&mut self, answer: &PointTangent<'_>) {
        let PointTangent { arm, normal, along, stiffness, damping: [pressed, ahead, across] } =
            *answer;
        let turned = arm.cross(normal);
        let direction = both(&turned, normal);
        self.stiffness.add(&direction, stiffness);
        self.damping.add(&direction, pressed - across);
        if ahead != across {
            self.damping.add(&both(&arm.cross(along), along), ahead - across);
        }
        let weighed = arm * across;
        self.even += across;
        self.arms += weighed;
        self.squares += weighed * arm.transpose();
    }

    pub(super) fn tangent(&self) -> SoilTangent {
        let mut damping = self.damping.whole();
        let mut block = damping.fixed_view_mut::<3, 3>(3, 3);
        block += Matrix3::identity() * self.even;
        // The point moves by [−r×, 1] of the body's motion; its force acts by the transpose.
        let cross = self.arms.cross_matrix();
        let mut block = damping.fixed_view_mut::<3, 3>(0, 3);
        block += cross;
        let mut block = damping.fixed_view_mut::<3, 3>(3, 0);
        block -= cross;
        let mut block = damping.fixed_view_mut::<3, 3>(0, 0);
        block += Matrix3::identity() * self.squares.trace() - self.squares;
        SoilTangent { stiffness: self.stiffness.whole(), damping }
    }
}

#[inline]
fn both(turned: &Vector3<f64>, straight: &Vector3<f64>) -> [f64; 6] {
    [turned.x, turned.y, turned.z, straight.x, straight.y, straight.z]
}

/// A symmetric matrix for a body's motion: the lower triangle, row by row, each of an even number of columns,
/// two of which are summed at a time.
#[derive(Clone, Copy, Debug, Default)]
struct SymmetricHalf([f64; 24]);

/// Where the rows of the lower half begin: two rows each have as many places, so that they are filled in
/// pairs.
const ROW_OFFSETS: [usize; 6] = [0, 2, 4, 8, 12, 18];

impl SymmetricHalf {
    /// Adds w wᵀ.
    #[inline]
    fn add(&mut self, w: &[f64; 6], scale: f64) {
        for row in 0..6 {
            let share = w[row] * scale;
            for (column, other) in w.iter().enumerate().take((row | 1) + 1) {
                self.0[ROW_OFFSETS[row] + column] += share * other;
            }
        }
    }

    fn whole(&self) -> Matrix6<f64> {
        Matrix6::from_fn(|i, j| {
            let (row, column) = (i.max(j), i.min(j));
            self.0[ROW_OFFSETS[row] + column]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of the matrices that the head of this file says.
    #[test]
    fn answers_are_those_of_the_points_own_matrices() {
        let normal = Vector3::new(0.2, -0.3, 0.9).normalize();
        let along = normal.cross(&Vector3::new(0.4, 1.0, -0.2)).normalize();
        let mut sum = Answers::default();
        let (mut stiffness, mut damping) = (Matrix6::zeros(), Matrix6::zeros());
        for (arm, along) in [
            (Vector3::new(0.1, 0.2, -0.3), along),
            (Vector3::new(-0.2, 0.05, -0.25), Vector3::zeros()),
        ] {
            let [pressed, ahead, across] = [700.0, 90.0, 40.0];
            let given = [pressed, ahead, across];
            let answer = PointTangent {
                arm: &arm,
                normal: &normal,
                along: &along,
                stiffness: 5e4,
                damping: given,
            };
            sum.add(&answer);
            let (n, m) = (normal * normal.transpose(), along * along.transpose());
            let part = n * pressed + m * ahead + (Matrix3::identity() - n - m) * across;
            let cross = arm.cross_matrix();
            let mut motion = nalgebra::Matrix3x6::zeros();
            motion.fixed_view_mut::<3, 3>(0, 0).copy_from(&-cross);
            motion.fixed_view_mut::<3, 3>(0, 3).copy_from(&Matrix3::identity());
            stiffness += motion.transpose() * n * 5e4 * motion;
            damping += motion.transpose() * part * motion;
        }
        let tangent = sum.tangent();
        assert!((tangent.stiffness - stiffness).amax() < 1e-10 * stiffness.amax());
        assert!((tangent.damping - damping).amax() < 1e-12 * damping.amax());
    }
}
