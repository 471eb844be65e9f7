//! Statistics, cuts, resampling and the tangent frame, against closed forms.

use planetfall_files::dem::{self, ElevationMap, Georeference, Resampling};
use proptest::prelude::*;

fn map(size: [usize; 2], spacing: [f64; 2], height: impl Fn(f64, f64) -> f64) -> ElevationMap {
    let heights = (0..size[0] * size[1])
        .map(|at| height((at % size[1]) as f64 * spacing[0], (at / size[1]) as f64 * spacing[1]))
        .collect();
    let georeference = Georeference { south_west_m: [1000.0, 2000.0], ..Georeference::default() };
    ElevationMap::new(size, heights, spacing, georeference, "test").unwrap()
}

fn plane(size: [usize; 2], spacing: [f64; 2], a: f64, b: f64) -> ElevationMap {
    map(size, spacing, |x, y| 3.0 + a * x + b * y)
}

#[test]
fn a_roof_has_the_slopes_of_its_two_sides_and_no_other() {
    let roof = map([11, 21], [1.0, 1.0], |x, _| -(x - 10.0).abs() * 0.5);
    let slopes = dem::inspect(&roof).slopes.unwrap();
    let angle = 0.5_f64.atan().to_degrees();
    for found in [slopes.mean_deg, slopes.median_deg, slopes.p99_deg, slopes.max_deg] {
        assert!((found - angle).abs() < 1e-12);
    }
    assert_eq!(slopes.share_above, [(15.0, 1.0), (20.0, 1.0), (25.0, 1.0), (30.0, 0.0)]);
    assert_eq!(slopes.facets, 2 * 10 * 20);
}

#[test]
fn the_two_facets_of_a_cell_meet_on_the_diagonal_from_south_west_to_north_east() {
    // Only the south-east post is raised: its facet is steep, the north-west one level.
    let cell = map([2, 2], [1.0, 1.0], |x, y| if x == 1.0 && y == 0.0 { 1.0 } else { 0.0 });
    let slopes = dem::inspect(&cell).slopes.unwrap();
    assert!((slopes.max_deg - 2.0_f64.sqrt().atan().to_degrees()).abs() < 1e-12);
    assert!((slopes.mean_deg - 0.5 * slopes.max_deg).abs() < 1e-12);
}

#[test]
fn a_checkerboard_is_as_rough_as_its_amplitude() {
    let board = map([10, 10], [1.0, 1.0], |x, y| if (x + y) % 2.0 == 0.0 { 0.2 } else { -0.2 });
    let plane = dem::inspect(&board).plane.unwrap();
    assert!((plane.roughness_m - 0.2).abs() < 1e-3, "{plane:?}");
}

#[test]
fn a_plane_that_falls_to_the_east_falls_towards_azimuth_90() {
    let fit = dem::inspect(&plane([6, 7], [2.0, 3.0], -0.3, 0.0)).plane.unwrap();
    assert!((fit.downhill_azimuth_deg - 90.0).abs() < 1e-9, "{fit:?}");
    assert!(fit.roughness_m < 1e-12);
}

#[test]
fn a_hole_takes_only_the_facets_that_touch_it_out_of_the_statistics() {
    let holed = map([5, 5], [1.0, 1.0], |x, y| if x == 2.0 && y == 2.0 { f64::NAN } else { x });
    let seen = dem::inspect(&holed);
    assert_eq!(seen.slopes.unwrap().facets, 32 - 6);
    assert!((seen.no_data_share - 0.04).abs() < 1e-15);
}

#[test]
fn a_window_keeps_the_posts_on_its_edges_and_their_place() {
    let ground = plane([11, 11], [2.0, 1.0], 1.0, 100.0);
    let part = ground.window([10.0, 5.0], [8.0, 4.0]).unwrap();
    assert_eq!((part.columns(), part.rows()), (5, 5));
    assert_eq!(part.georeference().south_west_m, [1006.0, 2003.0]);
    assert_eq!(part.height_m(0, 0), ground.height_m(3, 3));
    assert_eq!(part.height_m(4, 4), ground.height_m(7, 7));
    assert_eq!(ground.place_of_projected(1006.0, 2003.0), [6.0, 3.0]);
}

#[test]
fn a_window_beside_the_map_is_refused_and_one_over_its_edge_is_cut() {
    let ground = plane([11, 11], [1.0, 1.0], 1.0, 0.0);
    assert!(ground.window([50.0, 5.0], [8.0, 8.0]).is_err());
    assert!(ground.window([5.0, 5.0], [0.5, 0.5]).is_err());
    assert!(ground.window([5.0, f64::NAN], [4.0, 4.0]).is_err());
    assert!(ground.window([5.0, 5.0], [-4.0, 4.0]).is_err());
    let part = ground.window([0.0, 0.0], [6.0, 6.0]).unwrap();
    assert_eq!((part.columns(), part.rows()), (4, 4));
}

#[test]
fn every_second_post_is_kept_exactly_by_either_resampling() {
    let ground = map([9, 8], [1.0, 1.0], |x, y| (7.0 * x).sin() * (3.0 * y).cos());
    for how in [Resampling::Nearest, Resampling::Bilinear] {
        let coarse = ground.resampled(2.0, how).unwrap();
        assert_eq!((coarse.columns(), coarse.rows()), (4, 5));
        for row in 0..5 {
            for column in 0..4 {
                assert_eq!(coarse.height_m(row, column), ground.height_m(2 * row, 2 * column));
            }
        }
    }
}

#[test]
fn a_new_post_that_leans_on_a_hole_has_no_data_and_others_keep_theirs() {
    let ground = map([3, 3], [1.0, 1.0], |x, y| if x == 2.0 && y == 2.0 { f64::NAN } else { x });
    let fine = ground.resampled(0.5, Resampling::Bilinear).unwrap();
    assert_eq!(fine.height_m(3, 3), None);
    assert_eq!(fine.height_m(2, 4), Some(2.0));
    assert_eq!(fine.height_m(4, 2), Some(1.0));
    assert_eq!(fine.height_m(3, 1), Some(0.5));
}

#[test]
fn resampling_that_leaves_no_cell_or_too_many_is_refused() {
    let ground = plane([3, 3], [1.0, 1.0], 1.0, 0.0);
    for spacing in [5.0, 0.0, -1.0, f64::NAN, 1e-12] {
        assert!(ground.resampled(spacing, Resampling::Nearest).is_err(), "{spacing}");
    }
}

#[test]
fn a_post_in_the_site_frame_is_lowered_by_the_curve_of_the_datum() {
    let ground = plane([2, 2], [10_000.0, 10_000.0], 0.0, 0.0);
    let radius = 3_396_190.0_f64;
    let grid = ground.heights_in_tangent_frame([0.0, 0.0], radius).unwrap();
    assert_eq!(grid.heights_m[0], 3.0);
    let drop = radius - (radius * radius - 1e8).sqrt();
    assert!((grid.heights_m[1] - (3.0 - drop)).abs() < 1e-8);
    assert!((grid.heights_m[3] - (3.0 - 2.0 * drop)).abs() < 1e-4);
    let moved = ground.heights_in_tangent_frame([10_000.0, 0.0], radius).unwrap();
    assert_eq!((moved.west_m, moved.south_m), (-10_000.0, 0.0));
    assert_eq!(moved.heights_m[1], 3.0);
}

#[test]
fn a_nonsense_radius_or_a_post_beyond_the_horizon_is_refused() {
    let ground = plane([2, 2], [10_000.0, 10_000.0], 0.0, 0.0);
    for radius in [0.0, -1.0, f64::NAN, 9_000.0] {
        assert!(ground.heights_in_tangent_frame([0.0, 0.0], radius).is_err(), "{radius}");
    }
}

proptest! {
    #[test]
    fn a_plane_has_one_slope_everywhere_and_no_roughness(a in -2.0..2.0f64, b in -2.0..2.0f64, dx in 0.1..30.0f64, dy in 0.1..30.0f64) {
        let seen = dem::inspect(&plane([7, 6], [dx, dy], a, b));
        let angle = a.hypot(b).atan().to_degrees();
        let (slopes, fit) = (seen.slopes.unwrap(), seen.plane.unwrap());
        prop_assert!((slopes.max_deg - angle).abs() < 1e-9 && (slopes.median_deg - angle).abs() < 1e-9);
        prop_assert!((fit.slope_deg - angle).abs() < 1e-9);
        prop_assert!(fit.roughness_m < 1e-9);
    }

    #[test]
    fn bilinear_resampling_reproduces_a_plane(a in -2.0..2.0f64, b in -2.0..2.0f64, spacing in 0.3..4.0f64) {
        let fine = plane([12, 10], [1.0, 1.5], a, b).resampled(spacing, Resampling::Bilinear).unwrap();
        for row in 0..fine.rows() {
            for column in 0..fine.columns() {
                let expected = 3.0 + a * column as f64 * spacing + b * row as f64 * spacing;
                prop_assert!((fine.height_m(row, column).unwrap() - expected).abs() < 1e-6);
            }
        }
    }
}
