//! A ground of triangles: anything that a height over a plane cannot describe, such as overhangs,
//! boulders and stairs.
//!
//! The gap of a point is its distance from the nearest triangle, and its sign comes from the
//! angle-weighted pseudonormal of the place there, which tells inside from outside on faces, edges
//! and corners alike (J. A. Bærentzen, H. Aanæs, *Signed distance computation using the angle
//! weighted pseudonormal*, IEEE TVCG 11(3), 2005). Triangles lie in parry's tree of boxes, so what a
//! question costs grows with the logarithm of their number only. parry answers which boxes may
//! matter; distances are our own closed forms, since parry's carry tolerances.

use super::error::{self, TerrainError};
use super::trace::{self, Hit, Ray, Span, Tracer};
use super::{Extent, Facet, NoGround, Piece, Sounding, Terrain};
use crate::math::real;
use nalgebra::Vector3;
use parry3d_f64::bounding_volume::Aabb;
use parry3d_f64::math::Vector as ParryVector;
use parry3d_f64::partitioning::{Bvh, BvhBuildStrategy, BvhNode};
use std::cell::Cell;

/// A surface of triangles; what lies behind it is ground.
#[derive(Clone, Debug)]
pub struct MeshGround {
    vertices: Vec<Vector3<f64>>,
    triangles: Vec<[u32; 3]>,
    normals: Vec<Vector3<f64>>,
    /// Angle-weighted sums of the normals around a vertex, of any length.
    vertex_normals: Vec<Vector3<f64>>,
    /// The triangle beyond the side from the first corner to the second, and so on.
    neighbours: Vec<[u32; 3]>,
    boxes: Bvh,
    /// Numbers of the triangles in the tree: those with an area.
    leaves: Vec<u32>,
    low: Vector3<f64>,
    high: Vector3<f64>,
}

/// More triangles than this have no numbers in the tree.
const MOST_TRIANGLES: usize = 500_000_000;
/// The number of no triangle.
const NONE: u32 = u32::MAX;

/// Where on a triangle a nearest point lies.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Part {
    Corner(usize),
    /// The side that begins at this corner.
    Side(usize),
    Face,
}

/// The nearest place of the surface.
#[derive(Clone, Copy, Debug)]
struct Nearest {
    triangle: u32,
    foot: Vector3<f64>,
    part: Part,
}

impl MeshGround {
    /// A ground of vertices, m, and triangles that name them counter-clockwise seen from above or
    /// outside. Triangles without area are left out; their numbers stay those of the list.
    pub fn new(
        vertices: Vec<Vector3<f64>>,
        triangles: Vec<[u32; 3]>,
    ) -> Result<Self, TerrainError> {
        check(&vertices, &triangles)?;
        let corners = |triangle: &[u32; 3]| triangle.map(|corner| vertices[corner as usize]);
        let normals: Vec<Vector3<f64>> = triangles.iter().map(|t| normal(&corners(t))).collect();
        let leaves: Vec<u32> = (0..triangles.len() as u32)
            .filter(|number| normals[*number as usize] != Vector3::zeros())
            .collect();
        let bounds: Vec<_> =
            leaves.iter().map(|number| bounds(&corners(&triangles[*number as usize]))).collect();
        let Some(first) = bounds.first() else { return Err(TerrainError::NoTriangles) };
        let (low, high) =
            bounds.iter().fold(*first, |(low, high), (a, b)| (low.inf(a), high.sup(b)));
        let around: Vec<Aabb> = bounds.iter().map(|(a, b)| Aabb::new(parry(a), parry(b))).collect();
        Ok(Self {
            boxes: Bvh::from_leaves(BvhBuildStrategy::Binned, &around),
            vertex_normals: vertex_normals(&vertices, &triangles, &normals),
            neighbours: neighbours(&triangles),
            vertices,
            triangles,
            normals,
            leaves,
            low,
            high,
        })
    }

    /// Its vertices, m.
    pub fn vertices(&self) -> &[Vector3<f64>] {
        &self.vertices
    }

    /// Its triangles, as they were given.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    fn corners(&self, triangle: u32) -> [Vector3<f64>; 3] {
        self.triangles[triangle as usize].map(|corner| self.vertices[corner as usize])
    }

    fn covers(&self, x: f64, y: f64) -> bool {
        (self.low.x..=self.high.x).contains(&x) && (self.low.y..=self.high.y).contains(&y)
    }

    /// The nearest place of the surface, and how many triangles were looked at.
    fn nearest(&self, point: &Vector3<f64>) -> (Option<Nearest>, usize) {
        let visited = Cell::new(0);
        let best = self.boxes.find_best(
            f64::MAX,
            |node: &BvhNode, _: f64| distance_squared(node, point),
            |leaf: u32, _: f64| {
                visited.set(visited.get() + 1);
                let triangle = self.leaves[leaf as usize];
                let (foot, part) = closest(&self.corners(triangle), point);
                Some(((point - foot).norm_squared(), Nearest { triangle, foot, part }))
            },
        );
        (best.map(|(_, (_, nearest))| nearest), visited.get())
    }

    /// The pseudonormal of a part of a triangle, of any length.
    fn pseudonormal(&self, triangle: u32, part: Part) -> Vector3<f64> {
        let own = self.normals[triangle as usize];
        match part {
            Part::Face => own,
            Part::Corner(at) => self.vertex_normals[self.triangles[triangle as usize][at] as usize],
            Part::Side(at) => {
                let beyond = self.neighbours[triangle as usize][at];
                own + self.normals.get(beyond as usize).copied().unwrap_or_else(Vector3::zeros)
            }
        }
    }

    fn seen_from(&self, point: &Vector3<f64>, nearest: &Nearest) -> Sounding {
        let Nearest { triangle, foot, part } = *nearest;
        let facet = Facet::Other(u64::from(triangle));
        if part == Part::Face {
            let normal = self.normals[triangle as usize];
            let gap = normal.dot(&(point - self.corners(triangle)[0]));
            return Sounding { gap, normal, facet };
        }
        let pseudonormal = self.pseudonormal(triangle, part);
        let way = point - foot;
        let distance = way.norm();
        let sign = if way.dot(&pseudonormal) < 0.0 { -1.0 } else { 1.0 };
        let along = if distance > 0.0 { way * (sign / distance) } else { pseudonormal };
        let normal = along.try_normalize(0.0).unwrap_or(self.normals[triangle as usize]);
        Sounding { gap: sign * distance, normal, facet }
    }
}

impl Terrain for MeshGround {
    fn sound(&self, point: &Vector3<f64>) -> Result<Sounding, NoGround> {
        let nowhere = NoGround::Outside { x: point.x, y: point.y };
        if !self.covers(point.x, point.y) || !point.z.is_finite() {
            return Err(nowhere);
        }
        self.nearest(point).0.map(|nearest| self.seen_from(point, &nearest)).ok_or(nowhere)
    }

    /// The highest triangle that a ray from above meets; walls are met by their upper ends.
    fn height(&self, x: f64, y: f64) -> Result<f64, NoGround> {
        let mut top = f64::NEG_INFINITY;
        let column = |node: &BvhNode| {
            let (low, high) = (node.mins(), node.maxs());
            low.x <= x && x <= high.x && low.y <= y && y <= high.y
        };
        for leaf in self.boxes.leaves(column) {
            let triangle = self.leaves[leaf as usize];
            let normal = &self.normals[triangle as usize];
            if let Some(z) = height_over(&self.corners(triangle), normal, x, y) {
                top = top.max(z);
            }
        }
        if top.is_finite() { Ok(top) } else { Err(NoGround::Outside { x, y }) }
    }

    fn extent(&self) -> Option<Extent> {
        let (low, high) = (&self.low, &self.high);
        Some(Extent { x_min: low.x, x_max: high.x, y_min: low.y, y_max: high.y })
    }

    fn pieces(
        &self,
        low: &Vector3<f64>,
        high: &Vector3<f64>,
        out: &mut Vec<Piece>,
    ) -> Result<bool, NoGround> {
        let middle = 0.5 * (low + high);
        if !self.covers(middle.x, middle.y) {
            return Err(NoGround::Outside { x: middle.x, y: middle.y });
        }
        let (low, high) = (parry(low), parry(high));
        let overlaps =
            |node: &BvhNode| node.mins().cmple(high).all() && node.maxs().cmpge(low).all();
        for leaf in self.boxes.leaves(overlaps) {
            let triangle = self.leaves[leaf as usize];
            let facet = Facet::Other(u64::from(triangle));
            out.push(Piece::Triangle { corners: self.corners(triangle), facet });
        }
        Ok(true)
    }

    fn tracer(&self) -> Box<dyn Tracer + '_> {
        Box::new(self)
    }
}

impl Tracer for MeshGround {
    /// The nearest triangle on the ray, seen from either side.
    fn ground(&self, ray: &Ray, span: Span) -> Option<Hit> {
        let inverse = ray.direction.map(|part| 1.0 / part);
        let enters = |node: &BvhNode, best: f64| {
            let (low, high) = (node.mins(), node.maxs());
            let (low, high) = ([low.x, low.y, low.z], [high.x, high.y, high.z]);
            let span = Span { to: span.to.min(best), ..span };
            trace::meet_box(low, high, ray, &inverse, span).unwrap_or(f64::MAX)
        };
        let best = self.boxes.find_best(f64::MAX, enters, |leaf: u32, _: f64| {
            let triangle = self.leaves[leaf as usize];
            let (way, normal) = trace::meet_triangle(&self.corners(triangle), ray, span)?;
            Some((way, Hit { way, normal, facet: Facet::Other(u64::from(triangle)) }))
        });
        best.map(|(_, (_, hit))| hit)
    }
}

/// Refuses numbers that make no surface.
fn check(vertices: &[Vector3<f64>], triangles: &[[u32; 3]]) -> Result<(), TerrainError> {
    if triangles.len() > MOST_TRIANGLES {
        let (found, limit) = (triangles.len() as f64, MOST_TRIANGLES as f64);
        return Err(TerrainError::TooMany { what: "triangles of a ground", found, limit });
    }
    for vertex in vertices {
        for place in vertex.iter() {
            error::finite("place of a vertex, m", *place)?;
        }
    }
    for (number, triangle) in triangles.iter().enumerate() {
        for vertex in triangle {
            if *vertex as usize >= vertices.len() {
                return Err(TerrainError::NoSuchVertex {
                    triangle: number,
                    vertex: *vertex,
                    vertices: vertices.len(),
                });
            }
        }
    }
    Ok(())
}

fn parry(v: &Vector3<f64>) -> ParryVector {
    ParryVector::new(v.x, v.y, v.z)
}

/// Unit normal of a triangle; zero if it has no area.
fn normal([a, b, c]: &[Vector3<f64>; 3]) -> Vector3<f64> {
    let area = (b - a).cross(&(c - a));
    area.try_normalize(f64::MIN_POSITIVE).unwrap_or_else(Vector3::zeros)
}

fn bounds([a, b, c]: &[Vector3<f64>; 3]) -> (Vector3<f64>, Vector3<f64>) {
    (a.inf(b).inf(c), a.sup(b).sup(c))
}

/// Sums of the normals around each vertex, weighted by the triangles' angles there.
fn vertex_normals(
    vertices: &[Vector3<f64>],
    triangles: &[[u32; 3]],
    normals: &[Vector3<f64>],
) -> Vec<Vector3<f64>> {
    let mut sums = vec![Vector3::zeros(); vertices.len()];
    for (triangle, normal) in triangles.iter().zip(normals) {
        for at in 0..3 {
            let [here, next, last] =
                [at, (at + 1) % 3, (at + 2) % 3].map(|corner| vertices[triangle[corner] as usize]);
            let (u, v) = (next - here, last - here);
            let angle = real::atan2(u.cross(&v).norm(), u.dot(&v));
            sums[triangle[at] as usize] += normal * angle;
        }
    }
    sums
}

/// For each side of each triangle the triangle that runs along it the other way round.
fn neighbours(triangles: &[[u32; 3]]) -> Vec<[u32; 3]> {
    let mut sides: Vec<(u32, u32, u32, u8)> = Vec::with_capacity(3 * triangles.len());
    for (number, triangle) in triangles.iter().enumerate() {
        for at in 0..3u8 {
            let (a, b) = (triangle[at as usize], triangle[(at as usize + 1) % 3]);
            sides.push((a.min(b), a.max(b), number as u32, at));
        }
    }
    sides.sort_unstable();
    let mut beyond = vec![[NONE; 3]; triangles.len()];
    for pair in sides.windows(2) {
        if let [(a, b, one, one_at), (c, d, other, other_at)] = *pair
            && (a, b) == (c, d)
        {
            beyond[one as usize][one_at as usize] = other;
            beyond[other as usize][other_at as usize] = one;
        }
    }
    beyond
}

/// The square of the distance of a point from a node's box.
fn distance_squared(node: &BvhNode, point: &Vector3<f64>) -> f64 {
    let point = parry(point);
    let outside = (node.mins() - point).max(point - node.maxs()).max(ParryVector::ZERO);
    outside.length_squared()
}

/// The point of a triangle nearest to a point (C. Ericson, *Real-Time Collision Detection*, 2005,
/// section 5.1.5), and on which part of it that lies.
fn closest([a, b, c]: &[Vector3<f64>; 3], point: &Vector3<f64>) -> (Vector3<f64>, Part) {
    let (ab, ac) = (b - a, c - a);
    let (to_a, to_b, to_c) = (point - a, point - b, point - c);
    let (d1, d2) = (ab.dot(&to_a), ac.dot(&to_a));
    if d1 <= 0.0 && d2 <= 0.0 {
        return (*a, Part::Corner(0));
    }
    let (d3, d4) = (ab.dot(&to_b), ac.dot(&to_b));
    if d3 >= 0.0 && d4 <= d3 {
        return (*b, Part::Corner(1));
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return (a + ab * (d1 / (d1 - d3)), Part::Side(0));
    }
    let (d5, d6) = (ab.dot(&to_c), ac.dot(&to_c));
    if d6 >= 0.0 && d5 <= d6 {
        return (*c, Part::Corner(2));
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return (a + ac * (d2 / (d2 - d6)), Part::Side(2));
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 >= d3 && d5 >= d6 {
        let share = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return (b + (c - b) * share, Part::Side(1));
    }
    let scale = 1.0 / (va + vb + vc);
    (a + ab * (vb * scale) + ac * (vc * scale), Part::Face)
}

/// Height of a triangle over a place; `None` beside it, and where it stands upright.
fn height_over(
    [a, b, c]: &[Vector3<f64>; 3],
    normal: &Vector3<f64>,
    x: f64,
    y: f64,
) -> Option<f64> {
    let side = |from: &Vector3<f64>, to: &Vector3<f64>| {
        (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x)
    };
    let (u, v, w) = (side(a, b), side(b, c), side(c, a));
    let whole = u + v + w;
    // A hair beyond a side still counts, lest a ray slip through between two triangles.
    let least = -1e-12 * whole.abs();
    let sign = 1f64.copysign(whole);
    let is_inside = u * sign >= least && v * sign >= least && w * sign >= least;
    let is_upright = normal.z.abs() < 1e-9;
    (is_inside && !is_upright)
        .then(|| a.z - (normal.x * (x - a.x) + normal.y * (y - a.y)) / normal.z)
}

#[cfg(test)]
mod tests;
