//! Files with a `[rig]` in place of vehicles: their keys, and those that come with the binary. What they mean and how
//! they are run is in `planetfall-run`.

pub mod schema;

pub use schema::RIG;

use crate::scenario::{BuiltInScenario, embedded};

/// Rigs that come with the binary.
pub fn builtins() -> &'static [BuiltInScenario] {
    embedded!["bevameter", "single-wheel", "multi-pass", "self-burial", "exomars-drawbar"]
}

/// The built-in rig of a name.
pub fn builtin(name: &str) -> Option<&'static BuiltInScenario> {
    builtins().iter().find(|rig| rig.name == name)
}
