//! What an unfinished run goes on from: its state, what its writers have gathered, and of what scenario,
//! version and files it is.
//!
//! A checkpoint is made of `records`, written under another name, brought to the disk and then
//! renamed; the one before it is kept. It is taken at the end of a step that occurs anyway, so that no bit
//! of the run depends on it.

use planetfall::checkpoint::{self, CheckpointError};
use planetfall::state::State;
use planetfall_files::bounded;
use planetfall_files::format;
use planetfall_files::records::{self, Put, RecordError, Records, Take};
use planetfall_files::run_folder::{OutputFolder, RunFile};
use planetfall_files::scenario::{Loaded, ScenarioFile};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The files that take turns.
const TURNS: [RunFile; 2] = [RunFile::EvenCheckpoint, RunFile::OddCheckpoint];

/// Why an unfinished run cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// There is nothing to go on from.
    #[error(
        "{}: there is no checkpoint of an unfinished run here: begin the run again",
        .0.display()
    )]
    None(PathBuf),
    /// The disk refuses it.
    #[error("{}: {source}", path.display())]
    Disk {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// All checkpoints are damaged.
    #[error("{}: {reason}", path.display())]
    Damaged {
        /// The newest.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// Another version has written it.
    #[error(
        "{}: this run was begun by version {found} of Planetfall and this is {}: another version may give \
         other bits, so begin it again, or finish it with the version that began it",
        path.display(),
        env!("CARGO_PKG_VERSION")
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// The version.
        found: String,
    },
    /// Another build of this version has written it.
    #[error(
        "{}: the state in it has format {found} and this build of Planetfall reads {}: begin the run again, or \
         finish it with the build that began it",
        path.display(),
        checkpoint::VERSION
    )]
    Words {
        /// The file.
        path: PathBuf,
        /// The format.
        found: u32,
    },
    /// The scenario is another.
    #[error("{}: this run was begun from a scenario with other values than `{scenario}` has now", path.display())]
    Scenario {
        /// The folder.
        path: PathBuf,
        /// The scenario.
        scenario: String,
    },
    /// A file that the scenario names is another.
    #[error(
        "{}: this file has changed since the run was begun, or is gone: put it back, or begin the run \
         again",
        .0.display()
    )]
    Input(PathBuf),
    /// Nobody can take over what was commanded.
    #[error(
        "{}: no program has operated this run so far: what it was commanded came from --replay; name that \
         run again",
        .0.display()
    )]
    Commanded(PathBuf),
    /// The outside program does not take over.
    #[error(
        "{}: this run cannot go on with its outside program: {reason}; it is as it was, and can go on later",
        path.display()
    )]
    Program {
        /// The folder.
        path: PathBuf,
        /// Why.
        reason: String,
    },
}

/// What stands at the beginning of a checkpoint.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct CheckpointHead {
    version: String,
    /// Version of the words of the state.
    #[serde(default)]
    words: u32,
    /// Name of the scenario.
    name: String,
    /// CRC-32 of the scenario as it is kept in the folder.
    scenario: u32,
    inputs: Vec<Input>,
    /// What the loading of the scenario had to say.
    warnings: Vec<String>,
    number: u64,
    time_s: f64,
}

/// A file that the run depends on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Input {
    path: PathBuf,
    bytes: u64,
    crc32: u32,
}

/// A checkpoint that was read but not yet compared with its scenario.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    head: CheckpointHead,
    words: Vec<u64>,
    writers: Vec<u8>,
}

/// What a run goes on from.
#[derive(Debug, Clone)]
pub struct Resumption {
    pub(crate) state: State,
    pub(crate) writers: Vec<u8>,
    pub(crate) number: u64,
}

impl Resumption {
    /// The state.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Bytes of what an outside program was sent and answered until then; none where there was no program.
    ///
    /// # Errors
    /// If the checkpoint does not say it.
    pub fn packets(&self) -> Result<u64, ResumeError> {
        // The first that the writers put there.
        Take(&self.writers).word().map_err(|error| ResumeError::Damaged {
            path: PathBuf::from("checkpoint"),
            reason: error.to_string(),
        })
    }
}

/// Writes checkpoints of one run.
#[derive(Debug)]
pub(crate) struct Checkpoints {
    head: CheckpointHead,
}

impl Checkpoints {
    /// Of a scenario, after so many.
    pub(crate) fn of(loaded: &Loaded, number: u64) -> Self {
        let head = CheckpointHead {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            words: checkpoint::VERSION,
            name: loaded.scenario.name.clone(),
            scenario: values(loaded),
            inputs: loaded.inputs.iter().map(|path| Input::of(path)).collect(),
            warnings: loaded.warnings.clone(),
            number,
            time_s: 0.0,
        };
        Self { head }
    }

    /// How many there have been.
    pub(crate) fn number(&self) -> u64 {
        self.head.number
    }

    /// Writes the next one.
    pub(crate) fn write(
        &mut self,
        folder: &OutputFolder,
        state: &State,
        writers: &[u8],
    ) -> io::Result<()> {
        self.head.number += 1;
        self.head.time_s = state.time.seconds();
        let mut words = Put::default();
        checkpoint::save(state).iter().for_each(|word| words.word(*word));
        let path = folder.file(TURNS[usize::from(!self.head.number.is_multiple_of(2))]);
        let new = path.with_extension("new");
        let mut file = io::BufWriter::new(File::create(&new)?);
        records::append(&mut file, &serde_json::to_vec(&self.head).map_err(io::Error::other)?)?;
        records::append(&mut file, &words.0)?;
        records::append(&mut file, writers)?;
        file.flush()?;
        file.get_ref().sync_all()?;
        fs::rename(&new, &path)
    }
}

impl Checkpoint {
    /// The newest whole checkpoint of an unfinished run.
    ///
    /// # Errors
    /// If there is none, or it is damaged.
    pub fn read(folder: &Path) -> Result<Self, ResumeError> {
        let mut found: Vec<Self> = Vec::new();
        let mut wrong = None;
        for path in TURNS.map(|file| file.within(folder)) {
            match bounded::read(&path, bounded::STATE) {
                Ok(bytes) => match Self::of(&path, &bytes) {
                    Ok(checkpoint) => found.push(checkpoint),
                    Err(error) => wrong = Some((path, error)),
                },
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(source) => return Err(ResumeError::Disk { path, source }),
            }
        }
        let newest = found.into_iter().max_by_key(|checkpoint| checkpoint.head.number);
        match (newest, wrong) {
            (Some(newest), _) => Ok(newest),
            (None, Some((path, error))) => {
                Err(ResumeError::Damaged { path, reason: error.to_string() })
            }
            (None, None) => Err(ResumeError::None(folder.to_owned())),
        }
    }

    fn of(path: &Path, bytes: &[u8]) -> Result<Self, RecordError> {
        let mut all = Records::of(bytes);
        let mut next = || all.next().ok_or(RecordError::Content).and_then(|record| record);
        let head = serde_json::from_slice(next()?).map_err(|_| RecordError::Content)?;
        let (words, rest) = next()?.as_chunks::<8>();
        if !rest.is_empty() {
            return Err(RecordError::Content);
        }
        let words = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
        Ok(Self { path: path.to_owned(), head, words, writers: next()?.to_vec() })
    }

    /// The file that it was read from.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The simulated time, s.
    #[must_use]
    pub fn time_s(&self) -> f64 {
        self.head.time_s
    }

    /// The scenario of the run, from its folder.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn scenario(&self, folder: &Path) -> io::Result<ScenarioFile> {
        let file = ScenarioFile::read(&RunFile::Scenario.within(folder))?;
        Ok(file.with_name(&self.head.name))
    }

    /// What to go on from, if the version, the scenario and the files that it names are still the same.
    /// Warnings become those of the run that was begun.
    ///
    /// # Errors
    /// If they are not.
    pub fn resumption(self, loaded: &mut Loaded) -> Result<Resumption, ResumeError> {
        let Self { path, head, words, writers } = self;
        if head.version != env!("CARGO_PKG_VERSION") {
            return Err(ResumeError::Version { path, found: head.version });
        }
        if head.words != checkpoint::VERSION {
            return Err(ResumeError::Words { path, found: head.words });
        }
        if head.scenario != values(loaded) {
            let scenario = loaded.scenario.name.clone();
            return Err(ResumeError::Scenario { path, scenario });
        }
        if let Some(changed) = head.inputs.iter().find(|input| Input::of(&input.path) != **input) {
            return Err(ResumeError::Input(changed.path.clone()));
        }
        let wrong =
            |error: CheckpointError| ResumeError::Damaged { path, reason: error.to_string() };
        let state = loaded.scenario.restore(&words).map_err(wrong)?;
        loaded.warnings = head.warnings;
        Ok(Resumption { state, writers, number: head.number })
    }
}

impl Input {
    /// A file that is not there has neither bytes nor a sum.
    fn of(path: &Path) -> Self {
        let sum = || {
            let mut file = File::open(path)?;
            let (mut hasher, mut bytes) = (crc32fast::Hasher::new(), 0);
            let mut part = vec![0; 1 << 16];
            loop {
                match file.read(&mut part)? {
                    0 => return Ok::<_, io::Error>((bytes, hasher.finalize())),
                    read => {
                        hasher.update(&part[..read]);
                        bytes += read as u64;
                    }
                }
            }
        };
        let (bytes, crc32) = sum().unwrap_or_default();
        Self { path: path.to_owned(), bytes, crc32 }
    }
}

/// A number for what is made of a scenario: of its values, of the files that it names and of a word.
pub(crate) fn key(loaded: &Loaded, what: &str) -> u64 {
    let inputs: Vec<Input> = loaded.inputs.iter().map(|path| Input::of(path)).collect();
    let lines = loaded.effective.lines().map(format::without_remark);
    let inputs = inputs.iter().flat_map(|input| input.crc32.to_le_bytes());
    let bytes =
        lines.flat_map(|line| line.bytes().chain([b'\n'])).chain(what.bytes()).chain(inputs);
    // FNV-1a.
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// CRC-32 of the scenario as it is kept, without its remarks: the same values give the same run.
fn values(loaded: &Loaded) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    for line in loaded.kept.lines().map(format::without_remark) {
        hasher.update(line.as_bytes());
        hasher.update(b"\n");
    }
    hasher.finalize()
}

/// Cuts a file that grows while a run goes on to what a checkpoint has seen of it.
pub(crate) fn cut(path: &Path, take: &mut Take<'_>) -> Result<(), ResumeError> {
    let damaged = |error: RecordError| ResumeError::Damaged {
        path: path.to_owned(),
        reason: error.to_string(),
    };
    let bytes = take.word().map_err(damaged)?;
    if bytes == 0 {
        return Ok(());
    }
    let file = File::options().write(true).open(path);
    let cut = file.and_then(|file| file.set_len(bytes));
    cut.map_err(|source| ResumeError::Disk { path: path.to_owned(), source })
}

/// How long such a file is, with all of it on the disk; nothing where it is not there.
pub(crate) fn length_on_disk(path: &Path) -> io::Result<u64> {
    match File::options().append(true).open(path) {
        Ok(file) => file.sync_data().and_then(|()| Ok(file.metadata()?.len())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
        Err(error) => Err(error),
    }
}

/// How long such a file is; nothing where it is not there.
pub(crate) fn length(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |data| data.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use planetfall_files::format::Ink;
    use planetfall_files::scenario::builtin;

    /// What becomes of a checkpoint whose head was changed.
    fn resumed(change: impl Fn(&mut CheckpointHead)) -> Result<Resumption, String> {
        let file = ScenarioFile::from_text("bounce", builtin("bounce").unwrap().text);
        let mut loaded = file.load(Ink::Plain).unwrap_or_else(|wrong| panic!("{}", wrong.text));
        let mut head = Checkpoints::of(&loaded, 1).head;
        change(&mut head);
        let mut words = Put::default();
        checkpoint::save(&loaded.scenario.initial()).iter().for_each(|word| words.word(*word));
        let mut bytes = Vec::new();
        for record in [&serde_json::to_vec(&head).unwrap(), &words.0, &vec![]] {
            records::append(&mut bytes, record).unwrap();
        }
        let checkpoint = Checkpoint::of(Path::new("state-a"), &bytes).unwrap();
        checkpoint.resumption(&mut loaded).map_err(|error| error.to_string())
    }

    #[test]
    fn a_checkpoint_of_another_version_or_format_is_refused_with_what_to_do() {
        assert!(resumed(|_| ()).is_ok());
        let message = resumed(|head| head.version = "0.0.1".to_owned()).unwrap_err();
        assert!(
            message.contains("version 0.0.1") && message.contains("begin it again"),
            "{message}"
        );
        let message = resumed(|head| head.words -= 1).unwrap_err();
        assert!(
            message.contains(&format!("has format {}", checkpoint::VERSION - 1))
                && message.contains("begin the run again"),
            "{message}"
        );
    }
}
