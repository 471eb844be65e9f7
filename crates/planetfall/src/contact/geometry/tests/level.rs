//! Shapes on a plane.

use super::*;
use proptest::prelude::*;

#[test]
fn a_resting_box_touches_with_its_four_lower_corners_and_no_noise() {
    let ground = Plane::level(0.0).unwrap();
    let found = contacts(
        &cuboid([0.5, 0.25, 0.125]),
        &Matrix3::identity(),
        Vector3::z() * 0.125,
        &ground,
        1e-3,
    );
    assert_eq!(found.iter().map(|m| m.feature).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert!(found.iter().all(|m| m.gap == 0.0 && m.normal == Vector3::z()));
}

#[test]
fn a_wheel_stands_on_both_rims_and_a_disc_on_one_point() {
    let ground = Plane::level(0.0).unwrap();
    let at = Vector3::new(3.0, 4.0, 0.26);
    let found = contacts(&wheel(0.25, 0.4), &Matrix3::identity(), at, &ground, 0.02);
    assert_eq!(found.len(), 2);
    for (contact, y) in found.iter().zip([3.8, 4.2]) {
        assert!((contact.point - Vector3::new(3.0, y, 0.01)).norm() < 1e-15);
        assert!((contact.gap - 0.01).abs() < 1e-16);
    }
    let found = contacts(&wheel(0.25, 0.0), &Matrix3::identity(), at, &ground, 0.02);
    assert_eq!(found.len(), 1);
    assert!(contacts(&wheel(0.25, 0.0), &Matrix3::identity(), at, &ground, 0.005).is_empty());
}

#[test]
fn a_wheel_that_leans_touches_with_its_lower_rim_only() {
    let ground = Plane::level(0.0).unwrap();
    let at = Vector3::new(0.0, 0.0, 0.3);
    let found = contacts(&wheel(0.25, 0.4), &turned(0.0, 0.0, 0.3), at, &ground, 0.01);
    // Roll about x lifts the left rim (+y): the right one is deeper by the width times the sine.
    assert_eq!(found.iter().map(|m| m.feature).collect::<Vec<_>>(), [0]);
    let expected = 0.3 - 0.25 * 0.3f64.cos() - 0.2 * 0.3f64.sin();
    assert!((found[0].gap - expected).abs() < 1e-15);
}

#[test]
fn a_wheel_that_lies_on_its_side_touches_at_four_points() {
    let ground = Plane::level(0.0).unwrap();
    let lying = turned(0.0, 0.0, std::f64::consts::FRAC_PI_2);
    for width in [0.4, 0.0] {
        let at = Vector3::z() * (0.5 * width);
        let found = contacts(&wheel(0.25, width), &lying, at, &ground, 1e-3);
        assert_eq!(found.len(), 4, "{found:?}");
        assert!(found.iter().all(|m| m.gap.abs() < 1e-15 && m.point.norm() < 0.25 + 1e-12));
        let middle: Vector3<f64> = found.iter().map(|m| m.point).sum();
        assert!(middle.norm() < 1e-12);
    }
}

proptest! {
    #[test]
    fn queries_find_on_a_plane_what_the_closed_form_says(
        slope in 0.0..1.2f64, heading in -3.0..3.0f64, yaw in -3.0..3.0f64, roll in -1.0..1.0f64,
        x in -5.0..5.0f64, y in -5.0..5.0f64, rise in 0.0..0.3f64, kind in 0..3usize,
    ) {
        let plane = incline(slope, heading);
        let shape = [wheel(0.3, 0.0), wheel(0.3, 0.2), ball(0.3)][kind].clone();
        let foot = Vector3::new(x, y, plane.elevation(x, y));
        let (at, rotation) = (foot + plane.normal() * rise, turned(yaw, 0.4, roll));
        let lean = plane.normal().cross(&(rotation * Vector3::y())).norm();
        prop_assume!(lean > 0.1);
        let exact = contacts(&shape, &rotation, at, &plane, 0.05);
        let sounded = contacts(&shape, &rotation, at, &Mute(plane), 0.05);
        prop_assert_eq!(exact.len(), sounded.len());
        for (a, b) in exact.iter().zip(&sounded) {
            prop_assert!((a.gap - b.gap).abs() < 1e-13);
            prop_assert!((a.point - b.point).norm() < 1e-7);
            prop_assert_eq!(a.feature, b.feature);
        }
    }

    #[test]
    fn moving_along_the_normal_changes_the_gap_by_as_much(
        slope in 0.0..1.2f64, heading in -3.0..3.0f64, yaw in -3.0..3.0f64, roll in -1.0..1.0f64,
        x in -5.0..5.0f64, y in -5.0..5.0f64, distance in 0.0..0.3f64, kind in 0..4usize,
    ) {
        let plane = incline(slope, heading);
        let shape =
            [wheel(0.3, 0.0), wheel(0.3, 0.2), ball(0.3), cuboid([0.3, 0.2, 0.1])][kind].clone();
        let foot = Vector3::new(x, y, plane.elevation(x, y));
        let rotation = turned(yaw, 0.4, roll);
        let before = contacts(&shape, &rotation, foot, &plane, 1.0);
        let after = contacts(&shape, &rotation, foot + plane.normal() * distance, &plane, 2.0);
        prop_assert!(!before.is_empty());
        for (a, b) in before.iter().zip(&after) {
            prop_assert!((b.gap - a.gap - distance).abs() < 1e-14);
            prop_assert!((b.gap - plane.query(&b.point).unwrap().gap).abs() < 1e-14);
            prop_assert_eq!(a.feature, b.feature);
        }
    }
}
