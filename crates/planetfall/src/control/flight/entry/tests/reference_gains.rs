//! The reference of MSL's entry and its gains.

use super::mars;
use crate::control::flight::entry::*;

fn point_at(points: &[ReferencePoint], speed: f64) -> &ReferencePoint {
    let falling = points.iter().rev().find(|point| point.state.speed >= speed);
    falling.unwrap_or(&points[0])
}

#[test]
fn the_reference_meets_the_published_peak_and_slows_to_the_parachute() {
    let points = mars::flight().fly(&mars::model(), &mars::guidance()).unwrap();
    let sensed = |point: &ReferencePoint| point.air.drag.hypot(point.air.lift) / 9.80665;
    let peak = points.iter().max_by(|a, b| sensed(a).total_cmp(&sensed(b))).unwrap();
    println!("peak {:.2} g at {:.1} s, {:.0} m/s", sensed(peak), peak.time, peak.state.speed);
    let last = points[points.len() - 1];
    println!(
        "end {:.3} m/s {:.1} s {:.2} km Mach {:.2} {:.0} Pa gamma {:.1}",
        last.state.speed,
        last.time,
        (last.state.radius - mars::SITE) * 1e-3,
        last.air.mach,
        last.air.pressure,
        last.state.path_angle.to_degrees()
    );
    let to_go = mars::guidance().to_go(&last.state);
    println!("to go {to_go:?}");
    assert!((sensed(peak) - 12.4).abs() < 0.6, "{}", sensed(peak));
    assert!((peak.time - 79.0).abs() < 5.0, "{}", peak.time);
    assert!((last.state.speed - mars::DEPLOY).abs() < 1e-9, "{}", last.state.speed);
    assert!((last.time - 257.0).abs() < 8.0, "{}", last.time);
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
        let point = point_at(&points, speed);
        println!(
            "{speed:5.0} D {:.1} h' {:.0} F1 {:.3} {:.3} F2 {:.4} {:.4} F3 {:.1} {:.1}",
            point.air.drag,
            point.state.climb(),
            found.by_drag * 1e-3,
            other.by_drag * 1e-3,
            found.by_climb * 1e-3,
            other.by_climb * 1e-3,
            found.by_lift * 1e-3,
            other.by_lift * 1e-3,
        );
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
