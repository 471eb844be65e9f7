//! Shapes and ground as triangles.

use nalgebra::Vector3;
use planetfall::math::real;
use planetfall_files::run_folder::scene::{Ground, SceneForm};
use std::f64::consts::TAU;

/// Triangles that share corners.
#[derive(Clone, Debug, Default)]
pub(super) struct Surface {
    pub(super) points: Vec<[f32; 3]>,
    pub(super) normals: Vec<[f32; 3]>,
    /// Red, green, blue of each corner, linear; empty where the whole has one colour.
    pub(super) colours: Vec<[f32; 3]>,
    pub(super) indices: Vec<u32>,
}

/// Flat sides of a round shape. Chosen.
const SIDES: u32 = 32;

impl Surface {
    /// The surface of a shape about its frame's origin, seen from outside.
    pub(super) fn of(form: &SceneForm) -> Self {
        match form {
            SceneForm::Box { size_m } => cuboid(&Vector3::from(*size_m)),
            SceneForm::Cylinder { radius_m, length_m } => cylinder(*radius_m, *length_m),
            SceneForm::Sphere { radius_m } => sphere(*radius_m),
            SceneForm::Mesh { triangles } => mesh(triangles),
        }
    }

    /// The ground, with at most so many cells along a side, relative to an origin. It is coloured by
    /// height and shaded by a sun in the north-west; places without ground are left open.
    pub(super) fn of_ground(ground: &Ground, most_cells: usize, origin: &[f64; 3]) -> Self {
        let step = (ground.columns.max(ground.rows) - 1).div_ceil(most_cells).max(1);
        let (columns, rows) = ((ground.columns - 1) / step + 1, (ground.rows - 1) / step + 1);
        let height = |column: usize, row: usize| {
            let place = row.min(rows - 1) * step * ground.columns + column.min(columns - 1) * step;
            ground.heights.get(place).copied().map_or(f64::NAN, f64::from)
        };
        let finite = || ground.heights.iter().copied().filter(|height| height.is_finite());
        let lowest = f64::from(finite().fold(f32::INFINITY, f32::min));
        let span = (f64::from(finite().fold(f32::NEG_INFINITY, f32::max)) - lowest).max(1e-6);
        let cell = ground.cell_m * step as f64;
        let mut surface = Self::default();
        let mut numbers = vec![None; columns * rows];
        for row in 0..rows {
            for column in 0..columns {
                let z = height(column, row);
                if !z.is_finite() {
                    continue;
                }
                let slope = |from: f64, to: f64, cells: usize| {
                    let rise = (to - from) / (cell * cells.max(1) as f64);
                    if rise.is_finite() { rise } else { 0.0 }
                };
                let (west, east) = (column.saturating_sub(1), (column + 1).min(columns - 1));
                let (south, north) = (row.saturating_sub(1), (row + 1).min(rows - 1));
                let normal = Vector3::new(
                    -slope(height(west, row), height(east, row), east - west),
                    -slope(height(column, south), height(column, north), north - south),
                    1.0,
                )
                .normalize();
                let place = [
                    ground.x0_m + cell * column as f64 - origin[0],
                    ground.y0_m + cell * row as f64 - origin[1],
                    z - origin[2],
                ];
                numbers[row * columns + column] = Some(surface.points.len() as u32);
                surface.points.push(place.map(|part| part as f32));
                surface.normals.push(single(&normal));
                surface.colours.push(tint((z - lowest) / span, &normal));
            }
        }
        surface.tile(columns, rows, &numbers);
        surface
    }

    /// Points on all triangles, at most so far from each other as asked for, but for triangles so
    /// large that this would take thousands.
    pub(super) fn strewn(&self, spacing: f64) -> Vec<Vector3<f64>> {
        /// Parts of a triangle's side at most. Chosen: 800 points for a triangle.
        const MOST_PARTS: f64 = 40.0;
        let point = |index: u32| {
            let found = self.points.get(index as usize).copied().unwrap_or_default();
            Vector3::from(found.map(f64::from))
        };
        let mut points = Vec::new();
        for triangle in self.indices.as_chunks::<3>().0 {
            let [a, b, c] = triangle.map(point);
            let longest = (b - a).norm().max((c - b).norm()).max((a - c).norm());
            let parts = (longest / spacing).ceil().clamp(1.0, MOST_PARTS) as u32;
            for first in 0..parts {
                for second in 0..parts - first {
                    let share = |part: u32| (f64::from(part) + 1.0 / 3.0) / f64::from(parts);
                    points.push(a + (b - a) * share(first) + (c - a) * share(second));
                }
            }
        }
        points
    }

    /// Two triangles for each cell whose corners are all there.
    fn tile(&mut self, columns: usize, rows: usize, numbers: &[Option<u32>]) {
        let at = |column: usize, row: usize| numbers.get(row * columns + column).copied().flatten();
        for row in 0..rows - 1 {
            for column in 0..columns - 1 {
                let corners = [
                    at(column, row),
                    at(column + 1, row),
                    at(column + 1, row + 1),
                    at(column, row + 1),
                ];
                if let [Some(a), Some(b), Some(c), Some(d)] = corners {
                    self.indices.extend([a, b, c, a, c, d]);
                }
            }
        }
    }

    fn corner(&mut self, point: Vector3<f64>, normal: &Vector3<f64>) -> u32 {
        self.points.push(single(&point));
        self.normals.push(single(normal));
        self.points.len() as u32 - 1
    }
}

fn single(vector: &Vector3<f64>) -> [f32; 3] {
    [vector.x as f32, vector.y as f32, vector.z as f32]
}

/// From dark rock to pale dust with height, darker on slopes that face away from the sun.
fn tint(share: f64, normal: &Vector3<f64>) -> [f32; 3] {
    /// Red, green and blue of the lowest ground. Chosen: dark rock.
    const LOW: [f64; 3] = [0.22, 0.10, 0.06];
    /// Of the highest. Chosen: pale dust.
    const HIGH: [f64; 3] = [0.55, 0.35, 0.22];
    let sun = Vector3::new(-0.5, 0.5, std::f64::consts::FRAC_1_SQRT_2);
    let light = 0.4 + 0.85 * normal.dot(&sun).max(0.0);
    let mix = |axis: usize| LOW[axis] + share.clamp(0.0, 1.0) * (HIGH[axis] - LOW[axis]);
    [0, 1, 2].map(|axis| (mix(axis) * light).min(1.0) as f32)
}

fn cuboid(size: &Vector3<f64>) -> Surface {
    let mut surface = Surface::default();
    let half = 0.5 * size;
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let mut normal = Vector3::zeros();
            normal[axis] = side;
            let (mut first, mut second) = (Vector3::zeros(), Vector3::zeros());
            first[(axis + 1) % 3] = 1.0;
            second[(axis + 2) % 3] = side;
            let corner = |a: f64, b: f64| half.component_mul(&(normal + first * a + second * b));
            let [a, b, c, d] = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
                .map(|(a, b)| surface.corner(corner(a, b), &normal));
            surface.indices.extend([a, b, c, a, c, d]);
        }
    }
    surface
}

fn around(index: u32, of: u32) -> Vector3<f64> {
    let (sine, cosine) = real::sin_cos(TAU * f64::from(index) / f64::from(of));
    Vector3::new(cosine, sine, 0.0)
}

fn cylinder(radius: f64, length: f64) -> Surface {
    let mut surface = Surface::default();
    let up = Vector3::z() * (0.5 * length);
    for index in 0..SIDES {
        let (here, next) = (around(index, SIDES), around(index + 1, SIDES));
        let a = surface.corner(here * radius - up, &here);
        let b = surface.corner(next * radius - up, &next);
        let c = surface.corner(next * radius + up, &next);
        let d = surface.corner(here * radius + up, &here);
        surface.indices.extend([a, b, c, a, c, d]);
    }
    for side in [1.0, -1.0] {
        let normal = Vector3::z() * side;
        let middle = surface.corner(up * side, &normal);
        for index in 0..SIDES {
            let here = surface.corner(around(index, SIDES) * radius + up * side, &normal);
            let next = surface.corner(around(index + 1, SIDES) * radius + up * side, &normal);
            let (first, second) = if side > 0.0 { (here, next) } else { (next, here) };
            surface.indices.extend([middle, first, second]);
        }
    }
    surface
}

fn sphere(radius: f64) -> Surface {
    let mut surface = Surface::default();
    let (rings, sides) = (SIDES / 4, SIDES / 2);
    for ring in 0..=rings {
        let (out, height) = real::sin_cos(0.5 * TAU * f64::from(ring) / f64::from(rings));
        for side in 0..=sides {
            let normal = around(side, sides) * out - Vector3::z() * height;
            surface.corner(normal * radius, &normal);
        }
    }
    for ring in 0..rings {
        for side in 0..sides {
            let a = ring * (sides + 1) + side;
            let b = a + sides + 1;
            // At a pole one of the two triangles has no area.
            if ring > 0 {
                surface.indices.extend([a, a + 1, b + 1]);
            }
            if ring + 1 < rings {
                surface.indices.extend([a, b + 1, b]);
            }
        }
    }
    surface
}

fn mesh(numbers: &[f32]) -> Surface {
    let mut surface = Surface::default();
    for nine in numbers.as_chunks::<9>().0 {
        let corner = |index: usize| Vector3::from_fn(|axis, _| f64::from(nine[3 * index + axis]));
        let [a, b, c] = [corner(0), corner(1), corner(2)];
        let across = (b - a).cross(&(c - a));
        let normal = across.try_normalize(0.0).unwrap_or_else(Vector3::z);
        let three = [a, b, c].map(|point| surface.corner(point, &normal));
        surface.indices.extend(three);
    }
    surface
}

#[cfg(test)]
mod tests {
    use super::*;

    fn volume(surface: &Surface) -> f64 {
        let point = |index: u32| Vector3::from(surface.points[index as usize].map(f64::from));
        let triangles = surface.indices.as_chunks::<3>().0.iter();
        triangles.map(|t| point(t[0]).dot(&point(t[1]).cross(&point(t[2]))) / 6.0).sum()
    }

    #[test]
    fn surfaces_are_closed_and_face_outwards() {
        let size_m = [1.0, 2.0, 3.0];
        assert!((volume(&Surface::of(&SceneForm::Box { size_m })) - 6.0).abs() < 1e-6);
        let round = volume(&Surface::of(&SceneForm::Cylinder { radius_m: 0.5, length_m: 2.0 }));
        assert!((round / (0.5 * std::f64::consts::PI) - 1.0).abs() < 0.01, "{round}");
        let ball = volume(&Surface::of(&SceneForm::Sphere { radius_m: 1.0 }));
        assert!((ball / (4.0 / 3.0 * std::f64::consts::PI) - 1.0).abs() < 0.1, "{ball}");
    }

    #[test]
    fn normals_point_out_of_the_triangles_they_belong_to() {
        for form in [
            SceneForm::Box { size_m: [1.0, 2.0, 3.0] },
            SceneForm::Cylinder { radius_m: 0.5, length_m: 2.0 },
            SceneForm::Sphere { radius_m: 1.0 },
        ] {
            let surface = Surface::of(&form);
            let at =
                |list: &[[f32; 3]], index: u32| Vector3::from(list[index as usize].map(f64::from));
            for t in surface.indices.as_chunks::<3>().0 {
                let [a, b, c] = t.map(|index| at(&surface.points, index));
                assert!((b - a).cross(&(c - a)).dot(&at(&surface.normals, t[0])) > 0.0, "{form:?}");
            }
        }
    }

    #[test]
    fn a_hole_in_the_ground_stays_open() {
        let mut heights = vec![0.0; 9];
        heights[4] = f32::NAN;
        let ground = Ground { x0_m: 0.0, y0_m: 0.0, cell_m: 1.0, columns: 3, rows: 3, heights };
        let surface = Surface::of_ground(&ground, 100, &[0.0; 3]);
        assert_eq!((surface.points.len(), surface.indices.len()), (8, 0));
    }
}
