//! Writing `history.parquet` while a run goes on.
//!
//! Rows are gathered column by column and written in row groups, so memory is bounded by one
//! group however long the run. The bytes of the numbers are regrouped by significance
//! (Parquet's `BYTE_STREAM_SPLIT`) before compression: neighbouring samples share sign and
//! exponent, and those bytes then lie side by side.
//!
//! Row groups end by the number of their rows only. What is not yet in one stands in a journal
//! ([`super::history_journal`]), so that a run whose process dies can be read and can go on.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::{Compression, Encoding, Repetition, Type as PhysicalType};
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::DoubleType;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};

use super::RunFile;
use super::history::{
    ColumnSpec, DESCRIPTION_KEY, HistoryError, HistoryFile, TIME_COLUMN, UNIT_KEY,
};
use super::history_journal::{GroupRecord, HistoryJournal};

/// Rows in a group. Chosen: small enough for a viewer to read one for a window.
const GROUP_ROWS: usize = 65_536;
/// Memory for one group of many columns. Chosen.
const GROUP_BYTES: usize = 32 << 20;
/// Rows in a page, the least that is decompressed to read a window. Chosen.
const PAGE_ROWS: usize = 8_192;

/// Writes a history row by row. What was pushed is readable after [`Self::finish`], and also
/// if the writer is dropped because the run failed.
#[derive(Debug)]
pub struct HistoryWriter {
    path: PathBuf,
    file: SerializedFileWriter<ResumedFile>,
    gathered: Vec<Vec<f64>>,
    group_rows: usize,
    rows: u64,
    open: bool,
    journal: Option<HistoryJournal>,
}

/// The file, of which some bytes may stand already.
#[derive(Debug)]
struct ResumedFile {
    file: File,
    stands: u64,
}

impl Write for ResumedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.stands == 0 {
            return self.file.write(bytes);
        }
        let passed = bytes.len().min(usize::try_from(self.stands).unwrap_or(usize::MAX));
        self.stands -= passed as u64;
        Ok(passed)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl HistoryWriter {
    /// Creates the file. The first column must be `time_s`, and no name may come twice.
    ///
    /// # Errors
    /// If the columns are unfit or the file cannot be made.
    pub fn create(path: &Path, columns: &[ColumnSpec]) -> Result<Self, HistoryError> {
        check_columns(path, columns)?;
        let file = File::options().create(true).truncate(true).write(true).read(true).open(path);
        let file = file.map_err(|source| HistoryError::Disk { path: path.to_owned(), source })?;
        Self::over(path, columns, ResumedFile { file, stands: 0 })
    }

    /// The same with a journal of what is in no row group yet.
    ///
    /// # Errors
    /// If the columns are unfit or a file cannot be made.
    pub fn create_with_journal(path: &Path, columns: &[ColumnSpec]) -> Result<Self, HistoryError> {
        let mut own = Self::create(path, columns)?;
        own.journal = Some(HistoryJournal::create(path, columns)?);
        Ok(own)
    }

    /// Goes on with an unfinished history after so many of its rows; later ones are dropped.
    ///
    /// # Errors
    /// If the history has other columns, fewer rows, or is damaged.
    pub fn resume(path: &Path, columns: &[ColumnSpec], rows: u64) -> Result<Self, HistoryError> {
        check_columns(path, columns)?;
        let disk = |source| HistoryError::Disk { path: path.to_owned(), source };
        let broken = |error: ParquetError| HistoryError::write(path, error);
        let old = HistoryFile::open_unfinished(path)?;
        let wanted = usize::try_from(rows).unwrap_or(usize::MAX);
        if old.columns() != columns || old.rows() < wanted {
            let reason = format!(
                "it has {} columns and {} rows where the run goes on with {} and {wanted}",
                old.columns().len(),
                old.rows(),
                columns.len()
            );
            return Err(HistoryError::Columns { path: path.to_owned(), reason });
        }
        let mut groups = old.journaled_groups()?;
        groups.retain(|group| group.rows.end <= wanted);
        let (end, stands) = groups.last().map_or((0, 0), |last| (last.rows.end, last.end()));
        let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        let pending = old.read(&names, end..wanted)?;
        groups.iter().try_for_each(|group| group.verify(path))?;
        let pending: Vec<Vec<f64>> =
            pending.columns.into_iter().map(|column| column.values).collect();
        let journal = HistoryJournal::resume(path, columns, &groups, (end, &pending))?;
        let source = File::open(path).map_err(disk)?;
        let mut file = File::options().write(true).read(true).open(path).map_err(disk)?;
        file.set_len(stands).and_then(|()| file.seek(SeekFrom::End(0))).map_err(disk)?;
        let mut own = Self::over(path, columns, ResumedFile { file, stands })?;
        for group in &groups {
            pass_group(&mut own.file, &source, group).map_err(broken)?;
        }
        own.file.flush().map_err(disk)?;
        (own.gathered, own.rows, own.journal) = (pending, rows, Some(journal));
        Ok(own)
    }

    fn over(
        path: &Path,
        columns: &[ColumnSpec],
        target: ResumedFile,
    ) -> Result<Self, HistoryError> {
        let broken = |error: ParquetError| HistoryError::write(path, error);
        let properties = Arc::new(properties(columns));
        let file = SerializedFileWriter::new(target, schema(columns).map_err(broken)?, properties)
            .map_err(broken)?;
        let by_memory = GROUP_BYTES / (size_of::<f64>() * columns.len());
        Ok(Self {
            path: path.to_owned(),
            file,
            gathered: vec![Vec::new(); columns.len()],
            group_rows: by_memory.clamp(1, GROUP_ROWS),
            rows: 0,
            open: true,
            journal: None,
        })
    }

    /// Adds a row: one number per column, in the order of the columns.
    ///
    /// # Errors
    /// If the row has another length, or a full group cannot be written.
    pub fn push(&mut self, row: &[f64]) -> Result<(), HistoryError> {
        if row.len() != self.gathered.len() {
            return Err(HistoryError::RowLength {
                found: row.len(),
                expected: self.gathered.len(),
            });
        }
        for (column, value) in self.gathered.iter_mut().zip(row) {
            column.push(*value);
        }
        self.rows += 1;
        if self.pending() >= self.group_rows { self.flush_group() } else { Ok(()) }
    }

    /// Writes the rows that are in no row group yet into the journal: they can then be read.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn journal(&mut self) -> Result<(), HistoryError> {
        match &mut self.journal {
            Some(journal) => journal.rows(&self.gathered, self.rows),
            None => Ok(()),
        }
    }

    /// The same, and on the disk itself when this returns.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn sync(&mut self) -> Result<(), HistoryError> {
        self.journal()?;
        let synced = self.file.inner().file.sync_data();
        synced.map_err(|source| HistoryError::Disk { path: self.path.clone(), source })?;
        self.journal.as_ref().map_or(Ok(()), HistoryJournal::sync)
    }

    /// The number of rows pushed so far.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Writes what is still gathered and closes the file; returns the number of rows.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn finish(mut self) -> Result<u64, HistoryError> {
        self.close()?;
        Ok(self.rows)
    }

    fn pending(&self) -> usize {
        self.gathered.first().map_or(0, Vec::len)
    }

    fn close(&mut self) -> Result<(), HistoryError> {
        // Set first: a file that failed to close is not tried again when dropped.
        self.open = false;
        self.journal()?;
        // The last group is no full one: a run that goes on takes its rows from the journal.
        self.journal = None;
        self.flush_group()?;
        self.file.finish().map_err(|error| HistoryError::write(&self.path, error))?;
        Ok(())
    }

    fn flush_group(&mut self) -> Result<(), HistoryError> {
        if self.pending() == 0 {
            return Ok(());
        }
        write_group(&mut self.file, &self.gathered)
            .map_err(|error| HistoryError::write(&self.path, error))?;
        self.gathered.iter_mut().for_each(Vec::clear);
        let Some(journal) = &mut self.journal else { return Ok(()) };
        let flushed = self.file.flush();
        flushed.map_err(|source| HistoryError::Disk { path: self.path.clone(), source })?;
        let rows = usize::try_from(self.rows).unwrap_or(usize::MAX);
        journal.group(&self.file.inner().file, self.file.flushed_row_groups(), rows)
    }
}

impl Drop for HistoryWriter {
    /// A run that breaks off still leaves a readable history of what came before.
    fn drop(&mut self) {
        if self.open {
            // Nobody is left to hear of a failure here; a caller who cares calls `finish`.
            let _ = self.close();
        }
    }
}

/// Writes all that stands of an unfinished history into a file that other programs read, beside it.
///
/// # Errors
/// If the history is damaged, or the disk refuses the file.
pub fn recover(folder: &Path) -> Result<PathBuf, HistoryError> {
    let history = HistoryFile::open(&RunFile::History.within(folder))?;
    let place = RunFile::Recovered.within(folder);
    let names: Vec<&str> = history.columns().iter().map(|column| column.name.as_str()).collect();
    let mut writer = HistoryWriter::create(&place, history.columns())?;
    let mut row = vec![0.0; names.len()];
    for start in (0..history.rows()).step_by(PAGE_ROWS) {
        let end = history.rows().min(start + PAGE_ROWS);
        let columns = history.read(&names, start..end)?.columns;
        for index in 0..end - start {
            for (value, column) in row.iter_mut().zip(&columns) {
                *value = column.values.get(index).copied().unwrap_or(f64::NAN);
            }
            writer.push(&row)?;
        }
    }
    writer.finish()?;
    Ok(place)
}

fn check_columns(path: &Path, columns: &[ColumnSpec]) -> Result<(), HistoryError> {
    let unfit = |reason: String| HistoryError::Columns { path: path.to_owned(), reason };
    if columns.first().is_none_or(|column| column.name != TIME_COLUMN) {
        return Err(unfit(format!("the first column must be {TIME_COLUMN}")));
    }
    let mut names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    names.sort_unstable();
    if names.first().is_some_and(|name| name.is_empty()) {
        return Err(unfit("a column has no name".to_owned()));
    }
    match names.iter().zip(names.iter().skip(1)).find(|(name, next)| name == next) {
        Some((name, _)) => Err(unfit(format!("the column {name} comes twice"))),
        None => Ok(()),
    }
}

fn schema(columns: &[ColumnSpec]) -> Result<TypePtr, ParquetError> {
    let fields = columns.iter().map(|column| {
        Type::primitive_type_builder(&column.name, PhysicalType::DOUBLE)
            .with_repetition(Repetition::REQUIRED)
            .build()
            .map(Arc::new)
    });
    let fields = fields.collect::<Result<Vec<_>, _>>()?;
    Ok(Arc::new(Type::group_type_builder("history").with_fields(fields).build()?))
}

fn properties(columns: &[ColumnSpec]) -> WriterProperties {
    let notes = columns.iter().flat_map(|column| {
        [
            KeyValue::new(format!("{UNIT_KEY}{}", column.name), column.unit.clone()),
            KeyValue::new(format!("{DESCRIPTION_KEY}{}", column.name), column.description.clone()),
        ]
    });
    WriterProperties::builder()
        .set_created_by(format!("planetfall {}", env!("CARGO_PKG_VERSION")))
        .set_key_value_metadata(Some(notes.collect()))
        .set_compression(Compression::SNAPPY)
        .set_dictionary_enabled(false)
        .set_encoding(Encoding::BYTE_STREAM_SPLIT)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_data_page_row_count_limit(PAGE_ROWS)
        .set_write_batch_size(PAGE_ROWS)
        // Pages are found by their headers; an index of them could not be taken up by a run that goes on.
        .set_offset_index_disabled(true)
        .build()
}

/// A row group whose bytes stand in the file already.
fn pass_group(
    file: &mut SerializedFileWriter<ResumedFile>,
    source: &File,
    group: &GroupRecord,
) -> Result<(), ParquetError> {
    let mut own = file.next_row_group()?;
    for metadata in group.group.columns() {
        let close = ColumnCloseResult {
            bytes_written: u64::try_from(metadata.compressed_size()).unwrap_or_default(),
            rows_written: group.rows.len() as u64,
            metadata: metadata.clone(),
            bloom_filter: None,
            column_index: None,
            offset_index: None,
        };
        own.append_column(source, close)?;
    }
    own.close()?;
    Ok(())
}

fn write_group(
    file: &mut SerializedFileWriter<ResumedFile>,
    columns: &[Vec<f64>],
) -> Result<(), ParquetError> {
    let mut group = file.next_row_group()?;
    for values in columns {
        let Some(mut column) = group.next_column()? else {
            return Err(ParquetError::General("more columns than the schema has".to_owned()));
        };
        column.typed::<DoubleType>().write_batch(values, None, None)?;
        column.close()?;
    }
    group.close()?;
    Ok(())
}
