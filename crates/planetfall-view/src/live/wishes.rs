//! What a page says: orders to the simulation, and what concerns the server itself.

use planetfall_files::live::{Choice, Order};
use serde::Deserialize;
use serde_json::Value;

/// Columns that a page may watch. Chosen.
const MOST_COLUMNS: usize = 1024;

/// A wish of a page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Wish {
    /// For the simulation.
    Order(Order),
    /// For the server.
    Own(Own),
}

/// What the server does itself.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Own {
    /// These columns are wanted from now on.
    Watch {
        /// Goes back with their values: values of an older list may be on their way.
        number: u32,
        columns: Vec<String>,
    },
    /// The session becomes a run.
    Save {},
    /// Another session.
    Restart { choice: Choice },
}

/// A wish that cannot be understood or obeyed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refused {
    /// What was wished, as far as it was said.
    pub(crate) wish: String,
    pub(crate) sentence: String,
}

impl Wish {
    /// Reads what a page has sent.
    pub(crate) fn read(text: &[u8]) -> Result<Self, Refused> {
        let refused = |wish: &str, sentence: String| Refused { wish: wish.to_owned(), sentence };
        let value: Value = serde_json::from_slice(text).map_err(|error| {
            refused("", format!("an order is JSON such as {{\"do\": \"pause\"}}: {error}"))
        })?;
        let wish = value.get("do").and_then(Value::as_str).unwrap_or_default().to_owned();
        if wish.is_empty() {
            return Err(refused("", "an order needs `do`, such as {\"do\": \"pause\"}".to_owned()));
        }
        let refusal = |error: serde_json::Error| refused(&wish, format!("`{wish}`: {error}"));
        match wish.as_str() {
            "watch" | "save" | "restart" => {
                let own: Own = serde_json::from_value(value).map_err(refusal)?;
                match &own {
                    Own::Watch { columns, .. } if columns.len() > MOST_COLUMNS => Err(refused(
                        &wish,
                        format!(
                            "at most {MOST_COLUMNS} columns are watched, not {}",
                            columns.len()
                        ),
                    )),
                    Own::Watch { .. } | Own::Save {} | Own::Restart { .. } => Ok(Self::Own(own)),
                }
            }
            _ => serde_json::from_value(value).map(Self::Order).map_err(refusal),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_and_wishes_to_the_server_are_distinguished() {
        assert_eq!(Wish::read(br#"{"do":"pause"}"#), Ok(Wish::Order(Order::Pause)));
        assert_eq!(Wish::read(br#"{"do":"save"}"#), Ok(Wish::Own(Own::Save {})));
        let watch = Wish::read(br#"{"do":"watch","number":3,"columns":["a"]}"#).unwrap();
        assert_eq!(watch, Wish::Own(Own::Watch { number: 3, columns: vec!["a".to_owned()] }));
    }

    #[test]
    fn what_makes_no_sense_is_reported_with_what_was_wished() {
        for (text, word) in [
            ("", "JSON"),
            ("{\"do\": \"pause\"", "JSON"),
            ("[]", "needs `do`"),
            ("{\"do\": 3}", "needs `do`"),
            ("{\"do\": \"fly_away\"}", "fly_away"),
            ("{\"do\": \"goal\", \"at_m\": [1]}", "goal"),
            ("{\"do\": \"goal\", \"at_m\": \"there\"}", "goal"),
            ("{\"do\": \"save\", \"as\": \"/etc\"}", "as"),
            ("{\"do\": \"watch\", \"columns\": []}", "number"),
        ] {
            let refused = Wish::read(text.as_bytes()).unwrap_err();
            assert!(refused.sentence.contains(word), "{text}: {}", refused.sentence);
        }
    }
}
