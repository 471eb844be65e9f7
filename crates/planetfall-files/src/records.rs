//! Records in a file that may be cut short at any time, and numbers in them.
//!
//! A record is the length of its bytes, their CRC-32 and the CRC-32 of these two (32-bit integers, little
//! end first), then the bytes. A record that the file's end cuts short was being written when the process
//! died and is ignored; anything else that does not fit is damage, and an error with its place.

use std::io::{self, Write};

/// Bytes before those of a record.
const HEAD: usize = 12;

/// Why bytes are not the records they should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// A checksum is wrong.
    #[error("it is damaged: the checksum of bytes {from} to {until} is wrong")]
    Damaged {
        /// The first byte in doubt.
        from: usize,
        /// The first that is not.
        until: usize,
    },
    /// A record ends early or says what makes no sense.
    #[error("it is damaged: a record does not hold what it should")]
    Content,
}

/// Appends a record.
///
/// # Errors
/// If it is too long for one, or the disk refuses it.
pub fn append(into: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
    let mut head = [0; HEAD];
    head[..4].copy_from_slice(&length.to_le_bytes());
    head[4..8].copy_from_slice(&crc32fast::hash(bytes).to_le_bytes());
    let own = crc32fast::hash(&head[..8]);
    head[8..].copy_from_slice(&own.to_le_bytes());
    into.write_all(&head)?;
    into.write_all(bytes)
}

/// The records of a file, in order.
#[derive(Debug)]
pub struct Records<'a> {
    bytes: &'a [u8],
    place: usize,
}

impl<'a> Records<'a> {
    /// From the start of a file.
    pub fn of(bytes: &'a [u8]) -> Self {
        Self { bytes, place: 0 }
    }

    /// Where the last whole record ends.
    pub fn place(&self) -> usize {
        self.place
    }

    fn read(&mut self) -> Result<Option<&'a [u8]>, RecordError> {
        let rest = self.bytes.get(self.place..).unwrap_or_default();
        let Some((head, rest)) = rest.split_first_chunk::<HEAD>() else { return Ok(None) };
        let number =
            |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let damaged = |length: usize| RecordError::Damaged {
            from: self.place,
            until: self.place + HEAD + length,
        };
        if crc32fast::hash(&head[..8]) != number(8) {
            return Err(damaged(0));
        }
        let length = number(0) as usize;
        let Some(body) = rest.get(..length) else { return Ok(None) };
        if crc32fast::hash(body) != number(4) {
            return Err(damaged(length));
        }
        self.place += HEAD + length;
        Ok(Some(body))
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = Result<&'a [u8], RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let read = self.read();
        if read.is_err() {
            // Where the next one would begin is not known.
            self.place = self.bytes.len();
        }
        read.transpose()
    }
}

/// Puts numbers into bytes.
#[derive(Debug, Default)]
pub struct Put(pub Vec<u8>);

impl Put {
    /// An integer of 64 bits.
    pub fn word(&mut self, word: u64) {
        self.0.extend(word.to_le_bytes());
    }

    /// How many follow.
    pub fn count(&mut self, count: usize) {
        self.word(count as u64);
    }

    /// A number, bit by bit.
    pub fn real(&mut self, number: f64) {
        self.word(number.to_bits());
    }

    /// Integers, with their count.
    pub fn words(&mut self, words: &[u64]) {
        self.count(words.len());
        words.iter().for_each(|word| self.word(*word));
    }

    /// Bytes, with their count.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.count(bytes.len());
        self.0.extend_from_slice(bytes);
    }
}

/// Takes numbers from bytes.
#[derive(Debug)]
pub struct Take<'a>(pub &'a [u8]);

impl<'a> Take<'a> {
    /// An integer of 64 bits.
    ///
    /// # Errors
    /// If the bytes do not hold it.
    pub fn word(&mut self) -> Result<u64, RecordError> {
        let (word, rest) = self.0.split_first_chunk::<8>().ok_or(RecordError::Content)?;
        self.0 = rest;
        Ok(u64::from_le_bytes(*word))
    }

    /// How many follow.
    ///
    /// # Errors
    /// If the bytes do not hold it.
    pub fn count(&mut self) -> Result<usize, RecordError> {
        usize::try_from(self.word()?).map_err(|_| RecordError::Content)
    }

    /// A number, bit by bit.
    ///
    /// # Errors
    /// If the bytes do not hold it.
    pub fn real(&mut self) -> Result<f64, RecordError> {
        self.word().map(f64::from_bits)
    }

    /// As many numbers as there is space for.
    ///
    /// # Errors
    /// If the bytes do not hold it.
    pub fn reals(&mut self, into: &mut [f64]) -> Result<(), RecordError> {
        into.iter_mut().try_for_each(|number| {
            *number = self.real()?;
            Ok(())
        })
    }

    /// Integers, with their count.
    ///
    /// # Errors
    /// If the bytes do not hold it.
    pub fn words(&mut self) -> Result<Vec<u64>, RecordError> {
        let count = self.count()?;
        let (own, rest) = self.split(count.checked_mul(8))?;
        self.0 = rest;
        Ok(own.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word)).collect())
    }

    /// Bytes, with their count.
    ///
    /// # Errors
    /// If the bytes do not hold it.
    pub fn bytes(&mut self) -> Result<&'a [u8], RecordError> {
        let count = self.count()?;
        let (own, rest) = self.split(Some(count))?;
        self.0 = rest;
        Ok(own)
    }

    /// Text, with the count of its bytes.
    ///
    /// # Errors
    /// If the bytes do not hold it.
    pub fn text(&mut self) -> Result<String, RecordError> {
        String::from_utf8(self.bytes()?.to_vec()).map_err(|_| RecordError::Content)
    }

    fn split(&self, length: Option<usize>) -> Result<(&'a [u8], &'a [u8]), RecordError> {
        length.and_then(|length| self.0.split_at_checked(length)).ok_or(RecordError::Content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn file(records: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = Vec::new();
        records.iter().for_each(|record| append(&mut bytes, record).unwrap());
        bytes
    }

    proptest! {
        #[test]
        fn a_file_cut_anywhere_gives_the_records_before_the_cut(
            records in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..6),
            share in 0.0..1.0f64,
        ) {
            let whole = file(&records);
            let cut = (share * whole.len() as f64) as usize;
            let mut read = Records::of(&whole[..cut]);
            let found: Vec<&[u8]> = read.by_ref().map(|record| record.unwrap()).collect();
            let mut ends = records.iter().scan(0, |end, record| {
                *end += HEAD + record.len();
                Some(*end)
            });
            prop_assert_eq!(found.len(), ends.by_ref().filter(|end| *end <= cut).count());
            prop_assert!(found.iter().zip(&records).all(|(found, own)| found == own));
        }

        #[test]
        fn a_flipped_bit_is_damage_with_its_place_and_never_another_record(
            records in prop::collection::vec(prop::collection::vec(any::<u8>(), 1..40), 1..6),
            at in any::<prop::sample::Index>(),
            bit in 0..8u32,
        ) {
            let mut bytes = file(&records);
            let at = at.index(bytes.len());
            bytes[at] ^= 1 << bit;
            let found: Vec<_> = Records::of(&bytes).collect();
            let Some(Err(RecordError::Damaged { from, until })) = found.iter().find(|one| one.is_err())
            else {
                return Err(TestCaseError::fail(format!("{found:?}")));
            };
            prop_assert!((*from..*until).contains(&at), "{at} not in {from}..{until}");
        }

        #[test]
        fn arbitrary_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = Records::of(&bytes).count();
            let mut take = Take(&bytes);
            let _ = take.words();
            let _ = take.bytes();
        }
    }
}
