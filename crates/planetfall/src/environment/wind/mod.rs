//! Wind as a table against altitude, with gusts about it.

mod gusts;

pub use gusts::GustField;

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

/// Wind against altitude: linear between rows, constant beyond them; without gusts unless they are given.
#[derive(Clone, Debug, PartialEq)]
pub struct Wind {
    east: Profile,
    north: Profile,
    surface: Option<ReferenceSurface>,
    gusts: Option<GustField>,
}

impl Wind {
    /// From rows whose altitudes increase.
    pub fn new(rows: &[WindRow]) -> Result<Self, ProfileError> {
        let column = |number: fn(&WindRow) -> f64, name| {
            Profile::new(rows.iter().map(|row| (row.altitude, number(row))).collect(), name)
        };
        let east = column(|row| row.east, "east wind")?;
        let north = column(|row| row.north, "north wind")?;
        Ok(Self { east, north, surface: None, gusts: None })
    }

    /// The same with altitudes counted from a surface of its own.
    #[must_use]
    pub fn with_surface(self, surface: ReferenceSurface) -> Self {
        Self { surface: Some(surface), ..self }
    }

    /// The same with gusts.
    #[must_use]
    pub fn with_gusts(self, gusts: GustField) -> Self {
        Self { gusts: Some(gusts), ..self }
    }

    /// The surface that its altitudes are counted from, if it is not the world's.
    pub fn surface(&self) -> Option<&ReferenceSurface> {
        self.surface.as_ref()
    }

    /// Mean wind at an altitude (m): east, north, up, m/s.
    pub fn mean(&self, altitude: f64) -> Vector3<f64> {
        Vector3::new(self.east.at(altitude), self.north.at(altitude), 0.0)
    }

    /// Velocity of the gust at a place of the site frame (m) of an altitude (m), at an instant (s since the start); site
    /// axes, m/s.
    pub fn gust(&self, position: &Vector3<f64>, altitude: f64, seconds: f64) -> Vector3<f64> {
        let Some(gusts) = &self.gusts else { return Vector3::zeros() };
        let lowest = self.east.rows().first().map_or(0.0, |row| row.0);
        gusts.at(&(position - self.mean(lowest) * seconds), altitude)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::noise::Key;

    fn wind() -> Wind {
        let row = |altitude, east, north| WindRow { altitude, east, north };
        Wind::new(&[row(0.0, 5.0, 0.0), row(1e4, 15.0, -20.0)]).unwrap()
    }

    #[test]
    fn wind_is_linear_between_rows_and_constant_beyond_them() {
        let wind = wind();
        assert_eq!(wind.mean(5e3), Vector3::new(10.0, -10.0, 0.0));
        assert_eq!(wind.mean(-1e3), Vector3::new(5.0, 0.0, 0.0));
        assert_eq!(wind.mean(9e4), Vector3::new(15.0, -20.0, 0.0));
        assert_eq!(wind.gust(&Vector3::zeros(), 0.0, 3.0), Vector3::zeros());
        let row = WindRow { altitude: 0.0, east: f64::NAN, north: 0.0 };
        let refused = Wind::new(&[row]).unwrap_err().to_string();
        assert_eq!(refused, "row 1: east wind is NaN: it must be a finite number");
    }

    #[test]
    fn gusts_go_by_with_the_wind_near_the_ground() {
        let key = Key::new(1, "wind", "gusts");
        let gusts = GustField::new(Profile::constant(3.0), 300.0, 10.0, key).unwrap();
        let wind = wind().with_gusts(gusts);
        let from = Vector3::new(10.0, 20.0, 30.0);
        let later = from + Vector3::x() * (5.0 * 8.0);
        let (first, second) = (wind.gust(&from, 30.0, 0.0), wind.gust(&later, 30.0, 8.0));
        assert!((first - second).norm() < 1e-12 && first.norm() > 0.0);
        assert!((wind.gust(&from, 30.0, 8.0) - first).norm() > 1e-3);
    }
}
