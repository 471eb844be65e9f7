//! The format machinery against a small format of its own.

mod declared;
mod demo;
mod mistakes;
mod robustness;
mod schemas;
mod settings;
mod units;
mod values;
mod writing;

use super::declare::Declared;
use super::{Checked, Ink, Source, check, render};

/// Checks a text against the demo format and returns the rendered diagnostics.
fn reported(text: &str) -> String {
    reported_for(&Source::new("drop.toml", text))
}

fn reported_for(source: &Source) -> String {
    render(&check(source, &demo::DROP).diagnostics, source, Ink::Plain)
}

/// Checks a text that must be without mistakes.
#[track_caller]
fn sound(text: &str) -> Checked {
    let source = Source::new("drop.toml", text);
    let checked = check(&source, &demo::DROP);
    assert!(checked.diagnostics.is_empty(), "{}", reported_for(&source));
    checked
}

/// The keys of a checked text.
fn keys_of(checked: &Checked) -> demo::Drop {
    demo::Drop::of(&checked.value)
}

/// The message and help of the only mistake of a text.
#[track_caller]
fn only_mistake(text: &str) -> (String, String) {
    let source = Source::new("drop.toml", text);
    let mut diagnostics = check(&source, &demo::DROP).diagnostics;
    assert_eq!(diagnostics.len(), 1, "{}", reported_for(&source));
    let one = diagnostics.remove(0);
    (one.message, one.help.unwrap_or_default())
}
