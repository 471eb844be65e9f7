//! How bright a place is.
//!
//! A surface of albedo ρ with the unit normal n, of which the sun in the direction s sees all or nothing, and the
//! sky the part (1 + n_z)/2, reflects by Lambert's law
//!
//! ```text
//! L = ρ [(1 − a) max(0, n . s) lit + a (1 + n_z)/2]
//! ```
//!
//! with the share a of the light that comes from the sky. L is 1 for a white surface that faces the sun; the sky
//! itself, which gives the light a to a level surface, has the brightness a.
//!
//! Bare ground has a texture: noise by place at several scales, so that there is something to match between two
//! eyes, or two instants. Grains finer than a pixel are left out.

use crate::terrain::Facet;
use nalgebra::Vector3;

/// What bare ground reflects of red, green and blue in the mean. Chosen: the ochre of pictures from Mars.
const GROUND_ALBEDO: [f64; 3] = [0.30, 0.24, 0.19];
/// What rocks reflect. Chosen: darker and greyer than the ground.
const ROCK_ALBEDO: [f64; 3] = [0.21, 0.19, 0.18];
/// Sizes of the texture, m, and by how much each brightens or darkens. Chosen: a factor of four between
/// two, so that pictures from any distance have texture.
const TEXTURE_SCALES: [(f64, f64); 7] = [
    (25.6, 0.08),
    (6.4, 0.10),
    (1.6, 0.14),
    (0.4, 0.20),
    (0.1, 0.26),
    (0.025, 0.26),
    (0.00625, 0.20),
];

/// What the ground reflects at a place, seen by pixels of a size, m.
pub(super) fn albedo(at: &Vector3<f64>, facet: Facet, pixel: f64) -> [f64; 3] {
    let base = if matches!(facet, Facet::Rock(_)) { ROCK_ALBEDO } else { GROUND_ALBEDO };
    let brighter = (1.0 + texture(at, pixel)).max(0.1);
    base.map(|part| part * brighter)
}

/// By how much the ground at a place is brighter than in the mean.
fn texture(at: &Vector3<f64>, pixel: f64) -> f64 {
    let mut sum = 0.0;
    for (number, (size, contrast)) in TEXTURE_SCALES.iter().enumerate() {
        // Two pixels for a grain, or it would flicker; a smooth end, or there would be a line.
        let share = (size / (2.0 * pixel) - 1.0).min(1.0);
        if share <= 0.0 {
            break;
        }
        sum += share * contrast * lattice_noise(&(at / *size), number as u32);
    }
    sum
}

/// Noise that is smooth between the points of a lattice, −1 to 1.
fn lattice_noise(at: &Vector3<f64>, octave: u32) -> f64 {
    let floor = at.map(f64::floor);
    let part = at - floor;
    // A smooth step, so that no edges of the lattice are seen.
    let s = part.map(|t| t * t * (3.0 - 2.0 * t));
    let [x, y, z] = [floor.x, floor.y, floor.z].map(|number| number as i64 as u32);
    let corner = |i: u32, j: u32, k: u32| {
        hash(x.wrapping_add(i), y.wrapping_add(j), z.wrapping_add(k), octave)
    };
    let blend = |a: f64, b: f64, t: f64| a + (b - a) * t;
    let edge = |j: u32, k: u32| blend(corner(0, j, k), corner(1, j, k), s.x);
    let face = |k: u32| blend(edge(0, k), edge(1, k), s.y);
    blend(face(0), face(1), s.z)
}

/// A number from −1 to 1 for a point of a lattice. The constants are those of good integer hashes (xxHash's primes
/// and C. Wellons' "lowbias32"); no statistics depend on it.
#[inline]
fn hash(x: u32, y: u32, z: u32, octave: u32) -> f64 {
    let mut h = x
        .wrapping_mul(0x9E37_79B1)
        .wrapping_add(y.wrapping_mul(0x85EB_CA77))
        .wrapping_add(z.wrapping_mul(0xC2B2_AE3D))
        .wrapping_add(octave.wrapping_mul(0x27D4_EB2F));
    h ^= h >> 16;
    h = h.wrapping_mul(0x7FEB_352D);
    h ^= h >> 15;
    h = h.wrapping_mul(0x846C_A68B);
    h ^= h >> 16;
    f64::from(h) * (2.0 / 4_294_967_295.0) - 1.0
}

/// What a level of grey is of red, green and blue (ITU-R BT.709).
const LUMINANCE: [f64; 3] = [0.2126, 0.7152, 0.0722];

/// The brightness of three colours for a camera that sees none.
pub(super) fn grey(light: [f64; 3]) -> f64 {
    light.iter().zip(LUMINANCE).map(|(part, share)| part * share).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texture_is_a_function_of_place_that_neither_jumps_nor_drifts() {
        let at = |i: i32| Vector3::new(0.011 * f64::from(i), -0.007 * f64::from(i), 0.3);
        let (mut sum, mut squares, mut steepest) = (0.0, 0.0, 0.0f64);
        for i in 0..20_000 {
            let here = texture(&at(i), 0.001);
            let beside = texture(&(at(i) + Vector3::x() * 1e-6), 0.001);
            steepest = steepest.max((here - beside).abs());
            (sum, squares) = (sum + here, squares + here * here);
        }
        assert!((sum / 20_000.0).abs() < 0.02, "{sum}");
        let deviation = (squares / 20_000.0f64).sqrt();
        assert!((0.08..0.3).contains(&deviation), "{deviation}");
        assert!(steepest < 1e-3, "{steepest}");
    }

    #[test]
    fn far_ground_loses_its_fine_grains_and_keeps_its_coarse_ones() {
        let variation = |pixel: f64, step: f64| {
            let at = |i: i32| Vector3::new(100.0 + step * f64::from(i), 3.0, 0.0);
            (0..1000)
                .map(|i| (texture(&at(i), pixel) - texture(&at(i + 1), pixel)).abs())
                .sum::<f64>()
        };
        assert!(variation(1.0, 0.01) < 0.05 * variation(0.001, 0.01));
        assert!(variation(1.0, 10.0) > 0.1 * variation(0.001, 10.0));
    }
}
