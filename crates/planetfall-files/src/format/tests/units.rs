//! Units.

use crate::format::unit::{UNITS, convert, from_spelling, of_key, parse_quantity, split_key};

#[test]
fn the_longest_suffix_is_the_unit() {
    let split = |key| {
        let (base, unit) = split_key(key);
        (base, unit.map(|unit| unit.symbol))
    };
    assert_eq!(split("mass_kg"), ("mass", Some("kg")));
    assert_eq!(split("velocity_m_per_s"), ("velocity", Some("m/s")));
    assert_eq!(split("stiffness_n_per_m"), ("stiffness", Some("N/m")));
    assert_eq!(split("inertia_kg_m2"), ("inertia", Some("kg m²")));
    assert_eq!(split("damping_ratio"), ("damping_ratio", None));
    assert_eq!(split("m"), ("m", None));
    assert_eq!(split("_m"), ("_m", None));
    assert_eq!(split(""), ("", None));
}

#[test]
fn a_unit_is_known_by_its_symbol_its_name_and_its_suffix() {
    for unit in UNITS {
        for spelling in [unit.symbol, unit.name, unit.suffix] {
            let found = from_spelling(spelling).map(|found| (found.quantity, found.size));
            assert_eq!(found, Some((unit.quantity, unit.size)), "{spelling}");
        }
        assert_eq!(of_key(&format!("x_{}", unit.suffix)), Some(unit));
    }
}

#[test]
fn quantities_are_read_as_people_write_them() {
    let cases = [
        ("2 m", 2.0, "m"),
        ("2.5cm", 2.5, "cm"),
        ("-3e-2 N·m", -0.03, "N m"),
        ("1e3 N/m", 1e3, "N/m"),
        ("27°", 27.0, "deg"),
        ("5 metres per second", 5.0, "m/s"),
        ("1 kilogram", 1.0, "kg"),
        ("4 KG", 4.0, "kg"),
        ("8 Nm", 8.0, "N m"),
        ("9 J/(kg K)", 9.0, "J/(kg K)"),
        ("3 m^2", 3.0, "m²"),
    ];
    for (text, number, symbol) in cases {
        let read = parse_quantity(text).map(|(number, unit)| (number, unit.symbol));
        assert_eq!(read, Some((number, symbol)), "{text}");
    }
    for text in ["", "m", "2", "2 parsecs", "inf m", "nan s", "two m", "2 m 3"] {
        assert_eq!(parse_quantity(text), None, "{text}");
    }
}

#[test]
fn conversion_is_exact_to_what_a_person_would_write() {
    let to = |value, from: &str, to: &str| {
        convert(value, from_spelling(from).unwrap(), from_spelling(to).unwrap())
    };
    assert_eq!(to(900.0, "g", "kg"), Some(0.9));
    assert_eq!(to(36.0, "km/h", "m/s"), Some(10.0));
    assert_eq!(to(0.3, "cm", "m"), Some(0.003));
    assert_eq!(to(1.0, "rad", "deg"), Some(57.2957795130823));
    assert_eq!(to(1.0, "kg", "m"), None);
    assert_eq!(to(f64::MAX, "km", "mm"), None);
}
