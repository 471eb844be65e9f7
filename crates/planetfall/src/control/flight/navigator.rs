//! Strap-down navigation: attitude and velocity are carried on by what the inertial sensor has
//! integrated, v += C Δv + g Δt, with the gravity that the software believes in. Radar corrects
//! velocity and height until it is switched off; then every error of gravity grows with time, which
//! is how MSL came to land at 0.6 instead of 0.75 m/s.

use crate::control::{Command, Controller, SensorView};
use crate::math::rotation::from_scaled_axis;
use crate::math::time::Time;
use crate::vehicle::Navigation;
use nalgebra::{Quaternion, UnitQuaternion, Vector3};

/// Carries velocity, attitude and height on.
#[derive(Clone, Debug, PartialEq)]
pub struct Navigator {
    /// Index of the inertial sensor.
    pub inertial: usize,
    /// Index of the navigation sensor that is radar and alignment.
    pub radar: usize,
    /// Gravity on board, m/s².
    pub gravity: f64,
    /// Rotation of the site that gyroscopes feel, which the software takes off their readings, rad/s.
    pub spin: Option<Vector3<f64>>,
    /// When radar is no longer used.
    pub radar_until: Time,
}

const ALIGNED: usize = 0;
pub(super) const VELOCITY: usize = 1;
pub(super) const ATTITUDE: usize = 4;
pub(super) const RATE: usize = 8;
pub(super) const HEIGHT: usize = 11;
const LAST: usize = 12;
const LAST_RADAR: usize = 13;
/// Specific force in body axes over the gravity on board, smoothed.
pub(super) const FELT: usize = 14;
pub(super) const REGISTERS: usize = 17;

/// Share of radar's disagreement that is taken over at each of its samples.
const RADAR_GAIN: f64 = 0.2;
/// Time over which the specific force is smoothed, s.
const SMOOTHING: f64 = 0.1;

impl Controller for Navigator {
    fn registers(&self) -> usize {
        REGISTERS
    }

    fn update(&self, view: &SensorView<'_>, registers: &mut [f64], _: &mut Command) {
        let Some(inertial) = view.inertial(self.inertial) else { return };
        let radar = view.navigation(self.radar);
        if registers[ALIGNED] == 0.0 {
            let Some(radar) = radar else { return };
            registers[ALIGNED] = 1.0;
            write(registers, VELOCITY, &radar.motion.velocity);
            let turn = radar.motion.site_from_body.quaternion();
            registers[ATTITUDE..ATTITUDE + 4].copy_from_slice(&[turn.w, turn.i, turn.j, turn.k]);
            registers[HEIGHT] = radar.height;
        } else if inertial.time.nanos() as f64 > registers[LAST] {
            let span = (inertial.time - Time::from_nanos(registers[LAST] as i64)).seconds();
            let mut turned = attitude(&registers[ATTITUDE..]) * from_scaled_axis(&inertial.angle);
            if let Some(spin) = self.spin {
                turned = from_scaled_axis(&(spin * -span)) * turned;
            }
            let turn = turned.quaternion();
            registers[ATTITUDE..ATTITUDE + 4].copy_from_slice(&[turn.w, turn.i, turn.j, turn.k]);
            if self.gravity > 0.0 {
                let (sample, felt) =
                    (inertial.velocity / (span * self.gravity), read(registers, FELT));
                // The first sample begins the mean.
                let share = if felt == Vector3::zeros() { 1.0 } else { span / (SMOOTHING + span) };
                write(registers, FELT, &(felt + (sample - felt) * share));
            }
            let before = read(registers, VELOCITY);
            let gained = turned * inertial.velocity - Vector3::z() * (self.gravity * span);
            write(registers, VELOCITY, &(before + gained));
            registers[HEIGHT] += (before.z + 0.5 * gained.z) * span;
            let newer = |r: &Navigation| r.time.nanos() as f64 > registers[LAST_RADAR];
            if let Some(radar) = radar.filter(newer).filter(|r| r.time < self.radar_until) {
                registers[LAST_RADAR] = radar.time.nanos() as f64;
                let velocity = read(registers, VELOCITY);
                let corrected = velocity + (radar.motion.velocity - velocity) * RADAR_GAIN;
                write(registers, VELOCITY, &corrected);
                registers[HEIGHT] += (radar.height - registers[HEIGHT]) * RADAR_GAIN;
            }
        }
        let frame = self.spin.map(|spin| attitude(&registers[ATTITUDE..]).inverse() * spin);
        write(registers, RATE, &frame.map_or(inertial.rate, |frame| inertial.rate - frame));
        registers[LAST] = inertial.time.nanos() as f64;
    }

    fn columns(&self) -> &'static [(&'static str, &'static str, usize)] {
        &[
            ("vx_m_per_s", "velocity as navigation has it, east", VELOCITY),
            ("vy_m_per_s", "velocity as navigation has it, north", VELOCITY + 1),
            ("vz_m_per_s", "velocity as navigation has it, up", VELOCITY + 2),
            ("height_m", "height above ground as navigation has it", HEIGHT),
        ]
    }

    fn mode(&self, time: Time, registers: &[f64]) -> Option<String> {
        let source = if time < self.radar_until { "with radar" } else { "without radar" };
        let velocity = read(registers, VELOCITY);
        Some(format!(
            "propagates {source}: {:.3} m/s up, {:.3} m/s along the ground, {:.2} m high",
            velocity.z,
            velocity.xy().norm(),
            registers[HEIGHT]
        ))
    }
}

fn read(registers: &[f64], place: usize) -> Vector3<f64> {
    Vector3::new(registers[place], registers[place + 1], registers[place + 2])
}

fn write(registers: &mut [f64], place: usize, vector: &Vector3<f64>) {
    registers[place..place + 3].copy_from_slice(vector.as_slice());
}

/// The attitude in four registers; a zero quaternion, before alignment, is no turn.
pub(super) fn attitude(numbers: &[f64]) -> UnitQuaternion<f64> {
    let quaternion = Quaternion::new(numbers[0], numbers[1], numbers[2], numbers[3]);
    UnitQuaternion::try_new(quaternion, 1e-9).unwrap_or_else(UnitQuaternion::identity)
}
