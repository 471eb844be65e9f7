//! The numbers of one soil, and which variant of the model is computed with them.
//!
//! | symbol | field | unit |
//! |---|---|---|
//! | n, n₁ | `exponent`, `slip_exponent` | none |
//! | k_c, k_φ | `cohesive`, `frictional` | N/m^(n+1), N/m^(n+2) |
//! | c, φ | `cohesion`, `friction_angle` | Pa, rad |
//! | μ | `body_friction` | none |
//! | K | `shear_displacement` | m |
//! | k_u, k_s | `elastic_stiffness`, `shear_stiffness` | Pa/m |
//! | d | `damping` | Pa s/m |
//! | κ | `compaction` | none |
//! | γ | `unit_weight` | N/m³ |
//! | m | `heap_exponent` | none |

use super::contour::Contour;
use crate::math::real;
use std::f64::consts::FRAC_PI_2;

/// The numbers of one soil.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Soil {
    /// n of Bekker's p = (k_c/b + k_φ) zⁿ.
    pub exponent: f64,
    /// n₁: under a wheel that slips by s the exponent is n + n₁ |s| (slip sinkage).
    pub slip_exponent: f64,
    /// k_c, N/m^(n+1); may be negative.
    pub cohesive: f64,
    /// k_φ, N/m^(n+2).
    pub frictional: f64,
    /// c, Pa.
    pub cohesion: f64,
    /// φ, rad.
    pub friction_angle: f64,
    /// Steepest slope at which loose soil rests, rad.
    pub repose_angle: f64,
    /// μ between soil and body.
    pub body_friction: f64,
    /// K of Janosi and Hanamoto, m; zero gives the full friction at once.
    pub shear_displacement: f64,
    /// k_u: pressure per depth when pressed soil is let go or pressed again, Pa/m.
    pub elastic_stiffness: f64,
    /// k_s: shear stress per displacement below the yield, Pa/m.
    pub shear_stiffness: f64,
    /// Pressure per speed of pressing in, Pa s/m.
    pub damping: f64,
    /// Whether fast pressing meets more resistance than slow.
    pub rate: Option<RateEffect>,
    /// κ: share of the displaced soil that is compacted; the rest piles up beside the body.
    pub compaction: f64,
    /// Weight of the soil where it lies, N/m³: how high a step of undisturbed cohesive soil stands.
    pub unit_weight: f64,
    /// m of eq. 11: how narrowly soil is pushed ahead; 1, 3 or 5.
    pub heap_exponent: i32,
}

/// p grows by the factor 1 + share · ln(1 + speed of pressing in / reference).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateEffect {
    /// Per e-fold of the speed.
    pub share: f64,
    /// m/s.
    pub reference_speed: f64,
}

/// Which variant of the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScmVariant {
    /// How shear stress follows sliding.
    pub friction: ShearLaw,
    /// Where shear displacement is counted.
    pub shear_place: ShearPlace,
    /// How the length of a footprint's contour is estimated.
    pub contour: Contour,
    /// Whether the contour of a ragged footprint is smoothed before it is measured.
    pub clean_up: bool,
    /// q of the centrality Σ 1/dᵍ; zero makes pressure independent of it.
    pub centrality_exponent: f64,
    /// Whether soil that falls onto compacted soil lies loosely there: it carries as fresh soil, and
    /// only what enters it, not what it has slumped against.
    pub loose_layer: bool,
    /// Whether undisturbed cohesive soil stands in steps.
    pub standing_step: bool,
    /// Whether soil between the grousers of a wheel is held by them: it does not slump, remembers its
    /// shear, is pushed along and not compacted, and hands on no more force than its strength.
    pub held_tread: bool,
    /// How meshes are laid over the grid.
    pub sampling: Sampling,
    /// Sweeps of erosion per commit; what is still too steep is left for the next.
    pub erosion_sweeps: u32,
}

/// How shear stress follows sliding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShearLaw {
    /// τ = min(μ p, c + p tan φ) as soon as anything slides (eq. 7 of the paper).
    Coulomb,
    /// The same times 1 − exp(−j/K) (Janosi and Hanamoto 1961).
    Janosi,
}

/// Where shear displacement is counted. The same K means different soils in the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShearPlace {
    /// At the node of the soil: what has slid over it since the body came.
    Soil,
    /// At the rim of a wheel, as Wong and Reece (1967) count it: what a point of the rim has slid
    /// since it entered the soil. Other shapes count as in `Soil`.
    Rim,
}

/// How meshes are laid over the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    /// Height of the lowest face over each node.
    Raster,
    /// Lowest vertex in the cell around each node, as in Fig. 5 of the paper. It widens the
    /// footprint by half a cell and leaves holes where the mesh is as coarse as the grid.
    Vertices,
}

/// A number that no soil has.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{quantity} is {value}, but must be {allowed}")]
pub struct SoilError {
    /// Which number.
    pub quantity: &'static str,
    /// What was found.
    pub value: f64,
    /// What is allowed.
    pub allowed: &'static str,
}

impl ScmVariant {
    /// What we recommend.
    pub const RECOMMENDED: Self = Self {
        friction: ShearLaw::Janosi,
        shear_place: ShearPlace::Soil,
        contour: Contour::EightDirections,
        clean_up: true,
        centrality_exponent: 2.0,
        loose_layer: true,
        standing_step: true,
        held_tread: true,
        sampling: Sampling::Raster,
        erosion_sweeps: 8,
    };

    /// The paper's model and nothing else; use it with [`Soil::of_2008`].
    pub const SCM_2008: Self = Self {
        friction: ShearLaw::Coulomb,
        loose_layer: false,
        standing_step: false,
        held_tread: false,
        ..Self::RECOMMENDED
    };
}

impl Default for ScmVariant {
    fn default() -> Self {
        Self::RECOMMENDED
    }
}

impl Soil {
    /// DLR's simulant A (Tab. 1 of the paper; k_c and k_φ are printed there in each other's place,
    /// as its Tab. 2 shows). What the paper does not give is ours: μ, K, k_u, κ and weight.
    pub const fn dlr_a() -> Self {
        Self {
            exponent: 0.63,
            cohesive: 2370.0,
            frictional: 60_300.0,
            cohesion: 188.0,
            friction_angle: 24.8 * DEGREE,
            repose_angle: 24.8 * DEGREE,
            ..Self::BASE_SOIL
        }
    }

    /// DLR's simulant D (Tab. 1). Its stiffness is positive for b > 3.48 mm only.
    pub const fn dlr_d() -> Self {
        Self {
            exponent: 1.8,
            cohesive: -6.675e5,
            frictional: 1.92e8,
            cohesion: 13.0,
            friction_angle: 13.4 * DEGREE,
            repose_angle: 13.4 * DEGREE,
            ..Self::BASE_SOIL
        }
    }

    /// Parameters that the paper does not give, with those of table 1 at neutral values: our choice.
    const BASE_SOIL: Self = Self {
        exponent: 1.0,
        slip_exponent: 0.0,
        cohesive: 0.0,
        frictional: 1e6,
        cohesion: 0.0,
        friction_angle: 30.0 * DEGREE,
        repose_angle: 30.0 * DEGREE,
        body_friction: 0.6,
        shear_displacement: 0.01,
        elastic_stiffness: 2e8,
        shear_stiffness: 2e8,
        damping: 0.0,
        rate: None,
        compaction: 0.9,
        unit_weight: 15_000.0,
        heap_exponent: 3,
    };

    /// The same soil with nothing that the paper of 2008 does not have: all displaced soil piles up,
    /// no damping, rate or slip sinkage.
    pub const fn of_2008(self) -> Self {
        Self {
            compaction: 0.0,
            damping: 0.0,
            rate: None,
            slip_exponent: 0.0,
            shear_displacement: 0.0,
            ..self
        }
    }

    /// Itself, if some soil can have these numbers.
    pub fn checked(self) -> Result<Self, SoilError> {
        let positive = [
            ("the sinkage exponent n", self.exponent),
            ("the frictional modulus k_phi, N/m^(n+2)", self.frictional),
            ("the elastic stiffness, Pa/m", self.elastic_stiffness),
            ("the shear stiffness, Pa/m", self.shear_stiffness),
            ("the unit weight, N/m^3", self.unit_weight),
        ];
        for (quantity, value) in positive {
            demand(value > 0.0 && value.is_finite(), quantity, value, "above zero and finite")?;
        }
        let not_negative = [
            ("the slip exponent n1", self.slip_exponent),
            ("the cohesion, Pa", self.cohesion),
            ("the friction of the body", self.body_friction),
            ("the shear displacement K, m", self.shear_displacement),
            ("the damping, Pa s/m", self.damping),
        ];
        for (quantity, value) in not_negative {
            demand(value >= 0.0 && value.is_finite(), quantity, value, "zero or more, and finite")?;
        }
        let k_c = self.cohesive;
        demand(k_c.is_finite(), "the cohesive modulus k_c, N/m^(n+1)", k_c, "finite")?;
        let angle = |value: f64| (0.0..FRAC_PI_2).contains(&value);
        let (phi, repose) = (self.friction_angle, self.repose_angle);
        demand(angle(phi), "the friction angle, rad", phi, "from 0 to less than pi/2")?;
        demand(angle(repose), "the angle of repose, rad", repose, "from 0 to less than pi/2")?;
        let kappa = self.compaction;
        demand((0.0..=1.0).contains(&kappa), "the compaction share", kappa, "from 0 to 1")?;
        let m = self.heap_exponent;
        demand([1, 3, 5].contains(&m), "the heap exponent m", f64::from(m), "1, 3 or 5")?;
        if let Some(RateEffect { share, reference_speed: speed }) = self.rate {
            demand(share >= 0.0 && share.is_finite(), "the rate share", share, "zero or more")?;
            let sound = speed > 0.0 && speed.is_finite();
            demand(sound, "the reference speed of the rate, m/s", speed, "above zero")?;
        }
        Ok(self)
    }

    /// Height of a step that undisturbed soil stands in, m: Rankine's critical height of a vertical
    /// cut, 4 c/γ tan(45° + φ/2).
    pub fn standing_height(&self) -> f64 {
        let active = real::tan(0.5 * (FRAC_PI_2 + self.friction_angle));
        4.0 * self.cohesion / self.unit_weight * active
    }
}

/// One degree, rad.
const DEGREE: f64 = std::f64::consts::PI / 180.0;

fn demand(
    holds: bool,
    quantity: &'static str,
    value: f64,
    allowed: &'static str,
) -> Result<(), SoilError> {
    if holds { Ok(()) } else { Err(SoilError { quantity, value, allowed }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn soils_that_we_ship_are_sound() {
        for soil in [Soil::dlr_a(), Soil::dlr_d(), Soil::dlr_a().of_2008()] {
            assert_eq!(soil.checked(), Ok(soil));
        }
    }

    #[test]
    fn a_number_that_no_soil_has_is_named() {
        let bad = Soil { friction_angle: 2.0, ..Soil::dlr_a() };
        let message = bad.checked().unwrap_err().to_string();
        assert!(message.contains("friction angle") && message.contains('2'), "{message}");
        assert!(Soil { exponent: f64::NAN, ..Soil::dlr_a() }.checked().is_err());
        assert!(Soil { compaction: 1.1, ..Soil::dlr_a() }.checked().is_err());
    }

    #[test]
    fn soil_without_cohesion_stands_in_no_step() {
        let sand = Soil { cohesion: 0.0, ..Soil::dlr_a() };
        assert_eq!(sand.standing_height(), 0.0);
        let expected = 4.0 * 188.0 / 15_000.0 * (57.4_f64).to_radians().tan();
        assert!((Soil::dlr_a().standing_height() - expected).abs() < 1e-12);
    }
}
