//! Claims about a ground of triangles.

use super::*;
use crate::math::grid::Grid;
use crate::terrain::{Dem, Heights};
use proptest::prelude::*;

fn at(x: f64, y: f64, z: f64) -> Vector3<f64> {
    Vector3::new(x, y, z)
}

/// The unit cube with its lowest corner at the origin.
fn cube() -> MeshGround {
    let vertices =
        (0..8).map(|n| at(f64::from(n & 1), f64::from(n >> 1 & 1), f64::from(n >> 2))).collect();
    let triangles = vec![
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
    MeshGround::new(vertices, triangles).unwrap()
}

/// Posts on a square grid as two triangles a cell, and the same as a map.
fn sheet(posts: u32, spacing: f64, height: impl Fn(f64, f64) -> f64) -> (MeshGround, Dem) {
    let grid = Grid::new((0.0, 0.0), (spacing, spacing), (posts, posts)).unwrap();
    let places =
        (0..posts).flat_map(|row| (0..posts).map(move |column| grid.position(row, column)));
    let vertices: Vec<_> = places.map(|(x, y)| at(x, y, height(x, y))).collect();
    let heights = vertices.iter().map(|v| v.z).collect();
    let mut triangles = Vec::new();
    for row in 0..posts - 1 {
        for column in 0..posts - 1 {
            let south_west = row * posts + column;
            let north_east = south_west + posts + 1;
            triangles.push([south_west, south_west + 1, north_east]);
            triangles.push([south_west, north_east, south_west + posts]);
        }
    }
    let dem = Dem::new(grid, Heights::Double(heights)).unwrap();
    (MeshGround::new(vertices, triangles).unwrap(), dem)
}

#[test]
fn the_gap_of_a_cube_is_its_signed_distance_at_faces_edges_and_corners() {
    let cube = cube();
    for (point, gap, normal) in [
        (at(0.5, 0.4, 1.25), 0.25, at(0.0, 0.0, 1.0)),
        (at(0.5, 0.4, 0.9), -0.1, at(0.0, 0.0, 1.0)),
        (at(0.02, 0.4, 0.5), -0.02, at(-1.0, 0.0, 0.0)),
        (at(1.0, 1.0, 1.5), 0.5, at(0.0, 0.0, 1.0)),
    ] {
        let seen = cube.sound(&point).unwrap();
        assert!((seen.gap - gap).abs() < 1e-15, "{point} {seen:?}");
        assert!((seen.normal - normal).norm() < 1e-15, "{point} {seen:?}");
    }
    let nearest = |p: Vector3<f64>| cube.nearest(&p).0.unwrap();
    for (point, gap) in
        [(at(1.3, 0.5, 1.4), 0.5), (at(1.1, 1.2, 1.2), 0.3), (at(-0.6, -0.8, 0.5), 1.0)]
    {
        let seen = cube.seen_from(&point, &nearest(point));
        assert!((seen.gap - gap).abs() < 1e-15, "{point} {seen:?}");
    }
    assert!(cube.sound(&at(1.5, 0.5, 0.5)).is_err());
}

#[test]
fn the_height_is_that_of_the_topmost_triangle() {
    let cube = cube();
    for (x, y) in [(0.5, 0.5), (0.3, 0.7), (0.0, 0.0), (1.0, 0.2)] {
        assert_eq!(cube.height(x, y), Ok(1.0));
    }
    assert!(cube.height(1.1, 0.5).is_err());
}

#[test]
fn numbers_that_make_no_surface_are_refused() {
    let corners = || vec![at(0.0, 0.0, 0.0), at(1.0, 0.0, 0.0), at(2.0, 0.0, 0.0)];
    let refused = |vertices, triangles| MeshGround::new(vertices, triangles).unwrap_err();
    assert_eq!(refused(corners(), vec![]), TerrainError::NoTriangles);
    assert_eq!(refused(corners(), vec![[0, 1, 2]]), TerrainError::NoTriangles);
    assert_eq!(refused(Vec::new(), Vec::new()), TerrainError::NoTriangles);
    let missing = TerrainError::NoSuchVertex { triangle: 0, vertex: 3, vertices: 3 };
    assert_eq!(refused(corners(), vec![[0, 1, 3]]), missing);
    for bad in [f64::NAN, f64::INFINITY] {
        let mut vertices = corners();
        vertices[1].y = bad;
        assert!(matches!(refused(vertices, vec![[0, 1, 2]]), TerrainError::Value { .. }));
    }
    // One good triangle is enough, whatever its number.
    let mut vertices = corners();
    vertices.push(at(0.0, 1.0, 0.0));
    let ground = MeshGround::new(vertices, vec![[0, 1, 2], [0, 1, 3]]).unwrap();
    let seen = ground.sound(&at(0.2, 0.2, 0.5)).unwrap();
    assert_eq!((seen.gap, seen.facet), (0.5, Facet::Other(1)));
}

#[test]
fn a_million_triangles_cost_little_more_to_ask_than_a_few() {
    let rough = |x: f64, y: f64| 0.1 * (3.0 * x).sin() * (2.0 * y).cos();
    let effort = |posts: u32| {
        let (ground, _) = sheet(posts, 0.1, rough);
        let middle = 0.05 * f64::from(posts);
        let (mut most, mut pieces) = (0, Vec::new());
        let mut most_pieces = 0;
        for number in 0..100 {
            let shift = 0.003 * f64::from(number);
            let point = at(middle + shift, middle - 0.5 * shift, 0.3);
            most = most.max(ground.nearest(&point).1);
            pieces.clear();
            let (low, high) = (point.add_scalar(-0.3), point.add_scalar(0.3));
            ground.pieces(&low, &high, &mut pieces).unwrap();
            most_pieces = most_pieces.max(pieces.len());
        }
        (ground.triangles().len(), most, most_pieces)
    };
    let (few, few_visited, few_pieces) = effort(12);
    let (many, visited, pieces) = effort(709);
    println!(
        "{few} triangles: {few_visited} visited, {few_pieces} pieces; {many}: {visited}, {pieces}"
    );
    assert!(few < 300 && many > 1_000_000);
    assert!(visited <= 60 && pieces <= 120, "{visited} {pieces}");
}

proptest! {
    #[test]
    fn a_sheet_is_the_map_of_the_same_posts(
        x in 0.0..1.9f64, y in 0.0..1.9f64, rise in -0.3..0.5f64,
    ) {
        let (mesh, dem) = sheet(20, 0.1, |x, y| 0.1 * (3.0 * x).sin() * (2.0 * y).cos());
        let height = dem.height(x, y).unwrap();
        prop_assert!((mesh.height(x, y).unwrap() - height).abs() < 1e-12);
        let seen = mesh.sound(&at(x, y, height + rise)).unwrap();
        // Never farther than straight down, and on the same side.
        prop_assert!(seen.gap.abs() <= rise.abs() + 1e-12);
        prop_assert!(seen.gap * rise >= -1e-12);
        prop_assert!((seen.normal.norm() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_nearest_triangle_is_that_of_brute_force(
        x in 0.0..1.9f64, y in 0.0..1.9f64, z in -1.0..1.0f64,
    ) {
        let (mesh, _) = sheet(20, 0.1, |x, y| 0.3 * (5.0 * x).sin() * (4.0 * y).cos());
        let point = at(x, y, z);
        let brute = (0..mesh.triangles().len() as u32)
            .map(|triangle| (closest(&mesh.corners(triangle), &point).0 - point).norm())
            .fold(f64::INFINITY, f64::min);
        prop_assert!((mesh.sound(&point).unwrap().gap.abs() - brute).abs() < 1e-13);
    }
}
