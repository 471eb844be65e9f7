//! How a running simulation is, and its new rows.

use super::SunPlace;
use serde::Serialize;
use std::sync::Arc;

/// How a session is.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Status {
    /// Simulation time.
    pub time_s: f64,
    /// Whether it stands still.
    pub paused: bool,
    /// Simulated seconds in a second that were asked for; none is as fast as possible.
    pub speed: Option<f64>,
    /// Whether the machine cannot keep that up.
    pub behind: bool,
    /// Rows so far: the number of the next.
    pub records: u64,
    /// Who commands: `own` (the scenario), `idle` (nobody), `manual` or `goal`.
    pub mode: &'static str,
    /// Where it goes to.
    pub goal: Option<[f64; 2]>,
    /// How far that is.
    pub goal_distance_m: Option<f64>,
    /// The outcome, once the run has ended.
    pub ended: Option<String>,
    /// What the user should know.
    pub message: Option<String>,
    /// Events so far.
    pub events: usize,
    /// Where the sun stands.
    pub sun: SunPlace,
    /// Faults that hold, by their names.
    pub faults: Vec<String>,
}

/// New rows for a page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Feed {
    /// Number of the row after the last.
    pub next: u64,
    /// Rows, all of recorded columns, in the order of time. Where there were more than were asked for,
    /// every n-th of them, and always the last.
    pub rows: Vec<Arc<[f64]>>,
}
