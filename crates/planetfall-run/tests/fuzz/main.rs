//! Whatever reads bytes from outside is given damaged ones: it answers or refuses, and neither panics,
//! hangs nor takes all memory.
//!
//! Runs on stable Rust, without instrumentation: `harness` makes inputs from a corpus that the project
//! itself writes, by mutations that know bytes, numbers, lines and words, and keeps what was accepted as
//! further corpus, so that damage goes deeper than the first check. Cases are a function of (seed, number).
//!
//! | | cases | seed |
//! |---|---|---|
//! | `./test` | so many that a target takes seconds | fixed |
//! | `./test --full` | as many as `PLANETFALL_FUZZ_SECONDS` allow for each target | of the day |
//!
//! A finding is kept as a file, whose name the failure prints. Fix its cause, and put the file into
//! `regressions/TARGET/`: what is there is tried first, for ever.
//!
//! | target | what is read |
//! |---|---|
//! | `scenario` | scenario files, with their effective form read again |
//! | `vehicle`, `urdf` | vehicle files |
//! | `geotiff`, `pds3` | elevation maps |
//! | `parquet` | pages of a run's history |
//! | `commands` | the journal of an operator's commands |
//! | `state` | saved states, and the first steps from them |
//! | `history_journal` | row groups and rows of an unfinished history |
//! | `checkpoint_*` | checkpoints of an unfinished run, which goes on from them |
//! | `protocol` | messages of an outside operator, in both forms |
//! | `friction` | friction problems, solved |
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a failed test may panic"
)]

mod formats;
mod harness;
mod physics;
#[allow(dead_code, reason = "shared with the tests of elevation maps")]
#[path = "../../../planetfall-files/tests/all/dem/tiff.rs"]
mod tiff;
mod unfinished;
