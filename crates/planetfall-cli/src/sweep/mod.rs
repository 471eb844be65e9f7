//! `planetfall sweep`: one scenario with several values of one key, or of two.

mod line;
mod map;

use crate::campaigns::Place;
use crate::failure::Failure;

use crate::terminal::Progress;
use planetfall_files::quantity::metric::{ContactorSums, Slide};
use planetfall_files::run_folder::Expectation;
use planetfall_run::campaign::{self, SampleEnd};
use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;

/// Rerun a scenario with several values of one key and plot what changes, or of two keys and draw a
/// map.
///
/// The default is the POST2 paper's strategy for its friction: start with a steep slope (small V1)
/// and relax it until the results change. With --key2 there is a run for each pair of values, and
/// the map shows how each ended, or the value of --metric. An element of a list is named by its
/// index, `vehicle[0].start.velocity_m_per_s[0]`; a list that the file lacks is --set first. Exit
/// code: 0 done, also where runs failed, which is drawn; 2 the input was wrong.
#[derive(Debug, clap::Args)]
pub(crate) struct SweepArguments {
    /// Path of a scenario file, or a built-in name.
    scenario: OsString,
    /// The key to vary.
    #[arg(long, default_value = "ground.stick_speed_m_per_s")]
    key: String,
    /// Its values, separated by commas.
    #[arg(
        long,
        value_delimiter = ',',
        allow_hyphen_values = true,
        default_value = "0.005,0.01,0.02,0.03,0.05,0.07,0.09"
    )]
    values: Vec<f64>,
    /// A second key to vary, along the vertical axis of a map.
    #[arg(long, value_name = "KEY", requires = "values2")]
    key2: Option<String>,
    /// Its values, separated by commas.
    #[arg(
        long,
        value_name = "VALUES",
        value_delimiter = ',',
        allow_hyphen_values = true,
        requires = "key2"
    )]
    values2: Vec<f64>,
    /// Colour the map by this metric instead of by outcome.
    #[arg(long, value_name = "NAME", requires = "key2")]
    metric: Option<String>,
    /// Metrics to watch, separated by commas [default: the forces, slide distance and stop time that
    /// the scenario has expectations of].
    #[arg(long, value_delimiter = ',')]
    metrics: Vec<String>,
    /// A change of this many percent counts as one (for one key).
    #[arg(long, value_name = "PERCENT", default_value_t = 1.0)]
    change: f64,
    /// Set another key of the scenario. May be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Run so many at once; the results do not depend on it [default: one on each core].
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// Folder for sweep.html and sweep.csv [default: runs/sweep-NAME].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on with the unfinished campaign of the folder: samples that were finished are not made again.
    #[arg(long)]
    resume: bool,
    /// Write the plots, or the map, as SVG files there too.
    #[arg(long)]
    figures: bool,
}

pub(crate) fn sweep(arguments: &SweepArguments) -> Result<(), Failure> {
    match &arguments.key2 {
        Some(second) => map::sweep(arguments, second),
        None => line::sweep(arguments),
    }
}

impl SweepArguments {
    /// The results of all inputs, in their order, with a bar that follows.
    fn each<T: Sync, R: Send>(&self, inputs: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
        let progress = Progress::of_runs(inputs.len());
        let results =
            campaign::in_order(inputs, self.jobs.unwrap_or_else(campaign::all_cores), |input| {
                let result = work(input);
                progress.another_run();
                result
            });
        progress.done();
        results
    }

    /// The settings of one run: the user's own, then the values of the keys.
    fn settings(&self, values: &[(&str, f64)]) -> Vec<String> {
        let varied = values.iter().map(|(key, value)| format!("{key}={value:?}"));
        self.set.iter().cloned().chain(varied).collect()
    }

    /// The folder, ready to be written.
    fn place(&self, scenario: &str) -> Result<Place, Failure> {
        let default = || PathBuf::from("runs").join(format!("sweep-{scenario}"));
        Place::take(&self.out.clone().unwrap_or_else(default), self.resume)
    }
}

/// Metrics that were asked for, or else those by which users judge a ground.
fn watched(arguments: &SweepArguments, expectations: &[Expectation]) -> Vec<String> {
    if !arguments.metrics.is_empty() {
        return arguments.metrics.clone();
    }
    // What a user judges a ground by; creep and counts follow the friction by definition.
    let judged = [
        ContactorSums::FINAL_NORMAL_FORCE,
        ContactorSums::PEAK_NORMAL_FORCE,
        Slide::DISTANCE,
        Slide::STOP_TIME,
    ];
    let mut names: Vec<String> = Vec::new();
    for expectation in expectations {
        let name = &expectation.metric;
        if judged.iter().any(|one| name.ends_with(one.name)) && !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

/// The values of metrics by their names; not a number where the run has none.
fn values_of(ended: &SampleEnd, metrics: &[String]) -> Vec<f64> {
    metrics.iter().map(|name| ended.metric(name)).collect()
}
