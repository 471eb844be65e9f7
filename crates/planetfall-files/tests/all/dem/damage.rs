//! Damaged files: cut at every byte, and with bytes changed. None may panic or take much memory.

use crate::dem::outside::named_folder;
use crate::dem::tiff::Tiff;
use planetfall_files::dem::{self, Options};
use proptest::prelude::*;
use std::path::Path;

const ASCII: &str = "ncols 3\nnrows 2\nxllcorner 100\nyllcorner 50\ncellsize 2\n\
                     NODATA_value -1\n1 2 3\n4 -1 6\n";

fn georeferenced() -> Tiff {
    let heights: Vec<f32> = (0..35u8).map(f32::from).collect();
    Tiff::floats(7, 5, &heights, false)
        .shorts(34735, &[1, 1, 0, 2, 1024, 0, 1, 1, 1025, 0, 1, 1])
        .text(42113, "-32767")
        .text(42112, "<Item role=\"scale\">0.5</Item>")
}

/// Reads damaged bytes; whatever comes out must be a map or a message.
fn survive(folder: &Path, bytes: &[u8]) -> bool {
    let path = folder.join("damaged");
    std::fs::write(&path, bytes).unwrap();
    let options = Options { max_posts: 1_000_000, ..Options::default() };
    match dem::read_with(&path, &options) {
        Ok(map) => {
            dem::inspect(&map);
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

#[test]
fn a_file_cut_at_any_byte_is_an_error_and_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    let tiff = georeferenced().bytes();
    assert!(survive(folder.path(), &tiff));
    for length in 0..tiff.len() {
        assert!(!survive(folder.path(), &tiff[..length]), "cut at {length}");
    }
    // The grid ends in "6\n": without the newline it is still whole.
    for length in 0..ASCII.len() - 2 {
        assert!(!survive(folder.path(), &ASCII.as_bytes()[..length]), "cut at {length}");
    }
}

#[test]
fn every_byte_of_header_and_directory_set_to_its_extremes_does_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let tiff = georeferenced().bytes();
    for at in 0..tiff.len() {
        for value in [0, 1, 0x7f, 0x80, 0xff] {
            let mut damaged = tiff.clone();
            damaged[at] = value;
            survive(folder.path(), &damaged);
        }
    }
}

#[test]
fn compressed_maps_of_the_corpus_survive_cuts_and_changed_bytes() {
    let Some(corpus) = named_folder("PLANETFALL_DEM_CORPUS") else { return };
    let folder = tempfile::tempdir().unwrap();
    for name in [
        "float32-tiles-deflate-p3-little-area-holes.tif",
        "int16-strips-lzw-p2-big-point-full.tif",
        "float32-tiles-zstd-p2-little-area-full.tif",
        "bigtiff-big.tif",
        "tifffile-packbits-matrix-big.tif",
        "sparse.tif",
    ] {
        let whole = std::fs::read(corpus.join(name)).unwrap();
        for length in (0..whole.len()).step_by(101) {
            survive(folder.path(), &whole[..length]);
        }
        // Every byte of the directory, and a sample of the heights behind it.
        for at in (0..whole.len()).filter(|at| *at < 500 || at % 17 == 0) {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x55 << (at % 2);
            survive(folder.path(), &damaged);
        }
    }
}

proptest! {
    #[test]
    fn any_few_changed_bytes_are_survived(changes in prop::collection::vec((any::<u16>(), any::<u8>()), 1..6)) {
        let folder = tempfile::tempdir().unwrap();
        for mut bytes in [georeferenced().bytes(), ASCII.as_bytes().to_vec()] {
            for &(at, value) in &changes {
                let length = bytes.len();
                bytes[usize::from(at) % length] = value;
            }
            survive(folder.path(), &bytes);
        }
    }

    #[test]
    fn any_bytes_after_a_tiff_header_are_survived(rest in prop::collection::vec(any::<u8>(), 0..200)) {
        let folder = tempfile::tempdir().unwrap();
        let bytes = [b"II*\0\x08\0\0\0".as_slice(), &rest].concat();
        survive(folder.path(), &bytes);
    }
}
