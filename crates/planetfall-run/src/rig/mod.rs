//! Rigs: files with a `[rig]` in place of vehicles, checked and run.
//!
//! ```text
//! text -> format::check -> meaning (soil, settings) -> LoadedRig -> Findings -> folder and page
//! ```
//! A rig's folder has `scenario.toml`, `summary.json` and `report.html` like that of any run, and
//! `rig.json`, CSV files and pictures in place of a history. The physics is [`planetfall::rig`].

mod bevameter;
mod burial;
mod drawbar;
mod figures;
mod findings;
pub mod measured;
mod multi_pass;
mod prediction;
mod prediction_study;
mod single_wheel;
mod stall;
mod wheel;

pub use bevameter::Bevameter;
pub use burial::SelfBurial;
pub use drawbar::Drawbar;
pub use figures::figures;
pub use findings::{Chart, Curve, Findings, Note, Sheet};
pub use multi_pass::MultiPass;
pub use prediction::{Pair, Prediction, residuals};
pub use prediction_study::PredictionStudy;
pub use single_wheel::SingleWheel;
pub use wheel::Wheel;

use planetfall::ground::scm::{ScmVariant, Soil, SoilBed};
use planetfall::rig::{RigError, under_the_wheel};
use planetfall_files::format::declare::{AnyKey, Declared};
use planetfall_files::format::{self, Checked, Ink, Mistakes, Node, Severity, Source};
use planetfall_files::rig::RIG;
use planetfall_files::rig::schema::{
    RigCases, RigFileKeys, RigGroundKeys, RigKeys, SingleWheelKeys,
};
use planetfall_files::run_folder::{
    Expectation, FolderError, OutputFolder, RunFile, RunFileError, Summary, evaluate,
};
use planetfall_files::scenario::soil_ground::{demand_memory, soil_and_recipe};
use planetfall_files::scenario::{Report, ScenarioFile, bound, check_metric, expectation};
use planetfall_report::report;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Instant;

/// A bed of soil: level and without end.
#[derive(Clone, Debug)]
pub struct Bed {
    /// Its name.
    pub name: String,
    /// Its numbers.
    pub soil: Soil,
    /// Which variant of the model.
    pub recipe: ScmVariant,
    /// Distance of its nodes, m.
    pub spacing: f64,
}

impl Bed {
    /// The physics' bed.
    ///
    /// # Errors
    /// If there can be none.
    pub fn build(&self) -> Result<SoilBed, RigError> {
        planetfall::rig::level_bed(self.soil, self.spacing, self.recipe)
    }

    /// Warns if the soil's stiffness was not positive in a share of a wheel's steps.
    fn warn_if_softened(&self, findings: &mut Findings, share: f64) -> Result<(), RigError> {
        if share > 0.0 {
            let text = self.build()?.softened(&under_the_wheel(share));
            findings.warnings.push(format!("warning: {text}"));
        }
        Ok(())
    }
}

/// A rig ready to run.
#[derive(Debug)]
pub struct LoadedRig {
    /// The file's name.
    pub name: String,
    /// One line about it.
    pub title: String,
    /// What it is.
    pub rig: Rig,
    /// Published values it must reproduce.
    pub expectations: Vec<Expectation>,
    /// The file with every default explicit.
    pub effective: String,
    /// What is suspect in the file, as text.
    pub warnings: Vec<String>,
}

/// The rigs.
#[derive(Clone, Debug)]
pub enum Rig {
    /// Plates.
    Bevameter(Bevameter),
    /// A wheel with prescribed slip.
    SingleWheel(SingleWheel),
    /// A wheel in its own rut.
    MultiPass(MultiPass),
    /// A wheel that digs itself in.
    SelfBurial(SelfBurial),
    /// A chassis on a tether.
    Drawbar(Drawbar),
    /// A measured wheel that is predicted.
    Prediction(PredictionStudy),
}

/// Soil that a rig touches.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Extent {
    /// Distance of the nodes where they are closest, m.
    spacing: f64,
    /// Width and length of what presses on it, m.
    print: [f64; 2],
    /// Width and length of all tracks side by side, m.
    tracks: [f64; 2],
}

impl Rig {
    fn bed(&self) -> &Bed {
        match self {
            Self::Bevameter(rig) => &rig.bed,
            Self::SingleWheel(rig) => &rig.bed,
            Self::MultiPass(rig) => &rig.bed,
            Self::SelfBurial(rig) => &rig.bed,
            Self::Drawbar(rig) => &rig.bed,
            Self::Prediction(study) => &study.wheel.bed,
        }
    }

    fn extent(&self) -> Extent {
        match self {
            Self::Bevameter(rig) => rig.extent(),
            Self::SingleWheel(rig) => rig.extent(),
            Self::MultiPass(rig) => rig.extent(),
            Self::SelfBurial(rig) => rig.extent(),
            Self::Drawbar(rig) => rig.extent(),
            Self::Prediction(study) => study.wheel.extent(),
        }
    }

    /// Names of the metrics that it will have.
    #[must_use]
    pub fn metric_names(&self) -> Vec<String> {
        match self {
            Self::Bevameter(rig) => rig.metric_names(),
            Self::SingleWheel(rig) => rig.metric_names(),
            Self::MultiPass(rig) => rig.metric_names(),
            Self::SelfBurial(rig) => rig.metric_names(),
            Self::Drawbar(rig) => rig.metric_names(),
            Self::Prediction(study) => study.metric_names(),
        }
    }

    /// Runs it on so many threads, on which the result does not depend.
    ///
    /// # Errors
    /// If the soil cannot answer.
    pub fn run(&self, jobs: NonZero<usize>) -> Result<Findings, RigError> {
        self.run_watched(jobs, &mut |_, _| {})
    }

    /// The same; `watch` gets the trials of a search and the least residual so far.
    fn run_watched(
        &self,
        jobs: NonZero<usize>,
        watch: &mut dyn FnMut(usize, f64),
    ) -> Result<Findings, RigError> {
        match self {
            Self::Bevameter(rig) => rig.run(jobs),
            Self::SingleWheel(rig) => rig.run(jobs),
            Self::MultiPass(rig) => rig.run(jobs),
            Self::SelfBurial(rig) => rig.run(),
            Self::Drawbar(rig) => rig.run(jobs),
            Self::Prediction(study) => study.run(jobs, watch),
        }
    }
}

/// Checks the file of a rig.
///
/// # Errors
/// All its mistakes.
pub fn load(file: &ScenarioFile, ink: Ink) -> Result<LoadedRig, Mistakes> {
    let source = file.source();
    let mut checked = format::check(source, &RIG);
    let root = RigFileKeys::of(&checked.value);
    let sound = !checked.has_errors();
    let mut report = Report { checked: &mut checked };
    let bed = bed(&root.ground, sound, &mut report);
    let rig = bed.and_then(|bed| described(&root.rig, bed, file, &mut report));
    let rig = rig.filter(|rig| is_affordable(rig, &root, &mut report).is_some());
    let expectations =
        rig.as_ref().map_or_else(Vec::new, |rig| expectations(&root, rig, &mut report));
    match rig {
        Some(rig) if !checked.has_errors() => Ok(LoadedRig {
            name: named(&rig, file.name()),
            title: titled(&rig, root.title.value()),
            rig,
            expectations,
            effective: effective(file, &root.rig, &checked.value),
            warnings: rendered(&checked, Severity::Warning, source, ink),
        }),
        _ => Err(Mistakes::new(&rendered(&checked, Severity::Error, source, ink))),
    }
}

/// What was found of one severity, as text.
fn rendered(checked: &Checked, severity: Severity, source: &Source, ink: Ink) -> Vec<String> {
    let wanted = checked.diagnostics.iter().filter(|one| one.severity == severity);
    wanted.map(|one| one.render(source, ink)).collect()
}

/// The name of the results: those of a prediction do not replace the rig's own.
fn named(rig: &Rig, file: &str) -> String {
    if matches!(rig, Rig::Prediction(_)) { format!("{file}-measured") } else { file.to_owned() }
}

fn titled(rig: &Rig, title: &str) -> String {
    if matches!(rig, Rig::Prediction(_)) { prediction::TITLE } else { title }.to_owned()
}

/// The file with every default, and with what it names in full, so that it means the same in a run's folder.
fn effective(file: &ScenarioFile, keys: &RigKeys, value: &Node) -> String {
    let Some(RigCases::SingleWheel(own)) = keys.kind.given() else { return format::write(value) };
    let named = [("rig.measured", own.measured.given()), ("rig.plates", own.plates.given())];
    let in_full =
        |name: &str| serde_json::Value::from(file.beside(name).display().to_string()).to_string();
    let paths: Vec<(String, String)> = named
        .into_iter()
        .filter_map(|(key, name)| Some((key.to_owned(), in_full(name?))))
        .collect();
    if paths.is_empty() {
        return format::write(value);
    }
    format::write(&format::check(&file.source().clone().with_overrides(&paths), &RIG).value)
}

fn bed(keys: &RigGroundKeys, sound: bool, report: &mut Report<'_>) -> Option<Bed> {
    if !sound {
        return None;
    }
    let (soil, recipe) = soil_and_recipe(&keys.soil, keys.bed_keys(), report)?;
    let bed =
        Bed { name: keys.soil.value().to_owned(), soil, recipe, spacing: keys.spacing_m.value() };
    match bed.build() {
        Ok(_) => Some(bed),
        Err(error) => {
            report.error(keys.spacing_m.place(), error.to_string());
            None
        }
    }
}

fn described(
    keys: &RigKeys,
    bed: Bed,
    file: &ScenarioFile,
    report: &mut Report<'_>,
) -> Option<Rig> {
    let rig = match keys.kind.given()? {
        RigCases::Bevameter(own) => Bevameter::described(own, bed, report).map(Rig::Bevameter),
        RigCases::SingleWheel(own) => {
            check_alone(own, report);
            match SingleWheel::described(own, bed) {
                Ok(wheel) if own.measured.has_value() => {
                    let study = PredictionStudy::described(own, wheel, file, report);
                    return study.map(Rig::Prediction);
                }
                found => found.map(Rig::SingleWheel),
            }
        }
        RigCases::MultiPass(own) => MultiPass::described(own, bed).map(Rig::MultiPass),
        RigCases::SelfBurial(own) => SelfBurial::described(own, bed).map(Rig::SelfBurial),
        RigCases::Drawbar(own) => Drawbar::described(own, bed).map(Rig::Drawbar),
    };
    rig.map_err(|error| report.error(keys.place, error.to_string())).ok()
}

/// Reports what is for measured drives where there are none.
fn check_alone(keys: &SingleWheelKeys, report: &mut Report<'_>) {
    let given =
        [(&keys.plates as &dyn AnyKey, keys.plates.has_value()), (&keys.fit, keys.fit.value())];
    for (key, _) in given.into_iter().filter(|(_, given)| *given && !keys.measured.has_value()) {
        let message = format!("`{}` is for measured drives: give `measured` too", key.name());
        report.error(key.place(), message);
    }
}

/// Whether all soil that a rig touches can be held and evaluated; reported if not.
fn is_affordable(rig: &Rig, root: &RigFileKeys, report: &mut Report<'_>) -> Option<()> {
    let Extent { spacing, print: [width, length], tracks } = rig.extent();
    let place = match root.rig.kind.given() {
        Some(RigCases::Bevameter(own)) if spacing != rig.bed().spacing => {
            own.further_spacings_m.place()
        }
        _ => root.ground.spacing_m.place(),
    };
    // A bed of this spacing was built before.
    let bed = Bed { spacing, ..rig.bed().clone() }.build().ok()?;
    let counted =
        "counted are the tracks of all drives, or all plates, side by side, as long as their path";
    demand_memory(&bed, tracks, (place, counted), report)?;
    bed.holds(width, length).map_err(|error| report.error(place, error.to_string())).ok()
}

fn expectations(root: &RigFileKeys, rig: &Rig, report: &mut Report<'_>) -> Vec<Expectation> {
    let known = rig.metric_names();
    let mut list = Vec::new();
    for keys in &root.expect {
        check_metric(keys.metric.value(), &known, keys.metric.place(), report);
        if let Some(bound) = bound(keys, report) {
            list.push(expectation(keys, bound));
        }
    }
    list
}

/// What a rig left behind.
#[derive(Debug)]
pub struct FinishedRig {
    /// As in `summary.json`.
    pub summary: Summary,
    /// What it found.
    pub findings: Findings,
    /// The page.
    pub report: PathBuf,
}

/// Why a rig has no results.
#[derive(Debug, thiserror::Error)]
pub enum RigRunError {
    /// The soil could not answer.
    #[error("in {soil}: {error}")]
    Rig {
        /// Which soil.
        soil: String,
        /// Why.
        error: RigError,
    },
    /// A file could not be written.
    #[error(transparent)]
    File(#[from] RunFileError),
    /// The folder could not be put in its place.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

/// Runs a rig into its folder.
///
/// # Errors
/// If the soil cannot answer, or the disk refuses a file.
pub fn run(
    loaded: &LoadedRig,
    folder: &OutputFolder,
    jobs: NonZero<usize>,
) -> Result<FinishedRig, RigRunError> {
    run_watched(loaded, folder, jobs, &mut |_, _| {})
}

/// The same; `watch` gets the trials of a search and the least residual so far.
///
/// # Errors
/// If the soil cannot answer, or the disk refuses a file.
pub fn run_watched(
    loaded: &LoadedRig,
    folder: &OutputFolder,
    jobs: NonZero<usize>,
    watch: &mut dyn FnMut(usize, f64),
) -> Result<FinishedRig, RigRunError> {
    folder.write_scenario(&loaded.effective)?;
    let started = Instant::now();
    let soil = || loaded.rig.bed().name.clone();
    let found = loaded.rig.run_watched(jobs, watch);
    let mut findings = found.map_err(|error| RigRunError::Rig { soil: soil(), error })?;
    findings.title.clone_from(&loaded.title);
    let summary = Summary {
        scenario: loaded.name.clone(),
        outcome: "completed".to_owned(),
        failure: None,
        sim_time_s: 0.0,
        wall_time_s: started.elapsed().as_secs_f64(),
        steps: 0,
        expect: evaluate(&loaded.expectations, &findings.metrics),
        metrics: findings.metrics.clone(),
        meanings: BTreeMap::new(),
        warnings: findings.warnings.clone(),
        operator: None,
        pacing: None,
        version: Some(env!("CARGO_PKG_VERSION").to_owned()),
    };
    folder.write_summary(&summary)?;
    findings.write(&folder.file(RunFile::Rig))?;
    report::write_rig(&findings, &summary, folder.path())?;
    folder.put_in_place()?;
    let report = folder.file(RunFile::Report);
    Ok(FinishedRig { summary, findings, report })
}
