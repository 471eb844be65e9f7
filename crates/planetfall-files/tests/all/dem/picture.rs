//! Hillshades.

use planetfall_files::dem::hillshade::{self, Lighting, NO_DATA, SCALE_BAR};
use planetfall_files::dem::{ElevationMap, Georeference};

fn map(rows: usize, columns: usize, height: impl Fn(f64, f64) -> f64) -> ElevationMap {
    let heights = (0..rows * columns)
        .map(|at| height((at % columns) as f64, (at / columns) as f64))
        .collect();
    ElevationMap::new([rows, columns], heights, [1.0; 2], Georeference::default(), "test").unwrap()
}

fn plain() -> Lighting {
    Lighting { scale_bar: false, ..Lighting::default() }
}

#[test]
fn level_ground_is_as_bright_as_the_sine_of_the_sun_s_elevation() {
    let lighting = Lighting { sun_elevation_deg: 30.0, ..plain() };
    let picture = hillshade::render(&map(5, 4, |_, _| 7.0), &lighting).unwrap();
    assert_eq!((picture.width, picture.height), (3, 4));
    // Half of the brightest grey is 126.5.
    assert!(picture.pixels.iter().all(|pixel| (126..=127).contains(pixel)), "{:?}", picture.pixels);
}

#[test]
fn a_slope_that_faces_the_sun_is_the_brightest() {
    let face_west =
        hillshade::render(&map(4, 4, |x, _| x), &Lighting { sun_azimuth_deg: 270.0, ..plain() })
            .unwrap();
    assert!(face_west.pixels.iter().all(|pixel| *pixel == 253));
    let face_east =
        hillshade::render(&map(4, 4, |x, _| -x), &Lighting { sun_azimuth_deg: 270.0, ..plain() })
            .unwrap();
    assert!(face_east.pixels.iter().all(|pixel| *pixel == 0));
}

#[test]
fn the_north_west_of_the_map_is_the_first_pixel_and_gaps_are_marked() {
    let holed = map(4, 5, |x, y| if x == 0.0 && y == 3.0 { f64::NAN } else { 0.0 });
    let picture = hillshade::render(&holed, &plain()).unwrap();
    assert_eq!(picture.pixels[0], NO_DATA);
    assert_eq!(picture.pixels.iter().filter(|pixel| **pixel == NO_DATA).count(), 1);
}

#[test]
fn a_large_map_is_thinned_to_the_largest_allowed_picture() {
    let large = map(300, 1000, |x, y| 0.1 * x + 0.05 * y);
    let lighting = Lighting { max_pixels: 100, ..plain() };
    let picture = hillshade::render(&large, &lighting).unwrap();
    assert!(picture.width <= 100 && picture.height <= 31, "{} x {}", picture.width, picture.height);
    let shades: std::collections::BTreeSet<u8> = picture.pixels.iter().copied().collect();
    assert_eq!(shades.len(), 1, "a plane has one shade: {shades:?}");
}

#[test]
fn the_scale_bar_has_its_printed_length() {
    let picture = hillshade::render(&map(200, 400, |_, _| 0.0), &Lighting::default()).unwrap();
    assert_eq!(picture.scale_bar_m, Some(100.0));
    let longest = picture
        .pixels
        .chunks(picture.width as usize)
        .map(|row| row.iter().filter(|pixel| **pixel == SCALE_BAR).count())
        .max();
    assert_eq!(longest, Some(100));
}

#[test]
fn the_png_decodes_to_the_same_pixels_with_a_colour_for_gaps() {
    let holed = map(20, 30, |x, y| if x > 20.0 { f64::NAN } else { (x * y).sin() });
    let picture = hillshade::render(&holed, &Lighting::default()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shade.png");
    picture.write_png(&path).unwrap();
    let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    assert_eq!(pixels, picture.pixels);
    let palette = reader.info().palette.clone().unwrap();
    let gap = &palette[3 * usize::from(NO_DATA)..];
    assert!(gap[0] != gap[2], "the gap's colour is no grey: {gap:?}");
}

#[test]
fn nonsense_light_is_refused() {
    let ground = map(4, 4, |_, _| 0.0);
    for lighting in [
        Lighting { exaggeration: 0.0, ..plain() },
        Lighting { max_pixels: 0, ..plain() },
        Lighting { sun_elevation_deg: f64::NAN, ..plain() },
        Lighting { sun_azimuth_deg: f64::INFINITY, ..plain() },
    ] {
        assert!(hillshade::render(&ground, &lighting).is_err(), "{lighting:?}");
    }
}
