//! Claiming an output folder: the promise that a run will have a place for its results,
//! given before the run is computed, and that nothing of the user's is lost for it.
//!
//! Only files a run itself writes are ever removed, one by one, by name. A folder is never
//! deleted with anything in it, so a note or a picture kept beside old results survives the next run.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::compare::comparisons;
use super::images;
use super::scene::Scene;
use super::{
    ColumnSpec, Event, GrainsWriter, HistoryError, HistoryWriter, ProfilePoint, RunFile,
    RunFileError, Summary, is_run, write_text,
};

/// A folder that is ours to write a run into.
#[derive(Debug)]
pub struct OutputFolder {
    path: PathBuf,
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
    /// Takes a folder for a run: makes it, or clears an older run's files out of it.
    ///
    /// `default_place` says that the user did not choose the folder: then an older run is
    /// replaced without asking. A folder he chose must be empty or come with `force`.
    /// Files that no run writes are left alone in every case.
    ///
    /// # Errors
    /// If the folder is in use in a way the rules protect, or cannot be written. Nothing is
    /// removed before the folder has proved to be writable.
    pub fn claim(path: &Path, force: bool, default_place: bool) -> Result<Self, FolderError> {
        if path.exists() && !path.is_dir() {
            return Err(FolderError::NotAFolder(path.to_owned()));
        }
        if path.is_dir() {
            permit(path, force, default_place)?;
        } else {
            fs::create_dir_all(path).map_err(|source| refused(path, source))?;
        }
        refuse_folders_in_place_of_files(path)?;
        mark(path)?;
        remove_old_files(path)?;
        Ok(Self { path: path.to_owned() })
    }

    /// Where the folder is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where a file of the run belongs.
    #[must_use]
    pub fn file(&self, file: RunFile) -> PathBuf {
        file.within(&self.path)
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
        write_text(&self.path.join(file_name), text)
    }

    /// Writes what the run looks like.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn write_scene(&self, scene: &Scene) -> Result<(), RunFileError> {
        scene.write(&self.path)
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
        HistoryWriter::create(&self.file(RunFile::History), columns)
    }
}

fn permit(path: &Path, force: bool, default_place: bool) -> Result<(), FolderError> {
    let mut entries = fs::read_dir(path).map_err(|source| refused(path, source))?;
    let allowed = entries.next().is_none() || force || (default_place && is_run(path));
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

fn remove_old_files(path: &Path) -> Result<(), FolderError> {
    // Only the old scenario knows which files of [[compare]] are the run's and not the user's.
    let plain = |name: &str| !name.contains(['/', '\\']);
    let compared = comparisons(path).unwrap_or_default().into_iter();
    let compared: Vec<PathBuf> = compared
        .map(|comparison| comparison.file_name())
        .filter(|name| plain(name))
        .map(|name| path.join(name))
        .collect();
    let files = RunFile::ALL.into_iter().filter(|file| *file != RunFile::Marker);
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

    fn room() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    fn put(folder: &Path, names: &[&str]) {
        fs::create_dir_all(folder).unwrap();
        for name in names {
            fs::write(folder.join(name), "old").unwrap();
        }
    }

    #[test]
    fn a_new_folder_is_made_with_its_parents() {
        let room = room();
        let path = room.path().join("runs/first");
        let folder = OutputFolder::claim(&path, false, true).unwrap();
        assert!(folder.path().is_dir());
        assert!(is_run(&path));
    }

    #[test]
    fn the_default_place_replaces_an_older_run_and_keeps_the_rest() {
        let room = room();
        put(room.path(), &["summary.json", "scenario.toml", "report.html", "note.txt"]);
        OutputFolder::claim(room.path(), false, true).unwrap();
        assert!(!room.path().join("summary.json").exists());
        assert!(!room.path().join("report.html").exists());
        assert!(room.path().join("note.txt").exists());
    }

    #[test]
    fn pictures_of_an_older_run_go_and_what_else_lies_there_stays() {
        let room = room();
        put(room.path(), &["summary.json", "scenario.toml"]);
        put(
            &room.path().join("images/eye"),
            &["camera.json", "index.csv", "000001.png", "best.png"],
        );
        put(&room.path().join("images/holiday"), &["000001.png"]);
        OutputFolder::claim(room.path(), false, true).unwrap();
        let images = room.path().join("images");
        assert!(
            !images.join("eye/000001.png").exists() && !images.join("eye/camera.json").exists()
        );
        assert!(images.join("eye/best.png").exists() && images.join("holiday/000001.png").exists());
    }

    #[test]
    fn a_run_that_broke_off_is_recognised_by_its_marker() {
        let room = room();
        drop(OutputFolder::claim(room.path(), false, true).unwrap());
        put(room.path(), &["history.parquet"]);
        OutputFolder::claim(room.path(), false, true).unwrap();
        assert!(!room.path().join("history.parquet").exists());
    }

    #[test]
    fn the_default_place_refuses_what_is_no_run() {
        let room = room();
        put(room.path(), &["thesis.tex", "summary.json"]);
        let error = OutputFolder::claim(room.path(), false, true).unwrap_err();
        assert!(matches!(error, FolderError::NotARun(_)), "{error}");
        assert!(room.path().join("summary.json").exists());
        assert!(!RunFile::Marker.within(room.path()).exists());
    }

    #[test]
    fn a_chosen_folder_that_is_not_empty_needs_force_even_for_a_run() {
        let room = room();
        put(room.path(), &["summary.json", "scenario.toml", "keep.csv"]);
        let error = OutputFolder::claim(room.path(), false, false).unwrap_err();
        assert!(error.to_string().contains("--force"), "{error}");
        assert!(room.path().join("summary.json").exists());

        OutputFolder::claim(room.path(), true, false).unwrap();
        assert!(!room.path().join("summary.json").exists());
        assert!(room.path().join("keep.csv").exists());
    }

    #[test]
    fn force_never_removes_a_foreign_folder() {
        let room = room();
        fs::create_dir(room.path().join("summary.json")).unwrap();
        put(room.path(), &["report.html"]);
        let error = OutputFolder::claim(room.path(), true, false).unwrap_err();
        assert!(matches!(error, FolderError::NotWritable { .. }), "{error}");
        assert!(room.path().join("report.html").exists());
        assert!(!RunFile::Marker.within(room.path()).exists());
    }

    #[test]
    fn a_file_in_the_way_is_named() {
        let room = room();
        put(room.path(), &["taken"]);
        let error = OutputFolder::claim(&room.path().join("taken"), true, true).unwrap_err();
        assert!(matches!(error, FolderError::NotAFolder(_)), "{error}");
        let error = OutputFolder::claim(&room.path().join("taken/below"), true, true).unwrap_err();
        assert!(matches!(error, FolderError::NotWritable { .. }), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_under_a_name_of_ours_is_removed_and_what_it_points_to_is_kept() {
        let room = room();
        put(room.path(), &["precious"]);
        let folder = room.path().join("run");
        put(&folder, &["scenario.toml"]);
        for file in [RunFile::Marker, RunFile::Report] {
            std::os::unix::fs::symlink(room.path().join("precious"), file.within(&folder)).unwrap();
        }
        OutputFolder::claim(&folder, true, false).unwrap();
        assert_eq!(fs::read_to_string(room.path().join("precious")).unwrap(), "old");
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
