//! Where a run is written until it is whole: `NAME.partial` beside its place, or `.partial` within it
//! where nothing can be made beside it.
//!
//! A lock that dies with its process keeps two runs apart. What stood in the place before is replaced in
//! one step (`RENAME_EXCHANGE`) once the new run is whole, or by two renames where the system cannot
//! exchange; a swap that was broken off is finished by the next run. Files that no run writes are
//! carried over.

use super::claim::remove_old_files;
use super::{FolderError, RunFile};
use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// End of the name of a folder in which a run is written.
const PARTIAL: &str = "partial";
/// The same within its place.
pub(super) const WITHIN: &str = ".partial";
/// End of the name of what is displaced while two renames go on.
const DISPLACED: &str = "displaced";
/// End of the name of a run that was broken off before the one that was begun next.
pub(super) const UNFINISHED: &str = "unfinished";
/// Names of a whole run whose files are being moved one by one, a line each.
const MOVING: &str = ".planetfall-moving";

/// A folder that is locked for one run.
#[derive(Debug)]
pub(super) struct Partial {
    place: PathBuf,
    work: PathBuf,
    lock: File,
}

impl Partial {
    /// Makes and locks the working folder of a place, and finishes what an earlier swap has left.
    pub(super) fn open(place: &Path) -> Result<Self, FolderError> {
        let work = work_of(place)?;
        let lock = locked(place, &work)?;
        let partial = Self { place: place.to_owned(), work, lock };
        match partial.recover().map_err(|source| refused(&partial.work, source))? {
            Recovered::Here => Ok(partial),
            Recovered::Swapped => {
                drop(partial);
                Self::open(place)
            }
        }
    }

    /// Locks a folder that holds an unfinished run, whose place is another.
    pub(super) fn reopen(place: &Path, work: PathBuf) -> Result<Self, FolderError> {
        let lock = locked(place, &work)?;
        Ok(Self { place: place.to_owned(), work, lock })
    }

    /// Makes a run that lies in its place an unfinished one again.
    pub(super) fn take_back(place: &Path) -> Result<Self, FolderError> {
        let real = followed(place).map_err(|source| refused(place, source))?;
        let work = named(&real, PARTIAL);
        if real.file_name().is_none() || !can_be_renamed(&real) {
            let source = io::Error::other("it cannot be renamed while the run goes on");
            return Err(refused(place, source));
        }
        let lock = locked(place, &real)?;
        // An empty folder of that name is replaced, one with anything in it is not.
        fs::rename(&real, &work).map_err(|source| refused(&work, source))?;
        Ok(Self { place: place.to_owned(), work, lock })
    }

    /// Gives all that is in the folder to another.
    pub(super) fn set_aside(&self, other: &Path) -> io::Result<()> {
        fs::create_dir_all(other)?;
        remove_old_files(other).map_err(io::Error::other)?;
        for entry in fs::read_dir(&self.work)? {
            let entry = entry?;
            if entry.file_name() != OsStr::new(RunFile::Lock.name()) {
                put(&entry.path(), &other.join(entry.file_name()), true)?;
            }
        }
        Ok(())
    }

    pub(super) fn place(&self) -> &Path {
        &self.place
    }

    pub(super) fn work(&self) -> &Path {
        &self.work
    }

    /// Removes all that a run may have written here, and the folder if nothing else is in it.
    pub(super) fn discard(&self) {
        // Nobody is left to hear of a failure; the next run tries again.
        let _ = remove_old_files(&self.work);
        let _ = fs::remove_file(RunFile::Marker.within(&self.work));
        let _ = fs::remove_file(RunFile::Lock.within(&self.work));
        let _ = fs::remove_dir(&self.work);
    }

    /// Puts the run into its place. What stood there is gone only after that.
    pub(super) fn swap_in(&self) -> Result<(), FolderError> {
        let swapped = self.mark(Progress::Whole).and_then(|()| match self.is_within() {
            true => self.move_files(),
            false => self.swap_folders(),
        });
        swapped.map_err(|source| refused(&self.place, source))
    }

    /// Says in the folder how far its run is.
    pub(super) fn mark(&self, progress: Progress) -> io::Result<()> {
        fs::write(RunFile::Unfinished.within(&self.work), progress.text())
    }

    fn is_within(&self) -> bool {
        self.work.parent() == Some(self.place.as_path())
    }

    fn swap_folders(&self) -> io::Result<()> {
        let place = followed(&self.place)?;
        if place.is_dir() {
            fs::set_permissions(&self.work, fs::metadata(&place)?.permissions())?;
            // While the old files are cleared away nobody else may begin a run in that folder.
            let _lock = lock(&place)?.ok_or(io::ErrorKind::ResourceBusy)?;
            remove_file(&RunFile::Unfinished.within(&place))?;
            exchange(&self.work, &place)?;
            clear(&self.work, &place)?;
        } else {
            fs::rename(&self.work, &place)?;
        }
        remove_file(&RunFile::Unfinished.within(&place))?;
        remove_file(&RunFile::Lock.within(&place))?;
        sync_parent(&place);
        Ok(())
    }

    /// One by one, in an order that can be taken up again.
    fn move_files(&self) -> io::Result<()> {
        let names: Vec<String> = fs::read_dir(&self.work)?
            .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
            .collect::<io::Result<_>>()?;
        let own = [RunFile::Lock.name(), RunFile::Unfinished.name()];
        let names: Vec<String> =
            names.into_iter().filter(|name| !own.contains(&name.as_str())).collect();
        fs::write(self.work.join(MOVING), names.join("\n"))?;
        self.finish_moving()
    }

    fn finish_moving(&self) -> io::Result<()> {
        let list = self.work.join(MOVING);
        let names = fs::read_to_string(&list)?;
        let names: Vec<&str> = names.lines().collect();
        for file in RunFile::ALL.into_iter().filter(|file| !names.contains(&file.name())) {
            remove_file(&file.within(&self.place))?;
        }
        for name in &names {
            let (from, to) = (self.work.join(name), self.place.join(name));
            if from.exists() {
                put(&from, &to, true)?;
            }
        }
        remove_file(&RunFile::Unfinished.within(&self.work))?;
        remove_file(&list)?;
        remove_file(&RunFile::Lock.within(&self.work))?;
        fs::remove_dir(&self.work)
    }

    /// Finishes a swap that was broken off. The lock is ours.
    fn recover(&self) -> io::Result<Recovered> {
        if self.work.join(MOVING).is_file() {
            self.finish_moving()?;
            return Ok(Recovered::Swapped);
        }
        if Progress::of(&self.work) == Some(Progress::Whole) {
            self.swap_folders()?;
            return Ok(Recovered::Swapped);
        }
        let displaced = named(&self.place, DISPLACED);
        if displaced.is_dir() {
            match self.place.exists() {
                true => clear(&displaced, &self.place)?,
                false => fs::rename(&displaced, &self.place)?,
            }
        }
        // Without a word of a run these are results that the run in the place has replaced.
        if Progress::of(&self.work).is_none() && !is_bare(&self.work)? && self.place.is_dir() {
            remove_old_files(&self.work).map_err(io::Error::other)?;
            remove_file(&RunFile::Marker.within(&self.work))?;
            carry_over(&self.work, &self.place)?;
        }
        Ok(Recovered::Here)
    }
}

/// What is left to do after a recovery.
enum Recovered {
    /// Nothing.
    Here,
    /// The folder has become another.
    Swapped,
}

/// How far the run in a working folder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    Unfinished,
    Whole,
}

impl Progress {
    fn text(self) -> &'static str {
        match self {
            Self::Unfinished => {
                "This run is not finished: `planetfall run --resume` goes on with it.\n"
            }
            Self::Whole => "whole\n",
        }
    }

    fn of(folder: &Path) -> Option<Self> {
        let text = fs::read_to_string(RunFile::Unfinished.within(folder)).ok()?;
        Some(if text == Self::Whole.text() { Self::Whole } else { Self::Unfinished })
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        let _ = self.lock.unlock();
    }
}

/// Where a run of a place is written while it is not whole, if there is such a folder.
#[must_use]
pub fn unfinished(place: &Path) -> Option<PathBuf> {
    let beside = place.file_name().map(|_| named(place, PARTIAL));
    let known = [Some(place.to_owned()), beside, Some(place.join(WITHIN))];
    known.into_iter().flatten().find(|folder| Progress::of(folder) == Some(Progress::Unfinished))
}

/// Removes what a process left that died after it had put a run in its place, unless another has the lock.
pub(super) fn tidy(place: &Path) {
    let path = RunFile::Lock.within(place);
    if path.exists() && lock(place).is_ok_and(|lock| lock.is_some()) {
        // What cannot be removed does no harm.
        let _ = fs::remove_file(RunFile::Unfinished.within(place));
        let _ = fs::remove_file(path);
    }
}

/// The place of a run by the name of the folder in which it was written.
pub(super) fn place_of(work: &Path) -> PathBuf {
    let name = work.file_name().and_then(OsStr::to_str).unwrap_or_default();
    if name == WITHIN {
        return work.parent().unwrap_or(work).to_owned();
    }
    let stem = [PARTIAL, UNFINISHED].iter().find_map(|end| name.strip_suffix(&format!(".{end}")));
    stem.map_or_else(|| work.to_owned(), |stem| work.with_file_name(stem))
}

/// `NAME.END` beside a folder.
pub(super) fn named(place: &Path, end: &str) -> PathBuf {
    let mut name = place.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{end}"));
    place.with_file_name(name)
}

/// The working folder of a place, made.
fn work_of(place: &Path) -> Result<PathBuf, FolderError> {
    let within = place.join(WITHIN);
    let real = followed(place).map_err(|source| refused(place, source))?;
    let beside = named(&real, PARTIAL);
    if real.file_name().is_none() || !can_be_renamed(&real) {
        return made(within);
    }
    match fs::create_dir_all(&beside) {
        Ok(()) => Ok(beside),
        Err(_) if place.is_dir() => made(within),
        Err(source) => Err(refused(place, source)),
    }
}

fn made(folder: PathBuf) -> Result<PathBuf, FolderError> {
    fs::create_dir_all(&folder).map_err(|source| refused(&folder, source))?;
    Ok(folder)
}

/// What a link leads to: not the link is swapped.
fn followed(place: &Path) -> io::Result<PathBuf> {
    if place.is_symlink() { fs::canonicalize(place) } else { Ok(place.to_owned()) }
}

/// Neither a mount nor a folder in which somebody works can be exchanged for another.
fn can_be_renamed(place: &Path) -> bool {
    let Ok(real) = fs::canonicalize(place) else { return true };
    let within = std::env::current_dir().is_ok_and(|here| here.starts_with(&real));
    !within && real.parent().is_some_and(|parent| are_on_one_disk(&real, parent))
}

#[cfg(unix)]
fn are_on_one_disk(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let disk = |path: &Path| fs::metadata(path).map(|data| data.dev()).ok();
    disk(one) == disk(other)
}

#[cfg(not(unix))]
fn are_on_one_disk(_: &Path, _: &Path) -> bool {
    true
}

/// Whether a folder has nothing but its lock.
fn is_bare(folder: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        if entry?.file_name() != OsStr::new(RunFile::Lock.name()) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn locked(place: &Path, work: &Path) -> Result<File, FolderError> {
    match lock(work) {
        Ok(Some(file)) => Ok(file),
        Ok(None) => {
            let mut holder = String::new();
            let read = File::open(RunFile::Lock.within(work))
                .and_then(|file| file.take(32).read_to_string(&mut holder));
            let holder = if read.is_ok() { holder.trim().to_owned() } else { String::new() };
            Err(FolderError::InUse { path: place.to_owned(), holder })
        }
        Err(source) => Err(refused(work, source)),
    }
}

/// Locks a folder; none where another process has done so.
fn lock(folder: &Path) -> io::Result<Option<File>> {
    let path = RunFile::Lock.within(folder);
    loop {
        let mut file =
            File::options().create(true).truncate(false).write(true).read(true).open(&path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        // Whoever had it may have removed the file before the lock was ours.
        if is_file_of(&file, &path) {
            file.set_len(0)?;
            file.rewind()?;
            write!(file, "{}", std::process::id())?;
            return Ok(Some(file));
        }
        fs::create_dir_all(folder)?;
    }
}

#[cfg(unix)]
fn is_file_of(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let own = |data: fs::Metadata| (data.dev(), data.ino());
    let (locked, named) = (file.metadata().map(own), fs::metadata(path).map(own));
    matches!((locked, named), (Ok(locked), Ok(named)) if locked == named)
}

#[cfg(not(unix))]
fn is_file_of(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Exchanges two folders in one step, or by two renames.
fn exchange(work: &Path, place: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        if renameat_with(CWD, work, CWD, place, RenameFlags::EXCHANGE).is_ok() {
            return Ok(());
        }
    }
    let displaced = named(place, DISPLACED);
    fs::rename(place, &displaced)?;
    fs::rename(work, place)?;
    fs::rename(&displaced, work)
}

/// Removes an old result after what was not its own is saved.
fn clear(old: &Path, place: &Path) -> io::Result<()> {
    remove_old_files(old).map_err(io::Error::other)?;
    remove_file(&RunFile::Marker.within(old))?;
    carry_over(old, place)?;
    remove_file(&RunFile::Lock.within(old))?;
    fs::remove_dir(old)
}

/// Moves what is left in a folder into another.
fn carry_over(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_name() != OsStr::new(RunFile::Lock.name()) {
            put(&entry.path(), &to.join(entry.file_name()), false)?;
        }
    }
    Ok(())
}

/// Moves a file or a folder. Where a file of that name stands it is replaced, or stays and the mover goes.
fn put(from: &Path, to: &Path, replaces: bool) -> io::Result<()> {
    let is_folder = |path: &Path| path.is_dir() && !path.is_symlink();
    if is_folder(from) && is_folder(to) {
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            put(&entry.path(), &to.join(entry.file_name()), replaces)?;
        }
        return fs::remove_dir(from);
    }
    let is_taken = to.is_symlink() || to.exists();
    if is_taken && !replaces && !is_folder(from) {
        // The new run has written it too.
        return fs::remove_file(from);
    }
    fs::rename(from, to)
}

fn remove_file(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Names of a folder are on the disk only after this. Some systems cannot; then it is as it is.
fn sync_parent(path: &Path) {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let _ = File::open(parent.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all());
}

fn refused(path: &Path, source: io::Error) -> FolderError {
    FolderError::NotWritable { path: path.to_owned(), source }
}
