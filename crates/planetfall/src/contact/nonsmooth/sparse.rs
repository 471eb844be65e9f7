//! Elimination in a sparse matrix of 3 × 3 blocks, contacts in the order of least degree.
//!
//! Contacts are coupled only where they share a body, and eliminating one couples its neighbours.
//! Taking next the contact with the fewest neighbours keeps that fill small (minimum degree;
//! W. Tinney, J. Walker, *Direct solutions of sparse network equations by optimally ordered
//! triangular factorization*, Proc. IEEE 55, 1967). The graph is kept as rows of bits, so that
//! coupling the neighbours is a union of rows. The pattern is found once per problem; each
//! factorisation goes row by row through it (Y. Saad, *Iterative Methods for Sparse Linear
//! Systems*, ch. 10, variant IKJ). Pivots are the diagonal blocks, inverted with pivoting inside;
//! between blocks there is none, so a matrix that needs it is reported as singular or solved with
//! less accuracy, which whoever asks must be able to bear.

use super::problem::FrictionProblem;
use nalgebra::{Matrix3, Vector3};

/// Contacts that one word of a row of the graph has bits for.
const BITS_PER_WORD: usize = 64;

/// A pattern, and a matrix factorised in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct SparseElimination {
    /// Contact at each position of the elimination.
    order: Vec<usize>,
    /// Position of each contact.
    position: Vec<usize>,
    /// Neighbours in the graph of couplings, one bit per contact.
    graph: Vec<u64>,
    degree: Vec<usize>,
    upper: RowPattern,
    lower: RowPattern,
    upper_blocks: Vec<Matrix3<f64>>,
    lower_blocks: Vec<Matrix3<f64>>,
    /// Inverses of the pivots.
    pivots: Vec<Matrix3<f64>>,
    /// The row being eliminated.
    row: Vec<Matrix3<f64>>,
    /// A right side in the order of the elimination.
    right: Vec<Vector3<f64>>,
}

/// Which columns each row has, ascending.
#[derive(Clone, Debug, Default)]
struct RowPattern {
    starts: Vec<usize>,
    columns: Vec<usize>,
}

impl RowPattern {
    fn range(&self, row: usize) -> std::ops::Range<usize> {
        self.starts[row]..self.starts[row + 1]
    }
}

impl SparseElimination {
    /// Finds order and pattern for matrices with the blocks of W; gives the multiplications that a
    /// factorisation takes, or nothing if they are more than allowed.
    pub(crate) fn analyse(&mut self, problem: &FrictionProblem, allowed: usize) -> Option<usize> {
        self.draw_graph(problem);
        let cost = self.choose_order(problem.contacts(), allowed)?;
        self.sort_pattern();
        self.transpose_pattern();
        let zero = Matrix3::zeros();
        for (blocks, count) in [
            (&mut self.upper_blocks, self.upper.columns.len()),
            (&mut self.lower_blocks, self.lower.columns.len()),
            (&mut self.pivots, problem.contacts()),
            (&mut self.row, problem.contacts()),
        ] {
            blocks.clear();
            blocks.resize(count, zero);
        }
        self.right.clear();
        self.right.resize(problem.contacts(), Vector3::zeros());
        Some(cost)
    }

    /// Factorises the matrix whose rows `fill` gives: it is given a contact and a place to put
    /// blocks, one per column within the pattern. False if a pivot is singular.
    pub(crate) fn factorise(
        &mut self,
        mut fill: impl FnMut(usize, &mut dyn FnMut(usize, Matrix3<f64>)),
    ) -> bool {
        for row in 0..self.order.len() {
            self.clear_row(row);
            let (work, position) = (&mut self.row, &self.position);
            fill(self.order[row], &mut |column, block| work[position[column]] = block);
            self.eliminate_row(row);
            let Some(pivot) = inverse(&self.row[row]) else { return false };
            self.pivots[row] = pivot;
            for index in self.upper.range(row) {
                self.upper_blocks[index] = self.row[self.upper.columns[index]];
            }
        }
        true
    }

    /// Solves for one right side, three numbers per contact, which becomes the answer.
    pub(crate) fn solve(&mut self, right: &mut [f64]) {
        for row in 0..self.order.len() {
            let place = 3 * self.order[row];
            let mut sum = Vector3::new(right[place], right[place + 1], right[place + 2]);
            let range = self.lower.range(row);
            let columns = &self.lower.columns[range.clone()];
            for (block, &column) in self.lower_blocks[range].iter().zip(columns) {
                sum -= block * self.right[column];
            }
            self.right[row] = sum;
        }
        for row in (0..self.order.len()).rev() {
            let mut sum = self.right[row];
            let range = self.upper.range(row);
            let columns = &self.upper.columns[range.clone()];
            for (block, &column) in self.upper_blocks[range].iter().zip(columns) {
                sum -= block * self.right[column];
            }
            sum = self.pivots[row] * sum;
            self.right[row] = sum;
            let place = 3 * self.order[row];
            right[place..place + 3].copy_from_slice(sum.as_slice());
        }
    }

    fn draw_graph(&mut self, problem: &FrictionProblem) {
        let contacts = problem.contacts();
        let words = contacts.div_ceil(BITS_PER_WORD);
        self.graph.clear();
        self.graph.resize(contacts * words, 0);
        for row in 0..contacts {
            for (column, _) in problem.row(row) {
                if row != column {
                    self.graph[row * words + column / BITS_PER_WORD] |=
                        1 << (column % BITS_PER_WORD);
                    self.graph[column * words + row / BITS_PER_WORD] |= 1 << (row % BITS_PER_WORD);
                }
            }
        }
    }

    /// Eliminates contact by contact in the graph. Columns of `upper` are contacts afterwards.
    fn choose_order(&mut self, contacts: usize, allowed: usize) -> Option<usize> {
        let words = contacts.div_ceil(BITS_PER_WORD);
        self.order.clear();
        self.position.clear();
        self.position.resize(contacts, usize::MAX);
        self.upper.starts.clear();
        self.upper.starts.push(0);
        self.upper.columns.clear();
        self.degree.clear();
        self.degree.extend(self.graph.chunks(words.max(1)).map(count));
        let mut cost = 0;
        for place in 0..contacts {
            let next = (0..contacts)
                .filter(|contact| self.position[*contact] == usize::MAX)
                .min_by_key(|contact| self.degree[*contact])?;
            self.position[next] = place;
            self.order.push(next);
            self.couple_neighbours(next, words);
            let fill = self.degree[next];
            cost += 27 * (fill + 1) * (fill + 1);
            if cost > allowed {
                return None;
            }
        }
        Some(cost)
    }

    /// Writes down the neighbours of a contact that is eliminated, and makes each a neighbour of
    /// all others.
    fn couple_neighbours(&mut self, eliminated: usize, words: usize) {
        let start = self.upper.columns.len();
        let own = eliminated * words;
        for (index, word) in self.graph[own..own + words].iter().enumerate() {
            let mut left = *word;
            while left != 0 {
                self.upper.columns.push(index * BITS_PER_WORD + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
        for &neighbour in &self.upper.columns[start..] {
            let other = neighbour * words;
            for index in 0..words {
                self.graph[other + index] |= self.graph[own + index];
            }
            self.graph[other + neighbour / BITS_PER_WORD] &= !(1 << (neighbour % BITS_PER_WORD));
            self.graph[other + eliminated / BITS_PER_WORD] &= !(1 << (eliminated % BITS_PER_WORD));
            self.degree[neighbour] = count(&self.graph[other..other + words]);
        }
        self.upper.starts.push(self.upper.columns.len());
    }

    /// Columns become positions, ascending.
    fn sort_pattern(&mut self) {
        for row in 0..self.order.len() {
            let range = self.upper.range(row);
            let columns = &mut self.upper.columns[range];
            for column in columns.iter_mut() {
                *column = self.position[*column];
            }
            columns.sort_unstable();
        }
    }

    fn transpose_pattern(&mut self) {
        let Self { upper, lower, .. } = self;
        let rows = upper.starts.len() - 1;
        lower.starts.clear();
        lower.starts.resize(rows + 2, 0);
        for &column in &upper.columns {
            lower.starts[column + 2] += 1;
        }
        for row in 2..rows + 2 {
            lower.starts[row] += lower.starts[row - 1];
        }
        lower.columns.clear();
        lower.columns.resize(upper.columns.len(), 0);
        for row in 0..rows {
            for &column in &upper.columns[upper.starts[row]..upper.starts[row + 1]] {
                lower.columns[lower.starts[column + 1]] = row;
                lower.starts[column + 1] += 1;
            }
        }
        lower.starts.pop();
    }

    fn clear_row(&mut self, row: usize) {
        for pattern in [&self.lower, &self.upper] {
            for &column in &pattern.columns[pattern.range(row)] {
                self.row[column] = Matrix3::zeros();
            }
        }
        self.row[row] = Matrix3::zeros();
    }

    fn eliminate_row(&mut self, row: usize) {
        let zero = Matrix3::zeros();
        for index in self.lower.range(row) {
            let source = self.lower.columns[index];
            let mut factor = self.row[source];
            if factor != zero {
                factor *= self.pivots[source];
                let range = self.upper.range(source);
                let columns = &self.upper.columns[range.clone()];
                for (block, &column) in self.upper_blocks[range].iter().zip(columns) {
                    self.row[column] -= factor * block;
                }
            }
            self.lower_blocks[index] = factor;
        }
    }
}

fn count(words: &[u64]) -> usize {
    words.iter().map(|word| word.count_ones() as usize).sum()
}

/// The inverse by elimination with row pivoting, or nothing if the block is singular.
fn inverse(block: &Matrix3<f64>) -> Option<Matrix3<f64>> {
    let (mut left, mut right) = (*block, Matrix3::identity());
    for column in 0..3 {
        let mut best = column;
        for row in column + 1..3 {
            if left[(row, column)].abs() > left[(best, column)].abs() {
                best = row;
            }
        }
        let pivot = left[(best, column)];
        if !(pivot.abs() > 0.0 && pivot.is_finite()) {
            return None;
        }
        left.swap_rows(best, column);
        right.swap_rows(best, column);
        for row in 0..3 {
            if row != column {
                let factor = left[(row, column)] / pivot;
                for k in 0..3 {
                    left[(row, k)] -= factor * left[(column, k)];
                    right[(row, k)] -= factor * right[(column, k)];
                }
            }
        }
    }
    for row in 0..3 {
        for k in 0..3 {
            right[(row, k)] /= left[(row, row)];
        }
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{DMatrix, DVector};

    /// Contacts on a ring of bodies, some of them twice, and one that meets no other.
    fn ring(contacts: usize) -> FrictionProblem {
        let mut blocks = Vec::new();
        let block = |row: usize, column: usize| {
            Matrix3::from_fn(|i, j| {
                let mixed = (7 * row + 13 * column + 3 * i + 5 * j) % 17;
                mixed as f64 / 17.0 + if row == column && i == j { 4.0 } else { 0.0 }
            })
        };
        for row in 0..contacts {
            for distance in [0, 1, 2, contacts - 2, contacts - 1] {
                let column = (row + distance) % contacts;
                // The pattern need not be symmetric.
                if (row + 2 * distance) % 7 != 1 || distance == 0 {
                    blocks.push((row, column, block(row, column)));
                }
            }
        }
        blocks.push((contacts, contacts, block(contacts, contacts)));
        let count = contacts + 1;
        FrictionProblem::from_blocks(blocks, vec![0.0; 3 * count], vec![0.5; count]).unwrap()
    }

    #[test]
    fn what_is_solved_fits_its_matrix() {
        for contacts in [5, 9, 150] {
            let problem = ring(contacts);
            let mut sparse = SparseElimination::default();
            assert!(sparse.analyse(&problem, usize::MAX).is_some());
            let mut matrix = DMatrix::<f64>::zeros(3 * contacts + 3, 3 * contacts + 3);
            let regular = sparse.factorise(|row, put| {
                for (column, block) in problem.row(row) {
                    put(column, *block);
                    matrix.fixed_view_mut::<3, 3>(3 * row, 3 * column).copy_from(block);
                }
            });
            assert!(regular);
            let wanted = DVector::from_fn(3 * contacts + 3, |i, _| (i % 11) as f64 - 5.0);
            let mut right = (&matrix * &wanted).as_slice().to_vec();
            sparse.solve(&mut right);
            for (found, wanted) in right.iter().zip(wanted.iter()) {
                assert!((found - wanted).abs() < 1e-10, "{contacts}: {found} {wanted}");
            }
        }
    }

    #[test]
    fn a_chain_fills_nothing() {
        let unit = Matrix3::identity();
        let pairs = (0..99).flat_map(|i| [(i, i + 1, unit), (i + 1, i, unit)]);
        let blocks = pairs.chain((0..100).map(|i| (i, i, unit)));
        let problem = FrictionProblem::from_blocks(blocks, vec![0.0; 300], vec![0.5; 100]).unwrap();
        let mut sparse = SparseElimination::default();
        assert_eq!(sparse.analyse(&problem, usize::MAX), Some(27 * (99 * 4 + 1)));
        assert_eq!(sparse.upper.columns.len(), 99);
        assert_eq!(sparse.analyse(&problem, 1000), None);
    }

    #[test]
    fn a_singular_pivot_is_reported() {
        let problem = ring(5);
        let mut sparse = SparseElimination::default();
        sparse.analyse(&problem, usize::MAX);
        assert!(!sparse.factorise(|row, put| put(row, Matrix3::zeros())));
    }
}
