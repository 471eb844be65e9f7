//! Currents of motors: torque at the joint over what an ampere gives there, gear included. What the
//! motor's own friction takes is not modelled: it is in the joint's.

use super::{Draws, ReadJoint, SensorChannel, quantised};

/// Ammeters of some motors of a vehicle that are read together.
#[derive(Clone, Debug, PartialEq)]
pub struct MotorCurrent {
    /// The joints that the motors turn.
    pub joints: Vec<ReadJoint>,
    /// Torque or force at the joint per ampere, N m/A or N/A.
    pub constant: f64,
    /// The step in which a current is reported, A; zero for none.
    pub resolution: f64,
    /// Standard deviation of a current before it is rounded, A.
    pub sigma: f64,
}

/// The current of a joint's motor.
pub(super) fn channel(joint: &str) -> SensorChannel {
    SensorChannel {
        name: format!("{joint}_current_a"),
        meaning: "current of the joint's motor, with the sign of its torque",
    }
}

impl MotorCurrent {
    pub(super) fn channels(&self) -> Vec<SensorChannel> {
        self.joints.iter().map(|joint| channel(&joint.name)).collect()
    }

    /// The current of a motor that gives a torque.
    pub fn sample(&self, place: usize, torque: f64, noise: Draws) -> f64 {
        let current = torque / self.constant + noise.number(place as u64, self.sigma);
        quantised(current, self.resolution)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::noise::Key;

    #[test]
    fn a_current_is_the_torque_by_the_motor_constant_in_steps() {
        let joint = ReadJoint { name: "wheel".to_owned(), link: 1, turns: true };
        let meter =
            MotorCurrent { joints: vec![joint], constant: 20.0, resolution: 0.0, sigma: 0.0 };
        let noise = Draws::new(Key::new(1, "c", "current"), 0);
        assert_eq!(meter.sample(0, -7.0, noise), -0.35);
        let coarse = MotorCurrent { resolution: 0.25, ..meter };
        assert_eq!(coarse.sample(0, -7.0, noise), -0.25);
    }
}
