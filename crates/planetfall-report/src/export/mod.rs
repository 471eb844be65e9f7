//! A run for other programs: MCAP for Foxglove and Rerun, glTF for slides. (CSV is
//! [`planetfall_files::run_folder::export_csv_file`].) All are made from the files of a run's folder alone.

mod cables;
mod foxglove;
mod gltf;
mod mcap;
mod protobuf;
mod run;
mod signals;
mod surface;

pub use gltf::export_gltf;
pub use mcap::export_mcap;

use planetfall_files::run_folder::{HistoryError, RunFileError};

/// Why a run could not be exported.
#[derive(Debug, thiserror::Error)]
pub enum RunExportError {
    /// The history cannot be read.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// The scene or the events cannot be read.
    #[error(transparent)]
    File(#[from] RunFileError),
    /// The target refuses to be written.
    #[error("the export cannot be written: {0}")]
    Write(#[from] std::io::Error),
    /// The library of the format refuses.
    #[error("the export cannot be written: {0}")]
    Format(String),
    /// Nothing to show.
    #[error("the history holds no record to export")]
    Empty,
}
