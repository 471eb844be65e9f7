//! A footprint as runs of nodes, row by row, and its connected pieces: nodes that touch along a side
//! or at a corner belong to one piece (two-pass labelling by union of runs).

use super::Node;

/// Nodes side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) row: i32,
    /// First and last column.
    pub(super) start: i32,
    pub(super) end: i32,
    /// Number of the first one's contact.
    pub(super) contact: usize,
    /// Which piece it belongs to.
    pub(super) piece: u32,
}

/// Runs with their pieces.
#[derive(Debug, Default)]
pub(super) struct Runs {
    pub(super) runs: Vec<Run>,
    parents: Vec<u32>,
    /// Runs in the order of their pieces, and where each piece begins there.
    order: Vec<u32>,
    begins: Vec<u32>,
}

impl Run {
    pub(super) fn new(row: i32, start: i32, end: i32, contact: usize) -> Self {
        Self { row, start, end, contact, piece: 0 }
    }

    /// Its nodes with the numbers of their contacts.
    pub(super) fn nodes(self) -> impl Iterator<Item = (usize, Node)> {
        (self.start..=self.end)
            .enumerate()
            .map(move |(k, column)| (self.contact + k, Node::new(self.row, column)))
    }
}

impl Runs {
    /// Finds the pieces of nodes that come row by row, with the numbers of their contacts. Nodes
    /// that are neighbours in a row must have consecutive numbers.
    pub(super) fn label(&mut self, nodes: impl Iterator<Item = (usize, Node)>) {
        self.runs.clear();
        for (contact, node) in nodes {
            match self.runs.last_mut() {
                Some(run) if run.row == node.row && run.end + 1 == node.column => {
                    run.end = node.column;
                }
                _ => self.runs.push(Run::new(node.row, node.column, node.column, contact)),
            }
        }
        self.join();
        self.arrange();
    }

    /// How many pieces there are.
    pub(super) fn pieces(&self) -> usize {
        self.begins.len().saturating_sub(1)
    }

    /// The runs of a piece, row by row.
    pub(super) fn piece(&self, piece: usize) -> impl Iterator<Item = &Run> + Clone {
        let bounds = self.begins.get(piece).zip(self.begins.get(piece + 1));
        let (from, to) = bounds.map_or((0, 0), |(from, to)| (*from as usize, *to as usize));
        self.order[from..to].iter().map(|run| &self.runs[*run as usize])
    }

    fn join(&mut self) {
        self.parents.clear();
        self.parents.extend(0..self.runs.len() as u32);
        let mut below = 0;
        for this in 0..self.runs.len() {
            let run = self.runs[this];
            // Runs of the row below that end before this one begins touch no later one either.
            while below < this {
                let other = self.runs[below];
                if other.row + 1 < run.row
                    || (other.row + 1 == run.row && other.end + 1 < run.start)
                {
                    below += 1;
                } else {
                    break;
                }
            }
            let mut next = below;
            while next < this {
                let other = self.runs[next];
                if other.row + 1 != run.row || other.start > run.end + 1 {
                    break;
                }
                self.unite(this as u32, next as u32);
                next += 1;
            }
        }
    }

    fn unite(&mut self, one: u32, other: u32) {
        let (one, other) = (self.root(one), self.root(other));
        // The earlier run is the root, so pieces are counted in the order of their first runs.
        let (first, last) = (one.min(other), one.max(other));
        self.parents[last as usize] = first;
    }

    fn root(&mut self, mut run: u32) -> u32 {
        while self.parents[run as usize] != run {
            let parent = self.parents[run as usize];
            self.parents[run as usize] = self.parents[parent as usize];
            run = parent;
        }
        run
    }

    fn arrange(&mut self) {
        self.begins.clear();
        let mut pieces = 0;
        for run in 0..self.runs.len() {
            let root = self.root(run as u32) as usize;
            self.runs[run].piece = if root == run {
                pieces += 1;
                pieces - 1
            } else {
                self.runs[root].piece
            };
        }
        self.begins.resize(pieces as usize + 1, 0);
        for run in &self.runs {
            self.begins[run.piece as usize + 1] += 1;
        }
        for piece in 0..pieces as usize {
            self.begins[piece + 1] += self.begins[piece];
        }
        self.order.clear();
        self.order.resize(self.runs.len(), 0);
        // `parents` has done its work and counts how many runs of each piece are placed.
        self.parents.clear();
        self.parents.resize(pieces as usize, 0);
        for (number, run) in self.runs.iter().enumerate() {
            let piece = run.piece as usize;
            self.order[(self.begins[piece] + self.parents[piece]) as usize] = number as u32;
            self.parents[piece] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(picture: &[&str]) -> Vec<usize> {
        let nodes = picture.iter().enumerate().flat_map(|(row, line)| {
            let marks = line.bytes().enumerate().filter(|(_, mark)| *mark == b'#');
            marks.map(move |(column, _)| Node::new(row as i32, column as i32))
        });
        let mut runs = Runs::default();
        runs.label(nodes.enumerate());
        let size = |run: &Run| (run.end - run.start + 1) as usize;
        (0..runs.pieces()).map(|piece| runs.piece(piece).map(size).sum()).collect()
    }

    #[test]
    fn nodes_that_touch_belong_to_one_piece() {
        assert_eq!(pieces(&["##..#", "..#.#", "....#"]), [3, 3]);
        assert_eq!(pieces(&["#.#", "#.#", "###"]), [7]);
        assert_eq!(pieces(&["###", "#.#", "###"]), [8]);
        assert_eq!(pieces(&["#.#.#", ".....", "#.#.#"]), [1; 6]);
        assert_eq!(pieces(&["#...#", ".#.#.", "..#..", "....."]), [5]);
        assert!(pieces(&["...", "..."]).is_empty());
    }

    #[test]
    fn rows_apart_are_pieces_apart() {
        assert_eq!(pieces(&["##", "..", "##"]), [2, 2]);
    }
}
