//! A run's folder, out of which nothing is reached.
//!
//! A run may come from somebody else. A file in it that is a link to `/etc/passwd` must not end
//! up in a page, so every file is followed to its true place, which must lie in the folder's.

use std::path::{Path, PathBuf};

use planetfall_files::run_folder::RunFile;

/// The true place of a run's folder.
#[derive(Debug, Clone)]
pub(crate) struct Folder {
    root: PathBuf,
}

/// Why a file of a run is not served.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum FileFault {
    /// It is not there.
    #[error("there is no {0}")]
    Absent(String),
    /// It is a link that leads out.
    #[error("{0} is a link that leads out of the run's folder, so it is not read")]
    Outside(String),
    /// It is there but is no plain file, or the system refuses it.
    #[error("{0}: {1}")]
    Unreadable(String, String),
}

impl Folder {
    pub(crate) fn at(path: &Path) -> std::io::Result<Self> {
        Ok(Self { root: path.canonicalize()? })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.root
    }

    /// The true place of one of the run's files.
    pub(crate) fn file(&self, file: RunFile) -> Result<PathBuf, FileFault> {
        self.named(file.name())
    }

    /// The true place of a file with a plain name.
    pub(crate) fn named(&self, name: &str) -> Result<PathBuf, FileFault> {
        self.nested(&[name])
    }

    /// The true place of a file in folders within this one, each with a plain name.
    pub(crate) fn nested(&self, parts: &[&str]) -> Result<PathBuf, FileFault> {
        let name = parts.join("/");
        let plain = |part: &&str| Path::new(part).file_name().is_some_and(|own| own == *part);
        if !parts.iter().all(plain) {
            return Err(FileFault::Outside(name));
        }
        let name = name.as_str();
        let place = self.root.join(name).canonicalize().map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => FileFault::Absent(name.to_owned()),
            _ => FileFault::Unreadable(name.to_owned(), error.to_string()),
        })?;
        if !place.starts_with(&self.root) {
            return Err(FileFault::Outside(name.to_owned()));
        }
        if !place.is_file() {
            return Err(FileFault::Unreadable(name.to_owned(), "this is not a file".to_owned()));
        }
        Ok(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_more_than_a_name_are_refused() {
        let workdir = tempfile::tempdir().unwrap();
        std::fs::create_dir(workdir.path().join("run")).unwrap();
        std::fs::write(workdir.path().join("secret"), "x").unwrap();
        let folder = Folder::at(&workdir.path().join("run")).unwrap();
        for name in ["../secret", "/etc/passwd", "..", ".", "", "a/../../secret", "run/"] {
            assert_eq!(folder.named(name), Err(FileFault::Outside(name.to_owned())), "{name}");
        }
        assert_eq!(folder.named("secret"), Err(FileFault::Absent("secret".to_owned())));
        for parts in
            [["images", ".."], ["..", "secret"], ["images", "a/../../../secret"], ["", "x"]]
        {
            let name = parts.join("/");
            assert_eq!(folder.nested(&parts), Err(FileFault::Outside(name)), "{parts:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_out_is_refused_and_one_that_stays_is_followed() {
        use std::os::unix::fs::symlink;
        let workdir = tempfile::tempdir().unwrap();
        let run = workdir.path().join("run");
        std::fs::create_dir(&run).unwrap();
        std::fs::write(workdir.path().join("secret"), "x").unwrap();
        std::fs::write(run.join("real.json"), "{}").unwrap();
        symlink("../secret", run.join("summary.json")).unwrap();
        symlink("real.json", run.join("events.json")).unwrap();
        symlink(workdir.path(), run.join("scene.json")).unwrap();
        let folder = Folder::at(&run).unwrap();
        assert!(matches!(folder.file(RunFile::Summary), Err(FileFault::Outside(_))));
        assert_eq!(folder.file(RunFile::Events), Ok(run.canonicalize().unwrap().join("real.json")));
        assert!(matches!(folder.named("scene.json"), Err(FileFault::Outside(_))));
    }
}
