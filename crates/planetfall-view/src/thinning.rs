//! Fewer points for the same picture.
//!
//! A line of a million points drawn some hundred pixels wide shows, in each pixel column, no more
//! than the first, last, least and greatest value that fall in it (Jugel et al., "M4: A
//! visualization-oriented time series data aggregation", PVLDB 7(10), 2014). These four of every
//! bucket are kept, and one value that is no number if there is any, so that a line breaks where
//! the values do. Kept points can be thinned again: extremes survive.

/// Points kept of a bucket at most.
pub(crate) const SLOTS: usize = 5;

/// A value of a column.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Point {
    pub(crate) row: usize,
    pub(crate) time: f64,
    pub(crate) value: f64,
}

/// Gathers points that come in order, bucket by bucket.
#[derive(Debug, Default)]
pub(crate) struct Thinning {
    current: usize,
    bucket: Bucket,
    kept: Vec<Point>,
}

/// A span of time divided evenly.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Division {
    start_s: f64,
    pub(crate) width_s: f64,
    buckets: usize,
}

#[derive(Debug, Default)]
struct Bucket {
    finite: Option<Extremes>,
    gap: Option<Point>,
}

#[derive(Debug)]
struct Extremes {
    first: Point,
    last: Point,
    least: Point,
    greatest: Point,
}

impl Thinning {
    /// Adds the next point. Buckets only rise, so that times which do not rise (in a damaged file)
    /// cannot make more points than there are buckets for.
    pub(crate) fn add(&mut self, bucket: usize, point: Point) {
        if bucket > self.current {
            self.bucket.empty_into(&mut self.kept);
            self.current = bucket;
        }
        self.bucket.add(point);
    }

    /// The points kept, in order.
    pub(crate) fn finish(mut self) -> Vec<Point> {
        self.bucket.empty_into(&mut self.kept);
        self.kept
    }
}

impl Division {
    pub(crate) fn new(start_s: f64, end_s: f64, buckets: usize) -> Self {
        let buckets = buckets.max(1);
        Self { start_s, width_s: (end_s - start_s) / buckets as f64, buckets }
    }

    /// The bucket of a time; what is no time lies in the first.
    pub(crate) fn bucket(&self, time: f64) -> usize {
        let place = (time - self.start_s) / self.width_s;
        // The conversion saturates, and makes 0 of NaN.
        (place as usize).min(self.buckets - 1)
    }
}

impl Bucket {
    fn add(&mut self, point: Point) {
        if !point.value.is_finite() {
            self.gap = Some(point);
            return;
        }
        let Some(known) = &mut self.finite else {
            let (first, last, least, greatest) = (point, point, point, point);
            self.finite = Some(Extremes { first, last, least, greatest });
            return;
        };
        known.last = point;
        if point.value < known.least.value {
            known.least = point;
        }
        if point.value > known.greatest.value {
            known.greatest = point;
        }
    }

    fn empty_into(&mut self, kept: &mut Vec<Point>) {
        let start = kept.len();
        if let Some(Extremes { first, last, least, greatest }) = self.finite.take() {
            kept.extend([first, least, greatest, last]);
        }
        kept.extend(self.gap.take());
        let mut own = kept.split_off(start);
        own.sort_by_key(|point| point.row);
        own.dedup_by_key(|point| point.row);
        kept.append(&mut own);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn thin(values: &[f64], buckets: usize) -> Vec<Point> {
        let division = Division::new(0.0, values.len() as f64, buckets);
        let mut thinning = Thinning::default();
        for (row, value) in values.iter().enumerate() {
            let point = Point { row, time: row as f64, value: *value };
            thinning.add(division.bucket(point.time), point);
        }
        thinning.finish()
    }

    #[test]
    fn a_peak_of_one_row_in_a_million_is_kept() {
        let mut values: Vec<f64> = (0..1_000_000).map(|row| (row as f64 * 1e-4).sin()).collect();
        values[654_321] = 19_731.0;
        let kept = thin(&values, 400);
        assert!(kept.len() <= 400 * SLOTS, "{}", kept.len());
        assert!(kept.iter().any(|point| point.row == 654_321 && point.value == 19_731.0));
        assert_eq!((kept[0].row, kept[kept.len() - 1].row), (0, 999_999));
    }

    #[test]
    fn times_that_do_not_rise_make_no_more_points_than_asked_for() {
        let division = Division::new(0.0, 10.0, 4);
        let mut thinning = Thinning::default();
        for row in 0..10_000 {
            let time = [9.0, 0.0, f64::NAN, -5.0, 1e300][row % 5];
            thinning.add(division.bucket(time), Point { row, time, value: row as f64 });
        }
        assert!(thinning.finish().len() <= 4 * SLOTS);
    }

    proptest! {
        #[test]
        fn extremes_ends_and_gaps_survive_thinning_twice(
            values in prop::collection::vec(
                prop_oneof![9 => -1e6..1e6f64, 1 => Just(f64::NAN)], 1..2000),
            buckets in 1usize..50,
        ) {
            let once = thin(&values, 4 * buckets);
            let division = Division::new(0.0, values.len() as f64, buckets);
            let mut again = Thinning::default();
            once.iter().for_each(|point| again.add(division.bucket(point.time), *point));
            let twice = again.finish();
            prop_assert!(twice.len() <= buckets * SLOTS);
            prop_assert!(twice.windows(2).all(|pair| pair[0].row < pair[1].row));
            let extreme = |from: &mut dyn Iterator<Item = f64>| {
                from.filter(|value| value.is_finite())
                    .fold((f64::NAN, f64::NAN), |(low, high), value| (value.min(low), value.max(high)))
            };
            let all = extreme(&mut values.iter().copied());
            let kept = extreme(&mut twice.iter().map(|point| point.value));
            prop_assert_eq!(all.0.to_bits(), kept.0.to_bits());
            prop_assert_eq!(all.1.to_bits(), kept.1.to_bits());
            let has_gap = values.iter().any(|value| value.is_nan());
            prop_assert_eq!(has_gap, twice.iter().any(|point| point.value.is_nan()));
        }
    }
}
