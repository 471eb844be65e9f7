//! Shapes against shapes.

use super::*;
use proptest::prelude::*;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

fn between(
    shape: &Shape,
    (rotation, origin): (&Matrix3<f64>, Vector3<f64>),
    other: &Shape,
    (other_rotation, other_origin): (&Matrix3<f64>, Vector3<f64>),
    margin: f64,
) -> Vec<Contact> {
    let (solid, second) = (CollisionShape::new(shape), CollisionShape::new(other));
    let mut out = Vec::new();
    let shape = PlacedShape { solid: &solid, rotation, origin: &origin };
    let other = PlacedShape { solid: &second, rotation: other_rotation, origin: &other_origin };
    ContactDetector::default().between(shape, other, margin, &mut out);
    out
}

fn at(x: f64, y: f64, z: f64) -> Vector3<f64> {
    Vector3::new(x, y, z)
}

fn upright() -> Matrix3<f64> {
    Matrix3::identity()
}

/// A box as a mesh.
fn crate_of(half: [f64; 3]) -> Shape {
    let body = super::super::polyhedron::Polyhedron::cuboid(&crate::shape::box_corners(
        &Vector3::zeros(),
        &upright(),
        &Vector3::from(half),
    ));
    Shape::mesh(body.corners, body.faces)
}

#[test]
fn balls_meet_on_the_line_of_their_centres() {
    let found = between(
        &ball(0.5),
        (&upright(), at(0.0, 0.6, 0.8)),
        &ball(0.25),
        (&upright(), at(0.0, 0.0, 0.0)),
        0.5,
    );
    assert_eq!(found.len(), 1);
    assert!((found[0].gap - 0.25).abs() < 1e-15);
    assert!((found[0].normal - at(0.0, 0.6, 0.8)).norm() < 1e-15);
    assert!((found[0].point - at(0.0, 0.3, 0.4)).norm() < 1e-15);
}

#[test]
fn a_ball_meets_face_edge_and_corner_of_a_box() {
    let half = [0.5, 0.4, 0.3];
    for (place, gap, normal) in [
        (at(0.1, 0.2, 0.6), 0.1, at(0.0, 0.0, 1.0)),
        (at(0.1, 0.7, 0.7), 0.3, at(0.0, 0.6, 0.8)),
        (at(0.6, 0.6, 0.5), 0.1, at(1.0, 2.0, 2.0) / 3.0),
        (at(0.1, 0.2, 0.25), -0.25, at(0.0, 0.0, 1.0)),
    ] {
        for other in [cuboid(half), crate_of(half)] {
            let found = between(
                &ball(0.2),
                (&upright(), place),
                &other,
                (&upright(), at(0.0, 0.0, 0.0)),
                0.5,
            );
            let best = found.iter().min_by(|a, b| a.gap.total_cmp(&b.gap)).unwrap();
            assert!((best.gap - gap).abs() < 1e-14, "{place} {best:?}");
            assert!((best.normal - normal).norm() < 1e-14);
        }
    }
}

#[test]
fn aligned_boxes_meet_at_the_four_corners_of_their_face() {
    for other in [cuboid([0.5, 0.5, 0.5]), crate_of([0.5, 0.5, 0.5])] {
        let found = between(
            &cuboid([0.5, 0.5, 0.5]),
            (&upright(), at(0.0, 0.0, 1.0)),
            &other,
            (&upright(), at(0.0, 0.0, 0.0)),
            1e-3,
        );
        assert_eq!(found.len(), 4, "{found:?}");
        assert!(found.iter().all(|m| m.gap == 0.0 && (m.normal - Vector3::z()).norm() < 1e-15));
    }
}

#[test]
fn a_box_on_a_smaller_or_a_shifted_box_meets_the_clipped_polygon() {
    let meet = |half: [f64; 3], shift: (f64, f64), yaw: f64| {
        let z = 0.5 + half[2] - 1e-10;
        let pose = turned(yaw, 0.0, 0.0);
        between(
            &cuboid(half),
            (&pose, at(shift.0, shift.1, z)),
            &cuboid([0.5, 0.5, 0.5]),
            (&upright(), at(0.0, 0.0, 0.0)),
            1e-3,
        )
    };
    for (half, shift, yaw, count) in [
        ([1.0, 1.0, 0.2], (0.1, 0.2), 0.0, 4),
        ([0.1, 0.2, 0.3], (0.1, 0.2), 0.3, 4),
        ([0.5, 0.5, 0.5], (0.2, 0.3), 0.0, 4),
        ([0.5, 0.5, 0.5], (0.0, 0.0), FRAC_PI_4, 8),
    ] {
        let found = meet(half, shift, yaw);
        assert_eq!(found.len(), count, "{found:?}");
        for contact in &found {
            assert!((contact.gap + 1e-10).abs() < 1e-15, "{contact:?}");
            assert_eq!(contact.normal, Vector3::z());
            assert!(contact.point.x.abs() < 0.5 + 1e-12 && contact.point.y.abs() < 0.5 + 1e-12);
        }
        let mut features: Vec<u32> = found.iter().map(|m| m.feature).collect();
        features.sort_unstable();
        features.dedup();
        assert_eq!(features.len(), count);
    }
}

#[test]
fn crossed_edges_of_boxes_meet_at_one_point() {
    let lower = turned(0.0, 0.0, FRAC_PI_4);
    let upper = turned(FRAC_PI_2, 0.0, 0.0) * turned(0.0, 0.0, FRAC_PI_4);
    let rise = 2.0 * 0.5 * 2f64.sqrt() + 0.01;
    let found = between(
        &cuboid([2.0, 0.5, 0.5]),
        (&upper, at(0.1, 0.2, rise)),
        &cuboid([2.0, 0.5, 0.5]),
        (&lower, at(0.0, 0.0, 0.0)),
        0.1,
    );
    assert_eq!(found.len(), 1, "{found:?}");
    assert!((found[0].gap - 0.01).abs() < 1e-14);
    assert!((found[0].normal - Vector3::z()).norm() < 1e-14);
    assert!((found[0].point.xy() - nalgebra::Vector2::new(0.1, 0.0)).norm() < 1e-14);
}

#[test]
fn a_wheel_stands_on_a_box_as_on_a_plane_and_leans_on_its_edge() {
    let base = (&upright(), at(0.0, 0.0, -0.5));
    for other in [cuboid([1.0, 1.0, 0.5]), crate_of([1.0, 1.0, 0.5])] {
        let found =
            between(&wheel(0.25, 0.2), (&upright(), at(0.2, 0.3, 0.25)), &other, base, 1e-3);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(
            found.iter().all(|m| m.gap.abs() < 1e-15 && (m.normal - Vector3::z()).norm() < 1e-15)
        );
        let found =
            between(&wheel(0.25, 0.2), (&upright(), at(1.15, 0.3, 0.2)), &other, base, 1e-3);
        assert_eq!(found.len(), 2, "{found:?}");
        for contact in found {
            assert!(contact.gap.abs() < 1e-15);
            assert!((contact.normal - at(0.6, 0.0, 0.8)).norm() < 1e-14);
        }
    }
}

#[test]
fn wheels_meet_tread_to_tread_and_side_to_side() {
    let still = (&upright(), at(0.0, 0.0, 0.0));
    // Parallel axles: a line of contact, given by its ends.
    let found = between(
        &wheel(0.3, 0.2),
        (&upright(), at(0.0, 0.05, 0.55)),
        &wheel(0.25, 0.2),
        still,
        0.01,
    );
    assert_eq!(found.len(), 2, "{found:?}");
    let mut ends: Vec<f64> = found.iter().map(|m| m.point.y).collect();
    ends.sort_by(f64::total_cmp);
    assert!((ends[0] + 0.05).abs() < 1e-12 && (ends[1] - 0.1).abs() < 1e-12, "{ends:?}");
    assert!(found.iter().all(|m| m.gap.abs() < 1e-14 && (m.normal - Vector3::z()).norm() < 1e-12));
    // Crossed axles.
    let crossed = turned(FRAC_PI_2, 0.0, 0.0);
    let found =
        between(&wheel(0.3, 0.2), (&crossed, at(0.02, 0.03, 0.56)), &wheel(0.25, 0.2), still, 0.1);
    let best = found.iter().min_by(|a, b| a.gap.total_cmp(&b.gap)).unwrap();
    assert!((best.gap - 0.01).abs() < 1e-14 && (best.normal - Vector3::z()).norm() < 1e-14);
    assert!((best.point - at(0.0, 0.03, 0.26)).norm() < 1e-9, "{best:?}");
    // Side by side.
    let found =
        between(&wheel(0.3, 0.2), (&upright(), at(0.1, 0.21, 0.0)), &wheel(0.25, 0.2), still, 0.1);
    let best = found.iter().min_by(|a, b| a.gap.total_cmp(&b.gap)).unwrap();
    assert!((best.gap - 0.01).abs() < 1e-14 && (best.normal - Vector3::y()).norm() < 1e-12);
}

fn shapes() -> [Shape; 6] {
    let marker = Shape::Point { point: Vector3::zeros() };
    let half = [0.3, 0.2, 0.25];
    [marker, ball(0.3), wheel(0.3, 0.0), wheel(0.3, 0.2), cuboid(half), crate_of(half)]
}

#[test]
fn meshes_that_overlap_askew_both_see_it() {
    let shape = crate_of([0.3, 0.2, 0.25]);
    let pose = turned(1.804, 0.3, -2.057);
    let place = at(0.671 * 1.052_f64.cos(), 0.671 * 1.052_f64.sin(), 0.0);
    let (here, there) = ((&pose, place), (&upright(), at(0.0, 0.0, 0.0)));
    let forth = between(&shape, here, &shape, there, 0.2);
    let back = between(&shape, there, &shape, here, 0.2);
    let least = |found: &[Contact]| found.iter().map(|m| m.gap).fold(f64::INFINITY, f64::min);
    println!("{} {}", least(&forth), least(&back));
    assert!(least(&forth) < 0.0 && (least(&forth) - least(&back)).abs() < 1e-12);
}

proptest! {
    #[test]
    fn each_shape_sees_what_the_other_sees(
        one in 0..6usize, two in 0..6usize, yaw in -3.0..3.0f64, roll in -3.0..3.0f64,
        direction in 0.0..6.3f64, rise in -0.4..0.4f64, distance in 0.3..0.9f64,
    ) {
        let (shape, other) = (&shapes()[one], &shapes()[two]);
        let pose = turned(yaw, 0.3, roll);
        let place = at(distance * direction.cos(), distance * direction.sin(), rise);
        let (here, there) = ((&pose, place), (&upright(), at(0.0, 0.0, 0.0)));
        let forth = between(shape, here, other, there, 0.2);
        let back = between(other, there, shape, here, 0.2);
        let least = |found: &[Contact]| found.iter().map(|m| m.gap).fold(f64::INFINITY, f64::min);
        let (a, b) = (least(&forth), least(&back));
        // Which way is out of a deep overlap depends on who asks.
        let as_boxes = between(&shapes()[one.min(4)], here, &shapes()[two.min(4)], there, 0.2);
        let deep = a.min(b).min(least(&as_boxes)) < -0.02;
        prop_assert!(deep || a == b || (a - b).abs() < 1e-9, "{a} {b}");
        for contact in forth.iter().chain(&back) {
            prop_assert!((contact.normal.norm() - 1.0).abs() < 1e-9);
            prop_assert!(contact.gap.is_finite());
        }
    }

    #[test]
    fn shapes_moved_together_by_their_gap_touch(
        one in 1..6usize, two in 1..6usize, yaw in -3.0..3.0f64, roll in -3.0..3.0f64,
        direction in 0.0..6.3f64, rise in -0.3..0.3f64,
    ) {
        let (shape, other) = (&shapes()[one], &shapes()[two]);
        let pose = turned(yaw, 0.3, roll);
        let direction = at(direction.cos(), direction.sin(), rise).normalize();
        let mut distance = 1.2;
        let mut least = f64::INFINITY;
        // Conservative advancement: no step may go through.
        for _ in 0..400 {
            let found = between(shape, (&pose, direction * distance), other, (&upright(), at(0.0, 0.0, 0.0)), 2.0);
            least = found.iter().map(|m| m.gap).fold(f64::INFINITY, f64::min);
            prop_assert!(least.is_finite(), "nothing found at {distance}");
            if least < 1e-9 || distance < 0.0 { break; }
            distance -= least;
        }
        prop_assert!(distance < 0.0 || least > -1e-8, "{least} at {distance}");
    }
}
