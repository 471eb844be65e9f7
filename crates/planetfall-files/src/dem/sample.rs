//! Kinds of numbers that heights are stored in, and their bytes.

/// Which of its bytes comes first in a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Endianness {
    Big,
    Little,
}

/// A kind of number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sample {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Sample {
    /// Bytes of one number.
    pub(super) fn bytes(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    /// The number that this type makes of a decimal one.
    pub(super) fn stored(self, value: f64) -> f64 {
        if matches!(self, Self::F32) { f64::from(value as f32) } else { value }
    }

    /// The number with these bits; `None` if the type has fewer.
    pub(super) fn of_bits(self, bits: u64) -> Option<f64> {
        let bytes = bits.to_be_bytes();
        let (high, low) = bytes.split_at(8 - self.bytes());
        high.iter().all(|byte| *byte == 0).then(|| self.decoded(low, Endianness::Big))
    }

    /// The number of these bytes, of which there must be as many as it has.
    pub(super) fn decoded(self, bytes: &[u8], order: Endianness) -> f64 {
        match self {
            Self::I8 => f64::from(i8::from_be_bytes(ordered(bytes, order))),
            Self::U8 => f64::from(u8::from_be_bytes(ordered(bytes, order))),
            Self::I16 => f64::from(i16::from_be_bytes(ordered(bytes, order))),
            Self::U16 => f64::from(u16::from_be_bytes(ordered(bytes, order))),
            Self::I32 => f64::from(i32::from_be_bytes(ordered(bytes, order))),
            Self::U32 => f64::from(u32::from_be_bytes(ordered(bytes, order))),
            Self::F32 => f64::from(f32::from_be_bytes(ordered(bytes, order))),
            Self::F64 => f64::from_be_bytes(ordered(bytes, order)),
        }
    }
}

/// The bytes with the most significant first; those that are missing are 0.
fn ordered<const N: usize>(bytes: &[u8], order: Endianness) -> [u8; N] {
    let mut array = [0; N];
    array.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
    if order == Endianness::Little {
        array.reverse();
    }
    array
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_number_comes_out_of_either_byte_order() {
        assert_eq!(Sample::I16.decoded(&(-300i16).to_be_bytes(), Endianness::Big), -300.0);
        assert_eq!(Sample::I16.decoded(&(-300i16).to_le_bytes(), Endianness::Little), -300.0);
        assert_eq!(Sample::F32.decoded(&1.25f32.to_le_bytes(), Endianness::Little), 1.25);
        assert_eq!(Sample::F64.decoded(&(-1e300f64).to_be_bytes(), Endianness::Big), -1e300);
    }

    #[test]
    fn bits_are_those_of_the_type_and_too_many_are_none() {
        let null = Sample::F32.of_bits(0xFF7F_FFFB).unwrap();
        assert_eq!(null, f64::from(f32::from_bits(0xFF7F_FFFB)));
        assert_eq!(Sample::I16.of_bits(0x8000), Some(-32768.0));
        assert_eq!(Sample::I16.of_bits(0x1_8000), None);
        assert_eq!(Sample::F64.of_bits(1.5f64.to_bits()), Some(1.5));
    }
}
