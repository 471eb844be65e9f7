//! Flight software for the last metres: hold a sink rate that falls with the height, stay upright,
//! and cut the engines just above the ground.
//!
//! Wanted vertical speed: −clamp(height / τ, touchdown speed, fastest). Thrust = m (g + e/τ_v + i),
//! with the speed's error e and its integral i, which learns what the mass or gravity given to the
//! software is off by. Sideways speed is braked likewise, attitude is held by a spring-damper of
//! torques. All of it from the readings of one navigation sensor; the ground is taken for level.

use nalgebra::Vector3;
use planetfall::control::{Command, Controller, SensorView, Wrench};
use planetfall::vehicle::{Motion, Navigation};

/// A soft-landing controller for one vehicle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SoftLanding {
    /// Index of the vehicle it steers.
    pub vehicle: usize,
    /// Index of the navigation sensor it reads.
    pub sensor: usize,
    /// What the software believes the mass to be, kg.
    pub mass: f64,
    /// What the software believes gravity to be, m/s².
    pub gravity: f64,
    /// Height of the body's origin when it stands on level ground, m.
    pub standing_height: f64,
    /// Height above that at which the engines are cut, m.
    pub cut_height: f64,
    /// Sink rate held at the end, m/s.
    pub touchdown_speed: f64,
    /// Largest sink rate, m/s.
    pub fastest: f64,
    /// Time between ticks, s.
    pub period: f64,
}

/// Register: integral of the vertical speed's error over its time constant, m/s².
const INTEGRAL: usize = 0;
/// Register: not zero once the engines are cut.
const CUT: usize = 1;

/// Height is to fall off within this time, s.
const APPROACH: f64 = 4.0;
/// An error of speed is to fall off within this time, s.
const SPEED_RESPONSE: f64 = 0.5;
/// An error of thrust is learnt within this time, s.
const LEARNING: f64 = 1.5;
/// Attitude is held with this angular frequency, rad/s, critically damped.
const ATTITUDE_RESPONSE: f64 = 2.0;

impl SoftLanding {
    fn wanted_sink_rate(&self, height: f64) -> f64 {
        (height / APPROACH).clamp(self.touchdown_speed, self.fastest)
    }

    /// Force in body axes that follows the sink-rate profile and brakes drift.
    fn thrust(&self, seen: &Motion, height: f64, integral: &mut f64) -> Vector3<f64> {
        let error = -self.wanted_sink_rate(height) - seen.velocity.z;
        *integral += error / SPEED_RESPONSE * self.period / LEARNING;
        let up = (self.gravity + error / SPEED_RESPONSE + *integral).max(0.0);
        let drift = seen.velocity / -SPEED_RESPONSE;
        let wanted = Vector3::new(drift.x, drift.y, up) * self.mass;
        seen.site_from_body.inverse() * wanted
    }

    /// Torque in body axes that turns body z up and stops turning. The lever of the smallest
    /// moment of inertia is taken as one metre, which suits a body of a few metres.
    fn torque(&self, seen: &Motion) -> Vector3<f64> {
        let up = seen.site_from_body.inverse() * Vector3::z();
        let tilt = Vector3::z().cross(&up);
        let stiffness = self.mass * ATTITUDE_RESPONSE * ATTITUDE_RESPONSE;
        tilt * stiffness - seen.rate * (2.0 * self.mass * ATTITUDE_RESPONSE)
    }
}

impl Controller for SoftLanding {
    fn registers(&self) -> usize {
        2
    }

    fn update(&self, view: &SensorView<'_>, registers: &mut [f64], command: &mut Command) {
        let Some(Navigation { motion: seen, .. }) = view.navigation(self.sensor) else {
            return;
        };
        let Some(wrench) = command.wrenches.get_mut(self.vehicle) else { return };
        let height = seen.position.z - self.standing_height;
        if height < self.cut_height {
            registers[CUT] = 1.0;
        }
        *wrench = if registers[CUT] != 0.0 {
            Wrench::default()
        } else {
            let force = self.thrust(&seen, height, &mut registers[INTEGRAL]);
            Wrench { force, torque: self.torque(&seen) }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use planetfall::time::Time;
    use planetfall::vehicle::Latch;

    const SOFTWARE: SoftLanding = SoftLanding {
        vehicle: 0,
        sensor: 0,
        mass: 1000.0,
        gravity: 1.62,
        standing_height: 1.0,
        cut_height: 0.1,
        touchdown_speed: 0.5,
        fastest: 6.0,
        period: 0.02,
    };

    fn tick(motion: Motion, registers: &mut [f64]) -> Wrench {
        let reading = Navigation { time: Time::ZERO, motion, height: motion.position.z };
        let readings = [Latch::reading(Time::ZERO, reading.numbers().to_vec())];
        let mut command = Command { wrenches: vec![Wrench::default()], ..Command::default() };
        let view = SensorView { sensors: &readings, ..SensorView::default() };
        SOFTWARE.update(&view, registers, &mut command);
        command.wrenches[0]
    }

    #[test]
    fn on_the_profile_it_carries_the_weight_and_nothing_else() {
        let mut motion = Motion::at_rest(Vector3::new(0.0, 0.0, 9.0));
        motion.velocity.z = -2.0;
        let wrench = tick(motion, &mut [0.0; 2]);
        assert!((wrench.force - Vector3::new(0.0, 0.0, 1620.0)).norm() < 1e-9);
        assert_eq!(wrench.torque, Vector3::zeros());
    }

    #[test]
    fn a_lasting_error_grows_in_the_integrator() {
        let mut motion = Motion::at_rest(Vector3::new(0.0, 0.0, 9.0));
        motion.velocity.z = -2.2;
        let mut registers = [0.0; 2];
        let first = tick(motion, &mut registers).force.z;
        let second = tick(motion, &mut registers).force.z;
        assert!(second > first && first > 1620.0, "it sinks too fast and must push harder");
    }

    #[test]
    fn once_cut_the_engines_stay_cut() {
        let mut registers = [0.0; 2];
        let low = Motion::at_rest(Vector3::new(0.0, 0.0, 1.05));
        assert_eq!(tick(low, &mut registers), Wrench::default());
        let high = Motion::at_rest(Vector3::new(0.0, 0.0, 30.0));
        assert_eq!(tick(high, &mut registers), Wrench::default());
    }

    #[test]
    fn before_the_first_reading_nothing_is_commanded() {
        let mut command = Command { wrenches: vec![Wrench::default()], ..Command::default() };
        let view = SensorView { sensors: &[Latch::default()], ..SensorView::default() };
        SOFTWARE.update(&view, &mut [0.0; 2], &mut command);
        assert_eq!(command.wrenches[0], Wrench::default());
    }
}
