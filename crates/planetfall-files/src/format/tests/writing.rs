//! The effective file.

use proptest::prelude::*;

use super::demo::{DROP, LEAST};
use super::{keys_of, sound};
use crate::format::{Source, check, write};

#[test]
fn the_effective_file_says_everything_in_the_order_of_the_format() {
    let source =
        Source::new("drop.toml", format!("{LEAST}[terrain]\nkind = 'incline'\nslope_deg = 20"))
            .with_overrides(&[("title", "a \"title\"\n"), ("ground.damping_ratio", "1")]);
    let expected = r#"name = "drop"
title = "a \"title\""  # --set
seed = 0  # default
end_time_s = 8.0  # default
method = "rk4"  # default
tags = ["a", "b"]  # default
expect = []  # default

[vehicle]
mass_kg = 899.0
velocity_m_per_s = [0.0, 0.0, 0.0]  # default

[[vehicle.marker]]
name = "wheel_1"
position_m = [1.0, 1.5, -0.5]
active = true  # default

[ground]
damping_ratio = 1.0  # --set
rest_penetration_m = 0.01  # default

[terrain]
kind = "incline"
height_m = 0.0  # default
slope_deg = 20.0
"#;
    assert_eq!(write(&check(&source, &DROP).value), expected);
}

#[test]
fn the_effective_file_of_the_effective_file_has_the_same_values() {
    let once = sound(LEAST);
    let twice = sound(&write(&once.value));
    assert!(once.value.same_values(&twice.value));
    assert!(!keys_of(&twice).end_time_s.is_default());
}

#[test]
fn texts_of_any_letters_survive_writing() {
    let text = "quote \" backslash \\ tab \t bell \u{7} delete \u{7f} next line \u{85} ü 🚀 \r\n";
    let source =
        Source::new("a", LEAST).with_overrides(&[("title", super::super::wording::quoted(text))]);
    let checked = check(&source, &DROP);
    assert!(checked.diagnostics.is_empty());
    assert_eq!(keys_of(&checked).title.given(), Some(text));
    assert_eq!(keys_of(&sound(&write(&checked.value))).title.given(), Some(text));
}

fn finite() -> impl Strategy<Value = f64> {
    prop_oneof![any::<f64>().prop_filter("finite", |x| x.is_finite()), -1e3..1e3f64]
}

proptest! {
    #[test]
    fn numbers_and_texts_survive_writing_bit_for_bit(
        x in prop::array::uniform3(finite()),
        mass in finite().prop_map(f64::abs).prop_filter("positive", |m| *m > 0.0),
        seed in 0..=i64::MAX,
        title in any::<String>(),
        metrics in prop::collection::vec((any::<String>(), finite()), 0..4),
    ) {
        use super::super::wording::{number, quoted};
        let mut text = format!("title = {}\nseed = {seed}\n", quoted(&title));
        text += &LEAST
            .replace("899", &number(mass))
            .replace("[1, 1.5, -0.5]", &format!("[{}]", x.map(number).join(", ")));
        for (metric, value) in &metrics {
            text += &format!("[[expect]]\nmetric = {}\nvalue = {}\n", quoted(metric), number(*value));
        }
        let first = sound(&text);
        let keys = keys_of(&first);
        let position = keys.vehicle.marker[0].position_m.value();
        prop_assert_eq!(position.map(f64::to_bits), x.map(f64::to_bits));
        prop_assert_eq!(keys.title.given(), Some(title.as_str()));
        let second = sound(&write(&first.value));
        prop_assert!(first.value.same_values(&second.value));
        prop_assert_eq!(keys.seed.value(), seed);
        prop_assert_eq!(keys_of(&second).expect.len(), metrics.len());
    }
}
