//! Contact sample points: where laws that give a force from kinematics ask the ground about a shape.
//!
//! Every shape is sampled at a small number of places: a point is one, a wheel has one on each edge
//! of its rim, a ball one, a box one at each corner, a cylinder eight around each end, a mesh one at
//! each vertex. The sample point of a round shape lies where the shape comes nearest to the
//! surface. Methods with cone laws ask `contact::geometry`, which sees the whole shape.

use crate::math::real;
use crate::shape::{Shape, Wheel, box_corners};
use crate::terrain::{NoGround, SurfaceQuery, Terrain};
use nalgebra::{Matrix3, Vector3};

/// Sample points around each end of a cylinder. Chosen.
const CYLINDER_SAMPLES: u32 = 8;

/// Where on a shape a contact sample point lies, in the link's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SampleLocus {
    /// A fixed point.
    Point(Vector3<f64>),
    /// The point of a circle that is nearest to the ground.
    Ring {
        /// m
        centre: Vector3<f64>,
        /// Unit normal of the circle's plane.
        axis: Vector3<f64>,
        /// m
        radius: f64,
    },
    /// The point of a ball that is nearest to the ground.
    Ball {
        /// m
        centre: Vector3<f64>,
        /// m
        radius: f64,
    },
}

/// The contact sample points of a shape. The edges of a wheel share its law, corners of a box, points of a
/// cylinder and vertices of a mesh have each the whole one ([`sample_weight`]).
pub fn sample_loci(shape: &Shape) -> Vec<SampleLocus> {
    match shape {
        Shape::Point { point } => vec![SampleLocus::Point(*point)],
        Shape::Ball { centre, radius } => {
            vec![SampleLocus::Ball { centre: *centre, radius: *radius }]
        }
        Shape::Mesh { .. } => shape.vertices().map(SampleLocus::Point).collect(),
        Shape::Box { centre, axes, half } => {
            box_corners(centre, axes, half).map(SampleLocus::Point).to_vec()
        }
        Shape::Cylinder { centre, axes, radius, half_length } => {
            let around = |end: f64| (0..CYLINDER_SAMPLES).map(move |number| (end, number));
            let point = |(end, number): (f64, u32)| {
                let turn = std::f64::consts::TAU / f64::from(CYLINDER_SAMPLES);
                let (sine, cosine) = real::sin_cos(turn * f64::from(number));
                let own = Vector3::new(radius * cosine, radius * sine, end * half_length);
                SampleLocus::Point(centre + axes * own)
            };
            around(-1.0).chain(around(1.0)).map(point).collect()
        }
        Shape::Wheel(Wheel { centre, axis, radius, width, .. }) => {
            let ring = |side: f64| SampleLocus::Ring {
                centre: centre + axis * (side * 0.5 * width),
                axis: *axis,
                radius: *radius,
            };
            if *width > 0.0 { vec![ring(-1.0), ring(1.0)] } else { vec![ring(0.0)] }
        }
    }
}

/// What part of the law's force each sample point gives: the edges of a wheel half each.
pub fn sample_weight(shape: &Shape) -> f64 {
    match shape {
        Shape::Wheel(Wheel { width, .. }) => {
            if *width > 0.0 {
                0.5
            } else {
                1.0
            }
        }
        Shape::Point { .. }
        | Shape::Ball { .. }
        | Shape::Box { .. }
        | Shape::Cylinder { .. }
        | Shape::Mesh { .. } => 1.0,
    }
}

impl SampleLocus {
    /// Where it touches: the point in the site frame and what it sees of the ground.
    pub fn touch(
        &self,
        rotation: &Matrix3<f64>,
        origin: &Vector3<f64>,
        terrain: &dyn Terrain,
    ) -> Result<(Vector3<f64>, SurfaceQuery), NoGround> {
        let place = origin + rotation * self.middle() + self.reach(rotation, origin, terrain)?;
        Ok((place, terrain.query(&place)?))
    }

    /// The point, or the middle of the round shape, in the link's axes.
    #[inline]
    pub fn middle(&self) -> &Vector3<f64> {
        match self {
            Self::Point(middle)
            | Self::Ring { centre: middle, .. }
            | Self::Ball { centre: middle, .. } => middle,
        }
    }

    /// From there to the point of the shape that is nearest to the ground, in the site's axes.
    pub fn reach(
        &self,
        rotation: &Matrix3<f64>,
        origin: &Vector3<f64>,
        terrain: &dyn Terrain,
    ) -> Result<Vector3<f64>, NoGround> {
        match self {
            Self::Point(_) => Ok(Vector3::zeros()),
            Self::Ball { centre, radius } => {
                Ok(terrain.query(&(origin + rotation * centre))?.normal * -*radius)
            }
            Self::Ring { centre, axis, radius } => {
                let normal = terrain.upward(&(origin + rotation * centre))?;
                Ok(outward(&normal, &(rotation * axis)) * *radius)
            }
        }
    }
}

/// The direction from a circle's centre to its point nearest to a plane of any normal, however long;
/// straight to the ground's side in the circle's plane. A circle that lies flat has no such point: any will do.
#[inline]
fn outward(normal: &Vector3<f64>, axle: &Vector3<f64>) -> Vector3<f64> {
    let down = axle * normal.dot(axle) - normal;
    let length = down.norm();
    if length > 1e-9 { down / length } else { crate::math::rotation::plane(axle).0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::Plane;

    #[test]
    fn an_upright_wheel_touches_below_its_axle_at_both_edges() {
        let wheel = Shape::Wheel(Wheel {
            centre: Vector3::new(0.0, 0.0, 0.25),
            axis: Vector3::y(),
            radius: 0.25,
            width: 0.4,
            grousers: None,
        });
        let ground = Plane::level(0.1).unwrap();
        for (locus, y) in sample_loci(&wheel).iter().zip([-0.2, 0.2]) {
            let (place, seen) =
                locus.touch(&Matrix3::identity(), &Vector3::zeros(), &ground).unwrap();
            assert!((place - Vector3::new(0.0, y, 0.0)).norm() < 1e-15);
            assert!((seen.gap + 0.1).abs() < 1e-15);
        }
    }

    #[test]
    fn a_box_is_sampled_at_its_eight_corners() {
        let half = Vector3::new(1.0, 2.0, 3.0);
        let shape = Shape::Box { centre: Vector3::x(), axes: Matrix3::identity(), half };
        let loci = sample_loci(&shape);
        assert_eq!(loci.len(), 8);
        assert_eq!(loci[0], SampleLocus::Point(Vector3::new(0.0, -2.0, -3.0)));
        assert_eq!(loci[5], SampleLocus::Point(Vector3::new(2.0, -2.0, 3.0)));
    }

    #[test]
    fn a_wheel_on_an_incline_touches_uphill_of_its_lowest_point() {
        let slope = 0.3f64;
        let ground = Plane::incline(Vector3::zeros(), slope, std::f64::consts::FRAC_PI_2).unwrap();
        let (centre, axis) = (Vector3::zeros(), Vector3::y());
        let locus = SampleLocus::Ring { centre, axis, radius: 0.5 };
        let (place, seen) =
            locus.touch(&Matrix3::identity(), &Vector3::new(0.0, 0.0, 1.0), &ground).unwrap();
        let normal = Vector3::new(slope.sin(), 0.0, slope.cos());
        assert!((place - (Vector3::z() - normal * 0.5)).norm() < 1e-14);
        assert!((seen.gap - (slope.cos() - 0.5)).abs() < 1e-14);
    }

    #[test]
    fn a_cylinder_is_sampled_around_both_ends() {
        let axes = Matrix3::from_columns(&[Vector3::y(), Vector3::z(), Vector3::x()]);
        let (radius, half_length) = (0.2, 0.5);
        let loci =
            sample_loci(&Shape::Cylinder { centre: Vector3::z(), axes, radius, half_length });
        assert_eq!(loci.len(), 16);
        for (number, locus) in loci.iter().enumerate() {
            let own = locus.middle() - Vector3::z();
            let end = if number < 8 { -half_length } else { half_length };
            assert!((own.x - end).abs() < 1e-15 && (own.y.hypot(own.z) - radius).abs() < 1e-15);
        }
    }
}
