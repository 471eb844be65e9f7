//! Bekker's sinkage: how deep a plate, a rigid wheel or a ball stands in soil, as curves for
//! [`Sinkage`](super::Sinkage).
//!
//! Under a plate of smaller dimension b the pressure at depth z is
//!
//! p = (k_c / b + k_φ) zⁿ
//!
//! (M. G. Bekker, *Theory of Land Locomotion*, 1956; J. Y. Wong, *Theory of Ground Vehicles*, 4th ed.
//! 2008, chapter 2, pressure–sinkage relationships). A rigid wheel of radius R and width b that has
//! rolled to a depth z₀ is borne by the soil before it, each strip of the rim by the pressure at its
//! own depth (Wong, the same chapter, motion resistance of a rigid wheel):
//!
//! W = b R (k_c / b + k_φ) ∫₀^θ₀ (R (cos θ − cos θ₀))ⁿ cos θ dθ,  cos θ₀ = 1 − z₀ / R,
//!
//! which for small depths is Bekker's W = (3 − n)/3 · (k_c + b k_φ) √(2 R) z₀^(n + ½). A ball that is
//! pressed straight down is borne over its whole cap. Soil is taken to give back what it was pressed by:
//! what stays of a rut is the business of a law with memory.
//!
//! | symbol | field | unit |
//! |---|---|---|
//! | n | `exponent` | none |
//! | k_c | `cohesive` | N/m^(n+1) |
//! | k_φ | `frictional` | N/m^(n+2) |

use crate::math::real;
use std::f64::consts::PI;

/// Soil by Bekker's numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bekker {
    /// n, without unit.
    pub exponent: f64,
    /// k_c, N/m^(n+1).
    pub cohesive: f64,
    /// k_φ, N/m^(n+2).
    pub frictional: f64,
}

/// Straight pieces of a curve. They lie closer together near the surface, where it bends most. Chosen.
const CURVE_PIECES: u32 = 40;

impl Bekker {
    /// Pressure at a depth (m) under something of smaller dimension `width` (m), Pa.
    pub fn pressure(&self, depth: f64, width: f64) -> f64 {
        self.modulus(width) * real::pow(depth.max(0.0), self.exponent)
    }

    /// Load on a plate of an area (m²) and a smaller dimension (m) at a depth (m), N.
    pub fn on_plate(&self, depth: f64, area: f64, width: f64) -> f64 {
        area * self.pressure(depth, width)
    }

    /// Load on a rigid wheel at a depth (m) of at most its radius, N.
    pub fn on_wheel(&self, depth: f64, radius: f64, width: f64) -> f64 {
        let lowest = 1.0 - (depth / radius).clamp(0.0, 1.0);
        let last = real::acos(lowest);
        let strip = |angle: f64| {
            let cosine = real::cos(angle);
            real::pow((radius * (cosine - lowest)).max(0.0), self.exponent) * cosine
        };
        // Towards the surface the pressure goes like a power of the distance from the last angle:
        // with angle = last · (1 − u³) that end is smooth enough for any exponent in use.
        let inner = |u: f64| 3.0 * u * u * last * strip(last * (1.0 - u * u * u));
        width * radius * self.modulus(width) * simpson(inner)
    }

    /// Load on a ball at a depth (m) of at most its radius, N.
    pub fn on_ball(&self, depth: f64, radius: f64) -> f64 {
        let (n, z) = (self.exponent, depth.clamp(0.0, radius));
        let cap =
            (radius - z) * real::pow(z, n + 1.0) / (n + 1.0) + real::pow(z, n + 2.0) / (n + 2.0);
        2.0 * PI * self.modulus(radius) * cap
    }

    /// Points of a curve of load over depth, up to a depth.
    pub fn curve(deepest: f64, load: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
        let depth = |piece: u32| {
            let share = f64::from(piece) / f64::from(CURVE_PIECES);
            deepest * share * share
        };
        (1..=CURVE_PIECES).map(|piece| (depth(piece), load(depth(piece)))).collect()
    }

    fn modulus(&self, width: f64) -> f64 {
        self.cohesive / width + self.frictional
    }
}

/// The integral from 0 to 1.
fn simpson(of: impl Fn(f64) -> f64) -> f64 {
    /// Panels of Simpson's rule. Chosen: powers of the depth are smooth but at the surface.
    const PANELS: u32 = 64;
    let at = |place: u32| of(f64::from(place) / f64::from(2 * PANELS));
    let inner: f64 = (0..PANELS).map(|k| 4.0 * at(2 * k + 1) + 2.0 * at(2 * k)).sum();
    (inner - at(0) + at(2 * PANELS)) / f64::from(6 * PANELS)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAND: Bekker = Bekker { exponent: 1.0, cohesive: 1400.0, frictional: 820_000.0 };

    #[test]
    fn with_exponent_one_the_load_on_a_wheel_has_its_closed_form() {
        let (radius, width) = (0.25, 0.4);
        for depth in [1e-4, 0.01, 0.05, 0.2] {
            let last = f64::acos(1.0 - depth / radius);
            let exact = width
                * radius
                * radius
                * SAND.modulus(width)
                * (0.5 * last - 0.25 * (2.0 * last).sin());
            let found = SAND.on_wheel(depth, radius, width);
            assert!((found / exact - 1.0).abs() < 1e-7, "{depth}: {found} {exact}");
        }
    }

    #[test]
    fn at_small_depth_the_load_on_a_wheel_is_bekkers() {
        // At small depth the front half bears ∫₀¹ (1 − s²)ⁿ ds, which his (3 − n)/3 stands for.
        let pi = std::f64::consts::PI;
        for (exponent, exact) in [(0.5, pi / 4.0), (1.0, 2.0 / 3.0), (1.5, 3.0 * pi / 16.0)] {
            let his: f64 = (3.0 - exponent) / 3.0;
            assert!((his / exact - 1.0).abs() < 0.16, "{exponent}: {his} {exact}");
            let soil = Bekker { exponent, ..SAND };
            let (radius, width, depth) = (0.25, 0.4, 1e-4);
            let expected = exact
                * (soil.cohesive + width * soil.frictional)
                * (2.0f64 * radius).sqrt()
                * f64::powf(depth, exponent + 0.5);
            let found = soil.on_wheel(depth, radius, width);
            assert!((found / expected - 1.0).abs() < 1e-3, "{exponent}: {found} {expected}");
        }
    }

    #[test]
    fn a_balls_load_is_the_pressure_summed_over_its_cap() {
        let (radius, depth) = (0.3, 0.1);
        let rings = 20_000;
        let rim = f64::sqrt(radius * radius - (radius - depth) * (radius - depth));
        let sum: f64 = (0..rings)
            .map(|k| {
                let r = rim * (f64::from(k) + 0.5) / f64::from(rings);
                let z = depth - (radius - (radius * radius - r * r).sqrt());
                SAND.pressure(z, radius) * 2.0 * PI * r * rim / f64::from(rings)
            })
            .sum();
        assert!((SAND.on_ball(depth, radius) / sum - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_curve_of_straight_pieces_is_near_the_law() {
        let load = |depth| SAND.on_wheel(depth, 0.25, 0.4);
        let points = Bekker::curve(0.25, load);
        let curve = crate::ground::compliant::Sinkage::new(points, 0.0).unwrap();
        for depth in [0.002, 0.013, 0.04, 0.11] {
            assert!((curve.force(depth) / load(depth) - 1.0).abs() < 0.03, "{depth}");
        }
    }
}
