//! The files on which a scenario builds: where they are found, and where the files they name are.

use super::{ScenarioFile, builtin, builtins};
use crate::format::nearest;
use crate::format::{Diagnostic, Place, Source, base_of};
use std::path::{Path, PathBuf};

/// Bases of bases: more are a mistake. Chosen.
const BASE_LIMIT: usize = 8;

/// The folders to which paths in a scenario and in its bases are relative; none is the working
/// directory.
#[derive(Clone, Debug)]
pub(super) struct Folders {
    own: Option<PathBuf>,
    /// In the order of [`Source::bases`].
    bases: Vec<Option<PathBuf>>,
}

impl Folders {
    /// The folder of the file in which a value was written; that of the scenario itself for a value
    /// of the command line.
    pub(super) fn of(&self, place: Place) -> Option<&Path> {
        match place {
            Place::Base { source, .. } => self.bases.get(source).and_then(Option::as_deref),
            Place::File(_) | Place::CommandLine(_) => self.own.as_deref(),
        }
    }

    /// A path that was written at a place, made absolute.
    pub(super) fn absolute(&self, place: Place, file: &str) -> PathBuf {
        let path = joined(self.of(place), file);
        std::path::absolute(&path).unwrap_or(path)
    }
}

/// The source of a scenario with all the files it builds on. One that cannot be had is reported by the
/// source's [`Source::missing_base`].
pub(super) fn trace(file: &ScenarioFile) -> (Source, Folders) {
    let mut line = vec![file.clone()];
    let mut missing = None;
    while let Some(last) = line.last() {
        let place = |span| match line.len().checked_sub(2) {
            Some(source) => Place::Base { source, span },
            None => Place::File(span),
        };
        let found = match base_of(&last.source) {
            Ok(None) => break,
            Ok(Some((name, span))) => {
                next(&line, &name).map_err(|missing| Diagnostic { place: place(span), ..missing })
            }
            Err(mistake) => Err(match mistake.place.span() {
                Some(span) => Diagnostic { place: place(span), ..mistake },
                None => mistake,
            }),
        };
        match found {
            Ok(base) => line.push(base),
            Err(mistake) => {
                missing = Some(mistake);
                break;
            }
        }
    }
    let bases = line.split_off(1);
    let folders = bases.iter().map(|base| base.folder.clone()).collect();
    let folders = Folders { own: file.folder.clone(), bases: folders };
    let source =
        bases.into_iter().fold(file.source.clone(), |source, base| source.with_base(base.source));
    let source = missing.into_iter().fold(source, Source::without_base);
    (source, folders)
}

/// The base of the last file of a line.
fn next(line: &[ScenarioFile], name: &str) -> Result<ScenarioFile, Diagnostic> {
    let folder = line.last().and_then(|last| last.folder.as_deref());
    let base = find(name, folder)?;
    if let Some(first) = line.iter().position(|file| file.is_same(&base)) {
        let circle = line.iter().skip(first).chain([&base]);
        let names: Vec<_> = circle.map(|file| format!("`{}`", file.source.name())).collect();
        let message = format!("these files build on each other: {}", names.join(", then "));
        return Err(mistake(message).with_help("one of them must do without `extends`"));
    }
    if line.len() > BASE_LIMIT {
        let message = format!("a scenario builds on {BASE_LIMIT} files at most, one on the other");
        return Err(mistake(message));
    }
    Ok(base)
}

/// A built-in scenario by its name, or a file by its path.
fn find(name: &str, folder: Option<&Path>) -> Result<ScenarioFile, Diagnostic> {
    if let Some(known) = builtin(name) {
        let source = Source::new(format!("built-in {}.toml", known.name), known.text);
        return Ok(ScenarioFile { name: known.name.to_owned(), folder: None, path: None, source });
    }
    let path = joined(folder, name);
    ScenarioFile::read(&path).map_err(|error| {
        if error.kind() != std::io::ErrorKind::NotFound {
            return mistake(format!("{}: {error}", path.display()));
        }
        let message = format!("no built-in scenario is named `{name}`, and there is no such file");
        mistake(message).with_help(advice(name, &path))
    })
}

/// What may have been meant by the name of a base that is not there.
fn advice(name: &str, path: &Path) -> String {
    let names = || builtins().iter().map(|known| known.name);
    let with_ending = format!("{name}.toml");
    if path.with_file_name(file_name(&with_ending)).is_file() {
        return format!("did you mean the file `{with_ending}`?");
    }
    match nearest(name.strip_suffix(".toml").unwrap_or(name), names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let names: Vec<_> = names().collect();
            let path = path.display();
            format!("built in are {}; a file was looked for at {path}", names.join(", "))
        }
    }
}

fn file_name(path: &str) -> String {
    let name = Path::new(path).file_name();
    name.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

fn joined(folder: Option<&Path>, file: &str) -> PathBuf {
    folder.map_or_else(|| PathBuf::from(file), |folder| folder.join(file))
}

/// A mistake at `extends`; the caller knows where that is.
fn mistake(message: String) -> Diagnostic {
    Diagnostic::error(Place::START, format!("`extends`: {message}"))
}
