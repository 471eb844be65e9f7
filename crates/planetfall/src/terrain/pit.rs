//! A level ground with one rectangular pit: a level floor, four vertical walls, a level rim.
//!
//! The ground is one solid and the gap is the exact signed distance to its surface, the nearest of
//! floor, walls and rim. Below the rim the pit is convex, so a shape there meets each of its planes
//! by itself; at the rim it meets the triangles of the whole surface.

use super::error::{self, TerrainError};
use super::trace::{self, Hit, Ray, Span, Tracer};
use super::{Extent, Facet, NoGround, Piece, SurfaceQuery, Terrain};
use nalgebra::{Vector2, Vector3};

/// A rectangular pit along the site's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pit {
    centre: Vector2<f64>,
    half: Vector2<f64>,
    floor: f64,
    rim: f64,
}

/// The facet of the floor.
const FLOOR: Facet = Facet::Level(0);
/// The facet of the ground around it.
const RIM: Facet = Facet::Level(1);

impl Pit {
    /// A pit of a size (east, north, m) around a place, whose floor has a height and lies a depth
    /// below the ground around it.
    pub fn new(
        centre: Vector2<f64>,
        size: Vector2<f64>,
        floor: f64,
        depth: f64,
    ) -> Result<Self, TerrainError> {
        error::finite("east of the pit's middle, m", centre.x)?;
        error::finite("north of the pit's middle, m", centre.y)?;
        let width = error::positive("width of the pit, m", size.x)?;
        let length = error::positive("length of the pit, m", size.y)?;
        let floor = error::finite("height of the pit's floor, m", floor)?;
        let rim = floor + error::positive("depth of the pit, m", depth)?;
        Ok(Self { centre, half: 0.5 * Vector2::new(width, length), floor, rim })
    }

    fn is_over(&self, x: f64, y: f64) -> bool {
        (x - self.centre.x).abs() < self.half.x && (y - self.centre.y).abs() < self.half.y
    }

    /// The walls from inside: unit normal into the pit and facet.
    fn walls() -> [(Vector3<f64>, Facet); 4] {
        let (x, y) = (Vector3::x(), Vector3::y());
        [(x, Facet::Wall(0)), (-x, Facet::Wall(1)), (y, Facet::Wall(2)), (-y, Facet::Wall(3))]
    }

    /// The point of a wall's plane nearest to the pit's middle, on the floor.
    fn foot(&self, normal: &Vector3<f64>) -> Vector3<f64> {
        let middle = Vector3::new(self.centre.x, self.centre.y, self.floor);
        let half = Vector3::new(self.half.x, self.half.y, 0.0);
        middle - normal.component_mul(&half)
    }

    /// Points of the surface that may be nearest to a point, with the facet's normal.
    fn candidates(&self, point: &Vector3<f64>) -> [(Vector3<f64>, Vector3<f64>, Facet); 6] {
        let low =
            Vector3::new(self.centre.x - self.half.x, self.centre.y - self.half.y, self.floor);
        let high = Vector3::new(self.centre.x + self.half.x, self.centre.y + self.half.y, self.rim);
        let within = point.sup(&low).inf(&high);
        let floor = Vector3::new(within.x, within.y, self.floor);
        let rim = match self.is_over(point.x, point.y) {
            // The edge of the rim is the walls' upper edge.
            true => Vector3::repeat(f64::INFINITY),
            false => Vector3::new(point.x, point.y, self.rim),
        };
        let [a, b, c, d] = Self::walls().map(|(normal, facet)| {
            let foot = self.foot(&normal);
            let mut nearest = within;
            for axis in 0..2 {
                if normal[axis] != 0.0 {
                    nearest[axis] = foot[axis];
                }
            }
            (nearest, normal, facet)
        });
        [(floor, Vector3::z(), FLOOR), (rim, Vector3::z(), RIM), a, b, c, d]
    }

    /// Floor, walls and rim as rectangles; the rim reaches a distance beyond the pit.
    fn surface(&self, far: f64, out: &mut Vec<Piece>) {
        let corner = |grow: f64, z: f64| {
            let reach = self.half.add_scalar(grow);
            [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(east, north)| {
                let place = self.centre + Vector2::new(east * reach.x, north * reach.y);
                Vector3::new(place.x, place.y, z)
            })
        };
        let (foot, edge, outer) =
            (corner(0.0, self.floor), corner(0.0, self.rim), corner(far, self.rim));
        let mut add = |[a, b, c, d]: [Vector3<f64>; 4], facet: Facet| {
            out.push(Piece::Triangle { corners: [a, b, c], facet });
            out.push(Piece::Triangle { corners: [a, c, d], facet });
        };
        add(foot, FLOOR);
        // Walls in the order south, east, north, west.
        let facets = [Facet::Wall(2), Facet::Wall(1), Facet::Wall(3), Facet::Wall(0)];
        for (side, facet) in facets.into_iter().enumerate() {
            let next = (side + 1) % 4;
            add([foot[side], edge[side], edge[next], foot[next]], facet);
            add([edge[side], outer[side], outer[next], edge[next]], RIM);
        }
    }
}

impl Terrain for Pit {
    fn query(&self, point: &Vector3<f64>) -> Result<SurfaceQuery, NoGround> {
        let inside =
            point.z < self.rim && (point.z < self.floor || !self.is_over(point.x, point.y));
        let sign = if inside { -1.0 } else { 1.0 };
        let mut best: Option<(f64, SurfaceQuery)> = None;
        for (nearest, face, facet) in self.candidates(point) {
            let away = point - nearest;
            let distance = away.norm();
            if best.as_ref().is_none_or(|(least, _)| distance < *least) {
                let normal = if distance > 0.0 { away * (sign / distance) } else { face };
                best = Some((distance, SurfaceQuery { gap: sign * distance, normal, facet }));
            }
        }
        let outside = NoGround::Outside { x: point.x, y: point.y };
        best.map(|(_, query)| query).ok_or(outside)
    }

    fn height(&self, x: f64, y: f64) -> Result<f64, NoGround> {
        Ok(if self.is_over(x, y) { self.floor } else { self.rim })
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
        let reach = (0..2).map(|axis| {
            let (from, to) = (low[axis] - self.centre[axis], high[axis] - self.centre[axis]);
            let crosses = |wall: f64| from <= wall && wall <= to;
            let (left, right) = (crosses(-self.half[axis]), crosses(self.half[axis]));
            (left || right, from > self.half[axis] || to < -self.half[axis])
        });
        let (mut crossed, mut beyond) = (false, false);
        reach.for_each(|(crosses, lies_beyond)| {
            crossed |= crosses;
            beyond |= lies_beyond;
        });
        let plane =
            |normal: Vector3<f64>, offset: f64, facet| Piece::HalfSpace { normal, offset, facet };
        let middle = 0.5 * (low + high);
        if beyond {
            out.push(plane(Vector3::z(), self.rim, RIM));
        } else if crossed && (high.z >= self.rim || !self.is_over(middle.x, middle.y)) {
            let far = 4.0 * (high - low).norm();
            self.surface(far, out);
        } else {
            out.push(plane(Vector3::z(), self.floor, FLOOR));
            for (normal, facet) in Self::walls() {
                let offset = normal.dot(&self.foot(&normal));
                let nearest = normal.dot(&middle) - normal.abs().dot(&(0.5 * (high - low)));
                if nearest <= offset {
                    out.push(plane(normal, offset, facet));
                }
            }
        }
        Ok(true)
    }

    fn tracer(&self) -> Box<dyn Tracer + '_> {
        Box::new(self)
    }
}

impl Tracer for Pit {
    /// Over the pit there is its floor, and beside it its rim; a ray that leaves the pit below the rim has met
    /// a wall.
    fn ground(&self, ray: &Ray, span: Span) -> Option<Hit> {
        let level = |height: f64, facet: Facet, span: Span| {
            let distance = trace::meet_plane(&Vector3::z(), height, ray, span)?;
            Some(Hit { distance, normal: Vector3::z(), facet })
        };
        let sides = |axis: usize, span: Span| {
            let (middle, half) = (self.centre[axis], self.half[axis]);
            span.between(ray.origin[axis], ray.direction[axis], (middle - half, middle + half))
        };
        let Some(over) = sides(0, span).and_then(|span| sides(1, span)) else {
            return level(self.rim, RIM, span);
        };
        let before = (over.from > span.from).then_some(Span { to: over.from, ..span });
        if let Some(hit) = before.and_then(|part| level(self.rim, RIM, part)) {
            return Some(hit);
        }
        if let Some(hit) = level(self.floor, FLOOR, over) {
            return Some(hit);
        }
        if over.to >= span.to {
            return None;
        }
        let leaves = ray.at(over.to);
        if leaves.z < self.rim {
            let gap = |(normal, _): &(Vector3<f64>, Facet)| {
                let outwards = normal.dot(&ray.direction) < 0.0;
                let gap = normal.dot(&(leaves - self.foot(normal))).abs();
                if outwards { gap } else { f64::INFINITY }
            };
            let nearest = Self::walls().into_iter().min_by(|a, b| gap(a).total_cmp(&gap(b)));
            return nearest.map(|(normal, facet)| Hit { distance: over.to, normal, facet });
        }
        level(self.rim, RIM, Span { from: over.to, ..span })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::geometry::{CollisionShape, ContactDetector, PlacedShape};
    use crate::shape::Shape;
    use nalgebra::Matrix3;
    use proptest::prelude::*;

    /// Two metres by one around (1, 2), floor at 0.5, rim at 1.5.
    fn pit() -> Pit {
        Pit::new(Vector2::new(1.0, 2.0), Vector2::new(2.0, 1.0), 0.5, 1.0).unwrap()
    }

    fn contacts(centre: Vector3<f64>, radius: f64, margin: f64) -> Vec<(Vector3<f64>, f64)> {
        let solid = CollisionShape::new(&Shape::Ball { centre: Vector3::zeros(), radius });
        let turn = Matrix3::identity();
        let placed = PlacedShape { solid: &solid, rotation: &turn, origin: &centre };
        let mut out = Vec::new();
        ContactDetector::default().with_ground(placed, &pit(), margin, &mut out).unwrap();
        out.iter().map(|met| (met.normal, met.gap)).collect()
    }

    #[test]
    fn a_ball_in_a_corner_meets_floor_and_both_walls() {
        let found = contacts(Vector3::new(0.1, 1.6, 0.6), 0.1, 0.01);
        assert_eq!(found.len(), 3);
        for normal in [Vector3::x(), Vector3::y(), Vector3::z()] {
            assert!(found.iter().any(|(n, gap)| (n - normal).norm() < 1e-12 && gap.abs() < 1e-12));
        }
    }

    #[test]
    fn a_ball_on_the_edge_of_the_rim_meets_it_across() {
        let away = Vector3::new(0.06, 0.0, 0.08);
        let found = contacts(Vector3::new(0.0, 2.0, 1.5) + away, 0.1, 0.001);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!((found[0].0 - away * 10.0).norm() < 1e-9 && found[0].1.abs() < 1e-12);
    }

    #[test]
    fn heights_are_those_of_floor_and_rim() {
        assert_eq!(pit().height(1.0, 2.0).unwrap(), 0.5);
        assert_eq!(pit().height(-0.1, 2.0).unwrap(), 1.5);
    }

    #[test]
    fn a_pit_without_a_size_is_refused() {
        for bad in [0.0, -1.0, f64::NAN] {
            assert!(Pit::new(Vector2::zeros(), Vector2::new(bad, 1.0), 0.0, 1.0).is_err());
            assert!(Pit::new(Vector2::zeros(), Vector2::new(1.0, 1.0), 0.0, bad).is_err());
        }
    }

    proptest! {
        #[test]
        fn the_way_back_along_the_normal_ends_at_the_surface(
            x in -1.0..3.0f64, y in 1.0..3.0f64, z in 0.0..2.5f64,
        ) {
            let point = Vector3::new(x, y, z);
            let query = pit().query(&point).unwrap();
            prop_assert!((query.normal.norm() - 1.0).abs() < 1e-12);
            let foot = point - query.normal * query.gap;
            prop_assert!(pit().query(&foot).unwrap().gap.abs() < 1e-12);
            // Nothing of the surface is nearer: a step of the gap in any direction stays on its side.
            for direction in [Vector3::x(), -Vector3::x(), Vector3::y(), -Vector3::y(), Vector3::z(), -Vector3::z()] {
                let there = pit().query(&(point + direction * (0.999 * query.gap.abs()))).unwrap();
                prop_assert!(there.gap * query.gap >= 0.0);
            }
        }

        #[test]
        fn a_ball_meets_what_a_query_at_its_middle_finds(
            x in -0.5..2.5f64, y in 1.2..2.8f64, z in 0.61..2.0f64,
        ) {
            let centre = Vector3::new(x, y, z);
            let query = pit().query(&centre).unwrap();
            prop_assume!(query.gap > 0.0);
            let nearest = contacts(centre, 0.1, 2.0).iter().map(|m| m.1).fold(f64::INFINITY, f64::min);
            prop_assert!((nearest - (query.gap - 0.1)).abs() < 1e-9, "{} {}", nearest, query.gap);
        }
    }
}
