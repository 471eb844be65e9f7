//! Writes heights as a GeoTIFF: 64-bit floats in tiles, little end first, uncompressed.
//!
//! OGC GeoTIFF 1.1 (OGC 19-008r4). Tiles that hold nothing are left out, with offset and length zero, as
//! GDAL writes and reads sparse files; posts in them, and posts that are NaN, are "no data" (tag 42113).
//! Coordinates are those of the map that the heights belong to, where it was a GeoTIFF whose keys are
//! known, and else metres of a local system.

use super::georeference::GeoKeys;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Heights on a regular grid, to be written.
pub struct HeightGrid<'a> {
    /// From south to north.
    pub rows: u32,
    /// From west to east.
    pub columns: u32,
    /// Between posts, both ways, m.
    pub spacing_m: f64,
    /// Place of the south-west post in the map's coordinates, m.
    pub south_west_m: [f64; 2],
    /// Height of a post by row (from the south) and column (from the west), m; NaN where there is none.
    pub height_m: &'a dyn Fn(u32, u32) -> f64,
    /// Whether posts of these rows and columns are kept; others are "no data".
    pub is_kept: &'a dyn Fn(std::ops::Range<u32>, std::ops::Range<u32>) -> bool,
    /// Coordinate system of the map, if it has one.
    pub keys: Option<&'a GeoKeys>,
}

impl std::fmt::Debug for HeightGrid<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "HeightGrid {{ {} rows, {} columns, every {} m }}",
            self.rows, self.columns, self.spacing_m
        )
    }
}

/// Posts along a side of a tile: a multiple of 16, as TIFF has it.
const SIDE: u32 = 64;
/// Bytes of a tile: eight for each post.
const TILE_BYTES: u32 = SIDE * SIDE * 8;
/// Bytes of a TIFF file's header.
const HEADER_BYTES: u32 = 8;

/// Writes the file.
///
/// # Errors
/// If the disk refuses it, or there is more than a TIFF can hold (4 GB).
pub fn write_geotiff(path: &Path, grid: &HeightGrid<'_>) -> io::Result<()> {
    if grid.rows == 0 || grid.columns == 0 {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "there are no heights to write"));
    }
    let too_large = || io::Error::new(io::ErrorKind::InvalidInput, "a TIFF holds 4 GB at most");
    let directory = grid.directory().ok_or_else(too_large)?;
    let mut file = BufWriter::new(File::create(path)?);
    file.write_all(b"II*\0")?;
    file.write_all(&HEADER_BYTES.to_le_bytes())?;
    file.write_all(&directory)?;
    for (north, west) in grid.tiles() {
        if grid.keeps(north, west) {
            grid.write_tile(north, west, &mut file)?;
        }
    }
    file.flush()
}

impl HeightGrid<'_> {
    /// First row (from the north) and column of each tile, in the file's order.
    fn tiles(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let (rows, columns) = (self.rows, self.columns);
        let step = SIDE as usize;
        (0..rows)
            .step_by(step)
            .flat_map(move |north| (0..columns).step_by(step).map(move |west| (north, west)))
    }

    fn keeps(&self, north: u32, west: u32) -> bool {
        let top = self.rows - north;
        let (bottom, east) = (top.saturating_sub(SIDE), (west + SIDE).min(self.columns));
        (self.is_kept)(bottom..top, west..east)
    }

    fn write_tile(&self, north: u32, west: u32, file: &mut impl Write) -> io::Result<()> {
        for row in north..north + SIDE {
            for column in west..west + SIDE {
                let inside = row < self.rows && column < self.columns;
                let height =
                    if inside { (self.height_m)(self.rows - 1 - row, column) } else { f64::NAN };
                file.write_all(&height.to_le_bytes())?;
            }
        }
        Ok(())
    }

    /// The directory with all that its entries point to; `None` if offsets would not fit.
    fn directory(&self) -> Option<Vec<u8>> {
        let kept: Vec<bool> = self.tiles().map(|(north, west)| self.keeps(north, west)).collect();
        let mut entries = self.entries();
        let count = kept.len();
        // Their size does not depend on the offsets, so it is found with zeros first.
        let lists = |offsets: Vec<u32>| {
            let bytes = kept.iter().map(|kept| if *kept { TILE_BYTES } else { 0 }).collect();
            [DirectoryEntry::longs(324, offsets), DirectoryEntry::longs(325, bytes)]
        };
        let mut with = entries.clone();
        with.extend(lists(vec![0; count]));
        let start = u64::from(HEADER_BYTES) + encoded(with)?.len() as u64;
        let mut next = start;
        let mut offsets = Vec::with_capacity(count);
        for kept in &kept {
            offsets.push(if *kept { u32::try_from(next).ok()? } else { 0 });
            next += if *kept { u64::from(TILE_BYTES) } else { 0 };
        }
        u32::try_from(next).ok()?;
        entries.extend(lists(offsets));
        encoded(entries)
    }

    fn entries(&self) -> Vec<DirectoryEntry> {
        let local = GeoKeys::local();
        let keys = self.keys.unwrap_or(&local);
        let [east, north] = keys.units_per_m;
        let scale = [self.spacing_m * east, self.spacing_m * north];
        // The tie point is the corner of the first pixel, or its middle, as the keys say.
        let corner = if keys.pixel_is_point { 0.0 } else { 0.5 };
        let x = self.south_west_m[0] * east - corner * scale[0];
        let top = self.south_west_m[1] + f64::from(self.rows - 1) * self.spacing_m;
        let y = top * north + corner * scale[1];
        let mut entries = vec![
            DirectoryEntry::longs(256, vec![self.columns]),
            DirectoryEntry::longs(257, vec![self.rows]),
            DirectoryEntry::shorts(258, vec![64]),
            DirectoryEntry::shorts(259, vec![1]),
            DirectoryEntry::shorts(262, vec![1]),
            DirectoryEntry::shorts(277, vec![1]),
            DirectoryEntry::shorts(284, vec![1]),
            DirectoryEntry::longs(322, vec![SIDE]),
            DirectoryEntry::longs(323, vec![SIDE]),
            DirectoryEntry::shorts(339, vec![3]),
            DirectoryEntry::doubles(33550, vec![scale[0], scale[1], 0.0]),
            DirectoryEntry::doubles(33922, vec![0.0, 0.0, 0.0, x, y, 0.0]),
            DirectoryEntry::shorts(34735, keys.directory.clone()),
            DirectoryEntry::ascii(42113, "nan"),
        ];
        if !keys.doubles.is_empty() {
            entries.push(DirectoryEntry::doubles(34736, keys.doubles.clone()));
        }
        if !keys.text.is_empty() {
            entries.push(DirectoryEntry::ascii(34737, &keys.text));
        }
        entries
    }
}

/// An entry of the directory: tag, type, number of values and their bytes.
#[derive(Clone)]
struct DirectoryEntry {
    tag: u16,
    kind: u16,
    count: usize,
    bytes: Vec<u8>,
}

impl DirectoryEntry {
    fn shorts(tag: u16, values: Vec<u16>) -> Self {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        Self { tag, kind: 3, count: values.len(), bytes }
    }

    fn longs(tag: u16, values: Vec<u32>) -> Self {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        Self { tag, kind: 4, count: values.len(), bytes }
    }

    fn doubles(tag: u16, values: Vec<f64>) -> Self {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        Self { tag, kind: 12, count: values.len(), bytes }
    }

    fn ascii(tag: u16, text: &str) -> Self {
        let mut bytes = text.trim_end_matches('\0').as_bytes().to_vec();
        bytes.push(0);
        Self { tag, kind: 2, count: bytes.len(), bytes }
    }
}

/// The directory as it stands right after the header: entries in the order of their tags, then what did
/// not fit into four bytes.
fn encoded(mut entries: Vec<DirectoryEntry>) -> Option<Vec<u8>> {
    entries.sort_by_key(|entry| entry.tag);
    let mut fixed = u16::try_from(entries.len()).ok()?.to_le_bytes().to_vec();
    let first = HEADER_BYTES as usize + 2 + 12 * entries.len() + 4;
    let mut beyond: Vec<u8> = Vec::new();
    for entry in &entries {
        fixed.extend(entry.tag.to_le_bytes());
        fixed.extend(entry.kind.to_le_bytes());
        fixed.extend(u32::try_from(entry.count).ok()?.to_le_bytes());
        if entry.bytes.len() <= 4 {
            let mut value = entry.bytes.clone();
            value.resize(4, 0);
            fixed.extend(value);
            continue;
        }
        fixed.extend(u32::try_from(first + beyond.len()).ok()?.to_le_bytes());
        beyond.extend(&entry.bytes);
        // Values begin at even places, and doubles had better at multiples of eight.
        beyond.resize(beyond.len().next_multiple_of(8), 0);
    }
    fixed.extend([0; 4]);
    fixed.extend(beyond);
    Some(fixed)
}

#[cfg(test)]
mod tests {
    use super::super::{Crs, Projection, read};
    use super::*;

    fn grid<'a>(
        height_m: &'a dyn Fn(u32, u32) -> f64,
        is_kept: &'a dyn Fn(std::ops::Range<u32>, std::ops::Range<u32>) -> bool,
    ) -> HeightGrid<'a> {
        HeightGrid {
            rows: 70,
            columns: 130,
            spacing_m: 0.02,
            south_west_m: [-1.5, 2.25],
            height_m,
            is_kept,
            keys: None,
        }
    }

    #[test]
    fn what_is_written_is_read_again_bit_for_bit_and_in_its_place() {
        let workdir = tempfile::tempdir().unwrap();
        let path = workdir.path().join("after.tif");
        let height = |row: u32, column: u32| -4500.0 + 1e-9 * f64::from(1000 * row + column);
        write_geotiff(&path, &grid(&height, &|_, _| true)).unwrap();
        let map = read(&path).unwrap();
        assert_eq!((map.rows(), map.columns()), (70, 130));
        assert!((map.spacing_east_m() - 0.02).abs() < 1e-15);
        let [west, south] = map.georeference().south_west_m;
        assert!((west + 1.5).abs() < 1e-12 && (south - 2.25).abs() < 1e-12, "{west} {south}");
        for (index, found) in map.heights_m().iter().enumerate() {
            let exact = height(index as u32 / 130, index as u32 % 130);
            assert_eq!(*found, exact);
        }
        assert_eq!(map.georeference().crs.projection, Projection::Unknown);
        assert!(matches!(&map.georeference().crs, Crs { name: Some(name), .. }
            if name.contains("Planetfall")));
    }

    #[test]
    fn tiles_that_are_left_out_and_posts_without_a_height_have_no_data() {
        let workdir = tempfile::tempdir().unwrap();
        let path = workdir.path().join("sparse.tif");
        let height = |row: u32, _: u32| if row == 69 { f64::NAN } else { 1.0 };
        write_geotiff(&path, &grid(&height, &|_, columns| columns.start < 64)).unwrap();
        assert!(std::fs::metadata(&path).unwrap().len() < 3 * u64::from(TILE_BYTES));
        let map = read(&path).unwrap();
        for (index, found) in map.heights_m().iter().enumerate() {
            let there = index / 130 < 69 && index % 130 < 64;
            assert_eq!(found.is_finite(), there, "row {} column {}", index / 130, index % 130);
        }
    }

    /// Equidistant cylindrical on Mars, corners of pixels, as GDAL writes it.
    fn on_mars() -> GeoKeys {
        GeoKeys {
            directory: vec![
                1, 1, 0, 9, 1024, 0, 1, 1, 1025, 0, 1, 1, 1026, 34737, 6, 0, 2048, 0, 1, 32767,
                2057, 34736, 1, 0, 2058, 34736, 1, 1, 3072, 0, 1, 32767, 3075, 0, 1, 17, 3076, 0,
                1, 9001,
            ],
            doubles: vec![3_396_190.0, 3_396_190.0],
            text: "Mars!|".to_owned(),
            units_per_m: [1.0; 2],
            pixel_is_point: false,
        }
    }

    #[test]
    fn the_keys_of_a_map_are_kept_and_its_pixels_stay_where_they_are() {
        let workdir = tempfile::tempdir().unwrap();
        let path = workdir.path().join("mars.tif");
        let keys = on_mars();
        let flat = |_: u32, _: u32| 7.0;
        let grid = HeightGrid { keys: Some(&keys), ..grid(&flat, &|_, _| true) };
        write_geotiff(&path, &grid).unwrap();
        let map = read(&path).unwrap();
        let [west, south] = map.georeference().south_west_m;
        assert!((west + 1.5).abs() < 1e-12 && (south - 2.25).abs() < 1e-12, "{west} {south}");
        assert_eq!(map.georeference().crs.equatorial_radius_m, Some(3_396_190.0));
        let back = map.georeference().keys.clone().unwrap();
        assert_eq!((&back.directory, &back.doubles), (&keys.directory, &keys.doubles));
        assert!(!back.pixel_is_point);
        // And the same once more, from what was read.
        write_geotiff(&path, &HeightGrid { keys: Some(&back), ..grid }).unwrap();
        let again = read(&path).unwrap();
        assert!((again.georeference().south_west_m[0] + 1.5).abs() < 1e-12);
    }
}
