//! What a controller is told. A sensor samples the truth at its own period, adds its own noise and
//! holds the reading until the next sample; controllers and outside programs never see anything else.
//!
//! A sensor is a constant of the world: name, vehicle, period, noise stream, kind. What changes is its
//! [`Latch`]: the numbers of its last reading, one for each of its channels, and when it was sampled.
//! All kinds are laws without memory of their own; what they must remember is in the latch.

mod camera;
mod current;
mod encoder;
mod inclinometer;
mod inertial;
mod lens;
mod pose;
mod radar;
mod sun;
mod switch;

pub use camera::{Camera, Colours, Response};
pub use current::MotorCurrent;
pub use encoder::{Counts, Encoder, ReadJoint};
pub use inclinometer::Inclinometer;
pub use inertial::{AxisNoise, Inertial, InertialUnit, SiteField};
pub use lens::{Distortion, Lens, LensError, MOST_SIDE};
pub use pose::{Navigation, PoseErrors};
pub use radar::{Echo, Radar};
pub use sun::SunSensor;
pub use switch::TouchSwitch;

use crate::math::noise::{Key, gaussian, uniform};
use crate::math::time::Time;
use crate::vehicle::Motion;
use nalgebra::{UnitQuaternion, Vector3};

/// A sensor of a vehicle.
#[derive(Clone, Debug)]
pub struct Sensor {
    /// Unique name; the noise stream is keyed by it.
    pub name: String,
    /// Index of the vehicle.
    pub vehicle: usize,
    /// Time between samples.
    pub period: Time,
    /// Noise stream, a constant of the world.
    pub key: Key,
    /// Whether the scenario lists it; others were made by software for its own use.
    pub listed: bool,
    /// Whether its channels are recorded.
    pub recorded: bool,
    /// What it measures.
    pub kind: SensorKind,
}

/// What a sensor measures.
#[derive(Clone, Debug, PartialEq)]
pub enum SensorKind {
    /// A navigation solution: pose and motion of the vehicle's root, ideal or with errors.
    Pose(PoseErrors),
    /// Gyroscopes and accelerometers.
    Inertial(InertialUnit),
    /// Encoders of joints.
    Encoder(Encoder),
    /// Roll and pitch against gravity.
    Inclinometer(Inclinometer),
    /// Direction of the sun.
    Sun(SunSensor),
    /// Slant ranges and velocities along beams.
    Radar(Radar),
    /// A switch that closes under load.
    Switch(TouchSwitch),
    /// Currents of motors.
    Current(MotorCurrent),
    /// Pictures.
    Camera(Box<Camera>),
}

/// A number of a reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SensorChannel {
    /// Quantity with its unit: `rate_x_rad_per_s`.
    pub name: String,
    /// What it is.
    pub meaning: &'static str,
}

/// The last reading of a sensor, and what the next one needs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Latch {
    /// When the reading was sampled; none before the first.
    pub time: Option<Time>,
    /// Readings given so far.
    pub samples: u64,
    /// One number for each channel.
    pub values: Vec<f64>,
    /// The sensor's place in its noise stream.
    pub counter: u64,
    /// What the sensor keeps in mind.
    pub memory: Vec<f64>,
    /// Whether it has dropped out: it gives no readings, though it goes on within.
    pub silent: bool,
}

impl Latch {
    /// Of a sensor that has not read yet.
    pub(crate) fn new(sensor: &Sensor) -> Self {
        let values = vec![0.0; sensor.channels().len()];
        let memory = vec![0.0; sensor.kind.memory()];
        Self { values, memory, ..Self::default() }
    }

    /// One that holds a reading, as tests of controllers need it.
    pub fn reading(time: Time, values: Vec<f64>) -> Self {
        Self { time: Some(time), samples: 1, values, ..Self::default() }
    }
}

impl Sensor {
    /// A sensor that software makes for its own use.
    pub fn new(name: &str, vehicle: usize, period: Time, key: Key, kind: SensorKind) -> Self {
        let name = name.to_owned();
        Self { name, vehicle, period, key, listed: false, recorded: false, kind }
    }

    /// The word for its kind, as scenario files have it.
    pub fn word(&self) -> &'static str {
        match &self.kind {
            SensorKind::Pose(_) => "pose",
            SensorKind::Inertial(_) => "imu",
            SensorKind::Encoder(_) => "encoder",
            SensorKind::Inclinometer(_) => "inclinometer",
            SensorKind::Sun(_) => "sun",
            SensorKind::Radar(_) => "radar",
            SensorKind::Switch(_) => "touch_switch",
            SensorKind::Current(_) => "motor_current",
            SensorKind::Camera(_) => "camera",
        }
    }

    /// What its readings consist of, in their order.
    pub fn channels(&self) -> Vec<SensorChannel> {
        let fixed = |list: &[(&str, &'static str)]| {
            let one = |(name, meaning): &(&str, &'static str)| SensorChannel {
                name: (*name).to_owned(),
                meaning,
            };
            list.iter().map(one).collect()
        };
        match &self.kind {
            SensorKind::Pose(_) => fixed(&pose::CHANNELS),
            SensorKind::Inertial(_) => fixed(&inertial::CHANNELS),
            SensorKind::Encoder(encoder) => encoder.channels(),
            SensorKind::Inclinometer(_) => fixed(&inclinometer::CHANNELS),
            SensorKind::Sun(_) => fixed(&sun::CHANNELS),
            SensorKind::Radar(radar) => radar.channels(),
            SensorKind::Switch(_) => fixed(&switch::CHANNELS),
            SensorKind::Current(current) => current.channels(),
            SensorKind::Camera(_) => Vec::new(),
        }
    }
}

impl SensorKind {
    /// How many numbers it remembers.
    fn memory(&self) -> usize {
        match self {
            Self::Inertial(_) => inertial::MEMORY,
            Self::Encoder(encoder) => encoder.memory(),
            _ => 0,
        }
    }

    /// How many draws of noise a sample takes: the counter advances by so much, whatever is read.
    pub(crate) fn draws(&self) -> u64 {
        match self {
            Self::Pose(_) => pose::DRAWS,
            Self::Inertial(unit) => unit.draws(),
            Self::Encoder(encoder) => encoder.joints.len() as u64,
            Self::Inclinometer(_) => 2,
            Self::Sun(_) => 3,
            Self::Radar(radar) => radar.draws(),
            Self::Switch(_) => 0,
            Self::Current(current) => current.joints.len() as u64,
            Self::Camera(camera) => camera.draws(),
        }
    }
}

/// Draws of one sample.
#[derive(Clone, Copy, Debug)]
pub struct Draws {
    key: Key,
    first: u64,
}

impl Draws {
    /// From a place of a stream on.
    pub fn new(key: Key, first: u64) -> Self {
        Self { key, first }
    }

    /// One draw of a standard deviation.
    pub(crate) fn number(&self, place: u64, sigma: f64) -> f64 {
        match sigma {
            0.0 => 0.0,
            _ => sigma * gaussian(self.key, self.first + place),
        }
    }

    /// Three draws of a standard deviation; the place counts vectors.
    pub(crate) fn vector(&self, place: u64, sigma: f64) -> Vector3<f64> {
        Vector3::from([0, 1, 2].map(|axis| self.number(3 * place + axis, sigma)))
    }

    /// Whether something of this probability happens.
    pub(crate) fn happens(&self, place: u64, probability: f64) -> bool {
        probability > 0.0 && uniform(self.key, self.first + place) < probability
    }
}

/// Where a sensor sits on a vehicle's root, and how it is turned there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mounting {
    /// Body axes, m.
    pub position: Vector3<f64>,
    /// From the sensor's axes to the body's.
    pub body_from_sensor: UnitQuaternion<f64>,
}

impl Default for Mounting {
    fn default() -> Self {
        Self { position: Vector3::zeros(), body_from_sensor: UnitQuaternion::identity() }
    }
}

impl Mounting {
    /// The motion of the sensor's frame on a body that moves so.
    pub fn carried(&self, body: &Motion) -> Motion {
        // Without an arm and a turn it is the body's motion, bit for bit.
        if *self == Self::default() {
            return *body;
        }
        let arm = body.site_from_body * self.position;
        let swing = body.site_from_body * body.rate.cross(&self.position);
        Motion {
            position: body.position + arm,
            velocity: body.velocity + swing,
            site_from_body: body.site_from_body * self.body_from_sensor,
            rate: self.body_from_sensor.inverse() * body.rate,
        }
    }
}

/// The nearest multiple of a resolution; the value itself where there is none.
fn quantised(value: f64, resolution: f64) -> f64 {
    if resolution > 0.0 { (value / resolution).round() * resolution } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::rotation::from_scaled_axis;

    #[test]
    fn an_arm_moves_with_the_body_that_turns() {
        let body = Motion {
            position: Vector3::new(1.0, 2.0, 3.0),
            velocity: Vector3::new(0.1, 0.0, 0.0),
            site_from_body: from_scaled_axis(&(Vector3::z() * std::f64::consts::FRAC_PI_2)),
            rate: Vector3::new(0.0, 0.0, 2.0),
        };
        let turned = from_scaled_axis(&(Vector3::x() * std::f64::consts::FRAC_PI_2));
        let mounting = Mounting { position: Vector3::new(0.5, 0.0, 0.0), body_from_sensor: turned };
        let sensor = mounting.carried(&body);
        assert!((sensor.position - Vector3::new(1.0, 2.5, 3.0)).norm() < 1e-15);
        // ω × r: 2 rad/s at half a metre, to the west.
        assert!((sensor.velocity - Vector3::new(-0.9, 0.0, 0.0)).norm() < 1e-15);
        // Up is the sensor's y.
        assert!((sensor.rate - Vector3::new(0.0, 2.0, 0.0)).norm() < 1e-15);
        assert!((sensor.site_from_body * Vector3::y() - Vector3::z()).norm() < 1e-15);
        assert_eq!(Mounting::default().carried(&body), body);
    }

    #[test]
    fn a_quantised_value_is_the_nearest_multiple() {
        assert_eq!(quantised(0.26, 0.1), 3.0 * 0.1);
        assert_eq!(quantised(-0.26, 0.1), -3.0 * 0.1);
        assert_eq!(quantised(0.26, 0.0), 0.26);
    }
}
