//! Derivatives of the soil's force, the shapes' envelopes, and allocations.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::soil_common::{at_rest, level_bed, press};
use nalgebra::{Matrix3, Rotation3, Vector3, Vector6};
use planetfall::ground::scm::{
    BodyOnSoil, Field, RasterShape, Sampling, ScmVariant, Scratch, Serial, Soil,
};
use planetfall::shape::Grousers;

/// A body moved a little: rotation and displacement, then rate and velocity.
fn nudged<'a>(body: &BodyOnSoil<'a>, pose: &Vector6<f64>, twist: &Vector6<f64>) -> BodyOnSoil<'a> {
    let turn = Rotation3::new(Vector3::new(pose[0], pose[1], pose[2]));
    BodyOnSoil {
        shape: body.shape,
        position: body.position + Vector3::new(pose[3], pose[4], pose[5]),
        axes: turn.matrix() * body.axes,
        velocity: body.velocity + Vector3::new(twist[3], twist[4], twist[5]),
        rate: body.rate + Vector3::new(twist[0], twist[1], twist[2]),
    }
}

#[test]
fn stiffness_and_damping_are_the_derivatives_of_the_force() {
    // Without friction, whose gain from pressure the tangent leaves out, and on a plate whose
    // footprint does not change.
    let soil = Soil { body_friction: 0.0, damping: 2e4, ..Soil::dlr_a() };
    let bed = level_bed(soil, 0.01, ScmVariant::default());
    let side = Vector3::new(0.205, 0.105, 0.02);
    let shape =
        RasterShape::cuboid(Vector3::new(0.01, 0.0, 0.0), Matrix3::identity(), side).unwrap();
    let mut body = at_rest(&shape, Vector3::new(0.0012, 0.0013, -0.02));
    body.velocity = Vector3::new(0.0, 0.0, -0.01);
    let (mut field, mut scratch) = (Field::new(), Scratch::new());
    bed.evaluate(&field, &[body], 1e-3, true, &Serial, &mut scratch).unwrap();
    bed.commit(&mut field, &mut scratch);
    // Let go a little, soil answers elastically.
    body.position.z += 2e-5;
    let mut wrench = |body: &BodyOnSoil<'_>| {
        bed.evaluate(&field, &[*body], 1e-3, true, &Serial, &mut scratch).unwrap();
        scratch.reactions()[0]
    };
    let tangent = wrench(&body).tangent;
    let small = 1e-7;
    // Rotations about x and y, and heave: the others move the edges over nodes.
    for k in [0, 1, 5] {
        let unit = Vector6::from_fn(|i, _| if i == k { small } else { 0.0 });
        let none = Vector6::zeros();
        let pose = [nudged(&body, &unit, &none), nudged(&body, &-unit, &none)];
        let twist = [nudged(&body, &none, &unit), nudged(&body, &none, &-unit)];
        for (pair, matrix, what) in
            [(pose, tangent.stiffness, "stiffness"), (twist, tangent.damping, "damping")]
        {
            let [more, less] = pair.map(|body| Vector6::from(wrench(&body).wrench.numbers()));
            let found = (less - more) / (2.0 * small);
            let expected = matrix.column(k).into_owned();
            let scale = expected.norm() + 1.0;
            for i in [0, 1, 5] {
                let deviation = (found[i] - expected[i]).abs() / scale;
                assert!(deviation < 0.02, "{what} ({i}, {k}): {} {}", found[i], expected[i]);
            }
        }
    }
}

#[test]
fn shear_answers_sliding_with_its_tangent() {
    let soil = Soil { damping: 0.0, ..Soil::dlr_a() };
    let bed = level_bed(soil, 0.01, ScmVariant::default());
    let sides = Vector3::new(0.2, 0.1, 0.02);
    let shape = RasterShape::cuboid(Vector3::zeros(), Matrix3::identity(), sides).unwrap();
    let (mut field, mut scratch) = (Field::new(), Scratch::new());
    let mut body = at_rest(&shape, Vector3::new(0.0012, 0.0013, -0.02));
    // It has slid by 3 mm, and goes on.
    body.velocity.x = 0.3;
    bed.evaluate(&field, &[body], 0.01, false, &Serial, &mut scratch).unwrap();
    bed.commit(&mut field, &mut scratch);
    let mut sliding = |x: f64, y: f64| {
        let body = BodyOnSoil { velocity: Vector3::new(x, y, 0.0), ..body };
        bed.evaluate(&field, &[body], 0.01, true, &Serial, &mut scratch).unwrap();
        scratch.reactions()[0]
    };
    let tangent = sliding(0.1, 0.0).tangent.damping;
    let small = 1e-6;
    let ahead = (sliding(0.1 - small, 0.0).wrench.force.x
        - sliding(0.1 + small, 0.0).wrench.force.x)
        / (2.0 * small);
    let across =
        (sliding(0.1, -small).wrench.force.y - sliding(0.1, small).wrench.force.y) / (2.0 * small);
    assert!((ahead / tangent[(3, 3)] - 1.0).abs() < 1e-3, "{ahead} {}", tangent[(3, 3)]);
    assert!((across / tangent[(4, 4)] - 1.0).abs() < 1e-3, "{across} {}", tangent[(4, 4)]);
}

/// A closed cylinder about y of so many strips.
fn faceted(radius: f64, width: f64, around: u32) -> RasterShape {
    let mut vertices = Vec::new();
    for y in [-0.5 * width, 0.5 * width] {
        for k in 0..around {
            let angle = std::f64::consts::TAU * f64::from(k) / f64::from(around);
            vertices.push(Vector3::new(radius * angle.cos(), y, radius * angle.sin()));
        }
    }
    vertices.extend([Vector3::new(0.0, -0.5 * width, 0.0), Vector3::new(0.0, 0.5 * width, 0.0)]);
    let mut triangles = Vec::new();
    for k in 0..around {
        let next = (k + 1) % around;
        triangles.extend([[k, around + k, next], [next, around + k, around + next]]);
        triangles.extend([[2 * around, k, next], [2 * around + 1, around + next, around + k]]);
    }
    RasterShape::mesh(vertices, triangles).unwrap()
}

#[test]
fn a_wheel_of_many_faces_is_borne_as_the_round_one_however_it_lies() {
    let bed = level_bed(Soil::dlr_a(), 0.004, ScmVariant::default());
    let round = RasterShape::wheel(Vector3::zeros(), Vector3::y(), 0.125, 0.1, None).unwrap();
    let mesh = faceted(0.125, 0.1, 720);
    let mut scratch = Scratch::new();
    for (roll, yaw) in [(0.0, 0.0), (0.0, 0.7), (0.2, 0.3), (0.9, 1.1), (1.5, 0.1)] {
        let axes = Rotation3::from_euler_angles(roll, 0.1, yaw);
        let lowest = 0.125 * f64::cos(roll) + 0.05 * f64::sin(roll);
        let pose = |shape| BodyOnSoil {
            axes: *axes.matrix(),
            velocity: Vector3::new(0.05, 0.01, -0.01),
            rate: Vector3::new(0.0, 0.5, 0.0),
            ..at_rest(shape, Vector3::new(0.0007, 0.0011, lowest - 0.03))
        };
        let one = press(&bed, &Field::new(), &pose(&round), &mut scratch);
        let other = press(&bed, &Field::new(), &pose(&mesh), &mut scratch);
        let deviation = (one.wrench.force - other.wrench.force).norm() / one.wrench.force.norm();
        assert!(
            deviation < 0.03,
            "roll {roll}, yaw {yaw}: {deviation} {:?} {:?}",
            one.wrench,
            other.wrench
        );
        assert!(one.wrench.force.z > 0.0);
    }
}

#[test]
fn grousers_leave_their_own_prints() {
    let bed = level_bed(Soil { compaction: 1.0, ..Soil::dlr_a() }, 0.002, ScmVariant::default());
    let grousers = Grousers { count: 12, height: 0.02, thickness: 0.01 };
    let shape =
        RasterShape::wheel(Vector3::zeros(), Vector3::y(), 0.125, 0.05, Some(grousers)).unwrap();
    let mut scratch = Scratch::new();
    // The rim stays above the ground; the lowest grouser is 8 mm deep, its neighbours touch nothing.
    let body = at_rest(&shape, Vector3::new(0.0003, 0.0001, 0.125 + 0.02 - 0.008));
    let print = press(&bed, &Field::new(), &body, &mut scratch).footprint;
    assert_eq!(print.pieces, 1);
    assert!((print.area - 0.05 * 0.01).abs() < 1e-4, "{print:?}");
    // Turned by half a pitch, two of them share the load.
    let half = std::f64::consts::TAU / 24.0;
    let axes = *Rotation3::from_axis_angle(&Vector3::y_axis(), half).matrix();
    let deeper = Vector3::new(0.0003, 0.0001, 0.145 * half.cos() - 0.002);
    let two = BodyOnSoil { axes, ..at_rest(&shape, deeper) };
    assert_eq!(press(&bed, &Field::new(), &two, &mut scratch).footprint.pieces, 2);
}

#[test]
fn vertex_columns_as_in_the_paper_widen_the_print_by_half_a_cell() {
    // A plate of 2 mm cells, of one layer that looks down.
    let count = 51_u32;
    let at = |k: u32| 0.1 * (f64::from(k) / f64::from(count - 1) - 0.5);
    let vertices =
        (0..count * count).map(|k| Vector3::new(at(k % count), at(k / count), 0.0)).collect();
    let mut triangles = Vec::new();
    for row in 0..count - 1 {
        for column in 0..count - 1 {
            let a = row * count + column;
            triangles.extend([[a, a + count, a + 1], [a + 1, a + count, a + count + 1]]);
        }
    }
    let shape = RasterShape::mesh(vertices, triangles).unwrap();
    let mut scratch = Scratch::new();
    let mut area = |sampling: Sampling| {
        let bed = level_bed(Soil::dlr_a(), 0.01, ScmVariant { sampling, ..ScmVariant::default() });
        let mut sum = 0.0;
        for k in 0..100 {
            let offset = |n: i32| 0.01 * (f64::from(n) + 0.5) / 10.0;
            let body = at_rest(&shape, Vector3::new(offset(k % 10), offset(k / 10), -0.01));
            sum += press(&bed, &Field::new(), &body, &mut scratch).footprint.area;
        }
        sum / 100.0
    };
    let (raster, columns) = (area(Sampling::Raster), area(Sampling::Vertices));
    assert!((raster / 0.01 - 1.0).abs() < 1e-9, "{raster}");
    assert!((columns / 0.0121 - 1.0).abs() < 0.03, "{columns}");
}

#[test]
fn a_step_allocates_only_when_it_touches_a_new_tile() {
    let soil = Soil { compaction: 0.5, ..Soil::dlr_a() };
    let bed = level_bed(soil, 0.01, ScmVariant::default());
    let shape = RasterShape::wheel(Vector3::zeros(), Vector3::y(), 0.125, 0.1, None).unwrap();
    let (mut field, mut scratch) = (Field::new(), Scratch::new());
    let mut quiet = 0;
    for step in 0..6000 {
        let t = f64::from(step) * 1e-3;
        let body = BodyOnSoil {
            velocity: Vector3::new(0.1, 0.0, 0.0),
            rate: Vector3::new(0.0, 1.0, 0.0),
            ..at_rest(&shape, Vector3::new(0.2 * (0.7 * t).sin(), 0.03 * t.cos(), 0.105))
        };
        let before = field.tiles().0;
        let counted = allocation_counter::measure(|| {
            bed.evaluate(&field, &[body], 1e-3, true, &Serial, &mut scratch).unwrap();
            bed.commit(&mut field, &mut scratch);
        });
        // After a first turn over its ground nothing is new.
        if step > 4500 {
            assert_eq!(counted.count_total, 0, "step {step}, {} tiles", field.tiles().0);
            assert_eq!(before, field.tiles().0);
            quiet += 1;
        }
    }
    assert!(quiet > 1000);
}
