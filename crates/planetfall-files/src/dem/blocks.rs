//! The strips or tiles of a TIFF, judged before any is decoded.
//!
//! Each strip or tile must lie inside the file, and must be large enough to hold its posts at the
//! best ratio that its compression can reach, so a damaged header cannot ask for memory.

use super::error::Problem;
use tiff_reader::Ifd;

/// Rows read at once where strips are thinner than this. Chosen.
const ROWS_AT_ONCE: usize = 64;
/// Value of TIFF's tag Compression for none.
const UNCOMPRESSED: u16 = 1;

/// How the posts are cut into strips or tiles.
pub(super) struct Blocks {
    pub(super) rows: usize,
    pub(super) columns: usize,
    block_rows: usize,
    block_columns: usize,
    tiled: bool,
    plain: bool,
    sample_bytes: u64,
    compression: u16,
    /// Offset and length in the file, row by row of blocks.
    places: Vec<(u64, u64)>,
}

impl Blocks {
    pub(super) fn of(ifd: &Ifd, sample_bytes: usize) -> Result<Self, Problem> {
        let (rows, columns) = (ifd.height(), ifd.width());
        let tiled = ifd.is_tiled();
        let (offsets, counts, block_rows, block_columns) = if tiled {
            let size = (ifd.tile_height().unwrap_or(0), ifd.tile_width().unwrap_or(0));
            (ifd.tile_offsets(), ifd.tile_byte_counts(), size.0, size.1)
        } else {
            let height = ifd.rows_per_strip().min(rows);
            (ifd.strip_offsets(), ifd.strip_byte_counts(), height, columns)
        };
        let (Some(offsets), Some(counts)) = (offsets, counts) else {
            return Err(Problem::Tiff { reason: "the table of strips or tiles is missing".into() });
        };
        if block_rows == 0 || block_columns == 0 {
            return Err(Problem::Tiff { reason: "strips or tiles of size 0".into() });
        }
        let compression = ifd.compression();
        let blocks = Self {
            rows: rows as usize,
            columns: columns as usize,
            block_rows: block_rows as usize,
            block_columns: block_columns as usize,
            tiled,
            plain: compression == UNCOMPRESSED && ifd.predictor() == 1 && ifd.fill_order() == 1,
            sample_bytes: sample_bytes as u64,
            compression,
            places: offsets.into_iter().zip(counts).collect(),
        };
        blocks.check_count().map(|()| blocks)
    }

    /// Each block lies inside the file and can hold its posts.
    pub(super) fn check(&self, length: u64) -> Result<(), Problem> {
        let (ratio, coding) = best_ratio(self.compression);
        let total = self.places.len();
        for (index, &(offset, count)) in self.places.iter().enumerate() {
            if is_sparse(offset, count) {
                continue;
            }
            let needed = offset.saturating_add(count);
            if needed > length {
                let kind = if self.tiled { "tile" } else { "strip" };
                let what = format!("{kind} {} of {total}", index + 1);
                return Err(Problem::Truncated { what, needed, available: length });
            }
            if self.block_bytes(index) > count.saturating_mul(ratio) {
                let (columns, rows) = (self.columns as u64, self.rows as u64);
                return Err(Problem::TooLargeForFile { columns, rows, available: count, coding });
            }
        }
        if self.places.iter().all(|&(offset, count)| is_sparse(offset, count)) {
            return Err(Problem::AllNoData { posts: self.rows.saturating_mul(self.columns) });
        }
        Ok(())
    }

    /// Whether the writer left out any block.
    pub(super) fn some_missing(&self) -> bool {
        self.places.iter().any(|&(offset, count)| is_sparse(offset, count))
    }

    /// Whether the writer left out the block of a post.
    pub(super) fn is_missing(&self, row: usize, column: usize) -> bool {
        let index = row / self.block_rows * self.across() + column / self.block_columns;
        self.places.get(index).is_none_or(|&(offset, count)| is_sparse(offset, count))
    }

    /// Where a row's bytes begin, if they are stored one after the other as they are. A file of one
    /// huge strip can so be read by parts.
    pub(super) fn plain_row(&self, row: usize) -> Option<u64> {
        let &(offset, count) = self.places.get(row / self.block_rows)?;
        let inside = (row % self.block_rows) as u64 * self.columns as u64 * self.sample_bytes;
        (self.plain && !self.tiled && !is_sparse(offset, count)).then(|| offset + inside)
    }

    /// One past the last row that is best read together with this one: whole blocks, and several
    /// of them where they are thin.
    pub(super) fn end_of_batch(&self, row: usize) -> usize {
        let batch = self.block_rows.saturating_mul(ROWS_AT_ONCE.div_ceil(self.block_rows));
        (row / batch + 1).saturating_mul(batch).min(self.rows)
    }

    fn across(&self) -> usize {
        self.columns.div_ceil(self.block_columns)
    }

    fn check_count(&self) -> Result<(), Problem> {
        let expected = self.across().saturating_mul(self.rows.div_ceil(self.block_rows));
        if self.places.len() < expected {
            let found = self.places.len();
            let reason = format!("{expected} strips or tiles are needed, {found} are listed");
            return Err(Problem::Tiff { reason });
        }
        Ok(())
    }

    /// Decoded length of a block: tiles are whole, the last strip may be short.
    fn block_bytes(&self, index: usize) -> u64 {
        let rows = if self.tiled {
            self.block_rows
        } else {
            self.block_rows.min(self.rows.saturating_sub(index.saturating_mul(self.block_rows)))
        };
        (rows as u64).saturating_mul(self.block_columns as u64).saturating_mul(self.sample_bytes)
    }
}

/// A block that was never written; GDAL leaves such out of sparse files.
fn is_sparse(offset: u64, count: u64) -> bool {
    offset == 0 || count == 0
}

/// The most bytes that one byte can become, by the limits of each format.
fn best_ratio(compression: u16) -> (u64, &'static str) {
    match compression {
        UNCOMPRESSED => (1, "uncompressed"),
        5 => (4096, "LZW"),
        8 | 32946 => (1040, "deflate"),
        32773 => (128, "PackBits"),
        50000 => (1 << 17, "Zstandard"),
        _ => (1 << 17, "compressed"),
    }
}
