//! The history on disk: what is written is read back, in whole or in windows, and damage is
//! an error.

#![allow(clippy::unwrap_used, reason = "a failed test may panic")]

use std::fs;
use std::path::Path;

use planetfall_files::run_folder::{
    ColumnSpec, History, HistoryError, HistoryFile, HistoryWriter, export_csv, export_csv_file,
};
use proptest::prelude::*;

fn columns() -> Vec<ColumnSpec> {
    vec![
        ColumnSpec::new("time_s", "simulated time"),
        ColumnSpec::new("rover.z_m", "height of the centre of mass"),
        ColumnSpec::new("wheel_1.normal_force_n", "force of the ground, along its normal"),
    ]
}

fn row(index: usize) -> [f64; 3] {
    let time = index as f64 * 1e-3;
    let force = if index.is_multiple_of(1000) { f64::NAN } else { 1e4 * (3.0 * time).sin() };
    [time, 2.0 - 0.5 * 3.71 * time * time, force]
}

fn write(path: &Path, rows: usize) {
    let mut writer = HistoryWriter::create(path, &columns()).unwrap();
    for index in 0..rows {
        writer.push(&row(index)).unwrap();
    }
    assert_eq!(writer.finish().unwrap(), rows as u64);
}

fn assert_rows(history: &History, start: usize, rows: usize) {
    assert_eq!(history.rows(), rows);
    for (column, values) in history.columns.iter().enumerate() {
        for (offset, value) in values.values.iter().enumerate() {
            let expected = row(start + offset)[column];
            assert_eq!(value.to_bits(), expected.to_bits(), "row {offset} of {}", values.name);
        }
    }
}

#[test]
fn a_history_of_several_groups_returns_bit_for_bit_with_its_units() {
    let workdir = tempfile::tempdir().unwrap();
    let path = workdir.path().join("history.parquet");
    write(&path, 150_000);
    let history = History::read(&path).unwrap();
    assert_rows(&history, 0, 150_000);
    let force = history.column("wheel_1.normal_force_n").unwrap();
    assert_eq!(force.unit, "N");
    assert_eq!(force.description, "force of the ground, along its normal");
}

#[test]
fn a_window_across_groups_holds_its_rows_only() {
    let workdir = tempfile::tempdir().unwrap();
    let path = workdir.path().join("history.parquet");
    write(&path, 150_000);
    let file = HistoryFile::open(&path).unwrap();
    assert_eq!(file.rows(), 150_000);
    let names = ["time_s", "rover.z_m", "wheel_1.normal_force_n"];
    for (start, end) in [(0, 1), (65_530, 65_540), (20_000, 140_000), (149_999, 150_000)] {
        assert_rows(&file.read(&names, start..end).unwrap(), start, end - start);
    }
    assert_rows(&file.read(&names, 149_990..1_000_000).unwrap(), 149_990, 10);
    assert_eq!(file.read(&names, 200_000..300_000).unwrap().rows(), 0);
    let some = file.read(&["wheel_1.normal_force_n"], 5..7).unwrap();
    assert_eq!(some.columns[0].values, [row(5)[2], row(6)[2]]);
}

#[test]
fn picked_rows_are_those_asked_for_and_unpack_their_pages_only() {
    let workdir = tempfile::tempdir().unwrap();
    let path = workdir.path().join("history.parquet");
    write(&path, 150_000);
    let file = HistoryFile::open(&path).unwrap();
    let picks = [0, 1, 8_191, 8_192, 65_535, 65_536, 65_537, 149_999];
    for column in 0..3 {
        let values = file.pick(column, &picks).unwrap();
        for (value, index) in values.iter().zip(picks) {
            assert_eq!(value.to_bits(), row(index)[column].to_bits(), "row {index}");
        }
        assert_eq!(values.len(), picks.len());
    }
    let before = file.unpacked_bytes();
    assert_eq!(file.pick(1, &[70_000, 149_000, 200_000]).unwrap().len(), 2);
    let page = 8_192 * 8;
    assert!(file.unpacked_bytes() - before <= 2 * page, "two rows cost two pages");
    file.read(&["rover.z_m"], 40_000..40_010).unwrap();
    assert!(file.unpacked_bytes() - before <= 3 * page, "a short window costs its page");
}

#[test]
fn threads_that_read_one_file_at_once_see_their_own_rows() {
    let workdir = tempfile::tempdir().unwrap();
    let path = workdir.path().join("history.parquet");
    write(&path, 100_000);
    let file = HistoryFile::open(&path).unwrap();
    std::thread::scope(|scope| {
        for part in 0..4 {
            let file = &file;
            scope.spawn(move || {
                for start in (part * 1_000..100_000).step_by(9_001) {
                    let window = file.read(&["time_s", "rover.z_m"], start..start + 500).unwrap();
                    assert_rows(&window, start, 500.min(100_000 - start));
                }
            });
        }
    });
}

#[test]
fn a_run_that_breaks_off_keeps_every_row_it_pushed() {
    let workdir = tempfile::tempdir().unwrap();
    let path = workdir.path().join("history.parquet");
    let mut writer = HistoryWriter::create(&path, &columns()).unwrap();
    for index in 0..70_001 {
        writer.push(&row(index)).unwrap();
    }
    drop(writer);
    assert_rows(&History::read(&path).unwrap(), 0, 70_001);
}

#[test]
fn a_history_without_rows_is_whole() {
    let workdir = tempfile::tempdir().unwrap();
    let path = workdir.path().join("history.parquet");
    write(&path, 0);
    let history = History::read(&path).unwrap();
    assert_eq!((history.columns.len(), history.rows()), (3, 0));
}

#[test]
fn unfit_columns_and_rows_are_refused() {
    let workdir = tempfile::tempdir().unwrap();
    let path = workdir.path().join("history.parquet");
    let no_time = [ColumnSpec::new("x_m", "")];
    assert!(matches!(HistoryWriter::create(&path, &no_time), Err(HistoryError::Columns { .. })));
    let twice =
        [ColumnSpec::new("time_s", ""), ColumnSpec::new("x_m", ""), ColumnSpec::new("x_m", "")];
    let error = HistoryWriter::create(&path, &twice).unwrap_err().to_string();
    assert!(error.contains("x_m comes twice"), "{error}");
    assert!(!path.exists(), "nothing is written for unfit columns");

    let mut writer = HistoryWriter::create(&path, &columns()).unwrap();
    assert!(matches!(writer.push(&[1.0]), Err(HistoryError::RowLength { .. })));
    writer.push(&row(0)).unwrap();
    writer.finish().unwrap();
    assert_rows(&History::read(&path).unwrap(), 0, 1);
}

#[test]
fn an_absent_column_is_named() {
    let workdir = tempfile::tempdir().unwrap();
    let path = workdir.path().join("history.parquet");
    write(&path, 3);
    let error = HistoryFile::open(&path).unwrap().read(&["wheel_9.x_m"], 0..1).unwrap_err();
    assert!(error.to_string().contains("wheel_9.x_m"), "{error}");
}

#[test]
fn a_file_cut_short_anywhere_is_an_error_with_its_name() {
    let workdir = tempfile::tempdir().unwrap();
    let path = workdir.path().join("history.parquet");
    write(&path, 500);
    let whole = fs::read(&path).unwrap();
    for length in (0..whole.len()).step_by(7) {
        fs::write(&path, &whole[..length]).unwrap();
        let error = History::read(&path).unwrap_err().to_string();
        assert!(error.contains("history.parquet"), "{error}");
    }
}

#[test]
fn text_in_place_of_a_history_is_an_error() {
    let workdir = tempfile::tempdir().unwrap();
    let path = workdir.path().join("history.parquet");
    fs::write(&path, "time_s,x_m\n0,1\n".repeat(100)).unwrap();
    assert!(matches!(History::read(&path), Err(HistoryError::Damaged { .. })));
    assert!(matches!(
        History::read(&workdir.path().join("absent.parquet")),
        Err(HistoryError::Disk { .. })
    ));
}

#[test]
fn a_long_file_exports_to_the_same_csv_as_its_history_in_memory() {
    let workdir = tempfile::tempdir().unwrap();
    let path = workdir.path().join("history.parquet");
    write(&path, 40_000);
    let (mut whole, mut windows) = (Vec::new(), Vec::new());
    export_csv(&History::read(&path).unwrap(), &mut whole, &[]).unwrap();
    export_csv_file(&HistoryFile::open(&path).unwrap(), &mut windows, &[]).unwrap();
    assert!(whole == windows);
    assert!(whole.starts_with(b"time_s,rover.z_m,wheel_1.normal_force_n\r\n0,2,NaN\r\n"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    #[test]
    fn a_damaged_file_never_panics(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)
    ) {
        let workdir = tempfile::tempdir().unwrap();
        let path = workdir.path().join("history.parquet");
        write(&path, 50);
        let mut bytes = fs::read(&path).unwrap();
        for (place, value) in changes {
            let place = place.index(bytes.len());
            bytes[place] = value;
        }
        fs::write(&path, &bytes).unwrap();
        // Either the damage is found, or it hit a value: both are answers, a panic is not.
        let _ = History::read(&path);
    }
}
