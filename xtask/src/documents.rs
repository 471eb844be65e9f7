//! What the documents say of the code: the map names every module, and tests that they name exist.

use crate::sources::{Crate, folder_entries};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Pages that describe the code.
fn pages(root: &Path) -> Result<Vec<PathBuf>, String> {
    let mut pages = vec![root.join("ARCHITECTURE.md"), root.join("CONTRIBUTING.md")];
    for folder in ["docs", "docs/code", "docs/theory", "docs/validation"] {
        pages.extend(folder_entries(&root.join(folder))?);
    }
    pages.retain(|page| page.extension().is_some_and(|kind| kind == "md"));
    Ok(pages)
}

/// Modules of a crate that its section of the map does not name between backticks.
fn not_on_map(one: &Crate, map: &str) -> Vec<String> {
    let section = map.split("\n## ").find(|section| section.starts_with(&format!("{}:", one.name)));
    let spans = section.unwrap_or_default().split('`').skip(1).step_by(2);
    let named: BTreeSet<&str> = spans.map(|span| span.trim_end_matches('/')).collect();
    let modules = one.files.iter().filter_map(|file| file.path.split('/').next());
    let modules: BTreeSet<&str> = modules.map(|first| first.trim_end_matches(".rs")).collect();
    let roots = ["lib", "main"];
    let missing = modules.into_iter().filter(|name| !roots.contains(name));
    let missing = missing.filter(|name| !named.contains(name));
    missing.filter(|name| !named.contains(&&*format!("{name}.rs"))).map(str::to_owned).collect()
}

/// Words that end the names of quantities, never those of claims.
const UNITS: [&str; 9] = ["per", "m", "s", "n", "kg", "rad", "deg", "k1", "h"];

/// How functions of the C header begin.
const C_INTERFACE: &str = "planetfall_";

/// Names between backticks that are written as tests are: five words or more, no unit among them.
fn claims(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2).filter(|span| {
        let of_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        let words = || span.split('_');
        span.chars().all(of_name)
            && words().count() >= 5
            && !span.starts_with(C_INTERFACE)
            && !words().any(|word| UNITS.contains(&word))
    })
}

/// Names of all functions in sources of Rust and Python below a folder.
fn functions(folder: &Path, names: &mut BTreeSet<String>) -> Result<(), String> {
    for path in folder_entries(folder)? {
        let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        if path.is_dir() {
            if !["target", "node_modules"].contains(&&*name) {
                functions(&path, names)?;
            }
        } else if [".rs", ".py"].iter().any(|end| name.ends_with(end)) {
            let text = std::fs::read_to_string(&path)
                .map_err(|error| format!("{}: {error}", path.display()))?;
            let heads = text.lines().filter_map(|line| {
                let line = line.trim_start().trim_start_matches("pub ");
                line.strip_prefix("fn ").or_else(|| line.strip_prefix("def "))
            });
            let ends = |c: char| !c.is_ascii_alphanumeric() && c != '_';
            names.extend(heads.filter_map(|head| head.split(ends).next()).map(str::to_owned));
        }
    }
    Ok(())
}

/// Modules that the map does not name, as "crate: module".
pub(crate) fn modules_not_on_map(root: &Path, crates: &[Crate]) -> Result<Vec<String>, String> {
    let path = root.join("docs/code/modules.md");
    let map = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let missing = |one: &Crate| {
        not_on_map(one, &map).into_iter().map(|name| format!("{}: {name}", one.name)).collect()
    };
    Ok(crates.iter().flat_map(|one| -> Vec<String> { missing(one) }).collect())
}

/// Tests that documents name and that are not there, as "page: name".
pub(crate) fn tests_that_are_not_there(root: &Path) -> Result<Vec<String>, String> {
    let mut names = BTreeSet::new();
    for folder in ["crates", "xtask", "examples", "tests"] {
        functions(&root.join(folder), &mut names)?;
    }
    let mut missing = Vec::new();
    for page in pages(root)? {
        let text = std::fs::read_to_string(&page)
            .map_err(|error| format!("{}: {error}", page.display()))?;
        let shown = page.strip_prefix(root).unwrap_or(&page).display();
        let absent = claims(&text).filter(|name| !names.contains(*name));
        missing.extend(absent.map(|name| format!("{shown}: {name}")));
    }
    Ok(missing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources;

    #[test]
    fn the_map_names_every_module() {
        let root = sources::root().unwrap();
        let crates = sources::read(&root).unwrap();
        assert_eq!(modules_not_on_map(&root, &crates).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn tests_that_documents_name_exist() {
        let root = sources::root().unwrap();
        assert_eq!(tests_that_are_not_there(&root).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn a_module_without_a_line_and_a_test_without_code_are_found() {
        let file = |path: &str| sources::SourceFile {
            path: path.to_owned(),
            lines: 0,
            syntax: syn::parse_file("").unwrap(),
        };
        let files = vec![file("lib.rs"), file("wheel.rs"), file("soil/mod.rs"), file("rock.rs")];
        let one = Crate { name: "ground".to_owned(), files };
        let map = "# Map\n\n## ground: all\n\n`wheel.rs`, `soil/`\n\n## other: `rock.rs`\n";
        assert_eq!(not_on_map(&one, map), ["rock"]);
        let page = "`a_wheel_does_not_sink` holds `normal_force_n_per_m_s` and `one two`";
        assert_eq!(claims(page).collect::<Vec<_>>(), ["a_wheel_does_not_sink"]);
    }

    /// Longer, and nobody reads it to the end.
    const MOST_WORDS: usize = 2500;

    #[test]
    fn the_architecture_is_short() {
        let path = sources::root().unwrap().join("ARCHITECTURE.md");
        let words = std::fs::read_to_string(path).unwrap().split_whitespace().count();
        assert!(words <= MOST_WORDS, "{words} words");
    }
}
