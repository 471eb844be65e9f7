//! A ground law, a terrain and a controller that Planetfall does not know, used without a change
//! to it: a lander with crushable foot pads comes down on a field of dunes under its own flight
//! software.
//!
//! * [`CrushablePad`] is a [`planetfall::ground::CustomGround`] with memory.
//! * [`Dunes`] is a [`planetfall::terrain::Terrain`].
//! * [`SoftLanding`] is a [`planetfall::control::Controller`] with an integrator.
//!
//! [`lander::scenario`] puts the three together; `cargo run -p own-ground` flies it.
//!
//! A law that scenario files can name is added to Planetfall itself, in three places (CONTRIBUTING.md): its
//! folder under `ground/` (and its file of keys under `scenario/ground/` of `planetfall-files`), the enum in
//! `ground/mod.rs`, the list in `scenario/ground/mod.rs`.

mod dunes;
pub mod lander;
mod pad;
mod soft_landing;

pub use dunes::Dunes;
pub use pad::CrushablePad;
pub use soft_landing::SoftLanding;
