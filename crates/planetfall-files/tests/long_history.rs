//! A history of a million rows, written as a run writes it and read back in windows.
//!
//! Takes long, so `./test --full` asks for it. With `PLANETFALL_KEEP_HISTORY=DIR` the file and its
//! CSV export are left in that folder for a reader that is not ours.

#![allow(clippy::unwrap_used, reason = "a failed test may panic")]

use std::fs;
use std::io::BufWriter;
use std::path::PathBuf;

use planetfall_files::run_folder::{ColumnSpec, HistoryFile, HistoryWriter, export_csv_file};

const ROWS: usize = 1_000_000;

fn row(index: usize) -> [f64; 3] {
    let time = index as f64 * 1e-3;
    let force = if index.is_multiple_of(1000) { f64::NAN } else { 1e4 * (3.0 * time).sin() };
    [time, 2.0 - 0.5 * 3.71 * time * time, force]
}

#[test]
#[ignore = "takes long; run by ./test --full"]
fn a_million_rows_return_bit_for_bit_and_as_csv() {
    let workdir = tempfile::tempdir().unwrap();
    let folder = std::env::var_os("PLANETFALL_KEEP_HISTORY")
        .map_or_else(|| workdir.path().to_owned(), PathBuf::from);
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("history.parquet");
    let columns = [
        ColumnSpec::new("time_s", "simulated time"),
        ColumnSpec::new("rover.z_m", "height of the centre of mass"),
        ColumnSpec::new("wheel_1.normal_force_n", "force of the ground, along its normal"),
    ];
    let mut writer = HistoryWriter::create(&path, &columns).unwrap();
    for index in 0..ROWS {
        writer.push(&row(index)).unwrap();
    }
    assert_eq!(writer.finish().unwrap(), ROWS as u64);

    let file = HistoryFile::open(&path).unwrap();
    assert_eq!(file.rows(), ROWS);
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    for start in (0..ROWS).step_by(70_001) {
        let window = file.read(&names, start..start + 70_001).unwrap();
        for (column, values) in window.columns.iter().enumerate() {
            for (offset, value) in values.values.iter().enumerate() {
                assert_eq!(value.to_bits(), row(start + offset)[column].to_bits());
            }
        }
    }
    let csv = BufWriter::new(fs::File::create(folder.join("history.csv")).unwrap());
    export_csv_file(&file, csv, &[]).unwrap();
}
