//! Errors of the energy account of a phase.

use crate::archive::{Archive, Visited};
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

    fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { energy, scale, time } = self;
        archive.real("energy", energy)?;
        archive.real("scale", scale)?;
        archive.time("time", time)
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

    pub(crate) fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { unexplained, numerical } = self;
        archive.field("unexplained", |archive| unexplained.visit(archive))?;
        archive.field("numerical", |archive| numerical.visit(archive))
    }
}
