//! Sums and extremes over hard ground, grains and drives.

use super::snapshots::Snapshots;
use crate::archive::{Archive, Entity, Visited};

/// Extremes over a run on hard ground; a part of the state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct HardTally {
    /// Largest speed of a contact point that sticks, m/s.
    pub creep: f64,
    /// Largest residual of a step's problem.
    pub residual: f64,
    /// Impacts so far.
    pub impacts: u64,
    /// Fastest approach of an impact, m/s.
    pub fastest: f64,
    /// Contacts of the largest problem.
    pub contacts: u64,
    /// Iterations of the dearest step.
    pub iterations: u64,
    /// Steps that ended because their budget was spent.
    pub unsolved: u64,
}

/// Extremes and sums over a run with grains; a part of the state.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GrainTally {
    /// Contacts of the world that carried something in the last step.
    pub contacts: u64,
    /// The most of them in a step.
    pub most: u64,
    /// Deepest contact of the world at the start of a step, m.
    pub deepest: f64,
    /// Impulse of the ground on all grains so far, up, N s.
    pub lifted: f64,
    /// The ground's force on all grains in the last step, up, N.
    pub force: f64,
    /// Residual of the last step's problem.
    pub residual: f64,
    /// `lifted` at the snapshots of the tally.
    pub window: Vec<f64>,
}

impl GrainTally {
    pub(crate) fn new() -> Self {
        let window = vec![0.0; Snapshots::COUNT];
        Self { contacts: 0, most: 0, deepest: 0.0, lifted: 0.0, force: 0.0, residual: 0.0, window }
    }

    /// Notes the sums at a place among the snapshots.
    pub(crate) fn keep(&mut self, place: usize) {
        if let Some(slot) = self.window.get_mut(place) {
            *slot = self.lifted;
        }
    }

    /// Mean of the ground's force since a snapshot, N.
    pub(crate) fn mean_force_over_window(&self, (place, span): (usize, f64)) -> f64 {
        let old = self.window.get(place).copied().unwrap_or_default();
        if span > 0.0 { (self.lifted - old) / span } else { 0.0 }
    }
}

/// Sums over one vehicle's drive; a part of the state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct TravelTally {
    /// Distance of the body's origin, m.
    pub distance: f64,
    /// Mean distance of the hubs in the sense in which their wheels turn, m.
    pub gained: f64,
    /// Mean distance that rims rolled, m.
    pub rolled: f64,
    /// Work of drive motors where they drive, J: what brakes gives nothing back.
    pub energy: f64,
    /// Greatest power of all drive motors together, W.
    pub peak_power: f64,
}

impl HardTally {
    pub(super) fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { creep, residual, impacts, fastest, contacts, iterations, unsolved } = self;
        archive.real("creep", creep)?;
        archive.real("residual", residual)?;
        archive.word("impacts", impacts)?;
        archive.real("fastest", fastest)?;
        archive.word("contacts", contacts)?;
        archive.word("iterations", iterations)?;
        archive.word("unsolved", unsolved)
    }
}

impl GrainTally {
    pub(super) fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { contacts, most, deepest, lifted, force, residual, window } = self;
        archive.word("contacts", contacts)?;
        archive.word("most", most)?;
        archive.real("deepest", deepest)?;
        archive.real("lifted", lifted)?;
        archive.real("force", force)?;
        archive.real("residual", residual)?;
        archive.list_of_reals("window", Entity::Number, window)
    }
}

impl TravelTally {
    pub(super) fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { distance, gained, rolled, energy, peak_power } = self;
        archive.real("distance", distance)?;
        archive.real("gained", gained)?;
        archive.real("rolled", rolled)?;
        archive.real("energy", energy)?;
        archive.real("peak_power", peak_power)
    }
}
