//! Statistics of residuals, gathered while a run is recorded.
//!
//! At each measured time our value is interpolated linearly between the records around it; the
//! residual is ours less theirs. Means and moments are gathered by Welford's recurrence (Welford,
//! "Note on a method for calculating corrected sums of squares and products", Technometrics 4(3),
//! 1962), which loses no digits where a mean is large against its deviation. Measured points before
//! the first record, after the last, or at a gap do not count.

use super::Measured;
use crate::records::{Put, RecordError, Take};
use std::collections::BTreeMap;

/// Residuals of all comparisons of a run.
#[derive(Debug, Default)]
pub struct Residuals {
    pairs: Vec<Tracked>,
}

/// One pair of columns.
#[derive(Debug)]
struct Tracked {
    names: [String; 5],
    column: usize,
    times: Vec<f64>,
    theirs: Vec<f64>,
    next: usize,
    before: Option<(f64, f64)>,
    sums: ResidualSums,
}

#[derive(Debug, Default)]
struct ResidualSums {
    count: f64,
    squares: f64,
    largest: f64,
    mean: f64,
    means: [f64; 2],
    /// Sums of squares of ours and of theirs about their means, and of their product.
    moments: [f64; 3],
}

impl Residuals {
    /// For the comparisons of a run whose records have these columns, the time first.
    #[must_use]
    pub fn new(measured: &[Measured], columns: &[String]) -> Self {
        let mut pairs = Vec::new();
        for one in measured {
            for (pair, theirs) in one.series() {
                let Some(column) = columns.iter().position(|name| *name == pair.ours) else {
                    continue;
                };
                pairs.push(Tracked {
                    names: one.comparison.metrics(pair),
                    column,
                    times: one.times_s.clone(),
                    theirs: theirs.to_vec(),
                    next: 0,
                    before: None,
                    sums: ResidualSums::default(),
                });
            }
        }
        Self { pairs }
    }

    /// Takes a record.
    pub fn record(&mut self, frame: &[f64]) {
        let Some(&time) = frame.first() else { return };
        for pair in &mut self.pairs {
            if let Some(&value) = frame.get(pair.column) {
                pair.record(time, value);
            }
        }
    }

    /// Puts down what was gathered.
    pub fn save(&self, put: &mut Put) {
        for Tracked { next, before, sums, .. } in &self.pairs {
            put.count(*next);
            let (time, value) = before.unwrap_or((f64::NAN, f64::NAN));
            put.count(usize::from(before.is_some()));
            [time, value].into_iter().chain(sums.numbers()).for_each(|number| put.real(number));
        }
    }

    /// Takes up what was put down.
    pub fn load(&mut self, take: &mut Take<'_>) -> Result<(), RecordError> {
        for pair in &mut self.pairs {
            pair.next = take.count()?;
            let any = take.count()? != 0;
            let before = (take.real()?, take.real()?);
            pair.before = any.then_some(before);
            let mut numbers = pair.sums.numbers();
            take.reals(&mut numbers)?;
            pair.sums = ResidualSums::of(numbers);
        }
        Ok(())
    }

    /// The statistics as metrics; NaN where no point could be compared.
    #[must_use]
    pub fn metrics(&self) -> BTreeMap<String, f64> {
        let all = self.pairs.iter().flat_map(|pair| pair.names.iter().zip(pair.sums.statistics()));
        all.map(|(name, value)| (name.clone(), value)).collect()
    }

    /// A sentence for each pair of which no point could be compared.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let empty = self.pairs.iter().filter(|pair| pair.sums.count == 0.0);
        empty
            .map(|pair| {
                let name = pair.names[4].trim_end_matches("_points");
                format!("warning: {name}: no measured point lies within the run's records")
            })
            .collect()
    }
}

impl Tracked {
    fn record(&mut self, time: f64, value: f64) {
        while let Some(&at) = self.times.get(self.next).filter(|at| **at <= time) {
            let theirs = self.theirs.get(self.next).copied().unwrap_or(f64::NAN);
            let ours = match self.before {
                _ if at == time => value,
                Some((t, y)) if at >= t => y + (value - y) * ((at - t) / (time - t)),
                _ => f64::NAN,
            };
            if ours.is_finite() && theirs.is_finite() {
                self.sums.add(ours, theirs);
            }
            self.next += 1;
        }
        self.before = Some((time, value));
    }
}

impl ResidualSums {
    fn numbers(&self) -> [f64; 9] {
        let Self { count, squares, largest, mean, means: [a, b], moments: [c, d, e] } = *self;
        [count, squares, largest, mean, a, b, c, d, e]
    }

    fn of([count, squares, largest, mean, a, b, c, d, e]: [f64; 9]) -> Self {
        Self { count, squares, largest, mean, means: [a, b], moments: [c, d, e] }
    }

    fn add(&mut self, ours: f64, theirs: f64) {
        let residual = ours - theirs;
        self.count += 1.0;
        self.squares += (residual * residual - self.squares) / self.count;
        self.mean += (residual - self.mean) / self.count;
        self.largest = self.largest.max(residual.abs());
        let from = [ours - self.means[0], theirs - self.means[1]];
        self.means[0] += from[0] / self.count;
        self.means[1] += from[1] / self.count;
        self.moments[0] += from[0] * (ours - self.means[0]);
        self.moments[1] += from[1] * (theirs - self.means[1]);
        self.moments[2] += from[0] * (theirs - self.means[1]);
    }

    /// In the order of the names: root mean square, largest, mean, correlation, count.
    fn statistics(&self) -> [f64; 5] {
        if self.count == 0.0 {
            return [f64::NAN, f64::NAN, f64::NAN, f64::NAN, 0.0];
        }
        let [ours, theirs, both] = self.moments;
        let correlation = both / (ours.sqrt() * theirs.sqrt());
        [self.squares.sqrt(), self.largest, self.mean, correlation, self.count]
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Comparison, Pair};
    use super::*;
    use proptest::prelude::*;

    fn residuals(times: &[f64], theirs: &[f64]) -> Residuals {
        let pair =
            Pair { theirs: "x".to_owned(), ours: "a.x_m".to_owned(), scale: 1.0, offset: 0.0 };
        let comparison = Comparison {
            name: "c".to_owned(),
            time_column: "t".to_owned(),
            time_scale: 1.0,
            time_offset_s: 0.0,
            columns: vec![pair],
        };
        let (times_s, values) = (times.to_vec(), vec![theirs.to_vec()]);
        let measured = Measured { comparison, times_s, values };
        Residuals::new(&[measured], &["time_s".to_owned(), "a.x_m".to_owned()])
    }

    fn metric(residuals: &Residuals, end: &str) -> f64 {
        let all = residuals.metrics();
        *all.iter().find(|(name, _)| name.ends_with(end)).unwrap().1
    }

    #[test]
    fn a_straight_line_is_interpolated_exactly_and_points_outside_do_not_count() {
        let mut found = residuals(&[-1.0, 0.25, 0.5, 1.75, 9.0], &[7.0, 1.5, f64::NAN, 2.75, 7.0]);
        for time in [0.0, 1.0, 2.0] {
            found.record(&[time, 1.0 + time]);
        }
        // Ours is 1.25 and 2.75: residuals −0.25 and 0.
        assert_eq!(metric(&found, "_points"), 2.0);
        assert!((metric(&found, "_rms_m") - 0.25 / 2f64.sqrt()).abs() < 1e-15);
        assert!((metric(&found, "_mean_m") + 0.125).abs() < 1e-15);
        assert_eq!(metric(&found, "_max_m"), 0.25);
        assert!((metric(&found, "_correlation") - 1.0).abs() < 1e-12);
        assert!(found.warnings().is_empty());
    }

    #[test]
    fn without_a_point_there_are_no_statistics_and_a_warning() {
        let mut found = residuals(&[5.0], &[1.0]);
        found.record(&[0.0, 1.0]);
        assert!(metric(&found, "_rms_m").is_nan());
        assert!(found.warnings()[0].contains("compare.c.a.x"), "{:?}", found.warnings());
    }

    proptest! {
        #[test]
        fn statistics_are_those_of_the_textbook(
            pairs in prop::collection::vec((-1e3f64..1e3, -1e3f64..1e3), 3..60)
        ) {
            let times: Vec<f64> = (0..pairs.len()).map(|index| index as f64).collect();
            let theirs: Vec<f64> = pairs.iter().map(|pair| pair.1).collect();
            let mut found = residuals(&times, &theirs);
            for (time, (ours, _)) in times.iter().zip(&pairs) {
                found.record(&[*time, *ours]);
            }
            let n = pairs.len() as f64;
            let rms = (pairs.iter().map(|(a, b)| (a - b) * (a - b)).sum::<f64>() / n).sqrt();
            prop_assert!((metric(&found, "_rms_m") - rms).abs() < 1e-9 * (1.0 + rms));
            let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / n;
            let (a, b) = (mean(|pair| pair.0), mean(|pair| pair.1));
            let sum = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>();
            let expected = sum(&|p| (p.0 - a) * (p.1 - b))
                / (sum(&|p| (p.0 - a).powi(2)) * sum(&|p| (p.1 - b).powi(2))).sqrt();
            prop_assert!((metric(&found, "_correlation") - expected).abs() < 1e-9);
        }
    }
}
