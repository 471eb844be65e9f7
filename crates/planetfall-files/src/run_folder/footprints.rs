//! `footprints.bin`: pressure on the soil under each contactor while a run goes on.
//!
//! Little end first: the word `PFFP` and the number of frames (32-bit integer), the distance of the soil's
//! nodes (m), a height that all others count from (m) and the pressure that 19 of 20 frames stay below (Pa), all
//! 64-bit floats; then for each frame its time (64-bit float, s), where it begins in the file and how many bytes it
//! has (32-bit integers); then the frames. A frame is the number of footprints (32-bit integer) and of each
//! the number of its contactor, its nodes, row and column of its first node (32-bit integers; a node lies
//! at column, row times distance, m east, north of the site's origin), a height over the file's (m) and
//! its greatest pressure (Pa), 32-bit floats; then of each node rows and columns from the first, pressure
//! in 65535ths of the footprint's greatest (16-bit integers without sign), and height over the footprint's
//! in tenths of a millimetre (16-bit integer). Frames are records, or every second, fourth, ... of them.

use super::manifest::VerifiedFile;
use super::{RunFile, RunFileError, content_error};
use crate::records::{Put, RecordError, Take};
use std::path::{Path, PathBuf};

/// Pressure on the soil in a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Footprints {
    /// Distance of the soil's nodes, m.
    pub spacing_m: f64,
    /// What heights count from, m.
    pub base_m: f64,
    /// In the order of time.
    pub frames: Vec<FootprintFrame>,
}

/// Pressure at one time, as it stands in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct FootprintFrame {
    /// s
    pub time_s: f64,
    /// Pa
    pub greatest_pa: f64,
    bytes: Vec<u8>,
}

/// What bears one contactor.
#[derive(Clone, Debug, PartialEq)]
pub struct Footprint {
    /// Index of the contactor among those of the run.
    pub contactor: u32,
    /// Row by row.
    pub nodes: Vec<PressedNode>,
}

/// A node of the soil that bears.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PressedNode {
    /// North of the site's origin, in distances of nodes.
    pub row: i32,
    /// East of it.
    pub column: i32,
    /// m
    pub height_m: f64,
    /// Pa
    pub pressure_pa: f64,
}

/// First bytes of the file.
const MAGIC: &[u8; 4] = b"PFFP";
/// Bytes before the table of frames.
const HEADER_BYTES: usize = 32;
/// Bytes of a frame in the table.
const ENTRY_BYTES: usize = 16;
/// A frame takes no more than this.
const MOST_FRAME: u32 = 1 << 26;
/// Unit of heights, m. Chosen: a tenth of a millimetre, so that 16 bits reach ± 3.2 m.
const HEIGHT_M: f64 = 1e-4;

impl FootprintFrame {
    /// Footprints at a time over a base height (m).
    #[must_use]
    pub fn new(time_s: f64, base_m: f64, prints: &[Footprint]) -> Self {
        let mut bytes = (prints.len() as u32).to_le_bytes().to_vec();
        let mut greatest_pa: f64 = 0.0;
        for Footprint { contactor, nodes } in prints {
            let row = nodes.iter().map(|node| node.row).min().unwrap_or(0);
            let column = nodes.iter().map(|node| node.column).min().unwrap_or(0);
            let greatest = nodes.iter().map(|node| node.pressure_pa).fold(0.0, f64::max);
            greatest_pa = greatest_pa.max(greatest);
            let height = nodes.first().map_or(0.0, |node| node.height_m - base_m) as f32;
            bytes.extend(contactor.to_le_bytes());
            bytes.extend((nodes.len() as u32).to_le_bytes());
            bytes.extend(row.to_le_bytes());
            bytes.extend(column.to_le_bytes());
            bytes.extend(height.to_le_bytes());
            bytes.extend((greatest as f32).to_le_bytes());
            for node in nodes {
                let away = |own: i32, first: i32| own.wrapping_sub(first) as u16;
                let share = if greatest > 0.0 { node.pressure_pa / greatest } else { 0.0 };
                let over = (node.height_m - base_m - f64::from(height)) / HEIGHT_M;
                bytes.extend(away(node.row, row).to_le_bytes());
                bytes.extend(away(node.column, column).to_le_bytes());
                bytes.extend(((65535.0 * share).round() as u16).to_le_bytes());
                bytes.extend((over.round() as i16).to_le_bytes());
            }
        }
        Self { time_s, greatest_pa, bytes }
    }

    /// As a checkpoint keeps it.
    pub fn save(&self, put: &mut Put) {
        put.real(self.time_s);
        put.real(self.greatest_pa);
        put.bytes(&self.bytes);
    }

    /// From a checkpoint.
    ///
    /// # Errors
    /// If the bytes are not what was saved.
    pub fn load(take: &mut Take<'_>) -> Result<Self, RecordError> {
        let (time_s, greatest_pa) = (take.real()?, take.real()?);
        Ok(Self { time_s, greatest_pa, bytes: take.bytes()?.to_vec() })
    }

    /// Bytes that it takes in the file.
    #[must_use]
    pub fn size(&self) -> usize {
        self.bytes.len() + ENTRY_BYTES
    }
}

impl Footprints {
    /// The pressure that 19 of 20 frames in which anything presses stay below, Pa: a jolt would hide all
    /// others in a scale that goes up to it.
    #[must_use]
    pub fn usual_pa(&self) -> f64 {
        let mut all: Vec<f64> =
            self.frames.iter().map(|frame| frame.greatest_pa).filter(|most| *most > 0.0).collect();
        all.sort_by(f64::total_cmp);
        all.get(all.len() * 19 / 20).or(all.last()).copied().unwrap_or(0.0)
    }

    /// Writes the file.
    ///
    /// # Errors
    /// If the disk refuses it, or it would be too large.
    pub fn write(&self, path: &Path) -> Result<(), RunFileError> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend((self.frames.len() as u32).to_le_bytes());
        for number in [self.spacing_m, self.base_m, self.usual_pa()] {
            bytes.extend(number.to_le_bytes());
        }
        let mut place = HEADER_BYTES + ENTRY_BYTES * self.frames.len();
        for FootprintFrame { time_s, bytes: own, .. } in &self.frames {
            let start = u32::try_from(place).map_err(|error| content_error(path, error))?;
            bytes.extend(time_s.to_le_bytes());
            bytes.extend(start.to_le_bytes());
            bytes.extend((own.len() as u32).to_le_bytes());
            place += own.len();
        }
        self.frames.iter().for_each(|frame| bytes.extend(&frame.bytes));
        std::fs::write(path, bytes)
            .map_err(|source| RunFileError::Disk { path: path.to_owned(), source })
    }
}

/// Reads pressure on the soil frame by frame.
#[derive(Debug)]
pub struct FootprintsFile {
    path: PathBuf,
    file: VerifiedFile,
    frames: u32,
    /// Distance, base and usual pressure as they stand there.
    numbers: [u8; 24],
}

impl FootprintsFile {
    /// Opens the file of a run's folder; none where the run pressed on no soil.
    ///
    /// # Errors
    /// If the file is damaged or the disk refuses it.
    pub fn open(folder: &Path) -> Result<Option<Self>, RunFileError> {
        let path = RunFile::Footprints.within(folder);
        let Some(mut file) = VerifiedFile::open(&path)? else { return Ok(None) };
        let damaged = || content_error(&path, DAMAGED);
        let mut header = [0; HEADER_BYTES];
        if file.length() < HEADER_BYTES as u64 {
            return Err(damaged());
        }
        file.read(0, &mut header)?;
        let (words, _) = header.as_chunks::<4>();
        let (&[magic, frames, ..], Some(numbers)) = (words, header.last_chunk::<24>()) else {
            return Err(damaged());
        };
        let frames = u32::from_le_bytes(frames);
        if magic != *MAGIC || frames == 0 {
            return Err(damaged());
        }
        let numbers = *numbers;
        Ok(Some(Self { path, file, frames, numbers }))
    }

    /// How many frames there are.
    #[must_use]
    pub fn frames(&self) -> u32 {
        self.frames
    }

    /// The last frame at or before a time, or the first: distance, base and usual pressure of the run
    /// and the frame's time, 64-bit floats, then the frame, as they stand in the file.
    ///
    /// # Errors
    /// If the file is damaged.
    pub fn at(&mut self, time_s: f64) -> Result<Vec<u8>, RunFileError> {
        let (mut low, mut high) = (0, self.frames);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if self.entry(middle)?.0 <= time_s { low = middle } else { high = middle }
        }
        let (time, place, length) = self.entry(low)?;
        if length > MOST_FRAME {
            return Err(self.damaged());
        }
        let mut bytes = self.numbers.to_vec();
        bytes.extend(time.to_le_bytes());
        let from = bytes.len();
        bytes.resize(from + length as usize, 0);
        self.read(u64::from(place), &mut bytes[from..])?;
        Ok(bytes)
    }

    /// Time, place and length of a frame.
    fn entry(&mut self, frame: u32) -> Result<(f64, u32, u32), RunFileError> {
        let mut entry = [0; ENTRY_BYTES];
        self.read(HEADER_BYTES as u64 + ENTRY_BYTES as u64 * u64::from(frame), &mut entry)?;
        let (halves, _) = entry.as_chunks::<8>();
        let (words, _) = entry.as_chunks::<4>();
        let (&[time, _], &[_, _, place, length]) = (halves, words) else {
            return Err(self.damaged());
        };
        Ok((f64::from_le_bytes(time), u32::from_le_bytes(place), u32::from_le_bytes(length)))
    }

    fn read(&mut self, place: u64, into: &mut [u8]) -> Result<(), RunFileError> {
        if place.saturating_add(into.len() as u64) > self.file.length() {
            return Err(self.damaged());
        }
        self.file.read(place, into)
    }

    fn damaged(&self) -> RunFileError {
        content_error(&self.path, DAMAGED)
    }
}

/// What to do about a file whose content contradicts itself.
const DAMAGED: &str = "it is damaged: run the scenario again";

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(time_s: f64) -> FootprintFrame {
        let node = |column: i32, pressure_pa: f64| PressedNode {
            row: -7,
            column,
            height_m: 100.0 + 1e-4 * time_s,
            pressure_pa,
        };
        let nodes = vec![node(-3, 1000.0), node(-2, 250.0)];
        FootprintFrame::new(time_s, 99.0, &[Footprint { contactor: 5, nodes }])
    }

    fn small() -> Footprints {
        let frames = vec![frame(0.0), frame(1.0), frame(2.5)];
        Footprints { spacing_m: 0.02, base_m: 99.0, frames }
    }

    #[test]
    fn the_last_frame_at_or_before_a_time_is_found() {
        let workdir = tempfile::tempdir().unwrap();
        assert!(FootprintsFile::open(workdir.path()).unwrap().is_none());
        small().write(&RunFile::Footprints.within(workdir.path())).unwrap();
        let mut file = FootprintsFile::open(workdir.path()).unwrap().unwrap();
        assert_eq!(file.frames(), 3);
        for (asked, found) in [(-1.0, 0.0), (0.9, 0.0), (1.0, 1.0), (2.4, 1.0), (9.0, 2.5)] {
            let bytes = file.at(asked).unwrap();
            let (numbers, _) = bytes.as_chunks::<8>();
            assert_eq!(f64::from_le_bytes(numbers[0]), 0.02);
            assert_eq!(f64::from_le_bytes(numbers[2]), 1000.0);
            assert_eq!(f64::from_le_bytes(numbers[3]), found, "{asked}");
            // One footprint of contactor 5 with two nodes from row -7, column -3.
            let words: Vec<i32> =
                bytes[32..52].as_chunks::<4>().0.iter().map(|w| i32::from_le_bytes(*w)).collect();
            assert_eq!(words, [1, 5, 2, -7, -3]);
            let nodes: Vec<u16> =
                bytes[60..].as_chunks::<2>().0.iter().map(|w| u16::from_le_bytes(*w)).collect();
            assert_eq!(nodes, [0, 0, 65535, 0, 0, 1, 16384, 0]);
        }
    }

    #[test]
    fn a_jolt_is_not_what_is_usual() {
        let node = |pressure_pa| PressedNode { row: 0, column: 0, height_m: 0.0, pressure_pa };
        let frame = |pa: f64| {
            FootprintFrame::new(0.0, 0.0, &[Footprint { contactor: 0, nodes: vec![node(pa)] }])
        };
        let mut frames: Vec<_> = (1..=40).map(|k| frame(f64::from(k))).collect();
        frames.push(frame(1e6));
        let all = Footprints { frames, ..Footprints::default() };
        assert_eq!(all.usual_pa(), 39.0);
        assert_eq!(Footprints::default().usual_pa(), 0.0);
    }

    #[test]
    fn a_damaged_file_is_refused_by_name() {
        let workdir = tempfile::tempdir().unwrap();
        let path = RunFile::Footprints.within(workdir.path());
        small().write(&path).unwrap();
        let whole = std::fs::read(&path).unwrap();
        for length in [0, 3, 31, 40, whole.len() - 1] {
            std::fs::write(&path, &whole[..length]).unwrap();
            let answer = FootprintsFile::open(workdir.path());
            let error = answer.and_then(|file| file.unwrap().at(9.0)).unwrap_err().to_string();
            assert!(error.contains("footprints.bin"), "{error}");
        }
    }
}
