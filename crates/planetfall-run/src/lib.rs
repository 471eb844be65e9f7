//! Runs of Planetfall: one into its folder, with an operator, live or gone on with; and many, as campaigns,
//! studies and rigs.
//!
//! Modules stand in reading order: none uses one that stands below it, and a test reads the sources for it
//! (`xtask/src/order.rs`).

mod events;

pub mod state_file;

pub mod checkpoint;

pub mod campaign;

pub mod pacing;

mod aftermath;

mod imprints;

mod photographs;

pub mod operator;

pub mod runner;

pub mod live;

pub mod why;

pub mod settling;

pub mod slope;

pub mod rig;
