//! Bekker's n, k_c and k_φ from pressure-sinkage readings of plates of two or more sizes.
//!
//! ln p = ln k + n ln z for each plate, k = k_c/b + k_φ. The plates share n: it is the weighted least
//! squares of all readings about the means of their plates, with the weight p² that makes errors of the
//! pressure, not of its logarithm, count alike (J. Y. Wong, *Data processing methodology in the
//! characterization of the mechanical properties of terrain*, J. Terramechanics 17 (1980)). Then k_c and
//! k_φ are the straight line through the plates' k over 1/b.

use crate::ground::compliant::Bekker;
use crate::math::real;

/// One reading of a plate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlateReading {
    /// b of the plate: radius of a disc, m. Readings with the same b are of one plate.
    pub width: f64,
    /// m
    pub sinkage: f64,
    /// Pa
    pub pressure: f64,
}

/// Readings from which nothing can be identified.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum IdentificationError {
    /// Something else than a positive number.
    #[error("reading {index}: {quantity} is {value}, but must be above zero and finite")]
    NotPositive {
        /// Which reading, from zero.
        index: usize,
        /// Of which quantity.
        quantity: &'static str,
        /// What was found.
        value: f64,
    },
    /// k_c cannot be identified apart from k_φ by a single plate.
    #[error("readings of two plates of different size are needed, not of {0}")]
    Plates(usize),
    /// n cannot be identified from a single depth.
    #[error("every plate was read at one sinkage only: n needs two or more")]
    Depths,
}

/// Root of the mean square of the differences between readings and the pressures of a soil, Pa.
pub fn pressure_residual(soil: &Bekker, readings: &[PlateReading]) -> f64 {
    let square = |one: &PlateReading| {
        let deviation = one.pressure - soil.pressure(one.sinkage, one.width);
        deviation * deviation
    };
    (readings.iter().map(square).sum::<f64>() / readings.len() as f64).sqrt()
}

/// The soil that fits the readings best.
pub fn identify(readings: &[PlateReading]) -> Result<Bekker, IdentificationError> {
    for (index, one) in readings.iter().enumerate() {
        let PlateReading { width, sinkage, pressure } = *one;
        for (quantity, value) in [("width", width), ("sinkage", sinkage), ("pressure", pressure)] {
            if !(value > 0.0 && value.is_finite()) {
                return Err(IdentificationError::NotPositive { index, quantity, value });
            }
        }
    }
    let plates = plates(readings);
    if plates.len() < 2 {
        return Err(IdentificationError::Plates(plates.len()));
    }
    let (mut mixed, mut square) = (0.0, 0.0);
    for plate in &plates {
        mixed += plate.mixed;
        square += plate.square;
    }
    let exponent = mixed / square;
    if !(square > 1e-12 && exponent.is_finite()) {
        return Err(IdentificationError::Depths);
    }
    let (cohesive, frictional) = line(&plates, exponent);
    Ok(Bekker { exponent, cohesive, frictional })
}

/// Weighted sums of one plate's readings.
struct PlateSums {
    width: f64,
    weight: f64,
    /// Means of ln z and ln p.
    depth: f64,
    pressure: f64,
    /// About the means.
    mixed: f64,
    square: f64,
}

fn plates(readings: &[PlateReading]) -> Vec<PlateSums> {
    let mut widths: Vec<f64> = readings.iter().map(|one| one.width).collect();
    widths.sort_by(f64::total_cmp);
    widths.dedup();
    // Pressures by the greatest one, so that weights do not overflow.
    let greatest = readings.iter().map(|one| one.pressure).fold(0.0, f64::max);
    let of = |width: &f64| {
        let own = || readings.iter().filter(|one| one.width == *width);
        let weight = |one: &PlateReading| (one.pressure / greatest) * (one.pressure / greatest);
        let total: f64 = own().map(weight).sum();
        let mean = |value: fn(&PlateReading) -> f64| {
            own().map(|one| weight(one) * value(one)).sum::<f64>() / total
        };
        let depth = mean(|one| real::ln(one.sinkage));
        let pressure = mean(|one| real::ln(one.pressure));
        let about =
            |one: &PlateReading| (real::ln(one.sinkage) - depth, real::ln(one.pressure) - pressure);
        PlateSums {
            width: *width,
            weight: total,
            depth,
            pressure,
            mixed: own().map(|one| weight(one) * about(one).0 * about(one).1).sum(),
            square: own().map(|one| weight(one) * about(one).0 * about(one).0).sum(),
        }
    };
    widths.iter().map(of).collect()
}

/// k_c and k_φ: the line through the plates' k over 1/b.
fn line(plates: &[PlateSums], exponent: f64) -> (f64, f64) {
    let points: Vec<[f64; 3]> = plates
        .iter()
        .map(|plate| {
            let modulus = real::exp(plate.pressure - exponent * plate.depth);
            [1.0 / plate.width, modulus, plate.weight]
        })
        .collect();
    let total: f64 = points.iter().map(|[_, _, weight]| weight).sum();
    let mean = |k: usize| points.iter().map(|point| point[2] * point[k]).sum::<f64>() / total;
    let (x, y) = (mean(0), mean(1));
    let mixed: f64 = points.iter().map(|[a, b, weight]| weight * (a - x) * (b - y)).sum();
    let square: f64 = points.iter().map(|[a, _, weight]| weight * (a - x) * (a - x)).sum();
    let slope = mixed / square;
    (slope, y - slope * x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn readings(soil: &Bekker, widths: &[f64]) -> Vec<PlateReading> {
        let depths = [0.004, 0.01, 0.023, 0.05];
        let of = |width: &f64| {
            let width = *width;
            depths.map(|sinkage| {
                let pressure = soil.pressure(sinkage, width);
                PlateReading { width, sinkage, pressure }
            })
        };
        widths.iter().flat_map(of).collect()
    }

    proptest! {
        #[test]
        fn readings_of_a_soil_give_that_soil_back(
            exponent in 0.3_f64..2.0, cohesive in -1e3_f64..1e5, frictional in 1e5_f64..1e8,
        ) {
            let soil = Bekker { exponent, cohesive, frictional };
            let found = identify(&readings(&soil, &[0.03, 0.05, 0.1])).unwrap();
            prop_assert!((found.exponent - exponent).abs() < 1e-9);
            prop_assert!((found.cohesive - cohesive).abs() < 1e-6 * frictional * 0.1);
            prop_assert!((found.frictional / frictional - 1.0).abs() < 1e-6);
            prop_assert!(pressure_residual(&found, &readings(&soil, &[0.04])) < 1e-6 * frictional);
        }
    }

    #[test]
    fn readings_that_do_not_identify_are_refused() {
        let soil = Bekker { exponent: 1.0, cohesive: 1e3, frictional: 1e6 };
        assert_eq!(identify(&readings(&soil, &[0.05])), Err(IdentificationError::Plates(1)));
        assert_eq!(identify(&[]), Err(IdentificationError::Plates(0)));
        let one = |width| PlateReading { width, sinkage: 0.01, pressure: 1e4 };
        assert_eq!(identify(&[one(0.05), one(0.1)]), Err(IdentificationError::Depths));
        let bad = PlateReading { sinkage: -0.01, ..one(0.1) };
        let message = identify(&[one(0.05), bad]).unwrap_err().to_string();
        assert!(message.contains("reading 1") && message.contains("sinkage"), "{message}");
    }
}
