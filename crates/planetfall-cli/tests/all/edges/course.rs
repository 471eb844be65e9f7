//! How a run goes: broken off, judged, interrupted, resumed, repeated.

use crate::edges::workdir::Workdir;
use planetfall_files::run_folder::HistoryFile;
use serde_json::Value;

#[test]
fn a_run_that_diverges_says_who_when_and_what_to_do_and_keeps_its_history() {
    let workdir = Workdir::new();
    let ended = workdir.run("run msl-incline-drop --set stepping.step_s=0.1 --out far");
    assert_eq!(ended.code, Some(1), "{ended:?}");
    for part in
        ["diverged", "rover", "at t = 0.9 s", "The step of 0.1 s is too long", "kept in far"]
    {
        assert!(ended.err.contains(part), "lacks {part}: {}", ended.err);
    }
    assert!(!ended.out.contains("within"), "a broken run is not compared:\n{}", ended.out);
    let history = HistoryFile::open(&workdir.path("far/history.parquet")).unwrap();
    assert!(history.rows() > 5, "{} rows", history.rows());
    let summary = workdir.json("far/summary.json");
    assert_eq!(summary["outcome"], "failed");
    assert!(summary["failure"].as_str().unwrap().contains("rover"));
    workdir.ok("export far --to csv");
    workdir.ok("report far");
}

#[test]
fn the_remedy_that_a_diverging_run_proposes_helps_in_the_end() {
    let workdir = Workdir::new();
    let mut step = "0.1".to_owned();
    for _ in 0..3 {
        let ended =
            workdir.run(&format!("run msl-incline-drop --quiet --set stepping.step_s={step}"));
        if ended.code == Some(0) {
            return;
        }
        let (_, rest) = ended.err.split_once("try ").unwrap();
        step = rest.split_once(" s").unwrap().0.to_owned();
    }
    panic!("still diverges at {step} s");
}

#[test]
fn strict_fails_where_an_expectation_fails_and_only_then() {
    let workdir = Workdir::new();
    let deviation = "run msl-incline-drop --set ground.damping_ratio=0.3";
    let ended = workdir.run(&format!("{deviation} --strict"));
    assert_eq!(ended.code, Some(1));
    assert!(
        ended.err.contains("of 18 expectations failed: wheel_1.peak_normal_force_n"),
        "{ended:?}"
    );
    assert!(ended.out.contains("✗ no"), "{}", ended.out);
    workdir.ok(deviation);
    workdir.ok("run msl-incline-drop --strict");
    // Half a run proves nothing.
    assert_eq!(workdir.run("run bounce --until 0.2 --strict").code, Some(1));
}

#[test]
fn a_shortened_run_goes_and_says_what_it_does_not_reach() {
    let workdir = Workdir::new();
    let short = "run exomars-slope --set duration_s=2.0";
    let ended = workdir.run(short);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert_eq!(ended.err.matches("the run ends at 2 s at the latest").count(), 1, "{}", ended.err);
    assert!(ended.err.contains("`v_x_100s_m_per_s`"), "{}", ended.err);
    assert!(ended.out.contains("– not reached"), "{}", ended.out);
    let strict = workdir.run(&format!("{short} --strict"));
    assert_eq!(strict.code, Some(1));
    assert!(strict.err.contains("expectations were not reached: "), "{}", strict.err);
}

/// The metrics of a run as JSON, without what depends on where it was cut.
fn metrics(workdir: &Workdir, run: &str) -> Value {
    let mut metrics = workdir.json(&format!("{run}/summary.json"))["metrics"].clone();
    metrics.as_object_mut().unwrap().remove("effort.evaluations");
    metrics
}

#[test]
fn a_resumed_run_ends_with_the_bits_of_the_whole_run() {
    let workdir = Workdir::new();
    for (scenario, pause, more) in [
        ("msl-incline-drop", "2", ""),
        ("msl-incline-drop", "2", "--set ground.friction=\"resting\""),
        ("msl-incline-drop", "2", "--set stepping.method=\"implicit\""),
        ("bounce", "0.6", ""),
        ("msl-gale-drop", "1", ""),
    ] {
        let scenario = format!("{scenario} {more} --quiet --force");
        workdir.ok(&format!("run {scenario} --out whole"));
        workdir.ok(&format!("run {scenario} --out first --until {pause} --save-state s"));
        assert_eq!(workdir.json("first/summary.json")["outcome"], "paused");
        workdir.ok(&format!("run {scenario} --out second --resume s"));
        assert_eq!(metrics(&workdir, "second"), metrics(&workdir, "whole"), "{scenario}");
        assert_eq!(
            workdir.json("second/summary.json")["outcome"],
            workdir.json("whole/summary.json")["outcome"]
        );
    }
}

#[test]
fn a_state_continues_only_the_run_it_was_saved_from() {
    let workdir = Workdir::new();
    workdir.ok("run bounce --until 0.3 --save-state s --quiet");
    workdir.refuses(
        "run msl-incline-drop --resume s",
        &["s: saved from a scenario with other values"],
    );
    let reported = ["s: saved from a scenario with other values than `bounce` has now"];
    workdir.refuses("run bounce --resume s --set ground.damping_ratio=0.2", &reported);
    workdir.refuses(
        "run bounce --resume s --until 0.2",
        &["--until 0.2: the saved state is at 0.3 s"],
    );
    let whole = workdir.read("s");
    for cut in [0, 7, 8, 15, 16, whole.len() - 8, whole.len() - 1] {
        workdir.write("cut", &whole[..cut]);
        workdir.refuses("run bounce --resume cut", &["cut: "]);
    }
    workdir.write("long", [whole.as_slice(), &[0; 8]].concat());
    workdir.refuses("run bounce --resume long", &["long: "]);
    workdir.refuses("run bounce --resume absent", &["absent: "]);
}

#[test]
fn nothing_is_saved_of_a_run_that_has_ended() {
    let workdir = Workdir::new();
    let ended = workdir.run("run bounce --save-state s --quiet");
    assert_eq!(ended.code, Some(0));
    assert!(ended.err.contains("s is not written: the run has ended (completed)"), "{}", ended.err);
    assert!(!workdir.path("s").exists());
}

#[test]
fn the_same_run_has_the_same_bytes() {
    let workdir = Workdir::new();
    for scenario in ["msl-incline-drop", "msl-gale-drop", "bounce"] {
        workdir.ok(&format!("run {scenario} --out one --quiet --force"));
        workdir.ok(&format!("run {scenario} --out two --quiet --force"));
        for file in ["history.parquet", "events.json", "scenario.toml", "profile.csv"] {
            assert_eq!(workdir.read(&format!("one/{file}")), workdir.read(&format!("two/{file}")));
        }
    }
}

#[test]
fn the_effective_scenario_of_a_run_gives_the_same_bits() {
    let workdir = Workdir::new();
    for scenario in planetfall_files::scenario::builtins().iter().map(|known| known.name) {
        // A step of thousands of grains costs as much as a second of a rover.
        let until = if scenario == "granular-bed" { 0.05 } else { 10.0 };
        workdir.ok(&format!("run {scenario} --until {until} --out one --quiet --force"));
        let effective = workdir.ok(&format!("check {scenario} --effective"));
        workdir.write(&format!("{scenario}.toml"), &effective);
        workdir.ok(&format!("run {scenario}.toml --until {until} --out two --quiet --force"));
        let whole = |run: &str| workdir.json(&format!("{run}/summary.json"))["metrics"].clone();
        assert_eq!(whole("one"), whole("two"), "{scenario}");
        assert_eq!(workdir.read("one/history.parquet"), workdir.read("two/history.parquet"));
        // It is its own effective file, except that nothing is a default any more.
        let explicit = effective.replace("  # default", "");
        assert!(
            workdir.ok(&format!("check {scenario}.toml --effective")) == explicit,
            "{scenario}"
        );
    }
}

#[test]
fn a_state_continues_the_same_scenario_from_another_file() {
    let workdir = Workdir::new();
    workdir.ok("run bounce --until 0.3 --save-state s --quiet");
    workdir.ok("run runs/bounce/scenario.toml --resume s --out rest --strict");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_a_readable_history_and_can_go_on() {
    let workdir = Workdir::new();
    let words = "run msl-incline-drop --set duration_s=100000 --out long --save-state s";
    let mut command = workdir.command(words);
    command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::piped());
    let child = command.spawn().unwrap();
    // The file is opened after the handler is in place.
    while !workdir.path("long.partial/history.parquet").exists() {
        std::thread::yield_now();
    }
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let reported = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{reported}");
    assert!(
        reported.contains("interrupted at t = ") && reported.contains("kept in long"),
        "{reported}"
    );
    assert_eq!(workdir.json("long/summary.json")["outcome"], "stopped");
    let history = HistoryFile::open(&workdir.path("long/history.parquet")).unwrap();
    assert!(history.rows() >= 1);
    assert!(workdir.path("s").is_file());
}
