//! Transcendental functions that decide bits.
//!
//! The platform's C library picks its code by processor, so two machines may differ in the last
//! bit and a campaign split over them would not be one campaign. All physics calls these instead.

/// Sine of an angle in radians.
#[inline]
pub fn sin(x: f64) -> f64 {
    libm::sin(x)
}

/// Cosine of an angle in radians.
#[inline]
pub fn cos(x: f64) -> f64 {
    libm::cos(x)
}

/// Tangent of an angle in radians.
#[inline]
pub fn tan(x: f64) -> f64 {
    libm::tan(x)
}

/// Angle in radians of the point (x, y) seen from the origin.
#[inline]
pub fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// Angle in radians whose sine is `x`.
#[inline]
pub fn asin(x: f64) -> f64 {
    libm::asin(x)
}

/// Angle in radians whose cosine is `x`.
#[inline]
pub fn acos(x: f64) -> f64 {
    libm::acos(x)
}

/// e to the power of `x`.
#[inline]
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// e to the power of `x`, less one, with all digits where `x` is small.
#[inline]
pub fn expm1(x: f64) -> f64 {
    libm::expm1(x)
}

/// Natural logarithm.
#[inline]
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// `base` to the power of `exponent`.
#[inline]
pub fn pow(base: f64, exponent: f64) -> f64 {
    libm::pow(base, exponent)
}

/// A number above zero to the power of `exponent`, right to a few units in the last place where the result is of
/// ordinary size, for half of what [`pow`] costs.
#[inline]
pub fn pow_of_positive(base: f64, exponent: f64) -> f64 {
    libm::exp(exponent * libm::log(base))
}

/// Sine and cosine of an angle in radians.
#[inline]
pub fn sin_cos(x: f64) -> (f64, f64) {
    libm::sincos(x)
}

/// Bounds of numbers where NaN does not come up: one instruction each, where `f64::max` and `f64::min` take
/// six to pass over a NaN on either side. One that is bounded gives the bound.
pub(crate) trait Bounded {
    /// The number, or `least` if that is greater.
    fn at_least(self, least: f64) -> f64;
    /// The number, or `most` if that is less.
    fn at_most(self, most: f64) -> f64;
}

impl Bounded for f64 {
    #[inline(always)]
    fn at_least(self, least: f64) -> f64 {
        if self > least { self } else { least }
    }

    #[inline(always)]
    fn at_most(self, most: f64) -> f64 {
        if self < most { self } else { most }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_power_of_a_positive_number_is_right_to_a_few_units_in_the_last_place(
            base in 1e-9..10.0_f64, exponent in 0.1..2.5_f64,
        ) {
            let (quick, exact) = (pow_of_positive(base, exponent), pow(base, exponent));
            prop_assert!((quick - exact).abs() <= 128.0 * f64::EPSILON * exact, "{quick} {exact}");
        }
    }

    #[test]
    fn a_bound_holds_and_what_lies_within_stays() {
        assert_eq!((1.0.at_least(2.0), 3.0.at_least(2.0)), (2.0, 3.0));
        assert_eq!((1.0.at_most(2.0), 3.0.at_most(2.0)), (1.0, 2.0));
        assert_eq!((f64::NAN.at_least(2.0), f64::NAN.at_most(2.0)), (2.0, 2.0));
    }
}
