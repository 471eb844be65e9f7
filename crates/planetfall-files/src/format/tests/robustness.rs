//! Whatever the bytes, the check ends and reports something that can be shown.

use proptest::prelude::*;

use super::demo::{DROP, LEAST};
use crate::format::{Ink, Source, check, json_schema, render, write};

/// Runs everything there is on a source; returns whether the source is without error.
fn survives(source: &Source) -> bool {
    let checked = check(source, &DROP);
    assert!(checked.diagnostics.is_sorted_by_key(|one| one.place));
    render(&checked.diagnostics, source, Ink::Colour);
    let written = write(&checked.value);
    if !checked.has_errors() {
        let again = check(&Source::new("again", written), &DROP);
        assert!(!again.has_errors() && again.value.same_values(&checked.value));
    }
    !checked.has_errors()
}

#[test]
fn nesting_without_end_is_refused() {
    for text in [
        format!("title = {}", "[".repeat(100_000)),
        format!("title = {}1{}", "[".repeat(5000), "]".repeat(5000)),
        format!("title = {}", "{a=".repeat(5000)),
        format!("{}x = 1", "a.".repeat(5000)),
        format!("[{}x]", "a.".repeat(5000)),
    ] {
        assert!(!survives(&Source::new("deep", format!("{text}\n{LEAST}"))));
    }
    let deep = "a.".repeat(1000) + "b";
    assert!(!survives(&Source::new("deep", LEAST).with_overrides(&[(deep.as_str(), "1")])));
    let deep = "[".repeat(1000);
    assert!(!survives(&Source::new("deep", LEAST).with_overrides(&[("tags", deep.as_str())])));
}

#[test]
fn every_beginning_of_a_file_is_survived() {
    let text = full();
    for end in 0..text.len() {
        survives(&Source::from_bytes("cut", &text.as_bytes()[..end]));
    }
    assert!(survives(&Source::new("whole", text)));
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_are_no_mistake() {
    assert!(survives(&Source::new("bom", format!("\u{feff}{LEAST}"))));
    assert!(survives(&Source::new("crlf", LEAST.replace('\n', "\r\n"))));
}

#[test]
fn the_json_schema_admits_no_key_that_the_check_refuses() {
    // One description, two readers: every object of the schema is closed.
    fn closed(value: &serde_json::Value) -> bool {
        let own = value.get("properties").is_none() || value["additionalProperties"] == false;
        own && match value {
            serde_json::Value::Object(map) => map.values().all(closed),
            serde_json::Value::Array(list) => list.iter().all(closed),
            _ => true,
        }
    }
    assert!(closed(&json_schema(&DROP)));
}

fn full() -> String {
    format!(
        "title = 'ü'\n{LEAST}[ground]\nfriction = [[0, 1], [0.1, 0.5]]\n[terrain]\nkind = 'step'\n\
         step_height_m = 0.1\nedge = {{ kind = 'round', radius_m = 1e-2 }}\n[[expect]]\n\
         metric = \"x\"\nvalue = 1_000.5\nrank = 0x5\n"
    )
}

/// Pieces that make a text look like TOML, so that mutations reach past the parser.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "[",
            "]",
            "[[",
            "]]",
            "{",
            "}",
            "=",
            ",",
            ".",
            "\"",
            "'",
            "'''",
            "\"\"\"",
            "\n",
            "\r",
            "#",
            "nan",
            "-inf",
            "1e400",
            "0x",
            "1979-05-27",
            "true",
            "name",
            "vehicle",
            "marker",
            "[terrain]\n",
            "kind = ",
            "a.b.c = 1\n",
            "\u{0}",
            "\u{feff}",
            "é",
            "mass_g = 3\n",
        ])
        .prop_map(str::to_owned),
        any::<String>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        survives(&Source::from_bytes("random", &bytes));
    }

    #[test]
    fn any_pieces_of_a_document_are_survived(pieces in prop::collection::vec(piece(), 0..30)) {
        survives(&Source::new("pieces", pieces.concat()));
    }

    #[test]
    fn a_mutated_document_is_survived(
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0usize..6, piece()), 1..6),
    ) {
        let mut text: Vec<char> = full().chars().collect();
        for (at, removed, inserted) in changes {
            let start = at.index(text.len() + 1);
            let end = (start + removed).min(text.len());
            text.splice(start..end, inserted.chars());
        }
        survives(&Source::new("mutated", text.into_iter().collect::<String>()));
    }

    #[test]
    fn any_setting_is_survived(
        path in prop_oneof![
            any::<String>(),
            "[a-z.\\[\\]0-9_]{0,20}",
            "(vehicle|ground|terrain|tags|seed)(\\.(marker|kind|mass_kg|edge)|\\[[0-9]\\]){0,3}",
        ],
        value in prop_oneof![any::<String>(), piece(), "[0-9.e\\[\\]{}=\"a-]{0,12}"],
    ) {
        survives(&Source::new("set", full()).with_overrides(&[(path, value)]));
    }

    #[test]
    fn keys_and_values_of_any_letters_are_survived(key in any::<String>(), value in any::<String>()) {
        use super::super::wording::quoted;
        let line = format!("{} = {}\n", quoted(&key), quoted(&value));
        survives(&Source::new("keys", format!("{line}{}{line}", full())));
    }
}
