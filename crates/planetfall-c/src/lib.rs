//! Planetfall from C, for outside 3-D tools: contacts in, poses and impulses out, step by step.
//!
//! What each function does stands once, in `include/planetfall.h`, which is written by hand and held
//! against this crate by a C program that the tests compile. This crate holds no physics: it turns
//! pointers into references ([`boundary`]), calls [`planetfall::outside::Session`], and copies numbers.
//!
//! Rules at the border: every pointer is checked for null, every failure becomes a status and a text,
//! and no panic crosses ([`boundary::guarded`]). What cannot be checked is C's usual contract, the
//! safety section of every function here: pointers point to what the header says, to as many as are
//! said, and a session is used by one thread at a time.

pub mod boundary;
pub mod report;
pub mod roster;
pub mod scenario;
pub mod session;
pub mod stepping;
pub mod wire;
