//! One key: how each metric follows its value.

use super::{Arguments, values_of, watched};
use crate::failure::Failure;
use crate::scenarios;
use crate::terminal::say;
use planetfall_io::report::{Sweep, SweepRow};
use planetfall_io::runner;

pub(super) fn sweep(arguments: &Arguments) -> Result<(), Failure> {
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
    let rows = arguments.each(&arguments.values, |value| row(arguments, *value, &sweep.metrics));
    sweep.rows = rows.into_iter().collect::<Result<_, _>>()?;
    sweep.conclusion = conclusion(&sweep, arguments.change);
    let folder = arguments.folder(&sweep.scenario)?;
    let page = folder.join("sweep.html");
    sweep.write_html(&page).map_err(Failure::run)?;
    std::fs::write(folder.join("sweep.csv"), sweep.csv()).map_err(Failure::run)?;
    if arguments.figures {
        sweep.write_figures(&folder).map_err(Failure::run)?;
    }
    tell(&sweep)?;
    say!("plot: {}", page.display())
}

fn row(arguments: &Arguments, value: f64, metrics: &[String]) -> Result<SweepRow, Failure> {
    let settings = arguments.settings(&[(&arguments.key, value)]);
    let loaded = scenarios::load(&arguments.scenario, &settings)?;
    Ok(match runner::run_silently(&loaded.scenario) {
        Ok(outcome) => SweepRow {
            value,
            metrics: values_of(&outcome, metrics),
            note: outcome.warnings.join(" "),
            outcome: outcome.name,
        },
        Err(error) => SweepRow {
            value,
            metrics: vec![f64::NAN; metrics.len()],
            note: error.to_string(),
            outcome: "failed".to_owned(),
        },
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
