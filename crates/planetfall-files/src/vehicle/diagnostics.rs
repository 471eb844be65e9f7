//! What is wrong with the files of a vehicle. An overlay and its URDF are two files, and each
//! mistake is reported in the one it stands in.

use crate::format::{Diagnostic, Ink, Place, Severity, Source, nearest};

/// A place in one of the files.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct At {
    file: usize,
    place: Place,
}

/// The files read so far and what was found in them.
#[derive(Debug, Default)]
pub(super) struct FileDiagnostics {
    sources: Vec<Source>,
    found: Vec<(usize, Diagnostic)>,
}

/// A file among the [`FileDiagnostics`].
#[derive(Clone, Copy, Debug)]
pub(super) struct FileId(usize);

impl FileId {
    pub(super) fn at(self, place: Place) -> At {
        At { file: self.0, place }
    }

    pub(super) fn start(self) -> At {
        self.at(Place::START)
    }
}

impl FileDiagnostics {
    pub(super) fn open(&mut self, source: Source) -> FileId {
        self.sources.push(source);
        FileId(self.sources.len() - 1)
    }

    pub(super) fn add(&mut self, file: FileId, diagnostics: Vec<Diagnostic>) {
        self.found.extend(diagnostics.into_iter().map(|one| (file.0, one)));
    }

    pub(super) fn error(&mut self, at: At, message: impl Into<String>) {
        self.found.push((at.file, Diagnostic::error(at.place, message)));
    }

    pub(super) fn help(&mut self, at: At, message: impl Into<String>, help: impl Into<String>) {
        self.found.push((at.file, Diagnostic::error(at.place, message).with_help(help)));
    }

    pub(super) fn warning(&mut self, at: At, message: impl Into<String>) {
        self.found.push((at.file, Diagnostic::warning(at.place, message)));
    }

    pub(super) fn has_errors(&self) -> bool {
        self.found.iter().any(|(_, one)| one.severity == Severity::Error)
    }

    /// All of one severity as text, in the order of the files.
    pub(super) fn rendered(&mut self, severity: Severity, ink: Ink) -> Vec<String> {
        self.found.sort_by_key(|(file, one)| (*file, one.place));
        self.found.dedup();
        let wanted = self.found.iter().filter(|(_, one)| one.severity == severity);
        let text = |(file, one): &(usize, Diagnostic)| {
            self.sources.get(*file).map(|source| one.render(source, ink))
        };
        wanted.filter_map(text).collect()
    }
}

/// Reports that a name is unknown, with the nearest known one.
pub(super) fn unknown<'a>(
    diagnostics: &mut FileDiagnostics,
    at: At,
    message: String,
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
) {
    match nearest(word, known) {
        Some(name) => diagnostics.help(at, message, format!("did you mean `{name}`?")),
        None => diagnostics.error(at, message),
    }
}
