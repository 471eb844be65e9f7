//! LᵀL factorisation along the branches of a tree (Featherstone 2008, §6.5): a mass matrix has entries
//! only between coordinates of one branch, and factored from the leaves it keeps that pattern. With
//! z = L v the kinetic energy is ½ z·z, and velocities of points are products with y = L⁻ᵀ Jᵀ, which
//! stays within the branch as well.
//!
//! A row of L meets the coordinates towards the root, and the row of each of these meets exactly those of
//! them that come before it. So rows are kept as lines of numbers without gaps, and eliminating one row
//! from another is subtracting the beginning of a line.
//!
//! | symbol | in the code |
//! |---|---|
//! | λ(k), coordinates that k meets towards the root | `FactorPattern::rows` |
//! | L, and 1/L_kk | `Factor::numbers`, `Factor::shares` |
//! | z = L v, v = L⁻¹ z | `whiten`, `colour` |
//! | y = L⁻ᵀ f | `impulse` |

mod root;

use crate::vehicle::Tree;
use nalgebra::Vector3;

/// Which entries of the factor can differ from zero.
#[derive(Clone, Debug, PartialEq)]
pub struct FactorPattern {
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
    /// Of L, one over each number on its diagonal: whoever solves multiplies.
    shares: Vec<f64>,
}

impl Factor {
    /// Becomes like another, without allocation once it has its size.
    pub fn copy_from(&mut self, other: &Self) {
        self.numbers.clone_from(&other.numbers);
    }
}

impl FactorPattern {
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
        out.shares.resize(self.rows.len(), 0.0);
    }

    /// Adds to the number of two coordinates that meet, or of one on the diagonal. What the lower of them
    /// meets is what the higher one does below it: so many numbers stand before theirs.
    #[inline]
    pub fn add(&self, (a, b): (usize, usize), value: f64, matrix: &mut Factor) {
        let (row, column) = if a > b { (a, b) } else { (b, a) };
        matrix.numbers[self.starts[row] + self.rows[column].len()] += value;
    }

    /// The number of a coordinate on the diagonal.
    #[inline]
    pub fn diagonal(&self, coordinate: usize, matrix: &Factor) -> f64 {
        self.line(coordinate, matrix).1
    }

    /// How many coordinates a coordinate meets before itself: its place in each support, from the root on.
    #[inline]
    pub fn rank(&self, coordinate: usize) -> usize {
        self.rows[coordinate].len()
    }

    /// Whether every row meets the coordinates of a free root first.
    pub fn is_rooted(&self) -> bool {
        self.rooted
    }

    /// Adds to the numbers of a row and the first coordinates, which are those of a free root.
    #[inline]
    pub(crate) fn add_root(&self, row: usize, values: &[f64; ROOT], matrix: &mut Factor) {
        if let Some(line) = matrix.numbers[self.starts[row]..].first_chunk_mut::<ROOT>() {
            // All is read before anything is written, so that numbers are added in pairs.
            let mut sum = *line;
            for place in 0..ROOT {
                sum[place] += values[place];
            }
            *line = sum;
        }
    }

    /// Adds a square, of which the lower triangle counts, to the numbers of the first coordinates.
    pub(crate) fn add_to_root(&self, square: &[[f64; ROOT]; ROOT], matrix: &mut Factor) {
        for (row, values) in square.iter().enumerate() {
            let line = self.line_mut(row, matrix);
            line.iter_mut().zip(values).for_each(|(number, value)| *number += value);
        }
    }

    /// The numbers of a row, that on the diagonal last.
    #[inline]
    pub fn line_mut<'a>(&self, row: usize, matrix: &'a mut Factor) -> &'a mut [f64] {
        let start = self.starts[row];
        &mut matrix.numbers[start..=start + self.rows[row].len()]
    }

    /// Takes the product of a symmetric matrix and a vector from another.
    pub fn subtract_product(&self, matrix: &Factor, v: &[f64], from: &mut [f64]) {
        if self.rooted {
            self.subtract_product_from::<ROOT>(matrix, v, from);
        } else {
            self.subtract_product_from::<0>(matrix, v, from);
        }
    }

    #[inline]
    fn subtract_product_from<const N: usize>(&self, matrix: &Factor, v: &[f64], from: &mut [f64]) {
        let begun = match (root_of::<N>(matrix), v.first_chunk(), from.first_chunk_mut()) {
            (Some((root, _)), Some(v), Some(from)) => root::subtract_product(root, v, from),
            _ => 0,
        };
        for (row, own) in self.rows.iter().enumerate().skip(begun) {
            let (line, diagonal) = self.line(row, matrix);
            let times = v[row];
            from[row] -= diagonal * times + Self::along::<N>(own, line, v);
            Self::take::<N>(own, line, times, from);
        }
    }

    /// Replaces a positive definite matrix by L with LᵀL = matrix.
    pub fn factor(&self, matrix: &mut Factor) {
        matrix.shares.resize(self.rows.len(), 0.0);
        let beyond = if self.rooted { self.factor_beyond_root(matrix) } else { self.rows.len() };
        let Factor { numbers, shares } = matrix;
        if let (true, Some(root), Some(shares)) =
            (self.rooted, numbers.first_chunk_mut(), shares.first_chunk_mut())
        {
            root::factor(root, shares);
            return;
        }
        // LTL of §6.5, from the leaves: L_kk = √H_kk, L_ki = H_ki/L_kk, H_ij −= L_ki L_kj for i, j towards the root.
        for row in (0..beyond).rev() {
            let (own, start) = (&self.rows[row], self.starts[row]);
            let (before, line) = numbers.split_at_mut(start);
            shares[row] = scale(line, own.len());
            for (place, (&a, &left)) in own.iter().zip(&*line).enumerate() {
                subtract(&mut before[self.starts[a]..], &line[..=place], left);
            }
        }
    }

    /// Eliminates all rows but the root's; the number of the latter. What they take from the root's lines is
    /// gathered in a square first, whose loops have fixed lengths.
    fn factor_beyond_root(&self, matrix: &mut Factor) -> usize {
        let mut root = [[0.0; ROOT]; ROOT];
        let Factor { numbers, shares } = matrix;
        let rows = self.rows.iter().zip(&self.starts).zip(shares).skip(ROOT);
        for ((own, &start), share) in rows.rev() {
            let (before, line) = numbers.split_at_mut(start);
            *share = scale(line, own.len());
            let (Some((lead, rest)), Some((_, chain))) =
                (line.split_first_chunk::<ROOT>(), own.split_first_chunk::<ROOT>())
            else {
                continue;
            };
            for (place, (&a, &left)) in chain.iter().zip(rest).enumerate() {
                let target = &mut before[self.starts[a]..];
                if let Some((first, later)) = target.split_first_chunk_mut::<ROOT>() {
                    subtract_all(first, lead, left);
                    subtract(later, &rest[..=place], left);
                }
            }
            add_square(&mut root, lead, lead);
        }
        let mut lines = &mut numbers[..];
        for (row, taken) in root.iter().enumerate() {
            let (line, later) = lines.split_at_mut(row + 1);
            line.iter_mut().zip(taken).for_each(|(value, taken)| *value -= taken);
            lines = later;
        }
        ROOT
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

    /// Takes a multiple of a line from the numbers of its coordinates.
    #[inline]
    fn take<const N: usize>(own: &[usize], line: &[f64], times: f64, f: &mut [f64]) {
        let (mut columns, mut numbers) = (own, line);
        if let (Some((lead, rest)), Some(first)) =
            (line.split_first_chunk::<N>(), f.first_chunk_mut())
        {
            subtract_all::<N>(first, lead, times);
            (columns, numbers) = (&own[N..], rest);
        }
        for (&column, entry) in columns.iter().zip(numbers) {
            f[column] -= entry * times;
        }
    }

    /// L v.
    pub fn whiten(&self, factor: &Factor, v: &[f64], z: &mut [f64]) {
        if self.rooted {
            self.whiten_from::<ROOT>(factor, v, z);
        } else {
            self.whiten_from::<0>(factor, v, z);
        }
    }

    #[inline]
    fn whiten_from<const N: usize>(&self, factor: &Factor, v: &[f64], z: &mut [f64]) {
        let begun = match (root_of::<N>(factor), v.first_chunk(), z.first_chunk_mut()) {
            (Some((root, _)), Some(v), Some(z)) => root::whiten(root, v, z),
            _ => 0,
        };
        for (row, own) in self.rows.iter().enumerate().skip(begun) {
            let (line, pivot) = self.line(row, factor);
            z[row] = pivot * v[row] + Self::along::<N>(own, line, v);
        }
    }

    /// Solves L v = z in place.
    pub fn colour(&self, factor: &Factor, z: &mut [f64]) {
        if self.rooted {
            self.colour_from::<ROOT>(factor, z);
        } else {
            self.colour_from::<0>(factor, z);
        }
    }

    #[inline]
    fn colour_from<const N: usize>(&self, factor: &Factor, z: &mut [f64]) {
        let begun = match (root_of::<N>(factor), z.first_chunk_mut()) {
            (Some(root), Some(z)) => root::colour(root, z),
            _ => 0,
        };
        for (row, (own, share)) in self.rows.iter().zip(&factor.shares).enumerate().skip(begun) {
            let sum = Self::along::<N>(own, &factor.numbers[self.starts[row]..][..own.len()], z);
            z[row] = (z[row] - sum) * share;
        }
    }

    /// Solves Lᵀ y = f in place: a generalised impulse in z.
    pub fn impulse(&self, factor: &Factor, f: &mut [f64]) {
        if self.rooted {
            self.impulse_from::<ROOT>(factor, f);
        } else {
            self.impulse_from::<0>(factor, f);
        }
    }

    #[inline]
    fn impulse_from<const N: usize>(&self, factor: &Factor, f: &mut [f64]) {
        let root = root_of::<N>(factor);
        let left = if root.is_some() { N } else { 0 };
        let rows = self.rows.iter().zip(&factor.shares).enumerate().skip(left);
        for (row, (own, share)) in rows.rev() {
            let value = f[row] * share;
            f[row] = value;
            let line = &factor.numbers[self.starts[row]..][..own.len()];
            Self::take::<N>(own, line, value, f);
        }
        if let (Some(root), Some(f)) = (root, f.first_chunk_mut()) {
            root::impulse(root, f);
        }
    }

    /// The same for three impulses at once that reach only the support of a link; other places of `f`
    /// are neither read nor written.
    pub fn impulses(&self, factor: &Factor, support: &[usize], f: &mut [Vector3<f64>]) {
        for &row in support {
            let (line, _) = self.line(row, factor);
            let value = f[row] * factor.shares[row];
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
pub(crate) const ROOT: usize = 6;

/// The lines of a free root and what stands for one over their diagonals, of a factor whose pattern has one
/// (`N` is `ROOT` then, else 0).
#[inline]
fn root_of<const N: usize>(factor: &Factor) -> Option<(&root::Lines, &[f64; ROOT])> {
    if N != ROOT {
        return None;
    }
    factor.numbers.first_chunk().zip(factor.shares.first_chunk())
}

/// Whether the first coordinates are met by all others, as those of a free root are: then every line begins
/// with the same ones, and loops over them have a fixed length.
fn is_rooted(rows: &[Vec<usize>]) -> bool {
    let all = |row: &Vec<usize>, count: usize| {
        row.len() >= count && row.iter().take(count).enumerate().all(|(place, &own)| own == place)
    };
    rows.len() >= ROOT && rows.iter().enumerate().all(|(place, row)| all(row, place.min(ROOT)))
}

/// Makes a line of a matrix, all of whose later rows are eliminated, one of L; one over its pivot.
#[inline]
fn scale(line: &mut [f64], count: usize) -> f64 {
    let (line, diagonal) = line.split_at_mut(count);
    let pivot = diagonal[0].sqrt();
    diagonal[0] = pivot;
    let share = 1.0 / pivot;
    line.iter_mut().for_each(|value| *value *= share);
    share
}

/// Adds the lower triangle of the product of a column and a line, and a little of the upper one: so loops
/// go over pairs.
#[inline]
fn add_square(square: &mut [[f64; ROOT]; ROOT], column: &[f64; ROOT], line: &[f64; ROOT]) {
    add_first::<2>(&mut square[0], line, column[0]);
    add_first::<2>(&mut square[1], line, column[1]);
    add_first::<4>(&mut square[2], line, column[2]);
    add_first::<4>(&mut square[3], line, column[3]);
    add_first::<6>(&mut square[4], line, column[4]);
    add_first::<6>(&mut square[5], line, column[5]);
}

#[inline]
fn add_first<const N: usize>(target: &mut [f64; ROOT], line: &[f64; ROOT], times: f64) {
    if let (Some(target), Some(&line)) = (target.first_chunk_mut::<N>(), line.first_chunk::<N>()) {
        let mut sum = *target;
        for place in 0..N {
            sum[place] += times * line[place];
        }
        *target = sum;
    }
}

#[inline]
fn subtract(target: &mut [f64], line: &[f64], times: f64) {
    target.iter_mut().zip(line).for_each(|(value, other)| *value -= times * other);
}

#[inline]
fn subtract_all<const N: usize>(target: &mut [f64; N], line: &[f64; N], times: f64) {
    // All is read before anything is written: then nothing has to be read again.
    let (mut left, line) = (*target, *line);
    for place in 0..N {
        left[place] -= times * line[place];
    }
    *target = left;
}

#[inline]
fn dot<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    let (a, b) = (*a, *b);
    // Two sums, which need not wait for each other.
    let mut sums = [0.0; 2];
    for pair in 0..N / 2 {
        sums[0] += a[2 * pair] * b[2 * pair];
        sums[1] += a[2 * pair + 1] * b[2 * pair + 1];
    }
    sums[0] + sums[1]
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
