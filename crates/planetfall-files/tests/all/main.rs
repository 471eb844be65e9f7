//! All integration tests of the crate but those that measure the memory of their process.

// Clippy's leave for tests covers functions marked as tests, not those that serve them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod dem;
mod expectations;
mod friction_problems;
mod history;
mod quantities;
mod vehicle;
