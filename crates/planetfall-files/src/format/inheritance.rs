//! Files that build on others.
//!
//! A file with `extends = "…"` has all that the file of that name has, its *base*. A key at the top
//! of the file takes the place of the base's key as a whole, be it a value, a table or all tables of
//! an array; then each path under `[set]` changes a single value of what is there. A base may have a
//! base in turn, so that a line of files is laid one over the other from its far end.
//!
//! Finding the base is left to whoever knows where files are: this module reads its name and lays the
//! texts over each other. Values keep their places, so a mistake is reported in the file that has it.

use super::diagnostic::Diagnostic;
use super::document::{Document, Item, Member, Raw, Record, parse};
use super::override_path::KeyPath;
use super::place::Span;
use super::schema::{EXTENDS, SET};
use super::source::Source;
use super::wording::{expected, found, ticked};

/// The base that a source names, and where; none if it has no base.
///
/// # Errors
/// If what stands there is no name.
pub fn base_of(source: &Source) -> Result<Option<(String, Span)>, Diagnostic> {
    let (record, _) = parse(source);
    let Some(member) = record.get(EXTENDS.key) else { return Ok(None) };
    let Some(span) = member.item.place.span() else { return Ok(None) };
    match &member.item.raw {
        Raw::Text(name) => Ok(Some((name.clone(), span))),
        raw => {
            let wanted = expected(&EXTENDS.kind, None);
            let message = format!("`extends`: expected {wanted}, found {}", found(raw));
            Err(Diagnostic::error(member.item.place, message))
        }
    }
}

/// A source laid over its bases, with the settings of each file but not those of the command line.
pub(super) fn read(source: &Source) -> Document {
    let missing = source.missing_base();
    let mut document = Document {
        record: Record::default(),
        unreadable: missing.into_iter().cloned().collect(),
        misplaced: Vec::new(),
    };
    let line: Vec<&Source> = std::iter::once(source).chain(source.bases()).collect();
    for (index, file) in line.into_iter().enumerate().rev() {
        let (mut record, mut unreadable) = parse(file);
        record.relocate(&|place| place.in_line(index));
        unreadable.iter_mut().for_each(|one| one.place = one.place.in_line(index));
        document.unreadable.append(&mut unreadable);
        // What stands there in place of a name has been reported when the base was looked for.
        record.take(EXTENDS.key);
        let settings = take_settings(&mut record, file);
        replace(&mut document.record, record);
        // What a setting names may stand in the base that is missing.
        for (path, member) in settings.into_iter().filter(|_| missing.is_none()) {
            let laid = lay(&mut document.record, &path, member);
            document.misplaced.extend(laid.err());
        }
    }
    document
}

/// Why a setting cannot be laid over a document: it names a file, which is found before there are
/// settings.
pub(super) fn refusal(target: &KeyPath) -> Option<Diagnostic> {
    let key = [EXTENDS.key, SET.key].into_iter().find(|key| *key == target.top())?;
    let message = format!("{} cannot be set, only written at the top of a file", ticked(key));
    Some(Diagnostic::error(target.place, message))
}

/// Puts each member of a table in the place of the one with its key.
fn replace(base: &mut Record, over: Record) {
    for member in over.members {
        base.take(&member.key);
        base.members.push(member);
    }
}

fn lay(record: &mut Record, path: &str, member: Member) -> Result<(), Diagnostic> {
    let target = KeyPath::new(path, member.key_place)?;
    match refusal(&target) {
        Some(refusal) => Err(refusal),
        None => target.lay(record, member.item),
    }
}

/// Takes the settings of a file out of it, by their paths in the order of the file. What is no table
/// stays, for the check to report.
fn take_settings(record: &mut Record, file: &Source) -> Vec<(String, Member)> {
    let is_table = |member: &Member| matches!(member.item.raw, Raw::Table(_));
    let mut settings = Vec::new();
    if record.get(SET.key).is_some_and(is_table)
        && let Some(Member { item: Item { raw: Raw::Table(table), .. }, .. }) = record.take(SET.key)
    {
        flatten(table, "", file, &mut settings);
    }
    settings
}

/// Keys with dots are tables to TOML, but a path here: `ground.damping_ratio = 0.2` is the same as
/// `"ground.damping_ratio" = 0.2`. Only a table in braces is a value.
fn flatten(table: Record, trail: &str, file: &Source, settings: &mut Vec<(String, Member)>) {
    for mut member in table.members {
        let path = match trail.is_empty() {
            true => member.key.clone(),
            false => format!("{trail}.{}", member.key),
        };
        let is_prefix = !is_braced(&member, file);
        match &mut member.item.raw {
            Raw::Table(inner) if is_prefix => {
                flatten(std::mem::take(inner), &path, file, settings);
            }
            _ => settings.push((path, member)),
        }
    }
}

fn is_braced(member: &Member, file: &Source) -> bool {
    let first = member.item.place.span().and_then(|span| file.text().as_bytes().get(span.start));
    first == Some(&b'{')
}
