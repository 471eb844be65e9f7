//! The few metrics by which a reader sees what a run did, of whatever scenario.

use super::Summary;
use crate::quantity::{significant, unit_of, with_unit};

/// Metrics of a run as a whole, in the order in which they are printed; a scenario has some of them.
const WHOLE: [&str; 17] = [
    "com.final_x_m",
    "com.final_y_m",
    "com.final_z_m",
    "com.final_speed_m_per_s",
    "com.peak_speed_m_per_s",
    "final_ground_force_n",
    "distance_m",
    "slip",
    "slide_distance_m",
    "stop_time_s",
    "impacts.count",
    "touchdown.time_s",
    "touchdown.vertical_speed_m_per_s",
    "touchdown.horizontal_speed_m_per_s",
    "rover.tilt_final_deg",
    "energy.unexplained_share",
    "solver.worst_residual",
];

/// Of these the greatest among all contactors is printed.
const GREATEST: [&str; 2] = [".peak_normal_force_n", ".max_penetration_m"];

/// The main metrics of a run that no expectation shows, one a line with its unit: those of the run as a
/// whole, the greatest of its contactors, and the scenario's `own`. Empty where there is none.
#[must_use]
pub fn main_metrics(summary: &Summary, own: &[&str]) -> String {
    let is_expected = |name: &str| summary.expect.iter().any(|verdict| verdict.metric == name);
    let greatest = GREATEST.iter().filter_map(|ending| greatest(summary, ending));
    let names: Vec<&str> = WHOLE
        .into_iter()
        .chain(greatest)
        .chain(own.iter().copied())
        .filter(|name| summary.metrics.contains_key(*name) && !is_expected(name))
        .collect();
    let widest = names.iter().map(|name| name.len()).max().unwrap_or(0);
    let line = |name: &&str| {
        let value = summary.metrics.get(*name).copied().unwrap_or(f64::NAN);
        let shown = match value.is_finite() {
            true => with_unit(&significant(value, 6), &unit_of(name)),
            false => "none: not reached".to_owned(),
        };
        format!("{name:widest$}  {shown}\n")
    };
    names.iter().map(line).collect()
}

/// The name of the greatest of all metrics with an ending.
fn greatest<'a>(summary: &'a Summary, ending: &str) -> Option<&'a str> {
    let those = summary.metrics.iter().filter(|(name, value)| {
        name.ends_with(ending) && value.is_finite() && !name.starts_with("grains.")
    });
    those.max_by(|one, other| one.1.total_cmp(other.1)).map(|(name, _)| name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run_folder::{Bound, Expectation, ExpectationKind, evaluate};
    use std::collections::BTreeMap;

    fn summary() -> Summary {
        let metrics = [
            ("com.final_z_m", 0.25),
            ("wheel_1.peak_normal_force_n", 10.0),
            ("wheel_2.peak_normal_force_n", 30.0),
            ("wheel_2.final_normal_force_n", 5.0),
            ("stop_time_s", f64::NAN),
            ("mine_m", 2.0),
        ];
        let metrics: BTreeMap<String, f64> =
            metrics.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Summary {
            scenario: "s".to_owned(),
            outcome: "completed".to_owned(),
            failure: None,
            sim_time_s: 1.0,
            wall_time_s: 1.0,
            steps: 1,
            metrics,
            expect: Vec::new(),
            warnings: Vec::new(),
            operator: None,
            pacing: None,
            version: None,
        }
    }

    #[test]
    fn a_run_without_expectations_shows_its_main_metrics_with_units() {
        let text = main_metrics(&summary(), &["mine_m"]);
        let expected = "\
com.final_z_m                0.25 m
stop_time_s                  none: not reached
wheel_2.peak_normal_force_n  30 N
mine_m                       2 m
";
        assert_eq!(text, expected);
    }

    #[test]
    fn what_an_expectation_shows_is_not_shown_twice() {
        let mut summary = summary();
        let expected = Expectation {
            metric: "com.final_z_m".to_owned(),
            kind: ExpectationKind::ClosedForm,
            source: "s".to_owned(),
            bound: Bound::Range { min: None, max: None },
            known_miss: None,
        };
        summary.expect = evaluate(&[expected], &summary.metrics);
        assert!(!main_metrics(&summary, &[]).contains("com.final_z_m"));
    }
}
