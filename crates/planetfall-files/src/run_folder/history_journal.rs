//! What makes a history readable before it is whole, beside `history.parquet`.
//!
//! `history.groups` has the columns and then a record of each row group in the file: its place and the
//! checksum of each of its columns. `history.rows` has the rows since then. Both are made of
//! [`crate::records`]; a run that is whole has neither.

use super::history::{ColumnSpec, HistoryError};
use super::page::read_at;
use crate::bounded;
use crate::records::{self, Put, RecordError, Records, Take};
use parquet::errors::ParquetError;
use parquet::file::metadata::{
    FileMetaData, ParquetMetaData, ParquetMetaDataOptions, ParquetMetaDataReader,
    ParquetMetaDataWriter, RowGroupMetaData,
};
use std::fs::{self, File};
use std::io::{self, Seek, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Bytes at the end of a footer: its length and the format's mark.
const TAIL: usize = 8;

/// Both files while the history is written.
#[derive(Debug)]
pub(super) struct HistoryJournal {
    groups: File,
    rows: File,
    paths: [PathBuf; 2],
    /// Rows of the history that are in a group or in the journal.
    kept: u64,
    /// Where a record is put together.
    record: Put,
}

/// A row group as the journal has it.
#[derive(Debug)]
pub(super) struct GroupRecord {
    pub(super) rows: Range<usize>,
    pub(super) group: RowGroupMetaData,
    /// CRC-32 of each column's bytes.
    pub(super) sums: Vec<u32>,
    bytes: Vec<u8>,
}

/// What the journal of an unfinished history says.
#[derive(Debug)]
pub(super) struct Journaled {
    pub(super) columns: Vec<ColumnSpec>,
    pub(super) groups: Vec<GroupRecord>,
    /// The rows after the last group, column by column.
    pub(super) tail: Vec<Vec<f64>>,
}

/// The two files of a history.
pub(super) fn places(history: &Path) -> [PathBuf; 2] {
    ["groups", "rows"].map(|end| history.with_extension(end))
}

impl HistoryJournal {
    pub(super) fn create(history: &Path, columns: &[ColumnSpec]) -> Result<Self, HistoryError> {
        let paths = places(history);
        let head = columns_text(columns);
        let groups = begun(&paths[0], &[head.as_bytes()])?;
        let rows = begun(&paths[1], &[])?;
        Ok(Self { groups, rows, paths, kept: 0, record: Put::default() })
    }

    /// Goes on after some groups and the rows after them.
    pub(super) fn resume(
        history: &Path,
        columns: &[ColumnSpec],
        groups: &[GroupRecord],
        tail: (usize, &[Vec<f64>]),
    ) -> Result<Self, HistoryError> {
        let paths = places(history);
        let mut record = Put::default();
        let (first, values) = tail;
        put_rows(&mut record, first, values, 0);
        // The rows come first: with the old groups they are as good as those that they replace.
        let rows = begun(&paths[1], &[&record.0])?;
        let head = columns_text(columns);
        let mut all = vec![head.as_bytes()];
        all.extend(groups.iter().map(|group| group.bytes.as_slice()));
        let groups = begun(&paths[0], &all)?;
        let kept = (first + values.first().map_or(0, Vec::len)) as u64;
        Ok(Self { groups, rows, paths, kept, record })
    }

    /// Writes the rows that are not in the journal yet.
    pub(super) fn rows(&mut self, gathered: &[Vec<f64>], rows: u64) -> Result<(), HistoryError> {
        let pending = gathered.first().map_or(0, Vec::len) as u64;
        let from = usize::try_from(self.kept.saturating_sub(rows - pending)).unwrap_or(usize::MAX);
        if from as u64 >= pending {
            return Ok(());
        }
        let first = (rows - pending) as usize + from;
        put_rows(&mut self.record, first, gathered, from);
        let written = records::append(&mut self.rows, &self.record.0);
        written.map_err(disk(&self.paths[1]))?;
        self.kept = rows;
        Ok(())
    }

    /// Takes note of the latest row group, which ends before a row, and begins the rows anew.
    pub(super) fn group(
        &mut self,
        file: &File,
        groups: &[RowGroupMetaData],
        end: usize,
    ) -> Result<(), HistoryError> {
        let Some(group) = groups.last() else { return Ok(()) };
        let broken = |error: ParquetError| HistoryError::write(&self.paths[0], error);
        let footer = footer(group).map_err(broken)?;
        let sums = sums(file, group).map_err(disk(&self.paths[0]))?;
        let rows = usize::try_from(group.num_rows()).unwrap_or_default();
        let record = &mut self.record;
        record.0.clear();
        record.count(end.saturating_sub(rows));
        record.words(&sums.iter().map(|sum| u64::from(*sum)).collect::<Vec<u64>>());
        record.bytes(&footer);
        records::append(&mut self.groups, &record.0).map_err(disk(&self.paths[0]))?;
        self.kept = end as u64;
        let emptied = self.rows.set_len(0).and_then(|()| self.rows.rewind());
        emptied.map_err(disk(&self.paths[1]))
    }

    pub(super) fn sync(&self) -> Result<(), HistoryError> {
        self.groups.sync_data().map_err(disk(&self.paths[0]))?;
        self.rows.sync_data().map_err(disk(&self.paths[1]))
    }
}

impl Journaled {
    /// What the files beside a history say; none where there are none.
    pub(super) fn read(history: &Path) -> Result<Option<Self>, HistoryError> {
        let [groups_path, rows_path] = places(history);
        let bytes = match bounded::read(&groups_path, bounded::RUN_FILE) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(disk(&groups_path)(error)),
        };
        let wrong = |error: RecordError| HistoryError::damaged(&groups_path, error);
        let mut all = Records::of(&bytes);
        let head = all.next().ok_or(RecordError::Content).and_then(|head| head).map_err(wrong)?;
        let columns = columns_of(head).ok_or(RecordError::Content).map_err(wrong)?;
        let mut groups: Vec<GroupRecord> = Vec::new();
        for record in all {
            let group = record.and_then(|record| GroupRecord::of(record, columns.len()));
            let group = group.map_err(wrong)?;
            if group.rows.start != groups.last().map_or(0, |last| last.rows.end) {
                return Err(wrong(RecordError::Content));
            }
            groups.push(group);
        }
        let end = groups.last().map_or(0, |last| last.rows.end);
        let bytes = bounded::read(&rows_path, bounded::RUN_FILE).map_err(disk(&rows_path))?;
        let tail = tail(&bytes, columns.len(), end)
            .map_err(|error| HistoryError::damaged(&rows_path, error))?;
        Ok(Some(Self { columns, groups, tail }))
    }
}

impl GroupRecord {
    fn of(record: &[u8], columns: usize) -> Result<Self, RecordError> {
        let mut take = Take(record);
        let start = take.count()?;
        let sums: Vec<u32> = take.words()?.into_iter().map(|sum| sum as u32).collect();
        let footer = take.bytes()?;
        let thrift = footer.len().checked_sub(TAIL).and_then(|end| footer.get(..end));
        // Of the kinds of pages all is kept: a run that goes on writes it again.
        let options = ParquetMetaDataOptions::new().with_encoding_stats_as_mask(false);
        let metadata = ParquetMetaDataReader::decode_metadata_with_options(
            thrift.unwrap_or_default(),
            Some(&options),
        );
        let metadata = metadata.map_err(|_| RecordError::Content)?;
        let [group] = metadata.row_groups() else { return Err(RecordError::Content) };
        let rows = usize::try_from(group.num_rows()).map_err(|_| RecordError::Content)?;
        let end = start.checked_add(rows).ok_or(RecordError::Content)?;
        if sums.len() != columns || group.num_columns() != columns {
            return Err(RecordError::Content);
        }
        Ok(Self { rows: start..end, group: group.clone(), sums, bytes: record.to_vec() })
    }

    /// Where its bytes end in the history.
    pub(super) fn end(&self) -> u64 {
        self.group
            .columns()
            .iter()
            .map(|column| {
                let (start, length) = column.byte_range();
                start + length
            })
            .max()
            .unwrap_or(0)
    }

    /// Whether its bytes are what was written.
    pub(super) fn verify(&self, history: &Path) -> Result<(), HistoryError> {
        let found = File::open(history).and_then(|file| sums(&file, &self.group));
        if found.map_err(disk(history))? == self.sums {
            return Ok(());
        }
        let reason = format!(
            "a checksum of the row group with rows {} to {} is wrong",
            self.rows.start, self.rows.end
        );
        Err(HistoryError::damaged(history, reason))
    }
}

/// CRC-32 of the bytes of each column of a row group.
fn sums(file: &File, group: &RowGroupMetaData) -> io::Result<Vec<u32>> {
    let mut bytes = Vec::new();
    let mut sum = |(start, length): (u64, u64)| {
        bytes.resize(usize::try_from(length).map_err(io::Error::other)?, 0);
        read_at(file, &mut bytes, start)?;
        Ok(crc32fast::hash(&bytes))
    };
    group.columns().iter().map(|column| sum(column.byte_range())).collect()
}

/// A footer of one row group.
fn footer(group: &RowGroupMetaData) -> Result<Vec<u8>, ParquetError> {
    let schema = group.schema_descr_ptr();
    let file = FileMetaData::new(1, group.num_rows(), None, None, schema, None);
    let metadata = ParquetMetaData::new(file, vec![group.clone()]);
    let mut bytes = Vec::new();
    ParquetMetaDataWriter::new(&mut bytes, &metadata).finish()?;
    Ok(bytes)
}

/// Rows from an index of the gathered ones on, the first of which has a number.
fn put_rows(record: &mut Put, first: usize, gathered: &[Vec<f64>], from: usize) {
    record.0.clear();
    record.count(first);
    record.count(gathered.first().map_or(0, Vec::len).saturating_sub(from));
    for column in gathered {
        column.iter().skip(from).for_each(|value| record.real(*value));
    }
}

/// The rows after the last group; a record that was not finished is left out.
fn tail(bytes: &[u8], columns: usize, end: usize) -> Result<Vec<Vec<f64>>, RecordError> {
    let mut tail = vec![Vec::new(); columns];
    for record in Records::of(bytes) {
        let mut take = Take(record?);
        let (first, count) = (take.count()?, take.count()?);
        let known = end + tail.first().map_or(0, Vec::len);
        let length = count.checked_mul(8).and_then(|bytes| bytes.checked_mul(columns));
        if first > known || length != Some(take.0.len()) {
            return Err(RecordError::Content);
        }
        for column in &mut tail {
            for row in first..first + count {
                let value = take.real()?;
                if row >= known {
                    column.push(value);
                }
            }
        }
    }
    Ok(tail)
}

fn columns_text(columns: &[ColumnSpec]) -> String {
    let columns: Vec<[&str; 3]> =
        columns.iter().map(|one| [one.name.as_str(), &one.unit, &one.description]).collect();
    serde_json::json!(columns).to_string()
}

fn columns_of(head: &[u8]) -> Option<Vec<ColumnSpec>> {
    let columns: Vec<[String; 3]> = serde_json::from_slice(head).ok()?;
    let spec = |[name, unit, description]: [String; 3]| ColumnSpec { name, unit, description };
    (!columns.is_empty()).then(|| columns.into_iter().map(spec).collect())
}

/// A file with these records in place of what it had, ready for more.
fn begun(path: &Path, first: &[&[u8]]) -> Result<File, HistoryError> {
    let new = path.with_extension("new");
    let begin = || {
        let mut bytes = Vec::new();
        first.iter().try_for_each(|record| records::append(&mut bytes, record))?;
        let mut file = File::create(&new)?;
        file.write_all(&bytes)?;
        fs::rename(&new, path)?;
        Ok(file)
    };
    begin().map_err(disk(path))
}

fn disk(path: &Path) -> impl Fn(io::Error) -> HistoryError {
    let path = path.to_owned();
    move |source| HistoryError::Disk { path: path.clone(), source }
}
