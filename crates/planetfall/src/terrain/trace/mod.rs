//! Where rays meet the ground: what cameras see by. [`super::cast`] answers single beams of any ground by its
//! heights; a [`Tracer`] is made once for millions of rays, and is exact for the kinds of ground that we know.

mod cells;
mod relief;
mod summits;

pub(crate) use cells::{CellTraversal, Triangles};
pub(crate) use relief::Relief;
pub(crate) use summits::Summits;

use super::{Facet, Terrain, cast};
use nalgebra::Vector3;

/// A half line. Distances along it are counted in lengths of its direction, which may be any.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// m
    pub origin: Vector3<f64>,
    /// m
    pub direction: Vector3<f64>,
}

/// A part of a ray, from a way to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The first distance.
    pub from: f64,
    /// The last distance.
    pub to: f64,
}

/// Where a ray meets the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Distance along the ray.
    pub distance: f64,
    /// Unit normal of the surface, ground to viewer.
    pub normal: Vector3<f64>,
    /// Which piece of the surface.
    pub facet: Facet,
}

/// Finds where rays meet a ground first. A ray that starts inside the ground meets it where it starts.
pub trait Tracer: Send + Sync {
    /// Where a ray meets the ground without its rocks.
    fn ground(&self, ray: &Ray, span: Span) -> Option<Hit>;

    /// Where it meets a rock.
    fn rocks(&self, _ray: &Ray, _span: Span) -> Option<Hit> {
        None
    }
}

/// The distance at which a t² + 2 b t + c first falls to zero, from where it is positive: a ray enters a round body.
#[inline]
pub(crate) fn first_root(a: f64, b: f64, c: f64) -> Option<f64> {
    let root = b * b - a * c;
    (c > 0.0 && b < 0.0 && root >= 0.0).then(|| c / (root.sqrt() - b))
}

impl Ray {
    /// The point at a distance along the ray.
    #[inline]
    pub fn at(&self, distance: f64) -> Vector3<f64> {
        self.origin + self.direction * distance
    }
}

impl Span {
    /// The part of the span in which a coordinate of a ray lies between two limits.
    #[inline]
    pub(crate) fn between(self, start: f64, rate: f64, (low, high): (f64, f64)) -> Option<Self> {
        if rate == 0.0 {
            return (low..=high).contains(&start).then_some(self);
        }
        let (a, b) = ((low - start) / rate, (high - start) / rate);
        let part = Self { from: self.from.max(a.min(b)), to: self.to.min(a.max(b)) };
        (part.from <= part.to).then_some(part)
    }
}

impl<T: Tracer + ?Sized> Tracer for &T {
    fn ground(&self, ray: &Ray, span: Span) -> Option<Hit> {
        (**self).ground(ray, span)
    }

    fn rocks(&self, ray: &Ray, span: Span) -> Option<Hit> {
        (**self).rocks(ray, span)
    }
}

/// Of a ground of which nothing is known but its heights: ground and rocks are one.
pub(crate) struct March<'a, T: ?Sized>(pub(crate) &'a T);

impl<T: Terrain + ?Sized> Tracer for March<'_, T> {
    fn ground(&self, ray: &Ray, span: Span) -> Option<Hit> {
        let length = ray.direction.norm();
        let along = ray.direction / length;
        let (from, reach) = (ray.at(span.from), (span.to - span.from) * length);
        let distance = cast(self.0, &from, &along, reach)?;
        let there = self.0.query(&(from + along * distance)).ok()?;
        Some(Hit {
            distance: span.from + distance / length,
            normal: there.normal,
            facet: there.facet,
        })
    }
}

/// Where a ray comes to a plane, n . p = offset, from above, or where it starts if that is below.
#[inline]
pub(crate) fn meet_plane(normal: &Vector3<f64>, offset: f64, ray: &Ray, span: Span) -> Option<f64> {
    let (above, falls) = (normal.dot(&ray.origin) - offset, -normal.dot(&ray.direction));
    if above - falls * span.from <= 0.0 {
        return Some(span.from);
    }
    let distance = above / falls;
    (falls > 0.0 && distance <= span.to).then(|| distance.max(span.from))
}

/// Where a ray comes to a triangle from either side, and the unit normal on the side that it comes from
/// (T. Möller, B. Trumbore, *Fast, minimum storage ray/triangle intersection*, J. Graphics Tools 2(1), 1997).
/// A hair beyond a side still counts, lest a ray slip through between two triangles.
#[inline]
pub(crate) fn meet_triangle(
    [a, b, c]: &[Vector3<f64>; 3],
    ray: &Ray,
    span: Span,
) -> Option<(f64, Vector3<f64>)> {
    /// How far beside a triangle a ray still meets it, in its sides, so that none slips through between two.
    const HAIR: f64 = 1e-10;
    let (ab, ac) = (b - a, c - a);
    let across = ray.direction.cross(&ac);
    let volume = ab.dot(&across);
    if volume == 0.0 {
        return None;
    }
    let inverse = 1.0 / volume;
    let from = ray.origin - a;
    let u = from.dot(&across) * inverse;
    let turned = from.cross(&ab);
    let v = ray.direction.dot(&turned) * inverse;
    if u < -HAIR || v < -HAIR || u + v > 1.0 + HAIR {
        return None;
    }
    let distance = ac.dot(&turned) * inverse;
    if !(span.from <= distance && distance <= span.to) {
        return None;
    }
    let normal = ab.cross(&ac).try_normalize(0.0)?;
    Some((distance, if normal.dot(&ray.direction) > 0.0 { -normal } else { normal }))
}

/// Where a ray enters an upright box; none where it passes by.
#[inline]
pub(crate) fn meet_box(
    low: [f64; 3],
    high: [f64; 3],
    ray: &Ray,
    inverse: &Vector3<f64>,
    span: Span,
) -> Option<f64> {
    let (mut from, mut to) = (span.from, span.to);
    for axis in 0..3 {
        let a = (low[axis] - ray.origin[axis]) * inverse[axis];
        let b = (high[axis] - ray.origin[axis]) * inverse[axis];
        // A ray along a face has no number here, which `max` and `min` pass over.
        from = from.max(a.min(b));
        to = to.min(a.max(b));
    }
    // A hair wider, for what lies in its faces.
    (from <= to * (1.0 + 1e-12)).then_some(from)
}

#[cfg(test)]
mod tests;
