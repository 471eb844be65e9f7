//! A body with flat faces on a surface of triangles, or on an ellipsoid.
//!
//! Three kinds of contact: a corner of the body on a face of the ground, an edge on an edge, and a
//! corner of the ground on a face of the body. For each the foot must lie on both, and each surface
//! must lie on its own side of the contact's plane.

use super::polyhedron::Polyhedron;
use super::surface::{Capsule, Face, FootSupport, TriangleSurface};
use super::wheel::root;
use super::{Contact, ball, merge};
use crate::terrain::{Ellipsoid, Facet};
use nalgebra::{Matrix3, Vector3};

/// Numbers of edges begin here; corners begin at zero. Bits 22 and 23 of a feature are the kind, those
/// below the number (`merge::RANK_SHIFT` has those above).
pub(super) const FIRST_EDGE: u32 = 1 << 22;
/// Numbers of faces begin here.
pub(super) const FIRST_FACE: u32 = 2 << 22;
/// Depth, as a share of the body's size, beyond which nothing is taken for a contact of edges or of a
/// corner of the ground: what is so deep belongs to another face. Chosen.
const DEPTH_LIMIT: f64 = 0.25;
/// Angle up to which edges are parallel and cross nowhere, rad. Chosen: far above round-off, far below
/// any model's angles.
const PARALLEL_ANGLE: f64 = 1e-9;
/// Angle by which a body may come before the contact's plane and still count as behind it, rad: corners
/// in single precision are off by as much.
const BEHIND_PLANE_ANGLE: f64 = 1e-7;

/// Sine of the slope against a corner's normal beyond which a body is nearer to the ground beside the
/// corner. Chosen: corners of a face that stands a little askew all stay.
const BESIDE_CORNER_SINE: f64 = 0.1;

/// Corners beyond which a body is held against a plane by the ball around it. Chosen.
const CORNER_LIMIT: usize = 64;

/// A body in the site frame, with only those parts that may be near. Scratch.
#[derive(Debug, Default)]
pub(super) struct PosedPolyhedron {
    pub(super) corners: Vec<Vector3<f64>>,
    near_edges: Vec<u32>,
    near_faces: Vec<(u32, Face)>,
    size: f64,
}

impl PosedPolyhedron {
    /// Puts a body somewhere; edges and faces that come into a box are kept for questions.
    pub(super) fn stand(
        &mut self,
        body: &Polyhedron,
        rotation: &Matrix3<f64>,
        origin: &Vector3<f64>,
        size: f64,
        (low, high): (&Vector3<f64>, &Vector3<f64>),
    ) {
        self.size = size;
        self.corners.clear();
        self.corners.extend(body.corners.iter().map(|corner| origin + rotation * corner));
        let corners = &self.corners;
        let is_near = |numbers: &[u32]| {
            (0..3).all(|axis| {
                let mut places = numbers.iter().map(|n| corners[*n as usize][axis]);
                let (from, to) = places
                    .by_ref()
                    .fold((f64::INFINITY, f64::NEG_INFINITY), |(from, to), place| {
                        (from.min(place), to.max(place))
                    });
                from <= high[axis] && to >= low[axis]
            })
        };
        self.near_edges.clear();
        let edges = body.edges.iter().enumerate().filter(|(_, edge)| is_near(&edge.ends));
        self.near_edges.extend(edges.map(|(number, _)| number as u32));
        self.near_faces.clear();
        for (number, numbers) in body.faces.iter().enumerate().filter(|(_, f)| is_near(&f[..])) {
            let [a, b, c] = numbers.map(|n| corners[n as usize]);
            if let Some(normal) = (b - a).cross(&(c - a)).try_normalize(f64::MIN_POSITIVE) {
                let facet = Facet::Other(u64::from(number as u32));
                self.near_faces.push((number as u32, Face::new([a, b, c], normal, facet)));
            }
        }
    }

    /// Contacts with a surface, appended to `out`.
    pub(super) fn on_surface(
        &self,
        body: &Polyhedron,
        surface: &mut TriangleSurface,
        margin: f64,
        out: &mut Vec<Contact>,
    ) {
        let start = out.len();
        let (low, high) = self.bounds();
        let (middle, reach) = (0.5 * (low + high), 0.5 * (high - low).norm());
        let feet = Capsule::everywhere();
        surface.mark_near(margin, &feet, |face| {
            let height = |point: &Vector3<f64>| face.normal.dot(&(point - face.corners[0]));
            if self.corners.len() > CORNER_LIMIT {
                height(&middle) - reach
            } else {
                self.corners.iter().map(height).fold(f64::INFINITY, f64::min)
            }
        });
        for (number, corner) in self.corners.iter().enumerate() {
            let first = out.len();
            ball::on_surface(corner, 0.0, surface, margin, number as u32, out);
            self.drop_beside(&body.around[number], corner, first, out);
        }
        merge::unite(out, start, self.size);
        let others = out.len();
        surface.gather_edges(&feet);
        for ground in surface.edges() {
            for number in &self.near_edges {
                self.edge_on_edge(body, *number, ground, surface, margin, out);
            }
        }
        surface.gather_corners(&feet);
        for corner in surface.corners() {
            self.face_on_corner(surface, corner, margin, out);
        }
        merge::unite(out, others, self.size);
        merge::distinct(out, start, self.size);
    }

    /// Drops contacts of a corner against whose normal the body goes on: something else of the body
    /// is nearer to the ground there.
    fn drop_beside(
        &self,
        around: &[u32],
        corner: &Vector3<f64>,
        start: usize,
        out: &mut Vec<Contact>,
    ) {
        let mut kept = start;
        for at in start..out.len() {
            let normal = out[at].normal;
            let goes_on = around.iter().any(|other| {
                let offset = self.corners[*other as usize] - corner;
                normal.dot(&offset) < -BESIDE_CORNER_SINE * offset.norm()
            });
            if !goes_on {
                out[kept] = out[at];
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    fn bounds(&self) -> (Vector3<f64>, Vector3<f64>) {
        let first = self.corners.first().copied().unwrap_or_else(Vector3::zeros);
        self.corners.iter().fold((first, first), |(low, high), c| (low.inf(c), high.sup(c)))
    }

    fn edge_on_edge(
        &self,
        body: &Polyhedron,
        number: u32,
        ground: &[Vector3<f64>; 2],
        surface: &TriangleSurface,
        margin: f64,
        out: &mut Vec<Contact>,
    ) {
        let edge = &body.edges[number as usize];
        let ends = edge.ends.map(|end| self.corners[end as usize]);
        let Some((point, foot, mut normal)) = cross(&ends, ground) else { return };
        let beside = edge.beside.map(|corner| self.corners[corner as usize] - point);
        // The body lies on the side to which the normal points.
        let side = normal.dot(&(beside[0].normalize() + beside[1].normalize()));
        if side < 0.0 {
            normal = -normal;
        }
        if beside.iter().any(|offset| normal.dot(offset) < -BEHIND_PLANE_ANGLE * offset.norm()) {
            return;
        }
        let gap = normal.dot(&(point - foot));
        if gap > margin || gap < -DEPTH_LIMIT * self.size {
            return;
        }
        if let Some(support) = surface.behind(&foot, &normal).filter(FootSupport::is_edge) {
            let feature = FIRST_EDGE + number;
            out.push(Contact::found(point, normal, gap, support.facet, feature));
        }
    }

    /// A corner of the ground below or in a face of the body, or beside one of its edges.
    fn face_on_corner(
        &self,
        surface: &TriangleSurface,
        corner: &Vector3<f64>,
        margin: f64,
        out: &mut Vec<Contact>,
    ) {
        let mut best: Option<Contact> = None;
        let mut beside: Option<(f64, Vector3<f64>, u32)> = None;
        for (number, face) in &self.near_faces {
            let gap = face.normal.dot(&(corner - face.corners[0]));
            if gap > margin || gap < -DEPTH_LIMIT * self.size {
                continue;
            }
            if !face.covers(corner) {
                let point = face.closest(corner);
                let distance = (point - corner).norm();
                if gap >= 0.0 && beside.is_none_or(|(least, ..)| distance < least) {
                    beside = Some((distance, point, *number));
                }
                continue;
            }
            let normal = -face.normal;
            if best.is_none_or(|b| b.gap < gap)
                && let Some(support) =
                    surface.behind(corner, &normal).filter(FootSupport::is_corner)
            {
                let (point, feature) = (corner + normal * gap, FIRST_FACE + number);
                best = Some(Contact::found(point, normal, gap, support.facet, feature));
            }
        }
        if let (None, Some((gap, point, number))) = (best, beside)
            && gap > 0.0
            && gap <= margin
        {
            let normal = (point - corner) / gap;
            let support = surface.behind(corner, &normal).filter(FootSupport::is_corner);
            let feature = FIRST_FACE + number;
            best = support.map(|on| Contact::found(point, normal, gap, on.facet, feature));
        }
        out.extend(best);
    }

    /// Contacts with an ellipsoid, appended to `out`.
    pub(super) fn on_ellipsoid(
        &self,
        body: &Polyhedron,
        solid: &Ellipsoid,
        margin: f64,
        out: &mut Vec<Contact>,
    ) {
        let mut keep = |point: Vector3<f64>, gap: f64, normal: Vector3<f64>, feature: u32| {
            if gap <= margin {
                out.push(Contact::found(point, normal, gap, solid.facet, feature));
            }
        };
        for (number, corner) in self.corners.iter().enumerate() {
            let (gap, normal) = solid.signed_distance(corner);
            keep(*corner, gap, normal, number as u32);
        }
        for number in &self.near_edges {
            let ends = body.edges[*number as usize].ends.map(|end| self.corners[end as usize]);
            if let Some(point) = deepest_on_segment(&ends, solid) {
                let (gap, normal) = solid.signed_distance(&point);
                keep(point, gap, normal, FIRST_EDGE + number);
            }
        }
        for (number, face) in &self.near_faces {
            let foot = solid.farthest(&-face.normal);
            let gap = face.normal.dot(&(foot - face.corners[0]));
            if face.covers(&foot) && gap >= -solid.semi.min() {
                keep(foot - face.normal * gap, gap, -face.normal, FIRST_FACE + number);
            }
        }
    }
}

/// Where two segments pass each other inside both of them: the points and the direction across.
pub(super) fn cross(
    one: &[Vector3<f64>; 2],
    other: &[Vector3<f64>; 2],
) -> Option<(Vector3<f64>, Vector3<f64>, Vector3<f64>)> {
    let (u, v, apart) = (one[1] - one[0], other[1] - other[0], other[0] - one[0]);
    let across = u.cross(&v);
    let size = across.norm();
    if size <= PARALLEL_ANGLE * u.norm() * v.norm() {
        return None;
    }
    let normal = across / size;
    let s = apart.cross(&v).dot(&across) / (size * size);
    let t = apart.cross(&u).dot(&across) / (size * size);
    let inside = |x: f64| (0.0..=1.0).contains(&x);
    (inside(s) && inside(t)).then(|| (one[0] + u * s, other[0] + v * t, normal))
}

/// The point inside a segment that is deepest in, or nearest to, a convex solid: the root of n . u
/// along it; `None` if it is one of the ends.
fn deepest_on_segment(ends: &[Vector3<f64>; 2], solid: &Ellipsoid) -> Option<Vector3<f64>> {
    let offset = ends[1] - ends[0];
    let slope = |t: f64| solid.signed_distance(&(ends[0] + offset * t)).1.dot(&offset);
    let t = root(0.0, 1.0, 1e-14 * offset.norm(), slope);
    (t > 0.0 && t < 1.0).then(|| ends[0] + offset * t)
}
