//! The completed tree.

use super::demo::LEAST;
use super::{only_mistake, sound};
use crate::format::{Place, Source, check};

#[test]
fn every_default_is_filled_in_and_known_as_such() {
    let checked = sound(LEAST);
    let drop = &checked.value;
    assert_eq!(drop.number("end_time_s"), 8.0);
    assert_eq!(drop.texts("tags"), ["a", "b"]);
    assert_eq!(drop.get("ground").number("damping_ratio"), 0.7);
    assert_eq!(drop.get("ground").numbers("rest_penetration_m"), [0.01]);
    assert_eq!(drop.get("vehicle").vector("velocity_m_per_s"), [0.0; 3]);
    assert!(drop.get("vehicle").list("marker")[0].flag("active"));
    assert!(drop.get("end_time_s").is_default());
    assert!(!drop.get("vehicle").get("mass_kg").is_default());
}

#[test]
fn what_is_absent_reads_as_nothing() {
    let checked = sound(LEAST);
    let drop = &checked.value;
    assert!(!drop.has("title") && !drop.has("terrain") && drop.has("ground"));
    assert_eq!(drop.optional_text("title"), None);
    assert!(drop.get("terrain").number("height_m").is_nan());
    assert!(drop.get("terrain").get("edge").vector::<3>("anything").iter().all(|x| x.is_nan()));
    assert_eq!(drop.list("expect").len(), 0);
}

#[test]
fn a_value_knows_its_line_and_column() {
    let source = Source::new("drop.toml", LEAST);
    let checked = check(&source, &super::demo::DROP);
    let vehicle = checked.value.get("vehicle");
    let at = |place| source.position_of(place).map(|p| (p.line, p.column));
    assert_eq!(at(vehicle.place_of("mass_kg")), Some((3, 11)));
    assert_eq!(at(vehicle.list("marker")[0].place()), Some((4, 1)));
    assert_eq!(at(vehicle.list("marker")[0].list("position_m")[1].place()), Some((6, 18)));
    // A default belongs to its table.
    assert_eq!(at(vehicle.place_of("velocity_m_per_s")), Some((2, 1)));
    assert_eq!(checked.value.get("ground").place(), Place::START);
}

#[test]
fn one_value_or_a_list_of_them_reads_as_a_list() {
    let checked = sound(&format!("{LEAST}[ground]\nrest_penetration_m = [0.1, 0.2]\n"));
    assert_eq!(checked.value.get("ground").numbers("rest_penetration_m"), [0.1, 0.2]);
    let checked = sound(&format!("{LEAST}[ground]\nrest_penetration_m = 3\n"));
    assert_eq!(checked.value.get("ground").numbers("rest_penetration_m"), [3.0]);
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
    let checked = sound(&format!("{LEAST}[terrain]\nkind = 'step'\nstep_height_m = 1\n"));
    let terrain = checked.value.get("terrain");
    assert_eq!((terrain.case(), terrain.text("kind")), ("step", "step"));
    // The tag of the edge has a default, and so has the edge.
    assert_eq!(terrain.get("edge").case(), "sharp");
    assert!(terrain.get("edge").get("kind").is_default());
    // A key of another case is declared, but absent.
    assert_eq!(terrain.optional_number("slope_deg"), None);
}

#[test]
fn a_wrong_value_is_absent() {
    let text = LEAST.replace("899", "-899");
    assert_eq!(only_mistake(&text).0, "`mass_kg` is -899 but must be greater than 0");
    let checked = check(&Source::new("a", text), &super::demo::DROP);
    assert!(checked.has_errors());
    assert!(checked.value.get("vehicle").number("mass_kg").is_nan());
}

#[test]
fn dotted_keys_and_inline_tables_are_tables() {
    let text = "name = 'drop'\nvehicle.mass_kg = 899\n\
        vehicle.marker = [{ name = 'wheel_1', position_m = [1, 1.5, -0.5] }]";
    assert!(sound(text).value.same_values(&sound(LEAST).value));
}

#[test]
#[should_panic(expected = "the table `vehicle` has no key `weight_n`")]
#[cfg(debug_assertions)]
fn reading_a_key_that_the_format_lacks_is_caught_in_tests() {
    sound(LEAST).value.get("vehicle").number("weight_n");
}
