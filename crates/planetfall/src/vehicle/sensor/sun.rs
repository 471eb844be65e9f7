//! Direction of the sun in the sensor's axes.

use super::{Draws, Mounting};
use crate::math::real;
use crate::math::rotation::from_scaled_axis;
use nalgebra::{UnitQuaternion, Vector3};

/// A sun sensor that looks along its own z axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SunSensor {
    /// How it is turned on the body; where it sits does not matter.
    pub mounting: Mounting,
    /// Half of the cone that it sees, rad.
    pub half_view: f64,
    /// Standard deviation of the direction about each axis, rad.
    pub sigma: f64,
}

/// Names and meanings of its channels.
pub(super) const CHANNELS: [(&str, &str); 4] = [
    ("x", "unit vector to the sun along sensor x"),
    ("y", "unit vector to the sun along sensor y"),
    ("z", "unit vector to the sun along sensor z"),
    ("valid", "1 while the sun is up and in view"),
];

impl SunSensor {
    /// The direction of a sun that stands in a direction of the site, turned by noise; zeros where the
    /// sun is below the horizon or out of view.
    pub fn sample(
        &self,
        site_from_sensor: &UnitQuaternion<f64>,
        sun: &Vector3<f64>,
        noise: Draws,
    ) -> [f64; 4] {
        let seen = site_from_sensor.inverse() * sun;
        if sun.z <= 0.0 || seen.z < real::cos(self.half_view) {
            return [0.0; 4];
        }
        let seen = match self.sigma {
            0.0 => seen,
            sigma => from_scaled_axis(&noise.vector(0, sigma)) * seen,
        };
        [seen.x, seen.y, seen.z, 1.0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::noise::Key;
    use crate::math::rotation::from_yaw_pitch_roll;
    use std::f64::consts::FRAC_PI_2;

    fn sensor(sigma: f64) -> SunSensor {
        SunSensor { mounting: Mounting::default(), half_view: FRAC_PI_2, sigma }
    }

    #[test]
    fn a_body_that_turns_left_sees_the_sun_turn_right() {
        let noise = Draws::new(Key::new(1, "s", "sun"), 0);
        let (azimuth, elevation) = (0.7f64, 0.5f64);
        // East, north, up of a sun at an azimuth clockwise from north.
        let sun = Vector3::new(
            azimuth.sin() * elevation.cos(),
            azimuth.cos() * elevation.cos(),
            elevation.sin(),
        );
        for heading in [0.0, 1.0, -2.0] {
            let attitude = from_yaw_pitch_roll(heading, 0.0, 0.0);
            let [x, y, z, valid] = sensor(0.0).sample(&attitude, &sun, noise);
            let left_of_ahead = FRAC_PI_2 - azimuth - heading;
            assert_eq!(valid, 1.0);
            assert!((x - left_of_ahead.cos() * elevation.cos()).abs() < 1e-15);
            assert!((y - left_of_ahead.sin() * elevation.cos()).abs() < 1e-15);
            assert!((z - elevation.sin()).abs() < 1e-15);
        }
    }

    #[test]
    fn the_sun_is_lost_below_the_horizon_and_out_of_view() {
        let noise = Draws::new(Key::new(1, "s", "sun"), 0);
        let level = UnitQuaternion::identity();
        let narrow = SunSensor { half_view: 0.5, ..sensor(0.0) };
        let at = |elevation: f64| Vector3::new(elevation.cos(), 0.0, elevation.sin());
        assert_eq!(narrow.sample(&level, &at(FRAC_PI_2 - 0.49), noise)[3], 1.0);
        assert_eq!(narrow.sample(&level, &at(FRAC_PI_2 - 0.51), noise), [0.0; 4]);
        let upside_down = from_yaw_pitch_roll(0.0, 0.0, std::f64::consts::PI);
        assert_eq!(sensor(0.0).sample(&upside_down, &at(-0.1), noise), [0.0; 4]);
    }

    #[test]
    fn noise_turns_the_direction_and_keeps_its_length() {
        let (key, sun) = (Key::new(1, "s", "sun"), Vector3::z());
        let level = UnitQuaternion::identity();
        let mut squares = 0.0;
        for step in 0..20_000 {
            let [x, y, z, _] = sensor(0.003).sample(&level, &sun, Draws::new(key, 3 * step));
            assert!((x * x + y * y + z * z - 1.0).abs() < 1e-14);
            squares += x * x + y * y;
        }
        assert!(((squares / 40_000.0).sqrt() / 0.003 - 1.0).abs() < 0.02);
    }
}
