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

/// The verbs that the command lists: a line's first word, two spaces in.
fn verbs() -> Vec<String> {
    let printed = String::from_utf8(planetfall(&["--help"]).stdout).unwrap();
    let listed = printed.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    let first = |line: &str| line.strip_prefix("  ")?.split(' ').next().map(str::to_owned);
    let verbs: Vec<String> = listed.filter_map(first).filter(|word| !word.is_empty()).collect();
    assert!(verbs.len() > 15, "{verbs:?}");
    verbs
}

#[test]
fn every_verb_is_documented_and_every_documented_verb_exists() {
    let page = std::fs::read_to_string(document("docs/commands.md")).unwrap();
    let written: Vec<&str> = page.split('`').skip(1).step_by(2).collect();
    let verbs = verbs();
    for verb in verbs.iter().filter(|verb| *verb != "help") {
        let shown = written.iter().any(|code| code.split(' ').any(|word| word == verb));
        assert!(shown, "docs/commands.md does not have `{verb}`");
    }
    for code in written.iter().filter_map(|code| code.strip_prefix("planetfall ")) {
        let verb = code.split(' ').next().unwrap();
        assert!(verb == "VERB" || verbs.iter().any(|known| known == verb), "no verb `{verb}`");
    }
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
    let workdir = tempfile::tempdir().unwrap();
    let scenario = document("docs/validation/oscillation.toml");
    let out = workdir.path().join("run");
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
    let workdir = tempfile::tempdir().unwrap();
    let path = |name: &str| workdir.path().join(name).to_str().unwrap().to_owned();
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
    assert!(!workdir.path().join("none").exists(), "nothing is written for a folder without a run");
}

#[test]
fn the_table_of_methods_is_what_the_command_prints() {
    let written = std::fs::read_to_string(document("docs/methods.md")).unwrap();
    let printed = planetfall(&["schema", "--methods", "--markdown"]).stdout;
    assert!(
        written.replace("\r\n", "\n") == String::from_utf8(printed).unwrap(),
        "the rules have changed: planetfall schema --methods --markdown > docs/methods.md"
    );
}

#[test]
fn the_reference_of_quantities_is_what_the_command_prints() {
    let written = std::fs::read_to_string(document("docs/quantities.md")).unwrap();
    let printed = planetfall(&["schema", "--quantities", "--markdown"]).stdout;
    assert!(
        written.replace("\r\n", "\n") == String::from_utf8(printed).unwrap(),
        "quantities have changed: planetfall schema --quantities --markdown > docs/quantities.md"
    );
}

#[test]
fn metrics_and_columns_of_a_scenario_can_be_had_with_unit_and_meaning() {
    let printed = |list: &str| {
        let plain = planetfall(&["schema", list, "bounce"]).stdout;
        let table = planetfall(&["schema", list, "bounce", "--markdown"]).stdout;
        [plain, table].map(|text| String::from_utf8(text).unwrap())
    };
    for list in ["--metrics", "--columns"] {
        let [plain, table] = printed(list);
        let names = plain.lines().map(|line| line.split(' ').next().unwrap());
        let cells = table.lines().skip(2).map(|line| line.split('`').nth(1).unwrap());
        assert!(names.eq(cells), "{table}");
        assert!(table.lines().skip(2).all(|line| !line.ends_with("|  |")), "{table}");
    }
    let [_, metrics] = printed("--metrics");
    assert!(metrics.contains("| `effort.steps` |  | accepted steps |"), "{metrics}");
    assert!(metrics.contains("| `com.final_z_m` | m | centre of mass at the end, up |"));
}

#[test]
fn every_cell_of_the_table_of_methods_can_be_had_as_json() {
    let printed = planetfall(&["schema", "--methods", "--json"]).stdout;
    let table: serde_json::Value = serde_json::from_slice(&printed).unwrap();
    let cells = table["cells"].as_array().unwrap();
    let count = |list: &str| table[list].as_array().unwrap().len();
    assert_eq!(cells.len(), count("grounds") * count("methods") * (1 + count("features")));
    for cell in cells {
        let said = [&cell["reason"], &cell["instead"]].map(|text| text.is_string());
        assert_eq!(said, [cell["accepted"] == false; 2], "{cell}");
    }
    let text = String::from_utf8(planetfall(&["schema", "--methods"]).stdout).unwrap();
    assert!(text.contains("rk4 does not take nonsmooth"), "{text}");
}

#[test]
fn the_mesh_of_the_validation_pages_is_what_the_command_prints() {
    let file = document("docs/validation/mesh-step.obj");
    let done = planetfall(&["terrain", file.to_str().unwrap()]);
    let text = String::from_utf8(done.stdout).unwrap();
    for part in [
        "triangles        88 (88 in the file)",
        "vertices         60",
        "east             -14.000 m to 4.000 m",
        "height           0.000 m to 0.100 m",
        "a height field",
    ] {
        assert!(text.contains(part), "{part}:\n{text}");
    }
    assert!(!text.contains("note "), "{text}");
    let half = planetfall(&["terrain", file.to_str().unwrap(), "--metres-per-unit", "0.5"]);
    assert!(String::from_utf8(half.stdout).unwrap().contains("-7.000 m to 2.000 m"));
    let shaded = planetfall(&["terrain", file.to_str().unwrap(), "--hillshade", "no.png"]);
    assert_eq!(shaded.status.code(), Some(2));
}
