//! Settings of the command line.

use super::demo::{DROP, EdgeCases, LEAST, MethodChoice, TerrainCases};
use super::{keys_of, reported_for, sound};
use crate::format::{Checked, Place, Source, check};

fn source(settings: &[(&str, &str)]) -> Source {
    Source::new("drop.toml", LEAST).with_overrides(settings)
}

#[track_caller]
fn set(settings: &[(&str, &str)]) -> Checked {
    let source = source(settings);
    let checked = check(&source, &DROP);
    assert!(checked.diagnostics.is_empty(), "{}", reported_for(&source));
    checked
}

#[test]
fn a_setting_replaces_a_value_of_the_file() {
    let checked = set(&[("vehicle.mass_kg", "3.5")]);
    let mass = keys_of(&checked).vehicle.mass_kg;
    assert_eq!(mass.value(), 3.5);
    assert_eq!(mass.place(), Place::CommandLine(0));
    assert!(!mass.is_default());
}

#[test]
fn a_setting_makes_the_tables_it_needs() {
    let checked = set(&[
        ("terrain.kind", "step"),
        ("terrain.step_height_m", "0.25"),
        ("terrain.edge.kind", "\"round\""),
        ("terrain.edge.radius_m", "0.1"),
    ]);
    let terrain = keys_of(&checked).terrain.unwrap();
    let Some(TerrainCases::Step(step)) = terrain.kind.given() else { panic!("no step") };
    assert_eq!(step.step_height_m.value(), 0.25);
    let Some(EdgeCases::Round(round)) = step.edge.kind.given() else { panic!("a sharp edge") };
    assert_eq!(round.radius_m.value(), 0.1);
}

#[test]
fn an_element_is_set_by_name_or_by_index() {
    for path in ["vehicle.marker.wheel_1", "vehicle.marker[0]", "vehicle.marker.0"] {
        let checked = set(&[(&format!("{path}.position_m"), "[4, 5, 6]")]);
        let marker = &keys_of(&checked).vehicle.marker[0];
        assert_eq!(marker.position_m.value(), [4.0, 5.0, 6.0]);
    }
    let checked = set(&[("vehicle.marker[0].position_m[2]", "7")]);
    let marker = &keys_of(&checked).vehicle.marker[0];
    assert_eq!(marker.position_m.value(), [1.0, 1.5, 7.0]);
}

#[test]
fn the_later_setting_wins_and_bare_words_are_texts() {
    let checked = set(&[("seed", "1"), ("seed", "2"), ("title", "2026-08-01"), ("method", "rk4")]);
    let drop = keys_of(&checked);
    assert_eq!(drop.seed.value(), 2);
    assert_eq!(drop.title.given(), Some("2026-08-01"));
    assert_eq!(drop.method.value(), MethodChoice::Rk4);
    let drop = keys_of(&set(&[("title", "two words"), ("method", "dopri5")]));
    assert_eq!(
        (drop.title.given(), drop.method.value()),
        (Some("two words"), MethodChoice::Dopri5)
    );
}

/// Each case: path, value, what is reported.
const MISTAKES: &[(&str, &str, &str)] = &[
    (
        "ground.dampng_ratio",
        "0.2",
        "--set ground.dampng_ratio=0.2: error: `dampng_ratio`: unknown key; did you mean `damping_ratio`?\n",
    ),
    (
        "ground.damping_ratio",
        "-1",
        "--set ground.damping_ratio=-1: error: `damping_ratio` is -1 but must be at least 0 and less than 2\n",
    ),
    (
        "vehicle.mass_kg",
        "2 t",
        "--set vehicle.mass_kg=2 t: error: `mass_kg`: expected a number in kilograms, found the string \"2 t\"\n",
    ),
    (
        "end_time_s",
        "2 min",
        "--set end_time_s=2 min: error: `end_time_s`: expected a number in seconds, found the string \"2 min\"\n  = help: write `end_time_s = 120`\n",
    ),
    (
        "vehicle.marker.whel_1.active",
        "false",
        "--set vehicle.marker.whel_1.active=false: error: no element of `vehicle.marker` has the name `whel_1`\n  = help: did you mean `wheel_1`?\n",
    ),
    (
        "vehicle.marker[1].active",
        "false",
        "--set vehicle.marker[1].active=false: error: there is no `vehicle.marker[1]`: the list has 1 element\n  = help: elements are counted from zero\n",
    ),
    (
        "vehicle.mass_kg.x",
        "1",
        "--set vehicle.mass_kg.x=1: error: `vehicle.mass_kg` is not a table but the number 899\n",
    ),
    (
        "vehicle.mass_kg[0]",
        "1",
        "--set vehicle.mass_kg[0]=1: error: `vehicle.mass_kg` is not a list but the number 899\n",
    ),
    (
        "ground.friction[0]",
        "1",
        "--set ground.friction[0]=1: error: `ground.friction` is not given in the file\n  = help: set the whole list: `ground.friction=[…]`\n",
    ),
    (
        "a..b",
        "1",
        "--set a..b=1: error: `a..b` is not a path of keys\n  = help: write it like `ground.damping_ratio` or `vehicle.marker[0].position_m`\n",
    ),
    (
        "",
        "1",
        "--set =1: error: `` is not a path of keys\n  = help: write it like `ground.damping_ratio` or `vehicle.marker[0].position_m`\n",
    ),
    (
        "terrain.kind",
        "step",
        "--set terrain.kind=step: error: missing key `step_height_m` in `[terrain]`\n  = help: Height of the step.\n",
    ),
    ("tags", "[a", "--set tags=[a: error: unclosed array, expected `]`\n"),
];

#[test]
fn a_mistake_in_a_setting_is_reported_with_the_setting() {
    for (path, value, expected) in MISTAKES {
        assert_eq!(reported_for(&source(&[(path, value)])), *expected);
    }
}

#[test]
fn mistakes_of_settings_come_behind_those_of_the_file() {
    let source = Source::new("drop.toml", format!("x = 1\n{LEAST}")).with_overrides(&[("y", "1")]);
    let places: Vec<_> = check(&source, &DROP).diagnostics.iter().map(|one| one.place).collect();
    assert_eq!(places, [Place::from(0..1), Place::CommandLine(0)]);
}

#[test]
fn settings_do_not_change_what_they_do_not_name() {
    let plain = sound(LEAST);
    assert!(set(&[("seed", "0")]).value.same_values(&plain.value));
    assert!(!set(&[("seed", "1")]).value.same_values(&plain.value));
}
