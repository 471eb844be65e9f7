//! A program that a scenario names: started, given the address at which the run listens, and ended with the run.

use planetfall_files::bounded;
use planetfall_files::scenario::{BUILTIN_CLIENTS, OperatorSpec, is_builtin_client};
use std::fs::{self, File};
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Why a program could not be started.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// It is not on this machine.
    #[error(
        "`{program}` is not on this machine: [operator] command starts it to operate the vehicle; install \
         it, or connect a program of your own with --listen 127.0.0.1:PORT"
    )]
    Missing {
        /// The program.
        program: String,
    },
    /// The system refuses it.
    #[error("`{program}` cannot be started: {source}")]
    Refused {
        /// The program.
        program: String,
        /// What the system said.
        source: io::Error,
    },
    /// Its files cannot be written.
    #[error("{}: {source}", path.display())]
    Disk {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// A program that runs. It is ended when this is dropped.
#[derive(Debug)]
pub struct Program {
    child: Child,
    log: PathBuf,
    /// Where programs that come with the binary were written.
    shelf: Option<PathBuf>,
}

/// Bytes at the end of what a program printed in which its last line is looked for. Chosen.
const LAST_WORDS: u64 = 4096;

/// How long a program may take to end by itself once the run is over. Chosen.
const FAREWELL: Duration = Duration::from_secs(2);

impl Program {
    /// Starts the program; what it prints goes into a file.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(
        spec: &OperatorSpec,
        address: SocketAddr,
        log: &Path,
    ) -> Result<Self, ProgramError> {
        let shelf = shelve(spec)?;
        let found = |word: &String| match &shelf {
            Some(shelf) if is_builtin_client(word) => shelf.join(word).into_os_string(),
            _ => word.into(),
        };
        let (program, arguments) = match spec.command.split_first() {
            Some((program, arguments)) => (program.clone(), arguments),
            None => return Err(ProgramError::Missing { program: String::new() }),
        };
        let disk = |source| ProgramError::Disk { path: log.to_owned(), source };
        let output = File::create(log).map_err(disk)?;
        let errors = output.try_clone().map_err(disk)?;
        let mut command = Command::new(found(&program));
        command.args(arguments.iter().map(found));
        command.env("PLANETFALL_HOST", address.ip().to_string());
        command.env("PLANETFALL_PORT", address.port().to_string());
        // What a user's Python writes beside our files would outlive them.
        command.env("PYTHONDONTWRITEBYTECODE", "1");
        command.stdin(Stdio::null()).stdout(output).stderr(errors);
        if let Some(folder) = spec.folder.as_ref().filter(|folder| folder.is_dir()) {
            command.current_dir(folder);
        }
        match command.spawn() {
            Ok(child) => Ok(Self { child, log: log.to_owned(), shelf }),
            Err(source) => {
                shelf.iter().for_each(|shelf| drop(fs::remove_dir_all(shelf)));
                Err(match source.kind() {
                    io::ErrorKind::NotFound => ProgramError::Missing { program },
                    _ => ProgramError::Refused { program, source },
                })
            }
        }
    }

    /// Why it will not answer any more, if it has ended.
    pub fn gone(&mut self) -> Option<String> {
        let status = self.child.try_wait().ok().flatten()?;
        Some(format!("it ended with {status}{}", self.last_words()))
    }

    /// The end of what it printed.
    fn last_words(&self) -> String {
        let text = bounded::read_end(&self.log, LAST_WORDS).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let last = text.lines().map(str::trim_end).rfind(|line| !line.is_empty());
        last.map_or_else(String::new, |line| {
            let shown: String = line.chars().take(300).collect();
            format!("; its last words: {shown}")
        })
    }

    /// Lets it end by itself for a while, then ends it.
    fn end(&mut self) {
        let by = Instant::now() + FAREWELL;
        while Instant::now() < by {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        // It may end in this very moment.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.end();
        self.shelf.iter().for_each(|shelf| drop(fs::remove_dir_all(shelf)));
    }
}

/// Writes the programs that come with the binary where they can be started from, if one is asked for.
fn shelve(spec: &OperatorSpec) -> Result<Option<PathBuf>, ProgramError> {
    if !spec.command.iter().any(|word| is_builtin_client(word)) {
        return Ok(None);
    }
    let shelf = new_folder()?;
    for (name, text) in BUILTIN_CLIENTS {
        let path = shelf.join(name);
        fs::write(&path, text).map_err(|source| ProgramError::Disk { path, source })?;
    }
    Ok(Some(shelf))
}

/// A folder that nobody else has.
fn new_folder() -> Result<PathBuf, ProgramError> {
    let place = std::env::temp_dir();
    let mut number = 0_u32;
    loop {
        let path = place.join(format!("planetfall-{}-{number}", std::process::id()));
        match private_folder(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1000 => {
                number += 1;
            }
            Err(source) => return Err(ProgramError::Disk { path, source }),
        }
    }
}

#[cfg(unix)]
fn private_folder(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().mode(0o700).create(path)
}

#[cfg(not(unix))]
fn private_folder(path: &Path) -> io::Result<()> {
    fs::create_dir(path)
}
