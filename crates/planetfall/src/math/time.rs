//! Simulation time: whole nanoseconds since the start of the run.
//!
//! Time is never an accumulated float: the millionth step of 1 ms ends at exactly 1000 s, and the
//! instants of recorders, sensors and controllers meet where they should.

use std::fmt;
use std::ops::{Add, Sub};

/// An instant, or a span between two instants, in whole nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(i64);

/// A number of seconds that is no whole number of nanoseconds, or is out of range.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{seconds} s is not a whole number of nanoseconds (or exceeds 292 years)")]
pub struct NotWholeNanoseconds {
    /// The number that was given.
    pub seconds: f64,
}

impl Time {
    /// The start of the run.
    pub const ZERO: Self = Self(0);
    /// The end of representable time, 292 years.
    pub const MAX: Self = Self(i64::MAX);

    /// From nanoseconds.
    pub const fn from_nanos(nanos: i64) -> Self {
        Self(nanos)
    }

    /// From whole milliseconds.
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis * 1_000_000)
    }

    /// From seconds that are a whole number of nanoseconds (to the precision of the float given).
    pub fn from_seconds(seconds: f64) -> Result<Self, NotWholeNanoseconds> {
        let nanos = seconds * 1e9;
        let whole = nanos.round();
        let slack = 4.0 * f64::EPSILON * nanos.abs();
        if !(nanos.abs() < 9.2e18 && (nanos - whole).abs() <= slack) {
            return Err(NotWholeNanoseconds { seconds });
        }
        Ok(Self(whole as i64))
    }

    /// The nearest representable instant.
    pub fn nearest(seconds: f64) -> Self {
        Self((seconds * 1e9).round() as i64)
    }

    /// Nanoseconds.
    pub const fn nanos(self) -> i64 {
        self.0
    }

    /// Seconds, rounded to the nearest float.
    pub fn seconds(self) -> f64 {
        self.0 as f64 / 1e9
    }

    /// Half of a span, at least one nanosecond if the span is positive.
    pub fn half(self) -> Self {
        Self((self.0 + 1) / 2)
    }

    /// The first multiple of `period` after this instant; never for a period of zero.
    pub fn next_multiple(self, period: Self) -> Self {
        if period.0 <= 0 {
            return Self::MAX;
        }
        Self((self.0.div_euclid(period.0) + 1).saturating_mul(period.0))
    }

    /// Whether this instant is a multiple of `period`.
    pub fn is_multiple_of(self, period: Self) -> bool {
        period.0 > 0 && self.0 % period.0 == 0
    }
}

impl Add for Time {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for Time {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} s", self.seconds())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_periods_are_whole_nanoseconds() {
        for (seconds, nanos) in
            [(0.001, 1_000_000), (2e-5, 20_000), (8.0, 8_000_000_000), (0.1, 100_000_000)]
        {
            assert_eq!(Time::from_seconds(seconds).unwrap().nanos(), nanos);
        }
    }

    #[test]
    fn a_third_of_a_second_is_refused() {
        assert!(Time::from_seconds(1.0 / 3.0).is_err());
        assert!(Time::from_seconds(f64::NAN).is_err());
        assert!(Time::from_seconds(f64::INFINITY).is_err());
        assert!(Time::from_seconds(1e300).is_err());
    }

    #[test]
    fn the_next_multiple_is_strictly_later() {
        let period = Time::from_millis(10);
        assert_eq!(Time::ZERO.next_multiple(period), period);
        assert_eq!(period.next_multiple(period), Time::from_millis(20));
        assert_eq!(Time::from_nanos(1).next_multiple(period), period);
        assert_eq!(Time::ZERO.next_multiple(Time::ZERO), Time::MAX);
    }
}
