//! Forces from penetration.

mod marker;

pub use marker::{Friction, FrictionTable, MarkerLaw, Spring};
