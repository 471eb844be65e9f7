//! Sizes that follow a cumulative size-frequency law, drawn from the largest down.
//!
//! If N(D) is the expected number of things larger than D, then N(D_1) < N(D_2) < ... of a Poisson
//! process are arrival times of a process of rate one: their differences are exponential with mean
//! one (docs/theory/terrain.md, eq. 23). So sizes come sorted, their number is Poisson-distributed,
//! and lowering the smallest size only adds to the list.

use super::super::error::{self, TerrainError};
use crate::math::noise::{Key, uniform};
use crate::math::real;

/// Cumulative law N(D) = c (D / 1 m)^-b: number per square metre of things at least D across.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PowerLaw {
    /// c, the number per square metre of things at least one metre across, 1/m^2.
    pub number_per_m2_above_1m: f64,
    /// b, without unit.
    pub exponent: f64,
}

impl PowerLaw {
    /// Craters of the Moon up to 80 m across: 29174 (D / 1 m)^-1.92 per square kilometre (VIPER
    /// Environmental Specification, VIPER-MSE-SPEC-001, 2021, as used by NASA's synthterrain).
    pub const LUNAR_CRATERS: Self = Self { number_per_m2_above_1m: 0.029_174, exponent: 1.92 };

    /// Rocks between the craters of the Moon: 0.0003 (D / 1 m)^-2.482 per square metre (same
    /// source).
    pub const LUNAR_ROCKS: Self = Self { number_per_m2_above_1m: 0.000_3, exponent: 2.482 };

    /// Number per square metre of things at least `diameter` metres across, 1/m^2.
    pub fn number_above(&self, diameter: f64) -> f64 {
        self.number_per_m2_above_1m * real::pow(diameter, -self.exponent)
    }

    /// The diameter, m, above which there are `number` things per square metre.
    fn diameter_of(&self, number: f64) -> f64 {
        real::pow(self.number_per_m2_above_1m / number, 1.0 / self.exponent)
    }

    pub(super) fn check(&self) -> Result<(), TerrainError> {
        error::not_negative(
            "number per square metre above 1 m, 1/m2",
            self.number_per_m2_above_1m,
        )?;
        error::positive("exponent of a size-frequency law", self.exponent).map(drop)
    }

    /// Diameters between `smallest` and `largest`, m, on an area, m^2, in falling order.
    pub(super) fn draw(
        &self,
        key: Key,
        area: f64,
        (smallest, largest): (f64, f64),
    ) -> Result<Vec<f64>, TerrainError> {
        self.check()?;
        check_diameters(smallest, largest)?;
        let last = area * self.number_above(smallest);
        let mut arrival = area * self.number_above(largest);
        if last - arrival > ARRIVAL_LIMIT {
            return Err(TerrainError::TooMany {
                what: "craters or rocks on a generated map",
                found: last - arrival,
                limit: ARRIVAL_LIMIT,
            });
        }
        let mut diameters = Vec::new();
        let mut counter = 0;
        arrival += interval(key, counter);
        while arrival < last {
            diameters.push(self.diameter_of(arrival / area).clamp(smallest, largest));
            counter += 1;
            arrival += interval(key, counter);
        }
        Ok(diameters)
    }
}

/// A number that is exponentially distributed with mean one.
fn interval(key: Key, counter: u64) -> f64 {
    -real::ln(1.0 - uniform(key, counter))
}

/// Craters or rocks on one map: more would not fit into the memory of a common machine. Chosen.
const ARRIVAL_LIMIT: f64 = 1e7;

/// Accepts a range of diameters, m.
pub(super) fn check_diameters(smallest: f64, largest: f64) -> Result<(), TerrainError> {
    error::positive("smallest diameter, m", smallest)?;
    error::positive("largest diameter, m", largest)?;
    if smallest >= largest {
        return Err(TerrainError::Range { what: "diameters, m", min: smallest, max: largest });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_sizes_follow_the_law_within_counting_error() {
        let law = PowerLaw { number_per_m2_above_1m: 0.02, exponent: 1.8 };
        let diameters = law.draw(Key::new(5, "law", "draw"), 1e5, (0.5, 50.0)).unwrap();
        assert!(diameters.windows(2).all(|pair| pair[0] >= pair[1]));
        for above in [0.5, 0.7, 1.0, 2.0, 5.0, 10.0] {
            let expected = 1e5 * (law.number_above(above) - law.number_above(50.0));
            let found = diameters.iter().filter(|&&d| d >= above).count() as f64;
            assert!(
                (found - expected).abs() < 4.0 * expected.sqrt(),
                "{above}: {found} {expected}"
            );
        }
    }

    #[test]
    fn a_smaller_limit_only_adds_to_the_list() {
        let law = PowerLaw::LUNAR_CRATERS;
        let key = Key::new(5, "law", "limit");
        let coarse = law.draw(key, 1e4, (2.0, 50.0)).unwrap();
        let fine = law.draw(key, 1e4, (1.0, 50.0)).unwrap();
        assert!(fine.len() > coarse.len());
        assert_eq!(coarse[..], fine[..coarse.len()]);
    }

    #[test]
    fn a_law_without_things_or_with_too_many_is_handled() {
        let key = Key::new(5, "law", "edge");
        let none = PowerLaw { number_per_m2_above_1m: 0.0, exponent: 2.0 };
        assert_eq!(none.draw(key, 1e4, (1.0, 2.0)), Ok(Vec::new()));
        let many = PowerLaw { number_per_m2_above_1m: 1.0, exponent: 3.0 };
        assert!(matches!(many.draw(key, 1e6, (0.01, 2.0)), Err(TerrainError::TooMany { .. })));
        assert!(matches!(many.draw(key, 1.0, (2.0, 1.0)), Err(TerrainError::Range { .. })));
    }
}
