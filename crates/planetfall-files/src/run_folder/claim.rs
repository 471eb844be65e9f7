//! Claiming an output folder: the promise that a run will have a place for its results,
//! given before the run is computed, and that nothing of the user's is lost for it.
//!
//! A run is written in a folder of its own and put in its place when it is whole ([`super::partial`]).
//! Only files a run itself writes are ever removed, one by one, by name: a note or a picture kept
//! beside old results survives the next run.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::compare::comparisons;
use super::images;
use super::manifest::{self, Manifest};
use super::partial::{self, Partial, Progress};
use super::scene::Scene;
use super::{
    ColumnSpec, Event, GrainsWriter, HistoryError, HistoryWriter, ProfilePoint, RunFile,
    RunFileError, Summary, is_run, write_text,
};

/// Bytes that are kept for the case that the disk is full: enough for a summary and what happened.
const RESERVE: usize = 256 * 1024;

/// A folder that is ours to write a run into.
#[derive(Debug)]
pub struct OutputFolder {
    partial: Partial,
    /// Whether the run is in its place.
    whole: AtomicBool,
    /// Whether what is written is worth keeping also where the run is never whole.
    kept: AtomicBool,
    /// Where an unfinished run is that stood in the way.
    set_aside: Option<PathBuf>,
}

/// Why a folder cannot take a run's results.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// Something that is no folder stands in the way.
    #[error("the output folder {} is a file; name another place with --out", .0.display())]
    NotAFolder(PathBuf),
    /// An explicit folder is in use.
    #[error(
        "the output folder {} is not empty; add --force to replace a run's files in it",
        .0.display()
    )]
    NotEmpty(PathBuf),
    /// The default folder holds something that is not a run.
    #[error(
        "the output folder {} holds files but no Planetfall run; name another place with --out, \
         or add --force to write beside them",
        .0.display()
    )]
    NotARun(PathBuf),
    /// The checksums could not be written.
    #[error(transparent)]
    Manifest(RunFileError),
    /// There is nothing to go on with.
    #[error("{}: there is no unfinished run here to go on with", .0.display())]
    NotUnfinished(PathBuf),
    /// Another run is being written there.
    #[error(
        "another run{} is being written into {}; wait until it has ended, or name another place with \
         --out",
        match .holder.as_str() { "" => String::new(), id => format!(" (process {id})") },
        path.display()
    )]
    InUse {
        /// The folder.
        path: PathBuf,
        /// Number of the process, if it is known.
        holder: String,
    },
    /// The folder cannot be made, listed, or written into.
    #[error("the output folder {} cannot be written: {source}", path.display())]
    NotWritable {
        /// The folder or the file in it.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl OutputFolder {
    /// Takes a folder for a run, which is written elsewhere until [`Self::put_in_place`].
    ///
    /// `default_place` says that the user did not choose the folder: then an older run is
    /// replaced without asking. A folder he chose must be empty or come with `force`.
    /// Files that no run writes are left alone in every case.
    ///
    /// # Errors
    /// If the folder is in use in a way the rules protect, by another run, or cannot be written.
    pub fn claim(path: &Path, force: bool, default_place: bool) -> Result<Self, FolderError> {
        if path.exists() && !path.is_dir() {
            return Err(FolderError::NotAFolder(path.to_owned()));
        }
        if path.is_dir() {
            permit(path, force, default_place)?;
            refuse_folders_in_place_of_files(path)?;
        }
        let partial = Partial::open(path)?;
        let set_aside = set_aside(&partial)?;
        remove_old_files(partial.work())?;
        mark(partial.work())?;
        partial.mark(Progress::Unfinished).map_err(|source| refused(partial.work(), source))?;
        let (whole, kept) = (AtomicBool::new(false), AtomicBool::new(false));
        Ok(Self { partial, whole, kept, set_aside })
    }

    /// Whether a run has this folder, or is being written for it.
    #[must_use]
    pub fn is_taken(path: &Path) -> bool {
        path.exists() || partial::unfinished(path).is_some()
    }

    /// Removes from a folder that is whole what a process left that died while it put it there.
    pub fn tidy(path: &Path) {
        partial::tidy(path);
    }

    /// Where the files are: the place of the run once it is whole.
    #[must_use]
    pub fn path(&self) -> &Path {
        if self.whole.load(Ordering::Relaxed) { self.place() } else { self.partial.work() }
    }

    /// Where the run belongs.
    #[must_use]
    pub fn place(&self) -> &Path {
        self.partial.place()
    }

    /// Where an unfinished run was put that was in the way, if there was one.
    #[must_use]
    pub fn set_aside(&self) -> Option<&Path> {
        self.set_aside.as_deref()
    }

    /// Takes up the folder of an unfinished run: one that was broken off, or that was interrupted or paused
    /// and lies in its place.
    ///
    /// # Errors
    /// If there is none, if another process writes it, or it cannot be written.
    pub fn resume(path: &Path) -> Result<Self, FolderError> {
        let partial = match partial::unfinished(path) {
            Some(work) => Partial::reopen(&partial::place_of(&work), work)?,
            None => {
                let ends = [RunFile::OddCheckpoint, RunFile::EvenCheckpoint];
                if !ends.iter().any(|file| file.within(path).is_file()) {
                    return Err(FolderError::NotUnfinished(path.to_owned()));
                }
                Partial::take_back(path)?
            }
        };
        partial.mark(Progress::Unfinished).map_err(|source| refused(partial.work(), source))?;
        // From now on its files are no longer those that were written last.
        for file in [RunFile::Manifest, RunFile::Recovered] {
            let _ = fs::remove_file(file.within(partial.work()));
        }
        let (whole, kept) = (AtomicBool::new(false), AtomicBool::new(true));
        Ok(Self { partial, whole, kept, set_aside: None })
    }

    /// Keeps what is written also where the run is never whole, and some space for the case that the disk
    /// is full.
    ///
    /// # Errors
    /// If there is no space.
    pub fn keep(&self) -> Result<(), FolderError> {
        self.kept.store(true, Ordering::Relaxed);
        let place = self.file(RunFile::Reserve);
        // Not zeros: some systems keep none of these.
        let reserved = fs::write(&place, vec![1; RESERVE]);
        reserved.map_err(|source| {
            self.kept.store(false, Ordering::Relaxed);
            refused(&place, source)
        })
    }

    /// Gives up the space that was kept.
    pub fn release_reserve(&self) {
        // Where it is gone already there is nothing more to give.
        let _ = fs::remove_file(self.file(RunFile::Reserve));
    }

    /// Puts the run in its place; what stood there goes only then.
    ///
    /// # Errors
    /// If the disk refuses it: all is still where it was.
    pub fn put_in_place(&self) -> Result<(), FolderError> {
        for file in RunFile::UNFINISHED.into_iter().filter(|file| *file != RunFile::Unfinished) {
            let _ = fs::remove_file(file.within(self.path()));
        }
        self.put_to_go_on()
    }

    /// The same for a run that can go on from there.
    ///
    /// # Errors
    /// If the disk refuses it: all is still where it was.
    pub fn put_to_go_on(&self) -> Result<(), FolderError> {
        self.release_reserve();
        manifest::remove_unwritten(self.path());
        Manifest::write(self.path()).map_err(FolderError::Manifest)?;
        if self.whole.load(Ordering::Relaxed) {
            return Ok(());
        }
        self.partial.swap_in()?;
        self.whole.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// The same for a run that was interrupted, unless the result of another stands there.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn put_if_free(&self) -> Result<(), FolderError> {
        if !RunFile::Summary.within(self.place()).exists() {
            return self.put_to_go_on();
        }
        self.release_reserve();
        manifest::remove_unwritten(self.path());
        Ok(())
    }

    /// Where a file of the run belongs.
    #[must_use]
    pub fn file(&self, file: RunFile) -> PathBuf {
        file.within(self.path())
    }

    /// Writes the effective scenario.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn write_scenario(&self, toml: &str) -> Result<(), RunFileError> {
        write_text(&self.file(RunFile::Scenario), toml)
    }

    /// Writes outcome, metrics and expectations.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn write_summary(&self, summary: &Summary) -> Result<(), RunFileError> {
        summary.write(&self.file(RunFile::Summary))
    }

    /// Writes the events, in the order given.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn write_events(&self, events: &[Event]) -> Result<(), RunFileError> {
        Event::write_all(&self.file(RunFile::Events), events)
    }

    /// Writes the ground under the trajectory, for the report to draw.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn write_profile(&self, profile: &[ProfilePoint]) -> Result<(), RunFileError> {
        ProfilePoint::write_all(&self.file(RunFile::Profile), profile)
    }

    /// Keeps a file that the run is compared with, as it is.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn write_compared(&self, file_name: &str, text: &str) -> Result<(), RunFileError> {
        write_text(&self.path().join(file_name), text)
    }

    /// Writes what the run looks like.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn write_scene(&self, scene: &Scene) -> Result<(), RunFileError> {
        scene.write(self.path())
    }

    /// Opens the file of the grains' places for writing, with their radii, m.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn grains(&self, radii: &[f64]) -> Result<GrainsWriter, RunFileError> {
        GrainsWriter::create(&self.file(RunFile::Grains), radii)
    }

    /// Opens the history for writing, row by row.
    ///
    /// # Errors
    /// If the columns are unfit or the disk refuses it.
    pub fn history(&self, columns: &[ColumnSpec]) -> Result<HistoryWriter, HistoryError> {
        HistoryWriter::create_with_journal(&self.file(RunFile::History), columns)
    }
}

impl Drop for OutputFolder {
    /// What was never begun leaves nothing behind.
    fn drop(&mut self) {
        if !self.whole.load(Ordering::Relaxed) && !self.kept.load(Ordering::Relaxed) {
            self.partial.discard();
        }
    }
}

/// An unfinished run that can go on is not lost for the one that begins: it gets another name.
fn set_aside(partial: &Partial) -> Result<Option<PathBuf>, FolderError> {
    let checkpoints = [RunFile::OddCheckpoint, RunFile::EvenCheckpoint, RunFile::Samples];
    let work = partial.work();
    if !checkpoints.iter().any(|file| file.within(work).is_file()) {
        return Ok(None);
    }
    let place = partial::named(partial.place(), partial::UNFINISHED);
    partial.set_aside(&place).map_err(|source| refused(&place, source))?;
    Ok(Some(place))
}

fn permit(path: &Path, force: bool, default_place: bool) -> Result<(), FolderError> {
    let own = [RunFile::Lock.name(), partial::WITHIN];
    let mut is_empty = true;
    for entry in fs::read_dir(path).map_err(|source| refused(path, source))? {
        let name = entry.map_err(|source| refused(path, source))?.file_name();
        is_empty &= own.iter().any(|own| *own == name);
    }
    let allowed = is_empty || force || (default_place && is_run(path));
    match (allowed, default_place) {
        (true, _) => Ok(()),
        (false, true) => Err(FolderError::NotARun(path.to_owned())),
        (false, false) => Err(FolderError::NotEmpty(path.to_owned())),
    }
}

/// A folder called `summary.json` cannot be replaced; it is found before anything is removed.
fn refuse_folders_in_place_of_files(path: &Path) -> Result<(), FolderError> {
    for file in RunFile::ALL {
        let place = file.within(path);
        if place.is_dir() {
            return Err(refused(&place, io::ErrorKind::IsADirectory.into()));
        }
    }
    Ok(())
}

/// Writing the marker proves that the folder can be written while old results still stand.
fn mark(path: &Path) -> Result<(), FolderError> {
    let place = RunFile::Marker.within(path);
    // Removed first, lest a link of that name be written through.
    let _ = fs::remove_file(&place);
    let text = "This folder holds one Planetfall run. The next run may replace its files.\n";
    fs::write(&place, text).map_err(|source| refused(path, source))
}

pub(super) fn remove_old_files(path: &Path) -> Result<(), FolderError> {
    // Only the old scenario knows which files of [[compare]] are the run's and not the user's.
    let plain = |name: &str| !name.contains(['/', '\\']);
    let compared = comparisons(path).unwrap_or_default().into_iter();
    let compared: Vec<PathBuf> = compared
        .map(|comparison| comparison.file_name())
        .filter(|name| plain(name))
        .map(|name| path.join(name))
        .collect();
    let kept = [RunFile::Marker, RunFile::Lock];
    let files = RunFile::ALL.into_iter().filter(|file| !kept.contains(file));
    for place in files.map(|file| file.within(path)).chain(compared) {
        match fs::remove_file(&place) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => {
                return Err(refused(&place, source));
            }
            _ => {}
        }
    }
    images::remove_old(path).map_err(|source| refused(&path.join(images::IMAGES), source))
}

fn refused(path: &Path, source: io::Error) -> FolderError {
    FolderError::NotWritable { path: path.to_owned(), source }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn workdir() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    fn put(folder: &Path, names: &[&str]) {
        fs::create_dir_all(folder).unwrap();
        for name in names {
            fs::write(folder.join(name), "old").unwrap();
        }
    }

    #[test]
    fn a_new_folder_is_made_with_its_parents_when_the_run_is_whole() {
        let workdir = workdir();
        let path = workdir.path().join("runs/first");
        let folder = OutputFolder::claim(&path, false, true).unwrap();
        assert!(folder.path().is_dir() && !path.exists());
        folder.put_in_place().unwrap();
        assert_eq!(folder.path(), path);
        assert!(is_run(&path));
        let mut left: Vec<_> = fs::read_dir(workdir.path().join("runs")).unwrap().collect();
        assert_eq!(left.pop().unwrap().unwrap().file_name(), "first");
        assert!(left.is_empty());
    }

    #[test]
    fn an_older_run_stands_until_the_new_one_is_whole_and_the_rest_is_carried_over() {
        let workdir = workdir();
        let place = workdir.path().join("run");
        put(&place, &["summary.json", "scenario.toml", "report.html", "note.txt"]);
        put(&place.join("photos"), &["me.png"]);
        let folder = OutputFolder::claim(&place, false, true).unwrap();
        put(folder.path(), &["summary.json"]);
        assert!(place.join("report.html").exists());
        drop(folder);
        assert!(place.join("report.html").exists() && place.join("note.txt").exists());
        assert!(!workdir.path().join("run.partial").exists());

        let folder = OutputFolder::claim(&place, false, true).unwrap();
        fs::write(folder.path().join("summary.json"), "new").unwrap();
        folder.put_in_place().unwrap();
        assert_eq!(fs::read_to_string(place.join("summary.json")).unwrap(), "new");
        assert!(!place.join("report.html").exists());
        assert!(place.join("note.txt").exists() && place.join("photos/me.png").exists());
        assert!(!workdir.path().join("run.partial").exists());
    }

    #[test]
    fn pictures_of_an_older_run_go_and_what_else_lies_there_stays() {
        let workdir = workdir();
        let place = workdir.path().join("run");
        put(&place, &["summary.json", "scenario.toml"]);
        put(&place.join("images/eye"), &["camera.json", "index.csv", "000001.png", "best.png"]);
        put(&place.join("images/holiday"), &["000001.png"]);
        OutputFolder::claim(&place, false, true).unwrap().put_in_place().unwrap();
        let images = place.join("images");
        assert!(
            !images.join("eye/000001.png").exists() && !images.join("eye/camera.json").exists()
        );
        assert!(images.join("eye/best.png").exists() && images.join("holiday/000001.png").exists());
    }

    #[test]
    fn two_runs_are_not_written_into_one_folder() {
        let workdir = workdir();
        let place = workdir.path().join("run");
        let first = OutputFolder::claim(&place, false, true).unwrap();
        let refused = OutputFolder::claim(&place, true, true).unwrap_err();
        assert!(matches!(refused, FolderError::InUse { .. }), "{refused}");
        let own = format!("process {}", std::process::id());
        assert!(refused.to_string().contains(&own), "{refused}");
        first.put_in_place().unwrap();
        OutputFolder::claim(&place, true, true).unwrap();
    }

    #[test]
    fn an_unfinished_run_that_can_go_on_is_set_aside_and_any_other_is_replaced() {
        let workdir = workdir();
        let place = workdir.path().join("run");
        let work = workdir.path().join("run.partial");
        let unfinished = [".planetfall-unfinished", "history.rows", "summary.json"];
        put(&work, &unfinished);
        let folder = OutputFolder::claim(&place, false, true).unwrap();
        assert!(folder.set_aside().is_none() && !work.join("summary.json").exists());
        drop(folder);
        put(&work, &unfinished);
        put(&work, &["checkpoint-1.state"]);
        let folder = OutputFolder::claim(&place, false, true).unwrap();
        let aside = workdir.path().join("run.unfinished");
        assert_eq!(folder.set_aside(), Some(aside.as_path()));
        assert!(aside.join("history.rows").exists() && !work.join("history.rows").exists());
        folder.put_in_place().unwrap();
        let again = OutputFolder::resume(&aside).unwrap();
        assert_eq!((again.path(), again.place()), (aside.as_path(), place.as_path()));
    }

    #[test]
    fn a_swap_that_was_broken_off_is_finished_by_the_next_run() {
        let workdir = workdir();
        let [place, work, displaced] =
            ["run", "run.partial", "run.displaced"].map(|name| workdir.path().join(name));
        // Exchanged, and died before the old result was cleared away.
        put(&place, &["summary.json"]);
        put(&work, &["report.html", "note.txt"]);
        drop(OutputFolder::claim(&place, true, true).unwrap());
        assert!(place.join("summary.json").exists() && place.join("note.txt").exists());
        assert!(!place.join("report.html").exists() && !work.exists());
        // Whole, and died before it was put in its place.
        put(&work, &["ruts.f32"]);
        fs::write(work.join(".planetfall-unfinished"), "whole\n").unwrap();
        drop(OutputFolder::claim(&place, true, true).unwrap());
        assert!(place.join("ruts.f32").exists() && place.join("note.txt").exists());
        assert!(!place.join("summary.json").exists() && !work.exists());
        // Died between two renames.
        fs::rename(&place, &displaced).unwrap();
        put(&work, &["scene.json"]);
        fs::write(work.join(".planetfall-unfinished"), "whole\n").unwrap();
        drop(OutputFolder::claim(&place, true, true).unwrap());
        assert!(place.join("scene.json").exists() && place.join("note.txt").exists());
        assert!(!place.join("ruts.f32").exists() && !displaced.exists() && !work.exists());
    }

    #[test]
    fn where_nothing_can_be_made_beside_it_a_run_is_written_within_its_place() {
        let workdir = workdir();
        let place = workdir.path().join("run");
        let within = place.join(".partial");
        put(&place, &["summary.json", "report.html", "note.txt"]);
        // A file stands where the folder beside it would be.
        put(workdir.path(), &["run.partial"]);
        let folder = OutputFolder::claim(&place, true, false).unwrap();
        assert_eq!(folder.path(), within);
        fs::write(folder.path().join("summary.json"), "new").unwrap();
        assert!(place.join("report.html").exists());
        folder.put_in_place().unwrap();
        assert_eq!(fs::read_to_string(place.join("summary.json")).unwrap(), "new");
        assert!(place.join("note.txt").exists() && !place.join("report.html").exists());
        assert!(!within.exists());
    }

    #[test]
    fn the_default_place_refuses_what_is_no_run() {
        let workdir = workdir();
        put(workdir.path(), &["thesis.tex", "summary.json"]);
        let error = OutputFolder::claim(workdir.path(), false, true).unwrap_err();
        assert!(matches!(error, FolderError::NotARun(_)), "{error}");
        assert!(workdir.path().join("summary.json").exists());
        assert!(!RunFile::Marker.within(workdir.path()).exists());
    }

    #[test]
    fn a_chosen_folder_that_is_not_empty_needs_force_even_for_a_run() {
        let workdir = workdir();
        put(workdir.path(), &["summary.json", "scenario.toml", "keep.csv"]);
        let error = OutputFolder::claim(workdir.path(), false, false).unwrap_err();
        assert!(error.to_string().contains("--force"), "{error}");
        assert!(workdir.path().join("summary.json").exists());

        OutputFolder::claim(workdir.path(), true, false).unwrap().put_in_place().unwrap();
        assert!(!workdir.path().join("summary.json").exists());
        assert!(workdir.path().join("keep.csv").exists());
    }

    #[test]
    fn force_never_removes_a_foreign_folder() {
        let workdir = workdir();
        fs::create_dir(workdir.path().join("summary.json")).unwrap();
        put(workdir.path(), &["report.html"]);
        let error = OutputFolder::claim(workdir.path(), true, false).unwrap_err();
        assert!(matches!(error, FolderError::NotWritable { .. }), "{error}");
        assert!(workdir.path().join("report.html").exists());
        assert!(!RunFile::Marker.within(workdir.path()).exists());
    }

    #[test]
    fn a_file_in_the_way_is_named() {
        let workdir = workdir();
        put(workdir.path(), &["taken"]);
        let error = OutputFolder::claim(&workdir.path().join("taken"), true, true).unwrap_err();
        assert!(matches!(error, FolderError::NotAFolder(_)), "{error}");
        let error =
            OutputFolder::claim(&workdir.path().join("taken/below"), true, true).unwrap_err();
        assert!(matches!(error, FolderError::NotWritable { .. }), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_under_a_name_of_ours_is_removed_and_what_it_points_to_is_kept() {
        let workdir = workdir();
        put(workdir.path(), &["precious"]);
        let folder = workdir.path().join("run");
        put(&folder, &["scenario.toml"]);
        for file in [RunFile::Marker, RunFile::Report] {
            std::os::unix::fs::symlink(workdir.path().join("precious"), file.within(&folder))
                .unwrap();
        }
        OutputFolder::claim(&folder, true, false).unwrap().put_in_place().unwrap();
        assert_eq!(fs::read_to_string(workdir.path().join("precious")).unwrap(), "old");
        assert!(!folder.join("report.html").is_symlink());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_folder_that_cannot_be_written_is_refused_before_the_run() {
        // The proc file system takes no new entries from anyone, root included.
        let error = OutputFolder::claim(Path::new("/proc/planetfall"), true, true).unwrap_err();
        assert!(matches!(error, FolderError::NotWritable { .. }), "{error}");
        let error = OutputFolder::claim(Path::new("/proc"), true, false).unwrap_err();
        assert!(error.to_string().contains("/proc"), "{error}");
    }
}
