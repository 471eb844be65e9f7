//! Small dense systems solved in place, without allocation.

use nalgebra::DMatrix;

/// Solves A x = b for a symmetric positive definite A by Cholesky's method; A is used up and b
/// becomes x. A matrix that is not positive definite gives numbers that are not finite.
pub(crate) fn solve_symmetric(matrix: &mut DMatrix<f64>, vector: &mut [f64]) {
    let count = vector.len();
    for column in 0..count {
        let mut pivot = matrix[(column, column)];
        for k in 0..column {
            pivot -= matrix[(column, k)] * matrix[(column, k)];
        }
        let pivot = pivot.sqrt();
        matrix[(column, column)] = pivot;
        for row in column + 1..count {
            let mut value = matrix[(row, column)];
            for k in 0..column {
                value -= matrix[(row, k)] * matrix[(column, k)];
            }
            matrix[(row, column)] = value / pivot;
        }
    }
    for row in 0..count {
        let mut value = vector[row];
        for k in 0..row {
            value -= matrix[(row, k)] * vector[k];
        }
        vector[row] = value / matrix[(row, row)];
    }
    for row in (0..count).rev() {
        let mut value = vector[row];
        for k in row + 1..count {
            value -= matrix[(k, row)] * vector[k];
        }
        vector[row] = value / matrix[(row, row)];
    }
}

/// Solves A x = b by elimination with partial pivoting; A is used up and b becomes x. False if A
/// is singular.
pub(crate) fn solve_general(matrix: &mut DMatrix<f64>, vector: &mut [f64]) -> bool {
    let count = vector.len();
    for column in 0..count {
        let size = |row: &usize| matrix[(*row, column)].abs();
        let best = (column..count).max_by(|a, b| size(a).total_cmp(&size(b))).unwrap_or(column);
        let pivot = matrix[(best, column)];
        if !(pivot.abs() > 0.0 && pivot.is_finite()) {
            return false;
        }
        if best != column {
            matrix.swap_rows(best, column);
            vector.swap(best, column);
        }
        for row in column + 1..count {
            let factor = matrix[(row, column)] / pivot;
            if factor != 0.0 {
                for k in column + 1..count {
                    let above = matrix[(column, k)];
                    matrix[(row, k)] -= factor * above;
                }
                vector[row] -= factor * vector[column];
            }
        }
    }
    for row in (0..count).rev() {
        let mut value = vector[row];
        for k in row + 1..count {
            value -= matrix[(row, k)] * vector[k];
        }
        vector[row] = value / matrix[(row, row)];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::DVector;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn both_solve_what_they_are_given(numbers in prop::collection::vec(-1.0..1.0f64, 72)) {
            let square = DMatrix::from_column_slice(8, 8, &numbers[..64]);
            let right = DVector::from_column_slice(&numbers[64..]);
            let positive = &square * square.transpose() + DMatrix::identity(8, 8);
            let mut x: Vec<f64> = right.iter().copied().collect();
            solve_symmetric(&mut positive.clone(), &mut x);
            prop_assert!((&positive * DVector::from_column_slice(&x) - &right).norm() < 1e-9);
            let general = square + DMatrix::identity(8, 8) * 10.0;
            let mut x: Vec<f64> = right.iter().copied().collect();
            prop_assert!(solve_general(&mut general.clone(), &mut x));
            prop_assert!((&general * DVector::from_column_slice(&x) - &right).norm() < 1e-9);
        }
    }

    #[test]
    fn a_singular_matrix_is_reported() {
        assert!(!solve_general(&mut DMatrix::zeros(3, 3), &mut [1.0, 2.0, 3.0]));
    }
}
