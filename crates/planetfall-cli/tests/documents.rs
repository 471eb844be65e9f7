//! What the documents show is what the command says.
#![allow(clippy::unwrap_used, reason = "a failed test may panic")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn document(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn planetfall(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_planetfall")).args(arguments).output().unwrap()
}

#[test]
fn the_scenario_reference_is_what_the_command_prints() {
    let written = std::fs::read_to_string(document("docs/scenario-reference.md")).unwrap();
    let printed = String::from_utf8(planetfall(&["schema", "--markdown"]).stdout).unwrap();
    assert!(
        written.replace("\r\n", "\n") == printed,
        "the keys have changed: planetfall schema --markdown > docs/scenario-reference.md"
    );
}

#[test]
fn the_rig_reference_is_what_the_command_prints() {
    let written = std::fs::read_to_string(document("docs/rig-reference.md")).unwrap();
    let printed = planetfall(&["schema", "--of", "rig", "--markdown"]).stdout;
    assert!(
        written.replace("\r\n", "\n") == String::from_utf8(printed).unwrap(),
        "the keys have changed: planetfall schema --of rig --markdown > docs/rig-reference.md"
    );
}

#[test]
fn the_oscillation_of_the_validation_pages_meets_its_closed_form() {
    let room = tempfile::tempdir().unwrap();
    let scenario = document("docs/validation/oscillation.toml");
    let out = room.path().join("run");
    let done = planetfall(&[
        "run",
        scenario.to_str().unwrap(),
        "--strict",
        "--quiet",
        "--out",
        out.to_str().unwrap(),
    ]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn every_figure_of_a_run_can_be_had_as_a_picture() {
    let room = tempfile::tempdir().unwrap();
    let path = |name: &str| room.path().join(name).to_str().unwrap().to_owned();
    let run = path("run");
    assert!(planetfall(&["run", "bounce", "--quiet", "--out", &run]).status.success());
    let done = planetfall(&["report", &run, "--figures", &path("pictures")]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let printed = String::from_utf8(done.stdout).unwrap();
    let files: Vec<&str> = printed.lines().collect();
    assert_eq!(files.len(), 3, "{printed}");
    assert!(files.iter().all(|file| Path::new(file).is_file()));
    let nowhere = planetfall(&["report", &path("empty"), "--figures", &path("none")]);
    assert_eq!(nowhere.status.code(), Some(2));
    assert!(!room.path().join("none").exists(), "nothing is written for a folder without a run");
}
