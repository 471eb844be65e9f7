//! On-off attitude control in the phase plane of one axis (Bryson, "Control of Spacecraft and Aircraft", 1994, ch. 7).
//!
//! An angle e from its command is closed at the rate
//!
//!   ω* = sign(e) min(√(2 α (|e| − d)), ω_m)  for |e| > d,   0 within the deadband d,
//!
//! which is the parabola on which the deceleration α stops at the deadband's edge. Thrusters push while the rate is off ω* by
//! more than the deadband of the rate; so the axis coasts at ω_m in between, and a turn by Δ from rest takes
//! Δ/ω_m + ω_m/α as with continuous control.
//!
//! | symbol | field | unit |
//! |---|---|---|
//! | α | `acceleration` | rad/s² |
//! | ω_m | `rate` | rad/s |
//! | d | `deadband` | rad |

use crate::math::real;
use nalgebra::{UnitQuaternion, Vector3};

/// Numbers of one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PhasePlane {
    /// Angle within which nothing is done about it, rad.
    pub deadband: f64,
    /// Error of rate within which nothing is done about it, rad/s.
    pub rate_deadband: f64,
    /// Fastest turn, rad/s.
    pub rate: f64,
    /// Deceleration that is counted on, rad/s².
    pub acceleration: f64,
}

impl PhasePlane {
    /// The rate to have with an angle left to go, rad/s.
    pub fn wanted_rate(&self, left: f64) -> f64 {
        let beyond = left.abs() - self.deadband;
        if beyond <= 0.0 {
            return 0.0;
        }
        (2.0 * self.acceleration * beyond).sqrt().min(self.rate).copysign(left)
    }

    /// Which way to push: 1, −1 or not at all.
    pub fn push(&self, left: f64, rate: f64) -> f64 {
        self.damp(rate - self.wanted_rate(left))
    }

    /// Which way to push against a rate that is not wanted.
    pub fn damp(&self, rate: f64) -> f64 {
        if rate.abs() <= self.rate_deadband { 0.0 } else { -1.0_f64.copysign(rate) }
    }
}

/// Bank of a body that flies along a velocity: angle of its lift direction from the vertical plane, positive to the
/// right, rad; and the velocity's direction in body axes.
pub fn bank(
    attitude: &UnitQuaternion<f64>,
    lift: &Vector3<f64>,
    velocity: &Vector3<f64>,
    up: &Vector3<f64>,
) -> (f64, Vector3<f64>) {
    let along = velocity.try_normalize(0.0).unwrap_or_else(Vector3::x);
    let right = along.cross(up).try_normalize(0.0).unwrap_or_else(Vector3::y);
    let over = right.cross(&along);
    let pointed = attitude * lift;
    (real::atan2(pointed.dot(&right), pointed.dot(&over)), attitude.inverse() * along)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::rotation::from_scaled_axis;

    const ROLL: PhasePlane = PhasePlane {
        deadband: 0.01,
        rate_deadband: 0.005,
        rate: 0.349_066,
        acceleration: 0.087_266,
    };

    #[test]
    fn a_bank_reversal_by_thrusters_takes_the_time_of_the_linear_model() {
        // Thrusters give 10 % more than is counted on; ticks of 20 ms.
        let (push, tick) = (1.1 * ROLL.acceleration, 0.02);
        for turn in [2.0, 1.5, 0.6] {
            let (mut angle, mut rate, mut time, mut on) = (0.0_f64, 0.0_f64, 0.0, 0.0);
            while (turn - angle).abs() > 0.03 || rate.abs() > 0.03 {
                let torque = ROLL.push(turn - angle, rate) * push;
                on += torque.abs() * tick;
                angle += (rate + 0.5 * torque * tick) * tick;
                rate += torque * tick;
                time += tick;
                assert!(time < 30.0, "{angle} {rate}");
            }
            let (fast, hard) = (ROLL.rate, ROLL.acceleration);
            let exact: f64 = if turn > fast * fast / hard {
                turn / fast + fast / hard
            } else {
                2.0 * f64::sqrt(turn / hard)
            };
            assert!((time - exact).abs() < 0.12 * exact, "{turn}: {time} {exact}");
            // What is spent is near twice the fastest rate: it speeds up once and slows down once.
            assert!(on < 2.0 * fast * 1.25, "{on}");
        }
    }

    #[test]
    fn within_the_deadbands_nothing_is_pushed() {
        assert_eq!(ROLL.push(0.009, 0.004), 0.0);
        assert_eq!(ROLL.push(0.009, 0.006), -1.0);
        assert_eq!(ROLL.push(0.5, 0.0), 1.0);
        assert_eq!(ROLL.push(-0.5, 0.0), -1.0);
        assert_eq!(ROLL.damp(-0.1), 1.0);
    }

    #[test]
    fn bank_is_the_turn_of_the_lift_about_the_velocity() {
        let (velocity, up) = (Vector3::new(300.0, 100.0, -80.0), Vector3::z());
        let along = velocity.normalize();
        let level = along.cross(&up).normalize().cross(&along);
        for angle in [-1.2, 0.0, 0.7, 1.5] {
            let attitude = from_scaled_axis(&(along * angle));
            let (found, seen) = bank(&attitude, &level, &velocity, &up);
            assert!((found - angle).abs() < 1e-12, "{found} {angle}");
            assert!((attitude * seen - along).norm() < 1e-12);
        }
    }
}
