//! The viewer: a web server on the loopback address whose page shows runs.
//!
//! The page is embedded in the binary ([`Server`] serves it at `/`), its source is in `viewer/`.
//! What it asks for and gets is written in docs/viewer.md. Reading in this order: `server` listens,
//! `connection` ends what is idle or slow, `guard` refuses what is not ours (`token` is how it knows its user), `api` answers with what `series`, `poses` and `opened` make of
//! a run's files, which `folder` reaches.
//!
//! `live` is for a simulation that still runs: its page is the same, and gets its numbers through a
//! connection instead of from files.
//!
//! A run may have millions of records, so no answer holds a whole column and no memory grows with
//! the run: see `overview` and `poses`.

mod album;
mod api;
mod bundle;
mod connection;
#[cfg(test)]
#[allow(dead_code, reason = "shared with the tests of the server")]
#[path = "../tests/server/fixture.rs"]
mod fixture;
mod folder;
mod guard;
mod live;
mod measured;
mod opened;
mod overview;
mod poses;
mod query;
mod refusal;
mod reply;
mod run;
mod scan;
mod series;
mod server;
mod thinning;
mod token;

pub use connection::Patience;
pub use server::{Server, Stopper, ViewError};
