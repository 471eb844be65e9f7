//! The check of a document against its format.
//!
//! The whole document is walked once and every mistake is collected. One mistake is reported once: a
//! misspelt key is not also "missing" under its right spelling, and where the text itself could not
//! be read nothing is said about what may have stood there.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::diagnostic::{Diagnostic, Severity};
use super::document::{self, Item, Member, Raw, Record};
use super::node::{Branch, Entry, Node, Value};
use super::place::Place;
use super::schema::{Case, EXTENDS, Field, Kind, Literal, Need, Table, Tag};
use super::source::{Line, Source};
use super::unknown_key::{self, nearest};
use super::wording::{expected, quoted, ticked};

/// A checked file: the completed tree, and what was wrong.
#[derive(Debug, Clone)]
pub struct Checked {
    /// The tree with every default filled in; absent where something was wrong.
    pub value: Node,
    /// The mistakes in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
}

impl Checked {
    /// Whether the file cannot be used.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|one| one.severity == Severity::Error)
    }

    /// Adds a mistake found later, in its place in the order of the file; once, however often it
    /// is found.
    pub fn add(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.contains(&diagnostic) {
            return;
        }
        let index = self.diagnostics.partition_point(|one| one.place <= diagnostic.place);
        self.diagnostics.insert(index, diagnostic);
    }
}

/// Checks a source against its format.
pub fn check(source: &Source, table: &'static Table) -> Checked {
    let document = document::read(source, table);
    let mut checker = Checker::new(source, table, document.unreadable);
    checker.diagnostics.extend(document.misplaced);
    let spot = Spot::root();
    let value = checker.table(table, &document.record, &spot);
    Checked { value, diagnostics: checker.finish() }
}

/// What is wrong with the default of a field, by the check that a given value has to pass.
pub(super) fn faults_of_default(table: &'static Table, field: &'static Field) -> Vec<String> {
    let source = Source::new(table.name, "");
    let mut checker = Checker::new(&source, table, Vec::new());
    if let Need::Default(literal) = &field.need {
        checker.default_value(field, literal, &Spot::root());
    }
    checker.finish().into_iter().map(|one| one.message).collect()
}

/// Where the walk is.
#[derive(Debug, Clone)]
pub(super) struct Spot {
    /// The path of keys from the top: `vehicle.marker[1]`; empty at the top.
    pub(super) path: String,
    /// The table in a message: `[vehicle]`.
    pub(super) title: String,
    pub(super) place: Place,
    depth: usize,
}

/// Tables within tables that are checked: deeper than any format; a format that contains itself by
/// default would never end. Chosen.
const NESTING_LIMIT: usize = 32;

impl Spot {
    fn root() -> Self {
        let title = "the file".to_owned();
        Self { path: String::new(), title, place: Place::START, depth: 0 }
    }

    pub(super) fn path_of(&self, key: &str) -> String {
        match self.path.is_empty() {
            true => key.to_owned(),
            false => format!("{}.{key}", self.path),
        }
    }

    fn table(&self, key: &str, place: Place) -> Self {
        let path = self.path_of(key);
        Self { title: format!("`[{}]`", bare(&path)), path, place, depth: self.depth + 1 }
    }

    fn element(&self, key: &str, index: usize, place: Place) -> Self {
        let path = self.path_of(key);
        let title = format!("`[[{}]]`", bare(&path));
        Self { path: format!("{path}[{index}]"), title, place, depth: self.depth + 1 }
    }
}

/// A path as it stands in a header, without the indices of elements.
pub(super) fn bare(path: &str) -> String {
    let without_index = |part: &str| part.split('[').next().unwrap_or_default().to_owned();
    path.split('.').map(without_index).collect::<Vec<_>>().join(".")
}

pub(super) struct Checker<'s> {
    pub(super) source: &'s Source,
    pub(super) root: &'static Table,
    diagnostics: Vec<Diagnostic>,
    /// Lines with a syntax error: what was read there is a guess of the parser.
    unreadable_lines: BTreeSet<Line>,
    /// Whether what is missing may stand where the file could not be read.
    is_partial: bool,
    /// Cases of the tables around the one that is looked at, the innermost last.
    enclosing: Vec<Option<&'static str>>,
}

impl<'s> Checker<'s> {
    fn new(source: &'s Source, root: &'static Table, diagnostics: Vec<Diagnostic>) -> Self {
        let unreadable_lines = diagnostics.iter().filter_map(|one| source.line_of(one.place));
        let unreadable_lines: BTreeSet<_> = unreadable_lines.collect();
        let is_partial = !unreadable_lines.is_empty();
        Self { source, root, diagnostics, unreadable_lines, is_partial, enclosing: Vec::new() }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        let line = self.source.line_of(diagnostic.place);
        if line.is_none_or(|line| !self.unreadable_lines.contains(&line)) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports that something is missing, unless it may stand where the file could not be read.
    fn report_missing(&mut self, diagnostic: Diagnostic) {
        if !self.is_partial {
            self.report(diagnostic);
        }
    }

    /// The mistakes in the order of the file, each once.
    fn finish(mut self) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|one| one.place);
        self.diagnostics.dedup();
        self.diagnostics
    }

    pub(super) fn table(&mut self, schema: &'static Table, record: &Record, spot: &Spot) -> Node {
        if spot.depth > NESTING_LIMIT {
            return Node::absent(spot.place);
        }
        let (case, tag_entry) = match &schema.tag {
            Some(tag) => self.tag(tag, record, spot),
            None => (None, None),
        };
        let record = &*self.renamed(schema.fields_in(case), record);
        let excused = self.unknown_keys(schema, case, record, spot);
        // The rest of a file that misspells where to find it is not here.
        self.is_partial |= excused.contains(EXTENDS.key);
        let mut entries: Vec<Entry> = tag_entry.into_iter().collect();
        self.enclosing.push(case.map(|case| case.value));
        for field in schema.fields_in(case) {
            let node = self.field(field, record, spot, excused.contains(&field.key));
            entries.push(Entry { key: field.key, node });
        }
        self.enclosing.pop();
        Node::given(Value::Table(Branch { schema, case, entries }), spot.place)
    }

    /// The members of a table under the keys of today; former names are reported. A setting goes before what
    /// the file says, under whichever name.
    fn renamed<'r>(
        &mut self,
        fields: impl Iterator<Item = &'static Field>,
        record: &'r Record,
    ) -> Cow<'r, Record> {
        let mut record = Cow::Borrowed(record);
        for Field { key, former, .. } in fields {
            let Some(member) = former.and_then(|former| record.get(former)) else { continue };
            let (place, is_set) = (member.key_place, member.is_set);
            let today = record.get(key).map(|today| today.is_set);
            let (old, new) = (ticked(&member.key), ticked(key));
            if today == Some(is_set) {
                let message = format!("{old} is the former name of {new}, which is given too");
                self.report(Diagnostic::error(place, message).with_help("keep one of the two"));
            } else {
                let message = format!("{old} is called {new} now");
                let help = format!("write {new}; the former name goes in a later version");
                self.report(Diagnostic::warning(place, message).with_help(help));
            }
            let record = record.to_mut();
            let member = former.and_then(|former| record.take(former));
            if today.is_none_or(|today_is_set| is_set && !today_is_set) {
                record.take(key);
                let renamed = |member| Member { key: (*key).to_owned(), ..member };
                record.members.extend(member.map(renamed));
            }
        }
        record
    }

    /// The case that the tag of a table selects, and the tag as a value.
    fn tag(
        &mut self,
        tag: &Tag,
        record: &Record,
        spot: &Spot,
    ) -> (Option<&'static Case>, Option<Entry>) {
        let text = |case: &Case| Value::Text(case.value.to_owned());
        let Some(member) = record.get(tag.key) else {
            let default = match tag.inherits() {
                true => self.enclosing.last().copied().flatten(),
                false => tag.default,
            };
            let Some(case) = default.and_then(|value| tag.case(value)) else {
                if tag.inherits() {
                    // The table around it has a wrong case, which has been reported.
                    return (None, None);
                }
                self.missing_tag(tag, record, spot);
                return (None, None);
            };
            let node = Node::given(text(case), spot.place).into_default();
            return (Some(case), Some(Entry { key: tag.key, node }));
        };
        let word = match &member.item.raw {
            Raw::Text(word) => word,
            _ => {
                self.wrong_word(tag.key, &member.item, tag_words(tag));
                return (None, None);
            }
        };
        let Some(case) = tag.case(word) else {
            self.wrong_word(tag.key, &member.item, tag_words(tag));
            return (None, None);
        };
        let node = Node::given(text(case), member.item.place);
        (Some(case), Some(Entry { key: tag.key, node }))
    }

    fn missing_tag(&mut self, tag: &Tag, record: &Record, spot: &Spot) {
        let keys = record.members.iter().map(|member| member.key.as_str());
        // A misspelt tag is reported where it stands.
        if nearest(tag.key, keys).is_none() {
            let words: Vec<_> = tag.cases.iter().map(|case| quoted(case.value)).collect();
            let help = format!("{} One of {}", tag.doc, words.join(", "));
            self.report_missing(missing(tag.key, spot).with_help(help));
        }
    }

    /// Reports the keys that the table does not have, and returns the fields that were meant by
    /// them. What stands under a misspelt key is checked as if it were spelt right.
    fn unknown_keys(
        &mut self,
        schema: &'static Table,
        case: Option<&'static Case>,
        record: &Record,
        spot: &Spot,
    ) -> BTreeSet<&'static str> {
        let given: BTreeSet<&str> = record.members.iter().map(|one| one.key.as_str()).collect();
        let mut excused = BTreeSet::new();
        for member in &record.members {
            if unknown_key::is_known(schema, case, &member.key) {
                continue;
            }
            let guess = unknown_key::explain(self.root, schema, case, &given, member, spot);
            self.report(guess.diagnostic);
            let Some(field) = guess.meant.filter(|field| !given.contains(field.key)) else {
                continue;
            };
            if excused.insert(field.key) && guess.same_unit {
                self.value(&field.kind, &member.item, field.key, spot);
            }
        }
        excused
    }

    fn field(
        &mut self,
        field: &'static Field,
        record: &Record,
        spot: &Spot,
        excused: bool,
    ) -> Node {
        if let Some(member) = record.get(field.key) {
            let node = self.value(&field.kind, &member.item, field.key, spot);
            if let (Value::Tables(elements), Need::Required) = (&node.value, &field.need)
                && elements.is_empty()
            {
                self.report_missing(missing_field(field, spot));
            }
            return node;
        }
        match &field.need {
            Need::Default(literal) => self.default_value(field, literal, spot),
            Need::Required if !excused => {
                self.report_missing(missing_field(field, spot));
                Node::absent(spot.place)
            }
            Need::Required | Need::Optional => Node::absent(spot.place),
        }
    }

    fn default_value(&mut self, field: &'static Field, literal: &Literal, spot: &Spot) -> Node {
        if let (Kind::Table(table), Literal::Empty) = (&field.kind, literal) {
            let spot = spot.table(field.key, spot.place);
            return self.table(table, &Record::default(), &spot).into_default();
        }
        let item = Item { raw: Raw::from(literal), place: spot.place };
        self.value(&field.kind, &item, field.key, spot).into_default()
    }

    /// Checks a value that stands under a key.
    pub(super) fn value(
        &mut self,
        kind: &'static Kind,
        item: &Item,
        key: &'static str,
        spot: &Spot,
    ) -> Node {
        match (kind, &item.raw) {
            (Kind::Table(table), Raw::Table(record)) => {
                self.table(table, record, &spot.table(key, item.place))
            }
            (Kind::Tables(table), Raw::Array(items)) => self.tables(table, items, item, key, spot),
            (Kind::Table(_) | Kind::Tables(_), raw) if !matches!(raw, Raw::Unreadable) => {
                let help = header_help(kind, raw, &bare(&spot.path_of(key)));
                self.mistyped(&expected(kind, None), help, item, key);
                Node::absent(item.place)
            }
            _ => self.leaf(kind, item, key, key),
        }
    }

    fn tables(
        &mut self,
        table: &'static Table,
        items: &[Item],
        whole: &Item,
        key: &'static str,
        spot: &Spot,
    ) -> Node {
        let mut elements = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let spot = spot.element(key, index, item.place);
            elements.push(match &item.raw {
                Raw::Table(record) => self.table(table, record, &spot),
                _ => {
                    let label = format!("{key}[{index}]");
                    self.mistyped("a table", None, item, &label);
                    Node::absent(item.place)
                }
            });
        }
        if table.fields.iter().any(|f| f.key == "name" && matches!(f.kind, Kind::Name)) {
            self.same_names(&elements, &spot.path_of(key));
        }
        Node::given(Value::Tables(elements), whole.place)
    }

    /// Reports names that occur twice in an array of tables.
    fn same_names(&mut self, elements: &[Node], path: &str) {
        let mut first: BTreeMap<&str, Place> = BTreeMap::new();
        for element in elements.iter().filter(|element| !element.is_absent()) {
            let name = element.get("name");
            let Some(text) = name.as_text() else { continue };
            let Some(earlier) = first.get(text) else {
                first.insert(text, name.place);
                continue;
            };
            let title = format!("`[[{}]]`", bare(path));
            let message = format!("two {title} have the name {}", ticked(text));
            let help = format!("the other is at {}", self.source.describe(*earlier));
            self.report(Diagnostic::error(name.place, message).with_help(help));
        }
    }
}

fn tag_words(tag: &Tag) -> Vec<(&'static str, &'static str)> {
    tag.cases.iter().map(|case| (case.value, case.doc)).collect()
}

fn missing(key: &str, spot: &Spot) -> Diagnostic {
    Diagnostic::error(spot.place, format!("missing key {} in {}", ticked(key), spot.title))
}

fn missing_field(field: &Field, spot: &Spot) -> Diagnostic {
    let path = bare(&spot.path_of(field.key));
    let error = match field.kind {
        Kind::Table(_) => Diagnostic::error(spot.place, format!("missing table `[{path}]`")),
        Kind::Tables(_) => {
            Diagnostic::error(spot.place, format!("missing `[[{path}]]`: at least one is needed"))
        }
        _ => missing(field.key, spot),
    };
    error.with_help(field.doc)
}

fn header_help(kind: &Kind, raw: &Raw, path: &str) -> Option<String> {
    match (kind, raw) {
        (Kind::Tables(_), Raw::Table(_)) => {
            Some(format!("write `[[{path}]]` with double brackets: there may be several"))
        }
        (Kind::Table(_), Raw::Array(_)) => {
            Some(format!("write `[{path}]` with single brackets: there is only one"))
        }
        _ => None,
    }
}
