//! The sources of the repository, parsed.

use std::path::{Path, PathBuf};

/// One crate.
pub(crate) struct Crate {
    pub(crate) name: String,
    pub(crate) files: Vec<SourceFile>,
}

/// One file, without its tests.
pub(crate) struct SourceFile {
    /// Path below `src`, such as `stepping/cone/constraint_row.rs`.
    pub(crate) path: String,
    pub(crate) lines: usize,
    pub(crate) syntax: syn::File,
}

/// The folder of the workspace.
pub(crate) fn root() -> Result<PathBuf, String> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().map(Path::to_owned).ok_or_else(|| "xtask has no folder above it".to_owned())
}

/// All crates below `crates/`.
pub(crate) fn read(root: &Path) -> Result<Vec<Crate>, String> {
    let mut crates = Vec::new();
    for folder in folder_entries(&root.join("crates"))? {
        let source = folder.join("src");
        if !source.is_dir() {
            continue;
        }
        let mut files = Vec::new();
        read_folder(&source, &source, &mut files)?;
        let name =
            folder.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        crates.push(Crate { name, files });
    }
    Ok(crates)
}

/// Files and folders in a folder, by name.
pub(crate) fn folder_entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let said = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = std::fs::read_dir(folder).map_err(said)?;
    let mut paths = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(said)?;
    paths.sort();
    Ok(paths)
}

fn read_folder(source: &Path, folder: &Path, files: &mut Vec<SourceFile>) -> Result<(), String> {
    for path in folder_entries(folder)? {
        let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        if path.is_dir() {
            if name != "tests" {
                read_folder(source, &path, files)?;
            }
        } else if name.ends_with(".rs") && name != "tests.rs" {
            let text = std::fs::read_to_string(&path)
                .map_err(|error| format!("{}: {error}", path.display()))?;
            let syntax =
                syn::parse_file(&text).map_err(|error| format!("{}: {error}", path.display()))?;
            let below = path.strip_prefix(source).unwrap_or(&path).to_string_lossy().into_owned();
            files.push(SourceFile { path: below, lines: text.lines().count(), syntax });
        }
    }
    Ok(())
}

/// Whether an item is compiled for tests only.
pub(crate) fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|ident| ident == "test")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// A file of `tests/all` that no `mod` names would never be compiled, and its tests never run.
    #[test]
    fn every_file_of_tests_is_a_module_of_the_binary() {
        let mut binaries = 0;
        for folder in folder_entries(&root().unwrap().join("crates")).unwrap() {
            let all = folder.join("tests/all");
            if all.is_dir() {
                binaries += 1;
                assert_all_declared(&all, "main.rs");
            }
        }
        assert!(binaries >= 5, "{binaries} binaries");
    }

    fn assert_all_declared(folder: &Path, root: &str) {
        let text = std::fs::read_to_string(folder.join(root)).unwrap();
        let items = syn::parse_file(&text).unwrap().items;
        let declared: BTreeSet<String> = items
            .iter()
            .filter_map(|item| match item {
                syn::Item::Mod(module) => Some(module.ident.to_string()),
                _ => None,
            })
            .collect();
        for path in folder_entries(folder).unwrap() {
            let stem = path.file_stem().unwrap().to_str().unwrap();
            let is_module = path.extension().is_some_and(|kind| kind == "rs");
            if path.is_dir() && path.join("mod.rs").is_file() {
                assert_all_declared(&path, "mod.rs");
            } else if !is_module || path.ends_with(root) {
                continue;
            }
            assert!(declared.contains(stem), "{}: no `mod {stem};`", path.display());
        }
    }
}
