//! Radar altimeter and velocimeter: the slant range along each of its beams, and its own velocity along
//! them.

use super::{Draws, Mounting, SensorChannel};
use nalgebra::Vector3;
use std::fmt::Display;

/// A radar with fixed beams.
#[derive(Clone, Debug, PartialEq)]
pub struct Radar {
    /// Where it sits.
    pub mounting: Mounting,
    /// Unit vectors along which it looks, sensor axes.
    pub beams: Vec<Vector3<f64>>,
    /// Farther ground gives no echo, m.
    pub reach: f64,
    /// Standard deviation of a range, m.
    pub range_sigma: f64,
    /// Standard deviation of a velocity, m/s.
    pub speed_sigma: f64,
    /// Probability that a beam loses its echo in a sample.
    pub drop_out: f64,
}

/// What a beam truly meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Echo {
    /// Range to the ground along the beam, m; none where there is no ground.
    pub range: Option<f64>,
    /// Velocity of the radar along the beam, towards the ground, m/s.
    pub speed: f64,
}

/// Draws of a beam: range, velocity, drop-out.
const DRAWS: u64 = 3;

/// What a beam, counted from one, reads.
pub(super) fn channels(beam: impl Display) -> [SensorChannel; 3] {
    [
        SensorChannel { name: format!("range_{beam}_m"), meaning: "slant range along the beam" },
        SensorChannel {
            name: format!("speed_{beam}_m_per_s"),
            meaning: "velocity along the beam, towards the ground",
        },
        SensorChannel { name: format!("valid_{beam}"), meaning: "1 if the beam has an echo" },
    ]
}

impl Radar {
    pub(super) fn channels(&self) -> Vec<SensorChannel> {
        (1..=self.beams.len()).flat_map(channels).collect()
    }

    pub(super) fn draws(&self) -> u64 {
        DRAWS * self.beams.len() as u64
    }

    /// What a beam reports of an echo: range, velocity, and whether they are valid.
    pub fn sample(&self, beam: usize, echo: Echo, noise: Draws) -> [f64; 3] {
        let first = DRAWS * beam as u64;
        let lost = noise.happens(first + 2, self.drop_out);
        match echo.range.filter(|range| *range <= self.reach && !lost) {
            Some(range) => [
                range + noise.number(first, self.range_sigma),
                echo.speed + noise.number(first + 1, self.speed_sigma),
                1.0,
            ],
            None => [0.0; 3],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::noise::Key;

    fn radar() -> Radar {
        Radar {
            mounting: Mounting::default(),
            beams: vec![-Vector3::z()],
            reach: 100.0,
            range_sigma: 0.3,
            speed_sigma: 0.05,
            drop_out: 0.1,
        }
    }

    #[test]
    fn echoes_are_lost_as_often_as_given_and_beyond_the_reach_always() {
        let (radar, key) = (radar(), Key::new(1, "r", "radar"));
        let (mut heard, mut ranges, mut speeds) = (0.0, 0.0, 0.0);
        for step in 0..20_000 {
            let echo = Echo { range: Some(50.0), speed: 2.0 };
            let [range, speed, valid] = radar.sample(0, echo, Draws::new(key, 3 * step));
            heard += valid;
            ranges += valid * (range - 50.0) * (range - 50.0);
            speeds += valid * (speed - 2.0) * (speed - 2.0);
            let far = Echo { range: Some(100.1), speed: 2.0 };
            assert_eq!(radar.sample(0, far, Draws::new(key, 3 * step)), [0.0; 3]);
        }
        // Five standard errors of a share of 0.9.
        assert!((heard / 20_000.0 - 0.9).abs() < 5.0 * (0.09f64 / 20_000.0).sqrt());
        assert!(((ranges / heard).sqrt() / 0.3 - 1.0).abs() < 0.03);
        assert!(((speeds / heard).sqrt() / 0.05 - 1.0).abs() < 0.03);
    }
}
