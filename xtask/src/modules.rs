//! Modules of the first level, and which of them use each other in a circle.

use crate::sources::{Crate, SourceFile, is_test};
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

/// Whom each module names by `crate::`, or by `super::` as often as it takes. What the root of the crate re-exports
/// is the module that it comes from.
pub(crate) fn edges(one: &Crate) -> BTreeMap<String, BTreeSet<String>> {
    edges_below(one, &["crate"])
}

/// The same of what a path to the root begins with in other words.
fn edges_below(one: &Crate, root: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
    let mut edges = named(one, root);
    let known: BTreeSet<String> = edges.keys().cloned().collect();
    let aliases = aliases(one);
    for (module, used) in &mut edges {
        let mut meant = BTreeSet::new();
        for name in std::mem::take(used) {
            meant.extend(origins(&aliases, &known, name));
        }
        meant.remove(module);
        *used = meant;
    }
    edges
}

/// Whom each module within a module of the first level names there.
#[cfg(test)]
pub(crate) fn edges_within(one: &Crate, module: &str) -> BTreeMap<String, BTreeSet<String>> {
    edges_below(&part(one, module), &["crate", module])
}

/// The files of a module of the first level, as those of a crate whose root it is.
#[cfg(test)]
pub(crate) fn part(one: &Crate, module: &str) -> Crate {
    let roots = [format!("{module}.rs"), format!("{module}/mod.rs")];
    let files = one.files.iter().filter_map(|file| {
        let below = file.path.strip_prefix(module).and_then(|rest| rest.strip_prefix('/'));
        let path = if roots.contains(&file.path) { "lib.rs" } else { below? };
        Some(SourceFile { path: path.to_owned(), lines: file.lines, syntax: file.syntax.clone() })
    });
    Crate { name: format!("{}::{module}", one.name), files: files.collect() }
}

/// Paths within the crate that name something by a re-export of its root, as "`module` names `alias`".
#[cfg(test)]
pub(crate) fn by_alias(one: &Crate) -> Vec<String> {
    let (named, aliases) = (named(one, &["crate"]), aliases(one));
    let mut found = Vec::new();
    for (module, used) in &named {
        let used = used.iter().filter(|name| !named.contains_key(*name));
        let used = used.filter(|name| aliases.contains_key(*name));
        found.extend(used.map(|name| format!("{module} names {name}")));
    }
    found
}

/// Names of the first level that stand in the files of each module.
fn named(one: &Crate, root: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
    let mut named: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in one.files.iter().filter(|file| !is_root(file)) {
        let (depth, found) = (Some(depth_of(&file.path)), BTreeSet::new());
        let mut names = CratePaths { root, depth, found };
        names.visit_file(&file.syntax);
        named.entry(module_of(&file.path)).or_default().extend(names.found);
    }
    named
}

fn is_root(file: &SourceFile) -> bool {
    ["lib.rs", "main.rs"].contains(&&*file.path)
}

/// Names that the root of the crate has by `use`, each with the name that its path begins with. What a glob brings
/// stands under `*`.
fn aliases(one: &Crate) -> BTreeMap<String, BTreeSet<String>> {
    let mut aliases = BTreeMap::new();
    for item in one.files.iter().filter(|file| is_root(file)).flat_map(|file| &file.syntax.items) {
        if let syn::Item::Use(item) = item {
            add_aliases(None, &item.tree, &mut aliases);
        }
    }
    aliases
}

fn add_aliases(
    first: Option<&syn::Ident>,
    tree: &syn::UseTree,
    aliases: &mut BTreeMap<String, BTreeSet<String>>,
) {
    let mut add = |name: String, ident: &syn::Ident| {
        let origin = first.unwrap_or(ident).to_string();
        aliases.entry(name).or_default().insert(origin);
    };
    match tree {
        syn::UseTree::Path(path) => {
            let is_root = path.ident == "crate" || path.ident == "self";
            let first = first.or((!is_root).then_some(&path.ident));
            add_aliases(first, &path.tree, aliases);
        }
        syn::UseTree::Name(name) => add(name.ident.to_string(), &name.ident),
        syn::UseTree::Rename(name) => add(name.rename.to_string(), &name.ident),
        syn::UseTree::Group(group) => {
            group.items.iter().for_each(|tree| add_aliases(first, tree, aliases));
        }
        syn::UseTree::Glob(_) => {
            if let Some(first) = first {
                aliases.entry("*".to_owned()).or_default().insert(first.to_string());
            }
        }
    }
}

/// The modules that a name of the root stands for: itself, or those that it is re-exported from.
fn origins(
    aliases: &BTreeMap<String, BTreeSet<String>>,
    known: &BTreeSet<String>,
    name: String,
) -> BTreeSet<String> {
    let (mut open, mut seen, mut found) = (vec![name], BTreeSet::new(), BTreeSet::new());
    while let Some(next) = open.pop() {
        if known.contains(&next) {
            found.insert(next);
        } else if seen.insert(next.clone()) {
            let origins = aliases.get(&next).or_else(|| aliases.get("*"));
            open.extend(origins.into_iter().flatten().cloned());
        }
    }
    found
}

fn module_of(path: &str) -> String {
    let first = path.split('/').next().unwrap_or(path);
    first.strip_suffix(".rs").unwrap_or(first).to_owned()
}

/// Modules of another crate that this one names.
#[cfg(test)]
pub(crate) fn of_crate(one: &Crate, other: &str) -> Vec<String> {
    let mut names = CratePaths { root: &[other], depth: None, found: BTreeSet::new() };
    one.files.iter().for_each(|file| names.visit_file(&file.syntax));
    names.found.into_iter().collect()
}

/// How many modules a file stands in, its own among them.
fn depth_of(path: &str) -> usize {
    path.trim_end_matches("/mod.rs").split('/').count()
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

/// Modules of the first level that stand in paths and imports.
struct CratePaths<'a> {
    /// What a path to the root begins with.
    root: &'a [&'a str],
    /// How many modules are around; none where `super` leads to no root that is asked for.
    depth: Option<usize>,
    found: BTreeSet<String>,
}

impl CratePaths<'_> {
    /// The module that a path begins with, if it goes to the root of the crate.
    fn add_path<'s>(&mut self, segments: impl Iterator<Item = &'s syn::Ident>) {
        let segments: Vec<String> = segments.map(ToString::to_string).collect();
        if segments.iter().zip(self.root).filter(|(own, root)| own == root).count()
            == self.root.len()
        {
            self.found.extend(segments.get(self.root.len()).cloned());
            return;
        }
        let supers = segments.iter().take_while(|segment| *segment == "super").count();
        if supers > 0 && Some(supers) == self.depth {
            self.found.extend(segments.get(supers).cloned());
        }
    }

    fn add_tree<'s>(&mut self, before: &[&'s syn::Ident], tree: &'s syn::UseTree) {
        match tree {
            syn::UseTree::Path(path) => {
                let longer: Vec<_> = before.iter().copied().chain([&path.ident]).collect();
                self.add_tree(&longer, &path.tree);
            }
            syn::UseTree::Name(syn::UseName { ident })
            | syn::UseTree::Rename(syn::UseRename { ident, .. }) => {
                self.add_path(before.iter().copied().chain([ident]));
            }
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.add_tree(before, tree));
            }
            syn::UseTree::Glob(_) => self.add_path(before.iter().copied()),
        }
    }

    /// Paths among the tokens of a macro, which are not parsed.
    fn add_tokens(&mut self, tokens: proc_macro2::TokenStream) {
        let mut path: Vec<syn::Ident> = Vec::new();
        // Colons since the last name: two of them go on with the path.
        let mut colons = 0;
        for token in tokens {
            match token {
                proc_macro2::TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.add_path(std::mem::take(&mut path).iter());
                    }
                    path.push(ident);
                    colons = 0;
                }
                proc_macro2::TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                proc_macro2::TokenTree::Group(group) => {
                    self.add_path(std::mem::take(&mut path).iter());
                    self.add_tokens(group.stream());
                    colons = 0;
                }
                proc_macro2::TokenTree::Punct(_) | proc_macro2::TokenTree::Literal(_) => {
                    self.add_path(std::mem::take(&mut path).iter());
                    colons = 0;
                }
            }
        }
        self.add_path(path.iter());
    }
}

impl<'ast> Visit<'ast> for CratePaths<'_> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_test(&module.attrs) {
            let outer = self.depth;
            self.depth = outer.map(|depth| depth + 1);
            syn::visit::visit_item_mod(self, module);
            self.depth = outer;
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.add_path(path.segments.iter().map(|segment| &segment.ident));
        syn::visit::visit_path(self, path);
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.add_tree(&[], &item.tree);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        self.add_tokens(item.tokens.clone());
        syn::visit::visit_macro(self, item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the module `a` uses in a file.
    fn used(path: &str, text: &str) -> Vec<String> {
        let file = |path: &str, text: &str| SourceFile {
            path: path.to_owned(),
            lines: 1,
            syntax: syn::parse_file(text).unwrap(),
        };
        let others = ["b.rs", "c.rs", "d.rs"].map(|path| file(path, ""));
        let files = others.into_iter().chain([file(path, text)]).collect();
        let edges = edges(&Crate { name: "one".to_owned(), files });
        edges.get("a").into_iter().flatten().cloned().collect()
    }

    #[test]
    fn every_way_to_name_a_module_is_read() {
        let cases = [
            ("a.rs", "use crate::b::X;", "b"),
            ("a.rs", "use crate::{b, c::{X, Y as Z}};", "b c"),
            ("a.rs", "fn f() -> crate::b::X { crate::c::f() }", "b c"),
            ("a.rs", "use super::b::*;", "b"),
            ("a/mod.rs", "use super::b;", "b"),
            ("a/deep.rs", "use super::b;", ""),
            ("a/deep.rs", "use super::super::b;", "b"),
            ("a/deep.rs", "mod inner { use super::super::super::c::X; }", "c"),
            ("a.rs", "fn f() { println!(\"{}\", [1, crate::b::f(&super::c::X)]); }", "b c"),
            ("a.rs", "fn f() { m!(x: crate::d::T); }", "d"),
            ("a.rs", "#[cfg(test)] mod tests { use crate::b; }", ""),
            ("a.rs", "use crate::a::b; use other::c; fn f() { own::d() }", ""),
        ];
        for (path, text, expected) in cases {
            assert_eq!(used(path, text).join(" "), expected, "{text}");
        }
    }
    #[test]
    fn a_module_has_an_order_of_its_own() {
        let file = |path: &str, text: &str| SourceFile {
            path: path.to_owned(),
            lines: 1,
            syntax: syn::parse_file(text).unwrap(),
        };
        let files = vec![
            file("lib.rs", "mod big; mod b;"),
            file("big.rs", "mod a; mod b; use b::Y;"),
            file("big/a.rs", "use crate::big::b::X; use crate::b; use super::Y;"),
            file("big/b/mod.rs", "use super::c::Z; use crate::a;"),
            file("big/c.rs", "use crate::big::Top;"),
            file("b.rs", "use crate::big::a;"),
        ];
        let edges = edges_within(&Crate { name: "one".to_owned(), files }, "big");
        let of = |name: &str| edges[name].iter().cloned().collect::<Vec<_>>().join(" ");
        assert_eq!([of("a"), of("b"), of("c")], ["b", "c", ""]);
    }

    #[test]
    fn a_re_export_of_the_root_is_the_module_that_it_comes_from() {
        let file = |path: &str, text: &str| SourceFile {
            path: path.to_owned(),
            lines: 1,
            syntax: syn::parse_file(text).unwrap(),
        };
        let cases = [
            ("pub use b::inner;", "use crate::inner::X;", "b"),
            ("pub use b::{inner as other, Y};", "use crate::{other::X, Y};", "b"),
            ("pub use crate::b::inner;", "fn f() { super::inner::f() }", "b"),
            ("pub use self::b as z; use z as y;", "use crate::y;", "b"),
            ("pub use b::*; pub use c::*;", "use crate::X;", "b c"),
            ("pub use b::inner; pub use other::Z;", "use crate::c::inner; use crate::Z;", "c"),
        ];
        for (root, text, expected) in cases {
            let files =
                vec![file("lib.rs", root), file("a.rs", text), file("b.rs", ""), file("c.rs", "")];
            let one = Crate { name: "one".to_owned(), files };
            let used: Vec<String> = edges(&one)["a"].iter().cloned().collect();
            assert_eq!(used.join(" "), expected, "{root} {text}");
        }
        let root = file("lib.rs", "pub use b::inner; mod a; mod b;");
        let files = vec![root, file("a.rs", "use crate::inner::X;"), file("b.rs", "")];
        assert_eq!(by_alias(&Crate { name: "one".to_owned(), files }), ["a names inner"]);
    }
}
