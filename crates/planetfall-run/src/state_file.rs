//! A state on disk: eight bytes a word, little end first, with the scenario it belongs to, in records
//! that have checksums.

use planetfall::checkpoint::{self, CheckpointError};
use planetfall::state::State;
use planetfall_files::bounded;
use planetfall_files::format;
use planetfall_files::records::{self, Put, RecordError, Records};
use planetfall_files::scenario::Loaded;
use std::path::{Path, PathBuf};

/// What a file begins with: a word of which the last letter is the version of the words within.
const MAGIC: &[u8; 8] = b"PFSTATE4";
const _: () = assert!(MAGIC[7] as u32 == b'0' as u32 + checkpoint::VERSION);
/// Bytes of a record. Chosen.
const BLOCK: usize = 1 << 16;

/// Why a saved state cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StateFileError {
    /// The disk refuses it.
    #[error("{}: {source}", path.display())]
    Disk {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// It is something else.
    #[error("{}: not a saved state of Planetfall, or cut short", path.display())]
    NotAState {
        /// The file.
        path: PathBuf,
    },
    /// Another version has written it.
    #[error(
        "{}: saved by another version of Planetfall (format {found}, this one reads {}): the states of both \
         have other numbers, so save it anew with this version, or go on with the version that saved it",
        path.display(),
        checkpoint::VERSION
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: char,
    },
    /// Its bytes are not those that were written.
    #[error("{}: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        reason: String,
    },
    /// It was saved from a scenario with other contents.
    #[error(
        "{}: saved from a scenario with other values than `{scenario}` has now; a state continues \
         only the very run it was saved from",
        path.display()
    )]
    OtherScenario {
        /// The file.
        path: PathBuf,
        /// The scenario it was to continue.
        scenario: String,
    },
    /// Its numbers do not fit.
    #[error("{}: {source}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        source: CheckpointError,
    },
}

/// Writes a state of a loaded scenario.
pub fn save(path: &Path, loaded: &Loaded, state: &State) -> Result<(), StateFileError> {
    let disk = |source| StateFileError::Disk { path: path.into(), source };
    let mut words = Put::default();
    words.word(fingerprint(loaded));
    checkpoint::save(state).iter().for_each(|word| words.word(*word));
    let mut bytes = MAGIC.to_vec();
    for block in words.0.chunks(BLOCK) {
        records::append(&mut bytes, block).map_err(disk)?;
    }
    // An empty record is the end: a file that is cut short lacks it.
    records::append(&mut bytes, &[]).map_err(disk)?;
    std::fs::write(path, bytes).map_err(disk)
}

/// Reads a state that was saved from the very same scenario.
pub fn load(path: &Path, loaded: &Loaded) -> Result<State, StateFileError> {
    let bytes = bounded::read(path, bounded::STATE)
        .map_err(|source| StateFileError::Disk { path: path.into(), source })?;
    let no_state = || StateFileError::NotAState { path: path.into() };
    let body = match bytes.split_first_chunk::<8>() {
        Some((MAGIC, body)) => unsealed(path, body)?,
        Some(([b'P', b'F', b'S', b'T', b'A', b'T', b'E', found], _)) if found.is_ascii_digit() => {
            return Err(StateFileError::Version { path: path.into(), found: char::from(*found) });
        }
        _ => return Err(no_state()),
    };
    let (words, rest) = body.as_chunks::<8>();
    if !rest.is_empty() {
        return Err(no_state());
    }
    let words: Vec<u64> = words.iter().map(|chunk| u64::from_le_bytes(*chunk)).collect();
    let Some((mark, words)) = words.split_first() else {
        return Err(StateFileError::NotAState { path: path.into() });
    };
    if *mark != fingerprint(loaded) {
        let scenario = loaded.scenario.name.clone();
        return Err(StateFileError::OtherScenario { path: path.into(), scenario });
    }
    loaded
        .scenario
        .restore(words)
        .map_err(|source| StateFileError::Content { path: path.into(), source })
}

/// The bytes of all records, whose last is empty.
fn unsealed(path: &Path, body: &[u8]) -> Result<Vec<u8>, StateFileError> {
    let mut bytes = Vec::new();
    let mut is_whole = false;
    let mut records = Records::of(body);
    for record in records.by_ref() {
        let damaged = |error: RecordError| StateFileError::Damaged {
            path: path.into(),
            reason: error.to_string(),
        };
        let record = record.map_err(damaged)?;
        is_whole = record.is_empty();
        bytes.extend_from_slice(record);
    }
    is_whole &= records.place() == body.len();
    if is_whole { Ok(bytes) } else { Err(StateFileError::NotAState { path: path.into() }) }
}

/// FNV-1a of the effective file without its remarks: the same values give the same run, wherever
/// they come from.
fn fingerprint(loaded: &Loaded) -> u64 {
    let values = loaded.effective.lines().map(format::without_remark);
    let bytes = values.flat_map(|line| line.bytes().chain([b'\n']));
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}
