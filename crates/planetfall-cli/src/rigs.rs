//! Rigs on soil: what `planetfall run` does with a file that has a `[rig]`, and figures of the SCM paper.

use crate::failure::Failure;
use crate::scenarios;
use crate::terminal::{Progress, ink, print, say, warn};
use planetfall_files::run_folder::{OutputFolder, table};
use planetfall_files::scenario::ScenarioFile;
use planetfall_report::report::write_charts;
use planetfall_run::campaign;
use planetfall_run::rig::{self, FinishedRig, LoadedRig, Rig};
use std::path::{Path, PathBuf};

/// Redraw figures 6 to 9 of the SCM paper from the model, as SVG files.
#[derive(Debug, clap::Args)]
pub(crate) struct SoilFigures {
    /// Folder for the pictures; made if it is not there.
    #[arg(long, value_name = "DIR", default_value = "runs/soil-figures")]
    out: PathBuf,
}

pub(crate) fn soil_figures(arguments: &SoilFigures) -> Result<(), Failure> {
    let folder = &arguments.out;
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::Input(format!("--out {}: {error}", folder.display())))?;
    let (maps, section) = rig::figures().map_err(Failure::run)?;
    // Fig. 9 is the bevameter's; one placement of each plate is drawn as well as many.
    let plates = load(&scenarios::find("bevameter", &["rig.offsets=5".to_owned()])?)?;
    let mut charts = plates.rig.run(campaign::all_cores()).map_err(Failure::run)?.charts;
    for chart in &mut charts {
        chart.name = "figure-9".to_owned();
    }
    charts.push(section);
    for map in maps {
        let place = folder.join(format!("{}.svg", map.name));
        std::fs::write(&place, map.svg())
            .map_err(|error| Failure::Run(format!("{}: {error}", place.display())))?;
        say!("{}", place.display())?;
    }
    let files = write_charts(&charts, folder).map_err(Failure::run)?;
    files.iter().try_for_each(|file| say!("{}", file.display()))
}

/// The rig of a file, checked.
pub(crate) fn load(file: &ScenarioFile) -> Result<LoadedRig, Failure> {
    rig::load(file, ink()).map_err(|mistakes| Failure::Mistakes(mistakes.text))
}

fn claim(name: &str, out: Option<&Path>, force: bool) -> Result<OutputFolder, Failure> {
    let default = Path::new("runs").join(name);
    OutputFolder::claim(out.unwrap_or(&default), force, out.is_none()).map_err(Failure::input)
}

/// Runs a rig into its folder and prints what it found.
pub(crate) fn perform(
    loaded: &LoadedRig,
    out: Option<&Path>,
    force: bool,
    quiet: bool,
) -> Result<FinishedRig, Failure> {
    let folder = claim(&loaded.name, out, force)?;
    if !quiet {
        say!("{}: {}\n", loaded.name, loaded.title)?;
    }
    loaded.warnings.iter().for_each(|warning| warn(warning));
    let searches = matches!(&loaded.rig, Rig::Prediction(study) if study.fits());
    let progress = (searches && !quiet).then(Progress::of_trials);
    let mut watch = |trials, least| {
        if let Some(progress) = &progress {
            progress.trial(trials, least);
        }
    };
    let finished = rig::run_watched(loaded, &folder, campaign::all_cores(), &mut watch);
    if let Some(progress) = &progress {
        progress.done();
    }
    let finished = finished.map_err(Failure::run)?;
    if !quiet {
        say!("{}\n", finished.findings.setting)?;
        print(format_args!("{}\n", finished.findings.text))?;
        if !finished.summary.expect.is_empty() {
            say!("{}", table(&finished.summary.expect))?;
        }
        say!("report: {}", finished.report.display())?;
        finished.summary.warnings.iter().for_each(|warning| warn(warning));
    }
    Ok(finished)
}
