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
/// from top to bottom, then the settings of the command line, then the files it builds on, the
/// nearest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A stretch of the file.
    File(Span),
    /// The setting of this number (from zero) among those given on the command line.
    CommandLine(usize),
    /// A stretch of a file that this one builds on.
    Base {
        /// Its number among these files, from zero for the nearest.
        source: usize,
        /// The stretch.
        span: Span,
    },
}

impl Place {
    /// The beginning of the file, the place of what is wrong with the file as a whole.
    pub const START: Self = Self::File(Span { start: 0, end: 0 });

    /// The stretch of a text; none for the command line.
    pub fn span(self) -> Option<Span> {
        match self {
            Self::File(span) | Self::Base { span, .. } => Some(span),
            Self::CommandLine(_) => None,
        }
    }

    /// The same stretch in the text that stands at this place of the line: zero is the file itself,
    /// one the file it builds on, and so on.
    pub(super) fn in_line(self, index: usize) -> Self {
        match (self, index.checked_sub(1)) {
            (Self::File(span), Some(source)) => Self::Base { source, span },
            (place, _) => place,
        }
    }
}

impl From<std::ops::Range<usize>> for Place {
    fn from(range: std::ops::Range<usize>) -> Self {
        Self::File(Span { start: range.start, end: range.end })
    }
}
