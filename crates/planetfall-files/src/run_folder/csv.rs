//! A history as CSV (RFC 4180): one header record, one record per row, CRLF between.
//!
//! Each number has the fewest digits that give the same bits back when read.

use std::io::{self, Write};

use super::{Column, History, HistoryError, HistoryFile};

/// Rows that are in memory at a time when a file is exported.
const WINDOW_ROWS: usize = 16_384;

/// Why an export failed.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The history cannot be read, or lacks a column.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// A column was asked for that is not there.
    #[error("there is no column {0} in the history")]
    NoColumn(String),
    /// The target refuses to be written.
    #[error("the CSV cannot be written: {0}")]
    Write(#[from] io::Error),
}

/// Writes columns of a history, in the order named; all of them if none is named.
///
/// # Errors
/// If a column is not there, or the writer fails.
pub fn export_csv(
    history: &History,
    mut to: impl Write,
    columns: &[&str],
) -> Result<(), ExportError> {
    let mut chosen: Vec<&Column> = Vec::new();
    for name in columns {
        let column = history.column(name);
        chosen.push(column.ok_or_else(|| ExportError::NoColumn((*name).to_owned()))?);
    }
    if columns.is_empty() {
        chosen.extend(&history.columns);
    }
    header(&mut to, chosen.iter().map(|column| column.name.as_str()))?;
    records(&mut to, &chosen)?;
    Ok(to.flush()?)
}

/// The same from a file of any length, without holding it in memory.
///
/// # Errors
/// If a column is not there, the file is damaged, or the writer fails.
pub fn export_csv_file(
    file: &HistoryFile,
    mut to: impl Write,
    columns: &[&str],
) -> Result<(), ExportError> {
    let all: Vec<&str> = file.columns().iter().map(|column| column.name.as_str()).collect();
    let chosen = if columns.is_empty() { all.as_slice() } else { columns };
    // Reading no rows finds an absent column before the header is written.
    file.read(chosen, 0..0)?;
    header(&mut to, chosen.iter().copied())?;
    for start in (0..file.rows()).step_by(WINDOW_ROWS) {
        let window = file.read(chosen, start..start + WINDOW_ROWS)?;
        records(&mut to, &window.columns.iter().collect::<Vec<_>>())?;
    }
    Ok(to.flush()?)
}

fn header<'a>(to: &mut impl Write, names: impl Iterator<Item = &'a str>) -> io::Result<()> {
    let fields: Vec<String> = names.map(field).collect();
    write!(to, "{}\r\n", fields.join(","))
}

fn records(to: &mut impl Write, columns: &[&Column]) -> io::Result<()> {
    let mut values: Vec<_> = columns.iter().map(|column| column.values.iter()).collect();
    let rows = columns.iter().map(|column| column.values.len()).min().unwrap_or(0);
    let mut record = String::new();
    for _ in 0..rows {
        record.clear();
        for (index, column) in values.iter_mut().enumerate() {
            if index > 0 {
                record.push(',');
            }
            record.push_str(&column.next().map_or_else(String::new, |value| number(*value)));
        }
        record.push_str("\r\n");
        to.write_all(record.as_bytes())?;
    }
    Ok(())
}

/// A name, quoted where it holds a character that CSV gives a meaning.
fn field(name: &str) -> String {
    if name.contains([',', '"', '\r', '\n']) {
        format!("\"{}\"", name.replace('"', "\"\""))
    } else {
        name.to_owned()
    }
}

/// The shortest digits that read back as the same number.
fn number(value: f64) -> String {
    let magnitude = value.abs();
    if magnitude == 0.0 || (1e-5..1e16).contains(&magnitude) || !value.is_finite() {
        format!("{value}")
    } else {
        format!("{value:e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn column(name: &str, values: &[f64]) -> Column {
        Column {
            name: name.to_owned(),
            unit: String::new(),
            description: String::new(),
            values: values.to_vec(),
        }
    }

    fn csv(history: &History, columns: &[&str]) -> String {
        let mut bytes = Vec::new();
        export_csv(history, &mut bytes, columns).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn records_end_in_crlf_and_odd_names_are_quoted() {
        let history = History {
            columns: vec![column("time_s", &[0.0, 0.1]), column("a,\"b\"", &[1e-9, f64::NAN])],
        };
        assert_eq!(csv(&history, &[]), "time_s,\"a,\"\"b\"\"\"\r\n0,1e-9\r\n0.1,NaN\r\n");
    }

    #[test]
    fn columns_come_in_the_order_named_and_an_absent_one_is_an_error() {
        let history = History { columns: vec![column("time_s", &[1.0]), column("x_m", &[2.0])] };
        assert_eq!(csv(&history, &["x_m", "time_s"]), "x_m,time_s\r\n2,1\r\n");
        let error = export_csv(&history, Vec::new(), &["y_m"]).unwrap_err();
        assert!(error.to_string().contains("y_m"));
    }

    proptest! {
        #[test]
        fn every_number_reads_back_with_the_same_bits(bits in any::<u64>()) {
            let value = f64::from_bits(bits);
            let back: f64 = number(value).parse().unwrap();
            prop_assert!(back.to_bits() == bits || (back.is_nan() && value.is_nan()));
        }
    }
}
