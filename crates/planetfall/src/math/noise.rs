//! Noise as a pure function of a key and a counter.
//!
//! Philox 4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3",
//! SC 2011): ten rounds of multiplication and exclusive or turn a 128-bit counter into 128 random
//! bits under a 64-bit key. Nothing is stored, so any number of any stream can be drawn at any time
//! and in any order, and a run that is resumed or replayed draws the same ones.

use super::real;
use std::f64::consts::TAU;

/// Names a stream of random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key([u32; 2]);

impl Key {
    /// The stream of one purpose of one entity under a seed.
    ///
    /// The key is the 64-bit FNV-1a hash of the seed (eight bytes, little end first) and of each
    /// name (its length as eight such bytes, then its UTF-8 bytes), passed through the finaliser of
    /// SplitMix64. It depends on names, never on an index, so adding an entity leaves the streams
    /// of all others as they were.
    pub fn new(seed: u64, entity: &str, purpose: &str) -> Self {
        let mut hash = fnv1a(FNV_OFFSET, &seed.to_le_bytes());
        for name in [entity, purpose] {
            hash = fnv1a(hash, &(name.len() as u64).to_le_bytes());
            hash = fnv1a(hash, name.as_bytes());
        }
        let mixed = finalise(hash);
        Self([mixed as u32, (mixed >> 32) as u32])
    }

    /// A key from its two words, for comparison with other implementations of Philox.
    pub const fn from_words(words: [u32; 2]) -> Self {
        Self(words)
    }
}

/// A stream of random numbers under any seed: whose it is and what for.
///
/// It is a constant of the world; the [`Key`] that a seed makes of it is part of the state, so that one world
/// serves samples of different seeds and no name is hashed in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    /// Unique name of the entity.
    pub entity: String,
    /// What is drawn.
    pub purpose: &'static str,
}

impl Stream {
    /// The stream of one purpose of one entity.
    pub fn new(entity: impl Into<String>, purpose: &'static str) -> Self {
        Self { entity: entity.into(), purpose }
    }

    /// Its key under a seed.
    pub fn key(&self, seed: u64) -> Key {
        Key::new(seed, &self.entity, self.purpose)
    }
}

/// The 128 random bits that belong to a key and a 128-bit counter.
pub fn block(key: Key, counter: [u32; 4]) -> [u32; 4] {
    const WEYL: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];
    let mut state = counter;
    let Key([mut k0, mut k1]) = key;
    for _ in 0..10 {
        state = round(state, k0, k1);
        k0 = k0.wrapping_add(WEYL[0]);
        k1 = k1.wrapping_add(WEYL[1]);
    }
    state
}

/// The 128 random bits that belong to a key and a counter.
pub fn noise(key: Key, counter: u64) -> [u32; 4] {
    block(key, [counter as u32, (counter >> 32) as u32, 0, 0])
}

/// Two independent numbers, uniform in [0, 1).
pub fn uniform_pair(key: Key, counter: u64) -> (f64, f64) {
    let [a, b, c, d] = noise(key, counter);
    (unit(a, b), unit(c, d))
}

/// A number uniform in [0, 1).
pub fn uniform(key: Key, counter: u64) -> f64 {
    uniform_pair(key, counter).0
}

/// Two independent numbers of mean 0 and variance 1, normally distributed (Box and Muller 1958).
pub fn gaussian_pair(key: Key, counter: u64) -> (f64, f64) {
    let (radius, angle) = gaussian_polar(key, counter);
    (radius * real::cos(angle), radius * real::sin(angle))
}

fn gaussian_polar(key: Key, counter: u64) -> (f64, f64) {
    let (a, b) = uniform_pair(key, counter);
    // 1 - a lies in (0, 1], where the logarithm is finite.
    ((-2.0 * real::ln(1.0 - a)).sqrt(), TAU * b)
}

/// A number of mean 0 and variance 1, normally distributed.
pub fn gaussian(key: Key, counter: u64) -> f64 {
    let (radius, angle) = gaussian_polar(key, counter);
    radius * real::cos(angle)
}

const FNV_OFFSET: u64 = 0xCBF2_9CE4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01B3;

fn fnv1a(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME))
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): every bit of the input moves half of the
/// output's bits.
fn finalise(hash: u64) -> u64 {
    let z = (hash ^ (hash >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[inline]
fn round([c0, c1, c2, c3]: [u32; 4], k0: u32, k1: u32) -> [u32; 4] {
    let first = u64::from(c0) * 0xD251_1F53;
    let second = u64::from(c2) * 0xCD9E_8D57;
    [(second >> 32) as u32 ^ c1 ^ k0, second as u32, (first >> 32) as u32 ^ c3 ^ k1, first as u32]
}

/// 53 random bits as a fraction of one.
fn unit(high: u32, low: u32) -> f64 {
    let bits = (u64::from(high) << 21) | (u64::from(low) >> 11);
    bits as f64 * (1.0 / (1u64 << 53) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const N: u64 = 200_000;

    #[test]
    fn philox_answers_its_published_vectors() {
        // kat_vectors of Random123 1.09, "philox4x32 10".
        let check = |counter, key, expected: [u32; 4]| {
            assert_eq!(block(Key::from_words(key), counter), expected);
        };
        check([0; 4], [0; 2], [0x6627_E8D5, 0xE169_C58D, 0xBC57_AC4C, 0x9B00_DBD8]);
        check([u32::MAX; 4], [u32::MAX; 2], [0x408F_276D, 0x41C8_3B0E, 0xA20B_C7C6, 0x6D54_51FD]);
        check(
            [0x243F_6A88, 0x85A3_08D3, 0x1319_8A2E, 0x0370_7344],
            [0xA409_3822, 0x299F_31D0],
            [0xD16C_FE09, 0x94FD_CCEB, 0x5001_E420, 0x2412_6EA1],
        );
    }

    #[test]
    fn fnv_answers_its_published_vectors() {
        assert_eq!(fnv1a(FNV_OFFSET, b""), 0xCBF2_9CE4_8422_2325);
        assert_eq!(fnv1a(FNV_OFFSET, b"a"), 0xAF63_DC4C_8601_EC8C);
        assert_eq!(fnv1a(FNV_OFFSET, b"foobar"), 0x8594_4171_F739_67E8);
    }

    #[test]
    fn a_key_knows_where_one_name_ends_and_the_next_begins() {
        assert_ne!(Key::new(1, "ab", "c"), Key::new(1, "a", "bc"));
        assert_ne!(Key::new(1, "a", "b"), Key::new(2, "a", "b"));
        assert_eq!(Key::new(1, "a", "b"), Key::new(1, "a", "b"));
    }

    #[test]
    fn uniform_noise_has_mean_one_half_and_variance_one_twelfth() {
        let key = Key::new(7, "test", "uniform");
        let (mean, variance) = moments(|i| uniform(key, i));
        // Five standard errors of the mean and of the variance.
        assert!((mean - 0.5).abs() < 5.0 * (1.0 / 12.0 / N as f64).sqrt(), "{mean}");
        assert!((variance - 1.0 / 12.0).abs() < 5.0 * (1.0 / 180.0 / N as f64).sqrt());
        assert!((0..N).all(|i| (0.0..1.0).contains(&uniform(key, i))));
    }

    #[test]
    fn gaussian_noise_has_the_moments_of_the_normal_law() {
        let key = Key::new(7, "test", "gaussian");
        let (mean, variance) = moments(|i| gaussian(key, i));
        assert!(mean.abs() < 5.0 / (N as f64).sqrt(), "{mean}");
        assert!((variance - 1.0).abs() < 5.0 * (2.0 / N as f64).sqrt(), "{variance}");
        let fourth = (0..N).map(|i| gaussian(key, i).powi(4)).sum::<f64>() / N as f64;
        assert!((fourth - 3.0).abs() < 5.0 * (96.0 / N as f64).sqrt(), "{fourth}");
    }

    #[test]
    fn streams_with_different_names_are_uncorrelated() {
        let keys = [
            Key::new(7, "wheel_1", "soil"),
            Key::new(7, "wheel_2", "soil"),
            Key::new(7, "wheel_1", "slip"),
            Key::new(8, "wheel_1", "soil"),
        ];
        for (i, &a) in keys.iter().enumerate() {
            for &b in &keys[i + 1..] {
                let product =
                    (0..N).map(|n| gaussian(a, n) * gaussian(b, n)).sum::<f64>() / N as f64;
                assert!(product.abs() < 5.0 / (N as f64).sqrt(), "{product}");
            }
        }
    }

    #[test]
    fn the_two_numbers_of_a_pair_and_successive_ones_are_uncorrelated() {
        let key = Key::new(7, "test", "pair");
        let within = (0..N).map(|i| gaussian_pair(key, i)).map(|(a, b)| a * b).sum::<f64>();
        let along = (0..N).map(|i| gaussian(key, i) * gaussian(key, i + 1)).sum::<f64>();
        for sum in [within, along] {
            assert!((sum / N as f64).abs() < 5.0 / (N as f64).sqrt());
        }
    }

    fn moments(draw: impl Fn(u64) -> f64) -> (f64, f64) {
        let mean = (0..N).map(&draw).sum::<f64>() / N as f64;
        let variance = (0..N).map(|i| (draw(i) - mean).powi(2)).sum::<f64>() / N as f64;
        (mean, variance)
    }
}
