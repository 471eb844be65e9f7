//! Two boxes: the axis that separates them most, then the face polygons clipped against each other
//! (S. Gottschalk, M. Lin, D. Manocha, *OBBTree*, SIGGRAPH 1996; I. Sutherland, G. Hodgman,
//! *Reentrant polygon clipping*, 1974).
//!
//! Of the fifteen axes on which two boxes can be apart (three of each, nine across edges), the one
//! with the greatest gap counts. Faces go before edges and the other box's faces before one's own
//! when gaps are equal to within a nanometre, so boxes in a stack keep the same contacts from step
//! to step. Points of a face contact are corners of one box over the face of the other and
//! crossings of edges; for aligned boxes they are computed without round-off but that of the
//! corners themselves.

use super::Contact;
use super::faceted::{FIRST_EDGE, FIRST_FACE, cross};
use crate::terrain::Facet;
use nalgebra::{Matrix3, Vector3};

/// A box in the site frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cuboid {
    pub(crate) centre: Vector3<f64>,
    /// Unit vectors along the sides, as columns.
    pub(crate) axes: Matrix3<f64>,
    pub(crate) half: Vector3<f64>,
}

/// Gaps that differ by less are equal, m: round-off of boxes kilometres from the origin, with ample
/// space.
const EQUAL_GAP: f64 = 1e-9;
/// Boxes nearer than this, m, rest on each other. Chosen.
const REST_DISTANCE: f64 = 1e-6;
/// Sine of the angle up to which two edges are parallel and separate nothing that faces do not. Chosen:
/// beyond the root of the round-off.
const PARALLEL_SINE: f64 = 1e-6;

/// An axis that separates two boxes: the unit vector from the other to the first, and the gap.
#[derive(Clone, Copy)]
struct Parting {
    normal: Vector3<f64>,
    gap: f64,
    kind: SeparatingFeature,
}

#[derive(Clone, Copy)]
enum SeparatingFeature {
    /// A face of the first box, by its axis.
    Own(usize),
    /// A face of the other box, by its axis.
    Others(usize),
    /// Edges along these axes.
    Edges(usize, usize),
}

/// A corner of a polygon with the number of its place.
type Tagged = (Vector3<f64>, u32);

/// A polygon that is clipped: a rectangle gains one corner at most with each of four cuts.
struct Polygon {
    corners: [Tagged; 8],
    count: usize,
}

impl Cuboid {
    fn axis(&self, number: usize) -> Vector3<f64> {
        self.axes.column(number).into_owned()
    }

    /// How far the box reaches from its centre in a direction.
    fn reach(&self, direction: &Vector3<f64>) -> f64 {
        self.axes.tr_mul(direction).abs().dot(&self.half)
    }

    /// Contacts with another box, appended to `out`. Says whether there may be more to find: a box
    /// that is apart may be nearest with a corner that lies over no face of the other.
    pub(super) fn meet(&self, other: &Self, margin: f64, out: &mut Vec<Contact>) -> bool {
        let parting = self.parting(other);
        if parting.gap > margin {
            return false;
        }
        let mut keep = |contact: Contact| {
            if contact.gap <= margin {
                out.push(contact);
            }
        };
        match parting.kind {
            SeparatingFeature::Others(axis) => {
                let polygon = self.facing(axis, other, &parting.normal, 0);
                for (point, feature) in polygon.corners() {
                    let gap = other.over_face(axis, &parting.normal, point);
                    keep(contact(*point, &parting.normal, gap, axis, *feature));
                }
            }
            SeparatingFeature::Own(axis) => {
                let polygon = other.facing(axis, self, &-parting.normal, FIRST_FACE);
                for (foot, feature) in polygon.corners() {
                    let gap = self.over_face(axis, &-parting.normal, foot);
                    let point = foot + parting.normal * gap;
                    keep(contact(point, &parting.normal, gap, axis, *feature));
                }
            }
            SeparatingFeature::Edges(one, another) => {
                let ends = self.edge_towards(one, &-parting.normal);
                let others = other.edge_towards(another, &parting.normal);
                if let Some((point, foot, _)) = cross(&ends, &others) {
                    let gap = parting.normal.dot(&(point - foot));
                    let feature = FIRST_EDGE + (4 * one + another) as u32;
                    keep(contact(point, &parting.normal, gap, another, feature));
                }
            }
        }
        parting.gap > REST_DISTANCE
    }

    /// Signed distance of a point, m, the unit normal there and the number of the face.
    pub(super) fn distance(&self, point: &Vector3<f64>) -> (f64, Vector3<f64>, u32) {
        let local = self.axes.tr_mul(&(point - self.centre));
        let beyond = local.abs() - self.half;
        let outside = beyond.map(|b| b.max(0.0));
        let deepest = beyond.imax();
        let number = 2 * deepest as u32 + u32::from(local[deepest] > 0.0);
        let distance = outside.norm();
        let sign = local.map(|x| 1f64.copysign(x));
        if distance > 0.0 {
            let normal = self.axes * outside.component_mul(&sign) / distance;
            return (distance, normal, number);
        }
        (beyond[deepest], self.axis(deepest) * sign[deepest], number)
    }

    /// The axis along which the boxes are farthest apart.
    fn parting(&self, other: &Self) -> Parting {
        let apart = self.centre - other.centre;
        let along = |axis: Vector3<f64>, kind: SeparatingFeature| {
            let distance = apart.dot(&axis);
            let normal = if distance < 0.0 { -axis } else { axis };
            let gap = distance.abs() - self.reach(&axis) - other.reach(&axis);
            Parting { normal, gap, kind }
        };
        let mut best = along(other.axis(0), SeparatingFeature::Others(0));
        let mut better = |parting: Parting| {
            if parting.gap > best.gap + EQUAL_GAP {
                best = parting;
            }
        };
        (1..3).for_each(|axis| better(along(other.axis(axis), SeparatingFeature::Others(axis))));
        (0..3).for_each(|axis| better(along(self.axis(axis), SeparatingFeature::Own(axis))));
        for one in 0..3 {
            for another in 0..3 {
                let across = self.axis(one).cross(&other.axis(another));
                let size = across.norm();
                if size > PARALLEL_SINE {
                    better(along(across / size, SeparatingFeature::Edges(one, another)));
                }
            }
        }
        best
    }

    /// Distance of a point from the face whose outward normal is `normal`, along an axis.
    fn over_face(&self, axis: usize, normal: &Vector3<f64>, point: &Vector3<f64>) -> f64 {
        normal.dot(&(point - self.centre)) - self.half[axis]
    }

    /// The face of this box that looks most against `normal`, cut to what lies over the face of
    /// `other` with that normal and axis.
    fn facing(&self, axis: usize, other: &Self, normal: &Vector3<f64>, base: u32) -> Polygon {
        let mut polygon = self.face_towards(&-normal, base);
        for side in [(axis + 1) % 3, (axis + 2) % 3] {
            for sign in [-1.0, 1.0] {
                let outward = other.axis(side) * sign;
                let cut = 2 * side as u32 + u32::from(sign > 0.0);
                let beyond = |p: &Vector3<f64>| outward.dot(&(p - other.centre)) - other.half[side];
                polygon.cut(beyond, FIRST_EDGE + (FIRST_FACE >> 8) + 64 * cut);
            }
        }
        polygon
    }

    /// The face that looks most in a direction, its corners in order, numbered by bits.
    fn face_towards(&self, direction: &Vector3<f64>, base: u32) -> Polygon {
        let local = self.axes.tr_mul(direction);
        let axis = local.iamax();
        let sides = [(axis + 1) % 3, (axis + 2) % 3];
        let fixed = u32::from(local[axis] > 0.0) << axis;
        let mut polygon = Polygon { corners: [(Vector3::zeros(), 0); 8], count: 4 };
        for (at, (u, v)) in [(0, 0), (1, 0), (1, 1), (0, 1)].into_iter().enumerate() {
            let number = fixed | u << sides[0] | v << sides[1];
            polygon.corners[at] = (self.corner(number), base + number);
        }
        polygon
    }

    fn corner(&self, number: u32) -> Vector3<f64> {
        let side = |axis: usize| {
            if number >> axis & 1 == 1 { self.half[axis] } else { -self.half[axis] }
        };
        self.centre + self.axes * Vector3::new(side(0), side(1), side(2))
    }

    /// The edge along an axis that lies farthest in a direction.
    fn edge_towards(&self, axis: usize, direction: &Vector3<f64>) -> [Vector3<f64>; 2] {
        let local = self.axes.tr_mul(direction);
        let number = (0..3)
            .filter(|side| *side != axis && local[*side] > 0.0)
            .map(|side| 1u32 << side)
            .sum::<u32>();
        [self.corner(number), self.corner(number | 1 << axis)]
    }
}

impl Polygon {
    fn corners(&self) -> &[Tagged] {
        &self.corners[..self.count]
    }

    /// Cuts off what lies beyond a plane; corners on it, or beyond by a hair, stay as they are.
    fn cut(&mut self, beyond: impl Fn(&Vector3<f64>) -> f64, tag: u32) {
        let old = self.corners;
        let count = self.count;
        self.count = 0;
        for at in 0..count {
            let ((here, number), (next, _)) = (old[at], old[(at + 1) % count]);
            let (out, out_next) = (beyond(&here), beyond(&next));
            if out <= EQUAL_GAP {
                self.push((here, number));
            }
            if (out <= EQUAL_GAP) != (out_next <= EQUAL_GAP) {
                let share = out / (out - out_next);
                self.push((here + (next - here) * share, tag + at as u32));
            }
        }
    }

    fn push(&mut self, corner: Tagged) {
        if let Some(place) = self.corners.get_mut(self.count) {
            *place = corner;
            self.count += 1;
        }
    }
}

fn contact(
    point: Vector3<f64>,
    normal: &Vector3<f64>,
    gap: f64,
    axis: usize,
    feature: u32,
) -> Contact {
    Contact::found(point, *normal, gap, Facet::Other(axis as u64), feature)
}
