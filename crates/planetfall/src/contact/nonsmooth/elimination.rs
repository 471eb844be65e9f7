//! Gaussian elimination with partial pivoting on a matrix kept by rows, with its right side as one more
//! column (G. Golub, C. Van Loan, *Matrix Computations*, ch. 3).
//!
//! Rows are as long as a multiple of [`LANES`], so that a row is brought up to date in whole pieces of that
//! many numbers; what that does to columns that are eliminated already is never read. The order of every sum
//! is fixed.

use nalgebra::Matrix3;

const LANES: usize = 4;

/// A square matrix that is used up by solving with it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Elimination {
    size: usize,
    /// Pieces of a row.
    pieces: usize,
    values: Vec<[f64; LANES]>,
}

impl Elimination {
    /// Becomes a matrix of zeros.
    pub(crate) fn reset(&mut self, size: usize) {
        self.size = size;
        self.pieces = (size + 1).div_ceil(LANES);
        self.values.clear();
        self.values.resize(size * self.pieces, [0.0; LANES]);
    }

    /// Adds to one entry.
    #[inline]
    pub(crate) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.row_mut(row)[column] += value;
    }

    /// Adds the first rows and columns of a block: (place, count) of each.
    #[inline]
    pub(crate) fn add_block(
        &mut self,
        (row, rows): (usize, usize),
        (column, columns): (usize, usize),
        block: &Matrix3<f64>,
    ) {
        for i in 0..rows {
            let line = &mut self.row_mut(row + i)[column..column + columns];
            for (value, more) in line.iter_mut().zip(block.row(i).iter()) {
                *value += more;
            }
        }
    }

    /// Solves for one right side, which becomes the answer. False if the matrix is singular.
    pub(crate) fn solve(&mut self, right: &mut [f64]) -> bool {
        let size = self.size;
        for (row, value) in right.iter().enumerate() {
            self.row_mut(row)[size] = *value;
        }
        let regular = (0..size).all(|column| self.eliminate(column));
        if regular {
            self.substitute(right);
        }
        regular
    }

    #[inline]
    fn row(&self, row: usize) -> &[f64] {
        self.values[row * self.pieces..(row + 1) * self.pieces].as_flattened()
    }

    #[inline]
    fn row_mut(&mut self, row: usize) -> &mut [f64] {
        self.values[row * self.pieces..(row + 1) * self.pieces].as_flattened_mut()
    }

    /// Takes a column out of all rows below its own, after the row with the largest number came there.
    fn eliminate(&mut self, column: usize) -> bool {
        let (piece, lane) = (column / LANES, column % LANES);
        let below = self.values[column * self.pieces..].chunks_exact(self.pieces);
        let (mut best, mut largest) = (0, -1.0);
        for (row, line) in below.enumerate() {
            let size = line[piece][lane].abs();
            if size > largest {
                (best, largest) = (row, size);
            }
        }
        let (source, rest) = self.values[column * self.pieces..].split_at_mut(self.pieces);
        if best > 0 {
            source.swap_with_slice(&mut rest[(best - 1) * self.pieces..best * self.pieces]);
        }
        let pivot = source[piece][lane];
        if !(pivot.abs() > 0.0 && pivot.is_finite()) {
            return false;
        }
        let source = &source[piece..];
        for line in rest.chunks_exact_mut(self.pieces) {
            let line = &mut line[piece..];
            let factor = line[0][lane] / pivot;
            if factor == 0.0 {
                continue;
            }
            for (target, source) in line.iter_mut().zip(source) {
                for (value, other) in target.iter_mut().zip(source) {
                    *value -= factor * other;
                }
            }
        }
        true
    }

    fn substitute(&self, right: &mut [f64]) {
        let size = self.size;
        for row in (0..size).rev() {
            let line = self.row(row);
            let known: f64 =
                line[row + 1..size].iter().zip(&right[row + 1..]).map(|(a, x)| a * x).sum();
            right[row] = (line[size] - known) / line[row];
        }
    }
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
