//! Elevation maps, read from files that the tests write and from files that others wrote.

// Clippy's leave for tests covers functions marked as tests, not those that serve them.
#![allow(clippy::unwrap_used, clippy::panic)]

mod ascii;
mod corpus;
mod damage;
mod gale;
mod geotiff;
mod outside;
mod part;
mod pds3;
mod picture;
mod picture_heights;
mod shapes;
mod tiff;
