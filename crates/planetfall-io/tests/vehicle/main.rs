//! Vehicle files: built-in vehicles, mirrored sides, URDF, overlays, mistakes.

mod builtin;
mod common;
