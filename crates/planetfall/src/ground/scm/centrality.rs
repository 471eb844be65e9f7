//! Centrality: how far inside the footprint a node lies, and so how much of the pressure it gets.
//!
//! S_i = Σ_{j ≠ i} 1/|d_ij|^q, γ_i = N S_i / Σ_k S_k (for eq. 3 of Krenn and Hirzinger 2008, of which the text says
//! only that it is a function of the distances to all other nodes): the mean of γ is one, so a flat
//! plate carries Bekker's pressure times its area. The sum over a run of nodes is a difference of
//! two entries of a table of sums, on whichever side of it a node lies, so a footprint of N nodes in R runs,
//! taken along its longer side, costs N R differences: exact, and for prints of wheels faster than a Fourier
//! transform.

use super::footprint::Run;
use crate::math::real;

/// Sums of the kernel along rows.
#[derive(Debug, Default)]
pub(super) struct Kernel {
    exponent: f64,
    /// How far to either side the sums go.
    reach: usize,
    /// `sums[dy][reach + m]`: over 0 ≤ dx ≤ m of the kernel at (dx, dy), which is zero at the node itself;
    /// for m < 0 minus that over m < dx < 0. A run from column `start` to `end` so gives
    /// sums(c − start) − sums(c − end − 1) to column c, without asking on which side of it that lies. No sum
    /// depends on how far the table goes.
    sums: Vec<Vec<f64>>,
    turned: TransposedPrint,
}

/// A footprint that is taller than wide, with rows and columns exchanged.
#[derive(Debug, Default)]
struct TransposedPrint {
    /// One more than the number of the node at each place of the rectangle, column by column.
    places: Vec<u32>,
    runs: Vec<Run>,
    /// Numbers of the nodes, run by run.
    numbers: Vec<u32>,
    sums: Vec<f64>,
}

impl Kernel {
    /// Makes the table large enough for a footprint.
    pub(super) fn reach(&mut self, exponent: f64, rows: usize, columns: usize) {
        if exponent.to_bits() != self.exponent.to_bits() || columns > self.reach {
            // With some to spare: prints come and go by a column.
            let reach = columns.next_multiple_of(8);
            (self.exponent, self.reach) = (exponent, reach);
            self.sums.clear();
        }
        while self.sums.len() < rows {
            let (dy, reach) = (self.sums.len(), self.reach);
            let mut row = vec![0.0; 2 * reach + 1];
            let (straight, mut sum) = (self.at(0, dy), 0.0);
            row[reach] = straight;
            for m in 1..=reach {
                // Before the m-th is added it is the sum of those between −m and 0.
                row[reach - m] = -sum;
                sum += self.at(m, dy);
                row[reach + m] = sum + straight;
            }
            self.sums.push(row);
        }
    }

    fn at(&self, dx: usize, dy: usize) -> f64 {
        let square = (dx * dx + dy * dy) as f64;
        if square == 0.0 {
            0.0
        } else if self.exponent == 2.0 {
            1.0 / square
        } else if self.exponent == 1.0 {
            1.0 / square.sqrt()
        } else {
            real::pow(square, -0.5 * self.exponent)
        }
    }

    /// Adds to each node of `targets` (from its first column on) what a run gives it.
    #[inline]
    fn add(&self, row: i32, start: i32, targets: &mut [f64], run: &Run) {
        let sums = &self.sums[run.row.abs_diff(row) as usize];
        let middle = self.reach as i32;
        let with = &sums[(middle + start - run.start) as usize..];
        let without = &sums[(middle + start - run.end - 1) as usize..];
        for ((target, with), without) in targets.iter_mut().zip(with).zip(without) {
            *target += with - without;
        }
    }
}

/// The rectangle around a footprint: first row and column, and how many there are.
#[derive(Clone, Copy)]
struct Around {
    row: i32,
    column: i32,
    rows: usize,
    columns: usize,
}

impl Around {
    fn of<'a>(runs: impl Iterator<Item = &'a Run>) -> Option<Self> {
        let bounds = (i32::MAX, i32::MIN, i32::MAX, i32::MIN);
        let (first, last, west, east) = runs.fold(bounds, |(first, last, west, east), run| {
            (first.min(run.row), last.max(run.row), west.min(run.start), east.max(run.end))
        });
        (first <= last).then(|| Self {
            row: first,
            column: west,
            rows: (last - first + 1) as usize,
            columns: (east - west + 1) as usize,
        })
    }
}

impl TransposedPrint {
    /// Takes a footprint of so many nodes.
    fn take<'a>(&mut self, around: &Around, runs: impl Iterator<Item = &'a Run>) {
        self.places.clear();
        self.places.resize(around.rows * around.columns, 0);
        let mut number = 0;
        for run in runs {
            let row = (run.row - around.row) as usize;
            for column in run.start - around.column..=run.end - around.column {
                number += 1;
                self.places[column as usize * around.rows + row] = number;
            }
        }
        self.runs.clear();
        self.numbers.clear();
        for (column, line) in self.places.chunks_exact(around.rows).enumerate() {
            let mut follows = false;
            for (row, number) in line.iter().enumerate().filter(|(_, number)| **number > 0) {
                let (column, row) = (column as i32, row as i32);
                match self.runs.last_mut() {
                    Some(run) if follows && run.end + 1 == row => run.end = row,
                    _ => self.runs.push(Run::new(column, row, row, 0)),
                }
                follows = true;
                self.numbers.push(number - 1);
            }
        }
    }
}

/// S of the nodes of a footprint, run by run.
fn sums<'a>(kernel: &Kernel, runs: impl Iterator<Item = &'a Run> + Clone, sums: &mut Vec<f64>) {
    sums.clear();
    for run in runs.clone() {
        let from = sums.len();
        sums.resize(from + (run.end - run.start + 1) as usize, 0.0);
        for other in runs.clone() {
            kernel.add(run.row, run.start, &mut sums[from..], other);
        }
    }
}

/// Centrality of the nodes of one piece, run by run.
pub(super) fn centrality<'a>(
    kernel: &mut Kernel,
    exponent: f64,
    runs: impl Iterator<Item = &'a Run> + Clone,
    gamma: &mut Vec<f64>,
) {
    gamma.clear();
    let Some(around) = Around::of(runs.clone()) else { return };
    let Around { rows, columns, .. } = around;
    kernel.reach(exponent, rows.min(columns), rows.max(columns));
    if rows > columns {
        // Few long runs cost less than many short ones.
        let mut turned = std::mem::take(&mut kernel.turned);
        turned.take(&around, runs);
        sums(kernel, turned.runs.iter(), &mut turned.sums);
        gamma.resize(turned.sums.len(), 0.0);
        for (number, sum) in turned.numbers.iter().zip(&turned.sums) {
            gamma[*number as usize] = *sum;
        }
        kernel.turned = turned;
    } else {
        sums(kernel, runs, gamma);
    }
    let total: f64 = gamma.iter().sum();
    let scale = if total > 0.0 { gamma.len() as f64 / total } else { 0.0 };
    for value in gamma.iter_mut() {
        *value = if total > 0.0 { *value * scale } else { 1.0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn runs_of(mask: &[Vec<bool>]) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for (row, line) in mask.iter().enumerate() {
            for (column, _) in line.iter().enumerate().filter(|(_, set)| **set) {
                let (row, column) = (row as i32, column as i32);
                match runs.last_mut().filter(|run| run.row == row && run.end == column - 1) {
                    Some(run) => run.end = column,
                    None => runs.push(Run::new(row, column, column, 0)),
                }
            }
        }
        runs
    }

    proptest! {
        #[test]
        fn centrality_by_runs_is_the_sum_that_defines_it(
            mask in prop::collection::vec(prop::collection::vec(any::<bool>(), 9), 1..9),
            exponent in prop::sample::select(vec![1.0, 1.5, 2.0]),
        ) {
            let runs = runs_of(&mask);
            let mut gamma = Vec::new();
            centrality(&mut Kernel::default(), exponent, runs.iter(), &mut gamma);
            let nodes: Vec<_> = runs.iter().flat_map(|run| run.nodes()).map(|(_, n)| n).collect();
            let sum = |i: usize| -> f64 {
                nodes.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, node)| {
                    let (dx, dy) = (node.column - nodes[i].column, node.row - nodes[i].row);
                    f64::from(dx * dx + dy * dy).powf(-0.5 * exponent)
                }).sum()
            };
            let total: f64 = (0..nodes.len()).map(sum).sum();
            for (i, found) in gamma.iter().enumerate() {
                let expected = if nodes.len() > 1 { sum(i) * nodes.len() as f64 / total } else { 1.0 };
                prop_assert!((found - expected).abs() < 1e-12, "{found} {expected}");
            }
        }
    }

    #[test]
    fn on_a_disc_centrality_has_the_range_of_figure_six() {
        let inside = |x: i32, y: i32| x * x + y * y < 40 * 40;
        let mask: Vec<Vec<bool>> =
            (-40..=40).map(|y| (-40..=40).map(|x| inside(x, y)).collect()).collect();
        let runs = runs_of(&mask);
        let mut gamma = Vec::new();
        centrality(&mut Kernel::default(), 2.0, runs.iter(), &mut gamma);
        let (low, high) =
            gamma.iter().fold((f64::MAX, 0.0_f64), |(a, b), g| (a.min(*g), b.max(*g)));
        assert!((0.45..0.6).contains(&low) && (1.1..1.2).contains(&high), "{low} {high}");
    }
}
