//! `grains.f32`: where grains were at each record, as 32-bit floats with the little end first, m.
//!
//! First the number of grains as a 32-bit integer and the radius of each, then, for every row of the
//! history, x, y and z of each. A file that ends within a record was broken off: what is whole counts.

use super::manifest::VerifiedFile;
use super::{RunFile, RunFileError, content_error};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes the places of grains while a run goes on.
#[derive(Debug)]
pub struct GrainsWriter {
    path: PathBuf,
    file: BufWriter<File>,
    /// What the disk said first; later records are then left out.
    failed: Option<io::Error>,
}

impl GrainsWriter {
    /// Begins the file with the grains' radii, m.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn create(path: &Path, radii: &[f64]) -> Result<Self, RunFileError> {
        let refused = |source| RunFileError::Disk { path: path.to_owned(), source };
        let mut file = BufWriter::new(File::create(path).map_err(refused)?);
        let count = u32::try_from(radii.len()).map_err(|error| content_error(path, error))?;
        file.write_all(&count.to_le_bytes()).map_err(refused)?;
        write_floats(&mut file, radii).map_err(refused)?;
        Ok(Self { path: path.to_owned(), file, failed: None })
    }

    /// Goes on after what stands in the file.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn append(path: &Path) -> Result<Self, RunFileError> {
        let file = File::options().append(true).open(path);
        let refused = |source| RunFileError::Disk { path: path.to_owned(), source };
        let file = BufWriter::new(file.map_err(refused)?);
        Ok(Self { path: path.to_owned(), file, failed: None })
    }

    /// Hands all records to the system, so that they are there also if the process dies.
    ///
    /// # Errors
    /// If the disk refuses it, or has refused a record.
    pub fn flush(&mut self) -> Result<(), RunFileError> {
        let flushed = match self.failed.take() {
            Some(error) => Err(error),
            None => self.file.flush(),
        };
        flushed.map_err(|source| RunFileError::Disk { path: self.path.clone(), source })
    }

    /// Adds a record: x, y, z of each grain, m.
    pub fn push(&mut self, positions: &[f64]) {
        if self.failed.is_none() {
            self.failed = write_floats(&mut self.file, positions).err();
        }
    }

    /// Closes the file.
    ///
    /// # Errors
    /// If the disk refused any of it.
    pub fn finish(mut self) -> Result<(), RunFileError> {
        let ended = match self.failed {
            Some(error) => Err(error),
            None => self.file.flush(),
        };
        ended.map_err(|source| RunFileError::Disk { path: self.path, source })
    }
}

fn write_floats(file: &mut impl Write, numbers: &[f64]) -> io::Result<()> {
    numbers.iter().try_for_each(|number| file.write_all(&(*number as f32).to_le_bytes()))
}

/// Reads the places of grains.
#[derive(Debug)]
pub struct GrainsFile {
    file: VerifiedFile,
    radii: Vec<f32>,
    records: u64,
}

/// More grains than this no run has.
const MOST: u32 = 10_000_000;

impl GrainsFile {
    /// Opens the file of a run's folder; none where the run had no grains.
    ///
    /// # Errors
    /// If the file is damaged or the disk refuses it.
    pub fn open(folder: &Path) -> Result<Option<Self>, RunFileError> {
        let path = RunFile::Grains.within(folder);
        let Some(mut file) = VerifiedFile::open(&path)? else { return Ok(None) };
        let length = file.length();
        let mut count = [0; 4];
        file.read(0, &mut count)?;
        let count = u32::from_le_bytes(count);
        let header = 4 + 4 * u64::from(count);
        if count == 0 || count > MOST || length < header {
            let reason = format!("it names {count} grains and has {length} bytes");
            return Err(content_error(&path, reason));
        }
        let radii = read_floats(&mut file, 4, count as usize)?;
        let records = (length - header) / (12 * u64::from(count));
        Ok(Some(Self { file, radii, records }))
    }

    /// Radius of each grain, m.
    #[must_use]
    pub fn radii(&self) -> &[f32] {
        &self.radii
    }

    /// How many whole records there are.
    #[must_use]
    pub fn records(&self) -> u64 {
        self.records
    }

    /// x, y, z of each grain at a record, m; none where there is no such record.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn positions(&mut self, record: u64) -> Result<Option<Vec<f32>>, RunFileError> {
        if record >= self.records {
            return Ok(None);
        }
        let count = self.radii.len();
        let place = 4 + 4 * count as u64 + record * 12 * count as u64;
        read_floats(&mut self.file, place, 3 * count).map(Some)
    }
}

fn read_floats(
    file: &mut VerifiedFile,
    place: u64,
    count: usize,
) -> Result<Vec<f32>, RunFileError> {
    let mut bytes = vec![0; 4 * count];
    file.read(place, &mut bytes)?;
    Ok(bytes.as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back_record_by_record() {
        let folder = tempfile::tempdir().unwrap();
        assert!(GrainsFile::open(folder.path()).unwrap().is_none());
        let path = RunFile::Grains.within(folder.path());
        let mut writer = GrainsWriter::create(&path, &[0.5, 0.25]).unwrap();
        writer.push(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        writer.push(&[7.0; 6]);
        writer.finish().unwrap();
        let mut file = GrainsFile::open(folder.path()).unwrap().unwrap();
        assert_eq!((file.radii(), file.records()), (&[0.5, 0.25][..], 2));
        assert_eq!(file.positions(1).unwrap(), Some(vec![7.0; 6]));
        assert_eq!(file.positions(0).unwrap(), Some(vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]));
        assert_eq!(file.positions(2).unwrap(), None);
    }

    #[test]
    fn a_file_that_was_broken_off_gives_what_is_whole_and_a_damaged_one_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = RunFile::Grains.within(folder.path());
        let mut bytes = Vec::new();
        bytes.extend(1u32.to_le_bytes());
        for number in [0.5f32, 1.0, 2.0, 3.0, 4.0] {
            bytes.extend(number.to_le_bytes());
        }
        std::fs::write(&path, &bytes).unwrap();
        let file = GrainsFile::open(folder.path()).unwrap().unwrap();
        assert_eq!(file.records(), 1);
        for damaged in [&[][..], &[1, 0][..], &[0; 4][..], &[255; 8][..], &[9, 0, 0, 0, 1][..]] {
            std::fs::write(&path, damaged).unwrap();
            assert!(GrainsFile::open(folder.path()).is_err());
        }
    }
}
