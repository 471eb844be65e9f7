//! Encoders of joints: the position with noise, rounded to a count, and the rate as the difference of
//! two successive readings over the time between them, as counters give it.

use super::{Draws, SensorChannel, quantised};
use crate::math::time::Time;

/// Encoders of some joints of a vehicle that are read together.
#[derive(Clone, Debug, PartialEq)]
pub struct Encoder {
    /// The joints.
    pub joints: Vec<ReadJoint>,
    /// Of joints that turn, rad.
    pub turning: Counts,
    /// Of joints that slide, m.
    pub sliding: Counts,
}

/// How finely and how well a position is read.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    /// One count; zero for none.
    pub resolution: f64,
    /// Standard deviation of a position before it is rounded.
    pub sigma: f64,
}

/// A joint of one coordinate that is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadJoint {
    /// Its name.
    pub name: String,
    /// Link whose joint it is, within the vehicle.
    pub link: usize,
    /// Whether it turns; else it slides.
    pub turns: bool,
}

/// What an encoder reads of a joint that turns or slides.
pub(super) fn channels(joint: &str, turns: bool) -> [SensorChannel; 2] {
    let unit = if turns { "rad" } else { "m" };
    [
        SensorChannel {
            name: format!("{joint}_position_{unit}"),
            meaning: "joint position by its encoder",
        },
        SensorChannel {
            name: format!("{joint}_rate_{unit}_per_s"),
            meaning: "change of that position since the last sample",
        },
    ]
}

impl Encoder {
    pub(super) fn channels(&self) -> Vec<SensorChannel> {
        self.joints.iter().flat_map(|joint| channels(&joint.name, joint.turns)).collect()
    }

    /// Whether it has read at all, when it did last (ns), and what.
    pub(super) fn memory(&self) -> usize {
        2 + self.joints.len()
    }

    /// Reads the true positions of its joints, by link, into the values.
    pub fn sample(
        &self,
        time: Time,
        truth: impl Fn(usize) -> f64,
        noise: Draws,
        memory: &mut [f64],
        values: &mut [f64],
    ) {
        let before = (memory[0] != 0.0).then(|| Time::from_nanos(memory[1] as i64));
        let span = before.map_or(0.0, |before| (time - before).seconds());
        let (head, last) = memory.split_at_mut(2);
        head.copy_from_slice(&[1.0, time.nanos() as f64]);
        let places = values.chunks_exact_mut(2).zip(last).zip(&self.joints).enumerate();
        for (index, ((slots, last), joint)) in places {
            let counts = if joint.turns { &self.turning } else { &self.sliding };
            let position = truth(joint.link) + noise.number(index as u64, counts.sigma);
            let position = quantised(position, counts.resolution);
            let rate = if span > 0.0 { (position - *last) / span } else { 0.0 };
            *last = position;
            slots.copy_from_slice(&[position, rate]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::noise::Key;

    fn encoder(resolution: f64, sigma: f64) -> Encoder {
        let joint = |name: &str, link, turns| ReadJoint { name: name.to_owned(), link, turns };
        let joints = vec![joint("wheel", 3, true), joint("leg", 5, false)];
        let counts = Counts { resolution, sigma };
        Encoder { joints, turning: counts, sliding: counts }
    }

    fn read(encoder: &Encoder, millis: i64, at: f64, memory: &mut [f64], values: &mut [f64]) {
        let noise = Draws::new(Key::new(1, "e", "encoder"), 2 * millis as u64);
        let truth = |link: usize| at * link as f64;
        encoder.sample(Time::from_millis(millis), truth, noise, memory, values);
    }

    #[test]
    fn positions_are_counts_and_rates_are_counts_per_period() {
        // 4096 counts per turn; 0.1 rad are 65.19 of them.
        let count = std::f64::consts::TAU / 4096.0;
        let encoder = encoder(count, 0.0);
        let (mut memory, mut values) = ([0.0; 4], [0.0; 4]);
        read(&encoder, 0, 0.1 / 3.0, &mut memory, &mut values);
        assert_eq!(values[..2], [65.0 * count, 0.0]);
        read(&encoder, 10, 0.2 / 3.0, &mut memory, &mut values);
        assert_eq!(values[0], 130.0 * count);
        assert!((values[1] - 65.0 * count / 0.01).abs() < 1e-12);
    }

    #[test]
    fn the_error_of_rounding_is_uniform_over_a_count() {
        let encoder = encoder(0.01, 0.0);
        let (mut memory, mut values) = ([0.0; 4], [0.0; 4]);
        let (mut sum, mut squares, mut most) = (0.0, 0.0, 0.0f64);
        let count = 20_000;
        for step in 0..count {
            let at = 0.000_777_7 * f64::from(step);
            read(&encoder, i64::from(step), at, &mut memory, &mut values);
            let error = values[0] - 3.0 * at;
            (sum, squares, most) = (sum + error, squares + error * error, most.max(error.abs()));
        }
        let n = f64::from(count);
        assert!(most <= 0.005 + 1e-12 && most > 0.00499, "{most}");
        assert!((sum / n).abs() < 1e-5);
        // A count's width over √12.
        assert!(((squares / n).sqrt() / (0.01 / 12f64.sqrt()) - 1.0).abs() < 0.01);
    }

    #[test]
    fn noise_has_its_deviation_and_each_joint_its_own() {
        let encoder = encoder(0.0, 0.002);
        let (mut memory, mut values) = ([0.0; 4], [0.0; 4]);
        let (mut squares, mut product) = ([0.0; 2], 0.0);
        for step in 0..20_000 {
            read(&encoder, step, 0.0, &mut memory, &mut values);
            squares[0] += values[0] * values[0];
            squares[1] += values[2] * values[2];
            product += values[0] * values[2];
        }
        for square in squares {
            assert!(((square / 20_000f64).sqrt() / 0.002 - 1.0).abs() < 0.03);
        }
        assert!(product.abs() / 20_000.0 < 5.0 * 4e-6 / 20_000f64.sqrt());
    }
}
