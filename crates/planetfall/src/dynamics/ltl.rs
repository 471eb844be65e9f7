//! LᵀL factorisation along the branches of a tree (Featherstone 2008, §6.5): a mass matrix has entries
//! only between coordinates of one branch, and factored from the leaves it keeps that pattern. With
//! z = L v the kinetic energy is ½ z·z, and velocities of points are products with y = L⁻ᵀ Jᵀ, which
//! stays within the branch as well.
//!
//! A row of L meets the coordinates towards the root, and the row of each of these meets exactly those of
//! them that come before it. So rows are kept as lines of numbers without gaps, and eliminating one row
//! from another is subtracting the beginning of a line.

use crate::vehicle::Tree;
use nalgebra::{DMatrix, Vector3};

/// Which entries of the factor can differ from zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// For each coordinate, the earlier ones that its row of L meets, ascending.
    rows: Vec<Vec<usize>>,
    /// Where the line of each coordinate begins: the numbers of its row, then that on the diagonal.
    starts: Vec<usize>,
    /// For each link, the coordinates that move it and all that the factor ties to them, descending.
    supports: Vec<Vec<usize>>,
}

/// The lower triangle of a symmetric matrix, or L, line by line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Factor {
    numbers: Vec<f64>,
}

impl Pattern {
    /// The pattern of a tree's mass matrix. Joints that share a coordinate tie their branches together.
    pub fn new(tree: &Tree) -> Self {
        let count = tree.velocities();
        let mut met = vec![vec![false; count]; count];
        let mut chains = Vec::with_capacity(tree.links().len());
        for link in 0..tree.links().len() {
            let chain = coordinates(tree, link);
            for &row in &chain {
                for &column in chain.iter().filter(|column| **column < row) {
                    met[row][column] = true;
                }
            }
            chains.push(chain);
        }
        while close(&mut met) {}
        let own = |row: usize| (0..row).filter(|&column| met[row][column]).collect();
        let rows: Vec<Vec<usize>> = (0..count).map(own).collect();
        let ends = rows.iter().scan(0, |end, own| {
            *end += own.len() + 1;
            Some(*end)
        });
        let starts = std::iter::once(0).chain(ends).take(count).collect();
        let supports = chains.iter().map(|chain| closure(&rows, chain)).collect();
        Self { rows, starts, supports }
    }

    /// Number of coordinates.
    pub fn count(&self) -> usize {
        self.rows.len()
    }

    /// Coordinates that an impulse on a link reaches in z, descending.
    pub fn support(&self, link: usize) -> &[usize] {
        &self.supports[link]
    }

    /// Takes the part of a symmetric matrix that the pattern knows.
    pub fn take(&self, matrix: &DMatrix<f64>, out: &mut Factor) {
        out.numbers.clear();
        let columns = matrix.as_slice().chunks_exact(self.count().max(1));
        for ((row, own), column) in self.rows.iter().enumerate().zip(columns) {
            out.numbers.extend(own.iter().map(|&place| column[place]));
            out.numbers.push(column[row]);
        }
    }

    /// Adds to the number of a row and one of the earlier coordinates that it meets, or of the diagonal.
    pub fn add(&self, (row, column): (usize, usize), value: f64, matrix: &mut Factor) {
        let own = &self.rows[row];
        let place = if column == row { Ok(own.len()) } else { own.binary_search(&column) };
        if let Ok(place) = place {
            matrix.numbers[self.starts[row] + place] += value;
        }
    }

    /// Adds to a number on the diagonal.
    pub fn add_to_diagonal(&self, coordinate: usize, value: f64, matrix: &mut Factor) {
        matrix.numbers[self.starts[coordinate] + self.rows[coordinate].len()] += value;
    }

    /// Replaces a positive definite matrix by L with LᵀL = matrix.
    pub fn factor(&self, matrix: &mut Factor) {
        for (own, &start) in self.rows.iter().zip(&self.starts).rev() {
            let (before, line) = matrix.numbers.split_at_mut(start);
            let (line, diagonal) = line.split_at_mut(own.len());
            let pivot = diagonal[0].sqrt();
            diagonal[0] = pivot;
            line.iter_mut().for_each(|value| *value /= pivot);
            for (place, (&a, &left)) in own.iter().zip(&*line).enumerate() {
                let target = before[self.starts[a]..].iter_mut();
                target.zip(&line[..=place]).for_each(|(value, other)| *value -= left * other);
            }
        }
    }

    /// The numbers of a row of L, and that on the diagonal.
    #[inline]
    fn line<'a>(&self, row: usize, factor: &'a Factor) -> (&'a [f64], f64) {
        let line = &factor.numbers[self.starts[row]..];
        let count = self.rows[row].len();
        (&line[..count], line[count])
    }

    /// L v.
    pub fn whiten(&self, factor: &Factor, v: &[f64], z: &mut [f64]) {
        for (row, own) in self.rows.iter().enumerate() {
            let (line, pivot) = self.line(row, factor);
            let mut sum = pivot * v[row];
            for (&column, value) in own.iter().zip(line) {
                sum += value * v[column];
            }
            z[row] = sum;
        }
    }

    /// Solves L v = z in place.
    pub fn colour(&self, factor: &Factor, z: &mut [f64]) {
        for (row, own) in self.rows.iter().enumerate() {
            let (line, pivot) = self.line(row, factor);
            let mut sum = z[row];
            for (&column, value) in own.iter().zip(line) {
                sum -= value * z[column];
            }
            z[row] = sum / pivot;
        }
    }

    /// Solves Lᵀ y = f in place: a generalised impulse in z.
    pub fn impulse(&self, factor: &Factor, f: &mut [f64]) {
        for (row, own) in self.rows.iter().enumerate().rev() {
            let (line, pivot) = self.line(row, factor);
            let value = f[row] / pivot;
            f[row] = value;
            for (&column, entry) in own.iter().zip(line) {
                f[column] -= entry * value;
            }
        }
    }

    /// The same for three impulses at once that reach only the support of a link; other places of `f`
    /// are neither read nor written.
    pub fn impulses(&self, factor: &Factor, support: &[usize], f: &mut [Vector3<f64>]) {
        for &row in support {
            let (line, pivot) = self.line(row, factor);
            let value = f[row] / pivot;
            f[row] = value;
            for (&column, entry) in self.rows[row].iter().zip(line) {
                f[column] -= value * *entry;
            }
        }
    }
}

/// Adds what rows lack to meet exactly what the rows that they meet do, for rows of one branch do and
/// joints that share a coordinate may not; whether any did.
fn close(met: &mut [Vec<bool>]) -> bool {
    let mut changed = false;
    for row in (0..met.len()).rev() {
        let own: Vec<usize> = (0..row).filter(|&column| met[row][column]).collect();
        let (before, this) = met.split_at_mut(row);
        for &a in &own {
            for (low, high) in before[a].iter_mut().zip(this[0].iter_mut()).take(a) {
                changed |= low != high;
                (*low, *high) = (*low || *high, *low || *high);
            }
        }
    }
    changed
}

/// Coordinates that move a link, each once.
fn coordinates(tree: &Tree, link: usize) -> Vec<usize> {
    let mut found = Vec::new();
    let mut at = Some(link);
    while let Some(index) = at {
        let columns = tree.places()[index].columns.clone();
        found.extend(columns.map(|column| tree.columns()[column].coordinate));
        at = tree.links()[index].parent;
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn closure(rows: &[Vec<usize>], chain: &[usize]) -> Vec<usize> {
    let mut reached = vec![false; rows.len()];
    chain.iter().for_each(|&row| reached[row] = true);
    for row in (0..rows.len()).rev() {
        if reached[row] {
            rows[row].iter().for_each(|&column| reached[column] = true);
        }
    }
    (0..rows.len()).rev().filter(|&row| reached[row]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_that_share_a_coordinate_are_closed_to_branches() {
        // Row 4 meets 1 and 3, which do not meet each other, and row 3 meets 0.
        let mut met = vec![vec![false; 5]; 5];
        (met[4][1], met[4][3], met[3][0]) = (true, true, true);
        while close(&mut met) {}
        for row in 0..5 {
            for a in (0..row).filter(|&a| met[row][a]) {
                assert!((0..a).all(|b| met[a][b] == met[row][b]), "{row} {a}: {met:?}");
            }
        }
        assert!(met[4][0] && met[3][1] && met[1][0]);
    }
}
