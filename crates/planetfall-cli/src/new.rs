//! `planetfall new`: a scenario of one's own to start from.

use crate::failure::Failure;
use crate::terminal::say;
use planetfall_files::rig;
use planetfall_files::scenario::{builtin, builtins};
use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Write a new scenario file, copied from a built-in one.
#[derive(Debug, clap::Args)]
pub(crate) struct NewArguments {
    /// Name of the new scenario: NAME.toml is written here.
    name: String,
    /// The built-in scenario to start from.
    #[arg(long, value_name = "SCENARIO", default_value = "msl-incline-drop")]
    from: String,
}

pub(crate) fn new(arguments: &NewArguments) -> Result<(), Failure> {
    let Some(known) = builtin(&arguments.from).or_else(|| rig::builtin(&arguments.from)) else {
        let all = builtins().iter().chain(rig::builtins());
        let names: Vec<&str> = all.map(|known| known.name).collect();
        let from = &arguments.from;
        return Err(Failure::Input(format!(
            "--from {from}: no such built-in scenario; there are {}",
            names.join(", ")
        )));
    };
    let stem = arguments.name.strip_suffix(".toml").unwrap_or(&arguments.name);
    let path = PathBuf::from(format!("{stem}.toml"));
    let file = std::fs::OpenOptions::new().write(true).create_new(true).open(&path);
    file.and_then(|mut file| file.write_all(known.text.as_bytes()))
        .map_err(|error| Failure::Input(refusal(&path, &error)))?;
    say!("{} written; edit it, then: planetfall run {}", path.display(), path.display())
}

fn refusal(path: &Path, error: &Error) -> String {
    let path = path.display();
    match error.kind() {
        ErrorKind::AlreadyExists => format!("{path} is there already; choose another name"),
        ErrorKind::NotFound => format!("{path}: there is no such folder to write it in"),
        _ => format!("{path}: {error}"),
    }
}
