//! What the built-in scenarios claim, and what stands behind it.
#![allow(clippy::unwrap_used, reason = "a failed test may panic")]

use planetfall_files::run_folder::ExpectationKind;
use planetfall_files::{rig, scenario};
use std::path::Path;
use toml::Table;

/// Every `[[expect]]` of the built-in scenarios and of the validation pages, with its file's name.
fn expectations() -> Vec<(String, Table)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/validation");
    let pages = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let pages = pages.filter(|path| path.extension().is_some_and(|suffix| suffix == "toml"));
    let pages =
        pages.map(|path| (path.display().to_string(), std::fs::read_to_string(path).unwrap()));
    let known = scenario::builtins().iter().chain(rig::builtins());
    let known = known.map(|known| (known.name.to_owned(), known.text.to_owned()));
    let of = |(name, text): (String, String)| {
        let mut document: Table = text.parse().unwrap();
        let list: Vec<Table> =
            document.remove("expect").map_or_else(Vec::new, |list| list.try_into().unwrap());
        list.into_iter().map(move |table| (name.clone(), table)).collect::<Vec<_>>()
    };
    known.chain(pages).flat_map(of).collect()
}

fn word<'a>(table: &'a Table, key: &str) -> &'a str {
    table.get(key).and_then(|item| item.as_str()).unwrap_or_default()
}

#[test]
fn every_expectation_that_comes_with_the_program_says_what_stands_behind_it() {
    let all = expectations();
    assert!(all.len() > 200, "{}", all.len());
    for (name, table) in all {
        let kind = ExpectationKind::named(Some(word(&table, "kind")));
        assert_ne!(kind, ExpectationKind::Unstated, "{name}: {table:?}");
    }
}

#[test]
fn a_published_value_names_its_publication_and_our_own_ranges_are_regression() {
    let publications = [
        "paper",
        "Raiszadeh",
        "Onoda",
        "radar is not used",
        "MSL's predicted timeline",
        "JSR 10.2514/1.A32816",
    ];
    for (name, table) in expectations() {
        let (kind, source) = (word(&table, "kind"), word(&table, "source"));
        if kind == "published" {
            let named = publications.iter().any(|publication| source.contains(publication));
            assert!(named, "{name}: {table:?}");
        }
        let own = ["range for regression", "our own:", "our own `planetfall", "bound of our own,"];
        if own.iter().any(|words| source.contains(words)) {
            assert_eq!(kind, "regression", "{name}: {table:?}");
        }
    }
}

/// A scenario of a user that does not say is read as before.
#[test]
fn an_expectation_without_a_kind_is_read_and_claims_nothing() {
    let known = scenario::builtin("bounce").unwrap();
    let text: String = known
        .text
        .lines()
        .filter(|line| !line.starts_with("kind = \"closed_form\""))
        .fold(String::new(), |text, line| text + line + "\n");
    let file = scenario::ScenarioFile::from_text("bounce", &text);
    let loaded = file.load(planetfall_files::format::Ink::Plain).unwrap();
    assert!(!loaded.expectations.is_empty());
    for expectation in &loaded.expectations {
        assert_eq!(expectation.kind, ExpectationKind::Unstated, "{}", expectation.metric);
    }
}
