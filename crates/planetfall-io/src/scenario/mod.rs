//! Scenario files: TOML, checked as a whole, then turned into a run that is valid by construction.
//!
//! ```text
//! text -> format::check (keys, types, ranges) -> build (meaning) -> Loaded
//! ```
//! All mistakes of a file are told at once, wherever they are found.

mod attended;
mod build;
mod builtin;
mod comparison;
mod course;
mod cycle;
mod driving;
mod fault;
mod figure;
mod flight;
mod gauge;
mod grains;
mod ground;
mod joining;
mod lineage;
mod map;
mod naming;
mod operating;
mod overlap;
mod schema;
mod sensing;
pub(crate) mod soil_ground;
pub(crate) mod soil_schema;
mod staging_schema;
mod torque;
mod vehicle;
mod verdict;

pub(crate) use build::{bound, check_metric};
pub(crate) use builtin::embedded;
pub use builtin::{BuiltIn, builtin, builtins};
pub use comparison::Compared;
pub use ground::{ground_models, taken_for};
pub(crate) use schema::EXPECT;
pub use schema::SCENARIO;

use crate::dem::SitePlace;
use crate::format::{self, Checked, Diagnostic, Ink, Node, Severity, Source};
use crate::operator::OperatorSpec;
use crate::run_folder::{Expectation, ProfilePoint, compare};
use crate::vehicle::Visual;
use lineage::Folders;
use planetfall::scenario::Scenario;
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
    pub looks: Vec<Vec<Visual>>,
    /// Where the site frame lies on the map that the ground came from.
    pub site: SitePlace,
    /// The outside program that operates it, if there is one.
    pub operator: Option<OperatorSpec>,
    /// Warnings, rendered without colours: they are kept with the run.
    pub warnings: Vec<String>,
}

impl Loaded {
    /// Names of the metrics that a run will have.
    #[must_use]
    pub fn metric_names(&self) -> Vec<String> {
        build::metric_names(&self.scenario, &self.compared)
    }
}

/// Mistakes of a scenario file, rendered with their places.
#[derive(Debug, thiserror::Error)]
#[error("{text}")]
pub struct Mistakes {
    /// One message per mistake, in the order of the file.
    pub text: String,
    /// How many.
    pub count: usize,
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
    pub fn read(path: &Path) -> std::io::Result<Self> {
        let name = path.file_stem().map_or_else(String::new, |s| s.to_string_lossy().into_owned());
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

    /// The scenario's name: the file's, without its ending.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it describes a rig, which [`crate::rig::load`] takes, rather than a run of vehicles.
    #[must_use]
    pub fn is_rig(&self) -> bool {
        let begins = |line: &str| {
            let rest = line.trim_start().trim_start_matches('[').trim_start().strip_prefix("rig");
            rest.is_some_and(|rest| rest.trim_start().starts_with([']', '.', '=']))
        };
        self.source.text().lines().any(begins)
    }

    /// The text with its place on disk and what the command line sets.
    pub(crate) fn source(&self) -> &Source {
        &self.source
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
        let rendered = |severity: Severity, ink: Ink| -> Vec<String> {
            let of_kind = checked.diagnostics.iter().filter(|d| d.severity == severity);
            of_kind.map(|d| d.render(&source, ink)).collect()
        };
        match built {
            Some(mut loaded) if !checked.has_errors() => {
                loaded.effective = effective(&source, &folders, &checked.value, false);
                loaded.kept = effective(&source, &folders, &checked.value, true);
                loaded.warnings = rendered(Severity::Warning, Ink::Plain);
                Ok(loaded)
            }
            _ => {
                let errors = rendered(Severity::Error, ink);
                Err(Mistakes { count: errors.len(), text: errors.join("\n") })
            }
        }
    }

    /// The file with those it builds on and with every default explicit, before anything is built.
    pub(crate) fn effective_text(&self) -> Result<String, Mistakes> {
        let (source, folders) = lineage::trace(self);
        let checked = format::check(&source, &SCENARIO);
        if !checked.has_errors() {
            return Ok(effective(&source, &folders, &checked.value, false));
        }
        let errors = checked.diagnostics.iter().filter(|d| d.severity == Severity::Error);
        let errors: Vec<String> = errors.map(|d| d.render(&source, Ink::Plain)).collect();
        Err(Mistakes { count: errors.len(), text: errors.join("\n") })
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
/// run can be repeated from there; what is compared with is then beside it.
fn effective(source: &Source, folders: &Folders, value: &Node, beside: bool) -> String {
    let mut paths = Vec::new();
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let named = |path: String, node: &Node, key: &str| {
        let file = folders.absolute(node.place_of(key), node.text(key));
        (path, quoted(file.to_string_lossy().as_ref()))
    };
    let terrain = value.get("terrain");
    if matches!(terrain.case(), "dem" | "mesh") {
        paths.push(named("terrain.file".to_owned(), terrain, "file"));
    }
    for (index, vehicle) in value.list("vehicle").iter().enumerate() {
        let file = vehicle.optional_text("model");
        if file.is_some_and(|name| crate::vehicle::builtin(name).is_none()) {
            paths.push(named(format!("vehicle[{index}].model"), vehicle, "model"));
        }
    }
    for (index, compared) in value.list("compare").iter().enumerate() {
        let path = format!("compare[{index}].file");
        paths.push(match beside {
            true => (path, quoted(&compare::file_name(compared.text("name")))),
            false => named(path, compared, "file"),
        });
    }
    let programs = operating::files(value, folders).into_iter();
    paths.extend(programs.map(|(path, file)| (path, quoted(file.to_string_lossy().as_ref()))));
    if paths.is_empty() {
        return format::write(value);
    }
    let source = source.clone().with_overrides(&paths);
    format::write(&format::check(&source, &SCENARIO).value)
}

/// Where semantic checks put what they find.
pub(crate) struct Report<'a> {
    pub(crate) checked: &'a mut Checked,
}

impl Report<'_> {
    pub(crate) fn error(&mut self, place: format::Place, message: impl Into<String>) {
        self.checked.add(Diagnostic::error(place, message));
    }

    fn help(&mut self, place: format::Place, message: impl Into<String>, help: impl Into<String>) {
        self.checked.add(Diagnostic::error(place, message).with_help(help));
    }

    fn warning(&mut self, place: format::Place, message: impl Into<String>) {
        self.checked.add(Diagnostic::warning(place, message));
    }
}

/// The candidate most like a word, if it is like it at all.
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|candidate| (strsim::normalized_damerau_levenshtein(word, candidate), candidate))
        .filter(|(likeness, _)| *likeness > 0.6)
        .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1)))
        .map(|(_, candidate)| candidate)
}
