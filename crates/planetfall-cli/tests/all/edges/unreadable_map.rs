//! Elevation maps that cannot be used: reported with the scenario's line and the map's file.

use crate::edges::tiff::Tiff;
use crate::edges::workdir::Workdir;

fn scenario(file: &str) -> String {
    format!(
        "title = \"map\"\nduration_s = 0.1\ngravity = {{ acceleration_m_per_s2 = 3.7 }}\n\
         [terrain]\nkind = \"dem\"\nfile = \"{file}\"\n\
         [ground]\nrest_penetration_m = 0.01\ndamping_ratio = 0.1\nstick_angle_deg = 32\n\
         slide_angle_deg = 27\n\
         [[vehicle]]\nname = \"probe\"\nmass_kg = 10\ninertia_kg_m2 = [1, 1, 1]\n\
         marker = [{{ name = \"foot\", position_m = [0, 0, 0] }}]\nstart = {{ height_m = 1 }}\n"
    )
}

fn map() -> Tiff {
    let heights: Vec<f32> = (0..36).map(|index| 0.1 * index as f32).collect();
    Tiff::floats(6, 6, &heights, false)
}

/// A scenario on this map, and the map by itself, are refused with these words.
fn refused(name: &str, bytes: &[u8], reported: &str) {
    let workdir = Workdir::new();
    workdir.write(name, bytes);
    workdir.write("map.toml", scenario(name));
    workdir.refuses("run map.toml", &["map.toml:6:8: error: ", name, reported]);
    workdir.refuses(&format!("terrain {name}"), &["error: ", name, reported]);
}

#[test]
fn the_whole_map_is_read_relative_to_the_scenario() {
    let workdir = Workdir::new();
    std::fs::create_dir(workdir.path("site")).unwrap();
    workdir.write("site/hill.tif", map().bytes());
    workdir.write("site/map.toml", scenario("hill.tif"));
    workdir.ok("run site/map.toml --out there");
    // The copy in the run's folder finds the map too.
    workdir.ok("run there/scenario.toml --out again");
    let metrics = |run: &str| workdir.json(&format!("{run}/summary.json"))["metrics"].clone();
    assert_eq!(metrics("there"), metrics("again"));
}

#[test]
fn a_truncated_map_is_reported() {
    let whole = map().bytes();
    refused("cut.tif", &whole[..whole.len() - 40], "truncated");
    refused("cut.tif", &whole[..40], "truncated");
    refused("none.tif", &[], "empty");
}

#[test]
fn a_height_that_is_not_a_number_is_reported() {
    let mut heights = vec![1.0_f32; 36];
    heights[7] = f32::NAN;
    let hole = Tiff::floats(6, 6, &heights, false).bytes();
    refused("hole.tif", &hole, "heights that are NaN or infinite, the first at row 4, column 1");
}

#[test]
fn a_map_without_georeference_is_reported() {
    let bare = map().without(33550).without(33922).bytes();
    refused("bare.tif", &bare, "spacing");
}

#[test]
fn a_map_of_a_wrong_bit_depth_is_reported() {
    refused("deep.tif", &map().shorts(258, &[24]).bytes(), "stores 24-bit floats; heights must be");
}

#[test]
fn other_files_are_reported() {
    refused("note.txt", b"not a map", "is no TIFF, PDS3 image, PNG or ESRI ASCII grid");
    let ascii = "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2 3\n4 5\n";
    refused("short.asc", ascii.as_bytes(), "short.asc");
    let ascii = "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2 3\n4 x 5\n";
    refused("word.asc", ascii.as_bytes(), "word.asc");
    let workdir = Workdir::new();
    workdir.write("map.toml", scenario("absent.tif"));
    workdir.refuses("run map.toml", &["map.toml:6:8: error: ", "absent.tif", "no such file"]);
}
