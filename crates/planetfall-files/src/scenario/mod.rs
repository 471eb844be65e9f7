//! Scenario files: TOML, checked as a whole, then turned into a run that is valid by construction.
//!
//! ```text
//! text -> format::check (keys, types, ranges) -> build (meaning) -> Loaded
//! ```
//! All mistakes of a file are reported at once, wherever they are found.

mod aerodynamics;
mod approach;
mod attended;
mod build;
mod builtin;
mod client;
mod comparison;
mod course;
mod cycle;
mod driving;
pub(crate) mod environment;
mod fault;
mod figure;
mod flight;
mod flight_start;
mod gauge;
mod grains;
mod ground;
mod joining;
mod lineage;
mod map;
mod naming;
mod operating;
mod overlap;
mod parachute;
mod schema;
mod sensing;
pub mod soil_ground;
pub(crate) mod soil_schema;
mod staging_schema;
mod torque;
mod vehicle;
mod verdict;

pub use build::{bound, check_metric, expectation};
pub(crate) use builtin::embedded;
pub use builtin::{BuiltInScenario, builtin, builtins};
pub use client::{BUILTIN_CLIENTS, is_builtin_client};
pub use comparison::Compared;
pub use ground::{ground_models, taken_for};
pub use operating::{OnSilence, OperatorSpec};
pub use schema::results::ExpectKeys;
pub use schema::{SCENARIO, STRONGEST_GRAVITY};
pub use sensing::cameras;

use crate::dem::SitePlace;
use crate::format::declare::{Declared, Key};
use crate::format::{self, Checked, Diagnostic, Ink, Mistakes, Node, Severity, Source};
use crate::run_folder::{Expectation, ProfilePoint, compare};
use crate::vehicle::Visual;
use lineage::Folders;
use planetfall::scenario::Scenario;
use schema::ScenarioKeys;
use schema::terrain::TerrainCases;
use std::path::{Path, PathBuf};

/// A scenario ready to run, with what the physics does not need to know.
#[derive(Debug)]
pub struct Loaded {
    /// The run.
    pub scenario: Scenario,
    /// One line about it.
    pub title: String,
    /// Published values it must reproduce.
    pub expectations: Vec<Expectation>,
    /// Measured values to compare with.
    pub compared: Vec<Compared>,
    /// The file with every default explicit.
    pub effective: String,
    /// The same as it stands in the run's folder, where the files of `[[compare]]` lie beside it.
    pub kept: String,
    /// Section of the ground through the start, along the fall or to the east.
    pub profile: Vec<ProfilePoint>,
    /// What is drawn of each vehicle, as its file says.
    pub visuals: Vec<Vec<Visual>>,
    /// Where the site frame lies on the map that the ground came from.
    pub site: SitePlace,
    /// The outside program that operates it, if there is one.
    pub operator: Option<OperatorSpec>,
    /// Warnings, rendered without colours: they are kept with the run.
    pub warnings: Vec<String>,
    /// Files besides the scenario that the run depends on.
    pub inputs: Vec<PathBuf>,
}

impl Loaded {
    /// Names of the metrics that a run will have.
    #[must_use]
    pub fn metric_names(&self) -> Vec<String> {
        build::metric_names(&self.scenario, &self.compared)
    }

    /// The same names, each with what the metric is.
    #[must_use]
    pub fn described_metrics(&self) -> Vec<(String, &'static str)> {
        build::described_metrics(&self.scenario, &self.compared)
    }
}

/// A scenario file before it is checked.
#[derive(Clone, Debug)]
pub struct ScenarioFile {
    name: String,
    folder: Option<PathBuf>,
    /// Where it is on disk; none for a text.
    path: Option<PathBuf>,
    source: Source,
}

impl ScenarioFile {
    /// A file on disk; other files it names are relative to it.
    ///
    /// # Errors
    /// If it cannot be read, or its name is no text: runs and their folders are named after it.
    pub fn read(path: &Path) -> std::io::Result<Self> {
        let name = path.file_stem().unwrap_or_default().to_str().ok_or_else(|| {
            let message =
                "the file's name is not valid UTF-8, and a run is named after it: rename it";
            std::io::Error::new(std::io::ErrorKind::InvalidFilename, message)
        })?;
        let name = name.to_owned();
        let folder = path.parent().map(Path::to_path_buf);
        Ok(Self { name, folder, path: Some(path.to_owned()), source: Source::read(path)? })
    }

    /// A text under a name.
    pub fn from_text(name: &str, text: &str) -> Self {
        let source = Source::new(format!("{name}.toml"), text);
        Self { name: name.to_owned(), folder: None, path: None, source }
    }

    /// The same with values set from the command line.
    #[must_use]
    pub fn with_overrides(mut self, settings: &[(String, String)]) -> Self {
        self.source = self.source.with_overrides(settings);
        self
    }

    /// The same under another name.
    #[must_use]
    pub fn with_name(mut self, name: &str) -> Self {
        name.clone_into(&mut self.name);
        self
    }

    /// The scenario's name: the file's, without its ending.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it describes a rig, which a rig takes, rather than a run of vehicles.
    #[must_use]
    pub fn is_rig(&self) -> bool {
        let begins = |line: &str| {
            let rest = line.trim_start().trim_start_matches('[').trim_start().strip_prefix("rig");
            rest.is_some_and(|rest| rest.trim_start().starts_with([']', '.', '=']))
        };
        self.source.text().lines().any(begins)
    }

    /// The text with its place on disk and what the command line sets.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// A file that this one names, in full: relative to it, or to the working folder if it is no file itself.
    pub fn beside(&self, name: &str) -> PathBuf {
        let path = self.folder.as_ref().map_or_else(|| PathBuf::from(name), |one| one.join(name));
        std::path::absolute(&path).unwrap_or(path)
    }

    /// Checks the file, with those it builds on, and builds the run.
    pub fn load(&self, ink: Ink) -> Result<Loaded, Mistakes> {
        let (source, folders) = lineage::trace(self);
        let mut checked = format::check(&source, &SCENARIO);
        // Without a base there is not enough to judge the meaning of the rest.
        let built = match source.missing_base() {
            None => build::build(&self.name, &folders, &mut checked),
            Some(_) => None,
        };
        let built = built.filter(|_| !checked.has_errors()).and_then(|loaded| {
            let text = |beside| effective(&source, &folders, &checked.value, beside);
            match text(false).and_then(|whole| Ok((whole, text(true)?))) {
                Ok((effective, kept)) => {
                    let inputs = inputs(&folders, &checked.value);
                    Some(Loaded { effective, kept, inputs, ..loaded })
                }
                Err(unwritable) => {
                    checked.add(unwritable);
                    None
                }
            }
        });
        let rendered = |severity: Severity, ink: Ink| -> Vec<String> {
            let of_kind = checked.diagnostics.iter().filter(|d| d.severity == severity);
            of_kind.map(|d| d.render(&source, ink)).collect()
        };
        match built {
            Some(loaded) => {
                Ok(Loaded { warnings: rendered(Severity::Warning, Ink::Plain), ..loaded })
            }
            None => Err(Mistakes::new(&rendered(Severity::Error, ink))),
        }
    }

    /// The file with those it builds on and with every default explicit, before anything is built.
    pub fn effective_text(&self) -> Result<String, Mistakes> {
        let (source, folders) = lineage::trace(self);
        let mut checked = format::check(&source, &SCENARIO);
        if !checked.has_errors() {
            match effective(&source, &folders, &checked.value, false) {
                Ok(text) => return Ok(text),
                Err(unwritable) => checked.add(unwritable),
            }
        }
        let errors = checked.diagnostics.iter().filter(|d| d.severity == Severity::Error);
        let errors: Vec<String> = errors.map(|d| d.render(&source, Ink::Plain)).collect();
        Err(Mistakes::new(&errors))
    }

    /// Whether two files are the same on disk, or the same built-in text.
    fn is_same(&self, other: &Self) -> bool {
        let canonical = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
        match (&self.path, &other.path) {
            (Some(one), Some(other)) => canonical(one) == canonical(other),
            (None, None) => self.name == other.name && self.source.text() == other.source.text(),
            _ => false,
        }
    }
}

/// The effective file: all keys of the file and of those it builds on, and none that names these.
/// Paths are made absolute, so that the copy in a run's folder still finds what it names and the
/// run can be repeated from there; what is compared with is then beside it. A path that is no text
/// cannot be written there, and one that is nearly the same would name another file.
fn effective(
    source: &Source,
    folders: &Folders,
    value: &Node,
    beside: bool,
) -> Result<String, Diagnostic> {
    let mut paths = Vec::new();
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let written = |file: &Path, place: format::Place| {
        file.to_str().map(quoted).ok_or_else(|| {
            let message =
                format!("{}: this path is not valid UTF-8, so no file can name it", file.display());
            Diagnostic::error(place, message).with_help(
                "a run's scenario.toml names it in full: rename its folders, or move the files",
            )
        })
    };
    let keys = ScenarioKeys::of(value);
    let named = |path: String, key: &Key<String>| {
        let file = folders.absolute(key.place(), key.value());
        Ok((path, written(&file, key.place())?))
    };
    if let Some(file) = terrain_file(&keys) {
        paths.push(named("terrain.file".to_owned(), file)?);
    }
    for (path, file) in environment::files(&keys) {
        paths.push(named(path.to_owned(), file)?);
    }
    for (index, vehicle) in keys.vehicle.iter().enumerate() {
        let file = vehicle.model.given();
        if file.is_some_and(|name| crate::vehicle::builtin(name).is_none()) {
            paths.push(named(format!("vehicle[{index}].model"), (&vehicle.model).into())?);
        }
    }
    for (index, compared) in keys.compare.iter().enumerate() {
        let path = format!("compare[{index}].file");
        paths.push(match beside {
            true => (path, quoted(&compare::file_name(compared.name.value()))),
            false => named(path, &compared.file)?,
        });
    }
    for (path, file) in operating::files(&keys, folders) {
        let place = keys.operator.as_ref().map_or(keys.place, |one| one.command.place());
        paths.push((path, written(&file, place)?));
    }
    if paths.is_empty() {
        return Ok(format::write(value));
    }
    let source = source.clone().with_overrides(&paths);
    Ok(format::write(&format::check(&source, &SCENARIO).value))
}

/// Files that a scenario names, and those that its vehicles name.
fn inputs(folders: &Folders, value: &Node) -> Vec<PathBuf> {
    let keys = ScenarioKeys::of(value);
    let file = |key: &Key<String>| folders.absolute(key.place(), key.value());
    let mut files: Vec<PathBuf> = terrain_file(&keys).map(file).into_iter().collect();
    files.extend(environment::files(&keys).into_iter().map(|(_, key)| file(key)));
    for vehicle in &keys.vehicle {
        let model = vehicle.model.given();
        if model.is_some_and(|name| crate::vehicle::builtin(name).is_none()) {
            let model = file((&vehicle.model).into());
            files.extend(named_in(&model));
            files.push(model);
        }
    }
    files
}

/// The file of the terrain, if it comes from one.
fn terrain_file(keys: &ScenarioKeys) -> Option<&Key<String>> {
    match keys.terrain.kind.given()? {
        TerrainCases::Dem(own) => Some(&own.file),
        TerrainCases::Mesh(own) => Some(&own.file),
        TerrainCases::Level(_)
        | TerrainCases::Incline(_)
        | TerrainCases::Strips(_)
        | TerrainCases::Step(_)
        | TerrainCases::Pit(_)
        | TerrainCases::Generated(_) => None,
    }
}

/// Files whose names stand in quotes in a text, relative to it: meshes and parts of a vehicle.
fn named_in(path: &Path) -> Vec<PathBuf> {
    let text = crate::bounded::read_text(path, crate::bounded::TEXT).unwrap_or_default();
    let folder = path.parent().unwrap_or(Path::new("."));
    let named =
        text.split(['"', '\'']).map(|word| word.rsplit_once("://").map_or(word, |(_, w)| w));
    let named = named.filter(|word| !word.is_empty() && word.len() < 300 && !word.contains('\n'));
    named.map(|word| folder.join(word)).filter(|file| file.is_file()).collect()
}

/// Where semantic checks put what they find.
pub struct Report<'a> {
    /// The file, with what was found so far.
    pub checked: &'a mut Checked,
}

impl Report<'_> {
    /// A mistake at a place.
    pub fn error(&mut self, place: format::Place, message: impl Into<String>) {
        self.checked.add(Diagnostic::error(place, message));
    }

    fn help(&mut self, place: format::Place, message: impl Into<String>, help: impl Into<String>) {
        self.checked.add(Diagnostic::error(place, message).with_help(help));
    }

    fn warning(&mut self, place: format::Place, message: impl Into<String>) {
        self.checked.add(Diagnostic::warning(place, message));
    }
}
