//! Ground that gives way inside the cone problem: force over depth is a curve, a spring or Bekker's sinkage.
//!
//! What holds together the gap at the end of the step and the impulse r_n is a curve of force over depth
//! with a damper, taken implicitly, which is Signorini's condition with a regularisation R > 0:
//!
//! u_n + R r_n + b ≥ 0 ⊥ r_n ≥ 0, R = 1 / (h² k + h d), b = −R h F(z),
//!
//! where k is the slope of the curve and F(z) its force at the depth z at the start of the step (V. Acary, B. Brogliato, *Numerical Methods for Nonsmooth Dynamical Systems*, 2008, §9.4;
//! J. Jourdan, P. Alart, M. Jean, CMAME 155, 1998). Along the surface Coulomb's cone holds without
//! regularisation.

mod bekker;
mod step;

pub use bekker::Bekker;
pub(crate) use step::{DepthLaw, GapPath, MeanForce};

use super::{GroundFormulation, KindText};
use std::sync::Arc;

/// Name and words of springs, for files and documents.
pub(super) const SPRING: KindText = KindText {
    name: "spring",
    title: "Springs in the cone problem",
    meaning: "spring and damper, friction by Coulomb's cone",
    formulation: GroundFormulation::Cone { yields: true },
};

/// Name and words of Bekker's curves, for files and documents.
pub(super) const BEKKER: KindText = KindText {
    name: "bekker",
    title: "Bekker's pressure in the cone problem",
    meaning: "Bekker's pressure over depth, friction by Coulomb's cone",
    formulation: GroundFormulation::Cone { yields: true },
};

/// Ground that gives way by a curve.
#[derive(Clone, Debug, PartialEq)]
pub struct CompliantGround {
    /// Coulomb's coefficient of friction, without unit.
    pub friction: f64,
    /// Along the normal.
    pub sinkage: Sinkage,
}

/// A curve of force over depth, piecewise straight, with a damper beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sinkage {
    /// Depths (m) and forces (N), both growing from (0, 0).
    points: Arc<[(f64, f64)]>,
    /// N s/m.
    damping: f64,
}

/// Why numbers are no curve.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SinkageError {
    /// Less than a straight line.
    #[error("a curve of force over depth needs at least one point beside (0, 0)")]
    TooShort,
    /// A point that is not farther than the one before.
    #[error(
        "point {index} of the curve (depth {depth} m, force {force} N) is not finite or not beyond \
         the one before: depth and force must both grow from (0, 0)"
    )]
    NotGrowing {
        /// Its number, from 1.
        index: usize,
        /// m
        depth: f64,
        /// N
        force: f64,
    },
    /// A damper that drives.
    #[error("damping is {0} N s/m: it must be zero or greater, and finite")]
    Damping(f64),
}

/// One straight piece of the curve: force = offset + slope · depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LinearPiece {
    pub(crate) offset: f64,
    pub(crate) slope: f64,
}

impl Sinkage {
    /// From points (depth in m, force in N) beyond (0, 0); the last piece goes on for ever.
    pub fn new(
        points: impl IntoIterator<Item = (f64, f64)>,
        damping: f64,
    ) -> Result<Self, SinkageError> {
        if !(damping.is_finite() && damping >= 0.0) {
            return Err(SinkageError::Damping(damping));
        }
        let mut all = vec![(0.0, 0.0)];
        for (depth, force) in points {
            let (before, least) = all[all.len() - 1];
            let grows = depth.is_finite() && force.is_finite() && depth > before && force > least;
            if !grows {
                return Err(SinkageError::NotGrowing { index: all.len(), depth, force });
            }
            all.push((depth, force));
        }
        if all.len() < 2 {
            return Err(SinkageError::TooShort);
        }
        Ok(Self { points: all.into(), damping })
    }

    /// A spring of one stiffness, N/m, with a damper, N s/m.
    pub fn spring(stiffness: f64, damping: f64) -> Result<Self, SinkageError> {
        Self::new([(1.0, stiffness)], damping)
    }

    /// Whether it is one straight line: a spring.
    pub fn is_straight(&self) -> bool {
        self.points.len() == 2
    }

    /// N s/m.
    pub fn damping(&self) -> f64 {
        self.damping
    }

    /// It as a law over a step, of which one of several points of a shape has a share.
    pub(crate) fn law(&self, share: f64) -> DepthLaw<'_> {
        DepthLaw { points: &self.points, damping: self.damping, share }
    }

    /// Force at a depth, N; zero above the ground.
    pub fn force(&self, depth: f64) -> f64 {
        let piece = self.piece(self.place(depth));
        if depth > 0.0 { piece.offset + piece.slope * depth } else { 0.0 }
    }

    /// Depth under a force at rest, m.
    pub fn depth(&self, force: f64) -> f64 {
        let above = self.points.iter().skip(1).position(|(_, known)| *known >= force);
        let LinearPiece { offset, slope } = self.piece(above.unwrap_or(self.points.len() - 2));
        ((force - offset) / slope).max(0.0)
    }

    /// Which piece holds at a depth.
    pub(crate) fn place(&self, depth: f64) -> usize {
        let within = self.points.iter().skip(1).position(|(known, _)| depth <= *known);
        within.unwrap_or(self.points.len() - 2)
    }

    pub(crate) fn piece(&self, place: usize) -> LinearPiece {
        let ((z0, f0), (z1, f1)) = (self.points[place], self.points[place + 1]);
        let slope = (f1 - f0) / (z1 - z0);
        LinearPiece { offset: f0 - slope * z0, slope }
    }
}

impl CompliantGround {
    /// With a coefficient of friction and a curve.
    pub fn new(friction: f64, sinkage: Sinkage) -> Self {
        Self { friction, sinkage }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_depth_under_a_force_is_where_the_curve_has_that_force() {
        let curve = Sinkage::new([(0.01, 50.0), (0.03, 400.0)], 3.0).unwrap();
        for force in [0.0, 20.0, 50.0, 200.0, 400.0, 900.0] {
            assert!((curve.force(curve.depth(force)) - force).abs() < 1e-9, "{force}");
        }
        assert_eq!(curve.force(-0.1), 0.0);
    }

    #[test]
    fn a_curve_that_does_not_grow_is_refused() {
        assert_eq!(Sinkage::new([], 0.0), Err(SinkageError::TooShort));
        let flat = Sinkage::new([(0.1, 5.0), (0.2, 5.0)], 0.0);
        assert_eq!(flat, Err(SinkageError::NotGrowing { index: 2, depth: 0.2, force: 5.0 }));
        assert_eq!(Sinkage::spring(1e3, -1.0), Err(SinkageError::Damping(-1.0)));
        assert!(Sinkage::spring(f64::NAN, 0.0).is_err());
    }
}
