//! Tables as typed structs: one declaration makes the schema and the reader.
//!
//! ```text
//! declare! {
//!     /// A joint of the model that does not start where the model has it.
//!     pub(crate) table Joint("joint") {
//!         /// The joint's name in the model.
//!         name: Key<String> = REQUIRED,
//!         /// Of a turning joint.
//!         angle_deg: OptionalKey<f64> = OPTIONAL,
//!         /// How often.
//!         count: Key<i64> = default::integer(1).of(Kind::COUNT),
//!     }
//! }
//! ```
//! The doc comments are the manual's text. The type of a field says what a value may be, which
//! [`Spec::of`] narrows; a type that does not fit the kind does not compile, nor does a key that is
//! read under another name. There are four kinds of item:
//!
//! * `table` is a table of a file. With a tag, `table Rock("rock", shape: RockShape = REQUIRED)`, it
//!   has further keys by the word under that key.
//! * `cases` are the words of a tag, each with the group of keys that it brings.
//! * `group` is a set of keys without a table of its own: those of a case, or those that several
//!   tables share by a field `friction: Friction = GROUP`.
//! * `choice` is a set of words for a key.
//!
//! The compiler reports a key that nobody reads as dead code. One that is there for whoever reads
//! the file, or its effective copy in a run's folder as the report does, says `#[allow(dead_code)]`.

use super::node::Node;
use super::place::Place;
use super::schema::{self, AllowedWord, Case, Field, Kind, List, Literal, Need, Range, Table};

/// A key that is required or has a default.
#[derive(Debug, Clone)]
pub struct Key<T> {
    name: &'static str,
    value: Option<T>,
    place: Place,
    is_default: bool,
}

/// A key that may be absent.
#[derive(Debug, Clone)]
pub struct OptionalKey<T>(Key<T>);

/// The key that selects which further keys a table has.
#[derive(Debug, Clone)]
pub struct Tagged<C> {
    case: Option<C>,
    place: Place,
}

/// All tables of an array.
#[derive(Debug, Clone)]
pub struct Tables<T> {
    name: &'static str,
    all: Vec<T>,
    place: Place,
    is_given: bool,
}

/// The settings of single values, which are laid over the file before it is checked.
#[derive(Debug, Clone, Copy)]
pub struct Settings;

/// What the messages about a key need, whatever its value is.
pub trait AnyKey {
    /// The key as it is written in the file.
    fn name(&self) -> &'static str;
    /// Where its value was given; where it was not, the place of the table.
    fn place(&self) -> Place;
    /// Whether it has a value, be it given or a default.
    fn has_value(&self) -> bool;
}

impl<T: KeyValue> Key<T> {
    /// The value. Where it was given wrongly, which has been reported, that which makes every
    /// comparison false: not a number, an empty text, an empty list.
    pub fn value(&self) -> T::View<'_> {
        self.given().unwrap_or_else(|| T::stand_in(self))
    }

    /// The value, unless it was given wrongly.
    pub fn given(&self) -> Option<T::View<'_>> {
        self.value.as_ref().map(T::view)
    }

    /// Whether nobody gave the value.
    pub fn is_default(&self) -> bool {
        self.is_default
    }

    fn element(name: &'static str, node: &Node) -> Self {
        Self { name, value: T::of(node), place: node.place(), is_default: node.is_default() }
    }
}

impl<T: KeyValue> Key<Vec<Key<T>>> {
    /// The values of a list; none where it was given wrongly.
    pub fn values(&self) -> impl Iterator<Item = T::View<'_>> {
        self.value().iter().filter_map(Key::given)
    }
}

impl<T: KeyValue> OptionalKey<T> {
    /// The value, if there is one.
    pub fn given(&self) -> Option<T::View<'_>> {
        self.0.given()
    }
}

impl<T: KeyValue> OptionalKey<Vec<Key<T>>> {
    /// The values of a list; none where it is absent.
    pub fn values(&self) -> impl Iterator<Item = T::View<'_>> {
        self.0.values()
    }
}

impl<'k, T> From<&'k OptionalKey<T>> for &'k Key<T> {
    fn from(key: &'k OptionalKey<T>) -> Self {
        &key.0
    }
}

impl<C: Cases> Tagged<C> {
    /// The case, unless its word is missing or wrong, which has been reported.
    pub fn given(&self) -> Option<&C> {
        self.case.as_ref()
    }

    /// The word of the case; empty where it is missing or wrong.
    pub fn word(&self) -> &'static str {
        self.given().map_or("", C::word)
    }

    /// Where the word was given; where it was not, the place of the table.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Reads the case of a table.
    pub fn read(table: &Node, key: &'static str) -> Self {
        Self { case: C::read(table), place: table.place_of(key) }
    }
}

impl<T> Key<T> {
    /// The key as it is written in the file.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Where it was given; where it was not, the place of the table.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Whether it has a value, be it given or a default.
    pub fn has_value(&self) -> bool {
        self.value.is_some()
    }
}

impl<T> OptionalKey<T> {
    /// The key as it is written in the file.
    pub fn name(&self) -> &'static str {
        self.0.name
    }

    /// Where it was given; where it was not, the place of the table.
    pub fn place(&self) -> Place {
        self.0.place
    }

    /// Whether it has a value, be it given or a default.
    pub fn has_value(&self) -> bool {
        self.0.value.is_some()
    }
}

impl<T> Tables<T> {
    /// The key as it is written in the file.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Where it was given; where it was not, the place of the table.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Whether it has a value, be it given or a default.
    pub fn has_value(&self) -> bool {
        self.is_given
    }
}

/// Makes a type of keys one of [`AnyKey`].
macro_rules! any_key {
    ($($key:ident),*) => {$(
        impl<T> AnyKey for $key<T> {
            fn name(&self) -> &'static str {
                self.name()
            }

            fn place(&self) -> Place {
                self.place()
            }

            fn has_value(&self) -> bool {
                self.has_value()
            }
        }
    )*};
}

any_key!(Key, OptionalKey, Tables);

impl<T> std::ops::Deref for Tables<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.all
    }
}

impl<'t, T> IntoIterator for &'t Tables<T> {
    type Item = &'t T;
    type IntoIter = std::slice::Iter<'t, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

/// A type of values that stand under a key.
pub trait KeyValue: Sized {
    /// What a value may be where the declaration does not narrow it.
    const KIND: Kind;
    /// The same for the values of a list.
    const ITEM: &'static Kind = &Self::KIND;
    /// The value as it is read.
    type View<'a>
    where
        Self: 'a;
    /// The value of a node that was checked.
    fn of(node: &Node) -> Option<Self>;
    /// The value as it is read.
    fn view(&self) -> Self::View<'_>;
    /// What stands in for a value of a key that was given wrongly.
    fn stand_in(key: &Key<Self>) -> Self::View<'_>;
}

impl KeyValue for f64 {
    const KIND: Kind = Kind::Number(Range::ANY);
    type View<'a> = f64;

    fn of(node: &Node) -> Option<Self> {
        node.as_number()
    }

    fn view(&self) -> f64 {
        *self
    }

    fn stand_in(_: &Key<Self>) -> f64 {
        f64::NAN
    }
}

impl KeyValue for i64 {
    const KIND: Kind = Kind::Integer { min: i64::MIN, max: i64::MAX };
    type View<'a> = i64;

    fn of(node: &Node) -> Option<Self> {
        node.as_integer()
    }

    fn view(&self) -> i64 {
        *self
    }

    fn stand_in(_: &Key<Self>) -> i64 {
        0
    }
}

impl KeyValue for bool {
    const KIND: Kind = Kind::Bool;
    type View<'a> = bool;

    fn of(node: &Node) -> Option<Self> {
        node.as_flag()
    }

    fn view(&self) -> bool {
        *self
    }

    fn stand_in(_: &Key<Self>) -> bool {
        false
    }
}

impl KeyValue for String {
    const KIND: Kind = Kind::Text;
    type View<'a> = &'a str;

    fn of(node: &Node) -> Option<Self> {
        node.as_text().map(str::to_owned)
    }

    fn view(&self) -> &str {
        self
    }

    fn stand_in(_: &Key<Self>) -> &str {
        ""
    }
}

impl<const N: usize> KeyValue for [f64; N] {
    const KIND: Kind = Kind::List(List::exactly(N, &Kind::NUMBER));
    type View<'a> = [f64; N];

    fn of(node: &Node) -> Option<Self> {
        node.as_vector()
    }

    fn view(&self) -> [f64; N] {
        *self
    }

    fn stand_in(_: &Key<Self>) -> [f64; N] {
        [f64::NAN; N]
    }
}

impl<T: KeyValue> KeyValue for Vec<Key<T>> {
    const KIND: Kind = Kind::List(List::any(T::ITEM));
    type View<'a>
        = &'a [Key<T>]
    where
        T: 'a;

    fn of(node: &Node) -> Option<Self> {
        (!node.is_absent())
            .then(|| node.elements().iter().map(|one| Key::element("", one)).collect())
    }

    fn view(&self) -> &[Key<T>] {
        self
    }

    fn stand_in(_: &Key<Self>) -> &[Key<T>] {
        &[]
    }
}

/// A type of fields of a declared table.
pub trait KeyField: Sized {
    /// What the field may hold where the declaration does not narrow it.
    const KIND: Kind;
    /// Whether the key may be absent; none where it can be either way.
    const IS_OPTIONAL: Option<bool> = Some(false);
    /// The keys of a group that several tables share.
    const GROUP: Option<&'static [Field]> = None;
    /// Reads the field of a table.
    fn read(table: &Node, key: &'static str) -> Self;
}

impl<T: KeyValue> KeyField for Key<T> {
    const KIND: Kind = T::KIND;

    fn read(table: &Node, key: &'static str) -> Self {
        let node = table.get(key);
        let is_default = node.is_default();
        Self { name: key, value: T::of(node), place: table.place_of(key), is_default }
    }
}

impl<T: KeyValue> KeyField for OptionalKey<T> {
    const KIND: Kind = T::KIND;
    const IS_OPTIONAL: Option<bool> = Some(true);

    fn read(table: &Node, key: &'static str) -> Self {
        Self(Key::read(table, key))
    }
}

impl<T: Declared> KeyField for Option<T> {
    const KIND: Kind = Kind::Table(T::TABLE);
    const IS_OPTIONAL: Option<bool> = Some(true);

    fn read(table: &Node, key: &'static str) -> Self {
        let node = table.get(key);
        (!node.is_absent()).then(|| T::of(node))
    }
}

impl<T: Declared> KeyField for Tables<T> {
    const KIND: Kind = Kind::Tables(T::TABLE);
    const IS_OPTIONAL: Option<bool> = None;

    fn read(table: &Node, key: &'static str) -> Self {
        let node = table.get(key);
        let all = node.elements().iter().map(T::of).collect();
        Self { name: key, all, place: table.place_of(key), is_given: !node.is_absent() }
    }
}

impl KeyField for Settings {
    const KIND: Kind = Kind::Settings;
    const IS_OPTIONAL: Option<bool> = Some(true);

    fn read(_: &Node, _: &'static str) -> Self {
        Self
    }
}

/// A table of a file.
pub trait Declared: Sized {
    /// Its schema.
    const TABLE: &'static Table;
    /// Reads a table that was checked.
    fn of(node: &Node) -> Self;
}

/// A set of keys without a table of its own.
pub trait Group: Sized {
    /// The keys.
    const FIELDS: &'static [Field];
    /// Reads them from the table in which they stand.
    fn of(table: &Node) -> Self;
}

/// The words of a tag with their keys.
pub trait Cases: Sized {
    /// The schema.
    const CASES: &'static [Case];
    /// What the tag selects.
    const DOC: &'static str;
    /// Reads the case that a table has.
    fn read(table: &Node) -> Option<Self>;
    /// The word that selects this case.
    fn word(&self) -> &'static str;
}

/// The words of a choice.
pub trait Words: Sized + Copy + 'static {
    /// The schema.
    const CHOICES: &'static [AllowedWord];
    /// What stands in for a word that was given wrongly: the first.
    const FIRST: Self;
    /// The choice of a word.
    fn named(word: &str) -> Option<Self>;
    /// The word.
    fn word(self) -> &'static str;
}

/// What a declaration says of a key besides its name, type and meaning.
#[derive(Debug, Clone, Copy)]
pub struct Spec {
    need: Need,
    kind: Option<Kind>,
    doc: &'static str,
    is_group: bool,
    former: Option<&'static str>,
}

/// A key that must be given.
pub const REQUIRED: Spec = Spec::new(Need::Required);
/// A key that may be absent.
pub const OPTIONAL: Spec = Spec::new(Need::Optional);
/// The file on which a file builds.
pub const EXTENDS: Spec = OPTIONAL.doc(schema::EXTENDS.doc);
/// Single values of that file that are changed.
pub const SET: Spec = OPTIONAL.doc(schema::SET.doc);
/// The keys of a group stand here.
pub const GROUP: Spec = Spec { is_group: true, ..REQUIRED };

/// Keys with a default.
pub mod default {
    use super::Spec;
    use crate::format::schema::{Literal, Need};

    /// The empty list, no tables, or the table in which every key has its default.
    pub const EMPTY: Spec = of(Literal::Empty);

    /// A number.
    pub const fn number(x: f64) -> Spec {
        of(Literal::Number(x))
    }

    /// A whole number.
    pub const fn integer(n: i64) -> Spec {
        of(Literal::Integer(n))
    }

    /// True or false.
    pub const fn flag(value: bool) -> Spec {
        of(Literal::Bool(value))
    }

    /// A text, a name or a word of a choice.
    pub const fn text(text: &'static str) -> Spec {
        of(Literal::Text(text))
    }

    /// A list of numbers.
    pub const fn numbers(list: &'static [f64]) -> Spec {
        of(Literal::Numbers(list))
    }

    /// A list of texts.
    pub const fn texts(list: &'static [&'static str]) -> Spec {
        of(Literal::Texts(list))
    }

    const fn of(literal: Literal) -> Spec {
        Spec::new(Need::Default(literal))
    }
}

impl Spec {
    const fn new(need: Need) -> Self {
        Self { need, kind: None, doc: "", is_group: false, former: None }
    }

    /// What a value may be, more narrowly than the field's type.
    pub const fn of(self, kind: Kind) -> Self {
        Self { kind: Some(kind), ..self }
    }

    /// The same where the key may be absent.
    pub const fn optional(self) -> Self {
        Self { need: Need::Optional, ..self }
    }

    /// The meaning, for a key that several tables share.
    pub const fn doc(self, doc: &'static str) -> Self {
        Self { doc, ..self }
    }

    /// What the key was called before: files that say so are read, with a warning.
    pub const fn formerly(self, key: &'static str) -> Self {
        Self { former: Some(key), ..self }
    }

    /// The meaning, where the place that uses the specification has none of its own.
    pub const fn doc_or(self, doc: &'static str) -> &'static str {
        if self.doc.is_empty() { doc } else { self.doc }
    }

    /// The default as a text, for the word of a tag.
    pub const fn word(self) -> Option<&'static str> {
        match self.need {
            Need::Default(Literal::Text(word)) => Some(word),
            _ => None,
        }
    }

    /// What a declaration adds to the fields of its table.
    ///
    /// # Panics
    /// Where the type of the field does not fit what it may hold: while it is compiled.
    pub const fn part<F: KeyField>(self, key: &'static str, doc: &'static str) -> TablePart {
        if let Some(fields) = F::GROUP {
            assert!(self.is_group, "a group of keys is declared by `= GROUP`");
            return TablePart::Group(fields);
        }
        assert!(!self.is_group, "`= GROUP` is for a group of keys");
        if let Some(is_optional) = F::IS_OPTIONAL {
            let declared = matches!(self.need, Need::Optional);
            assert!(is_optional == declared, "the type and the need of a key do not fit");
        }
        let kind = match self.kind {
            Some(kind) => kind,
            None => F::KIND,
        };
        assert!(is_like(&F::KIND, &kind), "the type and the kind of a key do not fit");
        let (doc, need, former) = (self.doc_or(doc), self.need, self.former);
        TablePart::One(Field { key, doc, kind, need, former })
    }
}

/// Whether values of two kinds have the same type.
const fn is_like(one: &Kind, other: &Kind) -> bool {
    match (one, other) {
        (Kind::Number(_), Kind::Number(_))
        | (Kind::Integer { .. }, Kind::Integer { .. })
        | (Kind::Bool, Kind::Bool)
        | (Kind::Text | Kind::Name, Kind::Text | Kind::Name)
        | (Kind::Choice(_), Kind::Choice(_))
        | (Kind::Settings, Kind::Settings)
        | (Kind::Table(_), Kind::Table(_))
        | (Kind::Tables(_), Kind::Tables(_)) => true,
        (Kind::List(one) | Kind::OneOrList(one), Kind::List(other) | Kind::OneOrList(other)) => {
            let is_array = one.min_len == one.max_len;
            let same_len = one.min_len == other.min_len && one.max_len == other.max_len;
            is_like(one.item, other.item) && (same_len || !is_array)
        }
        _ => false,
    }
}

/// What one field of a declaration adds to its table.
#[derive(Debug, Clone, Copy)]
pub enum TablePart {
    /// One key.
    One(Field),
    /// The keys of a group.
    Group(&'static [Field]),
}

/// How many fields all parts have together.
pub const fn total(parts: &[TablePart]) -> usize {
    let (mut count, mut index) = (0, 0);
    while index < parts.len() {
        count += match parts[index] {
            TablePart::One(_) => 1,
            TablePart::Group(fields) => fields.len(),
        };
        index += 1;
    }
    count
}

/// The fields of all parts in their order.
pub const fn join<const N: usize>(parts: &[TablePart]) -> [Field; N] {
    let mut all = [Field::required("", Kind::Bool, ""); N];
    let (mut count, mut index) = (0, 0);
    while index < parts.len() {
        match parts[index] {
            TablePart::One(field) => {
                all[count] = field;
                count += 1;
            }
            TablePart::Group(fields) => {
                let mut inner = 0;
                while inner < fields.len() {
                    all[count] = fields[inner];
                    (count, inner) = (count + 1, inner + 1);
                }
            }
        }
        index += 1;
    }
    all
}

/// A doc comment without the blank in front of it.
pub const fn trimmed(doc: &'static str) -> &'static str {
    match doc.as_bytes() {
        [b' ', ..] => doc.split_at(1).1,
        _ => doc,
    }
}

/// Reads the table that stands under a key.
pub fn inner<T: Declared>(table: &Node, key: &str) -> T {
    T::of(table.get(key))
}

/// The fields of a case, if it has some.
pub const fn first(fields: &[&'static [Field]]) -> &'static [Field] {
    match fields {
        [fields, ..] => fields,
        [] => &[],
    }
}

/// Declares tables, groups of keys, cases and choices; see the module's documentation.
macro_rules! declare {
    () => {};
    (
        $(#[doc = $doc:literal])*
        $vis:vis table $name:ident($title:literal $(, $tag:ident: $cases:ty = $by:expr)?) {
            $($(#[doc = $key_doc:literal])* $(#[allow($lint:ident)])? $key:ident: $type:ty = $spec:expr,)*
        }
        $($rest:tt)*
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone)]
        $vis struct $name {
            $(
                /// Which further keys the table has.
                $vis $tag: $crate::format::declare::Tagged<$cases>,
            )?
            $($(#[doc = $key_doc])* #[allow(missing_docs)] $(#[allow($lint)])? $vis $key: $type,)*
            /// Where the table stands.
            #[allow(dead_code, reason = "not every table is the place of a message")]
            $vis place: $crate::format::Place,
        }

        impl $crate::format::declare::Declared for $name {
            const TABLE: &'static $crate::format::schema::Table = {
                use $crate::format::declare as d;
                use $crate::format::schema as s;
                const PARTS: &[d::TablePart] = &[$(
                    $spec.part::<$type>(stringify!($key), d::trimmed(concat!($($key_doc),*))),
                )*];
                const ALL: [s::Field; d::total(PARTS)] = d::join(PARTS);
                let tags: &[s::Tag] = &[$(s::Tag {
                    key: stringify!($tag),
                    doc: $by.doc_or(<$cases as d::Cases>::DOC),
                    default: $by.word(),
                    cases: <$cases as d::Cases>::CASES,
                })?];
                &s::Table {
                    name: $title,
                    doc: d::trimmed(concat!($($doc),*)),
                    fields: &ALL,
                    tag: match tags {
                        [tag, ..] => Some(*tag),
                        [] => None,
                    },
                }
            };

            fn of(node: &$crate::format::Node) -> Self {
                Self {
                    $($tag: $crate::format::declare::Tagged::read(node, stringify!($tag)),)?
                    $($key: $crate::format::declare::KeyField::read(node, stringify!($key)),)*
                    place: node.place(),
                }
            }
        }

        impl $crate::format::declare::KeyField for $name {
            const KIND: $crate::format::schema::Kind = $crate::format::schema::Kind::Table(
                <Self as $crate::format::declare::Declared>::TABLE,
            );

            fn read(table: &$crate::format::Node, key: &'static str) -> Self {
                $crate::format::declare::inner(table, key)
            }
        }

        $crate::format::declare::declare! { $($rest)* }
    };
    (
        $(#[doc = $doc:literal])*
        $vis:vis group $name:ident {
            $($(#[doc = $key_doc:literal])* $(#[allow($lint:ident)])? $key:ident: $type:ty = $spec:expr,)*
        }
        $($rest:tt)*
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone)]
        $vis struct $name {
            $($(#[doc = $key_doc])* #[allow(missing_docs)] $(#[allow($lint)])? $vis $key: $type,)*
            /// Where the table stands that has them.
            #[allow(dead_code, reason = "not every table is the place of a message")]
            $vis place: $crate::format::Place,
        }

        impl $crate::format::declare::Group for $name {
            const FIELDS: &'static [$crate::format::schema::Field] = {
                use $crate::format::declare as d;
                use $crate::format::schema as s;
                const PARTS: &[d::TablePart] = &[$(
                    $spec.part::<$type>(stringify!($key), d::trimmed(concat!($($key_doc),*))),
                )*];
                const ALL: [s::Field; d::total(PARTS)] = d::join(PARTS);
                &ALL
            };

            fn of(table: &$crate::format::Node) -> Self {
                Self {
                    $($key: $crate::format::declare::KeyField::read(table, stringify!($key)),)*
                    place: table.place(),
                }
            }
        }

        impl $crate::format::declare::KeyField for $name {
            const KIND: $crate::format::schema::Kind = $crate::format::schema::Kind::Settings;
            const GROUP: Option<&'static [$crate::format::schema::Field]> =
                Some(<Self as $crate::format::declare::Group>::FIELDS);

            fn read(table: &$crate::format::Node, _: &'static str) -> Self {
                $crate::format::declare::Group::of(table)
            }
        }

        $crate::format::declare::declare! { $($rest)* }
    };
    (
        $(#[doc = $doc:literal])*
        $vis:vis cases $name:ident {
            $($(#[doc = $case_doc:literal])* $case:ident $(($group:ty))? = $word:literal,)*
        }
        $($rest:tt)*
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone)]
        $vis enum $name {
            $($(#[doc = $case_doc])* $case $((Box<$group>))?,)*
        }

        impl $crate::format::declare::Cases for $name {
            const CASES: &'static [$crate::format::schema::Case] = &[$(
                $crate::format::schema::Case {
                    value: $word,
                    doc: $crate::format::declare::trimmed(concat!($($case_doc),*)),
                    fields: $crate::format::declare::first(
                        &[$(<$group as $crate::format::declare::Group>::FIELDS)?],
                    ),
                },
            )*];
            const DOC: &'static str = $crate::format::declare::trimmed(concat!($($doc),*));

            fn read(table: &$crate::format::Node) -> Option<Self> {
                match table.case() {
                    $($word => Some(Self::$case $((Box::new(
                        <$group as $crate::format::declare::Group>::of(table)
                    )))?),)*
                    _ => None,
                }
            }

            fn word(&self) -> &'static str {
                match self {
                    $(Self::$case { .. } => $word,)*
                }
            }
        }

        $crate::format::declare::declare! { $($rest)* }
    };
    (
        $(#[doc = $doc:literal])*
        $vis:vis choice $name:ident {
            $(#[doc = $first_doc:literal])* $first:ident = $first_word:literal,
            $($(#[doc = $choice_doc:literal])* $choice:ident = $word:literal,)*
        }
        $($rest:tt)*
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $vis enum $name {
            $(#[doc = $first_doc])* $first,
            $($(#[doc = $choice_doc])* $choice,)*
        }

        impl $crate::format::declare::Words for $name {
            const CHOICES: &'static [$crate::format::schema::AllowedWord] = &[
                $crate::format::schema::AllowedWord {
                    value: $first_word,
                    doc: $crate::format::declare::trimmed(concat!($($first_doc),*)),
                },
                $($crate::format::schema::AllowedWord {
                    value: $word,
                    doc: $crate::format::declare::trimmed(concat!($($choice_doc),*)),
                },)*
            ];
            const FIRST: Self = Self::$first;

            fn named(word: &str) -> Option<Self> {
                match word {
                    $first_word => Some(Self::$first),
                    $($word => Some(Self::$choice),)*
                    _ => None,
                }
            }

            fn word(self) -> &'static str {
                match self {
                    Self::$first => $first_word,
                    $(Self::$choice => $word,)*
                }
            }
        }

        impl $crate::format::declare::KeyValue for $name {
            const KIND: $crate::format::schema::Kind = $crate::format::schema::Kind::Choice(
                <Self as $crate::format::declare::Words>::CHOICES,
            );
            type View<'a> = Self;

            fn of(node: &$crate::format::Node) -> Option<Self> {
                $crate::format::declare::Words::named(node.as_text()?)
            }

            fn view(&self) -> Self {
                *self
            }

            fn stand_in(_: &$crate::format::declare::Key<Self>) -> Self {
                <Self as $crate::format::declare::Words>::FIRST
            }
        }

        $crate::format::declare::declare! { $($rest)* }
    };
}
pub(crate) use declare;
