//! A format as JSON Schema, draft 2020-12, for editors.
//!
//! The cases of a tagged table are whole objects under `oneOf`, each with its tag as a constant:
//! editors of TOML complete keys through `oneOf`, but few follow `if`/`then`.

use serde_json::{Map, Value, json};

use super::schema::{AllowedWord, Case, Field, Kind, List, Literal, Need, Range, RangeEnd, Table};
use super::unit;

/// The JSON Schema of a format.
pub fn json_schema(table: &'static Table) -> Value {
    let mut schema = Map::new();
    schema.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
    schema.insert("title".to_owned(), json!(table.name));
    schema.extend(object(table, 0));
    Value::Object(schema)
}

/// A format that contains itself is described to this depth.
const DEEPEST: usize = 12;

fn object(table: &'static Table, depth: usize) -> Map<String, Value> {
    let mut schema = Map::new();
    schema.insert("description".to_owned(), json!(table.doc));
    schema.insert("type".to_owned(), json!("object"));
    if depth > DEEPEST {
        return schema;
    }
    match table.cases() {
        [] => schema.extend(members(table, None, depth)),
        cases => {
            let one = |case: &'static Case| Value::Object(variant(table, case, depth));
            // Without its tag, a table whose case is that of another one may be any that fits.
            let inherits = table.tag.is_some_and(|tag| tag.inherits());
            let key = if inherits { "anyOf" } else { "oneOf" };
            schema.insert(key.to_owned(), cases.iter().map(one).collect());
        }
    }
    schema
}

fn variant(table: &'static Table, case: &'static Case, depth: usize) -> Map<String, Value> {
    let mut schema = Map::new();
    schema.insert("title".to_owned(), json!(case.value));
    schema.insert("description".to_owned(), json!(case.doc));
    schema.insert("type".to_owned(), json!("object"));
    schema.extend(members(table, Some(case), depth));
    schema
}

fn members(table: &'static Table, case: Option<&'static Case>, depth: usize) -> Map<String, Value> {
    let mut properties = Map::new();
    let mut required = Vec::new();
    if let Some((tag, case)) = table.tag.zip(case) {
        let doc = format!("{} {}", tag.doc, case.doc);
        let mut word = json!({ "description": doc, "type": "string", "const": case.value });
        match tag.default {
            Some(default) if default == case.value => insert(&mut word, "default", json!(default)),
            Some(_) if tag.inherits() => {}
            _ => required.push(json!(tag.key)),
        }
        properties.insert(tag.key.to_owned(), word);
    }
    for field in table.fields_in(case) {
        if let Need::Required = field.need {
            required.push(json!(field.key));
        }
        properties.insert(field.key.to_owned(), property(field, depth));
    }
    let mut schema = Map::new();
    schema.insert("properties".to_owned(), Value::Object(properties));
    if table.extends() {
        // What is required may stand in the file that this one builds on.
        let whole = json!({ "required": required });
        schema.insert("anyOf".to_owned(), json!([{ "required": ["extends"] }, whole]));
    } else if !required.is_empty() {
        schema.insert("required".to_owned(), Value::Array(required));
    }
    schema.insert("additionalProperties".to_owned(), json!(false));
    schema
}

fn property(field: &'static Field, depth: usize) -> Value {
    let mut schema = kind(&field.kind, depth);
    let description = match unit::of_key(field.key) {
        Some(unit) => format!("{} In {}.", field.doc, unit.name),
        None => field.doc.to_owned(),
    };
    insert(&mut schema, "description", json!(description));
    if let Some(unit) = unit::of_key(field.key) {
        insert(&mut schema, "x-unit", json!(unit.symbol));
    }
    match (&field.need, &field.kind) {
        (Need::Required, Kind::Tables(_)) => insert(&mut schema, "minItems", json!(1)),
        (Need::Default(literal), kind) => insert(&mut schema, "default", default(literal, kind)),
        _ => {}
    }
    schema
}

fn kind(kind: &'static Kind, depth: usize) -> Value {
    match kind {
        Kind::Number(range) => number(range),
        Kind::Integer { min, max } => integer(*min, *max),
        Kind::Bool => json!({ "type": "boolean" }),
        Kind::Text => json!({ "type": "string" }),
        Kind::Name => json!({ "type": "string", "pattern": "^[a-z0-9_-]+$" }),
        Kind::Choice(choices) => choice(choices),
        Kind::List(items) => list(items, depth),
        Kind::OneOrList(items) => {
            json!({ "anyOf": [self::kind(items.item, depth), list(items, depth)] })
        }
        Kind::Table(table) => Value::Object(object(table, depth + 1)),
        Kind::Tables(table) => json!({ "type": "array", "items": object(table, depth + 1) }),
        Kind::Settings => json!({ "type": "object" }),
    }
}

fn number(range: &Range) -> Value {
    let mut schema = json!({ "type": "number" });
    match range.min {
        RangeEnd::None => {}
        RangeEnd::Closed(min) => insert(&mut schema, "minimum", json!(min)),
        RangeEnd::Open(min) => insert(&mut schema, "exclusiveMinimum", json!(min)),
    }
    match range.max {
        RangeEnd::None => {}
        RangeEnd::Closed(max) => insert(&mut schema, "maximum", json!(max)),
        RangeEnd::Open(max) => insert(&mut schema, "exclusiveMaximum", json!(max)),
    }
    schema
}

fn integer(min: i64, max: i64) -> Value {
    let mut schema = json!({ "type": "integer" });
    if min != i64::MIN {
        insert(&mut schema, "minimum", json!(min));
    }
    if max != i64::MAX {
        insert(&mut schema, "maximum", json!(max));
    }
    schema
}

/// The words, with their meanings where the editors that use taplo look for them.
fn choice(choices: &[AllowedWord]) -> Value {
    let words: Vec<_> = choices.iter().map(|choice| choice.value).collect();
    let docs: Vec<_> = choices.iter().map(|choice| choice.doc).collect();
    json!({ "type": "string", "enum": words, "x-taplo": { "docs": { "enumValues": docs } } })
}

fn list(list: &'static List, depth: usize) -> Value {
    let mut schema = json!({ "type": "array", "items": kind(list.item, depth) });
    if list.min_len > 0 {
        insert(&mut schema, "minItems", json!(list.min_len));
    }
    if list.max_len < usize::MAX {
        insert(&mut schema, "maxItems", json!(list.max_len));
    }
    schema
}

fn default(literal: &Literal, kind: &Kind) -> Value {
    match (literal, kind) {
        (Literal::Empty, Kind::Table(_)) => json!({}),
        (Literal::Empty, _) => json!([]),
        (Literal::Number(x), _) => json!(x),
        (Literal::Integer(n), _) => json!(n),
        (Literal::Bool(value), _) => json!(value),
        (Literal::Text(text), _) => json!(text),
        (Literal::Numbers(list), _) => json!(list),
        (Literal::Texts(list), _) => json!(list),
    }
}

fn insert(schema: &mut Value, key: &str, value: Value) {
    if let Value::Object(map) = schema {
        map.insert(key.to_owned(), value);
    }
}
