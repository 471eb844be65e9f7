//! What is to be seen of vehicles: shapes on their links. A vehicle of which nothing is said is seen by the shapes
//! that feel the ground.

use crate::math::rotation;
use crate::terrain::MeshGround;
use crate::vehicle::{ContactShape, Vehicle};
use crate::world::World;
use nalgebra::{Matrix3, Vector3};
use std::sync::Arc;

/// A shape on a link.
#[derive(Clone, Debug)]
pub struct Look {
    /// Index of the vehicle.
    pub vehicle: usize,
    /// Index of the link within the vehicle.
    pub link: usize,
    /// The shape, about its own origin.
    pub form: Form,
    /// Its origin in the link's axes, m.
    pub position: Vector3<f64>,
    /// Link from shape.
    pub rotation: Matrix3<f64>,
    /// What it reflects of red, green and blue, 0 to 1.
    pub albedo: [f64; 3],
}

/// A shape about its own origin.
#[derive(Clone, Debug)]
pub enum Form {
    /// A box.
    Box {
        /// Half its sides, m.
        half: Vector3<f64>,
    },
    /// A cylinder along z.
    Cylinder {
        /// m
        radius: f64,
        /// Half its length, m.
        half_length: f64,
    },
    /// A ball.
    Sphere {
        /// m
        radius: f64,
    },
    /// Triangles, seen from both sides.
    Mesh(Arc<MeshGround>),
}

/// What wheels and bodies reflect of which nothing is said.
const PLAIN: [f64; 3] = [0.3, 0.3, 0.32];
/// A wheel without a width is a disc of this share of its radius.
const DISC_SHARE: f64 = 0.05;

impl Look {
    /// A shape that feels the ground; none for a marker, which has no size, and for a body without faces.
    pub fn of_contactor(vehicle: usize, link: usize, shape: &ContactShape) -> Option<Self> {
        let upright = Matrix3::identity();
        let (form, position, rotation) = match shape {
            ContactShape::Marker { .. } => return None,
            ContactShape::Sphere { centre, radius } => {
                (Form::Sphere { radius: *radius }, *centre, upright)
            }
            ContactShape::Wheel { centre, axis, radius, width, .. } => {
                let width = if *width > 0.0 { *width } else { DISC_SHARE * radius };
                let turn = rotation::shortest(&Vector3::z(), axis).to_rotation_matrix();
                let form = Form::Cylinder { radius: *radius, half_length: 0.5 * width };
                (form, *centre, *turn.matrix())
            }
            ContactShape::Box { centre, axes, half } => (Form::Box { half: *half }, *centre, *axes),
            ContactShape::Mesh { vertices, triangles } => {
                let faces = MeshGround::new(vertices.clone(), triangles.clone()).ok()?;
                (Form::Mesh(Arc::new(faces)), Vector3::zeros(), upright)
            }
        };
        Some(Self { vehicle, link, form, position, rotation, albedo: PLAIN })
    }

    /// The shapes of a vehicle's contactors.
    pub fn of_contactors(number: usize, vehicle: &Vehicle) -> impl Iterator<Item = Self> {
        let contactors = vehicle.contactors.iter();
        contactors.filter_map(move |one| Self::of_contactor(number, one.link, &one.shape))
    }
}

/// All that is to be seen of a world's vehicles.
pub(super) fn all(world: &World) -> Vec<Look> {
    let mut looks = world.looks().to_vec();
    let told: Vec<bool> = (0..world.vehicles().len())
        .map(|vehicle| looks.iter().any(|look| look.vehicle == vehicle))
        .collect();
    for (number, vehicle) in world.vehicles().iter().enumerate() {
        if !told[number] {
            looks.extend(Look::of_contactors(number, vehicle));
        }
    }
    looks
}
