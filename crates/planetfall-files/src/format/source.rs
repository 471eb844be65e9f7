//! A file's text, with the files it builds on and the settings that are laid over it.

use std::path::Path;

use super::diagnostic::Diagnostic;
use super::place::{Place, Position, Span};
use crate::bounded;

/// The text of an input file, its name in messages, the files it builds on, and the settings laid
/// over it.
#[derive(Debug, Clone)]
pub struct Source {
    name: String,
    text: String,
    line_starts: Vec<usize>,
    settings: Vec<Setting>,
    undecodable: Option<Undecodable>,
    /// The nearest first; each without bases and settings of its own.
    bases: Vec<Source>,
    missing_base: Option<Box<Diagnostic>>,
}

/// A line of a source or of one of its bases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Line {
    base: Option<usize>,
    number: usize,
}

/// One `--set key=value` of the command line.
#[derive(Debug, Clone)]
pub(super) struct Setting {
    pub(super) path: String,
    pub(super) value: String,
}

/// Why the bytes of a file are no text.
#[derive(Debug, Clone)]
pub(super) struct Undecodable {
    pub(super) place: Place,
    pub(super) byte: u8,
    pub(super) is_utf16: bool,
}

impl Source {
    /// A source from its text; the name stands in front of every message.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let line_starts = line_starts(&text);
        Self {
            name: name.into(),
            text,
            line_starts,
            settings: Vec::new(),
            undecodable: None,
            bases: Vec::new(),
            missing_base: None,
        }
    }

    /// A source from the bytes of a file. Bytes that are no UTF-8 become a diagnostic with its
    /// place when the source is checked, so that there is one way of reporting mistakes.
    pub fn from_bytes(name: impl Into<String>, bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let mut source = Self::new(name, text);
        if let Err(error) = std::str::from_utf8(bytes) {
            // Up to here the lossy text is the text itself, so the offset is good for both.
            let start = error.valid_up_to();
            source.undecodable = Some(Undecodable {
                place: Place::File(Span { start, end: start }),
                byte: bytes.get(start).copied().unwrap_or_default(),
                is_utf16: bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]),
            });
        }
        source
    }

    /// Reads a file; its path, as given, is the name in messages.
    pub fn read(path: &Path) -> std::io::Result<Self> {
        Ok(Self::from_bytes(path.display().to_string(), &bounded::read(path, bounded::TEXT)?))
    }

    /// The same source with settings of the command line laid over it. A key is a path with dots;
    /// an element of an array is named by its `name` or its index from zero:
    /// `vehicle.marker.wheel_1.position_m`, `vehicle.marker[0].position_m[2]`. A value is written
    /// as in the file, but a bare word is a text. Later settings win over earlier ones.
    pub fn with_overrides<K: AsRef<str>, V: AsRef<str>>(mut self, settings: &[(K, V)]) -> Self {
        self.settings.extend(settings.iter().map(|(path, value)| Setting {
            path: path.as_ref().trim().to_owned(),
            value: value.as_ref().trim().to_owned(),
        }));
        self
    }

    /// The same source with one more file that it builds on: the first is the one that the file
    /// itself extends, the next the one which that extends.
    #[must_use]
    pub fn with_base(mut self, base: Self) -> Self {
        self.bases.push(base);
        self
    }

    /// The same source without a file that it, or the last of its bases, should build on. The
    /// diagnostic says why; what the file lacks is then not reported, for it may stand there.
    #[must_use]
    pub fn without_base(mut self, why: Diagnostic) -> Self {
        self.missing_base = Some(Box::new(why));
        self
    }

    /// The files it builds on, the nearest first.
    pub fn bases(&self) -> &[Self] {
        &self.bases
    }

    /// Why a file that this one builds on is missing, if one is.
    pub fn missing_base(&self) -> Option<&Diagnostic> {
        self.missing_base.as_deref()
    }

    /// The name in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text of the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line and column of a byte of the text.
    pub fn position(&self, offset: usize) -> Position {
        let line = self.line_starts.partition_point(|start| *start <= offset).max(1);
        let start = self.line_starts.get(line - 1).copied().unwrap_or_default();
        let before = self.text.as_bytes().get(start..offset.min(self.text.len()));
        // A character is counted at its first byte: continuation bytes are 10xxxxxx.
        let characters = |bytes: &[u8]| bytes.iter().filter(|b| **b & 0xC0 != 0x80).count();
        Position { line, column: 1 + before.map_or(0, characters) }
    }

    /// The line and column of a place; none for the command line.
    pub fn position_of(&self, place: Place) -> Option<Position> {
        self.stretch(place).map(|(source, span)| source.position(span.start))
    }

    /// The text of a line, counted from one, without its line break.
    pub fn line(&self, line: usize) -> &str {
        let start = self.line_starts.get(line.wrapping_sub(1)).copied().unwrap_or(self.text.len());
        let end = self.line_starts.get(line).copied().unwrap_or(self.text.len());
        self.text.get(start..end).unwrap_or_default().trim_end_matches(['\n', '\r'])
    }

    /// A place in words: `scenario.toml:12:5` or `--set ground.damping_ratio=0.2`.
    pub fn describe(&self, place: Place) -> String {
        match place {
            Place::File(_) | Place::Base { .. } => match self.stretch(place) {
                Some((source, span)) => {
                    let Position { line, column } = source.position(span.start);
                    format!("{}:{line}:{column}", source.name)
                }
                None => self.name.clone(),
            },
            Place::CommandLine(index) => match self.settings.get(index) {
                Some(setting) => format!("--set {}={}", setting.path, setting.value),
                None => "--set".to_owned(),
            },
        }
    }

    /// The line of a place; none for the command line.
    pub(super) fn line_of(&self, place: Place) -> Option<Line> {
        let base = match place {
            Place::Base { source, .. } => Some(source),
            Place::File(_) | Place::CommandLine(_) => None,
        };
        Some(Line { base, number: self.position_of(place)?.line })
    }

    /// The text in which a place lies, and where; none for the command line.
    pub(super) fn stretch(&self, place: Place) -> Option<(&Self, Span)> {
        match place {
            Place::File(span) => Some((self, span)),
            Place::Base { source, span } => self.bases.get(source).map(|base| (base, span)),
            Place::CommandLine(_) => None,
        }
    }

    /// The file that extends the one in which a place lies, if that is a base.
    pub(super) fn heir(&self, place: Place) -> Option<&Self> {
        match place {
            Place::Base { source: 0, .. } => Some(self),
            Place::Base { source, .. } => self.bases.get(source - 1),
            Place::File(_) | Place::CommandLine(_) => None,
        }
    }

    pub(super) fn settings(&self) -> &[Setting] {
        &self.settings
    }

    pub(super) fn undecodable(&self) -> Option<&Undecodable> {
        self.undecodable.as_ref()
    }
}

fn line_starts(text: &str) -> Vec<usize> {
    let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
    std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect()
}
