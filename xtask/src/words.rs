//! Words of the house where the field has its own (the glossary in CONTRIBUTING.md): in documents for users, and in
//! names, comments and texts of the code.

use crate::sources::folder_entries;
use crate::tokens::{Language, Token, tokens, words_of_name};
use std::path::{Path, PathBuf};

/// Words that stand for a concept with a name in the field wherever they occur, in prose and in names.
const HOUSE_WORDS: [&str; 34] = [
    "told",
    "tell",
    "tells",
    "telling",
    "sounding",
    "soundings",
    "feeler",
    "feelers",
    "encounter",
    "encounters",
    "softness",
    "footing",
    "footings",
    "folded",
    "crowd",
    "crowds",
    "escalation",
    "befall",
    "befalls",
    "befell",
    "befallen",
    "ailment",
    "ailments",
    "incident",
    "incidents",
    "deed",
    "deeds",
    "desk",
    "desks",
    "helm",
    "helms",
    "lately",
    "retold",
    "untold",
];

/// Words that are wrong as a part of a name. In prose they have their plain sense: room for three labels, vehicles that
/// meet, ground that covers a rock.
const WORDS_IN_NAMES: [&str; 5] = ["room", "rooms", "meeting", "meetings", "lent"];

/// Words that are wrong as a whole name, which should say what it is. In longer names and in prose they have their plain
/// sense: lift-off, round-off, half way, six wheels, a camera that looks down.
const WHOLE_NAMES: [&str; 9] =
    ["way", "ways", "Way", "off", "six", "looks", "Press", "otherwise", "hands"];

/// From so many words on a name is a sentence, as claims of tests are.
const SENTENCE: usize = 5;

/// Where a word is not of the house, and why.
const SENSES: [(&str, &str, &str); 5] = [
    ("crates/planetfall-run/src/operator/journal.rs", "incidents", "a key of `commands.jsonl`"),
    ("crates/planetfall-run/tests/all/operating/replay.rs", "incidents", "the same key"),
    (
        "crates/planetfall/src/contact/nonsmooth/cascade.rs",
        "escalation",
        "the solver's name in results",
    ),
    ("xtask/src/words.rs", "", "the list itself"),
    ("xtask/src/documents.rs", "", "its test quotes words"),
];

/// How often they stand in README.md and in the pages of docs/.
pub(crate) fn count(root: &Path) -> Result<usize, String> {
    let mut pages = vec![root.join("README.md")];
    for folder in ["docs", "docs/theory", "docs/validation"] {
        pages.extend(folder_entries(&root.join(folder))?);
    }
    let mut sum = 0;
    for page in pages.iter().filter(|page| page.extension().is_some_and(|kind| kind == "md")) {
        let text = read(page)?;
        let found = words_outside_code(&text).filter(|word| HOUSE_WORDS.contains(&&**word)).count();
        if found > 0 {
            println!("    {}: {found}", page.strip_prefix(root).unwrap_or(page).display());
        }
        sum += found;
    }
    Ok(sum)
}

/// Words of a page, without what stands between backticks.
fn words_outside_code(text: &str) -> impl Iterator<Item = String> {
    let prose = text.split('`').step_by(2);
    prose.flat_map(|part| part.split(|c: char| !c.is_alphabetic())).map(str::to_lowercase)
}

/// Where they stand in the code, as "file: word in what".
pub(crate) fn in_code(root: &Path) -> Result<Vec<String>, String> {
    let mut files = Vec::new();
    for folder in ["benches", "crates", "examples", "tests", "viewer", "xtask"] {
        collect(&root.join(folder), &mut files)?;
    }
    let mut found = Vec::new();
    for (path, language) in files {
        let shown = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
        let text = read(&path)?;
        let words = house_words(&text, language);
        let foreign = words.into_iter().filter(|(word, _)| !has_sense(&shown, word));
        found.extend(foreign.map(|(word, token)| format!("{shown}: {word} in {token}")));
    }
    Ok(found)
}

fn has_sense(file: &str, word: &str) -> bool {
    SENSES.iter().any(|(own, sense, _)| *own == file && (sense.is_empty() || *sense == word))
}

/// The words of the house in a source, each with the name or the kind of text it stands in.
fn house_words(text: &str, language: Language) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (token, text) in tokens(text, language) {
        match token {
            Token::Name => {
                let words = words_of_name(text);
                let is_claim = words.len() >= SENTENCE;
                let is_house = |word: &&String| {
                    HOUSE_WORDS.contains(&&***word)
                        || (!is_claim && WORDS_IN_NAMES.contains(&&***word))
                };
                found.extend(
                    words.iter().find(is_house).map(|word| (word.clone(), text.to_owned())),
                );
                if WHOLE_NAMES.contains(&text) {
                    found.push((text.to_owned(), "a name".to_owned()));
                }
            }
            Token::Comment | Token::Text => {
                let what = if token == Token::Comment { "a comment" } else { "a text" };
                let words = text.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
                let house = words.filter(|word| HOUSE_WORDS.contains(&&**word));
                found.extend(house.map(|word| (word, what.to_owned())));
            }
        }
    }
    found
}

/// Sources below a folder; what is built or installed is none.
fn collect(folder: &Path, files: &mut Vec<(PathBuf, Language)>) -> Result<(), String> {
    for path in folder_entries(folder)? {
        let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        if path.is_dir() {
            if !["target", "node_modules", "bundle", "__pycache__"].contains(&&*name) {
                collect(&path, files)?;
            }
        } else if let Some(language) = Language::of(&name) {
            files.push((path, language));
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources;

    #[test]
    fn documents_and_code_have_the_words_of_the_field() {
        let root = sources::root().unwrap();
        assert_eq!(count(&root).unwrap(), 0);
        let found = in_code(&root).unwrap();
        assert!(found.is_empty(), "{}:\n{}", found.len(), found.join("\n"));
    }

    #[test]
    fn a_house_word_is_found_in_names_comments_and_texts_and_its_plain_sense_is_not() {
        let words = |text: &str| -> Vec<String> {
            house_words(text, Language::Rust).into_iter().map(|(word, _)| word).collect()
        };
        assert_eq!(
            words("fn tell(room: &ToldBefore) {} // it befell"),
            ["tell", "room", "told", "befell"]
        );
        assert_eq!(words("let way = \"was told\";"), ["way", "told"]);
        let plain =
            "fn there_is_no_room_for_all_labels() { half_way(lift_off) } // room on the way";
        assert_eq!(words(plain), Vec::<String>::new());
    }

    #[test]
    fn every_sense_that_is_allowed_is_still_there() {
        let root = sources::root().unwrap();
        for (file, word, _) in SENSES {
            let text = read(&root.join(file)).unwrap();
            assert!(text.contains(word), "{file} has no `{word}` any more: strike it off the list");
        }
    }
}
