//! Inclines side by side: bands in y, each a plane of its own slope, all falling to the east.
//!
//! All planes pass through one level line that runs from south to north, so bodies set down on that
//! line start alike on every slope. Between two bands is a vertical cut that is not a surface: a
//! point sees the plane of the band it stands in, and no wall. One run can slide a vehicle on each
//! of many slopes.

use super::error::{self, TerrainError};
use super::trace::{Hit, Ray, Span, Tracer};
use super::{Extent, Facet, NoGround, Piece, Plane, SurfaceQuery, Terrain};
use nalgebra::Vector3;
use std::f64::consts::FRAC_PI_2;

/// One incline of a striped ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// Southern edge, m.
    pub y_min: f64,
    /// Northern edge, m.
    pub y_max: f64,
    /// Angle by which it falls to the east, rad.
    pub slope: f64,
}

/// Inclines side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Strips {
    // Struct of arrays: the search touches the edges only.
    edges: Vec<(f64, f64)>,
    planes: Vec<Plane>,
}

impl Strips {
    /// Bands from south to north that do not overlap, through the line x = `x`, z = `height`, m.
    pub fn new(x: f64, height: f64, bands: &[Band]) -> Result<Self, TerrainError> {
        if bands.is_empty() {
            return Err(TerrainError::NoBands);
        }
        let mut strips = Self { edges: Vec::new(), planes: Vec::new() };
        for (number, band) in bands.iter().enumerate() {
            strips.check_order(number, band)?;
            let through = Vector3::new(x, 0.0, height);
            let plane = Plane::incline(through, band.slope, FRAC_PI_2)?;
            strips.edges.push((band.y_min, band.y_max));
            strips.planes.push(plane.named(Facet::Level(number as u32)));
        }
        Ok(strips)
    }

    fn check_order(&self, number: usize, band: &Band) -> Result<(), TerrainError> {
        let (y_min, y_max) = (
            error::finite("southern edge of a band, m", band.y_min)?,
            error::finite("northern edge of a band, m", band.y_max)?,
        );
        if y_min >= y_max {
            return Err(TerrainError::Range { what: "a band in y, m", min: y_min, max: y_max });
        }
        match self.edges.last() {
            Some(&(_, end)) if y_min < end => Err(TerrainError::BandsOverlap {
                band: number,
                previous: number - 1,
                y_min,
                y_max: end,
            }),
            _ => Ok(()),
        }
    }

    /// The band a place lies in. A place on the cut between two bands belongs to the northern one.
    fn band(&self, y: f64) -> Option<usize> {
        let begun = self.edges.partition_point(|&(y_min, _)| y_min <= y);
        let band = begun.checked_sub(1)?;
        (y <= self.edges[band].1).then_some(band)
    }

    fn plane(&self, x: f64, y: f64) -> Result<&Plane, NoGround> {
        self.band(y).map(|band| &self.planes[band]).ok_or(NoGround::Outside { x, y })
    }
}

impl Strips {
    /// The part of a band near a box, cut off beyond it in x.
    fn rectangle(
        &self,
        band: usize,
        low: &Vector3<f64>,
        high: &Vector3<f64>,
        out: &mut Vec<Piece>,
    ) {
        let (plane, (south, north)) = (&self.planes[band], self.edges[band]);
        let far = 4.0 * (high - low).norm();
        let (south, north) = (south.max(low.y - far), north.min(high.y + far));
        let corner = |x: f64, y: f64| Vector3::new(x, y, plane.elevation(x, y));
        let (west, east) = (low.x - far, high.x + far);
        let (a, b) = (corner(west, south), corner(east, south));
        let (c, d) = (corner(east, north), corner(west, north));
        let facet = Facet::Level(band as u32);
        out.push(Piece::Triangle { corners: [a, b, c], facet });
        out.push(Piece::Triangle { corners: [a, c, d], facet });
    }
}

impl Terrain for Strips {
    #[inline]
    fn query(&self, point: &Vector3<f64>) -> Result<SurfaceQuery, NoGround> {
        Ok(self.plane(point.x, point.y)?.query_at(point))
    }

    fn height(&self, x: f64, y: f64) -> Result<f64, NoGround> {
        Ok(self.plane(x, y)?.elevation(x, y))
    }

    /// From the southern to the northern edge; without end in x.
    fn extent(&self) -> Option<Extent> {
        let (first, last) = (self.edges.first()?, self.edges.last()?);
        Some(Extent {
            x_min: f64::NEG_INFINITY,
            x_max: f64::INFINITY,
            y_min: first.0,
            y_max: last.1,
        })
    }

    fn pieces(
        &self,
        low: &Vector3<f64>,
        high: &Vector3<f64>,
        out: &mut Vec<Piece>,
    ) -> Result<bool, NoGround> {
        let middle = 0.5 * (low + high);
        let plane = self.plane(middle.x, middle.y)?;
        let is_inside = |&(south, north): &(f64, f64)| south <= low.y && high.y <= north;
        if self.band(middle.y).is_some_and(|band| is_inside(&self.edges[band])) {
            out.push(plane.half_space());
            return Ok(true);
        }
        let first = self.edges.partition_point(|&(_, north)| north < low.y);
        let end = self.edges.partition_point(|&(south, _)| south <= high.y);
        for band in first..end {
            self.rectangle(band, low, high, out);
        }
        Ok(true)
    }

    fn downhill(&self, x: f64, y: f64) -> Option<Vector3<f64>> {
        self.plane(x, y).ok()?.downhill_direction()
    }

    fn tracer(&self) -> Box<dyn Tracer + '_> {
        Box::new(self)
    }
}

impl Tracer for Strips {
    /// Band by band, from the one that the ray is over; where it comes over one from below, it meets the cut.
    fn ground(&self, ray: &Ray, span: Span) -> Option<Hit> {
        let bands = self.edges.iter().zip(&self.planes);
        let hits = bands.filter_map(|(&edges, plane)| {
            plane.ground(ray, span.between(ray.origin.y, ray.direction.y, edges)?)
        });
        hits.min_by(|a, b| a.distance.total_cmp(&b.distance))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::real;

    fn band(y_min: f64, y_max: f64, slope: f64) -> Band {
        Band { y_min, y_max, slope }
    }

    fn strips() -> Strips {
        let bands = [band(0.0, 1.0, 0.0), band(1.0, 2.0, 0.3), band(3.0, 4.0, 0.5)];
        Strips::new(10.0, 5.0, &bands).unwrap()
    }

    #[test]
    fn each_band_is_its_own_incline() {
        let strips = strips();
        for (y, slope, number) in [(0.5, 0.0, 0), (1.5, 0.3, 1), (3.5, 0.5, 2)] {
            let expected = 5.0 - 2.0 * real::tan(slope);
            assert!((strips.height(12.0, y).unwrap() - expected).abs() < 1e-12);
            let query = strips.query(&Vector3::new(12.0, y, expected + 1.0)).unwrap();
            assert!((query.gap - real::cos(slope)).abs() < 1e-12);
            assert_eq!(query.facet, Facet::Level(number));
        }
    }

    #[test]
    fn the_cut_belongs_to_the_northern_band_and_there_is_no_ground_between_bands() {
        let strips = strips();
        let facet = |y| strips.query(&Vector3::new(0.0, y, 0.0)).map(|s| s.facet);
        assert_eq!(facet(1.0), Ok(Facet::Level(1)));
        assert_eq!(facet(2.0), Ok(Facet::Level(1)));
        for y in [-0.1, 2.5, 4.1, f64::NAN] {
            assert!(matches!(facet(y), Err(NoGround::Outside { .. })), "{y}");
        }
    }

    #[test]
    fn downhill_is_known_where_a_band_is_not_level() {
        let strips = strips();
        assert_eq!(strips.downhill(0.0, 0.5), None);
        let downhill = strips.downhill(0.0, 1.5).unwrap();
        assert!((downhill - Vector3::new(real::cos(0.3), 0.0, -real::sin(0.3))).norm() < 1e-15);
    }

    #[test]
    fn bands_that_overlap_or_are_empty_are_refused() {
        let make = |bands: &[Band]| Strips::new(0.0, 0.0, bands);
        assert_eq!(make(&[]), Err(TerrainError::NoBands));
        assert!(matches!(
            make(&[band(0.0, 1.0, 0.1), band(0.9, 2.0, 0.1)]),
            Err(TerrainError::BandsOverlap { band: 1, previous: 0, .. })
        ));
        assert!(matches!(make(&[band(1.0, 1.0, 0.1)]), Err(TerrainError::Range { .. })));
        assert!(make(&[band(0.0, f64::NAN, 0.1)]).is_err());
    }
}
