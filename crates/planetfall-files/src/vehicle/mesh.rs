//! Vertices and triangles of STL and OBJ files.

use crate::bounded;
use nalgebra::Vector3;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;
use std::path::Path;

/// More vertices than this are no contactor: each is a contact sample point at every step. Chosen.
const VERTEX_LIMIT: usize = 100_000;

/// A body with flat faces.
#[derive(Debug, PartialEq)]
pub(super) struct Surface {
    /// Distinct vertices; file units.
    pub(super) vertices: Vec<Vector3<f64>>,
    /// Faces by numbers of vertices. None where a file has only points.
    pub(super) triangles: Vec<[u32; 3]>,
}

/// The distinct vertices of a file in the order in which they first stand there, and its triangles
/// between them.
pub(super) fn surface(path: &Path) -> Result<Surface, String> {
    let shown = path.display();
    let bytes = bounded::read(path, bounded::MESH)
        .map_err(|error| format!("cannot read {shown}: {error}"))?;
    let points = match ending(path).as_deref() {
        Some("stl") => stl(&bytes),
        Some("obj") => obj(&bytes),
        _ => Err("only STL and OBJ files can be read".to_owned()),
    };
    let points = points.map_err(|reason| format!("{shown}: {reason}"))?;
    let points = distinct(points);
    if points.is_empty() {
        return Err(format!("{shown} has no vertices"));
    }
    if points.len() > VERTEX_LIMIT {
        return Err(format!("{shown} has {} vertices, more than {VERTEX_LIMIT}", points.len()));
    }
    let corners = match ending(path).as_deref() {
        Some("stl") => stl(&bytes),
        _ => faces(&bytes),
    };
    let corners = corners.map_err(|reason| format!("{shown}: {reason}"))?;
    let triangles = numbered(&points, &corners);
    Ok(Surface { vertices: points, triangles })
}

/// Triangles by numbers of vertices, their corners given three by three.
fn numbered(vertices: &[Vector3<f64>], corners: &[[f64; 3]]) -> Vec<[u32; 3]> {
    let numbers: BTreeMap<[u64; 3], u32> = (0..)
        .zip(vertices)
        .map(|(number, v)| ([v.x, v.y, v.z].map(f64::to_bits), number))
        .collect();
    let number = |corner: &[f64; 3]| numbers.get(&corner.map(f64::to_bits)).copied();
    let triangle = |[a, b, c]: &[[f64; 3]; 3]| Some([number(a)?, number(b)?, number(c)?]);
    corners.as_chunks::<3>().0.iter().filter_map(triangle).collect()
}

/// The corners of a file's triangles, three by three; file units.
pub(crate) fn triangles(path: &Path) -> Result<Vec<Vector3<f64>>, String> {
    let shown = path.display();
    let bytes = bounded::read(path, bounded::MESH)
        .map_err(|error| format!("cannot read {shown}: {error}"))?;
    let corners = match ending(path).as_deref() {
        Some("stl") => stl(&bytes),
        Some("obj") => faces(&bytes),
        _ => Err("only STL and OBJ files can be read".to_owned()),
    };
    let corners = corners.map_err(|reason| format!("{shown}: {reason}"))?;
    if corners.is_empty() {
        return Err(format!("{shown} has no triangles"));
    }
    Ok(corners.into_iter().map(Vector3::from).collect())
}

fn ending(path: &Path) -> Option<String> {
    path.extension().map(|ending| ending.to_string_lossy().to_lowercase())
}

/// A binary file says how many triangles it has; one that lies would make the reader reserve
/// memory for them.
fn stl(bytes: &[u8]) -> Result<Vec<[f64; 3]>, String> {
    let count = bytes.get(80..84).and_then(|four| <[u8; 4]>::try_from(four).ok());
    let stated = count.map_or(0, |four| u64::from(u32::from_le_bytes(four)));
    let is_text = bytes.starts_with(b"solid") && !is_binary(bytes, stated);
    if !is_text && !is_binary(bytes, stated) {
        return Err(format!("names {stated} triangles but has {} bytes", bytes.len()));
    }
    let mut reader = Cursor::new(bytes);
    let triangles = stl_io::create_stl_reader(&mut reader).map_err(|error| error.to_string())?;
    let mut points = Vec::new();
    for triangle in triangles {
        let triangle = triangle.map_err(|error| error.to_string())?;
        points.extend(triangle.vertices.iter().map(|vertex| vertex.0.map(f64::from)));
    }
    finite(points)
}

fn is_binary(bytes: &[u8], stated: u64) -> bool {
    bytes.len() >= 84 && bytes.len() as u64 == 84 + 50 * stated
}

fn obj(bytes: &[u8]) -> Result<Vec<[f64; 3]>, String> {
    let models = models(bytes, &tobj::LoadOptions::default())?;
    finite(models.iter().flat_map(|model| points(&model.mesh)).collect())
}

/// Corners of the faces of an OBJ file, larger faces divided into triangles.
fn faces(bytes: &[u8]) -> Result<Vec<[f64; 3]>, String> {
    let options = tobj::LoadOptions { triangulate: true, ..Default::default() };
    let mut corners = Vec::new();
    for model in models(bytes, &options)? {
        let points: Vec<[f64; 3]> = points(&model.mesh).collect();
        // What is left over after whole triangles is a line or a point.
        for triangle in model.mesh.indices.as_chunks::<3>().0 {
            for index in triangle {
                let corner = points.get(*index as usize);
                corners.push(*corner.ok_or("a face names a vertex that is not there")?);
            }
        }
    }
    finite(corners)
}

fn models(bytes: &[u8], options: &tobj::LoadOptions) -> Result<Vec<tobj::Model>, String> {
    let no_materials = |_: &Path| Err(tobj::LoadError::GenericFailure);
    let loaded = tobj::load_obj_buf(&mut Cursor::new(bytes), options, no_materials);
    Ok(loaded.map_err(|error| error.to_string())?.0)
}

fn points(mesh: &tobj::Mesh) -> impl Iterator<Item = [f64; 3]> + '_ {
    mesh.positions.as_chunks::<3>().0.iter().map(|point| point.map(f64::from))
}

fn finite(points: Vec<[f64; 3]>) -> Result<Vec<[f64; 3]>, String> {
    match points.iter().flatten().all(|x| x.is_finite()) {
        true => Ok(points),
        false => Err("a vertex is not finite".to_owned()),
    }
}

fn distinct(points: Vec<[f64; 3]>) -> Vec<Vector3<f64>> {
    let mut seen = BTreeSet::new();
    let first = |point: &[f64; 3]| seen.insert(point.map(f64::to_bits));
    points.into_iter().filter(first).map(Vector3::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEXT: &str = "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n\
                        vertex 0 1 0\nendloop\nendfacet\nendsolid a\n";
    const OBJ: &str = "o a\nv 1 2 3\nv 4 5 6\nv 7 8 9\nvn 0 0 1\nvt 0 0\nf 1/1/1 2/1/1 3/1/1\n";

    fn binary(stated: u32, triangles: usize) -> Vec<u8> {
        let mut bytes = vec![0; 80];
        bytes.extend(stated.to_le_bytes());
        for _ in 0..triangles {
            let numbers = [0.0f32, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
            bytes.extend(numbers.iter().flat_map(|x| x.to_le_bytes()));
            bytes.extend([0, 0]);
        }
        bytes
    }

    #[test]
    fn binary_and_text_files_have_the_same_vertices() {
        let text = distinct(stl(TEXT.as_bytes()).unwrap());
        assert_eq!(text, distinct(stl(&binary(2, 2)).unwrap()));
        assert_eq!(text.len(), 3);
    }

    #[test]
    fn the_faces_of_an_obj_file_are_triangles() {
        let square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";
        let corners = faces(square.as_bytes()).unwrap();
        assert_eq!(corners.len(), 6);
        let cross = |t: &[[f64; 3]]| {
            (t[1][0] - t[0][0]) * (t[2][1] - t[0][1]) - (t[1][1] - t[0][1]) * (t[2][0] - t[0][0])
        };
        assert_eq!(cross(&corners[..3]) + cross(&corners[3..]), 2.0);
    }

    #[test]
    fn faces_share_the_vertices_where_they_meet() {
        let workdir = tempfile::tempdir().unwrap();
        let square = workdir.path().join("square.obj");
        std::fs::write(&square, "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n").unwrap();
        let read = surface(&square).unwrap();
        assert_eq!((read.vertices.len(), read.triangles), (4, vec![[0, 1, 2], [0, 2, 3]]));
        let text = workdir.path().join("one.stl");
        std::fs::write(&text, TEXT).unwrap();
        assert_eq!(surface(&text).unwrap().triangles, [[0, 1, 2]]);
    }

    #[test]
    fn a_file_that_lies_about_its_length_is_refused() {
        let stated = stl(&binary(u32::MAX, 1)).unwrap_err();
        assert_eq!(stated, "names 4294967295 triangles but has 134 bytes");
    }

    proptest! {
        #[test]
        fn damaged_files_never_panic(
            at in 0usize..200, byte: u8, cut in 0usize..200, words in "[fv0-9/ .\n-]{0,60}",
        ) {
            for whole in [TEXT.as_bytes().to_vec(), OBJ.as_bytes().to_vec(), binary(2, 2)] {
                let mut bytes = whole;
                let length = bytes.len();
                bytes[at % length] = byte;
                bytes.truncate(length - cut % length);
                let _ = (stl(&bytes), obj(&bytes), faces(&bytes));
            }
            let _ = obj(format!("{OBJ}{words}").as_bytes());
        }
    }
}
