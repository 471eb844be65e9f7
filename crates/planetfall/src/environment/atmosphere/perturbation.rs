//! Density that differs from its mean, more alike the nearer two altitudes are.
//!
//! The factor on the mean is exp(σ x − σ²/2), which is positive and has the mean one; x is a Gaussian series
//! over altitude with variance one and the exponential kernel ⟨x(h) x(h′)⟩ = exp(−|h − h′|/L): at nodes
//! h_k = h_0 + k d, x_0 = g_0 and x_{k+1} = a x_k + sqrt(1 − a²) g_{k+1}, a = exp(−d/L), with the normal numbers
//! g_k = noise(key, k) (Gillespie, Phys. Rev. E 54, 1996, eq. 1.9: exact for any d). Between nodes x is linear, with d = L/10
//! its variance there is less by 5 % at most; beyond the nodes it is that of the end. σ goes linearly from its value at
//! the lower altitude to that at the upper one and is constant beyond.
//!
//! | symbol | field | unit |
//! |---|---|---|
//! | L | `correlation_length` | m |
//! | σ | `sigma` | – |

use crate::environment::profile::{Profile, ProfileError};
use crate::math::noise::{Key, gaussian};
use crate::math::real;

/// Nodes per correlation length.
const NODES_PER_LENGTH: f64 = 10.0;
/// The most nodes that are made.
const MOST_NODES: f64 = 1e6;

/// A draw of the differences from the mean.
#[derive(Clone, Debug, PartialEq)]
pub struct DensityPerturbation {
    sigma: Profile,
    lowest: f64,
    spacing: f64,
    nodes: Vec<f64>,
}

impl DensityPerturbation {
    /// Of a standard deviation against altitude, a correlation length (m) and a key, between two altitudes (m).
    pub fn new(
        sigma: Profile,
        correlation_length: f64,
        key: Key,
        [lowest, highest]: [f64; 2],
    ) -> Result<Self, ProfileError> {
        let count = ((highest - lowest) / correlation_length * NODES_PER_LENGTH).ceil() + 1.0;
        if !(correlation_length > 0.0 && (2.0..=MOST_NODES).contains(&count)) {
            return Err(ProfileError::CorrelationLength { length: correlation_length });
        }
        let spacing = correlation_length / NODES_PER_LENGTH;
        let kept = real::exp(-1.0 / NODES_PER_LENGTH);
        let fresh = (-real::expm1(-2.0 / NODES_PER_LENGTH)).sqrt();
        let mut x = gaussian(key, 0);
        let mut nodes = vec![x];
        for number in 1..count as u64 {
            x = kept * x + fresh * gaussian(key, number);
            nodes.push(x);
        }
        Ok(Self { sigma, lowest, spacing, nodes })
    }

    /// Factor on the mean density at an altitude, m.
    pub fn factor(&self, altitude: f64) -> f64 {
        let sigma = self.sigma.at(altitude);
        real::exp(sigma * (self.series(altitude) - 0.5 * sigma))
    }

    fn series(&self, altitude: f64) -> f64 {
        let last = self.nodes.len() - 1;
        let place = ((altitude - self.lowest) / self.spacing).clamp(0.0, last as f64);
        let lower = (place as usize).min(last.saturating_sub(1));
        let share = place - lower as f64;
        self.nodes[lower] + (self.nodes[lower + 1] - self.nodes[lower]) * share
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LENGTH: f64 = 10e3;

    fn draws() -> Vec<DensityPerturbation> {
        let sigma = Profile::new(vec![(0.0, 0.05), (60e3, 0.1)], "sigma").unwrap();
        let make = |seed| {
            let key = Key::new(seed, "atmosphere", "density");
            DensityPerturbation::new(sigma.clone(), LENGTH, key, [-5e3, 125e3]).unwrap()
        };
        (0..4000).map(make).collect()
    }

    #[test]
    fn the_factor_has_the_mean_one_and_the_standard_deviation_of_the_profile() {
        let all = draws();
        for (altitude, sigma) in [(0.0, 0.05), (30e3, 0.075), (60e3, 0.1), (120e3, 0.1)] {
            let factors: Vec<f64> = all.iter().map(|one| one.factor(altitude)).collect();
            let mean = factors.iter().sum::<f64>() / factors.len() as f64;
            let variance = factors.iter().map(|f| (f - mean).powi(2)).sum::<f64>() / 4000.0;
            // Four standard errors; a log-normal factor spreads by σ (1 + σ²/4).
            assert!((mean - 1.0).abs() < 4.0 * sigma / 63.0, "{altitude}: {mean}");
            assert!((variance.sqrt() / sigma - 1.0).abs() < 0.05, "{altitude}: {variance}");
        }
    }

    #[test]
    fn two_altitudes_are_correlated_by_the_exponential_of_their_distance() {
        let all = draws();
        for apart in [2e3, 10e3, 30e3] {
            let product = |one: &DensityPerturbation| one.series(20e3) * one.series(20e3 + apart);
            let found = all.iter().map(product).sum::<f64>() / all.len() as f64;
            let expected = (-apart / LENGTH).exp();
            assert!((found - expected).abs() < 4.0 * (2.0f64 / 4000.0).sqrt(), "{apart}: {found}");
        }
    }

    #[test]
    fn a_length_that_is_none_is_refused() {
        let key = Key::new(1, "atmosphere", "density");
        for length in [0.0, -1.0, f64::NAN, 1e-9, 1e9] {
            let made = DensityPerturbation::new(Profile::constant(0.1), length, key, [0.0, 1e5]);
            assert!(made.is_err() == !(length == 1e9), "{length}");
        }
    }
}
