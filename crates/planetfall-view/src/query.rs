//! What the page writes after the question mark.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use axum::extract::Query;
use axum::extract::rejection::QueryRejection;

use crate::refusal::Refusal;

/// Columns in one request at most. Chosen.
const MOST_COLUMNS: usize = 128;

/// Words by name; of a name that comes twice the last counts.
#[derive(Debug, Default)]
pub(crate) struct Words(BTreeMap<String, String>);

/// A query as axum hands it over.
pub(crate) type Asked = Result<Query<Vec<(String, String)>>, QueryRejection>;

impl Words {
    pub(crate) fn new(asked: Asked) -> Result<Self, Refusal> {
        match asked {
            Ok(Query(words)) => Ok(Self(words.into_iter().collect())),
            Err(error) => Err(Refusal::question(error)),
        }
    }

    /// A number, if it is given.
    pub(crate) fn number(&self, name: &str) -> Result<Option<f64>, Refusal> {
        let Some(word) = self.0.get(name) else { return Ok(None) };
        match word.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Some(number)),
            _ => Err(Refusal::question(format!("{name}={word} is not a number"))),
        }
    }

    /// A count within limits.
    pub(crate) fn count(
        &self,
        name: &str,
        usual: usize,
        limits: &RangeInclusive<usize>,
    ) -> Result<usize, Refusal> {
        let Some(word) = self.0.get(name) else { return Ok(usual) };
        match word.parse::<usize>() {
            Ok(count) if limits.contains(&count) => Ok(count),
            _ => {
                let (least, most) = (limits.start(), limits.end());
                let sentence = format!("{name}={word}: must be a whole number, {least} to {most}");
                Err(Refusal::question(sentence))
            }
        }
    }

    /// A span of time; what is not given is open.
    pub(crate) fn span(&self) -> Result<(f64, f64), Refusal> {
        let from = self.number("from")?.unwrap_or(f64::NEG_INFINITY);
        let to = self.number("to")?.unwrap_or(f64::INFINITY);
        if from > to {
            return Err(Refusal::question(format!("from={from} is later than to={to}")));
        }
        Ok((from, to))
    }

    /// A word that must be given.
    pub(crate) fn word(&self, name: &str) -> Result<&str, Refusal> {
        let absent = || Refusal::question(format!("{name}= must be given"));
        self.0.get(name).map(String::as_str).ok_or_else(absent)
    }

    /// Names separated by commas.
    pub(crate) fn names(&self, name: &str) -> Result<Vec<&str>, Refusal> {
        let words = self.0.get(name).map_or("", String::as_str);
        let names: Vec<&str> = words.split(',').filter(|word| !word.is_empty()).collect();
        match names.len() {
            0 => Err(Refusal::question(format!("{name}= must name at least one column"))),
            1..=MOST_COLUMNS => Ok(names),
            count => Err(Refusal::question(format!(
                "{name}= names {count} columns; at most {MOST_COLUMNS} are given at once"
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(pairs: &[(&str, &str)]) -> Words {
        Words(pairs.iter().map(|(name, word)| ((*name).to_owned(), (*word).to_owned())).collect())
    }

    #[test]
    fn numbers_that_are_none_are_refused_with_their_name() {
        for word in ["", "x", "nan", "inf", "1e999"] {
            let refusal = words(&[("t", word)]).number("t").unwrap_err();
            assert!(refusal.sentence.contains("t="), "{refusal:?}");
        }
        assert_eq!(words(&[("t", "-1.5e3")]).number("t").unwrap(), Some(-1500.0));
        assert_eq!(words(&[]).number("t").unwrap(), None);
    }

    #[test]
    fn counts_keep_their_limits_and_spans_their_order() {
        assert_eq!(words(&[]).count("n", 7, &(2..=9)).unwrap(), 7);
        assert_eq!(words(&[("n", "9")]).count("n", 7, &(2..=9)).unwrap(), 9);
        for word in ["1", "10", "-3", "2.5", "99999999999999999999999"] {
            assert!(words(&[("n", word)]).count("n", 7, &(2..=9)).is_err(), "{word}");
        }
        assert!(words(&[("from", "2"), ("to", "1")]).span().is_err());
        assert_eq!(words(&[("from", "2")]).span().unwrap(), (2.0, f64::INFINITY));
    }
}
