//! File formats of Planetfall: the only crate that knows any.

pub mod format;
pub mod dem;
