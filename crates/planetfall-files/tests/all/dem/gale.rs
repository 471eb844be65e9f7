//! A real map: one metre posts in Gale crater.

use crate::dem::outside::shared_data;
use planetfall_files::dem::{self, Projection};

#[test]
fn the_map_of_gale_has_its_known_size_range_and_slopes() {
    let Some(path) = shared_data("dem/gale_1m.tif") else { return };
    let map = dem::read(path).unwrap();
    assert_eq!((map.columns(), map.rows()), (348, 337));
    assert_eq!((map.spacing_east_m(), map.spacing_north_m()), (1.0, 1.0));
    assert_eq!(map.georeference().south_west_m, [8_142_406.5, -276_455.0 - 336.5]);
    assert_eq!(map.georeference().crs.equatorial_radius_m, Some(3_396_190.0));
    assert!(matches!(map.georeference().crs.projection, Projection::Equirectangular { .. }));
    let seen = dem::inspect(&map);
    assert_eq!(seen.no_data_share, 0.0);
    // NumPy's values from the same facets; heights are exact, angles to the last printed digit.
    for (found, wanted) in [
        (seen.lowest_m, -4_472.669_921_875),
        (seen.highest_m, -4_437.882_812_5),
        (seen.mean_m, -4_455.867_840_632),
    ] {
        assert!((found - wanted).abs() < 1e-8, "{found} is not {wanted}");
    }
    let slopes = seen.slopes.unwrap();
    assert_eq!(slopes.facets, 2 * 347 * 336);
    for (found, wanted) in [
        (slopes.mean_deg, 8.041_454_41),
        (slopes.median_deg, 6.765_279_9),
        (slopes.p90_deg, 15.280_570_82),
        (slopes.p95_deg, 18.036_416_73),
        (slopes.p99_deg, 23.764_266_19),
        (slopes.max_deg, 42.311_888_4),
        (slopes.share_above[0].1, 0.106_683_992),
        (slopes.share_above[3].1, 0.001_569_576),
    ] {
        assert!((found - wanted).abs() < 1e-7, "{found} is not {wanted}");
    }
    let plane = seen.plane.unwrap();
    assert!((plane.roughness_m - 3.884_983_405_6).abs() < 1e-8, "{plane:?}");
    assert!((plane.slope_deg - 4.953_556_610_2).abs() < 1e-8, "{plane:?}");
}

#[test]
fn a_metre_to_the_east_on_the_map_of_gale_is_less_on_the_ground() {
    let Some(path) = shared_data("dem/gale_1m.tif") else { return };
    let scale = dem::inspect(&dem::read(path).unwrap()).ground_scale.unwrap();
    let latitude = 276_623.0_f64 / 3_396_190.0;
    assert!((scale.east - latitude.cos()).abs() < 1e-7, "{scale:?}");
    assert_eq!(scale.north, 1.0);
}

#[test]
fn the_map_of_gale_cut_at_any_length_is_an_error_that_says_where() {
    let Some(path) = shared_data("dem/gale_1m.tif") else { return };
    let whole = std::fs::read(path).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let cut = folder.path().join("cut.tif");
    for length in (8..whole.len()).step_by(4999) {
        std::fs::write(&cut, &whole[..length]).unwrap();
        let message = dem::read(&cut).unwrap_err().to_string();
        assert!(message.contains("truncated"), "{length}: {message}");
    }
}
