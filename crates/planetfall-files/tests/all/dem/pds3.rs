//! PDS3 files, written here and damaged.

use planetfall_files::dem::{self, DemError, ElevationMap, MapFile, MapPart, Options};
use proptest::prelude::*;
use std::path::Path;

const LABEL: &str = "PDS_VERSION_ID = PDS3\r\nRECORD_TYPE = FIXED_LENGTH\r\nRECORD_BYTES = 512\r\n\
    ^IMAGE = 3\r\nOBJECT = IMAGE_MAP_PROJECTION\r\n MAP_PROJECTION_TYPE = EQUIRECTANGULAR\r\n \
    A_AXIS_RADIUS = 3396.19 <KM>\r\n CENTER_LATITUDE = 0.0 <DEG>\r\n MAP_SCALE = 2.0 <METERS/PIXEL>\r\n \
    LINE_PROJECTION_OFFSET = 10.5 <PIXEL>\r\n SAMPLE_PROJECTION_OFFSET = -20.5 <PIXEL>\r\n\
    END_OBJECT = IMAGE_MAP_PROJECTION\r\nOBJECT = IMAGE\r\n LINES = 5\r\n LINE_SAMPLES = 7\r\n \
    SAMPLE_TYPE = PC_REAL\r\n SAMPLE_BITS = 32\r\n MISSING_CONSTANT = 16#FF7FFFFB#\r\n\
    END_OBJECT = IMAGE\r\nEND\r\n";

/// The label with these replacements, padded to two records, and 35 heights of which one misses.
fn file(changes: &[(&str, &str)]) -> Vec<u8> {
    let label = changes.iter().fold(LABEL.to_owned(), |label, (from, to)| {
        assert!(label.contains(from), "{from}");
        label.replace(from, to)
    });
    let mut bytes = label.into_bytes();
    bytes.resize(1024, b' ');
    for at in 0..35u8 {
        let height = if at == 16 { f32::from_bits(0xFF7F_FFFB) } else { -0.5 * f32::from(at) };
        bytes.extend(height.to_le_bytes());
    }
    bytes
}

fn read(folder: &Path, bytes: &[u8]) -> Result<ElevationMap, DemError> {
    let path = folder.join("map.img");
    std::fs::write(&path, bytes).unwrap();
    dem::read_with(&path, &Options { max_posts: 1_000_000, ..Options::default() })
}

fn reported(changes: &[(&str, &str)]) -> String {
    let folder = tempfile::tempdir().unwrap();
    read(folder.path(), &file(changes)).unwrap_err().to_string()
}

#[test]
fn an_attached_label_gives_place_heights_and_holes() {
    let folder = tempfile::tempdir().unwrap();
    let map = read(folder.path(), &file(&[])).unwrap();
    assert_eq!(([map.rows(), map.columns()], map.spacing_east_m()), ([5, 7], 2.0));
    assert_eq!(map.height_m(4, 6), Some(-3.0));
    assert_eq!(map.height_m(0, 0), Some(-14.0));
    assert_eq!(map.height_m(2, 2), None);
    assert_eq!(map.georeference().south_west_m, [41.0, 21.0 - 8.0]);
    let scale = dem::inspect(&map).ground_scale.unwrap();
    assert!((scale.east - 1.0).abs() < 1e-9 && scale.north == 1.0);
}

#[test]
fn a_part_of_a_pds3_image_reads_the_label_and_that_part() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.img");
    std::fs::write(&path, file(&[])).unwrap();
    let file = MapFile::open(&path, &Options::default()).unwrap();
    let opening = file.bytes_read();
    let map = file.read(&MapPart::square([4.0, 6.0], 4.0)).unwrap();
    assert_eq!([map.rows(), map.columns()], [3, 3]);
    assert_eq!(file.bytes_read() - opening, 3 * 3 * 4);
}

#[test]
fn what_a_label_lacks_or_has_wrongly_is_reported_by_its_key() {
    for (changes, words) in [
        (("^IMAGE = 3", "^IMAGE = 0"), "^IMAGE points to \"0\""),
        (("^IMAGE = 3", "^IMAGE = \"absent.img\""), "absent.img, which is not beside it"),
        (("^IMAGE = 3", "^IMAGE = \"ORTHO.JP2\""), "JPEG 2000"),
        (("^IMAGE = 3", "^IMAGE = (1, 2, 3)"), "neither one nor two"),
        (("RECORD_BYTES = 512", "RECORD_BITS = 512"), "no RECORD_BYTES"),
        (("LINES = 5", "LINES = five"), "LINES = \"five\""),
        (("LINES = 5", "LINES = 1"), "7 x 1 posts"),
        ((" LINES = 5\r\n", ""), "has no LINES"),
        (("LINES = 5", "LINES = 5\r\n ENCODING_TYPE = HUFFMAN"), "HUFFMAN"),
        (("SAMPLE_BITS = 32", "SAMPLE_BITS = 24"), "24-bit PC_REAL"),
        (
            (
                "SAMPLE_TYPE = PC_REAL\r\n SAMPLE_BITS = 32",
                "SAMPLE_TYPE = UNSIGNED_INTEGER\r\n \
          SAMPLE_BITS = 8",
            ),
            "8-bit",
        ),
        (("16#FF7FFFFB#", "16#FF7FFFFB"), "MISSING_CONSTANT"),
        (("16#FF7FFFFB#", "none at all"), "PDS3 label"),
        (("LINES = 5", "LINES = 5\r\n SCALING_FACTOR = 0"), "SCALING_FACTOR"),
        (("LINES = 5", "LINES = 5\r\n UNIT = CUBIT"), "CUBIT"),
        (("END\r\n", "\r\n"), "PDS3 label"),
    ] {
        let message = reported(&[changes]);
        assert!(message.contains(words), "{changes:?}: {message}");
    }
}

#[test]
fn an_image_beyond_the_file_is_truncated_and_absurd_sizes_take_no_memory() {
    for size in ["6", "4000000000", "18446744073709551615"] {
        let message = reported(&[("LINES = 5", &format!("LINES = {size}"))]);
        assert!(message.contains("truncated") && message.contains("line 6 of"), "{message}");
        let message = reported(&[("LINE_SAMPLES = 7", &format!("LINE_SAMPLES = {size}0"))]);
        assert!(message.contains("truncated") || message.contains("whole number"), "{message}");
    }
    let message = reported(&[("^IMAGE = 3", "^IMAGE = 18446744073709551615")]);
    assert!(message.contains("truncated") && message.contains("line 1 of 5"), "{message}");
    let message =
        reported(&[("LINES = 5", "LINES = 5\r\n LINE_PREFIX_BYTES = 18446744073709551615")]);
    assert!(message.contains("truncated"), "{message}");
}

#[test]
fn a_pds3_file_cut_at_any_byte_is_an_error_and_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    let whole = file(&[]);
    for length in 0..whole.len() {
        assert!(read(folder.path(), &whole[..length]).is_err(), "cut at {length}");
    }
}

#[test]
fn an_image_whose_label_lies_beside_it_is_found_by_either_name() {
    let folder = tempfile::tempdir().unwrap();
    let whole = file(&[("^IMAGE = 3", "^IMAGE = \"HEIGHTS.IMG\"")]);
    let (label, image) = whole.split_at(1024);
    std::fs::write(folder.path().join("heights.lbl"), label).unwrap();
    std::fs::write(folder.path().join("heights.img"), image).unwrap();
    let by_label = dem::read(folder.path().join("heights.lbl")).unwrap();
    let by_image = dem::read(folder.path().join("heights.img")).unwrap();
    assert_eq!(by_label.height_m(4, 6), Some(-3.0));
    assert_eq!(by_image.height_m(0, 0), Some(-14.0));
}

#[test]
fn a_projection_that_is_not_understood_is_noted_and_its_scale_used() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.img");
    std::fs::write(&path, file(&[("EQUIRECTANGULAR", "\"LAMBERT CONFORMAL\"")])).unwrap();
    let file = MapFile::open(&path, &Options::default()).unwrap();
    assert!(file.extent().notes[0].contains("LAMBERT CONFORMAL is not understood"));
    assert_eq!(file.extent().spacing_m, [2.0, 2.0]);
}

proptest! {
    #[test]
    fn any_few_changed_bytes_of_a_pds3_file_are_survived(
        changes in prop::collection::vec((any::<u16>(), any::<u8>()), 1..8),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let mut bytes = file(&[]);
        for (at, value) in changes {
            let length = bytes.len();
            bytes[usize::from(at) % length] = value;
        }
        if let Ok(map) = read(folder.path(), &bytes) {
            dem::inspect(&map);
        }
    }

    #[test]
    fn any_text_after_the_first_word_of_a_label_is_survived(rest in "[ -~\r\n]{0,300}") {
        let folder = tempfile::tempdir().unwrap();
        let text = format!("PDS_VERSION_ID {rest}");
        prop_assert!(read(folder.path(), text.as_bytes()).is_err());
    }
}
