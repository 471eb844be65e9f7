//! The profile of a crater, fresh and aged. Lengths are in units of the rim diameter D.
//!
//! Fresh simple craters are 0.2 D deep from rim crest to floor and their rim stands 0.036 D above
//! the old surface (Pike 1977: depth 0.196 D^1.01, rim height 0.036 D^1.014, in km); the bowl is a
//! parabola and the ejecta thin out with the third power of the distance (McGetchin, Settle, Head
//! 1973; Melosh 1989, ch. 6). With age, micrometeorites and creep wear a crater down as diffusion
//! does heat: dh/dt = kappa (h'' + h'/r) (Soderblom 1970; Fassett and Thomson 2014). In units of D
//! all craters share one family of profiles in K = kappa t / D^2 (docs/theory/terrain.md, eqs
//! 25-28), which is worked out once here by finite volumes that conserve mass.

use crate::math::real;

/// Rim crest to floor, per diameter.
const DEPTH: f64 = 0.2;
/// Rim crest above the old surface, per diameter.
const RIM: f64 = 0.036;
/// Nothing of a crater is felt beyond this radius, in diameters.
pub(super) const REACH: f64 = 3.0;
/// From here on outwards the profile is brought to zero, in diameters.
const TAPER: f64 = 2.5;
/// A crater this old, in K, has less than 0.1 % of D left and is dropped.
pub(super) const ERASED: f64 = 1.0;

/// Radial nodes per diameter. Chosen.
const NODES_PER_DIAMETER: usize = 80;
/// Radial nodes of a profile, out to [`REACH`].
const NODES: usize = 3 * NODES_PER_DIAMETER + 1;
/// Age, in K, from which aged profiles are kept, in equal ratios up to [`ERASED`]; younger ones lie
/// between fresh and this. Chosen.
const YOUNGEST: f64 = 1e-4;
/// Ages that are kept: 16 a decade. Chosen.
const LEVELS: usize = 65;
/// Implicit steps of diffusion from one age to the next. Chosen.
const STEPS_PER_LEVEL: usize = 16;

/// Height of a fresh crater per diameter, at a radius in diameters.
pub fn fresh_profile(radius: f64) -> f64 {
    let rims = 2.0 * radius;
    let height =
        if rims < 1.0 { RIM - DEPTH * (1.0 - rims * rims) } else { RIM / (rims * rims * rims) };
    height * taper(radius)
}

/// Profiles of craters of all ages.
pub(super) struct AgedProfiles {
    levels: Vec<Vec<f64>>,
}

impl AgedProfiles {
    pub(super) fn new() -> Self {
        let mut profile: Vec<f64> = (0..NODES).map(|node| untapered(radius_of(node))).collect();
        let mut levels = Vec::with_capacity(LEVELS);
        let mut reached = 0.0;
        for level in 0..LEVELS {
            let age = age_of(level);
            let step = (age - reached) / STEPS_PER_LEVEL as f64;
            for _ in 0..STEPS_PER_LEVEL {
                profile = diffused(&profile, step);
            }
            reached = age;
            levels.push(profile.clone());
        }
        Self { levels }
    }

    /// Height per diameter at a radius in diameters, for a crater of age K.
    pub(super) fn height(&self, radius: f64, age: f64) -> f64 {
        if radius >= REACH || age >= ERASED {
            return 0.0;
        }
        if age <= YOUNGEST {
            let part = age / YOUNGEST;
            let fresh = fresh_profile(radius);
            return fresh + part * (self.level(0, radius) * taper(radius) - fresh);
        }
        let place = (LEVELS - 1) as f64 * real::ln(age / YOUNGEST) / real::ln(ERASED / YOUNGEST);
        let level = (place as usize).min(LEVELS - 2);
        let part = place - level as f64;
        let (young, old) = (self.level(level, radius), self.level(level + 1, radius));
        (young + part * (old - young)) * taper(radius)
    }

    fn level(&self, level: usize, radius: f64) -> f64 {
        let place = radius * NODES_PER_DIAMETER as f64;
        let node = (place as usize).min(NODES - 2);
        let profile = &self.levels[level];
        profile[node] + (place - node as f64) * (profile[node + 1] - profile[node])
    }
}

fn untapered(radius: f64) -> f64 {
    // Before the taper begins the fresh profile is the law itself; beyond, the law is continued.
    if radius <= TAPER { fresh_profile(radius) } else { RIM / (8.0 * radius * radius * radius) }
}

/// One up to `TAPER`, then falls smoothly to zero at `REACH`.
fn taper(radius: f64) -> f64 {
    let left = ((REACH - radius) / (REACH - TAPER)).clamp(0.0, 1.0);
    left * left * (3.0 - 2.0 * left)
}

fn radius_of(node: usize) -> f64 {
    node as f64 / NODES_PER_DIAMETER as f64
}

fn age_of(level: usize) -> f64 {
    YOUNGEST * real::pow(ERASED / YOUNGEST, level as f64 / (LEVELS - 1) as f64)
}

/// One implicit step of radial diffusion without flow through the outer edge (Thomas algorithm).
fn diffused(profile: &[f64], step: f64) -> Vec<f64> {
    let width = 1.0 / NODES_PER_DIAMETER as f64;
    // Flow through the ring between two nodes per difference of their heights, over 2 pi.
    let conductance = |node: usize| step * (node as f64 + 0.5);
    let area = |node: usize| {
        let (inner, outer) = ((node as f64 - 0.5).max(0.0), node as f64 + 0.5);
        let outer = if node + 1 == profile.len() { node as f64 } else { outer };
        0.5 * (outer * outer - inner * inner) * width * width
    };
    let mut upper = vec![0.0; profile.len()];
    let mut result = vec![0.0; profile.len()];
    for node in 0..profile.len() {
        let inward = if node > 0 { conductance(node - 1) } else { 0.0 };
        let outward = if node + 1 < profile.len() { conductance(node) } else { 0.0 };
        let (upper_before, result_before) =
            if node > 0 { (upper[node - 1], result[node - 1]) } else { (0.0, 0.0) };
        let pivot = area(node) + inward + outward - inward * upper_before;
        upper[node] = outward / pivot;
        result[node] = (area(node) * profile[node] + inward * result_before) / pivot;
    }
    for node in (0..profile.len() - 1).rev() {
        result[node] += upper[node] * result[node + 1];
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn volume(profile: &[f64]) -> f64 {
        let last = profile.len() - 1;
        let ring = |node: usize| match node {
            0 => 0.125,
            n if n == last => 0.5 * (n as f64 - 0.25),
            n => n as f64,
        };
        profile.iter().enumerate().map(|(node, height)| ring(node) * height).sum()
    }

    #[test]
    fn a_fresh_crater_has_the_depth_and_rim_of_pike() {
        assert!((fresh_profile(0.5) - 0.036).abs() < 1e-15);
        assert!((fresh_profile(0.0) - (0.036 - 0.2)).abs() < 1e-15);
        assert!((fresh_profile(1.0) - 0.036 / 8.0).abs() < 1e-15);
        assert!((fresh_profile(0.25) - (0.036 - 0.15)).abs() < 1e-15);
        assert_eq!(fresh_profile(3.0), 0.0);
    }

    #[test]
    fn diffusion_conserves_mass() {
        let profiles = AgedProfiles::new();
        let fresh: Vec<f64> = (0..NODES).map(|node| untapered(radius_of(node))).collect();
        let before = volume(&fresh);
        for level in &profiles.levels {
            assert!(
                (volume(level) - before).abs()
                    < 1e-9 * volume(&fresh.iter().map(|h| h.abs()).collect::<Vec<_>>())
            );
        }
    }

    #[test]
    fn a_gaussian_hill_spreads_as_the_heat_kernel_does() {
        // exp(-r^2 / s) becomes s / (s + 4K) exp(-r^2 / (s + 4K)).
        let (s, age) = (0.2, 0.05);
        let hill = |r: f64, s: f64| (-r * r / s).exp();
        let mut profile: Vec<f64> = (0..NODES).map(|node| hill(radius_of(node), s)).collect();
        for _ in 0..400 {
            profile = diffused(&profile, age / 400.0);
        }
        let spread = s + 4.0 * age;
        for (node, height) in profile.iter().enumerate() {
            let expected = s / spread * hill(radius_of(node), spread);
            assert!((height - expected).abs() < 1e-3, "{node}: {height} {expected}");
        }
    }

    #[test]
    fn a_crater_gets_shallower_with_age_until_it_is_gone() {
        let profiles = AgedProfiles::new();
        let depth = |age: f64| {
            let heights = (0..60).map(|i| profiles.height(f64::from(i) / 40.0, age));
            let highest = heights.fold(f64::NEG_INFINITY, f64::max);
            highest - profiles.height(0.0, age)
        };
        assert!((depth(0.0) - 0.2).abs() < 1e-12);
        let ages = [0.0, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 0.3, 0.9];
        assert!(ages.windows(2).all(|pair| depth(pair[1]) < depth(pair[0])));
        assert!(depth(0.999) < 2e-3, "{}", depth(0.999));
        assert_eq!(depth(1.0), 0.0);
    }
}
