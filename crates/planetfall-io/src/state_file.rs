//! A state on disk: eight bytes a word, little end first, with the scenario it belongs to.

use crate::format;
use crate::scenario::Loaded;
use planetfall::image;
use planetfall::state::State;
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"PFSTATE1";

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
    Image {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        source: image::ImageError,
    },
}

/// Writes a state of a loaded scenario.
pub fn save(path: &Path, loaded: &Loaded, state: &State) -> Result<(), StateFileError> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(fingerprint(loaded).to_le_bytes());
    for word in image::save(state) {
        bytes.extend(word.to_le_bytes());
    }
    std::fs::write(path, bytes).map_err(|source| StateFileError::Disk { path: path.into(), source })
}

/// Reads a state that was saved from the very same scenario.
pub fn load(path: &Path, loaded: &Loaded) -> Result<State, StateFileError> {
    let bytes =
        std::fs::read(path).map_err(|source| StateFileError::Disk { path: path.into(), source })?;
    let body = bytes.strip_prefix(MAGIC).filter(|body| body.len() % 8 == 0);
    let words: Vec<u64> = body
        .ok_or_else(|| StateFileError::NotAState { path: path.into() })?
        .as_chunks::<8>()
        .0
        .iter()
        .map(|chunk| u64::from_le_bytes(*chunk))
        .collect();
    let Some((mark, words)) = words.split_first() else {
        return Err(StateFileError::NotAState { path: path.into() });
    };
    if *mark != fingerprint(loaded) {
        let scenario = loaded.scenario.name.clone();
        return Err(StateFileError::OtherScenario { path: path.into(), scenario });
    }
    image::load(&loaded.scenario, words)
        .map_err(|source| StateFileError::Image { path: path.into(), source })
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
