//! Numbers against altitude, straight lines between.

/// Numbers at altitudes that increase; between them linear, outside them the number at the end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Profile(Vec<(f64, f64)>);

/// Why rows are no profile.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ProfileError {
    /// A number of a row is not finite.
    #[error("row {row}: {column} is {value}: it must be a finite number")]
    NotFinite {
        /// Which row, from 1.
        row: usize,
        /// Which column.
        column: &'static str,
        /// What it says.
        value: f64,
    },
    /// Altitudes do not increase.
    #[error(
        "row {row}: altitude {altitude} m comes after {before} m: altitudes must increase from row to row"
    )]
    NotIncreasing {
        /// Which row, from 1.
        row: usize,
        /// m
        altitude: f64,
        /// Of the row before, m.
        before: f64,
    },
    /// A number that must be positive is not.
    #[error("row {row}: {column} is {value}: it must be greater than zero")]
    NotPositive {
        /// Which row, from 1.
        row: usize,
        /// Which column.
        column: &'static str,
        /// What it says.
        value: f64,
    },
    /// No length over which differences are alike.
    #[error(
        "a correlation length of {length} m: it must be positive, and not so short against the altitudes that it covers"
    )]
    CorrelationLength {
        /// m
        length: f64,
    },
    /// Too few rows.
    #[error("{rows} rows: at least {least} are needed")]
    TooFewRows {
        /// That were given.
        rows: usize,
        /// That are needed.
        least: usize,
    },
}

impl Profile {
    /// From pairs of altitude (m) and number; `column` names the numbers in errors.
    pub fn new(rows: Vec<(f64, f64)>, column: &'static str) -> Result<Self, ProfileError> {
        if rows.is_empty() {
            return Err(ProfileError::TooFewRows { rows: 0, least: 1 });
        }
        check_altitudes(rows.iter().map(|row| row.0))?;
        for (index, row) in rows.iter().enumerate() {
            finite(index, column, row.1)?;
        }
        Ok(Self(rows))
    }

    /// The same number at all altitudes.
    pub fn constant(value: f64) -> Self {
        Self(vec![(0.0, value)])
    }

    /// The number at an altitude.
    pub fn at(&self, altitude: f64) -> f64 {
        let rows = &self.0;
        match interval(rows.len(), |index| rows[index].0, altitude) {
            Interval::Below => rows.first().map_or(0.0, |row| row.1),
            Interval::Above => rows.last().map_or(0.0, |row| row.1),
            Interval::Between(lower, share) => {
                rows[lower].1 + (rows[lower + 1].1 - rows[lower].1) * share
            }
        }
    }

    /// Altitudes (m) and numbers.
    pub fn rows(&self) -> &[(f64, f64)] {
        &self.0
    }
}

/// Where an altitude lies among rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Interval {
    /// Below the first row.
    Below,
    /// Above the last row.
    Above,
    /// After this row, by this share of the interval to the next.
    Between(usize, f64),
}

/// Where an altitude lies among rows whose altitudes increase.
pub(super) fn interval(rows: usize, altitude_of: impl Fn(usize) -> f64, altitude: f64) -> Interval {
    if rows == 0 || altitude < altitude_of(0) {
        return Interval::Below;
    }
    if altitude >= altitude_of(rows - 1) {
        return Interval::Above;
    }
    let (mut low, mut high) = (0, rows - 1);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if altitude < altitude_of(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    let (below, above) = (altitude_of(low), altitude_of(high));
    Interval::Between(low, (altitude - below) / (above - below))
}

/// Refuses altitudes that are not finite or do not increase.
pub(super) fn check_altitudes(altitudes: impl Iterator<Item = f64>) -> Result<(), ProfileError> {
    let mut before = f64::NEG_INFINITY;
    for (index, altitude) in altitudes.enumerate() {
        finite(index, "altitude", altitude)?;
        if altitude <= before {
            return Err(ProfileError::NotIncreasing { row: index + 1, altitude, before });
        }
        before = altitude;
    }
    Ok(())
}

/// Refuses a number that is not finite.
pub(super) fn finite(index: usize, column: &'static str, value: f64) -> Result<f64, ProfileError> {
    if !value.is_finite() {
        return Err(ProfileError::NotFinite { row: index + 1, column, value });
    }
    Ok(value)
}

/// Refuses a number that is not finite and positive.
pub(super) fn positive(
    index: usize,
    column: &'static str,
    value: f64,
) -> Result<f64, ProfileError> {
    if finite(index, column, value)? <= 0.0 {
        return Err(ProfileError::NotPositive { row: index + 1, column, value });
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_is_linear_between_its_rows_and_constant_beyond_them() {
        let profile = Profile::new(vec![(0.0, 1.0), (10.0, 3.0), (20.0, -1.0)], "factor").unwrap();
        let expected =
            [(-5.0, 1.0), (0.0, 1.0), (2.5, 1.5), (10.0, 3.0), (15.0, 1.0), (99.0, -1.0)];
        for (altitude, value) in expected {
            assert_eq!(profile.at(altitude), value, "{altitude}");
        }
    }

    #[test]
    fn rows_that_are_no_profile_are_refused_by_their_number() {
        let make = |rows: &[(f64, f64)]| Profile::new(rows.to_vec(), "factor").unwrap_err();
        assert_eq!(make(&[]), ProfileError::TooFewRows { rows: 0, least: 1 });
        let message = make(&[(0.0, 1.0), (0.0, 2.0)]).to_string();
        assert!(message.starts_with("row 2: altitude 0 m comes after 0 m"), "{message}");
        let message = make(&[(0.0, f64::NAN)]).to_string();
        assert_eq!(message, "row 1: factor is NaN: it must be a finite number");
    }
}
