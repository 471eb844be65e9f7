//! Errors of the energy account of a phase.

use crate::math::time::Time;

/// Energy that a phase cannot account for, at its worst.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PhaseError {
    /// Gained (positive) or lost, J.
    pub energy: f64,
    /// What it is measured against, J.
    pub scale: f64,
    /// End of the phase, or the instant of the question.
    pub time: Time,
}

impl PhaseError {
    /// The size of the error as a share of its scale.
    pub fn share(&self) -> f64 {
        if self.scale > 0.0 { self.energy.abs() / self.scale } else { 0.0 }
    }

    fn worse_of(self, other: Self) -> Self {
        if other.share() > self.share() { other } else { self }
    }
}

/// Both errors of a phase; the worst of its passages where it was entered more than once.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PhaseEnergy {
    /// What no force explains.
    pub unexplained: PhaseError,
    /// What the scheme and the lifting of positions have added.
    pub numerical: PhaseError,
}

impl PhaseEnergy {
    pub(crate) fn worse_of(self, other: Self) -> Self {
        Self {
            unexplained: self.unexplained.worse_of(other.unexplained),
            numerical: self.numerical.worse_of(other.numerical),
        }
    }

    /// All that a checkpoint has to keep.
    pub(crate) fn parts(&mut self) -> ([&mut f64; 4], [&mut Time; 2]) {
        let Self { unexplained: u, numerical: n } = self;
        ([&mut u.energy, &mut u.scale, &mut n.energy, &mut n.scale], [&mut u.time, &mut n.time])
    }
}
