//! The viewer's server over real sockets.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed test may panic")]

mod answers;
mod broken;
mod client;
mod fixture;
mod live;
mod pictures;
mod security;
