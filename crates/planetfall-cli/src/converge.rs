//! `planetfall converge`: how results change as the step is halved.

use crate::failure::Failure;
use crate::scenarios;
use crate::terminal::say;
use planetfall::scenario::Scenario;
use planetfall_run::runner;
use std::ffi::OsString;

/// Rerun a scenario at step, step/2, step/4 and report the order of convergence of each metric.
///
/// An adaptive method has its tolerances divided by 2⁵ each time.
#[derive(Debug, clap::Args)]
pub(crate) struct ConvergeArguments {
    /// Path of a scenario file, or a built-in name.
    scenario: OsString,
    /// Metrics to show, separated by commas [default: all that change].
    #[arg(long, value_delimiter = ',')]
    metrics: Vec<String>,
    /// Set a key of the scenario. May be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
}

pub(crate) fn converge(arguments: &ConvergeArguments) -> Result<(), Failure> {
    let loaded = scenarios::load_unattended(&arguments.scenario, &arguments.set)?;
    scenarios::check_metrics(&loaded.scenario, "--metrics", &arguments.metrics)?;
    let mut levels = Vec::new();
    for by in [1, 2, 4] {
        let outcome = runner::run_silently(&refined(&loaded.scenario, by)).map_err(Failure::run)?;
        levels.push(outcome.metrics);
    }
    say!(
        "{:32} {:>15} {:>15} {:>15} {:>6} {:>10}",
        "metric",
        "step",
        "step/2",
        "step/4",
        "order",
        "error"
    )?;
    for (index, (name, coarse)) in levels[0].iter().enumerate() {
        let (middle, fine) = (levels[1][index].1, levels[2][index].1);
        let asked = arguments.metrics.contains(name);
        let moves = *coarse != fine && !name.starts_with("effort.");
        if asked || (arguments.metrics.is_empty() && moves) {
            say!("{}", line(name, *coarse, middle, fine))?;
        }
    }
    say!(
        "\norder: log2 of the ratio of successive changes; error: Richardson's estimate of what \
         is left at step/4. A metric that counts, or is read at step ends, has no order."
    )
}

fn refined(scenario: &Scenario, by: i64) -> Scenario {
    let mut scenario = scenario.clone();
    // What a step that is too long does to the energy is what a study of convergence looks at.
    scenario.energy = None;
    for phase in &mut scenario.phases {
        phase.method = phase.method.refined(by);
    }
    scenario
}

fn line(name: &str, coarse: f64, middle: f64, fine: f64) -> String {
    let order = ((coarse - middle) / (middle - fine)).abs().log2();
    // A difference shrinks by 2^p with the step, so what is left is difference/(2^p − 1).
    let error = (middle - fine).abs() / (order.exp2() - 1.0);
    let known = order.is_finite() && order > 0.3;
    let order_text = if known { format!("{order:6.2}") } else { format!("{:>6}", "-") };
    let error_text = if known { format!("{error:10.2e}") } else { format!("{:>10}", "-") };
    format!("{name:32} {coarse:15.8} {middle:15.8} {fine:15.8} {order_text} {error_text}")
}
