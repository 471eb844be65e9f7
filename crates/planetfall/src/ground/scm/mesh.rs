//! A body of triangles, checked when it is made.

use nalgebra::Vector3;

/// Triangles, counter-clockwise seen from outside.
#[derive(Clone, Debug)]
pub struct Mesh {
    pub(super) vertices: Vec<Vector3<f64>>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// Outward unit normals of the triangles.
    pub(super) normals: Vec<Vector3<f64>>,
    /// Outward unit normals at the vertices: those of the faces around, weighed by area.
    pub(super) vertex_normals: Vec<Vector3<f64>>,
}

/// Triangles that are no body.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MeshError {
    /// None at all.
    #[error("a mesh needs at least one triangle")]
    Empty,
    /// A coordinate that is no number.
    #[error("vertex {0} of the mesh has a coordinate that is not a finite number")]
    NotFinite(usize),
    /// A triangle with a vertex that is not there.
    #[error("triangle {triangle} of the mesh names vertex {vertex}, but there are only {vertices}")]
    NoVertex {
        /// Which triangle.
        triangle: usize,
        /// What it names.
        vertex: u32,
        /// How many there are.
        vertices: usize,
    },
    /// A triangle without area, so without a normal.
    #[error("triangle {0} of the mesh has no area, so it has no normal: remove it")]
    NoArea(usize),
    /// Two neighbours that turn in opposite ways.
    #[error(
        "triangles {first} and {second} of the mesh share the edge from vertex {from} to vertex {to} \
         in the same direction: one of them is flipped"
    )]
    Flipped {
        /// One of them.
        first: usize,
        /// The other.
        second: usize,
        /// Where the edge begins.
        from: u32,
        /// Where it ends.
        to: u32,
    },
    /// All faces look inwards.
    #[error("the faces of the mesh look inwards (its volume is {0:.3e} m^3): turn all triangles")]
    InsideOut(f64),
}

impl Mesh {
    /// A body of triangles, or why it is none. A mesh may be open (a plate of one layer).
    pub fn new(vertices: Vec<Vector3<f64>>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        let broken = vertices.iter().position(|v| !v.iter().all(|value| value.is_finite()));
        if let Some(vertex) = broken {
            return Err(MeshError::NotFinite(vertex));
        }
        if triangles.is_empty() {
            return Err(MeshError::Empty);
        }
        let mut normals = Vec::with_capacity(triangles.len());
        let mut vertex_normals = vec![Vector3::zeros(); vertices.len()];
        for (triangle, corners) in triangles.iter().enumerate() {
            let [a, b, c] = corners_of(&vertices, corners, triangle)?;
            let area = (b - a).cross(&(c - a));
            let longest = (b - a).norm_squared().max((c - a).norm_squared());
            if area.norm() <= 1e-12 * longest {
                return Err(MeshError::NoArea(triangle));
            }
            corners.iter().for_each(|corner| vertex_normals[*corner as usize] += area);
            normals.push(area.normalize());
        }
        let closed = is_closed(&triangles)?;
        let volume = volume(&vertices, &triangles);
        if closed && volume < 0.0 {
            return Err(MeshError::InsideOut(volume));
        }
        for normal in &mut vertex_normals {
            *normal = normal.try_normalize(1e-300).unwrap_or(-Vector3::z());
        }
        Ok(Self { vertices, triangles, normals, vertex_normals })
    }

    /// Its vertices, m.
    pub fn vertices(&self) -> &[Vector3<f64>] {
        &self.vertices
    }

    /// Its triangles, by numbers of vertices.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    pub(super) fn reach(&self) -> f64 {
        self.vertices.iter().map(|vertex| vertex.norm()).fold(0.0, f64::max)
    }
}

fn corners_of(
    vertices: &[Vector3<f64>],
    corners: &[u32; 3],
    triangle: usize,
) -> Result<[Vector3<f64>; 3], MeshError> {
    let corner = |vertex: u32| {
        let missing = MeshError::NoVertex { triangle, vertex, vertices: vertices.len() };
        vertices.get(vertex as usize).copied().ok_or(missing)
    };
    let [a, b, c] = *corners;
    Ok([corner(a)?, corner(b)?, corner(c)?])
}

/// Whether every edge has a triangle on both sides.
fn is_closed(triangles: &[[u32; 3]]) -> Result<bool, MeshError> {
    let mut edges: Vec<(u32, u32, usize)> = Vec::with_capacity(3 * triangles.len());
    for (triangle, &[a, b, c]) in triangles.iter().enumerate() {
        edges.extend([(a, b, triangle), (b, c, triangle), (c, a, triangle)]);
    }
    edges.sort_unstable();
    for pair in edges.windows(2) {
        if let [(from, to, first), (other_from, other_to, second)] = pair
            && (from, to) == (other_from, other_to)
        {
            let (first, second, from, to) = (*first, *second, *from, *to);
            return Err(MeshError::Flipped { first, second, from, to });
        }
    }
    let has = |from, to| edges.binary_search_by_key(&(from, to), |edge| (edge.0, edge.1)).is_ok();
    Ok(edges.iter().all(|&(from, to, _)| has(to, from)))
}

fn volume(vertices: &[Vector3<f64>], triangles: &[[u32; 3]]) -> f64 {
    let part = |&[a, b, c]: &[u32; 3]| {
        let [a, b, c] = [a, b, c].map(|corner| vertices[corner as usize]);
        a.dot(&b.cross(&c)) / 6.0
    };
    triangles.iter().map(part).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tetrahedron() -> (Vec<Vector3<f64>>, Vec<[u32; 3]>) {
        let vertices = vec![Vector3::zeros(), Vector3::x(), Vector3::y(), Vector3::z()];
        (vertices, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
    }

    #[test]
    fn a_flipped_face_is_named_with_its_neighbour() {
        let (vertices, mut triangles) = tetrahedron();
        assert!(Mesh::new(vertices.clone(), triangles.clone()).is_ok());
        triangles[1] = [1, 0, 3];
        let error = Mesh::new(vertices, triangles).unwrap_err();
        assert!(error.to_string().contains("one of them is flipped"), "{error}");
    }

    #[test]
    fn a_body_inside_out_a_coordinate_without_value_and_a_face_without_area_are_refused() {
        let (vertices, triangles) = tetrahedron();
        let turned = triangles.iter().map(|&[a, b, c]| [a, c, b]).collect();
        assert!(matches!(Mesh::new(vertices.clone(), turned), Err(MeshError::InsideOut(_))));
        let mut broken = vertices.clone();
        broken[2].y = f64::NAN;
        assert_eq!(Mesh::new(broken, triangles.clone()).unwrap_err(), MeshError::NotFinite(2));
        let mut thin = triangles.clone();
        thin[3] = [1, 1, 3];
        assert_eq!(Mesh::new(vertices.clone(), thin).unwrap_err(), MeshError::NoArea(3));
        let far = Mesh::new(vertices.clone(), vec![[0, 1, 9]]).unwrap_err();
        assert!(matches!(far, MeshError::NoVertex { triangle: 0, vertex: 9, vertices: 4 }));
        assert_eq!(Mesh::new(vertices, vec![]).unwrap_err(), MeshError::Empty);
    }
}
