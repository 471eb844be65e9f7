//! Two shapes.
//!
//! Balls and points are measured against the other shape in closed form; a wheel or a body with
//! flat faces meets a body as it would meet ground made of the body's triangles; two boxes have
//! their own way. Where one order of the two is enough, the other is its mirror image.

use super::boxes::Cuboid;
use super::flat::Roller;
use super::solid::Geometry;
use super::{Contact, ContactDetector, PlacedShape, ball, merge, rollers};
use crate::terrain::Facet;
use nalgebra::Vector3;

/// Difference of gaps of the same place seen from both sides, m: round-off, with ample space.
const GAP_ROUND_OFF: f64 = 1e-10;

impl ContactDetector {
    /// Contacts of two solids, appended to `out`; the normal points from `other` to `shape` and the
    /// point lies on `shape`.
    pub fn between(
        &mut self,
        shape: PlacedShape<'_>,
        other: PlacedShape<'_>,
        margin: f64,
        out: &mut Vec<Contact>,
    ) {
        let apart = shape.site(&shape.solid.middle) - other.site(&other.solid.middle);
        let reach = shape.solid.reach + other.solid.reach + margin;
        // Not true of poses that are no numbers, which meet nothing.
        if apart.norm_squared() <= reach * reach {
            let start = out.len();
            if rank(&shape) <= rank(&other) {
                self.ordered(shape, other, margin, out);
            } else {
                self.ordered(other, shape, margin, out);
                out[start..].iter_mut().for_each(turn);
            }
            merge::name(&mut out[start..]);
        }
    }

    /// Contacts of two solids of which the first is the rounder one.
    fn ordered(
        &mut self,
        shape: PlacedShape<'_>,
        other: PlacedShape<'_>,
        margin: f64,
        out: &mut Vec<Contact>,
    ) {
        match (&shape.solid.geometry, &other.solid.geometry) {
            (Geometry::Point(_), _) => self.ball(&shape, 0.0, other, margin, out),
            (Geometry::Ball { radius }, _) => self.ball(&shape, *radius, other, margin, out),
            (Geometry::Round { .. }, _) => self.round(&shape, other, margin, out),
            (Geometry::Box { .. }, Geometry::Box { .. }) => {
                let start = out.len();
                let more = match (cuboid(&shape), cuboid(&other)) {
                    (Some(one), Some(another)) => one.meet(&another, margin, out),
                    _ => false,
                };
                if more {
                    self.bodies(shape, other, margin, out);
                    merge::distinct(out, start, shape.solid.reach);
                }
            }
            (Geometry::Box { .. }, Geometry::Mesh { .. })
            | (Geometry::Mesh { .. }, Geometry::Box { .. } | Geometry::Mesh { .. }) => {
                self.either(shape, other, margin, out);
            }
            // The rounder of the two comes first.
            (
                Geometry::Box { .. } | Geometry::Mesh { .. },
                Geometry::Point(_) | Geometry::Ball { .. } | Geometry::Round { .. },
            ) => {}
        }
    }

    /// A wheel or cylinder against another, or against the faces of a body.
    fn round(
        &mut self,
        shape: &PlacedShape<'_>,
        other: PlacedShape<'_>,
        margin: f64,
        out: &mut Vec<Contact>,
    ) {
        let Some(roller) = Roller::of(shape) else { return };
        match Roller::of(&other) {
            Some(another) => rollers::meet(&roller, &another, margin, out),
            None => {
                self.take_surface(other);
                roller.on_surface(&mut self.surface, margin, out);
            }
        }
    }

    /// Two bodies of which one is a mesh, taken as ground for the other in the way that finds the
    /// deeper contact: where corners lie beside each other's faces, one of them may see nothing.
    fn either(
        &mut self,
        shape: PlacedShape<'_>,
        other: PlacedShape<'_>,
        margin: f64,
        out: &mut Vec<Contact>,
    ) {
        let start = out.len();
        self.bodies(shape, other, margin, out);
        let turned = out.len();
        self.bodies(other, shape, margin, out);
        out[turned..].iter_mut().for_each(turn);
        let least = |found: &[Contact]| found.iter().map(|m| m.gap).fold(f64::INFINITY, f64::min);
        if least(&out[turned..]) < least(&out[start..turned]) - GAP_ROUND_OFF {
            out.drain(start..turned);
        } else {
            out.truncate(turned);
        }
    }

    /// A ball, or a point, against anything.
    fn ball(
        &mut self,
        shape: &PlacedShape<'_>,
        radius: f64,
        other: PlacedShape<'_>,
        margin: f64,
        out: &mut Vec<Contact>,
    ) {
        let centre = shape.site(&shape.solid.middle);
        let mut keep = |distance: f64, normal: Vector3<f64>, facet: u32| {
            let (point, gap) = (centre - normal * radius, distance - radius);
            if gap <= margin {
                let facet = Facet::Other(u64::from(facet));
                out.push(Contact::found(point, normal, gap, facet, 0));
            }
        };
        match &other.solid.geometry {
            Geometry::Point(_) | Geometry::Ball { .. } => {
                // The reach of a ball is its radius, that of a point nothing.
                let far = other.solid.reach;
                let apart = centre - other.site(&other.solid.middle);
                let distance = apart.norm();
                let normal = if distance > 0.0 { apart / distance } else { Vector3::z() };
                keep(distance - far, normal, 0);
            }
            Geometry::Round { .. } => {
                if let Some((distance, normal)) = Roller::of(&other).map(|r| r.distance(&centre)) {
                    keep(distance, normal, 0);
                }
            }
            Geometry::Box { .. } => {
                if let Some((distance, normal, axis)) = cuboid(&other).map(|b| b.distance(&centre))
                {
                    keep(distance, normal, axis);
                }
            }
            Geometry::Mesh { .. } => {
                let start = out.len();
                self.take_surface(other);
                ball::on_surface(&centre, radius, &self.surface, margin, 0, out);
                merge::unite(out, start, shape.solid.reach.max(1e-3));
            }
        }
    }

    /// Two bodies with flat faces.
    fn bodies(
        &mut self,
        shape: PlacedShape<'_>,
        other: PlacedShape<'_>,
        margin: f64,
        out: &mut Vec<Contact>,
    ) {
        let Some(body) = shape.solid.geometry.body() else { return };
        self.take_surface_near(other, shape.bounds(margin));
        let PlacedShape { solid, rotation, origin } = shape;
        let (low, high) = other.bounds(margin);
        self.standing.stand(body, rotation, origin, solid.reach, (&low, &high));
        self.standing.on_surface(body, &mut self.surface, margin, out);
    }

    fn take_surface(&mut self, other: PlacedShape<'_>) {
        let everywhere = Vector3::repeat(f64::INFINITY);
        self.take_surface_near(other, (-everywhere, everywhere));
    }

    /// Makes the triangles of a body that come into a box the surface at hand.
    fn take_surface_near(
        &mut self,
        other: PlacedShape<'_>,
        (low, high): (Vector3<f64>, Vector3<f64>),
    ) {
        self.surface.clear();
        let Some(body) = other.solid.geometry.body() else { return };
        for (number, face) in body.faces.iter().enumerate() {
            let corners = face.map(|corner| other.site(&body.corners[corner as usize]));
            let [a, b, c] = &corners;
            let (from, to) = (a.inf(b).inf(c), a.sup(b).sup(c));
            if (0..3).all(|axis| from[axis] <= high[axis] && to[axis] >= low[axis]) {
                self.surface.push(corners, Facet::Other(number as u64));
            }
        }
    }
}

/// The rounder shape comes first.
fn rank(shape: &PlacedShape<'_>) -> u32 {
    match shape.solid.geometry {
        Geometry::Point(_) => 0,
        Geometry::Ball { .. } => 1,
        Geometry::Round { .. } => 2,
        Geometry::Mesh { .. } => 3,
        Geometry::Box { .. } => 4,
    }
}

/// The same contact as the other shape sees it.
fn turn(contact: &mut Contact) {
    contact.point -= contact.normal * contact.gap;
    contact.normal = -contact.normal;
}

fn cuboid(shape: &PlacedShape<'_>) -> Option<Cuboid> {
    match &shape.solid.geometry {
        Geometry::Box { axes, half, .. } => {
            let centre = shape.site(&shape.solid.middle);
            Some(Cuboid { centre, axes: shape.rotation * axes, half: *half })
        }
        Geometry::Point(_)
        | Geometry::Ball { .. }
        | Geometry::Round { .. }
        | Geometry::Mesh { .. } => None,
    }
}
