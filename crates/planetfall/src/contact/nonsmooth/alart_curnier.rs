//! The function of Alart and Curnier at one contact, and its linearisation in few unknowns.
//!
//! With x_n = r_n − ρ_n u_n and x_t = r_t − ρ_t u_t the laws of contact are Φ(r) = 0, where
//! Φ_n = r_n − max(x_n, 0) and Φ_t = r_t − P(x_t), P the projection on the disc of radius
//! mu max(x_n, 0) (P. Alart, A. Curnier, *A mixed formulation for frictional contact problems prone
//! to Newton like solution methods*, Comput. Methods Appl. Mech. Engrg. 92, 1991).
//!
//! Newton's step Δr is sought with Φ + Φ' = 0. A contact that opens gives up its reaction: Δr = −r.
//! One that sticks has three unknowns, ρ Δu = −Φ. One that slides along d, s across it, has
//! Δr_d = mu (Δr_n + Φ_n) − Φ_d by its own equations, which leaves two: with κ the disc's radius
//! over |x_t|, ρ_n Δu_n = −Φ_n and κ ρ_t Δu_s + (1 − κ) Δr_s = −Φ_s.

use super::delassus_scale::DelassusScale;
use nalgebra::{Matrix3, Vector2, Vector3};

/// What a contact does, as Φ sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Regime {
    Open,
    Stick,
    Slide { direction: Vector2<f64>, ratio: f64 },
}

/// A contact's part of Φ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContactResidual {
    pub(crate) regime: Regime,
    pub(crate) value: Vector3<f64>,
}

/// A contact's linearised equations: Δr = `basis` y + `constant` with the first `unknowns` of y, and
/// as many rows, `rows` Δu + `own` y = `right`, where `own` counts in the second row alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Linear {
    pub(crate) unknowns: usize,
    pub(crate) basis: Matrix3<f64>,
    pub(crate) constant: Vector3<f64>,
    pub(crate) rows: Matrix3<f64>,
    pub(crate) own: f64,
    pub(crate) right: Vector3<f64>,
}

impl ContactResidual {
    /// Φ with ρ one over the mobility.
    #[inline]
    pub(crate) fn new(
        reaction: &Vector3<f64>,
        velocity: &Vector3<f64>,
        friction: f64,
        scale: &DelassusScale,
    ) -> Self {
        // x = r − ρ u; the side of the cone on which it lies is the regime (Alart and Curnier 1991).
        let normal_gap = velocity.x / scale.normal;
        let normal = reaction.x - normal_gap;
        if normal <= 0.0 {
            return Self { regime: Regime::Open, value: *reaction };
        }
        if friction == 0.0 {
            let regime = Regime::Slide { direction: Vector2::x(), ratio: 0.0 };
            return Self { regime, value: Vector3::new(normal_gap, reaction.y, reaction.z) };
        }
        let slide = Vector2::new(velocity.y, velocity.z) / scale.tangential;
        let tangential = Vector2::new(reaction.y, reaction.z) - slide;
        let (size, radius) = (tangential.norm(), friction * normal);
        if size <= radius {
            let value = Vector3::new(normal_gap, slide.x, slide.y);
            return Self { regime: Regime::Stick, value };
        }
        let direction = tangential / size;
        let value = Vector3::new(
            normal_gap,
            reaction.y - radius * direction.x,
            reaction.z - radius * direction.y,
        );
        Self { regime: Regime::Slide { direction, ratio: radius / size }, value }
    }

    /// The equations of Newton's step.
    pub(crate) fn linear(&self, friction: f64, scale: &DelassusScale) -> Linear {
        let value = &self.value;
        match self.regime {
            Regime::Open => Linear {
                unknowns: 0,
                basis: Matrix3::zeros(),
                constant: -value,
                rows: Matrix3::zeros(),
                own: 0.0,
                right: Vector3::zeros(),
            },
            Regime::Stick => Linear {
                unknowns: 3,
                basis: Matrix3::identity(),
                constant: Vector3::zeros(),
                rows: Matrix3::from_diagonal(&scale.vector().map(|size| 1.0 / size)),
                own: 0.0,
                right: -value,
            },
            Regime::Slide { direction: d, ratio } => {
                // Δr_d = μ (Δr_n + Φ_n) − Φ_d is substituted; unknowns are Δr_n and Δr_s.
                let along = friction * value.x - (d.x * value.y + d.y * value.z);
                let across = d.x * value.z - d.y * value.y;
                let left = if ratio == 0.0 { across } else { 0.0 };
                let constant =
                    Vector3::new(0.0, d.x * along + d.y * left, d.y * along - d.x * left);
                let (press, turn) = (friction, ratio / scale.tangential);
                Linear {
                    unknowns: if ratio == 0.0 { 1 } else { 2 },
                    basis: Matrix3::new(
                        1.0,
                        0.0,
                        0.0,
                        press * d.x,
                        -d.y,
                        0.0,
                        press * d.y,
                        d.x,
                        0.0,
                    ),
                    constant,
                    rows: Matrix3::new(
                        1.0 / scale.normal,
                        0.0,
                        0.0,
                        0.0,
                        -d.y * turn,
                        d.x * turn,
                        0.0,
                        0.0,
                        0.0,
                    ),
                    own: 1.0 - ratio,
                    right: Vector3::new(-value.x, -across, 0.0),
                }
            }
        }
    }
}

impl Linear {
    /// One of its rows times a block of W. Most entries of `rows` are known to be zero: where the contact sticks
    /// each looks at one velocity, where it slides the first at that along the normal and the second at those along
    /// the surface.
    #[inline]
    pub(crate) fn row_times(&self, row: usize, block: &Matrix3<f64>) -> [f64; 3] {
        let rows = &self.rows;
        if row == 1 && self.unknowns == 2 {
            let (first, second) = (rows.m22, rows.m23);
            return [0, 1, 2].map(|k| first * block[(1, k)] + second * block[(2, k)]);
        }
        let scale = rows[(row, row)];
        [0, 1, 2].map(|k| scale * block[(row, k)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_step_of_one_contact_makes_the_linearised_function_vanish(
            numbers in prop::collection::vec(-1.0..1.0f64, 15), friction in 0.0..1.5f64,
        ) {
            let root = Matrix3::from_column_slice(&numbers[..9]);
            let block = root * root.transpose() + Matrix3::identity();
            let (r, u) = (Vector3::from_column_slice(&numbers[9..12]), Vector3::from_column_slice(&numbers[12..]));
            let scale = DelassusScale::new(&block);
            let piece = ContactResidual::new(&r, &u, friction, &scale);
            let linear = piece.linear(friction, &scale);
            let k = linear.unknowns;
            let mut matrix = Matrix3::identity();
            let full = linear.rows * block * linear.basis;
            let right = linear.right - linear.rows * block * linear.constant;
            let mut side = Vector3::zeros();
            for i in 0..k {
                for j in 0..k {
                    matrix[(i, j)] = full[(i, j)];
                }
                side[i] = right[i];
            }
            if k == 2 {
                matrix[(1, 1)] += linear.own;
            }
            let step = linear.basis * (matrix.try_inverse().unwrap() * side) + linear.constant;
            // Φ along the step, by differences: Φ(r + t Δr) = (1 − t) Φ(r) + O(t²).
            let t = 1e-6;
            let there = ContactResidual::new(&(r + step * t), &(u + block * step * t), friction, &scale);
            let expected = piece.value * (1.0 - t);
            prop_assume!(std::mem::discriminant(&there.regime) == std::mem::discriminant(&piece.regime));
            prop_assert!((there.value - expected).norm() <= 1e-9 * (1.0 + step.norm_squared()),
                "{:?}: {} {}", piece.regime, there.value, expected);
        }
    }
}
