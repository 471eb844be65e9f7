//! A TIFF assembled by hand: one directory, strips without compression, any tag.

use std::collections::BTreeMap;

/// What a small TIFF consists of.
#[derive(Clone)]
pub(crate) struct Tiff {
    big_endian: bool,
    tags: BTreeMap<u16, (u16, u32, Vec<u8>)>,
    samples: Vec<u8>,
}

const ASCII: u16 = 2;
const SHORT: u16 = 3;
const LONG: u16 = 4;
const DOUBLE: u16 = 12;

impl Tiff {
    /// Heights as 32-bit floats, northern row first, two metres apart, first corner at (100, 50).
    pub(crate) fn floats(columns: u32, rows: u32, heights: &[f32], big_endian: bool) -> Self {
        let samples = heights
            .iter()
            .flat_map(|h| if big_endian { h.to_be_bytes() } else { h.to_le_bytes() })
            .collect();
        Self { big_endian, tags: BTreeMap::new(), samples }
            .long(256, columns)
            .long(257, rows)
            .shorts(258, &[32])
            .shorts(259, &[1])
            .shorts(262, &[1])
            .shorts(277, &[1])
            .long(278, rows)
            .shorts(339, &[3])
            .doubles(33550, &[2.0, 2.0, 0.0])
            .doubles(33922, &[0.0, 0.0, 0.0, 100.0, 50.0, 0.0])
    }

    pub(crate) fn shorts(mut self, tag: u16, values: &[u16]) -> Self {
        let bytes = values.iter().flat_map(|v| self.order(v.to_be_bytes())).collect();
        self.tags.insert(tag, (SHORT, values.len() as u32, bytes));
        self
    }

    pub(crate) fn long(mut self, tag: u16, value: u32) -> Self {
        let bytes = self.order(value.to_be_bytes()).to_vec();
        self.tags.insert(tag, (LONG, 1, bytes));
        self
    }

    pub(crate) fn doubles(mut self, tag: u16, values: &[f64]) -> Self {
        let bytes = values.iter().flat_map(|v| self.order(v.to_be_bytes())).collect();
        self.tags.insert(tag, (DOUBLE, values.len() as u32, bytes));
        self
    }

    pub(crate) fn text(mut self, tag: u16, text: &str) -> Self {
        let bytes = text.bytes().chain([0]).collect::<Vec<u8>>();
        self.tags.insert(tag, (ASCII, bytes.len() as u32, bytes));
        self
    }

    /// Other bytes in place of the heights, such as compressed ones.
    pub(crate) fn stored(mut self, bytes: &[u8]) -> Self {
        self.samples = bytes.to_vec();
        self
    }

    pub(crate) fn without(mut self, tag: u16) -> Self {
        self.tags.remove(&tag);
        self
    }

    /// The file: header, directory, long values, one strip. Declared places win over the true ones.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let missing = [273, 279].iter().filter(|tag| !self.tags.contains_key(tag)).count();
        let directory = 8 + 2 + 12 * (self.tags.len() + missing) + 4;
        let long_values: usize =
            self.tags.values().map(|(_, _, b)| if b.len() > 4 { b.len() } else { 0 }).sum();
        let mut all = self.clone();
        for (tag, value) in [(273, directory + long_values), (279, self.samples.len())] {
            if !self.tags.contains_key(&tag) {
                all = all.long(tag, value as u32);
            }
        }
        all.assembled(directory)
    }

    fn assembled(&self, directory_end: usize) -> Vec<u8> {
        let mut file = if self.big_endian { b"MM".to_vec() } else { b"II".to_vec() };
        file.extend(self.order(42u16.to_be_bytes()));
        file.extend(self.order(8u32.to_be_bytes()));
        file.extend(self.order((self.tags.len() as u16).to_be_bytes()));
        let mut values: Vec<u8> = Vec::new();
        for (tag, (kind, count, bytes)) in &self.tags {
            file.extend(self.order(tag.to_be_bytes()));
            file.extend(self.order(kind.to_be_bytes()));
            file.extend(self.order(count.to_be_bytes()));
            if bytes.len() > 4 {
                file.extend(self.order(((directory_end + values.len()) as u32).to_be_bytes()));
                values.extend(bytes);
            } else {
                file.extend(bytes.iter().copied().chain([0; 4]).take(4));
            }
        }
        file.extend([0; 4]);
        file.extend(values);
        file.extend(&self.samples);
        file
    }

    fn order<const N: usize>(&self, mut big_endian: [u8; N]) -> [u8; N] {
        if !self.big_endian {
            big_endian.reverse();
        }
        big_endian
    }
}
