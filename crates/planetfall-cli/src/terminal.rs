//! What differs between a terminal and a pipe.

use crate::failure::{Failure, complain};
use indicatif::{ProgressBar, ProgressStyle};
use planetfall::time::Time;
use planetfall_files::format::Ink;
use std::fmt::Arguments;
use std::io::{ErrorKind, IsTerminal, Write, stderr, stdout};
use std::time::Duration;

/// Prints a line on standard output, as `println` does but without its panics.
macro_rules! say {
    ($($words:tt)*) => {
        $crate::terminal::print(format_args!("{}\n", format_args!($($words)*)))
    };
}
pub(crate) use say;

/// Prints on standard output. A reader that has seen enough (`| head`) is no failure, and what the
/// command has to do besides is still done.
pub(crate) fn print(text: Arguments<'_>) -> Result<(), Failure> {
    let mut out = stdout().lock();
    match out.write_fmt(text).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::Run(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Prints a warning, its word coloured on a terminal.
pub(crate) fn warn(text: &str) {
    match ink() {
        Ink::Plain => complain(text),
        Ink::Colour => complain(&text.replacen("warning:", "\u{1b}[1;33mwarning\u{1b}[0m:", 1)),
    }
}

/// Colours for messages on standard error: only on a terminal, and not if NO_COLOR is set.
pub(crate) fn ink() -> Ink {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if stderr().is_terminal() && !plain { Ink::Colour } else { Ink::Plain }
}

/// A bar that shows simulated time; invisible in a pipe or with --quiet.
pub(crate) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    pub(crate) fn new(duration: Time, quiet: bool) -> Self {
        Self::over(duration.nanos().unsigned_abs(), quiet)
    }

    /// The same for so many runs.
    pub(crate) fn of_runs(runs: usize) -> Self {
        Self::over(runs as u64, false)
    }

    /// The same for trials whose number is not known.
    pub(crate) fn of_trials() -> Self {
        let progress = Self::over(1, false);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            progress.bar.set_style(style);
        }
        progress
    }

    pub(crate) fn trial(&self, trials: usize, least: f64) {
        if !self.bar.is_hidden() {
            self.bar.set_message(format!("{trials} trials, least residual {least:.4}"));
        }
    }

    fn over(length: u64, quiet: bool) -> Self {
        let bar = if quiet || !stderr().is_terminal() {
            ProgressBar::hidden()
        } else {
            ProgressBar::new(length)
        };
        let style = ProgressStyle::with_template("{bar:40} {percent:>3} %  {msg}  {eta} left");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(100));
        Self { bar }
    }

    pub(crate) fn at(&self, time: Time) {
        self.bar.set_position(time.nanos().unsigned_abs());
        if !self.bar.is_hidden() {
            self.bar.set_message(format!("{:.2} s", time.seconds()));
        }
    }

    pub(crate) fn another_run(&self) {
        self.bar.inc(1);
    }

    pub(crate) fn done(&self) {
        self.bar.finish_and_clear();
    }
}
