//! One square kilometre out of a large map, by a process that does nothing else.

use planetfall_files::dem::{MapFile, MapPart, Options};
use std::path::Path;
use std::time::Instant;

/// What a query took.
pub(crate) struct Cost {
    /// From opening to the last height, s.
    pub(crate) seconds: f64,
    /// Bytes of the file that were read.
    pub(crate) bytes_read: u64,
    /// The most memory that the process ever held, kB; `None` where the system does not count it.
    pub(crate) peak_kb: Option<u64>,
}

/// Opens a map and reads the square kilometre about its middle.
pub(crate) fn query(path: &Path) -> Result<(planetfall_files::dem::ElevationMap, Cost), String> {
    let start = Instant::now();
    let file = MapFile::open(path, &Options::default()).map_err(|error| error.to_string())?;
    let centre = file.extent().centre_m();
    let map = file.read(&MapPart::square(centre, 1000.0)).map_err(|error| error.to_string())?;
    let seconds = start.elapsed().as_secs_f64();
    Ok((map, Cost { seconds, bytes_read: file.bytes_read(), peak_kb: peak_kb() }))
}

fn peak_kb() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_ascii_whitespace().nth(1)?.parse().ok()
}
