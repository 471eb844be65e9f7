//! How many rocks of which size lie on the ground.
//!
//! On Mars the fraction of the ground covered by rocks at least D across is
//! F(D) = k exp(-q D), with q = 1.79 + 0.152 / k and the total cover k (Golombek and Rapp 1997;
//! docs/theory/terrain.md, eqs 29-31). The number density follows from the area of a rock,
//! n(D) = (4 k q / pi) exp(-q D) / D^2. It is drawn exactly: from the power law that bounds it at
//! the smallest diameter, keeping each rock with the probability exp(-q (D - D_min)). On the Moon
//! counts follow a power law (see [`PowerLaw::LUNAR_ROCKS`]).

use super::super::error::{self, TerrainError};
use super::arrival::PowerLaw;
use crate::math::noise::{Key, uniform};
use crate::math::real;
use std::f64::consts::PI;

/// A size-frequency law of rocks. Diameters D are those of the circle of the same area, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RockLaw {
    /// Golombek and Rapp 1997: q follows from k.
    Mars {
        /// k, fraction of the ground covered by rocks of all sizes, without unit.
        cover: f64,
    },
    /// An exponential law with both parameters free.
    Exponential {
        /// k, fraction of the ground covered by rocks of all sizes, without unit.
        cover: f64,
        /// q, 1/m.
        decay: f64,
    },
    /// A power law of the number of rocks.
    Power(PowerLaw),
}

impl RockLaw {
    /// Fraction of the ground covered by rocks of a range of diameters, m.
    pub fn cover(&self, smallest: f64, largest: f64) -> f64 {
        match self.exponential() {
            Ok((k, q)) => k * (real::exp(-q * smallest) - real::exp(-q * largest)),
            Err(law) => {
                let (c, b) = (law.number_per_m2_above_1m, law.exponent);
                let rest = 2.0 - b;
                let integral = if rest == 0.0 {
                    real::ln(largest / smallest)
                } else {
                    (real::pow(largest, rest) - real::pow(smallest, rest)) / rest
                };
                0.25 * PI * c * b * integral
            }
        }
    }

    /// Diameters between two limits, m, on an area, m^2, in falling order.
    pub(super) fn draw(
        &self,
        (sizes, choices): (Key, Key),
        area: f64,
        limits: (f64, f64),
    ) -> Result<Vec<f64>, TerrainError> {
        let (k, q) = match self.exponential() {
            Ok(law) => law,
            Err(law) => return law.draw(sizes, area, limits),
        };
        let covered = (0.0..=1.0).contains(&k);
        error::accept("fraction covered by rocks", "between 0 and 1", k, covered)?;
        if k == 0.0 {
            return Ok(Vec::new());
        }
        error::positive("decay of rock cover, 1/m", q)?;
        let number = 4.0 * k * q / PI * real::exp(-q * limits.0);
        let bound = PowerLaw { number_per_m2_above_1m: number, exponent: 1.0 };
        let kept = |(counter, diameter): &(usize, f64)| {
            uniform(choices, *counter as u64) < real::exp(-q * (diameter - limits.0))
        };
        let drawn = bound.draw(sizes, area, limits)?;
        Ok(drawn.into_iter().enumerate().filter(kept).map(|(_, diameter)| diameter).collect())
    }

    /// k and q, or the power law.
    fn exponential(&self) -> Result<(f64, f64), PowerLaw> {
        match *self {
            Self::Mars { cover } => Ok((cover, 1.79 + 0.152 / cover)),
            Self::Exponential { cover, decay } => Ok((cover, decay)),
            Self::Power(law) => Err(law),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_cover(law: RockLaw, area: f64, limits: (f64, f64)) {
        let keys = (Key::new(2, "rocks", "sizes"), Key::new(2, "rocks", "choices"));
        let diameters = law.draw(keys, area, limits).unwrap();
        for above in [limits.0, 2.0 * limits.0, 4.0 * limits.0] {
            let squares = diameters.iter().filter(|&&d| d >= above).map(|d| 0.25 * PI * d * d);
            // The standard error of a compound Poisson sum is the root of the sum of squares.
            let (sum, error) = squares.fold((0.0, 0.0), |(s, e), a| (s + a, e + a * a));
            let expected = area * law.cover(above, limits.1);
            assert!((sum - expected).abs() < 4.0 * f64::sqrt(error), "{above}: {sum} {expected}");
            assert!(f64::sqrt(error) < 0.1 * expected, "too few rocks for a test");
        }
    }

    #[test]
    fn rocks_of_mars_cover_the_fraction_that_golombek_and_rapp_give() {
        check_cover(RockLaw::Mars { cover: 0.1 }, 20_000.0, (0.05, 3.0));
        check_cover(RockLaw::Mars { cover: 0.03 }, 20_000.0, (0.1, 3.0));
    }

    #[test]
    fn rocks_of_the_moon_cover_the_integral_of_their_counts() {
        check_cover(RockLaw::Power(PowerLaw::LUNAR_ROCKS), 1e5, (0.1, 2.0));
        let square = PowerLaw { number_per_m2_above_1m: 1e-3, exponent: 2.0 };
        check_cover(RockLaw::Power(square), 1e5, (0.1, 2.0));
    }

    #[test]
    fn the_law_of_mars_is_the_published_one() {
        // k = 0.1 gives q = 3.31 per metre: rocks above half a metre cover 0.1 exp(-1.655).
        let cover = RockLaw::Mars { cover: 0.1 }.cover(0.5, f64::INFINITY);
        assert!((cover - 0.019_109_2).abs() < 1e-6, "{cover}");
    }

    #[test]
    fn a_cover_that_is_no_fraction_is_refused() {
        let keys = (Key::new(2, "rocks", "sizes"), Key::new(2, "rocks", "choices"));
        for cover in [-0.1, 1.1, f64::NAN] {
            assert!(RockLaw::Mars { cover }.draw(keys, 10.0, (0.1, 1.0)).is_err());
        }
        assert_eq!(RockLaw::Mars { cover: 0.0 }.draw(keys, 10.0, (0.1, 1.0)), Ok(Vec::new()));
    }
}
