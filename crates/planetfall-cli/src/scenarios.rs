//! Finding a scenario by path or built-in name.

use crate::failure::Failure;
use crate::terminal::ink;
use planetfall::scenario::Scenario;
use planetfall_files::format::nearest;
use planetfall_files::rig;
use planetfall_files::scenario::{Loaded, ScenarioFile, builtin, builtins};
use std::ffi::OsStr;
use std::path::Path;

/// The scenario of a path or built-in name, with values set from the command line.
pub(crate) fn find(
    scenario: impl AsRef<OsStr>,
    settings: &[String],
) -> Result<ScenarioFile, Failure> {
    let scenario = scenario.as_ref();
    let settings = self::settings(settings)?;
    let known = |name| builtin(name).or_else(|| rig::builtin(name));
    let file = match scenario.to_str().and_then(known) {
        Some(known) => ScenarioFile::from_text(known.name, known.text),
        None => read(scenario)?,
    };
    Ok(file.with_overrides(&settings))
}

/// The same, checked and built.
pub(crate) fn load(scenario: impl AsRef<OsStr>, settings: &[String]) -> Result<Loaded, Failure> {
    let file = find(scenario.as_ref(), settings)?;
    if file.is_rig() {
        let scenario = scenario.as_ref().display();
        return Err(Failure::Input(format!(
            "{scenario}: this is a rig without a vehicle; `planetfall run` and `planetfall check` \
             take it"
        )));
    }
    file.load(ink()).map_err(|mistakes| Failure::Mistakes(mistakes.text))
}

/// The same for a verb that runs it several times by itself, with nobody to operate it.
pub(crate) fn load_unattended(
    scenario: impl AsRef<OsStr>,
    settings: &[String],
) -> Result<Loaded, Failure> {
    let loaded = load(scenario, settings)?;
    refuse_operated(&loaded)?;
    Ok(loaded)
}

/// Refuses a scenario that an outside program operates.
pub(crate) fn refuse_operated(loaded: &Loaded) -> Result<(), Failure> {
    match loaded.operator {
        None => Ok(()),
        Some(_) => Err(Failure::Input(format!(
            "{}: an outside program operates this scenario ([operator]); only `planetfall run` waits \
             for one",
            loaded.scenario.name
        ))),
    }
}

/// Refuses names of an option that are no metrics of a scenario, before anything is run for them.
pub(crate) fn check_metrics(
    scenario: &Scenario,
    option: &str,
    names: &[String],
) -> Result<(), Failure> {
    let known = scenario.metrics(&scenario.initial());
    let is_known = |name: &str| known.iter().any(|(metric, _)| metric == name);
    let Some(name) = names.iter().find(|name| !is_known(name)) else { return Ok(()) };
    let hint = match nearest(name, known.iter().map(|(metric, _)| metric.as_str())) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("`planetfall schema --metrics {}` lists them", scenario.name),
    };
    Err(Failure::Input(format!("{option}: this scenario has no metric `{name}`; {hint}")))
}

/// Keys with their values, from `KEY=VALUE`.
pub(crate) fn settings(texts: &[String]) -> Result<Vec<(String, String)>, Failure> {
    texts.iter().map(|text| setting(text)).collect()
}

fn setting(text: &str) -> Result<(String, String), Failure> {
    let (key, value) = text.split_once('=').ok_or_else(|| {
        Failure::Input(format!(
            "--set {text}: write it as KEY=VALUE, e.g. ground.damping_ratio=0.2"
        ))
    })?;
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}

fn read(scenario: &OsStr) -> Result<ScenarioFile, Failure> {
    let (path, shown) = (Path::new(scenario), scenario.display());
    if path.exists() || path.extension().is_some_and(|ending| ending == "toml") {
        return ScenarioFile::read(path)
            .map_err(|error| Failure::Input(format!("{shown}: {error}")));
    }
    let known = builtins().iter().chain(rig::builtins()).map(|known| known.name);
    let hint = match scenario.to_str().and_then(|name| nearest(name, known)) {
        Some(name) => format!("; did you mean `{name}`?"),
        None => "; `planetfall list` shows the built-in ones".to_owned(),
    };
    let scenario = shown;
    Err(Failure::Input(format!("{scenario}: no such file or built-in scenario{hint}")))
}
