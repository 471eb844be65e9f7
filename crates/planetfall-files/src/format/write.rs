//! The effective file: every value explicit, in the order of the format.
//!
//! Reading the text back gives the same values bit for bit: a number is written as the shortest
//! decimal that reads back as itself. Behind a value that the author of the file did not give
//! stands where it came from.

use super::node::{Branch, Node, Value};
use super::place::Place;
use super::wording::{number, quoted};

/// A checked tree as TOML.
pub fn write(node: &Node) -> String {
    let mut text = String::new();
    if let Value::Table(branch) = &node.value {
        write_table(branch, "", &mut text);
    }
    text
}

/// A checked table as a value on one line, as `--set` takes it.
pub fn write_inline(node: &Node) -> String {
    let entries = match &node.value {
        Value::Table(branch) => &branch.entries,
        Value::Tables(nodes) => {
            let all: Vec<String> = nodes.iter().map(write_inline).collect();
            return format!("[{}]", all.join(", "));
        }
        _ => return plain(node).unwrap_or_default(),
    };
    let given = entries.iter().filter(|entry| !matches!(entry.node.value, Value::Absent));
    let all: Vec<String> =
        given.map(|entry| format!("{} = {}", entry.key, write_inline(&entry.node))).collect();
    format!("{{ {} }}", all.join(", "))
}

/// A line of an effective file without the remark on where its value came from.
pub fn without_remark(line: &str) -> &str {
    line.strip_suffix(DEFAULT).or_else(|| line.strip_suffix(SETTING)).unwrap_or(line)
}

/// Mark after a value that no file gives.
const DEFAULT: &str = "  # default";
/// Mark after a value that the command line gives.
const SETTING: &str = "  # --set";

fn write_table(branch: &Branch, path: &str, text: &mut String) {
    // What follows a header belongs to that table, so plain values come first.
    for entry in branch.entries.iter().filter(|entry| !has_header(&entry.node)) {
        if let Some(value) = plain(&entry.node) {
            text.push_str(&format!("{} = {value}{}\n", entry.key, remark(&entry.node)));
        }
    }
    for entry in branch.entries.iter().filter(|entry| has_header(&entry.node)) {
        let path = match path.is_empty() {
            true => entry.key.to_owned(),
            false => format!("{path}.{}", entry.key),
        };
        match &entry.node.value {
            Value::Table(branch) => write_section(&format!("[{path}]"), branch, &path, text),
            Value::Tables(nodes) => {
                for node in nodes {
                    if let Value::Table(branch) = &node.value {
                        write_section(&format!("[[{path}]]"), branch, &path, text);
                    }
                }
            }
            _ => {}
        }
    }
}

fn write_section(header: &str, branch: &Branch, path: &str, text: &mut String) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(header);
    text.push('\n');
    write_table(branch, path, text);
}

/// An array of no tables has no headers: it is written as an empty list.
fn has_header(node: &Node) -> bool {
    match &node.value {
        Value::Table(_) => true,
        Value::Tables(nodes) => !nodes.is_empty(),
        _ => false,
    }
}

fn plain(node: &Node) -> Option<String> {
    Some(match &node.value {
        Value::Number(x) => number(*x),
        Value::Integer(n) => n.to_string(),
        Value::Bool(value) => value.to_string(),
        Value::Text(text) => quoted(text),
        Value::List(nodes) => {
            format!("[{}]", nodes.iter().filter_map(plain).collect::<Vec<_>>().join(", "))
        }
        Value::Tables(_) => "[]".to_owned(),
        Value::Absent | Value::Table(_) => return None,
    })
}

fn remark(node: &Node) -> &'static str {
    match (node.is_default, node.place) {
        (true, _) => DEFAULT,
        (false, Place::CommandLine(_)) => SETTING,
        (false, Place::File(_) | Place::Base { .. }) => "",
    }
}
