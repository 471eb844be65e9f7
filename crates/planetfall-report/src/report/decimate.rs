//! Fewer points for the same picture.
//!
//! A line of a million points drawn some hundred pixels wide shows, in each pixel column, no
//! more than the first, last, least and greatest value that fall in it (Jugel et al., "M4: A
//! visualization-oriented time series data aggregation", PVLDB 7(10), 2014). Keeping these
//! four of every bucket loses no peak. Where the line turns back in x, as a trajectory may,
//! buckets follow the path's length and the extremes of x are kept as well.

/// A point of a line, in the data's own units.
pub(super) type Point = [f64; 2];

/// The lines to draw for values over x: at most `limit` points in all, extremes kept, broken
/// where a value is not finite.
pub(super) fn decimate(x: &[f64], y: &[f64], limit: usize) -> Vec<Vec<Point>> {
    let points: Vec<Point> = x.iter().zip(y).map(|(x, y)| [*x, *y]).collect();
    if points.len() <= limit {
        return unbroken(points.iter().copied());
    }
    let forward = is_forward(&points);
    let positions = if forward { progress_in_x(&points) } else { progress_in_length(&points) };
    let slots = if forward { 4 } else { 6 };
    let buckets = (limit / slots).max(1);
    let mut kept: Vec<Point> = Vec::new();
    let mut bucket = Bucket { slots, ..Bucket::default() };
    let mut current = 0;
    for (point, position) in points.iter().zip(positions) {
        let index = ((position * buckets as f64) as usize).min(buckets - 1);
        if index != current {
            bucket.empty_into(&mut kept);
            current = index;
        }
        bucket.add(*point);
    }
    bucket.empty_into(&mut kept);
    unbroken(kept.into_iter())
}

fn is_finite(point: &Point) -> bool {
    point.iter().all(|value| value.is_finite())
}

/// Splits points at those that are not finite.
fn unbroken(points: impl Iterator<Item = Point>) -> Vec<Vec<Point>> {
    let mut lines = Vec::new();
    let mut line = Vec::new();
    for point in points {
        if is_finite(&point) {
            line.push(point);
        } else if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

fn is_forward(points: &[Point]) -> bool {
    let mut last = f64::NEG_INFINITY;
    points.iter().filter(|point| point[0].is_finite()).all(|point| {
        let forward = point[0] >= last;
        last = point[0];
        forward
    })
}

fn range(points: &[Point], axis: usize) -> (f64, f64) {
    let values = points.iter().filter(|point| is_finite(point)).filter_map(|point| point.get(axis));
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(*value), high.max(*value))
    })
}

/// How far along x each point lies, from 0 to 1; a point without place stays with the last.
fn progress_in_x(points: &[Point]) -> Vec<f64> {
    let (low, high) = range(points, 0);
    let mut last = 0.0;
    let place = |point: &Point| {
        let position = (point[0] - low) / (high - low);
        if position.is_finite() {
            last = position.clamp(0.0, 1.0);
        }
        last
    };
    points.iter().map(place).collect()
}

/// How far along the drawn path each point lies, from 0 to 1.
fn progress_in_length(points: &[Point]) -> Vec<f64> {
    let ranges = [range(points, 0), range(points, 1)];
    let scaled = |value: f64, (low, high): (f64, f64)| {
        if high > low { (value - low) / (high - low) } else { 0.0 }
    };
    let mut length = 0.0;
    let mut last: Option<Point> = None;
    let mut lengths = Vec::with_capacity(points.len());
    for point in points {
        let here = [scaled(point[0], ranges[0]), scaled(point[1], ranges[1])];
        if is_finite(&here) {
            let from = last.unwrap_or(here);
            length += (here[0] - from[0]).abs() + (here[1] - from[1]).abs();
            last = Some(here);
        }
        lengths.push(length);
    }
    let whole = if length > 0.0 { length } else { 1.0 };
    lengths.iter().map(|length| length / whole).collect()
}

/// The points of one bucket that shape its picture, with their order.
#[derive(Default)]
struct Bucket {
    slots: usize,
    count: usize,
    kept: Vec<(usize, Point)>,
    gap: Option<(usize, Point)>,
}

impl Bucket {
    fn add(&mut self, point: Point) {
        let entry = (self.count, point);
        self.count += 1;
        if !is_finite(&point) {
            self.gap = Some(entry);
        } else if self.kept.is_empty() {
            self.kept = vec![entry; self.slots];
        } else {
            self.widen(entry);
        }
    }

    /// Slots: first, last, least y, greatest y, least x, greatest x.
    fn widen(&mut self, entry: (usize, Point)) {
        let [x, y] = entry.1;
        for (slot, kept) in self.kept.iter_mut().enumerate() {
            let [kept_x, kept_y] = kept.1;
            let replaces = match slot {
                0 => false,
                1 => true,
                2 => y < kept_y,
                3 => y > kept_y,
                4 => x < kept_x,
                _ => x > kept_x,
            };
            if replaces {
                *kept = entry;
            }
        }
    }

    /// Hands over the kept points in order, each once, and one gap if there was any: finer
    /// gaps than a bucket cannot be seen.
    fn empty_into(&mut self, points: &mut Vec<Point>) {
        self.kept.extend(self.gap.take());
        self.kept.sort_by_key(|(order, _)| *order);
        self.kept.dedup_by_key(|(order, _)| *order);
        points.extend(self.kept.drain(..).map(|(_, point)| point));
        self.count = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn total(lines: &[Vec<Point>]) -> usize {
        lines.iter().map(Vec::len).sum()
    }

    #[test]
    fn a_million_rows_become_two_thousand_points_and_keep_a_peak_of_one_row() {
        let x: Vec<f64> = (0..1_000_000).map(|i| f64::from(i) * 1e-3).collect();
        let mut y: Vec<f64> = x.iter().map(|t| (0.05 * t).sin()).collect();
        y[654_321] = 19_731.0;
        y[123_456] = -44.0;
        let lines = decimate(&x, &y, 2000);
        assert!(total(&lines) <= 2000, "{}", total(&lines));
        assert!(lines[0].contains(&[654.321, 19_731.0]));
        assert!(lines[0].contains(&[123.456, -44.0]));
        assert_eq!(lines[0].first(), Some(&[x[0], y[0]]));
        assert_eq!(lines[0].last(), Some(&[x[999_999], y[999_999]]));
    }

    #[test]
    fn rows_crowded_in_time_leave_points_for_the_rest() {
        // Nine tenths of the rows lie in the last tenth of the time, as in adaptive contact.
        let sparse = (0..10_000).map(|i| f64::from(i) * 9e-4);
        let x: Vec<f64> = sparse.chain((0..90_000).map(|i| 9.0 + f64::from(i) / 9e4)).collect();
        let y: Vec<f64> = x.iter().map(|t| (10.0 * t).sin()).collect();
        let lines = decimate(&x, &y, 2000);
        let early = lines[0].iter().filter(|point| point[0] < 9.0).count();
        assert!(early >= 2 * 450, "{early}");
    }

    #[test]
    fn a_line_breaks_where_a_value_is_not_a_number() {
        let x: Vec<f64> = (0..10).map(f64::from).collect();
        let mut y = vec![1.0; 10];
        y[4] = f64::NAN;
        assert_eq!(decimate(&x, &y, 100).iter().map(Vec::len).collect::<Vec<_>>(), [4, 5]);

        let x: Vec<f64> = (0..100_000).map(f64::from).collect();
        let y: Vec<f64> =
            x.iter().map(|x| if (4e4..6e4).contains(x) { f64::NAN } else { *x }).collect();
        let lines = decimate(&x, &y, 1000);
        assert_eq!(lines.len(), 2);
        assert!(lines[0].last().unwrap()[0] < 4e4 && lines[1][0][0] >= 6e4);
    }

    #[test]
    fn a_path_that_turns_back_keeps_its_extremes_in_both_directions() {
        let angle = |i: u32| f64::from(i) * 1e-4;
        let x: Vec<f64> = (0..100_000).map(|i| angle(i).cos() * angle(i)).collect();
        let y: Vec<f64> = (0..100_000).map(|i| angle(i).sin() * angle(i)).collect();
        let lines = decimate(&x, &y, 600);
        assert!(total(&lines) <= 600);
        let least = x.iter().copied().fold(f64::INFINITY, f64::min);
        assert!(lines[0].iter().any(|point| point[0] == least));
    }

    proptest! {
        #[test]
        fn extremes_survive_and_the_limit_holds_for_any_values(
            y in prop::collection::vec(prop_oneof![
                8 => -1e6..1e6f64, 1 => Just(f64::NAN), 1 => Just(f64::INFINITY)
            ], 1..3000),
            limit in 12usize..400,
        ) {
            let x: Vec<f64> = (0..y.len()).map(|i| i as f64).collect();
            let lines = decimate(&x, &y, limit);
            prop_assert!(total(&lines) <= limit);
            let finite = || y.iter().copied().filter(|y| y.is_finite());
            let drawn = || lines.iter().flatten().map(|point| point[1]);
            prop_assert_eq!(finite().fold(f64::NAN, f64::max).to_bits(),
                            drawn().fold(f64::NAN, f64::max).to_bits());
            prop_assert_eq!(finite().fold(f64::NAN, f64::min).to_bits(),
                            drawn().fold(f64::NAN, f64::min).to_bits());
        }
    }
}
