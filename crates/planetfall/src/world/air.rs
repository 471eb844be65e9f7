//! Air and wind of the world at a place.

use super::World;
use crate::environment::{Air, Atmosphere, Geodesy, Wind};
use nalgebra::Vector3;
use std::sync::Arc;

impl World {
    /// Gives the world air.
    #[must_use]
    pub fn with_atmosphere(mut self, atmosphere: Arc<Atmosphere>) -> Self {
        self.atmosphere = Some(atmosphere);
        self
    }

    /// Gives the world wind.
    #[must_use]
    pub fn with_wind(mut self, wind: Arc<Wind>) -> Self {
        self.wind = Some(wind);
        self
    }

    /// Has altitudes and the vertical be others than those of the gravity field.
    #[must_use]
    pub fn with_geodesy(mut self, geodesy: Geodesy) -> Self {
        self.geodesy = geodesy;
        self
    }

    /// Air at a place of the site frame (m) and an instant (s since the start); none where the world has no
    /// atmosphere.
    pub fn air(&self, position: &Vector3<f64>, _seconds: f64) -> Air {
        let Some(atmosphere) = &self.atmosphere else { return Air::NONE };
        atmosphere.at(self.geodesy.altitude_over(atmosphere.surface(), position))
    }

    /// Velocity of the air over the planet-fixed site frame at a place (m) and an instant (s since the
    /// start), site axes, m/s.
    pub fn wind(&self, position: &Vector3<f64>, seconds: f64) -> Vector3<f64> {
        let Some(wind) = &self.wind else { return Vector3::zeros() };
        let altitude = self.geodesy.altitude_over(wind.surface(), position);
        let mean = self.geodesy.site_from_local(position) * wind.mean(altitude);
        mean + wind.gust(position, altitude, seconds)
    }

    /// Which way is up and how high a place is.
    pub fn geodesy(&self) -> &Geodesy {
        &self.geodesy
    }

    /// The atmosphere, if there is one.
    pub fn atmosphere(&self) -> Option<&Arc<Atmosphere>> {
        self.atmosphere.as_ref()
    }
}
