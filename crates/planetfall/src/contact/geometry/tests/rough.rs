//! Shapes on steps, maps, strips and rocks.

use super::*;
use crate::math::grid::Grid;
use crate::terrain::Facet;
use crate::terrain::{Band, Dem, Heights, Rock, RockShape, Step, Strewn, Strips};
use proptest::prelude::*;
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

/// Lower level at 0, upper at 0.1 m, wall at x = 0, going east.
fn step() -> Step {
    Step::new(0.0, 0.1, FRAC_PI_2, 0.0).unwrap()
}

fn map(rows: u32, columns: u32, spacing: f64, height: impl Fn(f64, f64) -> f64) -> Dem {
    let grid = Grid::new((-2.0, -2.0), (spacing, spacing), (rows, columns)).unwrap();
    let posts = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let heights = posts.map(|(row, column)| grid.position(row, column)).map(|(x, y)| height(x, y));
    Dem::new(grid, Heights::Double(heights.collect())).unwrap()
}

fn upright() -> Matrix3<f64> {
    Matrix3::identity()
}

#[test]
fn a_wheel_at_the_foot_of_a_high_step_touches_ground_and_wall() {
    let ground = Step::new(0.0, 0.4, FRAC_PI_2, 0.0).unwrap();
    let at = Vector3::new(-0.25, 0.0, 0.25);
    let found = contacts(&wheel(0.25, 0.0), &upright(), at, &ground, 1e-3);
    assert!((found[0].normal - Vector3::z()).norm() < 1e-15);
    assert!((found[1].normal + Vector3::x()).norm() < 1e-15);
    assert!(found.iter().all(|m| m.gap.abs() < 1e-15), "{found:?}");
    assert_ne!(found[0].feature, found[1].feature);
    let found = contacts(&wheel(0.25, 0.2), &upright(), at, &ground, 1e-3);
    assert_eq!(found.len(), 4, "{found:?}");
}

#[test]
fn a_wheel_at_the_foot_of_a_low_step_touches_ground_and_edge() {
    // Centre at height 0.25, edge at 0.1: they touch at the distance 0.2 (a 3-4-5 triangle).
    let at = Vector3::new(-0.2, 0.0, 0.25);
    for width in [0.0, 0.2] {
        let found = contacts(&wheel(0.25, width), &upright(), at, &step(), 1e-3);
        let rims = if width > 0.0 { 2 } else { 1 };
        assert_eq!(found.len(), 2 * rims, "{found:?}");
        for contact in &found {
            assert!(contact.gap.abs() < 1e-15, "{found:?}");
        }
        let on_edge: Vec<_> = found.iter().filter(|m| m.normal.x != 0.0).collect();
        assert_eq!(on_edge.len(), rims);
        for contact in on_edge {
            assert!((contact.normal - Vector3::new(-0.8, 0.0, 0.6)).norm() < 1e-15);
            assert!((contact.point.xz() - nalgebra::Vector2::new(0.0, 0.1)).norm() < 1e-15);
        }
    }
}

#[test]
fn a_wheel_that_meets_the_edge_askew_touches_it_with_the_nearer_rim() {
    let at = Vector3::new(-0.2, 0.0, 0.26);
    let found = contacts(&wheel(0.25, 0.2), &turned(0.4, 0.0, 0.0), at, &step(), 0.05);
    let on_edge: Vec<_> = found.iter().filter(|m| m.normal.x < -0.1).collect();
    assert_eq!(on_edge.len(), 1, "{found:?}");
    let foot = on_edge[0].point - on_edge[0].normal * on_edge[0].gap;
    assert!((foot.z - 0.1).abs() < 1e-14 && foot.x.abs() < 1e-14);
}

#[test]
fn a_box_half_over_the_edge_of_a_step_stands_on_two_corners_and_the_edge() {
    let at = Vector3::new(0.1, 0.0, 0.2);
    let found = contacts(&cuboid([0.3, 0.2, 0.1]), &upright(), at, &step(), 1e-3);
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(found.iter().all(|m| m.gap.abs() < 1e-15 && m.normal == Vector3::z()));
    let least = found.iter().map(|m| m.point.x).fold(f64::INFINITY, f64::min);
    assert!(least.abs() < 1e-15, "the edge carries where the corners hang over: {found:?}");
}

#[test]
fn a_wheel_that_rolls_over_level_facets_touches_as_on_a_plane() {
    let ground = map(41, 41, 0.1, |_, _| 0.5);
    let plane = Plane::level(0.5).unwrap();
    for number in 0..4000 {
        let at = Vector3::new(-1.0 + 5e-4 * f64::from(number), 0.03, 0.75);
        for (shape, yaw) in [(wheel(0.25, 0.0), 0.0), (wheel(0.25, 0.3), 0.3), (ball(0.25), 0.0)] {
            let rotation = turned(yaw, 0.0, 0.0);
            let found = contacts(&shape, &rotation, at, &ground, 1e-2);
            let exact = contacts(&shape, &rotation, at, &plane, 1e-2);
            assert_eq!(found.len(), exact.len(), "{at} {found:?}");
            for (a, b) in found.iter().zip(&exact) {
                assert!((a.gap - b.gap).abs() < 1e-14 && a.normal == b.normal);
                assert_eq!(a.feature, b.feature);
            }
        }
    }
}

#[test]
fn a_wheel_rolls_over_a_roof_without_a_jump() {
    // A ridge along y at x = 0; each side falls by 0.2.
    let ground = map(41, 41, 0.1, |x, _| -0.2 * x.abs());
    let mut last: Option<Vector3<f64>> = None;
    for number in 0..=2000 {
        let x = -0.2 + 2e-4 * f64::from(number);
        // The centre of a wheel that touches: over the ridge on an arc, else on the offset line.
        let (sine, cosine) = (0.2 / 1.04f64.sqrt(), 1.0 / 1.04f64.sqrt());
        let z = if x.abs() <= 0.25 * sine {
            (0.25f64 * 0.25 - x * x).sqrt()
        } else {
            0.25 / cosine - 0.2 * x.abs()
        };
        let found =
            contacts(&wheel(0.25, 0.0), &upright(), Vector3::new(x, 0.03, z), &ground, 1e-6);
        assert_eq!(found.len(), 1, "{x}: {found:?}");
        assert!(found[0].gap.abs() < 1e-14, "{x}: {found:?}");
        assert_eq!(found[0].feature, 0);
        let jump = last.map_or(0.0, |n| (n - found[0].normal).norm());
        assert!(jump < 1e-3, "{x}: {jump}");
        last = Some(found[0].normal);
    }
}

/// Along a rough map a wheel that is pressed in by some millimetres never loses the ground, and what it
/// feels changes by no more than it moves.
#[test]
fn a_wheel_that_is_pressed_into_a_rough_map_keeps_the_ground() {
    let ground =
        map(17, 17, 0.25, |x, y| 0.1 * (7.0 * x + 3.0 * y).sin() * (5.0 * y - 2.0 * x).cos());
    for width in [0.0, 0.2, 0.4] {
        for depth in [0.002, 0.005, 0.01] {
            let mut lost = 0;
            for place in 0..3000 {
                let x = -1.2 + 0.0008 * f64::from(place);
                let high = |z: f64| {
                    let at = Vector3::new(x, 0.1, z);
                    let found = contacts(&wheel(0.25, width), &upright(), at, &ground, 0.05);
                    found.iter().map(|contact| contact.gap).fold(f64::INFINITY, f64::min)
                };
                // Down to where it touches, then deeper.
                let mut z = 0.8;
                for _ in 0..60 {
                    let gap = high(z);
                    z -= if gap.is_finite() { gap.max(0.0) } else { 0.04 };
                    if gap < 1e-9 {
                        break;
                    }
                }
                lost += usize::from(high(z - depth) > -0.5 * depth);
            }
            assert_eq!(lost, 0, "width {width}, depth {depth}");
        }
    }
}

#[test]
fn a_peak_of_the_map_carries_the_underside_of_a_box_and_the_side_of_a_ball() {
    let ground = map(5, 5, 1.0, |x, y| if x == 0.0 && y == 0.0 { 0.3 } else { 0.0 });
    let found = contacts(
        &cuboid([0.2, 0.2, 0.1]),
        &turned(0.3, 0.0, 0.0),
        Vector3::new(0.05, 0.02, 0.4),
        &ground,
        1e-3,
    );
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].gap.abs() < 1e-15 && (found[0].normal - Vector3::z()).norm() < 1e-15);
    let out = Vector3::new(0.1, 0.05, 1.0).normalize();
    let found = contacts(&ball(2.0), &upright(), Vector3::z() * 0.3 + out * 2.001, &ground, 0.01);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!((found[0].gap - 1e-3).abs() < 1e-14 && (found[0].normal - out).norm() < 1e-14);
}

#[test]
fn an_edge_of_a_box_lies_on_an_edge_of_the_map() {
    let ground = map(5, 5, 1.0, |x, _| -0.5 * x.abs());
    // Standing on its edge along x, across the ridge along y.
    let half_diagonal = 0.1 * 2f64.sqrt();
    let roll = turned(0.0, 0.0, std::f64::consts::FRAC_PI_4);
    let at = Vector3::new(0.03, 0.04, half_diagonal - 1e-9);
    let found = contacts(&cuboid([0.2, 0.1, 0.1]), &roll, at, &ground, 1e-3);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!((found[0].gap + 1e-9).abs() < 1e-15 && (found[0].normal - Vector3::z()).norm() < 1e-12);
    assert!((found[0].point - Vector3::new(0.0, 0.04, -1e-9)).norm() < 1e-12);
}

#[test]
fn a_wheel_with_one_rim_beyond_a_cliff_stands_on_rim_and_edge() {
    let ground = Step::new(0.0, 0.5, 0.0, 0.0).unwrap();
    // The wheel's axle runs north; its southern rim hangs over the edge at y = 0.
    let at = Vector3::new(0.0, 0.05, 0.75);
    let found = contacts(&wheel(0.25, 0.2), &upright(), at, &ground, 1e-3);
    assert_eq!(found.len(), 2, "{found:?}");
    let ys: Vec<f64> = found.iter().map(|m| m.point.y).collect();
    assert!((ys[0] - 0.15).abs() < 1e-12 && ys[1].abs() < 1e-12, "{ys:?}");
    assert!(found.iter().all(|m| m.gap.abs() < 1e-15 && (m.normal - Vector3::z()).norm() < 1e-9));
}

#[test]
fn a_wheel_between_ground_and_rock_touches_both() {
    let rock = |shape| Rock { x: 0.0, y: 0.0, heading: FRAC_PI_2, sunk: 0.0, shape };
    let level: Arc<dyn Terrain> = Arc::new(Plane::level(0.0).unwrap());
    // A hemisphere of 0.1 m against a disc of 0.25 m: centres 0.35 m apart, one 0.25 m higher.
    let dome =
        Strewn::new(level.clone(), vec![rock(RockShape::Hemisphere { radius: 0.1 })]).unwrap();
    let x = (0.35f64 * 0.35 - 0.25 * 0.25).sqrt();
    for width in [0.0, 0.2] {
        let at = Vector3::new(-x, 0.02, 0.25);
        let at = if width > 0.0 { at } else { Vector3::new(-x, 0.0, 0.25) };
        let found = contacts(&wheel(0.25, width), &upright(), at, &dome, 1e-3);
        assert_eq!(found.len(), if width > 0.0 { 3 } else { 2 }, "{found:?}");
        assert!(found.iter().all(|m| m.gap.abs() < 1e-14), "{found:?}");
        let at_rock = found.iter().find(|m| m.facet == Facet::Rock(0)).unwrap();
        assert!((at_rock.normal - Vector3::new(-x, 0.0, 0.25) / 0.35).norm() < 1e-12);
    }
    let block = RockShape::Block { length: 0.4, width: 0.4, height: 0.1 };
    let block = Strewn::new(level, vec![rock(block)]).unwrap();
    let found =
        contacts(&wheel(0.25, 0.2), &upright(), Vector3::new(-0.4, 0.0, 0.25), &block, 1e-3);
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(found.iter().all(|m| m.gap.abs() < 1e-14), "{found:?}");
}

#[test]
fn a_wheel_across_two_strips_touches_each_with_its_own_rim() {
    let band = |y_min, y_max, slope| Band { y_min, y_max, slope };
    let ground = Strips::new(0.0, 0.0, &[band(-1.0, 0.0, 0.0), band(0.0, 1.0, 0.1)]).unwrap();
    let found = contacts(&wheel(0.25, 0.4), &upright(), Vector3::z() * 0.25, &ground, 1e-2);
    let facets: Vec<_> = found.iter().map(|m| (m.facet, m.feature & 7)).collect();
    assert!(facets.contains(&(Facet::Level(0), 0)), "{found:?}");
    assert!(facets.contains(&(Facet::Level(1), 1)), "{found:?}");
}

#[test]
fn there_is_no_contact_where_there_is_no_ground() {
    let ground = map(5, 5, 1.0, |_, _| 0.0);
    let solid = CollisionShape::new(&wheel(0.25, 0.2));
    let (rotation, origin) = (upright(), Vector3::new(5.0, 0.0, 0.25));
    let placed = PlacedShape { solid: &solid, rotation: &rotation, origin: &origin };
    let mut out = Vec::new();
    let result = ContactDetector::default().with_ground(placed, &ground, 0.1, &mut out);
    assert!(matches!(result, Err(NoGround::Outside { .. })) && out.is_empty());
}

/// Smooth hills, in facets of 0.2 m.
fn hills() -> Dem {
    map(21, 21, 0.2, |x, y| 0.15 * (3.0 * x).sin() * (2.0 * y + 0.3).cos() + 0.05 * x * y)
}

proptest! {
    #[test]
    fn lifted_off_a_map_by_its_deepest_gap_a_shape_just_touches(
        x in -1.2..1.2f64, y in -1.2..1.2f64, yaw in -3.0..3.0f64, pitch in -0.5..0.5f64,
        roll in -0.5..0.5f64, kind in 0..4usize,
    ) {
        let ground = hills();
        let shape =
            [wheel(0.3, 0.0), wheel(0.3, 0.2), ball(0.3), cuboid([0.3, 0.2, 0.1])][kind].clone();
        let rotation = turned(yaw, pitch, roll);
        let height = ground.height(x, y).unwrap();
        // Falls from above, always as far as the least gap allows: conservative advancement.
        let mut z = height + 0.8;
        for _ in 0..200 {
            let found = contacts(&shape, &rotation, Vector3::new(x, y, z), &ground, 1.5);
            let least = found.iter().map(|m| m.gap).fold(f64::INFINITY, f64::min);
            prop_assert!(least.is_finite(), "nothing found at {z}");
            if least < 1e-10 { break; }
            z -= least;
        }
        let found = contacts(&shape, &rotation, Vector3::new(x, y, z), &ground, 1e-3);
        let least = found.iter().map(|m| m.gap).fold(f64::INFINITY, f64::min);
        prop_assert!(least.abs() < 1e-9, "{least}");
        // No sample of its surface is below the ground by more than round-off.
        for sample in samples(&shape) {
            let point = Vector3::new(x, y, z) + rotation * sample;
            if let Ok(seen) = ground.query(&point) {
                prop_assert!(seen.gap > -1e-9, "{point} {}", seen.gap);
            }
        }
    }
}

/// Points all over the surface of a shape.
fn samples(shape: &Shape) -> Vec<Vector3<f64>> {
    let mut points = Vec::new();
    for i in 0..60 {
        for j in 0..=30 {
            let (a, b) = (f64::from(i) * 0.10472, f64::from(j) / 30.0);
            match shape {
                Shape::Ball { radius, .. } => {
                    let polar = b * std::f64::consts::PI;
                    let flat = polar.sin() * *radius;
                    points.push(Vector3::new(flat * a.cos(), flat * a.sin(), radius * polar.cos()));
                }
                Shape::Wheel(Wheel { radius, width, .. }) => {
                    let y = (b - 0.5) * width;
                    points.push(Vector3::new(radius * a.cos(), y, radius * a.sin()));
                    for side in [-0.5, 0.5] {
                        points.push(Vector3::new(
                            b * radius * a.cos(),
                            side * width,
                            b * radius * a.sin(),
                        ));
                    }
                }
                Shape::Box { half, .. } => {
                    let u = f64::from(i) / 29.5 - 1.0;
                    let v = 2.0 * b - 1.0;
                    points.push(Vector3::new(u * half.x, v * half.y, -half.z));
                    points.push(Vector3::new(u * half.x, -half.y, v * half.z));
                    points.push(Vector3::new(u * half.x, half.y, v * half.z));
                    points.push(Vector3::new(half.x, u * half.y, v * half.z));
                    points.push(Vector3::new(-half.x, u * half.y, v * half.z));
                }
                _ => {}
            }
        }
    }
    points
}

#[test]
fn a_ground_of_triangles_is_met_like_the_map_or_the_step_that_it_copies() {
    // The step of 0.1 m at x = 0 as a mesh, and a wheel at its foot.
    let corner = |x: f64, z: f64| [Vector3::new(x, -2.0, z), Vector3::new(x, 2.0, z)];
    let lines = [corner(-2.0, 0.0), corner(0.0, 0.0), corner(0.0, 0.1), corner(2.0, 0.1)];
    let vertices = lines.concat();
    let triangles = vec![[0, 2, 3], [0, 3, 1], [2, 4, 5], [2, 5, 3], [4, 6, 7], [4, 7, 5]];
    let mesh = crate::terrain::MeshGround::new(vertices, triangles).unwrap();
    for (shape, x) in [(wheel(0.25, 0.2), -0.2), (wheel(0.25, 0.0), -0.2), (ball(0.25), -0.2)] {
        let place = Vector3::new(x, 0.1, 0.25);
        let found = contacts(&shape, &upright(), place, &mesh, 1e-3);
        let exact = contacts(&shape, &upright(), place, &step(), 1e-3);
        assert_eq!(found.len(), exact.len(), "{found:?} {exact:?}");
        for (a, b) in found.iter().zip(&exact) {
            assert!((a.gap - b.gap).abs() < 1e-14 && (a.normal - b.normal).norm() < 1e-14);
            assert_eq!(a.feature, b.feature);
        }
    }
}
