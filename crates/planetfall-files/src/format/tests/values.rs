//! The completed tree.

use super::demo::{EdgeCases, LEAST, MethodChoice, TerrainCases};
use super::{keys_of, only_mistake, sound};
use crate::format::{Place, Source, check};

#[test]
fn every_default_is_filled_in_and_known_as_such() {
    let drop = keys_of(&sound(LEAST));
    assert_eq!(drop.end_time_s.value(), 8.0);
    assert_eq!(drop.method.value(), MethodChoice::Rk4);
    assert_eq!(drop.tags.values().collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(drop.ground.damping_ratio.value(), 0.7);
    assert_eq!(drop.ground.rest_penetration_m.values().collect::<Vec<_>>(), [0.01]);
    assert_eq!(drop.vehicle.velocity_m_per_s.value(), [0.0; 3]);
    assert!(drop.vehicle.marker[0].active.value());
    assert!(drop.end_time_s.is_default());
    assert!(!drop.vehicle.mass_kg.is_default());
}

#[test]
fn what_is_absent_reads_as_nothing() {
    let drop = keys_of(&sound(LEAST));
    assert!(!drop.title.has_value() && drop.terrain.is_none());
    assert_eq!(drop.title.given(), None);
    assert_eq!(drop.ground.friction.values().count(), 0);
    assert_eq!(drop.expect.len(), 0);
}

#[test]
fn what_is_missing_reads_as_what_makes_every_comparison_false() {
    let nothing = check(&Source::new("drop.toml", ""), &super::demo::DROP);
    let drop = keys_of(&nothing);
    assert!(drop.vehicle.mass_kg.value().is_nan());
    assert!(drop.vehicle.velocity_m_per_s.value().iter().all(|x| x.is_nan()));
    assert_eq!((drop.name.value(), drop.vehicle.marker.len()), ("", 0));
    assert_eq!(drop.vehicle.mass_kg.place(), Place::START);
}

#[test]
fn a_value_knows_its_line_and_column() {
    let source = Source::new("drop.toml", LEAST);
    let drop = keys_of(&check(&source, &super::demo::DROP));
    let vehicle = &drop.vehicle;
    let at = |place| source.position_of(place).map(|p| (p.line, p.column));
    assert_eq!(at(vehicle.mass_kg.place()), Some((3, 11)));
    assert_eq!(at(vehicle.marker[0].place), Some((4, 1)));
    assert_eq!(at(drop.tags.place()), Some((1, 1)));
    // A default belongs to its table.
    assert_eq!(at(vehicle.velocity_m_per_s.place()), Some((2, 1)));
    assert_eq!(drop.ground.place, Place::START);
    let text = LEAST.replace("[vehicle]", "tags = ['x', 'y']\n[vehicle]");
    let source = Source::new("drop.toml", text);
    let drop = keys_of(&check(&source, &super::demo::DROP));
    let second = source.position_of(drop.tags.value()[1].place());
    assert_eq!(second.map(|p| (p.line, p.column)), Some((2, 14)));
}

#[test]
fn one_value_or_a_list_of_them_reads_as_a_list() {
    let read = |text: &str| {
        let drop = keys_of(&sound(&format!("{LEAST}[ground]\nrest_penetration_m = {text}\n")));
        drop.ground.rest_penetration_m.values().collect::<Vec<_>>()
    };
    assert_eq!(read("[0.1, 0.2]"), [0.1, 0.2]);
    assert_eq!(read("3"), [3.0]);
}

#[test]
fn a_value_is_found_by_the_path_of_a_setting() {
    let checked = sound(LEAST);
    let number = |path| checked.value.find(path).and_then(|node| node.as_number());
    assert_eq!(number("vehicle.marker.wheel_1.position_m[2]"), Some(-0.5));
    assert_eq!(number("vehicle.marker[0].position_m.0"), Some(1.0));
    assert_eq!(number("ground.damping_ratio"), Some(0.7));
    for path in ["", "x", "title", "terrain.kind", "vehicle.marker[1]", "vehicle.mass_kg.x"] {
        assert!(checked.value.find(path).is_none(), "{path}");
    }
}

#[test]
fn the_tag_selects_the_case() {
    let drop = keys_of(&sound(&format!("{LEAST}[terrain]\nkind = 'step'\nstep_height_m = 1\n")));
    let terrain = drop.terrain.unwrap();
    assert_eq!((terrain.kind.word(), terrain.height_m.value()), ("step", 0.0));
    let Some(TerrainCases::Step(step)) = terrain.kind.given() else { panic!("no step") };
    assert_eq!(step.step_height_m.value(), 1.0);
    // The tag of the edge has a default, and so has the edge.
    assert!(matches!(step.edge.kind.given(), Some(EdgeCases::Sharp)));
}

#[test]
fn a_wrong_tag_selects_no_case() {
    let text = format!("{LEAST}[terrain]\nkind = 'cliff'\n");
    let drop = keys_of(&check(&Source::new("a", text), &super::demo::DROP));
    let terrain = drop.terrain.unwrap();
    assert!(terrain.kind.given().is_none());
    assert_eq!(terrain.kind.word(), "");
}

#[test]
fn a_wrong_value_is_absent() {
    let text = LEAST.replace("899", "-899");
    assert_eq!(only_mistake(&text).0, "`mass_kg` is -899 but must be greater than 0");
    let checked = check(&Source::new("a", text), &super::demo::DROP);
    assert!(checked.has_errors());
    let mass = keys_of(&checked).vehicle.mass_kg;
    assert!(mass.value().is_nan() && mass.given().is_none() && !mass.has_value());
}

#[test]
fn dotted_keys_and_inline_tables_are_tables() {
    let text = "name = 'drop'\nvehicle.mass_kg = 899\n\
        vehicle.marker = [{ name = 'wheel_1', position_m = [1, 1.5, -0.5] }]";
    assert!(sound(text).value.same_values(&sound(LEAST).value));
}
