//! Forces from penetration.

mod marker;
mod marker_step;

pub use marker::{Friction, FrictionTable, MarkerLaw, Spring};
