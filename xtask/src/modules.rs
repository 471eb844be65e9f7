//! Modules of the first level, and which of them use each other in a circle.

use crate::sources::{Crate, is_test};
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::Visit;

/// How many modules there are, and those from which a way leads back to them.
pub(crate) struct ModuleCount {
    pub(crate) all: usize,
    pub(crate) in_cycles: Vec<String>,
}

pub(crate) fn count(one: &Crate) -> ModuleCount {
    let edges = edges(one);
    let in_cycles = edges.keys().filter(|module| reaches(&edges, module, module));
    ModuleCount { all: edges.len(), in_cycles: in_cycles.cloned().collect() }
}

/// Whom each module names by `crate::`.
pub(crate) fn edges(one: &Crate) -> BTreeMap<String, BTreeSet<String>> {
    let mut edges: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in one.files.iter().filter(|file| !["lib.rs", "main.rs"].contains(&&*file.path)) {
        let module = module_of(&file.path);
        let mut names = CratePaths::default();
        names.visit_file(&file.syntax);
        edges.entry(module.clone()).or_default().extend(names.found);
    }
    let known: BTreeSet<String> = edges.keys().cloned().collect();
    for (module, used) in &mut edges {
        used.retain(|name| known.contains(name) && name != module);
    }
    edges
}

fn module_of(path: &str) -> String {
    let first = path.split('/').next().unwrap_or(path);
    first.strip_suffix(".rs").unwrap_or(first).to_owned()
}

fn reaches(edges: &BTreeMap<String, BTreeSet<String>>, from: &str, to: &str) -> bool {
    let (mut open, mut seen) = (vec![from], BTreeSet::new());
    while let Some(next) = open.pop() {
        for used in edges.get(next).into_iter().flatten() {
            if used == to {
                return true;
            }
            if seen.insert(used.as_str()) {
                open.push(used);
            }
        }
    }
    false
}

/// Names that follow `crate::` in paths and imports.
#[derive(Default)]
struct CratePaths {
    found: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for CratePaths {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_test(&module.attrs) {
            syn::visit::visit_item_mod(self, module);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let mut segments = path.segments.iter();
        if segments.next().is_some_and(|first| first.ident == "crate") {
            self.found.extend(segments.next().map(|second| second.ident.to_string()));
        }
        syn::visit::visit_path(self, path);
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if let syn::UseTree::Path(path) = &item.tree
            && path.ident == "crate"
        {
            self.add_tree(&path.tree);
        }
    }
}

impl CratePaths {
    fn add_tree(&mut self, tree: &syn::UseTree) {
        match tree {
            syn::UseTree::Path(path) => _ = self.found.insert(path.ident.to_string()),
            syn::UseTree::Name(name) => _ = self.found.insert(name.ident.to_string()),
            syn::UseTree::Rename(name) => _ = self.found.insert(name.ident.to_string()),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.add_tree(tree)),
            syn::UseTree::Glob(_) => {}
        }
    }
}
