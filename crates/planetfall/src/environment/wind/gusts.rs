//! Gusts: a frozen field of turbulence that the mean wind carries past.
//!
//! Dryden's isotropic turbulence has the longitudinal correlation f(r) = exp(−r/L) and, air being incompressible,
//! the lateral one g(r) = (1 − r/2L) exp(−r/L); its energy spectrum is
//! E(k) = (8σ²/π) L (kL)⁴/(1 + k²L²)³ (MIL-F-8785C, §3.7.1: scale lengths L_u = L, L_v = L_w = L for the forms in which
//! the lateral spectrum is σ² L/π (1 + 3 (LΩ)²)/(1 + (LΩ)²)²). The field is a sum of N waves (R. H. Kraichnan,
//! Phys. Fluids 13, 1970, eq. 7):
//!
//! u(x) = σ sqrt(3/N) Σ [ a_n cos(k_n·x) + b_n sin(k_n·x) ],
//!
//! with directions of k_n uniform on the sphere, a_n and b_n each normal across k_n with variance ½ per direction, so that
//! the air is incompressible and ⟨u_i²⟩ = σ², and lengths drawn from E: with independent normal numbers,
//! (kL)² = χ²₅/χ²₁. Then both correlations hold exactly over draws. Waves shorter than `shortest` act on no vehicle as
//! one and are left out, which takes their share of the variance, about (16/3π) `shortest`/(2πL) where `shortest` is short.
//!
//! The field is frozen (Taylor's hypothesis): x is the place less what the wind that carries it, the mean wind of the
//! lowest row, has gone since the start. So a gust is a pure function of key, place and time. σ changes with altitude.
//!
//! | symbol | field | unit |
//! |---|---|---|
//! | σ | `sigma`, against altitude | m/s |
//! | L | `length` | m |
//! | N | `WAVES` | – |

use crate::environment::profile::{Profile, ProfileError, positive};
use crate::math::noise::{Key, gaussian_pair};
use crate::math::real;
use nalgebra::Vector3;
use std::f64::consts::TAU;

/// Number of waves: a single draw of the field has its variance to about sqrt(2/WAVES).
const WAVES: u64 = 48;
/// Normal numbers per wave come in pairs: three for the direction, six for its length, six for amplitudes.
const PAIRS_PER_WAVE: u64 = 8;

/// Gusts of wind.
#[derive(Clone, Debug, PartialEq)]
pub struct GustField {
    sigma: Profile,
    waves: Vec<Wave>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Wave {
    /// rad/m
    number: Vector3<f64>,
    /// For σ = 1.
    cosine: Vector3<f64>,
    sine: Vector3<f64>,
}

impl GustField {
    /// Of a standard deviation per direction (m/s) against altitude, a scale length, the shortest wave (m) and a key.
    pub fn new(sigma: Profile, length: f64, shortest: f64, key: Key) -> Result<Self, ProfileError> {
        positive(0, "scale length of gusts", length)?;
        positive(0, "shortest wave of gusts", shortest)?;
        let waves = (0..WAVES).map(|number| Wave::drawn(length, key, number));
        let long = |wave: &Wave| wave.number.norm() * shortest <= TAU;
        Ok(Self { sigma, waves: waves.filter(long).collect() })
    }

    /// Velocity of the gust at a place that moves with the air (m) and an altitude (m), m/s.
    pub fn at(&self, place: &Vector3<f64>, altitude: f64) -> Vector3<f64> {
        let sigma = self.sigma.at(altitude);
        if sigma == 0.0 {
            return Vector3::zeros();
        }
        let mut sum = Vector3::zeros();
        for wave in &self.waves {
            let (sine, cosine) = real::sin_cos(wave.number.dot(place));
            sum += wave.cosine * cosine + wave.sine * sine;
        }
        sum * sigma
    }
}

impl Wave {
    fn drawn(length: f64, key: Key, number: u64) -> Self {
        let mut normal = [0.0; 2 * PAIRS_PER_WAVE as usize];
        for (pair, slots) in (0..).zip(normal.chunks_exact_mut(2)) {
            let (first, second) = gaussian_pair(key, number * PAIRS_PER_WAVE + pair);
            slots.copy_from_slice(&[first, second]);
        }
        let vector = |first: usize| Vector3::from_column_slice(&normal[first..first + 3]);
        let direction = vector(0).try_normalize(0.0).unwrap_or_else(Vector3::z);
        let squares =
            |range: std::ops::Range<usize>| normal[range].iter().map(|x| x * x).sum::<f64>();
        let kl = (squares(3..8) / squares(8..9).max(f64::MIN_POSITIVE)).sqrt();
        let across = |v: Vector3<f64>| v - direction * direction.dot(&v);
        // Two of three directions are left across k: with variance 3/2 per direction each component has variance one
        // once N waves are summed.
        let scale = (1.5 / WAVES as f64).sqrt();
        Self {
            number: direction * (kl / length),
            cosine: across(vector(9)) * scale,
            sine: across(vector(12)) * scale,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LENGTH: f64 = 500.0;
    const DRAWS: u64 = 3000;

    /// Mean of the products of two components at two places over draws.
    fn correlation(apart: Vector3<f64>, component: usize) -> f64 {
        let product = |seed| {
            let key = Key::new(seed, "wind", "gusts");
            let field = GustField::new(Profile::constant(1.0), LENGTH, 0.1, key).unwrap();
            let from = Vector3::new(100.0, -40.0, 3e3);
            field.at(&from, 0.0)[component] * field.at(&(from + apart), 0.0)[component]
        };
        (0..DRAWS).map(product).sum::<f64>() / DRAWS as f64
    }

    #[test]
    fn gusts_have_drydens_longitudinal_and_lateral_correlation() {
        // Five standard errors of a mean of products of normal numbers.
        let error = 5.0 * (2.0 / DRAWS as f64).sqrt();
        for (axis, component) in [(0, 0), (2, 2), (0, 1), (1, 2), (2, 0)] {
            for apart in [0.0, 0.5, 1.0, 2.0, 4.0_f64] {
                let mut distance = Vector3::zeros();
                distance[axis] = apart * LENGTH;
                let lateral = if axis == component { 1.0 } else { 1.0 - 0.5 * apart };
                let expected = lateral * (-apart).exp();
                let found = correlation(distance, component);
                assert!((found - expected).abs() < error, "{axis} {component} {apart}: {found}");
            }
        }
    }

    #[test]
    fn the_air_of_a_gust_is_incompressible() {
        let key = Key::new(1, "wind", "gusts");
        let field = GustField::new(Profile::constant(5.0), LENGTH, 20.0, key).unwrap();
        let at = |x: f64, y: f64, z: f64| field.at(&Vector3::new(x, y, z), 0.0);
        let (x, y, z, h) = (130.0, -60.0, 2000.0, 1e-3);
        let divergence = (at(x + h, y, z).x - at(x - h, y, z).x) / (2.0 * h)
            + (at(x, y + h, z).y - at(x, y - h, z).y) / (2.0 * h)
            + (at(x, y, z + h).z - at(x, y, z - h).z) / (2.0 * h);
        let shear = (at(x, y + h, z).x - at(x, y - h, z).x) / (2.0 * h);
        assert!(divergence.abs() < 1e-7 && shear.abs() > 1e-5, "{divergence} {shear}");
    }

    #[test]
    fn waves_too_short_for_a_vehicle_are_left_out() {
        let key = Key::new(1, "wind", "gusts");
        let field =
            |shortest| GustField::new(Profile::constant(1.0), LENGTH, shortest, key).unwrap();
        let (all, long) = (field(1e-3), field(300.0));
        assert!(long.waves.len() < all.waves.len() && !long.waves.is_empty());
        assert!(long.waves.iter().all(|wave| TAU / wave.number.norm() >= 300.0));
        assert!(GustField::new(Profile::constant(1.0), 0.0, 1.0, key).is_err());
        assert!(GustField::new(Profile::constant(1.0), 1.0, f64::NAN, key).is_err());
    }
}
