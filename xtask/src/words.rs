//! Words of the house in documents for users, where the field has its own.

use crate::sources::folder_entries;
use std::path::Path;

/// Each stands for a concept that has a name in the field (the glossary in CONTRIBUTING.md).
const HOUSE_WORDS: [&str; 16] = [
    "told",
    "sounding",
    "feeler",
    "encounter",
    "softness",
    "footing",
    "folded",
    "crowd",
    "escalation",
    "befalls",
    "befall",
    "ailment",
    "deed",
    "desk",
    "helm",
    "lately",
];

/// How often they stand in README.md and in the pages of docs/.
pub(crate) fn count(root: &Path) -> Result<usize, String> {
    let mut pages = vec![root.join("README.md")];
    for folder in ["docs", "docs/theory", "docs/validation"] {
        pages.extend(folder_entries(&root.join(folder))?);
    }
    let mut sum = 0;
    for page in pages.iter().filter(|page| page.extension().is_some_and(|kind| kind == "md")) {
        let text = std::fs::read_to_string(page)
            .map_err(|error| format!("{}: {error}", page.display()))?;
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
