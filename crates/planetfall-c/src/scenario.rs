//! Finding a scenario by path or built-in name.

use crate::boundary::Failure;
use planetfall::scenario::Scenario;
use planetfall_files::format::Ink;
use planetfall_files::scenario::{ScenarioFile, builtin, builtins};
use std::path::Path;

/// The scenario of a path or built-in name, checked and built.
pub fn find(name: &str) -> Result<Scenario, Failure> {
    let file = match builtin(name) {
        Some(known) => ScenarioFile::from_text(known.name, known.text),
        None => read(name)?,
    };
    let loaded = file.load(Ink::Plain).map_err(|mistakes| Failure::input(mistakes.text))?;
    Ok(loaded.scenario)
}

fn read(name: &str) -> Result<ScenarioFile, Failure> {
    let path = Path::new(name);
    if path.exists() || name.ends_with(".toml") {
        return ScenarioFile::read(path)
            .map_err(|error| Failure::input(format!("{name}: {error}")));
    }
    let known: Vec<&str> = builtins().iter().map(|scenario| scenario.name).collect();
    Err(Failure::input(format!(
        "{name}: no such file or built-in scenario; built in are: {}",
        known.join(", ")
    )))
}
