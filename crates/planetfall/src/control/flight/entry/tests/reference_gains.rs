//! The reference of MSL's entry and its gains.

use super::mars;
use crate::control::flight::entry::*;

#[test]
fn the_reference_meets_the_published_peak_and_slows_to_the_parachute() {
    let points = mars::flight().fly(&mars::model(), &mars::guidance()).unwrap();
    let sensed = |point: &ReferencePoint| point.air.drag.hypot(point.air.lift) / 9.80665;
    let peak = points.iter().max_by(|a, b| sensed(a).total_cmp(&sensed(b))).unwrap();
    let last = points[points.len() - 1];
    assert!((sensed(peak) - 12.4).abs() < 0.6, "{}", sensed(peak));
    assert!((peak.time - 79.0).abs() < 5.0, "{}", peak.time);
    assert!((last.state.speed - mars::DEPLOY).abs() < 1e-9, "{}", last.state.speed);
    assert!((last.time - 257.0).abs() < 8.0, "{}", last.time);
    let altitude = last.state.radius - mars::SITE;
    assert!((altitude - 11_700.0).abs() < 1500.0, "{altitude}");
    assert!((last.air.mach - 1.77).abs() < 0.03, "{}", last.air.mach);
}

#[test]
fn gains_by_differences_and_by_the_adjoint_agree_to_one_percent() {
    let model = mars::model();
    let points = mars::flight().fly(&model, &mars::guidance()).unwrap();
    let motion = Longitudinal::new(&model, &points, mars::DEPLOY).unwrap();
    let adjoint = motion.gains_by_adjoint();
    for speed in [5400.0, 5000.0, 4500.0, 4000.0, 3500.0, 3000.0, 2500.0, 2000.0, 1500.0, 1200.0] {
        let found = motion.gains_by_differences(speed);
        let other = adjoint.at(found.speed);
        assert!(found.by_drag < 0.0 && found.by_climb > 0.0 && found.by_lift > 0.0, "{found:?}");
        let pairs = [
            (found.by_drag, other.by_drag),
            (found.by_climb, other.by_climb),
            (found.by_lift, other.by_lift),
        ];
        for (one, two) in pairs {
            assert!((one / two - 1.0).abs() < 0.01, "{speed} {found:?} {other:?}");
        }
    }
}

/// A table computed independently of this code, with the same bank profile (speed, D, h', F1, F2, F3). What is left is
/// how the path below 1100 m/s is flown, which weighs the more the nearer the end is.
#[test]
fn references_and_gains_are_those_of_another_computation() {
    let others = [
        [5000.0, 93.1, -930.0, -730.0, 243.0, 861e3],
        [4000.0, 118.2, -628.0, -710.0, 225.0, 631e3],
        [3000.0, 93.9, -297.0, -1010.0, 216.0, 412e3],
    ];
    let (guidance, _) = mars::flight().guided(&mars::model(), mars::guidance()).unwrap();
    for [speed, drag, climb, by_drag, by_climb, by_lift] in others {
        let row = guidance.row(speed).unwrap();
        assert!((row.drag / drag - 1.0).abs() < 0.01, "{row:?}");
        assert!((row.climb / climb - 1.0).abs() < 0.01, "{row:?}");
        assert!((row.by_drag / by_drag - 1.0).abs() < 0.17, "{row:?}");
        assert!((row.by_climb / by_climb - 1.0).abs() < 0.07, "{row:?}");
        assert!((row.by_lift / by_lift - 1.0).abs() < 0.15, "{row:?}");
    }
}
