//! Vehicle files: built-in vehicles, mirrored sides, URDF, overlays, mistakes.

// Clippy's leave for tests covers functions marked as tests, not those that serve them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod builtin;
mod common;
mod corpus;
mod manual;
mod mistakes;
mod overlay;
mod propulsion;
mod robustness;
mod sides;
mod toml;
mod urdf;
