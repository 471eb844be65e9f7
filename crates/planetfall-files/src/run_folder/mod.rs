//! A run's files on disk: claimed before anything is computed, written while it runs,
//! read again by reports, exports and the viewer.
//!
//! | file | what it holds |
//! |---|---|
//! | `scenario.toml` | the effective scenario, nothing implicit |
//! | `summary.json` | outcome, metrics, expectations ([`Summary`]) |
//! | `history.parquet` | one row per recorded instant ([`HistoryWriter`], [`HistoryFile`]) |
//! | `events.json` | what happened, when, to whom ([`Event`]) |
//! | `profile.csv` | the ground under the trajectory, where there is one to draw |
//! | `compare_NAME.csv` | measured values that the run is held against ([`compare`]) |
//! | `scene.json` | what the run looks like: ground, links, shapes ([`scene::Scene`]) |
//! | `grains.f32` | where grains were at each record, if there are any ([`GrainsFile`]) |
//! | `terrain_after.tif` | heights of the ground after the run, where soil was touched |
//! | `ruts.f32` | soil before and after, and when it moved ([`Ruts`]) |
//! | `footprints.bin` | pressure on the soil under each contactor ([`FootprintsFile`]) |
//! | `images/NAME/` | what a camera gave: pictures, depths, how it projects ([`images`]) |
//! | `commands.jsonl` | what an outside program commanded |
//! | `operator.log` | what that program printed |
//! | `rig.json` | what a rig found, in place of history, events and scene ([`Findings`]) |
//! | `report.html` | made from the others |
//! | `manifest.json` | checksums of all others, written last ([`Manifest`]) |
//!
//! A run that is not finished has a journal of its history (`history.groups`, `history.rows`), two
//! checkpoints and a lock besides.
//!
//! Nothing here knows a physics type: a run is plain numbers and names by the time it
//! reaches the disk.

mod claim;
pub mod compare;
mod conduct;
mod csv;
mod event;
mod expectation;
mod findings;
mod footprints;
mod grains;
mod history;
mod history_journal;
mod history_writer;
pub mod images;
mod main_metrics;
mod manifest;
mod page;
mod page_header;
mod partial;
mod profile;
mod ruts;
pub mod scene;
mod summary;
mod time_index;

use std::fs;
use std::path::{Path, PathBuf};

pub use claim::{FolderError, OutputFolder};
pub use conduct::{PaceReport, SessionReport};
pub use csv::{ExportError, export_csv, export_csv_file};
pub use event::Event;
pub use expectation::{
    Bound, Expectation, ExpectationKind, Verdict, by_kind, evaluate, table, tally,
};
pub use findings::{Chart, Curve, Findings, Note, Sheet};
pub use footprints::{Footprint, FootprintFrame, Footprints, FootprintsFile, PressedNode};
pub use grains::{GrainsFile, GrainsWriter};
pub use history::{Column, ColumnSpec, History, HistoryError, HistoryFile};
pub use history_writer::{HistoryWriter, recover};
pub use main_metrics::main_metrics;
pub use manifest::{Manifest, ManifestCheck, read_verified};
pub use page::PageRows;
pub use partial::unfinished;
pub use profile::ProfilePoint;
pub use ruts::{Moved, RutTile, Ruts};
pub use summary::Summary;
pub use time_index::TimeIndex;

/// The files a run may leave in its folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunFile {
    /// The sign that a folder belongs to a run, written first.
    Marker,
    /// The effective scenario.
    Scenario,
    /// Outcome, metrics and expectations.
    Summary,
    /// The recorded columns.
    History,
    /// What happened, when, to whom.
    Events,
    /// The ground under the trajectory.
    Profile,
    /// What the run looks like.
    Scene,
    /// Where grains were.
    Grains,
    /// What a rig found.
    Rig,
    /// The page for a reader.
    Report,
    /// The ground after the run, where the run changed it.
    TerrainAfter,
    /// Soil before and after the run.
    Ruts,
    /// Pressure on the soil.
    Footprints,
    /// What an outside program commanded.
    Commands,
    /// What it was sent and answered, while the run is unfinished.
    Packets,
    /// What that program printed.
    OperatorLog,
    /// The sign that the run in a folder is not finished.
    Unfinished,
    /// Locked for as long as a run is written.
    Lock,
    /// Row groups of an unfinished history.
    Groups,
    /// Rows of an unfinished history that are in no row group yet.
    Rows,
    /// Every second checkpoint.
    OddCheckpoint,
    /// The others.
    EvenCheckpoint,
    /// Bytes that are given up where the disk is full.
    Reserve,
    /// What the finished samples of an unfinished campaign gave.
    Samples,
    /// Checksums of all others, written last.
    Manifest,
    /// The history of an unfinished run as a file that other programs read.
    Recovered,
}

impl RunFile {
    /// Every file a run may write, and so every file a new run may replace.
    pub const ALL: [Self; 26] = [
        Self::Marker,
        Self::Scenario,
        Self::Summary,
        Self::History,
        Self::Events,
        Self::Profile,
        Self::Scene,
        Self::Grains,
        Self::Rig,
        Self::Report,
        Self::TerrainAfter,
        Self::Ruts,
        Self::Footprints,
        Self::Commands,
        Self::Packets,
        Self::OperatorLog,
        Self::Unfinished,
        Self::Lock,
        Self::Groups,
        Self::Rows,
        Self::OddCheckpoint,
        Self::EvenCheckpoint,
        Self::Reserve,
        Self::Samples,
        Self::Manifest,
        Self::Recovered,
    ];

    /// What only an unfinished run has, besides its lock.
    pub(crate) const UNFINISHED: [Self; 9] = [
        Self::Samples,
        Self::Packets,
        Self::Recovered,
        Self::Unfinished,
        Self::Groups,
        Self::Rows,
        Self::OddCheckpoint,
        Self::EvenCheckpoint,
        Self::Reserve,
    ];

    /// The file's name within the folder.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Marker => ".planetfall-run",
            Self::Scenario => "scenario.toml",
            Self::Summary => "summary.json",
            Self::History => "history.parquet",
            Self::Events => "events.json",
            Self::Profile => "profile.csv",
            Self::Scene => "scene.json",
            Self::Grains => "grains.f32",
            Self::Rig => "rig.json",
            Self::Report => "report.html",
            Self::TerrainAfter => "terrain_after.tif",
            Self::Ruts => "ruts.f32",
            Self::Footprints => "footprints.bin",
            Self::Commands => "commands.jsonl",
            Self::Packets => "packets.journal",
            Self::OperatorLog => "operator.log",
            Self::Unfinished => ".planetfall-unfinished",
            Self::Lock => ".planetfall-lock",
            Self::Groups => "history.groups",
            Self::Rows => "history.rows",
            Self::OddCheckpoint => "checkpoint-1.state",
            Self::EvenCheckpoint => "checkpoint-2.state",
            Self::Reserve => ".planetfall-reserve",
            Self::Samples => "samples.journal",
            Self::Manifest => "manifest.json",
            Self::Recovered => "recovered.parquet",
        }
    }

    /// The file's place in a folder.
    #[must_use]
    pub fn within(self, folder: &Path) -> PathBuf {
        folder.join(self.name())
    }
}

/// Why a run's file could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum RunFileError {
    /// The file is absent or the disk refuses it.
    #[error("{}: {source}", path.display())]
    Disk {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file is there but does not say what it should.
    #[error("{}: {reason}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and where.
        reason: String,
    },
}

/// Whether a folder holds a run: the marker, or the two files no run is without.
#[must_use]
pub fn is_run(folder: &Path) -> bool {
    let has = |file: RunFile| file.within(folder).is_file();
    has(RunFile::Marker) || (has(RunFile::Summary) && has(RunFile::Scenario))
}

/// The text of a file that the manifest vouches for, if there is a manifest.
///
/// # Errors
/// If it is absent, damaged or no text.
pub fn read_text(path: &Path) -> Result<String, RunFileError> {
    String::from_utf8(read_verified(path)?).map_err(|error| content_error(path, error))
}

/// Writes a text in one piece: it is there as a whole or as it was.
///
/// # Errors
/// If the disk refuses it.
pub fn write_text(path: &Path, text: &str) -> Result<(), RunFileError> {
    // Whoever reads meanwhile finds the old text or the new one, none that is cut short.
    let new = unwritten(path);
    let written = fs::write(&new, text).and_then(|()| fs::rename(&new, path));
    written.map_err(|source| RunFileError::Disk { path: path.to_owned(), source })
}

/// The name of a file until it is written.
pub fn unwritten(path: &Path) -> PathBuf {
    path.with_extension("new")
}

/// A file that does not say what it should.
pub fn content_error(path: &Path, reason: impl ToString) -> RunFileError {
    RunFileError::Content { path: path.to_owned(), reason: reason.to_string() }
}
