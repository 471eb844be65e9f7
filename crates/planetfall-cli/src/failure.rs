//! How the command ends when it does not end well.

use std::fmt::Display;
use std::process::ExitCode;

/// A failure with the exit code that scripts rely on.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input was wrong (2): nothing has been written.
    Input(String),
    /// The run failed (1); what it had recorded is kept.
    Run(String),
    /// An expectation failed in strict mode (1); the table has told it already.
    Expectation(String),
}

impl Failure {
    pub(crate) fn input(error: impl Display) -> Self {
        Self::Input(error.to_string())
    }

    pub(crate) fn run(error: impl Display) -> Self {
        Self::Run(error.to_string())
    }

    pub(crate) fn tell(&self) {
        match self {
            // Mistakes of a file bring their own places and words.
            Self::Input(text) if text.contains(": error: ") => eprintln!("{}", text.trim_end()),
            Self::Input(text) | Self::Run(text) | Self::Expectation(text) => {
                eprintln!("error: {}", text.trim_end());
            }
        }
    }

    pub(crate) fn code(&self) -> ExitCode {
        match self {
            Self::Input(_) => ExitCode::from(2),
            Self::Run(_) | Self::Expectation(_) => ExitCode::from(1),
        }
    }
}
