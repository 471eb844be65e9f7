//! Keys of two effective scenarios that differ.

use serde::Serialize;
use std::collections::BTreeMap;
use toml::{Table, Value};

/// A key that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KeyDifference {
    /// Its path, as `--set` takes it.
    pub key: String,
    /// Its value in each scenario, as TOML; none where a scenario lacks it.
    pub values: [Option<String>; 2],
}

/// Every key that differs, in alphabetic order. A file that is no TOML has no keys.
pub(super) fn compare(a: &str, b: &str) -> Vec<KeyDifference> {
    let [a, b] = [a, b].map(|text| {
        let mut keys = BTreeMap::new();
        flatten("", &Value::Table(text.parse::<Table>().unwrap_or_default()), &mut keys);
        keys
    });
    let mut names: Vec<&String> = a.keys().chain(b.keys()).collect();
    names.sort();
    names.dedup();
    let pairs = names.into_iter().map(|key| (key, [a.get(key).cloned(), b.get(key).cloned()]));
    pairs
        .filter(|(_, [a, b])| a != b)
        .map(|(key, values)| KeyDifference { key: key.clone(), values })
        .collect()
}

fn flatten(path: &str, value: &Value, keys: &mut BTreeMap<String, String>) {
    match value {
        Value::Table(table) => {
            for (key, value) in table {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                flatten(&path, value, keys);
            }
        }
        Value::Array(items) if items.iter().any(Value::is_table) => {
            for (index, item) in items.iter().enumerate() {
                // By its name, so that an element put before it does not make all others differ.
                let name = item.get("name").and_then(Value::as_str);
                let path = name.map_or(format!("{path}[{index}]"), |name| format!("{path}.{name}"));
                flatten(&path, item, keys);
            }
        }
        other => {
            keys.insert(path.to_owned(), shown(other));
        }
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(", "))
        }
        Value::String(text) => format!("{text:?}"),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::Boolean(value) => value.to_string(),
        Value::Datetime(instant) => instant.to_string(),
        Value::Table(_) => "a table".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_named_as_settings_are() {
        let a = "duration_s = 8.0\n[ground]\nd = 0.1\n[[vehicle]]\nname = \"rover\"\nat = [1, 2]\n";
        let b = "duration_s = 8.0\n[ground]\nd = 0.2\n[[vehicle]]\nname = \"probe\"\n\
                 [[vehicle]]\nname = \"rover\"\nat = [1, 3]\n";
        let found: Vec<String> = compare(a, b).into_iter().map(|one| one.key).collect();
        assert_eq!(found, ["ground.d", "vehicle.probe.name", "vehicle.rover.at"]);
        assert!(compare(a, a).is_empty());
        assert_eq!(compare("a = 1", "no toml").len(), 1);
    }
}
