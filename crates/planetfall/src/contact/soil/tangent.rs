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

use nalgebra::{Matrix3, Matrix6, Vector3};

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
    /// Adds what a point at `arm` answers to its displacement and to its velocity.
    pub(super) fn add(&mut self, arm: &Vector3<f64>, stiff: &Matrix3<f64>, damped: &Matrix3<f64>) {
        // The point moves by [−r×, 1] of the body's motion; its force acts by the transpose.
        let cross = arm.cross_matrix();
        for (whole, part) in [(&mut self.stiffness, stiff), (&mut self.damping, damped)] {
            let turned = cross * part;
            let mut block = whole.fixed_view_mut::<3, 3>(3, 3);
            block += part;
            let mut block = whole.fixed_view_mut::<3, 3>(0, 3);
            block += turned;
            let mut block = whole.fixed_view_mut::<3, 3>(3, 0);
            block += turned.transpose();
            let mut block = whole.fixed_view_mut::<3, 3>(0, 0);
            block -= turned * cross;
        }
    }
}
