//! A ground of triangles: anything that a height over a plane cannot describe, such as overhangs,
//! boulders and stairs.
//!
//! The gap of a point is its distance from the nearest triangle, and its sign comes from the
//! angle-weighted pseudonormal of the place there, which distinguishes inside from outside on faces, edges
//! and corners alike (J. A. Bærentzen, H. Aanæs, *Signed distance computation using the angle
//! weighted pseudonormal*, IEEE TVCG 11(3), 2005). Triangles lie in parry's tree of boxes, so what a
//! question costs grows with the logarithm of their number only. parry answers which boxes may
//! matter; distances are our own closed forms, since parry's carry tolerances.
//!
//! There is ground at a place if a triangle lies over or under it. With a floor there is ground everywhere:
//! all that lies behind the surface or below the floor, so that the smaller of both gaps counts.

mod repair;

pub use repair::MeshDefects;

use super::error::{self, TerrainError};
use super::trace::{self, Hit, Ray, Span, Tracer};
use super::{Extent, Facet, NoGround, Piece, SurfaceQuery, Terrain};
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
    /// Whether the surface ends at a vertex.
    on_border: Vec<bool>,
    boxes: Bvh,
    /// Numbers of the triangles in the tree: those with an area.
    leaves: Vec<u32>,
    /// The wall that a triangle belongs to, if it is steep.
    walls: Vec<Option<u32>>,
    low: Vector3<f64>,
    high: Vector3<f64>,
    /// Whether triangles lie over or under every place of the rectangle around them.
    is_whole: bool,
    /// Height below which all is ground, m.
    floor: Option<f64>,
}

/// Vertical component of a normal up to which a triangle is part of a wall: steeper than 84°. Chosen.
const WALL_NORMAL_Z: f64 = 0.1;
/// Cosine of the angle up to which triangles beside each other lie in one plane: 1.4e-6 rad, less than
/// single precision distinguishes.
const COPLANAR: f64 = 1.0 - 1e-12;
/// Distance from an edge or corner below which the direction from there is rounding, m.
const ON_EDGE_DISTANCE: f64 = 1e-9;
/// Triangles for which the tree of boxes has numbers.
const TRIANGLE_LIMIT: usize = 500_000_000;
/// Vertical component of a normal up to which a triangle has no height over a place: round-off.
const UPRIGHT_NORMAL_Z: f64 = 1e-9;
/// The same for walls whose corners were rounded to single precision, which do not overhang for it.
const NEARLY_UPRIGHT_NORMAL_Z: f64 = 1e-5;
/// Difference of heights of one surface that are computed from two of its triangles, as a share of their
/// size: single precision, with some space.
const SAME_HEIGHT_SHARE: f64 = 1e-6;
/// Distance from the origin, m, beyond which squares of distances overflow.
const FARTHEST_POINT: f64 = 1e100;
/// The number of no triangle.
const NO_TRIANGLE: u32 = u32::MAX;

/// Where on a triangle a nearest point lies.
#[derive(Clone, Copy, Debug, PartialEq)]
enum TriangleFeature {
    Corner(usize),
    /// The side that begins at this corner.
    Side(usize),
    Face,
}

/// The nearest place of the surface.
#[derive(Clone, Copy, Debug)]
struct NearestPoint {
    triangle: u32,
    foot: Vector3<f64>,
    part: TriangleFeature,
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
        let neighbours = neighbours(&triangles);
        Ok(Self {
            on_border: on_border(vertices.len(), &triangles, &neighbours),
            is_whole: fills(&vertices, &triangles, &normals, &(high - low)),
            walls: repair::walls(&triangles, &normals, WALL_NORMAL_Z),
            floor: None,
            boxes: Bvh::from_leaves(BvhBuildStrategy::Binned, &around),
            vertex_normals: vertex_normals(&vertices, &triangles, &normals),
            neighbours,
            vertices,
            triangles,
            normals,
            leaves,
            low,
            high,
        })
    }

    /// A ground of triangles as files have them, each by its corners (m), counter-clockwise seen from
    /// above or outside; what was wrong with them, and dropped or turned, is reported.
    pub fn from_triangles(
        corners: &[[Vector3<f64>; 3]],
    ) -> Result<(Self, MeshDefects), TerrainError> {
        for place in corners.iter().flatten().flat_map(|place| place.iter()) {
            error::finite("place of a vertex, m", *place)?;
        }
        let repair::Repaired { vertices, triangles, defects } = repair::repair(corners);
        Ok((Self::new(vertices, triangles)?, defects))
    }

    /// The same with ground below a height (m) everywhere, also beside the triangles.
    pub fn with_floor(mut self, height: f64) -> Result<Self, TerrainError> {
        self.floor = Some(error::finite("height of the floor, m", height)?);
        Ok(self)
    }

    /// Whether some triangle faces down, or others lie over or under its middle: heights do not describe the
    /// surface then.
    fn has_overhangs(&self) -> bool {
        let overhangs = |&triangle: &u32| {
            let normal = &self.normals[triangle as usize];
            if normal.z.abs() <= NEARLY_UPRIGHT_NORMAL_Z {
                return false;
            }
            let corners = self.corners(triangle);
            let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
            let size = (corners[1] - corners[0]).norm() + (corners[2] - corners[0]).norm();
            let apart = |z: f64| (z - middle.z).abs() > SAME_HEIGHT_SHARE * size;
            normal.z < 0.0 || self.column(middle.x, middle.y).any(apart)
        };
        self.leaves.iter().any(overhangs)
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

    /// The name of a triangle: its wall's, or its own number.
    fn facet(&self, triangle: u32) -> Facet {
        match self.walls[triangle as usize] {
            Some(wall) => Facet::Wall(wall),
            None => Facet::Other(u64::from(triangle)),
        }
    }

    /// Whether there is ground at a place without a floor.
    fn covers(&self, x: f64, y: f64) -> bool {
        let inside =
            (self.low.x..=self.high.x).contains(&x) && (self.low.y..=self.high.y).contains(&y);
        inside && (self.is_whole || self.top(x, y).is_some())
    }

    /// Heights of all triangles over or under a place; walls have none.
    fn column(&self, x: f64, y: f64) -> impl Iterator<Item = f64> + '_ {
        let holds = move |node: &BvhNode| {
            let (low, high) = (node.mins(), node.maxs());
            low.x <= x && x <= high.x && low.y <= y && y <= high.y
        };
        self.boxes.leaves(holds).filter_map(move |leaf| {
            let triangle = self.leaves[leaf as usize];
            let normal = &self.normals[triangle as usize];
            height_over(&self.corners(triangle), normal, x, y)
        })
    }

    /// The highest triangle that a ray from above meets; walls are met by their upper ends.
    fn top(&self, x: f64, y: f64) -> Option<f64> {
        let top = self.column(x, y).fold(f64::NEG_INFINITY, f64::max);
        top.is_finite().then_some(top)
    }

    /// The floor as a point sees it.
    fn floor_from(&self, point: &Vector3<f64>) -> Option<SurfaceQuery> {
        let gap = point.z - self.floor?;
        Some(SurfaceQuery { gap, normal: Vector3::z(), facet: Facet::Level(0) })
    }

    /// The nearest place of the surface, and how many triangles were looked at.
    fn nearest(&self, point: &Vector3<f64>) -> (Option<NearestPoint>, usize) {
        let visited = Cell::new(0);
        let best = self.boxes.find_best(
            f64::MAX,
            |node: &BvhNode, _: f64| distance_squared(node, point),
            |leaf: u32, _: f64| {
                visited.set(visited.get() + 1);
                let triangle = self.leaves[leaf as usize];
                let (foot, part) = closest(&self.corners(triangle), point);
                Some(((point - foot).norm_squared(), NearestPoint { triangle, foot, part }))
            },
        );
        (best.map(|(_, (_, nearest))| nearest), visited.get())
    }

    /// The pseudonormal of a part of a triangle, of any length.
    fn pseudonormal(&self, triangle: u32, part: TriangleFeature) -> Vector3<f64> {
        let own = self.normals[triangle as usize];
        match part {
            TriangleFeature::Face => own,
            TriangleFeature::Corner(at) => {
                self.vertex_normals[self.triangles[triangle as usize][at] as usize]
            }
            TriangleFeature::Side(at) => {
                let beyond = self.neighbours[triangle as usize][at];
                own + self.normals.get(beyond as usize).copied().unwrap_or_else(Vector3::zeros)
            }
        }
    }

    /// Whether the surface ends at a part of a triangle.
    fn is_border(&self, triangle: u32, part: TriangleFeature) -> bool {
        match part {
            TriangleFeature::Face => false,
            TriangleFeature::Corner(at) => {
                self.on_border[self.triangles[triangle as usize][at] as usize]
            }
            TriangleFeature::Side(at) => self.neighbours[triangle as usize][at] == NO_TRIANGLE,
        }
    }

    fn seen_from(&self, point: &Vector3<f64>, nearest: &NearestPoint) -> SurfaceQuery {
        let NearestPoint { triangle, foot, part } = *nearest;
        let facet = self.facet(triangle);
        let own = self.normals[triangle as usize];
        let pseudonormal = self.pseudonormal(triangle, part).try_normalize(0.0).unwrap_or(own);
        let is_border = self.is_border(triangle, part);
        // Beside an edge within one plane the ground is that plane.
        if part == TriangleFeature::Face || (!is_border && pseudonormal.dot(&own) >= COPLANAR) {
            let gap = own.dot(&(point - self.corners(triangle)[0]));
            return SurfaceQuery { gap, normal: own, facet };
        }
        let offset = point - foot;
        let distance = offset.norm();
        // Behind the border of a surface is ground only under the surface.
        let is_behind = offset.dot(&pseudonormal) < 0.0
            && (!is_border || self.column(point.x, point.y).any(|z| z >= point.z));
        let sign = if is_behind { -1.0 } else { 1.0 };
        let normal =
            if distance > ON_EDGE_DISTANCE { offset * (sign / distance) } else { pseudonormal };
        SurfaceQuery { gap: sign * distance, normal, facet }
    }
}

impl Terrain for MeshGround {
    fn query(&self, point: &Vector3<f64>) -> Result<SurfaceQuery, NoGround> {
        let nowhere = NoGround::Outside { x: point.x, y: point.y };
        let floor = self.floor_from(point);
        // Beyond this, squares of distances are no numbers any more.
        let is_far = point.amax() > FARTHEST_POINT || !point.iter().all(|part| part.is_finite());
        if floor.is_none() && (is_far || !self.covers(point.x, point.y)) {
            return Err(nowhere);
        }
        let nearest = if is_far { None } else { self.nearest(point).0 };
        let surface = nearest.map(|nearest| self.seen_from(point, &nearest));
        match (surface, floor) {
            (Some(surface), Some(floor)) if floor.gap < surface.gap => Ok(floor),
            (surface, floor) => surface.or(floor).ok_or(nowhere),
        }
    }

    fn height(&self, x: f64, y: f64) -> Result<f64, NoGround> {
        let top = self.top(x, y);
        let height = top.map_or(self.floor, |top| Some(self.floor.map_or(top, |f| f.max(top))));
        height.ok_or(NoGround::Outside { x, y })
    }

    fn extent(&self) -> Option<Extent> {
        let (low, high) = (&self.low, &self.high);
        let edge = Extent { x_min: low.x, x_max: high.x, y_min: low.y, y_max: high.y };
        self.floor.is_none().then_some(edge)
    }

    fn pieces(
        &self,
        low: &Vector3<f64>,
        high: &Vector3<f64>,
        out: &mut Vec<Piece>,
    ) -> Result<bool, NoGround> {
        let middle = 0.5 * (low + high);
        if let Some(offset) = self.floor {
            let normal = Vector3::z();
            out.push(Piece::HalfSpace { normal, offset, facet: Facet::Level(0) });
        } else if !self.covers(middle.x, middle.y) {
            return Err(NoGround::Outside { x: middle.x, y: middle.y });
        }
        let (low, high) = (parry(low), parry(high));
        let overlaps =
            |node: &BvhNode| node.mins().cmple(high).all() && node.maxs().cmpge(low).all();
        for leaf in self.boxes.leaves(overlaps) {
            let triangle = self.leaves[leaf as usize];
            let facet = self.facet(triangle);
            out.push(Piece::Triangle { corners: self.corners(triangle), facet });
        }
        Ok(true)
    }

    fn tracer(&self) -> Box<dyn Tracer + '_> {
        Box::new(self)
    }

    fn overhangs(&self) -> bool {
        self.has_overhangs()
    }
}

impl Tracer for MeshGround {
    /// The nearest triangle on the ray, seen from either side, or the floor.
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
            let (distance, normal) = trace::meet_triangle(&self.corners(triangle), ray, span)?;
            Some((distance, Hit { distance, normal, facet: self.facet(triangle) }))
        });
        let surface = best.map(|(_, (_, hit))| hit);
        let floor = self.floor.and_then(|height| {
            let distance = trace::meet_plane(&Vector3::z(), height, ray, span)?;
            Some(Hit { distance, normal: Vector3::z(), facet: Facet::Level(0) })
        });
        match (surface, floor) {
            (Some(surface), Some(floor)) if floor.distance < surface.distance => Some(floor),
            (surface, floor) => surface.or(floor),
        }
    }
}

/// Refuses numbers that make no surface.
fn check(vertices: &[Vector3<f64>], triangles: &[[u32; 3]]) -> Result<(), TerrainError> {
    if triangles.len() > TRIANGLE_LIMIT {
        let (found, limit) = (triangles.len() as f64, TRIANGLE_LIMIT as f64);
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

/// Whether triangles that look up cover the whole rectangle around all of them, none of them twice: then
/// their areas seen from above make up that of the rectangle.
fn fills(
    vertices: &[Vector3<f64>],
    triangles: &[[u32; 3]],
    normals: &[Vector3<f64>],
    size: &Vector3<f64>,
) -> bool {
    /// Share of the rectangle that rounding may take.
    const MISSING: f64 = 1e-9;
    if normals.iter().any(|normal| normal.z < 0.0) {
        return false;
    }
    let from_above = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|corner| vertices[corner as usize].xy());
        0.5 * (b - a).perp(&(c - a))
    };
    let covered: f64 = triangles.iter().map(from_above).sum();
    (covered - size.x * size.y).abs() <= MISSING * size.x * size.y
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
    let mut beyond = vec![[NO_TRIANGLE; 3]; triangles.len()];
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

/// Vertices at which sides without a triangle beyond them begin or end.
fn on_border(vertices: usize, triangles: &[[u32; 3]], neighbours: &[[u32; 3]]) -> Vec<bool> {
    let mut border = vec![false; vertices];
    for (triangle, beyond) in triangles.iter().zip(neighbours) {
        for at in (0..3).filter(|at| beyond[*at] == NO_TRIANGLE) {
            border[triangle[at] as usize] = true;
            border[triangle[(at + 1) % 3] as usize] = true;
        }
    }
    border
}

/// The square of the distance of a point from a node's box.
fn distance_squared(node: &BvhNode, point: &Vector3<f64>) -> f64 {
    let point = parry(point);
    let outside = (node.mins() - point).max(point - node.maxs()).max(ParryVector::ZERO);
    outside.length_squared()
}

/// The point of a triangle nearest to a point (C. Ericson, *Real-Time Collision Detection*, 2005,
/// section 5.1.5), and on which part of it that lies.
fn closest([a, b, c]: &[Vector3<f64>; 3], point: &Vector3<f64>) -> (Vector3<f64>, TriangleFeature) {
    let (ab, ac) = (b - a, c - a);
    let (to_a, to_b, to_c) = (point - a, point - b, point - c);
    let (d1, d2) = (ab.dot(&to_a), ac.dot(&to_a));
    if d1 <= 0.0 && d2 <= 0.0 {
        return (*a, TriangleFeature::Corner(0));
    }
    let (d3, d4) = (ab.dot(&to_b), ac.dot(&to_b));
    if d3 >= 0.0 && d4 <= d3 {
        return (*b, TriangleFeature::Corner(1));
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return (a + ab * (d1 / (d1 - d3)), TriangleFeature::Side(0));
    }
    let (d5, d6) = (ab.dot(&to_c), ac.dot(&to_c));
    if d6 >= 0.0 && d5 <= d6 {
        return (*c, TriangleFeature::Corner(2));
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return (a + ac * (d2 / (d2 - d6)), TriangleFeature::Side(2));
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 >= d3 && d5 >= d6 {
        let share = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return (b + (c - b) * share, TriangleFeature::Side(1));
    }
    let scale = 1.0 / (va + vb + vc);
    (a + ab * (vb * scale) + ac * (vc * scale), TriangleFeature::Face)
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
    let is_upright = normal.z.abs() <= UPRIGHT_NORMAL_Z;
    (is_inside && !is_upright)
        .then(|| a.z - (normal.x * (x - a.x) + normal.y * (y - a.y)) / normal.z)
}

#[cfg(test)]
mod tests;
