//! One run of the checks: what it runs commands with, what it counts, what it prints.

use super::summary::{self, Counts};
use super::{Extent, Options};
use std::ffi::OsStr;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Instant;

/// Lines of a log that are shown.
const SHOWN_LINES: usize = 25;

/// One run of the checks.
pub(super) struct Session {
    pub(super) options: Options,
    pub(super) root: PathBuf,
    pub(super) target: PathBuf,
    pub(super) logs: PathBuf,
    /// The command that is tested.
    pub(super) planetfall: PathBuf,
    /// The environment's interpreter, if there is one.
    pub(super) python: Option<PathBuf>,
    /// Variables of every command.
    variables: Vec<(&'static str, PathBuf)>,
    counts: Counts,
    started: Instant,
    /// Whether what is skipped is a failure: nobody checks it after CI.
    strict: bool,
}

impl Session {
    pub(super) fn open(root: &Path, options: Options) -> Result<Self, String> {
        let target = std::env::var_os("CARGO_TARGET_DIR");
        let target = target.map_or_else(|| root.join("target"), |folder| root.join(folder));
        let logs = target.join("test-logs");
        std::fs::create_dir_all(&logs).map_err(|error| format!("{}: {error}", logs.display()))?;
        let mut variables: Vec<(&'static str, PathBuf)> =
            [("CARGO_TERM_COLOR", "never"), ("NO_COLOR", "1"), ("PYTHONDONTWRITEBYTECODE", "1")]
                .map(|(name, value)| (name, value.into()))
                .into();
        // Property tests draw the same cases each time, but in a full run.
        if options.extent != Extent::Full {
            variables.push(("PROPTEST_RNG_SEED", "1".into()));
        }
        Ok(Self {
            options,
            root: root.to_owned(),
            planetfall: target.join("checked/planetfall"),
            target,
            logs,
            python: None,
            variables,
            counts: Counts::default(),
            started: Instant::now(),
            strict: std::env::var_os("CI").is_some_and(|value| value == "true"),
        })
    }

    /// Prints the sums; whether nothing failed.
    pub(super) fn close(&self) -> bool {
        let Counts { passed, failed, skipped } = self.counts;
        println!("== done in {} s", self.started.elapsed().as_secs());
        println!("{passed} passed, {failed} failed, {skipped} skipped");
        failed == 0
    }

    pub(super) fn stage(&self, name: &str) {
        println!("== {name}  [{} s]", self.started.elapsed().as_secs());
    }

    pub(super) fn ok(&mut self, what: &str) {
        self.counts.passed += 1;
        println!("   ok    {what}");
    }

    pub(super) fn bad(&mut self, what: &str) {
        self.counts.failed += 1;
        println!("   FAIL  {what}");
    }

    /// What cannot be checked here. What CI skips nobody checks: there it is a failure.
    pub(super) fn skip(&mut self, why: &str) {
        if self.strict {
            self.bad(&format!("{why} (may not be skipped in CI)"));
            return;
        }
        self.counts.skipped += 1;
        println!("   skip  {why}");
    }

    /// Sets a variable for all commands from here on.
    pub(super) fn set(&mut self, name: &'static str, value: impl Into<PathBuf>) {
        self.variables.retain(|(known, _)| *known != name);
        self.variables.push((name, value.into()));
    }

    /// A command in the repository's folder.
    pub(super) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root).stdin(Stdio::null());
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    pub(super) fn cargo(&self, words: &str) -> Command {
        let mut command = self.command("cargo");
        command.args(words.split_whitespace());
        command
    }

    /// The log of a check, by the letters and digits of its name.
    pub(super) fn log(&self, name: &str) -> PathBuf {
        let letters = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' });
        self.logs.join(letters.collect::<String>() + ".log")
    }

    /// One check, silent unless it fails.
    pub(super) fn check(&mut self, name: &str, command: &mut Command) -> bool {
        let log = self.log(name);
        if into_log(command, &log).is_ok_and(|status| status.success()) {
            self.ok(name);
            return true;
        }
        self.bad(name);
        show(&log);
        false
    }

    /// One check of which the end of what it printed is worth showing.
    pub(super) fn check_and_show(&mut self, name: &str, command: &mut Command) {
        if self.check(name, command) {
            show(&self.log(name));
        }
    }

    /// A check whose output is a file that others read.
    pub(super) fn write(&mut self, name: &str, command: &mut Command, path: &Path) -> bool {
        let log = self.log(name);
        let done = File::create(path)
            .and_then(|file| command.stdout(file).stderr(File::create(&log)?).status());
        if done.is_ok_and(|status| status.success()) {
            return true;
        }
        self.bad(name);
        show(&log);
        false
    }

    /// A command that runs many tests, which are counted.
    pub(super) fn tests(&mut self, name: &str, command: &mut Command) {
        let log = self.logs.join(format!("{name}.log"));
        let passed = into_log(command, &log).is_ok_and(|status| status.success());
        let text = std::fs::read(&log).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let counts = Counts::of_log(&text);
        for absent in summary::absent(&text) {
            println!("         {absent}");
        }
        println!(
            "   {} passed, {} failed, {} skipped",
            counts.passed, counts.failed, counts.skipped
        );
        self.counts.passed += counts.passed;
        self.counts.failed += counts.failed;
        self.counts.skipped += counts.skipped;
        if passed {
            return;
        }
        if counts.failed == 0 {
            self.bad(&format!("{name}: the tests did not run to their end"));
        }
        summary::complaints(&text).iter().for_each(|line| println!("{line}"));
        println!("         all of it: {}", log.display());
    }
}

/// Runs a command with all that it prints going into a file.
pub(super) fn into_log(command: &mut Command, log: &Path) -> std::io::Result<ExitStatus> {
    let file = File::create(log)?;
    let status = command.stdout(file.try_clone()?).stderr(file.try_clone()?).status();
    if let Err(error) = &status {
        use std::io::Write;
        writeln!(&file, "{}: {error}", command.get_program().to_string_lossy())?;
    }
    status
}

/// The end of a log.
pub(super) fn show(log: &Path) {
    let text = std::fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    for line in &lines[lines.len().saturating_sub(SHOWN_LINES)..] {
        println!("         {line}");
    }
}

/// Whether a program can be started.
pub(super) fn is_there(program: impl AsRef<OsStr>) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok()
}
