//! A body with flat faces: corners, sharp edges, triangles.

use nalgebra::Vector3;
use std::collections::BTreeMap;

/// Corners, edges and faces in the link's axes.
#[derive(Clone, Debug, Default)]
pub(super) struct Polyhedron {
    pub(super) corners: Vec<Vector3<f64>>,
    pub(super) edges: Vec<Edge>,
    pub(super) faces: Vec<[u32; 3]>,
    /// For each corner, the corners at the other ends of its edges.
    pub(super) around: Vec<Vec<u32>>,
}

/// An edge at which two faces meet outwards. Edges of valleys and edges between faces of one plane
/// touch nothing that corners and faces do not touch, and are left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Edge {
    pub(super) ends: [u32; 2],
    /// The third corners of the two faces; the same one twice at the border of an open surface.
    pub(super) beside: [u32; 2],
}

/// Angle up to which two faces are one plane and make no edge, rad: corners in single precision are off
/// by as much.
const FLAT_ANGLE: f64 = 1e-6;

impl Polyhedron {
    /// A body of triangles. Triangles that name no vertex are left out: whoever reads a file must
    /// have found them.
    pub(super) fn new(vertices: &[Vector3<f64>], triangles: &[[u32; 3]]) -> Self {
        let count = vertices.len();
        let faces: Vec<[u32; 3]> = triangles
            .iter()
            .filter(|face| face.iter().all(|corner| (*corner as usize) < count))
            .filter(|face| area_vector(vertices, face).norm_squared() > 0.0)
            .copied()
            .collect();
        let edges = edges(vertices, &faces);
        let mut around = vec![Vec::new(); count];
        for &Edge { ends: [one, other], .. } in &edges {
            around[one as usize].push(other);
            around[other as usize].push(one);
        }
        Self { corners: vertices.to_vec(), edges, faces, around }
    }

    /// The body of a box with corners numbered by bits.
    pub(super) fn cuboid(corners: &[Vector3<f64>; 8]) -> Self {
        Self::new(corners, &BOX_FACES)
    }

    /// Middle of the upright box around the corners.
    pub(super) fn middle(&self) -> Vector3<f64> {
        let Some((first, rest)) = self.corners.split_first() else { return Vector3::zeros() };
        let (low, high) =
            rest.iter().fold((*first, *first), |(low, high), c| (low.inf(c), high.sup(c)));
        0.5 * (low + high)
    }
}

/// Two triangles for each face of a box, counter-clockwise from outside for right-handed axes.
const BOX_FACES: [[u32; 3]; 12] = [
    [0, 4, 6],
    [0, 6, 2],
    [1, 3, 7],
    [1, 7, 5],
    [0, 1, 5],
    [0, 5, 4],
    [2, 6, 7],
    [2, 7, 3],
    [0, 2, 3],
    [0, 3, 1],
    [4, 5, 7],
    [4, 7, 6],
];

fn area_vector(vertices: &[Vector3<f64>], face: &[u32; 3]) -> Vector3<f64> {
    let [a, b, c] = face.map(|corner| vertices[corner as usize]);
    (b - a).cross(&(c - a))
}

/// Edges at which the surface bends outwards, in the order of their corners' numbers.
fn edges(vertices: &[Vector3<f64>], faces: &[[u32; 3]]) -> Vec<Edge> {
    let mut sides: BTreeMap<[u32; 2], Vec<(usize, u32)>> = BTreeMap::new();
    for (number, &[a, b, c]) in faces.iter().enumerate() {
        for (from, to, third) in [(a, b, c), (b, c, a), (c, a, b)] {
            sides.entry([from.min(to), from.max(to)]).or_default().push((number, third));
        }
    }
    let bends_outwards = |(first, _): (usize, u32), (_, beside): (usize, u32), from: u32| {
        let normal = area_vector(vertices, &faces[first]).normalize();
        let away = vertices[beside as usize] - vertices[from as usize];
        normal.dot(&away) < -FLAT_ANGLE * away.norm()
    };
    sides
        .iter()
        .filter_map(|(&ends, beside)| match beside[..] {
            [one] => Some(Edge { ends, beside: [one.1, one.1] }),
            [one, other, ..] => bends_outwards(one, other, ends[0])
                .then_some(Edge { ends, beside: [one.1, other.1] }),
            [] => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::box_corners;
    use nalgebra::Matrix3;

    #[test]
    fn a_box_has_twelve_edges_and_faces_that_look_outwards() {
        let half = Vector3::new(1.0, 2.0, 3.0);
        let body = Polyhedron::cuboid(&box_corners(&Vector3::zeros(), &Matrix3::identity(), &half));
        assert_eq!((body.corners.len(), body.edges.len(), body.faces.len()), (8, 12, 12));
        for face in &body.faces {
            let outward = area_vector(&body.corners, face);
            assert!(outward.dot(&body.corners[face[0] as usize]) > 0.0, "{face:?}");
        }
    }
}
