//! The reading order of a crate: its modules as `lib.rs` or `main.rs` declares them, each using those before it only.

use crate::modules;
use crate::sources::Crate;
use std::collections::{BTreeMap, BTreeSet};

/// Uses of modules that are declared later, as "`module` uses `later`".
pub(crate) fn against(one: &Crate) -> Vec<String> {
    against_order(&declared(one), modules::edges(one))
}

/// The same within a module.
#[cfg(test)]
fn against_within(one: &Crate, module: &str) -> Vec<String> {
    against_order(&declared(&modules::part(one, module)), modules::edges_within(one, module))
}

fn against_order(order: &[String], edges: BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let place = |name: &str| order.iter().position(|known| known == name);
    let mut found = Vec::new();
    for (module, used) in edges {
        let late = used.iter().filter(|other| place(other) > place(&module));
        found.extend(late.map(|other| format!("{module} uses {other}")));
    }
    found
}

/// Modules in the order of their declarations.
fn declared(one: &Crate) -> Vec<String> {
    let root = one.files.iter().find(|file| ["lib.rs", "main.rs"].contains(&&*file.path));
    let items = root.into_iter().flat_map(|root| &root.syntax.items);
    let modules = items.filter_map(|item| match item {
        syn::Item::Mod(module) => Some(module.ident.to_string()),
        _ => None,
    });
    modules.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::{self, SourceFile};

    /// Crates whose modules stand in reading order.
    const ORDERED: [&str; 4] =
        ["planetfall", "planetfall-files", "planetfall-report", "planetfall-run"];

    #[test]
    fn no_module_uses_a_later_one() {
        let crates = sources::read(&sources::root().unwrap()).unwrap();
        for name in ORDERED {
            let one = crates.iter().find(|one| one.name == name).unwrap();
            assert_eq!(against(one), Vec::<String>::new(), "{name}: see its lib.rs for the order");
        }
    }

    /// The largest module of the physics that is made of many stands in an order of its own.
    #[test]
    fn no_module_of_a_run_uses_a_later_one() {
        let crates = sources::read(&sources::root().unwrap()).unwrap();
        let physics = crates.iter().find(|one| one.name == "planetfall").unwrap();
        assert!(declared(&modules::part(physics, "simulation")).len() > 5);
        assert_eq!(against_within(physics, "simulation"), Vec::<String>::new());
    }

    /// What the root re-exports is for other crates: within its own, a path names the module that holds it.
    #[test]
    fn no_path_within_a_crate_goes_by_a_re_export_of_its_root() {
        for one in sources::read(&sources::root().unwrap()).unwrap() {
            assert_eq!(modules::by_alias(&one), Vec::<String>::new(), "{}", one.name);
        }
    }

    /// Crates without cycles whose modules stand by name, such as one for each verb.
    const ACYCLIC: [&str; 3] = ["planetfall-c", "planetfall-cli", "planetfall-view"];

    #[test]
    fn no_modules_use_each_other_in_a_circle() {
        let crates = sources::read(&sources::root().unwrap()).unwrap();
        for name in ACYCLIC {
            let one = crates.iter().find(|one| one.name == name).unwrap();
            assert_eq!(modules::count(one).in_cycles, Vec::<String>::new(), "{name}");
        }
    }

    #[test]
    fn what_shows_runs_names_nothing_that_makes_them() {
        let root = sources::root().unwrap();
        for (name, allowed) in [
            ("planetfall-report", &["planetfall", "planetfall-files"][..]),
            ("planetfall-view", &["planetfall-files"]),
        ] {
            let manifest = root.join("crates").join(name).join("Cargo.toml");
            let manifest = std::fs::read_to_string(manifest).unwrap();
            let own = manifest.split("\n[").find_map(|part| part.strip_prefix("dependencies]"));
            let own = own.unwrap().lines().filter_map(|line| line.split(['.', ' ']).next());
            let own: Vec<&str> = own.filter(|name| name.starts_with("planetfall")).collect();
            assert_eq!(own, allowed, "{name}");
        }
        let crates = sources::read(&root).unwrap();
        let report = crates.iter().find(|one| one.name == "planetfall-report").unwrap();
        assert_eq!(modules::of_crate(report, "planetfall"), ["math"]);
    }

    #[test]
    fn a_use_against_the_order_is_found() {
        let file = |path: &str, text: &str| SourceFile {
            path: path.to_owned(),
            lines: 1,
            syntax: syn::parse_file(text).unwrap(),
        };
        let files = vec![
            file("lib.rs", "pub mod z; mod a;"),
            file("z/mod.rs", "mod inner;"),
            file("z/inner.rs", "use crate::a::X;"),
            file("a.rs", "use crate::z;"),
        ];
        let one = Crate { name: "one".to_owned(), files };
        assert_eq!(against(&one), ["z uses a"]);
    }
}
