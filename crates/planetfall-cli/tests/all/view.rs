//! `planetfall view` as a user or a script starts and ends it.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed test may panic")]

use crate::served::{Served, planetfall};
use std::path::{Path, PathBuf};
use std::process::Output;

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn run(workdir: &Path) -> PathBuf {
    let folder = workdir.join("run");
    let done =
        planetfall(&["run", "bounce", "--quiet", "--out", folder.to_str().unwrap()]).output();
    assert!(done.unwrap().status.success());
    folder
}

fn viewer(folder: &Path) -> Served {
    Served::start(&["view", folder.to_str().unwrap(), "--no-open"])
}

#[test]
fn a_real_run_is_served_at_the_address_of_the_first_line_until_ctrl_c() {
    let workdir = tempfile::tempdir().unwrap();
    let mut viewer = self::viewer(&run(workdir.path()));
    assert!(viewer.address.starts_with("127.0.0.1:"), "{}", viewer.address);
    assert!(viewer.get("/").starts_with("HTTP/1.1 200 OK"));
    assert!(viewer.get("/api/runs").contains("{\"id\":0,\"label\":\"run\",\"error\":null}"));
    let meta = viewer.get("/api/run/0/meta");
    assert!(meta.contains("\"scenario\":\"bounce\"") && meta.contains("\"problems\":[]"), "{meta}");
    assert!(viewer.get("/api/run/0/poses?n=50").starts_with("HTTP/1.1 200 OK"));
    if cfg!(unix) {
        let (code, rest) = viewer.interrupt();
        assert_eq!(code, Some(0));
        assert!(rest.ends_with("The viewer has ended.\n"), "{rest}");
    }
}

#[test]
fn what_cannot_be_shown_is_reported_with_exit_code_2() {
    let workdir = tempfile::tempdir().unwrap();
    let empty = workdir.path().to_str().unwrap();
    let none = planetfall(&["view", empty, "--no-open"]).output().unwrap();
    assert_eq!(none.status.code(), Some(2));
    assert!(said(&none).contains("is not the folder of a Planetfall run"), "{}", said(&none));
    assert_eq!(planetfall(&["view"]).output().unwrap().status.code(), Some(2));

    let folder = run(workdir.path());
    let viewer = self::viewer(&folder);
    let port = viewer.address.rsplit(':').next().unwrap();
    let arguments = ["view", folder.to_str().unwrap(), "--no-open", "--port", port];
    let taken = planetfall(&arguments).output().unwrap();
    assert_eq!(taken.status.code(), Some(2));
    assert!(said(&taken).contains(&format!("port {port} is in use")), "{}", said(&taken));
    let zero = planetfall(&["view", folder.to_str().unwrap(), "--port", "0"]).output().unwrap();
    assert_eq!(zero.status.code(), Some(2));
}

#[test]
fn a_run_with_a_truncated_history_is_shown_with_its_error() {
    let workdir = tempfile::tempdir().unwrap();
    let folder = run(workdir.path());
    let history = folder.join("history.parquet");
    let bytes = std::fs::read(&history).unwrap();
    std::fs::write(&history, &bytes[..bytes.len() / 2]).unwrap();
    let viewer = self::viewer(&folder);
    let runs = viewer.get("/api/runs");
    assert!(runs.starts_with("HTTP/1.1 200 OK") && runs.contains("not a whole history"), "{runs}");
}
