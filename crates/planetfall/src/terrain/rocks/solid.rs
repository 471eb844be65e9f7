//! A rock placed in the site frame.

use super::{Rock, RockShape, ellipsoid};
use crate::terrain::plane::heading_direction;
use crate::terrain::trace::{self, Ray, Span};
use crate::terrain::{Ellipsoid, Facet, Piece};
use nalgebra::{Matrix3, Vector2, Vector3};

/// A rock with its centre and directions worked out.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Solid {
    centre: Vector3<f64>,
    along: Vector2<f64>,
    form: Form,
    reach: Vector2<f64>,
    top: f64,
}

#[derive(Clone, Debug, PartialEq)]
enum Form {
    /// Centre in the middle.
    Sphere { radius: f64 },
    /// Centre in the middle of the top; the walls go down without end.
    Prism { half_length: f64, half_width: f64 },
    /// Centre in the middle.
    Ellipsoid { axes: Vector3<f64> },
}

impl Solid {
    /// The solid of a rock on ground of the given height, m.
    pub(super) fn new(rock: &Rock, ground: f64) -> Self {
        let along = heading_direction(rock.heading).xy();
        let top = ground + rock.top();
        let (form, below_top) = match rock.shape {
            RockShape::Hemisphere { radius } => (Form::Sphere { radius }, radius),
            RockShape::Block { length, width, .. } => {
                (Form::Prism { half_length: 0.5 * length, half_width: 0.5 * width }, 0.0)
            }
            RockShape::Ellipsoid { along, across, vertical } => {
                (Form::Ellipsoid { axes: Vector3::new(along, across, vertical) }, vertical)
            }
        };
        let centre = Vector3::new(rock.x, rock.y, top - below_top);
        let reach = form.reach(&along);
        Self { centre, along, form, reach, top }
    }

    /// Height of the highest point, m.
    pub(super) fn top(&self) -> f64 {
        self.top
    }

    /// South-western and north-eastern corner of the rectangle around the rock.
    pub(super) fn bounds(&self) -> (Vector2<f64>, Vector2<f64>) {
        (self.centre.xy() - self.reach, self.centre.xy() + self.reach)
    }

    /// Whether a place lies within `margin` metres of the rectangle around the rock.
    #[inline]
    pub(super) fn is_near(&self, x: f64, y: f64, margin: f64) -> bool {
        (x - self.centre.x).abs() <= self.reach.x + margin
            && (y - self.centre.y).abs() <= self.reach.y + margin
    }

    /// Signed distance, m, and outward unit normal.
    pub(super) fn signed_distance(&self, point: &Vector3<f64>) -> (f64, Vector3<f64>) {
        let local = self.local_from_site(&(point - self.centre));
        let (gap, normal) = match &self.form {
            Form::Sphere { radius } => sphere(*radius, &local),
            Form::Prism { half_length, half_width } => prism(*half_length, *half_width, &local),
            Form::Ellipsoid { axes } => ellipsoid::signed_distance(axes, &local),
        };
        (gap, self.site_from_local(&normal))
    }

    /// Whether the rock may reach into an upright box.
    pub(super) fn overlaps(&self, low: &Vector3<f64>, high: &Vector3<f64>) -> bool {
        let (from, to) = self.bounds();
        let apart =
            from.x > high.x || to.x < low.x || from.y > high.y || to.y < low.y || self.top < low.z;
        !apart
    }

    /// Appends what the rock is made of; walls that have no end are cut off below `floor`.
    pub(super) fn pieces(&self, facet: Facet, floor: f64, out: &mut Vec<Piece>) {
        match &self.form {
            Form::Sphere { radius } => self.round(Vector3::repeat(*radius), facet, out),
            Form::Ellipsoid { axes } => self.round(*axes, facet, out),
            Form::Prism { half_length: l, half_width: w } => {
                let depth = self.centre.z - floor.min(self.centre.z) + 2.0 * (l + w);
                let corner = |x: f64, y: f64, z: f64| {
                    self.centre + self.site_from_local(&Vector3::new(x, y, z))
                };
                let ring =
                    |z: f64| [(*l, *w), (-l, *w), (-l, -w), (*l, -w)].map(|(x, y)| corner(x, y, z));
                let (top, foot) = (ring(0.0), ring(-depth));
                let mut face = |a, b, c, d| {
                    out.push(Piece::Triangle { corners: [a, b, c], facet });
                    out.push(Piece::Triangle { corners: [a, c, d], facet });
                };
                face(top[0], top[1], top[2], top[3]);
                for (at, next) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
                    face(top[next], top[at], foot[at], foot[next]);
                }
            }
        }
    }

    fn round(&self, semi: Vector3<f64>, facet: Facet, out: &mut Vec<Piece>) {
        let axes = Matrix3::from_columns(
            &[Vector3::x(), Vector3::y(), Vector3::z()].map(|axis| self.site_from_local(&axis)),
        );
        out.push(Piece::Ellipsoid(Ellipsoid { centre: self.centre, axes, semi, facet }));
    }

    /// Where a ray meets the rock first, and the outward unit normal there; where it starts if that is inside.
    pub(super) fn meet(&self, ray: &Ray, span: Span) -> Option<(f64, Vector3<f64>)> {
        let start = self.local_from_site(&(ray.at(span.from) - self.centre));
        let along = self.local_from_site(&ray.direction);
        let (distance, normal) = match &self.form {
            Form::Sphere { radius } => meet_round(&Vector3::repeat(*radius), &start, &along)?,
            Form::Ellipsoid { axes } => meet_round(axes, &start, &along)?,
            Form::Prism { half_length, half_width } => {
                let high = Vector3::new(*half_length, *half_width, 0.0);
                meet_prism(&high, &start, &along)?
            }
        };
        let distance = span.from + distance;
        (distance <= span.to).then(|| (distance, self.site_from_local(&normal)))
    }

    /// Height of the rock's upper surface over a place, m; `None` beside the rock.
    pub(super) fn height(&self, x: f64, y: f64) -> Option<f64> {
        let local = self.local_from_site(&(Vector3::new(x, y, 0.0) - self.centre));
        let left = |axes: Vector3<f64>| {
            1.0 - (local.x / axes.x) * (local.x / axes.x) - (local.y / axes.y) * (local.y / axes.y)
        };
        let dome = |axes: Vector3<f64>| (left(axes) >= 0.0).then(|| axes.z * left(axes).sqrt());
        let rise = match self.form {
            Form::Sphere { radius } => dome(Vector3::repeat(radius))?,
            Form::Ellipsoid { axes } => dome(axes)?,
            Form::Prism { half_length, half_width } => {
                let over = local.x.abs() <= half_length && local.y.abs() <= half_width;
                over.then_some(0.0)?
            }
        };
        Some(self.centre.z + rise)
    }

    /// First axis along the heading, second to its left, third up.
    #[inline]
    fn local_from_site(&self, v: &Vector3<f64>) -> Vector3<f64> {
        let a = &self.along;
        Vector3::new(a.x * v.x + a.y * v.y, -a.y * v.x + a.x * v.y, v.z)
    }

    #[inline]
    fn site_from_local(&self, v: &Vector3<f64>) -> Vector3<f64> {
        let a = &self.along;
        Vector3::new(a.x * v.x - a.y * v.y, a.y * v.x + a.x * v.y, v.z)
    }
}

impl Form {
    /// Half the sides of the rectangle around the form when its first axis points along `a`.
    fn reach(&self, a: &Vector2<f64>) -> Vector2<f64> {
        match self {
            Self::Sphere { radius } => Vector2::repeat(*radius),
            Self::Prism { half_length: l, half_width: w } => {
                let (x, y) = (a.x.abs(), a.y.abs());
                Vector2::new(l * x + w * y, l * y + w * x)
            }
            Self::Ellipsoid { axes } => {
                let (l, w) = (axes.x, axes.y);
                let side = |p: f64, q: f64| (l * l * p * p + w * w * q * q).sqrt();
                Vector2::new(side(a.x, a.y), side(a.y, a.x))
            }
        }
    }
}

/// Where a ray meets an ellipsoid about the origin: in lengths of its semi-axes it is a ball.
fn meet_round(
    semi: &Vector3<f64>,
    start: &Vector3<f64>,
    along: &Vector3<f64>,
) -> Option<(f64, Vector3<f64>)> {
    let (o, d) = (start.component_div(semi), along.component_div(semi));
    let (a, b, c) = (d.norm_squared(), o.dot(&d), o.norm_squared() - 1.0);
    let distance = if c <= 0.0 { 0.0 } else { trace::first_root(a, b, c)? };
    let normal = (o + d * distance).component_div(semi);
    Some((distance, normal.try_normalize(0.0).unwrap_or_else(Vector3::z)))
}

/// Where a ray meets a block whose top lies in the plane z = 0 and whose walls have no end.
fn meet_prism(
    high: &Vector3<f64>,
    start: &Vector3<f64>,
    along: &Vector3<f64>,
) -> Option<(f64, Vector3<f64>)> {
    let (mut from, mut to, mut face) = (0.0, f64::INFINITY, Vector3::z());
    for axis in 0..3 {
        let low = if axis == 2 { f64::NEG_INFINITY } else { -high[axis] };
        if along[axis] == 0.0 {
            if !(low..=high[axis]).contains(&start[axis]) {
                return None;
            }
            continue;
        }
        let (a, b) = ((low - start[axis]) / along[axis], (high[axis] - start[axis]) / along[axis]);
        if a.min(b) > from {
            from = a.min(b);
            face = Vector3::ith(axis, -1f64.copysign(along[axis]));
        }
        to = f64::min(to, a.max(b));
    }
    (from <= to).then_some((from, face))
}

fn sphere(radius: f64, point: &Vector3<f64>) -> (f64, Vector3<f64>) {
    let distance = point.norm();
    let normal = if distance > 0.0 { point / distance } else { Vector3::z() };
    (distance - radius, normal)
}

/// A block without an underside; its top lies in the plane z = 0.
fn prism(half_length: f64, half_width: f64, point: &Vector3<f64>) -> (f64, Vector3<f64>) {
    let beyond = Vector3::new(point.x.abs() - half_length, point.y.abs() - half_width, point.z);
    let mirror = |v: Vector3<f64>| {
        Vector3::new(v.x * 1f64.copysign(point.x), v.y * 1f64.copysign(point.y), v.z)
    };
    let outside = beyond.map(|b| b.max(0.0));
    let distance = outside.norm();
    if distance > 0.0 {
        return (distance, mirror(outside / distance));
    }
    // Inside, the nearest face counts; where top and side are equally near, the top.
    let face = if beyond.z >= beyond.x && beyond.z >= beyond.y {
        2
    } else if beyond.x >= beyond.y {
        0
    } else {
        1
    };
    (beyond[face], mirror(Vector3::ith(face, 1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::f64::consts::{FRAC_PI_2, PI};

    fn rock(heading: f64, sunk: f64, shape: RockShape) -> Solid {
        Solid::new(&Rock { x: 10.0, y: 20.0, heading, sunk, shape }, 5.0)
    }

    fn block(heading: f64) -> Solid {
        rock(heading, 0.0, RockShape::Block { length: 2.0, width: 1.0, height: 0.5 })
    }

    #[test]
    fn a_hemisphere_is_a_sphere_centred_on_the_ground() {
        let solid = rock(0.0, 0.0, RockShape::Hemisphere { radius: 0.3 });
        let (gap, normal) = solid.signed_distance(&Vector3::new(10.3, 20.0, 5.4));
        assert!((gap - 0.2).abs() < 1e-12);
        assert!((normal - Vector3::new(0.6, 0.0, 0.8)).norm() < 1e-12);
        assert_eq!(solid.signed_distance(&Vector3::new(10.0, 20.0, 5.0)), (-0.3, Vector3::z()));
    }

    #[test]
    fn a_marker_that_hits_the_side_of_a_block_is_pushed_sideways() {
        // Heading east: the long side lies in x.
        let (gap, normal) = block(FRAC_PI_2).signed_distance(&Vector3::new(9.03, 20.1, 5.01));
        assert!((gap + 0.03).abs() < 1e-12);
        assert!((normal + Vector3::x()).norm() < 1e-12);
        let (gap, normal) = block(0.0).signed_distance(&Vector3::new(9.53, 20.1, 5.01));
        assert!((gap + 0.03).abs() < 1e-12);
        assert!((normal + Vector3::x()).norm() < 1e-12);
    }

    #[test]
    fn a_marker_on_top_of_a_block_is_pushed_up_and_none_is_pushed_under() {
        let (gap, normal) = block(0.7).signed_distance(&Vector3::new(10.1, 20.1, 5.48));
        assert!((gap + 0.02).abs() < 1e-12);
        assert!((normal - Vector3::z()).norm() < 1e-12);
        let (_, normal) = block(0.0).signed_distance(&Vector3::new(9.6, 20.0, 5.0));
        assert!((normal + Vector3::x()).norm() < 1e-12);
    }

    #[test]
    fn a_half_buried_ellipsoid_shows_its_upper_half() {
        let shape = RockShape::Ellipsoid { along: 0.6, across: 0.4, vertical: 0.3 };
        let solid = rock(FRAC_PI_2, 0.3, shape);
        assert!((solid.top() - 5.3).abs() < 1e-12);
        let (gap, normal) = solid.signed_distance(&Vector3::new(10.7, 20.0, 5.0));
        assert!((gap - 0.1).abs() < 1e-12 && (normal - Vector3::x()).norm() < 1e-12);
        assert_eq!(solid.height(10.0, 20.41), None);
        assert!((solid.height(10.36, 20.0).unwrap() - 5.24).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn height_bounds_and_distance_agree(
            kind in 0..3usize, heading in -PI..PI, dx in -1.5..1.5f64, dy in -1.5..1.5f64,
        ) {
            let solid = [
                block(heading),
                rock(heading, 0.1, RockShape::Hemisphere { radius: 0.8 }),
                rock(heading, 0.2, RockShape::Ellipsoid { along: 1.0, across: 0.5, vertical: 0.3 }),
            ][kind].clone();
            let (x, y) = (10.0 + dx, 20.0 + dy);
            if let Some(z) = solid.height(x, y) {
                prop_assert!(solid.is_near(x, y, 1e-12));
                prop_assert!(z <= solid.top() + 1e-12);
                prop_assert!(solid.signed_distance(&Vector3::new(x, y, z)).0.abs() < 1e-9);
            } else {
                prop_assert!(solid.signed_distance(&Vector3::new(x, y, solid.top() - 0.2)).0 > -1e-9);
            }
            let (gap, normal) = solid.signed_distance(&Vector3::new(x, y, 5.2));
            prop_assert!(gap.is_finite() && (normal.norm() - 1.0).abs() < 1e-12);
        }
    }
}
