//! No text makes the loader panic, and no vehicle it lets through is out of order.

use planetfall_files::format::Ink;
use planetfall_files::vehicle::{VehicleFile, builtins};
use proptest::prelude::*;

const ROBOT: &str = r#"<?xml version="1.0"?>
<robot name="r">
<material name="red"><color rgba="1 0 0 1"/></material>
<link name="a"><inertial><origin xyz="0 0 1" rpy="0 0 1"/><mass value="2"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="b"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1"/></inertial>
<collision><origin rpy="1.57 0 0"/><geometry><cylinder radius="0.3" length="0.2"/></geometry></collision>
<visual><geometry><box size="1 1 1"/></geometry><material name="red"/></visual></link>
<link name="c"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 1 0"/></joint>
<joint name="k" type="revolute"><parent link="a"/><child link="c"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1"/><dynamics damping="1" friction="1"/>
<mimic joint="j" multiplier="-1" offset="0.1"/></joint>
</robot>
"#;

/// Pieces that a careless hand puts anywhere.
const PIECES: &[&str] = &[
    "",
    "0",
    "-1",
    "1e308",
    "1e400",
    "nan",
    "\"",
    "<",
    ">",
    "/>",
    "[",
    "]",
    "{",
    "}",
    "=",
    "\n",
    "a",
    "b",
    "j",
    "fixed",
    "floating",
    "[[link]]\n",
    "name = \"rocker\"\n",
    "sides = [\"a\", \"a\"]\n",
    "parent = \"bogie\"\n",
    "mass_kg = 1e-300\n",
    "é",
    "\u{0}",
];

fn mutated(text: &str, edits: &[(usize, usize, usize)]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for (at, length, piece) in edits {
        let start = at % text.len().max(1);
        let end = (start + length).min(text.len());
        text.splice(start.min(end)..end, PIECES[piece % PIECES.len()].chars());
    }
    text.into_iter().collect()
}

fn check(text: &str) {
    if let Ok(model) = VehicleFile::from_text("mutant", text).load(Ink::Plain) {
        assert!(model.tree.mass() > 0.0);
        for contactor in &model.contactors {
            assert!(contactor.link < model.tree.links().len());
        }
        for wheel in model.drive.iter().flat_map(|drive| &drive.wheels) {
            assert!(wheel.contactor < model.contactors.len());
            assert!(wheel.drive < model.tree.links().len());
        }
        assert_eq!(model.initial_positions().len(), model.tree.positions());
    }
}

/// The numbers of a text, one of which a test replaces.
fn with_number(text: &str, which: usize, value: &str) -> String {
    let mut spans = Vec::new();
    let mut start = None;
    for (at, letter) in text.char_indices() {
        let part = letter.is_ascii_digit() || letter == '.' || letter == '-';
        match (part, start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                spans.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    let (from, to) = spans[which % spans.len()];
    format!("{}{value}{}", &text[..from], &text[to..])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn a_mutated_urdf_never_panics(
        edits in prop::collection::vec((0usize..4000, 0usize..12, 0usize..64), 1..4),
    ) {
        check(&mutated(ROBOT, &edits));
    }

    #[test]
    fn a_mutated_vehicle_never_panics(
        which in 0usize..16,
        edits in prop::collection::vec((0usize..9000, 0usize..12, 0usize..64), 1..3),
    ) {
        let vehicles = builtins();
        check(&mutated(vehicles[which % vehicles.len()].text, &edits));
    }

    #[test]
    fn a_mutated_number_never_panics(
        urdf: bool, which in 0usize..500,
        value in prop::sample::select(vec!["0", "-1", "1e308", "-1e308", "1e-308", "1e-9", "1e9"]),
    ) {
        let text = if urdf { ROBOT } else { builtins()[which % builtins().len()].text };
        check(&with_number(text, which, value));
    }

    #[test]
    fn any_text_never_panics(text in "\\PC{0,200}") {
        check(&text);
        check(&format!("<robot>{text}</robot>"));
    }
}

#[test]
fn the_text_that_is_mutated_is_sound() {
    let model = VehicleFile::from_text("r", ROBOT).load(Ink::Plain).expect("it is sound");
    assert_eq!(model.tree.velocities(), 7);
}

#[test]
fn deeply_nested_xml_is_refused_or_read_but_never_overflows() {
    let deep = "<a>".repeat(100_000) + &"</a>".repeat(100_000);
    check(&format!("<robot name=\"r\">{deep}</robot>"));
}
