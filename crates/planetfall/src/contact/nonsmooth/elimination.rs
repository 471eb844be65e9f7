//! Gaussian elimination with partial pivoting on a matrix kept by rows, with its right side as one more
//! column (G. Golub, C. Van Loan, *Matrix Computations*, ch. 3).
//!
//! Rows are as long as a multiple of [`LANES`], so that a row is brought up to date in whole pieces of that
//! many numbers; what that does to columns that are eliminated already is never read. The order of every sum
//! is fixed.

use nalgebra::Matrix3;

/// Numbers of one piece of a row: the doubles of a 256-bit register.
const LANES: usize = 4;
/// Share of its first value below which a diagonal number has cancelled, relative: some hundred times the
/// unit round-off, as sums over 72 rows leave.
const PIVOT_ROUND_OFF: f64 = 1e-13;

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
        // Rows of known length need no loops.
        let regular = match self.pieces {
            1 => self.eliminate_all::<1>(),
            2 => self.eliminate_all::<2>(),
            3 => self.eliminate_all::<3>(),
            4 => self.eliminate_all::<4>(),
            _ => (0..size).all(|column| self.eliminate(column)),
        };
        if regular {
            self.substitute(right);
        }
        regular
    }

    /// The same for a symmetric positive definite matrix of which only the upper triangle was added, without
    /// pivots. False where a number on the diagonal shrinks to round-off, or the matrix is no such one: then
    /// both matrix and right side have to be made anew.
    pub(crate) fn solve_definite(&mut self, right: &mut [f64]) -> bool {
        let size = self.size;
        for (row, value) in right.iter().enumerate() {
            self.row_mut(row)[size] = *value;
        }
        let regular = (0..size).all(|column| self.eliminate_definite(column));
        if regular {
            self.substitute(right);
        }
        regular
    }

    /// Takes a column out of the rows below its own, as far as their upper triangle.
    fn eliminate_definite(&mut self, column: usize) -> bool {
        let (piece, lane) = (column / LANES, column % LANES);
        let (source, rest) = self.values[column * self.pieces..].split_at_mut(self.pieces);
        let pivot = source[piece][lane];
        if !(pivot > 0.0 && pivot.is_finite()) {
            return false;
        }
        let (source, scale) = (&*source, 1.0 / pivot);
        let mut regular = true;
        for (row, line) in (column + 1..).zip(rest.chunks_exact_mut(self.pieces)) {
            let (first, own) = (row / LANES, row % LANES);
            let factor = source[first][own] * scale;
            let before = line[first][own];
            for (target, source) in line[first..].iter_mut().zip(&source[first..]) {
                for (value, other) in target.iter_mut().zip(source) {
                    *value -= factor * other;
                }
            }
            regular &= line[first][own] > PIVOT_ROUND_OFF * before;
        }
        regular
    }

    /// A row, with its right side.
    #[inline]
    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [f64] {
        self.values[row * self.pieces..(row + 1) * self.pieces].as_flattened_mut()
    }

    /// Takes all columns out of the rows below their own, where a row has so many pieces.
    fn eliminate_all<const PIECES: usize>(&mut self) -> bool {
        let rows = self.values.as_chunks_mut::<PIECES>().0;
        for column in 0..self.size {
            let (piece, lane) = (column / LANES, column % LANES);
            let (mut best, mut largest) = (column, -1.0);
            for (row, line) in rows.iter().enumerate().skip(column) {
                let size = line[piece][lane].abs();
                (best, largest) = if size > largest { (row, size) } else { (best, largest) };
            }
            rows.swap(column, best);
            let source = rows[column];
            let pivot = source[piece][lane];
            if !(pivot.abs() > 0.0 && pivot.is_finite()) {
                return false;
            }
            let share = 1.0 / pivot;
            for line in &mut rows[column + 1..] {
                let factor = line[piece][lane] * share;
                for (target, source) in line.iter_mut().zip(&source) {
                    for (value, other) in target.iter_mut().zip(source) {
                        *value -= factor * other;
                    }
                }
            }
        }
        true
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
        let (source, share) = (&source[piece..], 1.0 / pivot);
        for line in rest.chunks_exact_mut(self.pieces) {
            let line = &mut line[piece..];
            let factor = line[0][lane] * share;
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

    /// Column by column, so that no sum has to wait for all of its parts.
    fn substitute(&self, right: &mut [f64]) {
        let (size, width) = (self.size, self.pieces * LANES);
        let values = self.values.as_flattened();
        for (value, line) in right.iter_mut().zip(values.chunks_exact(width)) {
            *value = line[size];
        }
        for row in (0..size).rev() {
            let (above, own) = right.split_at_mut(row);
            let answer = own[0] / values[row * width + row];
            own[0] = answer;
            for (value, line) in above.iter_mut().zip(values.chunks_exact(width)) {
                *value -= line[row] * answer;
            }
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
    fn a_definite_matrix_needs_its_upper_triangle_only() {
        for size in [1, 3, 18, 21] {
            let root = |row: usize, column: usize| {
                let mixed = crate::math::real::sin((row * row + 5 * column + row * column) as f64);
                if row == column { 3.0 + mixed } else { mixed }
            };
            let entry =
                |a: usize, b: usize| (0..size).map(|k| root(k, a) * root(k, b)).sum::<f64>();
            let goal: Vec<f64> = (0..size).map(|k| 1.0 + k as f64).collect();
            let mut matrix = Elimination::default();
            matrix.reset(size);
            for row in 0..size {
                (row..size).for_each(|column| matrix.add(row, column, entry(row, column)));
            }
            let product = |row| (0..size).map(|column| entry(row, column) * goal[column]).sum();
            let mut right: Vec<f64> = (0..size).map(product).collect();
            assert!(matrix.solve_definite(&mut right));
            for (found, wanted) in right.iter().zip(&goal) {
                assert!((found - wanted).abs() < 1e-8 * wanted, "{size}: {found} is not {wanted}");
            }
        }
    }

    #[test]
    fn a_semidefinite_matrix_is_reported() {
        let mut matrix = Elimination::default();
        matrix.reset(2);
        [(0, 0), (0, 1), (1, 1)].into_iter().for_each(|(row, column)| matrix.add(row, column, 0.3));
        assert!(!matrix.solve_definite(&mut [1.0, 1.0]));
    }

    #[test]
    fn a_singular_matrix_is_reported() {
        let mut matrix = Elimination::default();
        matrix.reset(2);
        matrix.add(0, 1, 1.0);
        matrix.add(1, 1, 1.0);
        assert!(!matrix.solve(&mut [1.0, 1.0]));
    }
}
