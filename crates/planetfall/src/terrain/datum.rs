//! The datum sphere, seen in the site frame.
//!
//! The site frame touches the sphere at its origin, so the planet's centre lies at z = -R. A point
//! at the horizontal distance d on the sphere lies lower by d^2 / (R + sqrt(R^2 - d^2)), about
//! d^2 / 2R (docs/theory/terrain.md, eqs 8-10). All differences of large numbers are rewritten as
//! quotients, so a gap of a millimetre survives a radius of thousands of kilometres.

use super::error::{self, TerrainError};
use super::trace::{self, Hit, Ray, Span, Tracer};
use super::{Extent, Facet, NoGround, Piece, SurfaceQuery, Terrain};
use nalgebra::Vector3;

/// The sphere that elevations are counted from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Datum {
    radius: f64,
}

impl Datum {
    /// A sphere of a radius, m, that touches the site frame's origin from below.
    pub fn new(radius: f64) -> Result<Self, TerrainError> {
        Ok(Self { radius: error::positive("radius of the datum, m", radius)? })
    }

    /// Radius, m.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Height in the site frame, m, of the point that lies above or below the horizontal place
    /// (`x`, `y`) and has an elevation above the datum, m; `None` beyond the horizon of that shell.
    pub fn height_of(&self, x: f64, y: f64, elevation: f64) -> Option<f64> {
        let (r, h) = (self.radius, elevation);
        let distance_squared = x * x + y * y;
        let shell = r + h;
        let root = shell * shell - distance_squared;
        if shell <= 0.0 || root.is_nan() || root < 0.0 {
            return None;
        }
        Some((h * (2.0 * r + h) - distance_squared) / (root.sqrt() + r))
    }

    /// Elevation of a point above the datum, m.
    pub fn elevation(&self, point: &Vector3<f64>) -> f64 {
        let from_centre = Vector3::new(point.x, point.y, point.z + self.radius).norm();
        (point.norm_squared() + 2.0 * self.radius * point.z) / (from_centre + self.radius)
    }
}

impl Terrain for Datum {
    fn query(&self, point: &Vector3<f64>) -> Result<SurfaceQuery, NoGround> {
        let from_centre = Vector3::new(point.x, point.y, point.z + self.radius);
        let gap = self.elevation(point);
        if !gap.is_finite() {
            return Err(NoGround::Outside { x: point.x, y: point.y });
        }
        let normal = from_centre.try_normalize(0.0).unwrap_or_else(Vector3::z);
        Ok(SurfaceQuery { gap, normal, facet: Facet::Datum })
    }

    fn height(&self, x: f64, y: f64) -> Result<f64, NoGround> {
        self.height_of(x, y, 0.0).ok_or(NoGround::Outside { x, y })
    }

    fn extent(&self) -> Option<Extent> {
        None
    }

    /// The tangent plane below the middle of the box. Half a metre away the sphere lies lower by
    /// less than a ten-millionth of a metre, on any body that one would land on.
    fn pieces(
        &self,
        low: &Vector3<f64>,
        high: &Vector3<f64>,
        out: &mut Vec<Piece>,
    ) -> Result<bool, NoGround> {
        let middle = 0.5 * (low + high);
        let SurfaceQuery { gap, normal, facet } = self.query(&middle)?;
        out.push(Piece::HalfSpace { normal, offset: normal.dot(&middle) - gap, facet });
        Ok(true)
    }

    fn tracer(&self) -> Box<dyn Tracer + '_> {
        Box::new(self)
    }
}

impl Tracer for Datum {
    /// The first root of a t² + 2 b t + c, the square of the distance from the middle less that of the radius.
    fn ground(&self, ray: &Ray, span: Span) -> Option<Hit> {
        let (start, d) = (ray.at(span.from), &ray.direction);
        let (a, b) = (d.norm_squared(), start.dot(d) + self.radius * d.z);
        let c = start.norm_squared() + 2.0 * self.radius * start.z;
        let distance = if c <= 0.0 { 0.0 } else { trace::first_root(a, b, c)? };
        let at = start + d * distance + Vector3::z() * self.radius;
        let hit =
            Hit { distance: span.from + distance, normal: at.normalize(), facet: Facet::Datum };
        (hit.distance <= span.to).then_some(hit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MARS: f64 = 3_389_500.0;

    #[test]
    fn ten_kilometres_away_the_datum_of_mars_lies_fifteen_metres_lower() {
        let datum = Datum::new(MARS).unwrap();
        let height = datum.height(6_000.0, 8_000.0).unwrap();
        assert!((height + 1e8 / (2.0 * MARS)).abs() < 1e-4, "{height}");
    }

    #[test]
    fn beyond_the_limb_there_is_no_height() {
        let datum = Datum::new(10.0).unwrap();
        assert!(datum.height(10.1, 0.0).is_err());
        assert_eq!(datum.height_of(0.0, 0.0, -11.0), None);
        assert!(Datum::new(0.0).is_err());
    }

    proptest! {
        #[test]
        fn height_and_elevation_are_inverse(
            x in -1e6..1e6f64, y in -1e6..1e6f64, elevation in -1e4..1e4f64,
        ) {
            let datum = Datum::new(MARS).unwrap();
            let z = datum.height_of(x, y, elevation).unwrap();
            let query = datum.query(&Vector3::new(x, y, z)).unwrap();
            prop_assert!((query.gap - elevation).abs() < 1e-8);
            prop_assert!((query.normal.norm() - 1.0).abs() < 1e-14);
        }
    }
}
