//! Scenario files: every kind of ground, start, course and law, and files that went wrong.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod course;
mod environment;
mod extends;
mod figure;
mod fixture;
pub(crate) mod flying;
mod format;
mod grains;
mod ground;
mod hard_ground;
mod inside_ground;
mod mesh;
mod metric;
mod mutation;
mod regions;
mod sensitivity;
mod staging;
mod terrain;
mod vehicle;
