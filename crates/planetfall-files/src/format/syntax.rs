//! What could not be read at all: bytes that are no text, text that is no TOML.
//!
//! The parser goes on behind a mistake, so one bracket that is never closed makes a mistake of every
//! line that follows. Mistakes within one bracketed value are therefore reported as one: that the
//! bracket is not closed, at the bracket, or else the first of them. (For an inline table that is
//! not closed the parser does not say how far it reached: there the mistakes stay as they are.)

use super::diagnostic::Diagnostic;
use super::document::{Item, Raw, Record};
use super::place::{Place, Span};
use super::source::Source;

/// Why the bytes of a source are no text, if they are not.
pub(super) fn undecodable(source: &Source) -> Option<Diagnostic> {
    let found = source.undecodable()?;
    let message = format!("the file is not UTF-8 text: it has the byte 0x{:02X} here", found.byte);
    let help = match found.is_utf16 {
        true => "the file seems to be UTF-16: save it as UTF-8",
        false => "save the file as UTF-8",
    };
    Some(Diagnostic::error(found.place, message).with_help(help))
}

/// The parser's own words at the parser's own place.
pub(super) fn syntax_error(source: &Source, error: &toml::de::Error) -> Diagnostic {
    let end = source.text().len();
    let span = error.span().unwrap_or(end..end);
    Diagnostic::error(Place::from(span), error.message().to_owned())
}

/// More mistakes than anybody reads; what is reported later is mostly of the parser's making.
const MOST: usize = 100;

/// Joins the mistakes within each bracketed value into one, and marks the value as unreadable.
pub(super) fn join_errors(record: &mut Record, errors: &mut Vec<Diagnostic>) {
    // The parser reports first what it stumbled over between the values, then what within them.
    errors.sort_by_key(|one| one.place);
    if let Some(last) = errors.pop() {
        // The last one is a bracket that is not closed at the end of the file.
        errors.truncate(MOST);
        errors.push(last);
        join_in_record(record, errors);
    }
}

fn join_in_record(record: &mut Record, errors: &mut Vec<Diagnostic>) {
    for member in &mut record.members {
        join_in(&mut member.item, errors);
    }
}

fn join_in(item: &mut Item, errors: &mut Vec<Diagnostic>) {
    let Place::File(span) = item.place else { return };
    if is_bracketed(item) && join_within(span, errors) {
        item.raw = Raw::Unreadable;
    }
    match &mut item.raw {
        Raw::Array(items) => items.iter_mut().for_each(|item| join_in(item, errors)),
        Raw::Table(record) => join_in_record(record, errors),
        _ => {}
    }
}

/// Whether the value stands in brackets. The place of a table with a header is that header, and its
/// values stand outside.
fn is_bracketed(item: &Item) -> bool {
    match &item.raw {
        Raw::Array(items) => items.first().is_none_or(|first| first.place != item.place),
        Raw::Table(record) => {
            match (item.place, record.members.last().map(|last| last.key_place)) {
                (Place::File(span), Some(Place::File(key))) => {
                    span.start < key.start && key.start < span.end
                }
                _ => true,
            }
        }
        _ => false,
    }
}

/// Joins the mistakes that begin within a span; returns whether there were any.
fn join_within(span: Span, errors: &mut Vec<Diagnostic>) -> bool {
    let within = |one: &Diagnostic| match one.place {
        Place::File(at) => span.start <= at.start && at.start <= span.end && span.end > span.start,
        Place::CommandLine(_) | Place::Base { .. } => false,
    };
    let Some(first) = errors.iter().position(within) else { return false };
    let unclosed = errors.iter().find(|one| within(one) && one.message.starts_with("unclosed"));
    let mistake = match unclosed {
        Some(one) => {
            let bracket = Span { start: span.start, end: span.start + 1 };
            Diagnostic { place: Place::File(bracket), ..one.clone() }
        }
        None => match errors.get(first) {
            Some(one) => one.clone(),
            None => return false,
        },
    };
    errors.retain(|one| !within(one));
    errors.push(mistake);
    true
}
