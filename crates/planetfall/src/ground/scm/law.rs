//! The stresses at one node.
//!
//! *Pressure* is elastic–plastic. Sinkage z is measured from the level at which the soil was found;
//! z_p of it stays. Pressed again, soil answers with σ = k_u (z − z_p) up to the pressure that it has
//! borne; beyond, it yields and the pressure is Bekker's, with the footprint's width b* and the
//! node's centrality γ (eq. 4):
//!
//! σ = γ (k_c/b* + k_φ) zⁿ, z_p = z − σ/k_u.
//!
//! Where the footprint has moved on and this is less than what the soil has already borne, the soil
//! yields at that: what it was pressed by it does not forget, and σ stays continuous in z.
//!
//! *Shear* is elastic–plastic as well: τ = k_s e with the elastic displacement e up to the yield
//!
//! τ_y = min(μ σ, c + σ tan φ) (1 − exp(−j/K))
//!
//! (eq. 7 with Z. Janosi, B. Hanamoto, *Proc. 1st Int. Conf. Terrain–Vehicle Systems* 1961), where j is
//! what has slid beyond the yield. Sliding on without turning back follows Janosi and Hanamoto exactly;
//! held still, soil holds whatever is below its yield for ever: nothing parked creeps.

use super::parameters::Soil;
use crate::math::real::{self, Bounded};
use nalgebra::Vector3;

/// What the footprint and the memory say of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pressing {
    /// γ (k_c/b* + k_φ), with the effect of speed, N/m^(n+2).
    pub(super) modulus: f64,
    /// n, with the effect of slip.
    pub(super) exponent: f64,
    /// z, m.
    pub(super) sinkage: f64,
    /// z_p, m.
    pub(super) plastic: f64,
    /// Pressure that it has borne, Pa.
    pub(super) yielding: f64,
    /// z_p at which the rock is reached, m.
    pub(super) deepest: f64,
}

/// Pressure and what it leaves behind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pressure {
    /// Pa.
    pub(super) stress: f64,
    /// Its rate of change with sinkage, Pa/m.
    pub(super) slope: f64,
    /// Whether soil yields.
    pub(super) yields: bool,
    /// z_p that stays, m.
    pub(super) plastic: f64,
}

impl Pressure {
    /// Of what carries nothing.
    pub(super) const NONE: Self = Self { stress: 0.0, slope: 0.0, yields: false, plastic: 0.0 };
}

impl Pressing {
    /// The pressure.
    #[inline]
    pub(super) fn pressure(&self, soil: &Soil) -> Pressure {
        // Elastic trial σ = k_u (z − z_p).
        let stiffness = soil.elastic_stiffness;
        let trial = stiffness * (self.sinkage - self.plastic);
        if trial <= self.yielding {
            let (stress, slope) = (trial.at_least(0.0), stiffness);
            return Pressure { stress, slope, yields: false, plastic: self.plastic };
        }
        // Yield: σ = γ (k_c/b* + k_φ) zⁿ (eq. 4), no less than what was borne and no more than the trial.
        let bekker = self.modulus * real::pow_of_positive(self.sinkage, self.exponent);
        let (mut stress, mut slope) = if bekker < self.yielding {
            (self.yielding, 0.0)
        } else if bekker < trial {
            (bekker, self.exponent * bekker / self.sinkage)
        } else {
            (trial, stiffness)
        };
        let rock = stiffness * (self.sinkage - self.deepest);
        if rock > stress {
            (stress, slope) = (rock, stiffness);
        }
        let plastic = (self.sinkage - stress / stiffness).at_least(self.plastic);
        Pressure { stress, slope: slope.at_most(stiffness), yields: true, plastic }
    }
}

impl Pressing {
    /// ∫ σ dz over the last part of the sinkage, by which it has changed (m) since the memory was written, J/m²:
    /// what elastic soil stored, and what soil took that yields from the pressure it had borne to the one found. A
    /// node that a body comes upon from the side is deep at once and never bore less: there the pressure grows along
    /// its curve over that part only.
    #[inline]
    pub(super) fn pressed(&self, soil: &Soil, found: &Pressure, change: f64) -> f64 {
        let stiffness = soil.elastic_stiffness;
        let farthest = self.yielding / stiffness;
        // By how much it is compressed beyond what stays, at most to where it yields.
        let compressed = |sinkage: f64| (sinkage - self.plastic).at_least(0.0).at_most(farthest);
        let (from, to) = (self.sinkage - change, self.sinkage);
        let (before, after) = (compressed(from), compressed(to));
        let stored = 0.5 * stiffness * (after - before) * (after + before);
        if !found.yields {
            return stored;
        }
        let limit = self.plastic + farthest;
        let yields_from = limit.at_least(from).at_most(to);
        let yielding = match from > limit {
            true => (found.stress - found.slope * (to - yields_from)).at_least(self.yielding),
            false => self.yielding,
        };
        stored + 0.5 * (yielding + found.stress) * (to - yields_from)
    }
}

/// What is slid over a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sliding {
    /// Elastic displacement at the last commit, along the surface, m.
    pub(super) elastic: Vector3<f64>,
    /// j at the last commit, m.
    pub(super) path: f64,
    /// Of the body over the soil since then, along the surface, m.
    pub(super) slid: Vector3<f64>,
    /// Share of the sliding that counts for j.
    pub(super) counted: f64,
    /// min(μ σ, c + σ tan φ), Pa.
    pub(super) limit: f64,
    /// K, m.
    pub(super) scale: f64,
    /// k_s, Pa/m.
    pub(super) stiffness: f64,
}

/// Shear stress and what it leaves behind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shear {
    /// On the soil, along the surface, Pa; on the body it is the opposite.
    pub(super) stress: Vector3<f64>,
    /// Elastic displacement, m.
    pub(super) elastic: Vector3<f64>,
    /// j, m.
    pub(super) path: f64,
    /// Rate of change with sliding along the stress, and across it, Pa/m.
    pub(super) slopes: [f64; 2],
    /// ∫ τ · ds since the last commit, J/m²: what elastic soil stored, and what sliding beyond the yield took.
    pub(super) sheared: f64,
}

impl Sliding {
    /// The shear stress.
    #[inline]
    pub(super) fn shear(&self) -> Shear {
        // Elastic trial τ = k_s (e + s).
        let trial = self.elastic + self.slid;
        let length = trial.norm();
        let stiffness = self.stiffness;
        let (before, _) = self.grown(self.path);
        let stored = 0.5 * stiffness;
        let start = self.elastic.norm_squared();
        if stiffness * length <= before {
            let stress = trial * stiffness;
            let (slopes, sheared) = ([stiffness; 2], stored * (length * length - start));
            return Shear { stress, elastic: trial, path: self.path, slopes, sheared };
        }
        // Beyond the yield the rest of the way is slid: j grows by it, and with j the yield
        // τ_y = τ_max (1 − exp(−j/K)) (Janosi and Hanamoto 1961).
        let path = self.path + self.counted * (length - before / stiffness);
        let (grown, rate) = self.grown(path);
        let strength = grown.at_most(stiffness * length);
        let (direction, end) = (trial / length, strength / stiffness);
        Shear {
            stress: direction * strength,
            elastic: direction * end,
            path,
            slopes: [(rate * self.counted).at_most(stiffness), strength / length],
            sheared: stored * (end * end - start)
                + 0.5 * (before + strength) * (length - end).at_least(0.0),
        }
    }

    /// The yield at a shear displacement, and its rate of change.
    #[inline]
    fn grown(&self, path: f64) -> (f64, f64) {
        if self.scale <= 0.0 {
            return (self.limit, 0.0);
        }
        let rest = real::exp(-path / self.scale);
        (self.limit * (1.0 - rest), self.limit * rest / self.scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pressing(sinkage: f64, plastic: f64, yielding: f64) -> Pressing {
        Pressing { modulus: 1e5, exponent: 0.63, sinkage, plastic, yielding, deepest: 1.0 }
    }

    #[test]
    fn soil_that_is_pressed_further_follows_bekker_and_gives_back_little() {
        let soil = Soil::dlr_a();
        let first = pressing(0.02, 0.0, 0.0).pressure(&soil);
        let bekker = 1e5 * 0.02_f64.powf(0.63);
        assert!(first.yields && (first.stress - bekker).abs() < 1e-9 * bekker);
        assert!((first.plastic - (0.02 - bekker / 2e8)).abs() < 1e-15);
        let half = pressing(0.02 - 0.5 * bekker / 2e8, first.plastic, first.stress).pressure(&soil);
        assert!(!half.yields && (half.stress / bekker - 0.5).abs() < 1e-9);
        let again = pressing(0.025, first.plastic, first.stress).pressure(&soil);
        assert!((again.stress - 1e5 * 0.025_f64.powf(0.63)).abs() < 1e-9 * again.stress);
    }

    #[test]
    fn the_work_of_soil_that_yields_is_the_area_under_bekkers_curve() {
        let soil = Soil::dlr_a();
        let area = |from: f64, to: f64| 1e5 / 1.63 * (to.powf(1.63) - from.powf(1.63));
        // Met from the side 0.5 m deep; and pressed further from where it yielded last.
        for (plastic, yielding, from, to) in [
            (0.0, 0.0, 0.499, 0.5),
            (0.4 - 1e5 * 0.4_f64.powf(0.63) / 2e8, 1e5 * 0.4_f64.powf(0.63), 0.4, 0.401),
        ] {
            let own = pressing(to, plastic, yielding);
            let work = own.pressed(&soil, &own.pressure(&soil), to - from);
            let expected = area(from, to);
            assert!((work / expected - 1.0).abs() < 1e-5, "{work} J/m² for {expected}");
        }
    }

    #[test]
    fn rock_under_the_soil_is_stiff_and_keeps_no_print() {
        let soil = Soil::dlr_a();
        let shallow = Pressing { deepest: 0.01, ..pressing(0.012, 0.0, 0.0) };
        let found = shallow.pressure(&soil);
        assert!((found.stress - 2e8 * 0.002).abs() < 1e-6);
        assert!((found.plastic - 0.01).abs() < 1e-15);
    }

    #[test]
    fn sliding_on_follows_janosi_and_hanamoto() {
        let mut sliding = Sliding {
            elastic: Vector3::zeros(),
            path: 0.0,
            slid: Vector3::x() * 1e-4,
            counted: 1.0,
            limit: 5e3,
            scale: 0.01,
            stiffness: 2e8,
        };
        for step in 1..=500 {
            let shear = sliding.shear();
            (sliding.elastic, sliding.path) = (shear.elastic, shear.path);
            let j = f64::from(step) * 1e-4;
            let exact = 5e3 * (1.0 - (-j / 0.01_f64).exp());
            assert!((shear.stress.x - exact).abs() < 1e-9 * 5e3, "{j}: {} {exact}", shear.stress.x);
        }
    }

    #[test]
    fn turning_back_is_elastic_at_first() {
        let mut sliding = Sliding {
            elastic: Vector3::zeros(),
            path: 0.0,
            slid: Vector3::x() * 0.02,
            counted: 1.0,
            limit: 5e3,
            scale: 0.01,
            stiffness: 2e8,
        };
        let shear = sliding.shear();
        (sliding.elastic, sliding.path) = (shear.elastic, shear.path);
        sliding.slid = Vector3::x() * -1e-6;
        let back = sliding.shear();
        assert!((shear.stress.x - back.stress.x - 200.0).abs() < 1e-6);
        assert_eq!(back.path, shear.path);
    }

    proptest! {
        #[test]
        fn shear_never_exceeds_the_limit_and_never_feeds_sliding(
            elastic in prop::array::uniform2(-3e-5..3e-5), slid in prop::array::uniform2(-1e-3..1e-3),
            path in 0.0..0.05, limit in 0.0..1e4, scale in prop::sample::select(vec![0.0, 0.01]),
        ) {
            let plane = |[x, y]: [f64; 2]| Vector3::new(x, y, 0.0);
            let sliding = Sliding {
                elastic: plane(elastic), path, slid: plane(slid), counted: 1.0, limit, scale,
                stiffness: 2e8,
            };
            let shear = sliding.shear();
            prop_assert!(shear.stress.norm() <= limit * (1.0 + 1e-12));
            prop_assert!(shear.path >= path);
            // The work of sliding pays at least for what the elastic displacement stores.
            let stored = 1e8 * (shear.elastic.norm_squared() - sliding.elastic.norm_squared());
            prop_assert!(shear.stress.dot(&sliding.slid) >= stored - 1e-9);
        }
    }
}
