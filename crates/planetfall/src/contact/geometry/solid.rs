//! What contact detection works out of a [`Shape`] once: corners and faces of flat bodies, bounding ball.

use crate::shape::{Shape, Wheel, box_corners};
use nalgebra::{Matrix3, Vector3};

use super::polyhedron::Polyhedron;

/// A shape prepared for contact detection, in its link's axes.
#[derive(Clone, Debug)]
pub struct CollisionShape {
    pub(super) geometry: Geometry,
    pub(super) middle: Vector3<f64>,
    /// Radius of the ball around the middle that holds the shape, m.
    pub(super) reach: f64,
}

#[derive(Clone, Debug)]
/// Shapes that are alike to detection are one: a wheel is a cylinder, its grousers lie within it.
pub(super) enum Geometry {
    Point(Vector3<f64>),
    Ball { radius: f64 },
    Round { axis: Vector3<f64>, radius: f64, half_width: f64 },
    Box { axes: Matrix3<f64>, half: Vector3<f64>, body: Polyhedron },
    Mesh { body: Polyhedron },
}

impl CollisionShape {
    /// Prepares a shape.
    pub fn new(shape: &Shape) -> Self {
        match shape {
            Shape::Point { point } => {
                Self { geometry: Geometry::Point(*point), middle: *point, reach: 0.0 }
            }
            Shape::Ball { centre, radius } => {
                let geometry = Geometry::Ball { radius: *radius };
                Self { geometry, middle: *centre, reach: *radius }
            }
            Shape::Wheel(Wheel { centre, axis, radius, width, .. }) => {
                Self::round(centre, *axis, *radius, 0.5 * width)
            }
            Shape::Cylinder { centre, axes, radius, half_length } => {
                Self::round(centre, axes.column(2).into_owned(), *radius, *half_length)
            }
            Shape::Box { centre, axes, half } => {
                let body = Polyhedron::cuboid(&box_corners(centre, axes, half));
                let geometry = Geometry::Box { axes: *axes, half: *half, body };
                Self { geometry, middle: *centre, reach: half.norm() }
            }
            Shape::Mesh { triangles, .. } => {
                let vertices: Vec<Vector3<f64>> = shape.vertices().collect();
                let body = Polyhedron::new(&vertices, triangles);
                let middle = body.middle();
                let reach = vertices.iter().map(|v| (v - middle).norm()).fold(0.0, f64::max);
                Self { geometry: Geometry::Mesh { body }, middle, reach }
            }
        }
    }

    fn round(centre: &Vector3<f64>, axis: Vector3<f64>, radius: f64, half_width: f64) -> Self {
        // A width that is negative or no number is none.
        let half_width = half_width.max(0.0);
        let reach = (radius * radius + half_width * half_width).sqrt();
        let geometry = Geometry::Round { axis, radius, half_width };
        Self { geometry, middle: *centre, reach }
    }

    /// The middle of the shape in the link's axes, m.
    pub fn middle(&self) -> &Vector3<f64> {
        &self.middle
    }

    /// Radius of the ball around the middle that holds the shape, m.
    pub fn reach(&self) -> f64 {
        self.reach
    }

    /// Half the sides of the upright box around the shape in turned axes, m.
    pub(super) fn half_extent(&self, rotation: &Matrix3<f64>) -> Vector3<f64> {
        match &self.geometry {
            Geometry::Round { axis, radius, half_width } => {
                let axle = rotation * axis;
                axle.map(|a| half_width * a.abs() + radius * (1.0 - a * a).max(0.0).sqrt())
            }
            Geometry::Box { axes, half, .. } => (rotation * axes).abs() * half,
            Geometry::Point(_) | Geometry::Ball { .. } | Geometry::Mesh { .. } => {
                Vector3::repeat(self.reach)
            }
        }
    }
}

impl Geometry {
    /// Corners, edges and faces of a body that has flat ones.
    pub(super) fn body(&self) -> Option<&Polyhedron> {
        match self {
            Self::Box { body, .. } | Self::Mesh { body } => Some(body),
            Self::Point(_) | Self::Ball { .. } | Self::Round { .. } => None,
        }
    }

    /// Whether it is more than a point.
    pub(super) fn is_solid(&self) -> bool {
        match self {
            Self::Point(_) => false,
            Self::Ball { .. } | Self::Round { .. } | Self::Box { .. } | Self::Mesh { .. } => true,
        }
    }

    /// Whether the ground near it is kept from step to step: a wheel rolls over the same triangles
    /// for many steps.
    pub(super) fn keeps_vicinity(&self) -> bool {
        match self {
            Self::Round { .. } => true,
            Self::Point(_) | Self::Ball { .. } | Self::Box { .. } | Self::Mesh { .. } => false,
        }
    }
}
