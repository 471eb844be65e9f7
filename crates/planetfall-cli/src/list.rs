//! `planetfall list`: the built-in scenarios.

use crate::failure::Failure;
use crate::terminal::say;
use planetfall_files::rig;
use planetfall_files::scenario::builtins;

/// List the built-in scenarios.
#[derive(Debug, clap::Args)]
pub(crate) struct ListArguments {
    /// Only the names, one a line.
    #[arg(long)]
    names: bool,
}

pub(crate) fn list(arguments: &ListArguments) -> Result<(), Failure> {
    let all = || builtins().iter().chain(rig::builtins());
    let widest = all().map(|known| known.name.len()).max().unwrap_or(0);
    for known in all() {
        if arguments.names {
            say!("{}", known.name)?;
        } else {
            say!("{:widest$}  {}", known.name, known.title())?;
        }
    }
    Ok(())
}
