//! The one-step problem as a value.
//!
//! For contacts k with reactions r_k and velocities u = W r + q: the velocity û_k = u_k + mu_k |u_kt| n
//! lies in the dual of Coulomb's cone K_k, r_k lies in K_k, and both are orthogonal. This is
//! Signorini's condition and Coulomb's law at once (G. De Saxcé, Z.-Q. Feng, *The bipotential
//! method*, Math. Comput. Modelling 28, 1998). W = J M⁻¹ Jᵀ couples the contacts; it is kept as
//! rows of 3 × 3 blocks, columns ascending, so that every sum has one order.

use nalgebra::{DMatrix, Matrix3, Vector3};
use std::collections::BTreeMap;

/// Why numbers are no friction problem.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ProblemError {
    /// The vector q has another length than three per contact.
    #[error("q has {found} numbers, but {contacts} contacts need {}", 3 * contacts)]
    VelocityLength {
        /// Contacts, as many as coefficients of friction.
        contacts: usize,
        /// Numbers in q.
        found: usize,
    },
    /// The matrix W is not square with three rows per contact.
    #[error("W is {rows} x {columns}, but {contacts} contacts need {0} x {0}", 3 * contacts)]
    MatrixSize {
        /// Contacts.
        contacts: usize,
        /// Rows found.
        rows: usize,
        /// Columns found.
        columns: usize,
    },
    /// A block stands outside of W.
    #[error("block ({row}, {column}) of W is outside: there are {contacts} contacts")]
    BlockOutside {
        /// Its row of blocks, from zero.
        row: usize,
        /// Its column of blocks, from zero.
        column: usize,
        /// Contacts.
        contacts: usize,
    },
    /// A block is given twice.
    #[error("block ({row}, {column}) of W is given twice")]
    BlockTwice {
        /// Its row of blocks, from zero.
        row: usize,
        /// Its column of blocks, from zero.
        column: usize,
    },
    /// The blocks of a row are not given in ascending order of their columns.
    #[error("block ({row}, {column}) of W is not given in ascending order of columns")]
    BlockOrder {
        /// Its row of blocks, from zero.
        row: usize,
        /// Its column of blocks, from zero.
        column: usize,
    },
    /// A number in W is not finite.
    #[error("block ({row}, {column}) of W has a number that is not finite")]
    MatrixNotFinite {
        /// Row of blocks, from zero.
        row: usize,
        /// Column of blocks, from zero.
        column: usize,
    },
    /// A number in q is not finite.
    #[error("q of contact {contact} has a number that is not finite")]
    VelocityNotFinite {
        /// Contact, from zero.
        contact: usize,
    },
    /// A coefficient of friction is negative or not finite.
    #[error("mu of contact {contact} is {value}: it must be zero or greater, and finite")]
    Friction {
        /// Contact, from zero.
        contact: usize,
        /// The coefficient.
        value: f64,
    },
}

/// Contacts, their coupling W, their free velocity q and their coefficients of friction mu.
///
/// A step that poses one problem after the other does so without allocation: [`Self::begin`],
/// [`Self::push`] per contact, [`Self::finish`]. In between the problem has no contacts.
#[derive(Clone, Debug, PartialEq)]
pub struct FrictionProblem {
    /// False from `begin` until `finish` found all right.
    is_checked: bool,
    /// Where each row of blocks begins in `columns`; one more at the end.
    starts: Vec<usize>,
    columns: Vec<usize>,
    blocks: Vec<Matrix3<f64>>,
    diagonal: Vec<Matrix3<f64>>,
    velocity: Vec<f64>,
    friction: Vec<f64>,
}

impl Default for FrictionProblem {
    fn default() -> Self {
        Self {
            is_checked: true,
            starts: vec![0],
            columns: Vec::new(),
            blocks: Vec::new(),
            diagonal: Vec::new(),
            velocity: Vec::new(),
            friction: Vec::new(),
        }
    }
}

impl FrictionProblem {
    /// Forgets the contacts, but keeps the memory they took.
    pub fn begin(&mut self) {
        self.is_checked = false;
        self.starts.clear();
        self.starts.push(0);
        self.columns.clear();
        self.blocks.clear();
        self.diagonal.clear();
        self.velocity.clear();
        self.friction.clear();
    }

    /// Adds a contact with its row of W: blocks with their columns, ascending. The row may name
    /// columns of contacts that are pushed later.
    pub fn push(
        &mut self,
        friction: f64,
        velocity: Vector3<f64>,
        row: impl IntoIterator<Item = (usize, Matrix3<f64>)>,
    ) {
        self.is_checked = false;
        let own = self.friction.len();
        let mut diagonal = Matrix3::zeros();
        for (column, block) in row {
            if column == own {
                diagonal = block;
            }
            self.columns.push(column);
            self.blocks.push(block);
        }
        self.diagonal.push(diagonal);
        self.starts.push(self.columns.len());
        self.velocity.extend_from_slice(velocity.as_slice());
        self.friction.push(friction);
    }

    /// Checks what was pushed. If it is no problem, it is forgotten and there are no contacts.
    pub fn finish(&mut self) -> Result<(), ProblemError> {
        let checked =
            check_vectors(&self.velocity, &self.friction).and_then(|()| self.check_rows());
        if checked.is_err() {
            self.begin();
        }
        self.is_checked = true;
        checked
    }

    fn check_rows(&self) -> Result<(), ProblemError> {
        let contacts = self.friction.len();
        for (row, range) in self.starts.windows(2).enumerate() {
            let range = range[0]..range[1];
            let mut last = None;
            for (&column, block) in self.columns[range.clone()].iter().zip(&self.blocks[range]) {
                if column >= contacts {
                    return Err(ProblemError::BlockOutside { row, column, contacts });
                }
                if last == Some(column) {
                    return Err(ProblemError::BlockTwice { row, column });
                }
                if last.is_some_and(|last| last > column) {
                    return Err(ProblemError::BlockOrder { row, column });
                }
                // Nothing times what is not finite is not zero.
                if (block * 0.0).sum() != 0.0 {
                    return Err(ProblemError::MatrixNotFinite { row, column });
                }
                last = Some(column);
            }
        }
        Ok(())
    }

    /// From blocks (row, column, block) in any order; blocks that are not given are zero.
    pub fn from_blocks(
        blocks: impl IntoIterator<Item = (usize, usize, Matrix3<f64>)>,
        velocity: Vec<f64>,
        friction: Vec<f64>,
    ) -> Result<Self, ProblemError> {
        check_vectors(&velocity, &friction)?;
        let contacts = friction.len();
        let mut ordered = BTreeMap::new();
        for (row, column, block) in blocks {
            if row >= contacts || column >= contacts {
                return Err(ProblemError::BlockOutside { row, column, contacts });
            }
            if !block.iter().all(|value| value.is_finite()) {
                return Err(ProblemError::MatrixNotFinite { row, column });
            }
            if ordered.insert((row, column), block).is_some() {
                return Err(ProblemError::BlockTwice { row, column });
            }
        }
        Ok(Self::assemble(ordered, velocity, friction))
    }

    /// From a full matrix; blocks of zeros are left out.
    pub fn from_matrix(
        matrix: &DMatrix<f64>,
        velocity: Vec<f64>,
        friction: Vec<f64>,
    ) -> Result<Self, ProblemError> {
        let contacts = friction.len();
        let (rows, columns) = matrix.shape();
        if rows != 3 * contacts || columns != 3 * contacts {
            return Err(ProblemError::MatrixSize { contacts, rows, columns });
        }
        let pairs = (0..contacts).flat_map(|row| (0..contacts).map(move |column| (row, column)));
        let blocks = pairs.filter_map(|(row, column)| {
            let block = matrix.fixed_view::<3, 3>(3 * row, 3 * column).into_owned();
            (block != Matrix3::zeros()).then_some((row, column, block))
        });
        Self::from_blocks(blocks, velocity, friction)
    }

    fn assemble(
        ordered: BTreeMap<(usize, usize), Matrix3<f64>>,
        velocity: Vec<f64>,
        friction: Vec<f64>,
    ) -> Self {
        let contacts = friction.len();
        let mut starts = vec![0; contacts + 1];
        let mut diagonal = vec![Matrix3::zeros(); contacts];
        let (mut columns, mut blocks) = (Vec::new(), Vec::new());
        for ((row, column), block) in ordered {
            starts[row + 1] += 1;
            if row == column {
                diagonal[row] = block;
            }
            columns.push(column);
            blocks.push(block);
        }
        for row in 0..contacts {
            starts[row + 1] += starts[row];
        }
        Self { is_checked: true, starts, columns, blocks, diagonal, velocity, friction }
    }

    /// How many contacts.
    pub fn contacts(&self) -> usize {
        self.friction().len()
    }

    /// The free velocity q, three numbers per contact.
    pub fn velocity(&self) -> &[f64] {
        if self.is_checked { &self.velocity } else { &[] }
    }

    /// Coefficients of friction, one per contact.
    pub fn friction(&self) -> &[f64] {
        if self.is_checked { &self.friction } else { &[] }
    }

    /// Blocks of W on the diagonal, one per contact.
    pub fn diagonal(&self) -> &[Matrix3<f64>] {
        if self.is_checked { &self.diagonal } else { &[] }
    }

    /// How many blocks of W are stored.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// The blocks of one row of W with their columns, ascending. A row outside has none.
    pub fn row(&self, row: usize) -> impl Iterator<Item = (usize, &Matrix3<f64>)> {
        let range = match (self.starts.get(row), self.starts.get(row + 1)) {
            (Some(&start), Some(&end)) => start..end,
            _ => 0..0,
        };
        self.columns[range.clone()].iter().copied().zip(&self.blocks[range])
    }

    /// One block of W, also while the problem is being posed; none where it was not pushed.
    pub(crate) fn block(&self, row: usize, column: usize) -> Option<&Matrix3<f64>> {
        let (&start, &end) = (self.starts.get(row)?, self.starts.get(row + 1)?);
        let place = self.columns[start..end].binary_search(&column).ok()?;
        self.blocks.get(start + place)
    }

    /// Velocities u = W r + q. Numbers that a slice has too many are left alone.
    pub fn velocity_under(&self, reaction: &[f64], result: &mut [f64]) {
        for (row, out) in result.chunks_exact_mut(3).enumerate().take(self.contacts()) {
            let sum = self.row_product(row, reaction) + contact(&self.velocity, row);
            out.copy_from_slice(sum.as_slice());
        }
    }

    /// One row of W times the reactions.
    #[inline]
    pub(crate) fn row_product(&self, row: usize, reaction: &[f64]) -> Vector3<f64> {
        let parts = reaction.as_chunks::<3>().0;
        let mut sum = Vector3::zeros();
        for (column, block) in self.row(row) {
            if let Some(&part) = parts.get(column) {
                sum += block * Vector3::from(part);
            }
        }
        sum
    }
}

/// The three numbers of one contact; zeros where there are none.
#[inline]
pub(crate) fn contact(vector: &[f64], index: usize) -> Vector3<f64> {
    match vector.get(3 * index..3 * index + 3) {
        Some(&[n, t, s]) => Vector3::new(n, t, s),
        _ => Vector3::zeros(),
    }
}

fn check_vectors(velocity: &[f64], friction: &[f64]) -> Result<(), ProblemError> {
    let contacts = friction.len();
    if velocity.len() != 3 * contacts {
        return Err(ProblemError::VelocityLength { contacts, found: velocity.len() });
    }
    if let Some(index) = velocity.iter().position(|value| !value.is_finite()) {
        return Err(ProblemError::VelocityNotFinite { contact: index / 3 });
    }
    let bad = |value: &f64| !(value.is_finite() && *value >= 0.0);
    match friction.iter().position(bad) {
        Some(contact) => Err(ProblemError::Friction { contact, value: friction[contact] }),
        None => Ok(()),
    }
}
