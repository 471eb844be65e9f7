//! Parts of files: what is read for them, and that they are what the whole map holds there.

use crate::dem::outside::shared_data;
use crate::dem::tiff::Tiff;
use planetfall_files::dem::{self, MapFile, MapPart, Options, Window};
use proptest::prelude::*;

const ROWS: usize = 600;
const COLUMNS: usize = 500;

fn height(row: usize, column: usize) -> f32 {
    (row * 1000 + column) as f32
}

/// A file of one uncompressed strip, 500 columns x 600 rows, two metres apart.
fn one_strip(folder: &std::path::Path) -> std::path::PathBuf {
    let heights: Vec<f32> =
        (0..ROWS * COLUMNS).map(|at| height(at / COLUMNS, at % COLUMNS)).collect();
    let path = folder.join("strip.tif");
    std::fs::write(&path, Tiff::floats(COLUMNS as u32, ROWS as u32, &heights, true).bytes())
        .unwrap();
    path
}

#[test]
fn a_part_of_one_huge_strip_reads_that_part_and_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let file = MapFile::open(one_strip(folder.path()), &Options::default()).unwrap();
    let opening = file.bytes_read();
    assert!(opening < 2000, "{opening} bytes to open");
    // 11 x 11 posts: from column 40 and, counted from the south, row 90.
    let map = file.read(&MapPart::square([90.0, 190.0], 20.0)).unwrap();
    assert_eq!([map.rows(), map.columns()], [11, 11]);
    assert_eq!(map.height_m(0, 0), Some(f64::from(height(ROWS - 1 - 90, 40))));
    assert_eq!(file.bytes_read() - opening, 11 * 11 * 4);
}

#[test]
fn a_window_of_the_map_of_gale_is_the_whole_map_cut_there() {
    let Some(path) = shared_data("dem/gale_1m.tif") else { return };
    let whole = dem::read(&path).unwrap();
    let file = MapFile::open(&path, &Options::default()).unwrap();
    for (centre, side) in [([174.0, 168.0], 100.0), ([0.0, 0.0], 60.0), ([347.0, 300.5], 33.3)] {
        let before = file.bytes_read();
        let read = file.read(&MapPart::square(centre, side)).unwrap();
        assert_eq!(read, whole.window(centre, [side; 2]).unwrap());
        assert!(file.bytes_read() - before < 470_000 / 2, "read nearly all of the file");
    }
}

#[test]
fn a_map_too_large_for_memory_is_reported_with_the_keys_that_cut_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = one_strip(folder.path());
    let options = Options { max_posts: 10_000, ..Options::default() };
    let reported = dem::read_with(&path, &options).unwrap_err().to_string();
    for words in ["500 x 600 posts", "10000", "`window_m`", "`site_m`", "--window"] {
        assert!(reported.contains(words), "lacks {words}: {reported}");
    }
    let file = MapFile::open(&path, &options).unwrap();
    assert_eq!(file.extent().posts(), 300_000);
    assert_eq!(file.read(&MapPart::square([500.0, 600.0], 100.0)).unwrap().rows(), 51);
    assert_eq!(file.read(&MapPart { window: None, every: 6 }).unwrap().rows(), 100);
}

#[test]
fn a_window_beside_the_map_or_of_no_size_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = MapFile::open(one_strip(folder.path()), &Options::default()).unwrap();
    let reported =
        |window| file.read(&MapPart { window: Some(window), every: 1 }).unwrap_err().to_string();
    let window = Window { centre_m: [5000.0, 0.0], size_m: [100.0, 100.0] };
    assert!(reported(window).contains("998 m wide and 1198 m deep"), "{}", reported(window));
    let flat = Window { size_m: [100.0, 0.0], ..window };
    assert!(reported(flat).contains("window size"));
    let nowhere = Window { centre_m: [f64::NAN, 0.0], ..window };
    assert!(reported(nowhere).contains("window centre"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_window_and_thinning_has_the_posts_of_the_whole(
        x in -100.0..1100.0f64, y in -100.0..1300.0f64, width in 1.0..900.0f64,
        depth in 1.0..900.0f64, every in 1usize..7,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let file = MapFile::open(one_strip(folder.path()), &Options::default()).unwrap();
        let window = Window { centre_m: [x, y], size_m: [width, depth] };
        let Ok(map) = file.read(&MapPart { window: Some(window), every }) else { return Ok(()) };
        let whole = &file.extent().georeference.south_west_m;
        let corner = map.georeference().south_west_m;
        let [west, south] = [0, 1].map(|axis| ((corner[axis] - whole[axis]) / 2.0).round() as usize);
        for row in 0..map.rows() {
            for column in 0..map.columns() {
                let wanted = height(ROWS - 1 - (south + row * every), west + column * every);
                prop_assert_eq!(map.height_m(row, column), Some(f64::from(wanted)));
            }
        }
    }
}
