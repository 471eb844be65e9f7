//! Air as a table against altitude.
//!
//! Density and pressure are interpolated in their logarithms, so that an exponential atmosphere is exact
//! between rows; temperature and a tabulated speed of sound are linear. Below the first row temperature goes on
//! by the lapse rate of the lowest interval, density and pressure by its scale heights; above the last
//! row temperature is that of the last row, density and pressure go on by the last scale heights. Without a
//! column of its own the speed of sound is a = sqrt(γ R T), and pressure p = ρ R T.

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
    rows: Vec<Prepared>,
    surface: Option<ReferenceSurface>,
    multiplier: Option<Profile>,
}

/// A row with the logarithms that are interpolated.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Prepared {
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
        Ok(Self { rows, surface: None, multiplier: None })
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

    /// The surface that its altitudes are counted from, if it is not the world's.
    pub fn surface(&self) -> Option<&ReferenceSurface> {
        self.surface.as_ref()
    }

    /// Altitudes of its first and last row, m.
    pub fn coverage(&self) -> [f64; 2] {
        let end = |row: Option<&Prepared>| row.map_or(0.0, |row| row.altitude);
        [end(self.rows.first()), end(self.rows.last())]
    }

    /// Air at an altitude, m.
    pub fn at(&self, altitude: f64) -> Air {
        let mut air = self.tabulated(altitude);
        if let Some(multiplier) = &self.multiplier {
            let factor = multiplier.at(altitude);
            air.density *= factor;
            air.pressure *= factor;
        }
        air
    }

    fn tabulated(&self, altitude: f64) -> Air {
        let rows = &self.rows;
        let count = rows.len();
        match interval(count, |index| rows[index].altitude, altitude) {
            Interval::Between(lower, share) => rows[lower].towards(&rows[lower + 1], share),
            Interval::Below => {
                let (from, to) = (&rows[0], &rows[1]);
                from.towards(to, (altitude - from.altitude) / (to.altitude - from.altitude))
            }
            Interval::Above => {
                let (from, to) = (&rows[count - 2], &rows[count - 1]);
                let share = (altitude - from.altitude) / (to.altitude - from.altitude);
                let air = from.towards(to, share);
                Air { temperature: to.temperature, sound_speed: to.sound_speed, ..air }
            }
        }
    }
}

impl AirRow {
    fn prepared(&self, index: usize, gas: &Gas) -> Result<Prepared, ProfileError> {
        let density = positive(index, "density", self.density)?;
        let temperature = positive(index, "temperature", self.temperature)?;
        let pressure = self.pressure.unwrap_or(density * gas.constant * temperature);
        let pressure = positive(index, "pressure", pressure)?;
        let sound_speed = self.sound_speed.unwrap_or_else(|| gas.sound_speed(temperature));
        Ok(Prepared {
            altitude: self.altitude,
            log_density: real::ln(density),
            log_pressure: real::ln(pressure),
            temperature,
            sound_speed: positive(index, "speed of sound", sound_speed)?,
        })
    }
}

impl Prepared {
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
