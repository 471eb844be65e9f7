//! Rigid ground, as in Siconos: Signorini's condition with Newton's impact law along the normal, Coulomb's
//! cone along the surface (V. Acary, B. Brogliato, *Numerical Methods for Nonsmooth Dynamical Systems*,
//! 2008). Its impulses are unknowns of the step.
//!
//! | symbol | field | unit |
//! |---|---|---|
//! | μ | `friction` | – |
//! | e | `restitution` | – |

use super::{GroundFormulation, KindText};

/// Name and words for files and documents.
pub(super) const KIND: KindText = KindText {
    name: "nonsmooth",
    title: "Rigid, impulses with friction (Siconos)",
    meaning: "Siconos: rigid, with impacts and Coulomb's cone",
    formulation: GroundFormulation::Cone { yields: false },
};

/// Largest coefficient of friction that is taken. Chosen: beyond it the cone is so wide that a contact's
/// normal velocity drowns in its tangential one.
pub const MOST_FRICTION: f64 = 100.0;

/// Ground that does not give way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidGround {
    /// Coulomb's coefficient of friction, without unit.
    pub friction: f64,
    /// Newton's coefficient of restitution, without unit.
    pub restitution: f64,
}

impl RigidGround {
    /// With coefficients of friction and restitution.
    pub fn new(friction: f64, restitution: f64) -> Self {
        Self { friction, restitution }
    }

    /// Where two bodies meet, the smaller friction and the smaller restitution count, and nothing gives
    /// way.
    pub(crate) fn least(self, other: Self) -> Self {
        let friction = self.friction.min(other.friction);
        Self { friction, restitution: self.restitution.min(other.restitution) }
    }
}
