//! What a declaration makes of its fields.

use crate::format::declare::{
    Declared, GROUP, Key, OPTIONAL, OptionalKey, REQUIRED, Spec, Tables, declare, default,
};
use crate::format::schema::{Kind, List, Literal, Need, Range};
use crate::format::{Source, audit, check};

const SHARED: Spec = REQUIRED.doc("Said once.");

declare! {
    /// A leg that
    /// carries.
    table Leg("leg", kind: LegCases = default::text("post").doc("Which leg.")) {
        /// Its name.
        name: Key<String> = REQUIRED.of(Kind::Name),
        load: Load = GROUP,
        reason: Key<String> = SHARED,
        /// Pads below it.
        pad: Tables<Pad> = OPTIONAL,
    }

    /// What it carries.
    group Load {
        /// Mass on it.
        mass_kg: Key<f64> = default::number(2.0).of(Kind::Number(Range::POSITIVE)),
        /// Where, on it.
        at_m: OptionalKey<Vec<Key<[f64; 2]>>> =
            OPTIONAL.of(Kind::List(List::at_least(1, &Kind::List(List::exactly(2, &Kind::NUMBER))))),
    }

    /// A kind of leg.
    cases LegCases {
        /// A post.
        Post = "post",
        /// A strut.
        Strut(Strut) = "strut",
    }

    /// Keys of `strut`.
    group Strut {
        /// How long it is.
        length_m: Key<f64> = REQUIRED,
    }

    /// A pad.
    table Pad("pad") {
        /// What it is made of.
        material: Key<Material> = default::text("steel"),
    }

    /// What a pad is made of.
    choice Material {
        /// Heavy.
        Steel = "steel",
        /// Light.
        Foam = "foam",
    }
}

fn leg(text: &str) -> Leg {
    let checked = check(&Source::new("leg.toml", text), Leg::TABLE);
    assert!(!checked.has_errors(), "{:?}", checked.diagnostics);
    Leg::of(&checked.value)
}

#[test]
fn the_table_has_the_fields_in_their_order_with_groups_in_place() {
    assert_eq!(audit(Leg::TABLE), [""; 0]);
    assert_eq!((Leg::TABLE.name, Leg::TABLE.doc), ("leg", "A leg that carries."));
    let keys: Vec<_> = Leg::TABLE.fields.iter().map(|field| field.key).collect();
    assert_eq!(keys, ["name", "mass_kg", "at_m", "reason", "pad"]);
    let docs: Vec<_> = Leg::TABLE.fields.iter().map(|field| field.doc).collect();
    assert_eq!(docs, ["Its name.", "Mass on it.", "Where, on it.", "Said once.", "Pads below it."]);
    let needs: Vec<_> = Leg::TABLE.fields.iter().map(|field| field.need).collect();
    assert!(matches!(needs[1], Need::Default(Literal::Number(2.0))));
    assert!(matches!(
        needs[..],
        [Need::Required, _, Need::Optional, Need::Required, Need::Optional]
    ));
}

#[test]
fn the_tag_has_its_cases_with_their_keys() {
    let tag = Leg::TABLE.tag.unwrap();
    assert_eq!((tag.key, tag.doc, tag.default), ("kind", "Which leg.", Some("post")));
    let cases: Vec<_> = tag.cases.iter().map(|case| (case.value, case.doc)).collect();
    assert_eq!(cases, [("post", "A post."), ("strut", "A strut.")]);
    assert_eq!((tag.cases[0].fields.len(), tag.cases[1].fields[0].key), (0, "length_m"));
}

#[test]
fn the_reader_finds_what_the_file_says() {
    let text = "kind = 'strut'\nlength_m = 3\nname = 'a'\nreason = ''\nat_m = [[1, 2]]\n\
                [[pad]]\n[[pad]]\nmaterial = 'foam'\n";
    let leg = leg(text);
    let Some(LegCases::Strut(strut)) = leg.kind.given() else { panic!("no strut") };
    assert_eq!(strut.length_m.value(), 3.0);
    assert_eq!((leg.name.value(), leg.reason.given()), ("a", Some("")));
    assert_eq!((leg.load.mass_kg.value(), leg.load.mass_kg.is_default()), (2.0, true));
    assert_eq!(leg.load.at_m.values().collect::<Vec<_>>(), [[1.0, 2.0]]);
    let pads: Vec<_> = leg.pad.iter().map(|pad| pad.material.value()).collect();
    assert_eq!(pads, [Material::Steel, Material::Foam]);
    assert_eq!((leg.pad.name(), leg.load.place), ("pad", leg.place));
}

#[test]
fn without_its_tag_a_table_has_the_default_case() {
    let leg = leg("name = 'a'\nreason = 'b'\n");
    assert!(matches!(leg.kind.given(), Some(LegCases::Post)));
    assert!(leg.pad.is_empty() && !leg.pad.has_value() && leg.load.at_m.given().is_none());
}

#[test]
#[should_panic(expected = "the type and the need of a key do not fit")]
fn an_optional_key_is_not_declared_as_one_that_has_a_value() {
    OPTIONAL.part::<Key<f64>>("a", "A.");
}

#[test]
#[should_panic(expected = "the type and the kind of a key do not fit")]
fn a_number_is_not_declared_as_a_text() {
    REQUIRED.of(Kind::Text).part::<Key<f64>>("a", "A.");
}

#[test]
#[should_panic(expected = "the type and the kind of a key do not fit")]
fn a_pair_is_not_declared_as_a_list_of_three() {
    REQUIRED.of(Kind::VECTOR).part::<Key<[f64; 2]>>("a", "A.");
}

#[test]
#[should_panic(expected = "a group of keys is declared by `= GROUP`")]
fn a_group_is_not_declared_as_a_key() {
    REQUIRED.part::<Load>("load", "Load.");
}
