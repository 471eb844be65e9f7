//! Ground from STL and OBJ files: triangles in the file's axes and units, brought into the site frame.

use crate::vehicle::mesh;
use nalgebra::{Matrix3, Vector3};
use planetfall::math::real;
use planetfall::terrain::{MeshDefects, MeshGround};
use std::fmt;
use std::path::Path;

/// More triangles than this are refused: they would take some 2 GB of memory.
const MOST_TRIANGLES: usize = 8_000_000;
/// Larger files are not read at all, bytes.
const LARGEST_FILE: u64 = 4_000_000_000;
/// Coordinates whose last digit in single precision is coarser than this are worth a warning, m. Chosen.
const COARSE: f64 = 1e-3;

/// Which axis of a file points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpAxis {
    /// x east, y north, z up, as in the site frame.
    #[default]
    Z,
    /// x east, y up, z south, as in most programs for pictures.
    Y,
}

/// How the axes of a file lie in the site frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placing {
    /// Length of one unit of the file, m.
    pub metres_per_unit: f64,
    /// Which axis points up.
    pub up_axis: UpAxis,
    /// Direction of the file's north, clockwise from the site's, rad.
    pub heading: f64,
    /// Where the file's origin lies in the site frame, m.
    pub offset: Vector3<f64>,
}

impl Default for Placing {
    fn default() -> Self {
        Self { metres_per_unit: 1.0, up_axis: UpAxis::Z, heading: 0.0, offset: Vector3::zeros() }
    }
}

impl Placing {
    /// Site axes from file axes, with the scale.
    fn matrix(&self) -> Matrix3<f64> {
        let upright = match self.up_axis {
            UpAxis::Z => Matrix3::identity(),
            UpAxis::Y => Matrix3::new(1.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0),
        };
        let (sin, cos) = (real::sin(self.heading), real::cos(self.heading));
        let turned = Matrix3::new(cos, sin, 0.0, -sin, cos, 0.0, 0.0, 0.0, 1.0);
        turned * upright * self.metres_per_unit
    }
}

/// A ground of triangles and what its file was like.
#[derive(Clone, Debug)]
pub struct MeshTerrain {
    /// The ground, in the site frame.
    pub ground: MeshGround,
    /// Triangles of the file.
    pub in_file: usize,
    /// What was wrong with them.
    pub defects: MeshDefects,
    /// Resolution of the file's numbers at its farthest vertex, m.
    resolution: f64,
}

/// Whether a file is a mesh, by its ending.
pub fn is_mesh(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    matches!(ending.as_deref(), Some("stl" | "obj"))
}

/// Reads a ground.
///
/// # Errors
/// If the file cannot be read, is no STL or OBJ file, is damaged, too large or without triangles.
pub fn read(path: &Path, placing: &Placing) -> Result<MeshTerrain, String> {
    let shown = path.display();
    let bytes = std::fs::metadata(path).map(|data| data.len());
    let bytes = bytes.map_err(|error| format!("cannot read {shown}: {error}"))?;
    if bytes > LARGEST_FILE {
        return Err(format!(
            "{shown} has {:.0} MB, more than {:.0}: cut out the part that is driven on, or thin it",
            bytes as f64 * 1e-6,
            LARGEST_FILE as f64 * 1e-6
        ));
    }
    let places = mesh::triangles(path)?;
    let in_file = places.len() / 3;
    if in_file > MOST_TRIANGLES {
        return Err(format!(
            "{shown} has {in_file} triangles, more than {MOST_TRIANGLES}: cut out the part that is driven \
             on, or thin it"
        ));
    }
    let farthest = places.iter().map(Vector3::amax).fold(0.0, f64::max);
    let site_from_file = placing.matrix();
    let site = |place: &Vector3<f64>| site_from_file * place + placing.offset;
    let corners: Vec<[Vector3<f64>; 3]> =
        places.as_chunks::<3>().0.iter().map(|triangle| triangle.each_ref().map(site)).collect();
    let (ground, defects) =
        MeshGround::from_triangles(&corners).map_err(|error| format!("{shown}: {error}"))?;
    let resolution = farthest * f64::from(f32::EPSILON) * placing.metres_per_unit;
    Ok(MeshTerrain { ground, in_file, defects, resolution })
}

impl MeshTerrain {
    /// What a user should know of the file, a sentence each.
    pub fn warnings(&self) -> Vec<String> {
        let MeshDefects { degenerate, duplicate, turned, inconsistent, non_manifold, inverted } =
            self.defects;
        let counted = |count: usize, text: &str| {
            (count > 0).then(|| text.replacen("{}", &count.to_string(), 1))
        };
        let coarse = (self.resolution > COARSE).then(|| {
            format!(
                "numbers as large as this file's are read to {:.1e} m only: move its origin nearer to the \
                 site in the program that wrote it",
                self.resolution
            )
        });
        let inverted = inverted.then(|| {
            "the surface faces down or inward as a whole: vehicles would meet its back; reverse its \
             triangles in the program that wrote it"
                .to_owned()
        });
        [
            counted(degenerate, "{} triangles without area were left out"),
            counted(duplicate, "{} triangles that stand in the file twice were left out"),
            counted(turned, "{} triangles that faced down were turned to face up"),
            counted(
                inconsistent,
                "along {} edges two triangles are wound in opposite senses: one of them faces into the \
                 ground; recompute normals in the program that wrote the file",
            ),
            counted(
                non_manifold,
                "{} edges have more than two triangles: inside and outside are ambiguous there",
            ),
            inverted,
            coarse,
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

/// What the ground is, a line each.
impl fmt::Display for MeshTerrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use planetfall::terrain::Terrain;
        let vertices = self.ground.vertices();
        let first = vertices.first().copied().unwrap_or_default();
        let low = vertices.iter().fold(first, |low, vertex| low.inf(vertex));
        let high = vertices.iter().fold(first, |high, vertex| high.sup(vertex));
        let triangles = self.ground.triangles();
        let area = |triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(|vertex| vertices[vertex as usize]);
            0.5 * (b - a).cross(&(c - a)).norm()
        };
        let area: f64 = triangles.iter().map(area).sum();
        let side = (4.0 / 3f64.sqrt() * area / triangles.len().max(1) as f64).sqrt();
        writeln!(f, "triangles        {} ({} in the file)", triangles.len(), self.in_file)?;
        writeln!(f, "vertices         {}", vertices.len())?;
        writeln!(f, "east             {:.3} m to {:.3} m", low.x, high.x)?;
        writeln!(f, "north            {:.3} m to {:.3} m", low.y, high.y)?;
        writeln!(f, "height           {:.3} m to {:.3} m", low.z, high.z)?;
        writeln!(f, "area             {area:.3} m2, triangles some {side:.3} m wide")?;
        let form = match self.ground.overhangs() {
            true => "a surface with overhangs: no soil can lie on it",
            false => "a height field",
        };
        writeln!(f, "form             {form}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use planetfall::terrain::Terrain;

    /// A square of 2 by 1 units that rises to the file's north, as two triangles.
    const RAMP: &str = "v 0 0 0\nv 2 0 0\nv 2 1 0.5\nv 0 1 0.5\nf 1 2 3 4\n";

    fn written(name: &str, text: &str) -> (tempfile::TempDir, std::path::PathBuf) {
        let workdir = tempfile::tempdir().unwrap();
        let path = workdir.path().join(name);
        std::fs::write(&path, text).unwrap();
        (workdir, path)
    }

    #[test]
    fn a_file_lies_where_scale_axis_heading_and_offset_put_it() {
        let (_workdir, path) = written("ramp.obj", RAMP);
        let plain = read(&path, &Placing::default()).unwrap();
        assert!((plain.ground.height(1.0, 0.5).unwrap() - 0.25).abs() < 1e-12);
        assert!(plain.warnings().is_empty());
        // Twice as large, its north now east, lifted by 3 m and moved 10 m east.
        let placing = Placing {
            metres_per_unit: 2.0,
            heading: std::f64::consts::FRAC_PI_2,
            offset: Vector3::new(10.0, 0.0, 3.0),
            ..Placing::default()
        };
        let placed = read(&path, &placing).unwrap().ground;
        assert!((placed.height(11.0, -2.0).unwrap() - 3.5).abs() < 1e-12);
        assert!((placed.height(12.0 - 1e-9, -3.9).unwrap() - 4.0).abs() < 1e-6);
        assert!(placed.height(9.0, -2.0).is_err());
        // The same with y up: north is the file's -z.
        let (_workdir, path) =
            written("up.obj", "v 0 0 0\nv 2 0 0\nv 2 .5 -1\nv 0 .5 -1\nf 1 2 3 4\n");
        let upright = read(&path, &Placing { up_axis: UpAxis::Y, ..Placing::default() }).unwrap();
        assert_eq!(upright.ground.height(1.0, 0.5), plain.ground.height(1.0, 0.5));
        assert!(upright.to_string().contains("form             a height field"), "{upright}");
    }

    #[test]
    fn what_is_wrong_with_a_file_is_reported_in_numbers() {
        // A triangle without area, one twice, one wound downward.
        let text = "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 0 1 0\nf 1 2 3\nf 1 2 2\nf 2 3 1\nf 1 4 3\n";
        let (_workdir, path) = written("damaged.obj", text);
        let ground = read(&path, &Placing::default()).unwrap();
        let warnings = ground.warnings();
        let expected =
            ["1 triangles without area", "1 triangles that stand", "1 triangles that faced"];
        assert_eq!(warnings.len(), 3, "{warnings:?}");
        for (text, part) in warnings.iter().zip(expected) {
            assert!(text.starts_with(part), "{text}");
        }
        let far = "v 500000 0 0\nv 500002 0 0\nv 500002 1 0\nf 1 2 3\n";
        let (_workdir, path) = written("far.obj", far);
        let warnings = read(&path, &Placing::default()).unwrap().warnings();
        assert!(warnings.len() == 1 && warnings[0].contains("6.0e-2 m"), "{warnings:?}");
    }

    #[test]
    fn files_without_ground_are_refused() {
        for (name, text, part) in [
            ("empty.obj", "", "has no triangles"),
            ("points.obj", "v 0 0 0\nv 1 0 0\n", "has no triangles"),
            (
                "line.obj",
                "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n",
                "no triangle of the ground has an area",
            ),
            ("short.stl", "not a mesh", "short.stl"),
            ("ground.ply", "ply", "only STL and OBJ files"),
        ] {
            let (_workdir, path) = written(name, text);
            let error = read(&path, &Placing::default()).unwrap_err();
            assert!(error.contains(part), "{name}: {error}");
        }
        let error = read(Path::new("/nowhere/ground.stl"), &Placing::default()).unwrap_err();
        assert!(error.starts_with("cannot read /nowhere/ground.stl"), "{error}");
    }
}
