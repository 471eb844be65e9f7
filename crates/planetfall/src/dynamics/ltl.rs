//! LᵀL factorisation along the branches of a tree (Featherstone 2008, §6.5): a mass matrix has entries
//! only between coordinates of one branch, and factored from the leaves it keeps that pattern. With
//! z = L v the kinetic energy is ½ z·z, and velocities of points are products with y = L⁻ᵀ Jᵀ, which
//! stays within the branch as well.
//!
//! A row of L meets the coordinates towards the root, and the row of each of these meets exactly those of
//! them that come before it. So rows are kept as lines of numbers without gaps, and eliminating one row
//! from another is subtracting the beginning of a line.

use crate::vehicle::Tree;
use nalgebra::Vector3;

/// Which entries of the factor can differ from zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// For each coordinate, the earlier ones that its row of L meets, ascending.
    rows: Vec<Vec<usize>>,
    /// Where the line of each coordinate begins: the numbers of its row, then that on the diagonal.
    starts: Vec<usize>,
    /// For each link, the coordinates that move it and all that the factor ties to them, descending.
    supports: Vec<Vec<usize>>,
    /// Whether every row meets the coordinates of a free root first.
    rooted: bool,
}

/// The lower triangle of a symmetric matrix, or L, line by line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Factor {
    numbers: Vec<f64>,
}

impl Factor {
    /// Becomes like another, without allocation once it has its size.
    pub fn copy_from(&mut self, other: &Self) {
        self.numbers.clone_from(&other.numbers);
    }
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
        let rooted = is_rooted(&rows);
        Self { rows, starts, supports, rooted }
    }

    /// Number of coordinates.
    pub fn count(&self) -> usize {
        self.rows.len()
    }

    /// Coordinates that an impulse on a link reaches in z, descending.
    pub fn support(&self, link: usize) -> &[usize] {
        &self.supports[link]
    }

    /// Makes a matrix of the pattern whose numbers are all zero.
    pub fn clear(&self, out: &mut Factor) {
        let last = self.starts.last().zip(self.rows.last());
        out.numbers.clear();
        out.numbers.resize(last.map_or(0, |(start, own)| start + own.len() + 1), 0.0);
    }

    /// Adds to the number of two coordinates that meet, or of one on the diagonal. What the lower of them
    /// meets is what the higher one does below it: so many numbers stand before theirs.
    #[inline]
    pub fn add(&self, (a, b): (usize, usize), value: f64, matrix: &mut Factor) {
        let (row, column) = if a > b { (a, b) } else { (b, a) };
        matrix.numbers[self.starts[row] + self.rows[column].len()] += value;
    }

    /// The numbers of a row, that on the diagonal last.
    #[inline]
    pub fn line_mut<'a>(&self, row: usize, matrix: &'a mut Factor) -> &'a mut [f64] {
        let start = self.starts[row];
        &mut matrix.numbers[start..=start + self.rows[row].len()]
    }

    /// Takes the product of a symmetric matrix and a vector from another.
    pub fn subtract_product(&self, matrix: &Factor, v: &[f64], from: &mut [f64]) {
        for (row, own) in self.rows.iter().enumerate() {
            let (line, diagonal) = self.line(row, matrix);
            let mut sum = diagonal * v[row];
            for (&column, value) in own.iter().zip(line) {
                sum += value * v[column];
                from[column] -= value * v[row];
            }
            from[row] -= sum;
        }
    }

    /// Replaces a positive definite matrix by L with LᵀL = matrix.
    pub fn factor(&self, matrix: &mut Factor) {
        if self.rooted { self.factor_from::<ROOT>(matrix) } else { self.factor_from::<0>(matrix) }
    }

    fn factor_from<const N: usize>(&self, matrix: &mut Factor) {
        for (own, &start) in self.rows.iter().zip(&self.starts).rev() {
            let (before, line) = matrix.numbers.split_at_mut(start);
            let (line, diagonal) = line.split_at_mut(own.len());
            let pivot = diagonal[0].sqrt();
            diagonal[0] = pivot;
            let share = 1.0 / pivot;
            line.iter_mut().for_each(|value| *value *= share);
            let (Some((lead, rest)), Some((_, chain))) =
                (line.split_first_chunk::<N>(), own.split_first_chunk::<N>())
            else {
                // A row of the root itself.
                for (place, (&a, &left)) in own.iter().zip(&*line).enumerate() {
                    subtract(&mut before[self.starts[a]..], &line[..=place], left);
                }
                continue;
            };
            for (place, (&a, &left)) in chain.iter().zip(rest).enumerate() {
                let target = &mut before[self.starts[a]..];
                if let Some((first, later)) = target.split_first_chunk_mut::<N>() {
                    subtract_all(first, lead, left);
                    subtract(later, &rest[..=place], left);
                }
            }
            let mut target = before;
            for place in 0..N {
                let (own, later) = target.split_at_mut((place + 1).min(target.len()));
                subtract(own, &lead[..=place], lead[place]);
                target = later;
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

    /// Σ of a line's numbers times those of its coordinates.
    #[inline]
    fn along<const N: usize>(own: &[usize], line: &[f64], v: &[f64]) -> f64 {
        let (mut sum, mut columns, mut numbers) = (0.0, own, line);
        if let (Some((lead, rest)), Some(first)) = (line.split_first_chunk::<N>(), v.first_chunk())
        {
            sum = dot::<N>(lead, first);
            (columns, numbers) = (&own[N..], rest);
        }
        for (&column, value) in columns.iter().zip(numbers) {
            sum += value * v[column];
        }
        sum
    }

    /// L v.
    pub fn whiten(&self, factor: &Factor, v: &[f64], z: &mut [f64]) {
        for (row, own) in self.rows.iter().enumerate() {
            let (line, pivot) = self.line(row, factor);
            let sum = if self.rooted {
                Self::along::<ROOT>(own, line, v)
            } else {
                Self::along::<0>(own, line, v)
            };
            z[row] = pivot * v[row] + sum;
        }
    }

    /// Solves L v = z in place.
    pub fn colour(&self, factor: &Factor, z: &mut [f64]) {
        for (row, own) in self.rows.iter().enumerate() {
            let (line, pivot) = self.line(row, factor);
            let sum = if self.rooted {
                Self::along::<ROOT>(own, line, z)
            } else {
                Self::along::<0>(own, line, z)
            };
            z[row] = (z[row] - sum) / pivot;
        }
    }

    /// Solves Lᵀ y = f in place: a generalised impulse in z.
    pub fn impulse(&self, factor: &Factor, f: &mut [f64]) {
        for (row, own) in self.rows.iter().enumerate().rev() {
            let (line, pivot) = self.line(row, factor);
            let value = f[row] / pivot;
            f[row] = value;
            let (mut columns, mut numbers) = (&own[..], line);
            if self.rooted
                && let (Some((lead, rest)), Some(first)) =
                    (line.split_first_chunk::<ROOT>(), f.first_chunk_mut())
            {
                subtract_all(first, lead, value);
                (columns, numbers) = (&own[ROOT..], rest);
            }
            for (&column, entry) in columns.iter().zip(numbers) {
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
            let (mut columns, mut numbers) = (&self.rows[row][..], line);
            if self.rooted
                && let (Some((lead, rest)), Some(first)) =
                    (line.split_first_chunk::<ROOT>(), f.first_chunk_mut::<ROOT>())
            {
                first.iter_mut().zip(lead).for_each(|(f, entry)| *f -= value * *entry);
                (columns, numbers) = (&columns[ROOT..], rest);
            }
            for (&column, entry) in columns.iter().zip(numbers) {
                f[column] -= value * *entry;
            }
        }
    }
}

/// Coordinates of a free root.
const ROOT: usize = 6;

/// Whether the first coordinates are met by all others, as those of a free root are: then every line begins
/// with the same ones, and loops over them have a fixed length.
fn is_rooted(rows: &[Vec<usize>]) -> bool {
    let all = |row: &Vec<usize>, count: usize| {
        row.len() >= count && row.iter().take(count).enumerate().all(|(place, &own)| own == place)
    };
    rows.len() >= ROOT && rows.iter().enumerate().all(|(place, row)| all(row, place.min(ROOT)))
}

#[inline]
fn subtract(target: &mut [f64], line: &[f64], times: f64) {
    target.iter_mut().zip(line).for_each(|(value, other)| *value -= times * other);
}

#[inline]
fn subtract_all<const N: usize>(target: &mut [f64; N], line: &[f64; N], times: f64) {
    for place in 0..N {
        target[place] -= times * line[place];
    }
}

#[inline]
fn dot<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for place in 0..N {
        sum += a[place] * b[place];
    }
    sum
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
