//! Numbers and shapes of numbers: everything that knows no physics.

pub mod real;
