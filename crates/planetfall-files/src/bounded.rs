//! Files that a user names, read with a limit.
//!
//! A path may name a device that never ends (`/dev/zero`), a pipe that nobody writes to, or a file larger
//! than memory. Every reader of a file that a user names goes through this module: it takes regular files
//! only, and no more of them than the limit of their kind.
//!
//! | what | limit |
//! |---|---|
//! | scenario, vehicle and soil files, labels ([`TEXT`]) | 16 MiB |
//! | tables of measured values ([`NUMBERS`]) | 256 MiB |
//! | meshes ([`MESH`]) | 1 GiB |
//! | saved states ([`STATE`]) | 4 GiB |
//! | whole files of a run's folder ([`RUN_FILE`]) | 1 GiB |
//! | elevation maps, histories, pictures | read by windows of a few MiB |

use std::fs::{File, FileType};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// Bytes of a mebibyte.
const MIB: u64 = 1 << 20;

/// Limit of texts that people write: a hundred times the largest that comes with the program.
pub const TEXT: Limit = Limit { what: "a text file of this kind", bytes: 16 * MIB };
/// Limit of tables of measured values: some three million lines.
pub const NUMBERS: Limit = Limit { what: "a table of values", bytes: 256 * MIB };
/// Limit of meshes: twenty million triangles in binary STL.
pub const MESH: Limit = Limit { what: "a mesh", bytes: 1024 * MIB };
/// Limit of saved states: soil keeps some 40 bytes for each node that was touched.
pub const STATE: Limit = Limit { what: "a saved state", bytes: 4096 * MIB };
/// Limit of files of a run's folder that are read whole.
pub const RUN_FILE: Limit = Limit { what: "a file of a run that is read whole", bytes: 1024 * MIB };

/// The most that is read of a kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The kind, in words.
    what: &'static str,
    bytes: u64,
}

/// Opens a regular file. Whatever else a path can name is refused before it is opened: opening a pipe
/// waits for its other end.
///
/// # Errors
/// If there is no such file, it may not be read, or it is no regular file.
pub fn open(path: &Path) -> io::Result<File> {
    check(std::fs::metadata(path)?.file_type())?;
    let file = File::open(path)?;
    // Another file may have taken its place meanwhile.
    check(file.metadata()?.file_type())?;
    Ok(file)
}

/// Reads a file whole.
///
/// # Errors
/// As [`open`], and if the file is larger than the limit.
pub fn read(path: &Path, limit: Limit) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    limit.check(file.metadata()?.len())?;
    let mut bytes = Vec::new();
    // Some files, as those of /proc, do not say how long they are.
    file.take(limit.bytes + 1).read_to_end(&mut bytes)?;
    limit.check(bytes.len() as u64)?;
    Ok(bytes)
}

/// Reads a text whole.
///
/// # Errors
/// As [`read`], and if the file is no UTF-8.
pub fn read_text(path: &Path, limit: Limit) -> io::Result<String> {
    let text = String::from_utf8(read(path, limit)?);
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "the file is not text (UTF-8)"))
}

/// Reads the last bytes of a file, so many at most.
///
/// # Errors
/// As [`open`].
pub fn read_end(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut file = open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(most)))?;
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl Limit {
    fn check(self, bytes: u64) -> io::Result<()> {
        if bytes <= self.bytes {
            return Ok(());
        }
        let message = format!(
            "the file is larger than the {} MiB that {} may have",
            self.bytes / MIB,
            self.what
        );
        Err(io::Error::new(io::ErrorKind::FileTooLarge, message))
    }
}

fn check(kind: FileType) -> io::Result<()> {
    if kind.is_file() {
        return Ok(());
    }
    if kind.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    }
    let what = special(kind);
    let message =
        format!("this is {what}, not a regular file: copy what is to be read into a file");
    Err(io::Error::new(io::ErrorKind::InvalidInput, message))
}

#[cfg(unix)]
fn special(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match kind {
        kind if kind.is_fifo() => "a pipe",
        kind if kind.is_socket() => "a socket",
        kind if kind.is_char_device() || kind.is_block_device() => "a device",
        _ => "something else",
    }
}

#[cfg(not(unix))]
fn special(_kind: FileType) -> &'static str {
    "something else"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn devices_and_pipes_are_refused_without_being_read() {
        let workdir = tempfile::tempdir().unwrap();
        let pipe = workdir.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        for (path, word) in [(Path::new("/dev/zero"), "a device"), (&pipe, "a pipe")] {
            let error = read(path, TEXT).unwrap_err().to_string();
            assert!(error.contains(word) && error.contains("not a regular file"), "{error}");
        }
        assert_eq!(read(workdir.path(), TEXT).unwrap_err().kind(), io::ErrorKind::IsADirectory);
    }

    #[test]
    fn a_file_above_its_limit_is_refused_with_the_limit_and_one_at_it_is_read() {
        let workdir = tempfile::tempdir().unwrap();
        let path = workdir.path().join("large");
        let file = File::create(&path).unwrap();
        // Nothing is written: the file is sparse.
        file.set_len(TEXT.bytes + 1).unwrap();
        let error = read(&path, TEXT).unwrap_err().to_string();
        assert!(error.contains("larger than the 16 MiB"), "{error}");
        file.set_len(TEXT.bytes).unwrap();
        assert_eq!(read(&path, TEXT).unwrap().len() as u64, TEXT.bytes);
    }

    #[test]
    fn the_end_of_a_file_is_read_however_long_it_is() {
        let workdir = tempfile::tempdir().unwrap();
        let path = workdir.path().join("log");
        std::fs::write(&path, b"first\nlast").unwrap();
        assert_eq!(read_end(&path, 4).unwrap(), b"last");
        assert_eq!(read_end(&path, 1000).unwrap(), b"first\nlast");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_does_not_say_how_long_it_is_is_read_to_its_end() {
        assert!(read_text(Path::new("/proc/self/status"), TEXT).unwrap().contains("Pid:"));
    }
}
