//! `compare_NAME.csv`: measured values, or another tool's, that a run is held against.
//!
//! A scenario's `[[compare]]` names a CSV file and pairs its columns with recorded ones. The file is
//! copied into the run's folder as it is; how to read it stands in the folder's `scenario.toml`. So
//! report and viewer need nothing but the folder: [`read_all`].

mod measured;
mod residual;

pub(crate) use measured::number_columns;
pub use measured::{CsvMistake, Measured};
pub use residual::Residuals;

use super::{RunFile, RunFileError, content_error, read_text};
use crate::quantity::split_unit;
use serde::Deserialize;
use std::path::Path;

/// How a CSV file is held against a run.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Comparison {
    /// Its name, unique in the scenario.
    pub name: String,
    /// Column of the times.
    #[serde(default = "time_column")]
    pub time_column: String,
    /// Seconds in one unit of that column.
    #[serde(default = "one")]
    pub time_scale: f64,
    /// Simulated time at which the file's time is zero, s.
    #[serde(default)]
    pub time_offset_s: f64,
    /// Pairs of columns.
    #[serde(default, rename = "column")]
    pub columns: Vec<Pair>,
}

/// A column of the file and the recorded column that it is compared with.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Pair {
    /// In the file.
    pub theirs: String,
    /// In the history.
    pub ours: String,
    /// What their value is multiplied by, to have our unit.
    #[serde(default = "one")]
    pub scale: f64,
    /// What is added to it then, in our unit.
    #[serde(default)]
    pub offset: f64,
}

fn one() -> f64 {
    1.0
}

fn time_column() -> String {
    "time_s".to_owned()
}

impl Comparison {
    /// The name of the copy in a run's folder.
    #[must_use]
    pub fn file_name(&self) -> String {
        file_name(&self.name)
    }

    /// Names of the metrics of one pair: root mean square, largest magnitude and mean of the
    /// residual (ours less theirs), correlation, and number of points compared.
    #[must_use]
    pub fn metrics(&self, pair: &Pair) -> [String; 5] {
        let (base, unit) = split_unit(&pair.ours);
        let start = format!("compare.{}.{base}", self.name);
        [
            format!("{start}_residual_rms{unit}"),
            format!("{start}_residual_max{unit}"),
            format!("{start}_residual_mean{unit}"),
            format!("{start}_correlation"),
            format!("{start}_points"),
        ]
    }
}

/// The name of a comparison's copy in a run's folder.
pub(crate) fn file_name(name: &str) -> String {
    format!("compare_{name}.csv")
}

/// What a folder's scenario is compared with, without the numbers.
///
/// # Errors
/// If the folder's scenario is absent or cannot be read.
pub fn comparisons(folder: &Path) -> Result<Vec<Comparison>, RunFileError> {
    let path = RunFile::Scenario.within(folder);
    let table: toml::Table =
        read_text(&path)?.parse().map_err(|error| content_error(&path, error))?;
    match table.get("compare") {
        Some(list) => list.clone().try_into().map_err(|error| content_error(&path, error)),
        None => Ok(Vec::new()),
    }
}

/// All that a folder's run is compared with, in the order of its scenario.
///
/// # Errors
/// If a file is absent, or does not say what the scenario says it does.
pub fn read_all(folder: &Path) -> Result<Vec<Measured>, RunFileError> {
    comparisons(folder)?.into_iter().map(|comparison| read(folder, comparison)).collect()
}

fn read(folder: &Path, comparison: Comparison) -> Result<Measured, RunFileError> {
    // The name comes from a file: it must not lead out of the folder.
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let scenario = RunFile::Scenario.within(folder);
    if !comparison.name.chars().all(plain) {
        return Err(content_error(&scenario, "a name of [[compare]] has letters no name has"));
    }
    let path = folder.join(comparison.file_name());
    let text = read_text(&path)?;
    Measured::parse(&text, comparison).map_err(|mistake| content_error(&path, mistake))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENARIO: &str = "title = \"t\"\n[[compare]]\nname = \"bench\"\nfile = \"x.csv\"\n\
        time_column = \"t\"\ntime_offset_s = 1.0\n\
        [[compare.column]]\ntheirs = \"Fz\"\nours = \"wheel_1.normal_force_n\"\nscale = 2\n";

    #[test]
    fn a_folder_tells_what_its_run_is_compared_with() {
        let room = tempfile::tempdir().unwrap();
        std::fs::write(room.path().join("scenario.toml"), SCENARIO).unwrap();
        std::fs::write(room.path().join("compare_bench.csv"), "t,Fz\n0,10\n1,20\n").unwrap();
        let all = read_all(room.path()).unwrap();
        assert_eq!(all[0].times_s, [1.0, 2.0]);
        assert_eq!(all[0].values, [[20.0, 40.0]]);
        std::fs::remove_file(room.path().join("compare_bench.csv")).unwrap();
        let error = read_all(room.path()).unwrap_err().to_string();
        assert!(error.contains("compare_bench.csv"), "{error}");
    }

    #[test]
    fn a_name_cannot_lead_out_of_the_folder() {
        let room = tempfile::tempdir().unwrap();
        let text = SCENARIO.replace("bench", "../bench");
        std::fs::write(room.path().join("scenario.toml"), text).unwrap();
        assert!(read_all(room.path()).unwrap_err().to_string().contains("[[compare]]"));
    }

    #[test]
    fn metrics_keep_the_unit_of_the_column_at_their_end() {
        let pair = Pair {
            theirs: "x".to_owned(),
            ours: "wheel_1.slip_speed_m_per_s".to_owned(),
            scale: 1.0,
            offset: 0.0,
        };
        let comparison = Comparison {
            name: "lab".to_owned(),
            time_column: time_column(),
            time_scale: 1.0,
            time_offset_s: 0.0,
            columns: vec![pair.clone()],
        };
        let names = comparison.metrics(&pair);
        assert_eq!(names[0], "compare.lab.wheel_1.slip_speed_residual_rms_m_per_s");
        assert_eq!(names[3], "compare.lab.wheel_1.slip_speed_correlation");
    }
}
