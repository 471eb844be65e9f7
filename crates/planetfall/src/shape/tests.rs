use super::*;
use crate::math::rotation;

fn axes() -> Matrix3<f64> {
    rotation::about(&Vector3::new(0.6, 0.0, 0.8), 0.7)
}

fn all() -> [Shape; 6] {
    let centre = Vector3::new(0.1, 0.2, -0.3);
    let vertices = vec![Vector3::zeros(), Vector3::x(), Vector3::y(), Vector3::z()];
    let triangles = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let grousers = Some(Grousers { count: 8, height: 0.01, thickness: 0.003 });
    let axis = axes() * Vector3::y();
    [
        Shape::Point { point: centre },
        Shape::Ball { centre, radius: 0.2 },
        Shape::Box { centre, axes: axes(), half: Vector3::new(0.1, 0.2, 0.3) },
        Shape::Cylinder { centre, axes: axes(), radius: 0.2, half_length: 0.4 },
        Shape::Wheel(Wheel { centre, axis, radius: 0.25, width: 0.1, grousers }),
        Shape::Mesh { origin: centre, axes: axes(), vertices, triangles },
    ]
}

#[test]
fn the_image_of_an_image_is_the_shape() {
    for shape in all() {
        assert_eq!(shape.mirrored().mirrored(), shape);
    }
}

#[test]
fn a_mirrored_mesh_lies_where_the_mirror_shows_it_and_is_not_inside_out() {
    let [.., shape] = all();
    let image = shape.mirrored();
    for (own, seen) in shape.vertices().zip(image.vertices()) {
        assert_eq!(seen, flip(&own));
    }
    let volume = |shape: &Shape| {
        let at: Vec<Vector3<f64>> = shape.vertices().collect();
        let Shape::Mesh { triangles, .. } = shape else { panic!("a mesh") };
        let spatial_vector =
            |&[a, b, c]: &[u32; 3]| at[a as usize].dot(&at[b as usize].cross(&at[c as usize]));
        triangles.iter().map(spatial_vector).sum::<f64>() / 6.0
    };
    assert!((volume(&shape) - 1.0 / 6.0).abs() < 1e-14);
    assert!((volume(&image) - 1.0 / 6.0).abs() < 1e-14);
}

#[test]
fn turning_about_its_own_axis_moves_no_surface_of_a_round_shape() {
    let turn = rotation::about(&Vector3::z(), 0.4);
    let [point, ball, block, cylinder, wheel, mesh] = all();
    let about = |axis: Vector3<f64>| turn * axis * 3.0;
    assert_eq!(ball.tilting(&turn, &about(Vector3::x())), 0.0);
    assert!(cylinder.tilting(&turn, &about(axes() * Vector3::z())) < 1e-15);
    assert!((cylinder.tilting(&turn, &about(axes() * Vector3::x())) - 3.0).abs() < 1e-14);
    assert!(wheel.tilting(&turn, &about(axes() * Vector3::y())) < 1e-15);
    for shape in [point, block, mesh] {
        assert!(!shape.is_round());
        assert!((shape.tilting(&turn, &about(Vector3::y())) - 3.0).abs() < 1e-14);
    }
}

#[test]
fn the_box_of_a_mesh_holds_all_its_vertices_and_touches_them() {
    let [.., mesh] = all();
    let Some(Shape::Box { centre, half, .. }) = mesh.boxed() else { panic!("a box") };
    let beyond = |v: Vector3<f64>| (v - centre).abs() - half;
    assert!(mesh.vertices().all(|v| beyond(v).max() < 1e-15));
    for axis in 0..3 {
        assert!(mesh.vertices().any(|v| beyond(v)[axis].abs() < 1e-15));
    }
    assert_eq!(Shape::mesh(Vec::new(), Vec::new()).boxed(), None);
}

#[test]
fn the_rim_of_a_wheel_is_below_its_grousers() {
    let [.., wheel, _] = all();
    let wheel = wheel.with_grouser_thickness(0.004);
    let one = wheel.as_wheel().unwrap();
    assert_eq!(one.rim(), 0.25 - 0.01);
    assert_eq!(one.grousers.unwrap().thickness, 0.004);
}
