//! Pages of a history: found by their headers, unpacked, and their numbers picked out.
//!
//! A column of a row group is a chain of pages. The headers say how many rows each page has, so
//! that pages before a window are passed over without unpacking them. The bytes of the numbers
//! are grouped by significance (`BYTE_STREAM_SPLIT`), so a single number is eight bytes far
//! apart: where few rows of a page are wanted, only theirs are gathered.

use std::fs::File;
use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};

use parquet::basic::Compression;

use super::page_header::{HeaderFault, PageHeader, PageKind};

/// Bytes of a number.
const NUMBER_BYTES: usize = size_of::<f64>();
/// Parquet's number of the encoding of numbers one after the other.
const PLAIN: i64 = 0;
/// Parquet's number of the encoding by significance of bytes; both suit a history.
const BYTE_STREAM_SPLIT: i64 = 9;
/// Bytes read to see a header. Chosen: most are shorter.
const HEADER_BYTES: usize = 256;
/// Bytes that a header may have. Chosen: statistics of a page take far less.
const LONGEST_HEADER: usize = 1 << 16;
/// Rows of a page at most; ours have 8192. A damaged length must not ask for memory.
const MOST_ROWS: usize = 1 << 24;

/// Where a column of a row group lies in the file.
#[derive(Debug)]
pub(super) struct Chunk {
    pub(super) start: u64,
    pub(super) end: u64,
    pub(super) compression: Compression,
    pub(super) rows: usize,
    /// CRC-32 of its bytes, where it is known.
    pub(super) sum: Option<u32>,
    /// Whether they were found to have it.
    pub(super) is_verified: AtomicBool,
}

/// Numbers of consecutive rows, as they lie in an unpacked page.
#[derive(Debug)]
pub struct PageRows<'a> {
    start: usize,
    split: bool,
    bytes: &'a [u8],
}

/// Which pages are wanted and who looks at them, with a buffer for their bytes that is kept from page
/// to page.
pub(super) struct PageReader<'a> {
    pub(super) wanted: &'a mut dyn FnMut(&Range<usize>) -> bool,
    pub(super) show: &'a mut dyn FnMut(&PageRows<'_>) -> ControlFlow<()>,
    stored: Vec<u8>,
    bytes: Vec<u8>,
    /// Bytes of all pages unpacked so far.
    pub(super) unpacked: u64,
}

impl<'a> PageReader<'a> {
    pub(super) fn new(
        wanted: &'a mut dyn FnMut(&Range<usize>) -> bool,
        show: &'a mut dyn FnMut(&PageRows<'_>) -> ControlFlow<()>,
    ) -> Self {
        Self { wanted, show, stored: Vec::new(), bytes: Vec::new(), unpacked: 0 }
    }
}

impl PageRows<'_> {
    /// The rows of the page, counted from the start of the history.
    #[must_use]
    pub fn rows(&self) -> Range<usize> {
        self.start..self.start + self.bytes.len() / NUMBER_BYTES
    }

    /// The number in a row; NaN for a row that is not of this page.
    #[must_use]
    pub fn value(&self, row: usize) -> f64 {
        let count = self.bytes.len() / NUMBER_BYTES;
        let Some(index) = row.checked_sub(self.start).filter(|index| *index < count) else {
            return f64::NAN;
        };
        let mut number = [0; NUMBER_BYTES];
        for (place, byte) in number.iter_mut().enumerate() {
            let at = if self.split { place * count + index } else { index * NUMBER_BYTES + place };
            *byte = self.bytes.get(at).copied().unwrap_or_default();
        }
        f64::from_le_bytes(number)
    }

    /// Appends the numbers of those of the wanted rows that are of this page.
    pub fn append(&self, wanted: &Range<usize>, values: &mut Vec<f64>) {
        let rows = self.rows();
        let (from, to) = (wanted.start.max(rows.start), wanted.end.min(rows.end));
        if from >= to {
            return;
        }
        let within = from - self.start..to - self.start;
        if self.split {
            join(self.bytes, rows.len(), within, values);
        } else {
            let numbers = self.bytes.as_chunks().0.get(within).unwrap_or_default();
            values.extend(numbers.iter().map(|bytes| f64::from_le_bytes(*bytes)));
        }
    }
}

impl<'a> PageRows<'a> {
    /// Numbers as they lie in memory.
    pub(super) fn plain(start: usize, bytes: &'a [u8]) -> Self {
        Self { start, split: false, bytes }
    }
}

impl Chunk {
    /// Compares its bytes with their checksum, once.
    pub(super) fn verify(&self, file: &File) -> Result<(), String> {
        let Some(sum) = self.sum.filter(|_| !self.is_verified.load(Ordering::Relaxed)) else {
            return Ok(());
        };
        let Self { start, end, .. } = self;
        let length = usize::try_from(end - start).map_err(|error| error.to_string())?;
        let mut bytes = vec![0; length];
        read_at(file, &mut bytes, *start).map_err(|error| error.to_string())?;
        if crc32fast::hash(&bytes) != sum {
            return Err(format!("it is damaged: the checksum of bytes {start} to {end} is wrong"));
        }
        self.is_verified.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Shows the pages before row `until` whose rows are wanted. Rows are counted from the start
    /// of the history, where the chunk begins with row `first`.
    pub(super) fn visit(
        &self,
        file: &File,
        first: usize,
        until: usize,
        reader: &mut PageReader<'_>,
    ) -> Result<ControlFlow<()>, String> {
        self.verify(file)?;
        let (mut at, mut row) = (self.start, first);
        let end = first + self.rows;
        while row < end.min(until) {
            let (header, body) = self.header(file, at)?;
            at = body + header.stored as u64;
            let (count, encoding, compressed) = match header.kind {
                PageKind::Index => continue,
                PageKind::Other => return Err("a page does not hold plain numbers".to_owned()),
                PageKind::Numbers { count, encoding, compressed } => (count, encoding, compressed),
            };
            let rows = row..row + count;
            if count == 0
                || rows.end > end
                || count > MOST_ROWS
                || header.unpacked != count * NUMBER_BYTES
            {
                return Err("a page has the wrong length".to_owned());
            }
            let split = is_split(encoding)?;
            row = rows.end;
            if (reader.wanted)(&rows) {
                self.unpack(file, body, &header, compressed, reader)?;
                let page = PageRows { start: rows.start, split, bytes: &reader.bytes };
                if (reader.show)(&page).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The header at a place, and where the page's own bytes begin.
    fn header(&self, file: &File, at: u64) -> Result<(PageHeader, u64), String> {
        let left = self.end.saturating_sub(at);
        if left == 0 {
            return Err("a column ends before its last row".to_owned());
        }
        let mut length = HEADER_BYTES;
        loop {
            let seen = usize::try_from(left).unwrap_or(usize::MAX).min(length);
            let mut bytes = vec![0; seen];
            read_at(file, &mut bytes, at).map_err(|error| error.to_string())?;
            match PageHeader::read(&bytes) {
                Ok((header, own)) if (own + header.stored) as u64 <= left => {
                    return Ok((header, at + own as u64));
                }
                Err(HeaderFault::Short) if seen == length && length < LONGEST_HEADER => {
                    length = LONGEST_HEADER;
                }
                Ok(_) | Err(HeaderFault::Short | HeaderFault::Wrong) => {
                    return Err("a page's header is wrong".to_owned());
                }
            }
        }
    }

    fn unpack(
        &self,
        file: &File,
        body: u64,
        header: &PageHeader,
        compressed: bool,
        reader: &mut PageReader<'_>,
    ) -> Result<(), String> {
        let PageReader { stored, bytes, unpacked, .. } = reader;
        *unpacked += header.unpacked as u64;
        stored.resize(header.stored, 0);
        read_at(file, stored, body).map_err(|error| error.to_string())?;
        match self.compression {
            Compression::SNAPPY if compressed => {
                bytes.resize(header.unpacked, 0);
                let got = snap::raw::Decoder::new().decompress(stored, bytes);
                if got.ok() != Some(header.unpacked) {
                    return Err("a page does not unpack".to_owned());
                }
            }
            Compression::UNCOMPRESSED | Compression::SNAPPY => std::mem::swap(stored, bytes),
            other => return Err(format!("a column is packed with {other}, unknown to a history")),
        }
        if bytes.len() == header.unpacked {
            Ok(())
        } else {
            Err("a page has the wrong length".to_owned())
        }
    }
}

fn is_split(encoding: i64) -> Result<bool, String> {
    match encoding {
        PLAIN => Ok(false),
        BYTE_STREAM_SPLIT => Ok(true),
        other => Err(format!("a page has the encoding {other}, unknown to a history")),
    }
}

/// The first bytes of all numbers come first, then all second bytes, and so on.
fn join(bytes: &[u8], count: usize, within: Range<usize>, values: &mut Vec<f64>) {
    let mut streams: [&[u8]; NUMBER_BYTES] = [&[]; NUMBER_BYTES];
    for (stream, part) in streams.iter_mut().zip(bytes.chunks_exact(count.max(1))) {
        *stream = part.get(within.clone()).unwrap_or_default();
    }
    let [a, b, c, d, e, f, g, h] = streams;
    let low = a.iter().zip(b).zip(c.iter().zip(d));
    let high = e.iter().zip(f).zip(g.iter().zip(h));
    values.extend(low.zip(high).map(|(((a, b), (c, d)), ((e, f), (g, h)))| {
        f64::from_le_bytes([*a, *b, *c, *d, *e, *f, *g, *h])
    }));
}

/// Reads at a place without moving the file's own, so that threads can read one file at once.
#[cfg(unix)]
pub(super) fn read_at(file: &File, bytes: &mut [u8], place: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, place)
}

/// The same; Windows moves the file's own place, which nobody here relies on.
#[cfg(windows)]
pub(super) fn read_at(file: &File, mut bytes: &mut [u8], mut place: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, place)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            got => {
                place += got as u64;
                bytes = bytes.get_mut(got..).unwrap_or_default();
            }
        }
    }
    Ok(())
}
