//! Parallel dunes: a sine in the east direction.
//!
//! z(x) = a sin(k x), k = 2π/λ. The foot of a point (x, z) on the surface is where the line to it
//! stands at right angles on the curve, (x − s) + (z − z(s)) z'(s) = 0, found by Gauss–Newton
//! iteration from s = x; it contracts by about |gap| · curvature each time. The gap is then the
//! true distance, and its gradient the normal, so that the ground does no work by itself. Above
//! the centres of curvature, 1/(a k²) over the troughs, a point has several feet: there it sees
//! the tangent plane of the surface under it, which matters to nobody who does not yet touch.

use nalgebra::Vector3;
use planetfall::math::real;
use planetfall::terrain::{Extent, Facet, NoGround, SurfaceQuery, Terrain};
use std::f64::consts::TAU;

/// A field of dunes without end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dunes {
    /// a, m: half the height from trough to crest.
    pub amplitude: f64,
    /// λ, m: from crest to crest.
    pub wavelength: f64,
}

/// Iterations after which a point counts as too far away for a foot of its own.
const PATIENCE: usize = 40;
/// Correction of the foot that no longer matters, m.
const SETTLED: f64 = 1e-14;

impl Dunes {
    /// Height and slope dz/dx above a place.
    fn surface(&self, x: f64) -> (f64, f64) {
        let number = TAU / self.wavelength;
        let (sine, cosine) = (real::sin(number * x), real::cos(number * x));
        (self.amplitude * sine, self.amplitude * number * cosine)
    }

    /// The least distance from the surface to a centre of curvature, m.
    fn least_radius(&self) -> f64 {
        let number = TAU / self.wavelength;
        1.0 / (self.amplitude * number * number)
    }

    /// East coordinate of the surface point nearest to (x, z).
    fn foot(&self, x: f64, z: f64) -> f64 {
        let (height, _) = self.surface(x);
        if (z - height).abs() > 0.5 * self.least_radius() {
            return x;
        }
        let mut foot = x;
        for _ in 0..PATIENCE {
            let (height, slope) = self.surface(foot);
            let correction = ((x - foot) + (z - height) * slope) / (1.0 + slope * slope);
            foot += correction;
            if correction.abs() <= SETTLED * (1.0 + foot.abs()) {
                return foot;
            }
        }
        x
    }
}

impl Terrain for Dunes {
    fn query(&self, point: &Vector3<f64>) -> Result<SurfaceQuery, NoGround> {
        let foot = self.foot(point.x, point.z);
        let (height, slope) = self.surface(foot);
        let normal = Vector3::new(-slope, 0.0, 1.0) / (1.0 + slope * slope).sqrt();
        let gap = (point.x - foot) * normal.x + (point.z - height) * normal.z;
        // Dunes are numbered from trough to trough; a negative number wraps and stays its own.
        let dune = (foot / self.wavelength + 0.25).floor() as i64;
        Ok(SurfaceQuery { gap, normal, facet: Facet::Other(dune as u64) })
    }

    fn height(&self, x: f64, _y: f64) -> Result<f64, NoGround> {
        Ok(self.surface(x).0)
    }

    fn extent(&self) -> Option<Extent> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DUNES: Dunes = Dunes { amplitude: 0.3, wavelength: 6.0 };

    /// Places that cover a dune at unlike distances from crest and trough.
    fn places() -> impl Iterator<Item = f64> {
        (-60..60).map(|step| 0.13 * f64::from(step))
    }

    #[test]
    fn a_point_lifted_along_the_normal_has_that_gap_and_that_normal() {
        for x in places() {
            let (height, _) = DUNES.surface(x);
            let on = DUNES.query(&Vector3::new(x, 2.0, height)).unwrap();
            assert!(on.gap.abs() < 1e-13);
            for gap in [-0.2, -0.01, 0.05, 0.4] {
                let point = Vector3::new(x, -7.0, height) + on.normal * gap;
                let seen = DUNES.query(&point).unwrap();
                assert!((seen.gap - gap).abs() < 1e-11, "x {x}: {} for {gap}", seen.gap);
                assert!((seen.normal - on.normal).norm() < 1e-10);
            }
        }
    }

    #[test]
    fn the_normal_is_the_gradient_of_the_gap() {
        let gap = |point: Vector3<f64>| DUNES.query(&point).unwrap().gap;
        for x in places() {
            let (height, _) = DUNES.surface(x);
            let point = Vector3::new(x, 0.0, height + 0.1);
            let normal = DUNES.query(&point).unwrap().normal;
            let rise = |axis: Vector3<f64>| (gap(point + axis) - gap(point - axis)) / 2e-5;
            let gradient = Vector3::new(rise(Vector3::x() * 1e-5), 0.0, rise(Vector3::z() * 1e-5));
            assert!((gradient - normal).norm() < 1e-8, "at {x}");
        }
    }

    #[test]
    fn a_point_far_above_or_below_sees_the_tangent_plane_under_it() {
        for z in [50.0, -50.0] {
            let seen = DUNES.query(&Vector3::new(1.5, 0.0, z)).unwrap();
            assert!((seen.gap - (z - 0.3)).abs() < 1e-12, "the crest is level");
        }
    }

    #[test]
    fn every_dune_has_its_own_number() {
        let facet = |x: f64| DUNES.query(&Vector3::new(x, 0.0, 0.1)).unwrap().facet;
        assert_eq!(facet(1.5), facet(2.9));
        assert_ne!(facet(1.5), facet(7.5));
        assert_ne!(facet(1.5), facet(-4.5));
    }
}
