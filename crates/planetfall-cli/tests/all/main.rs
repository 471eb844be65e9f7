//! All tests of the command.

// Clippy's leave for tests covers functions marked as tests, not those that serve them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod documents;
mod edges;
mod live;
mod served;
mod view;
