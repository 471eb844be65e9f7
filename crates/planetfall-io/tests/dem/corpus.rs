//! Every variant that `tests/python/make_dem_corpus.py` writes.

use crate::outside::named_folder;
use planetfall_io::dem::{self, ElevationMap};
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
            let found = dem::read(folder.join(name));
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
