//! Why a run did what it did: its state at an instant, seen from inside.
//!
//! A run is a function of its files, so nothing of this needs to be recorded: the folder's effective
//! scenario is run again up to the instant by the same engine, step for step, and the state is
//! looked at. What is recomputed is held against the nearest record of the history; where the two
//! differ the answer says so, because then it is about another run.

mod inquiry;
mod snapshot;
mod text;

pub use inquiry::ask;
pub use snapshot::{
    Cable, Contact, Controller, Difference, Energy, Engine, Fidelity, Force, Joint, PhaseNow,
    Snapshot, StepNow, Threshold, Trigger,
};

use planetfall_files::run_folder::{HistoryError, RunFileError};
use std::path::PathBuf;

/// Why a question about a run has no answer.
#[derive(Debug, thiserror::Error)]
pub enum WhyError {
    /// The folder lacks what every run has.
    #[error("{} is not the folder of a Planetfall run: {source}", folder.display())]
    NotARun {
        /// The folder.
        folder: PathBuf,
        /// What is missing or broken.
        source: RunFileError,
    },
    /// The history cannot be read.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// The folder's scenario cannot be read.
    #[error("{}: {source}", path.display())]
    Scenario {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The folder's scenario is no longer valid, or a file it names is gone.
    #[error("the run cannot be repeated from its scenario:\n{mistakes}")]
    Mistakes {
        /// The mistakes, with their places.
        mistakes: String,
    },
    /// What an outside program commanded in the run cannot be read.
    #[error("the run cannot be repeated without the commands of its operator: {0}")]
    Commands(#[from] RunFileError),
    /// The instant lies outside the run.
    #[error("{at} s lies outside the run, which was recorded from {start} s to {end} s")]
    Outside {
        /// The instant asked for, s.
        at: f64,
        /// First record, s.
        start: f64,
        /// End of the run, s.
        end: f64,
    },
    /// Nothing was recorded.
    #[error("{}: the history has no records, so there is no run to ask about", path.display())]
    Empty {
        /// The history.
        path: PathBuf,
    },
}
