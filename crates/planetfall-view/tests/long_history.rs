//! A million records of sixty columns: what the viewer's server needs for them.
//!
//! Takes long, so `./test --full` asks for it. Times are printed, not judged: they belong to the
//! machine (docs/viewer.md has those of ours). What is judged is memory and the length of answers.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed test may panic")]

#[allow(dead_code, reason = "shared with the tests of the server")]
#[path = "server/client.rs"]
mod client;
#[allow(dead_code, reason = "shared with the tests of the server")]
#[path = "server/fixture.rs"]
mod fixture;

use std::time::Instant;

use client::{Reply, Viewer};

const ROWS: usize = 1_000_000;
const COLUMNS: usize = 60;

/// A figure of /proc/self/status, in MB.
fn memory(name: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with(name))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes / 1024)
}

fn timed(viewer: &Viewer, what: &str, path: &str) -> Reply {
    let start = Instant::now();
    let reply = viewer.get(path);
    let took = start.elapsed().as_secs_f64() * 1e3;
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    eprintln!("{took:8.1} ms  {:9} bytes  {what}", reply.body.len());
    reply
}

fn names(range: std::ops::Range<usize>) -> String {
    let columns = fixture::columns(COLUMNS);
    let names: Vec<&str> = columns[range].iter().map(|column| column.name.as_str()).collect();
    names.join(",")
}

#[test]
#[ignore = "takes long; run by ./test --full"]
fn a_million_records_of_sixty_columns_are_served_in_little_memory() {
    let workdir = tempfile::tempdir().unwrap();
    let folder = workdir.path().join("long");
    fixture::write(&folder, ROWS, COLUMNS);
    // A link for every column that is left, so that poses need nearly all of them.
    fixture::scene(COLUMNS - 18).write(&folder).unwrap();
    let before = memory("VmRSS");
    let start = Instant::now();
    let viewer = Viewer::of(&[folder]);
    assert_eq!(timed(&viewer, "runs", "/api/runs").json()[0]["error"], serde_json::Value::Null);
    timed(&viewer, "meta", "/api/run/0/meta");
    timed(&viewer, "scene", "/api/run/0/scene");
    let overview = timed(&viewer, "poses of the whole run, first", "/api/run/0/poses?n=2000");
    assert_eq!(overview.words()[1], 2000);
    let ready = start.elapsed().as_secs_f64() * 1e3;
    eprintln!("{ready:8.1} ms  until the page has what its first picture needs");
    timed(&viewer, "poses of the whole run, again", "/api/run/0/poses?n=2000");
    let all = names(0..COLUMNS);
    let eight = names(20..28);
    let whole = format!("/api/run/0/series?n=2000&columns={all}");
    let series = timed(&viewer, "60 columns of the whole run, first", &whole);
    assert!(series.words()[2] <= 2000);
    timed(&viewer, "60 columns of the whole run, again", &whole);
    for (width, label) in [(2.0, "2 s"), (20.0, "20 s"), (200.0, "200 s"), (600.0, "600 s")] {
        let from = 345.678 - width / 2.0;
        let span = format!("from={from}&to={}", from + width);
        let path = format!("/api/run/0/poses?{span}&n=600");
        assert!(timed(&viewer, &format!("poses of {label}"), &path).words()[1] <= 600);
        let path = format!("/api/run/0/series?columns={eight}&{span}&n=2000");
        timed(&viewer, &format!("8 columns of {label}"), &path);
    }
    timed(&viewer, "a record", "/api/run/0/row?t=777.7");
    let (now, most) = (memory("VmRSS"), memory("VmHWM"));
    eprintln!("memory in MB: {before:?} before, {now:?} now, {most:?} at most");
    if let Some(most) = most {
        assert!(most < 300, "the process, test and writer included, had {most} MB");
    } else {
        eprintln!("memory: SKIPPED, because it is absent: /proc/self/status");
    }
}
