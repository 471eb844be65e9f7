//! The description of a file format: tables, fields, what a value may be.
//!
//! All types are built in `const` context, so that a format is a set of `static` tables beside the
//! code that reads it. The unit of a number is the suffix of its key (`mass_kg`, see
//! [`super::unit`]): it is not said twice.

/// A table of a file: `[vehicle]`, one element of `[[marker]]`, or the whole file.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    /// Name of the table in prose and in the reference: `vehicle`.
    pub name: &'static str,
    /// What the table describes, in one sentence.
    pub doc: &'static str,
    /// The keys every such table has, in the order in which they are written.
    pub fields: &'static [Field],
    /// The key that selects one of several sets of further keys, if there is one.
    pub tag: Option<Tag>,
}

/// A key whose text selects which further keys a table has: `kind = "incline"`.
#[derive(Debug, Clone, Copy)]
pub struct Tag {
    /// The key, usually `kind`.
    pub key: &'static str,
    /// What the key selects.
    pub doc: &'static str,
    /// The case that is meant where the key is absent; without one the key is required.
    pub default: Option<&'static str>,
    /// The cases.
    pub cases: &'static [Case],
}

/// One case of a [`Tag`].
#[derive(Debug, Clone, Copy)]
pub struct Case {
    /// The text that selects this case.
    pub value: &'static str,
    /// What this case is.
    pub doc: &'static str,
    /// The keys that only this case has.
    pub fields: &'static [Field],
}

/// One key of a table.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// The key with its unit: `mass_kg`.
    pub key: &'static str,
    /// What the value means, in one sentence.
    pub doc: &'static str,
    /// What the value may be.
    pub kind: Kind,
    /// What an absent key means.
    pub need: Need,
    /// What the key was called before: still read, with a warning.
    pub former: Option<&'static str>,
}

/// What the absence of a key means.
#[derive(Debug, Clone, Copy)]
pub enum Need {
    /// It is a mistake. An array of tables that is required has at least one element.
    Required,
    /// The value is absent.
    Optional,
    /// The value is this one.
    Default(Literal),
}

/// A default value.
#[derive(Debug, Clone, Copy)]
pub enum Literal {
    /// A number.
    Number(f64),
    /// A whole number.
    Integer(i64),
    /// True or false.
    Bool(bool),
    /// A text, a name or a choice.
    Text(&'static str),
    /// A list of numbers.
    Numbers(&'static [f64]),
    /// A list of texts.
    Texts(&'static [&'static str]),
    /// The empty list, or the table in which every key has its default.
    Empty,
}

/// What a value may be.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// A finite number within a range.
    Number(Range),
    /// A whole number from `min` to `max`, both allowed.
    Integer {
        /// The smallest value allowed.
        min: i64,
        /// The largest value allowed.
        max: i64,
    },
    /// True or false.
    Bool,
    /// Any text.
    Text,
    /// An identifier of small letters, digits, `_` and `-`. The names under the key `name` in an
    /// array of tables must differ from each other.
    Name,
    /// One of several words.
    Choice(&'static [AllowedWord]),
    /// A list in brackets.
    List(List),
    /// One value, or a list of such values: a number shared by all or one for each.
    OneOrList(List),
    /// A table: `[ground]`.
    Table(&'static Table),
    /// An array of tables: `[[marker]]`.
    Tables(&'static Table),
    /// Single values to be changed, by their paths: `"vehicle.marker[0].mass_kg" = 3.0`. A file
    /// whose format has such a key at its top can build on another file.
    Settings,
}

/// A word that may be chosen.
#[derive(Debug, Clone, Copy)]
pub struct AllowedWord {
    /// The word.
    pub value: &'static str,
    /// What it means.
    pub doc: &'static str,
}

/// A list of values of one kind.
#[derive(Debug, Clone, Copy)]
pub struct List {
    /// What each value may be: a number, whole number, text, name, choice, or again a list.
    pub item: &'static Kind,
    /// The smallest number of values allowed.
    pub min_len: usize,
    /// The largest number of values allowed.
    pub max_len: usize,
}

/// The numbers allowed for a value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    /// The lower bound.
    pub min: RangeEnd,
    /// The upper bound.
    pub max: RangeEnd,
}

/// One end of a [`Range`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RangeEnd {
    /// No bound.
    None,
    /// The bound itself is allowed.
    Closed(f64),
    /// The bound itself is not allowed.
    Open(f64),
}

/// The key that names the file on which this one builds.
pub const EXTENDS: Field = Field::optional(
    "extends",
    Kind::Text,
    "A built-in scenario, or the path of a file relative to this one, on which this file builds: \
     each key at the top of this file takes the place of the base's key as a whole, so that no key \
     is required here that the base has.",
);

/// The key under which single values of the base are changed.
pub const SET: Field = Field::optional(
    "set",
    Kind::Settings,
    "Single values that differ from the base's, by their paths as `--set` has them: \
     `\"vehicle.rover.marker[0].position_m[2]\" = -0.9`.",
);

impl Table {
    /// A table with the same keys always.
    pub const fn new(name: &'static str, doc: &'static str, fields: &'static [Field]) -> Self {
        Self { name, doc, fields, tag: None }
    }

    /// A table that has the keys `fields` always, and further ones as its tag says.
    pub const fn tagged(
        name: &'static str,
        doc: &'static str,
        tag: Tag,
        fields: &'static [Field],
    ) -> Self {
        Self { name, doc, fields, tag: Some(tag) }
    }

    /// The cases of the tag; none if the table has no tag.
    pub fn cases(&self) -> &'static [Case] {
        self.tag.map_or(&[], |tag| tag.cases)
    }

    /// The fields of the table in the given case, the common ones first.
    pub fn fields_in(&self, case: Option<&'static Case>) -> impl Iterator<Item = &'static Field> {
        self.fields.iter().chain(case.map_or(&[][..], |case| case.fields))
    }

    /// Whether a file of this format can build on another one.
    pub fn extends(&self) -> bool {
        self.fields.iter().any(|field| matches!(field.kind, Kind::Settings))
    }

    /// Whether the table has such a key in some case.
    pub fn declares(&self, key: &str) -> bool {
        let own = self.tag.is_some_and(|tag| tag.key == key);
        own || self.fields.iter().any(|field| field.key == key)
            || self.cases().iter().flat_map(|case| case.fields).any(|field| field.key == key)
    }
}

impl Tag {
    /// As a default: the case of the table in which this one stands.
    pub const ENCLOSING: &'static str = "that of the table it stands in";

    /// Whether the case of the table in which this one stands is meant where the key is absent.
    pub fn inherits(&self) -> bool {
        self.default == Some(Self::ENCLOSING)
    }

    /// The tag `kind`, which must be given.
    pub const fn kind(doc: &'static str, cases: &'static [Case]) -> Self {
        Self { key: "kind", doc, default: None, cases }
    }

    /// The tag `kind` with the case that is meant where it is absent.
    pub const fn kind_or(default: &'static str, doc: &'static str, cases: &'static [Case]) -> Self {
        Self { key: "kind", doc, default: Some(default), cases }
    }

    /// The case selected by a word.
    pub fn case(&self, value: &str) -> Option<&'static Case> {
        self.cases.iter().find(|case| case.value == value)
    }
}

impl Field {
    /// A key that must be given.
    pub const fn required(key: &'static str, kind: Kind, doc: &'static str) -> Self {
        Self { key, doc, kind, need: Need::Required, former: None }
    }

    /// A key that may be absent.
    pub const fn optional(key: &'static str, kind: Kind, doc: &'static str) -> Self {
        Self { key, doc, kind, need: Need::Optional, former: None }
    }

    /// A key that has a default.
    pub const fn default(
        key: &'static str,
        kind: Kind,
        default: Literal,
        doc: &'static str,
    ) -> Self {
        Self { key, doc, kind, need: Need::Default(default), former: None }
    }
}

impl Kind {
    /// Any finite number.
    pub const NUMBER: Self = Self::Number(Range::ANY);
    /// A whole number from zero on, such as a count or a seed.
    pub const COUNT: Self = Self::Integer { min: 0, max: i64::MAX };
    /// Three numbers: a point or a direction.
    pub const VECTOR: Self = Self::List(List::exactly(3, &Self::NUMBER));
    /// A list of texts of any length.
    pub const TEXTS: Self = Self::List(List::any(&Self::Text));

    /// The schema of what stands under a header of its own, and that header: `[path]`, or `[[path]]` where
    /// there may be several.
    pub(super) fn below(&self, path: &str) -> Option<(&'static Table, String)> {
        match self {
            Self::Table(table) => Some((table, format!("[{path}]"))),
            Self::Tables(table) => Some((table, format!("[[{path}]]"))),
            Self::Number(_)
            | Self::Integer { .. }
            | Self::Bool
            | Self::Text
            | Self::Name
            | Self::Choice(_)
            | Self::List(_)
            | Self::OneOrList(_)
            | Self::Settings => None,
        }
    }
}

impl List {
    /// A list of any length, the empty one included.
    pub const fn any(item: &'static Kind) -> Self {
        Self { item, min_len: 0, max_len: usize::MAX }
    }

    /// A list of at least so many values.
    pub const fn at_least(min_len: usize, item: &'static Kind) -> Self {
        Self { item, min_len, max_len: usize::MAX }
    }

    /// A list of exactly so many values.
    pub const fn exactly(len: usize, item: &'static Kind) -> Self {
        Self { item, min_len: len, max_len: len }
    }

    /// Whether a list may have so many values.
    pub fn admits(&self, len: usize) -> bool {
        (self.min_len..=self.max_len).contains(&len)
    }
}

impl Range {
    /// Every finite number.
    pub const ANY: Self = Self { min: RangeEnd::None, max: RangeEnd::None };
    /// Numbers greater than zero.
    pub const POSITIVE: Self = Self::above(0.0);
    /// Zero and greater.
    pub const NON_NEGATIVE: Self = Self::at_least(0.0);
    /// From zero to one, both allowed.
    pub const FRACTION: Self = Self::between(0.0, 1.0);

    /// Numbers greater than `min`.
    pub const fn above(min: f64) -> Self {
        Self { min: RangeEnd::Open(min), max: RangeEnd::None }
    }

    /// `min` and greater.
    pub const fn at_least(min: f64) -> Self {
        Self { min: RangeEnd::Closed(min), max: RangeEnd::None }
    }

    /// From `min` to `max`, both allowed.
    pub const fn between(min: f64, max: f64) -> Self {
        Self { min: RangeEnd::Closed(min), max: RangeEnd::Closed(max) }
    }

    /// The same lower bound, and `max` as the largest number allowed.
    pub const fn up_to(self, max: f64) -> Self {
        Self { max: RangeEnd::Closed(max), ..self }
    }

    /// The same lower bound, and only numbers less than `max`.
    pub const fn below(self, max: f64) -> Self {
        Self { max: RangeEnd::Open(max), ..self }
    }

    /// Whether the number is allowed; never so for a number that is not finite.
    pub fn contains(&self, x: f64) -> bool {
        let above = match self.min {
            RangeEnd::None => true,
            RangeEnd::Closed(min) => x >= min,
            RangeEnd::Open(min) => x > min,
        };
        let below = match self.max {
            RangeEnd::None => true,
            RangeEnd::Closed(max) => x <= max,
            RangeEnd::Open(max) => x < max,
        };
        x.is_finite() && above && below
    }
}
