//! A camera: where it sits, how it projects, and what becomes of light in it. Pictures are made in
//! [`crate::imaging`]; a camera's reading has no channels, only a time and a count.

use super::{Draws, Lens, Mounting};
use crate::math::real;
use nalgebra::{Matrix3, Vector3};

/// A camera on a link of a vehicle.
///
/// Without a turn it looks along the link's x, its picture's left is the link's y and its top the link's z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Index of the link that carries it.
    pub link: usize,
    /// Where on that link; of a pair, the left eye.
    pub mounting: Mounting,
    /// How it projects.
    pub lens: Lens,
    /// Distance of a second eye to the right, m; none for a single one.
    pub baseline: Option<f64>,
    /// What its pictures have of colours; none where it takes no pictures.
    pub picture: Option<Colours>,
    /// Whether it measures depth along the optical axis of its (left) eye.
    pub depth: bool,
    /// What becomes of light.
    pub response: Response,
    /// Standard deviation of a depth, m.
    pub depth_sigma: f64,
    /// Farther things are not seen, m.
    pub reach: f64,
}

/// Colours of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// One level a pixel.
    Grey,
    /// Red, green and blue.
    Rgb,
}

/// What becomes of light: level = 255 (gain L)^(1/gamma) + noise, rounded, 0 to 255. L is 1 for a white
/// Lambertian surface that faces the sun.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Response {
    /// Exposure and amplification together.
    pub gain: f64,
    /// 1 for a linear sensor.
    pub gamma: f64,
    /// Standard deviation of a level.
    pub sigma: f64,
}

/// Optical axes (right, down, forward) in those of the sensor (forward, left, up), as columns.
const SENSOR_FROM_OPTICAL: Matrix3<f64> =
    Matrix3::new(0.0, 0.0, 1.0, -1.0, 0.0, 0.0, 0.0, -1.0, 0.0);

impl Colours {
    /// Levels of a pixel.
    pub fn channels(self) -> usize {
        match self {
            Self::Grey => 1,
            Self::Rgb => 3,
        }
    }
}

impl Response {
    /// The level of a light.
    #[inline]
    pub fn level(&self, light: f64, place: u64, noise: Draws) -> u8 {
        let share = (self.gain * light).clamp(0.0, 1.0);
        let curved = if self.gamma == 1.0 { share } else { real::pow(share, 1.0 / self.gamma) };
        let level = 255.0 * curved + noise.number(place, self.sigma);
        // Beyond 0 and 255 a cast stops there.
        level.round() as u8
    }
}

impl Camera {
    /// How many eyes it has.
    pub fn eyes(&self) -> usize {
        if self.baseline.is_some() { 2 } else { 1 }
    }

    /// Draws of one sample: one for each level of each eye, then one for each depth.
    pub fn draws(&self) -> u64 {
        let levels = self.picture.map_or(0, |colours| colours.channels() * self.eyes());
        (self.lens.pixels() * (levels + usize::from(self.depth))) as u64
    }

    /// The first draw of an eye's picture.
    pub(crate) fn first_level(&self, eye: usize) -> u64 {
        let each = self.picture.map_or(0, Colours::channels) * self.lens.pixels();
        (each * eye) as u64
    }

    /// The first draw of the depths.
    pub(crate) fn first_depth(&self) -> u64 {
        self.first_level(self.eyes())
    }

    /// Optical axes of both eyes in the link's, as columns.
    pub fn link_from_optical(&self) -> Matrix3<f64> {
        self.mounting.body_from_sensor.to_rotation_matrix().matrix() * SENSOR_FROM_OPTICAL
    }

    /// Where an eye sits in the link's axes, m.
    pub fn eye(&self, number: usize) -> Vector3<f64> {
        let aside = if number == 0 { 0.0 } else { self.baseline.unwrap_or_default() };
        self.mounting.position + self.link_from_optical().column(0) * aside
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::noise::Key;
    use crate::math::rotation::from_yaw_pitch_roll;
    use crate::vehicle::sensor::Distortion;

    fn camera() -> Camera {
        Camera {
            link: 0,
            mounting: Mounting {
                position: Vector3::new(1.0, 0.0, 2.0),
                body_from_sensor: from_yaw_pitch_roll(0.0, 0.5, 0.0),
            },
            lens: Lens::new((4, 3), 4.0, None, Distortion::default()).unwrap(),
            baseline: Some(0.2),
            picture: Some(Colours::Rgb),
            depth: true,
            response: Response { gain: 1.0, gamma: 1.0, sigma: 0.0 },
            depth_sigma: 0.0,
            reach: 100.0,
        }
    }

    #[test]
    fn a_camera_that_is_pitched_looks_ahead_and_down() {
        let axes = camera().link_from_optical();
        let near = |column: usize, x: f64, y: f64, z: f64| {
            assert!((axes.column(column) - Vector3::new(x, y, z)).norm() < 1e-15);
        };
        near(0, 0.0, -1.0, 0.0);
        near(2, 0.5f64.cos(), 0.0, -0.5f64.sin());
        near(1, -0.5f64.sin(), 0.0, -0.5f64.cos());
        // The second eye is to the right, which is the link's −y.
        assert!((camera().eye(1) - Vector3::new(1.0, -0.2, 2.0)).norm() < 1e-15);
        assert_eq!(camera().eye(0), Vector3::new(1.0, 0.0, 2.0));
    }

    #[test]
    fn draws_are_a_constant_of_the_camera_and_no_two_levels_share_one() {
        let camera = camera();
        assert_eq!(camera.draws(), 12 * 7);
        assert_eq!((camera.first_level(1), camera.first_depth()), (36, 72));
        let plain = Camera { baseline: None, depth: false, picture: None, ..camera };
        assert_eq!(plain.draws(), 0);
    }

    #[test]
    fn levels_follow_the_response_and_are_cut_off_at_both_ends() {
        let draws = Draws::new(Key::new(1, "c", "camera"), 0);
        let linear = Response { gain: 2.0, gamma: 1.0, sigma: 0.0 };
        assert_eq!([0.0, 0.25, 0.5, 3.0].map(|l| linear.level(l, 0, draws)), [0, 128, 255, 255]);
        let curved = Response { gain: 1.0, gamma: 2.0, sigma: 0.0 };
        assert_eq!(curved.level(0.25, 0, draws), 128);
        let noisy = Response { sigma: 2.0, ..linear };
        let levels: Vec<f64> =
            (0..20_000).map(|place| f64::from(noisy.level(0.2, place, draws))).collect();
        let mean = levels.iter().sum::<f64>() / 20_000.0;
        let square = levels.iter().map(|l| (l - mean) * (l - mean)).sum::<f64>() / 20_000.0;
        // Rounding adds a twelfth of a level squared.
        assert!((mean - 102.0).abs() < 0.06, "{mean}");
        assert!((square.sqrt() - (4.0f64 + 1.0 / 12.0).sqrt()).abs() < 0.05, "{square}");
    }
}
