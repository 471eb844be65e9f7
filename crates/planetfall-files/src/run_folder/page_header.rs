//! The header of a page, in Thrift's compact protocol.
//!
//! Parquet puts before every page a small Thrift structure that says how long the page is and
//! what it holds (`PageHeader` in parquet.thrift; the encoding is that of
//! thrift-compact-protocol.md). We read it ourselves, for two reasons: pages before a window are
//! passed over by their headers alone, and a damaged header is an error, where the format's
//! library panics on some or believes any length.

/// Most levels of structures and lists within each other; a header of ours has two.
const DEPTH: usize = 8;

/// What a page is and how many bytes follow its header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PageHeader {
    pub(super) kind: PageKind,
    /// Bytes of the page in the file, after the header.
    pub(super) stored: usize,
    /// Bytes of the page when it is unpacked.
    pub(super) unpacked: usize,
}

/// Pages that a history may have, and all others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PageKind {
    /// Numbers.
    Numbers {
        /// How many.
        count: usize,
        /// Parquet's number of the encoding.
        encoding: i64,
        /// Whether the column's compression applies to this page.
        compressed: bool,
    },
    /// An index of old writers, to be passed over.
    Index,
    /// A page that columns of plain numbers do not have.
    Other,
}

/// Why a header could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HeaderFault {
    /// More bytes are needed.
    Short,
    /// These bytes are no header.
    Wrong,
}

impl PageHeader {
    /// Reads a header from its first bytes; also returns its own length.
    pub(super) fn read(bytes: &[u8]) -> Result<(Self, usize), HeaderFault> {
        let mut input = Compact { bytes, at: 0 };
        let mut parts = Parts::default();
        input.structure(DEPTH, &mut |input, id, kind| parts.page_field(input, id, kind))?;
        Ok((parts.header()?, input.at))
    }
}

/// Fields of the header as they come.
#[derive(Default)]
struct Parts {
    kind: Option<i64>,
    unpacked: Option<i64>,
    stored: Option<i64>,
    data: Option<[Option<i64>; 9]>,
    plain: bool,
}

impl Parts {
    fn page_field(
        &mut self,
        input: &mut Compact<'_>,
        id: i64,
        kind: u8,
    ) -> Result<bool, HeaderFault> {
        match (id, kind) {
            (1, 5) => self.kind = Some(input.integer()?),
            (2, 5) => self.unpacked = Some(input.integer()?),
            (3, 5) => self.stored = Some(input.integer()?),
            // Field 5 is the header of a data page, field 8 that of its second version.
            (5 | 8, 12) => self.data_fields(input)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn data_fields(&mut self, input: &mut Compact<'_>) -> Result<(), HeaderFault> {
        let mut numbers = [None; 9];
        let mut plain = false;
        input.structure(DEPTH - 1, &mut |input, id, kind| {
            if (id, kind) == (7, 2) {
                plain = true;
            }
            let slot = usize::try_from(id).ok().and_then(|id| numbers.get_mut(id));
            match (slot, kind) {
                (Some(slot), 5) => *slot = Some(input.integer()?),
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        self.data = Some(numbers);
        self.plain = plain;
        Ok(())
    }

    fn header(&self) -> Result<PageHeader, HeaderFault> {
        let size = |number: Option<i64>| {
            let number = number.filter(|number| *number <= i64::from(i32::MAX));
            number.and_then(|number| usize::try_from(number).ok()).ok_or(HeaderFault::Wrong)
        };
        let kind = match self.kind.ok_or(HeaderFault::Wrong)? {
            0 => self.numbers(2, false)?,
            1 => PageKind::Index,
            3 => self.numbers(4, true)?,
            _ => PageKind::Other,
        };
        Ok(PageHeader { kind, stored: size(self.stored)?, unpacked: size(self.unpacked)? })
    }

    /// A data page; the second version counts the bytes of its levels, which numbers that are
    /// in every row do not have, and may be stored as it is.
    fn numbers(&self, encoding: usize, second: bool) -> Result<PageKind, HeaderFault> {
        let fields = self.data.ok_or(HeaderFault::Wrong)?;
        let field = |id: usize| fields.get(id).copied().flatten();
        let count = field(1).and_then(|count| usize::try_from(count).ok());
        if second && (field(5).unwrap_or(0) != 0 || field(6).unwrap_or(0) != 0) {
            return Ok(PageKind::Other);
        }
        Ok(PageKind::Numbers {
            count: count.ok_or(HeaderFault::Wrong)?,
            encoding: field(encoding).ok_or(HeaderFault::Wrong)?,
            compressed: !(second && self.plain),
        })
    }
}

/// Bytes in the compact protocol.
struct Compact<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// Takes a field (id and type) and returns whether it has read it.
type Field<'a> = dyn FnMut(&mut Compact<'_>, i64, u8) -> Result<bool, HeaderFault> + 'a;

impl Compact<'_> {
    fn structure(&mut self, depth: usize, field: &mut Field<'_>) -> Result<(), HeaderFault> {
        let mut id: i64 = 0;
        loop {
            let head = self.byte()?;
            let kind = head & 0x0f;
            if kind == 0 {
                return Ok(());
            }
            id = match head >> 4 {
                0 => self.integer()?,
                step => id.checked_add(i64::from(step)).ok_or(HeaderFault::Wrong)?,
            };
            if !field(self, id, kind)? {
                self.skip(kind, depth)?;
            }
        }
    }

    /// Passes over a field's value; truths stand in the field's type and have none.
    fn skip(&mut self, kind: u8, depth: usize) -> Result<(), HeaderFault> {
        let depth = depth.checked_sub(1).ok_or(HeaderFault::Wrong)?;
        match kind {
            1 | 2 => Ok(()),
            3 => self.advance(1),
            4..=6 => self.integer().map(drop),
            7 => self.advance(8),
            8 => self.length().and_then(|length| self.advance(length)),
            9 | 10 => self.skip_list(depth),
            12 => self.structure(depth, &mut |_, _, _| Ok(false)),
            _ => Err(HeaderFault::Wrong),
        }
    }

    fn skip_list(&mut self, depth: usize) -> Result<(), HeaderFault> {
        let head = self.byte()?;
        let count = match head >> 4 {
            15 => self.length()?,
            count => usize::from(count),
        };
        for _ in 0..count {
            // Within a list a truth is a byte.
            match head & 0x0f {
                1 | 2 => self.advance(1)?,
                kind => self.skip(kind, depth)?,
            }
        }
        Ok(())
    }

    fn byte(&mut self) -> Result<u8, HeaderFault> {
        let byte = self.bytes.get(self.at).copied().ok_or(HeaderFault::Short)?;
        self.at += 1;
        Ok(byte)
    }

    fn advance(&mut self, length: usize) -> Result<(), HeaderFault> {
        let end = self.at.checked_add(length).ok_or(HeaderFault::Wrong)?;
        if end > self.bytes.len() {
            return Err(HeaderFault::Short);
        }
        self.at = end;
        Ok(())
    }

    fn length(&mut self) -> Result<usize, HeaderFault> {
        usize::try_from(self.varint()?).map_err(|_| HeaderFault::Wrong)
    }

    /// A signed number, zigzag: 0, -1, 1, -2, …
    fn integer(&mut self) -> Result<i64, HeaderFault> {
        let number = self.varint()?;
        Ok((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    fn varint(&mut self) -> Result<u64, HeaderFault> {
        let mut number = 0;
        for place in 0..10 {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << (7 * place);
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(HeaderFault::Wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A data page of 8192 numbers (zigzag 16384), 65536 bytes unpacked, 300 stored, encoding 9,
    /// with levels' encodings and statistics that are passed over.
    const HEADER: [u8; 31] = [
        0x15, 0x00, 0x15, 0x80, 0x80, 0x08, 0x15, 0xd8, 0x04, 0x2c, 0x15, 0x80, 0x80, 0x01, 0x15,
        0x12, 0x15, 0x06, 0x15, 0x06, 0x1c, 0x18, 0x02, b'a', b'b', 0x11, 0x00, 0x00, 0x00, 0xff,
        0xff,
    ];

    #[test]
    fn a_header_written_by_hand_is_read_with_its_length() {
        let (header, length) = PageHeader::read(&HEADER).unwrap();
        let kind = PageKind::Numbers { count: 8192, encoding: 9, compressed: true };
        assert_eq!(header, PageHeader { kind, stored: 300, unpacked: 65_536 });
        assert_eq!(length, 29);
    }

    #[test]
    fn a_header_cut_short_asks_for_more() {
        for length in 0..29 {
            let fault = PageHeader::read(HEADER.get(..length).unwrap()).unwrap_err();
            assert_eq!(fault, HeaderFault::Short, "{length}");
        }
    }

    #[test]
    fn structures_nested_without_end_are_refused() {
        assert_eq!(PageHeader::read(&[0x1c; 4096]).unwrap_err(), HeaderFault::Wrong);
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_header_or_a_fault(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = PageHeader::read(&bytes);
        }
    }
}
