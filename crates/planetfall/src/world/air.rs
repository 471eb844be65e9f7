//! Air and wind of the world at a place.

use super::World;
use crate::environment::{Air, Atmosphere, Geodesy, Wind};
use crate::terrain::NoGround;
use nalgebra::Vector3;
use std::sync::Arc;

/// Rounds of Newton's method from a place down to the ground: on a plane or a sphere two or three do.
const DESCENTS: usize = 20;
/// Cosine of the steepest surface, against the vertical, whose slope is followed; over walls the step is bounded by it.
const STEEPEST_COSINE: f64 = 0.3;
/// m
const HEIGHT_TOLERANCE: f64 = 1e-6;

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

    /// Height of a place (m) over the ground as found, along the local vertical, m. Over flat ground that is z less
    /// the terrain's height; over a planet the vertical is followed down to the surface by Newton's method on its gap.
    pub fn height_above_ground(&self, position: &Vector3<f64>) -> Result<f64, NoGround> {
        match &self.geodesy {
            Geodesy::Flat { .. } => Ok(position.z - self.terrain().height(position.x, position.y)?),
            Geodesy::Round(_) => {
                let up = self.geodesy.up(position);
                let mut height = 0.0;
                for _ in 0..DESCENTS {
                    let seen = self.terrain().query(&(position - up * height))?;
                    let change = seen.gap / seen.normal.dot(&up).max(STEEPEST_COSINE);
                    height += change;
                    if change.abs() <= HEIGHT_TOLERANCE {
                        break;
                    }
                }
                Ok(height)
            }
        }
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
