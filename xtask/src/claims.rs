//! What the documents claim of the program, held against the repository: numbers of benchmarks name their command, what
//! is said to be absent is absent, and the glossary is complete and leads somewhere.

use crate::sources::{Crate, folder_entries};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Words with which a page quotes what computing costs.
const COSTS: [&str; 7] = [
    "µs a step",
    "µs per step",
    "instructions a step",
    "times real time",
    "of one core",
    "s of processor time",
    "s per simulated second",
];

/// How commands begin that measure, and places of programs that do.
const MEASURES: [&str; 8] = [
    "./bench",
    "cargo bench",
    "benches/",
    "planetfall ",
    "tests/",
    "cargo run",
    "cargo test",
    "viewer/check",
];

/// What introduces a list of what there is not.
const ABSENT: &str = "Not there yet:";

/// Terms of the vocabulary that the glossary must have.
const TERMS: [&str; 36] = [
    "broad phase, narrow phase",
    "checkpoint",
    "channel",
    "command",
    "condensed soil",
    "constraint row",
    "contact",
    "contact sample point",
    "Delassus operator",
    "discrete state",
    "distance, path",
    "drawbar pull",
    "event",
    "fault",
    "gap",
    "ground truth",
    "joint limits",
    "large island",
    "ledger",
    "manual control",
    "module",
    "natural-map residual",
    "operator",
    "query",
    "report",
    "rest penetration",
    "sinkage",
    "slip ratio",
    "soil body",
    "solver cascade",
    "time step",
    "tolerance met",
    "visuals",
    "warm start",
    "workspace",
    "wrench",
];

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// README.md and all pages of docs/.
fn pages(root: &Path) -> Result<Vec<PathBuf>, String> {
    let mut pages = vec![root.join("README.md")];
    for folder in ["docs", "docs/code", "docs/theory", "docs/validation"] {
        pages.extend(folder_entries(&root.join(folder))?);
    }
    pages.retain(|page| page.extension().is_some_and(|kind| kind == "md"));
    Ok(pages)
}

/// Sections that quote what computing costs and name nothing that measures it, as "page: heading".
pub(crate) fn costs_without_command(root: &Path) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    for page in pages(root)? {
        let shown = page.strip_prefix(root).unwrap_or(&page).display();
        let bare = sections(&read(&page)?).into_iter().filter(|section| is_bare_cost(section));
        found.extend(bare.map(|s| format!("{shown}: {}", s.lines().next().unwrap_or_default())));
    }
    Ok(found)
}

/// The parts of a page between headings of the first and second level.
fn sections(text: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    for line in text.lines() {
        if line.starts_with("# ") || line.starts_with("## ") {
            all.push(String::new());
        }
        if let Some(last) = all.last_mut() {
            last.push_str(line);
            last.push('\n');
        }
    }
    all
}

fn is_bare_cost(section: &str) -> bool {
    let quotes = COSTS.iter().any(|words| {
        let places = section.match_indices(words);
        // What is asked of a machine is no measurement: the words follow a number.
        places.into_iter().any(|(at, _)| {
            let before = section.get(..at).unwrap_or_default().trim_end();
            before.ends_with(|c: char| c.is_ascii_digit())
        })
    });
    let mut spans = section.split('`').skip(1).step_by(2);
    quotes && !spans.any(|span| MEASURES.iter().any(|begin| span.contains(begin)))
}

/// Verbs of the command, as they are typed.
fn verbs(crates: &[Crate]) -> BTreeSet<String> {
    let files = crates.iter().filter(|one| one.name == "planetfall-cli").flat_map(|one| &one.files);
    let items = files.filter(|file| file.path == "main.rs").flat_map(|file| &file.syntax.items);
    let verbs = items.filter_map(|item| match item {
        syn::Item::Enum(list) if list.ident == "Verb" => Some(&list.variants),
        _ => None,
    });
    let words = |name: &syn::Ident| crate::tokens::words_of_name(&name.to_string()).join("-");
    verbs.flatten().map(|variant| words(&variant.ident)).collect()
}

/// What pages say is not there, though there is a verb or a crate for it, as "page: phrase".
pub(crate) fn absent_that_exist(root: &Path, crates: &[Crate]) -> Result<Vec<String>, String> {
    let mut there = verbs(crates);
    there.extend(
        crates.iter().filter_map(|one| one.name.strip_prefix("planetfall-")).map(str::to_owned),
    );
    let mut found = Vec::new();
    for page in pages(root)? {
        let shown = page.strip_prefix(root).unwrap_or(&page).display();
        let text = read(&page)?;
        let wrong = phrases(&text).filter(|phrase| names_one(phrase, &there));
        found.extend(wrong.map(|phrase| format!("{shown}: {phrase}")));
    }
    Ok(found)
}

/// The phrases of all lists of what is not there.
fn phrases(text: &str) -> impl Iterator<Item = &str> {
    let lists = text.lines().filter_map(|line| line.split_once(ABSENT)).map(|(_, list)| list);
    lists.flat_map(|list| list.trim_end_matches('.').split(',')).map(str::trim)
}

/// Whether a phrase has the name of one of these, in its plural or as people call it.
fn names_one(phrase: &str, there: &BTreeSet<String>) -> bool {
    let words = phrase.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    words.into_iter().any(|word| {
        let known = match &*word {
            "python" => "py",
            "fmi" => "fmu",
            "plans" => "plan",
            other => other,
        };
        there.contains(known) || known.strip_suffix('s').is_some_and(|one| there.contains(one))
    })
}

/// What is wrong with the glossary: terms of the vocabulary that it lacks, and links that lead nowhere.
pub(crate) fn faults_of_glossary(root: &Path) -> Result<Vec<String>, String> {
    let text = read(&root.join("CONTRIBUTING.md"))?;
    let section = text.split("\n## ").find(|part| part.starts_with("Glossary")).unwrap_or_default();
    let rows: Vec<Vec<&str>> = section
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| term"))
        .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
        .collect();
    let terms: BTreeSet<&str> = rows.iter().filter_map(|row| row.first().copied()).collect();
    let lacking = TERMS.iter().filter(|term| !terms.contains(*term));
    let mut faults: Vec<String> = lacking.map(|term| format!("no term `{term}`")).collect();
    for row in &rows {
        let (term, place) = (row.first().unwrap_or(&""), row.last().unwrap_or(&""));
        let links: Vec<&str> =
            place.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
        if links.is_empty() {
            faults.push(format!("`{term}` says not where it is defined"));
        }
        let gone = links.into_iter().filter(|link| {
            let file = link.split('#').next().unwrap_or_default();
            !root.join(file).is_file()
        });
        faults.extend(gone.map(|link| format!("`{term}`: there is no {link}")));
    }
    Ok(faults)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources;

    #[test]
    fn every_number_of_a_benchmark_names_its_command() {
        let root = sources::root().unwrap();
        assert_eq!(costs_without_command(&root).unwrap(), Vec::<String>::new());
        assert!(is_bare_cost("# Speed\nIt takes 12 µs a step.\n"));
        assert!(!is_bare_cost("# Speed\nIt takes 12 µs a step (`./bench`).\n"));
        assert!(!is_bare_cost("# Wish\nSo many times real time are wanted.\n"));
    }

    #[test]
    fn no_document_claims_absent_what_exists() {
        let root = sources::root().unwrap();
        let crates = sources::read(&root).unwrap();
        assert_eq!(absent_that_exist(&root, &crates).unwrap(), Vec::<String>::new());
        let there = verbs(&crates);
        assert!(there.contains("run") && there.contains("soil-figures"), "{there:?}");
        let page = "Not there yet: runs at night, sweeping of floors, Python.\n";
        let wrong: Vec<&str> = phrases(page).filter(|phrase| names_one(phrase, &there)).collect();
        assert_eq!(wrong, ["runs at night"]);
    }

    #[test]
    fn the_glossary_has_the_vocabulary_and_its_links_lead_somewhere() {
        let root = sources::root().unwrap();
        assert_eq!(faults_of_glossary(&root).unwrap(), Vec::<String>::new());
    }

    /// What a screen and a half shows.
    const MOST_WORDS: usize = 600;

    #[test]
    fn the_readme_is_one_page() {
        let text = read(&sources::root().unwrap().join("README.md")).unwrap();
        let words = text.split_whitespace().count();
        assert!(words <= MOST_WORDS, "{words} words");
    }
}
