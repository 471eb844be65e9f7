//! The check of single values and of lists of them.

use super::check::Checker;
use super::diagnostic::Diagnostic;
use super::document::{Item, Raw};
use super::node::{Node, Value};
use super::schema::{Kind, List, Literal, Range};
use super::unit::{self, Unit};
use super::unknown_key::nearest;
use super::wording::{
    converted, demand, expected, found, integer_demand, quoted, short_number, shortened, ticked,
};

impl Checker<'_> {
    /// Checks a value that is no table. The key has the unit, the label names the value in
    /// messages: `position_m[2]`.
    pub(super) fn leaf(
        &mut self,
        kind: &'static Kind,
        item: &Item,
        key: &str,
        label: &str,
    ) -> Node {
        let value = match (kind, &item.raw) {
            (_, Raw::Unreadable) => None,
            (Kind::Number(range), Raw::Integer { .. } | Raw::Float { .. }) => {
                self.number(range, item, label)
            }
            (Kind::Integer { min, max }, Raw::Integer { text, value }) => {
                self.integer(*min..=*max, *value, text, item, label)
            }
            (Kind::Bool, Raw::Bool(value)) => Some(Value::Bool(*value)),
            (Kind::Text, Raw::Text(text)) => Some(Value::Text(text.clone())),
            (Kind::Name, Raw::Text(text)) => self.name(text, item, label),
            (Kind::Choice(choices), Raw::Text(text)) => {
                let known = choices.iter().any(|choice| choice.value == text);
                if !known {
                    let words = choices.iter().map(|choice| (choice.value, choice.doc)).collect();
                    self.wrong_word(label, item, words);
                }
                known.then(|| Value::Text(text.clone()))
            }
            (Kind::List(list) | Kind::OneOrList(list), Raw::Array(items)) => {
                self.list(kind, list, items, item, key, label)
            }
            (Kind::OneOrList(list), raw) if is_like(list.item, raw) => {
                return self.leaf(list.item, item, key, label);
            }
            _ => {
                self.misfit(kind, item, key, label);
                None
            }
        };
        Node { value: value.unwrap_or(Value::Absent), place: item.place, is_default: false }
    }

    /// Reports that a value has the wrong type.
    pub(super) fn mistyped(
        &mut self,
        wanted: &str,
        help: Option<String>,
        item: &Item,
        label: &str,
    ) {
        let message = format!("{}: expected {wanted}, found {}", ticked(label), found(&item.raw));
        let error = Diagnostic::error(item.place, message);
        self.report(Diagnostic { help, ..error });
    }

    /// Reports that a word is none of those allowed.
    pub(super) fn wrong_word(
        &mut self,
        label: &str,
        item: &Item,
        words: Vec<(&'static str, &'static str)>,
    ) {
        let listed: Vec<_> = words.iter().map(|(word, _)| quoted(word)).collect();
        let listed = listed.join(", ");
        let Raw::Text(text) = &item.raw else {
            return self.mistyped(&format!("one of {listed}"), None, item, label);
        };
        let mut message = format!("{}: {} is not allowed", ticked(label), quoted(&shortened(text)));
        if let Some(word) = nearest(text, words.iter().map(|(word, _)| *word)) {
            message += &format!("; did you mean {}?", quoted(word));
        }
        let help = format!("allowed: {listed}");
        self.report(Diagnostic::error(item.place, message).with_help(help));
    }

    fn number(&mut self, range: &Range, item: &Item, label: &str) -> Option<Value> {
        let (text, x) = match &item.raw {
            Raw::Float { text, value } => (text.as_str(), *value),
            Raw::Integer { text, value: Some(n) } => (text.as_str(), *n as f64),
            Raw::Integer { text, .. } => (text.as_str(), f64::INFINITY),
            _ => return None,
        };
        if !x.is_finite() {
            let message = match text.ends_with("nan") || text.ends_with("inf") {
                true => format!("{}: must be a finite number, found {text}", ticked(label)),
                false => format!("{}: {} is too large", ticked(label), shortened(text)),
            };
            self.report(Diagnostic::error(item.place, message));
            return None;
        }
        if !range.contains(x) {
            self.out_of_range(&short_number(x), &demand(range), item, label);
            return None;
        }
        Some(Value::Number(x))
    }

    fn integer(
        &mut self,
        range: std::ops::RangeInclusive<i64>,
        value: Option<i64>,
        text: &str,
        item: &Item,
        label: &str,
    ) -> Option<Value> {
        let value = value.filter(|n| range.contains(n));
        if value.is_none() {
            let demand = integer_demand(*range.start(), *range.end());
            self.out_of_range(&shortened(text), &demand, item, label);
        }
        value.map(Value::Integer)
    }

    fn out_of_range(&mut self, value: &str, demand: &str, item: &Item, label: &str) {
        let message = format!("{} is {value} but {demand}", ticked(label));
        self.report(Diagnostic::error(item.place, message));
    }

    fn name(&mut self, text: &str, item: &Item, label: &str) -> Option<Value> {
        if is_name(text) {
            return Some(Value::Text(text.to_owned()));
        }
        let message = format!("{}: {} is not a name", ticked(label), quoted(&shortened(text)));
        let help = "a name has small letters a to z, digits, `_` and `-`";
        self.report(Diagnostic::error(item.place, message).with_help(help));
        None
    }

    fn list(
        &mut self,
        kind: &'static Kind,
        list: &'static List,
        items: &[Item],
        whole: &Item,
        key: &str,
        label: &str,
    ) -> Option<Value> {
        if !list.admits(items.len()) {
            self.mistyped(&expected(kind, unit::of_key(key)), None, whole, label);
            return None;
        }
        let element = |(index, item): (usize, &Item)| {
            self.leaf(list.item, item, key, &format!("{label}[{index}]"))
        };
        let nodes: Vec<_> = items.iter().enumerate().map(element).collect();
        // Half a vector is no vector: a list with a mistake in it is absent as a whole.
        (!nodes.iter().any(Node::is_absent)).then_some(Value::List(nodes))
    }

    /// Reports that a value is of the wrong type, and what to write instead if that can be guessed.
    fn misfit(&mut self, kind: &Kind, item: &Item, key: &str, label: &str) {
        let unit = unit::of_key(key);
        let help = instead(kind, unit, &item.raw).map(|text| match label == key {
            true => format!("write `{key} = {text}`"),
            false => format!("write `{text}`"),
        });
        self.mistyped(&expected(kind, unit), help, item, label);
    }
}

impl From<&Literal> for Raw {
    fn from(literal: &Literal) -> Self {
        let item = |raw| Item { raw, place: super::place::Place::START };
        let number = |x: f64| Self::Float { text: short_number(x), value: x };
        match *literal {
            Literal::Number(x) => number(x),
            Literal::Integer(n) => Self::Integer { text: n.to_string(), value: Some(n) },
            Literal::Bool(value) => Self::Bool(value),
            Literal::Text(text) => Self::Text(text.to_owned()),
            Literal::Numbers(list) => Self::Array(list.iter().map(|x| item(number(*x))).collect()),
            Literal::Texts(list) => {
                Self::Array(list.iter().map(|text| item(Self::Text((*text).to_owned()))).collect())
            }
            Literal::Empty => Self::Array(Vec::new()),
        }
    }
}

fn is_name(text: &str) -> bool {
    let allowed = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_' || b == b'-';
    !text.is_empty() && text.bytes().all(allowed)
}

/// Whether a value that is no list was meant as one element rather than as a list.
fn is_like(kind: &Kind, raw: &Raw) -> bool {
    match kind {
        Kind::Number(_) => matches!(raw, Raw::Integer { .. } | Raw::Float { .. }),
        Kind::Integer { .. } => matches!(raw, Raw::Integer { .. }),
        Kind::Bool => matches!(raw, Raw::Bool(_)),
        Kind::Text | Kind::Name | Kind::Choice(_) => matches!(raw, Raw::Text(_)),
        Kind::List(_) | Kind::OneOrList(_) | Kind::Table(_) | Kind::Tables(_) | Kind::Settings => {
            false
        }
    }
}

/// The value as it should have been written, if that can be guessed.
fn instead(kind: &Kind, unit: Option<&Unit>, raw: &Raw) -> Option<String> {
    match (kind, raw) {
        (Kind::Number(_) | Kind::OneOrList(_), Raw::Text(text)) => number_in(text, unit),
        (Kind::Integer { .. }, Raw::Text(text)) => {
            text.trim().parse::<i64>().ok().map(|n| n.to_string())
        }
        (Kind::Integer { .. }, Raw::Float { value, .. }) => {
            let whole = value.fract() == 0.0 && value.abs() < 1e15;
            whole.then(|| short_number(*value))
        }
        (Kind::Bool, Raw::Text(text)) => match text.trim().to_lowercase().as_str() {
            "true" | "yes" | "on" => Some("true".to_owned()),
            "false" | "no" | "off" => Some("false".to_owned()),
            _ => None,
        },
        (Kind::Bool, Raw::Integer { value: Some(n @ (0 | 1)), .. }) => Some((*n == 1).to_string()),
        (
            Kind::Text | Kind::Name,
            Raw::Integer { text, .. } | Raw::Float { text, .. } | Raw::Date(text),
        ) => Some(quoted(&shortened(text))),
        (Kind::List(list), raw) if list.admits(1) && is_like(list.item, raw) => match raw {
            Raw::Text(text) => Some(format!("[{}]", quoted(&shortened(text)))),
            Raw::Integer { text, .. } | Raw::Float { text, .. } => Some(format!("[{text}]")),
            _ => None,
        },
        _ => None,
    }
}

/// The number in a text such as "2 m", in the unit of the key.
fn number_in(text: &str, unit: Option<&Unit>) -> Option<String> {
    if let Ok(x) = text.trim().parse::<f64>() {
        return x.is_finite().then(|| short_number(x));
    }
    let (x, from) = unit::parse_quantity(text)?;
    converted(x, from, unit)
}
