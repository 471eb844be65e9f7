//! What stands behind an expected value.

use serde::{Deserialize, Serialize};

/// What stands behind an expected value. Only published and measured values say anything about other
/// people's work; tables, reports and the viewer head every value with its kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExpectationKind {
    /// A publication states it.
    Published,
    /// Somebody measured it on the real thing.
    Measured,
    /// It follows from what is given by a law or by arithmetic.
    ClosedForm,
    /// Another program computed it from the same equations.
    Independent,
    /// A result or bound of our own.
    Regression,
    /// The file does not say.
    #[default]
    Unstated,
}

impl ExpectationKind {
    /// All kinds, in the order in which tables show them.
    pub const ALL: [Self; 6] = [
        Self::Published,
        Self::Measured,
        Self::ClosedForm,
        Self::Independent,
        Self::Regression,
        Self::Unstated,
    ];

    /// Its word in files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Published => "published",
            Self::Measured => "measured",
            Self::ClosedForm => "closed_form",
            Self::Independent => "independent",
            Self::Regression => "regression",
            Self::Unstated => "unstated",
        }
    }

    /// The head of a column of such values.
    #[must_use]
    pub fn heading(self) -> &'static str {
        match self {
            Self::Published => "paper",
            Self::Measured => "measured",
            Self::ClosedForm => "closed form",
            Self::Independent => "independent",
            Self::Regression => "regression",
            Self::Unstated => "unstated",
        }
    }

    /// The kind of a word in a file; unstated where there is none.
    #[must_use]
    pub fn named(word: Option<&str>) -> Self {
        let named = |word: &str| Self::ALL.into_iter().find(|kind| kind.word() == word);
        word.and_then(named).unwrap_or_default()
    }
}
