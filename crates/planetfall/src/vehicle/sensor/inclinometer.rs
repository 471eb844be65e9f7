//! Roll and pitch against the direction of gravity, as two bubbles would show them once at rest: the
//! body's own acceleration is not in them.

use super::{Draws, Mounting};
use crate::math::real;
use nalgebra::{UnitQuaternion, Vector3};

/// A two-axis inclinometer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Inclinometer {
    /// How it is turned on the body; where it sits does not matter.
    pub mounting: Mounting,
    /// Standard deviation of both angles, rad.
    pub sigma: f64,
}

/// Names and meanings of its channels.
pub(super) const CHANNELS: [(&str, &str); 2] =
    [("roll_rad", "turn about the sensor's x axis"), ("pitch_rad", "turn about the new y axis")];

impl Inclinometer {
    /// Roll and pitch: with u = Rᵀ(−g/|g|) the direction up in the sensor's axes, roll is
    /// atan2(u_y, u_z) and pitch atan2(−u_x, √(u_y² + u_z²)), so that R = Rz(any) Ry(pitch) Rx(roll).
    pub fn sample(
        &self,
        site_from_sensor: &UnitQuaternion<f64>,
        gravity: &Vector3<f64>,
        noise: Draws,
    ) -> [f64; 2] {
        let up = site_from_sensor.inverse() * -gravity;
        [
            real::atan2(up.y, up.z) + noise.number(0, self.sigma),
            real::atan2(-up.x, (up.y * up.y + up.z * up.z).sqrt()) + noise.number(1, self.sigma),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::noise::Key;
    use crate::math::rotation::from_yaw_pitch_roll;

    #[test]
    fn roll_and_pitch_are_those_of_the_attitude_whatever_the_heading() {
        let gravity = Vector3::new(0.0, 0.0, -3.71);
        let noise = Draws::new(Key::new(1, "i", "inclinometer"), 0);
        for (yaw, pitch, roll) in [(0.0, 0.0, 0.0), (1.0, 0.2, -0.3), (-2.5, -1.4, 2.0)] {
            let attitude = from_yaw_pitch_roll(yaw, pitch, roll);
            let seen = Inclinometer::default().sample(&attitude, &gravity, noise);
            assert!((seen[0] - roll).abs() < 1e-14 && (seen[1] - pitch).abs() < 1e-14, "{seen:?}");
        }
    }

    #[test]
    fn noise_has_its_deviation() {
        let sensor = Inclinometer { sigma: 0.01, ..Inclinometer::default() };
        let (gravity, key) = (Vector3::new(0.0, 0.0, -1.62), Key::new(1, "i", "inclinometer"));
        let level = UnitQuaternion::identity();
        let squares: f64 = (0..20_000)
            .map(|step| sensor.sample(&level, &gravity, Draws::new(key, 2 * step)))
            .map(|[roll, pitch]| roll * roll + pitch * pitch)
            .sum();
        assert!(((squares / 40_000.0).sqrt() / 0.01 - 1.0).abs() < 0.02);
    }
}
