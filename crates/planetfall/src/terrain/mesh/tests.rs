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
        let seen = cube.query(&point).unwrap();
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
    assert!(cube.query(&at(1.5, 0.5, 0.5)).is_err());
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
    let seen = ground.query(&at(0.2, 0.2, 0.5)).unwrap();
    assert_eq!((seen.gap, seen.facet), (0.5, Facet::Other(1)));
}

/// The corners of a ground's triangles.
fn soup(ground: &MeshGround) -> Vec<[Vector3<f64>; 3]> {
    (0..ground.triangles().len() as u32).map(|number| ground.corners(number)).collect()
}

#[test]
fn a_flat_sheet_is_its_plane_beside_every_edge_and_corner() {
    let slope = 0.3_f64;
    let (mesh, _) = sheet(9, 0.25, |x, _| slope * x);
    let normal = at(-slope, 0.0, 1.0).normalize();
    // On corners, on straight edges, on diagonals and beside them; at rest on the plane and off it.
    for (x, y) in [(0.5, 0.5), (0.5, 0.6), (0.6, 0.5), (0.61, 0.61), (0.7, 0.72)] {
        for deviation in [0.0, 1e-17, -1e-13, 1e-10, -1e-6, 0.02] {
            let point = at(x, y, slope * x) + normal * deviation;
            let seen = mesh.query(&point).unwrap();
            assert!((seen.normal - normal).norm() < 1e-14, "{x} {y} {deviation}: {seen:?}");
            assert!((seen.gap - deviation).abs() < 1e-15, "{x} {y} {deviation}: {seen:?}");
        }
    }
}

#[test]
fn triangles_without_area_and_repeated_ones_are_dropped_and_counted() {
    let mut corners = soup(&cube());
    let [a, b, c] = corners[0];
    corners.push([a, b, 0.5 * (a + b)]);
    corners.push([a, a, c]);
    corners.push([b, c, a]);
    corners.push([a, c, b]);
    let (ground, defects) = MeshGround::from_triangles(&corners).unwrap();
    let expected = MeshDefects { degenerate: 2, duplicate: 2, ..MeshDefects::default() };
    assert_eq!((defects, ground.triangles().len(), ground.vertices().len()), (expected, 12, 8));
    assert_eq!(ground.height(0.5, 0.5), Ok(1.0));
    let flat = [[a, b, 0.5 * (a + b)]];
    assert_eq!(MeshGround::from_triangles(&flat).unwrap_err(), TerrainError::NoTriangles);
    assert_eq!(MeshGround::from_triangles(&[]).unwrap_err(), TerrainError::NoTriangles);
    let no_number = [[a, b, at(0.0, f64::NAN, 0.0)]];
    assert!(MeshGround::from_triangles(&no_number).is_err());
}

#[test]
fn a_height_field_is_wound_upward_whatever_the_file_has() {
    let (sheet, _) = sheet(5, 0.5, |x, y| 0.2 * x * y);
    let mut corners = soup(&sheet);
    for number in [0, 3, 7, 20] {
        corners[number].swap(0, 1);
    }
    let (ground, defects) = MeshGround::from_triangles(&corners).unwrap();
    assert_eq!(defects, MeshDefects { turned: 4, ..MeshDefects::default() });
    assert!(ground.normals.iter().all(|normal| normal.z > 0.0));
    assert!(!ground.overhangs());
}

#[test]
fn a_body_that_is_wound_wrongly_is_left_as_it_is_and_reported() {
    let mut corners = soup(&cube());
    corners[4].swap(0, 1);
    let (_, defects) = MeshGround::from_triangles(&corners).unwrap();
    assert_eq!(defects, MeshDefects { inconsistent: 3, ..MeshDefects::default() });
    let mut corners = soup(&cube());
    corners.iter_mut().for_each(|triangle| triangle.swap(0, 1));
    let (_, defects) = MeshGround::from_triangles(&corners).unwrap();
    assert_eq!(defects, MeshDefects { inverted: true, ..MeshDefects::default() });
    // A fin on the cube's edge: three triangles at one side.
    let mut corners = soup(&cube());
    corners.push([at(0.0, 0.0, 1.0), at(1.0, 0.0, 1.0), at(0.5, -1.0, 2.0)]);
    let (_, defects) = MeshGround::from_triangles(&corners).unwrap();
    assert_eq!(defects.non_manifold, 1);
}

#[test]
fn upright_triangles_of_one_plane_are_one_wall() {
    let cube = cube();
    let facets: Vec<Facet> = (0..12).map(|number| cube.facet(number)).collect();
    for side in 0..4 {
        assert_eq!(facets[2 * side], Facet::Wall(side as u32));
        assert_eq!(facets[2 * side], facets[2 * side + 1]);
    }
    assert_eq!((facets[10], facets[11]), (Facet::Other(10), Facet::Other(11)));
    assert!(cube.overhangs(), "its bottom faces down");
}

#[test]
fn there_is_no_ground_in_a_hole_unless_there_is_a_floor() {
    let (whole, _) = sheet(6, 0.5, |_, _| 0.0);
    assert!(whole.is_whole);
    let over = |triangle: &[Vector3<f64>; 3]| {
        let middle = (triangle[0] + triangle[1] + triangle[2]) / 3.0;
        (1.0..1.5).contains(&middle.x) && (1.0..1.5).contains(&middle.y)
    };
    let corners: Vec<_> = soup(&whole).into_iter().filter(|one| !over(one)).collect();
    let (holed, _) = MeshGround::from_triangles(&corners).unwrap();
    let (inside, box_of) =
        (at(1.25, 1.2, -0.1), |p: Vector3<f64>| (p.add_scalar(-0.1), p.add_scalar(0.1)));
    let nowhere = NoGround::Outside { x: 1.25, y: 1.2 };
    assert_eq!(holed.query(&inside), Err(nowhere));
    assert_eq!(holed.height(1.25, 1.2), Err(nowhere));
    let (low, high) = box_of(inside);
    assert!(holed.pieces(&low, &high, &mut Vec::new()).is_err());
    let floored = holed.with_floor(-0.25).unwrap();
    let seen = floored.query(&at(1.25, 1.2, -0.2)).unwrap();
    assert!((seen.gap - 0.05).abs() < 1e-15 && seen.facet == Facet::Level(0), "{seen:?}");
    assert_eq!(floored.height(1.25, 1.2), Ok(-0.25));
    assert_eq!((floored.height(-50.0, 3.0), floored.extent()), (Ok(-0.25), None));
    let mut pieces = Vec::new();
    assert_eq!(floored.pieces(&low, &high, &mut pieces), Ok(true));
    assert!(matches!(pieces[0], Piece::HalfSpace { offset, .. } if offset == -0.25));
    let ray = Ray { origin: at(1.25, 1.2, 1.0), direction: at(0.0, 0.0, -1.0) };
    let hit = floored.ground(&ray, Span { from: 0.0, to: 10.0 }).unwrap();
    assert!((hit.distance - 1.25).abs() < 1e-15);
    assert!(floored.with_floor(f64::NAN).is_err());
}

#[test]
fn a_roof_over_ground_overhangs_and_a_wall_does_not() {
    let (ground, _) = sheet(4, 1.0, |_, _| 0.0);
    assert!(!ground.overhangs());
    let mut corners = soup(&ground);
    let wall = [at(1.0, 1.0, 0.0), at(2.0, 1.0, 0.0), at(2.0, 1.0, 1.0)];
    corners.push(wall);
    assert!(!MeshGround::from_triangles(&corners).unwrap().0.overhangs());
    corners.push([at(0.5, 0.5, 1.0), at(1.5, 0.5, 1.0), at(0.5, 1.5, 1.0)]);
    assert!(MeshGround::from_triangles(&corners).unwrap().0.overhangs());
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
        let seen = mesh.query(&at(x, y, height + rise)).unwrap();
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
        prop_assert!((mesh.query(&point).unwrap().gap.abs() - brute).abs() < 1e-13);
    }
}
