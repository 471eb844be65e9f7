//! Heights in the greys of a PNG.

use planetfall_files::dem::{self, DemError, ElevationMap, Options};
use std::path::Path;

const SCALE: Options = Options {
    spacing_m: Some(2.0),
    body_radius_m: None,
    no_data_value: None,
    non_finite_is_no_data: false,
    height_per_count_m: Some(0.01),
    height_at_zero_m: Some(-100.0),
    max_posts: 1_000_000,
};

/// A PNG of 4 x 3 pixels whose first row is the northern one.
fn png(depth: png::BitDepth, transparent: Option<u16>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 4, 3);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(depth);
    if let Some(grey) = transparent {
        encoder.set_trns(grey.to_be_bytes().to_vec());
    }
    let counts = (0..12u16).map(|at| at * 20);
    let pixels: Vec<u8> = match depth {
        png::BitDepth::Sixteen => counts.flat_map(|count| (300 + count).to_be_bytes()).collect(),
        _ => counts.map(|count| count as u8).collect(),
    };
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&pixels).unwrap();
    writer.finish().unwrap();
    bytes
}

fn read(folder: &Path, bytes: &[u8], options: &Options) -> Result<ElevationMap, DemError> {
    let path = folder.join("map.png");
    std::fs::write(&path, bytes).unwrap();
    dem::read_with(&path, options)
}

#[test]
fn counts_become_heights_by_scale_and_offset() {
    let folder = tempfile::tempdir().unwrap();
    let deep = read(folder.path(), &png(png::BitDepth::Sixteen, None), &SCALE).unwrap();
    assert_eq!(([deep.rows(), deep.columns()], deep.spacing_north_m()), ([3, 4], 2.0));
    assert_eq!(deep.height_m(2, 0), Some(300.0 * 0.01 - 100.0));
    assert_eq!(deep.height_m(0, 3), Some(520.0 * 0.01 - 100.0));
    let shallow = Options { height_at_zero_m: None, ..SCALE };
    let flat = read(folder.path(), &png(png::BitDepth::Eight, None), &shallow).unwrap();
    assert_eq!(flat.height_m(0, 3), Some(220.0 * 0.01));
}

#[test]
fn a_transparent_grey_and_the_user_s_count_are_missing_data() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options { no_data_value: Some(320.0), ..SCALE };
    let map = read(folder.path(), &png(png::BitDepth::Sixteen, Some(360)), &options).unwrap();
    assert_eq!([map.height_m(2, 3), map.height_m(2, 1)], [None, None]);
    assert!(map.height_m(2, 2).is_some());
}

#[test]
fn a_png_without_its_scale_is_refused_with_the_keys_to_give() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = png(png::BitDepth::Sixteen, None);
    let reported = |options| read(folder.path(), &bytes, &options).unwrap_err().to_string();
    let both = reported(Options::default());
    assert!(both.contains("`spacing_m` and `height_per_count_m` are missing"), "{both}");
    let one = reported(Options { height_per_count_m: None, ..SCALE });
    assert!(one.contains("`height_per_count_m` is missing"), "{one}");
    let zero = reported(Options { height_per_count_m: Some(0.0), ..SCALE });
    assert!(zero.contains("`height_per_count_m` must be other than 0"), "{zero}");
    let nan = reported(Options { height_at_zero_m: Some(f64::NAN), ..SCALE });
    assert!(nan.contains("`height_at_zero_m` must be a finite number"), "{nan}");
}

#[test]
fn a_scale_for_a_file_that_has_its_own_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.asc");
    std::fs::write(&path, "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2\n3 4\n")
        .unwrap();
    let options = Options { height_per_count_m: Some(0.5), ..Options::default() };
    let reported = dem::read_with(&path, &options).unwrap_err().to_string();
    assert!(reported.contains("`height_per_count_m` is for PNG files only"), "{reported}");
}

#[test]
fn a_png_cut_or_changed_anywhere_is_survived() {
    let folder = tempfile::tempdir().unwrap();
    let whole = png(png::BitDepth::Sixteen, Some(5));
    for length in 0..whole.len() {
        let cut = read(folder.path(), &whole[..length], &SCALE);
        // Without its last chunks the heights are still whole.
        assert!(cut.is_err() || length + 24 >= whole.len(), "cut at {length}");
    }
    for at in 0..whole.len() {
        for value in [0, 1, 0x7f, 0x80, 0xff] {
            let mut damaged = whole.clone();
            damaged[at] = value;
            let _ = read(folder.path(), &damaged, &SCALE);
        }
    }
}
