//! Where shapes meet the ground and each other.
//!
//! A [`Meeting`] is a place where two surfaces come nearer than a margin: a point of the shape, the
//! normal there and the gap along it. Each is a true statement of the form "this point may not go
//! further than its gap against this normal", so a method that obeys all of them lets nothing
//! through. What is found for each pair, and what is not, is told in docs/theory/detection.md.
//!
//! Ground is asked for its pieces near the shape's box ([`Terrain::pieces`]): half-spaces, flat
//! triangles, ellipsoids. A ground that does not know its pieces is sounded along the shape.
//! A meeting with a surface of triangles is kept if the surface lies behind the plane through the
//! meeting's foot: so borders of coplanar triangles and inner edges of valleys hold nothing back
//! (the test of normal cones; C. Ericson, *Real-Time Collision Detection*, 2005, chapters 5 and 9).

mod body;
mod flat;
mod merge;
mod solid;
mod sounded;
mod sweep;

pub use solid::Solid;

use crate::terrain::{Facet, NoGround, Piece, Terrain};
use nalgebra::{Matrix3, Vector3};
use solid::Form;

/// A place where a shape and the ground, or two shapes, come near each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// Point of the first shape's surface, site frame, m.
    pub point: Vector3<f64>,
    /// Unit normal, from the ground or the other shape to the first shape.
    pub normal: Vector3<f64>,
    /// Distance along the normal, m; negative inside.
    pub gap: f64,
    /// Which piece of ground.
    pub facet: Facet,
    /// Names the place on the shape; the same from step to step as long as it is the same contact.
    pub feature: u32,
}

/// A solid with the pose of its link.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    /// The shape, in the link's axes.
    pub solid: &'a Solid,
    /// From the link's axes to the site's.
    pub rotation: &'a Matrix3<f64>,
    /// The link's origin in the site frame, m.
    pub origin: &'a Vector3<f64>,
}

/// Finds meetings. It holds scratch only and allocates nothing once it has grown.
#[derive(Debug, Default)]
pub struct Detector {
    pieces: Vec<Piece>,
    sweep: sweep::Sweep,
}

impl Placed<'_> {
    /// A point of the link in the site frame.
    #[inline]
    pub(super) fn site(&self, point: &Vector3<f64>) -> Vector3<f64> {
        self.origin + self.rotation * point
    }

    /// The upright box around the shape, grown by a margin, m.
    pub fn bounds(&self, margin: f64) -> (Vector3<f64>, Vector3<f64>) {
        let middle = self.site(&self.solid.middle);
        let reach = self.solid.half_extent(self.rotation).add_scalar(margin);
        (middle - reach, middle + reach)
    }
}

impl Detector {
    /// All places where the shape is nearer to the ground than `margin`, m; appended to `out`.
    pub fn with_ground(
        &mut self,
        shape: Placed<'_>,
        terrain: &dyn Terrain,
        margin: f64,
        out: &mut Vec<Meeting>,
    ) -> Result<(), NoGround> {
        let start = out.len();
        let (low, high) = shape.bounds(margin);
        self.pieces.clear();
        let known = !matches!(shape.solid.form, Form::Point(_))
            && terrain.pieces(&low, &high, &mut self.pieces)?;
        if !known {
            sounded::meet(shape, terrain, margin, out)?;
        }
        if let [Piece::HalfSpace { normal, offset, facet }] = &self.pieces[..] {
            flat::meet(shape, &flat::Flat::new(normal, *offset, *facet), margin, out);
            return Ok(());
        }
        for piece in &self.pieces {
            if let Piece::HalfSpace { normal, offset, facet } = piece {
                flat::meet(shape, &flat::Flat::new(normal, *offset, *facet), margin, out);
            }
        }
        merge::name(&mut out[start..]);
        Ok(())
    }

    /// Meetings of two solids, appended to `out`; the normal points from `other` to `shape` and the
    /// point lies on `shape`.
    pub fn between(
        &mut self,
        shape: Placed<'_>,
        other: Placed<'_>,
        margin: f64,
        out: &mut Vec<Meeting>,
    ) {
        if let (Form::Ball { radius }, Form::Ball { radius: far }) =
            (&shape.solid.form, &other.solid.form)
        {
            let (centre, middle) =
                (shape.site(&shape.solid.middle), other.site(&other.solid.middle));
            let apart = centre - middle;
            let distance = apart.norm();
            let gap = distance - radius - far;
            if gap <= margin {
                let normal = if distance > 0.0 { apart / distance } else { Vector3::z() };
                let point = centre - normal * *radius;
                out.push(Meeting { point, normal, gap, facet: Facet::Other(0), feature: 0 });
            }
        }
    }

    /// Pairs of boxes that overlap, by sweep and prune; appended to `out` in rising order. Boxes
    /// are (lowest corner, highest corner), already grown by the margin.
    pub fn pairs(&mut self, boxes: &[(Vector3<f64>, Vector3<f64>)], out: &mut Vec<(usize, usize)>) {
        self.sweep.pairs(boxes, out);
    }
}

#[cfg(test)]
mod tests;
