//! The completed tree of a checked file.
//!
//! Its values are read by the fields of declared structs (`declare.rs`); by a path from a file
//! or the command line, as settings, dispersions and fits have them, with [`Node::find`].

use super::override_path::{self, Step};
use super::place::Place;
use super::schema::{Case, Table};

/// A value of a checked file, with everything below it.
#[derive(Debug, Clone)]
pub struct Node {
    pub(super) value: Value,
    pub(super) place: Place,
    pub(super) is_default: bool,
}

#[derive(Debug, Clone)]
pub(super) enum Value {
    /// Not given, or given wrongly.
    Absent,
    Number(f64),
    Integer(i64),
    Bool(bool),
    Text(String),
    List(Vec<Node>),
    Table(Branch),
    Tables(Vec<Node>),
}

/// A table: the values of all its fields in the order of the format.
#[derive(Debug, Clone)]
pub(super) struct Branch {
    pub(super) schema: &'static Table,
    pub(super) case: Option<&'static Case>,
    pub(super) entries: Vec<Entry>,
}

#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) key: &'static str,
    pub(super) node: Node,
}

static ABSENT: Node = Node { value: Value::Absent, place: Place::START, is_default: true };

impl Node {
    /// The value of a key; an absent one if the key is not given and has no default, or if what
    /// was given is wrong.
    pub(super) fn get(&self, key: &str) -> &Self {
        let Value::Table(branch) = &self.value else {
            debug_assert!(self.is_absent(), "`{key}` is asked of a value that is no table");
            return &ABSENT;
        };
        let entry = branch.entries.iter().find(|entry| entry.key == key);
        debug_assert!(
            entry.is_some() || branch.schema.declares(key),
            "the table `{}` has no key `{key}`",
            branch.schema.name
        );
        entry.map_or(&ABSENT, |entry| &entry.node)
    }

    /// The value at a path like that of a setting: `vehicle.marker.wheel_1.position_m[2]`. None if
    /// there is no such value, so that a path may come from a file or the command line.
    pub fn find(&self, path: &str) -> Option<&Self> {
        let steps = override_path::parse(path)?;
        steps.iter().try_fold(self, |node, step| node.step(step)).filter(|node| !node.is_absent())
    }

    /// Where the value of a key was given; where it was not, the place of the table.
    pub(super) fn place_of(&self, key: &str) -> Place {
        match &self.get(key).value {
            Value::Absent => self.place,
            _ => self.get(key).place,
        }
    }

    /// Where the value was given; for a default the place of the table around it.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Whether nobody gave the value, so that it is the format's default or absent.
    pub fn is_default(&self) -> bool {
        self.is_default
    }

    /// Whether there is no value.
    pub fn is_absent(&self) -> bool {
        matches!(self.value, Value::Absent)
    }

    /// The case that the tag of a table selects: `incline` for `kind = "incline"`. Empty if the
    /// table has no tag or is absent.
    pub fn case(&self) -> &'static str {
        match &self.value {
            Value::Table(branch) => branch.case.map_or("", |case| case.value),
            _ => "",
        }
    }

    /// The value as a number, if it is one.
    pub fn as_number(&self) -> Option<f64> {
        match self.value {
            Value::Number(x) => Some(x),
            _ => None,
        }
    }

    /// The value as a whole number, if it is one.
    pub fn as_integer(&self) -> Option<i64> {
        match self.value {
            Value::Integer(n) => Some(n),
            _ => None,
        }
    }

    /// The value as a truth, if it is one.
    pub fn as_flag(&self) -> Option<bool> {
        match self.value {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The value as a text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value as so many numbers, if it is a list of them.
    pub fn as_vector<const N: usize>(&self) -> Option<[f64; N]> {
        let numbers: Vec<f64> = self.elements().iter().filter_map(Self::as_number).collect();
        numbers.try_into().ok()
    }

    /// The elements of a list or of an array of tables; of a single value itself.
    pub fn elements(&self) -> &[Self] {
        match &self.value {
            Value::Absent => &[],
            Value::List(nodes) | Value::Tables(nodes) => nodes,
            _ => std::slice::from_ref(self),
        }
    }

    /// Whether two trees have the same values, bit for bit, wherever these came from.
    pub fn same_values(&self, other: &Self) -> bool {
        let all_same = |a: &[Self], b: &[Self]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same_values(b))
        };
        match (&self.value, &other.value) {
            (Value::Absent, Value::Absent) => true,
            (Value::Number(a), Value::Number(b)) => a.to_bits() == b.to_bits(),
            (Value::Integer(a), Value::Integer(b)) => a == b,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Text(a), Value::Text(b)) => a == b,
            (Value::List(a), Value::List(b)) | (Value::Tables(a), Value::Tables(b)) => {
                all_same(a, b)
            }
            (Value::Table(a), Value::Table(b)) => {
                a.entries.len() == b.entries.len()
                    && a.entries
                        .iter()
                        .zip(&b.entries)
                        .all(|(a, b)| a.key == b.key && a.node.same_values(&b.node))
            }
            _ => false,
        }
    }

    fn step(&self, step: &Step) -> Option<&Self> {
        match (&self.value, step) {
            (Value::Table(branch), Step::Key(key)) => {
                branch.entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node)
            }
            (Value::List(nodes) | Value::Tables(nodes), Step::Index(index)) => nodes.get(*index),
            (Value::List(nodes) | Value::Tables(nodes), Step::Key(key)) => nodes
                .iter()
                .find(|node| node.is_named(key))
                .or_else(|| nodes.get(key.parse::<usize>().ok()?)),
            _ => None,
        }
    }

    fn is_named(&self, name: &str) -> bool {
        match &self.value {
            Value::Table(branch) => {
                let mut entries = branch.entries.iter();
                entries.any(|entry| entry.key == "name" && entry.node.as_text() == Some(name))
            }
            _ => false,
        }
    }

    pub(super) fn given(value: Value, place: Place) -> Self {
        Self { value, place, is_default: false }
    }

    pub(super) fn absent(place: Place) -> Self {
        Self { value: Value::Absent, place, is_default: true }
    }

    /// Marks the whole tree as given by nobody.
    pub(super) fn into_default(mut self) -> Self {
        self.is_default = true;
        if let Value::List(nodes) = &mut self.value {
            nodes.iter_mut().for_each(|node| node.is_default = true);
        }
        self
    }
}
