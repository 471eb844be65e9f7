//! Scenarios that an outside program operates, as their user meets them.

use crate::edges::workdir::Workdir;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

const BALL: &str = r#"
title = "A ball that waits for orders"
duration_s = 0.05
[gravity]
acceleration_m_per_s2 = 3.7
[terrain]
kind = "incline"
slope_deg = 0.0
[ground]
rest_penetration_m = 0.01
damping_ratio = 0.3
stick_angle_deg = 32.0
slide_angle_deg = 27.0
[[vehicle]]
name = "ball"
mass_kg = 1.0
inertia_kg_m2 = [1.0, 1.0, 1.0]
[[vehicle.marker]]
name = "foot"
position_m = [0.0, 0.0, 0.0]
[vehicle.start]
height_m = 1.0
[stepping]
method = "rk4"
step_s = 0.001
[operator]
"#;

#[test]
fn an_operator_that_is_not_there_is_asked_for() {
    let workdir = Workdir::new();
    workdir.write("ball.toml", BALL);
    workdir.refuses("run ball.toml", &["names none to start", "--listen 127.0.0.1:PORT"]);
    workdir
        .refuses("run bounce --listen 127.0.0.1:0", &["--listen: the scenario has no [operator]"]);
    workdir.refuses("run bounce --replay runs", &["--replay: the scenario has no [operator]"]);
    workdir.refuses("run ball.toml --replay runs", &["commands.jsonl"]);
    workdir.refuses("run ball.toml --listen 0.0.0.0:0", &["0.0.0.0", "--listen-anywhere"]);
    workdir.refuses("run bounce --pace 0", &["--pace 0"]);
    workdir.refuses("converge ball.toml", &["an outside program operates this scenario"]);
    assert!(!workdir.path("runs").exists(), "nothing is written for a run that cannot begin");
}

/// Runs with a program that listens for what the command says, and speaks JSON.
fn listened(workdir: &Workdir, arguments: &[&str]) -> std::process::Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_planetfall"))
        .args(["run", "ball.toml", "--listen", "127.0.0.1:0"])
        .args(arguments)
        .current_dir(workdir.path("."))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("waiting for a program on ") {
        line.clear();
        assert!(said.read_line(&mut line).unwrap() > 0);
    }
    let address = line.trim().rsplit(' ').next().unwrap().to_owned();
    let mut stream = TcpStream::connect(address).unwrap();
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
    lines.next().unwrap().unwrap();
    stream.write_all(b"{\"type\":\"hello\",\"version\":1}\n").unwrap();
    for line in lines.map_while(Result::ok) {
        let message: serde_json::Value = serde_json::from_str(&line).unwrap();
        if message["type"] == "packet" {
            let answer = format!("{{\"type\":\"command\",\"tick\":{}}}\n", message["tick"]);
            stream.write_all(answer.as_bytes()).unwrap();
        }
    }
    let mut rest = String::new();
    std::io::Read::read_to_string(&mut said, &mut rest).unwrap();
    let mut output = child.wait_with_output().unwrap();
    output.stdout = rest.into_bytes();
    output
}

#[test]
fn a_program_connects_and_its_run_can_be_repeated_and_asked() {
    let workdir = Workdir::new();
    workdir.write("ball.toml", BALL);
    let done = listened(&workdir, &["--pace", "1"]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let reported = String::from_utf8(done.stdout).unwrap();
    assert!(reported.contains("pace 1: "), "{reported}");
    let summary = workdir.json("runs/ball/summary.json");
    assert_eq!(summary["operator"]["answers"], 6);
    assert_eq!(summary["pacing"]["deadlines"], 5);
    assert!(summary["wall_time_s"].as_f64().unwrap() >= 0.05);
    workdir.ok("run runs/ball/scenario.toml --replay runs/ball --quiet");
    let history =
        |run: &str| std::fs::read(workdir.path(&format!("runs/{run}/history.parquet"))).unwrap();
    assert!(history("ball") == history("ball-replay"));
    assert!(workdir.ok("why runs/ball --at 0.03").contains("an outside program"));
}
