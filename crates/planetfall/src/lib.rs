//! Physics of things that touch other worlds.

pub mod math;
pub mod terrain;
