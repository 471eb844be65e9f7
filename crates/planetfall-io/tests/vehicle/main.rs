//! Vehicle files: built-in vehicles, mirrored sides, URDF, overlays, mistakes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod builtin;
mod common;
mod corpus;
mod mistakes;
mod overlay;
mod robustness;
mod sides;
mod toml;
mod urdf;
