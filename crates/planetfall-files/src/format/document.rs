//! A document as it was written: the tree of a TOML text, with places, before any meaning.

use toml::de::{DeArray, DeTable, DeValue};

use super::diagnostic::Diagnostic;
use super::inheritance;
use super::override_path::KeyPath;
use super::place::{Place, Span};
use super::schema::Table;
use super::source::Source;
use super::syntax::{join_errors, syntax_error, undecodable};

/// A value with its place.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) raw: Raw,
    pub(super) place: Place,
}

/// A value of TOML.
#[derive(Debug, Clone)]
pub(super) enum Raw {
    Text(String),
    /// A whole number; the value is none if it does not fit.
    Integer {
        text: String,
        value: Option<i64>,
    },
    Float {
        text: String,
        value: f64,
    },
    Bool(bool),
    Date(String),
    Array(Vec<Item>),
    Table(Record),
    /// What the parser put in the place of something it could not read.
    Unreadable,
}

/// The members of a table, in the order of the file.
#[derive(Debug, Clone, Default)]
pub(super) struct Record {
    pub(super) members: Vec<Member>,
}

/// A key and its value.
#[derive(Debug, Clone)]
pub(super) struct Member {
    pub(super) key: String,
    pub(super) key_place: Place,
    pub(super) item: Item,
    /// Whether a setting made it, not the table around it.
    pub(super) is_set: bool,
}

impl Record {
    /// The member of a key.
    pub(super) fn get(&self, key: &str) -> Option<&Member> {
        self.members.iter().find(|member| member.key == key)
    }

    /// Takes the member of a key out.
    pub(super) fn take(&mut self, key: &str) -> Option<Member> {
        let index = self.members.iter().position(|member| member.key == key)?;
        Some(self.members.remove(index))
    }

    /// Gives everything in the table the place that follows from its old one.
    pub(super) fn relocate(&mut self, moved: &dyn Fn(Place) -> Place) {
        for member in &mut self.members {
            member.key_place = moved(member.key_place);
            member.item.relocate(moved);
        }
    }
}

/// A document with the files it builds on and all settings laid over it.
pub(super) struct Document {
    pub(super) record: Record,
    /// What could not be read: text that is no TOML, a base that is not there.
    pub(super) unreadable: Vec<Diagnostic>,
    /// Settings that found no place.
    pub(super) misplaced: Vec<Diagnostic>,
}

/// Reads the text of a source, lays it over the files on which it builds if the format has that,
/// and lays the settings of the command line over the whole.
pub(super) fn read(source: &Source, table: &Table) -> Document {
    let mut document = match table.extends() {
        true => inheritance::read(source),
        false => {
            let (record, unreadable) = parse(source);
            Document { record, unreadable, misplaced: Vec::new() }
        }
    };
    // What a setting names may stand in the base that is missing.
    if source.missing_base().is_some() {
        return document;
    }
    for (index, setting) in source.settings().iter().enumerate() {
        let place = Place::CommandLine(index);
        let laid = read_setting(&setting.value, place).and_then(|value| {
            let target = KeyPath::new(&setting.path, place)?;
            let reserved = table.extends().then(|| inheritance::refusal(&target)).flatten();
            reserved.map_or_else(|| target.lay(&mut document.record, value), Err)
        });
        document.misplaced.extend(laid.err());
    }
    document
}

/// Reads the text of a source alone. What the parser could not read is reported, and the rest of the
/// document is kept.
pub(super) fn parse(source: &Source) -> (Record, Vec<Diagnostic>) {
    if let Some(diagnostic) = undecodable(source) {
        return (Record::default(), vec![diagnostic]);
    }
    let (table, errors) = DeTable::parse_recoverable(source.text());
    let mut diagnostics: Vec<_> = errors.iter().map(|error| syntax_error(source, error)).collect();
    let mut record = record(table.get_ref());
    join_errors(&mut record, &mut diagnostics);
    (record, diagnostics)
}

/// Reads the value of a setting: as in the file, but a bare word is a text.
pub(super) fn read_setting(text: &str, place: Place) -> Result<Item, Diagnostic> {
    let raw = match DeValue::parse(text) {
        // A date is never asked for, and a word such as 2026-08-01 may be a name.
        Ok(value) if value.get_ref().is_datetime() => Raw::Text(text.to_owned()),
        Ok(value) => raw(value.get_ref()),
        Err(error) if text.starts_with(['[', '{', '"', '\'']) => {
            return Err(Diagnostic::error(place, error.message().to_owned()));
        }
        Err(_) => Raw::Text(text.to_owned()),
    };
    let mut item = Item { raw, place };
    settle(&mut item, place);
    Ok(item)
}

fn record(table: &DeTable<'_>) -> Record {
    let mut members: Vec<_> = table
        .iter()
        .map(|(key, value)| Member {
            key: key.get_ref().clone().into_owned(),
            key_place: Place::from(key.span()),
            item: Item { raw: readable(value.get_ref(), value.span()), place: value.span().into() },
            is_set: false,
        })
        .collect();
    members.sort_by_key(|member| member.key_place);
    Record { members }
}

fn array(array: &DeArray<'_>) -> Vec<Item> {
    array
        .iter()
        .map(|value| Item {
            raw: readable(value.get_ref(), value.span()),
            place: value.span().into(),
        })
        .collect()
}

/// The parser fills a missing value with a zero that stands nowhere.
fn readable(value: &DeValue<'_>, span: std::ops::Range<usize>) -> Raw {
    match Span::default() == (Span { start: span.start, end: span.end }) {
        true => Raw::Unreadable,
        false => raw(value),
    }
}

fn raw(value: &DeValue<'_>) -> Raw {
    match value {
        DeValue::String(text) => Raw::Text(text.clone().into_owned()),
        DeValue::Integer(integer) => Raw::Integer {
            text: integer.to_string(),
            value: i64::from_str_radix(integer.as_str(), integer.radix()).ok(),
        },
        DeValue::Float(float) => Raw::Float {
            text: float.as_str().to_owned(),
            value: float.as_str().parse().unwrap_or(f64::NAN),
        },
        DeValue::Boolean(value) => Raw::Bool(*value),
        DeValue::Datetime(date) => Raw::Date(date.to_string()),
        DeValue::Array(items) => Raw::Array(array(items)),
        DeValue::Table(table) => Raw::Table(record(table)),
    }
}

/// Gives everything in a value one place: offsets in the text of a setting mean nothing in the
/// file.
fn settle(item: &mut Item, place: Place) {
    item.relocate(&|_| place);
}

impl Item {
    /// Gives everything in a value the place that follows from its old one.
    fn relocate(&mut self, moved: &dyn Fn(Place) -> Place) {
        self.place = moved(self.place);
        match &mut self.raw {
            Raw::Array(items) => items.iter_mut().for_each(|item| item.relocate(moved)),
            Raw::Table(record) => record.relocate(moved),
            _ => {}
        }
    }
}
