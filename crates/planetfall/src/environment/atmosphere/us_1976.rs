//! U.S. Standard Atmosphere 1976 up to 86 km, from its layers (NASA TM-X-74335, NOAA S/T 76-1562).
//!
//! Geopotential altitude H = r₀ Z/(r₀ + Z) (its eq. 18). In layer b the molecular-scale temperature is
//! T_M = T_M,b + L_b (H − H_b) (eq. 23) and pressure P_b (T_M,b/T_M)^(g₀' M₀/(R* L_b)) (eq. 33a), or
//! P_b exp(−g₀' M₀ (H − H_b)/(R* T_M,b)) where L_b = 0 (eq. 33b); density P M₀/(R* T_M) (eq. 42), speed of
//! sound sqrt(γ R* T_M/M₀) (eq. 50). Above 80 km the kinetic temperature is T_M M/M₀, with the ratio M/M₀ of its table 8.

use super::Air;
use crate::math::real;

/// r₀, m.
const EARTH_RADIUS: f64 = 6_356_766.0;
/// g₀' M₀/R*, K/m.
const HYDROSTATIC: f64 = 9.806_65 * 28.9644 / 8314.32;
/// R*/M₀, J/(kg K).
pub(super) const GAS_CONSTANT: f64 = 8314.32 / 28.9644;
/// Ratio of specific heats.
pub(super) const GAMMA: f64 = 1.4;
/// Up to this geometric altitude the layers count, m.
pub(super) const TOP: f64 = 86_000.0;
/// Pressure at sea level, Pa.
const SEA_LEVEL_PRESSURE: f64 = 101_325.0;

/// Base of each layer: geopotential altitude m, molecular-scale temperature K, its gradient K/m (table 4).
const LAYERS: [[f64; 3]; 7] = [
    [0.0, 288.15, -0.0065],
    [11_000.0, 216.65, 0.0],
    [20_000.0, 216.65, 0.001],
    [32_000.0, 228.65, 0.0028],
    [47_000.0, 270.65, 0.0],
    [51_000.0, 270.65, -0.0028],
    [71_000.0, 214.65, -0.002],
];

/// M/M₀ every 500 m of geometric altitude from 80 km (table 8).
const MOLAR_MASS_RATIO: [f64; 13] = [
    1.0, 0.999_996, 0.999_989, 0.999_971, 0.999_941, 0.999_909, 0.999_870, 0.999_829, 0.999_786,
    0.999_741, 0.999_694, 0.999_641, 0.999_579,
];

/// Air at a geometric altitude (m) up to [`TOP`]; below sea level the lowest layer goes on.
pub(super) fn at(altitude: f64) -> Air {
    let geopotential = EARTH_RADIUS * altitude / (EARTH_RADIUS + altitude);
    let mut base_pressure = SEA_LEVEL_PRESSURE;
    let mut layer = LAYERS[0];
    for next in &LAYERS[1..] {
        if geopotential < next[0] {
            break;
        }
        base_pressure *= pressure_ratio(&layer, next[0]);
        layer = *next;
    }
    let molecular = layer[1] + layer[2] * (geopotential - layer[0]);
    let pressure = base_pressure * pressure_ratio(&layer, geopotential);
    Air {
        density: pressure / (GAS_CONSTANT * molecular),
        temperature: molecular * molar_mass_ratio(altitude),
        pressure,
        sound_speed: (GAMMA * GAS_CONSTANT * molecular).sqrt(),
    }
}

/// Pressure at a geopotential altitude of a layer over that at its base.
fn pressure_ratio(&[base, temperature, gradient]: &[f64; 3], geopotential: f64) -> f64 {
    let rise = geopotential - base;
    if gradient == 0.0 {
        return real::exp(-HYDROSTATIC * rise / temperature);
    }
    real::pow(temperature / (temperature + gradient * rise), HYDROSTATIC / gradient)
}

fn molar_mass_ratio(altitude: f64) -> f64 {
    let place = ((altitude - 80_000.0) / 500.0).clamp(0.0, 12.0);
    let lower = (place as usize).min(11);
    let share = place - lower as f64;
    MOLAR_MASS_RATIO[lower] + (MOLAR_MASS_RATIO[lower + 1] - MOLAR_MASS_RATIO[lower]) * share
}
