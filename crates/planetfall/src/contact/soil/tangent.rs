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
//! Which nodes bear, which of them yield, the footprint's width and the centralities are held
//! fixed. What friction gains from pressure is left out, so both matrices are symmetric.

use nalgebra::{Matrix6, Vector3};

/// Derivatives of the force on a body about its origin, moment first, site axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tangent {
    /// Minus the derivative by displacement (rotation first): N/m, N, N m.
    pub stiffness: Matrix6<f64>,
    /// Minus the derivative by velocity (rate first): N s/m, N s, N m s.
    pub damping: Matrix6<f64>,
}

impl Default for Tangent {
    fn default() -> Self {
        Self { stiffness: Matrix6::zeros(), damping: Matrix6::zeros() }
    }
}

impl Tangent {
    /// Adds what a point at `arm` answers along a unit direction to its displacement and to its velocity.
    #[inline]
    pub(super) fn add(
        &mut self,
        arm: &Vector3<f64>,
        direction: &Vector3<f64>,
        stiff: f64,
        damped: f64,
    ) {
        // The point moves along the direction by [r × d, d] of the body's motion; its force acts by the same.
        let turn = arm.cross(direction);
        let moves = [turn.x, turn.y, turn.z, direction.x, direction.y, direction.z];
        for (whole, answer) in [(&mut self.stiffness, stiff), (&mut self.damping, damped)] {
            if answer == 0.0 {
                continue;
            }
            // The lower triangle only: see `complete`.
            for (column, by) in moves.iter().enumerate() {
                let by = by * answer;
                for row in column..6 {
                    whole[(row, column)] += moves[row] * by;
                }
            }
        }
    }

    /// Fills the upper triangles, when all points are added.
    pub(super) fn complete(&mut self) {
        self.stiffness.fill_upper_triangle_with_lower_triangle();
        self.damping.fill_upper_triangle_with_lower_triangle();
    }
}
