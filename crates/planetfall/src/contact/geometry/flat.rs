//! Shapes over a plane: closed forms.
//!
//! A corner's gap is its distance from the plane. The point of a circle (centre c, unit axis a,
//! radius r) that lies deepest against the normal n is c + r d/|d| with d = a (a . n) - n, the part
//! of -n in the circle's plane; that of a ball is c - r n. A cylinder touches by the deepest points
//! of its two rims; a wheel that lies on its side, by four points of its lower rim.

use super::solid::Geometry;
use super::{Contact, PlacedShape};
use crate::math::rotation;
use crate::terrain::Facet;
use nalgebra::Vector3;

/// The plane n . p = offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flat {
    pub(super) normal: Vector3<f64>,
    pub(super) offset: f64,
    pub(super) facet: Facet,
}

/// A wheel in the site frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Roller {
    pub(super) centre: Vector3<f64>,
    pub(super) axle: Vector3<f64>,
    pub(super) radius: f64,
    pub(super) half_width: f64,
}

/// Number of the tread among the places on a wheel: rims are 0 and 1.
pub(super) const TREAD_PLACE: u32 = 2;
/// Number of a side; the other follows.
pub(super) const SIDE_PLACE: u32 = 3;
/// Numbers of the points of a rim on which a wheel lies begin here, four of each rim.
pub(super) const LYING_PLACE: u32 = 8;

/// Height over the rim's deepest point up to which a point of it still counts as lower than the four, m:
/// round-off.
const LYING_SLACK: f64 = 1e-9;

impl Flat {
    pub(super) fn new(normal: &Vector3<f64>, offset: f64, facet: Facet) -> Self {
        Self { normal: *normal, offset, facet }
    }

    #[inline]
    pub(super) fn contact(&self, point: Vector3<f64>, feature: u32) -> Contact {
        let gap = self.normal.dot(&point) - self.offset;
        Contact::found(point, self.normal, gap, self.facet, feature)
    }
}

impl Roller {
    /// The wheel or cylinder of a placed shape, if it is one.
    #[inline]
    pub(super) fn of(shape: &PlacedShape<'_>) -> Option<Self> {
        match &shape.solid.geometry {
            Geometry::Round { axis, radius, half_width } => {
                Some(Self::new(shape, axis, *radius, *half_width))
            }
            Geometry::Point(_)
            | Geometry::Ball { .. }
            | Geometry::Box { .. }
            | Geometry::Mesh { .. } => None,
        }
    }

    /// The wheel of a placed solid.
    #[inline]
    pub(super) fn new(
        shape: &PlacedShape<'_>,
        axis: &Vector3<f64>,
        radius: f64,
        half_width: f64,
    ) -> Self {
        let (centre, axle) = (shape.site(&shape.solid.middle), shape.rotation * axis);
        Self { centre, axle, radius, half_width }
    }

    /// Signs of its rims: one in the middle if it is a disc.
    #[inline]
    pub(super) fn rims(&self) -> &'static [f64] {
        if self.half_width > 0.0 { &[-1.0, 1.0] } else { &[0.0] }
    }

    #[inline]
    pub(super) fn rim_centre(&self, sign: f64) -> Vector3<f64> {
        self.centre + self.axle * (sign * self.half_width)
    }

    /// Whether it lies on its side, so that the whole rim is near a plane against whose normal the axle leans.
    #[inline]
    pub(super) fn lies(&self, lean: f64, margin: f64) -> bool {
        2.0 * self.radius * lean < margin
    }

    /// The contacts with a plane that is as wide as one likes.
    pub(super) fn meet(&self, flat: &Flat, margin: f64, mut found: impl FnMut(Contact)) {
        let normal = &flat.normal;
        let along = normal.dot(&self.axle);
        let down = self.axle * along - normal;
        let lean = down.norm();
        let mut keep = |contact: Contact| {
            if contact.gap <= margin {
                found(contact);
            }
        };
        if !self.lies(lean, margin) {
            let out = down * (self.radius / lean);
            for (rim, sign) in self.rims().iter().enumerate() {
                keep(flat.contact(self.rim_centre(*sign) + out, rim as u32));
            }
            return;
        }
        let (rim, sign) = if along > 0.0 { (0, -1.0) } else { (1, 1.0) };
        let middle = self.rim_centre(sign);
        let mut deepest = f64::INFINITY;
        for (quarter, direction) in self.quarters().iter().enumerate() {
            let number = LYING_PLACE + 4 * rim + quarter as u32;
            let contact = flat.contact(middle + direction * self.radius, number);
            deepest = deepest.min(contact.gap);
            keep(contact);
        }
        if lean > 0.0 {
            let contact = flat.contact(middle + down * (self.radius / lean), rim);
            if contact.gap < deepest - LYING_SLACK {
                keep(contact);
            }
        }
    }

    /// Four directions a quarter turn apart in the plane of the wheel.
    fn quarters(&self) -> [Vector3<f64>; 4] {
        let (first, second) = rotation::plane(&self.axle);
        [first, second, -first, -second]
    }
}

/// Contacts of any shape with a half-space, appended to `out`.
pub(super) fn meet(shape: PlacedShape<'_>, flat: &Flat, margin: f64, out: &mut Vec<Contact>) {
    let mut keep = |contact: Contact| {
        if contact.gap <= margin {
            out.push(contact);
        }
    };
    match &shape.solid.geometry {
        Geometry::Point(point) => keep(flat.contact(shape.site(point), 0)),
        Geometry::Ball { radius } => {
            keep(flat.contact(shape.site(&shape.solid.middle) - flat.normal * *radius, 0));
        }
        Geometry::Round { axis, radius, half_width } => {
            Roller::new(&shape, axis, *radius, *half_width).meet(flat, margin, keep);
        }
        Geometry::Box { body, .. } | Geometry::Mesh { body } => {
            for (number, corner) in body.corners.iter().enumerate() {
                keep(flat.contact(shape.site(corner), number as u32));
            }
        }
    }
}
