//! A file of which parts are read, and which counts what was read of it.
//!
//! Elevation maps are often larger than memory. Every reader that can seek does so through this
//! type, so that a test can hold it to reading the part that was asked for and no more.

use super::error::Problem;
use crate::bounded;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use tiff_reader::TiffError;
use tiff_reader::source::TiffSource;

/// A file open for reading at any place.
pub(super) struct SeekableFile {
    file: Mutex<File>,
    length: u64,
    name: String,
    bytes_read: AtomicU64,
}

impl SeekableFile {
    pub(super) fn open(path: &Path) -> Result<Arc<Self>, Problem> {
        let file = bounded::open(path).map_err(Problem::io)?;
        let length = file.metadata().map_err(Problem::io)?.len();
        let name = path.display().to_string();
        let bytes_read = AtomicU64::new(0);
        Ok(Arc::new(Self { file: Mutex::new(file), length, name, bytes_read }))
    }

    /// Length of the file.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// How many bytes were read so far, those read twice counted twice.
    pub(super) fn bytes_read(&self) -> u64 {
        self.bytes_read.load(Ordering::Relaxed)
    }

    /// Fills the buffer from a place in the file.
    pub(super) fn fill(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let mut file = self.file.lock().map_err(|_| io::Error::other("a reader failed before"))?;
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(buffer)?;
        self.bytes_read.fetch_add(buffer.len() as u64, Ordering::Relaxed);
        Ok(())
    }

    /// Reads the file from its start to its end or to `most` bytes.
    pub(super) fn start(&self, most: u64) -> io::Result<Vec<u8>> {
        let length = usize::try_from(self.length.min(most)).unwrap_or(usize::MAX);
        let mut bytes = vec![0; length];
        self.fill(0, &mut bytes)?;
        Ok(bytes)
    }
}

impl TiffSource for SeekableFile {
    fn len(&self) -> u64 {
        self.length
    }

    fn read_exact_at(&self, offset: u64, len: usize) -> Result<Vec<u8>, TiffError> {
        let length = len as u64;
        if offset.checked_add(length).is_none_or(|end| end > self.length) {
            return Err(TiffError::OffsetOutOfBounds { offset, length, data_len: self.length });
        }
        let mut bytes = vec![0; len];
        self.fill(offset, &mut bytes).map_err(|error| TiffError::Io(error, self.name.clone()))?;
        Ok(bytes)
    }
}

/// A source read from its start onwards, for decoders of streams.
pub(super) struct Stream {
    source: Arc<SeekableFile>,
    at: u64,
}

impl Stream {
    pub(super) fn new(source: Arc<SeekableFile>) -> Self {
        Self { source, at: 0 }
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = self.source.length.saturating_sub(self.at);
        let count = buffer.len().min(usize::try_from(rest).unwrap_or(usize::MAX));
        let (part, _) = buffer.split_at_mut(count);
        self.source.fill(self.at, part)?;
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for Stream {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        let at = match position {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.source.length.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.at)
    }
}
