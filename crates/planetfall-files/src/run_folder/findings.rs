//! What a rig found, in a form that can be kept and drawn again.

use super::{RunFileError, content_error, read_text, write_text};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// All that a rig found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Findings {
    /// Title of the page.
    pub title: String,
    /// What was done, in a sentence or two.
    pub setting: String,
    /// Tables and conclusions for a terminal.
    pub text: String,
    /// Results by name, those that could be computed.
    pub metrics: BTreeMap<String, f64>,
    /// What is drawn.
    pub charts: Vec<Chart>,
    /// What is written as CSV, and stands there alone.
    #[serde(skip)]
    pub sheets: Vec<Sheet>,
    /// What the user should know before he trusts the numbers.
    pub warnings: Vec<String>,
}

/// One drawing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chart {
    /// Name of its file, without the ending.
    pub name: String,
    /// Title.
    pub title: String,
    /// What to see in it.
    pub caption: String,
    /// Titles of the axes, with units.
    pub axes: [String; 2],
    /// Its lines.
    pub curves: Vec<Curve>,
    /// One metre in x is as long as one metre in y.
    #[serde(default)]
    pub equal_aspect: bool,
    /// Points that are named in the drawing.
    #[serde(default)]
    pub notes: Vec<Note>,
}

/// A point of a drawing with its name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// Where it is.
    pub at: [f64; 2],
    /// What it is.
    pub label: String,
}

/// A line, or dots.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// Its name.
    pub label: String,
    /// Its points.
    pub points: Vec<[f64; 2]>,
    /// Whether only the points are drawn.
    pub dots: bool,
}

/// A table of numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    /// Name of its file, without the ending.
    pub name: String,
    /// Names of its columns, with units.
    pub columns: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<f64>>,
}

impl Curve {
    /// A line through points.
    pub fn line(label: impl Into<String>, points: Vec<[f64; 2]>) -> Self {
        Self { label: label.into(), points, dots: false }
    }

    /// Points alone.
    pub fn dots(label: impl Into<String>, points: Vec<[f64; 2]>) -> Self {
        Self { label: label.into(), points, dots: true }
    }
}

impl Sheet {
    /// A sheet with columns.
    pub fn new(name: &str, columns: &[&str]) -> Self {
        let columns = columns.iter().map(|column| (*column).to_owned()).collect();
        Self { name: name.to_owned(), columns, rows: Vec::new() }
    }

    /// As comma-separated values; empty where there is no number.
    #[must_use]
    pub fn csv(&self) -> String {
        let cell = |x: &f64| if x.is_finite() { format!("{x:?}") } else { String::new() };
        let row = |row: &Vec<f64>| row.iter().map(cell).collect::<Vec<_>>().join(",") + "\n";
        self.columns.join(",") + "\n" + &self.rows.iter().map(row).collect::<String>()
    }
}

impl Findings {
    /// Keeps a metric; one that is not finite is none.
    pub fn record(&mut self, name: impl Into<String>, value: f64) {
        if value.is_finite() {
            self.metrics.insert(name.into(), value);
        }
    }

    /// Writes them, and each sheet as CSV beside them.
    ///
    /// # Errors
    /// If the disk refuses a file.
    pub fn write(&self, path: &Path) -> Result<(), RunFileError> {
        let text = serde_json::to_string(self).map_err(|error| content_error(path, error))?;
        write_text(path, &(text + "\n"))?;
        for sheet in &self.sheets {
            write_text(&path.with_file_name(format!("{}.csv", sheet.name)), &sheet.csv())?;
        }
        Ok(())
    }

    /// Reads them again.
    ///
    /// # Errors
    /// If the file is absent or is something else.
    pub fn read(path: &Path) -> Result<Self, RunFileError> {
        serde_json::from_str(&read_text(path)?).map_err(|error| content_error(path, error))
    }
}
