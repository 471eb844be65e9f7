//! Vertices of STL and OBJ files.

use nalgebra::Vector3;
use std::collections::BTreeSet;
use std::io::Cursor;
use std::path::Path;

/// More vertices than this are no contactor: each of them is felt for at every step.
const MOST: usize = 100_000;

/// The distinct vertices of a file in the order in which they first stand there; file units.
pub(super) fn vertices(path: &Path) -> Result<Vec<Vector3<f64>>, String> {
    let shown = path.display();
    let bytes = std::fs::read(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let points = match ending.as_deref() {
        Some("stl") => stl(&bytes),
        Some("obj") => obj(&bytes),
        _ => Err("only STL and OBJ files can be read".to_owned()),
    };
    let points = points.map_err(|reason| format!("{shown}: {reason}"))?;
    let points = distinct(points);
    if points.is_empty() {
        return Err(format!("{shown} has no vertices"));
    }
    if points.len() > MOST {
        return Err(format!("{shown} has {} vertices, more than {MOST}", points.len()));
    }
    Ok(points)
}

/// A binary file says how many triangles it has; one that lies would make the reader reserve
/// memory for them.
fn stl(bytes: &[u8]) -> Result<Vec<[f64; 3]>, String> {
    let count = bytes.get(80..84).and_then(|four| <[u8; 4]>::try_from(four).ok());
    let told = count.map_or(0, |four| u64::from(u32::from_le_bytes(four)));
    let is_text = bytes.starts_with(b"solid") && !is_binary(bytes, told);
    if !is_text && !is_binary(bytes, told) {
        return Err(format!("tells of {told} triangles but has {} bytes", bytes.len()));
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

fn is_binary(bytes: &[u8], told: u64) -> bool {
    bytes.len() >= 84 && bytes.len() as u64 == 84 + 50 * told
}

fn obj(bytes: &[u8]) -> Result<Vec<[f64; 3]>, String> {
    let no_materials = |_: &Path| Err(tobj::LoadError::GenericFailure);
    let mut reader = Cursor::new(bytes);
    let loaded = tobj::load_obj_buf(&mut reader, &tobj::LoadOptions::default(), no_materials);
    let (models, _) = loaded.map_err(|error| error.to_string())?;
    let numbers = models.iter().flat_map(|model| model.mesh.positions.chunks_exact(3));
    let point = |three: &[f32]| {
        let mut point = [0.0; 3];
        point.iter_mut().zip(three).for_each(|(to, from)| *to = f64::from(*from));
        point
    };
    finite(numbers.map(point).collect())
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
