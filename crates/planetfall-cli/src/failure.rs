//! How the command ends when it does not end well.

use std::fmt::Display;
use std::io::{Write, stderr};
use std::process::ExitCode;

/// A failure with the exit code that scripts rely on.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input was wrong (2): nothing has been written.
    Input(String),
    /// Mistakes of a file (2), with their places and in their own words.
    Mistakes(String),
    /// The run failed (1); what it had recorded is kept.
    Run(String),
    /// An expectation failed in strict mode (1); the table has printed it already.
    Expectation(String),
    /// Two runs differ (1); how has been printed already.
    Differ,
    /// Ctrl-C (130, as shells have it); what the run had recorded is kept.
    Interrupted(String),
}

impl Failure {
    pub(crate) fn input(error: impl Display) -> Self {
        Self::Input(error.to_string())
    }

    pub(crate) fn run(error: impl Display) -> Self {
        Self::Run(error.to_string())
    }

    pub(crate) fn print(&self) {
        match self {
            Self::Input(text) | Self::Run(text) | Self::Expectation(text) => {
                complain(&format!("error: {text}"));
            }
            Self::Mistakes(text) | Self::Interrupted(text) => complain(text),
            Self::Differ => {}
        }
    }

    pub(crate) fn code(&self) -> ExitCode {
        match self {
            Self::Input(_) | Self::Mistakes(_) => ExitCode::from(2),
            Self::Run(_) | Self::Expectation(_) | Self::Differ => ExitCode::from(1),
            Self::Interrupted(_) => ExitCode::from(130),
        }
    }
}

/// Prints a message on standard error; where that is closed nobody can read it.
pub(crate) fn complain(text: &str) {
    let _ = writeln!(stderr().lock(), "{}", text.trim_end());
}
