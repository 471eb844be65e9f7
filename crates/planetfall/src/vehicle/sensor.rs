//! What a controller is told. A sensor samples the truth at its own period, adds its own noise and
//! holds the reading until the next sample; controllers never see anything else.

use crate::math::noise::{Key, gaussian};
use crate::math::rotation::{from_scaled_axis, to_scaled_axis};
use crate::time::Time;
use crate::vehicle::Motion;
use nalgebra::Vector3;

/// Navigation solution of one vehicle (radar and alignment), with a bias and white noise on each axis.
#[derive(Clone, Debug)]
pub struct NavigationSensor {
    /// Unique name; the noise stream is keyed by it.
    pub name: String,
    /// Index of the vehicle.
    pub vehicle: usize,
    /// Time between samples.
    pub period: Time,
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
    /// Noise stream, a constant of the world.
    pub key: Key,
}

/// One reading of a [`NavigationSensor`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Navigation {
    /// When it was sampled.
    pub time: Time,
    /// Measured motion.
    pub motion: Motion,
    /// Measured height of the body origin above the ground under it, m.
    pub height: f64,
}

impl NavigationSensor {
    /// Number of noise draws per sample: the counter advances by this much.
    const DRAWS: u64 = 12;

    /// The reading for a true motion at a true height above ground. `counter` is the sensor's own
    /// place in its noise stream.
    pub fn sample(&self, time: Time, truth: &Motion, height: f64, counter: &mut u64) -> Navigation {
        let noise = Draws { key: self.key, first: *counter };
        *counter += Self::DRAWS;
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

/// Draws of one sample.
struct Draws {
    key: Key,
    first: u64,
}

impl Draws {
    /// Three draws of a standard deviation; the place counts vectors.
    fn vector(&self, place: u64, sigma: f64) -> Vector3<f64> {
        let draw = |axis| match sigma {
            0.0 => 0.0,
            _ => sigma * gaussian(self.key, self.first + 3 * place + axis),
        };
        Vector3::new(draw(0), draw(1), draw(2))
    }
}

/// Gyroscopes and accelerometers fixed to a vehicle's root at its origin. A reading is what has been
/// integrated since the one before, as such units give it: the turn, and the velocity gained by all
/// forces but gravity, freed of the effects of turning in between.
#[derive(Clone, Debug)]
pub struct InertialSensor {
    /// Unique name; the noise stream is keyed by it.
    pub name: String,
    /// Index of the vehicle.
    pub vehicle: usize,
    /// Time between samples.
    pub period: Time,
    /// Constant error of the accelerometers, body axes, m/s².
    pub acceleration_bias: Vector3<f64>,
    /// Constant error of the gyroscopes, body axes, rad/s.
    pub rate_bias: Vector3<f64>,
    /// Standard deviation of the velocity gained per sample and axis, m/s.
    pub velocity_sigma: f64,
    /// Standard deviation of the turn per sample and axis, rad.
    pub angle_sigma: f64,
    /// Noise stream, a constant of the world.
    pub key: Key,
}

/// One reading of an [`InertialSensor`], and what the next one needs to know of this instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inertial {
    /// When it was sampled.
    pub time: Time,
    /// Velocity gained since the sample before, body axes of this instant, m/s.
    pub velocity: Vector3<f64>,
    /// Turn since the sample before, as a rotation vector in body axes, rad.
    pub angle: Vector3<f64>,
    /// Angular rate, body axes, rad/s.
    pub rate: Vector3<f64>,
    pub(crate) truth: Motion,
}

impl InertialSensor {
    const DRAWS: u64 = 6;

    /// The reading at a true motion, after the reading before; `gravity` is its mean acceleration
    /// since then, site axes, m/s².
    pub fn sample(
        &self,
        time: Time,
        truth: &Motion,
        gravity: &Vector3<f64>,
        before: Option<&Inertial>,
        counter: &mut u64,
    ) -> Inertial {
        let noise = Draws { key: self.key, first: *counter };
        *counter += Self::DRAWS;
        let rate = truth.rate + self.rate_bias;
        let Some(before) = before else {
            let nothing = Vector3::zeros();
            return Inertial { time, velocity: nothing, angle: nothing, rate, truth: *truth };
        };
        let span = (time - before.time).seconds();
        let gained = truth.velocity - before.truth.velocity - gravity * span;
        let turn = before.truth.site_from_body.inverse() * truth.site_from_body;
        Inertial {
            time,
            velocity: truth.site_from_body.inverse() * gained
                + self.acceleration_bias * span
                + noise.vector(0, self.velocity_sigma),
            angle: to_scaled_axis(&turn)
                + self.rate_bias * span
                + noise.vector(1, self.angle_sigma),
            rate,
            truth: *truth,
        }
    }
}

/// A switch that closes while a contactor carries load.
#[derive(Clone, Debug, PartialEq)]
pub struct TouchSwitch {
    /// Unique name.
    pub name: String,
    /// Index of the contactor among those of the world.
    pub contactor: usize,
    /// Time between samples.
    pub period: Time,
    /// Normal force from which it is closed, N.
    pub threshold: f64,
}
