//! A file's text, with the settings of the command line that are laid over it.

use std::path::Path;

use super::place::{Place, Position, Span};

/// The text of an input file, its name in messages, and the settings laid over it.
#[derive(Debug, Clone)]
pub struct Source {
    name: String,
    text: String,
    line_starts: Vec<usize>,
    settings: Vec<Setting>,
    undecodable: Option<Undecodable>,
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
        Self { name: name.into(), text, line_starts, settings: Vec::new(), undecodable: None }
    }

    /// A source from the bytes of a file. Bytes that are no UTF-8 become a diagnostic with its
    /// place when the source is checked, so that there is one way of telling mistakes.
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
        Ok(Self::from_bytes(path.display().to_string(), &std::fs::read(path)?))
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
        match place {
            Place::File(span) => Some(self.position(span.start)),
            Place::CommandLine(_) => None,
        }
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
            Place::File(span) => {
                let Position { line, column } = self.position(span.start);
                format!("{}:{line}:{column}", self.name)
            }
            Place::CommandLine(index) => match self.settings.get(index) {
                Some(setting) => format!("--set {}={}", setting.path, setting.value),
                None => "--set".to_owned(),
            },
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
