//! Wind as a table against altitude.

use super::geodesy::ReferenceSurface;
use super::profile::{Profile, ProfileError};
use nalgebra::Vector3;

/// A row of a table of wind: velocity of the air over the turning planet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WindRow {
    /// m
    pub altitude: f64,
    /// Towards the east, m/s.
    pub east: f64,
    /// Towards the north, m/s.
    pub north: f64,
}

/// Wind against altitude: linear between rows, constant beyond them.
#[derive(Clone, Debug, PartialEq)]
pub struct Wind {
    east: Profile,
    north: Profile,
    surface: Option<ReferenceSurface>,
}

impl Wind {
    /// From rows whose altitudes increase.
    pub fn new(rows: &[WindRow]) -> Result<Self, ProfileError> {
        let column = |number: fn(&WindRow) -> f64, name| {
            Profile::new(rows.iter().map(|row| (row.altitude, number(row))).collect(), name)
        };
        let east = column(|row| row.east, "east wind")?;
        let north = column(|row| row.north, "north wind")?;
        Ok(Self { east, north, surface: None })
    }

    /// The same with altitudes counted from a surface of its own.
    #[must_use]
    pub fn with_surface(self, surface: ReferenceSurface) -> Self {
        Self { surface: Some(surface), ..self }
    }

    /// The surface that its altitudes are counted from, if it is not the world's.
    pub fn surface(&self) -> Option<&ReferenceSurface> {
        self.surface.as_ref()
    }

    /// Mean wind at an altitude (m): east, north, up, m/s.
    pub fn mean(&self, altitude: f64) -> Vector3<f64> {
        Vector3::new(self.east.at(altitude), self.north.at(altitude), 0.0)
    }
}
