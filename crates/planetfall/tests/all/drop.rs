//! The POST2 paper's Table 1 drop case, straight from the physics crate.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{drop_case, metric};
use planetfall::recording::Silent;
use planetfall::simulation::run;
use planetfall::stepping::Method;
use planetfall::time::Time;

#[test]
fn the_drop_case_gives_the_reference_numbers() {
    let scenario = drop_case(Method::RungeKutta4 { step: Time::from_millis(1) });
    let outcome = run(&scenario, &mut Silent).unwrap();
    for (name, value) in &outcome.metrics {
        println!("{name} {value}");
    }
    for (name, expected, tolerance) in [
        ("wheel_1.peak_normal_force_n", 15_897.0, 0.005 * 15_897.0),
        ("wheel_2.peak_normal_force_n", 19_731.0, 0.005 * 19_731.0),
        ("wheel_1.final_normal_force_n", 501.95, 0.02),
        ("wheel_2.final_normal_force_n", 1045.91, 0.02),
        ("wheel_1.first_contact_s", 0.585, 0.0015),
        ("wheel_2.first_contact_s", 0.973, 0.0015),
        ("wheel_1.contacts", 5.0, 0.0),
        ("wheel_2.contacts", 5.0, 0.0),
        ("slide_distance_m", 3.820, 0.002),
        ("stop_time_s", 4.925, 0.002),
        ("lateral_drift_m", 0.0, 1e-6),
    ] {
        let value = metric(&outcome, name);
        assert!((value - expected).abs() <= tolerance, "{name}: {value} instead of {expected}");
    }
}
