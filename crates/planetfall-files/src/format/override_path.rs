//! Settings laid over a document, those of the command line (`--set vehicle.marker.wheel_1.mass_kg=3`)
//! and those of a file that builds on another (`[set]`).
//!
//! A path is followed from the top of the document. Tables that the file does not have are made on
//! the way; whether the format has such keys is found by the check that follows, as for the file.

use super::diagnostic::Diagnostic;
use super::document::{Item, Member, Raw, Record};
use super::place::Place;
use super::unknown_key::nearest;
use super::wording::{counted, found, ticked};

/// One step of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    Key(String),
    Index(usize),
}

/// Deeper than any format, and far from the end of the stack.
const DEEPEST: usize = 64;

/// What a setting changes: a path of keys, and where it was written.
#[derive(Debug)]
pub(super) struct KeyPath {
    steps: Vec<Step>,
    pub(super) place: Place,
}

impl KeyPath {
    /// The target that a path names.
    pub(super) fn new(path: &str, place: Place) -> Result<Self, Diagnostic> {
        let steps = parse(path).ok_or_else(|| {
            let message = format!("{} is not a path of keys", ticked(path));
            let help = "write it like `ground.damping_ratio` or `vehicle.marker[0].position_m`";
            Diagnostic::error(place, message).with_help(help)
        })?;
        Ok(Self { steps, place })
    }

    /// The key at the top of the file.
    pub(super) fn top(&self) -> &str {
        match self.steps.first() {
            Some(Step::Key(key)) => key,
            Some(Step::Index(_)) | None => "",
        }
    }

    /// Lays a value over the document.
    pub(super) fn lay(&self, record: &mut Record, value: Item) -> Result<(), Diagnostic> {
        set_member(record, &self.steps, String::new(), PlacedValue { value, place: self.place })
    }
}

/// A value to be laid over a document, and where its path was written.
struct PlacedValue {
    value: Item,
    place: Place,
}

/// The steps of a path; none if it is not one.
pub(super) fn parse(path: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    for part in path.split('.') {
        let (key, mut indices) = part.split_at(part.find('[').unwrap_or(part.len()));
        if key.is_empty() || !key.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-') {
            return None;
        }
        steps.push(Step::Key(key.to_owned()));
        while !indices.is_empty() {
            let (index, rest) = indices.strip_prefix('[')?.split_once(']')?;
            steps.push(Step::Index(index.parse().ok()?));
            indices = rest;
        }
    }
    (steps.len() <= DEEPEST).then_some(steps)
}

fn set_member(
    record: &mut Record,
    steps: &[Step],
    trail: String,
    setting: PlacedValue,
) -> Result<(), Diagnostic> {
    let Some((Step::Key(key), rest)) = steps.split_first() else {
        return Err(not_a_list(&trail, "a table", setting.place));
    };
    let trail = if trail.is_empty() { key.clone() } else { format!("{trail}.{key}") };
    let place = setting.place;
    let known = record.members.iter().position(|member| member.key == *key);
    let Some(member) = known.and_then(|index| record.members.get_mut(index)) else {
        if let Some(Step::Index(_)) = rest.first() {
            return Err(not_given(&trail, place));
        }
        let mut item = Item { raw: Raw::Table(Record::default()), place };
        set(&mut item, rest, trail, setting)?;
        record.members.push(Member { key: key.clone(), key_place: place, item, is_set: true });
        return Ok(());
    };
    if rest.is_empty() {
        member.key_place = place;
        member.is_set = true;
    }
    set(&mut member.item, rest, trail, setting)
}

fn set(
    item: &mut Item,
    steps: &[Step],
    trail: String,
    setting: PlacedValue,
) -> Result<(), Diagnostic> {
    let Some((step, rest)) = steps.split_first() else {
        *item = setting.value;
        return Ok(());
    };
    match &mut item.raw {
        Raw::Table(record) => set_member(record, steps, trail, setting),
        Raw::Array(items) => {
            let index = index_of(items, step, &trail, setting.place)?;
            let trail = format!("{trail}[{index}]");
            match items.get_mut(index) {
                Some(item) => set(item, rest, trail, setting),
                None => Err(out_of_reach(&trail, items.len(), setting.place)),
            }
        }
        other => match step {
            Step::Index(_) => Err(not_a_list(&trail, &found(other), setting.place)),
            Step::Key(_) => {
                let message = format!("{} is not a table but {}", ticked(&trail), found(other));
                Err(Diagnostic::error(setting.place, message))
            }
        },
    }
}

/// The element that a step names: by its name, else by its index.
fn index_of(items: &[Item], step: &Step, trail: &str, place: Place) -> Result<usize, Diagnostic> {
    let key = match step {
        Step::Index(index) => return Ok(*index),
        Step::Key(key) => key,
    };
    let names: Vec<_> = items.iter().map(name_of).collect();
    if let Some(index) = names.iter().position(|name| *name == Some(key)) {
        return Ok(index);
    }
    if let Ok(index) = key.parse() {
        return Ok(index);
    }
    let message = format!("no element of {} has the name {}", ticked(trail), ticked(key));
    let error = Diagnostic::error(place, message);
    Err(match nearest(key, names.into_iter().flatten()) {
        Some(name) => error.with_help(format!("did you mean {}?", ticked(name))),
        None => error.with_help(format!("count from zero: `{trail}[0]`")),
    })
}

fn name_of(item: &Item) -> Option<&str> {
    match &item.raw {
        Raw::Table(record) => match &record.get("name")?.item.raw {
            Raw::Text(name) => Some(name),
            _ => None,
        },
        _ => None,
    }
}

fn out_of_reach(trail: &str, len: usize, place: Place) -> Diagnostic {
    let message =
        format!("there is no {}: the list has {}", ticked(trail), counted(len, "element"));
    Diagnostic::error(place, message).with_help("elements are counted from zero")
}

fn not_given(trail: &str, place: Place) -> Diagnostic {
    let message = format!("{} is not given in the file", ticked(trail));
    Diagnostic::error(place, message).with_help(format!("set the whole list: `{trail}=[…]`"))
}

fn not_a_list(trail: &str, found: &str, place: Place) -> Diagnostic {
    Diagnostic::error(place, format!("{} is not a list but {found}", ticked(trail)))
}
