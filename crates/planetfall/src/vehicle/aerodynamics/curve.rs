//! A number against Mach number: straight between its points, constant beyond them.

/// A curve over Mach number.
#[derive(Clone, Debug, PartialEq)]
pub struct MachCurve {
    points: Vec<(f64, f64)>,
}

/// What makes a curve impossible.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum CurveError {
    /// No point.
    #[error("a curve over Mach number needs at least one point")]
    Empty,
    /// A number that is infinite or no number.
    #[error("point {index} of the curve, ({mach}, {value}), is not two finite numbers")]
    NotFinite {
        /// Which, from 1.
        index: usize,
        /// Its Mach number.
        mach: f64,
        /// Its value.
        value: f64,
    },
    /// Mach numbers that do not ascend.
    #[error("Mach numbers of a curve must ascend: {mach} follows {before}")]
    Order {
        /// The one before.
        before: f64,
        /// The one that comes too late.
        mach: f64,
    },
}

impl MachCurve {
    /// Points of Mach number and value, ascending.
    pub fn new(points: Vec<(f64, f64)>) -> Result<Self, CurveError> {
        if points.is_empty() {
            return Err(CurveError::Empty);
        }
        for (index, &(mach, value)) in points.iter().enumerate() {
            if !mach.is_finite() || !value.is_finite() {
                return Err(CurveError::NotFinite { index: index + 1, mach, value });
            }
        }
        match points.windows(2).find(|pair| pair[1].0 <= pair[0].0) {
            Some(pair) => Err(CurveError::Order { before: pair[0].0, mach: pair[1].0 }),
            None => Ok(Self { points }),
        }
    }

    /// The same value at every Mach number.
    pub fn constant(value: f64) -> Self {
        Self { points: vec![(0.0, value)] }
    }

    /// The same with every value multiplied.
    #[must_use]
    pub fn times(mut self, factor: f64) -> Self {
        self.points.iter_mut().for_each(|(_, value)| *value *= factor);
        self
    }

    /// The value at a Mach number.
    pub fn at(&self, mach: f64) -> f64 {
        let after = self.points.partition_point(|(known, _)| *known <= mach);
        match (after.checked_sub(1).map(|before| self.points[before]), self.points.get(after)) {
            (Some((from, low)), Some(&(to, high))) => {
                low + (high - low) * (mach - from) / (to - from)
            }
            (Some((_, value)), None) | (None, Some(&(_, value))) => value,
            // No curve is without points.
            (None, None) => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_straight_between_its_points_and_level_beyond() {
        let curve = MachCurve::new(vec![(0.5, 1.0), (1.0, 0.66), (2.0, 0.82)]).unwrap();
        let known = [(0.0, 1.0), (0.5, 1.0), (0.75, 0.83), (1.0, 0.66), (1.5, 0.74), (9.0, 0.82)];
        for (mach, value) in known {
            assert!((curve.at(mach) - value).abs() < 1e-15, "{mach}: {}", curve.at(mach));
        }
        assert_eq!(MachCurve::constant(3.0).at(7.0), 3.0);
    }

    #[test]
    fn a_curve_that_falls_back_or_has_holes_is_refused() {
        assert_eq!(MachCurve::new(Vec::new()), Err(CurveError::Empty));
        let back = MachCurve::new(vec![(1.0, 1.0), (1.0, 2.0)]);
        assert_eq!(back, Err(CurveError::Order { before: 1.0, mach: 1.0 }));
        let hole = MachCurve::new(vec![(1.0, f64::NAN)]);
        assert!(matches!(hole, Err(CurveError::NotFinite { index: 1, .. })));
    }
}
