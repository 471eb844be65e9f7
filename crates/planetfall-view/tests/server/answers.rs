//! What the page is sent is what the files hold.

use std::path::{Path, PathBuf};

use serde_json::json;
use tempfile::TempDir;

use crate::client::{Reply, Viewer};
use crate::fixture::{self, EAST_M, PEAK_N, PEAK_ROW};

const ROWS: usize = 70_000;

fn viewer(rows: usize) -> (TempDir, Viewer) {
    let workdir = tempfile::tempdir().unwrap();
    let folder = workdir.path().join("made-up");
    fixture::write(&folder, rows, 20);
    let viewer = Viewer::of(&[folder]);
    (workdir, viewer)
}

#[test]
fn pressure_on_soil_is_that_of_the_last_frame_at_or_before_a_time() {
    use planetfall_files::run_folder::{
        Footprint, FootprintFrame, Footprints, PressedNode, RunFile,
    };
    let (workdir, viewer) = viewer(100);
    let absent = viewer.get("/api/run/0/footprints?t=0");
    assert_eq!(absent.status, 404, "{}", String::from_utf8_lossy(&absent.body));
    let frame = |time_s: f64| {
        let node = PressedNode { row: 3, column: 4, height_m: 1.0, pressure_pa: 100.0 * time_s };
        FootprintFrame::new(time_s, 0.0, &[Footprint { contactor: 0, nodes: vec![node] }])
    };
    let frames = vec![frame(1.0), frame(2.0)];
    let all = Footprints { spacing_m: 0.02, base_m: 0.0, frames };
    all.write(&RunFile::Footprints.within(&workdir.path().join("made-up"))).unwrap();
    for (asked, time) in [("0", 1.0), ("1.9", 1.0), ("7", 2.0)] {
        let reply = viewer.get(&format!("/api/run/0/footprints?t={asked}"));
        assert_eq!(reply.status, 200);
        assert_eq!(reply.doubles(0, 4), [0.02, 0.0, 200.0, time]);
        assert_eq!(reply.body.len(), 32 + 4 + 24 + 8);
    }
    assert_eq!(viewer.get("/api/run/0/footprints").status, 400);
}

/// Times and values of each column of a series, without what pads them.
fn columns_of(reply: &Reply) -> Vec<(Vec<f64>, Vec<f64>)> {
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    assert_eq!(reply.header("content-type"), Some("application/octet-stream"));
    let [magic, columns, points, pad] = reply.words()[..4] else { panic!("no header") };
    assert_eq!((magic, pad), (0x5046_4c53, 0));
    let (columns, points) = (columns as usize, points as usize);
    assert_eq!(reply.body.len(), 16 + columns * points * 16);
    let column = |index: usize| {
        let times = reply.doubles(16 + index * points * 16, points);
        let values = reply.doubles(16 + index * points * 16 + points * 8, points);
        let kept = times.iter().filter(|time| !time.is_nan()).count();
        (times[..kept].to_vec(), values[..kept].to_vec())
    };
    (0..columns).map(column).collect()
}

struct Poses {
    times: Vec<f64>,
    origin: Vec<f64>,
    /// Two links and a contactor, seven numbers each.
    frames: Vec<Vec<f32>>,
}

fn poses_of(reply: &Reply) -> Poses {
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    let [magic, frames, links, contactors] = reply.words()[..4] else { panic!("no header") };
    assert_eq!((magic, links, contactors), (0x5046_4c50, 2, 1));
    let frames = frames as usize;
    assert_eq!(reply.body.len(), 40 + frames * (8 + 21 * 4));
    let frame = |index: usize| reply.singles(40 + frames * 8 + index * 21 * 4, 21);
    Poses {
        origin: reply.doubles(16, 3),
        times: reply.doubles(40, frames),
        frames: (0..frames).map(frame).collect(),
    }
}

fn row_of(time: f64) -> usize {
    (time / fixture::PERIOD_S).round() as usize
}

#[test]
fn runs_are_listed_in_the_order_they_were_named() {
    let workdir = tempfile::tempdir().unwrap();
    let folders: Vec<PathBuf> = ["b", "a"].iter().map(|name| workdir.path().join(name)).collect();
    folders.iter().for_each(|folder| fixture::write(folder, 10, 18));
    let runs = Viewer::of(&folders).get("/api/runs").json();
    let expected = json!([{"id": 0, "label": "b", "error": null},
                          {"id": 1, "label": "a", "error": null}]);
    assert_eq!(runs, expected);
}

#[test]
fn meta_reports_what_the_folder_holds() {
    let (_workdir, viewer) = viewer(1000);
    let meta = viewer.get("/api/run/0/meta").json();
    assert_eq!(meta["label"], "made-up");
    assert_eq!(meta["outcome"], "completed");
    assert_eq!(meta["failure"], json!(null));
    assert_eq!((&meta["rows"], &meta["time_start_s"]), (&json!(1000), &json!(0.0)));
    assert_eq!(meta["time_end_s"], json!(fixture::time(999)));
    assert_eq!(meta["columns"].as_array().unwrap().len(), 20);
    let force = &meta["columns"][13];
    let expected = json!({"name": "wheel.normal_force_n", "unit": "N", "description": "made up"});
    assert_eq!(force, &expected);
    assert_eq!(meta["events"][0]["message"], "wheel touches the ground");
    assert_eq!(meta["phases"], json!(["drive"]));
    assert_eq!(meta["metrics"]["rover.distance_m"], 1.5);
    assert_eq!(meta["warnings"], json!(["warning: made up"]));
    assert_eq!(meta["problems"], json!([]));
    assert_eq!(meta["compares"], json!([]));
}

#[test]
fn the_scene_is_the_file_byte_for_byte() {
    let (workdir, viewer) = viewer(10);
    let file = std::fs::read(workdir.path().join("made-up/scene.json")).unwrap();
    assert!(viewer.get("/api/run/0/scene").body == file);
}

#[test]
fn a_short_span_comes_with_every_record() {
    let (_workdir, viewer) = viewer(ROWS);
    let path = "/api/run/0/series?columns=wheel.normal_force_n,body.x_m&from=30&to=30.1&n=2000";
    let columns = columns_of(&viewer.get(path));
    assert_eq!(columns.len(), 2);
    let (times, forces) = &columns[0];
    assert_eq!(times.len(), 101);
    for (time, force) in times.iter().zip(forces) {
        assert_eq!(*time, fixture::time(row_of(*time)));
        assert_eq!(*force, fixture::force(row_of(*time)));
    }
}

#[test]
fn the_whole_run_keeps_its_ends_its_peak_and_its_gap_within_the_limit() {
    let (_workdir, viewer) = viewer(ROWS);
    for limit in [5, 100, 2000, 8192] {
        let path = format!("/api/run/0/series?columns=wheel.normal_force_n&n={limit}");
        let (times, forces) = columns_of(&viewer.get(&path)).remove(0);
        assert!(times.len() <= limit, "{} points", times.len());
        assert!(times.is_sorted());
        assert_eq!((times[0], times[times.len() - 1]), (0.0, fixture::time(ROWS - 1)));
        let peak = forces.iter().position(|force| *force == PEAK_N).unwrap();
        assert_eq!(times[peak], fixture::time(PEAK_ROW));
        assert!(forces.iter().any(|force| force.is_nan()), "the gap must break the line");
        for (time, force) in times.iter().zip(&forces) {
            assert_eq!(force.to_bits(), fixture::force(row_of(*time)).to_bits(), "made-up values");
        }
    }
}

#[test]
fn records_far_apart_in_time_are_not_lost_beside_crowded_ones() {
    // Flight: 3000 records in 300 s; contact: 300 000 in 3 s.
    let workdir = tempfile::tempdir().unwrap();
    let folder = workdir.path().join("uneven");
    fixture::write(&folder, 1, 18);
    let time = |row: usize| match row {
        0..3000 => row as f64 * 0.1,
        _ => 300.0 + (row - 3000) as f64 * 1e-5,
    };
    let columns = fixture::columns(18);
    let mut writer = planetfall_files::run_folder::HistoryWriter::create(
        &folder.join("history.parquet"),
        &columns[..2],
    )
    .unwrap();
    (0..303_000).for_each(|row| writer.push(&[time(row), (0.2 * time(row)).sin()]).unwrap());
    writer.finish().unwrap();
    let reply = Viewer::of(&[folder]).get("/api/run/0/series?columns=phase&n=2000");
    let (times, values) = columns_of(&reply).remove(0);
    // Of 400 parts, 396 lie in flight; where the line only rises or falls each keeps its ends.
    let in_flight = times.iter().filter(|time| **time < 300.0).count();
    assert!(times.len() <= 2000 && in_flight >= 2 * 396, "{in_flight} of {}", times.len());
    assert!(times.iter().zip(&values).all(|(time, value)| *value == (0.2 * time).sin()));
    assert!(times.windows(2).all(|pair| pair[1] - pair[0] < 1.0), "the line has no long jump");
}

#[test]
fn frames_are_records_evenly_spread_with_both_ends() {
    let (_workdir, viewer) = viewer(ROWS);
    for (query, count, first, last) in [
        ("n=2000", 2000, 0, ROWS - 1),
        ("from=20.0005&to=60.0005&n=300", 300, 20_000, 60_001),
        ("from=20.0005&to=20.0105&n=300", 12, 20_000, 20_011),
        ("from=20.0005&to=23.0005&n=300", 300, 20_000, 23_001),
        ("from=-5&to=1e9&n=2", 2, 0, ROWS - 1),
        ("from=5&to=5&n=2", 1, 5000, 5000),
    ] {
        let poses = poses_of(&viewer.get(&format!("/api/run/0/poses?{query}")));
        let rows: Vec<usize> = poses.times.iter().map(|time| row_of(*time)).collect();
        assert_eq!(rows.len(), count, "{query}");
        assert_eq!((rows[0], rows[count - 1]), (first, last), "{query}");
        let even = (last - first) as f64 / (count - 1).max(1) as f64;
        for pair in rows.windows(2) {
            let step = (pair[1] - pair[0]) as f64;
            assert!(step >= 1.0 && step <= 2.0 * even + 1.0, "{query}: {step} beside {even}");
        }
    }
}

#[test]
fn poses_follow_the_joints_and_forces_the_contactors_to_single_precision() {
    let (_workdir, viewer) = viewer(ROWS);
    let poses = poses_of(&viewer.get("/api/run/0/poses?n=500"));
    assert_eq!(poses.origin, [EAST_M, 2.0, 0.5]);
    for (time, frame) in poses.times.iter().zip(&poses.frames) {
        let row = row_of(*time);
        let along = (fixture::x(row) - EAST_M) as f32;
        let half = 0.5 * fixture::angle(row);
        let (cosine, sine) = (half.cos() as f32, half.sin() as f32);
        let force = fixture::force(row) as f32;
        let expected = [
            [along, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0],
            [along, 0.0, -0.25, cosine, 0.0, sine, 0.0],
            [along, 0.0, -0.5, 0.1 * force, 0.0, force, if row > 400 { 1.0 } else { 0.0 }],
        ];
        for (found, expected) in frame.iter().zip(expected.as_flattened()) {
            let close = (found - expected).abs() <= 1e-5 * expected.abs().max(1.0);
            assert!(close || (found.is_nan() && expected.is_nan()), "{row}: {found} {expected}");
        }
    }
}

#[test]
fn a_record_is_the_last_at_or_before_its_time_with_its_neighbours() {
    let (_workdir, viewer) = viewer(ROWS);
    let record = viewer.get("/api/run/0/row?t=12.3456").json();
    assert_eq!(
        (&record["row"], &record["time_s"]),
        (&json!(12_345), &json!(fixture::time(12_345)))
    );
    assert_eq!(record["previous_time_s"], json!(fixture::time(12_344)));
    assert_eq!(record["next_time_s"], json!(fixture::time(12_346)));
    let mut expected = Vec::new();
    fixture::values(12_345, 20, &mut expected);
    let values = record["values"].as_object().unwrap();
    let names = fixture::columns(20);
    for ((name, value), (column, expected)) in values.iter().zip(names.iter().zip(&expected)) {
        assert_eq!((name, value), (&column.name, &json!(expected)));
    }
    let gap = viewer.get("/api/run/0/row?t=0.5").json();
    assert_eq!(gap["values"]["wheel.normal_force_n"], json!(null), "JSON has no NaN");
    let first = viewer.get("/api/run/0/row?t=-1").json();
    assert_eq!((&first["row"], &first["previous_time_s"]), (&json!(0), &json!(null)));
    let last = viewer.get("/api/run/0/row?t=1e9").json();
    assert_eq!((&last["row"], &last["next_time_s"]), (&json!(ROWS - 1), &json!(null)));
}

#[test]
fn stepping_passes_over_records_of_the_same_time() {
    let workdir = tempfile::tempdir().unwrap();
    let folder = workdir.path().join("twice");
    fixture::write(&folder, 1, 18);
    let path = folder.join("history.parquet");
    let columns = fixture::columns(1);
    let mut writer =
        planetfall_files::run_folder::HistoryWriter::create(&path, &columns[..1]).unwrap();
    [0.0, 1.0, 1.0, 1.0, 2.0].iter().for_each(|time| writer.push(&[*time]).unwrap());
    writer.finish().unwrap();
    let record = Viewer::of(&[folder]).get("/api/run/0/row?t=1").json();
    assert_eq!(record["row"], 3);
    assert_eq!((&record["previous_time_s"], &record["next_time_s"]), (&json!(0.0), &json!(2.0)));
}

/// A scenario that compares its run with a file.
fn compared(folder: &Path, csv: &str) {
    let scenario = "title = \"t\"\n[[compare]]\nname = \"bench\"\nfile = \"x.csv\"\n\
        time_column = \"t\"\ntime_offset_s = 1.0\n[[compare.column]]\ntheirs = \"Fz\"\n\
        ours = \"wheel.normal_force_n\"\nscale = 2.0\n";
    std::fs::write(folder.join("scenario.toml"), scenario).unwrap();
    std::fs::write(folder.join("compare_bench.csv"), csv).unwrap();
}

#[test]
fn measured_values_come_in_our_units_and_times() {
    let (workdir, viewer) = viewer(100);
    compared(&workdir.path().join("made-up"), "t,Fz\n0,10\n1,20\n2,\n");
    let meta = viewer.get("/api/run/0/meta").json();
    let expected = json!([{"label": "bench",
        "columns": [{"name": "wheel.normal_force_n", "label": "Fz"}]}]);
    assert_eq!((&meta["compares"], &meta["problems"]), (&expected, &json!([])));
    let path = "/api/run/0/compare?index=0&columns=wheel.normal_force_n";
    let (times, values) = columns_of(&viewer.get(path)).remove(0);
    assert_eq!((times, &values[..2]), (vec![1.0, 2.0, 3.0], &[20.0, 40.0][..]));
    assert!(values[2].is_nan());
    assert_eq!(viewer.get("/api/run/0/compare?index=1&columns=time_s").status, 404);
    assert_eq!(viewer.get("/api/run/0/compare?index=0&columns=time_s").status, 404);
    assert_eq!(viewer.get("/api/run/0/compare?index=x&columns=time_s").status, 400);
}

#[test]
fn a_measured_file_that_is_broken_is_reported_and_harms_nothing_else() {
    let (workdir, viewer) = viewer(100);
    compared(&workdir.path().join("made-up"), "t,Fz\n0,ten\n");
    let meta = viewer.get("/api/run/0/meta").json();
    let problem = meta["problems"][0].as_str().unwrap();
    assert!(problem.contains("compare_bench.csv: line 2"), "{problem}");
    let reply = viewer.get("/api/run/0/compare?index=0&columns=wheel.normal_force_n");
    assert_eq!(reply.status, 422);
    assert!(reply.error().contains("ten"), "{}", reply.error());
}

#[test]
fn a_run_made_again_is_shown_as_it_is_now() {
    let (workdir, viewer) = viewer(100);
    assert_eq!(viewer.get("/api/run/0/meta").json()["rows"], 100);
    fixture::write_history(&workdir.path().join("made-up"), 250, 20);
    assert_eq!(viewer.get("/api/run/0/meta").json()["rows"], 250);
}

#[test]
fn questions_without_sense_are_refused_with_a_sentence() {
    let (_workdir, viewer) = viewer(100);
    for (path, status, word) in [
        ("/api/run/0/series?columns=nose.x_m", 404, "nose.x_m"),
        ("/api/run/0/series", 400, "columns"),
        ("/api/run/0/series?columns=time_s&n=9000", 400, "8192"),
        ("/api/run/0/series?columns=time_s&from=x", 400, "from=x"),
        ("/api/run/0/series?columns=time_s&from=2&to=1", 400, "later"),
        ("/api/run/0/poses?n=1", 400, "4096"),
        ("/api/run/0/row", 400, "t="),
        ("/api/run/0/row?t=nan", 400, "t=nan"),
        ("/api/run/0/taste", 404, "taste"),
        ("/api/run/1/meta", 404, "no run 1"),
        ("/api/run/-1/meta", 404, "no run"),
        ("/api/run/99999999999999999999999/meta", 404, "no run"),
        ("/api/nothing", 404, "no such file"),
    ] {
        let reply = viewer.get(path);
        assert_eq!(reply.status, status, "{path}");
        assert!(reply.error().contains(word), "{path}: {}", reply.error());
    }
    let many = vec!["time_s"; 129].join(",");
    assert_eq!(viewer.get(&format!("/api/run/0/series?columns={many}")).status, 400);
}
