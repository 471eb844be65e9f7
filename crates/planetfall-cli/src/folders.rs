//! Folders of runs that are read: which one is meant, and what must be said of it.

use crate::failure::{Failure, complain};
use crate::terminal::say;
use planetfall_files::run_folder::{
    FolderError, HistoryFile, Manifest, OutputFolder, RunFile, is_run, recover, unfinished,
};
use planetfall_run::checkpoint::Checkpoint;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The folder to read for the one that was named: itself, or that in which its unfinished run is written. What
/// cannot be compared with checksums is said.
pub(crate) fn readable(path: &Path) -> PathBuf {
    let shown = path.display();
    if RunFile::Unfinished.within(path).is_file() {
        complain(&format!("note: the run in {shown} is not finished; what it has written is read"));
        return path.to_owned();
    }
    if !is_run(path) {
        let Some(folder) = unfinished(path) else { return path.to_owned() };
        let place = folder.display();
        complain(&format!("note: {shown} is not finished; what is written is read from {place}"));
        return folder;
    }
    if !RunFile::Manifest.within(path).is_file() {
        complain(&format!(
            "note: {shown} has no manifest.json, as runs of earlier versions: it is read without comparing \
             checksums"
        ));
    }
    path.to_owned()
}

/// Whether a word is a run's folder rather than a scenario.
pub(crate) fn is_folder(word: &OsStr) -> bool {
    let path = Path::new(word);
    path.is_dir() || (!path.exists() && unfinished(path).is_some())
}

/// Compares all files of a folder with their checksums; of an unfinished run the history is recovered.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    let folder = readable(path);
    let shown = folder.display();
    if !is_run(&folder) {
        return Err(Failure::Input(format!("{shown} is not the folder of a Planetfall run")));
    }
    if RunFile::Unfinished.within(&folder).is_file() {
        return check_unfinished(&folder);
    }
    let Some(manifest) = Manifest::read(&folder).map_err(Failure::run)? else {
        let history = RunFile::History.within(&folder);
        if history.is_file() {
            HistoryFile::open(&history).and_then(|file| file.verify()).map_err(Failure::run)?;
        }
        return say!("{shown}: nothing to compare with");
    };
    let found = manifest.compare(&folder);
    if found.faults.is_empty() {
        return say!("{shown}: fine. {} files are what was written", found.sound);
    }
    Err(Failure::Run(found.faults.join("\n")))
}

fn check_unfinished(folder: &Path) -> Result<(), Failure> {
    let shown = folder.display();
    let history = RunFile::History.within(folder);
    let file = HistoryFile::open(&history).map_err(Failure::run)?;
    file.verify().map_err(Failure::run)?;
    let rows = file.rows();
    match Checkpoint::read(folder) {
        Ok(checkpoint) => say!(
            "{shown}: {rows} rows; `planetfall run --resume {shown}` goes on at t = {} s",
            checkpoint.time_s()
        )?,
        Err(error) => say!("{shown}: {rows} rows; it cannot go on: {error}")?,
    }
    match OutputFolder::resume(folder) {
        Ok(_held) => {
            let place = recover(folder).map_err(Failure::run)?;
            say!("the history until then, for other programs: {}", place.display())
        }
        Err(FolderError::InUse { .. }) => say!("its run goes on"),
        Err(error) => Err(Failure::run(error)),
    }
}
