//! How a run goes: broken off, judged, interrupted, resumed, repeated.

use crate::edges::room::Room;
use planetfall_files::run_folder::HistoryFile;
use serde_json::Value;

#[test]
fn a_run_that_diverges_says_who_when_and_what_to_do_and_keeps_its_history() {
    let room = Room::new();
    let ended = room.run("run msl-incline-drop --set stepping.step_s=0.1 --out far");
    assert_eq!(ended.code, Some(1), "{ended:?}");
    for part in
        ["diverged", "rover", "at t = 0.9 s", "The step of 0.1 s is too long", "kept in far"]
    {
        assert!(ended.err.contains(part), "lacks {part}: {}", ended.err);
    }
    assert!(!ended.out.contains("within"), "a broken run is not compared:\n{}", ended.out);
    let history = HistoryFile::open(&room.path("far/history.parquet")).unwrap();
    assert!(history.rows() > 5, "{} rows", history.rows());
    let summary = room.json("far/summary.json");
    assert_eq!(summary["outcome"], "failed");
    assert!(summary["failure"].as_str().unwrap().contains("rover"));
    room.ok("export far --to csv");
    room.ok("report far");
}

#[test]
fn the_remedy_that_a_diverging_run_proposes_helps_in_the_end() {
    let room = Room::new();
    let mut step = "0.1".to_owned();
    for _ in 0..3 {
        let ended = room.run(&format!("run msl-incline-drop --quiet --set stepping.step_s={step}"));
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
    let room = Room::new();
    let off = "run msl-incline-drop --set ground.damping_ratio=0.3";
    let ended = room.run(&format!("{off} --strict"));
    assert_eq!(ended.code, Some(1));
    assert!(
        ended.err.contains("of 18 expectations failed: wheel_1.peak_normal_force_n"),
        "{ended:?}"
    );
    assert!(ended.out.contains("✗ no"), "{}", ended.out);
    room.ok(off);
    room.ok("run msl-incline-drop --strict");
    // Half a run proves nothing.
    assert_eq!(room.run("run bounce --until 0.2 --strict").code, Some(1));
}

#[test]
fn a_shortened_run_goes_and_says_what_it_does_not_reach() {
    let room = Room::new();
    let short = "run exomars-slope --set duration_s=2.0";
    let ended = room.run(short);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert_eq!(ended.err.matches("the run ends at 2 s at the latest").count(), 1, "{}", ended.err);
    assert!(ended.err.contains("`v_x_100s_m_per_s`"), "{}", ended.err);
    assert!(ended.out.contains("– not reached"), "{}", ended.out);
    let strict = room.run(&format!("{short} --strict"));
    assert_eq!(strict.code, Some(1));
    assert!(strict.err.contains("expectations were not reached: "), "{}", strict.err);
}

/// The metrics of a run as JSON, without what depends on where it was cut.
fn metrics(room: &Room, run: &str) -> Value {
    let mut metrics = room.json(&format!("{run}/summary.json"))["metrics"].clone();
    metrics.as_object_mut().unwrap().remove("effort.evaluations");
    metrics
}

#[test]
fn a_resumed_run_ends_with_the_bits_of_the_whole_run() {
    let room = Room::new();
    for (scenario, pause, more) in [
        ("msl-incline-drop", "2", ""),
        ("msl-incline-drop", "2", "--set ground.friction=\"resting\""),
        ("msl-incline-drop", "2", "--set stepping.method=\"implicit\""),
        ("bounce", "0.6", ""),
        ("msl-gale-drop", "1", ""),
    ] {
        let scenario = format!("{scenario} {more} --quiet --force");
        room.ok(&format!("run {scenario} --out whole"));
        room.ok(&format!("run {scenario} --out first --until {pause} --save-state s"));
        assert_eq!(room.json("first/summary.json")["outcome"], "paused");
        room.ok(&format!("run {scenario} --out second --resume s"));
        assert_eq!(metrics(&room, "second"), metrics(&room, "whole"), "{scenario}");
        assert_eq!(
            room.json("second/summary.json")["outcome"],
            room.json("whole/summary.json")["outcome"]
        );
    }
}

#[test]
fn a_state_continues_only_the_run_it_was_saved_from() {
    let room = Room::new();
    room.ok("run bounce --until 0.3 --save-state s --quiet");
    room.refuses(
        "run msl-incline-drop --resume s",
        &["s: saved from a scenario with other values"],
    );
    let told = ["s: saved from a scenario with other values than `bounce` has now"];
    room.refuses("run bounce --resume s --set ground.damping_ratio=0.2", &told);
    room.refuses(
        "run bounce --resume s --until 0.2",
        &["--until 0.2: the saved state is at 0.3 s"],
    );
    let whole = room.read("s");
    for cut in [0, 7, 8, 15, 16, whole.len() - 8, whole.len() - 1] {
        room.write("cut", &whole[..cut]);
        room.refuses("run bounce --resume cut", &["cut: "]);
    }
    room.write("long", [whole.as_slice(), &[0; 8]].concat());
    room.refuses("run bounce --resume long", &["long: "]);
    room.refuses("run bounce --resume absent", &["absent: "]);
}

#[test]
fn nothing_is_saved_of_a_run_that_has_ended() {
    let room = Room::new();
    let ended = room.run("run bounce --save-state s --quiet");
    assert_eq!(ended.code, Some(0));
    assert!(ended.err.contains("s is not written: the run has ended (completed)"), "{}", ended.err);
    assert!(!room.path("s").exists());
}

#[test]
fn the_same_run_has_the_same_bytes() {
    let room = Room::new();
    for scenario in ["msl-incline-drop", "msl-gale-drop", "bounce"] {
        room.ok(&format!("run {scenario} --out one --quiet --force"));
        room.ok(&format!("run {scenario} --out two --quiet --force"));
        for file in ["history.parquet", "events.json", "scenario.toml", "profile.csv"] {
            assert_eq!(room.read(&format!("one/{file}")), room.read(&format!("two/{file}")));
        }
    }
}

#[test]
fn the_effective_scenario_of_a_run_gives_the_same_bits() {
    let room = Room::new();
    for scenario in planetfall_files::scenario::builtins().iter().map(|known| known.name) {
        // A step of thousands of grains costs as much as a second of a rover.
        let until = if scenario == "granular-bed" { 0.05 } else { 10.0 };
        room.ok(&format!("run {scenario} --until {until} --out one --quiet --force"));
        let effective = room.ok(&format!("check {scenario} --effective"));
        room.write(&format!("{scenario}.toml"), &effective);
        room.ok(&format!("run {scenario}.toml --until {until} --out two --quiet --force"));
        let whole = |run: &str| room.json(&format!("{run}/summary.json"))["metrics"].clone();
        assert_eq!(whole("one"), whole("two"), "{scenario}");
        assert_eq!(room.read("one/history.parquet"), room.read("two/history.parquet"));
        // It is its own effective file, except that nothing is a default any more.
        let explicit = effective.replace("  # default", "");
        assert!(room.ok(&format!("check {scenario}.toml --effective")) == explicit, "{scenario}");
    }
}

#[test]
fn a_state_continues_the_same_scenario_from_another_file() {
    let room = Room::new();
    room.ok("run bounce --until 0.3 --save-state s --quiet");
    room.ok("run runs/bounce/scenario.toml --resume s --out rest --strict");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_a_readable_history_and_can_go_on() {
    let room = Room::new();
    let words = "run msl-incline-drop --set duration_s=100000 --out long --save-state s";
    let mut command = room.command(words);
    command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::piped());
    let child = command.spawn().unwrap();
    // The file is opened after the handler is in place.
    while !room.path("long.partial/history.parquet").exists() {
        std::thread::yield_now();
    }
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(told.contains("interrupted at t = ") && told.contains("kept in long"), "{told}");
    assert_eq!(room.json("long/summary.json")["outcome"], "stopped");
    let history = HistoryFile::open(&room.path("long/history.parquet")).unwrap();
    assert!(history.rows() >= 1);
    assert!(room.path("s").is_file());
}
