//! A wheel on a surface of triangles, or on an ellipsoid.
//!
//! A rim touches a face with its deepest point, an edge where circle and line are nearest, the
//! tread touches an edge that crosses it between the rims, and rim, tread or side touch a corner of
//! the ground that sticks out. Each of these holds for as long as the ground around the foot lies
//! behind the contact's plane.

use super::flat::{Flat, Roller, SIDE, TREAD};
use super::ring::{Crossing, Ring};
use super::surface::{Footing, Surface};
use super::{Meeting, merge};
use crate::terrain::Ellipsoid;
use nalgebra::Vector3;

/// Deeper than this share of the radius nothing is taken for a contact of an edge or a corner.
const DEEPEST: f64 = 0.25;
/// A normal of a rim may lean inwards by this much: then the edge lies along the tread, and both of
/// its ends carry.
const ALONG_TREAD: f64 = 0.02;
/// The tread's own point counts if it is deeper than those of the rims by this, m.
const DEEPER: f64 = 1e-7;

impl Roller {
    /// Meetings with a surface, appended to `out`.
    pub(super) fn on_surface(&self, surface: &mut Surface, margin: f64, out: &mut Vec<Meeting>) {
        let start = out.len();
        self.on_faces(surface, margin, out);
        let reach = (self.radius * self.radius + self.half_width * self.half_width).sqrt() + margin;
        for edge in 0..surface.edges_near(&self.centre, reach) {
            let [from, to] = surface.edge(edge);
            self.on_edge(surface, &from, &to, margin, out);
        }
        for face in surface.faces() {
            for corner in &face.corners {
                if (corner - self.centre).norm_squared() <= reach * reach {
                    self.on_corner(surface, corner, margin, out);
                }
            }
        }
        merge::unite(out, start, self.radius);
    }

    fn on_faces(&self, surface: &Surface, margin: f64, out: &mut Vec<Meeting>) {
        for face in surface.faces() {
            let offset = face.normal.dot(&face.corners[0]);
            self.meet(&Flat::new(&face.normal, offset, face.facet), margin, |mut meeting| {
                // From a corner nearby, because the plane's distance from a far origin costs digits.
                meeting.gap = face.normal.dot(&(meeting.point - face.corners[0]));
                if face.covers(&meeting.point)
                    && (meeting.gap >= 0.0 || surface.none_nearer(&meeting.point, -meeting.gap))
                {
                    out.push(meeting);
                }
            });
        }
    }

    fn on_edge(
        &self,
        surface: &Surface,
        from: &Vector3<f64>,
        to: &Vector3<f64>,
        margin: f64,
        out: &mut Vec<Meeting>,
    ) {
        let length = (to - from).norm();
        let along = (to - from) / length;
        let mut least = f64::INFINITY;
        let mut keep = |crossing: Crossing, feature: u32| {
            let Crossing { point, normal, gap } = crossing;
            let foot = point - normal * gap;
            let way = along.dot(&(foot - from));
            if gap > margin || gap < -DEEPEST * self.radius || !(0.0..=length).contains(&way) {
                return f64::INFINITY;
            }
            match surface.behind(&(from + along * way), &normal) {
                Some(footing) if footing.is_edge() => {
                    out.push(Meeting { point, normal, gap, facet: footing.facet, feature });
                    gap
                }
                _ => f64::INFINITY,
            }
        };
        for (rim, sign) in self.rims().iter().enumerate() {
            let ring = self.ring(*sign);
            if let Some(crossing) = ring.cross(from, &along)
                && crossing.normal.dot(&(crossing.point - ring.centre)) < 0.0
                && sign * crossing.normal.dot(&self.axle) <= ALONG_TREAD
            {
                least = least.min(keep(crossing, rim as u32));
            }
        }
        if let Some(crossing) = self.tread_across(from, &along)
            && crossing.gap < least - DEEPER
        {
            keep(crossing, TREAD);
        }
    }

    fn ring(&self, sign: f64) -> Ring {
        Ring { centre: self.rim_centre(sign), axle: self.axle, radius: self.radius }
    }

    /// Where the tread, between its rims, is nearest to a line.
    fn tread_across(&self, from: &Vector3<f64>, along: &Vector3<f64>) -> Option<Crossing> {
        let cosine = self.axle.dot(along);
        let sine_squared = 1.0 - cosine * cosine;
        if self.half_width == 0.0 || sine_squared < 1e-12 {
            return None;
        }
        let to_centre = self.centre - from;
        let place = (cosine * along.dot(&to_centre) - self.axle.dot(&to_centre)) / sine_squared;
        if place.abs() >= self.half_width {
            return None;
        }
        let on_axle = self.centre + self.axle * place;
        let up = on_axle - from;
        let up = up - along * along.dot(&up);
        let normal = up.try_normalize(0.0)?;
        Some(Crossing {
            point: on_axle - normal * self.radius,
            normal,
            gap: up.norm() - self.radius,
        })
    }

    fn on_corner(
        &self,
        surface: &Surface,
        corner: &Vector3<f64>,
        margin: f64,
        out: &mut Vec<Meeting>,
    ) {
        for (point, normal, gap, feature) in self.nearest_to(corner).into_iter().flatten() {
            if gap > margin || gap < -DEEPEST * self.radius {
                continue;
            }
            if let Some(footing) = surface.behind(corner, &normal).filter(Footing::is_corner) {
                out.push(Meeting { point, normal, gap, facet: footing.facet, feature });
                return;
            }
        }
    }

    /// The place of the cylinder nearest to a point, its normal, gap and number; inside, where both
    /// tread and side may be nearest, first the less deep one.
    fn nearest_to(
        &self,
        corner: &Vector3<f64>,
    ) -> [Option<(Vector3<f64>, Vector3<f64>, f64, u32)>; 2] {
        let from_centre = corner - self.centre;
        let place = self.axle.dot(&from_centre);
        let radial = from_centre - self.axle * place;
        let distance = radial.norm();
        let side = 1f64.copysign(place);
        let out = if distance > 0.0 { radial / distance } else { Vector3::zeros() };
        let (beyond_tread, beyond_side) = (distance - self.radius, place.abs() - self.half_width);
        let beside = self.axle * (place - place.clamp(-self.half_width, self.half_width));
        let tread = (corner - out * beyond_tread - beside, -out, beyond_tread, TREAD);
        let number = if place < 0.0 { SIDE } else { SIDE + 1 };
        let flank =
            (corner - self.axle * (side * beyond_side), -self.axle * side, beyond_side, number);
        if beyond_tread > 0.0 && beyond_side > 0.0 {
            let gap = (beyond_tread * beyond_tread + beyond_side * beyond_side).sqrt();
            let away = out * beyond_tread + self.axle * (side * beyond_side);
            let rim = if self.half_width > 0.0 && place >= 0.0 { 1 } else { 0 };
            return [Some((corner - away, -away / gap, gap, rim)), None];
        }
        if beyond_tread > 0.0 {
            return [Some(tread), None];
        }
        // A disc has no inside: a corner that has gone further into its rim than it lies beside its
        // plane is taken for one under the rim.
        let under_rim = beyond_side <= 0.0
            || self.half_width == 0.0
                && beyond_side <= -beyond_tread
                && beyond_tread >= -DEEPEST * self.radius;
        match (under_rim, self.half_width > 0.0 && beyond_side > beyond_tread) {
            (false, _) => [Some(flank), None],
            (true, true) => [Some(flank), Some(tread)],
            (true, false) => [Some(tread), Some(flank)],
        }
    }

    /// The meeting with an ellipsoid, appended to `out`.
    pub(super) fn on_ellipsoid(&self, solid: &Ellipsoid, margin: f64, out: &mut Vec<Meeting>) {
        if let Some(meeting) = self.flank_on(solid)
            && meeting.gap <= margin
        {
            out.push(meeting);
            return;
        }
        let (low, high) = (-self.half_width, self.half_width);
        let (point, gap, normal, place) = self.tread_on(solid, low, high);
        if gap <= margin {
            let feature = match (low == high, place <= low, place >= high) {
                (true, _, _) | (false, true, _) => 0,
                (false, _, true) => 1,
                _ => TREAD,
            };
            out.push(Meeting { point, normal, gap, facet: solid.facet, feature });
        }
    }

    /// The side of the wheel against the part of the solid that sticks out most towards it.
    fn flank_on(&self, solid: &Ellipsoid) -> Option<Meeting> {
        let side = 1f64.copysign(self.axle.dot(&(solid.centre - self.centre)));
        let outward = self.axle * side;
        let foot = solid.farthest(&-outward);
        let from_centre = foot - self.centre;
        let gap = outward.dot(&from_centre) - self.half_width;
        let radial = from_centre - outward * outward.dot(&from_centre);
        let over_side = radial.norm() <= self.radius && gap > -self.half_width.max(1e-3);
        let number = if side < 0.0 { SIDE } else { SIDE + 1 };
        over_side.then(|| Meeting {
            point: foot - outward * gap,
            normal: -outward,
            gap,
            facet: solid.facet,
            feature: number,
        })
    }

    /// The deepest place of the tread: along the axle the gap of the deepest point of each circle
    /// has the slope n . a, and the solid is convex, so there is one root at most.
    fn tread_on(&self, solid: &Ellipsoid, low: f64, high: f64) -> Deepest {
        let at = |place: f64| {
            let ring = Ring { centre: self.centre + self.axle * place, ..self.ring(0.0) };
            let (point, gap, normal) = deepest_on_ring(&ring, solid);
            (point, gap, normal, place)
        };
        let slope = |found: &Deepest| found.2.dot(&self.axle);
        let (mut left, mut right) = (at(low), at(high));
        if low == high || slope(&left) >= 0.0 {
            return left;
        }
        if slope(&right) <= 0.0 {
            return right;
        }
        for round in 0..60 {
            let (a, b) = (slope(&left), slope(&right));
            let share = if round % 3 == 2 { 0.5 } else { a / (a - b) };
            let place = left.3 + share * (right.3 - left.3);
            if place <= left.3 || place >= right.3 {
                break;
            }
            let middle = at(place);
            let inclination = slope(&middle);
            if inclination.abs() < 1e-14 {
                return middle;
            }
            if inclination < 0.0 { left = middle } else { right = middle }
        }
        if left.1 <= right.1 { left } else { right }
    }
}

/// Point, gap, normal and place along the axle.
type Deepest = (Vector3<f64>, f64, Vector3<f64>, f64);

/// The point of a circle that is deepest in, or nearest to, a convex solid: the root of n . u along
/// the circle (tangent u), between a quarter turn before and after the direction of the solid.
fn deepest_on_ring(ring: &Ring, solid: &Ellipsoid) -> (Vector3<f64>, f64, Vector3<f64>) {
    let towards = solid.centre - ring.centre;
    let flat = towards - ring.axle * ring.axle.dot(&towards);
    let first =
        flat.try_normalize(1e-12).unwrap_or_else(|| crate::math::rotation::plane(&ring.axle).0);
    let second = ring.axle.cross(&first);
    // Directions first + t second: t runs over half a turn and needs no angle.
    let at = |t: f64| {
        let scale = 1.0 / (1.0 + t * t).sqrt();
        let out = (first + second * t) * scale;
        let point = ring.centre + out * ring.radius;
        let (gap, normal) = solid.signed_distance(&point);
        (point, gap, normal, normal.dot(&((second - first * t) * scale)))
    };
    let mut best = at(0.0);
    let (mut low, mut high, mut t) = (-1e3, 1e3, 0.0f64);
    let (mut at_low, mut at_high) = (f64::NAN, f64::NAN);
    for round in 0..100 {
        let slope = best.3;
        if slope.abs() <= 1e-15 {
            break;
        }
        if slope < 0.0 {
            (low, at_low) = (t, slope)
        } else {
            (high, at_high) = (t, slope)
        }
        let next = if at_low.is_nan() || at_high.is_nan() {
            // Walk away from the start until the slope changes its sign.
            if slope < 0.0 { 2.0 * t + 0.1 } else { 2.0 * t - 0.1 }
        } else if round % 3 == 2 {
            0.5 * (low + high)
        } else {
            low + at_low / (at_low - at_high) * (high - low)
        };
        if next <= low || next >= high {
            break;
        }
        t = next;
        best = at(t);
    }
    (best.0, best.1, best.2)
}
