use super::*;
use crate::math::grid::Grid;
use crate::math::noise::{Key, uniform};
use crate::terrain::{
    Band, Datum, Dem, Heights, Interpolation, MeshGround, Outside, Pit, Plane, Rock, RockShape,
    Step, Strewn, Strips,
};
use nalgebra::Vector2;
use std::sync::Arc;

/// Hills of 1 m on a map of 40 m by 30 m, with a hole.
fn map() -> Dem {
    let grid = Grid::new((-20.0, -15.0), (0.5, 0.25), (121, 81)).unwrap();
    let height = |row: u32, column: u32| {
        let (x, y) = grid.position(row, column);
        (0.7 * x).sin() * (0.4 * y).cos() + 0.1 * (3.0 * x + 2.0 * y).sin()
    };
    let posts = (0..121).flat_map(|row| (0..81).map(move |column| (row, column)));
    let mut heights: Vec<f64> = posts.map(|(row, column)| height(row, column)).collect();
    heights[60 * 81 + 40] = f64::NAN;
    Dem::new(grid, Heights::Double(heights)).unwrap()
}

fn rocks() -> Vec<Rock> {
    let key = Key::new(3, "rocks", "trace");
    let rock = |i: u64| {
        let draw = |j| uniform(key, 8 * i + j);
        let size = 0.1 + 0.5 * draw(0);
        let shape = match i % 3 {
            0 => RockShape::Hemisphere { radius: size },
            1 => RockShape::Block { length: size, width: 0.6 * size, height: size },
            _ => RockShape::Ellipsoid { along: size, across: 0.5 * size, vertical: 0.4 * size },
        };
        let sunk = 0.3 * size * draw(4);
        Rock {
            x: 16.0 * draw(1) - 8.0,
            y: 16.0 * draw(2) - 8.0,
            heading: 6.0 * draw(3),
            sunk,
            shape,
        }
    };
    (0..60).map(rock).collect()
}

/// A mesh of a pyramid 1 m high on a square of 40 m.
fn pyramid() -> MeshGround {
    let corner = |x: f64, y: f64, z: f64| Vector3::new(x, y, z);
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for side in [20.0, 2.0] {
        vertices.extend([
            corner(-side, -side, 0.0),
            corner(side, -side, 0.0),
            corner(side, side, 0.0),
            corner(-side, side, 0.0),
        ]);
    }
    vertices.push(corner(0.3, 0.2, 1.0));
    for i in 0..4u32 {
        let next = (i + 1) % 4;
        triangles.extend([[i, next, 4 + next], [i, 4 + next, 4 + i], [4 + i, 4 + next, 8]]);
    }
    MeshGround::new(vertices, triangles).unwrap()
}

/// Every kind of ground.
fn grounds() -> Vec<(&'static str, Arc<dyn Terrain>)> {
    let level: Arc<dyn Terrain> = Arc::new(Plane::level(0.0).unwrap());
    let incline = Plane::incline(Vector3::new(0.0, 0.0, 0.1), 0.2, 0.7).unwrap();
    let band = |y: f64, slope: f64| Band { y_min: y, y_max: y + 4.0, slope };
    let bands = [band(-8.0, 0.1), band(-4.0, 0.0), band(1.0, 0.2)];
    let outer = map().with_outside(Outside::Datum(Datum::new(3.4e6).unwrap()));
    vec![
        ("plane", Arc::new(incline)),
        ("strips", Arc::new(Strips::new(0.0, 0.2, &bands).unwrap())),
        ("step", Arc::new(Step::new(-0.2, 0.6, 0.8, 0.5).unwrap())),
        (
            "pit",
            Arc::new(Pit::new(Vector2::new(0.3, -0.2), Vector2::new(5.0, 4.0), -1.0, 1.2).unwrap()),
        ),
        ("datum", Arc::new(Datum::new(2_000.0).unwrap())),
        ("map", Arc::new(map())),
        ("map and datum", Arc::new(outer)),
        ("bilinear map", Arc::new(map().with_interpolation(Interpolation::Bilinear))),
        ("map in single precision", Arc::new(map().in_single_precision())),
        ("rocks", Arc::new(Strewn::new(level, rocks()).unwrap())),
        ("rocks on a map", Arc::new(Strewn::new(Arc::new(map()), rocks()).unwrap())),
        ("mesh", Arc::new(pyramid())),
    ]
}

fn nearest(tracer: &dyn Tracer, ray: &Ray, span: Span) -> Option<Hit> {
    let ground = tracer.ground(ray, span);
    let to = ground.map_or(span.to, |hit| hit.distance);
    tracer.rocks(ray, Span { to, ..span }).or(ground)
}

#[test]
fn rays_end_at_the_surface_and_pass_through_nothing_before_it() {
    for (name, ground) in grounds() {
        let tracer = ground.tracer();
        let key = Key::new(1, name, "rays");
        let (mut hits, mut misses) = (0, 0);
        for i in 0..3000u64 {
            let draw = |j: u64| uniform(key, 8 * i + j);
            let origin =
                Vector3::new(20.0 * draw(0) - 10.0, 16.0 * draw(1) - 8.0, 1.5 + 2.0 * draw(2));
            let turn = std::f64::consts::TAU * draw(3);
            let dip = 0.2 - 1.0 * draw(4) * draw(4);
            // Distances are in lengths of the direction, whatever it is.
            let length = 0.3 + 2.0 * draw(5);
            let direction = Vector3::new(turn.cos(), turn.sin(), dip) * length;
            let ray = Ray { origin, direction };
            if ground.query(&origin).map_or(true, |query| query.gap <= 0.0) {
                continue;
            }
            let hit = nearest(&*tracer, &ray, Span { from: 0.0, to: 40.0 });
            let end = hit.map_or(40.0, |hit| hit.distance);
            for step in 0..150 {
                let at = ray.at(end * (f64::from(step) / 150.0));
                let Ok(there) = ground.query(&at) else { continue };
                assert!(there.gap > -1e-9, "{name} {i}: {} m inside at step {step}", -there.gap);
            }
            let Some(hit) = hit else {
                misses += 1;
                continue;
            };
            hits += 1;
            let at = ray.at(hit.distance);
            // The cut between two bands, or at the edge of a map, is a surface to rays only.
            let gap = ground.query(&at).map_or(f64::NAN, |there| there.gap);
            let near = |place: f64, edges: &[f64]| edges.iter().any(|e| (place - e).abs() < 1e-9);
            let cut = match name {
                "strips" => near(at.y, &[-8.0, -4.0, 0.0, 1.0, 5.0]),
                "map and datum" if near(at.x.abs(), &[20.0]) || near(at.y.abs(), &[15.0]) => true,
                // A ray that came in through the hole meets the ground around it from the side.
                _ => name.contains("map") && at.x.abs() < 0.501 && at.y.abs() < 0.251,
            };
            assert!(cut || gap.abs() < 1e-9, "{name} {i}: {gap} m off");
            assert!((hit.normal.norm() - 1.0).abs() < 1e-12, "{name} {i}");
            assert!(cut || hit.normal.dot(&direction) <= 1e-12, "{name} {i}: seen from behind");
            // And nothing within a shorter reach.
            let short = Span { from: 0.0, to: hit.distance * (1.0 - 1e-9) - 1e-12 };
            assert_eq!(nearest(&*tracer, &ray, short), None, "{name} {i}");
        }
        assert!(hits > 500 && misses > 50, "{name}: {hits} hits, {misses} misses");
    }
}

#[test]
fn normals_are_those_of_the_surface() {
    for (name, ground) in grounds() {
        let tracer = ground.tracer();
        let key = Key::new(2, name, "rays");
        let mut deviation = 0;
        for i in 0..500u64 {
            let draw = |j: u64| uniform(key, 8 * i + j);
            let origin = Vector3::new(14.0 * draw(0) - 7.0, 10.0 * draw(1) - 5.0, 6.0);
            let ray = Ray { origin, direction: Vector3::new(0.3, -0.2, -1.0) };
            let Some(hit) = nearest(&*tracer, &ray, Span { from: 0.0, to: 40.0 }) else { continue };
            // At the edge of a hole there may be none.
            let there = ground.query(&(ray.at(hit.distance) + hit.normal * 1e-9));
            let Ok(there) = there else { continue };
            // At an edge either side may be returned.
            deviation += u32::from((there.normal - hit.normal).norm() > 1e-6);
        }
        assert!(deviation <= 5, "{name}: {deviation} of 500");
    }
}

#[test]
fn a_ray_that_starts_inside_the_ground_meets_it_there() {
    for (name, ground) in grounds() {
        let origin = Vector3::new(1.7, 1.3, -3.0);
        let ray = Ray { origin, direction: Vector3::new(0.4, 0.2, 0.8) };
        let span = Span { from: 0.25, to: 100.0 };
        let hit = ground.tracer().ground(&ray, span);
        // A mesh is a surface, and is met from below.
        if name != "mesh" {
            assert_eq!(hit.map(|hit| hit.distance), Some(0.25), "{name}");
        }
    }
}

#[test]
fn a_ray_along_the_lines_of_a_grid_and_one_straight_down_are_no_exceptions() {
    let map = map();
    let tracer = map.tracer();
    for (origin, direction) in [
        (Vector3::new(-19.0, 0.25, 0.9), Vector3::x()),
        (Vector3::new(2.0, -14.0, 0.9), Vector3::y()),
        // Along the diagonals of cells.
        (Vector3::new(-8.0, -2.5, 0.9), Vector3::new(2.0, 1.0, 0.0)),
    ] {
        let ray = Ray { origin, direction };
        let hit = tracer.ground(&ray, Span { from: 0.0, to: 60.0 }).unwrap();
        assert!(map.query(&ray.at(hit.distance)).unwrap().gap.abs() < 1e-9);
    }
    for (x, y) in [(0.5, 3.0), (0.7, 3.1), (-20.0, -15.0), (20.0, 15.0)] {
        let ray = Ray { origin: Vector3::new(x, y, 10.0), direction: -Vector3::z() };
        let hit = tracer.ground(&ray, Span { from: 0.0, to: 60.0 }).unwrap();
        assert!((10.0 - hit.distance - map.height(x, y).unwrap()).abs() < 1e-12, "{x} {y}");
    }
    // A hole is looked through.
    let ray = Ray { origin: Vector3::new(0.1, 0.05, 10.0), direction: -Vector3::z() };
    assert!(map.height(0.1, 0.05).is_err());
    assert_eq!(tracer.ground(&ray, Span { from: 0.0, to: 60.0 }), None);
}

/// A ground of somebody else's, of which we know heights only.
#[derive(Debug)]
struct Own(Plane);

impl Terrain for Own {
    fn query(
        &self,
        point: &Vector3<f64>,
    ) -> Result<crate::terrain::SurfaceQuery, crate::terrain::NoGround> {
        self.0.query(point)
    }

    fn height(&self, x: f64, y: f64) -> Result<f64, crate::terrain::NoGround> {
        self.0.height(x, y)
    }

    fn extent(&self) -> Option<crate::terrain::Extent> {
        None
    }
}

#[test]
fn a_terrain_of_ones_own_is_seen_by_its_heights() {
    let plane = Plane::incline(Vector3::zeros(), 0.2, 0.7).unwrap();
    let own = Own(plane);
    let ray = Ray { origin: Vector3::new(1.0, 2.0, 3.0), direction: Vector3::new(1.0, 0.4, -0.5) };
    let span = Span { from: 0.5, to: 100.0 };
    let (marched, exact) =
        (own.tracer().ground(&ray, span).unwrap(), plane.ground(&ray, span).unwrap());
    assert!((marched.distance / exact.distance - 1.0).abs() < 1e-12);
    assert_eq!(marched.normal, exact.normal);
}
