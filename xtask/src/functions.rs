//! How long functions are.

use crate::sources::{Crate, is_test};
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::Visit;

/// Lines of functions, from the signature to the closing brace.
pub(crate) struct Lengths {
    pub(crate) count: usize,
    pub(crate) median: usize,
    pub(crate) percentile_99: usize,
}

pub(crate) fn lengths(crates: &[Crate]) -> Lengths {
    let mut all = Functions::default();
    crates.iter().flat_map(|one| &one.files).for_each(|file| all.visit_file(&file.syntax));
    all.lines.sort_unstable();
    let at = |share: f64| {
        let index = (share * all.lines.len() as f64) as usize;
        all.lines.get(index.min(all.lines.len().saturating_sub(1))).copied().unwrap_or(0)
    };
    Lengths { count: all.lines.len(), median: at(0.5), percentile_99: at(0.99) }
}

#[derive(Default)]
struct Functions {
    lines: Vec<usize>,
}

impl Functions {
    fn add(&mut self, signature: Span, block: Span) {
        self.lines.push(block.end().line + 1 - signature.start().line);
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_test(&module.attrs) {
            syn::visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.add(item.sig.span(), item.block.span());
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.add(item.sig.span(), item.block.span());
    }
}
