//! Atmospheres that come with the program.

use super::us_1976;
use super::{AirRow, Atmosphere, Gas};
use crate::environment::geodesy::ReferenceSurface;
use crate::environment::profile::ProfileError;
use crate::environment::tables::{MARS_COSPAR, MARS_GRAM, TITAN_GRAM, US_1976_ABOVE_86_KM};

/// An atmosphere that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmbeddedAtmosphere {
    /// COSPAR's reference atmosphere of Mars with the density that the predicted trajectory of the Mars
    /// Science Laboratory implies: Gale, August 2012.
    MarsMsl,
    /// COSPAR's reference atmosphere of Mars.
    MarsCospar,
    /// Mean of Mars-GRAM.
    MarsGram,
    /// U.S. Standard Atmosphere 1976.
    EarthUs1976,
    /// Mean of Titan-GRAM.
    TitanGram,
}

/// All of them.
pub const EMBEDDED: [EmbeddedAtmosphere; 5] = [
    EmbeddedAtmosphere::MarsMsl,
    EmbeddedAtmosphere::MarsCospar,
    EmbeddedAtmosphere::MarsGram,
    EmbeddedAtmosphere::EarthUs1976,
    EmbeddedAtmosphere::TitanGram,
];

/// Air of Mars: γ and R as the mission's reconstructions use them.
pub(in crate::environment) const MARS_GAS: Gas = Gas { gamma: 1.29, constant: 188.92 };
/// Air of the Earth (U.S. Standard Atmosphere 1976).
pub(in crate::environment) const EARTH_GAS: Gas =
    Gas { gamma: us_1976::GAMMA, constant: us_1976::GAS_CONSTANT };
/// Air of Titan near the ground: p/(ρ T) and a² ρ/p of the lowest row of Titan-GRAM's mean.
pub(in crate::environment) const TITAN_GAS: Gas = Gas { gamma: 1.4, constant: 288.9 };

/// Sphere that altitudes of COSPAR's table count from about Gale, m.
const COSPAR_RADIUS: f64 = 3_395_650.0;

impl EmbeddedAtmosphere {
    /// Its table, or how it is computed.
    pub fn atmosphere(self) -> Result<Atmosphere, ProfileError> {
        let cospar = |ratio: fn(&[f64; 5]) -> f64| {
            let row = |row: &[f64; 5]| AirRow {
                pressure: Some(row[2] * ratio(row)),
                ..air_row(row[0], row[1], row[3] * ratio(row))
            };
            let rows: Vec<AirRow> = MARS_COSPAR.iter().map(row).collect();
            let surface = ReferenceSurface::Sphere { radius: COSPAR_RADIUS };
            Ok(Atmosphere::new(&rows, &MARS_GAS)?.with_surface(surface))
        };
        match self {
            Self::MarsMsl => cospar(|row| row[4]),
            Self::MarsCospar => cospar(|_| 1.0),
            Self::MarsGram => Atmosphere::new(&gram(MARS_GRAM), &MARS_GAS),
            Self::TitanGram => Atmosphere::new(&gram(TITAN_GRAM), &TITAN_GAS),
            Self::EarthUs1976 => {
                let row = |row: &[f64; 4]| AirRow {
                    pressure: Some(row[2]),
                    ..air_row(row[0], row[1], row[3])
                };
                let rows: Vec<AirRow> = US_1976_ABOVE_86_KM.iter().map(row).collect();
                Ok(Atmosphere { standard: true, ..Atmosphere::new(&rows, &EARTH_GAS)? })
            }
        }
    }

    /// Where its numbers are from.
    pub fn source(self) -> &'static str {
        match self {
            Self::MarsMsl => {
                "COSPAR reference atmosphere (Mars-GRAM 2010) times the density ratio of MSL's predicted trajectory"
            }
            Self::MarsCospar => {
                "COSPAR reference atmosphere, as tabulated with Mars-GRAM 2010 (NASA)"
            }
            Self::MarsGram => "mean of Mars-GRAM (NASA)",
            Self::EarthUs1976 => "U.S. Standard Atmosphere 1976, NASA TM-X-74335",
            Self::TitanGram => "mean of Titan-GRAM (NASA)",
        }
    }
}

fn air_row(altitude: f64, temperature: f64, density: f64) -> AirRow {
    AirRow { altitude, density, temperature, pressure: None, sound_speed: None }
}

fn gram(rows: &[[f64; 5]]) -> Vec<AirRow> {
    let row = |row: &[f64; 5]| AirRow {
        pressure: Some(row[2]),
        sound_speed: Some(row[4]),
        ..air_row(row[0], row[1], row[3])
    };
    rows.iter().map(row).collect()
}
