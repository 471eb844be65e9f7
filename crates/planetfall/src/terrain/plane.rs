//! A plane without end, level or inclined.
//!
//! gap = n . p - n . p0 with the unit normal n and any point p0 of the plane (docs/theory/terrain.md,
//! eq. 2). A query costs three products and three sums, which matters: it is the ground of the
//! innermost loop of most runs.

use super::error::{self, TerrainError};
use super::trace::{self, Hit, Ray, Span, Tracer};
use super::{Extent, Facet, NoGround, Piece, SurfaceQuery, Terrain};
use crate::math::real;
use nalgebra::Vector3;

/// A plane through a point, with a slope and a downhill heading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    normal: Vector3<f64>,
    offset: f64,
    downhill: Option<Vector3<f64>>,
    facet: Facet,
}

impl Plane {
    /// A level plane at a height, m.
    pub fn level(height: f64) -> Result<Self, TerrainError> {
        Self::incline(Vector3::new(0.0, 0.0, height), 0.0, 0.0)
    }

    /// The plane through a point that falls by `slope` radians towards `downhill_heading`, an angle
    /// in radians clockwise from north (pi/2 is east).
    pub fn incline(
        through: Vector3<f64>,
        slope: f64,
        downhill_heading: f64,
    ) -> Result<Self, TerrainError> {
        for value in through.iter() {
            error::finite("a point of the plane, m", *value)?;
        }
        error::slope("slope, rad", slope)?;
        let ahead = heading_direction(error::finite("downhill heading, rad", downhill_heading)?);
        let (sine, cosine) = (real::sin(slope), real::cos(slope));
        let up = Vector3::z();
        let normal = ahead * sine + up * cosine;
        let downhill = (slope > 0.0).then(|| ahead * cosine - up * sine);
        Ok(Self { normal, offset: normal.dot(&through), downhill, facet: Facet::Level(0) })
    }

    /// The same plane under another name.
    pub(crate) fn named(self, facet: Facet) -> Self {
        Self { facet, ..self }
    }

    /// Unit normal, upwards.
    pub fn normal(&self) -> Vector3<f64> {
        self.normal
    }

    /// What a point sees of the plane.
    #[inline]
    pub fn query_at(&self, point: &Vector3<f64>) -> SurfaceQuery {
        SurfaceQuery {
            gap: self.normal.dot(point) - self.offset,
            normal: self.normal,
            facet: self.facet,
        }
    }

    /// All that lies below it.
    #[inline]
    pub(crate) fn half_space(&self) -> Piece {
        Piece::HalfSpace { normal: self.normal, offset: self.offset, facet: self.facet }
    }

    /// Height of the plane above a place, m.
    #[inline]
    pub fn elevation(&self, x: f64, y: f64) -> f64 {
        (self.offset - self.normal.x * x - self.normal.y * y) / self.normal.z
    }

    /// The unit vector that points down the slope; `None` if the plane is level.
    #[inline]
    pub fn downhill_direction(&self) -> Option<Vector3<f64>> {
        self.downhill
    }
}

impl Terrain for Plane {
    #[inline]
    fn query(&self, point: &Vector3<f64>) -> Result<SurfaceQuery, NoGround> {
        Ok(self.query_at(point))
    }

    fn height(&self, x: f64, y: f64) -> Result<f64, NoGround> {
        Ok(self.elevation(x, y))
    }

    fn extent(&self) -> Option<Extent> {
        None
    }

    fn pieces(
        &self,
        _low: &Vector3<f64>,
        _high: &Vector3<f64>,
        out: &mut Vec<Piece>,
    ) -> Result<bool, NoGround> {
        out.push(self.half_space());
        Ok(true)
    }

    fn downhill(&self, _x: f64, _y: f64) -> Option<Vector3<f64>> {
        self.downhill
    }

    fn tracer(&self) -> Box<dyn Tracer + '_> {
        Box::new(self)
    }
}

impl Tracer for Plane {
    #[inline]
    fn ground(&self, ray: &Ray, span: Span) -> Option<Hit> {
        let distance = trace::meet_plane(&self.normal, self.offset, ray, span)?;
        Some(Hit { distance, normal: self.normal, facet: self.facet })
    }
}

/// The horizontal unit vector of a heading, an angle in radians clockwise from north.
pub(crate) fn heading_direction(heading: f64) -> Vector3<f64> {
    Vector3::new(real::sin(heading), real::cos(heading), 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

    #[test]
    fn the_gap_over_a_level_plane_is_the_height_above_it() {
        let plane = Plane::level(2.5).unwrap();
        let query = plane.query(&Vector3::new(-7.0, 40.0, 3.75)).unwrap();
        assert_eq!((query.gap, query.normal), (1.25, Vector3::z()));
        assert_eq!(plane.downhill(0.0, 0.0), None);
    }

    #[test]
    fn a_slope_with_heading_east_falls_towards_the_east() {
        let plane = Plane::incline(Vector3::new(1.0, 2.0, 3.0), FRAC_PI_4, FRAC_PI_2).unwrap();
        assert!((plane.height(2.0, -50.0).unwrap() - 2.0).abs() < 1e-12);
        let half = 0.5f64.sqrt();
        let downhill = plane.downhill(0.0, 0.0).unwrap();
        assert!((downhill - Vector3::new(half, 0.0, -half)).norm() < 1e-15);
        assert!((plane.normal() - Vector3::new(half, 0.0, half)).norm() < 1e-15);
    }

    #[test]
    fn a_slope_that_is_no_slope_is_refused() {
        let make = |slope, heading| Plane::incline(Vector3::zeros(), slope, heading);
        for slope in [-0.1, FRAC_PI_2, 2.0, f64::NAN] {
            assert!(make(slope, 0.0).is_err(), "{slope}");
        }
        assert!(make(0.1, f64::INFINITY).is_err());
        assert!(Plane::level(f64::NAN).is_err());
    }

    proptest! {
        #[test]
        fn the_gap_over_an_incline_is_the_distance_to_its_plane(
            slope in 0.0..1.5f64, heading in -PI..PI, rise in -5.0..5.0f64,
            x in -1e4..1e4f64, y in -1e4..1e4f64,
        ) {
            let plane = Plane::incline(Vector3::new(3.0, -4.0, 5.0), slope, heading).unwrap();
            let foot = Vector3::new(x, y, plane.height(x, y).unwrap());
            let query = plane.query(&(foot + plane.normal() * rise)).unwrap();
            prop_assert!((query.gap - rise).abs() < 1e-9);
            prop_assert!((query.normal.norm() - 1.0).abs() < 1e-14);
            if let Some(downhill) = plane.downhill(x, y) {
                prop_assert!((downhill.norm() - 1.0).abs() < 1e-14);
                prop_assert!(downhill.dot(&plane.normal()).abs() < 1e-14);
                prop_assert!(downhill.z <= 0.0);
            }
        }
    }
}
