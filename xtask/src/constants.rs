//! Constants, and how many do not say what they are for.

use crate::sources::{Crate, is_test};
use syn::visit::Visit;

/// Constants of a crate, without those of its tests and those that a trait asks for (the trait says what
/// they mean).
pub(crate) struct ConstantCount {
    pub(crate) all: usize,
    /// Path, line and name of those without a doc comment.
    pub(crate) undocumented: Vec<String>,
}

pub(crate) fn count(one: &Crate) -> ConstantCount {
    let mut constants = Constants::default();
    for file in &one.files {
        constants.file.clone_from(&file.path);
        constants.visit_file(&file.syntax);
    }
    ConstantCount { all: constants.all, undocumented: constants.undocumented }
}

#[derive(Default)]
struct Constants {
    file: String,
    all: usize,
    undocumented: Vec<String>,
}

impl Constants {
    fn add(&mut self, attributes: &[syn::Attribute], name: &syn::Ident) {
        if name == "_" || is_test(attributes) {
            return;
        }
        self.all += 1;
        if !attributes.iter().any(|attribute| attribute.path().is_ident("doc")) {
            let line = name.span().start().line;
            self.undocumented.push(format!("{}:{line}: {name}", self.file));
        }
    }
}

impl<'ast> Visit<'ast> for Constants {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_test(&module.attrs) {
            syn::visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        if !is_test(&function.attrs) {
            syn::visit::visit_item_fn(self, function);
        }
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.add(&item.attrs, &item.ident);
        syn::visit::visit_item_const(self, item);
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if is_test(&item.attrs) {
            return;
        }
        for part in &item.items {
            match part {
                syn::ImplItem::Const(constant) if item.trait_.is_none() => {
                    self.add(&constant.attrs, &constant.ident);
                }
                other => self.visit_impl_item(other),
            }
        }
    }

    fn visit_trait_item_const(&mut self, item: &'ast syn::TraitItemConst) {
        self.add(&item.attrs, &item.ident);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::{self, SourceFile};

    /// Modules whose constants have no doc comments yet: places of registers, and tables of columns that say
    /// what each column is.
    const OPEN: [(&str, &str); 3] = [
        ("planetfall", "control/"),
        ("planetfall", "simulation/recording.rs"),
        ("planetfall", "simulation/recording/"),
    ];

    #[test]
    fn every_constant_says_what_it_is_for() {
        let crates = sources::read(&sources::root().unwrap()).unwrap();
        assert!(crates.len() >= 7, "{} crates", crates.len());
        for one in &crates {
            let found = count(one).undocumented;
            let open = |place: &&String| {
                !OPEN.iter().any(|(name, path)| one.name == *name && place.starts_with(path))
            };
            let missing: Vec<&String> = found.iter().filter(open).collect();
            assert!(missing.is_empty(), "{}: no doc comment: {missing:#?}", one.name);
        }
    }

    #[test]
    fn constants_without_a_doc_comment_are_found_but_for_tests_and_traits() {
        let text = "/// Metres.\nconst A: f64 = 1.0;\nconst B: f64 = 2.0;\nconst _: () = ();\n\
                    impl S { const C: u8 = 1; fn f() { const D: u8 = 2; } }\n\
                    impl T for S { const E: u8 = 1; fn g() { const F: u8 = 2; } }\n\
                    trait T { const E: u8; }\n\
                    #[cfg(test)]\nmod tests { const G: u8 = 1; }";
        let syntax = syn::parse_file(text).unwrap();
        let files = vec![SourceFile { path: "a.rs".to_owned(), lines: 9, syntax }];
        let found = count(&Crate { name: "one".to_owned(), files });
        assert_eq!(found.all, 6);
        let names: Vec<&str> =
            found.undocumented.iter().map(|place| &place[place.len() - 1..]).collect();
        assert_eq!(names, ["B", "C", "D", "F", "E"]);
        assert_eq!(found.undocumented[0], "a.rs:3: B");
    }
}
