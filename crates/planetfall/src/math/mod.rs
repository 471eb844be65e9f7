//! Numbers and shapes of numbers: everything that knows no physics.

pub mod cone;
pub mod fft;
pub mod grid;
pub(crate) mod linear;
pub mod noise;
pub mod real;
pub mod rotation;
pub mod spatial;
pub mod time;
