//! GeoTIFFs assembled by hand: what is read, and how each mistake is reported.

use crate::dem::tiff::Tiff;
use planetfall_files::dem::{self, DemError, ElevationMap, Options, Problem};

const NORTH_FIRST: [f32; 6] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];

fn small_map() -> Tiff {
    Tiff::floats(3, 2, &NORTH_FIRST, false)
}

fn read_bytes(bytes: &[u8], options: &Options) -> Result<ElevationMap, DemError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.tif");
    std::fs::write(&path, bytes).unwrap();
    dem::read_with(&path, options)
}

fn read(tiff: &Tiff) -> Result<ElevationMap, DemError> {
    read_bytes(&tiff.bytes(), &Options::default())
}

fn message(tiff: &Tiff) -> String {
    read(tiff).unwrap_err().to_string()
}

#[track_caller]
fn check(tiff: &Tiff, words: &[&str]) {
    let message = message(tiff);
    for word in words {
        assert!(message.contains(word), "\"{word}\" is not in: {message}");
    }
}

#[test]
fn rows_come_out_south_first_in_both_byte_orders() {
    for big_endian in [false, true] {
        let map = read(&Tiff::floats(3, 2, &NORTH_FIRST, big_endian)).unwrap();
        assert_eq!(map.heights_m(), [4.0, 5.0, 6.0, 1.0, 2.0, 3.0]);
        assert_eq!((map.rows(), map.columns()), (2, 3));
    }
}

#[test]
fn a_pixel_that_is_an_area_has_its_post_half_a_pixel_inside() {
    let map = read(&small_map()).unwrap();
    assert_eq!(map.georeference().south_west_m, [101.0, 47.0]);
    let point = small_map().shorts(34735, &[1, 1, 0, 1, 1025, 0, 1, 2]);
    assert_eq!(read(&point).unwrap().georeference().south_west_m, [100.0, 48.0]);
}

#[test]
fn the_mark_for_missing_data_becomes_nan() {
    let map = read(&small_map().text(42113, "5 ")).unwrap();
    assert_eq!(map.height_m(0, 1), None);
    assert_eq!(map.height_m(0, 0), Some(4.0));
}

#[test]
fn a_file_without_place_asks_for_the_spacing_and_takes_it() {
    let bare = small_map().without(33550).without(33922);
    check(&bare, &["no georeference", "no tie point", "spacing_m"]);
    let options = Options { spacing_m: Some(3.0), ..Options::default() };
    let map = read_bytes(&bare.bytes(), &options).unwrap();
    assert_eq!((map.spacing_east_m(), map.spacing_north_m()), (3.0, 3.0));
    check(&small_map().without(33922), &["pixel scale but no tie point"]);
    check(&small_map().without(33550), &["only ground control points"]);
}

#[test]
fn a_spacing_that_contradicts_the_file_is_refused() {
    let options = Options { spacing_m: Some(1.0), ..Options::default() };
    let error = read_bytes(&small_map().bytes(), &options).unwrap_err();
    assert!(matches!(error.problem, Problem::SpacingDisagrees { .. }), "{error}");
    let options = Options { spacing_m: Some(2.0), ..Options::default() };
    assert!(read_bytes(&small_map().bytes(), &options).is_ok());
}

#[test]
fn a_nonsense_spacing_option_is_refused() {
    for spacing in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let options = Options { spacing_m: Some(spacing), ..Options::default() };
        let error = read_bytes(&small_map().bytes(), &options).unwrap_err();
        assert!(matches!(error.problem, Problem::Option { name: "spacing_m", .. }), "{error}");
    }
}

#[test]
fn undeclared_nan_and_infinity_are_errors_with_their_place_unless_allowed() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let tiff = Tiff::floats(3, 2, &[1.0, 2.0, bad, 4.0, 5.0, 6.0], false);
        check(&tiff, &["NaN or infinite", "row 1, column 2", "-a_nodata nan"]);
        let options = Options { non_finite_is_no_data: true, ..Options::default() };
        assert_eq!(read_bytes(&tiff.bytes(), &options).unwrap().height_m(1, 2), None);
    }
    let declared = Tiff::floats(3, 2, &[1.0, 2.0, f32::NAN, 4.0, 5.0, 6.0], false);
    assert_eq!(read(&declared.text(42113, "nan")).unwrap().height_m(1, 2), None);
}

#[test]
fn a_customary_mark_that_nobody_declared_is_pointed_out() {
    let tiff = Tiff::floats(3, 2, &[1.0, -32767.0, 3.0, 4.0, -32767.0, 6.0], false);
    check(&tiff, &["2 heights of exactly -32767", "no_data_value"]);
    let options = Options { no_data_value: Some(-32767.0), ..Options::default() };
    assert_eq!(read_bytes(&tiff.bytes(), &options).unwrap().height_m(1, 1), None);
    let lowest = Tiff::floats(3, 2, &[1.0, -3.4e38, 3.0, 4.0, 5.0, 6.0], false);
    let options = Options { no_data_value: Some(-3.4e38), ..Options::default() };
    assert_eq!(read_bytes(&lowest.bytes(), &options).unwrap().height_m(1, 1), None);
    check(&lowest, &["-3.4000e38", "row 1, column 1", "no_data_value"]);
}

#[test]
fn wrong_kinds_of_numbers_are_named() {
    check(&small_map().shorts(258, &[8]), &["8-bit floats", "32- or 64-bit floats"]);
    check(
        &small_map().shorts(258, &[8]).shorts(339, &[1]),
        &["8-bit unsigned integers", "picture"],
    );
    check(&small_map().shorts(258, &[64]).shorts(339, &[6]), &["64-bit complex floats"]);
    check(&small_map().shorts(277, &[3]), &["3 bands", "gdal_translate -b 1"]);
}

#[test]
fn impossible_places_are_refused() {
    check(&small_map().doubles(33550, &[-2.0, 2.0, 0.0]), &["mirrored"]);
    check(&small_map().doubles(33550, &[f64::NAN, 2.0, 0.0]), &["impossible georeference"]);
    check(&small_map().doubles(33550, &[0.0, 2.0, 0.0]), &["no georeference"]);
    let mut matrix = [0.0; 16];
    (matrix[0], matrix[1], matrix[4], matrix[5]) = (1.0, 0.5, 0.5, -1.0);
    check(&small_map().doubles(34264, &matrix), &["rotated", "gdalwarp"]);
}

#[test]
fn degrees_need_a_radius_and_then_become_metres() {
    let degrees = small_map()
        .shorts(34735, &[1, 1, 0, 1, 1024, 0, 1, 2])
        .doubles(33550, &[0.01, 0.01, 0.0])
        .doubles(33922, &[0.0, 0.0, 0.0, 10.0, 60.0, 0.0]);
    check(&degrees, &["body_radius_m"]);
    let options = Options { body_radius_m: Some(1_737_400.0), ..Options::default() };
    let map = read_bytes(&degrees.bytes(), &options).unwrap();
    let per_degree = 1_737_400.0_f64.to_radians();
    assert!((map.spacing_north_m() - 0.01 * per_degree).abs() < 1e-9);
    let east = 0.01 * per_degree * 59.99_f64.to_radians().cos();
    assert!((map.spacing_east_m() - east).abs() < 1e-9);
    let [longitude, latitude] = map.georeference().south_west_deg().unwrap();
    assert!((longitude - 10.005).abs() < 1e-12 && (latitude - 59.985).abs() < 1e-12);
    check(&degrees.doubles(33922, &[0.0, 0.0, 0.0, 10.0, 95.0, 0.0]), &["latitudes"]);
}

#[test]
fn a_header_that_promises_more_than_the_file_holds_is_refused_before_any_memory_is_taken() {
    check(
        &small_map().long(256, 10_000).long(257, 20_000).long(278, 20_000),
        &["10000 x 20000", "damaged"],
    );
    check(&small_map().long(256, u32::MAX).long(257, u32::MAX), &["strips or tiles are needed"]);
    check(&small_map().long(279, 1_000_000), &["truncated", "strip 1 of 1"]);
    check(&small_map().long(273, 4_000_000_000), &["truncated", "strip 1 of 1"]);
    check(&small_map().long(279, 8), &["cannot come out of 8 bytes"]);
}

#[test]
fn a_compressed_strip_that_yields_too_little_is_an_error_and_not_zeros() {
    // PackBits: 24 bytes as they are, then only 8 of them.
    let heights = NORTH_FIRST.map(f32::to_le_bytes).concat();
    let whole = [&[23u8][..], &heights].concat();
    let packed = small_map().shorts(259, &[32773]);
    assert_eq!(read(&packed.clone().stored(&whole)).unwrap().height_m(1, 2), Some(3.0));
    let short = [&[7u8][..], &heights[..8]].concat();
    check(&packed.stored(&short), &["damaged"]);
}

#[test]
fn a_single_row_is_no_ground() {
    check(&Tiff::floats(6, 1, &NORTH_FIRST, false), &["6 x 1", "2 x 2"]);
    check(&small_map().long(256, 0), &["0 x 2"]);
}

#[test]
fn files_that_are_no_maps_are_distinguished() {
    let options = Options::default();
    let reported = |bytes: &[u8]| read_bytes(bytes, &options).unwrap_err().to_string();
    assert!(reported(b"").contains("empty"));
    assert!(reported(b"\x89PNG\r\n\x1a\n").contains("truncated"));
    assert!(reported(b"GIF89a, a picture").contains("is no TIFF, PDS3 image, PNG"));
    assert!(reported(b"II*\0").contains("TIFF"));
    let error = dem::read("there/is/no/such.tif").unwrap_err();
    assert!(matches!(error.problem, Problem::NotFound), "{error}");
    let folder = tempfile::tempdir().unwrap();
    assert!(dem::read(folder.path()).unwrap_err().to_string().contains("folder"));
}
