//! A function of one number given by points, straight between them and constant beyond its ends.

/// What is wrong with the points of a [`Curve`].
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum PointsError {
    /// There are none.
    #[error("a curve without points; give at least one row")]
    Empty,
    /// A number is missing.
    #[error(
        "row {0} of a curve has a number that is not finite; every row needs two finite numbers"
    )]
    NotFinite(usize),
    /// Points out of order.
    #[error(
        "row {0} of a curve does not come after the one before; sort the rows by their first number"
    )]
    Order(usize),
}

/// Points in ascending order of their first numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    points: Vec<[f64; 2]>,
}

impl Curve {
    /// Through points in ascending order.
    pub fn new(points: Vec<[f64; 2]>) -> Result<Self, PointsError> {
        if points.is_empty() {
            return Err(PointsError::Empty);
        }
        for (row, point) in points.iter().enumerate() {
            if point.iter().any(|number| !number.is_finite()) {
                return Err(PointsError::NotFinite(row + 1));
            }
            if row > 0 && points[row - 1][0] >= point[0] {
                return Err(PointsError::Order(row + 1));
            }
        }
        Ok(Self { points })
    }

    /// The same everywhere.
    pub fn constant(value: f64) -> Self {
        Self { points: vec![[0.0, value]] }
    }

    /// Its points.
    pub fn points(&self) -> &[[f64; 2]] {
        &self.points
    }

    /// Each value multiplied by a factor that depends on the place.
    pub fn scaled(&self, factor: impl Fn(f64) -> f64) -> Self {
        let points = self.points.iter().map(|&[x, y]| [x, y * factor(x)]);
        Self { points: points.collect() }
    }

    /// Its value at a place.
    pub fn at(&self, place: f64) -> f64 {
        let (row, share) = locate(self.points.len(), |row| self.points[row][0], place);
        blend(self.points[row][1], self.points[(row + 1).min(self.points.len() - 1)][1], share)
    }
}

/// The row at or before a place in an ascending column, and how far the place lies towards the next one; the share is
/// held to 0…1, so that the ends go on.
pub(super) fn locate(rows: usize, column: impl Fn(usize) -> f64, place: f64) -> (usize, f64) {
    let (mut below, mut above) = (0, rows.saturating_sub(1));
    while above - below > 1 {
        let middle = usize::midpoint(below, above);
        if column(middle) <= place {
            below = middle;
        } else {
            above = middle;
        }
    }
    let (from, to) = (column(below), column(above));
    let share = if to > from { ((place - from) / (to - from)).clamp(0.0, 1.0) } else { 0.0 };
    (below, share)
}

/// The number at a share of the distance from one to another.
pub(super) fn blend(from: f64, to: f64, share: f64) -> f64 {
    from + (to - from) * share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_straight_between_its_points_and_constant_beyond_them() {
        let curve = Curve::new(vec![[0.0, 1.0], [2.0, 5.0], [3.0, 0.0]]).unwrap();
        let values = [-1.0, 0.0, 0.5, 2.0, 2.5, 3.0, 9.0].map(|place| curve.at(place));
        assert_eq!(values, [1.0, 1.0, 2.0, 5.0, 2.5, 0.0, 0.0]);
        assert_eq!(Curve::constant(4.0).at(-7.0), 4.0);
    }

    #[test]
    fn points_that_are_missing_or_out_of_order_are_named() {
        assert_eq!(Curve::new(vec![]), Err(PointsError::Empty));
        assert_eq!(Curve::new(vec![[0.0, f64::NAN]]), Err(PointsError::NotFinite(1)));
        assert_eq!(Curve::new(vec![[0.0, 1.0], [0.0, 2.0]]), Err(PointsError::Order(2)));
    }
}
