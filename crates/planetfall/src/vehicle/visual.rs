//! What is to be seen of vehicles: shapes on their links. A vehicle of which nothing is said is seen by the shapes
//! that feel the ground.

use super::Vehicle;
use crate::math::rotation;
use crate::shape::Shape;
use crate::terrain::MeshGround;
use nalgebra::{Matrix3, Vector3};
use std::sync::Arc;

/// A shape on a link.
#[derive(Clone, Debug)]
pub struct Visual {
    /// Index of the vehicle.
    pub vehicle: usize,
    /// Index of the link within the vehicle.
    pub link: usize,
    /// The shape, about its own origin.
    pub geometry: RayGeometry,
    /// Its origin in the link's axes, m.
    pub position: Vector3<f64>,
    /// Link from shape.
    pub rotation: Matrix3<f64>,
    /// What it reflects of red, green and blue, 0 to 1.
    pub albedo: [f64; 3],
}

/// What rays of a camera work out of a [`Shape`] once, about its own origin. Shapes that look alike
/// are one: a wheel is a cylinder.
#[derive(Clone, Debug)]
pub enum RayGeometry {
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
    Ball {
        /// m
        radius: f64,
    },
    /// Triangles, seen from both sides, in a hierarchy of boxes.
    Mesh(Arc<MeshGround>),
}

/// What wheels and bodies reflect of red, green and blue where nothing is said of it. Chosen: a light
/// metallic grey.
const PLAIN_ALBEDO: [f64; 3] = [0.3, 0.3, 0.32];

impl Visual {
    /// A shape on a link; none for a point, which has no size, and for a body without faces.
    pub fn new(vehicle: usize, link: usize, shape: &Shape, albedo: [f64; 3]) -> Option<Self> {
        let upright = Matrix3::identity();
        let (geometry, rotation) = match shape {
            Shape::Point { .. } => return None,
            Shape::Ball { radius, .. } => (RayGeometry::Ball { radius: *radius }, upright),
            Shape::Cylinder { axes, radius, half_length, .. } => {
                let (radius, half_length) = (*radius, *half_length);
                (RayGeometry::Cylinder { radius, half_length }, *axes)
            }
            Shape::Wheel(wheel) => {
                let turn = rotation::shortest(&Vector3::z(), &wheel.axis).to_rotation_matrix();
                let (radius, half_length) = (wheel.radius, 0.5 * wheel.drawn_width());
                (RayGeometry::Cylinder { radius, half_length }, *turn.matrix())
            }
            Shape::Box { axes, half, .. } => (RayGeometry::Box { half: *half }, *axes),
            Shape::Mesh { axes, vertices, triangles, .. } => {
                let faces = MeshGround::new(vertices.clone(), triangles.clone()).ok()?;
                (RayGeometry::Mesh(Arc::new(faces)), *axes)
            }
        };
        Some(Self { vehicle, link, geometry, position: *shape.centre(), rotation, albedo })
    }

    /// A shape that touches the ground, seen for want of a drawing.
    pub fn of_contactor(vehicle: usize, link: usize, shape: &Shape) -> Option<Self> {
        Self::new(vehicle, link, shape, PLAIN_ALBEDO)
    }

    /// The shapes of a vehicle's contactors.
    pub fn of_contactors(number: usize, vehicle: &Vehicle) -> impl Iterator<Item = Self> {
        let contactors = vehicle.contactors.iter();
        contactors.filter_map(move |one| Self::of_contactor(number, one.link, &one.shape))
    }
}
