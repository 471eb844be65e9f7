//! What rigid ground did: impacts, creep of contacts that stick, and how well the steps were solved.

use crate::quantity::quantities;
use crate::state::{Effort, HardTally};
use crate::stepping::{Hardness, SolverStatus};

quantities! {
    /// Of hard ground.
    HardGround<'a>((&'a HardTally, &'a Effort)) = "Hard ground and the solver", "" {
        CREEP = "rolling.max_contact_speed_m_per_s",
            "greatest speed along the surface of a contact that sticks or rolls",
            |(hard, _)| hard.creep;
        IMPACTS = "impacts.count" [1], "impacts", |(hard, _)| hard.impacts as f64;
        FASTEST_IMPACT = "impacts.fastest_m_per_s", "greatest approach speed of an impact",
            |(hard, _)| hard.fastest;
        WORST_RESIDUAL = "solver.worst_residual" [1], "greatest residual of a step",
            |(hard, _)| hard.residual;
        STEPS_ON_BUDGET = "solver.steps_on_budget" [1], "steps that ended with the solver's budget",
            |(hard, _)| hard.unsolved as f64;
        MOST_CONTACTS = "solver.most_contacts" [1], "most contacts of a step",
            |(hard, _)| hard.contacts as f64;
        MOST_ITERATIONS = "solver.most_iterations" [1], "most iterations of a step",
            |(hard, _)| hard.iterations as f64;
        MEAN_ITERATIONS = "solver.mean_iterations" [1], "iterations of a step on average",
            |(_, effort)| effort.iterations as f64 / effort.steps.max(1) as f64;
    }
}

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
}
