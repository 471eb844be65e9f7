//! File formats of Planetfall, in and out: scenarios, vehicles, terrain, soils, and what a run leaves in its
//! folder.
//!
//! Modules stand in reading order: none uses one that stands below it, and a test reads the sources for it
//! (`xtask/src/order.rs`). A file that a user wrote is checked as a whole and all its mistakes are reported
//! at once; the folder of a run is read and written by [`run_folder`], which knows no vehicle, world or state.

pub mod records;

pub mod pattern;

pub mod bounded;

pub mod quantity;

pub mod format;

pub mod soils;

pub mod friction_problem;

pub mod dem;

pub mod vehicle;

pub mod mesh_terrain;

pub mod run_folder;

pub mod live;

pub mod staging;

pub mod scenario;

pub mod rig;
