//! Where shapes meet the ground and each other.
//!
//! A [`Contact`] is a place where two surfaces come nearer than a margin: a point of the shape, the
//! normal there and the gap along it. Each is a true statement of the form "this point may not go
//! further than its gap against this normal", so a method that obeys all of them lets nothing
//! through. What is found for each pair, and what is not, is described in docs/theory/detection.md.
//!
//! Ground is asked for its pieces near the shape's box ([`Terrain::pieces`]): half-spaces, flat
//! triangles, ellipsoids. A ground that does not know its pieces is sounded along the shape.
//! A contact with a surface of triangles is kept if the surface lies behind the plane through the
//! contact's foot: so borders of coplanar triangles and inner edges of valleys hold nothing back
//! (the test of normal cones; C. Ericson, *Real-Time Collision Detection*, 2005, chapters 5 and 9).

mod ball;
mod boxes;
mod faceted;
mod flat;
mod merge;
mod outline;
mod pair;
mod polyhedron;
mod queried;
mod ring;
mod rollers;
mod solid;
mod surface;
mod sweep;
mod vicinity;
mod wheel;

pub(crate) use boxes::Cuboid;
pub(crate) use outline::{Outline, Surroundings};
pub use solid::CollisionShape;
pub use vicinity::Vicinity;

use crate::contact::Contact;
use crate::terrain::{Ellipsoid, NoGround, Terrain};
use nalgebra::{Matrix3, Vector3};
use solid::Geometry;
use vicinity::GroundPrimitive;

/// Depth from which a wheel without any contact has lost one, m. Chosen.
const LOST_CONTACT_DEPTH: f64 = 1e-5;
/// Places of a rim to either side of the lowest that are looked at. Chosen: with [`PROBE_TANGENT`] they
/// reach 44° from it.
const RIM_PROBES: i32 = 8;
/// Tangent of the angle between two of these places. Chosen: 7°.
const PROBE_TANGENT: f64 = 0.12;

/// A solid with the pose of its link.
#[derive(Clone, Copy, Debug)]
pub struct PlacedShape<'a> {
    /// The shape, in the link's axes.
    pub solid: &'a CollisionShape,
    /// From the link's axes to the site's.
    pub rotation: &'a Matrix3<f64>,
    /// The link's origin in the site frame, m.
    pub origin: &'a Vector3<f64>,
}

/// Finds contacts. It holds scratch only and allocates nothing once it has grown.
#[derive(Debug, Default)]
pub struct ContactDetector {
    vicinity: Vicinity,
    surface: surface::TriangleSurface,
    standing: faceted::PosedPolyhedron,
    sweep: sweep::Sweep,
}

impl PlacedShape<'_> {
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

impl ContactDetector {
    /// All places where the shape is nearer to the ground than `margin`, m; appended to `out`.
    pub fn with_ground(
        &mut self,
        shape: PlacedShape<'_>,
        terrain: &dyn Terrain,
        margin: f64,
        out: &mut Vec<Contact>,
    ) -> Result<(), NoGround> {
        let mut vicinity = std::mem::take(&mut self.vicinity);
        let (low, high) = shape.bounds(margin);
        let known = shape.solid.geometry.is_solid() && vicinity.take(terrain, (&low, &high))?;
        let start = out.len();
        let done = self.on_ground(shape, (terrain, &mut vicinity, known, false), margin, out);
        self.vicinity = vicinity;
        if !done? {
            merge::name(&mut out[start..]);
        }
        Ok(())
    }

    /// The same for a shape that has its own vicinity, which saves time if it moves by little. Contacts of one place
    /// may be left with one name, for who asks for no names.
    pub fn with_ground_near(
        &mut self,
        shape: PlacedShape<'_>,
        (terrain, vicinity): (&dyn Terrain, &mut Vicinity),
        (margin, named): (f64, bool),
        out: &mut Vec<Contact>,
    ) -> Result<(), NoGround> {
        if !shape.solid.geometry.keeps_vicinity() {
            return self.with_ground(shape, terrain, margin, out);
        }
        let wheel = flat::Roller::of(&shape);
        let known = if wheel.as_ref().is_some_and(|wheel| vicinity.houses(wheel, margin)) {
            true
        } else {
            let (low, high) = shape.bounds(margin);
            let known = vicinity.keep(terrain, (&low, &high))?;
            if let Some(wheel) = &wheel {
                vicinity.house(wheel, margin, (&low, &high));
            }
            known
        };
        let start = out.len();
        let is_named = self.on_ground(shape, (terrain, vicinity, known, true), margin, out)?;
        if named && !is_named {
            merge::name(&mut out[start..]);
        }
        Ok(())
    }

    /// Finds contacts with the ground at hand; whether all have names of their own.
    fn on_ground(
        &mut self,
        shape: PlacedShape<'_>,
        (terrain, vicinity, known, kept): (&dyn Terrain, &mut Vicinity, bool, bool),
        margin: f64,
        out: &mut Vec<Contact>,
    ) -> Result<bool, NoGround> {
        let start = out.len();
        if !known {
            return queried::meet(shape, terrain, margin, out).map(|()| true);
        }
        if let [GroundPrimitive::Flat(flat)] = &vicinity.parts[..] {
            flat::meet(shape, flat, margin, out);
            return Ok(true);
        }
        if let Some(body) = shape.solid.geometry.body() {
            let PlacedShape { solid, rotation, origin } = shape;
            let (low, high) = vicinity.extent(margin);
            self.standing.stand(body, rotation, origin, solid.reach, (&low, &high));
        }
        let Vicinity { parts, surfaces, .. } = vicinity;
        for part in parts.iter() {
            match part {
                GroundPrimitive::Flat(flat) => flat::meet(shape, flat, margin, out),
                GroundPrimitive::Ellipsoid(solid) => self.on_ellipsoid(shape, solid, margin, out),
                GroundPrimitive::Surface(number) => {
                    self.on_surface(shape, (&mut surfaces[*number], kept), margin, out)
                }
            }
        }
        let untouched = out[start..].iter().all(|contact| contact.gap > 0.0);
        if untouched && self.is_buried(shape, terrain)? {
            out.truncate(start);
            queried::meet(shape, terrain, margin, out)?;
        }
        Ok(false)
    }

    /// Contacts with the triangles of a surface.
    fn on_surface(
        &mut self,
        shape: PlacedShape<'_>,
        (surface, kept): (&mut surface::TriangleSurface, bool),
        margin: f64,
        out: &mut Vec<Contact>,
    ) {
        match &shape.solid.geometry {
            Geometry::Point(_) => {}
            Geometry::Ball { radius } => {
                let centre = shape.site(&shape.solid.middle);
                let start = out.len();
                ball::on_surface(&centre, *radius, surface, margin, 0, out);
                merge::unite(out, start, *radius);
            }
            Geometry::Round { axis, radius, half_width } => {
                let roller = flat::Roller::new(&shape, axis, *radius, *half_width);
                if kept {
                    roller.on_kept_surface(surface, margin, out);
                } else {
                    roller.on_surface(surface, margin, out);
                }
            }
            Geometry::Box { body, .. } | Geometry::Mesh { body } => {
                self.standing.on_surface(body, surface, margin, out);
            }
        }
    }

    fn on_ellipsoid(
        &mut self,
        shape: PlacedShape<'_>,
        solid: &Ellipsoid,
        margin: f64,
        out: &mut Vec<Contact>,
    ) {
        match &shape.solid.geometry {
            Geometry::Point(_) => {}
            Geometry::Ball { radius } => {
                let centre = shape.site(&shape.solid.middle);
                let (distance, normal) = solid.signed_distance(&centre);
                let (point, gap) = (centre - normal * *radius, distance - radius);
                if gap <= margin {
                    out.push(Contact::found(point, normal, gap, solid.facet, 0));
                }
            }
            Geometry::Round { axis, radius, half_width } => {
                let roller = flat::Roller::new(&shape, axis, *radius, *half_width);
                roller.on_ellipsoid(solid, margin, out);
            }
            Geometry::Box { body, .. } | Geometry::Mesh { body } => {
                self.standing.on_ellipsoid(body, solid, margin, out);
            }
        }
    }

    /// Whether the middle of a shape lies inside the ground, too deep for surfaces to be near, or a low
    /// place of a wheel: a rim pressed deep into an edge askew to it can miss the edge and the
    /// faces beside it.
    fn is_buried(&self, shape: PlacedShape<'_>, terrain: &dyn Terrain) -> Result<bool, NoGround> {
        if let Some(roller) = flat::Roller::of(&shape) {
            let down = roller.axle * roller.axle.z - Vector3::z();
            let down = down.try_normalize(1e-9).unwrap_or_default();
            let ahead = roller.axle.cross(&down);
            for sign in roller.rims() {
                for slant in -RIM_PROBES..=RIM_PROBES {
                    let spoke = (down + ahead * (PROBE_TANGENT * f64::from(slant))).normalize()
                        * roller.radius;
                    if terrain.query(&(roller.rim_centre(*sign) + spoke))?.gap < -LOST_CONTACT_DEPTH
                    {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(terrain.query(&shape.site(&shape.solid.middle))?.gap < 0.0)
    }

    /// Pairs of boxes that overlap, by sweep and prune; appended to `out` in rising order. Boxes
    /// are (lowest corner, highest corner), already grown by the margin.
    pub fn pairs(&mut self, boxes: &[(Vector3<f64>, Vector3<f64>)], out: &mut Vec<(usize, usize)>) {
        self.sweep.pairs(boxes, out);
    }
}

#[cfg(test)]
mod tests;
