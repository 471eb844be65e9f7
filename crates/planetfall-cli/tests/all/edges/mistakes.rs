//! Mistakes of a scenario file: named, placed, all at once, and nothing is written.

use crate::edges::workdir::Workdir;

/// A small scenario in which each of these tests spoils something. The line of each key counts.
const DROP: &str = r#"title = "drop"
duration_s = 0.2
[gravity]
acceleration_m_per_s2 = 3.7
[terrain]
kind = "incline"
slope_deg = 10.0
[ground]
rest_penetration_m = 0.01
damping_ratio = 0.1
stick_angle_deg = 32.0
slide_angle_deg = 27.0
[[vehicle]]
name = "rover"
mass_kg = 900.0
inertia_kg_m2 = [700.0, 500.0, 400.0]
[[vehicle.marker]]
name = "wheel"
position_m = [0.0, 0.0, 0.0]
[vehicle.start]
height_m = 0.5
[stepping]
step_s = 0.001
"#;

/// Checks that a scenario with a line replaced is refused with these words, by `check` and `run`.
fn spoilt(line: &str, by: &str, reported: &[&str]) {
    assert!(DROP.contains(line), "no such line: {line}");
    let workdir = Workdir::new();
    workdir.write("drop.toml", DROP.replacen(line, by, 1));
    workdir.refuses("run drop.toml", reported);
    workdir.refuses("check drop.toml", reported);
}

#[test]
fn the_unspoilt_scenario_runs() {
    let workdir = Workdir::new();
    workdir.write("drop.toml", DROP);
    workdir.ok("run drop.toml");
}

#[test]
fn an_unknown_key_is_reported_with_its_place_and_the_right_spelling() {
    let reported =
        ["drop.toml:10:1: error: `dampening_ratio`: unknown key; did you mean `damping_ratio`?"];
    spoilt("damping_ratio", "dampening_ratio", &reported);
    spoilt("[stepping]", "[steping]", &["drop.toml:22:2: error: ", "`stepping`"]);
    spoilt(
        "kind = \"incline\"",
        "kind = \"inclined\"",
        &["drop.toml:6:8: error: ", "did you mean \"incline\"?"],
    );
}

#[test]
fn a_wrong_unit_is_reported_with_the_converted_value() {
    let reported =
        ["drop.toml:15:1: error: `mass_g`: unknown key; mass is given in kilograms: `mass_kg`"];
    spoilt("mass_kg = 900.0", "mass_g = 900000", &reported);
    spoilt("mass_kg = 900.0", "mass_g = 900000", &["write `mass_kg = 900"]);
    spoilt("slope_deg = 10.0", "slope_rad = 0.1", &["drop.toml:7:1: error: ", "`slope_deg`"]);
    spoilt("height_m = 0.5", "height_mm = 500", &["drop.toml:21:1: error: ", "height_m = 0.5"]);
}

#[test]
fn a_wrong_type_is_reported_with_what_was_found() {
    let reported = [
        "drop.toml:2:14: error: `duration_s`: expected a number in seconds, found the string \"0.2\"",
    ];
    spoilt("duration_s = 0.2", "duration_s = \"0.2\"", &reported);
    spoilt("mass_kg = 900.0", "mass_kg = [900.0]", &["drop.toml:15:11: error: `mass_kg`"]);
    spoilt("position_m = [0.0, 0.0, 0.0]", "position_m = [0, 0]", &["drop.toml:19:14: error: "]);
    spoilt("[vehicle.start]", "[[vehicle.start]]", &["drop.toml:20", "start"]);
    spoilt("step_s = 0.001", "step_s = true", &["drop.toml:23:10: error: `step_s`"]);
}

#[test]
fn impossible_numbers_are_reported() {
    let reported = ["drop.toml:15:11: error: `mass_kg` is -900 but must be greater than 0"];
    spoilt("mass_kg = 900.0", "mass_kg = -900", &reported);
    for number in ["0", "nan", "-inf", "1e999"] {
        let line = format!("mass_kg = {number}");
        spoilt("mass_kg = 900.0", &line, &["drop.toml:15:11: error: `mass_kg`"]);
    }
    spoilt("slope_deg = 10.0", "slope_deg = 90", &["drop.toml:7:13: error: `slope_deg` is 90"]);
    spoilt(
        "step_s = 0.001",
        "step_s = 0.0000000015",
        &["drop.toml:23:10: ", "whole number of nanoseconds"],
    );
    spoilt("duration_s = 0.2", "duration_s = 1e300", &["drop.toml:2:14: error: ", "292 years"]);
}

#[test]
fn an_inertia_that_no_body_has_is_reported() {
    let reported = ["drop.toml:16:17: error: ", "at most the sum of the other two"];
    spoilt("[700.0, 500.0, 400.0]", "[1000.0, 500.0, 400.0]", &reported);
    spoilt(
        "[700.0, 500.0, 400.0]",
        "[-1.0, 500.0, 400.0]",
        &["drop.toml:16:17: error: ", "positive"],
    );
}

#[test]
fn a_vehicle_without_markers_is_reported() {
    let marker = "[[vehicle.marker]]\nname = \"wheel\"\nposition_m = [0.0, 0.0, 0.0]\n";
    let reported =
        ["drop.toml:13:1: error: vehicle `rover` has no markers", "add [[vehicle.marker]]"];
    spoilt(marker, "", &reported);
    spoilt("[[vehicle]]\n", "[[vehicle]]\nmarker = []\n", &["marker"]);
}

#[test]
fn a_marker_cannot_have_a_name_that_metrics_use() {
    let reported = ["drop.toml:18:8: error: `com` cannot be a marker's name"];
    spoilt("name = \"wheel\"", "name = \"com\"", &reported);
}

#[test]
fn without_gravity_the_ground_needs_a_stiffness_of_its_own() {
    let reported = ["drop.toml:17:1: error: the ground under marker `wheel` has no stiffness"];
    spoilt("acceleration_m_per_s2 = 3.7", "acceleration_m_per_s2 = 0", &reported);
    let workdir = Workdir::new();
    let floating = DROP.replace("acceleration_m_per_s2 = 3.7", "acceleration_m_per_s2 = 0");
    let own = "[0.0, 0.0, 0.0]\nstiffness_n_per_m = 1e5\ndamping_n_s_per_m = 100";
    workdir.write("float.toml", floating.replace("[0.0, 0.0, 0.0]", own));
    assert!(workdir.ok("run float.toml").contains("completed at 0.2 s"));
}

#[test]
fn vehicles_that_are_like_each_other_in_a_circle_are_reported() {
    let ring = |name: &str, like: &str| {
        format!("[[vehicle]]\nname = \"{name}\"\nlike = \"{like}\"\nstart = {{ height_m = 1 }}\n")
    };
    let workdir = Workdir::new();
    let text =
        DROP.to_owned() + &ring("a", "b") + &ring("b", "a") + &ring("c", "c") + &ring("d", "a");
    workdir.write("drop.toml", text);
    let reported = [
        "drop.toml:26:8: error: `b`: no vehicle before this one has that name",
        "drop.toml:34:8: error: `c`: no vehicle before this one has that name",
    ];
    workdir.refuses("check drop.toml", &reported);
}

#[test]
fn a_mistake_that_two_vehicles_share_is_reported_once() {
    let workdir = Workdir::new();
    let twin = "[[vehicle]]\nname = \"twin\"\nlike = \"rover\"\nstart = { height_m = 1 }\n";
    workdir.write("drop.toml", DROP.replace("[700.0,", "[1700.0,") + twin);
    let ended = workdir.run("check drop.toml");
    assert_eq!(ended.err.matches("error: ").count(), 1, "{}", ended.err);
}

#[test]
fn all_mistakes_of_a_file_are_reported_at_once_in_its_order() {
    let workdir = Workdir::new();
    let text = DROP
        .replace("slope_deg = 10.0", "slope_rad = 0.1")
        .replace("damping_ratio = 0.1", "dampening_ratio = 0.1")
        .replace("mass_kg = 900.0", "mass_kg = -1")
        .replace("height_m = 0.5", "height_m = \"high\"")
        .replace("step_s = 0.001", "step_s = 0.0000000015\ncolour = 1");
    workdir.write("drop.toml", text);
    let ended = workdir.run("run drop.toml");
    assert_eq!(ended.code, Some(2));
    let places: Vec<&str> =
        ended.err.lines().filter_map(|line| line.split_once(": error: ")).map(|l| l.0).collect();
    assert_eq!(
        places,
        [
            "drop.toml:7:1",
            "drop.toml:10:1",
            "drop.toml:15:11",
            "drop.toml:21:12",
            "drop.toml:23:10",
            "drop.toml:24:1"
        ],
        "{}",
        ended.err
    );
}

#[test]
fn a_mistake_on_the_command_line_is_reported_as_one_of_a_file() {
    let workdir = Workdir::new();
    let reported = [
        "--set ground.dampng_ratio=0.2: error: `dampng_ratio`: unknown key; did you mean `damping_ratio`?",
        "--set duration_s=x: error: `duration_s`: expected a number in seconds",
    ];
    workdir.refuses("run bounce --set ground.dampng_ratio=0.2 --set duration_s=x", &reported);
    workdir.refuses("run bounce --set foo", &["--set foo: write it as KEY=VALUE"]);
    workdir
        .refuses("run bounce --set vehicle[7].mass_kg=1", &["--set vehicle[7].mass_kg=1: error: "]);
}

#[test]
fn a_file_that_is_no_scenario_is_reported() {
    let workdir = Workdir::new();
    workdir.refuses("run msl-inclin-drop", &["did you mean `msl-incline-drop`?"]);
    workdir.refuses("run absent.toml", &["absent.toml: "]);
    workdir.refuses("run .", &["error: .: "]);
    workdir.write("broken.toml", "title = \"unclosed\nduration_s = 1\n");
    workdir.refuses("check broken.toml", &["broken.toml:1:18: error: "]);
    workdir.write("bytes.toml", [0xFF, 0xFE, 0x00, 0x80]);
    workdir.refuses("check bytes.toml", &["bytes.toml"]);
    workdir.write("empty.toml", "");
    workdir
        .refuses("check empty.toml", &["empty.toml:1:1: error: ", "`duration_s`", "`[[vehicle]]`"]);
}

#[test]
fn an_expectation_or_figure_of_something_that_is_not_there_is_reported() {
    let workdir = Workdir::new();
    let expect =
        "[[expect]]\nmetric = \"weel.contacts\"\nvalue = 1\ntolerance = 0\nsource = \"me\"\n";
    let figure = "[[figure]]\ntitle = \"f\"\ny = \"wheel.gapp_m\"\n";
    workdir.write("drop.toml", DROP.to_owned() + expect + figure);
    let reported = [
        "drop.toml:25:10: error: `weel.contacts`: this scenario has no such metric",
        "did you mean `wheel.contacts`?",
        "drop.toml:31:5: error: `wheel.gapp_m`: this scenario records no such column",
        "did you mean `wheel.gap_m`?",
    ];
    workdir.refuses("run drop.toml", &reported);
    workdir.write("drop.toml", DROP.to_owned() + &expect.replace("tolerance = 0", "min = 0"));
    workdir.refuses("run drop.toml", &["either `value` with `tolerance`"]);
}
