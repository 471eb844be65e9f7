//! What rigid ground did: impacts, creep of contacts that stick, and how well the steps were solved.

use crate::stepping::Hardness;

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
}

impl HardTally {
    pub(crate) fn observe(&mut self, step: &Hardness<'_>) {
        self.creep = self.creep.max(step.creep);
        self.residual = self.residual.max(step.residual);
        self.impacts += step.impacts.len() as u64;
        for impact in step.impacts {
            self.fastest = self.fastest.max(impact.speed());
        }
    }

    pub(crate) fn metrics(&self, list: &mut Vec<(String, f64)>) {
        let mut add = |name: &str, value: f64| list.push((name.to_owned(), value));
        add("rolling.max_contact_speed_m_per_s", self.creep);
        add("impacts.count", self.impacts as f64);
        add("impacts.fastest_m_per_s", self.fastest);
        add("solver.worst_residual", self.residual);
    }
}
