//! A stream of random numbers.

use nalgebra::Vector3;
use planetfall::math::noise::{Key, gaussian, uniform};

/// The stream of one tree.
pub(crate) struct Draws {
    key: Key,
    counter: u64,
}

impl Draws {
    /// The stream that belongs to a number and a name.
    pub(crate) fn new(number: u64, name: &str) -> Self {
        Self { key: Key::new(number, name, "dump"), counter: 0 }
    }

    /// Uniform in [0, 1).
    pub(crate) fn unit(&mut self) -> f64 {
        self.counter += 1;
        uniform(self.key, self.counter)
    }

    /// Normal with mean 0 and deviation 1.
    pub(crate) fn normal(&mut self) -> f64 {
        self.counter += 1;
        gaussian(self.key, self.counter)
    }

    /// Three normal numbers.
    pub(crate) fn vector(&mut self) -> Vector3<f64> {
        Vector3::new(self.normal(), self.normal(), self.normal())
    }

    /// As many normal numbers as asked for.
    pub(crate) fn normals(&mut self, count: usize) -> Vec<f64> {
        (0..count).map(|_| self.normal()).collect()
    }
}
