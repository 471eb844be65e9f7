//! What is drawn of a link: the shapes of its file, or those of its contactors, or a box of its
//! inertia, so that nothing that moves is invisible.

use super::quaternion;
use crate::run_folder::scene::{Form, Origin, Shape};
use crate::vehicle::{Visual, VisualShape, mesh};
use nalgebra::{Matrix3, Rotation3, SymmetricEigen, Vector3};
use planetfall::math::rotation;
use planetfall::vehicle::{ContactShape, Inertia, Vehicle};
use std::path::Path;

/// Triangles beyond which a mesh is shown as a box: scene.json holds each mesh whole.
const MOST_TRIANGLES: usize = 100_000;
const BODY: [f64; 4] = [0.72, 0.72, 0.75, 1.0];
const WHEEL: [f64; 4] = [0.35, 0.35, 0.38, 1.0];
const MARKER: [f64; 4] = [0.85, 0.45, 0.15, 1.0];
/// Radius of a marker's ball as a share of its distance from the body's origin.
const MARKER_SHARE: f64 = 0.04;
/// Width of a wheel that has none, as a share of its radius.
const DISC_SHARE: f64 = 0.05;

/// All that is drawn of a link.
pub(super) fn shapes(
    vehicle: &Vehicle,
    link: usize,
    visuals: &[Visual],
    warnings: &mut Vec<String>,
) -> Vec<Shape> {
    let own = visuals.iter().filter(|visual| visual.link == link);
    let drawn: Vec<Shape> = own.filter_map(|visual| drawn(visual, warnings)).collect();
    if !drawn.is_empty() {
        return drawn;
    }
    let contactors = vehicle.contactors.iter().filter(|contactor| contactor.link == link);
    let mut shapes: Vec<Shape> = contactors.clone().map(|one| felt(&one.shape)).collect();
    let points = |shape: &ContactShape| matches!(shape, ContactShape::Marker { .. });
    if contactors.map(|one| &one.shape).all(points) {
        let inertia = vehicle.tree.links().get(link).and_then(|link| link.inertia.as_ref());
        shapes.extend(inertia.and_then(inertia_box));
    }
    shapes
}

/// A shape of the vehicle's file; none where its mesh cannot be read.
fn drawn(visual: &Visual, warnings: &mut Vec<String>) -> Option<Shape> {
    let (form, offset) = match &visual.shape {
        VisualShape::Box(size) => (Form::Box { size_m: (*size).into() }, Vector3::zeros()),
        VisualShape::Cylinder { radius, length } => {
            (Form::Cylinder { radius_m: *radius, length_m: *length }, Vector3::zeros())
        }
        VisualShape::Sphere { radius } => (Form::Sphere { radius_m: *radius }, Vector3::zeros()),
        VisualShape::Mesh { path, scale } => triangles(path, scale, warnings)?,
    };
    let place = visual.placement.position + visual.placement.rotation * offset;
    let rotation_wxyz = quaternion(&visual.placement.rotation);
    let colour = visual.colour;
    Some(Shape { form, position_m: place.into(), rotation_wxyz, colour, origin: Origin::Visual })
}

/// A mesh, or where it is too large its bounding box and that box's middle.
fn triangles(
    path: &Path,
    scale: &Vector3<f64>,
    warnings: &mut Vec<String>,
) -> Option<(Form, Vector3<f64>)> {
    let corners = match mesh::triangles(path) {
        Ok(corners) => corners,
        Err(error) => {
            warnings.push(format!("warning: a mesh is not drawn: {error}"));
            return None;
        }
    };
    let mut corners: Vec<Vector3<f64>> =
        corners.iter().map(|corner| corner.component_mul(scale)).collect();
    let count = corners.len() / 3;
    if count > MOST_TRIANGLES {
        warnings.push(format!(
            "warning: {} has {count} triangles, more than {MOST_TRIANGLES}, and is drawn as a box; \
             a simpler mesh would be drawn as it is",
            path.display()
        ));
        return bounding_box(corners.iter());
    }
    // A mirror turns triangles inside out.
    if scale.product() < 0.0 {
        corners.as_chunks_mut::<3>().0.iter_mut().for_each(|triangle| triangle.swap(1, 2));
    }
    let numbers = corners.iter().flat_map(|corner| [corner.x, corner.y, corner.z]);
    let triangles = numbers.map(|number| number as f32).collect();
    Some((Form::Mesh { triangles }, Vector3::zeros()))
}

/// A contactor's shape.
fn felt(shape: &ContactShape) -> Shape {
    let upright = Matrix3::identity();
    match shape {
        ContactShape::Marker { point } => {
            let radius_m = (MARKER_SHARE * point.norm()).max(1e-3);
            stand_in(Form::Sphere { radius_m }, point, &upright, MARKER)
        }
        ContactShape::Sphere { centre, radius } => {
            stand_in(Form::Sphere { radius_m: *radius }, centre, &upright, WHEEL)
        }
        ContactShape::Wheel { centre, axis, radius, width, .. } => {
            let length_m = if *width > 0.0 { *width } else { DISC_SHARE * radius };
            let turn = rotation::shortest(&Vector3::z(), axis).to_rotation_matrix();
            let form = Form::Cylinder { radius_m: *radius, length_m };
            stand_in(form, centre, turn.matrix(), WHEEL)
        }
        ContactShape::Box { centre, axes, half } => {
            stand_in(Form::Box { size_m: (half * 2.0).into() }, centre, axes, WHEEL)
        }
        ContactShape::Mesh { vertices, .. } => {
            let (form, middle) = bounding_box(vertices.iter())
                .unwrap_or((Form::Sphere { radius_m: 1e-3 }, Vector3::zeros()));
            stand_in(form, &middle, &upright, WHEEL)
        }
    }
}

fn stand_in(form: Form, place: &Vector3<f64>, axes: &Matrix3<f64>, colour: [f64; 4]) -> Shape {
    let (position_m, rotation_wxyz) = ((*place).into(), quaternion(axes));
    Shape { form, position_m, rotation_wxyz, colour, origin: Origin::Contactor }
}

/// A box about points and its middle.
fn bounding_box<'a>(
    mut points: impl Iterator<Item = &'a Vector3<f64>>,
) -> Option<(Form, Vector3<f64>)> {
    let first = *points.next()?;
    let grow = |(low, high): (Vector3<f64>, Vector3<f64>), point: &Vector3<f64>| {
        (low.inf(point), high.sup(point))
    };
    let (low, high) = points.fold((first, first), grow);
    Some((Form::Box { size_m: (high - low).into() }, 0.5 * (low + high)))
}

/// The homogeneous box with this inertia: its sides follow from I_x = m (b² + c²) / 12 and the
/// like, a² = 6 (I_y + I_z − I_x) / m, along the principal axes.
fn inertia_box(inertia: &Inertia) -> Option<Shape> {
    let about = inertia.about_centre();
    let is_principal = about.iter().enumerate().all(|(at, part)| at % 4 == 0 || *part == 0.0);
    let (moments, axes) = if is_principal {
        (about.diagonal(), Matrix3::identity())
    } else {
        let eigen = SymmetricEigen::new(*about);
        (eigen.eigenvalues, right_handed(eigen.eigenvectors))
    };
    let sum = moments.sum();
    let side = |moment: f64| (6.0 * (sum - 2.0 * moment) / inertia.mass()).max(0.0).sqrt();
    let size = moments.map(side);
    // A point mass has no size to show.
    if size.max() == 0.0 || !size.iter().all(|side| side.is_finite()) {
        return None;
    }
    Some(stand_in(Form::Box { size_m: size.into() }, inertia.centre(), &axes, BODY))
}

fn right_handed(mut axes: Matrix3<f64>) -> Matrix3<f64> {
    if axes.determinant() < 0.0 {
        axes.column_mut(2).neg_mut();
    }
    *Rotation3::from_matrix_unchecked(axes).matrix()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_box_of_a_boxs_inertia_is_the_box() {
        let (mass, [a, b, c]) = (12.0, [1.0, 2.0, 3.0]);
        let moments = Vector3::new(b * b + c * c, a * a + c * c, a * a + b * b) * (mass / 12.0);
        let shape = inertia_box(&Inertia::principal(mass, moments).unwrap()).unwrap();
        let Form::Box { size_m } = shape.form else { panic!("a box") };
        for (side, wanted) in size_m.iter().zip([a, b, c]) {
            assert!((side - wanted).abs() < 1e-12);
        }
    }

    #[test]
    fn turned_inertias_give_turned_boxes() {
        let turn = rotation::about(&Vector3::new(0.6, 0.0, 0.8), 0.7);
        let about =
            rotation::turned(&turn, &Matrix3::from_diagonal(&Vector3::new(13.0, 10.0, 5.0)));
        let shape = inertia_box(&Inertia::new(12.0, Vector3::x(), about).unwrap()).unwrap();
        let Form::Box { size_m: size } = shape.form else { panic!("a box") };
        let axes = rotation::from_numbers(&shape.rotation_wxyz).to_rotation_matrix();
        let [a, b, c] = size;
        let own = Vector3::new(b * b + c * c, a * a + c * c, a * a + b * b);
        let back = rotation::turned(axes.matrix(), &Matrix3::from_diagonal(&own));
        assert!((back - about).norm() < 1e-9);
    }

    #[test]
    fn a_mirrored_mesh_is_not_inside_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.obj");
        std::fs::write(&path, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
        let normal = |scale: Vector3<f64>| {
            let (form, _) = triangles(&path, &scale, &mut Vec::new()).unwrap();
            let Form::Mesh { triangles: t } = form else { panic!("a mesh") };
            (t[3] - t[0]) * (t[7] - t[1]) - (t[4] - t[1]) * (t[6] - t[0])
        };
        assert!(normal(Vector3::repeat(2.0)) > 0.0);
        assert!(normal(Vector3::new(1.0, -1.0, 1.0)) > 0.0);
    }
}
