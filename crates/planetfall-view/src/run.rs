//! A run that is shown: its folder, and its history once that is open.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::SystemTime;

use planetfall_files::run_folder::{
    Event, FootprintsFile, GrainsFile, RunFile, Ruts, Summary, read_verified,
};
use serde_json::{Value, json};

use crate::album;
use crate::folder::Folder;
use crate::measured;
use crate::opened::{Opened, number};
use crate::refusal::Refusal;
use crate::thinning::Point;

/// Posts of soil that a page is sent, at most.
const MOST_POSTS: usize = 400_000;

/// A run by its folder.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) label: String,
    folder: Folder,
    opened: Mutex<Option<(Stamp, Arc<Opened>)>>,
}

/// The runs that are shown: in the order they were named, then those that sessions have become.
#[derive(Debug, Clone, Default)]
pub(crate) struct Runs(Arc<RwLock<Vec<Arc<Run>>>>);

/// What distinguishes one state of the files from another: length and time of the last change.
type Stamp = [Option<(u64, SystemTime)>; 2];

impl Runs {
    pub(crate) fn of(runs: Vec<Run>) -> Self {
        Self(Arc::new(RwLock::new(runs.into_iter().map(Arc::new).collect())))
    }

    pub(crate) fn all(&self) -> Vec<Arc<Run>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn get(&self, id: usize) -> Option<Arc<Run>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// Adds a run, and returns its number.
    pub(crate) fn add(&self, run: Run) -> usize {
        let mut runs = self.0.write().unwrap_or_else(PoisonError::into_inner);
        runs.push(Arc::new(run));
        runs.len() - 1
    }
}

impl Run {
    pub(crate) fn new(label: String, folder: Folder) -> Self {
        Self { label, folder, opened: Mutex::default() }
    }

    /// The open history. It is opened when first asked for, and again when its files have changed:
    /// a scenario may be run again while its page is open.
    pub(crate) fn opened(&self) -> Result<Arc<Opened>, Refusal> {
        let stamp = [RunFile::History, RunFile::Scene].map(|file| self.stamp(file));
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        match &*opened {
            Some((own, run)) if *own == stamp => return Ok(Arc::clone(run)),
            _ => *opened = None,
        }
        let run = Arc::new(Opened::open(&self.folder)?);
        *opened = Some((stamp, Arc::clone(&run)));
        Ok(run)
    }

    /// All that the page shows in words.
    pub(crate) fn meta(&self) -> Result<Value, Refusal> {
        let run = self.opened()?;
        let mut problems = Vec::new();
        let summary = self.read(RunFile::Summary, &mut problems, Summary::read);
        let events = self.read(RunFile::Events, &mut problems, Event::read_all);
        let phases = self.read(RunFile::Scenario, &mut problems, phases);
        let compares = measured::list(&self.folder, &mut problems);
        let cameras = album::list(&self.folder, &mut problems);
        problems.extend(stage_problem(&run));
        let (start, end) = run.times.span().unwrap_or((f64::NAN, f64::NAN));
        let columns: Vec<Value> = run.history.columns().iter().map(|column| {
            json!({ "name": column.name, "unit": column.unit, "description": column.description })
        }).collect();
        let summary = summary.map(|summary| json!(summary)).unwrap_or_default();
        let list = |key: &str| summary.get(key).cloned().unwrap_or_else(|| json!([]));
        Ok(json!({
            "label": self.label,
            "scenario": summary.get("scenario"),
            "outcome": summary.get("outcome"),
            "failure": summary.get("failure"),
            "rows": run.history.rows(),
            "time_start_s": number(start),
            "time_end_s": number(end),
            "columns": columns,
            "events": events.unwrap_or_default(),
            "metrics": summary.get("metrics").cloned().unwrap_or_else(|| json!({})),
            "meanings": summary.get("meanings").cloned().unwrap_or_else(|| json!({})),
            "expect": list("expect"),
            "warnings": list("warnings"),
            "phases": phases.unwrap_or_default(),
            "compares": compares,
            "cameras": cameras,
            "problems": problems,
        }))
    }

    /// What was measured of columns of the run, in the file of that index.
    pub(crate) fn measured(
        &self,
        index: usize,
        columns: &[&str],
        most: usize,
    ) -> Result<Vec<Vec<Point>>, Refusal> {
        measured::points(&self.folder, index, columns, most)
    }

    /// `scene.json` as it is.
    pub(crate) fn scene(&self) -> Result<Vec<u8>, Refusal> {
        let path = self.folder.file(RunFile::Scene).map_err(Refusal::absent)?;
        read_verified(&path).map_err(Refusal::broken)
    }

    /// The newest sample of a camera at or before a time.
    pub(crate) fn sample(&self, camera: &str, time: f64) -> Result<Value, Refusal> {
        album::sample(&self.folder, camera, time)
    }

    /// A picture that a camera took.
    pub(crate) fn picture(
        &self,
        camera: &str,
        number: usize,
        eye: usize,
    ) -> Result<Vec<u8>, Refusal> {
        album::picture(&self.folder, camera, number, eye)
    }

    /// Number and radii of the grains and where they were at the last record at or before a time.
    pub(crate) fn grains(&self, time: f64) -> Result<Vec<u8>, Refusal> {
        let run = self.opened()?;
        self.folder.file(RunFile::Grains).map_err(Refusal::absent)?;
        let file = GrainsFile::open(self.folder.path()).map_err(Refusal::broken)?;
        let mut file = file.ok_or_else(|| Refusal::absent("the run has no grains"))?;
        let row = run.times.row_before(&run.history, time).map_err(Refusal::broken)?;
        let record = row.unwrap_or_default() as u64;
        let record = record.min(file.records().saturating_sub(1));
        let places = file.positions(record).map_err(Refusal::broken)?;
        let places = places.ok_or_else(|| Refusal::absent("grains.f32 has no records"))?;
        let count = file.radii().len() as u32;
        let floats = file.radii().iter().chain(&places);
        let mut bytes = count.to_le_bytes().to_vec();
        bytes.extend(floats.flat_map(|number| number.to_le_bytes()));
        Ok(bytes)
    }

    /// Soil before and after, thinned to what a page draws with ease.
    pub(crate) fn ruts(&self) -> Result<Vec<u8>, Refusal> {
        self.folder.file(RunFile::Ruts).map_err(Refusal::absent)?;
        let ruts = Ruts::read(self.folder.path()).map_err(Refusal::broken)?;
        let ruts = ruts.ok_or_else(|| Refusal::absent("the run moved no soil"))?;
        Ok(ruts.thinned(MOST_POSTS).bytes())
    }

    /// Pressure on the soil at the last frame at or before a time.
    pub(crate) fn footprints(&self, time: f64) -> Result<Vec<u8>, Refusal> {
        self.folder.file(RunFile::Footprints).map_err(Refusal::absent)?;
        let file = FootprintsFile::open(self.folder.path()).map_err(Refusal::broken)?;
        let mut file = file.ok_or_else(|| Refusal::absent("the run pressed on no soil"))?;
        file.at(time).map_err(Refusal::broken)
    }

    fn stamp(&self, file: RunFile) -> Option<(u64, SystemTime)> {
        let known = std::fs::metadata(self.folder.file(file).ok()?).ok()?;
        Some((known.len(), known.modified().ok()?))
    }

    /// A file that the view can do without.
    fn read<T, E: ToString>(
        &self,
        file: RunFile,
        problems: &mut Vec<String>,
        read: impl FnOnce(&Path) -> Result<T, E>,
    ) -> Option<T> {
        let path = self.folder.file(file).map_err(|fault| fault.to_string());
        match path.and_then(|path| read(&path).map_err(|error| error.to_string())) {
            Ok(content) => Some(content),
            Err(problem) => {
                problems.push(problem);
                None
            }
        }
    }
}

/// Names for runs: the last parts of their paths, as many as distinguish them.
pub(crate) fn labels(folders: &[PathBuf]) -> Vec<String> {
    let parts = |path: &PathBuf, count: usize| {
        let names: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
        names.get(names.len().saturating_sub(count)..).unwrap_or_default().join("/")
    };
    let label = |(index, path): (usize, &PathBuf)| {
        let longest = path.iter().count();
        let alone = |count: &usize| {
            let own = parts(path, *count);
            folders.iter().filter(|other| parts(other, *count) == own).count() == 1
        };
        match (1..=longest).find(alone) {
            Some(count) => parts(path, count),
            // The same folder twice.
            None => format!("{} ({})", parts(path, 1), index + 1),
        }
    };
    folders.iter().enumerate().map(label).collect()
}

/// Names of the phases, by the index that the column `phase` has.
fn phases(scenario: &Path) -> Result<Vec<String>, String> {
    let in_words =
        |error: &dyn ToString| format!("scenario.toml: {}", error.to_string().trim_end());
    let text = read_verified(scenario).map_err(|error| error.to_string())?;
    let text = String::from_utf8(text).map_err(|error| in_words(&error))?;
    let table: toml::Table =
        text.parse().map_err(|error: toml::de::Error| in_words(&error.message()))?;
    let phases = table.get("phase").and_then(toml::Value::as_array);
    let name = |phase: &toml::Value| {
        phase.get("name").and_then(toml::Value::as_str).unwrap_or_default().to_owned()
    };
    Ok(phases.map(|phases| phases.iter().map(name).collect()).unwrap_or_default())
}

fn stage_problem(run: &Opened) -> Option<String> {
    let stage = match &run.stage {
        Ok(stage) => stage,
        Err(refusal) => return Some(format!("nothing can be drawn: {}", refusal.sentence)),
    };
    let (first, others) = stage.missing.split_first()?;
    let more = match others.len() {
        0 => String::new(),
        count => format!(" and {count} more that scene.json names"),
    };
    Some(format!("the history lacks the column {first}{more}: what they move is not drawn"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_as_short_as_distinguishes_runs() {
        let paths = |list: &[&str]| list.iter().map(PathBuf::from).collect::<Vec<_>>();
        assert_eq!(labels(&paths(&["/runs/a", "/runs/b"])), ["a", "b"]);
        assert_eq!(labels(&paths(&["/x/a", "/y/a", "/y/b"])), ["x/a", "y/a", "b"]);
        assert_eq!(labels(&paths(&["/runs/a", "/runs/a"])), ["a (1)", "a (2)"]);
    }
}
