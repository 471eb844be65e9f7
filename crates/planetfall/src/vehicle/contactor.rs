//! Parts of a vehicle that feel the ground.
//!
//! Every shape is felt at a small number of points, its *feelers*: a marker is one, a wheel has one
//! on each edge of its rim, a sphere one, a box one at each corner, a mesh one at each vertex. A
//! feeler of a round shape lies where the shape comes nearest to the surface. Compliant laws know
//! feelers only; methods with cone laws ask `contact::geometry`, which sees the whole shape.

use crate::terrain::{NoGround, Sounding, Terrain};
use nalgebra::{Matrix3, Vector3};

/// A shape on a link that feels the ground. All in the link's axes.
#[derive(Clone, Debug, PartialEq)]
pub enum ContactShape {
    /// A point.
    Marker {
        /// m
        point: Vector3<f64>,
    },
    /// A cylinder that rolls about its axis.
    Wheel {
        /// m
        centre: Vector3<f64>,
        /// Unit vector of the axle.
        axis: Vector3<f64>,
        /// To the ground: with grousers, to their tips, m.
        radius: f64,
        /// m; zero makes it a disc.
        width: f64,
        /// Ribs across the rim.
        grousers: Option<Grousers>,
    },
    /// A ball.
    Sphere {
        /// m
        centre: Vector3<f64>,
        /// m
        radius: f64,
    },
    /// A box.
    Box {
        /// Its middle, m.
        centre: Vector3<f64>,
        /// Unit vectors along its sides, as columns.
        axes: Matrix3<f64>,
        /// Half its sides, m.
        half: Vector3<f64>,
    },
    /// A body with flat faces, convex or not; compliant laws feel it at its vertices.
    Mesh {
        /// Vertices, m.
        vertices: Vec<Vector3<f64>>,
        /// Its faces by numbers of vertices, counter-clockwise seen from outside. Without any, the
        /// body is its vertices only.
        triangles: Vec<[u32; 3]>,
    },
}

/// Ribs across a wheel's rim.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grousers {
    /// How many.
    pub count: u32,
    /// Above the rim, m.
    pub height: f64,
}

/// One place at which a shape can touch, in the link's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Feeler {
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

impl ContactShape {
    /// Its feelers. The edges of a wheel share its law, corners of a box and vertices of a mesh have
    /// each the whole one ([`Self::share`]).
    pub fn feelers(&self) -> Vec<Feeler> {
        match self {
            Self::Marker { point } => vec![Feeler::Point(*point)],
            Self::Sphere { centre, radius } => {
                vec![Feeler::Ball { centre: *centre, radius: *radius }]
            }
            Self::Mesh { vertices, .. } => vertices.iter().map(|v| Feeler::Point(*v)).collect(),
            Self::Box { centre, axes, half } => {
                box_corners(centre, axes, half).map(Feeler::Point).to_vec()
            }
            Self::Wheel { centre, axis, radius, width, .. } => {
                let ring = |side: f64| Feeler::Ring {
                    centre: centre + axis * (side * 0.5 * width),
                    axis: *axis,
                    radius: *radius,
                };
                if *width > 0.0 { vec![ring(-1.0), ring(1.0)] } else { vec![ring(0.0)] }
            }
        }
    }

    /// What part of the law's force each feeler gives: the edges of a wheel half each.
    pub fn share(&self) -> f64 {
        match self {
            Self::Wheel { width, .. } if *width > 0.0 => 0.5,
            _ => 1.0,
        }
    }
}

impl Feeler {
    /// Where the feeler touches: the point in the site frame and what it sees of the ground.
    pub fn touch(
        &self,
        rotation: &Matrix3<f64>,
        origin: &Vector3<f64>,
        terrain: &dyn Terrain,
    ) -> Result<(Vector3<f64>, Sounding), NoGround> {
        let place = origin + rotation * self.middle() + self.reach(rotation, origin, terrain)?;
        Ok((place, terrain.sound(&place)?))
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
                Ok(terrain.sound(&(origin + rotation * centre))?.normal * -*radius)
            }
            Self::Ring { centre, axis, radius } => {
                let normal = terrain.upward(&(origin + rotation * centre))?;
                Ok(outward(&normal, &(rotation * axis)) * *radius)
            }
        }
    }
}

/// Corners of a box; bit 0 of a corner's number is its side along the first axis, and so on.
pub(crate) fn box_corners(
    centre: &Vector3<f64>,
    axes: &Matrix3<f64>,
    half: &Vector3<f64>,
) -> [Vector3<f64>; 8] {
    std::array::from_fn(|number| {
        let side = |axis: usize| if number >> axis & 1 == 1 { half[axis] } else { -half[axis] };
        centre + axes * Vector3::new(side(0), side(1), side(2))
    })
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
        let wheel = ContactShape::Wheel {
            centre: Vector3::new(0.0, 0.0, 0.25),
            axis: Vector3::y(),
            radius: 0.25,
            width: 0.4,
            grousers: None,
        };
        let ground = Plane::level(0.1).unwrap();
        for (feeler, y) in wheel.feelers().iter().zip([-0.2, 0.2]) {
            let (place, seen) =
                feeler.touch(&Matrix3::identity(), &Vector3::zeros(), &ground).unwrap();
            assert!((place - Vector3::new(0.0, y, 0.0)).norm() < 1e-15);
            assert!((seen.gap + 0.1).abs() < 1e-15);
        }
    }

    #[test]
    fn a_box_is_felt_at_its_eight_corners() {
        let half = Vector3::new(1.0, 2.0, 3.0);
        let shape = ContactShape::Box { centre: Vector3::x(), axes: Matrix3::identity(), half };
        let feelers = shape.feelers();
        assert_eq!(feelers.len(), 8);
        assert_eq!(feelers[0], Feeler::Point(Vector3::new(0.0, -2.0, -3.0)));
        assert_eq!(feelers[5], Feeler::Point(Vector3::new(2.0, -2.0, 3.0)));
    }

    #[test]
    fn a_wheel_on_an_incline_touches_uphill_of_its_lowest_point() {
        let slope = 0.3f64;
        let ground = Plane::incline(Vector3::zeros(), slope, std::f64::consts::FRAC_PI_2).unwrap();
        let (centre, axis) = (Vector3::zeros(), Vector3::y());
        let feeler = Feeler::Ring { centre, axis, radius: 0.5 };
        let (place, seen) =
            feeler.touch(&Matrix3::identity(), &Vector3::new(0.0, 0.0, 1.0), &ground).unwrap();
        let normal = Vector3::new(slope.sin(), 0.0, slope.cos());
        assert!((place - (Vector3::z() - normal * 0.5)).norm() < 1e-14);
        assert!((seen.gap - (slope.cos() - 0.5)).abs() < 1e-14);
    }
}
