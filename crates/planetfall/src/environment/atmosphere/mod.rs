//! Air against altitude: a table, an exponential law, or the U.S. Standard Atmosphere 1976.
//!
//! Between the rows of a table density and pressure are interpolated in their logarithms, so that an exponential
//! atmosphere is exact, ρ = ρ_i (ρ_{i+1}/ρ_i)^s with s = (h − h_i)/(h_{i+1} − h_i); temperature and a tabulated
//! speed of sound are linear in s. Below the first row temperature goes on by the lapse rate of the lowest interval,
//! density and pressure by its scale heights; above the last row temperature and speed of sound are those of
//! the last row, density and pressure go on by the last scale heights. Without a column of its own the speed of sound
//! is a = sqrt(γ R T), and pressure p = ρ R T.
//!
//! A multiplier and a perturbation change density and pressure alike and leave temperature and the speed of
//! sound as they are (docs/theory/environment.md).

mod embedded;
mod perturbation;
mod us_1976;

pub(super) use embedded::{EARTH_GAS, MARS_GAS, TITAN_GAS};
pub use embedded::{EMBEDDED, EmbeddedAtmosphere};
pub use perturbation::DensityPerturbation;

use super::geodesy::ReferenceSurface;
use super::profile::{Interval, Profile, ProfileError, check_altitudes, interval, positive};
use crate::math::real;

/// What air is like at a place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Air {
    /// kg/m³
    pub density: f64,
    /// K
    pub temperature: f64,
    /// Pa
    pub pressure: f64,
    /// m/s
    pub sound_speed: f64,
}

impl Air {
    /// No air: a Mach number there is no number.
    pub const NONE: Self = Self { density: 0.0, temperature: 0.0, pressure: 0.0, sound_speed: 0.0 };
}

/// What a gas is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gas {
    /// Ratio of specific heats, –.
    pub gamma: f64,
    /// Specific gas constant, J/(kg K).
    pub constant: f64,
}

impl Gas {
    /// Speed of sound at a temperature (K), m/s.
    pub fn sound_speed(&self, temperature: f64) -> f64 {
        (self.gamma * self.constant * temperature).sqrt()
    }
}

/// A row of an atmosphere's table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AirRow {
    /// m
    pub altitude: f64,
    /// kg/m³
    pub density: f64,
    /// K
    pub temperature: f64,
    /// Pa; by the gas law where there is none.
    pub pressure: Option<f64>,
    /// m/s; by the gas where there is none.
    pub sound_speed: Option<f64>,
}

/// Air against altitude.
#[derive(Clone, Debug, PartialEq)]
pub struct Atmosphere {
    rows: Vec<PreparedRow>,
    /// Whether it is the U.S. Standard Atmosphere below its rows.
    standard: bool,
    surface: Option<ReferenceSurface>,
    multiplier: Option<Profile>,
    perturbation: Option<DensityPerturbation>,
    limits: Option<[f64; 2]>,
}

/// A row with the logarithms that are interpolated.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PreparedRow {
    altitude: f64,
    log_density: f64,
    log_pressure: f64,
    temperature: f64,
    sound_speed: f64,
}

impl Atmosphere {
    /// From rows whose altitudes increase.
    pub fn new(rows: &[AirRow], gas: &Gas) -> Result<Self, ProfileError> {
        if rows.len() < 2 {
            return Err(ProfileError::TooFewRows { rows: rows.len(), least: 2 });
        }
        check_altitudes(rows.iter().map(|row| row.altitude))?;
        let prepared = rows.iter().enumerate().map(|(index, row)| row.prepared(index, gas));
        let rows = prepared.collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            rows,
            standard: false,
            surface: None,
            multiplier: None,
            perturbation: None,
            limits: None,
        })
    }

    /// ρ = ρ₀ exp(−h/H) of one temperature: density at altitude zero (kg/m³), scale height (m), K.
    pub fn exponential(
        density: f64,
        scale_height: f64,
        temperature: f64,
        gas: &Gas,
    ) -> Result<Self, ProfileError> {
        let height = positive(0, "scale height", scale_height)?;
        let row = |altitude, density| AirRow {
            altitude,
            density,
            temperature,
            pressure: None,
            sound_speed: None,
        };
        Self::new(&[row(0.0, density), row(height, density * real::exp(-1.0))], gas)
    }

    /// The same with altitudes counted from a surface of its own.
    #[must_use]
    pub fn with_surface(self, surface: ReferenceSurface) -> Self {
        Self { surface: Some(surface), ..self }
    }

    /// The same with density and pressure multiplied by a profile; temperature stays.
    #[must_use]
    pub fn with_multiplier(self, multiplier: Profile) -> Self {
        Self { multiplier: Some(multiplier), ..self }
    }

    /// The same with density and pressure perturbed.
    #[must_use]
    pub fn with_perturbation(self, perturbation: DensityPerturbation) -> Self {
        Self { perturbation: Some(perturbation), ..self }
    }

    /// The same with a run ending in an error where a vehicle leaves the altitudes of the table, instead of air that is
    /// extrapolated.
    #[must_use]
    pub fn refusing_extrapolation(self) -> Self {
        Self { limits: Some(self.coverage()), ..self }
    }

    /// The surface that its altitudes are counted from, if it is not the world's.
    pub fn surface(&self) -> Option<&ReferenceSurface> {
        self.surface.as_ref()
    }

    /// Altitudes of its first and last row, m.
    pub fn coverage(&self) -> [f64; 2] {
        let end = |row: Option<&PreparedRow>| row.map_or(0.0, |row| row.altitude);
        let lowest = if self.standard { LOWEST_STANDARD } else { end(self.rows.first()) };
        [lowest, end(self.rows.last())]
    }

    /// Altitudes outside which a run must not go, if there are such, m.
    pub fn limits(&self) -> Option<[f64; 2]> {
        self.limits
    }

    /// Air at an altitude, m.
    pub fn at(&self, altitude: f64) -> Air {
        let mut air = if self.standard && altitude < us_1976::TOP {
            us_1976::at(altitude)
        } else {
            self.tabulated(altitude)
        };
        let mut scale = |factor: f64| {
            air.density *= factor;
            air.pressure *= factor;
        };
        self.multiplier.iter().for_each(|multiplier| scale(multiplier.at(altitude)));
        self.perturbation.iter().for_each(|perturbation| scale(perturbation.factor(altitude)));
        air
    }

    fn tabulated(&self, altitude: f64) -> Air {
        let rows = &self.rows;
        let share = |from: &PreparedRow, to: &PreparedRow| {
            (altitude - from.altitude) / (to.altitude - from.altitude)
        };
        match (interval(rows.len(), |index| rows[index].altitude, altitude), &rows[..]) {
            (Interval::Between(lower, share), rows) => rows[lower].towards(&rows[lower + 1], share),
            (Interval::Below, [from, to, ..]) => {
                let air = from.towards(to, share(from, to));
                let temperature = air.temperature.max(COLDEST);
                Air { temperature, sound_speed: air.sound_speed.max(SLOWEST_SOUND), ..air }
            }
            (Interval::Above, [.., from, to]) => {
                let air = from.towards(to, share(from, to));
                Air { temperature: to.temperature, sound_speed: to.sound_speed, ..air }
            }
            (Interval::Below | Interval::Above, _) => Air::NONE,
        }
    }
}

/// Least temperature that a lapse rate leads to far below a table whose temperature falls towards the ground, K.
/// Chosen: colder than any air, and positive, so that densities stay finite.
const COLDEST: f64 = 1.0;
/// Least speed of sound there, m/s. Chosen: below that of any air, and positive, so that Mach numbers stay finite.
const SLOWEST_SOUND: f64 = 1.0;
/// Lowest altitude that the U.S. Standard Atmosphere 1976 tabulates, m.
const LOWEST_STANDARD: f64 = -5000.0;

impl AirRow {
    fn prepared(&self, index: usize, gas: &Gas) -> Result<PreparedRow, ProfileError> {
        let density = positive(index, "density", self.density)?;
        let temperature = positive(index, "temperature", self.temperature)?;
        let pressure = self.pressure.unwrap_or(density * gas.constant * temperature);
        let pressure = positive(index, "pressure", pressure)?;
        let sound_speed = self.sound_speed.unwrap_or_else(|| gas.sound_speed(temperature));
        Ok(PreparedRow {
            altitude: self.altitude,
            log_density: real::ln(density),
            log_pressure: real::ln(pressure),
            temperature,
            sound_speed: positive(index, "speed of sound", sound_speed)?,
        })
    }
}

impl PreparedRow {
    fn towards(&self, other: &Self, share: f64) -> Air {
        let between = |from: f64, to: f64| from + (to - from) * share;
        Air {
            density: real::exp(between(self.log_density, other.log_density)),
            temperature: between(self.temperature, other.temperature),
            pressure: real::exp(between(self.log_pressure, other.log_pressure)),
            sound_speed: between(self.sound_speed, other.sound_speed),
        }
    }
}

#[cfg(test)]
mod tests;
