//! What rigid ground did: impacts, creep of contacts that stick, and how well the steps were solved.

use crate::state::{Effort, HardTally};
use crate::stepping::{Hardness, SolverStatus};

impl HardTally {
    pub(crate) fn observe(&mut self, step: &Hardness<'_>) {
        self.creep = self.creep.max(step.creep);
        self.residual = self.residual.max(step.residual);
        self.contacts = self.contacts.max(step.load.contacts);
        self.iterations = self.iterations.max(step.load.iterations);
        self.unsolved += u64::from(step.status == SolverStatus::BudgetSpent);
        self.impacts += step.impacts.len() as u64;
        for impact in step.impacts {
            self.fastest = self.fastest.max(impact.speed());
        }
    }

    pub(crate) fn metrics(&self, effort: &Effort, list: &mut Vec<(String, f64)>) {
        let mut add = |name: &str, value: f64| list.push((name.to_owned(), value));
        add("rolling.max_contact_speed_m_per_s", self.creep);
        add("impacts.count", self.impacts as f64);
        add("impacts.fastest_m_per_s", self.fastest);
        add("solver.worst_residual", self.residual);
        add("solver.steps_on_budget", self.unsolved as f64);
        add("solver.most_contacts", self.contacts as f64);
        add("solver.most_iterations", self.iterations as f64);
        add("solver.mean_iterations", effort.iterations as f64 / effort.steps.max(1) as f64);
    }
}
