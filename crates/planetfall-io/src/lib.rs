//! File formats of Planetfall: the only crate that knows any.

mod aftermath;
pub mod campaign;
pub mod dem;
pub mod diff;
pub mod export;
pub mod format;
pub mod friction_problem;
mod imprints;
pub mod live;
pub mod operator;
pub mod pacing;
mod pattern;
mod photographs;
pub mod quantity;
pub mod report;
pub mod rig;
pub mod run_folder;
pub mod runner;
pub mod rut;
pub mod scenario;
pub mod settling;
pub mod slope;
pub mod soils;
pub mod staging;
pub mod state_file;
pub mod vehicle;
pub mod why;
