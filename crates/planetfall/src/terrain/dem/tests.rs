use super::*;
use crate::math::noise::{Key, gaussian};
use proptest::prelude::*;

/// Rough ground: 9 x 7 posts, 2 m x 0.5 m, south-western post at (-3, 1).
fn rough() -> Dem {
    let key = Key::new(3, "dem", "heights");
    let heights = (0..63).map(|post| gaussian(key, post)).collect();
    let grid = Grid::new((-3.0, 1.0), (2.0, 0.5), (9, 7)).unwrap();
    Dem::new(grid, Heights::Double(heights)).unwrap()
}

/// One cell of 1 m with heights south-west, south-east, north-west, north-east.
fn cell(heights: [f64; 4]) -> Dem {
    let grid = Grid::new((0.0, 0.0), (1.0, 1.0), (2, 2)).unwrap();
    Dem::new(grid, Heights::Double(heights.to_vec())).unwrap()
}

fn facet(dem: &Dem, x: f64, y: f64) -> Facet {
    dem.query(&Vector3::new(x, y, 0.0)).unwrap().facet
}

#[test]
fn the_surface_passes_through_its_posts() {
    let dem = rough();
    for row in 0..9 {
        for column in 0..7 {
            let (x, y) = dem.grid().position(row, column);
            let expected = dem.post(row, column).unwrap();
            assert!((dem.height(x, y).unwrap() - expected).abs() < 1e-9);
        }
    }
}

#[test]
fn the_facet_changes_at_the_diagonal() {
    let dem = cell([0.0, 0.0, 1.0, 0.0]);
    let named = |half| Facet::Cell { row: 0, column: 0, half };
    assert_eq!(facet(&dem, 0.6, 0.59), named(Half::SouthEast));
    assert_eq!(facet(&dem, 0.6, 0.61), named(Half::NorthWest));
    assert_eq!(dem.height(0.9, 0.1), Ok(0.0));
    assert!((dem.height(0.1, 0.9).unwrap() - 0.8).abs() < 1e-12);
}

#[test]
fn upward_is_along_the_normal_everywhere() {
    let dem = rough().with_outside(Outside::Datum(Datum::new(3.39e6).unwrap()));
    for (x, y) in [(-1.3, 1.2), (4.7, 3.9), (7.2, 4.6), (50.0, 60.0)] {
        let point = Vector3::new(x, y, 0.3);
        let (up, normal) = (dem.upward(&point).unwrap(), dem.query(&point).unwrap().normal);
        assert!((up.normalize() - normal).norm() < 1e-15);
    }
}

#[test]
fn the_normal_of_a_facet_is_the_cross_product_of_its_edges() {
    let dem = rough();
    let corner = |row, column| {
        let (x, y) = dem.grid().position(row, column);
        Vector3::new(x, y, dem.post(row, column).unwrap())
    };
    for (row, column) in [(0, 0), (3, 5), (7, 2)] {
        let (sw, ne) = (corner(row, column), corner(row + 1, column + 1));
        for (third, sign) in [(corner(row, column + 1), -1.0), (corner(row + 1, column), 1.0)] {
            let expected = (ne - sw).cross(&(third - sw)).normalize() * sign;
            let inside = (sw + ne + third) / 3.0;
            let found = dem.query(&inside).unwrap();
            assert!((found.normal - expected).norm() < 1e-12);
            assert!(found.gap.abs() < 1e-12);
        }
    }
}

#[test]
fn a_map_of_a_plane_is_that_plane_with_either_surface() {
    let plane = super::super::Plane::incline(Vector3::new(1.0, 2.0, 3.0), 0.4, 1.1).unwrap();
    let grid = Grid::new((-5.0, -5.0), (0.5, 0.25), (41, 21)).unwrap();
    let heights = (0..41 * 21)
        .map(|post| grid.position(post / 21, post % 21))
        .map(|(x, y)| plane.elevation(x, y))
        .collect();
    let facets = Dem::new(grid, Heights::Double(heights)).unwrap();
    let bilinear = facets.clone().with_interpolation(Interpolation::Bilinear);
    for (x, y, z) in [(0.1, 0.2, 0.0), (-4.9, 4.9, 7.0), (3.33, -2.22, -1.0)] {
        let point = Vector3::new(x, y, z);
        let expected = plane.query_at(&point);
        for dem in [&facets, &bilinear] {
            let found = dem.query(&point).unwrap();
            assert!((found.gap - expected.gap).abs() < 1e-12);
            assert!((found.normal - expected.normal).norm() < 1e-12);
        }
    }
    let statistics = facets.slope_statistics().unwrap();
    assert_eq!(statistics.facets, 2 * 40 * 20);
    for slope in [statistics.mean, statistics.root_mean_square, statistics.max] {
        assert!((slope - 0.4).abs() < 1e-9);
    }
    assert!((statistics.median - 0.4).abs() < 2e-4);
}

#[test]
fn the_bilinear_surface_has_the_gradient_of_its_height() {
    let dem = rough().with_interpolation(Interpolation::Bilinear);
    let (x, y, d) = (2.3, 2.9, 1e-6);
    let height = |x, y| dem.height(x, y).unwrap();
    let east = (height(x + d, y) - height(x - d, y)) / (2.0 * d);
    let north = (height(x, y + d) - height(x, y - d)) / (2.0 * d);
    let expected = Vector3::new(-east, -north, 1.0).normalize();
    let found = dem.query(&Vector3::new(x, y, 9.0)).unwrap();
    assert!((found.normal - expected).norm() < 1e-8);
    assert!((found.gap - (9.0 - height(x, y)) * expected.z).abs() < 1e-8);
}

#[test]
fn only_facets_that_need_a_missing_post_have_no_ground() {
    let dem = cell([0.0, f64::NAN, 1.0, 2.0]);
    assert_eq!(dem.height(0.9, 0.1), Err(NoGround::NoData { x: 0.9, y: 0.1, row: 0, column: 0 }));
    assert!(dem.height(0.1, 0.9).is_ok());
    assert_eq!(dem.posts_without_data(), 1);
    assert_eq!(dem.height_range(), (0.0, 2.0));
    assert_eq!(dem.slope_statistics().unwrap().facets, 1);
    let bilinear = dem.with_interpolation(Interpolation::Bilinear);
    assert!(matches!(bilinear.height(0.1, 0.9), Err(NoGround::NoData { .. })));
}

#[test]
fn outside_the_map_is_an_error_or_the_datum() {
    let dem = cell([0.0; 4]);
    assert_eq!(dem.height(2.0, 0.5), Err(NoGround::Outside { x: 2.0, y: 0.5 }));
    assert_eq!(dem.extent().map(|e| (e.x_min, e.x_max)), Some((0.0, 1.0)));
    let datum = Datum::new(3_389_500.0).unwrap();
    let dem = dem.with_outside(Outside::Datum(datum));
    assert_eq!(dem.height(1000.0, 0.5), datum.height(1000.0, 0.5));
    let query = dem.query(&Vector3::new(1000.0, 0.5, 2.0)).unwrap();
    assert_eq!(query.facet, Facet::Datum);
    assert!((query.gap - 2.0 - 1e6 / (2.0 * 3_389_500.0)).abs() < 1e-6);
    assert!(dem.query(&Vector3::new(f64::NAN, 0.0, 0.0)).is_err());
}

#[test]
fn what_is_no_map_is_refused() {
    let grid = Grid::new((0.0, 0.0), (1.0, 1.0), (2, 2)).unwrap();
    let make = |heights: Vec<f32>| Dem::new(grid, Heights::Single(heights));
    assert!(matches!(make(vec![0.0; 3]), Err(TerrainError::HeightCount { .. })));
    assert_eq!(make(vec![f32::NAN; 4]), Err(TerrainError::NoPostHasData));
    assert_eq!(
        make(vec![0.0, 0.0, 0.0, f32::INFINITY]),
        Err(TerrainError::InfiniteHeight { row: 1, column: 1 })
    );
}

#[test]
fn resampling_to_the_same_spacing_changes_nothing_and_to_a_finer_one_keeps_the_posts() {
    let dem = rough();
    let same = dem.resampled(2.0, 0.5).unwrap();
    assert_eq!((same.grid().rows(), same.grid().columns()), (9, 7));
    let finer = dem.resampled(1.0, 0.25).unwrap();
    assert_eq!((finer.grid().rows(), finer.grid().columns()), (17, 13));
    for row in 0..9 {
        for column in 0..7 {
            let expected = dem.post(row, column).unwrap();
            assert!((same.post(row, column).unwrap() - expected).abs() < 1e-9);
            assert!((finer.post(2 * row, 2 * column).unwrap() - expected).abs() < 1e-9);
        }
    }
    for bad in [0.0, -1.0, f64::NAN, 1e-9, 1e9] {
        assert!(dem.resampled(bad, 0.5).is_err(), "{bad}");
    }
}

#[test]
fn a_map_of_elevations_falls_away_with_the_datum() {
    let grid = Grid::new((-1000.0, -1000.0), (1000.0, 1000.0), (3, 3)).unwrap();
    let dem = Dem::new(grid, Heights::Double(vec![100.0; 9])).unwrap();
    let datum = Datum::new(1_737_400.0).unwrap();
    let curved = dem.on_datum(&datum).unwrap();
    assert!((curved.post(1, 1).unwrap() - 100.0).abs() < 1e-9);
    let corner = Vector3::new(1000.0, -1000.0, curved.post(0, 2).unwrap());
    assert!((datum.elevation(&corner) - 100.0).abs() < 1e-9);
}

#[test]
fn single_precision_halves_the_memory_and_keeps_the_heights() {
    let (double, single) = (rough(), rough().in_single_precision());
    assert!(matches!(single.heights, Heights::Single(_)));
    let (a, b) = (double.post(4, 4).unwrap(), single.post(4, 4).unwrap());
    assert!((a - b).abs() < 1e-6 && a as f32 == b as f32);
}

proptest! {
    #[test]
    fn a_map_never_answers_with_nan(
        x in -20.0..20.0f64, y in -20.0..20.0f64, z in -1e6..1e6f64, bilinear: bool,
    ) {
        let kind = if bilinear { Interpolation::Bilinear } else { Interpolation::Facets };
        let dem = rough().with_interpolation(kind);
        match dem.query(&Vector3::new(x, y, z)) {
            Ok(s) => {
                prop_assert!(s.gap.is_finite());
                prop_assert!((s.normal.norm() - 1.0).abs() < 1e-12);
                // The gap is the distance to the plane through the ground under the point.
                let rise = z - dem.height(x, y).unwrap();
                prop_assert!((s.gap - rise * s.normal.z).abs() <= 1e-9 * rise.abs());
            }
            Err(reason) => prop_assert_eq!(reason, NoGround::Outside { x, y }),
        }
    }
}
