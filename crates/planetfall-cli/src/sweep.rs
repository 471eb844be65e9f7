//! `planetfall sweep`: one scenario with several values of one key.

use crate::failure::Failure;
use crate::scenarios;
use crate::terminal::say;
use planetfall_io::report::{Sweep, SweepRow};
use planetfall_io::runner;
use std::path::PathBuf;

/// Rerun a scenario with several values of one key and plot what changes.
///
/// The default is the POST2 paper's strategy for its friction: start with a steep slope (small V1)
/// and relax it until the results change.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Path of a scenario file, or a built-in name.
    scenario: String,
    /// The key to vary.
    #[arg(long, default_value = "ground.stick_speed_m_per_s")]
    key: String,
    /// Its values, separated by commas.
    #[arg(long, value_delimiter = ',', default_value = "0.005,0.01,0.02,0.03,0.05,0.07,0.09")]
    values: Vec<f64>,
    /// Metrics to watch, separated by commas [default: the forces, slide distance and stop time that
    /// the scenario has expectations of].
    #[arg(long, value_delimiter = ',')]
    metrics: Vec<String>,
    /// A change of this many percent counts as one.
    #[arg(long, value_name = "PERCENT", default_value_t = 1.0)]
    change: f64,
    /// Set another key of the scenario. May be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Folder for sweep.html and sweep.csv [default: runs/sweep-NAME].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write the plots as SVG files there too.
    #[arg(long)]
    figures: bool,
}

pub(crate) fn sweep(arguments: &Arguments) -> Result<(), Failure> {
    let first = scenarios::load(&arguments.scenario, &arguments.set)?;
    let metrics = watched(arguments, &first.expectations);
    if metrics.is_empty() {
        return Err(Failure::Input("name the metrics to watch with --metrics".to_owned()));
    }
    scenarios::check_metrics(&first.scenario, &metrics)?;
    let mut sweep = Sweep {
        scenario: first.scenario.name.clone(),
        key: arguments.key.clone(),
        metrics,
        rows: Vec::new(),
        conclusion: String::new(),
    };
    for value in &arguments.values {
        let row = row(arguments, *value, &sweep.metrics)?;
        sweep.rows.push(row);
    }
    sweep.conclusion = conclusion(&sweep, arguments.change);
    let folder = arguments
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from("runs").join(format!("sweep-{}", sweep.scenario)));
    std::fs::create_dir_all(&folder)
        .map_err(|error| Failure::Input(format!("{}: {error}", folder.display())))?;
    let page = folder.join("sweep.html");
    sweep.write_html(&page).map_err(Failure::run)?;
    std::fs::write(folder.join("sweep.csv"), sweep.csv()).map_err(Failure::run)?;
    if arguments.figures {
        sweep.write_figures(&folder).map_err(Failure::run)?;
    }
    tell(&sweep)?;
    say!("plot: {}", page.display())
}

fn watched(
    arguments: &Arguments,
    expectations: &[planetfall_io::run_folder::Expectation],
) -> Vec<String> {
    if !arguments.metrics.is_empty() {
        return arguments.metrics.clone();
    }
    // What a user judges a ground by; creep and counts follow the friction by definition.
    let judged = ["final_normal_force_n", "peak_normal_force_n", "slide_distance_m", "stop_time_s"];
    let mut names: Vec<String> = Vec::new();
    for expectation in expectations {
        let name = &expectation.metric;
        if judged.iter().any(|end| name.ends_with(end)) && !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

fn row(arguments: &Arguments, value: f64, metrics: &[String]) -> Result<SweepRow, Failure> {
    let mut settings = arguments.set.clone();
    settings.push(format!("{}={value:?}", arguments.key));
    let loaded = scenarios::load(&arguments.scenario, &settings)?;
    Ok(match runner::run_silently(&loaded.scenario) {
        Ok(outcome) => {
            let of = |name: &String| {
                outcome.metrics.iter().find(|(n, _)| n == name).map_or(f64::NAN, |(_, x)| *x)
            };
            let values = metrics.iter().map(of).collect();
            SweepRow { value, metrics: values, note: outcome.warnings.join(" ") }
        }
        Err(error) => {
            SweepRow { value, metrics: vec![f64::NAN; metrics.len()], note: error.to_string() }
        }
    })
}

/// Up to which value the results stay what they are at the first value without a warning.
fn conclusion(sweep: &Sweep, percent: f64) -> String {
    let Some(first) = sweep.rows.iter().position(|row| row.note.is_empty()) else {
        return "Every run has a warning or failed: the step is too long for all of these values."
            .to_owned();
    };
    let base = &sweep.rows[first];
    let reference = match first {
        0 => format!("{}", base.value),
        _ => format!("{}, the first value without a warning,", base.value),
    };
    let later = &sweep.rows[first + 1..];
    let Some(changed) = later.iter().position(|row| change(row, base) > percent) else {
        return format!("From {reference} on no watched metric changes by more than {percent} %.");
    };
    let row = &later[changed];
    let how = match change(row, base) {
        by if by.is_finite() => format!("one changes by {by:.1} %"),
        _ => "the run gives no number for one".to_owned(),
    };
    let at = row.value;
    match changed.checked_sub(1).map(|last| later[last].value) {
        Some(last) => format!(
            "From {reference} to {last} no watched metric changes by more than {percent} %; at \
             {at} {how}."
        ),
        None => format!("Against {reference} already at {at} {how} (more than {percent} %)."),
    }
}

/// The largest change of a metric against another run, %; infinite where one of the two has none.
fn change(row: &SweepRow, base: &SweepRow) -> f64 {
    let pairs = row.metrics.iter().zip(&base.metrics);
    let changes = pairs.map(|(a, b)| match (a.is_nan(), b.is_nan()) {
        (true, true) => 0.0,
        (false, false) if b.abs() > 1e-9 => 100.0 * ((a - b) / b).abs(),
        (false, false) => 0.0,
        _ => f64::INFINITY,
    });
    changes.fold(0.0, f64::max)
}

fn tell(sweep: &Sweep) -> Result<(), Failure> {
    let cell = |text: String| format!("{text:>13}");
    let values: String = sweep.rows.iter().map(|row| cell(row.value.to_string())).collect();
    say!("{:32}{values}", sweep.key)?;
    for (index, name) in sweep.metrics.iter().enumerate() {
        let numbers: String =
            sweep.rows.iter().map(|row| cell(shown(row.metrics[index]))).collect();
        say!("{name:32}{numbers}")?;
    }
    if sweep.rows.iter().any(|row| !row.note.is_empty()) {
        let marks: String = sweep.rows.iter().map(|row| cell(mark(row).to_owned())).collect();
        say!("{:32}{}", "", marks.trim_end())?;
    }
    say!("\n{}", sweep.conclusion)
}

fn shown(metric: f64) -> String {
    if metric.is_nan() { "none".to_owned() } else { format!("{metric:.4}") }
}

fn mark(row: &SweepRow) -> &'static str {
    match (row.note.is_empty(), row.metrics.iter().all(|metric| metric.is_nan())) {
        (true, _) => "",
        (false, true) => "failed",
        (false, false) => "warning",
    }
}
