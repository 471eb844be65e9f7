//! A contactor's shape with what questions about it need, worked out once.

use crate::vehicle::{ContactShape, box_corners};
use nalgebra::{Matrix3, Vector3};

use super::body::Body;

/// A shape in its link's axes.
#[derive(Clone, Debug)]
pub struct Solid {
    pub(super) form: Form,
    pub(super) middle: Vector3<f64>,
    /// Radius of the ball around the middle that holds the shape, m.
    pub(super) reach: f64,
}

#[derive(Clone, Debug)]
pub(super) enum Form {
    Point(Vector3<f64>),
    Ball { radius: f64 },
    Wheel { axis: Vector3<f64>, radius: f64, half_width: f64 },
    Box { axes: Matrix3<f64>, half: Vector3<f64>, body: Body },
    Mesh { body: Body },
}

impl Solid {
    /// The solid of a contactor's shape.
    pub fn new(shape: &ContactShape) -> Self {
        match shape {
            ContactShape::Marker { point } => {
                Self { form: Form::Point(*point), middle: *point, reach: 0.0 }
            }
            ContactShape::Sphere { centre, radius } => {
                Self { form: Form::Ball { radius: *radius }, middle: *centre, reach: *radius }
            }
            ContactShape::Wheel { centre, axis, radius, width, .. } => {
                // A width that is negative or no number is none.
                let (axis, half_width) = (*axis, (0.5 * width).max(0.0));
                let reach = (radius * radius + half_width * half_width).sqrt();
                Self {
                    form: Form::Wheel { axis, radius: *radius, half_width },
                    middle: *centre,
                    reach,
                }
            }
            ContactShape::Box { centre, axes, half } => {
                let body = Body::cuboid(&box_corners(centre, axes, half));
                let form = Form::Box { axes: *axes, half: *half, body };
                Self { form, middle: *centre, reach: half.norm() }
            }
            ContactShape::Mesh { vertices, triangles } => {
                let body = Body::new(vertices, triangles);
                let middle = body.middle();
                let reach = vertices.iter().map(|v| (v - middle).norm()).fold(0.0, f64::max);
                Self { form: Form::Mesh { body }, middle, reach }
            }
        }
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
        match &self.form {
            Form::Wheel { axis, radius, half_width } => {
                let axle = rotation * axis;
                axle.map(|a| half_width * a.abs() + radius * (1.0 - a * a).max(0.0).sqrt())
            }
            Form::Box { axes, half, .. } => (rotation * axes).abs() * half,
            _ => Vector3::repeat(self.reach),
        }
    }
}
