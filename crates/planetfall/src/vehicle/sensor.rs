//! What a controller is told. A sensor samples the truth at its own period, adds its own noise and
//! holds the reading until the next sample; controllers never see anything else.

use crate::math::noise::{Key, gaussian};
use crate::math::rotation::from_scaled_axis;
use crate::time::Time;
use crate::vehicle::Motion;
use nalgebra::Vector3;

/// Navigation solution of one vehicle, with white noise on each axis.
#[derive(Clone, Debug)]
pub struct NavigationSensor {
    /// Unique name; the noise stream is keyed by it.
    pub name: String,
    /// Index of the vehicle.
    pub vehicle: usize,
    /// Time between samples.
    pub period: Time,
    /// Standard deviation of position per axis, m.
    pub position_sigma: f64,
    /// Standard deviation of velocity per axis, m/s.
    pub velocity_sigma: f64,
    /// Standard deviation of attitude per axis, rad.
    pub attitude_sigma: f64,
    /// Standard deviation of angular rate per axis, rad/s.
    pub rate_sigma: f64,
    /// Noise stream, a constant of the world.
    pub key: Key,
}

/// One reading of a [`NavigationSensor`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Navigation {
    /// When it was sampled.
    pub time: Time,
    /// Measured motion.
    pub motion: Motion,
}

impl NavigationSensor {
    /// Number of noise draws per sample: the counter advances by this much.
    const DRAWS: u64 = 12;

    /// The reading for a true motion. `counter` is the sensor's own place in its noise stream.
    pub fn sample(&self, time: Time, truth: &Motion, counter: &mut u64) -> Navigation {
        let first = *counter;
        *counter += Self::DRAWS;
        let noise = |place: u64, sigma: f64| {
            let draw = |axis| {
                if sigma == 0.0 {
                    0.0
                } else {
                    sigma * gaussian(self.key, first + 3 * place + axis)
                }
            };
            Vector3::new(draw(0), draw(1), draw(2))
        };
        let motion = Motion {
            position: truth.position + noise(0, self.position_sigma),
            velocity: truth.velocity + noise(1, self.velocity_sigma),
            site_from_body: truth.site_from_body * from_scaled_axis(&noise(2, self.attitude_sigma)),
            rate: truth.rate + noise(3, self.rate_sigma),
        };
        Navigation { time, motion }
    }
}
