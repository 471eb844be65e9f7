//! Reading `history.parquet`: whole, or some columns over a window of rows.
//!
//! A window costs the pages it touches, not the file: a viewer can ask for a thousand rows out of
//! millions, or for every thousandth. Several threads may read one open file. A file that is cut
//! short or damaged is an error with the file's name. What a run has written before it was broken off
//! is read from its row groups and its journal ([`super::history_journal`]).

use std::fs::File;
use std::io;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use parquet::basic::Type as PhysicalType;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData, ParquetMetaDataReader};

use super::RunFile;
use super::history_journal::{GroupRecord, Journaled};
use super::manifest::{HistorySums, Manifest};
use super::page::{Chunk, PageReader, PageRows, read_at};
use crate::bounded;
use crate::quantity::column::Run;
use crate::quantity::unit_of;

pub(super) const TIME_COLUMN: &str = Run::TIME.name;
pub(super) const UNIT_KEY: &str = "planetfall.unit.";
/// More rows than any disk has.
const MOST_ROWS: usize = isize::MAX as usize / size_of::<f64>();
pub(super) const DESCRIPTION_KEY: &str = "planetfall.description.";

/// What a column is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnSpec {
    /// The name, `entity.quantity_unit`.
    pub name: String,
    /// The unit, typeset; empty where dimensionless.
    pub unit: String,
    /// What the column holds, in a sentence.
    pub description: String,
}

/// A column with its values.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// The name, `entity.quantity_unit`.
    pub name: String,
    /// The unit, typeset; empty where dimensionless.
    pub unit: String,
    /// What the column holds, in a sentence.
    pub description: String,
    /// One value per row; NaN where there was none.
    pub values: Vec<f64>,
}

/// Recorded columns of equal length in memory.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct History {
    /// The columns, in the order they were asked for.
    pub columns: Vec<Column>,
}

/// A history on disk, open for reading windows of it.
#[derive(Debug)]
pub struct HistoryFile {
    path: PathBuf,
    file: File,
    columns: Vec<ColumnSpec>,
    groups: Vec<RowGroup>,
    rows: usize,
    unpacked: AtomicU64,
    /// Rows after the last group, as bytes of each column; only of an unfinished run.
    tail: Vec<Vec<u8>>,
    is_finished: bool,
}

/// Consecutive rows, and where each column has them.
#[derive(Debug)]
struct RowGroup {
    rows: Range<usize>,
    chunks: Vec<Chunk>,
}

/// Why a history could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// The disk refuses the file.
    #[error("{}: {source}", path.display())]
    Disk {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The columns to be written are unfit.
    #[error("{}: {reason}", path.display())]
    Columns {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A row has more or fewer numbers than there are columns.
    #[error("a row of the history has {found} numbers where {expected} columns are recorded")]
    RowLength {
        /// Numbers in the row.
        found: usize,
        /// Columns of the history.
        expected: usize,
    },
    /// Writing failed.
    #[error("{}: the history cannot be written: {reason}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the format's library said.
        reason: String,
    },
    /// The file is cut short, damaged, or no history.
    #[error("{}: this is not a whole history: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A column was asked for that is not there.
    #[error("{}: there is no column {name}", path.display())]
    NoColumn {
        /// The file.
        path: PathBuf,
        /// The column asked for.
        name: String,
    },
}

impl ColumnSpec {
    /// A column whose unit follows from its name.
    #[must_use]
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        let name = name.into();
        Self { unit: unit_of(&name), name, description: description.into() }
    }
}

impl History {
    /// Reads a whole history.
    ///
    /// # Errors
    /// If the file is absent, damaged, or no history.
    pub fn read(path: &Path) -> Result<Self, HistoryError> {
        let file = HistoryFile::open(path)?;
        let names: Vec<&str> = file.columns.iter().map(|column| column.name.as_str()).collect();
        file.read(&names, 0..file.rows)
    }

    /// The column of that name.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.len())
    }
}

impl HistoryFile {
    /// Opens a history and reads what columns it has.
    ///
    /// # Errors
    /// If the file is absent, cut short, or holds anything but columns of numbers.
    pub fn open(path: &Path) -> Result<Self, HistoryError> {
        let disk = |source| HistoryError::Disk { path: path.to_owned(), source };
        let file = bounded::open(path).map_err(disk)?;
        let size = file.metadata().map_err(disk)?.len();
        let metadata = match ParquetMetaDataReader::new().parse_and_finish(&file) {
            Ok(metadata) => metadata,
            Err(error) => {
                let unfinished = Self::unfinished(path)?;
                return unfinished.ok_or_else(|| HistoryError::damaged(path, error));
            }
        };
        let columns = columns_of(path, &metadata)?;
        let mut groups = groups_of(path, &metadata, size)?;
        if let Some(sums) = sums_of(path)? {
            attach(path, &file, &mut groups, (size, sums))?;
        }
        let rows = groups.last().map_or(0, |group| group.rows.end);
        let (unpacked, tail) = (AtomicU64::new(0), Vec::new());
        let is_finished = true;
        Ok(Self { path: path.to_owned(), file, columns, groups, rows, unpacked, tail, is_finished })
    }

    /// Opens what stands of a history that is still written or was broken off.
    pub(super) fn open_unfinished(path: &Path) -> Result<Self, HistoryError> {
        let reason = "there is no journal beside it to go on from";
        Self::unfinished(path)?.ok_or_else(|| HistoryError::damaged(path, reason))
    }

    /// Row groups and journal; none where there is no journal.
    fn unfinished(path: &Path) -> Result<Option<Self>, HistoryError> {
        let disk = |source| HistoryError::Disk { path: path.to_owned(), source };
        let Some(Journaled { columns, groups, tail }) = Journaled::read(path)? else {
            return Ok(None);
        };
        let file = bounded::open(path).map_err(disk)?;
        let size = file.metadata().map_err(disk)?.len();
        let groups = groups.iter().map(|record| record.placed(size)).collect::<Option<Vec<_>>>();
        let groups = groups
            .ok_or_else(|| HistoryError::damaged(path, "a row group lies outside the file"))?;
        let end = groups.last().map_or(0, |group| group.rows.end);
        let rows = end + tail.first().map_or(0, Vec::len);
        let bytes =
            |column: Vec<f64>| column.iter().flat_map(|value| value.to_le_bytes()).collect();
        let tail = tail.into_iter().map(bytes).collect();
        let (unpacked, is_finished) = (AtomicU64::new(0), false);
        let path = path.to_owned();
        Ok(Some(Self { path, file, columns, groups, rows, unpacked, tail, is_finished }))
    }

    /// The checksums of all columns of all row groups, and of what follows them.
    pub(super) fn sums(&self) -> Result<(Vec<Vec<u32>>, u32), HistoryError> {
        let disk = |source| HistoryError::Disk { path: self.path.clone(), source };
        let of_chunk = |chunk: &Chunk| sum(&self.file, chunk.start..chunk.end).map_err(disk);
        let group =
            |group: &RowGroup| group.chunks.iter().map(of_chunk).collect::<Result<Vec<u32>, _>>();
        let groups = self.groups.iter().map(group).collect::<Result<_, _>>()?;
        let size = self.file.metadata().map_err(disk)?.len();
        let footer = sum(&self.file, end_of(&self.groups)..size);
        Ok((groups, footer.map_err(disk)?))
    }

    /// Compares all of it with its checksums.
    ///
    /// # Errors
    /// If a column does not have the checksum that was written for it.
    pub fn verify(&self) -> Result<(), HistoryError> {
        for group in &self.groups {
            for (column, chunk) in group.chunks.iter().enumerate() {
                let place = || self.place_of(column, &group.rows);
                let named =
                    |reason| HistoryError::damaged(&self.path, format!("{}: {reason}", place()));
                chunk.verify(&self.file).map_err(named)?;
            }
        }
        Ok(())
    }

    /// Whether it is whole: not read from the journal of a run that goes on or was broken off.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.is_finished
    }

    /// The row groups of the journal beside it.
    pub(super) fn journaled_groups(&self) -> Result<Vec<GroupRecord>, HistoryError> {
        Ok(Journaled::read(&self.path)?.map_or_else(Vec::new, |journaled| journaled.groups))
    }

    /// The columns, in file order; the first is `time_s`.
    #[must_use]
    pub fn columns(&self) -> &[ColumnSpec] {
        &self.columns
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Reads some columns over a window of rows; rows past the end are left out.
    ///
    /// # Errors
    /// If a column is not there, or the file is damaged.
    pub fn read(&self, names: &[&str], rows: Range<usize>) -> Result<History, HistoryError> {
        let columns = names.iter().map(|name| self.read_column(name, rows.clone()));
        Ok(History { columns: columns.collect::<Result<_, _>>()? })
    }

    /// Reads one column over a window of rows; rows past the end are left out.
    ///
    /// # Errors
    /// If the column is not there, or the file is damaged.
    pub fn read_column(&self, name: &str, rows: Range<usize>) -> Result<Column, HistoryError> {
        let Some(index) = self.column_index(name) else {
            return Err(HistoryError::NoColumn { path: self.path.clone(), name: name.to_owned() });
        };
        let mut values = Vec::new();
        self.visit(index, rows.clone(), &mut |page| {
            page.append(&rows, &mut values);
            ControlFlow::Continue(())
        })?;
        let ColumnSpec { name, unit, description } = self.spec(index);
        Ok(Column { name, unit, description, values })
    }

    /// The place of a column in [`Self::columns`].
    #[must_use]
    pub fn column_index(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// Shows the pages of a column that have any of the rows, in order and one at a time, until
    /// `show` has seen enough. Pages before the rows are not unpacked.
    ///
    /// # Errors
    /// If the file is damaged.
    pub fn visit(
        &self,
        column: usize,
        rows: Range<usize>,
        show: &mut dyn FnMut(&PageRows<'_>) -> ControlFlow<()>,
    ) -> Result<(), HistoryError> {
        let wanted = &mut |page: &Range<usize>| page.start < rows.end && page.end > rows.start;
        self.show(column, rows.clone(), &mut PageReader::new(wanted, show))
    }

    /// The numbers of a column in some rows, which must rise; one for each row before the end.
    ///
    /// # Errors
    /// If the file is damaged.
    pub fn pick(&self, column: usize, rows: &[usize]) -> Result<Vec<f64>, HistoryError> {
        let mut values = Vec::with_capacity(rows.len());
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Ok(values) };
        let next = |page: &Range<usize>| rows.partition_point(|row| *row < page.start);
        let wanted =
            &mut |page: &Range<usize>| rows.get(next(page)).is_some_and(|row| page.contains(row));
        let show = &mut |page: &PageRows<'_>| {
            let inside = page.rows();
            let due = rows.get(next(&inside)..).unwrap_or_default().iter();
            values.extend(due.take_while(|row| inside.contains(row)).map(|row| page.value(*row)));
            ControlFlow::Continue(())
        };
        self.show(column, *first..last.saturating_add(1), &mut PageReader::new(wanted, show))?;
        Ok(values)
    }

    /// Bytes of all pages unpacked since the file was opened: what windows have cost.
    #[must_use]
    pub fn unpacked_bytes(&self) -> u64 {
        self.unpacked.load(Ordering::Relaxed)
    }

    fn spec(&self, column: usize) -> ColumnSpec {
        self.columns.get(column).cloned().unwrap_or_else(|| ColumnSpec::new("", ""))
    }

    fn show(
        &self,
        column: usize,
        rows: Range<usize>,
        reader: &mut PageReader<'_>,
    ) -> Result<(), HistoryError> {
        let touched =
            |group: &&RowGroup| group.rows.start < rows.end && group.rows.end > rows.start;
        for group in self.groups.iter().filter(touched) {
            let Some(chunk) = group.chunks.get(column) else { continue };
            let seen = chunk.visit(&self.file, group.rows.start, rows.end, reader);
            self.unpacked.fetch_add(std::mem::take(&mut reader.unpacked), Ordering::Relaxed);
            let place = || self.place_of(column, &group.rows);
            let named =
                |reason| HistoryError::damaged(&self.path, format!("{}: {reason}", place()));
            if seen.map_err(named)?.is_break() {
                return Ok(());
            }
        }
        if let Some(bytes) = self.tail.get(column) {
            let start = self.groups.last().map_or(0, |group| group.rows.end);
            let page = PageRows::plain(start, bytes);
            if !bytes.is_empty() && (reader.wanted)(&page.rows()) {
                let _ = (reader.show)(&page);
            }
        }
        Ok(())
    }

    /// A column of a row group in words.
    fn place_of(&self, column: usize, rows: &Range<usize>) -> String {
        let name = self.columns.get(column).map_or("", |column| column.name.as_str());
        format!("column {name}, rows {} to {}", rows.start, rows.end)
    }
}

impl HistoryError {
    pub(super) fn write(path: &Path, error: ParquetError) -> Self {
        Self::Write { path: path.to_owned(), reason: error.to_string() }
    }

    pub(super) fn damaged(path: &Path, reason: impl ToString) -> Self {
        Self::Damaged { path: path.to_owned(), reason: reason.to_string() }
    }
}

/// What the manifest beside a history says of it.
fn sums_of(path: &Path) -> Result<Option<HistorySums>, HistoryError> {
    let own = path.file_name().is_some_and(|name| name == RunFile::History.name());
    let Some(folder) = path.parent().filter(|_| own) else { return Ok(None) };
    let manifest = Manifest::read(folder);
    let manifest = manifest.map_err(|error| HistoryError::damaged(path, error))?;
    Ok(manifest.and_then(|manifest| manifest.history()))
}

/// Gives the columns their checksums and compares that of the footer.
fn attach(
    path: &Path,
    file: &File,
    groups: &mut [RowGroup],
    (size, sums): (u64, HistorySums),
) -> Result<(), HistoryError> {
    let HistorySums { bytes, row_groups, footer } = sums;
    if bytes != size {
        let reason = format!("it has {size} bytes where {bytes} were written");
        return Err(HistoryError::damaged(path, reason));
    }
    let from = end_of(groups);
    let found = sum(file, from..size)
        .map_err(|source| HistoryError::Disk { path: path.to_owned(), source })?;
    let fits = |(group, sums): (&RowGroup, &Vec<u32>)| group.chunks.len() == sums.len();
    let alike = groups.len() == row_groups.len() && groups.iter().zip(&row_groups).all(fits);
    if found != footer || !alike {
        let reason = format!("it is damaged: the checksum of bytes {from} to {size} is wrong");
        return Err(HistoryError::damaged(path, reason));
    }
    for (group, sums) in groups.iter_mut().zip(row_groups) {
        for (chunk, sum) in group.chunks.iter_mut().zip(sums) {
            chunk.sum = Some(sum);
        }
    }
    Ok(())
}

/// Where the last row group ends.
fn end_of(groups: &[RowGroup]) -> u64 {
    groups.iter().flat_map(|group| &group.chunks).map(|chunk| chunk.end).max().unwrap_or(0)
}

/// CRC-32 of some bytes of a file.
fn sum(file: &File, mut bytes: Range<u64>) -> io::Result<u32> {
    let mut hasher = crc32fast::Hasher::new();
    let mut part = Vec::new();
    while bytes.start < bytes.end {
        part.resize((bytes.end - bytes.start).min(1 << 20) as usize, 0);
        read_at(file, &mut part, bytes.start)?;
        hasher.update(&part);
        bytes.start += part.len() as u64;
    }
    Ok(hasher.finalize())
}

fn columns_of(path: &Path, metadata: &ParquetMetaData) -> Result<Vec<ColumnSpec>, HistoryError> {
    let schema = metadata.file_metadata().schema_descr();
    let mut columns = Vec::new();
    for column in schema.columns() {
        let name = column.name().to_owned();
        let plain = column.physical_type() == PhysicalType::DOUBLE
            && column.max_def_level() == 0
            && column.max_rep_level() == 0;
        if !plain {
            let reason = format!("the column {name} does not hold one number in every row");
            return Err(HistoryError::damaged(path, reason));
        }
        columns.push(ColumnSpec {
            unit: note(metadata, UNIT_KEY, &name).unwrap_or_else(|| unit_of(&name)),
            description: note(metadata, DESCRIPTION_KEY, &name).unwrap_or_default(),
            name,
        });
    }
    match columns.first() {
        Some(first) if first.name == TIME_COLUMN => Ok(columns),
        _ => Err(HistoryError::damaged(path, format!("the first column is not {TIME_COLUMN}"))),
    }
}

fn note(metadata: &ParquetMetaData, key: &str, column: &str) -> Option<String> {
    let notes = metadata.file_metadata().key_value_metadata()?;
    let wanted = notes.iter().find(|note| note.key.strip_prefix(key) == Some(column))?;
    wanted.value.clone()
}

/// The row groups. Every column of every group must lie within the file: the format's library
/// takes that on trust.
fn groups_of(
    path: &Path,
    metadata: &ParquetMetaData,
    size: u64,
) -> Result<Vec<RowGroup>, HistoryError> {
    let columns = metadata.file_metadata().schema_descr().num_columns();
    let mut groups = Vec::new();
    let mut start: usize = 0;
    for group in metadata.row_groups() {
        let rows = usize::try_from(group.num_rows()).ok();
        let end = rows.and_then(|rows| start.checked_add(rows)).filter(|end| *end < MOST_ROWS);
        let end = end.ok_or_else(|| HistoryError::damaged(path, "the number of rows is wrong"))?;
        let place = |column| place_of(column, end - start, size);
        let chunks = group.columns().iter().map(place).collect::<Option<Vec<_>>>();
        let chunks = chunks.filter(|chunks| chunks.len() == columns);
        let chunks =
            chunks.ok_or_else(|| HistoryError::damaged(path, "a column lies outside the file"))?;
        groups.push(RowGroup { rows: start..end, chunks });
        start = end;
    }
    Ok(groups)
}

fn place_of(column: &ColumnChunkMetaData, rows: usize, size: u64) -> Option<Chunk> {
    let first = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
    let start = u64::try_from(first).ok()?;
    let end = start.checked_add(u64::try_from(column.compressed_size()).ok()?)?;
    let whole = end <= size && usize::try_from(column.num_values()).ok() == Some(rows);
    let (sum, is_verified) = (None, AtomicBool::new(false));
    whole.then(|| Chunk { start, end, compression: column.compression(), rows, sum, is_verified })
}

impl GroupRecord {
    /// Where its columns lie, if they lie within a file of this size.
    fn placed(&self, size: u64) -> Option<RowGroup> {
        let chunk = |(column, sum): (&ColumnChunkMetaData, &u32)| {
            let chunk = place_of(column, self.rows.len(), size)?;
            Some(Chunk { sum: Some(*sum), ..chunk })
        };
        let chunks = self.group.columns().iter().zip(&self.sums).map(chunk);
        Some(RowGroup { rows: self.rows.clone(), chunks: chunks.collect::<Option<_>>()? })
    }
}
