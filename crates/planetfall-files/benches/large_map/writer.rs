//! Writes large GeoTIFFs, row by row, without compression.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// Posts on a side; they are one metre apart.
pub(crate) const SIDE: usize = 10_000;

/// How the posts are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Strips of this many rows.
    Strips(usize),
    /// Square tiles of this side.
    Tiles(usize),
}

/// Height at a row from the north and a column from the west.
pub(crate) fn height(row: usize, column: usize) -> f32 {
    let wave = |place: usize| (place % 512) as f32 / 512.0;
    -4000.0 + 0.01 * row as f32 + wave(column) * wave(row)
}

/// Writes a map of `SIDE` x `SIDE` 32-bit floats.
pub(crate) fn write(path: &Path, layout: Layout) -> std::io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    let (block, across) = match layout {
        Layout::Strips(rows) => ([rows, SIDE], 1),
        Layout::Tiles(side) => ([side, side], SIDE.div_ceil(side)),
    };
    let down = SIDE.div_ceil(block[0]);
    let mut places = Vec::new();
    let mut at = 8;
    out.write_all(&[0; 8])?;
    for index in 0..across * down {
        let [north, west] = [index / across * block[0], index % across * block[1]];
        // Tiles are whole, the last strip may be short.
        let rows = if across == 1 { block[0].min(SIDE - north) } else { block[0] };
        for row in north..north + rows {
            for column in west..west + block[1] {
                out.write_all(&height(row, column).to_le_bytes())?;
            }
        }
        let bytes = rows * block[1] * 4;
        places.push((at, bytes));
        at += bytes;
    }
    out.write_all(&directory(at, block, across > 1, &places))?;
    let mut file = out.into_inner().map_err(std::io::IntoInnerError::into_error)?;
    std::io::Seek::rewind(&mut file)?;
    file.write_all(&[b"II*\0".as_slice(), &(at as u32).to_le_bytes()].concat())
}

/// The directory of tags at a place in the file, with its long values behind it.
fn directory(at: usize, block: [usize; 2], tiled: bool, places: &[(usize, usize)]) -> Vec<u8> {
    let longs = |values: Vec<usize>| -> (u16, u32, Vec<u8>) {
        let bytes = values.iter().flat_map(|value| (*value as u32).to_le_bytes()).collect();
        (4, values.len() as u32, bytes)
    };
    let doubles = |values: &[f64]| {
        (12, values.len() as u32, values.iter().flat_map(|value| value.to_le_bytes()).collect())
    };
    let offsets = places.iter().map(|place| place.0).collect();
    let counts = places.iter().map(|place| place.1).collect();
    let mut tags = vec![
        (256, longs(vec![SIDE])),
        (257, longs(vec![SIDE])),
        (258, longs(vec![32])),
        (259, longs(vec![1])),
        (262, longs(vec![1])),
        (277, longs(vec![1])),
        (339, longs(vec![3])),
        (33550, doubles(&[1.0, 1.0, 0.0])),
        (33922, doubles(&[0.0, 0.0, 0.0, 0.0, SIDE as f64, 0.0])),
    ];
    tags.extend(if tiled {
        vec![
            (322, longs(vec![block[1]])),
            (323, longs(vec![block[0]])),
            (324, longs(offsets)),
            (325, longs(counts)),
        ]
    } else {
        vec![(278, longs(vec![block[0]])), (273, longs(offsets)), (279, longs(counts))]
    });
    tags.sort_by_key(|tag| tag.0);
    let mut values: Vec<u8> = Vec::new();
    let mut bytes = (tags.len() as u16).to_le_bytes().to_vec();
    let behind = at + 2 + 12 * tags.len() + 4;
    for (tag, (kind, count, value)) in &tags {
        bytes.extend((*tag as u16).to_le_bytes());
        bytes.extend(kind.to_le_bytes());
        bytes.extend(count.to_le_bytes());
        if value.len() > 4 {
            bytes.extend(((behind + values.len()) as u32).to_le_bytes());
            values.extend(value);
        } else {
            bytes.extend(value);
        }
    }
    bytes.extend([0; 4]);
    bytes.extend(values);
    bytes
}
