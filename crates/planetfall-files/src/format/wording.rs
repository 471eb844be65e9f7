//! The words in which mistakes are reported.

use super::document::Raw;
use super::schema::{AllowedWord, Kind, List, Range, RangeEnd};
use super::unit::{self, Unit};

/// Text without control characters, so that a file cannot steer the terminal it is shown on. Tabs
/// stay.
pub(super) fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\t' { '\u{FFFD}' } else { c }).collect()
}

/// Text shortened to a length that fits a message.
pub(super) fn shortened(text: &str) -> String {
    /// Letters of a text that a message quotes. Chosen: a line of a terminal holds it with what
    /// stands around it.
    const LONGEST_QUOTE: usize = 60;
    match text.char_indices().nth(LONGEST_QUOTE) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// A key or a value as it stands in a file, marked as such.
pub(super) fn ticked(text: &str) -> String {
    format!("`{}`", shortened(text))
}

/// A number as it is written in a file: the shortest text that reads back as the same number.
pub(super) fn number(x: f64) -> String {
    format!("{x:?}")
}

/// A number in a message: like in a file, but `3` instead of `3.0`.
pub(super) fn short_number(x: f64) -> String {
    let text = number(x);
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

/// A text in quotes with escapes, as TOML reads it.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// What is expected of a value: "a number in kilograms".
pub(super) fn expected(kind: &Kind, unit: Option<&Unit>) -> String {
    let in_unit = unit.map_or(String::new(), |unit| format!(" in {}", unit.name));
    match kind {
        Kind::Number(_) => format!("a number{in_unit}"),
        Kind::Integer { .. } => format!("a whole number{in_unit}"),
        Kind::Bool => "true or false".to_owned(),
        Kind::Text => "a text".to_owned(),
        Kind::Name => "a name".to_owned(),
        Kind::Choice(choices) => format!("one of {}", choice_words(choices)),
        Kind::List(list) => expected_list(list, &in_unit),
        Kind::OneOrList(list) => {
            format!("{} or {}", expected(list.item, unit), expected_list(list, &in_unit))
        }
        Kind::Table(_) => "a table".to_owned(),
        Kind::Tables(_) => "an array of tables".to_owned(),
        Kind::Settings => "a table of paths and values".to_owned(),
    }
}

/// The words of a choice: `"rk4", "dopri5"`.
pub(super) fn choice_words(choices: &[AllowedWord]) -> String {
    let words: Vec<_> = choices.iter().map(|choice| quoted(choice.value)).collect();
    words.join(", ")
}

/// The demand a range makes: "must be greater than 0".
pub(super) fn demand(range: &Range) -> String {
    format!("must be {}", bounds(range).unwrap_or_else(|| "finite".to_owned()))
}

/// The demand a range of whole numbers makes.
pub(super) fn integer_demand(min: i64, max: i64) -> String {
    let bounds = integer_bounds(min, max);
    bounds.map_or("must fit in 64 bits".to_owned(), |bounds| format!("must be {bounds}"))
}

/// The bounds of a range, if it has any: "at least 0 and less than 2".
pub(super) fn bounds(range: &Range) -> Option<String> {
    let lower = match range.min {
        RangeEnd::None => None,
        RangeEnd::Closed(min) => Some(format!("at least {}", short_number(min))),
        RangeEnd::Open(min) => Some(format!("greater than {}", short_number(min))),
    };
    let upper = match range.max {
        RangeEnd::None => None,
        RangeEnd::Closed(max) => Some(format!("at most {}", short_number(max))),
        RangeEnd::Open(max) => Some(format!("less than {}", short_number(max))),
    };
    joined(lower, upper)
}

/// The bounds of a range of whole numbers, if it has any.
pub(super) fn integer_bounds(min: i64, max: i64) -> Option<String> {
    let lower = (min != i64::MIN).then(|| format!("at least {min}"));
    let upper = (max != i64::MAX).then(|| format!("at most {max}"));
    joined(lower, upper)
}

/// What was found: `the string "2 m"`.
pub(super) fn found(raw: &Raw) -> String {
    match raw {
        Raw::Text(text) => format!("the string {}", quoted(&shortened(text))),
        Raw::Integer { text, .. } | Raw::Float { text, .. } => {
            format!("the number {}", shortened(text))
        }
        Raw::Bool(value) => format!("{value}"),
        Raw::Date(text) => format!("the date {}", shortened(text)),
        Raw::Array(items) if items.is_empty() => "an empty list".to_owned(),
        Raw::Array(items) if items.iter().all(|item| matches!(item.raw, Raw::Table(_))) => {
            format!("an array of {}", counted(items.len(), "table"))
        }
        Raw::Array(items) => format!("a list of {}", items.len()),
        Raw::Table(_) => "a table".to_owned(),
        Raw::Unreadable => "nothing that can be read".to_owned(),
    }
}

/// A number in another unit of the field, as it would be written there.
pub(super) fn converted(value: f64, from: &Unit, to: Option<&Unit>) -> Option<String> {
    let value = match to {
        Some(to) => unit::convert(value, from, to)?,
        None if from.quantity == "ratio" => value * from.size,
        None => return None,
    };
    Some(short_number(value))
}

/// "1 table", "2 tables".
pub(super) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn joined(lower: Option<String>, upper: Option<String>) -> Option<String> {
    match (lower, upper) {
        (Some(lower), Some(upper)) => Some(format!("{lower} and {upper}")),
        (lower, upper) => lower.or(upper),
    }
}

fn expected_list(list: &List, in_unit: &str) -> String {
    let noun = plural(list.item);
    let count = match (list.min_len, list.max_len) {
        (0, usize::MAX) => String::new(),
        (min, usize::MAX) => format!("at least {min} "),
        (min, max) if min == max => format!("{min} "),
        (min, max) => format!("{min} to {max} "),
    };
    format!("a list of {count}{noun}{in_unit}")
}

fn plural(kind: &Kind) -> String {
    match kind {
        Kind::Number(_) => "numbers".to_owned(),
        Kind::Integer { .. } => "whole numbers".to_owned(),
        Kind::Bool => "true or false".to_owned(),
        Kind::Text => "texts".to_owned(),
        Kind::Name => "names".to_owned(),
        Kind::Choice(choices) => format!("words out of {}", choice_words(choices)),
        Kind::List(list) | Kind::OneOrList(list) => {
            expected_list(list, "").replacen("a list", "lists", 1)
        }
        Kind::Table(_) | Kind::Tables(_) | Kind::Settings => "tables".to_owned(),
    }
}
