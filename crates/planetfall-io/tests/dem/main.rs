//! Elevation maps, read from files that the tests write and from files that others wrote.

mod corpus;
mod gale;
mod outside;
