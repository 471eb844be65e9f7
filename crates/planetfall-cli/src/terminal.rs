//! What differs between a terminal and a pipe.

use indicatif::{ProgressBar, ProgressStyle};
use planetfall::time::Time;
use planetfall_io::format::Ink;
use std::io::{IsTerminal, stderr};
use std::time::Duration;

/// Colours for messages on standard error: only on a terminal, and not if NO_COLOR is set.
pub(crate) fn ink() -> Ink {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if stderr().is_terminal() && !plain { Ink::Colour } else { Ink::Plain }
}

/// A bar that shows simulated time; invisible in a pipe or when told to be quiet.
pub(crate) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    pub(crate) fn new(duration: Time, quiet: bool) -> Self {
        let bar = if quiet || !stderr().is_terminal() {
            ProgressBar::hidden()
        } else {
            ProgressBar::new(duration.nanos().unsigned_abs())
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

    pub(crate) fn done(&self) {
        self.bar.finish_and_clear();
    }
}
