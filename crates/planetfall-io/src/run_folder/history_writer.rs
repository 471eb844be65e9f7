//! Writing `history.parquet` while a run goes on.
//!
//! Rows are gathered column by column and written in row groups, so memory is bounded by one
//! group however long the run. The bytes of the numbers are regrouped by significance
//! (Parquet's `BYTE_STREAM_SPLIT`) before compression: neighbouring samples share sign and
//! exponent, and those bytes then lie side by side.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::{Compression, Encoding, Repetition, Type as PhysicalType};
use parquet::data_type::DoubleType;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};

use super::history::{ColumnSpec, DESCRIPTION_KEY, HistoryError, TIME_COLUMN, UNIT_KEY};

/// Rows in a group: small enough for a viewer to read one for a window.
const GROUP_ROWS: usize = 65_536;
/// Memory for one group of many columns.
const GROUP_BYTES: usize = 32 << 20;
/// Rows in a page, the least that is decompressed to read a window.
const PAGE_ROWS: usize = 8_192;

/// Writes a history row by row. What was pushed is readable after [`Self::finish`], and also
/// if the writer is dropped because the run failed.
#[derive(Debug)]
pub struct HistoryWriter {
    path: PathBuf,
    file: SerializedFileWriter<File>,
    gathered: Vec<Vec<f64>>,
    group_rows: usize,
    rows: u64,
    open: bool,
}

impl HistoryWriter {
    /// Creates the file. The first column must be `time_s`, and no name may come twice.
    ///
    /// # Errors
    /// If the columns are unfit or the file cannot be made.
    pub fn create(path: &Path, columns: &[ColumnSpec]) -> Result<Self, HistoryError> {
        check_columns(path, columns)?;
        let broken = |error: ParquetError| HistoryError::write(path, error);
        let target = File::create(path)
            .map_err(|source| HistoryError::Disk { path: path.to_owned(), source })?;
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
        Ok(())
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
        .build()
}

fn write_group(
    file: &mut SerializedFileWriter<File>,
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
