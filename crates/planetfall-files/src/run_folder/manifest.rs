//! `manifest.json`: checksums of a run's files, written last, by which every reader knows that it has what
//! was written.
//!
//! Each file has its length and its CRC-32 (the one of zlib and PNG), a longer one that of each block of
//! 64 KiB too, and a history that of each column of each row group: whoever reads a window of a file
//! compares no more than the blocks or columns that it touches. The manifest has a checksum of its own.
//! Folders from before there were manifests are read as they are.

use super::page::read_at;
use super::{HistoryFile, RunFile, RunFileError, content_error, unwritten};
use crate::bounded;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Version of the file.
const VERSION: u32 = 1;
/// Bytes of a block.
const BLOCK: usize = 1 << 16;

/// What was written into a run's folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    planetfall_manifest: u32,
    files: BTreeMap<String, Sums>,
}

/// Length and checksums of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sums {
    bytes: u64,
    crc32: u32,
    /// Of each block, where there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    blocks: Vec<u32>,
    /// Of each column of each row group.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    row_groups: Vec<Vec<u32>>,
    /// Of all after the last row group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    footer: Option<u32>,
}

#[derive(Serialize, Deserialize)]
struct Sealed {
    manifest: serde_json::Value,
    crc32: u32,
}

/// What the manifest says of a history.
#[derive(Debug)]
pub(super) struct HistorySums {
    pub(super) bytes: u64,
    pub(super) row_groups: Vec<Vec<u32>>,
    pub(super) footer: u32,
}

/// What a comparison of a folder with its manifest has found.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ManifestCheck {
    /// Files that are what was written.
    pub sound: usize,
    /// A sentence for each that is not.
    pub faults: Vec<String>,
}

impl Manifest {
    /// Reads the manifest of a folder; none where there is none.
    ///
    /// # Errors
    /// If it is damaged, or the disk refuses it.
    pub fn read(folder: &Path) -> Result<Option<Self>, RunFileError> {
        let path = RunFile::Manifest.within(folder);
        let text = match bounded::read(&path, bounded::RUN_FILE) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(RunFileError::Disk { path, source }),
        };
        let wrong = |reason: String| content_error(&path, format!("it is damaged: {reason}"));
        let sealed: Sealed =
            serde_json::from_slice(&text).map_err(|error| wrong(error.to_string()))?;
        if crc32fast::hash(sealed.manifest.to_string().as_bytes()) != sealed.crc32 {
            return Err(wrong("its own checksum is wrong".to_owned()));
        }
        let own: Self =
            serde_json::from_value(sealed.manifest).map_err(|error| wrong(error.to_string()))?;
        match own.planetfall_manifest {
            VERSION => Ok(Some(own)),
            other => {
                Err(content_error(&path, format!("version {other}, and only {VERSION} is known")))
            }
        }
    }

    /// Writes the manifest of all files that a run has written into a folder.
    ///
    /// # Errors
    /// If a file cannot be read, or the disk refuses the manifest.
    pub(super) fn write(folder: &Path) -> Result<(), RunFileError> {
        let mut names = Vec::new();
        list(folder, "", &mut names)
            .map_err(|source| RunFileError::Disk { path: folder.to_owned(), source })?;
        let sums = |name: String| Ok((name.clone(), Sums::of(folder, &name)?));
        let files = names.into_iter().map(sums).collect::<Result<_, RunFileError>>()?;
        Self { planetfall_manifest: VERSION, files }.seal(folder)
    }

    /// Takes note of a file that was written again.
    ///
    /// # Errors
    /// If it cannot be read, or the disk refuses the manifest.
    pub fn renew(folder: &Path, file: RunFile) -> Result<(), RunFileError> {
        let Some(mut own) = Self::read(folder)? else { return Ok(()) };
        own.files.insert(file.name().to_owned(), Sums::of(folder, file.name())?);
        own.seal(folder)
    }

    fn seal(&self, folder: &Path) -> Result<(), RunFileError> {
        let path = RunFile::Manifest.within(folder);
        let value = serde_json::to_value(self).map_err(|error| content_error(&path, error))?;
        let crc32 = crc32fast::hash(value.to_string().as_bytes());
        let sealed = serde_json::to_string(&Sealed { manifest: value, crc32 });
        let text = sealed.map_err(|error| content_error(&path, error))?;
        super::write_text(&path, &(text + "\n"))
    }

    /// Compares all files with what was written.
    #[must_use]
    pub fn compare(&self, folder: &Path) -> ManifestCheck {
        self.compare_without(folder, &[])
    }

    /// The same without some files.
    #[must_use]
    pub fn compare_without(&self, folder: &Path, left_out: &[RunFile]) -> ManifestCheck {
        let mut found = ManifestCheck::default();
        let is_wanted = |name: &str| !left_out.iter().any(|file| file.name() == name);
        for (name, sums) in self.files.iter().filter(|(name, _)| is_wanted(name)) {
            match sums.faults(&folder.join(name)) {
                faults if faults.is_empty() => found.sound += 1,
                faults => found.faults.extend(faults),
            }
        }
        found
    }

    /// What it says of the history.
    pub(super) fn history(&self) -> Option<HistorySums> {
        let sums = self.files.get(RunFile::History.name())?;
        let (bytes, row_groups) = (sums.bytes, sums.row_groups.clone());
        Some(HistorySums { bytes, row_groups, footer: sums.footer? })
    }
}

impl Sums {
    fn of(folder: &Path, name: &str) -> Result<Self, RunFileError> {
        let path = folder.join(name);
        let (bytes, crc32, blocks) =
            blocks(&path).map_err(|source| RunFileError::Disk { path: path.clone(), source })?;
        let mut sums = Self { bytes, crc32, blocks, row_groups: Vec::new(), footer: None };
        if name == RunFile::History.name() {
            let history = HistoryFile::open(&path).and_then(|file| file.sums());
            let (row_groups, footer) = history.map_err(|error| content_error(&path, error))?;
            (sums.row_groups, sums.footer) = (row_groups, Some(footer));
            // The row groups are its blocks.
            sums.blocks = Vec::new();
        }
        Ok(sums)
    }

    /// Sentences about what is not as it was written.
    fn faults(&self, path: &Path) -> Vec<String> {
        let shown = path.display();
        let (bytes, crc32, found) = match blocks(path) {
            Ok(read) => read,
            Err(error) => return vec![format!("{shown}: {error}")],
        };
        if bytes != self.bytes {
            return vec![format!(
                "{shown}: it has {bytes} bytes where {} were written",
                self.bytes
            )];
        }
        if crc32 == self.crc32 {
            return Vec::new();
        }
        if self.footer.is_some() {
            return vec![HistoryFile::open(path).and_then(|file| file.verify()).map_or_else(
                |error| error.to_string(),
                |()| format!("{shown}: it is damaged: its checksum is wrong"),
            )];
        }
        let pairs = found.iter().zip(&self.blocks).enumerate();
        let wrong = pairs.filter(|(_, (found, written))| found != written);
        let sentences: Vec<String> = wrong
            .map(|(number, _)| format!("{shown}: {}", damage(number * BLOCK, bytes)))
            .collect();
        if sentences.is_empty() {
            vec![format!("{shown}: {}", damage_of_all(bytes))]
        } else {
            sentences
        }
    }
}

fn damage(from: usize, bytes: u64) -> String {
    let until = (from + BLOCK).min(usize::try_from(bytes).unwrap_or(usize::MAX));
    format!("it is damaged or was changed: the checksum of bytes {from} to {until} is wrong")
}

fn damage_of_all(bytes: u64) -> String {
    format!("it is damaged or was changed: the checksum of bytes 0 to {bytes} is wrong")
}

/// Length, checksum, and the checksums of all blocks of a file that has several.
fn blocks(path: &Path) -> io::Result<(u64, u32, Vec<u32>)> {
    let mut file = File::open(path)?;
    let (mut bytes, mut all, mut blocks) = (0, crc32fast::Hasher::new(), Vec::new());
    let mut block = Vec::with_capacity(BLOCK);
    loop {
        block.clear();
        (&mut file).take(BLOCK as u64).read_to_end(&mut block)?;
        if block.is_empty() {
            break;
        }
        bytes += block.len() as u64;
        let mut own = crc32fast::Hasher::new();
        own.update(&block);
        blocks.push(own.clone().finalize());
        all.combine(&own);
    }
    if blocks.len() == 1 {
        blocks.clear();
    }
    Ok((bytes, all.finalize(), blocks))
}

/// Files of a folder and of those within it, without what is not the run's result.
fn list(folder: &Path, within: &str, names: &mut Vec<String>) -> io::Result<()> {
    let apart = RunFile::UNFINISHED.into_iter().chain([RunFile::Lock, RunFile::Manifest]);
    let apart: Vec<&str> = apart.map(RunFile::name).collect();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let full = if within.is_empty() { name.clone() } else { format!("{within}/{name}") };
        if kind.is_dir() {
            list(&entry.path(), &full, names)?;
        } else if kind.is_file() && !(within.is_empty() && apart.contains(&name.as_str())) {
            names.push(full);
        }
    }
    Ok(())
}

/// The folder of a run in which a file lies, and its name there.
fn run_of(path: &Path) -> Option<(PathBuf, String)> {
    let mut name = path.file_name()?.to_str()?.to_owned();
    let mut folder = path.parent()?;
    for _ in 0..3 {
        if RunFile::Manifest.within(folder).is_file() {
            return Some((folder.to_owned(), name));
        }
        name = format!("{}/{name}", folder.file_name()?.to_str()?);
        folder = folder.parent()?;
    }
    None
}

/// What the manifest says of a file; none where there is no manifest, or it does not say anything.
fn sums_of(path: &Path) -> Result<Option<Sums>, RunFileError> {
    let Some((folder, name)) = run_of(path) else { return Ok(None) };
    Ok(Manifest::read(&folder)?.and_then(|manifest| manifest.files.get(&name).cloned()))
}

/// Reads a file of a run and compares it with the run's manifest, if there is one.
///
/// # Errors
/// If the disk refuses it, or it is not what was written.
pub fn read_verified(path: &Path) -> Result<Vec<u8>, RunFileError> {
    let bytes = bounded::read(path, bounded::RUN_FILE)
        .map_err(|source| RunFileError::Disk { path: path.to_owned(), source })?;
    let Some(sums) = sums_of(path)? else { return Ok(bytes) };
    if bytes.len() as u64 == sums.bytes && crc32fast::hash(&bytes) == sums.crc32 {
        return Ok(bytes);
    }
    let faults = sums.faults(path).join("\n");
    let reason =
        faults.strip_prefix(&format!("{}: ", path.display())).unwrap_or(&faults).to_owned();
    Err(content_error(path, reason))
}

/// A file of a run that is read in parts.
#[derive(Debug)]
pub(super) struct VerifiedFile {
    path: PathBuf,
    file: File,
    length: u64,
    sums: Option<Sums>,
    verified: Vec<bool>,
}

impl VerifiedFile {
    /// Opens it; none where it is not there.
    pub(super) fn open(path: &Path) -> Result<Option<Self>, RunFileError> {
        let refused = |source| RunFileError::Disk { path: path.to_owned(), source };
        let file = match bounded::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(refused(error)),
        };
        let length = file.metadata().map_err(refused)?.len();
        let sums = sums_of(path)?;
        if let Some(sums) = sums.as_ref().filter(|sums| sums.bytes != length) {
            let reason = format!("it has {length} bytes where {} were written", sums.bytes);
            return Err(content_error(path, reason));
        }
        let count = usize::try_from(length.div_ceil(BLOCK as u64)).unwrap_or(usize::MAX);
        let verified = if sums.is_some() { vec![false; count] } else { Vec::new() };
        Ok(Some(Self { path: path.to_owned(), file, length, sums, verified }))
    }

    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Reads at a place; the blocks that it touches are compared first.
    pub(super) fn read(&mut self, place: u64, into: &mut [u8]) -> Result<(), RunFileError> {
        let refused = |source| RunFileError::Disk { path: self.path.clone(), source };
        read_at(&self.file, into, place).map_err(refused)?;
        let end = place.saturating_add(into.len() as u64);
        for number in (place / BLOCK as u64)..end.div_ceil(BLOCK as u64) {
            self.verify(usize::try_from(number).unwrap_or(usize::MAX))?;
        }
        Ok(())
    }

    fn verify(&mut self, number: usize) -> Result<(), RunFileError> {
        let (Some(sums), Some(false)) = (&self.sums, self.verified.get(number)) else {
            return Ok(());
        };
        let from = number * BLOCK;
        let length = (self.length - from as u64).min(BLOCK as u64) as usize;
        let mut block = vec![0; length];
        let read = read_at(&self.file, &mut block, from as u64);
        read.map_err(|source| RunFileError::Disk { path: self.path.clone(), source })?;
        let expected = sums.blocks.get(number).copied().unwrap_or(sums.crc32);
        if crc32fast::hash(&block) != expected {
            return Err(content_error(&self.path, damage(from, self.length)));
        }
        self.verified[number] = true;
        Ok(())
    }
}

/// Removes what was not written to its end.
pub(super) fn remove_unwritten(folder: &Path) {
    for file in RunFile::ALL {
        let _ = fs::remove_file(unwritten(&file.within(folder)));
    }
}
