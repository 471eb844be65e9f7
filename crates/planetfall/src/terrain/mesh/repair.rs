//! Triangles as files have them, made into a surface: places that are equal become one vertex, triangles
//! without area and repeated ones are dropped, and a height field is wound upward.

use super::{neighbours, normal};
use nalgebra::Vector3;

/// What was found wrong with a list of triangles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MeshDefects {
    /// Triangles without area, which were dropped.
    pub degenerate: usize,
    /// Triangles between the same three places as an earlier one, which were dropped.
    pub duplicate: usize,
    /// Triangles of a height field that faced down, which were turned.
    pub turned: usize,
    /// Edges along which two triangles are wound in opposite senses, which were left so: one of them faces
    /// into the ground.
    pub inconsistent: usize,
    /// Edges of more than two triangles, which were left: inside and outside are ambiguous there.
    pub non_manifold: usize,
    /// Whether the surface as a whole faces down or, where it is closed, inward; it was left so.
    pub inverted: bool,
}

/// Vertices and triangles of a surface, and what was wrong with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Repaired {
    pub(super) vertices: Vec<Vector3<f64>>,
    pub(super) triangles: Vec<[u32; 3]>,
    pub(super) defects: MeshDefects,
}

/// Height of a triangle over its longest side, in that side, up to which it has no area: the normal of a
/// flatter one is the rounding of its corners, which files have in single precision.
const FLAT_SHARE: f64 = 1e-6;
/// Vertical component of a normal up to which a triangle stands upright: round-off.
const UPRIGHT_NORMAL_Z: f64 = 1e-9;

/// A surface from the corners of its triangles, m.
pub(super) fn repair(corners: &[[Vector3<f64>; 3]]) -> Repaired {
    let mut defects = MeshDefects::default();
    let kept: Vec<&[Vector3<f64>; 3]> = corners.iter().filter(|one| has_area(one)).collect();
    defects.degenerate = corners.len() - kept.len();
    let (vertices, mut triangles) = weld(&kept);
    let all = triangles.len();
    drop_repeated(&mut triangles);
    defects.duplicate = all - triangles.len();
    defects.turned = wind_upward(&vertices, &mut triangles);
    let sides = Sides::of(&triangles);
    (defects.inconsistent, defects.non_manifold) = (sides.inconsistent, sides.non_manifold);
    defects.inverted = is_inverted(&vertices, &triangles, sides.borders == 0);
    Repaired { vertices, triangles, defects }
}

fn has_area([a, b, c]: &[Vector3<f64>; 3]) -> bool {
    let (ab, bc, ca) = (b - a, c - b, a - c);
    let longest = ab.norm_squared().max(bc.norm_squared()).max(ca.norm_squared());
    let twice_area = ab.cross(&ca).norm();
    twice_area.is_finite() && twice_area > FLAT_SHARE * longest
}

/// Equal places become one vertex; vertices in an order that depends on the places only.
fn weld(corners: &[&[Vector3<f64>; 3]]) -> (Vec<Vector3<f64>>, Vec<[u32; 3]>) {
    // Adding zero makes one number of both zeros.
    let key = |place: &Vector3<f64>| [place.x, place.y, place.z].map(|part| (part + 0.0).to_bits());
    let places = || corners.iter().flat_map(|triangle| triangle.iter());
    let mut order: Vec<([u64; 3], u32)> = places().map(key).zip(0..).collect();
    order.sort_unstable();
    let mut vertices: Vec<Vector3<f64>> = Vec::new();
    let mut numbers = vec![[0; 3]; corners.len()];
    let mut last = None;
    for (bits, corner) in order {
        if last != Some(bits) {
            vertices.push(Vector3::from(bits.map(f64::from_bits)));
            last = Some(bits);
        }
        let (triangle, at) = (corner as usize / 3, corner as usize % 3);
        numbers[triangle][at] = vertices.len() as u32 - 1;
    }
    (vertices, numbers)
}

/// Drops triangles between the same vertices as an earlier one, whichever way round.
fn drop_repeated(triangles: &mut Vec<[u32; 3]>) {
    let key = |triangle: &[u32; 3]| {
        let mut key = *triangle;
        key.sort_unstable();
        key
    };
    let mut order: Vec<([u32; 3], usize)> = triangles.iter().map(key).zip(0..).collect();
    order.sort_unstable();
    let repeated = order.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1].1);
    let mut repeated: Vec<usize> = repeated.collect();
    repeated.sort_unstable();
    let mut number = 0;
    triangles.retain(|_| {
        number += 1;
        repeated.binary_search(&(number - 1)).is_err()
    });
}

/// Turns the triangles that face down, if the surface then is wound the same way everywhere: if it is a
/// height field. How many were turned.
fn wind_upward(vertices: &[Vector3<f64>], triangles: &mut [[u32; 3]]) -> usize {
    let up = |triangle: &[u32; 3]| normal(&triangle.map(|v| vertices[v as usize])).z;
    let rises: Vec<f64> = triangles.iter().map(up).collect();
    if rises.iter().any(|rise| rise.abs() <= UPRIGHT_NORMAL_Z)
        || rises.iter().all(|rise| *rise > 0.0)
    {
        return 0;
    }
    let turn = |triangles: &mut [[u32; 3]]| {
        let down = triangles.iter_mut().zip(&rises).filter(|(_, rise)| **rise < 0.0);
        down.for_each(|(triangle, _)| triangle.swap(1, 2));
    };
    turn(triangles);
    if Sides::of(triangles).inconsistent > 0 {
        turn(triangles);
        return 0;
    }
    rises.iter().filter(|rise| **rise < 0.0).count()
}

/// How the sides of triangles meet.
#[derive(Clone, Copy, Debug, Default)]
struct Sides {
    /// Sides of one triangle only.
    borders: usize,
    /// Sides of two that run along it the same way.
    inconsistent: usize,
    /// Sides of more than two.
    non_manifold: usize,
}

impl Sides {
    fn of(triangles: &[[u32; 3]]) -> Self {
        let directed = |[a, b, c]: &[u32; 3]| [[*a, *b], [*b, *c], [*c, *a]];
        let ordered = |[a, b]: [u32; 2]| (a.min(b), a.max(b), a < b);
        let mut sides: Vec<(u32, u32, bool)> =
            triangles.iter().flat_map(directed).map(ordered).collect();
        sides.sort_unstable();
        let mut count = Self::default();
        for same in sides.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)) {
            match same {
                [_] => count.borders += 1,
                [one, other] => count.inconsistent += usize::from(one.2 == other.2),
                _ => count.non_manifold += 1,
            }
        }
        count
    }
}

/// Whether a closed surface encloses less than nothing, or an open one faces down on the whole.
fn is_inverted(vertices: &[Vector3<f64>], triangles: &[[u32; 3]], closed: bool) -> bool {
    let Some(middle) = vertices.first() else { return false };
    let measure = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|v| vertices[v as usize] - middle);
        if closed { a.dot(&b.cross(&c)) } else { (b - a).cross(&(c - a)).z }
    };
    triangles.iter().map(measure).sum::<f64>() < 0.0
}

/// The number of the wall that each triangle belongs to, `None` for those that no wall is made of: steep
/// triangles that lie side by side in one plane are one wall.
pub(super) fn walls(
    triangles: &[[u32; 3]],
    normals: &[Vector3<f64>],
    steep: f64,
) -> Vec<Option<u32>> {
    /// Cosine of the angle up to which two triangles of a wall lie in one plane: 0.8°. Chosen.
    const SAME_PLANE: f64 = 0.9999;
    let mut wall = vec![None; triangles.len()];
    let is_steep =
        |number: usize| normals[number] != Vector3::zeros() && normals[number].z <= steep;
    if !(0..triangles.len()).any(is_steep) {
        return wall;
    }
    let beyond = neighbours(triangles);
    let (mut count, mut open) = (0, Vec::new());
    for first in 0..triangles.len() {
        if !is_steep(first) || wall[first].is_some() {
            continue;
        }
        wall[first] = Some(count);
        open.push(first);
        while let Some(here) = open.pop() {
            for next in beyond[here].map(|next| next as usize) {
                if next < triangles.len()
                    && wall[next].is_none()
                    && is_steep(next)
                    && normals[next].dot(&normals[here]) > SAME_PLANE
                {
                    wall[next] = Some(count);
                    open.push(next);
                }
            }
        }
        count += 1;
    }
    wall
}
