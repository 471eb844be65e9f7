//! `planetfall compare`: one scenario under several ground models.

use crate::failure::Failure;
use crate::terminal::{Progress, ink, say, warn};
use crate::{report, scenarios};
use planetfall_files::run_folder::{Manifest, OutputFolder, RunFile, read_verified, unfinished};
use planetfall_files::scenario::{Loaded, ground_models, taken_for};
use planetfall_run::checkpoint::{Checkpoint, ResumeError, Resumption};
use planetfall_run::runner::{self, Conduct};
use std::ffi::{OsStr, OsString};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Run one scenario under each of several ground models, and compare the runs.
///
/// Friction carries over from the scenario's own ground, stiffness and damping where both models have
/// them; stepping goes with the model. Each run goes into its own folder below DIR; DIR/compare.html
/// holds metrics side by side and columns laid over each other. Exit code: 0 done, 1 a run failed, 2 the
/// input was wrong, as by a model that does not exist.
#[derive(Debug, clap::Args)]
pub(crate) struct CompareArguments {
    /// Path of a scenario file, or a built-in name.
    scenario: OsString,
    /// Ground models, separated by commas [default: marker, nonsmooth, wheel and soil where the
    /// vehicle has wheels, and the scenario's own].
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    ground: Vec<String>,
    /// Folder for the runs [default: runs/compare-NAME].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write into folders that are not empty.
    #[arg(long)]
    force: bool,
    /// Go on with an unfinished comparison: runs that are whole are not made again.
    #[arg(long)]
    resume: bool,
    /// Set a key of the scenario. May be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
}

pub(crate) fn compare(arguments: &CompareArguments) -> Result<(), Failure> {
    let grounds = grounds(&arguments.ground, &arguments.scenario)?;
    // All are loaded before the first is run: a mistake must not cost an hour.
    let loaded = grounds.iter().map(|ground| load(arguments, ground));
    let loaded = loaded.collect::<Result<Vec<Loaded>, Failure>>()?;
    let name = loaded.first().map_or("", |first| first.scenario.name.as_str());
    let default = PathBuf::from("runs").join(format!("compare-{name}"));
    let parent = arguments.out.clone().unwrap_or(default);
    let mut tasks = Vec::new();
    for (ground, mut loaded) in grounds.iter().zip(loaded) {
        let task = Task::of(arguments, &parent.join(ground), &mut loaded)?;
        tasks.push((ground, loaded, task));
    }
    let mut failures = Vec::new();
    for (ground, loaded, task) in tasks {
        if let Task::Run(folder, resume) = task {
            failures.extend(run(ground, &loaded, &folder, resume.map(|resume| *resume))?);
        }
    }
    let paths: Vec<PathBuf> = grounds.iter().map(|ground| parent.join(ground)).collect();
    report::compare(&paths, &parent.join("compare.html"))?;
    if failures.is_empty() { Ok(()) } else { Err(Failure::Run(failures.join("\n"))) }
}

/// What is to be done for one of the models.
enum Task {
    /// It is whole.
    Done,
    /// A run, from where it was broken off if it was.
    Run(OutputFolder, Option<Box<Resumption>>),
}

impl Task {
    fn of(arguments: &CompareArguments, path: &Path, loaded: &mut Loaded) -> Result<Self, Failure> {
        if arguments.resume && is_whole(path, loaded)? {
            OutputFolder::tidy(path);
            return Ok(Self::Done);
        }
        if arguments.resume && unfinished(path).is_some() {
            let folder = OutputFolder::resume(path).map_err(Failure::input)?;
            match Checkpoint::read(folder.path()) {
                Ok(checkpoint) => {
                    let resumption = checkpoint.resumption(loaded).map_err(Failure::input)?;
                    return Ok(Self::Run(folder, Some(Box::new(resumption))));
                }
                // It had not come as far as the first one.
                Err(ResumeError::None(_)) => drop(folder),
                Err(error) => return Err(Failure::input(error)),
            }
        }
        let chosen = arguments.out.is_none();
        let force = arguments.force || arguments.resume;
        let folder = OutputFolder::claim(path, force, chosen).map_err(Failure::input)?;
        Ok(Self::Run(folder, None))
    }
}

/// Whether a folder has the whole run of this very scenario.
fn is_whole(path: &Path, loaded: &Loaded) -> Result<bool, Failure> {
    if Manifest::read(path).map_err(Failure::input)?.is_none() {
        return Ok(false);
    }
    let scenario = read_verified(&RunFile::Scenario.within(path)).map_err(Failure::input)?;
    Ok(scenario == loaded.kept.as_bytes())
}

/// The models asked for, each once; those that any scenario can have where none is.
fn grounds(asked: &[String], scenario: &OsStr) -> Result<Vec<String>, Failure> {
    let known: Vec<&str> = ground_models().collect();
    let mut chosen: Vec<String> = Vec::new();
    for name in asked.iter().map(|name| name.trim()) {
        if !known.contains(&name) {
            let known = known.join(", ");
            let message =
                format!("--ground {name}: there is no such ground model; there are: {known}");
            return Err(Failure::Input(message));
        }
        if !chosen.iter().any(|other| other == name) {
            chosen.push(name.to_owned());
        }
    }
    if chosen.is_empty() {
        let file = scenarios::find(scenario, &[])?;
        let own = file.ground();
        let rolls = file.load(ink()).is_ok_and(|loaded| rolls(&loaded));
        let soils: &[&str] = if rolls { &["wheel", "soil"] } else { &[] };
        chosen = ["marker", "nonsmooth"].map(str::to_owned).to_vec();
        for more in soils.iter().copied().chain(own) {
            if !chosen.iter().any(|known| known == more) {
                chosen.push(more.to_owned());
            }
        }
    }
    Ok(chosen)
}

/// Whether soil under wheels has a wheel to answer.
fn rolls(loaded: &Loaded) -> bool {
    let world = &loaded.scenario.world;
    let mut parts = world.vehicles().iter().flat_map(|vehicle| &vehicle.contactors);
    !world.is_staged() && parts.any(|part| part.shape.as_wheel().is_some())
}

fn load(arguments: &CompareArguments, ground: &str) -> Result<Loaded, Failure> {
    let file = scenarios::find(&arguments.scenario, &arguments.set)?;
    if let Some(text) = file.ground().and_then(|own| taken_for(own, ground)) {
        warn(&format!("on {ground} ground {text}"));
    }
    let other = file.on_ground(ground);
    let other = other.map_err(|text| Failure::Input(format!("--ground {ground}: {text}")))?;
    let loaded = other.load(ink()).map_err(|mistakes| Failure::Mistakes(mistakes.text))?;
    scenarios::refuse_operated(&loaded)?;
    Ok(loaded)
}

/// Runs one; returns why it broke off, if it did.
fn run(
    ground: &str,
    loaded: &Loaded,
    folder: &OutputFolder,
    resume: Option<Resumption>,
) -> Result<Option<String>, Failure> {
    say!("{} on {ground} ground", loaded.scenario.name)?;
    let progress = Progress::new(loaded.scenario.duration, false);
    let mut watch = |time| {
        progress.at(time);
        ControlFlow::Continue(())
    };
    let conduct = Conduct { resume, ..Conduct::default() };
    let finished = runner::conduct(loaded, folder, conduct, &mut watch);
    progress.done();
    let finished = finished.map_err(Failure::run)?;
    finished.summary.warnings.iter().for_each(|warning| warn(warning));
    Ok(finished.failure.map(|error| format!("{ground}: {error}")))
}
