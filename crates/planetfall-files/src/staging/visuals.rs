//! What is drawn of a link: the shapes of its file, or those of its contactors, or a box of its
//! inertia, so that nothing that moves is invisible.

use super::quaternion;
use crate::run_folder::scene::{Origin, SceneForm, SceneShape};
use crate::vehicle::{Drawing, Visual, mesh};
use nalgebra::{Matrix3, Rotation3, SymmetricEigen, Vector3};
use planetfall::math::rotation;
use planetfall::shape::{self, Shape};
use planetfall::vehicle::{Inertia, Placement, Vehicle};
use std::path::Path;

/// Triangles beyond which a mesh is shown as a box: scene.json holds each mesh whole. Chosen.
const MOST_TRIANGLES: usize = 100_000;
/// Colour of bodies, red, green, blue and opacity from 0 to 1. Chosen: a light grey.
const BODY_COLOUR: [f64; 4] = [0.72, 0.72, 0.75, 1.0];
/// Colour of wheels. Chosen: darker than bodies.
const WHEEL_COLOUR: [f64; 4] = [0.35, 0.35, 0.38, 1.0];
/// Colour of contact points. Chosen: an orange that stands out from bodies and ground.
const MARKER_COLOUR: [f64; 4] = [0.85, 0.45, 0.15, 1.0];
/// Radius of a marker's ball as a share of its distance from the body's origin. Chosen.
const MARKER_SHARE: f64 = 0.04;
/// Radius of what is too small to be seen, m. Chosen.
const SPECK: f64 = 1e-3;

/// A solid that is drawn.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    pub(super) shape: Shape,
    /// Red, green, blue and opacity, 0 to 1.
    pub(super) colour: [f64; 4],
    origin: Origin,
}

/// All that is drawn of a link.
pub(super) fn shapes(
    vehicle: &Vehicle,
    link: usize,
    visuals: &[Visual],
    warnings: &mut Vec<String>,
) -> Vec<Drawn> {
    let own = visuals.iter().filter(|visual| visual.link == link);
    let drawn: Vec<Drawn> = own.filter_map(|visual| drawn(visual, warnings)).collect();
    if !drawn.is_empty() {
        return drawn;
    }
    let contactors = vehicle.contactors.iter().filter(|contactor| contactor.link == link);
    let mut shapes: Vec<Drawn> = contactors.clone().map(|one| stand_in(&one.shape)).collect();
    if contactors.map(|one| &one.shape).all(Shape::is_point) {
        let inertia = vehicle.tree.links().get(link).and_then(|link| link.inertia.as_ref());
        shapes.extend(inertia.and_then(inertia_box));
    }
    shapes
}

/// A shape of the vehicle's file; none where its mesh cannot be read.
fn drawn(visual: &Visual, warnings: &mut Vec<String>) -> Option<Drawn> {
    let shape = match &visual.drawing {
        Drawing::Shape(shape) => shape.clone(),
        Drawing::MeshFile { placement, path, scale } => {
            triangles(path, placement, scale, warnings)?
        }
    };
    Some(Drawn { shape, colour: visual.colour, origin: Origin::Visual })
}

/// A mesh, or where it is too large the box around it.
fn triangles(
    path: &Path,
    placement: &Placement,
    scale: &Vector3<f64>,
    warnings: &mut Vec<String>,
) -> Option<Shape> {
    let corners = match mesh::triangles(path) {
        Ok(corners) => corners,
        Err(error) => {
            warnings.push(format!("warning: a mesh is not drawn: {error}"));
            return None;
        }
    };
    let mut corners: Vec<Vector3<f64>> =
        corners.iter().map(|corner| corner.component_mul(scale)).collect();
    let (origin, axes) = (placement.position, placement.rotation);
    let count = corners.len() / 3;
    if count > MOST_TRIANGLES {
        warnings.push(format!(
            "warning: {} has {count} triangles, more than {MOST_TRIANGLES}, and is drawn as a box; \
             a simpler mesh would be drawn as it is",
            path.display()
        ));
        let (low, high) = shape::bounds(corners.iter().copied())?;
        let centre = origin + axes * (0.5 * (low + high));
        return Some(Shape::Box { centre, axes, half: 0.5 * (high - low) });
    }
    // A mirror turns triangles inside out.
    if scale.product() < 0.0 {
        corners.as_chunks_mut::<3>().0.iter_mut().for_each(|triangle| triangle.swap(1, 2));
    }
    // As the scene stores them, so that cameras and viewer see the same.
    let vertices = corners.iter().map(|corner| corner.map(|part| f64::from(part as f32))).collect();
    let triangles = (0..count as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    Some(Shape::Mesh { origin, axes, vertices, triangles })
}

/// A contactor's shape, drawn for want of a drawing: a body with flat faces as the box around it.
fn stand_in(shape: &Shape) -> Drawn {
    let none = || Shape::Ball { centre: Vector3::zeros(), radius: SPECK };
    let colour = if shape.is_point() { MARKER_COLOUR } else { WHEEL_COLOUR };
    Drawn { shape: shape.boxed().unwrap_or_else(none), colour, origin: Origin::Contactor }
}

impl Drawn {
    /// As `scene.json` stores it: the one place where shapes become those of the file.
    pub(super) fn stored(&self) -> SceneShape {
        let upright = Matrix3::identity();
        let (form, rotation) = match &self.shape {
            Shape::Point { point } => {
                let radius_m = (MARKER_SHARE * point.norm()).max(SPECK);
                (SceneForm::Sphere { radius_m }, upright)
            }
            Shape::Ball { radius, .. } => (SceneForm::Sphere { radius_m: *radius }, upright),
            Shape::Box { axes, half, .. } => {
                (SceneForm::Box { size_m: (half * 2.0).into() }, *axes)
            }
            Shape::Cylinder { axes, radius, half_length, .. } => {
                let (radius_m, length_m) = (*radius, 2.0 * half_length);
                (SceneForm::Cylinder { radius_m, length_m }, *axes)
            }
            Shape::Wheel(wheel) => {
                let turn = rotation::shortest(&Vector3::z(), &wheel.axis).to_rotation_matrix();
                let (radius_m, length_m) = (wheel.radius, wheel.drawn_width());
                (SceneForm::Cylinder { radius_m, length_m }, *turn.matrix())
            }
            Shape::Mesh { axes, vertices, triangles, .. } => {
                let corners = triangles.iter().flatten().filter_map(|v| vertices.get(*v as usize));
                let numbers = corners.flat_map(|corner| [corner.x, corner.y, corner.z]);
                let triangles = numbers.map(|number| number as f32).collect();
                (SceneForm::Mesh { triangles }, *axes)
            }
        };
        SceneShape {
            form,
            position_m: (*self.shape.centre()).into(),
            rotation_wxyz: quaternion(&rotation),
            colour: self.colour,
            origin: self.origin,
        }
    }
}

/// The homogeneous box with this inertia: its sides follow from I_x = m (b² + c²) / 12 and the
/// like, a² = 6 (I_y + I_z − I_x) / m, along the principal axes.
fn inertia_box(inertia: &Inertia) -> Option<Drawn> {
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
    let shape = Shape::Box { centre: *inertia.centre(), axes, half: size * 0.5 };
    Some(Drawn { shape, colour: BODY_COLOUR, origin: Origin::Contactor })
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
        let drawn = inertia_box(&Inertia::principal(mass, moments).unwrap()).unwrap();
        let SceneForm::Box { size_m } = drawn.stored().form else { panic!("a box") };
        for (side, wanted) in size_m.iter().zip([a, b, c]) {
            assert!((side - wanted).abs() < 1e-12);
        }
    }

    #[test]
    fn turned_inertias_give_turned_boxes() {
        let turn = rotation::about(&Vector3::new(0.6, 0.0, 0.8), 0.7);
        let about =
            rotation::turned(&turn, &Matrix3::from_diagonal(&Vector3::new(13.0, 10.0, 5.0)));
        let drawn = inertia_box(&Inertia::new(12.0, Vector3::x(), about).unwrap()).unwrap();
        let shape = drawn.stored();
        let SceneForm::Box { size_m: size } = shape.form else { panic!("a box") };
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
            let placement = Placement::identity();
            let shape = triangles(&path, &placement, &scale, &mut Vec::new()).unwrap();
            let drawn = Drawn { shape, colour: BODY_COLOUR, origin: Origin::Visual };
            let SceneForm::Mesh { triangles: t } = drawn.stored().form else { panic!("a mesh") };
            (t[3] - t[0]) * (t[7] - t[1]) - (t[4] - t[1]) * (t[6] - t[0])
        };
        assert!(normal(Vector3::repeat(2.0)) > 0.0);
        assert!(normal(Vector3::new(1.0, -1.0, 1.0)) > 0.0);
    }
}
