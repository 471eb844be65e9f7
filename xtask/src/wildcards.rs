//! Matches on our own enums that have a wildcard arm: a variant that is added later falls into it unseen.

use crate::sources::{Crate, is_test};
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::Visit;

/// Matches on enums of the repository.
#[derive(Default)]
pub(crate) struct WildcardCount {
    pub(crate) all: usize,
    pub(crate) with_wildcard: usize,
    /// Where those with a wildcard are, by the enum's name.
    pub(crate) by_enum: BTreeMap<String, Vec<String>>,
}

pub(crate) fn count(crates: &[Crate]) -> WildcardCount {
    let mut enums = Enums::default();
    for file in crates.iter().flat_map(|one| &one.files) {
        enums.visit_file(&file.syntax);
    }
    let mut matches = Matches {
        enums: &enums.found,
        file: String::new(),
        owner: None,
        count: WildcardCount::default(),
    };
    for one in crates {
        for file in &one.files {
            matches.file = format!("{}/{}", one.name, file.path);
            matches.visit_file(&file.syntax);
        }
    }
    matches.count
}

#[derive(Default)]
struct Enums {
    found: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for Enums {
    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.found.insert(item.ident.to_string());
    }
}

struct Matches<'a> {
    enums: &'a BTreeSet<String>,
    /// The crate and the file that is read.
    file: String,
    /// The type of the `impl` around.
    owner: Option<String>,
    count: WildcardCount,
}

impl Matches<'_> {
    /// The enum of which a pattern names a variant: the last but one of its path.
    fn enum_of(&self, pattern: &syn::Pat) -> Option<String> {
        match pattern {
            syn::Pat::Path(path) => self.named(&path.path),
            syn::Pat::TupleStruct(inner) => {
                self.named(&inner.path).or_else(|| inner.elems.iter().find_map(|p| self.enum_of(p)))
            }
            syn::Pat::Struct(inner) => self.named(&inner.path),
            syn::Pat::Or(cases) => cases.cases.iter().find_map(|case| self.enum_of(case)),
            syn::Pat::Reference(inner) => self.enum_of(&inner.pat),
            syn::Pat::Paren(inner) => self.enum_of(&inner.pat),
            _ => None,
        }
    }

    fn named(&self, path: &syn::Path) -> Option<String> {
        let before_last = path.segments.iter().rev().nth(1)?.ident.to_string();
        let name = if before_last == "Self" { self.owner.clone()? } else { before_last };
        self.enums.contains(&name).then_some(name)
    }
}

/// Whether an arm takes whatever no other arm has taken, so that a new variant falls into it.
fn takes_all(arm: &syn::Arm) -> bool {
    let is_wildcard = match &arm.pat {
        syn::Pat::Wild(_) => true,
        // `None` is written as a binding is.
        syn::Pat::Ident(binding) => binding.subpat.is_none() && binding.ident != "None",
        _ => false,
    };
    is_wildcard && arm.guard.is_none()
}

impl<'ast> Visit<'ast> for Matches<'_> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_test(&module.attrs) {
            syn::visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let owner = match &*item.self_ty {
            syn::Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
            _ => None,
        };
        let outer = std::mem::replace(&mut self.owner, owner);
        syn::visit::visit_item_impl(self, item);
        self.owner = outer;
    }

    fn visit_expr_match(&mut self, item: &'ast syn::ExprMatch) {
        if let Some(name) = item.arms.iter().find_map(|arm| self.enum_of(&arm.pat)) {
            self.count.all += 1;
            if item.arms.iter().any(takes_all) {
                self.count.with_wildcard += 1;
                let line = item.match_token.span.start().line;
                let place = format!("{}:{line}", self.file);
                self.count.by_enum.entry(name).or_default().push(place);
            }
        }
        syn::visit::visit_expr_match(self, item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::SourceFile;

    #[test]
    fn arms_that_leave_the_compiler_asking_are_no_wildcards() {
        let of = |pattern: &str| {
            let text = format!("fn f() {{ match x {{ Ground::Rigid => 1, {pattern} => 2 }} }}");
            let text = format!("enum Ground {{ Rigid }} {text}");
            let file = SourceFile {
                path: "ground.rs".to_owned(),
                lines: 1,
                syntax: syn::parse_file(&text).unwrap(),
            };
            count(&[Crate { name: "one".to_owned(), files: vec![file] }]).by_enum
        };
        for wildcard in ["_", "other"] {
            assert_eq!(of(wildcard)["Ground"], ["one/ground.rs:1"], "{wildcard}");
        }
        for fine in ["_ if late", "known @ Ground::Rigid", "None"] {
            assert!(of(fine).is_empty(), "{fine}");
        }
    }
}
