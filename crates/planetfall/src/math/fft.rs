//! The discrete Fourier transform X_k = sum_n x_n exp(-2 pi i k n / N) by decimation in time with
//! mixed radices 2, 3 and 5 (Cooley and Tukey 1965; Good 1958 for general factors).
//!
//! It serves the making of terrain, where reproducible bits count for more than speed: twiddle
//! factors come from `math::real`, and the order of operations is fixed by the length alone.

use super::real;
use nalgebra::Complex;
use std::f64::consts::TAU;

/// The transform of one length, with its factors and roots of unity.
#[derive(Clone, Debug)]
pub struct Fourier {
    factors: Vec<usize>,
    roots: Vec<Complex<f64>>,
}

impl Fourier {
    /// A transform of `length` numbers; `None` unless the length is a product of 2, 3 and 5.
    pub fn new(length: usize) -> Option<Self> {
        let factors = factors(length)?;
        let angle = |i: usize| -TAU * i as f64 / length as f64;
        let roots =
            (0..length).map(|i| Complex::new(real::cos(angle(i)), real::sin(angle(i)))).collect();
        Some(Self { factors, roots })
    }

    /// Transforms `input` into `output`; both have the length of the transform.
    pub fn forward(&self, input: &[Complex<f64>], output: &mut [Complex<f64>]) {
        debug_assert!(input.len() == self.roots.len() && output.len() == self.roots.len());
        self.stage(input, 1, output, &self.factors);
    }

    /// Transforms every `stride`-th number of `input` and joins the parts.
    fn stage(
        &self,
        input: &[Complex<f64>],
        stride: usize,
        output: &mut [Complex<f64>],
        factors: &[usize],
    ) {
        let Some((&radix, rest)) = factors.split_first() else {
            if let (Some(to), Some(from)) = (output.first_mut(), input.first()) {
                *to = *from;
            }
            return;
        };
        let part = output.len() / radix;
        for (k, slice) in output.chunks_exact_mut(part).enumerate() {
            self.stage(&input[k * stride..], stride * radix, slice, rest);
        }
        for u in 0..part {
            self.butterfly(output, u, part, radix, stride);
        }
    }

    /// Joins the u-th numbers of `radix` transforms of length `part`.
    #[inline]
    fn butterfly(
        &self,
        output: &mut [Complex<f64>],
        u: usize,
        part: usize,
        radix: usize,
        stride: usize,
    ) {
        let mut terms = [Complex::new(0.0, 0.0); 5];
        for q in 0..radix {
            terms[q] = output[u + q * part];
        }
        for k in 0..radix {
            let step = (u + k * part) * stride;
            let mut sum = terms[0];
            let mut turn = 0;
            for term in &terms[1..radix] {
                turn += step;
                if turn >= self.roots.len() {
                    turn -= self.roots.len();
                }
                sum += term * self.roots[turn];
            }
            output[u + k * part] = sum;
        }
    }
}

/// The smallest product of 2, 3 and 5 that is not less than `length`.
pub fn smooth_length(length: usize) -> usize {
    (length.max(1)..).find(|&n| factors(n).is_some()).unwrap_or(length)
}

/// Transforms an array of `rows` times `columns` numbers, written row by row, along both directions
/// in place; `None` unless the shape fits and is made of 2, 3 and 5.
pub fn forward_2d(array: &mut [Complex<f64>], rows: usize, columns: usize) -> Option<()> {
    if rows.checked_mul(columns)? != array.len() {
        return None;
    }
    let (along_row, along_column) = (Fourier::new(columns)?, Fourier::new(rows)?);
    let mut result = vec![Complex::new(0.0, 0.0); rows.max(columns)];
    for row in array.chunks_exact_mut(columns) {
        along_row.forward(row, &mut result[..columns]);
        row.copy_from_slice(&result[..columns]);
    }
    // Columns are gathered in bands: each row of a band is one piece of memory.
    let mut band = vec![Complex::new(0.0, 0.0); COLUMN_BAND * rows];
    for first in (0..columns).step_by(COLUMN_BAND) {
        let width = COLUMN_BAND.min(columns - first);
        for row in 0..rows {
            for k in 0..width {
                band[k * rows + row] = array[row * columns + first + k];
            }
        }
        for line in band.chunks_exact_mut(rows).take(width) {
            along_column.forward(line, &mut result[..rows]);
            line.copy_from_slice(&result[..rows]);
        }
        for row in 0..rows {
            for k in 0..width {
                array[row * columns + first + k] = band[k * rows + row];
            }
        }
    }
    Some(())
}

/// Columns that are transformed together. Chosen: 16 complex numbers are four cache lines.
const COLUMN_BAND: usize = 16;

fn factors(length: usize) -> Option<Vec<usize>> {
    let mut rest = length;
    let mut found = Vec::new();
    for radix in [5, 3, 2] {
        while rest > 0 && rest.is_multiple_of(radix) {
            found.push(radix);
            rest /= radix;
        }
    }
    (rest == 1).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::noise::{Key, gaussian_pair};

    fn signal(length: usize) -> Vec<Complex<f64>> {
        let key = Key::new(1, "fft", "signal");
        (0..length as u64).map(|i| gaussian_pair(key, i)).map(|(a, b)| Complex::new(a, b)).collect()
    }

    #[test]
    fn the_fast_transform_is_the_sum_that_defines_it() {
        for length in [1, 2, 3, 4, 5, 6, 8, 15, 60, 90, 128, 225] {
            let input = signal(length);
            let mut output = vec![Complex::new(0.0, 0.0); length];
            Fourier::new(length).unwrap().forward(&input, &mut output);
            for (k, found) in output.iter().enumerate() {
                let expected: Complex<f64> = (0..length)
                    .map(|n| {
                        let angle = -TAU * (k * n % length) as f64 / length as f64;
                        input[n] * Complex::new(angle.cos(), angle.sin())
                    })
                    .sum();
                assert!((found - expected).norm() < 1e-12 * length as f64, "N = {length}, k = {k}");
            }
        }
    }

    #[test]
    fn the_transform_in_the_plane_keeps_energy() {
        let (rows, columns) = (12, 10);
        let mut array = signal(rows * columns);
        let before: f64 = array.iter().map(Complex::norm_sqr).sum();
        forward_2d(&mut array, rows, columns).unwrap();
        let after: f64 = array.iter().map(Complex::norm_sqr).sum();
        assert!((after / (rows * columns) as f64 - before).abs() < 1e-11 * before);
    }

    #[test]
    fn a_wave_in_the_plane_has_one_line_in_its_transform() {
        let (rows, columns) = (18, 40);
        let (k, l) = (5, 33);
        let mut array: Vec<_> = (0..rows * columns)
            .map(|i| {
                (i / columns * k) as f64 / rows as f64 + (i % columns * l) as f64 / columns as f64
            })
            .map(|turns| Complex::new((TAU * turns).cos(), (TAU * turns).sin()))
            .collect();
        forward_2d(&mut array, rows, columns).unwrap();
        for (i, value) in array.iter().enumerate() {
            let expected = if i == k * columns + l { (rows * columns) as f64 } else { 0.0 };
            assert!((value - Complex::new(expected, 0.0)).norm() < 1e-9);
        }
    }

    #[test]
    fn a_length_with_another_factor_is_refused() {
        assert!(Fourier::new(7).is_none() && Fourier::new(0).is_none());
        assert_eq!(smooth_length(7), 8);
        assert_eq!(smooth_length(2473), 2500);
    }
}
