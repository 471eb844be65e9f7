//! Scenario files that build on another one.

use super::fixture::{BALL, ball, load, mistakes, refused};
use planetfall_files::format::{Ink, json_schema};
use planetfall_files::scenario::{Loaded, SCENARIO, ScenarioFile, builtin};
use proptest::prelude::*;
use std::path::Path;
use tempfile::TempDir;

/// A folder with files.
fn workdir(files: &[(&str, &str)]) -> TempDir {
    let workdir = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = workdir.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    workdir
}

fn at(workdir: &TempDir, name: &str) -> ScenarioFile {
    ScenarioFile::read(&workdir.path().join(name)).unwrap()
}

/// The file `top.toml` over the ball in `base.toml`.
fn over_the_ball(text: &str) -> Loaded {
    let workdir = workdir(&[("base.toml", BALL), ("top.toml", text)]);
    at(&workdir, "top.toml").load(Ink::Plain).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

/// The mistakes of a file in a folder, with the folder's path left out.
fn reported(workdir: &TempDir, name: &str) -> String {
    let folder = format!("{}/", workdir.path().display());
    match at(workdir, name).load(Ink::Plain) {
        Ok(_) => panic!("no mistake was found"),
        Err(mistakes) => mistakes.text.replace(&folder, ""),
    }
}

fn reported_over_the_ball(text: &str) -> String {
    reported(&workdir(&[("base.toml", BALL), ("top.toml", text)]), "top.toml")
}

#[test]
fn a_file_that_only_extends_is_its_base() {
    let loaded = over_the_ball("extends = \"base.toml\"\n");
    assert_eq!(loaded.effective, load(BALL).effective);
    assert_eq!(loaded.scenario.name, "top");
}

#[test]
fn a_key_at_the_top_takes_the_place_of_the_bases_as_a_whole() {
    let base = ball(&[("0.01\n", "0.01\nstick_speed_m_per_s = 0.004\n")]);
    let top = "extends = \"base.toml\"\ntitle = \"other\"\n[ground]\nrest_penetration_m = 0.02\n\
               damping_ratio = 0.3\nstick_angle_deg = 30.0\nslide_angle_deg = 27.0\n";
    let workdir = workdir(&[("base.toml", &base), ("top.toml", top)]);
    let loaded = at(&workdir, "top.toml").load(Ink::Plain).unwrap_or_else(|m| panic!("{m}"));
    // The base's stick speed went with its table: the default holds.
    let written = ball(&[("\"ball\"", "\"other\""), ("0.01\n", "0.02\n"), ("32.0", "30.0")]);
    assert_eq!(loaded.title, "other");
    assert_eq!(loaded.effective, load(&written).effective);
}

#[test]
fn set_changes_single_values_and_leaves_the_rest() {
    let loaded = over_the_ball(
        "extends = \"base.toml\"\n[set]\n\"ground.damping_ratio\" = 0.7\n\
         \"vehicle.ball.marker[0].position_m[2]\" = -0.4\n\"vehicle.0.mass_kg\" = 50\n\
         \"record.period_s\" = 0.5\n",
    );
    let written = ball(&[
        ("damping_ratio = 0.3", "damping_ratio = 0.7"),
        ("[0.0, 0.0, 0.0]", "[0.0, 0.0, -0.4]"),
        ("mass_kg = 100.0", "mass_kg = 50.0"),
    ]) + "[record]\nperiod_s = 0.5\n";
    assert_eq!(loaded.effective, load(&written).effective);
}

#[test]
fn a_path_under_set_needs_no_quotes_where_toml_takes_it_without() {
    let quoted = over_the_ball(
        "extends = \"base.toml\"\n[set]\n\"ground.damping_ratio\" = 0.7\n\
         \"terrain\" = { kind = \"level\", height_m = 2.0 }\n\"vehicle.ball.start.height_m\" = 3.0\n",
    );
    let bare = over_the_ball(
        "extends = \"base.toml\"\n[set]\nground.damping_ratio = 0.7\n\
         terrain = { kind = \"level\", height_m = 2.0 }\n[set.vehicle.ball]\nstart.height_m = 3.0\n",
    );
    assert_eq!(quoted.effective, bare.effective);
}

#[test]
fn set_comes_after_the_keys_of_the_same_file() {
    let loaded = over_the_ball(
        "extends = \"base.toml\"\n[terrain]\nkind = \"level\"\nheight_m = 1.0\n[set]\n\
         terrain.height_m = 2.0\n",
    );
    assert_eq!(
        loaded.effective,
        load(&ball(&[("\"level\"", "\"level\"\nheight_m = 2.0")])).effective
    );
}

#[test]
fn the_command_line_comes_after_set() {
    let workdir = workdir(&[
        ("base.toml", BALL),
        ("top.toml", "extends = \"base.toml\"\n[set]\n\"duration_s\" = 2.0\n\"seed\" = 7\n"),
    ]);
    let settings = [("duration_s".to_owned(), "3.0".to_owned())];
    let loaded = at(&workdir, "top.toml").with_overrides(&settings).load(Ink::Plain).unwrap();
    assert_eq!(loaded.scenario.duration.seconds(), 3.0);
    assert!(loaded.effective.contains("seed = 7\n"), "{}", loaded.effective);
}

#[test]
fn a_built_in_scenario_is_extended_by_its_name_with_its_expectations_and_figures() {
    let whole = builtin("bounce").unwrap();
    let whole = ScenarioFile::from_text(whole.name, whole.text).load(Ink::Plain).unwrap();
    let heir = load("extends = \"bounce\"\ntitle = \"mine\"\n");
    assert_eq!(heir.title, "mine");
    assert_eq!(heir.expectations.len(), whole.expectations.len());
    assert!(!heir.expectations.is_empty());
    let bare = load("extends = \"bounce\"\nexpect = []\nfigure = []\n");
    assert!(bare.expectations.is_empty());
    assert!(bare.effective.contains("figure = []\n"), "{}", bare.effective);
}

#[test]
fn a_file_may_have_the_name_of_the_built_in_scenario_it_extends() {
    let workdir = workdir(&[("bounce.toml", "extends = \"bounce\"\nexpect = []\n")]);
    assert!(at(&workdir, "bounce.toml").load(Ink::Plain).unwrap().expectations.is_empty());
}

#[test]
fn bases_are_laid_over_each_other_from_the_farthest() {
    let workdir = workdir(&[
        ("one.toml", BALL),
        (
            "two.toml",
            "extends = \"one.toml\"\nseed = 2\n[set]\nground.damping_ratio = 0.2\nduration_s = 2.0\n",
        ),
        ("three.toml", "extends = \"two.toml\"\nseed = 3\n[set]\nground.damping_ratio = 0.4\n"),
    ]);
    let loaded = at(&workdir, "three.toml").load(Ink::Plain).unwrap();
    let written = ball(&[
        ("title", "seed = 3\ntitle"),
        ("duration_s = 0.9", "duration_s = 2.0"),
        ("damping_ratio = 0.3", "damping_ratio = 0.4"),
    ]);
    assert_eq!(loaded.effective, load(&written).effective);
}

#[test]
fn the_effective_file_stands_alone() {
    let loaded = load("extends = \"bounce\"\n[set]\nground.damping_ratio = 0.2\n");
    assert!(!loaded.effective.contains("extends") && !loaded.effective.contains("[set]"));
    assert_eq!(
        load(&loaded.effective).effective.replace("  # default", ""),
        loaded.effective.replace("  # default", "")
    );
}

#[test]
fn a_path_is_relative_to_the_file_in_which_it_is_written() {
    let csv = "time,height\n0.0,0.5\n0.1,0.4\n";
    let compare = "[[compare]]\nname = \"camera\"\nfile = \"camera.csv\"\ntime_column = \"time\"\n\
                   [[compare.column]]\ntheirs = \"height\"\nours = \"com.z_m\"\n";
    let workdir = workdir(&[
        ("bases/base.toml", &format!("{BALL}{compare}")),
        ("bases/camera.csv", csv),
        ("other.csv", csv),
        ("top.toml", "extends = \"bases/base.toml\"\n"),
        ("own.toml", "extends = \"bases/base.toml\"\n[set]\ncompare.camera.file = \"other.csv\"\n"),
    ]);
    for (top, file) in [("top.toml", "bases/camera.csv"), ("own.toml", "other.csv")] {
        let loaded = at(&workdir, top).load(Ink::Plain).unwrap_or_else(|m| panic!("{m}"));
        assert_eq!(loaded.compared.len(), 1);
        let path = workdir.path().join(file);
        let line = format!("file = {:?}", path.to_str().unwrap());
        assert!(loaded.effective.contains(&line), "{line}\n{}", loaded.effective);
    }
    // A map and a vehicle file are looked for there too, and reported in the file that names them.
    std::fs::write(
        workdir.path().join("bases/base.toml"),
        ball(&[("kind = \"level\"", "kind = \"dem\"\nfile = \"map.tif\"")]),
    )
    .unwrap();
    let reported = reported(&workdir, "top.toml");
    assert!(reported.contains("bases/base.toml:7:8: error"), "{reported}");
    assert!(reported.contains(Path::new("bases").join("map.tif").to_str().unwrap()), "{reported}");
}

#[test]
fn a_vehicle_file_is_relative_to_the_base_that_names_it() {
    let lander = planetfall_files::vehicle::builtin("lander").unwrap();
    let text = BALL.split("[[vehicle]]").next().unwrap().to_owned();
    let text = text
        + "[[vehicle]]\nname = \"lander\"\nmodel = \"mine.toml\"\n[vehicle.start]\nheight_m = 2.0\n";
    let workdir = workdir(&[
        ("bases/base.toml", &text),
        ("bases/mine.toml", lander.text),
        ("top.toml", "extends = \"bases/base.toml\"\n"),
    ]);
    let loaded = at(&workdir, "top.toml").load(Ink::Plain).unwrap_or_else(|m| panic!("{m}"));
    let path = workdir.path().join("bases/mine.toml");
    assert!(loaded.effective.contains(path.to_str().unwrap()), "{}", loaded.effective);
}

#[test]
fn a_wrong_path_under_set_is_reported_at_its_line() {
    let reported = reported_over_the_ball(
        "extends = \"base.toml\"\n\n[set]\n\"ground.dampng_ratio\" = 0.2\n\
         \"vehicle.boll.mass_kg\" = 3.0\n\"vehicle.ball.marker[4].position_m\" = [0, 0, 0]\n\
         \"ground.damping_ratio\" = \"much\"\n\"a..b\" = 1\n\"extends\" = \"bounce\"\n",
    );
    for part in [
        "top.toml:4:1: error: `dampng_ratio`: unknown key; did you mean `damping_ratio`?",
        "4 | \"ground.dampng_ratio\" = 0.2",
        "top.toml:5:1: error: no element of `vehicle` has the name `boll`",
        "did you mean `ball`?",
        "top.toml:6:1: error: there is no `vehicle[0].marker[4]`",
        "top.toml:7:26: error: `damping_ratio`: expected a number",
        "top.toml:8:1: error: `a..b` is not a path of keys",
        "top.toml:9:1: error: `extends` cannot be set",
    ] {
        assert!(reported.contains(part), "lacks {part}:\n{reported}");
    }
    assert_eq!(reported.matches("error").count(), 6, "{reported}");
}

#[test]
fn a_mistake_in_a_base_is_reported_there() {
    let workdir = workdir(&[
        ("base.toml", &ball(&[("mass_kg = 100.0", "mass_g = 100.0")])),
        ("top.toml", "extends = \"base.toml\"\ntitle = 3\n"),
    ]);
    let reported = reported(&workdir, "top.toml");
    let line = BALL.lines().position(|line| line.starts_with("mass_kg")).unwrap() + 1;
    let base = format!("base.toml:{line}:1: error: `mass_g`: unknown key");
    assert!(
        reported.contains(&base) && reported.contains(&format!("{line} | mass_g = 100.0")),
        "{reported}"
    );
    assert!(reported.contains("= note: top.toml extends this file"), "{reported}");
    // The file itself comes first.
    assert!(reported.starts_with("top.toml:2:9: error: `title`: expected a text"), "{reported}");
    refused(
        "extends = \"bounce\"\n[set]\nterrain.kind = \"incline\"\n[[end]]\n",
        &[
            "test.toml:4:1: error: missing key `when` in `[[end]]`",
            "built-in bounce.toml:12:1: error: missing key `slope_deg` in `[terrain]`",
            "12 | [terrain]",
        ],
    );
}

#[test]
fn a_base_that_is_no_toml_is_reported_there_and_nothing_is_missing() {
    let workdir =
        workdir(&[("base.toml", "title = \n"), ("top.toml", "extends = \"base.toml\"\n")]);
    let reported = reported(&workdir, "top.toml");
    assert!(reported.starts_with("base.toml:1:"), "{reported}");
    assert_eq!(reported.matches("error").count(), 1, "{reported}");
}

#[test]
fn a_base_that_is_not_there_is_reported_once_with_what_may_have_been_meant() {
    let reported = mistakes("seed = 2\nextends = \"bounse\"\n[set]\nground.damping_ratio = 0.2\n");
    assert!(
        reported.starts_with("test.toml:2:11: error: `extends`: no built-in scenario"),
        "{reported}"
    );
    assert!(reported.contains("did you mean `bounce`?"), "{reported}");
    assert_eq!(reported.matches("error").count(), 1, "{reported}");
    let reported = reported_over_the_ball("extends = \"base\"\n");
    assert!(reported.contains("did you mean the file `base.toml`?"), "{reported}");
    refused("extends = \"folder/x\"\n", &["built in are", "looked for at folder/x"]);
    refused(
        "extends = 3\n",
        &["test.toml:1:11: error: `extends`: expected a text, found the number 3"],
    );
    refused("extends = \"bounce\"\nset = 3\n", &["`set`: expected a table of paths and values"]);
    let misspelt = mistakes("extend = \"bounce\"\n");
    assert!(misspelt.contains("did you mean `extends`?"), "{misspelt}");
    assert_eq!(misspelt.matches("error").count(), 1, "{misspelt}");
    // In the wrong table it is not lost either.
    refused(&(BALL.to_owned() + "extends = \"bounce\"\n"), &["it belongs in the top of the file"]);
}

#[test]
fn files_that_build_on_each_other_are_named() {
    let workdir = workdir(&[
        ("a.toml", "extends = \"b.toml\"\n"),
        ("b.toml", "extends = \"sub/../a.toml\"\n"),
        ("sub/c.toml", ""),
        ("self.toml", "extends = \"self.toml\"\n"),
    ]);
    let reported_for_two = reported(&workdir, "a.toml");
    let expected = "b.toml:1:11: error: `extends`: these files build on each other: `a.toml`, then \
                    `b.toml`, then `sub/../a.toml`";
    assert!(reported_for_two.starts_with(expected), "{reported_for_two}");
    assert_eq!(reported_for_two.matches("error").count(), 1, "{reported_for_two}");
    assert!(reported(&workdir, "self.toml").contains("`self.toml`, then `self.toml`"));
}

#[test]
fn a_line_of_bases_has_eight_at_most() {
    let line = |length: usize| {
        let workdir = workdir(&[("0.toml", BALL)]);
        for index in 1..=length {
            let text = format!("extends = \"{}.toml\"\n", index - 1);
            std::fs::write(workdir.path().join(format!("{index}.toml")), text).unwrap();
        }
        workdir
    };
    assert!(at(&line(8), "8.toml").load(Ink::Plain).is_ok());
    let reported = reported(&line(9), "9.toml");
    assert!(
        reported.starts_with("1.toml:1:11: error: `extends`: a scenario builds on 8 files"),
        "{reported}"
    );
}

#[test]
fn the_json_schema_asks_for_the_required_keys_or_for_a_base() {
    let schema = json_schema(&SCENARIO);
    assert_eq!(schema["anyOf"][0]["required"][0], "extends");
    assert_eq!(schema["anyOf"][1]["required"][0], "title");
    assert_eq!(schema.get("required"), None);
    assert_eq!(schema["properties"]["set"]["type"], "object");
}

#[test]
fn the_example_of_the_manual_loads() {
    let manual = include_str!("../../../../../docs/building-on.md");
    let example = manual.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let loaded = load(example);
    assert!(loaded.title.starts_with("The drop") && loaded.expectations.is_empty());
    assert!(loaded.effective.contains("slope_deg = 12.0\n"), "{}", loaded.effective);
    assert!(loaded.effective.contains("height_m = 1.5\n"), "{}", loaded.effective);
}

proptest! {
    #[test]
    fn whatever_stands_under_set_is_survived(
        path in r#"(ground|vehicle|terrain|set|extends|\.|\[0\]|\[9\]|ball|mass_kg|marker){1,6}"#,
        value in r#"1|-0\.5|true|"x"|\[\]|\[1, 2, 3\]|\{\}|\{ kind = "level" \}|\[\{ name = "a" \}\]|"#,
        quoted: bool,
    ) {
        let path = if quoted { format!("{path:?}") } else { path };
        let text = format!("extends = \"bounce\"\n[set]\n{path} = {value}\n");
        match ScenarioFile::from_text("any", &text).load(Ink::Plain) {
            Ok(loaded) => assert_eq!(loaded.title, "A point mass bounces on a spring-damper"),
            Err(mistakes) => assert!(mistakes.count > 0),
        }
    }
}
