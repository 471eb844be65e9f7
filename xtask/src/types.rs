//! Structs, enums and traits, and how many share their name with another of their crate.

use crate::sources::{Crate, is_test};
use std::collections::BTreeMap;
use syn::visit::Visit;

/// How many types there are.
pub(crate) struct TypeCount {
    pub(crate) all: usize,
    /// Names that stand for more than one type, by name.
    pub(crate) shared: Vec<SharedName>,
}

/// A name of more than one type.
pub(crate) struct SharedName {
    pub(crate) name: String,
    /// The file of each of the types.
    pub(crate) files: Vec<String>,
}

impl TypeCount {
    /// Types that share their name with another, of all types [%].
    pub(crate) fn namesakes_percent(&self) -> f64 {
        let with_namesake: usize = self.shared.iter().map(|shared| shared.files.len()).sum();
        100.0 * with_namesake as f64 / self.all.max(1) as f64
    }
}

pub(crate) fn count(one: &Crate) -> TypeCount {
    let mut names = Names::default();
    for file in &one.files {
        names.file.clone_from(&file.path);
        names.visit_file(&file.syntax);
    }
    let all = names.found.values().map(Vec::len).sum();
    let shared = names.found.into_iter().filter(|(_, files)| files.len() > 1);
    TypeCount { all, shared: shared.map(|(name, files)| SharedName { name, files }).collect() }
}

/// The files in which each name stands for a type.
#[derive(Default)]
struct Names {
    file: String,
    found: BTreeMap<String, Vec<String>>,
}

impl Names {
    fn add(&mut self, name: &syn::Ident) {
        self.found.entry(name.to_string()).or_default().push(self.file.clone());
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_test(&module.attrs) {
            syn::visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.add(&item.ident);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.add(&item.ident);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.add(&item.ident);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::{self, SourceFile};

    /// Crates in which one type has one name, but for a few that stand in modules of their own.
    const NAMED: [&str; 7] = [
        "planetfall",
        "planetfall-c",
        "planetfall-cli",
        "planetfall-files",
        "planetfall-report",
        "planetfall-run",
        "planetfall-view",
    ];

    const MOST_PERCENT: f64 = 5.0;

    #[test]
    fn few_types_share_their_name() {
        let crates = sources::read(&sources::root().unwrap()).unwrap();
        for name in NAMED {
            let types = count(crates.iter().find(|one| one.name == name).unwrap());
            let shared: Vec<&str> = types.shared.iter().map(|shared| &*shared.name).collect();
            let percent = types.namesakes_percent();
            assert!(percent <= MOST_PERCENT, "{name}: {percent:.1} % of types: {shared:?}");
        }
    }

    #[test]
    fn a_name_of_two_types_is_found_with_both_files() {
        let file = |path: &str, text: &str| SourceFile {
            path: path.to_owned(),
            lines: 1,
            syntax: syn::parse_file(text).unwrap(),
        };
        let files = vec![
            file("a.rs", "struct Part; enum Wheel {} #[cfg(test)] mod tests { struct Wheel; }"),
            file("b/c.rs", "trait Part {} struct Link;"),
        ];
        let types = count(&Crate { name: "one".to_owned(), files });
        assert_eq!((types.all, types.namesakes_percent()), (4, 50.0));
        assert_eq!((types.shared.len(), &*types.shared[0].name), (1, "Part"));
        assert_eq!(types.shared[0].files, ["a.rs", "b/c.rs"]);
    }
}
