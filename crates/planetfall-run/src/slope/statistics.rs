//! Mean, standard deviation and the confidence interval of a mean.

/// What samples of a number amount to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statistics {
    /// How many there are.
    pub count: usize,
    /// Not a number for none.
    pub mean: f64,
    /// With n − 1; not a number for fewer than two.
    pub deviation: f64,
}

/// Two-sided, 95 %: this quantile of the normal law.
const NORMAL_QUANTILE: f64 = 1.959_963_984_540_054;

impl Statistics {
    /// Of those numbers that are finite.
    pub fn of(numbers: impl Iterator<Item = f64>) -> Self {
        let finite: Vec<f64> = numbers.filter(|number| number.is_finite()).collect();
        let count = finite.len();
        let mean = finite.iter().sum::<f64>() / count as f64;
        let squares: f64 = finite.iter().map(|number| (number - mean) * (number - mean)).sum();
        let deviation = match count {
            0 | 1 => f64::NAN,
            _ => (squares / (count - 1) as f64).sqrt(),
        };
        Self { count, mean, deviation }
    }

    /// Half of the two-sided 95 % confidence interval of the mean, by Student's law.
    #[must_use]
    pub fn half_interval(&self) -> f64 {
        let freedom = self.count.saturating_sub(1);
        student_quantile(freedom) * self.deviation / (self.count as f64).sqrt()
    }
}

/// The 97.5 % quantile of Student's law: of tables up to three degrees of freedom, beyond them by the
/// expansion about the normal quantile (M. Abramowitz, I. Stegun 1964, 26.7.5).
fn student_quantile(freedom: usize) -> f64 {
    match freedom {
        0 => f64::NAN,
        1 => 12.706_204_736,
        2 => 4.302_652_730,
        3 => 3.182_446_305,
        _ => {
            let (z, n) = (NORMAL_QUANTILE, freedom as f64);
            let z2 = z * z;
            let first = z * (z2 + 1.0) / 4.0;
            let second = z * ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0;
            let third = z * (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0;
            let fourth =
                z * ((((79.0 * z2 + 776.0) * z2 + 1482.0) * z2 - 1920.0) * z2 - 945.0) / 92160.0;
            z + first / n + second / (n * n) + third / (n * n * n) + fourth / (n * n * n * n)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_published_tables() {
        let table = [(3, 3.182), (4, 2.776), (9, 2.262), (19, 2.093), (30, 2.042), (120, 1.980)];
        for (freedom, quantile) in table {
            assert!((student_quantile(freedom) - quantile).abs() < 3e-3, "{freedom}");
        }
        assert!(student_quantile(0).is_nan());
    }

    #[test]
    fn deviation_has_the_divisor_of_a_sample_and_gaps_do_not_count() {
        let known = Statistics::of([1.0, f64::NAN, 2.0, 3.0, 4.0].into_iter());
        assert_eq!((known.count, known.mean), (4, 2.5));
        assert!((known.deviation - (5.0f64 / 3.0).sqrt()).abs() < 1e-15);
        let none = Statistics::of(std::iter::empty());
        assert!(none.mean.is_nan() && none.half_interval().is_nan());
    }
}
