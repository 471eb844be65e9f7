//! Exact texts of the messages about mistakes.

use super::demo::LEAST;
use super::{keys_of, only_mistake, reported, reported_for};
use crate::format::{Diagnostic, Ink, Place, Source, check};

#[test]
fn every_mistake_of_a_file_is_reported_at_once_in_the_order_of_the_file() {
    let text = r#"name = "Drop 1"
seed = -1
end_time_s = "8 s"

[vehicle]
mass_g = 899000
[[vehicle.marker]]
name = "wheel_1"
position_m = [1, 2]
[[vehicle.marker]]
name = "wheel_1"
position_m = [1, nan, "3"]

[grond]
dampng_ratio = 0.2

[[expect]]
metric = "slide_distance_m"
"#;
    let expected = r#"drop.toml:1:8: error: `name`: "Drop 1" is not a name
  |
1 | name = "Drop 1"
  |        ^^^^^^^^
  = help: a name has small letters a to z, digits, `_` and `-`

drop.toml:2:8: error: `seed` is -1 but must be at least 0
  |
2 | seed = -1
  |        ^^

drop.toml:3:14: error: `end_time_s`: expected a number in seconds, found the string "8 s"
  |
3 | end_time_s = "8 s"
  |              ^^^^^
  = help: write `end_time_s = 8`

drop.toml:6:1: error: `mass_g`: unknown key; mass is given in kilograms: `mass_kg`
  |
6 | mass_g = 899000
  | ^^^^^^
  = help: write `mass_kg = 899`

drop.toml:9:14: error: `position_m`: expected a list of 3 numbers in metres, found a list of 2
  |
9 | position_m = [1, 2]
  |              ^^^^^^

drop.toml:11:8: error: two `[[vehicle.marker]]` have the name `wheel_1`
   |
11 | name = "wheel_1"
   |        ^^^^^^^^^
   = help: the other is at drop.toml:8:8

drop.toml:12:18: error: `position_m[1]`: must be a finite number, found nan
   |
12 | position_m = [1, nan, "3"]
   |                  ^^^

drop.toml:12:23: error: `position_m[2]`: expected a number in metres, found the string "3"
   |
12 | position_m = [1, nan, "3"]
   |                       ^^^
   = help: write `3`

drop.toml:14:2: error: `grond`: unknown key; did you mean `ground`?
   |
14 | [grond]
   |  ^^^^^

drop.toml:15:1: error: `dampng_ratio`: unknown key; did you mean `damping_ratio`?
   |
15 | dampng_ratio = 0.2
   | ^^^^^^^^^^^^

drop.toml:17:1: error: missing key `value` in `[[expect]]`
   |
17 | [[expect]]
   | ^^^^^^^^^^
   = help: The published value.
"#;
    assert_eq!(reported(text), expected);
}

/// Each case: what is appended to the least file, the message, the help.
const MISTAKES: &[(&str, &str, &str)] = &[
    // Units.
    (
        "[terrain]\nkind = 'incline'\nslope_rad = 1",
        "`slope_rad`: unknown key; slope is given in degrees: `slope_deg`",
        "write `slope_deg = 57.2957795130823`",
    ),
    (
        "[terrain]\nkind = 'incline'\nslope = 1",
        "`slope`: unknown key; slope is given in degrees: `slope_deg`",
        "",
    ),
    (
        "[ground]\ndamping_ratio_percent = 20",
        "`damping_ratio_percent`: unknown key; damping ratio has no unit: `damping_ratio`",
        "write `damping_ratio = 0.2`",
    ),
    (
        "[ground]\ndamping_ratio = '20 %'",
        "`damping_ratio`: expected a number, found the string \"20 %\"",
        "write `damping_ratio = 0.2`",
    ),
    (
        "[terrain]\nkind = 'step'\nstep_height_m = '2.5cm'",
        "`step_height_m`: expected a number in metres, found the string \"2.5cm\"",
        "write `step_height_m = 0.025`",
    ),
    (
        "[terrain]\nkind = 'step'\nstep_height_m = '2.5 kg'",
        "`step_height_m`: expected a number in metres, found the string \"2.5 kg\"",
        "",
    ),
    (
        "[[vehicle.marker]]\nname = 'w'\nposition_mm = [1, 20, 300.5]",
        "`position_mm`: unknown key; position is given in metres: `position_m`",
        "write `position_m = [0.001, 0.02, 0.3005]`",
    ),
    // Keys.
    (
        "[ground]\nbouncy = 1",
        "`bouncy`: unknown key",
        "`[ground]` has the keys damping_ratio, rest_penetration_m, friction",
    ),
    ("[ground]\nmass_kg = 1", "`mass_kg`: unknown key; it belongs in `[vehicle]`", ""),
    ("[ground]\nmass_lb = 1", "`mass_lb`: unknown key; it belongs in `[vehicle]`", ""),
    (
        "[ground]\nend_time_s = 1",
        "`end_time_s`: unknown key; it belongs in the top of the file",
        "",
    ),
    (
        "[ground]\nDamping-Ratio = 1",
        "`Damping-Ratio`: unknown key; did you mean `damping_ratio`?",
        "",
    ),
    (
        "[ground]\n\"damping ratio\" = 1",
        "`damping ratio`: unknown key; did you mean `damping_ratio`?",
        "",
    ),
    ("[[expect]]\nmetric = 'x'\nvalu = 1", "`valu`: unknown key; did you mean `value`?", ""),
    // Tags.
    (
        "[terrain]\nheight_m = 1",
        "missing key `kind` in `[terrain]`",
        "Which shape. One of \"incline\", \"step\"",
    ),
    (
        "[terrain]\nkind = 'incln'",
        "`kind`: \"incln\" is not allowed; did you mean \"incline\"?",
        "allowed: \"incline\", \"step\"",
    ),
    (
        "[terrain]\nkind = 3",
        "`kind`: expected one of \"incline\", \"step\", found the number 3",
        "",
    ),
    ("[terrain]\nknd = 'step'\nstep_height_m = 1", "`knd`: unknown key; did you mean `kind`?", ""),
    (
        "[terrain]\nkind = 'step'\nstep_height_m = 1\nslope_deg = 3",
        "`slope_deg`: unknown key; it belongs to `kind = \"incline\"`, not to `kind = \"step\"`",
        "",
    ),
    (
        "[terrain]\nkind = 'step'",
        "missing key `step_height_m` in `[terrain]`",
        "Height of the step.",
    ),
    (
        "[terrain]\nkind = 'step'\nstep_height_m = 1\nedge.kind = 'round'",
        "missing key `radius_m` in `[terrain.edge]`",
        "Radius of the edge.",
    ),
    // Ranges.
    (
        "[ground]\ndamping_ratio = 2",
        "`damping_ratio` is 2 but must be at least 0 and less than 2",
        "",
    ),
    ("[ground]\ndamping_ratio = -inf", "`damping_ratio`: must be a finite number, found -inf", ""),
    ("[ground]\ndamping_ratio = 1e999", "`damping_ratio`: 1e999 is too large", ""),
    (
        "[[expect]]\nmetric = 'x'\nvalue = 1\nrank = 10",
        "`rank` is 10 but must be at least 1 and at most 9",
        "",
    ),
    (
        "[[expect]]\nmetric = 'x'\nvalue = 1\nrank = 99999999999999999999",
        "`rank` is 99999999999999999999 but must be at least 1 and at most 9",
        "",
    ),
    (
        "[[expect]]\nmetric = 'x'\nvalue = 1\nrank = 0xff",
        "`rank` is 0xff but must be at least 1 and at most 9",
        "",
    ),
    (
        "[ground]\ndamping_ratio = 0xffffffffffffffffffffff",
        "`damping_ratio`: 0xffffffffffffffffffffff is too large",
        "",
    ),
    // Types.
    (
        "[[expect]]\nmetric = 'x'\nvalue = 1\nrank = 3.0",
        "`rank`: expected a whole number, found the number 3.0",
        "write `rank = 3`",
    ),
    (
        "[[expect]]\nmetric = 12\nvalue = 1",
        "`metric`: expected a text, found the number 12",
        "write `metric = \"12\"`",
    ),
    (
        "[[expect]]\nmetric = 2026-08-01\nvalue = 1",
        "`metric`: expected a text, found the date 2026-08-01",
        "write `metric = \"2026-08-01\"`",
    ),
    ("[[expect]]\nmetric = 'x'\nvalue = true", "`value`: expected a number, found true", ""),
    ("active = 'yes'", "`active`: unknown key; it belongs in `[[vehicle.marker]]`", ""),
    (
        "[[vehicle.marker]]\nname = 'w'\nposition_m = [0,0,0]\nactive = 'yes'",
        "`active`: expected true or false, found the string \"yes\"",
        "write `active = true`",
    ),
    (
        "[[vehicle.marker]]\nname = 'w'\nposition_m = 3",
        "`position_m`: expected a list of 3 numbers in metres, found the number 3",
        "",
    ),
    (
        "[ground]\nrest_penetration_m = '2 cm'",
        "`rest_penetration_m`: expected a number in metres or a list of at least 1 numbers in metres, found the string \"2 cm\"",
        "write `rest_penetration_m = 0.02`",
    ),
    (
        "[ground]\nrest_penetration_m = [0.1, 0]",
        "`rest_penetration_m[1]` is 0 but must be greater than 0",
        "",
    ),
    (
        "[ground]\nfriction = [[0, 1], [1]]",
        "`friction[1]`: expected a list of 2 numbers, found a list of 1",
        "",
    ),
    (
        "[ground]\nfriction = [[0, 1]]",
        "`friction`: expected a list of at least 2 lists of 2 numbers, found a list of 1",
        "",
    ),
    // Tables.
    (
        "[expect]\nmetric = 'x'\nvalue = 1",
        "`expect`: expected an array of tables, found a table",
        "write `[[expect]]` with double brackets: there may be several",
    ),
    (
        "[[ground]]\ndamping_ratio = 1",
        "`ground`: expected a table, found an array of 1 table",
        "write `[ground]` with single brackets: there is only one",
    ),
    (
        "[[vehicle.marker]]\nname = 'w'",
        "missing key `position_m` in `[[vehicle.marker]]`",
        "Where it is on the body.",
    ),
];

#[test]
fn each_mistake_is_reported_in_these_words() {
    for (addition, message, help) in MISTAKES {
        let top = if addition.starts_with('[') { "" } else { addition };
        let below = if top.is_empty() { addition } else { "" };
        let (found, advice) = only_mistake(&format!("{top}\n{LEAST}{below}\n"));
        assert_eq!((found.as_str(), advice.as_str()), (*message, *help), "for\n{addition}");
    }
}

#[test]
fn a_missing_table_is_reported_at_the_top_of_the_file() {
    let expected = "drop.toml:1:1: error: missing table `[vehicle]`
  |
1 | name = \"drop\"
  | ^
  = help: What is dropped.
";
    assert_eq!(reported("name = \"drop\""), expected);
}

#[test]
fn an_array_of_tables_that_is_required_has_at_least_one() {
    let text = "name = 'a'\n[vehicle]\nmass_kg = 1\n";
    let message = "missing `[[vehicle.marker]]`: at least one is needed";
    assert_eq!(only_mistake(text).0, message);
    assert_eq!(only_mistake(&format!("{text}marker = []")).0, message);
}

#[test]
fn a_misspelt_key_is_not_missing_as_well() {
    let text = LEAST.replace("mass_kg", "mas_kg");
    assert_eq!(only_mistake(&text).0, "`mas_kg`: unknown key; did you mean `mass_kg`?");
}

#[test]
fn a_key_that_is_there_is_not_suggested_for_another() {
    let text = LEAST.replace("mass_kg = 899", "mass_kg = 899\nmasx_kg = 3");
    let help = "`[vehicle]` has the keys mass_kg, velocity_m_per_s, marker";
    assert_eq!(only_mistake(&text), ("`masx_kg`: unknown key".into(), help.into()));
}

#[test]
fn a_syntax_error_has_the_parsers_words_and_hides_no_other_mistake() {
    let text = LEAST.replace("mass_kg = 899", "mass_kg = 89 9\nspin = 3");
    let expected = "drop.toml:3:11: error: string values must be quoted, expected literal string
  |
3 | mass_kg = 89 9
  |           ^^^^

drop.toml:4:1: error: `spin`: unknown key
  |
4 | spin = 3
  | ^^^^
  = help: `[vehicle]` has the keys mass_kg, velocity_m_per_s, marker
";
    assert_eq!(reported(&text), expected);
}

#[test]
fn a_value_that_cannot_be_read_is_reported_once() {
    let cases = [
        ("mass_kg =", "3:10", "string values must be quoted, expected literal string"),
        ("mass_kg", "3:8", "key with no value, expected `=`"),
        ("mass_kg = 1.2.3", "3:14", "invalid float, expected nothing"),
        ("mass_kg = \"1", "3:13", "invalid basic string, expected `\"`"),
        ("mass_kg = [1", "3:11", "unclosed array, expected `]`"),
        ("mass_kg = 899\n[ground", "4:8", "unclosed table, expected `]`"),
        ("mass_kg = [1 2\n\n3 4]", "3:12", "string values must be quoted, expected literal string"),
    ];
    for (line, place, message) in cases {
        let source = Source::new("", LEAST.replace("mass_kg = 899", line));
        let reported = check(&source, &super::demo::DROP).diagnostics;
        let reported: Vec<_> =
            reported.iter().map(|one| (source.describe(one.place), one.message.as_str())).collect();
        assert_eq!(reported, [(format!(":{place}"), message)], "{}", reported_for(&source));
    }
}

#[test]
fn a_key_given_twice_is_reported() {
    let text = LEAST.replace("mass_kg = 899", "mass_kg = 899\nmass_kg = 3");
    assert_eq!(only_mistake(&text).0, "duplicate key");
}

#[test]
fn a_file_that_is_no_text_is_reported_with_its_place() {
    let source = Source::from_bytes("drop.toml", b"name = \"a\"\ntitle = \"M\xFCller\"\n");
    let expected = "drop.toml:2:11: error: the file is not UTF-8 text: it has the byte 0xFC here
  |
2 | title = \"M\u{FFFD}ller\"
  |           ^
  = help: save the file as UTF-8
";
    assert_eq!(reported_for(&source), expected);
    let wide: Vec<u8> =
        [0xFF, 0xFE].into_iter().chain("a=1".bytes().flat_map(|b| [b, 0])).collect();
    assert!(reported_for(&Source::from_bytes("w", &wide)).contains("seems to be UTF-16"));
}

#[test]
fn a_mistake_found_later_takes_its_place_in_the_order() {
    let source = Source::new("drop.toml", format!("end_time_s = 0\n{LEAST}[ground]\nx = 1"));
    let mut checked = check(&source, &super::demo::DROP);
    let place = keys_of(&checked).vehicle.mass_kg.place();
    checked.add(Diagnostic::warning(place, "heavy").with_help("eat less"));
    let messages: Vec<_> = checked.diagnostics.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(
        messages,
        ["`end_time_s` is 0 but must be greater than 0", "heavy", "`x`: unknown key"]
    );
    let expected = "drop.toml:4:11: warning: heavy
  |
4 | mass_kg = 899
  |           ^^^
  = help: eat less
";
    assert_eq!(checked.diagnostics[1].render(&source, Ink::Plain), expected);
}

#[test]
fn the_underline_stands_under_the_mistake_behind_tabs_and_wide_letters() {
    let source = Source::new("a", "\tü = 1");
    let place = Place::from(1..3);
    assert_eq!(
        Diagnostic::error(place, "m").render(&source, Ink::Plain),
        "a:1:2: error: m\n  |\n1 | \tü = 1\n  | \t^\n"
    );
}

#[test]
fn a_long_line_is_shown_around_the_mistake_only() {
    let text = format!("{} = 1", "k".repeat(100_000));
    let rendered = reported(&text);
    assert!(rendered.len() < 2000, "{rendered}");
    let source = Source::new("a", "x".repeat(1000));
    let shown = Diagnostic::error(Place::from(500..503), "m").render(&source, Ink::Plain);
    let expected =
        format!("a:1:501: error: m\n  |\n1 | {}\n  | {}^^^\n", "x".repeat(120), " ".repeat(40));
    assert_eq!(shown, expected);
}

#[test]
fn a_file_cannot_steer_the_terminal() {
    let shown = reported("\"\\u001b[2J\" = 1\n# \u{7f}");
    assert!(!shown.chars().any(|c| c.is_control() && c != '\n'), "{shown:?}");
}

#[test]
fn colours_are_there_only_if_asked() {
    let source = Source::new("a", "x = 1");
    let one = Diagnostic::error(Place::from(0..1), "m");
    assert!(!one.render(&source, Ink::Plain).contains('\u{1b}'));
    assert!(one.render(&source, Ink::Colour).contains("\u{1b}[1;31merror\u{1b}[0m"));
}
