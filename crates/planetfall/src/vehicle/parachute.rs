//! Inflation and drag of a parachute.
//!
//! A canopy is a body of its own that a mortar throws out; riser and bridles are cables. From line stretch on
//! (a riser's cable is taut for the first time) its filling σ runs from 0 to 1,
//!
//! ```text
//! σ' = 1/t_f   or   σ' = V/(n D₀)                                                                (1)
//! ```
//!
//! in a fixed fill time or over a fixed number of diameters flown, and its drag is
//!
//! ```text
//! F = q S₀ Cd(M) a X,   a = a₀ + (1 − a₀) min(σ, 1)^p                                            (2)
//! ```
//!
//! with the share a₀ of the area that streams before it fills. X is the opening-load factor (Knacke,
//! Parachute Recovery Systems Design Manual, §5.4: F = CdS q C_X X₁ with C_X here and the force reduction
//! X₁ found by the motion itself): C_X up to σ = 1, then back to 1 along half a cosine over `relaxation` more
//! fillings. Above a Mach number the area may breathe, a (1 + A sin 2π f t), t since line stretch.
//!
//! | symbol | field | unit |
//! |---|---|---|
//! | S₀ | `area` | m² |
//! | Cd | `drag` | – |
//! | p | `exponent` | – |
//! | a₀ | `packed_share` | – |
//! | C_X | `opening_load_factor` | – |
//! | t_f; n D₀ | [`Filling`] | s; m |
//! | A, f | [`AreaOscillation`] | –, Hz |

use super::aerodynamics::MachCurve;
use crate::math::real;
use std::f64::consts::{PI, TAU};

/// The opening-load factor with which the drag of a Mars canopy gives the load that was flown: 1.36 to 1.57 by
/// different accounts of Mars Science Laboratory. Chosen: near their middle.
pub const OPENING_LOAD_FACTOR: f64 = 1.45;

/// A canopy.
#[derive(Clone, Debug, PartialEq)]
pub struct Canopy {
    /// S₀: nominal area, m².
    pub area: f64,
    /// Cd against Mach number, by nominal area.
    pub drag: MachCurve,
    /// How fast it fills.
    pub filling: Filling,
    /// p: power of the area's growth.
    pub exponent: f64,
    /// a₀: share of the area before it fills.
    pub packed_share: f64,
    /// C_X
    pub opening_load_factor: f64,
    /// Over how many fillings the opening-load factor goes back to 1.
    pub relaxation: f64,
    /// Breathing of the full canopy.
    pub oscillation: Option<AreaOscillation>,
    /// What goes wrong with it.
    pub fault: Option<CanopyFault>,
}

/// How fast a canopy fills.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Filling {
    /// In a fixed time, s.
    Time(f64),
    /// Over a fixed distance through the air, m.
    Distance(f64),
}

/// Breathing of a canopy's area.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AreaOscillation {
    /// A: share of the area.
    pub amplitude: f64,
    /// f, Hz.
    pub frequency: f64,
    /// It breathes above this Mach number.
    pub above_mach: f64,
}

/// What goes wrong with a canopy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CanopyFault {
    /// It never fills beyond a share of its area.
    Fails {
        /// Of the area.
        share: f64,
    },
    /// It fills so long after line stretch, s.
    Late {
        /// s
        delay: f64,
    },
    /// It loses a share of its area so long after line stretch.
    LosesArea {
        /// Of the area: one gore of 80 is 1/80.
        share: f64,
        /// s since line stretch.
        after: f64,
    },
}

impl Canopy {
    /// σ' from σ, time since line stretch (s) and speed through the air (m/s).
    pub fn filling_rate(&self, filled: f64, since: f64, speed: f64) -> f64 {
        let waits = matches!(self.fault, Some(CanopyFault::Late { delay }) if since < delay);
        if waits || filled >= 1.0 + self.relaxation {
            return 0.0;
        }
        match self.filling {
            Filling::Time(time) => 1.0 / time,
            Filling::Distance(distance) => speed / distance,
        }
    }

    /// a X of (2), with breathing and faults.
    pub fn area_share(&self, filled: f64, since: f64, mach: f64) -> f64 {
        let grown = if filled > 0.0 { real::pow(filled.min(1.0), self.exponent) } else { 0.0 };
        let mut share = self.packed_share + (1.0 - self.packed_share) * grown;
        if let Some(CanopyFault::Fails { share: most }) = self.fault {
            return share.min(most);
        }
        if let Some(CanopyFault::LosesArea { share: lost, after }) = self.fault
            && since >= after
        {
            share *= 1.0 - lost;
        }
        if let Some(breath) = self.oscillation
            && filled >= 1.0
            && mach > breath.above_mach
        {
            share *= 1.0 + breath.amplitude * real::sin(TAU * breath.frequency * since);
        }
        share * self.load_factor(filled)
    }

    /// X of (2).
    fn load_factor(&self, filled: f64) -> f64 {
        let beyond = self.opening_load_factor - 1.0;
        if filled <= 1.0 {
            1.0 + beyond
        } else if filled >= 1.0 + self.relaxation {
            1.0
        } else {
            1.0 + beyond * 0.5 * (1.0 + real::cos(PI * (filled - 1.0) / self.relaxation))
        }
    }

    /// Drag area now, m².
    pub fn drag_area(&self, filled: f64, since: f64, mach: f64) -> f64 {
        self.area * self.drag.at(mach) * self.area_share(filled, since, mach)
    }
}

/// Drag of a disk-gap-band canopy against Mach number as a share of that at rest. Unsourced: found in three
/// public scripts, none of which names a paper. Replace it where a better one is at hand.
pub const UNSOURCED_MACH_FACTOR: [(f64, f64); 18] = [
    (0.25, 1.0),
    (0.65, 1.0),
    (0.7, 0.98),
    (0.8, 0.90),
    (0.9, 0.72),
    (0.95, 0.66),
    (1.0, 0.76),
    (1.1, 0.90),
    (1.2, 0.96),
    (1.3, 0.99),
    (1.4, 1.0),
    (1.5, 0.99),
    (1.6, 0.98),
    (1.8, 0.90),
    (1.9, 0.85),
    (2.0, 0.82),
    (2.2, 0.75),
    (2.5, 0.65),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn canopy() -> Canopy {
        Canopy {
            area: 100.0,
            drag: MachCurve::constant(0.6),
            filling: Filling::Time(0.5),
            exponent: 3.0,
            packed_share: 0.0,
            opening_load_factor: 1.45,
            relaxation: 1.0,
            oscillation: None,
            fault: None,
        }
    }

    #[test]
    fn area_grows_by_its_power_and_the_load_factor_relaxes_to_one() {
        let canopy = canopy();
        assert_eq!(canopy.area_share(0.0, 0.0, 1.0), 0.0);
        assert!((canopy.area_share(0.5, 0.0, 1.0) - 0.125 * 1.45).abs() < 1e-15);
        assert!((canopy.area_share(1.0, 0.0, 1.0) - 1.45).abs() < 1e-15);
        assert!((canopy.area_share(1.5, 0.0, 1.0) - 1.225).abs() < 1e-15);
        assert_eq!(canopy.area_share(2.0, 0.0, 1.0), 1.0);
        assert_eq!(canopy.filling_rate(0.3, 0.0, 400.0), 2.0);
        assert_eq!(canopy.filling_rate(2.0, 0.0, 400.0), 0.0);
        let by_way = Canopy { filling: Filling::Distance(200.0), ..canopy };
        assert_eq!(by_way.filling_rate(0.3, 0.0, 400.0), 2.0);
    }

    #[test]
    fn a_canopy_that_fails_is_late_or_torn_says_so_by_its_area() {
        let with = |fault| Canopy { fault: Some(fault), ..canopy() };
        assert_eq!(with(CanopyFault::Fails { share: 0.1 }).area_share(2.0, 9.0, 1.0), 0.1);
        let late = with(CanopyFault::Late { delay: 6.4 });
        assert_eq!(late.filling_rate(0.0, 6.0, 1.0), 0.0);
        assert_eq!(late.filling_rate(0.0, 6.5, 1.0), 2.0);
        let torn = with(CanopyFault::LosesArea { share: 0.0125, after: 3.0 });
        assert_eq!(torn.area_share(2.0, 2.0, 1.0), 1.0);
        assert_eq!(torn.area_share(2.0, 3.0, 1.0), 0.9875);
    }

    #[test]
    fn a_full_canopy_breathes_above_its_mach_number_only() {
        let breath = AreaOscillation { amplitude: 0.2, frequency: 2.5, above_mach: 1.4 };
        let canopy = Canopy { oscillation: Some(breath), ..canopy() };
        assert!((canopy.area_share(2.0, 0.1, 1.5) - 1.2).abs() < 1e-15);
        assert_eq!(canopy.area_share(2.0, 0.1, 1.3), 1.0);
    }
}
