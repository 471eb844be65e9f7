//! Gaussian elimination with partial pivoting on a matrix kept by rows, panel by panel.
//!
//! A panel of columns is eliminated first, then the rest is brought up to date one row at a time
//! while that row is in cache (right-looking blocked LU; G. Golub, C. Van Loan, *Matrix
//! Computations*, ch. 3). The order of every sum is fixed.

const PANEL: usize = 32;

/// A square matrix that is used up by solving with it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Elimination {
    size: usize,
    values: Vec<f64>,
}

impl Elimination {
    /// Becomes a matrix of zeros.
    pub(crate) fn reset(&mut self, size: usize) {
        self.size = size;
        self.values.clear();
        self.values.resize(size * size, 0.0);
    }

    /// Adds to one entry.
    #[inline]
    pub(crate) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.values[row * self.size + column] += value;
    }

    /// Solves for one right side, which becomes the answer. False if the matrix is singular.
    pub(crate) fn solve(&mut self, right: &mut [f64]) -> bool {
        let size = self.size;
        for start in (0..size).step_by(PANEL) {
            let end = (start + PANEL).min(size);
            if !self.factor_panel(start, end, right) {
                return false;
            }
            self.update_rest(start, end);
        }
        self.substitute(right);
        true
    }

    fn factor_panel(&mut self, start: usize, end: usize, right: &mut [f64]) -> bool {
        let size = self.size;
        for column in start..end {
            let mut best = column;
            for row in column + 1..size {
                if self.values[row * size + column].abs() > self.values[best * size + column].abs()
                {
                    best = row;
                }
            }
            let pivot = self.values[best * size + column];
            if !(pivot.abs() > 0.0 && pivot.is_finite()) {
                return false;
            }
            self.swap_rows(best, column);
            right.swap(best, column);
            let (above, below) = self.values.split_at_mut((column + 1) * size);
            let source = &above[column * size + column + 1..column * size + end];
            for row in below.chunks_exact_mut(size) {
                let factor = row[column] / pivot;
                row[column] = factor;
                subtract(&mut row[column + 1..end], factor, source);
            }
        }
        true
    }

    fn swap_rows(&mut self, low: usize, high: usize) {
        let (first, second) = (low.min(high), low.max(high));
        if first != second {
            let (above, below) = self.values.split_at_mut(second * self.size);
            above[first * self.size..(first + 1) * self.size]
                .swap_with_slice(&mut below[..self.size]);
        }
    }

    fn update_rest(&mut self, start: usize, end: usize) {
        let size = self.size;
        for row in start + 1..size {
            let known = row.min(end);
            let (above, below) = self.values.split_at_mut(row * size);
            let (factors, target) = below[..size].split_at_mut(end);
            for column in start..known {
                let factor = factors[column];
                if factor != 0.0 {
                    subtract(target, factor, &above[column * size + end..(column + 1) * size]);
                }
            }
        }
    }

    fn substitute(&self, right: &mut [f64]) {
        let size = self.size;
        for row in 0..size {
            let line = &self.values[row * size..(row + 1) * size];
            right[row] -= dot(&line[..row], &right[..row]);
        }
        for row in (0..size).rev() {
            let line = &self.values[row * size..(row + 1) * size];
            right[row] = (right[row] - dot(&line[row + 1..], &right[row + 1..size])) / line[row];
        }
    }
}

#[inline]
fn subtract(target: &mut [f64], factor: f64, source: &[f64]) {
    for (value, other) in target.iter_mut().zip(source) {
        *value -= factor * other;
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_solved_fits_its_matrix_over_several_panels() {
        for size in [1, 2, 7, 33, 100] {
            let entry = |row: usize, column: usize| {
                crate::math::real::sin((row * row + 3 * column * column + row * column) as f64)
            };
            let mut matrix = Elimination::default();
            matrix.reset(size);
            let goal: Vec<f64> = (0..size).map(|k| 1.0 + k as f64).collect();
            let mut right = vec![0.0; size];
            for (row, sum) in right.iter_mut().enumerate() {
                for (column, wanted) in goal.iter().enumerate() {
                    let value = entry(row + 1, column + 2);
                    matrix.add(row, column, value);
                    *sum += value * wanted;
                }
            }
            assert!(matrix.solve(&mut right));
            for (found, wanted) in right.iter().zip(&goal) {
                assert!((found - wanted).abs() < 1e-6 * wanted, "{size}: {found} is not {wanted}");
            }
        }
    }

    #[test]
    fn a_singular_matrix_is_told() {
        let mut matrix = Elimination::default();
        matrix.reset(2);
        matrix.add(0, 1, 1.0);
        matrix.add(1, 1, 1.0);
        assert!(!matrix.solve(&mut [1.0, 1.0]));
    }
}
