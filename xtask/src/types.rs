//! Structs, enums and traits, and how many share their name with another of their crate.

use crate::sources::{Crate, is_test};
use std::collections::BTreeMap;
use syn::visit::Visit;

/// How many types there are.
pub(crate) struct TypeCount {
    pub(crate) all: usize,
    pub(crate) with_namesake: usize,
}

pub(crate) fn count(one: &Crate) -> TypeCount {
    let mut names = Names::default();
    one.files.iter().for_each(|file| names.visit_file(&file.syntax));
    let counts = names.found.values();
    TypeCount { all: counts.clone().sum(), with_namesake: counts.filter(|count| **count > 1).sum() }
}

/// How often each name stands for a type.
#[derive(Default)]
struct Names {
    found: BTreeMap<String, usize>,
}

impl Names {
    fn add(&mut self, name: &syn::Ident) {
        *self.found.entry(name.to_string()).or_default() += 1;
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
