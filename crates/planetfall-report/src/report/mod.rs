//! The report of a run: one HTML page made from the files of its folder alone, so that it can
//! be made again at any time.
//!
//! The page needs no network and no script to be read. It prints, fits a phone, and follows
//! the reader's choice of light or dark.

mod axis;
mod comparison;
mod decimate;
mod field_map;
mod figure;
mod grid;
mod grid_drawing;
mod label;
mod mark;
mod markup;
mod overlay;
mod page;
mod palette;
mod picture;
mod plot;
mod rig;
mod rut;
mod slope;
mod stability;
mod staged;
mod still;
mod sweep;
mod timeline;
mod wheels;
mod window;
mod wording;

pub use comparison::{MetricRow, RunComparison};
pub use field_map::FieldMap;
pub use grid::{Ending, GridCell, SweepGrid};
pub use rig::{write_charts, write_rig};
pub use rut::write_rut;
pub use slope::{SlopePage, SlopePanel};
pub use stability::StabilityPage;
pub use sweep::{Sweep, SweepRow};

use std::path::{Path, PathBuf};

use self::figure::Recorded;
use self::page::Page;
use planetfall_files::run_folder::compare;
use planetfall_files::run_folder::scene::Scene;
use planetfall_files::run_folder::{
    Event, Findings, HistoryFile, Manifest, ProfilePoint, RunFile, RunFileError, Summary,
    read_text, write_text,
};

/// Why a report could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// Files are not what was written; a line for each.
    #[error("{0}")]
    Damaged(String),
    /// The folder lacks what every run has.
    #[error("{} is not the folder of a Planetfall run: {source}", folder.display())]
    NotARun {
        /// The folder.
        folder: PathBuf,
        /// What is missing or broken.
        source: RunFileError,
    },
    /// The page cannot be written.
    #[error(transparent)]
    Write(#[from] RunFileError),
    /// The folder for pictures cannot be made.
    #[error("{}: {source}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

/// Figures written as files.
#[derive(Debug)]
pub struct Pictures {
    /// The files, in the order of the report.
    pub files: Vec<PathBuf>,
    /// What could not be read or drawn.
    pub notes: Vec<String>,
}

/// Makes `report.html` from the other files of a run's folder, and returns its place.
///
/// A run needs its summary and scenario. What else is missing or damaged is said on the page.
///
/// # Errors
/// If the folder holds no run, or the page cannot be written.
pub fn write(folder: &Path) -> Result<PathBuf, ReportError> {
    let rig = RunFile::Rig.within(folder);
    if rig.exists() {
        let no_run = |source| ReportError::NotARun { folder: folder.to_owned(), source };
        let findings = Findings::read(&rig).map_err(no_run)?;
        let summary = Summary::read(&RunFile::Summary.within(folder)).map_err(no_run)?;
        let page = write_rig(&findings, &summary, folder)?;
        Manifest::renew(folder, RunFile::Report)?;
        return Ok(page);
    }
    let place = RunFile::Report.within(folder);
    write_text(&place, &compose(folder)?.html())?;
    Manifest::renew(folder, RunFile::Report)?;
    Ok(place)
}

/// Writes each figure of a run's report as an SVG file that stands alone: `figure-1.svg` and so on,
/// and `energy.svg`.
///
/// # Errors
/// If the folder holds no run, or a file cannot be written.
pub fn write_figures(folder: &Path, into: &Path) -> Result<Pictures, ReportError> {
    let page = compose(folder)?;
    std::fs::create_dir_all(into)
        .map_err(|source| ReportError::Folder { folder: into.to_owned(), source })?;
    let mut pictures = Pictures { files: Vec::new(), notes: page.notes };
    let numbered = page.figures.iter().enumerate();
    let named = numbered.map(|(index, figure)| (format!("figure-{}.svg", index + 1), figure));
    for (name, figure) in named.chain(page.energy.iter().map(|f| ("energy.svg".to_owned(), f))) {
        pictures.notes.extend(figure.notes.iter().map(|note| format!("{name}: {note}")));
        if !figure.plot.series.is_empty() {
            let place = into.join(name);
            write_text(&place, &picture::picture(&figure.plot))?;
            pictures.files.push(place);
        }
    }
    Ok(pictures)
}

/// The page itself.
fn compose(folder: &Path) -> Result<Page, ReportError> {
    refuse_damaged(folder)?;
    let no_run = |source| ReportError::NotARun { folder: folder.to_owned(), source };
    let summary = Summary::read(&RunFile::Summary.within(folder)).map_err(no_run)?;
    let scenario = read_text(&RunFile::Scenario.within(folder)).map_err(no_run)?;
    let mut notes = Vec::new();
    let events = noted(Event::read_all(&RunFile::Events.within(folder)), &mut notes);
    let profile = RunFile::Profile.within(folder);
    let profile = if profile.exists() {
        noted(ProfilePoint::read_all(&profile), &mut notes)
    } else {
        Vec::new()
    };
    let measured = noted(compare::read_all(folder), &mut notes);
    let scene = scene(folder, &mut notes);
    let title = figure::title(&scenario);
    let timeline = timeline::timeline(&events, &summary);
    let metrics = summary.metrics.clone();
    let mut page = Page {
        summary,
        title,
        scenario,
        timeline,
        events: Vec::new(),
        still: None,
        figures: Vec::new(),
        wheels: None,
        energy: None,
        measured: Vec::new(),
        notes,
    };
    match HistoryFile::open(&RunFile::History.within(folder)) {
        Ok(history) => {
            let recorded = Recorded {
                history: &history,
                events: &events,
                profile: &profile,
                measured: &measured,
                metrics: &metrics,
            };
            draw(&recorded, scene.as_ref(), &mut page);
        }
        Err(error) => page.notes.push(error.to_string()),
    }
    (page.events, page.measured) = (events, measured);
    Ok(page)
}

/// A page of files that are not what was written would say what was never computed.
fn refuse_damaged(folder: &Path) -> Result<(), ReportError> {
    let Some(manifest) = Manifest::read(folder)? else { return Ok(()) };
    match manifest.compare_without(folder, &[RunFile::Report]).faults {
        faults if faults.is_empty() => Ok(()),
        faults => Err(ReportError::Damaged(faults.join("\n"))),
    }
}

/// What the run looks like; runs made before there was such a file have none.
fn scene(folder: &Path, notes: &mut Vec<String>) -> Option<Scene> {
    if !RunFile::Scene.within(folder).exists() {
        return None;
    }
    Scene::read(folder).map_err(|error| notes.push(error.to_string())).ok()
}

/// All drawings that need the history.
fn draw(recorded: &Recorded, scene: Option<&Scene>, page: &mut Page) {
    let (mut described, unread) = figure::described(&page.scenario);
    if described.is_empty() && unread.is_empty() {
        described = figure::suitable(recorded);
    }
    page.notes.extend(unread);
    described.extend(overlay::missing(recorded, &described));
    page.figures = described.iter().map(|figure| figure.bind(recorded)).collect();
    page.energy = figure::energy(recorded).map(|figure| figure.bind(recorded));
    page.wheels = wheels::panels(recorded, scene);
    page.still = scene.and_then(|scene| still::still(recorded, scene));
}

/// What was read, or nothing and a note why.
fn noted<T>(read: Result<Vec<T>, RunFileError>, notes: &mut Vec<String>) -> Vec<T> {
    read.unwrap_or_else(|error| {
        notes.push(error.to_string());
        Vec::new()
    })
}
