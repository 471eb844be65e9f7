//! A square kilometre out of a map of 10 000 x 10 000 posts, within 200 MB of memory.
//!
//! Writes 400 MB at a time, so `./test --full` asks for it. The time is reported by
//! `cargo bench --package planetfall-files` and not tested.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed test may panic")]

#[path = "../benches/large_map/query.rs"]
mod query;
#[path = "../benches/large_map/writer.rs"]
mod writer;

use std::path::Path;
use std::process::Command;
use writer::{Layout, SIDE};

const MAP: &str = "PLANETFALL_LARGE_MAP";
const MOST_KB: u64 = 200 * 1024;

#[test]
#[ignore = "takes long; run by ./test --full"]
fn a_square_kilometre_of_a_large_map_needs_little_of_the_file_and_of_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.tif");
    for layout in [Layout::Tiles(256), Layout::Strips(16), Layout::Strips(SIDE)] {
        writer::write(&path, layout).unwrap();
        // The peak of memory is that of a process, so the query has one of its own.
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "the_query_in_a_process_of_its_own", "--nocapture"])
            .env(MAP, &path)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&child.stdout).into_owned();
        let failed = String::from_utf8_lossy(&child.stderr);
        assert!(child.status.success() && said.contains("1 passed"), "{layout:?}: {said}{failed}");
    }
}

#[test]
#[ignore = "a part of the test above"]
fn the_query_in_a_process_of_its_own() {
    let Some(path) = std::env::var_os(MAP) else { return };
    let (map, cost) = query::query(Path::new(&path)).unwrap();
    // Posts lie at half metres, and the middle between two of them: a thousand on a side.
    assert_eq!([map.rows(), map.columns()], [1000, 1000]);
    let [west, south] = map.georeference().south_west_m;
    assert_eq!([west, south], [4500.5, 4500.5]);
    let wanted = writer::height(SIDE - 1 - 4500, 4500);
    assert_eq!(map.height_m(0, 0), Some(f64::from(wanted)));
    // 4 MB are asked for; of tiles and strips whole ones.
    assert!(cost.bytes_read < 50_000_000, "{} bytes read", cost.bytes_read);
    if let Some(peak) = cost.peak_kb {
        assert!(peak < MOST_KB, "{peak} kB of memory");
    }
    assert!(cost.seconds.is_finite());
}
