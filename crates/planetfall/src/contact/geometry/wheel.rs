//! A wheel on a surface of triangles, or on an ellipsoid.
//!
//! A rim touches a face with its deepest point, an edge where circle and line are nearest, the
//! tread touches an edge that crosses it between the rims, and rim, tread or side touch a corner of
//! the ground that sticks out. Each of these holds for as long as the ground around the foot lies
//! behind the contact's plane.

use super::flat::{Roller, SIDE_PLACE, TREAD_PLACE};
use super::ring::{Crossing, Ring};
use super::surface::{Capsule, Chosen, Face, FootSupport, Line, TriangleSurface};
use super::{Contact, merge};
use crate::terrain::Ellipsoid;
use nalgebra::Vector3;

/// Depth, as a share of the radius, beyond which nothing is taken for a contact of an edge or a corner.
/// Chosen: as in `faceted`.
const DEPTH_LIMIT: f64 = 0.25;
/// Sine by which a normal of a rim may lean inwards: then the edge lies along the tread, and both of its
/// ends carry. Chosen: 1.1°.
const ALONG_TREAD_SINE: f64 = 0.02;
/// Depth by which the tread's own point has to be deeper than those of the rims to count, m: above
/// round-off, or the choice would flicker.
pub(super) const TREAD_PREFERENCE: f64 = 1e-7;

/// Distance beyond the margin from which a corner needs no closer look, m. Chosen: it makes up for
/// round-off of the squares.
const CORNER_MARGIN: f64 = 1e-5;

/// How far a wheel may move before what it may meet is chosen anew, m. Chosen: a few steps of a driving
/// rover.
const MOTION_ALLOWANCE: f64 = 5e-4;

impl Roller {
    /// Contacts with a surface, appended to `out`.
    pub(super) fn on_surface(
        &self,
        surface: &mut TriangleSurface,
        margin: f64,
        out: &mut Vec<Contact>,
    ) {
        self.choose(&self.feet(margin), surface, margin);
        self.on_chosen(surface, margin, out);
    }

    /// The same on a surface that is always asked for this wheel. What may be met is chosen with some slack
    /// and serves until the wheel has moved by as much: then it still holds all that is met.
    pub(super) fn on_kept_surface(
        &self,
        surface: &mut TriangleSurface,
        margin: f64,
        out: &mut Vec<Contact>,
    ) {
        let served = surface.chosen().is_some_and(|chosen| self.is_served(chosen, margin));
        if !served {
            let wide = margin + MOTION_ALLOWANCE;
            let mut feet = self.feet(wide);
            feet.radius += MOTION_ALLOWANCE;
            surface.mark_near(wide, &feet, |face| self.gap_over(face));
            if let Some(depth) = surface.gentle_depth(|face| self.gap_over(face)) {
                let reach = self.reach_of_feet(wide, depth + MOTION_ALLOWANCE) + MOTION_ALLOWANCE;
                feet.radius = feet.radius.min(reach);
            }
            self.choose(&feet, surface, wide);
            let Self { centre, axle, .. } = *self;
            surface.note_chosen(Chosen { centre, axle, margin: wide });
        }
        self.on_chosen(surface, margin, out);
    }

    /// Whether what was chosen still holds all that is met within a margin, m.
    #[inline]
    fn is_served(&self, chosen: &Chosen, margin: f64) -> bool {
        let (along, turned) = (self.centre - chosen.centre, self.axle - chosen.axle);
        let reach = self.radius * self.radius + self.half_width * self.half_width;
        // Mostly it has moved by much less, which is known without a root: a sum is no more than the root of twice
        // the sum of the squares, and what round-off may add is left aside.
        let squares = along.norm_squared() + reach * turned.norm_squared();
        let most = MOTION_ALLOWANCE.min(chosen.margin - margin);
        if most > 0.0 && 2.001 * squares < most * most {
            return true;
        }
        let moved = along.norm() + turned.norm() * reach.sqrt();
        moved <= MOTION_ALLOWANCE && margin + moved <= chosen.margin
    }

    /// Has a surface choose what may be met, of which feet lie in a capsule.
    pub(super) fn choose(&self, feet: &Capsule, surface: &mut TriangleSurface, margin: f64) {
        surface.mark_near(margin, feet, |face| self.gap_over(face));
        surface.gather_edges(feet);
        surface.gather_corners(feet);
        surface.gather_ground();
    }

    /// Gap between the whole wheel and the plane of a face.
    fn gap_over(&self, face: &Face) -> f64 {
        let along = face.normal.dot(&self.axle).abs();
        let height = face.normal.dot(&(self.centre - face.corners[0]));
        let lean = (1.0 - along * along).max(0.0).sqrt();
        height - self.radius * lean - self.half_width * along
    }

    /// Contacts with what was chosen.
    pub(super) fn on_chosen(&self, surface: &TriangleSurface, margin: f64, out: &mut Vec<Contact>) {
        let start = out.len();
        self.on_faces(surface, margin, out);
        for line in surface.lines() {
            self.on_edge(surface, line, margin, out);
        }
        for corner in surface.corners() {
            self.on_corner(surface, corner, margin, out);
        }
        merge::unite(out, start, self.radius);
    }

    /// Where feet of contacts can lie: around the axle, no farther out than the margin; inwards the way to a
    /// foot leads almost towards the axle, or beside it by [`DEPTH_LIMIT`] at most, which is a thirtieth farther.
    fn feet(&self, margin: f64) -> Capsule {
        let radius = (self.radius + margin).max(1.04 * self.radius);
        Capsule { middle: self.centre, half: self.axle * self.half_width, radius }
    }

    /// How far from the axle feet can lie at most, if no face that bends gently against its neighbours is deeper in
    /// the wheel than a depth. A contact with a face is no deeper than that; one with an edge has its normal between
    /// those of both faces, no more than 45° from each, and is no deeper than √2 times that. Inwards the way to a foot
    /// leads towards the axle, or beside it.
    fn reach_of_feet(&self, margin: f64, depth: f64) -> f64 {
        let beside = (self.radius * self.radius + 2.0 * depth * depth).sqrt();
        (self.radius + margin).max(beside)
    }

    fn on_faces(&self, surface: &TriangleSurface, margin: f64, out: &mut Vec<Contact>) {
        let rims = self.rims();
        let middles = [0, rims.len() - 1].map(|rim| self.rim_centre(rims[rim]));
        for (face, ground) in surface.near_ground() {
            let along = face.normal.dot(&self.axle);
            let down = self.axle * along - face.normal;
            let lean = down.norm();
            let mut keep = |point: Vector3<f64>, feature: u32| {
                // From a corner nearby, because the plane's distance from a far origin costs digits.
                let gap = face.normal.dot(&(point - face.corners[0]));
                if gap <= margin
                    && ground.covers_at(face, &point, gap)
                    && (gap >= 0.0 || surface.none_nearer(&point, -gap, &face.normal))
                {
                    out.push(Contact::found(point, face.normal, gap, face.facet, feature));
                }
            };
            if self.lies(lean, margin) {
                self.meet(&face.flat(), margin, |contact| keep(contact.point, contact.feature));
                continue;
            }
            let spoke = down * (self.radius / lean);
            for (rim, middle) in middles.iter().enumerate().take(rims.len()) {
                keep(middle + spoke, rim as u32);
            }
        }
    }

    fn on_edge(&self, surface: &TriangleSurface, line: &Line, margin: f64, out: &mut Vec<Contact>) {
        let Line { from, along, length, .. } = line;
        let mut least = f64::INFINITY;
        let mut keep = |crossing: Crossing, feature: u32| {
            let Crossing { point, normal, gap } = crossing;
            // Most edges under a wheel run up to it or away from it.
            if line.rises_over(&normal) {
                return f64::INFINITY;
            }
            let foot = point - normal * gap;
            let distance = along.dot(&(foot - from));
            if gap > margin
                || gap < -DEPTH_LIMIT * self.radius
                || !(0.0..=*length).contains(&distance)
            {
                return f64::INFINITY;
            }
            match surface.behind_on_ground(&(from + along * distance), &normal) {
                Some(support) if support.is_edge() => {
                    out.push(Contact::found(point, normal, gap, support.facet, feature));
                    gap
                }
                _ => f64::INFINITY,
            }
        };
        for (rim, sign) in self.rims().iter().enumerate() {
            let ring = self.ring(*sign);
            if let Some(crossing) = ring.cross_within(from, along, margin)
                && crossing.normal.dot(&(crossing.point - ring.centre)) < 0.0
                && sign * crossing.normal.dot(&self.axle) <= ALONG_TREAD_SINE
            {
                least = least.min(keep(crossing, rim as u32));
            }
        }
        if let Some(crossing) = self.tread_across(from, along, margin)
            && crossing.gap < least - TREAD_PREFERENCE
        {
            keep(crossing, TREAD_PLACE);
        }
    }

    pub(super) fn ring(&self, sign: f64) -> Ring {
        Ring { centre: self.rim_centre(sign), axle: self.axle, radius: self.radius }
    }

    /// Where the tread, between its rims, is nearest to a line, if that is nearer than `margin`.
    fn tread_across(
        &self,
        from: &Vector3<f64>,
        along: &Vector3<f64>,
        margin: f64,
    ) -> Option<Crossing> {
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
        let distance = up.norm();
        let gap = distance - self.radius;
        if gap > margin || distance <= 0.0 {
            return None;
        }
        let normal = up / distance;
        Some(Crossing { point: on_axle - normal * self.radius, normal, gap })
    }

    fn on_corner(
        &self,
        surface: &TriangleSurface,
        corner: &Vector3<f64>,
        margin: f64,
        out: &mut Vec<Contact>,
    ) {
        // Most corners are farther away than counts.
        let from_centre = corner - self.centre;
        let place = self.axle.dot(&from_centre);
        let (beside, reach) = (self.half_width + margin, self.radius + margin + CORNER_MARGIN);
        let squared = from_centre.norm_squared() - place * place;
        if place.abs() > beside + CORNER_MARGIN || squared > reach * reach {
            return;
        }
        for (Crossing { point, normal, gap }, feature) in
            self.nearest_to(corner).into_iter().flatten()
        {
            if gap > margin || gap < -DEPTH_LIMIT * self.radius {
                continue;
            }
            if let Some(support) =
                surface.behind_on_ground(corner, &normal).filter(FootSupport::is_corner)
            {
                out.push(Contact::found(point, normal, gap, support.facet, feature));
                return;
            }
        }
    }

    /// The place of the cylinder nearest to a point, its normal, gap and number; inside, where both
    /// tread and side may be nearest, first the less deep one.
    fn nearest_to(&self, corner: &Vector3<f64>) -> [Option<(Crossing, u32)>; 2] {
        let from_centre = corner - self.centre;
        let place = self.axle.dot(&from_centre);
        let radial = from_centre - self.axle * place;
        let distance = radial.norm();
        let side = 1f64.copysign(place);
        let out = if distance > 0.0 { radial / distance } else { Vector3::zeros() };
        let (beyond_tread, beyond_side) = (distance - self.radius, place.abs() - self.half_width);
        let beside = self.axle * (place - place.clamp(-self.half_width, self.half_width));
        let at = |point, normal, gap, place: u32| Some((Crossing { point, normal, gap }, place));
        let tread = at(corner - out * beyond_tread - beside, -out, beyond_tread, TREAD_PLACE);
        let number = if place < 0.0 { SIDE_PLACE } else { SIDE_PLACE + 1 };
        let flank =
            at(corner - self.axle * (side * beyond_side), -self.axle * side, beyond_side, number);
        if beyond_tread > 0.0 && beyond_side > 0.0 {
            let gap = (beyond_tread * beyond_tread + beyond_side * beyond_side).sqrt();
            let away = out * beyond_tread + self.axle * (side * beyond_side);
            let rim = if self.half_width > 0.0 && place >= 0.0 { 1 } else { 0 };
            return [at(corner - away, -away / gap, gap, rim), None];
        }
        if beyond_tread > 0.0 {
            return [tread, None];
        }
        // A disc has no inside: a corner in its plane, to a micrometre, is under the rim, any other
        // is beside it.
        let under_rim = beyond_side <= if self.half_width > 0.0 { 0.0 } else { 1e-6 };
        match (under_rim, self.half_width > 0.0 && beyond_side > beyond_tread) {
            (false, _) => [flank, None],
            (true, true) => [flank, tread],
            (true, false) => [tread, flank],
        }
    }

    /// The contact with an ellipsoid, appended to `out`.
    pub(super) fn on_ellipsoid(&self, solid: &Ellipsoid, margin: f64, out: &mut Vec<Contact>) {
        let reach = (self.radius * self.radius + self.half_width * self.half_width).sqrt();
        if (solid.centre - self.centre).norm() > reach + solid.semi.max() + margin {
            return;
        }
        let found = if solid.semi.min() == solid.semi.max() {
            Some(self.on_ball(solid))
        } else {
            self.flank_on(solid).or_else(|| Some(self.tread_on(solid)))
        };
        out.extend(found.filter(|contact| contact.gap <= margin));
    }

    /// The place of the wheel nearest to the centre of a ball.
    fn on_ball(&self, solid: &Ellipsoid) -> Contact {
        let (distance, outward) = self.distance(&solid.centre);
        let place = self.axle.dot(&(solid.centre - self.centre));
        Contact::found(
            solid.centre - outward * distance,
            -outward,
            distance - solid.semi.x,
            solid.facet,
            self.number_of(place),
        )
    }

    /// The number of a place on the tread, or of the rim at or beyond which it lies.
    fn number_of(&self, place: f64) -> u32 {
        match (self.half_width > 0.0, place.abs() < self.half_width, place < 0.0) {
            (true, true, _) => TREAD_PLACE,
            (true, false, false) => 1,
            _ => 0,
        }
    }

    /// The side of the wheel against the part of the solid that sticks out most towards it.
    fn flank_on(&self, solid: &Ellipsoid) -> Option<Contact> {
        let side = 1f64.copysign(self.axle.dot(&(solid.centre - self.centre)));
        let outward = self.axle * side;
        let foot = solid.farthest(&-outward);
        let from_centre = foot - self.centre;
        let gap = outward.dot(&from_centre) - self.half_width;
        let radial = from_centre - outward * outward.dot(&from_centre);
        let over_side = radial.norm() <= self.radius && gap > -self.half_width.max(1e-3);
        let number = if side < 0.0 { SIDE_PLACE } else { SIDE_PLACE + 1 };
        over_side.then(|| Contact::found(foot - outward * gap, -outward, gap, solid.facet, number))
    }

    /// The deepest place of the tread: along the axle the gap of the deepest point of each circle
    /// has the slope n . a, and the solid is convex, so there is one root at most.
    fn tread_on(&self, solid: &Ellipsoid) -> Contact {
        let at = |place: f64| {
            let ring = Ring { centre: self.centre + self.axle * place, ..self.ring(0.0) };
            deepest_on_ring(&ring, &solid.centre, |p| solid.signed_distance(p))
        };
        let slope = |place: f64| at(place).2.dot(&self.axle);
        let (low, high) = (-self.half_width, self.half_width);
        let place = if low == high { 0.0 } else { root(low, high, 1e-10, slope) };
        let (point, gap, normal) = at(place);
        Contact::found(point, normal, gap, solid.facet, self.number_of(place))
    }
}

/// The root of a rising function between two places, or the end beyond which it lies: false
/// position after Illinois (M. Dowell, P. Jarratt, BIT 11, 1971).
pub(super) fn root(
    mut low: f64,
    mut high: f64,
    tolerance: f64,
    function: impl Fn(f64) -> f64,
) -> f64 {
    let (mut at_low, mut at_high) = (function(low), function(high));
    if at_low >= 0.0 {
        return low;
    }
    if at_high <= 0.0 {
        return high;
    }
    let mut last = 0;
    for _ in 0..100 {
        let place = low + at_low / (at_low - at_high) * (high - low);
        if place <= low || place >= high {
            break;
        }
        let value = function(place);
        if value.abs() <= tolerance {
            return place;
        }
        if value < 0.0 {
            (low, at_low) = (place, value);
            at_high *= if last < 0 { 0.5 } else { 1.0 };
            last = -1;
        } else {
            (high, at_high) = (place, value);
            at_low *= if last > 0 { 0.5 } else { 1.0 };
            last = 1;
        }
    }
    if -at_low < at_high { low } else { high }
}

/// The point of a circle that is deepest in, or nearest to, a convex solid: the root of n . u along
/// the circle (tangent u), between a quarter turn before and after the direction of the solid.
pub(super) fn deepest_on_ring(
    ring: &Ring,
    middle: &Vector3<f64>,
    distance: impl Fn(&Vector3<f64>) -> (f64, Vector3<f64>),
) -> (Vector3<f64>, f64, Vector3<f64>) {
    let towards = middle - ring.centre;
    let flat = towards - ring.axle * ring.axle.dot(&towards);
    let first =
        flat.try_normalize(1e-12).unwrap_or_else(|| crate::math::rotation::plane(&ring.axle).0);
    let second = ring.axle.cross(&first);
    // Directions first + t second: t runs over half a turn and needs no angle.
    let at = |t: f64| {
        let scale = 1.0 / (1.0 + t * t).sqrt();
        let out = (first + second * t) * scale;
        let point = ring.centre + out * ring.radius;
        let (gap, normal) = distance(&point);
        (point, gap, normal, normal.dot(&((second - first * t) * scale)))
    };
    let slope = |t: f64| at(t).3;
    // Walk away from the start until the slope changes its sign.
    let (mut low, mut high, mut step) = (0.0, 0.0, 0.1);
    while slope(high) < 0.0 && high < 1e3 {
        (low, high, step) = (high, high + step, 2.0 * step);
    }
    while slope(low) > 0.0 && low > -1e3 {
        (low, high, step) = (low - step, low, 2.0 * step);
    }
    let (point, gap, normal, _) = at(root(low, high, 1e-13, slope));
    (point, gap, normal)
}
