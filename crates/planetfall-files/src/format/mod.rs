//! Every TOML input file of Planetfall, described once.
//!
//! A table of a file is declared as a struct whose fields are its keys (`declare.rs`). From that one
//! declaration come the static description of the format ([`schema::Table`]) and the typed reader of
//! a checked tree; from the description come the check of a document ([`check`]: all mistakes at
//! once, each with its place), the completed tree with every default filled in ([`Node`]), the
//! effective file ([`write()`]), the JSON Schema for editors ([`json_schema`]) and the key reference
//! of the manual ([`reference_markdown`]).
//! Nothing here knows physics: the meaning of a value is checked by whoever reads it, who attaches
//! his own [`Diagnostic`] to the [`Place`] that each value remembers.
//!
//! ```
//! use planetfall_files::format::{check, schema::*, Source};
//!
//! static BODY: Table = Table::new(
//!     "body",
//!     "A rigid body.",
//!     &[
//!         Field::required("mass_kg", Kind::Number(Range::POSITIVE), "Mass."),
//!         Field::default("drag_area_m2", Kind::Number(Range::NON_NEGATIVE), Literal::Number(0.0), "Drag area."),
//!     ],
//! );
//!
//! let checked = check(&Source::new("body.toml", "mass_kg = 899"), &BODY);
//! assert!(!checked.has_errors());
//! assert_eq!(checked.value.find("mass_kg").and_then(|mass| mass.as_number()), Some(899.0));
//!
//! let mistaken = check(&Source::new("body.toml", "mass_g = 899000"), &BODY);
//! assert_eq!(
//!     mistaken.diagnostics[0].message,
//!     "`mass_g`: unknown key; mass is given in kilograms: `mass_kg`"
//! );
//! ```

pub use self::audit::audit;
pub use self::check::{Checked, check};
pub use self::diagnostic::{Diagnostic, Ink, Mistakes, Severity, render};
pub use self::inheritance::base_of;
pub use self::json_schema::json_schema;
pub use self::node::Node;
pub use self::place::{Place, Position, Span};
pub use self::reference::reference_markdown;
pub use self::source::Source;
pub use self::suggestion::nearest;
pub use self::write::{without_remark, write, write_inline};

pub mod declare;
pub mod schema;
pub mod unit;

mod audit;
mod check;
mod diagnostic;
mod document;
mod inheritance;
mod json_schema;
mod node;
mod override_path;
mod place;
mod reference;
mod source;
mod suggestion;
mod syntax;
mod unknown_key;
mod value;
mod wording;
mod write;

#[cfg(test)]
mod tests;
