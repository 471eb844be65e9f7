//! A folder that a command runs in, and what the command did there.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// An empty folder, gone at the end of the test.
pub(crate) struct Workdir {
    folder: tempfile::TempDir,
}

/// How a command ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Workdir {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), content).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn json(&self, name: &str) -> serde_json::Value {
        serde_json::from_slice(&self.read(name)).unwrap()
    }

    /// A command that will run here, with words separated by blanks.
    pub(crate) fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_planetfall"));
        command.args(words.split_whitespace()).current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, words: &str) -> Ended {
        ended(&mut self.command(words))
    }

    /// Runs a command that must do well; returns what it printed.
    pub(crate) fn ok(&self, words: &str) -> String {
        let ended = self.run(words);
        assert_eq!(ended.code, Some(0), "planetfall {words}\n{}{}", ended.out, ended.err);
        ended.out
    }

    /// Runs a command that must refuse its input: exit code 2, these words, and nothing written.
    pub(crate) fn refuses(&self, words: &str, reported: &[&str]) {
        let before = self.contents();
        let ended = self.run(words);
        assert_eq!(ended.code, Some(2), "planetfall {words}\n{}{}", ended.out, ended.err);
        for part in reported {
            assert!(ended.err.contains(part), "planetfall {words}\nlacks: {part}\n{}", ended.err);
        }
        assert_eq!(self.contents(), before, "planetfall {words} has written something");
    }

    /// Every file and folder here with its bytes.
    pub(crate) fn contents(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut all = BTreeMap::new();
        collect(self.folder.path(), &mut all);
        all
    }
}

pub(crate) fn ended(command: &mut Command) -> Ended {
    let output = command.output().unwrap();
    Ended {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn collect(folder: &Path, all: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.insert(path.clone(), Vec::new());
            collect(&path, all);
        } else {
            all.insert(path.clone(), std::fs::read(&path).unwrap());
        }
    }
}

/// A file of the shared folder; says so where it is absent, which continuous integration forbids.
pub(crate) fn shared_data(name: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = std::env::var_os("PLANETFALL_DATA").map(PathBuf::from);
    let path = folder.unwrap_or_else(|| root.join("../shared/data")).join(name);
    if path.is_file() {
        return Some(path);
    }
    assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{} is absent", path.display());
    // Written past the test harness, which would swallow it.
    let _ = writeln!(std::io::stderr(), "SKIPPED, because it is absent: {}", path.display());
    None
}
