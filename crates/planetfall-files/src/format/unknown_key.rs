//! What somebody may have meant by a key that the format does not have.
//!
//! In this order: the right key with the wrong unit; a key of another case of the same table; a key
//! of another table; the nearest spelling; the base of a key of another table.

use std::collections::BTreeSet;

use super::check::{Spot, bare};
use super::diagnostic::Diagnostic;
use super::document::{Member, Raw};
use super::schema::{Case, Field, Table};
use super::unit::{self, Unit};
use super::wording::{converted, quoted, ticked};

/// What we think of an unknown key.
pub(super) struct Guess {
    pub(super) diagnostic: Diagnostic,
    /// The field of the same table that was meant.
    pub(super) meant: Option<&'static Field>,
    /// Whether the value can be judged as one of that field.
    pub(super) same_unit: bool,
}

/// Whether the table has the key. While the case is not known, the keys of every case count.
pub(super) fn is_known(schema: &Table, case: Option<&'static Case>, key: &str) -> bool {
    match case {
        Some(_) => {
            schema.tag.is_some_and(|tag| tag.key == key)
                || schema.fields_in(case).any(|field| field.key == key)
        }
        None => schema.declares(key),
    }
}

/// Reports what is wrong with a key that the table does not have.
pub(super) fn explain(
    root: &'static Table,
    schema: &'static Table,
    case: Option<&'static Case>,
    given: &BTreeSet<&str>,
    member: &Member,
    spot: &Spot,
) -> Guess {
    let key = member.key.as_str();
    let fields: Vec<_> = fields_of(schema, case).collect();
    if let Some(field) = other_unit(&fields, key) {
        return wrong_unit(field, member);
    }
    if let Some(text) = other_case(schema, case, key) {
        return guess(member, &text, None);
    }
    let elsewhere = places_with(root, |field| field.key == key);
    if !elsewhere.is_empty() {
        return guess(member, &belongs_in(&elsewhere), None);
    }
    let tag = schema.tag.iter().map(|tag| tag.key);
    // A key that is given already cannot be meant once more.
    let free = fields.iter().map(|field| field.key).chain(tag);
    // A setting means one that is given, more often than not.
    let free = free.filter(|candidate| member.is_set || !given.contains(candidate));
    if let Some(near) = nearest(key, free) {
        let field = fields.iter().copied().find(|field| field.key == near);
        return guess(member, &format!("did you mean {}?", ticked(near)), field);
    }
    let base = unit::split_key(key).0;
    let elsewhere = places_with(root, |field| unit::split_key(field.key).0 == base);
    if !elsewhere.is_empty() {
        return guess(member, &belongs_in(&elsewhere), None);
    }
    stranger(member, &fields, schema, spot)
}

/// The word nearest to what was written, if one is near enough to be a slip of the hand.
pub(super) fn nearest<'w>(
    written: &str,
    words: impl IntoIterator<Item = &'w str>,
) -> Option<&'w str> {
    let written = canonical(written);
    // The distance takes time in the product of the lengths, and no key of ours is that long.
    if written.len() > 100 {
        return None;
    }
    let (base, _) = unit::split_key(&written);
    let scored = words.into_iter().filter_map(|word| {
        let plain = canonical(word);
        let (word_base, _) = unit::split_key(&plain);
        let whole = strsim::osa_distance(&written, &plain);
        let bases = strsim::osa_distance(base, word_base);
        let near = whole <= slips(&written) || bases <= slips(base);
        near.then_some((whole.min(bases), whole, word))
    });
    scored.min_by_key(|(score, whole, _)| (*score, *whole)).map(|(_, _, word)| word)
}

/// How many slips are credible in a word.
fn slips(word: &str) -> usize {
    match word.chars().count() {
        0..=2 => 0,
        3..=4 => 1,
        n => 1 + n / 5,
    }
}

fn canonical(word: &str) -> String {
    word.to_lowercase().replace(['-', ' '], "_")
}

fn fields_of(
    schema: &'static Table,
    case: Option<&'static Case>,
) -> impl Iterator<Item = &'static Field> {
    // While the case is not known, those of every case are candidates.
    let all = if case.is_none() { schema.cases() } else { &[] };
    schema.fields_in(case).chain(all.iter().flat_map(|case| case.fields))
}

fn other_unit(fields: &[&'static Field], key: &str) -> Option<&'static Field> {
    let (base, _) = unit::split_key(key);
    fields.iter().copied().find(|field| unit::split_key(field.key).0 == base)
}

fn wrong_unit(field: &'static Field, member: &Member) -> Guess {
    let (base, right) = unit::split_key(field.key);
    let (_, wrong) = unit::split_key(&member.key);
    let words = base.replace('_', " ");
    let right_key = ticked(field.key);
    let reason = match right {
        Some(right) => format!("{words} is given in {}: {right_key}", right.name),
        None => format!("{words} has no unit: {right_key}"),
    };
    let mut guess = guess(member, &reason, Some(field));
    guess.same_unit = false;
    if let Some(text) = wrong.and_then(|wrong| rewritten(&member.item.raw, wrong, right)) {
        guess.diagnostic = guess.diagnostic.with_help(format!("write `{} = {text}`", field.key));
    }
    guess
}

/// A number, or a list of them, in the unit of the field.
fn rewritten(raw: &Raw, from: &Unit, to: Option<&Unit>) -> Option<String> {
    match raw {
        Raw::Integer { value: Some(n), .. } => converted(*n as f64, from, to),
        Raw::Float { value, .. } => converted(*value, from, to),
        Raw::Array(items) => {
            let texts = items.iter().map(|item| rewritten(&item.raw, from, to));
            Some(format!("[{}]", texts.collect::<Option<Vec<_>>>()?.join(", ")))
        }
        _ => None,
    }
}

fn other_case(schema: &Table, case: Option<&'static Case>, key: &str) -> Option<String> {
    let (tag, case) = schema.tag.zip(case)?;
    let has_key = |case: &&Case| case.fields.iter().any(|field| field.key == key);
    let others: Vec<_> = tag
        .cases
        .iter()
        .filter(has_key)
        .map(|other| format!("`{} = {}`", tag.key, quoted(other.value)))
        .collect();
    let this = format!("`{} = {}`", tag.key, quoted(case.value));
    (!others.is_empty()).then(|| format!("it belongs to {}, not to {this}", others.join(" and ")))
}

fn belongs_in(titles: &[String]) -> String {
    /// Tables that a message names. Chosen.
    const SHOWN: usize = 3;
    let shown: Vec<_> = titles.iter().take(SHOWN).map(String::as_str).collect();
    let more = if titles.len() > SHOWN { " and others" } else { "" };
    format!("it belongs in {}{more}", shown.join(" or "))
}

fn stranger(member: &Member, fields: &[&'static Field], schema: &Table, spot: &Spot) -> Guess {
    let tag = schema.tag.iter().map(|tag| tag.key);
    let mut keys: Vec<&str> = tag.chain(fields.iter().map(|field| field.key)).collect();
    let mut seen = BTreeSet::new();
    keys.retain(|key| seen.insert(*key));
    let message = format!("{}: unknown key", ticked(&member.key));
    let help = format!("{} has the keys {}", spot.title, keys.join(", "));
    let diagnostic = Diagnostic::error(member.key_place, message).with_help(help);
    Guess { diagnostic, meant: None, same_unit: false }
}

fn guess(member: &Member, reason: &str, meant: Option<&'static Field>) -> Guess {
    let message = format!("{}: unknown key; {reason}", ticked(&member.key));
    let diagnostic = Diagnostic::error(member.key_place, message);
    Guess { diagnostic, meant, same_unit: meant.is_some() }
}

/// The headers of the tables of a format that have a field as described.
fn places_with(root: &'static Table, wanted: impl Fn(&Field) -> bool) -> Vec<String> {
    let mut titles = Vec::new();
    collect(root, "", "the top of the file".to_owned(), &wanted, &mut titles, 0);
    titles
}

fn collect(
    table: &'static Table,
    path: &str,
    title: String,
    wanted: &dyn Fn(&Field) -> bool,
    titles: &mut Vec<String>,
    depth: usize,
) {
    /// Tables within tables that are searched for a key: tables of a schema may contain themselves.
    const NESTING_LIMIT: usize = 8;
    if fields_of(table, None).any(wanted) && !titles.contains(&title) {
        titles.push(title);
    }
    for field in fields_of(table, None).filter(|_| depth < NESTING_LIMIT) {
        let path = match path.is_empty() {
            true => field.key.to_owned(),
            false => format!("{path}.{}", field.key),
        };
        if let Some((inner, header)) = field.kind.below(&bare(&path)) {
            collect(inner, &path, format!("`{header}`"), wanted, titles, depth + 1);
        }
    }
}
