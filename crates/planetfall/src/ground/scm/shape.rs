//! What the soil's raster works out of a [`Shape`] once: spokes of grousers, normals of faces. Checked:
//! lengths are lengths, axes are unit vectors, grousers fit on their rim.

use super::mesh::{Mesh, MeshError};
use crate::shape::{Grousers, Shape, Wheel};
use nalgebra::{Matrix3, Vector3};
use std::sync::Arc;

/// A shape prepared for the soil's raster, in the axes of its body.
#[derive(Clone, Debug)]
pub struct RasterShape {
    pub(super) kind: RasterKind,
}

#[derive(Clone, Debug)]
pub(super) enum RasterKind {
    Wheel {
        centre: Vector3<f64>,
        axis: Vector3<f64>,
        radius: f64,
        half_width: f64,
        grousers: Option<Grousers>,
        /// Directions of the grousers, and along the rim there.
        spokes: Spokes,
    },
    Ball {
        centre: Vector3<f64>,
        radius: f64,
    },
    Box {
        centre: Vector3<f64>,
        axes: Matrix3<f64>,
        half: Vector3<f64>,
    },
    Mesh(Arc<Mesh>),
}

/// Unit vectors from the axis outwards, and along the rim there.
type Spokes = Arc<[(Vector3<f64>, Vector3<f64>)]>;

/// A shape that cannot be.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ShapeError {
    /// A length that is none.
    #[error("{quantity} is {value} m, but must be above zero and at most 100 m")]
    Length {
        /// Which length.
        quantity: &'static str,
        /// What was found.
        value: f64,
    },
    /// A centre or an axis with something else than numbers, or an axis that is none.
    #[error("{0} must be finite numbers, and an axis must not be zero")]
    Vector(&'static str),
    /// More grousers than fit on the rim.
    #[error("{count} grousers of {thickness} m do not fit on a rim of {circumference:.4} m")]
    Grousers {
        /// How many.
        count: u32,
        /// m
        thickness: f64,
        /// m
        circumference: f64,
    },
    /// A body of triangles that cannot be.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}

impl RasterShape {
    /// Prepares a shape. A point has no print: soil sees a ball of `marker_radius` (m) around it.
    /// To soil a cylinder is a smooth wheel, whichever way it stands.
    pub fn new(shape: &Shape, marker_radius: f64) -> Result<Self, ShapeError> {
        let kind = match shape {
            Shape::Point { point } => ball(*point, marker_radius)?,
            Shape::Ball { centre, radius } => ball(*centre, *radius)?,
            Shape::Wheel(wheel) => {
                rolling(wheel.centre, wheel.axis, wheel.rim(), wheel.width, wheel.grousers)?
            }
            Shape::Cylinder { centre, axes, radius, half_length } => {
                rolling(*centre, axes.column(2).into_owned(), *radius, 2.0 * half_length, None)?
            }
            Shape::Box { centre, axes, half } => cuboid(*centre, *axes, *half)?,
            Shape::Mesh { triangles, .. } => RasterKind::Mesh(Arc::new(Mesh::new(
                shape.vertices().collect(),
                triangles.clone(),
            )?)),
        };
        Ok(Self { kind })
    }

    /// A wheel about an axis; `radius` is that of the rim, from which grousers stand out. A plate
    /// in the form of a disc is a wheel with an upright axis.
    pub fn wheel(
        centre: Vector3<f64>,
        axis: Vector3<f64>,
        radius: f64,
        width: f64,
        grousers: Option<Grousers>,
    ) -> Result<Self, ShapeError> {
        let radius = radius + grousers.map_or(0.0, |grousers| grousers.height);
        Self::new(&Shape::Wheel(Wheel { centre, axis, radius, width, grousers }), 0.0)
    }

    /// A ball.
    pub fn ball(centre: Vector3<f64>, radius: f64) -> Result<Self, ShapeError> {
        Self::new(&Shape::Ball { centre, radius }, 0.0)
    }

    /// A box with sides along `axes`, unit vectors as columns.
    pub fn cuboid(
        centre: Vector3<f64>,
        axes: Matrix3<f64>,
        sides: Vector3<f64>,
    ) -> Result<Self, ShapeError> {
        Self::new(&Shape::Box { centre, axes, half: sides * 0.5 }, 0.0)
    }

    /// A body of triangles.
    pub fn mesh(vertices: Vec<Vector3<f64>>, triangles: Vec<[u32; 3]>) -> Result<Self, ShapeError> {
        Self::new(&Shape::mesh(vertices, triangles), 0.0)
    }

    /// The grousers of a wheel that has some.
    pub fn grousers(&self) -> Option<Grousers> {
        match self.kind {
            RasterKind::Wheel { grousers, .. } => grousers,
            RasterKind::Ball { .. } | RasterKind::Box { .. } | RasterKind::Mesh(_) => None,
        }
    }

    /// How high it is in a body with such axes, m.
    pub fn height(&self, body: &Matrix3<f64>) -> f64 {
        match &self.kind {
            RasterKind::Wheel { axis, radius, half_width, grousers, .. } => {
                let tip = radius + grousers.map_or(0.0, |grousers| grousers.height);
                let upright = (body * axis).z.abs().min(1.0);
                2.0 * (tip * (1.0 - upright * upright).sqrt() + half_width * upright)
            }
            RasterKind::Ball { radius, .. } => 2.0 * radius,
            RasterKind::Box { axes, half, .. } => {
                2.0 * (body * axes).row(2).abs().dot(&half.transpose())
            }
            RasterKind::Mesh(mesh) => {
                let heights = mesh.vertices.iter().map(|vertex| (body * vertex).z);
                let (low, high) = heights
                    .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), z| {
                        (low.min(z), high.max(z))
                    });
                high - low
            }
        }
    }

    /// Greatest distance of a point of the shape from the origin of its body, m.
    pub fn reach(&self) -> f64 {
        match &self.kind {
            RasterKind::Wheel { centre, radius, half_width, grousers, .. } => {
                let tip = radius + grousers.map_or(0.0, |grousers| grousers.height);
                centre.norm() + (tip * tip + half_width * half_width).sqrt()
            }
            RasterKind::Ball { centre, radius } => centre.norm() + radius,
            RasterKind::Box { centre, half, .. } => centre.norm() + half.norm(),
            RasterKind::Mesh(mesh) => mesh.reach(),
        }
    }
}

fn rolling(
    centre: Vector3<f64>,
    axis: Vector3<f64>,
    radius: f64,
    width: f64,
    grousers: Option<Grousers>,
) -> Result<RasterKind, ShapeError> {
    finite("the centre of the wheel", &centre)?;
    length("the radius of the wheel", radius)?;
    length("the width of the wheel", width)?;
    let axis = unit("the axis of the wheel", &axis)?;
    let spokes = match &grousers {
        Some(grousers) => spokes(&axis, radius, grousers)?,
        None => Arc::from([]),
    };
    Ok(RasterKind::Wheel { centre, axis, radius, half_width: 0.5 * width, grousers, spokes })
}

fn ball(centre: Vector3<f64>, radius: f64) -> Result<RasterKind, ShapeError> {
    finite("the centre of the ball", &centre)?;
    length("the radius of the ball", radius)?;
    Ok(RasterKind::Ball { centre, radius })
}

fn cuboid(
    centre: Vector3<f64>,
    axes: Matrix3<f64>,
    half: Vector3<f64>,
) -> Result<RasterKind, ShapeError> {
    finite("the centre of the box", &centre)?;
    for half in half.iter() {
        length("a side of the box", 2.0 * half)?;
    }
    let skew = (axes.transpose() * axes - Matrix3::identity()).abs().max();
    if skew.is_nan() || skew > 1e-9 {
        return Err(ShapeError::Vector(
            "the axes of the box, which are unit vectors at right angles,",
        ));
    }
    Ok(RasterKind::Box { centre, axes, half })
}

fn spokes(axis: &Vector3<f64>, radius: f64, grousers: &Grousers) -> Result<Spokes, ShapeError> {
    let Grousers { count, height, thickness } = *grousers;
    length("the height of the grousers", height)?;
    length("the thickness of the grousers", thickness)?;
    let circumference = std::f64::consts::TAU * radius;
    if f64::from(count) * thickness > circumference {
        return Err(ShapeError::Grousers { count, thickness, circumference });
    }
    // Any direction across the axis will do for the first one.
    let other = if axis.z.abs() < 0.9 { Vector3::z() } else { Vector3::x() };
    let ahead = axis.cross(&other).normalize();
    let up = ahead.cross(axis);
    let spoke = |k: u32| {
        let angle = std::f64::consts::TAU * f64::from(k) / f64::from(count);
        let (sine, cosine) = crate::math::real::sin_cos(angle);
        (up * -cosine + ahead * sine, up * sine + ahead * cosine)
    };
    Ok((0..count).map(spoke).collect())
}

fn length(quantity: &'static str, value: f64) -> Result<(), ShapeError> {
    if value > 0.0 && value <= 100.0 { Ok(()) } else { Err(ShapeError::Length { quantity, value }) }
}

fn finite(what: &'static str, vector: &Vector3<f64>) -> Result<(), ShapeError> {
    let sound = vector.iter().all(|value| value.is_finite());
    if sound { Ok(()) } else { Err(ShapeError::Vector(what)) }
}

fn unit(what: &'static str, vector: &Vector3<f64>) -> Result<Vector3<f64>, ShapeError> {
    finite(what, vector)?;
    let norm = vector.norm();
    if norm > 1e-9 { Ok(vector / norm) } else { Err(ShapeError::Vector(what)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_that_cannot_be_are_refused_with_what_is_wrong() {
        let (o, y) = (Vector3::zeros(), Vector3::y());
        let nan = Vector3::new(f64::NAN, 0.0, 0.0);
        assert!(RasterShape::wheel(o, y, f64::NAN, 0.1, None).is_err());
        assert!(RasterShape::wheel(o, o, 0.1, 0.1, None).is_err());
        assert!(RasterShape::ball(nan, 0.1).is_err());
        assert!(RasterShape::cuboid(o, Matrix3::from_element(1.0), Vector3::repeat(0.1)).is_err());
        let dense = Grousers { count: 200, height: 0.01, thickness: 0.01 };
        let error = RasterShape::wheel(o, y, 0.1, 0.1, Some(dense)).unwrap_err().to_string();
        assert!(error.contains("200 grousers"), "{error}");
    }
}
