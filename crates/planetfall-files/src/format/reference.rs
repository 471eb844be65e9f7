//! A format as a page of the manual.

use super::schema::{Field, Kind, Literal, Need, Table, Tag};
use super::unit;
use super::wording::{bounds, choice_words, expected, integer_bounds, quoted, short_number};

/// The key reference of a format in Markdown: a section per table, a row per key.
pub fn reference_markdown(table: &'static Table) -> String {
    let mut text = String::new();
    section(table, "", "The file", &mut text, 0);
    text
}

/// A format that contains itself is described to this depth.
const DEEPEST: usize = 12;

fn section(table: &'static Table, path: &str, title: &str, text: &mut String, depth: usize) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(&format!("## {title}\n\n{}\n", table.doc));
    if let Some(tag) = &table.tag {
        text.push_str(&tag_line(tag));
    }
    rows(table.fields, text);
    for case in table.cases() {
        let key = table.tag.map_or("kind", |tag| tag.key);
        text.push_str(&format!("\n### `{key} = {}`\n\n{}\n", quoted(case.value), case.doc));
        rows(case.fields, text);
    }
    let below = table.fields.iter().chain(table.cases().iter().flat_map(|case| case.fields));
    for field in below.filter(|_| depth < DEEPEST) {
        let path = match path.is_empty() {
            true => field.key.to_owned(),
            false => format!("{path}.{}", field.key),
        };
        if let Some((inner, header)) = field.kind.below(&path) {
            section(inner, &path, &format!("`{header}`"), text, depth + 1);
        }
    }
}

fn tag_line(tag: &Tag) -> String {
    let words: Vec<_> = tag.cases.iter().map(|case| format!("`{}`", quoted(case.value))).collect();
    let default = match tag.default {
        None => String::new(),
        Some(word) if tag.inherits() => format!("; default {word}"),
        Some(word) => format!("; default `{}`", quoted(word)),
    };
    format!("\n`{}` is one of {}{default}. {}\n", tag.key, words.join(", "), tag.doc)
}

fn rows(fields: &'static [Field], text: &mut String) {
    if fields.is_empty() {
        return;
    }
    text.push_str("\n| key | value | unit | default | meaning |\n|---|---|---|---|---|\n");
    for field in fields {
        let unit = unit::of_key(field.key).map_or("", |unit| unit.symbol);
        let (value, default, doc) = (value(&field.kind), default(field), cell(&meaning(field)));
        text.push_str(&format!(
            "| `{}` | {} | {unit} | {default} | {doc} |\n",
            field.key,
            cell(&value)
        ));
    }
}

fn value(kind: &Kind) -> String {
    let bounds = match kind {
        Kind::Number(range) => bounds(range),
        Kind::Integer { min, max } => integer_bounds(*min, *max),
        Kind::Choice(choices) => return choice_words(choices),
        Kind::Bool
        | Kind::Text
        | Kind::Name
        | Kind::List(_)
        | Kind::OneOrList(_)
        | Kind::Table(_)
        | Kind::Tables(_)
        | Kind::Settings => None,
    };
    let what = expected(kind, None);
    bounds.map_or(what.clone(), |bounds| format!("{what}, {bounds}"))
}

fn meaning(field: &Field) -> String {
    let Kind::Choice(choices) = field.kind else { return field.doc.to_owned() };
    let words: Vec<_> =
        choices.iter().map(|choice| format!("{}: {}", quoted(choice.value), choice.doc)).collect();
    format!("{} {}", field.doc, words.join(" "))
}

fn default(field: &Field) -> String {
    let literal = match &field.need {
        Need::Required => return "required".to_owned(),
        Need::Optional => return "none".to_owned(),
        Need::Default(literal) => literal,
    };
    let joined = |texts: Vec<String>| format!("`[{}]`", texts.join(", "));
    match literal {
        Literal::Number(x) => format!("`{}`", short_number(*x)),
        Literal::Integer(n) => format!("`{n}`"),
        Literal::Bool(value) => format!("`{value}`"),
        Literal::Text(text) => format!("`{}`", cell(&quoted(text))),
        Literal::Numbers(list) => joined(list.iter().map(|x| short_number(*x)).collect()),
        Literal::Texts(list) => joined(list.iter().map(|text| quoted(text)).collect()),
        Literal::Empty => match field.kind {
            Kind::Table(_) => "every key's default".to_owned(),
            _ => "`[]`".to_owned(),
        },
    }
}

/// Text that cannot end a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
