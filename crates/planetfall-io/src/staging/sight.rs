//! What cameras see of vehicles: the same that is drawn of them, but for stand-ins that are not there, such as the
//! balls of markers.

use super::looks;
use crate::run_folder::scene::{Form, Shape};
use crate::vehicle::Visual;
use nalgebra::Vector3;
use planetfall::imaging::{self, Look};
use planetfall::math::rotation;
use planetfall::terrain::MeshGround;
use planetfall::vehicle::ContactShape;
use planetfall::world::World;
use std::sync::Arc;

/// Shapes of all vehicles that have a name. What cannot be read is told where the scene is set.
pub(crate) fn seen(world: &World, visuals: &[Vec<Visual>]) -> Vec<Look> {
    let mut all = Vec::new();
    for (number, vehicle) in world.vehicles()[..world.named()].iter().enumerate() {
        let own = visuals.get(number).map_or(&[][..], Vec::as_slice);
        for link in 0..vehicle.tree.links().len() {
            let drawn = looks::shapes(vehicle, link, own, &mut Vec::new());
            let place = |shape: &Shape| look(number, link, shape);
            if own.iter().any(|visual| visual.link == link) {
                all.extend(drawn.iter().filter_map(place));
                continue;
            }
            let contactors = vehicle.contactors.iter().filter(|one| one.link == link);
            let solid: Vec<Look> =
                contactors.filter_map(|one| Look::of_contactor(number, link, &one.shape)).collect();
            if solid.is_empty() {
                // The box of its inertia.
                let boxes = drawn.iter().filter(|shape| matches!(shape.form, Form::Box { .. }));
                let faceless = vehicle.contactors.iter().any(|one| {
                    one.link == link && !matches!(one.shape, ContactShape::Marker { .. })
                });
                all.extend(boxes.filter(|_| !faceless).filter_map(place));
            }
            all.extend(solid);
        }
    }
    all
}

fn look(vehicle: usize, link: usize, shape: &Shape) -> Option<Look> {
    let form = match &shape.form {
        Form::Box { size_m } => imaging::Form::Box { half: Vector3::from(*size_m) * 0.5 },
        Form::Cylinder { radius_m, length_m } => {
            imaging::Form::Cylinder { radius: *radius_m, half_length: 0.5 * length_m }
        }
        Form::Sphere { radius_m } => imaging::Form::Sphere { radius: *radius_m },
        Form::Mesh { triangles } => imaging::Form::Mesh(Arc::new(mesh(triangles)?)),
    };
    let [red, green, blue, _] = shape.colour;
    Some(Look {
        vehicle,
        link,
        form,
        position: shape.position_m.into(),
        rotation: *rotation::from_numbers(&shape.rotation_wxyz).to_rotation_matrix().matrix(),
        albedo: [red, green, blue],
    })
}

/// Triangles from their corners one after the other; none if they make no surface.
fn mesh(corners: &[f32]) -> Option<MeshGround> {
    let vertices: Vec<Vector3<f64>> =
        corners.as_chunks::<3>().0.iter().map(|v| Vector3::from(v.map(f64::from))).collect();
    let triangles = (0..vertices.len() as u32 / 3).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    MeshGround::new(vertices, triangles).ok()
}
