//! Shapes of vehicles where they are now, and rays that meet them. A shape is seen from outside only: a camera that
//! sits within its own vehicle's hull looks through it.

use crate::dynamics::Kinematics;
use crate::terrain::trace::{self, Ray, Span, Tracer};
use crate::vehicle::{RayGeometry, Visual};
use nalgebra::{Matrix3, Vector3};
use parry3d_f64::bounding_volume::Aabb;
use parry3d_f64::math::Vector as ParryVector;
use parry3d_f64::partitioning::{Bvh, BvhBuildStrategy, BvhNode};

/// All shapes of an instant.
pub(super) struct Bodies<'a> {
    placed: Vec<PlacedLook<'a>>,
    boxes: Bvh,
}

struct PlacedLook<'a> {
    look: &'a Visual,
    /// Site from shape.
    rotation: Matrix3<f64>,
    origin: Vector3<f64>,
}

impl<'a> Bodies<'a> {
    pub(super) fn new(visuals: &'a [Visual], posed: &[Kinematics]) -> Self {
        let place = |look: &'a Visual| {
            let owner = posed.get(look.vehicle)?;
            let link = owner.links.get(look.link)?;
            let origin = owner.anchor + link.point(&look.position).0;
            Some(PlacedLook { look, rotation: link.rotation * look.rotation, origin })
        };
        let placed: Vec<PlacedLook<'a>> = visuals.iter().filter_map(place).collect();
        let around: Vec<Aabb> = placed.iter().map(PlacedLook::bounds).collect();
        Self { placed, boxes: Bvh::from_leaves(BvhBuildStrategy::Binned, &around) }
    }

    /// The nearest shape on a ray: distance, normal, and what it reflects.
    pub(super) fn meet(&self, ray: &Ray, span: Span) -> Option<(f64, Vector3<f64>, [f64; 3])> {
        if self.placed.is_empty() {
            return None;
        }
        let inverse = ray.direction.map(|part| 1.0 / part);
        let enters = |node: &BvhNode, best: f64| {
            let (low, high) = (node.mins(), node.maxs());
            let span = Span { to: span.to.min(best), ..span };
            let (low, high) = ([low.x, low.y, low.z], [high.x, high.y, high.z]);
            trace::meet_box(low, high, ray, &inverse, span).unwrap_or(f64::MAX)
        };
        let best = self.boxes.find_best(f64::MAX, enters, |leaf: u32, best: f64| {
            let one = self.placed.get(leaf as usize)?;
            let (distance, normal) = one.meet(ray, Span { to: span.to.min(best), ..span })?;
            Some((distance, (normal, one.look.albedo)))
        });
        best.map(|(_, (distance, (normal, albedo)))| (distance, normal, albedo))
    }
}

impl PlacedLook<'_> {
    fn bounds(&self) -> Aabb {
        let (low, high) = match &self.look.geometry {
            RayGeometry::Box { half } => self.around(half),
            RayGeometry::Ball { radius } => {
                let reach = Vector3::repeat(*radius);
                (self.origin - reach, self.origin + reach)
            }
            RayGeometry::Cylinder { radius, half_length } => {
                self.around(&Vector3::new(*radius, *radius, *half_length))
            }
            RayGeometry::Mesh(mesh) => {
                let start = Vector3::repeat(f64::INFINITY);
                let corners = mesh.vertices().iter().map(|v| self.origin + self.rotation * v);
                corners.fold((start, -start), |(low, high), v| (low.inf(&v), high.sup(&v)))
            }
        };
        let point = |v: Vector3<f64>| ParryVector::new(v.x, v.y, v.z);
        Aabb::new(point(low), point(high))
    }

    fn around(&self, half: &Vector3<f64>) -> (Vector3<f64>, Vector3<f64>) {
        let reach = self.rotation.abs() * half;
        (self.origin - reach, self.origin + reach)
    }

    fn meet(&self, ray: &Ray, span: Span) -> Option<(f64, Vector3<f64>)> {
        let local = Ray {
            origin: self.rotation.tr_mul(&(ray.origin - self.origin)),
            direction: self.rotation.tr_mul(&ray.direction),
        };
        let (distance, normal) = match &self.look.geometry {
            RayGeometry::Box { half } => meet_box(half, &local, span)?,
            RayGeometry::Ball { radius } => meet_ball(*radius, &local, span)?,
            RayGeometry::Cylinder { radius, half_length } => {
                meet_cylinder(*radius, *half_length, &local, span)?
            }
            RayGeometry::Mesh(mesh) => {
                let hit = mesh.ground(&local, span)?;
                (hit.distance, hit.normal)
            }
        };
        Some((distance, self.rotation * normal))
    }
}

/// Where a ray enters a box about the origin; none if it starts inside.
fn meet_box(half: &Vector3<f64>, ray: &Ray, span: Span) -> Option<(f64, Vector3<f64>)> {
    let (mut from, mut to, mut face) = (f64::NEG_INFINITY, f64::INFINITY, 0);
    for axis in 0..3 {
        let (o, d) = (ray.origin[axis], ray.direction[axis]);
        if d == 0.0 {
            if o.abs() > half[axis] {
                return None;
            }
            continue;
        }
        let (a, b) = ((-half[axis] - o) / d, (half[axis] - o) / d);
        if a.min(b) > from {
            (from, face) = (a.min(b), axis);
        }
        to = f64::min(to, a.max(b));
    }
    let met = from <= to && span.from <= from && from <= span.to;
    met.then(|| (from, Vector3::ith(face, -1f64.copysign(ray.direction[face]))))
}

/// Where a ray enters a ball about the origin; none if it starts inside.
fn meet_ball(radius: f64, ray: &Ray, span: Span) -> Option<(f64, Vector3<f64>)> {
    let (o, d) = (&ray.origin, &ray.direction);
    let distance =
        trace::first_root(d.norm_squared(), o.dot(d), o.norm_squared() - radius * radius)?;
    (span.from <= distance && distance <= span.to).then(|| (distance, ray.at(distance) / radius))
}

/// Where a ray enters a cylinder along z; none if it starts inside.
fn meet_cylinder(radius: f64, half: f64, ray: &Ray, span: Span) -> Option<(f64, Vector3<f64>)> {
    let (o, d) = (&ray.origin, &ray.direction);
    let seen = |distance: f64| span.from <= distance && distance <= span.to;
    // The end that faces the start, if it is not between the ends.
    if o.z.abs() > half && o.z * d.z < 0.0 {
        let distance = (half.copysign(o.z) - o.z) / d.z;
        let at = ray.at(distance);
        if at.x * at.x + at.y * at.y <= radius * radius {
            return seen(distance).then(|| (distance, Vector3::z() * 1f64.copysign(o.z)));
        }
    }
    let c = o.x * o.x + o.y * o.y - radius * radius;
    let distance = trace::first_root(d.x * d.x + d.y * d.y, o.x * d.x + o.y * d.y, c)?;
    let at = ray.at(distance);
    let met = at.z.abs() <= half && seen(distance);
    met.then(|| (distance, Vector3::new(at.x / radius, at.y / radius, 0.0)))
}
