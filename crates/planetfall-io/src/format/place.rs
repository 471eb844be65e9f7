//! Where a value was written.

/// A stretch of a source text, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset behind the last byte.
    pub end: usize,
}

/// A place as people name it: both numbers count from one, columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Line, from one.
    pub line: usize,
    /// Column in characters, from one.
    pub column: usize,
}

/// The place a value, or a mistake, belongs to. Its order is the order of reading: first the file
/// from top to bottom, then the settings of the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A stretch of the file.
    File(Span),
    /// The setting of this number (from zero) among those given on the command line.
    CommandLine(usize),
}

impl Place {
    /// The beginning of the file, the place of what is wrong with the file as a whole.
    pub const START: Self = Self::File(Span { start: 0, end: 0 });
}

impl From<std::ops::Range<usize>> for Place {
    fn from(range: std::ops::Range<usize>) -> Self {
        Self::File(Span { start: range.start, end: range.end })
    }
}
