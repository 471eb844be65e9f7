//! Friction problems as text, in the format of Siconos's collection of problems.
//!
//! Numbers separated by white space: dimension (2 or 3), contacts, storage (0 dense, 1 sparse
//! blocks), rows and columns of W; then W, q and mu. Dense: rows and columns again, then all
//! entries column by column. Sparse blocks: number of blocks; rows and columns of blocks; where
//! each row of blocks ends, and each column; lengths of two index arrays and the arrays, which are
//! the offsets of rows and the columns of blocks; then each block as its number and its entries
//! column by column. An integer may follow mu, which newer versions write; it is ignored.
//!
//! A planar problem becomes one in space whose third direction is decoupled: its answer has no
//! force there, and its residual is that of the planar one.

use nalgebra::{DMatrix, Matrix3};
use planetfall::contact::nonsmooth::{FrictionProblem, ProblemError};
use std::fmt::Write as _;

/// How W is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// All entries.
    Dense,
    /// Blocks that are not zero.
    SparseBlocks,
}

/// A friction problem and how its file gives it.
#[derive(Clone, Debug, PartialEq)]
pub struct FrictionProblemFile {
    /// The problem; in space even where the file's is planar.
    pub problem: FrictionProblem,
    /// 2 or 3 components per contact in the file.
    pub dimension: usize,
    /// How W stands in the file.
    pub storage: Storage,
}

/// Why a text is no friction problem.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FrictionProblemError {
    /// A word is not what stands there in the format.
    #[error("line {line}: expected {expected}, found `{found}`")]
    Word {
        /// Line, from one.
        line: usize,
        /// What should stand there.
        expected: String,
        /// What does.
        found: String,
    },
    /// The text ends too early.
    #[error("the file ends after line {line}, where {expected} should follow")]
    End {
        /// Last line, from one.
        line: usize,
        /// What should follow.
        expected: String,
    },
    /// The numbers are no valid problem.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

/// Reads a problem from text.
pub fn read(text: &str) -> Result<FrictionProblemFile, FrictionProblemError> {
    let mut words = LineTokens::new(text);
    let dimension = words.whole("the dimension, 2 or 3", |value| value == 2 || value == 3)?;
    let contacts = words.whole("the number of contacts", |_| true)?;
    let code = words.whole("the storage of W, 0 (dense) or 1 (sparse blocks)", |v| v < 2)?;
    let size = contacts.saturating_mul(dimension);
    let expected = format!("{size}, {dimension} x {contacts} contacts");
    words.whole(&format!("the rows of W: {expected}"), |value| value == size)?;
    words.whole(&format!("the columns of W: {expected}"), |value| value == size)?;
    let storage = if code == 0 { Storage::Dense } else { Storage::SparseBlocks };
    let mut blocks = match storage {
        Storage::Dense => read_dense(&mut words, dimension, contacts)?,
        Storage::SparseBlocks => read_sparse(&mut words, dimension, contacts)?,
    };
    let mut velocity = Vec::new();
    for index in 0..contacts {
        for axis in 0..3 {
            let value = if axis < dimension {
                words.real(|| format!("q of contact {index}, component {axis}"))?
            } else {
                0.0
            };
            velocity.push(value);
        }
    }
    let mut friction = Vec::new();
    for index in 0..contacts {
        friction.push(words.real(|| format!("mu of contact {index}"))?);
    }
    words.finish()?;
    if dimension == 2 {
        decouple(&mut blocks);
    }
    let problem = FrictionProblem::from_blocks(blocks, velocity, friction)?;
    Ok(FrictionProblemFile { problem, dimension, storage })
}

/// Writes a problem as text that reads back to the same bits.
pub fn write(file: &FrictionProblemFile) -> String {
    let FrictionProblemFile { problem, dimension, storage } = file;
    let (contacts, size) = (problem.contacts(), problem.contacts() * dimension);
    let code = if *storage == Storage::Dense { 0 } else { 1 };
    let mut text = format!("{dimension}\n{contacts}\n{code}\n{size}\n{size}\n");
    match storage {
        Storage::Dense => write_dense(&mut text, problem, *dimension),
        Storage::SparseBlocks => write_sparse(&mut text, problem, *dimension),
    }
    for own in problem.velocity().chunks(3) {
        for value in own.iter().take(*dimension) {
            number(&mut text, *value, ' ');
        }
    }
    text.push('\n');
    for value in problem.friction() {
        number(&mut text, *value, ' ');
    }
    text.push('\n');
    text
}

type Block = (usize, usize, Matrix3<f64>);

fn read_dense(
    words: &mut LineTokens<'_>,
    dimension: usize,
    contacts: usize,
) -> Result<Vec<Block>, FrictionProblemError> {
    let size = contacts * dimension;
    words.whole(&format!("the rows of the dense W, {size}"), |value| value == size)?;
    words.whole(&format!("the columns of the dense W, {size}"), |value| value == size)?;
    let mut values = Vec::new();
    for index in 0..size.saturating_mul(size) {
        values.push(words.real(|| format!("W({}, {})", index % size, index / size))?);
    }
    let matrix = DMatrix::from_column_slice(size, size, &values);
    let mut blocks = Vec::new();
    for row in 0..contacts {
        for column in 0..contacts {
            let mut block = Matrix3::zeros();
            let view = matrix.view((row * dimension, column * dimension), (dimension, dimension));
            block.view_mut((0, 0), (dimension, dimension)).copy_from(&view);
            if block != Matrix3::zeros() {
                blocks.push((row, column, block));
            }
        }
    }
    Ok(blocks)
}

fn read_sparse(
    words: &mut LineTokens<'_>,
    dimension: usize,
    contacts: usize,
) -> Result<Vec<Block>, FrictionProblemError> {
    let count = words.whole("the number of blocks of W", |_| true)?;
    if count == 0 {
        return Ok(Vec::new());
    }
    for side in ["rows", "columns"] {
        let expected = format!("the {side} of blocks of W, {contacts}");
        words.whole(&expected, |value| value == contacts)?;
    }
    for side in ["row", "column"] {
        for index in 1..=contacts {
            let end = index * dimension;
            let expected = format!("the end of {side} {} of blocks, {end}", index - 1);
            words.whole(&expected, |value| value == end)?;
        }
    }
    let expected = format!("the length of the array of row offsets, {}", contacts + 1);
    words.whole(&expected, |value| value == contacts + 1)?;
    let expected = format!("the length of the array of columns, {count}");
    words.whole(&expected, |value| value == count)?;
    let offsets = read_offsets(words, contacts, count)?;
    let mut columns = Vec::new();
    for index in 0..count {
        let expected = format!("the column of block {index}, below {contacts}");
        columns.push(words.whole(&expected, |value| value < contacts)?);
    }
    let mut blocks = Vec::new();
    let rows = offsets.windows(2).enumerate().flat_map(|(row, pair)| {
        let length = pair.last().zip(pair.first()).map_or(0, |(end, start)| end - start);
        std::iter::repeat_n(row, length)
    });
    for (index, (row, column)) in rows.zip(columns).enumerate() {
        words.whole(&format!("the number of block {index}"), |value| value == index)?;
        let mut block = Matrix3::zeros();
        for (i, j) in (0..dimension).flat_map(|j| (0..dimension).map(move |i| (i, j))) {
            block[(i, j)] = words.real(|| format!("entry ({i}, {j}) of block {index}"))?;
        }
        blocks.push((row, column, block));
    }
    Ok(blocks)
}

fn read_offsets(
    words: &mut LineTokens<'_>,
    contacts: usize,
    count: usize,
) -> Result<Vec<usize>, FrictionProblemError> {
    let mut offsets = Vec::new();
    let mut last = 0;
    for index in 0..=contacts {
        let (expected, least, most) = match index {
            0 => ("the first row offset, 0".to_owned(), 0, 0),
            _ if index == contacts => (format!("the last row offset, {count}"), count, count),
            _ => (format!("row offset {index}, from {last} to {count}"), last, count),
        };
        last = words.whole(&expected, |value| (least..=most).contains(&value))?;
        offsets.push(last);
    }
    Ok(offsets)
}

/// The third direction of a planar contact is as heavy as its second and meets no other.
fn decouple(blocks: &mut [Block]) {
    for (row, column, block) in blocks {
        if row == column {
            block.m33 = block.m22;
        }
    }
}

fn write_dense(text: &mut String, problem: &FrictionProblem, dimension: usize) {
    let size = problem.contacts() * dimension;
    let mut matrix = DMatrix::<f64>::zeros(size, size);
    for row in 0..problem.contacts() {
        for (column, block) in problem.row(row) {
            matrix
                .view_mut((row * dimension, column * dimension), (dimension, dimension))
                .copy_from(&block.view((0, 0), (dimension, dimension)));
        }
    }
    let _ = writeln!(text, "{size}\t{size}");
    for column in matrix.column_iter() {
        for value in column.iter() {
            number(text, *value, ' ');
        }
        text.push('\n');
    }
}

fn write_sparse(text: &mut String, problem: &FrictionProblem, dimension: usize) {
    let (contacts, count) = (problem.contacts(), problem.block_count());
    let _ = writeln!(text, "{count}");
    if count == 0 {
        return;
    }
    let _ = writeln!(text, "{contacts}\n{contacts}");
    for _ in 0..2 {
        line(text, (1..=contacts).map(|index| index * dimension));
    }
    let _ = writeln!(text, "{}\n{count}", contacts + 1);
    let mut offset = 0;
    let ends = (0..contacts).map(|row| {
        offset += problem.row(row).count();
        offset
    });
    line(text, std::iter::once(0).chain(ends));
    line(text, (0..contacts).flat_map(|row| problem.row(row).map(|(column, _)| column)));
    let blocks = (0..contacts).flat_map(|row| problem.row(row));
    for (index, (_, block)) in blocks.enumerate() {
        let _ = writeln!(text, "{index}");
        for column in block.column_iter().take(dimension) {
            for value in column.iter().take(dimension) {
                number(text, *value, '\n');
            }
        }
    }
}

fn line(text: &mut String, values: impl Iterator<Item = usize>) {
    for value in values {
        let _ = write!(text, "{value}\t");
    }
    text.push('\n');
}

/// Rust's shortest form in exponent notation reads back to the same bits.
fn number(text: &mut String, value: f64, after: char) {
    let _ = write!(text, "{value:e}{after}");
}

/// The words of a text with their lines.
struct LineTokens<'a> {
    words: Box<dyn Iterator<Item = (usize, &'a str)> + 'a>,
    line: usize,
}

impl<'a> LineTokens<'a> {
    fn new(text: &'a str) -> Self {
        let lines = text.lines().enumerate();
        let words = lines
            .flat_map(|(index, line)| line.split_whitespace().map(move |word| (index + 1, word)));
        Self { words: Box::new(words), line: 0 }
    }

    fn next(&mut self, expected: &str) -> Result<&'a str, FrictionProblemError> {
        match self.words.next() {
            Some((line, word)) => {
                self.line = line;
                Ok(word)
            }
            None => {
                Err(FrictionProblemError::End { line: self.line, expected: expected.to_owned() })
            }
        }
    }

    fn refuse(&self, expected: &str, found: &str) -> FrictionProblemError {
        let (expected, found) = (expected.to_owned(), found.chars().take(40).collect());
        FrictionProblemError::Word { line: self.line, expected, found }
    }

    fn whole(
        &mut self,
        expected: &str,
        fits: impl Fn(usize) -> bool,
    ) -> Result<usize, FrictionProblemError> {
        let word = self.next(expected)?;
        let value = word.parse().ok().filter(|value| fits(*value));
        value.ok_or_else(|| self.refuse(expected, word))
    }

    fn real(&mut self, expected: impl Fn() -> String) -> Result<f64, FrictionProblemError> {
        let Some((line, word)) = self.words.next() else {
            return Err(FrictionProblemError::End { line: self.line, expected: expected() });
        };
        self.line = line;
        word.parse().map_err(|_| self.refuse(&expected(), word))
    }

    /// One more integer is allowed, and nothing else.
    fn finish(&mut self) -> Result<(), FrictionProblemError> {
        let mut left = self.words.by_ref().peekable();
        left.next_if(|(_, word)| word.parse::<i64>().is_ok());
        match left.next() {
            None => Ok(()),
            Some((line, word)) => Err(FrictionProblemError::Word {
                line,
                expected: "the end of the file".to_owned(),
                found: word.chars().take(40).collect(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "3\n1\n\n0\n3\n3\n3 3\n15 -1 -2\n-1 14 1\n-2 1 16\n-1 2 3\n0.1\n1\n";

    fn problem(coupling: f64) -> FrictionProblem {
        let block = Matrix3::new(2.0, 0.1, 0.2, 0.3, 1.0, 1.0 / 3.0, 0.5, 0.6, 1e-300);
        let blocks = [(0, 0, block), (1, 1, block * 3.0), (1, 0, block * coupling)];
        let velocity = vec![-1.0, 2.0, 0.1, 1e17, -0.0, 7.0];
        FrictionProblem::from_blocks(blocks, velocity, vec![0.5, 0.0]).unwrap()
    }

    #[test]
    fn both_storages_read_back_to_the_same_bits() {
        for storage in [Storage::Dense, Storage::SparseBlocks] {
            let file = FrictionProblemFile { problem: problem(-0.7), dimension: 3, storage };
            assert_eq!(read(&write(&file)).unwrap(), file);
        }
    }

    #[test]
    fn an_empty_problem_reads_back() {
        let problem = FrictionProblem::from_blocks([], vec![], vec![]).unwrap();
        for storage in [Storage::Dense, Storage::SparseBlocks] {
            let file = FrictionProblemFile { problem: problem.clone(), dimension: 3, storage };
            assert_eq!(read(&write(&file)).unwrap(), file);
        }
    }

    #[test]
    fn entries_are_given_column_by_column() {
        let text = ONE.replace("15 -1 -2", "15 5 6");
        let file = read(&text).unwrap();
        let block = file.problem.diagonal()[0];
        assert_eq!((block.m11, block.m21, block.m31, block.m12), (15.0, 5.0, 6.0, -1.0));
        assert_eq!(file.problem.velocity(), [-1.0, 2.0, 3.0]);
        assert_eq!(file.problem.friction(), [0.1]);
    }

    #[test]
    fn a_planar_problem_has_a_third_direction_that_meets_no_other() {
        let file = read("2 1 0 2 2 2 2  4 1 1 3  -1 2 0.5").unwrap();
        let block = Matrix3::new(4.0, 1.0, 0.0, 1.0, 3.0, 0.0, 0.0, 0.0, 3.0);
        assert_eq!(file.problem.diagonal()[0], block);
        assert_eq!(file.problem.velocity(), [-1.0, 2.0, 0.0]);
        assert_eq!(read(&write(&file)).unwrap(), file);
    }

    #[track_caller]
    fn refuses(text: &str, wanted: &str) {
        assert_eq!(read(text).unwrap_err().to_string(), wanted);
    }

    #[test]
    fn a_wrong_word_is_reported_with_its_line_and_what_should_stand_there() {
        refuses("", "the file ends after line 0, where the dimension, 2 or 3 should follow");
        refuses("4", "line 1: expected the dimension, 2 or 3, found `4`");
        let wrong = ONE.replace("14 1", "14 x");
        refuses(&wrong, "line 9: expected W(2, 1), found `x`");
        let short = ONE.replace("0.1\n1\n", "");
        refuses(&short, "the file ends after line 11, where mu of contact 0 should follow");
        let long = format!("{ONE}2.5");
        refuses(&long, "line 14: expected the end of the file, found `2.5`");
        let rows = ONE.replace("0\n3\n3\n", "0\n6\n3\n");
        refuses(&rows, "line 5: expected the rows of W: 3, 3 x 1 contacts, found `6`");
        let storage = ONE.replace("0\n3\n3\n", "7\n3\n3\n");
        let wanted = "the storage of W, 0 (dense) or 1 (sparse blocks)";
        refuses(&storage, &format!("line 4: expected {wanted}, found `7`"));
    }

    #[test]
    fn numbers_that_are_no_problem_are_reported_as_such() {
        refuses(
            &ONE.replace("0.1\n", "-0.1\n"),
            "mu of contact 0 is -0.1: it must be zero or greater, and finite",
        );
        refuses(&ONE.replace("15", "NaN"), "block (0, 0) of W has a number that is not finite");
    }

    #[test]
    fn a_great_number_of_contacts_that_are_not_there_is_reported_at_once() {
        let count = usize::MAX;
        let error = read(&format!("3 {count} 1 {count} {count} 5 {count}")).unwrap_err();
        assert!(matches!(error, FrictionProblemError::End { .. }), "{error}");
    }
}
