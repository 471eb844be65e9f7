//! Every variant that `tests/python/make_dem_corpus.py` writes.

use crate::dem::outside::named_folder;
use planetfall_files::dem::{self, ElevationMap, MapFile, MapPart, Options, Window};
use serde_json::Value;

#[test]
fn every_variant_of_the_corpus_is_read_to_the_last_value_or_refused_with_the_right_words() {
    let Some(folder) = named_folder("PLANETFALL_DEM_CORPUS") else { return };
    let text = std::fs::read_to_string(folder.join("expected.json")).unwrap();
    let expected: Value = serde_json::from_str(&text).unwrap();
    let expected = expected.as_object().unwrap();
    assert!(expected.len() > 100, "only {} maps in the corpus", expected.len());
    let wrong: Vec<String> = expected
        .iter()
        .filter_map(|(name, expected)| {
            let found = dem::read_with(folder.join(name), &options(expected));
            let difference = match (found, expected.get("error")) {
                (Ok(map), None) => difference(&map, expected),
                (Ok(_), Some(_)) => Some("was read".to_string()),
                (Err(error), None) => Some(error.to_string()),
                (Err(error), Some(words)) => {
                    let message = error.to_string();
                    (!message.contains(words.as_str().unwrap())).then_some(message)
                }
            };
            difference.map(|what| format!("{name}: {what}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), expected.len(), wrong.join("\n"));
}

/// What the reader must be given with a file.
fn options(expected: &Value) -> Options {
    let number = |key: &str| expected["options"][key].as_f64();
    Options {
        spacing_m: number("spacing_m"),
        height_per_count_m: number("height_per_count_m"),
        height_at_zero_m: number("height_at_zero_m"),
        ..Options::default()
    }
}

#[test]
fn every_window_of_every_map_of_the_corpus_is_the_whole_map_cut() {
    let Some(folder) = named_folder("PLANETFALL_DEM_CORPUS") else { return };
    let text = std::fs::read_to_string(folder.join("expected.json")).unwrap();
    let expected: Value = serde_json::from_str(&text).unwrap();
    for (name, expected) in expected.as_object().unwrap() {
        if expected.get("error").is_some() {
            continue;
        }
        let file = MapFile::open(folder.join(name), &options(expected)).unwrap();
        let whole = file.read(&MapPart::WHOLE).unwrap();
        let (width, depth) = (whole.width_m(), whole.depth_m());
        for (x, y, share) in [(0.5, 0.5, 0.3), (0.05, 0.95, 0.4), (0.9, 0.1, 0.5), (0.2, 0.6, 0.1)]
        {
            let (centre_m, size_m) = ([x * width, y * depth], [share * width, share * depth]);
            let window = Some(Window { centre_m, size_m });
            let (cut, read) =
                (whole.window(centre_m, size_m), file.read(&MapPart { window, every: 1 }));
            match (cut, read) {
                (Ok(cut), Ok(read)) => assert!(same(&cut, &read), "{name}"),
                (Err(cut), Err(read)) => assert_eq!(cut.to_string(), read.to_string(), "{name}"),
                other => panic!("{name}: {other:?}"),
            }
        }
        thinned(&file, &whole, name);
    }
}

/// Whether two maps are equal to the bit; a post without data equals another.
fn same(one: &ElevationMap, other: &ElevationMap) -> bool {
    let bits = |map: &ElevationMap| -> Vec<u64> {
        map.heights_m().iter().map(|height| height.to_bits()).collect()
    };
    let spacing = |map: &ElevationMap| [map.spacing_east_m(), map.spacing_north_m()];
    one.columns() == other.columns()
        && spacing(one) == spacing(other)
        && one.georeference() == other.georeference()
        && bits(one) == bits(other)
}

/// Every third post of a file are the posts 0, 3, 6 … of the whole, from the south-west.
fn thinned(file: &MapFile, whole: &ElevationMap, name: &str) {
    let Ok(thin) = file.read(&MapPart { window: None, every: 3 }) else {
        panic!("{name}: not thinned")
    };
    assert_eq!(
        [thin.rows(), thin.columns()],
        [whole.rows().div_ceil(3), whole.columns().div_ceil(3)]
    );
    assert_eq!(thin.spacing_north_m(), 3.0 * whole.spacing_north_m());
    for row in 0..thin.rows() {
        for column in 0..thin.columns() {
            let wanted = whole.height_m(3 * row, 3 * column);
            assert_eq!(thin.height_m(row, column), wanted, "{name}: {row}, {column}");
        }
    }
}

/// What differs between a map and what was expected. Heights must be equal to the bit where no
/// scale is applied; places to 1e-9 of themselves, the round-off of degrees to metres.
fn difference(map: &ElevationMap, expected: &Value) -> Option<String> {
    let number = |key: &str, at: usize| expected[key][at].as_f64().unwrap();
    let size = [map.rows() as u64, map.columns() as u64];
    if size != ["rows", "columns"].map(|key| expected[key].as_u64().unwrap()) {
        return Some(format!("size {size:?}"));
    }
    let spacing = [map.spacing_east_m(), map.spacing_north_m()];
    let places = [spacing, map.georeference().south_west_m];
    for (key, found) in ["spacing_m", "south_west_m"].into_iter().zip(places) {
        for (axis, found) in found.into_iter().enumerate() {
            let wanted = number(key, axis);
            if (found - wanted).abs() > 1e-9 * wanted.abs() {
                return Some(format!("{key}[{axis}] is {found}, not {wanted}"));
            }
        }
    }
    if let Some(scale) = expected.get("ground_per_map") {
        let found = dem::inspect(map).ground_scale;
        let near = |found: f64, axis: usize| (found - scale[axis].as_f64().unwrap()).abs() < 1e-7;
        if !found.is_some_and(|found| near(found.east, 0) && near(found.north, 1)) {
            return Some(format!("ground per map is {found:?}, not {scale}"));
        }
    }
    let heights = expected["heights_m"].as_array().unwrap();
    (0..heights.len()).find_map(|at| {
        let (found, wanted) = (map.heights_m()[at], heights[at].as_f64());
        let equal =
            wanted.map_or(found.is_nan(), |wanted| (found - wanted).abs() <= 1e-15 * wanted.abs());
        (!equal).then(|| format!("height {at} is {found}, not {wanted:?}"))
    })
}
