//! A level ground with one step: lower level, vertical wall, upper level.
//!
//! The ground is one solid and the gap is the exact signed distance to its L-shaped surface in the
//! vertical plane across the edge (docs/theory/terrain.md, eqs 4-5). A marker that runs into the
//! wall is nearest to the wall and is pushed back; one that stands on a level is pushed up.
//!
//! Coordinates across the edge: s, m, grows from the lower to the upper side and is zero at the
//! wall; z is the height.

use super::error::{self, TerrainError};
use super::plane::heading_direction;
use super::trace::{self, Hit, Ray, Span, Tracer};
use super::{Extent, Facet, NoGround, Piece, SurfaceQuery, Terrain};
use nalgebra::Vector3;

/// A lower and an upper level with a vertical wall between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    uphill: Vector3<f64>,
    edge: f64,
    lower: f64,
    upper: f64,
}

/// A surface of the step nearest to a point: gap and normal (across, up) in the vertical plane.
struct NearestSurface {
    gap: f64,
    across: f64,
    up: f64,
    facet: Facet,
}

impl Step {
    /// A step up of `rise` metres from the height `lower`, met after `edge` metres from the origin
    /// when going along `heading`, an angle in radians clockwise from north.
    pub fn new(lower: f64, rise: f64, heading: f64, edge: f64) -> Result<Self, TerrainError> {
        let lower = error::finite("height of the lower level, m", lower)?;
        let upper = lower + error::positive("rise of the step, m", rise)?;
        let uphill = heading_direction(error::finite("heading of the step, rad", heading)?);
        Ok(Self { uphill, edge: error::finite("place of the edge, m", edge)?, lower, upper })
    }

    /// Distance beyond the edge, m; negative on the lower side.
    #[inline]
    fn beyond(&self, x: f64, y: f64) -> f64 {
        self.uphill.x * x + self.uphill.y * y - self.edge
    }

    /// The wall, whose nearest point may be its top or bottom edge.
    fn wall(&self, s: f64, z: f64) -> NearestSurface {
        let above = z - z.clamp(self.lower, self.upper);
        let distance = (s * s + above * above).sqrt();
        let sign = if s < 0.0 { 1.0 } else { -1.0 };
        let (across, up) = if distance > 0.0 {
            (sign * s / distance, sign * above / distance)
        } else {
            (-1.0, 0.0)
        };
        NearestSurface { gap: sign * distance, across, up, facet: Facet::Wall(1) }
    }

    fn nearest(&self, s: f64, z: f64) -> NearestSurface {
        let level = |height: f64, number| NearestSurface {
            gap: z - height,
            across: 0.0,
            up: 1.0,
            facet: Facet::Level(number),
        };
        let tread = if s < 0.0 { level(self.lower, 0) } else { level(self.upper, 1) };
        // Only the tread on the point's own side and the wall can be nearest: any way to the other
        // tread passes through the wall's plane nearer than it ends.
        let inside = tread.gap < 0.0;
        if s < 0.0 && inside || s >= 0.0 && !inside {
            return tread;
        }
        let wall = self.wall(s, z);
        if wall.gap.abs() < tread.gap.abs() { wall } else { tread }
    }
}

impl Step {
    /// Lower level, wall and upper level as rectangles far enough beyond a box that their outer
    /// borders do not matter.
    fn profile(&self, middle: &Vector3<f64>, far: f64, out: &mut Vec<Piece>) {
        let side = Vector3::new(-self.uphill.y, self.uphill.x, 0.0);
        let along = side.dot(middle);
        let line = |s: f64, z: f64| {
            [along + far, along - far]
                .map(|t| self.uphill * (self.edge + s) + side * t + Vector3::z() * z)
        };
        let lines = [
            line(-far, self.lower),
            line(0.0, self.lower),
            line(0.0, self.upper),
            line(far, self.upper),
        ];
        let facets = [Facet::Level(0), Facet::Wall(1), Facet::Level(1)];
        for (pair, facet) in lines.windows(2).zip(facets) {
            if let [[a, b], [c, d]] = *pair {
                out.push(Piece::Triangle { corners: [a, b, d], facet });
                out.push(Piece::Triangle { corners: [a, d, c], facet });
            }
        }
    }
}

impl Terrain for Step {
    #[inline]
    fn query(&self, point: &Vector3<f64>) -> Result<SurfaceQuery, NoGround> {
        let near = self.nearest(self.beyond(point.x, point.y), point.z);
        let normal = self.uphill * near.across + Vector3::z() * near.up;
        Ok(SurfaceQuery { gap: near.gap, normal, facet: near.facet })
    }

    fn height(&self, x: f64, y: f64) -> Result<f64, NoGround> {
        Ok(if self.beyond(x, y) < 0.0 { self.lower } else { self.upper })
    }

    fn extent(&self) -> Option<Extent> {
        None
    }

    fn pieces(
        &self,
        low: &Vector3<f64>,
        high: &Vector3<f64>,
        out: &mut Vec<Piece>,
    ) -> Result<bool, NoGround> {
        let (middle, half) = (0.5 * (low + high), 0.5 * (high - low));
        let beyond = self.beyond(middle.x, middle.y);
        let reach = self.uphill.x.abs() * half.x + self.uphill.y.abs() * half.y;
        if beyond.abs() <= reach {
            self.profile(&middle, 4.0 * half.norm() + (self.upper - self.lower), out);
        } else {
            let (offset, facet) = if beyond < 0.0 {
                (self.lower, Facet::Level(0))
            } else {
                (self.upper, Facet::Level(1))
            };
            out.push(Piece::HalfSpace { normal: Vector3::z(), offset, facet });
        }
        Ok(true)
    }

    fn tracer(&self) -> Box<dyn Tracer + '_> {
        Box::new(self)
    }
}

impl Tracer for Step {
    /// Over each side there is one level; a ray that comes over the upper one from below it has met the wall.
    fn ground(&self, ray: &Ray, span: Span) -> Option<Hit> {
        let start = self.beyond(ray.origin.x, ray.origin.y);
        let rate = self.uphill.dot(&ray.direction);
        let level = |number: u32, limits: (f64, f64)| {
            let part = span.between(start, rate, limits)?;
            let height = if number == 0 { self.lower } else { self.upper };
            let distance = trace::meet_plane(&Vector3::z(), height, ray, part)?;
            let wall = number == 1 && distance == part.from && part.from > span.from;
            let (normal, facet) = match wall {
                true => (-self.uphill, Facet::Wall(1)),
                false => (Vector3::z(), Facet::Level(number)),
            };
            Some(Hit { distance, normal, facet })
        };
        let (low, high) = (level(0, (f64::NEG_INFINITY, 0.0)), level(1, (0.0, f64::INFINITY)));
        match (low, high) {
            (Some(low), Some(high)) => Some(if high.distance <= low.distance { high } else { low }),
            (low, high) => low.or(high),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::f64::consts::FRAC_PI_2;

    /// Lower level at z = 1, upper at z = 1.5, wall at x = 2, going east.
    fn step() -> Step {
        Step::new(1.0, 0.5, FRAC_PI_2, 2.0).unwrap()
    }

    fn query(x: f64, z: f64) -> SurfaceQuery {
        step().query(&Vector3::new(x, 7.0, z)).unwrap()
    }

    #[test]
    fn a_marker_that_runs_into_the_wall_is_pushed_back_not_up() {
        let query = query(2.02, 1.2);
        assert!((query.gap + 0.02).abs() < 1e-12);
        assert!((query.normal - Vector3::new(-1.0, 0.0, 0.0)).norm() < 1e-12);
        assert_eq!(query.facet, Facet::Wall(1));
    }

    #[test]
    fn a_marker_on_a_level_is_pushed_up() {
        for (x, z, level) in [(1.0, 0.99, 0), (2.3, 1.49, 1)] {
            let query = query(x, z);
            assert!((query.gap + 0.01).abs() < 1e-12);
            assert!((query.normal - Vector3::z()).norm() < 1e-12);
            assert_eq!(query.facet, Facet::Level(level));
        }
    }

    #[test]
    fn off_the_edge_the_gap_is_the_distance_to_the_edge() {
        let query = query(1.97, 1.54);
        assert!((query.gap - 0.05).abs() < 1e-12);
        assert!((query.normal - Vector3::new(-0.6, 0.0, 0.8)).norm() < 1e-12);
    }

    #[test]
    fn behind_the_foot_of_the_wall_the_way_out_leads_to_the_foot() {
        let query = query(2.03, 0.96);
        assert!((query.gap + 0.05).abs() < 1e-12);
        assert!((query.normal - Vector3::new(-0.6, 0.0, 0.8)).norm() < 1e-12);
    }

    #[test]
    fn a_step_without_rise_is_refused() {
        for rise in [0.0, -1.0, f64::NAN] {
            assert!(Step::new(0.0, rise, 0.0, 0.0).is_err());
        }
    }

    /// Signed distance to the polyline by brute force.
    fn brute(x: f64, z: f64) -> f64 {
        let to_segment = |(ax, az): (f64, f64), (bx, bz): (f64, f64)| {
            let (dx, dz) = (bx - ax, bz - az);
            let along = ((x - ax) * dx + (z - az) * dz) / (dx * dx + dz * dz);
            let t = along.clamp(0.0, 1.0);
            ((x - ax - t * dx).powi(2) + (z - az - t * dz).powi(2)).sqrt()
        };
        let corners = [(-1e3, 1.0), (2.0, 1.0), (2.0, 1.5), (1e3, 1.5)];
        let distance =
            corners.windows(2).map(|w| to_segment(w[0], w[1])).fold(f64::INFINITY, f64::min);
        let ground = if x < 2.0 { 1.0 } else { 1.5 };
        if z < ground { -distance } else { distance }
    }

    proptest! {
        #[test]
        fn the_gap_is_the_signed_distance_to_the_surface(x in 0.5..3.5f64, z in -0.5..3.0f64) {
            let query = query(x, z);
            prop_assert!((query.gap - brute(x, z)).abs() < 1e-9);
            prop_assert!((query.normal.norm() - 1.0).abs() < 1e-12);
            // Going back by the gap along the normal leads to the surface.
            let foot = Vector3::new(x, 7.0, z) - query.normal * query.gap;
            prop_assert!(brute(foot.x, foot.z).abs() < 1e-9);
        }
    }
}
