//! A mask of nodes as bits, with a margin of two empty nodes all around.

use super::footprint::Run;

/// Rows of bits.
#[derive(Clone, Debug, Default)]
pub(super) struct Bits {
    words: Vec<u64>,
    /// Words of a row.
    stride: usize,
    rows: usize,
}

/// Empty nodes around the mask: crossings of the contour look two nodes away (knight's moves).
const MASK_MARGIN: i32 = 2;

impl Bits {
    /// Becomes the mask of some runs.
    pub(super) fn draw<'a>(&mut self, runs: impl Iterator<Item = &'a Run> + Clone) {
        let (mut low, mut high) = ((i32::MAX, i32::MAX), (i32::MIN, i32::MIN));
        for run in runs.clone() {
            low = (low.0.min(run.row), low.1.min(run.start));
            high = (high.0.max(run.row), high.1.max(run.end));
        }
        if low.0 > high.0 {
            self.reset(0, 0);
            return;
        }
        self.reset(high.0 - low.0 + 1, high.1 - low.1 + 1);
        for run in runs {
            let row = (run.row - low.0 + MASK_MARGIN) as usize * self.stride;
            let (from, to) = (run.start - low.1 + MASK_MARGIN, run.end - low.1 + MASK_MARGIN);
            for bit in from..=to {
                self.words[row + (bit >> 6) as usize] |= 1 << (bit & 63);
            }
        }
    }

    fn reset(&mut self, rows: i32, columns: i32) {
        self.rows = (rows + 2 * MASK_MARGIN) as usize;
        self.stride = ((columns + 2 * MASK_MARGIN + 63) >> 6) as usize;
        self.words.clear();
        self.words.resize(self.rows * self.stride, 0);
    }

    /// How many nodes are set.
    pub(super) fn count(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// How many set nodes have a neighbour that is not, `rows` up and `columns` (zero or more) to
    /// the east.
    pub(super) fn edges(&self, rows: isize, columns: u32) -> u32 {
        let mut edges = 0;
        for row in MASK_MARGIN as usize..self.rows - MASK_MARGIN as usize {
            let other = row.wrapping_add_signed(rows) * self.stride;
            let this = row * self.stride;
            for word in 0..self.stride {
                let mut shifted = self.words[other + word] >> columns;
                if columns > 0 && word + 1 < self.stride {
                    shifted |= self.words[other + word + 1] << (64 - columns);
                }
                edges += (self.words[this + word] & !shifted).count_ones();
            }
        }
        edges
    }

    /// Whether rows or columns are broken up more often than those of a body's print are.
    pub(super) fn is_ragged(&self) -> bool {
        let occupied = |row: &&[u64]| row.iter().any(|word| *word != 0);
        let rows = self.words.chunks_exact(self.stride.max(1)).filter(occupied).count();
        let mut columns = 0;
        for word in 0..self.stride {
            let all = self.words.iter().skip(word).step_by(self.stride).fold(0, |a, b| a | b);
            columns += all.count_ones();
        }
        let broken = |pieces: u32, lines: u32| 4 * pieces > 5 * lines;
        broken(self.edges(0, 1), rows as u32) || broken(self.edges(1, 0), columns)
    }

    /// Becomes what most of each node's three by three surroundings are.
    pub(super) fn smooth(&mut self, from: &Self) {
        self.clone_shape(from);
        let bit = |row: usize, column: usize| {
            (from.words[row * from.stride + (column >> 6)] >> (column & 63)) & 1
        };
        for row in 1..from.rows.saturating_sub(1) {
            for column in 1..from.stride * 64 - 1 {
                let mut sum = 0;
                for r in row - 1..=row + 1 {
                    sum += bit(r, column - 1) + bit(r, column) + bit(r, column + 1);
                }
                self.words[row * self.stride + (column >> 6)] |=
                    u64::from(sum > 4) << (column & 63);
            }
        }
    }

    fn clone_shape(&mut self, from: &Self) {
        (self.rows, self.stride) = (from.rows, from.stride);
        self.words.clear();
        self.words.resize(from.words.len(), 0);
    }
}
