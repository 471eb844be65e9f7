//! How a run was conducted, as its summary keeps it. Times are wall times: they differ from run to run.

use serde::{Deserialize, Serialize};

/// How the conversation with an outside program went.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SessionReport {
    /// Packets that were answered.
    pub answers: u64,
    /// Messages that made no sense and were answered by an error.
    pub mistakes: u64,
    /// Mean time from a packet to its answer.
    pub mean_answer_s: f64,
    /// The longest such time.
    pub worst_answer_s: f64,
    /// How the program was lost, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<String>,
}

/// What came of holding a run back to its pace.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct PaceReport {
    /// Simulated seconds in a second.
    pub pace: f64,
    /// Simulation time between deadlines.
    pub period_s: f64,
    /// Deadlines.
    pub deadlines: u64,
    /// Deadlines at which the simulation was not where it had to be.
    pub missed: u64,
    /// Share of those.
    pub missed_share: f64,
    /// The latest after a deadline.
    pub worst_late_s: f64,
    /// The longest time that a period took to compute, with the answers of an outside program.
    pub worst_computing_s: f64,
    /// The longest time by which the machine woke the run too late.
    pub worst_wake_up_s: f64,
}
