//! `events.json`: what happened, when, to whom.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::summary::{number_or_null, numbers_or_null};
use super::{RunFileError, content_error, read_text, write_text};

/// One thing that happened in a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// When, in simulated seconds.
    #[serde(with = "number_or_null")]
    pub time_s: f64,
    /// The kind of happening, in a word or two: `contact`, `phase`, `rest`.
    pub kind: String,
    /// To whom; absent for what concerns the whole run.
    pub entity: Option<String>,
    /// The happening as a sentence.
    pub message: String,
    /// Numbers that belong to it, by name with unit.
    #[serde(default, with = "numbers_or_null")]
    pub values: BTreeMap<String, f64>,
}

impl Event {
    /// Writes a run's events.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn write_all(path: &Path, events: &[Self]) -> Result<(), RunFileError> {
        let mut text =
            serde_json::to_string_pretty(events).map_err(|error| content_error(path, error))?;
        text.push('\n');
        write_text(path, &text)
    }

    /// Reads a run's events.
    ///
    /// # Errors
    /// If the file is absent or is not a list of events.
    pub fn read_all(path: &Path) -> Result<Vec<Self>, RunFileError> {
        serde_json::from_str(&read_text(path)?).map_err(|error| content_error(path, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_return_as_they_were_written() {
        let workdir = tempfile::tempdir().unwrap();
        let path = workdir.path().join("events.json");
        let events = vec![
            Event {
                time_s: 0.1 + 0.2,
                kind: "contact".to_owned(),
                entity: Some("wheel_1".to_owned()),
                message: "wheel_1 touches \"soil\"".to_owned(),
                values: BTreeMap::from([("normal_force_n".to_owned(), 12.75)]),
            },
            Event {
                time_s: 8.0,
                kind: "end".to_owned(),
                entity: None,
                message: "time is up".to_owned(),
                values: BTreeMap::new(),
            },
        ];
        Event::write_all(&path, &events).unwrap();
        assert_eq!(Event::read_all(&path).unwrap(), events);
    }

    #[test]
    fn a_broken_file_is_named_with_its_line() {
        let workdir = tempfile::tempdir().unwrap();
        let path = workdir.path().join("events.json");
        std::fs::write(&path, "[\n{\"time_s\": 1.0,").unwrap();
        let error = Event::read_all(&path).unwrap_err().to_string();
        assert!(error.contains("events.json") && error.contains("line 2"), "{error}");
    }
}
