//! A small dense matrix that is factored once and solved with several times.
//!
//! Symmetric positive definite matrices by Cholesky, of which the lower triangle is enough; others by
//! elimination with partial pivoting (G. Golub, C. Van Loan, *Matrix Computations*, ch. 3 and 4).

/// A square matrix by rows, then its factors.
#[derive(Clone, Debug, Default)]
pub(crate) struct DenseFactor {
    size: usize,
    values: Vec<f64>,
    /// The row that each elimination took its pivot from; empty for Cholesky's factor.
    pivots: Vec<usize>,
}

impl DenseFactor {
    /// Becomes the identity.
    pub(crate) fn reset(&mut self, size: usize) {
        self.size = size;
        self.pivots.clear();
        self.values.clear();
        self.values.resize(size * size, 0.0);
        self.values.iter_mut().step_by(size + 1).for_each(|value| *value = 1.0);
    }

    /// A row of the matrix.
    #[inline]
    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.values[row * self.size..(row + 1) * self.size]
    }

    /// Cholesky's factorisation of the lower triangle; false where that is not positive definite.
    pub(crate) fn factor_definite(&mut self) -> bool {
        let size = self.size;
        for row in 0..size {
            let (above, own) = self.values.split_at_mut(row * size);
            let own = &mut own[..=row];
            for column in 0..row {
                let line = &above[column * size..=column * size + column];
                let known = dot(&own[..column], &line[..column]);
                own[column] = (own[column] - known) / line[column];
            }
            let square = own[row] - dot(&own[..row], &own[..row]);
            if !(square > 0.0 && square.is_finite()) {
                return false;
            }
            own[row] = square.sqrt();
        }
        true
    }

    /// Elimination with partial pivoting of the whole matrix; false where it is singular.
    pub(crate) fn factor(&mut self) -> bool {
        let size = self.size;
        for column in 0..size {
            let entry = |row: usize| self.values[row * size + column].abs();
            let best = (column + 1..size)
                .fold(column, |best, row| if entry(row) > entry(best) { row } else { best });
            self.pivots.push(best);
            let (upper, lower) = self.values.split_at_mut((column + 1) * size);
            let source = &mut upper[column * size..];
            if best > column {
                let from = (best - column - 1) * size;
                source.swap_with_slice(&mut lower[from..from + size]);
            }
            let pivot = source[column];
            if !(pivot.abs() > 0.0 && pivot.is_finite()) {
                return false;
            }
            let source = &source[column..];
            for line in lower.chunks_exact_mut(size) {
                let line = &mut line[column..];
                let times = line[0] / pivot;
                if times != 0.0 {
                    line.iter_mut().zip(source).for_each(|(value, other)| *value -= times * other);
                }
                line[0] = times;
            }
        }
        true
    }

    /// Solves with the factors; the right side becomes the answer.
    pub(crate) fn solve(&self, right: &mut [f64]) {
        let size = self.size;
        let line = |row: usize| &self.values[row * size..(row + 1) * size];
        if self.pivots.is_empty() {
            for row in 0..size {
                let known = dot(&line(row)[..row], &right[..row]);
                right[row] = (right[row] - known) / line(row)[row];
            }
            for row in (0..size).rev() {
                let own = right[row] / line(row)[row];
                right[row] = own;
                right.iter_mut().zip(&line(row)[..row]).for_each(|(value, l)| *value -= own * l);
            }
            return;
        }
        self.pivots.iter().enumerate().for_each(|(row, &from)| right.swap(row, from));
        for row in 0..size {
            right[row] -= dot(&line(row)[..row], &right[..row]);
        }
        for row in (0..size).rev() {
            let known = dot(&line(row)[row + 1..], &right[row + 1..]);
            right[row] = (right[row] - known) / line(row)[row];
        }
    }
}

#[inline]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mixed(row: usize, column: usize) -> f64 {
        crate::math::real::sin((row * row + 3 * column * column + row * column + 1) as f64)
    }

    fn check(
        size: usize,
        entry: impl Fn(usize, usize) -> f64,
        factor: fn(&mut DenseFactor) -> bool,
    ) {
        let mut matrix = DenseFactor::default();
        matrix.reset(size);
        for row in 0..size {
            (0..size).for_each(|column| matrix.row_mut(row)[column] = entry(row, column));
        }
        assert!(factor(&mut matrix));
        // Twice, since solving must not use it up.
        for scale in [1.0, -2.0] {
            let goal = |k: usize| scale * (1.0 + k as f64);
            let product = |row| (0..size).map(|column| entry(row, column) * goal(column)).sum();
            let mut right: Vec<f64> = (0..size).map(product).collect();
            matrix.solve(&mut right);
            for (k, found) in right.iter().enumerate() {
                assert!((found - goal(k)).abs() < 1e-7 * goal(k).abs(), "{size}: {found}");
            }
        }
    }

    #[test]
    fn what_is_solved_fits_its_matrix() {
        for size in [1, 2, 7, 21, 40] {
            check(size, mixed, DenseFactor::factor);
            let square =
                |a: usize, b: usize| (0..size).map(|k| mixed(k, a) * mixed(k, b)).sum::<f64>();
            let definite = |a: usize, b: usize| square(a, b) + f64::from(u8::from(a == b));
            check(size, definite, DenseFactor::factor_definite);
        }
    }

    #[test]
    fn a_matrix_without_factors_is_reported() {
        let mut matrix = DenseFactor::default();
        matrix.reset(2);
        matrix.row_mut(1).copy_from_slice(&[2.0, 1.0]);
        assert!(!matrix.factor_definite());
        matrix.reset(2);
        matrix.row_mut(1).copy_from_slice(&[1.0, 0.0]);
        assert!(!matrix.factor());
    }
}
