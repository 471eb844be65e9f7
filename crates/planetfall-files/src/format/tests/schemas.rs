//! What is made from a format besides the check.

use serde_json::{Value, json};

use super::demo::DROP;
use crate::format::schema::*;
use crate::format::{audit, json_schema, reference_markdown};

#[test]
fn the_json_schema_has_types_ranges_units_and_defaults() {
    let schema = json_schema(&DROP);
    let at = |pointer: &str| schema.pointer(pointer).cloned().unwrap_or(Value::Null);
    assert_eq!(at("/$schema"), json!("https://json-schema.org/draft/2020-12/schema"));
    assert_eq!(at("/required"), json!(["name", "vehicle"]));
    assert_eq!(at("/additionalProperties"), json!(false));
    assert_eq!(
        at("/properties/vehicle/properties/mass_kg"),
        json!({
            "type": "number",
            "exclusiveMinimum": 0.0,
            "description": "Mass of the body. In kilograms.",
            "x-unit": "kg",
        })
    );
    assert_eq!(
        at("/properties/ground/properties/damping_ratio"),
        json!({
            "type": "number",
            "minimum": 0.0,
            "exclusiveMaximum": 2.0,
            "description": "Damping over critical damping.",
            "default": 0.7,
        })
    );
    assert_eq!(at("/properties/seed/minimum"), json!(0));
    assert_eq!(at("/properties/method/enum"), json!(["rk4", "dopri5"]));
    let docs = at("/properties/method/x-taplo/docs/enumValues");
    assert_eq!(docs, json!(["Classical Runge-Kutta.", "Dormand-Prince 5(4)."]));
    assert_eq!(at("/properties/name/pattern"), json!("^[a-z0-9_-]+$"));
    let marker = "/properties/vehicle/properties/marker";
    assert_eq!(at(&format!("{marker}/minItems")), json!(1));
    assert_eq!(at(&format!("{marker}/items/properties/position_m/maxItems")), json!(3));
}

#[test]
fn the_json_schema_has_an_object_for_each_case_of_a_tag() {
    let schema = json_schema(&DROP);
    let cases = &schema["properties"]["terrain"]["oneOf"];
    assert_eq!(cases[0]["properties"]["kind"]["const"], json!("incline"));
    assert_eq!(cases[0]["required"], json!(["kind", "slope_deg"]));
    assert_eq!(cases[1]["required"], json!(["kind", "step_height_m"]));
    let keys: Vec<_> = cases[1]["properties"].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["kind", "height_m", "step_height_m", "edge"]);
    // The tag of the edge may be absent, which means the first case.
    let edge = &cases[1]["properties"]["edge"]["oneOf"];
    assert_eq!(edge[0].get("required"), None);
    assert_eq!(edge[1]["required"], json!(["kind", "radius_m"]));
}

#[test]
fn the_reference_has_a_row_for_each_key() {
    let text = reference_markdown(&DROP);
    for row in [
        "## `[[vehicle.marker]]`",
        "| `mass_kg` | a number, greater than 0 | kg | required | Mass of the body. |",
        "| `velocity_m_per_s` | a list of 3 numbers | m/s | `[0, 0, 0]` | Speed. |",
        "| `seed` | a whole number, at least 0 |  | `0` | Seed of all noise. |",
        "| `title` | a text |  | none | Title of the report. |",
        "### `kind = \"step\"`",
        "## `[terrain.edge]`",
        "`kind` is one of `\"sharp\"`, `\"round\"`; default `\"sharp\"`. How the edge is made.",
    ] {
        assert!(text.contains(row), "{row} is not in\n{text}");
    }
}

#[test]
fn the_demo_format_is_without_fault() {
    assert_eq!(audit(&DROP), Vec::<String>::new());
}

#[test]
fn the_audit_finds_what_is_wrong_with_a_format() {
    static BAD: Table = Table::new(
        "bad",
        "",
        &[
            Field::required("a", Kind::Bool, "One."),
            Field::required("a", Kind::Bool, "Two."),
            Field::default("b", Kind::Number(Range::POSITIVE), Literal::Number(0.0), "Three."),
            Field::default("c d", Kind::Text, Literal::Integer(1), "Four."),
            Field::required("flag_kg", Kind::Bool, "Five."),
            Field::default("again", Kind::Table(&BAD), Literal::Empty, "Six."),
        ],
    );
    let expected = [
        "`bad` is not explained",
        "`bad` has `a` twice",
        "default of `bad.b`: `b` is 0 but must be greater than 0",
        "`bad.c d` is no bare key",
        "default of `bad.c d`: `c d`: expected a text, found the number 1",
        "`bad.flag_kg` has a unit but is no number",
        "the table `bad` contains itself",
    ];
    assert_eq!(audit(&BAD), expected);
    // A format that contains itself ends all the same.
    assert!(
        !crate::format::check(&crate::format::Source::new("a", ""), &BAD).diagnostics.is_empty()
    );
    assert!(reference_markdown(&BAD).len() < 100_000);
    assert!(json_schema(&BAD).is_object());
}
