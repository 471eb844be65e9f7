//! Two wheels.
//!
//! Treads that cross touch where their axles are nearest. Else a rim of one wheel touches the tread
//! or the side of the other: its deepest point there is the root of n . u along the circle, because
//! the other wheel is convex.

use super::Contact;
use super::flat::{Roller, TREAD_PLACE};
use super::wheel::{TREAD_PREFERENCE, deepest_on_ring};
use crate::terrain::Facet;
use nalgebra::Vector3;

/// Numbers of the other wheel's rims begin here: beyond all places of one (`flat`).
const OTHER_WHEEL_PLACE: u32 = 16;
/// Distance, m, and 1 − cos of the angle of normals up to which two contacts are one: round-off.
const SAME_CONTACT_ROUND_OFF: f64 = 1e-9;

/// Contacts of two wheels, appended to `out`; the point lies on `one`.
pub(super) fn meet(one: &Roller, other: &Roller, margin: f64, out: &mut Vec<Contact>) {
    let start = out.len();
    let mut keep = |point: Vector3<f64>, normal: Vector3<f64>, gap: f64, feature: u32| {
        let known = out[start..].iter().any(|m| {
            (m.point - point).norm() <= SAME_CONTACT_ROUND_OFF
                && m.normal.dot(&normal) >= 1.0 - SAME_CONTACT_ROUND_OFF
        });
        if gap <= margin && !known {
            let facet = Facet::Other(u64::from(feature));
            out.push(Contact::found(point, normal, gap, facet, feature));
        }
        gap
    };
    let mut least = f64::INFINITY;
    for (rim, sign) in one.rims().iter().enumerate() {
        let ring = one.ring(*sign);
        let (point, gap, normal) = deepest_on_ring(&ring, &other.centre, |p| other.distance(p));
        least = least.min(keep(point, normal, gap, rim as u32));
    }
    for (rim, sign) in other.rims().iter().enumerate() {
        let ring = other.ring(*sign);
        let (foot, gap, normal) = deepest_on_ring(&ring, &one.centre, |p| one.distance(p));
        least = least.min(keep(foot - normal * gap, -normal, gap, OTHER_WHEEL_PLACE + rim as u32));
    }
    if let Some((point, normal, gap)) = treads(one, other)
        && gap < least - TREAD_PREFERENCE
    {
        keep(point, normal, gap, TREAD_PLACE);
    }
}

/// Where the treads are nearest, if that is between the rims of both.
fn treads(one: &Roller, other: &Roller) -> Option<(Vector3<f64>, Vector3<f64>, f64)> {
    let apart = one.centre - other.centre;
    let cosine = one.axle.dot(&other.axle);
    let sine_squared = 1.0 - cosine * cosine;
    if sine_squared < 1e-12 {
        return None;
    }
    let (a, b) = (one.axle.dot(&apart), other.axle.dot(&apart));
    let (s, t) = ((cosine * b - a) / sine_squared, (b - cosine * a) / sine_squared);
    if s.abs() > one.half_width || t.abs() > other.half_width {
        return None;
    }
    let on_axle = one.centre + one.axle * s;
    let offset = on_axle - (other.centre + other.axle * t);
    let normal = offset.try_normalize(0.0)?;
    Some((on_axle - normal * one.radius, normal, offset.norm() - one.radius - other.radius))
}

impl Roller {
    /// Signed distance of a point from the wheel, m, and the unit normal there. A disc has no
    /// inside: beside it the distance is that from its plane.
    pub(super) fn distance(&self, point: &Vector3<f64>) -> (f64, Vector3<f64>) {
        let from_centre = point - self.centre;
        let place = self.axle.dot(&from_centre);
        let radial = from_centre - self.axle * place;
        let distance = radial.norm();
        let sideways = self.axle * 1f64.copysign(place);
        let out = if distance > 0.0 { radial / distance } else { sideways };
        let (beyond_tread, beyond_side) = (distance - self.radius, place.abs() - self.half_width);
        if beyond_tread > 0.0 && beyond_side > 0.0 {
            let away = out * beyond_tread + sideways * beyond_side;
            let gap = away.norm();
            return (gap, away / gap);
        }
        let over_tread = beyond_tread > beyond_side;
        if over_tread { (beyond_tread, out) } else { (beyond_side, sideways) }
    }
}
