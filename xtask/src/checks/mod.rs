//! `./test`: every check of the repository, on a fresh clone too.
//!
//! Needs Rust; Python 3.11 or newer, Node 20.19 or newer, Chromium and valgrind are used where they are
//! there, and the last two installed where this may be done (as root, with apt). Logs of all that runs are
//! in `target/test-logs`. Ends with "N passed, N failed, N skipped" and fails if anything failed.
//!
//! Tests are always built for the whole workspace: a selection of it has other features and would
//! build dependencies again.

mod long;
mod peers;
mod session;
mod setup;
mod stages;
mod summary;

use session::Session;
use std::path::Path;

const USAGE: &str = "usage: ./test [--quick | --full] [--no-install]";

/// What is left out of a run, or added to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// For the inner loop.
    Quick,
    /// What CI runs.
    Usual,
    /// With what takes long.
    Full,
}

/// The words after `./test`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Options {
    extent: Extent,
    /// Whether what is missing may be installed.
    install: bool,
}

impl Options {
    fn parse(words: &[String]) -> Result<Self, String> {
        let mut options = Self { extent: Extent::Usual, install: true };
        for word in words {
            match (word.as_str(), options.extent) {
                ("--full", Extent::Usual | Extent::Full) => options.extent = Extent::Full,
                ("--quick", Extent::Usual | Extent::Quick) => options.extent = Extent::Quick,
                ("--no-install", _) => options.install = false,
                _ => return Err(USAGE.to_owned()),
            }
        }
        Ok(options)
    }
}

/// Runs the checks; whether all passed.
pub(crate) fn run(root: &Path, words: &[String]) -> Result<bool, String> {
    if words.iter().any(|word| word == "-h" || word == "--help") {
        println!("{USAGE}");
        return Ok(true);
    }
    let mut session = Session::open(root, Options::parse(words)?)?;
    match session.options.extent {
        Extent::Quick => session.quick_checks(),
        Extent::Usual => session.usual_checks(),
        Extent::Full => {
            session.usual_checks();
            session.long_tests();
        }
    }
    Ok(session.close())
}

impl Session {
    /// Everything that CI runs.
    fn usual_checks(&mut self) {
        self.announce();
        self.python_environment();
        self.dem_corpus();
        self.style();
        self.rust_tests();
        // Its own profile and folder: built while stages run that leave a processor idle.
        let counted = self.start_build_of_what_is_counted();
        self.dynamics();
        self.scenarios(None);
        self.validation();
        self.outside();
        self.history();
        self.exports();
        self.viewer();
        self.schema();
        self.instructions(counted);
    }

    /// What most changes break, in a few minutes once dependencies are built.
    fn quick_checks(&mut self) {
        self.quick_style();
        self.quick_tests();
        self.scenarios(Some(&stages::QUICK_SCENARIOS));
        println!("{}", stages::LEFT_OUT_OF_QUICK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(words: &[&str]) -> Result<Options, String> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        Options::parse(&words)
    }

    #[test]
    fn options_are_those_of_the_usage_and_quick_excludes_full() {
        let usual = Options { extent: Extent::Usual, install: true };
        assert_eq!(parsed(&[]), Ok(usual));
        let bare = Options { extent: Extent::Full, install: false };
        assert_eq!(parsed(&["--no-install", "--full"]), Ok(bare));
        for wrong in [&["--quick", "--full"][..], &["--full", "--quick"], &["--fast"]] {
            assert_eq!(parsed(wrong), Err(USAGE.to_owned()), "{wrong:?}");
        }
    }
}
