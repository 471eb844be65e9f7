//! The check of a format itself, for the test of whoever writes one.

use std::collections::BTreeSet;

use super::check::faults_of_default;
use super::schema::{Field, Kind, List, Table};
use super::unit;

/// What is wrong with a format: keys that occur twice or cannot be written bare, texts that say
/// nothing, defaults that are not allowed, tables that contain themselves. Empty if all is well.
pub fn audit(table: &'static Table) -> Vec<String> {
    let mut audit = Audit { faults: Vec::new(), open: Vec::new() };
    audit.table(table);
    audit.faults
}

struct Audit {
    faults: Vec<String>,
    /// The tables around the one that is looked at.
    open: Vec<*const Table>,
}

impl Audit {
    fn table(&mut self, table: &'static Table) {
        if self.open.contains(&std::ptr::from_ref(table)) {
            self.faults.push(format!("the table `{}` contains itself", table.name));
            return;
        }
        self.open.push(table);
        self.said(table.doc, table.name);
        self.keys(table);
        for case in table.cases() {
            self.said(case.doc, case.value);
        }
        if let Some(tag) = &table.tag {
            self.said(tag.doc, tag.key);
            if !tag.inherits() && tag.default.is_some_and(|default| tag.case(default).is_none()) {
                self.faults.push(format!("`{}`: the default is no case", table.name));
            }
        }
        let own = table.fields.iter();
        for field in own.chain(table.cases().iter().flat_map(|case| case.fields)) {
            self.field(table, field);
        }
        self.open.pop();
    }

    /// A key occurs once in each case of a table.
    fn keys(&mut self, table: &'static Table) {
        let cases = table.cases().iter().map(Some);
        for case in cases.chain(table.cases().is_empty().then_some(None)) {
            let mut seen: BTreeSet<&str> = table.tag.iter().map(|tag| tag.key).collect();
            for field in table.fields_in(case) {
                if !seen.insert(field.key) {
                    self.faults.push(format!("`{}` has `{}` twice", table.name, field.key));
                }
            }
        }
    }

    fn field(&mut self, table: &'static Table, field: &'static Field) {
        let name = format!("{}.{}", table.name, field.key);
        self.said(field.doc, &name);
        let bare = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'-';
        if field.key.is_empty() || !field.key.bytes().all(bare) {
            self.faults.push(format!("`{name}` is no bare key"));
        }
        if unit::of_key(field.key).is_some() && !can_have_unit(&field.kind) {
            self.faults.push(format!("`{name}` has a unit but is no number"));
        }
        match field.kind {
            Kind::Table(inner) | Kind::Tables(inner) => self.table(inner),
            Kind::List(list) | Kind::OneOrList(list) => {
                self.default(table, field);
                self.list(&list, &name);
            }
            Kind::Number(_)
            | Kind::Integer { .. }
            | Kind::Bool
            | Kind::Text
            | Kind::Name
            | Kind::Choice(_)
            | Kind::Settings => self.default(table, field),
        }
    }

    fn list(&mut self, list: &List, name: &str) {
        match list.item {
            Kind::Table(_) | Kind::Tables(_) => {
                self.faults.push(format!("`{name}` is a list of tables: use Kind::Tables"));
            }
            Kind::List(inner) | Kind::OneOrList(inner) => self.list(inner, name),
            Kind::Number(_)
            | Kind::Integer { .. }
            | Kind::Bool
            | Kind::Text
            | Kind::Name
            | Kind::Choice(_)
            | Kind::Settings => {}
        }
        if list.min_len > list.max_len {
            self.faults.push(format!("`{name}` allows no length"));
        }
    }

    /// A default must pass the check that a given value has to pass.
    fn default(&mut self, table: &'static Table, field: &'static Field) {
        for fault in faults_of_default(table, field) {
            self.faults.push(format!("default of `{}.{}`: {fault}", table.name, field.key));
        }
    }

    fn said(&mut self, doc: &str, name: &str) {
        if doc.trim().is_empty() {
            self.faults.push(format!("`{name}` is not explained"));
        }
    }
}

fn can_have_unit(kind: &Kind) -> bool {
    match kind {
        Kind::Number(_) | Kind::Integer { .. } => true,
        Kind::List(list) | Kind::OneOrList(list) => can_have_unit(list.item),
        Kind::Bool
        | Kind::Text
        | Kind::Name
        | Kind::Choice(_)
        | Kind::Table(_)
        | Kind::Tables(_)
        | Kind::Settings => false,
    }
}
