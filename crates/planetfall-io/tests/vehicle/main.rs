//! Vehicle files: built-in vehicles, mirrored sides, URDF, overlays, mistakes.

mod builtin;
mod common;
mod corpus;
mod mistakes;
mod overlay;
mod robustness;
mod sides;
mod toml;
mod urdf;
