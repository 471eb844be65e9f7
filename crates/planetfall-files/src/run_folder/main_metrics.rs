//! The few metrics by which a reader sees what a run did, of whatever scenario.

use super::Summary;
use crate::quantity::metric::{
    ContactorSums, EnergyShare, Flight, HardGround, Slide, Touchdown, Travel, VehicleEnd,
};
use crate::quantity::{Quantity, significant, unit_of, with_unit};

/// Metrics of a run as a whole, in the order in which they are printed; a scenario has some of them.
fn whole() -> Vec<String> {
    let of_first_vehicle = [
        VehicleEnd::FINAL_X,
        VehicleEnd::FINAL_Y,
        VehicleEnd::FINAL_Z,
        VehicleEnd::FINAL_SPEED,
        VehicleEnd::PEAK_SPEED,
        VehicleEnd::FINAL_GROUND_FORCE,
        Travel::DISTANCE,
        Travel::SLIP,
        Slide::DISTANCE,
        Slide::STOP_TIME,
        HardGround::IMPACTS,
        Touchdown::TIME,
        Touchdown::VERTICAL_SPEED,
        Touchdown::HORIZONTAL_SPEED,
    ];
    let quality = [EnergyShare::UNEXPLAINED, HardGround::WORST_RESIDUAL];
    let name = |one: &Quantity| one.name.to_owned();
    let tilt = Flight::TILT_FINAL.of("rover");
    of_first_vehicle.iter().map(name).chain([tilt]).chain(quality.iter().map(name)).collect()
}

/// Of these the greatest among all contactors is printed.
const GREATEST: [Quantity; 2] = [ContactorSums::PEAK_NORMAL_FORCE, ContactorSums::MAX_PENETRATION];

/// The main metrics of a run that no expectation shows, one a line with its unit: those of the run as a
/// whole, the greatest of its contactors, and the scenario's `own`. Empty where there is none.
#[must_use]
pub fn main_metrics(summary: &Summary, own: &[&str]) -> String {
    let is_expected = |name: &str| summary.expect.iter().any(|verdict| verdict.metric == name);
    let greatest = GREATEST.iter().filter_map(|quantity| greatest(summary, quantity));
    let whole = whole();
    let names: Vec<&str> = whole
        .iter()
        .map(String::as_str)
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

/// The name of the greatest metric of a quantity among all contactors.
fn greatest<'a>(summary: &'a Summary, quantity: &Quantity) -> Option<&'a str> {
    let those = summary.metrics.iter().filter(|(name, value)| {
        quantity.entity(name).is_some_and(|entity| entity != "grains") && value.is_finite()
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
            meanings: BTreeMap::new(),
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
