//! Runs that are damaged, cut short or strange are reported, and harm no other.

use std::fs;
use std::path::{Path, PathBuf};

use planetfall_view::{Server, ViewError};
use serde_json::json;

use crate::client::Viewer;
use crate::fixture;

fn folder(workdir: &Path, name: &str) -> PathBuf {
    let folder = workdir.join(name);
    fixture::write(&folder, 2000, 18);
    folder
}

fn cut(path: &Path) {
    let bytes = fs::read(path).unwrap();
    fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
}

#[test]
fn a_truncated_history_is_reported_and_the_other_run_still_works() {
    let workdir = tempfile::tempdir().unwrap();
    let folders = [folder(workdir.path(), "cut"), folder(workdir.path(), "whole")];
    cut(&folders[0].join("history.parquet"));
    let viewer = Viewer::of(&folders);
    let runs = viewer.get("/api/runs").json();
    let error = runs[0]["error"].as_str().unwrap();
    assert!(error.contains("history.parquet"), "{error}");
    assert_eq!(runs[1]["error"], json!(null));
    for question in ["meta", "poses", "row?t=0", "series?columns=time_s"] {
        let reply = viewer.get(&format!("/api/run/0/{question}"));
        assert_eq!(reply.status, 422, "{question}");
        assert!(reply.error().contains("history.parquet"));
        assert_eq!(viewer.get(&format!("/api/run/1/{question}")).status, 200, "{question}");
    }
    assert_eq!(viewer.get("/api/run/0/scene").status, 200);
}

#[test]
fn a_run_without_history_is_reported() {
    let workdir = tempfile::tempdir().unwrap();
    let run = folder(workdir.path(), "run");
    fs::remove_file(run.join("history.parquet")).unwrap();
    let runs = Viewer::of(&[run]).get("/api/runs").json();
    assert_eq!(runs[0]["error"], "there is no history.parquet");
}

#[test]
fn damage_inside_a_page_is_reported_and_ends_nothing() {
    let workdir = tempfile::tempdir().unwrap();
    let run = folder(workdir.path(), "run");
    let path = run.join("history.parquet");
    let mut bytes = fs::read(&path).unwrap();
    // The first page is that of time; later ones belong to other columns.
    let places = bytes.len() / 3..bytes.len() / 2;
    bytes[places].fill(0xff);
    fs::write(&path, &bytes).unwrap();
    let viewer = Viewer::of(&[run]);
    assert_eq!(viewer.get("/api/run/0/meta").status, 200);
    let names: Vec<String> = fixture::columns(18).into_iter().map(|column| column.name).collect();
    let reply = viewer.get(&format!("/api/run/0/series?columns={}", names.join(",")));
    assert_eq!(reply.status, 422);
    assert!(reply.error().contains("not a whole history"), "{}", reply.error());
    assert_eq!(viewer.get("/api/run/0/row?t=0").status, 422);
    assert_eq!(viewer.get("/api/run/0/series?columns=time_s").status, 200);
}

#[test]
fn other_files_that_are_absent_or_broken_are_problems_and_no_end() {
    let workdir = tempfile::tempdir().unwrap();
    let run = folder(workdir.path(), "run");
    fs::remove_file(run.join("scene.json")).unwrap();
    fs::write(run.join("summary.json"), "{").unwrap();
    fs::write(run.join("events.json"), "7").unwrap();
    fs::write(run.join("scenario.toml"), "= 3").unwrap();
    let viewer = Viewer::of(&[run]);
    let meta = viewer.get("/api/run/0/meta").json();
    let problems = meta["problems"].as_array().unwrap();
    let reported =
        |word: &str| problems.iter().any(|problem| problem.as_str().unwrap().contains(word));
    for file in ["scene.json", "summary.json", "events.json", "scenario.toml"] {
        assert!(reported(file), "{file}: {problems:?}");
    }
    assert_eq!((&meta["events"], &meta["phases"]), (&json!([]), &json!([])));
    assert_eq!(viewer.get("/api/run/0/scene").status, 404);
    assert_eq!(viewer.get("/api/run/0/poses").status, 404);
    assert_eq!(viewer.get("/api/run/0/series?columns=time_s").status, 200);
}

#[test]
fn a_history_that_lacks_what_the_scene_moves_by_says_so() {
    let workdir = tempfile::tempdir().unwrap();
    let run = folder(workdir.path(), "run");
    let columns = fixture::columns(9);
    let path = run.join("history.parquet");
    let mut writer =
        planetfall_files::run_folder::HistoryWriter::create(&path, &columns[..9]).unwrap();
    let mut row = Vec::new();
    fixture::values(0, 9, &mut row);
    writer.push(&row[..9]).unwrap();
    writer.finish().unwrap();
    let viewer = Viewer::of(&[run]);
    let problem = viewer.get("/api/run/0/meta").json()["problems"][0].as_str().unwrap().to_owned();
    assert!(problem.contains("axle.angle_rad") && problem.contains("7 more"), "{problem}");
    let reply = viewer.get("/api/run/0/poses");
    assert_eq!(reply.status, 200);
    let link = reply.singles(48, 7);
    assert_eq!(link, [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], "the body is still drawn");
    assert!(reply.singles(48 + 7 * 4, 7)[3].is_nan(), "its wheel is not");
}

#[test]
fn a_history_without_records_is_shown_as_such() {
    let workdir = tempfile::tempdir().unwrap();
    let run = folder(workdir.path(), "run");
    fixture::write_history(&run, 0, 18);
    let viewer = Viewer::of(&[run]);
    let meta = viewer.get("/api/run/0/meta").json();
    assert_eq!((&meta["rows"], &meta["time_end_s"]), (&json!(0), &json!(null)));
    assert_eq!(viewer.get("/api/run/0/poses").words()[1], 0);
    assert_eq!(viewer.get("/api/run/0/series?columns=time_s").words()[2], 0);
    assert_eq!(viewer.get("/api/run/0/row?t=0").status, 404);
}

#[test]
fn a_folder_that_is_no_run_and_a_port_in_use_are_reported_at_once() {
    let workdir = tempfile::tempdir().unwrap();
    let none = Server::bind(&[workdir.path().to_owned()], None).unwrap_err();
    assert!(matches!(none, ViewError::NotARun(_)), "{none}");
    let absent = Server::bind(&[workdir.path().join("absent")], None).unwrap_err();
    assert!(absent.to_string().contains("absent is not the folder"), "{absent}");
    let run = folder(workdir.path(), "run");
    let first = Server::bind(std::slice::from_ref(&run), None).unwrap();
    let port = first.address().port();
    let second = Server::bind(&[run], Some(port)).unwrap_err();
    assert!(second.to_string().contains(&format!("port {port} is in use")), "{second}");
    assert!(matches!(Server::bind(&[], None), Err(ViewError::NoRuns)));
}
