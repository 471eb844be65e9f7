//! Shapes of vehicles as facets.

use std::f64::consts::TAU;

use nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion, Vector3};

use super::camera::Camera;
use super::{Facet, Paint, Point, brightness};
use planetfall_files::run_folder::scene::{SceneForm, SceneShape, SceneVehicle};

/// Sides of a cylinder, and meridians of a ball.
const SIDES: usize = 20;
/// Rings of a ball.
const RINGS: usize = 8;
/// A mesh of more triangles than this is drawn as the box around it: a page must stay small.
const MOST_TRIANGLES: usize = 4000;

type Outline = Vec<Point>;

/// All faces of a vehicle that look towards the camera, with the poses of its links.
pub(super) fn facets(
    vehicle: &SceneVehicle,
    poses: &[Isometry3<f64>],
    camera: &Camera,
    sun: &Vector3<f64>,
) -> Vec<Facet> {
    let mut facets = Vec::new();
    for (link, pose) in vehicle.links.iter().zip(poses) {
        for shape in &link.shapes {
            let placed = pose * placement(shape);
            for outline in outlines(&shape.form) {
                let corners = outline.iter().map(|corner| placed * corner).collect();
                facets.extend(facet(corners, shape, camera, sun));
            }
        }
    }
    facets
}

/// How far a vehicle reaches from its root, m.
pub(super) fn reach(vehicle: &SceneVehicle, poses: &[Isometry3<f64>]) -> f64 {
    let Some(root) = poses.first().map(|pose| pose.translation.vector) else { return 0.0 };
    let mut reach = 0.1;
    for (link, pose) in vehicle.links.iter().zip(poses) {
        for shape in &link.shapes {
            let placed = pose * placement(shape);
            let corners = outlines(&shape.form).into_iter().flatten();
            let away = corners.map(|corner| ((placed * corner).coords - root).norm());
            reach = away.fold(reach, f64::max);
        }
    }
    reach
}

fn placement(shape: &SceneShape) -> Isometry3<f64> {
    let [w, x, y, z] = shape.rotation_wxyz;
    let turn = UnitQuaternion::from_quaternion(Quaternion::new(w, x, y, z));
    let [x, y, z] = shape.position_m;
    Isometry3::from_parts(Translation3::new(x, y, z), turn)
}

/// A face with its shade; none if it looks away or has no area.
fn facet(
    corners: Outline,
    shape: &SceneShape,
    camera: &Camera,
    sun: &Vector3<f64>,
) -> Option<Facet> {
    let normal = normal(&corners)?;
    if normal.dot(&camera.back) <= 0.0 {
        return None;
    }
    let light = brightness(&normal, sun);
    let [r, g, b, _] = shape.colour;
    let depths = corners.iter().map(|corner| camera.depth(corner));
    let depth = depths.sum::<f64>() / corners.len() as f64;
    Some(Facet { paint: Paint::Solid([r, g, b].map(|part| part * light)), corners, depth })
}

/// Newell's normal: right for any flat outline, anticlockwise from outside.
fn normal(corners: &[Point]) -> Option<Vector3<f64>> {
    let next = corners.iter().cycle().skip(1);
    let sum = corners
        .iter()
        .zip(next)
        .fold(Vector3::zeros(), |sum, (a, b)| sum + a.coords.cross(&b.coords));
    sum.try_normalize(1e-12)
}

/// Faces of a shape about its own origin, anticlockwise from outside.
fn outlines(form: &SceneForm) -> Vec<Outline> {
    match form {
        SceneForm::Box { size_m: [x, y, z] } => {
            cuboid([-0.5 * x, -0.5 * y, -0.5 * z], [0.5 * x, 0.5 * y, 0.5 * z])
        }
        SceneForm::Cylinder { radius_m, length_m } => cylinder(*radius_m, *length_m),
        SceneForm::Sphere { radius_m } => ball(*radius_m),
        SceneForm::Mesh { triangles } => mesh(triangles),
    }
}

fn cuboid(low: [f64; 3], high: [f64; 3]) -> Vec<Outline> {
    let corner = |index: usize| {
        let pick = |axis: usize| if index >> axis & 1 == 1 { high[axis] } else { low[axis] };
        Point::new(pick(0), pick(1), pick(2))
    };
    let faces =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    faces.iter().map(|face| face.iter().map(|index| corner(*index)).collect()).collect()
}

fn cylinder(radius: f64, length: f64) -> Vec<Outline> {
    let rim = |index: usize, z: f64| {
        let (sine, cosine) = (TAU * index as f64 / SIDES as f64).sin_cos();
        Point::new(radius * cosine, radius * sine, z)
    };
    let (low, high) = (-0.5 * length, 0.5 * length);
    let side = |index: usize| {
        vec![rim(index, low), rim(index + 1, low), rim(index + 1, high), rim(index, high)]
    };
    let mut faces: Vec<Outline> = (0..SIDES).map(side).collect();
    faces.push((0..SIDES).map(|index| rim(index, high)).collect());
    faces.push((0..SIDES).rev().map(|index| rim(index, low)).collect());
    faces
}

fn ball(radius: f64) -> Vec<Outline> {
    let point = |ring: usize, index: usize| {
        let (sine, cosine) = (TAU * index as f64 / SIDES as f64).sin_cos();
        let (across, up) = (0.5 * TAU * ring as f64 / RINGS as f64).sin_cos();
        Point::new(radius * across * cosine, radius * across * sine, -radius * up)
    };
    let face = |ring: usize, index: usize| {
        vec![
            point(ring, index),
            point(ring, index + 1),
            point(ring + 1, index + 1),
            point(ring + 1, index),
        ]
    };
    (0..RINGS).flat_map(|ring| (0..SIDES).map(move |index| face(ring, index))).collect()
}

fn mesh(triangles: &[f32]) -> Vec<Outline> {
    let numbers: Vec<f64> = triangles.iter().map(|number| f64::from(*number)).collect();
    let points: Vec<Point> = numbers.as_chunks::<3>().0.iter().map(|p| Point::from(*p)).collect();
    if points.len() <= 3 * MOST_TRIANGLES {
        return points.as_chunks::<3>().0.iter().map(|triangle| triangle.to_vec()).collect();
    }
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for point in &points {
        for axis in 0..3 {
            low[axis] = low[axis].min(point[axis]);
            high[axis] = high[axis].max(point[axis]);
        }
    }
    cuboid(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Σ area · normal · point / 3 over a closed surface is its volume if normals look outwards.
    fn volume(faces: &[Outline]) -> f64 {
        let mut sum = 0.0;
        for face in faces {
            for index in 1..face.len() - 1 {
                let [a, b, c] = [face[0], face[index], face[index + 1]].map(|p| p.coords);
                sum += a.dot(&b.cross(&c)) / 6.0;
            }
        }
        sum
    }

    #[test]
    fn every_face_of_a_solid_looks_outwards() {
        assert!(
            (volume(&outlines(&SceneForm::Box { size_m: [2.0, 3.0, 4.0] })) - 24.0).abs() < 1e-12
        );
        let round = volume(&outlines(&SceneForm::Cylinder { radius_m: 1.0, length_m: 2.0 }));
        assert!((5.9..TAU).contains(&round), "{round}");
        let ball = volume(&outlines(&SceneForm::Sphere { radius_m: 1.0 }));
        assert!((3.7..4.19).contains(&ball), "{ball}");
    }

    #[test]
    fn a_huge_mesh_becomes_the_box_around_it() {
        let triangles: Vec<f32> = (0..9 * (MOST_TRIANGLES + 1)).map(|i| (i % 7) as f32).collect();
        let faces = mesh(&triangles);
        assert_eq!(faces.len(), 6);
        assert!((volume(&faces) - 216.0).abs() < 1e-9);
    }
}
