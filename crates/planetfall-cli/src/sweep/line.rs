//! One key: how each metric follows its value.

use super::{SweepArguments, values_of, watched};
use crate::failure::Failure;
use crate::scenarios;
use crate::terminal::say;
use planetfall_report::report::{Sweep, SweepRow};
use planetfall_run::campaign::{KeptSamples, SampleEnd};

pub(super) fn sweep(arguments: &SweepArguments) -> Result<(), Failure> {
    let first = scenarios::load_unattended(&arguments.scenario, &arguments.set)?;
    let metrics = watched(arguments, &first.expectations);
    if metrics.is_empty() {
        return Err(Failure::Input("name the metrics to watch with --metrics".to_owned()));
    }
    scenarios::check_metrics(&first.scenario, "--metrics", &metrics)?;
    let mut sweep = Sweep {
        scenario: first.scenario.name.clone(),
        key: arguments.key.clone(),
        metrics,
        rows: Vec::new(),
        conclusion: String::new(),
    };
    check_values(arguments)?;
    let place = arguments.place(&sweep.scenario)?;
    let samples = place.samples();
    let rows =
        arguments.each(&arguments.values, |value| row(arguments, *value, &sweep.metrics, samples));
    sweep.rows = rows.into_iter().collect::<Result<_, _>>()?;
    sweep.conclusion = conclusion(&sweep, arguments.change);
    let folder = place.path();
    sweep.write_html(&folder.join("sweep.html")).map_err(Failure::run)?;
    std::fs::write(folder.join("sweep.csv"), sweep.csv()).map_err(Failure::run)?;
    if arguments.figures {
        sweep.write_figures(folder).map_err(Failure::run)?;
    }
    place.finish()?;
    print_sweep(&sweep)?;
    say!("plot: {}", place.path().join("sweep.html").display())
}

/// Loads the scenario with each value: what no run could use is refused before a folder is taken.
fn check_values(arguments: &SweepArguments) -> Result<(), Failure> {
    for value in &arguments.values {
        scenarios::load(&arguments.scenario, &arguments.settings(&[(&arguments.key, *value)]))?;
    }
    Ok(())
}

fn row(
    arguments: &SweepArguments,
    value: f64,
    metrics: &[String],
    samples: &KeptSamples,
) -> Result<SweepRow, Failure> {
    let settings = arguments.settings(&[(&arguments.key, value)]);
    let loaded = scenarios::load(&arguments.scenario, &settings)?;
    let ended = samples.run(&loaded);
    let metrics = values_of(&ended, metrics);
    let (outcome, note) = match ended {
        SampleEnd::Outcome { name, warnings, .. } => (name, warnings.join(" ")),
        SampleEnd::Failed(reason) => ("failed".to_owned(), reason),
    };
    Ok(SweepRow { value, metrics, outcome, note })
}

/// Up to which value the results stay what they are at the first value without a warning.
fn conclusion(sweep: &Sweep, percent: f64) -> String {
    let key = &sweep.key;
    let Some(first) = sweep.rows.iter().position(|row| row.note.is_empty()) else {
        return "Every run has a warning or failed; the table of runs says why.".to_owned();
    };
    let base = &sweep.rows[first];
    let reference = match first {
        0 => format!("{}", base.value),
        _ => format!("{}, the first value without a warning,", base.value),
    };
    let later = &sweep.rows[first + 1..];
    let Some(last) = later.last() else {
        return format!("There is no further run to compare with that of `{key}` at {reference}.");
    };
    let changes: Vec<(f64, &str)> =
        later.iter().map(|row| change(row, base, &sweep.metrics)).collect();
    let Some(changed) = changes.iter().position(|(by, _)| *by > percent) else {
        let last = last.value;
        return format!(
            "No watched metric changes by more than {percent} % as `{key}` goes from {reference} to {last}."
        );
    };
    let (by, metric) = changes[changed];
    let at = later[changed].value;
    let how = match by.is_finite() {
        true => format!("`{metric}` has changed by {by:.1} %"),
        false => format!("one of the two runs gives no number for `{metric}`"),
    };
    match changed.checked_sub(1).map(|last| later[last].value) {
        Some(last) => format!(
            "No watched metric changes by more than {percent} % as `{key}` goes from {reference} to \
             {last}; at {at} {how}."
        ),
        None => format!(
            "The results depend on `{key}` from the start: at {at}, against {reference}, {how}."
        ),
    }
}

/// The largest change of a metric against another run, %, and that metric; infinite where one of the two
/// has no number.
fn change<'a>(row: &SweepRow, base: &SweepRow, metrics: &'a [String]) -> (f64, &'a str) {
    let pairs = row.metrics.iter().zip(&base.metrics);
    let changes = pairs.map(|(a, b)| match (a.is_nan(), b.is_nan()) {
        (true, true) => 0.0,
        (false, false) if b.abs() > 1e-9 => 100.0 * ((a - b) / b).abs(),
        (false, false) => 0.0,
        _ => f64::INFINITY,
    });
    let named = changes.zip(metrics).map(|(by, name)| (by, name.as_str()));
    named.max_by(|one, other| one.0.total_cmp(&other.0)).unwrap_or((0.0, ""))
}

fn print_sweep(sweep: &Sweep) -> Result<(), Failure> {
    let cell = |text: String| format!("{text:>13}");
    let values: String = sweep.rows.iter().map(|row| cell(row.value.to_string())).collect();
    say!("{:32}{values}", sweep.key)?;
    for (index, name) in sweep.metrics.iter().enumerate() {
        let numbers: String =
            sweep.rows.iter().map(|row| cell(shown(row.metrics[index]))).collect();
        say!("{name:32}{numbers}")?;
    }
    let outcomes = sweep.rows.iter().map(|row| &row.outcome);
    if outcomes.clone().any(|outcome| *outcome != sweep.rows[0].outcome) {
        let outcomes: String = outcomes.map(|outcome| cell(outcome.clone())).collect();
        say!("{:32}{outcomes}", "outcome")?;
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
