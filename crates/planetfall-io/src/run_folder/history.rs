//! Reading `history.parquet`: whole, or some columns over a window of rows.
//!
//! A window costs the row groups it touches, not the file: a viewer can ask for a thousand
//! rows out of millions. A file that is cut short or damaged is an error with the file's name.

use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};

use parquet::basic::{Encoding, Type as PhysicalType};
use parquet::column::page::{Page, PageReader};
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData};
use parquet::file::reader::{FileReader, SerializedFileReader};

use crate::quantity::unit_of;

pub(super) const TIME_COLUMN: &str = "time_s";
pub(super) const UNIT_KEY: &str = "planetfall.unit.";
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
pub struct HistoryFile {
    path: PathBuf,
    reader: SerializedFileReader<File>,
    columns: Vec<ColumnSpec>,
    rows: usize,
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
    /// A column whose unit is told by its name.
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
        let file = File::open(path)
            .map_err(|source| HistoryError::Disk { path: path.to_owned(), source })?;
        let size = file
            .metadata()
            .map_err(|source| HistoryError::Disk { path: path.to_owned(), source })?
            .len();
        let reader =
            SerializedFileReader::new(file).map_err(|error| HistoryError::damaged(path, error))?;
        check_places(path, reader.metadata(), size)?;
        let columns = columns_of(path, reader.metadata())?;
        let rows = rows_of(path, reader.metadata())?;
        Ok(Self { path: path.to_owned(), reader, columns, rows })
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
        let found = self.columns.iter().enumerate().find(|(_, column)| column.name == name);
        let Some((index, spec)) = found else {
            return Err(HistoryError::NoColumn { path: self.path.clone(), name: name.to_owned() });
        };
        let values = read_values(&self.reader, index, &rows)
            .map_err(|error| HistoryError::damaged(&self.path, error))?;
        let ColumnSpec { name, unit, description } = spec.clone();
        Ok(Column { name, unit, description, values })
    }
}

impl HistoryError {
    pub(super) fn write(path: &Path, error: ParquetError) -> Self {
        Self::Write { path: path.to_owned(), reason: error.to_string() }
    }

    fn damaged(path: &Path, reason: impl ToString) -> Self {
        Self::Damaged { path: path.to_owned(), reason: reason.to_string() }
    }
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

fn rows_of(path: &Path, metadata: &ParquetMetaData) -> Result<usize, HistoryError> {
    let mut rows: usize = 0;
    for group in metadata.row_groups() {
        let sum = usize::try_from(group.num_rows()).ok().and_then(|count| rows.checked_add(count));
        rows = sum.ok_or_else(|| HistoryError::damaged(path, "the number of rows is wrong"))?;
    }
    Ok(rows)
}

/// Every column of every group must lie within the file: the format's library takes that on
/// trust when it opens one.
fn check_places(path: &Path, metadata: &ParquetMetaData, size: u64) -> Result<(), HistoryError> {
    let count = metadata.file_metadata().schema_descr().num_columns();
    for group in metadata.row_groups() {
        let inside = |column: &ColumnChunkMetaData| {
            let first = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
            let first = u64::try_from(first).ok();
            let length = u64::try_from(column.compressed_size()).ok();
            let end = first.zip(length).and_then(|(first, length)| first.checked_add(length));
            end.is_some_and(|end| end <= size) && column.num_values() == group.num_rows()
        };
        if group.columns().len() != count || !group.columns().iter().all(inside) {
            return Err(HistoryError::damaged(path, "a column lies outside the file"));
        }
    }
    Ok(())
}

fn read_values(
    reader: &SerializedFileReader<File>,
    column: usize,
    wanted: &Range<usize>,
) -> Result<Vec<f64>, ParquetError> {
    let mut values = Vec::new();
    let mut start = 0;
    for (index, group) in reader.metadata().row_groups().iter().enumerate() {
        let end = start + usize::try_from(group.num_rows()).unwrap_or(0);
        let (from, to) = (wanted.start.max(start), wanted.end.min(end));
        if from < to {
            let pages = reader.get_row_group(index)?.get_column_page_reader(column)?;
            take(pages, from - start..to - start, &mut values)?;
        }
        start = end;
    }
    Ok(values)
}

/// Appends a window of a column's rows, page by page, or fails if the column ends before.
///
/// Pages are neither skipped nor decoded by the library, which panics on some that are
/// damaged. A group is small enough to unpack the pages before the window.
fn take(
    mut pages: Box<dyn PageReader>,
    wanted: Range<usize>,
    values: &mut Vec<f64>,
) -> Result<(), ParquetError> {
    let mut start = 0;
    while start < wanted.end {
        let page = pages.get_next_page()?;
        let page = page.ok_or_else(|| damage("a column ends before its last row"))?;
        let page = decode(&page)?;
        let within = wanted.start.saturating_sub(start)..page.len().min(wanted.end - start);
        values.extend_from_slice(page.get(within).unwrap_or_default());
        start += page.len();
    }
    Ok(())
}

/// The numbers of a page, in either of the encodings that suit them.
fn decode(page: &Page) -> Result<Vec<f64>, ParquetError> {
    let bytes = page.buffer();
    let count = bytes.len() / size_of::<f64>();
    if bytes.len() != count * size_of::<f64>() || page.num_values() as usize != count {
        return Err(damage("a page has the wrong length"));
    }
    match page.encoding() {
        Encoding::PLAIN => Ok(bytes.as_chunks().0.iter().map(|b| f64::from_le_bytes(*b)).collect()),
        Encoding::BYTE_STREAM_SPLIT => Ok(joined(bytes, count)),
        other => Err(damage(&format!("a page has the encoding {other}, unknown to a history"))),
    }
}

/// The first bytes of all numbers come first, then all second bytes, and so on.
fn joined(bytes: &[u8], count: usize) -> Vec<f64> {
    let mut bits = vec![0_u64; count];
    for (place, stream) in bytes.chunks_exact(count.max(1)).enumerate() {
        for (number, byte) in bits.iter_mut().zip(stream) {
            *number |= u64::from(*byte) << (8 * place);
        }
    }
    bits.into_iter().map(f64::from_bits).collect()
}

fn damage(reason: &str) -> ParquetError {
    ParquetError::General(reason.to_owned())
}
