//! A run as exports read it: its scene, and records at a chosen rate with the poses they say.

use super::RunExportError;
use planetfall_files::run_folder::scene::{Posing, Scene};
use planetfall_files::run_folder::{ColumnSpec, HistoryFile, RunFile};
use std::path::Path;

/// Rows that are in memory at a time.
const WINDOW_ROWS: usize = 16_384;

/// A run, open for export.
pub(super) struct ExportedRun {
    pub(super) scene: Scene,
    posing: Posing,
    history: HistoryFile,
    /// Places of the columns that the posing needs.
    posed: Vec<usize>,
}

/// One record.
pub(super) struct Record<'a> {
    pub(super) time_s: f64,
    /// All columns.
    pub(super) row: &'a [f64],
    /// Seven numbers a link, of all vehicles.
    pub(super) poses: &'a [[f64; 7]],
}

impl ExportedRun {
    pub(super) fn open(folder: &Path) -> Result<Self, RunExportError> {
        let scene = Scene::read(folder)?;
        let history = HistoryFile::open(&RunFile::History.within(folder))?;
        let posing = Posing::new(&scene);
        let names: Vec<&str> = posing.columns().iter().map(String::as_str).collect();
        // Reading no rows finds a column that is absent.
        history.read(&names, 0..0)?;
        let place = |name: &&str| history.columns().iter().position(|column| column.name == *name);
        let posed = names.iter().filter_map(place).collect();
        Ok(Self { scene, posing, history, posed })
    }

    pub(super) fn columns(&self) -> &[ColumnSpec] {
        self.history.columns()
    }

    pub(super) fn column(&self, name: &str) -> Option<usize> {
        self.columns().iter().position(|column| column.name == name)
    }

    /// Names of the links' frames, `vehicle/link`, of all vehicles in their order.
    pub(super) fn frames(&self) -> Vec<String> {
        let vehicles = self.scene.vehicles.iter();
        let names = vehicles.flat_map(|vehicle| {
            vehicle.links.iter().map(move |link| format!("{}/{}", vehicle.name, link.name))
        });
        names.collect()
    }

    /// Visits the records one after the other, at most `rate_hz` of them per second of the run, the
    /// first and the last always among them.
    pub(super) fn each(
        &self,
        rate_hz: f64,
        mut visit: impl FnMut(&Record<'_>) -> Result<(), RunExportError>,
    ) -> Result<(), RunExportError> {
        let names: Vec<&str> = self.columns().iter().map(|column| column.name.as_str()).collect();
        let mut due = f64::NEG_INFINITY;
        let (mut row, mut numbers, mut poses) = (Vec::new(), Vec::new(), Vec::new());
        let rows = self.history.rows();
        if rows == 0 {
            return Err(RunExportError::Empty);
        }
        for start in (0..rows).step_by(WINDOW_ROWS) {
            let window = self.history.read(&names, start..start + WINDOW_ROWS)?;
            for index in 0..window.rows() {
                row.clear();
                let values = window.columns.iter().map(|column| column.values.get(index));
                row.extend(values.map(|value| value.copied().unwrap_or(f64::NAN)));
                let time_s = row.first().copied().unwrap_or(f64::NAN);
                // A record a hair before its instant is the one that was meant.
                let is_due = time_s >= due - 1e-9;
                if !is_due && start + index + 1 < rows || !time_s.is_finite() {
                    continue;
                }
                due = if due.is_finite() {
                    (due + 1.0 / rate_hz).max(time_s)
                } else {
                    time_s + 1.0 / rate_hz
                };
                let needed: Vec<f64> = self.posed.iter().map(|place| row[*place]).collect();
                self.posing.poses(&needed, &mut numbers);
                poses.clear();
                poses.extend_from_slice(numbers.as_chunks().0);
                visit(&Record { time_s, row: &row, poses: &poses })?;
            }
        }
        Ok(())
    }
}
