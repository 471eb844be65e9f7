//! Navigation solution of one vehicle (radar and alignment, or the truth where all errors are zero):
//! a constant error and white noise on each axis.

use super::Draws;
use crate::math::rotation::from_scaled_axis;
use crate::math::time::Time;
use crate::vehicle::Motion;
use nalgebra::{Quaternion, UnitQuaternion, Vector3};

/// Errors of a navigation solution; the default has none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PoseErrors {
    /// Standard deviation of position per axis, m.
    pub position_sigma: f64,
    /// Standard deviation of velocity per axis, m/s.
    pub velocity_sigma: f64,
    /// Standard deviation of attitude per axis, rad.
    pub attitude_sigma: f64,
    /// Standard deviation of angular rate per axis, rad/s.
    pub rate_sigma: f64,
    /// Constant error of velocity, site axes, m/s.
    pub velocity_bias: Vector3<f64>,
    /// Constant error of attitude, as a turn about body axes, rad.
    pub attitude_bias: Vector3<f64>,
}

/// One reading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Navigation {
    /// When it was sampled.
    pub time: Time,
    /// Measured motion.
    pub motion: Motion,
    /// Measured height of the body origin above the ground under it, m.
    pub height: f64,
}

/// Draws of a sample: three each for place, attitude, velocity and rate.
pub(super) const DRAWS: u64 = 12;

/// Names and meanings of its channels.
pub(super) const CHANNELS: [(&str, &str); 14] = [
    ("x_m", "body origin, east"),
    ("y_m", "body origin, north"),
    ("z_m", "body origin, up"),
    ("qw", "attitude quaternion, site from body"),
    ("qx", "attitude quaternion, site from body"),
    ("qy", "attitude quaternion, site from body"),
    ("qz", "attitude quaternion, site from body"),
    ("vx_m_per_s", "velocity of the body origin, east"),
    ("vy_m_per_s", "velocity of the body origin, north"),
    ("vz_m_per_s", "velocity of the body origin, up"),
    ("wx_rad_per_s", "angular rate about body x"),
    ("wy_rad_per_s", "angular rate about body y"),
    ("wz_rad_per_s", "angular rate about body z"),
    ("height_m", "body origin above the ground under it"),
];

impl PoseErrors {
    /// The reading for a true motion at a true height above ground.
    pub fn sample(&self, time: Time, truth: &Motion, height: f64, noise: Draws) -> Navigation {
        let shift = noise.vector(0, self.position_sigma);
        let turn = self.attitude_bias + noise.vector(2, self.attitude_sigma);
        let motion = Motion {
            position: truth.position + shift,
            velocity: truth.velocity + self.velocity_bias + noise.vector(1, self.velocity_sigma),
            site_from_body: truth.site_from_body * from_scaled_axis(&turn),
            rate: truth.rate + noise.vector(3, self.rate_sigma),
        };
        Navigation { time, motion, height: height + shift.z }
    }
}

impl Navigation {
    /// As the numbers of the channels.
    pub fn numbers(&self) -> [f64; 14] {
        let Motion { position: p, velocity: v, rate: w, site_from_body } = &self.motion;
        let q = site_from_body.quaternion();
        [p.x, p.y, p.z, q.w, q.i, q.j, q.k, v.x, v.y, v.z, w.x, w.y, w.z, self.height]
    }

    /// From the numbers of the channels; none where there are others.
    pub fn from_numbers(time: Time, values: &[f64]) -> Option<Self> {
        let &[x, y, z, qw, qx, qy, qz, vx, vy, vz, wx, wy, wz, height] = values else {
            return None;
        };
        let motion = Motion {
            position: Vector3::new(x, y, z),
            site_from_body: UnitQuaternion::new_unchecked(Quaternion::new(qw, qx, qy, qz)),
            velocity: Vector3::new(vx, vy, vz),
            rate: Vector3::new(wx, wy, wz),
        };
        Some(Self { time, motion, height })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::noise::Key;

    #[test]
    fn the_ideal_pose_is_the_truth_bit_for_bit() {
        let motion = Motion {
            position: Vector3::new(0.1, -0.2, 0.3),
            velocity: Vector3::new(1.0, 2.0, -3.0),
            site_from_body: from_scaled_axis(&Vector3::new(0.3, 0.2, -0.1)),
            rate: Vector3::new(0.01, 0.02, 0.03),
        };
        let noise = Draws::new(Key::new(1, "a", "b"), 7);
        let seen = PoseErrors::default().sample(Time::from_millis(5), &motion, 0.3, noise);
        assert_eq!(seen.motion, motion);
        assert_eq!(Navigation::from_numbers(seen.time, &seen.numbers()), Some(seen));
        assert_eq!(Navigation::from_numbers(seen.time, &[1.0]), None);
    }
}
