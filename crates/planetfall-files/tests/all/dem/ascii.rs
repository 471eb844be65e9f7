//! ESRI ASCII grids.

use planetfall_files::dem::{self, DemError, ElevationMap, Options, Problem};

const GRID: &str = "ncols 3\nnrows 2\nxllcorner 100\nyllcorner 50\ncellsize 2\n\
                    NODATA_value -1\n1 2 3\n4 -1 6\n";

fn read_with(text: &str, options: &Options) -> Result<ElevationMap, DemError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.asc");
    std::fs::write(&path, text).unwrap();
    dem::read_with(&path, options)
}

fn read(text: &str) -> Result<ElevationMap, DemError> {
    read_with(text, &Options::default())
}

/// The message must give this place and contain these words.
#[track_caller]
fn check(text: &str, place: (usize, usize), words: &str) {
    let error = read(text).unwrap_err();
    let Problem::Text { line, column, ref what } = error.problem else { panic!("{error}") };
    assert_eq!((line, column), place, "{error}");
    assert!(what.contains(words), "\"{words}\" is not in: {error}");
}

#[test]
fn a_grid_is_read_from_its_northern_row_and_kept_from_its_southern() {
    let map = read(GRID).unwrap();
    assert_eq!(map.height_m(1, 2), Some(3.0));
    assert_eq!(map.height_m(0, 0), Some(4.0));
    assert_eq!(map.height_m(0, 1), None);
    assert_eq!(map.georeference().south_west_m, [101.0, 51.0]);
    assert_eq!(map.spacing_east_m(), 2.0);
}

#[test]
fn keys_may_be_in_any_case_and_order_and_name_centres() {
    let text =
        "CELLSIZE 2\r\nNRows 2\r\nNCOLS 3\r\nXLLCENTER 100\r\nyllCenter 50\r\n1 2\r\n3 4 5 6\r\n";
    let map = read(text).unwrap();
    assert_eq!(map.georeference().south_west_m, [100.0, 50.0]);
    assert_eq!(map.height_m(0, 0), Some(4.0));
}

#[test]
fn without_a_declared_mark_it_is_esri_s_default() {
    let text = GRID.replace("NODATA_value -1\n", "").replace("-1 6", "-9999 6");
    assert_eq!(read(&text).unwrap().height_m(0, 1), None);
}

#[test]
fn cells_that_are_no_squares_are_reported_by_dx_and_dy() {
    let map = read(&GRID.replace("cellsize 2", "dx 2\ndy 3")).unwrap();
    assert_eq!((map.spacing_east_m(), map.spacing_north_m()), (2.0, 3.0));
}

#[test]
fn a_word_among_the_numbers_is_pointed_at() {
    check(&GRID.replace("2 3", "two 3"), (7, 3), "\"two\" is not a number");
    check(&GRID.replace("2 3", "2,5 3"), (7, 3), "decimal sign");
    check(&GRID.replace("2 3", "nan 3"), (7, 3), "NODATA_value");
    check(&GRID.replace("2 3", "inf 3"), (7, 3), "NODATA_value");
}

#[test]
fn too_few_and_too_many_numbers_name_the_line_that_is_odd() {
    check(&GRID.replace("1 2 3", "1 2"), (8, 1), "line 7 is the first");
    check(&GRID.replace("1 2 3", "1 2 3 3"), (8, 6), "one number too many");
    check(&format!("{GRID}7\n"), (9, 1), "3 columns x 2 rows make 6");
}

#[test]
fn a_header_with_a_mistake_is_pointed_at() {
    check(&GRID.replace("cellsize 2", "cellsize -2"), (5, 10), "positive");
    check(&GRID.replace("cellsize 2", "cellsize 0"), (5, 10), "positive");
    check(&GRID.replace("cellsize 2", "cellsize 2 m"), (5, 12), "one value");
    check(&GRID.replace("cellsize 2", "cellsize"), (5, 9), "no value");
    check(&GRID.replace("ncols 3", "ncols 3.5"), (1, 7), "whole number");
    check(&GRID.replace("ncols 3", "ncolumns 3"), (1, 1), "ncolumns");
    check(&GRID.replace("xllcorner 100\n", ""), (6, 1), "`xllcorner` or `xllcenter`");
    check("ncols 3\nnrows 2\n", (2, 1), "ends before the first height");
}

#[test]
fn a_grid_without_cellsize_takes_the_users_spacing() {
    let text = GRID.replace("cellsize 2\n", "");
    let error = read(&text).unwrap_err().to_string();
    assert!(error.contains("cellsize") && error.contains("spacing_m"), "{error}");
    let options = Options { spacing_m: Some(4.0), ..Options::default() };
    assert_eq!(read_with(&text, &options).unwrap().spacing_north_m(), 4.0);
}

#[test]
fn a_header_that_promises_more_numbers_than_the_text_can_hold_is_refused() {
    let error = read(&GRID.replace("ncols 3", "ncols 3000000")).unwrap_err().to_string();
    assert!(error.contains("cannot come out of"), "{error}");
    let error = read(&GRID.replace("ncols 3", "ncols 18446744073709551615")).unwrap_err();
    assert!(matches!(error.problem, Problem::TooManyPosts { .. }), "{error}");
}

#[test]
fn bytes_that_are_no_text_are_pointed_at() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.asc");
    std::fs::write(&path, b"ncols 3\nnrows \xff2\n").unwrap();
    let error = dem::read(&path).unwrap_err().to_string();
    assert!(error.contains("line 2, column 7"), "{error}");
}
