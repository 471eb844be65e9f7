//! What is made of a run afterwards, from the files of its folder alone: report, figures, exports, differences.
//!
//! Modules stand in reading order: none uses one that stands below it, and a test reads the sources for it
//! (`xtask/src/order.rs`). Nothing here runs anything; of the physics only its mathematics is used.

pub mod rut;

pub mod report;

pub mod export;

pub mod diff;
