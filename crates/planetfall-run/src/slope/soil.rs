//! The soil of a slope study: the `[ground]` of a scenario, built in or on disk, or of a file that has
//! nothing else.

use planetfall::ground::GroundKind;
use planetfall_files::bounded;
use planetfall_files::format::Ink;
use planetfall_files::scenario::{ScenarioFile, builtin};
use std::path::Path;
use toml::{Table, Value};

/// Soil under wheels, as it stands in a `[ground]` table.
#[derive(Clone, Debug, PartialEq)]
pub struct WheelSoil {
    /// Where it is from.
    pub name: String,
    /// The table's keys and values.
    pub text: String,
    /// φ of the table itself, degrees.
    pub friction_angle_deg: f64,
    table: Table,
}

impl WheelSoil {
    /// The ground of a built-in scenario, or of a file.
    ///
    /// # Errors
    /// If there is no such file, it has no `[ground]`, or one that is not for wheels.
    pub fn find(name: &str) -> Result<Self, String> {
        if let Some(known) = builtin(name) {
            return Self::of(name, known.text, &ScenarioFile::from_text(name, known.text));
        }
        let path = Path::new(name);
        let text = bounded::read_text(path, bounded::TEXT).map_err(|error| {
            format!("{name}: no built-in scenario has this name, and as a file: {error}")
        })?;
        let file = ScenarioFile::read(path).map_err(|error| format!("{name}: {error}"))?;
        Self::of(name, &text, &file)
    }

    /// Of a text with a `[ground]` table.
    ///
    /// # Errors
    /// If the text is no TOML, or has no ground for wheels.
    pub fn from_text(name: &str, text: &str) -> Result<Self, String> {
        Self::of(name, text, &ScenarioFile::from_text(name, text))
    }

    /// The same with a number of the table set anew; a dotted key is in a table within it.
    #[must_use]
    pub fn with(&self, key: &str, value: f64) -> Self {
        let mut table = self.table.clone();
        match key.split_once('.') {
            Some((within, key)) => {
                let inner = table.entry(within).or_insert_with(|| Value::Table(Table::new()));
                if let Value::Table(inner) = inner {
                    inner.insert(key.to_owned(), Value::Float(value));
                }
            }
            None => {
                table.insert(key.to_owned(), Value::Float(value));
            }
        }
        Self::from_table(&self.name, table)
    }

    /// A number of the table.
    #[must_use]
    pub fn number(&self, key: &str) -> Option<f64> {
        number(self.table.get(key)?)
    }

    fn of(name: &str, text: &str, file: &ScenarioFile) -> Result<Self, String> {
        let parsed = |text: &str| text.parse::<Table>().map_err(|error| format!("{name}: {error}"));
        let mut whole = parsed(text)?;
        if whole.contains_key("extends") {
            // What it builds on may hold the ground.
            whole = parsed(&file.load(Ink::Plain).map_err(|mistakes| mistakes.text)?.effective)?;
        }
        let Some(Value::Table(ground)) = whole.remove("ground") else {
            return Err(format!("{name}: there is no [ground] table in it"));
        };
        let kind = ground.get("kind").and_then(Value::as_str).unwrap_or("marker");
        if GroundKind::named(kind) != Some(GroundKind::Wheel) {
            return Err(format!("{name}: its ground is of kind \"{kind}\", not of kind \"wheel\""));
        }
        Ok(Self::from_table(name, ground))
    }

    fn from_table(name: &str, table: Table) -> Self {
        let lines = table.iter().map(|(key, value)| format!("{key} = {}\n", inline(value)));
        let angle = table.get("friction_angle_deg").and_then(number);
        Self {
            name: name.to_owned(),
            text: lines.collect(),
            friction_angle_deg: angle.unwrap_or(90.0),
            table,
        }
    }
}

fn number(value: &Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64))
}

/// A value on one line.
fn inline(value: &Value) -> String {
    let listed = |parts: Vec<String>| parts.join(", ");
    match value {
        Value::String(text) => serde_json::Value::from(text.as_str()).to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::Boolean(flag) => flag.to_string(),
        Value::Datetime(_) => "\"\"".to_owned(),
        Value::Array(list) => format!("[{}]", listed(list.iter().map(inline).collect())),
        Value::Table(table) => {
            let pairs = table.iter().map(|(key, value)| format!("{key} = {}", inline(value)));
            format!("{{ {} }}", listed(pairs.collect()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAND: &str = "[ground]\nkind = \"wheel\"\nfriction_angle_deg = 28\n\
                        [ground.uphill]\nstrength_deviation = 0.5\n";

    #[test]
    fn the_ground_of_a_file_keeps_its_values_and_takes_new_ones() {
        let soil = WheelSoil::from_text("sand", SAND).unwrap();
        assert_eq!(soil.friction_angle_deg, 28.0);
        assert!(soil.text.contains("uphill = { strength_deviation = 0.5 }"), "{}", soil.text);
        let other = soil.with("strength_fall", 0.25).with("uphill.strength_deviation", 0.75);
        assert_eq!(other.number("strength_fall"), Some(0.25));
        assert!(other.text.contains("uphill = { strength_deviation = 0.75 }"));
    }

    #[test]
    fn what_is_no_soil_for_wheels_is_refused_by_name() {
        let refused = |text: &str| WheelSoil::from_text("x", text).unwrap_err();
        assert!(refused("a = 1").contains("no [ground]"));
        assert!(refused("[ground]\nkind = \"bekker\"").contains("\"bekker\""));
        assert!(refused("a = = 1").contains('x'));
        assert!(WheelSoil::find("no/such/file.toml").unwrap_err().contains("no/such/file.toml"));
    }
}
