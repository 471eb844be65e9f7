//! What a difference is measured against: the largest magnitude that a quantity has in either run,
//! but at least a millionth of the largest of its unit. Else a drift of 1e-14 m across a drive of
//! ten metres, which is rounding alone, would count as a difference of a hundred percent.

use planetfall_files::quantity::unit_of;
use std::collections::BTreeMap;

/// The largest magnitude of each unit.
#[derive(Debug, Default)]
pub(super) struct Scales {
    units: BTreeMap<String, f64>,
}

/// A quantity smaller than this share of the largest of its unit is measured against that share. Chosen.
const FLOOR: f64 = 1e-6;

impl Scales {
    /// Takes a value, or the largest of many, into account.
    pub(super) fn widen(&mut self, name: &str, value: f64) {
        if value.is_finite() {
            let largest = self.units.entry(unit_of(name)).or_default();
            *largest = largest.max(value.abs());
        }
    }

    /// The scale of a quantity whose own largest magnitude is this.
    pub(super) fn of(&self, name: &str, own: f64) -> f64 {
        let unit = self.units.get(&unit_of(name)).copied().unwrap_or(0.0);
        own.abs().max(FLOOR * unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_tiny_among_its_unit_is_measured_against_the_unit() {
        let mut scales = Scales::default();
        scales.widen("a.x_m", -10.0);
        scales.widen("a.y_m", 1e-14);
        scales.widen("a.mass_kg", f64::NAN);
        assert_eq!(scales.of("a.x_m", 10.0), 10.0);
        assert_eq!(scales.of("a.y_m", 1e-14), FLOOR * 10.0);
        assert_eq!(scales.of("a.mass_kg", 2.0), 2.0);
    }
}
