//! Push-off: what springs or a mortar give a part and its carrier when the part is let go.
//!
//! An impulse J along a direction d at a point of the carrier's link acts on the part and, equal and opposite, on
//! what carries it. With W = dᵀ (M₁⁻¹ + M₂⁻¹) d, the inverse of the mass that both have along d there, the
//! speed at which they part grows by J W, and springs that held the energy E give J = √(2E/W) from rest.

use nalgebra::Vector3;

/// How a part is pushed off when it is let go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PushOff {
    /// Index of the vehicle that is carried.
    pub part: usize,
    /// Where the two push on each other, axes of the link that carries it, m.
    pub point: Vector3<f64>,
    /// Direction of the force on the part, in the same axes, of length 1.
    pub direction: Vector3<f64>,
    /// How strong it is.
    pub strength: PushStrength,
}

/// How strong a push-off is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PushStrength {
    /// J, N s.
    Impulse(f64),
    /// Speed at which the points of the two part, m/s.
    Speed(f64),
    /// Energy that its springs or its charge give, J.
    Energy(f64),
}

impl PushStrength {
    /// J (N s) on bodies whose inverse mass (1/kg) along it is known.
    pub fn impulse(&self, inverse_mass: f64) -> f64 {
        match *self {
            Self::Impulse(impulse) => impulse,
            _ if inverse_mass <= 0.0 => 0.0,
            Self::Speed(speed) => speed / inverse_mass,
            Self::Energy(energy) => (2.0 * energy / inverse_mass).sqrt(),
        }
    }
}
