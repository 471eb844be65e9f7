//! Convective heating at the stagnation point by Sutton and Graves (NASA TR R-376, 1971):
//!
//! ```text
//! q̇ = k √(ρ/r_n) V³                                                                              (4)
//! ```
//!
//! with nose radius r_n, density ρ and speed V through the air. k is a constant of the gas.

use crate::environment::Air;

/// Heating of a blunt nose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heating {
    /// k, kg^½/m.
    pub constant: f64,
    /// r_n, m.
    pub nose_radius: f64,
}

impl Heating {
    /// k of the air of Mars, kg^½/m.
    pub const MARS: f64 = 1.9027e-4;

    /// Heat flux in air at a speed (m/s), W/m².
    pub fn flux(&self, air: &Air, speed: f64) -> f64 {
        self.constant * (air.density / self.nose_radius).sqrt() * speed * speed * speed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heat_flux_grows_with_the_root_of_density_and_the_cube_of_speed() {
        let nose = Heating { constant: Heating::MARS, nose_radius: 1.0 };
        let air = |density| Air { density, ..Air::NONE };
        let one = nose.flux(&air(1e-4), 5000.0);
        assert!((one - 1.9027e-4 * 1e-2 * 1.25e11).abs() < 1e-6, "{one}");
        assert!((nose.flux(&air(4e-4), 5000.0) / one - 2.0).abs() < 1e-12);
        assert!((nose.flux(&air(1e-4), 10_000.0) / one - 8.0).abs() < 1e-12);
    }
}
