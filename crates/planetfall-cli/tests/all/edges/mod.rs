//! The command as its user meets it: the real binary, in a folder of its own.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod asking;
mod course;
#[cfg(unix)]
mod durable;
mod extremes;
mod folder;
mod grounds;
mod map;
mod mistakes;
mod operated;
mod operating;
mod pipe;
mod rigs;
mod slope;
mod soil;
#[allow(dead_code)]
#[path = "../../../../planetfall-files/tests/all/dem/tiff.rs"]
mod tiff;
mod unreadable_map;
mod verbs;
mod workdir;
