//! Gyroscopes and accelerometers fixed to a vehicle's root.
//!
//! A reading is what has been integrated since the one before, as such units give it: the turn Δθ, and
//! the velocity Δv gained by all forces but gravity, freed of the effects of turning in between. With R
//! the attitude of the sensor's axes, v the velocity of its point and g the mean gravity of the interval,
//!
//!   Δθ = log(R₀ᵀ R₁) + b_g Δt + n_g,    Δv = R₁ᵀ (v₁ − v₀ − g Δt) + b_a Δt + n_a,
//!
//! so that R₁ = R₀ exp(Δθ) and v₁ = v₀ + R₁ Δv + g Δt without any approximation. The specific force is
//! Δv/Δt, the mean of the interval; at rest it is −g in the sensor's axes.
//!
//! Noise follows IEEE Std 952-1997, annex C, the same for both triads:
//!
//! | symbol | field | unit (gyroscopes; accelerometers) | Allan deviation |
//! |---|---|---|---|
//! | N, white noise: n = N √Δt per increment | `increment_sigma` = N √Δt | rad, m/s | N/√τ |
//! | K, walk of the bias: b += K √Δt n | `walk` | rad/s/√s, m/s²/√s | K √(τ/3) |
//! | B, wandering bias, first order Gauss-Markov | `wander`, over `wander_time` | rad/s, m/s² | eq. C.26 |

use super::{Draws, Mounting};
use crate::math::real;
use crate::math::rotation::{from_scaled_axis, to_scaled_axis};
use crate::math::time::Time;
use crate::vehicle::Motion;
use nalgebra::{Quaternion, UnitQuaternion, Vector3};

/// An inertial measurement unit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct InertialUnit {
    /// Where it sits.
    pub mounting: Mounting,
    /// Gyroscopes, rad and rad/s.
    pub gyroscopes: AxisNoise,
    /// Accelerometers, m/s and m/s².
    pub accelerometers: AxisNoise,
}

/// Errors of three gyroscopes or accelerometers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AxisNoise {
    /// Constant error, sensor axes: rad/s or m/s².
    pub bias: Vector3<f64>,
    /// Standard deviation of an increment per axis, rad or m/s.
    pub increment_sigma: f64,
    /// Random walk of the bias per axis, rad/s/√s or m/s²/√s.
    pub walk: f64,
    /// Standard deviation of a bias that wanders about its mean, per axis, rad/s or m/s².
    pub wander: f64,
    /// Its correlation time, s.
    pub wander_time: f64,
}

/// One reading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inertial {
    /// When it was sampled.
    pub time: Time,
    /// Velocity gained since the sample before, sensor axes of this instant, m/s.
    pub velocity: Vector3<f64>,
    /// Turn since the sample before, as a rotation vector in sensor axes, rad.
    pub angle: Vector3<f64>,
    /// Angular rate at this instant, sensor axes, rad/s.
    pub rate: Vector3<f64>,
    /// Specific force, mean since the sample before, sensor axes of this instant, m/s².
    pub specific_force: Vector3<f64>,
}

/// Names and meanings of its channels.
pub(super) const CHANNELS: [(&str, &str); 12] = [
    ("delta_velocity_x_m_per_s", "velocity gained since the last sample, along sensor x"),
    ("delta_velocity_y_m_per_s", "velocity gained since the last sample, along sensor y"),
    ("delta_velocity_z_m_per_s", "velocity gained since the last sample, along sensor z"),
    ("delta_angle_x_rad", "turn since the last sample, about sensor x"),
    ("delta_angle_y_rad", "turn since the last sample, about sensor y"),
    ("delta_angle_z_rad", "turn since the last sample, about sensor z"),
    ("rate_x_rad_per_s", "angular rate about sensor x"),
    ("rate_y_rad_per_s", "angular rate about sensor y"),
    ("rate_z_rad_per_s", "angular rate about sensor z"),
    ("specific_force_x_m_per_s2", "mean specific force along sensor x"),
    ("specific_force_y_m_per_s2", "mean specific force along sensor y"),
    ("specific_force_z_m_per_s2", "mean specific force along sensor z"),
];

/// Place in its memory: whether it has begun.
const BEGUN: usize = 0;
/// Place of the time of the last sample, ns: a whole number, exact for a hundred days.
const TIME: usize = 1;
/// Place of the motion then: position, attitude, velocity and rate, 13 numbers.
const MOTION: usize = 2;
/// Place of walk and wander of the gyroscopes' biases.
const GYROSCOPES: usize = 15;
/// Place of walk and wander of the accelerometers' biases.
const ACCELEROMETERS: usize = 21;
/// Place of the steps of both biases.
const STEPS: usize = 27;
/// Numbers of its memory.
pub(super) const MEMORY: usize = 33;

/// What an inertial sensor cannot distinguish from standing still.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SiteField {
    /// Mean acceleration of free fall since the sample before, site axes, m/s².
    pub gravity: Vector3<f64>,
    /// Rotation of the site against the stars, which gyroscopes feel, site axes, rad/s.
    pub spin: Option<Vector3<f64>>,
}

impl SiteField {
    /// Angular rate against the stars, sensor axes, rad/s.
    fn absolute_rate(&self, truth: &Motion) -> Vector3<f64> {
        match self.spin {
            Some(spin) => truth.rate + truth.site_from_body.inverse() * spin,
            None => truth.rate,
        }
    }

    /// The attitude in axes that stand where the site's stood a span (s) ago.
    fn absolute_attitude(&self, truth: &Motion, span: f64) -> UnitQuaternion<f64> {
        match self.spin {
            Some(spin) => from_scaled_axis(&(spin * span)) * truth.site_from_body,
            None => truth.site_from_body,
        }
    }
}

impl InertialUnit {
    /// Six draws for the increments; twelve more if biases move.
    pub(super) fn draws(&self) -> u64 {
        let moves = self.gyroscopes.moves() || self.accelerometers.moves();
        if moves { 18 } else { 6 }
    }

    /// Where the memory says that it was at the last sample.
    pub(crate) fn before(memory: &[f64]) -> Option<(Time, Motion)> {
        if memory[BEGUN] == 0.0 {
            return None;
        }
        let at = |place: usize| vector(memory, MOTION + place);
        let q = &memory[MOTION + 3..MOTION + 7];
        let motion = Motion {
            position: at(0),
            site_from_body: UnitQuaternion::new_unchecked(Quaternion::new(q[0], q[1], q[2], q[3])),
            velocity: at(7),
            rate: at(10),
        };
        Some((Time::from_nanos(memory[TIME] as i64), motion))
    }

    fn note(time: Time, truth: &Motion, memory: &mut [f64]) {
        memory[BEGUN] = 1.0;
        memory[TIME] = time.nanos() as f64;
        let (q, v) = memory[MOTION..GYROSCOPES].split_at_mut(7);
        truth.write(q, v);
    }

    /// Adds a step to the biases, rad/s and m/s².
    pub(crate) fn step_bias(memory: &mut [f64], rate: &Vector3<f64>, acceleration: &Vector3<f64>) {
        let steps = rate.iter().chain(acceleration.iter());
        memory[STEPS..].iter_mut().zip(steps).for_each(|(slot, step)| *slot += step);
    }

    /// The reading at a true motion of the sensor's own frame; `field` is what of its motion it does not feel.
    pub fn sample(
        &self,
        time: Time,
        truth: &Motion,
        field: &SiteField,
        noise: Draws,
        memory: &mut [f64],
    ) -> Inertial {
        let before = Self::before(memory);
        Self::note(time, truth, memory);
        let span = before.map_or(0.0, |(earlier, _)| (time - earlier).seconds());
        let first = before.is_none();
        self.gyroscopes.drift(first, span, (noise, 2), &mut memory[GYROSCOPES..ACCELEROMETERS]);
        self.accelerometers.drift(first, span, (noise, 4), &mut memory[ACCELEROMETERS..STEPS]);
        let rate_bias = self.gyroscopes.now(memory, GYROSCOPES, STEPS);
        let true_rate = field.absolute_rate(truth);
        let Some((_, before)) = before else {
            let nothing = Vector3::zeros();
            let rate = true_rate + rate_bias;
            return Inertial {
                time,
                velocity: nothing,
                angle: nothing,
                rate,
                specific_force: nothing,
            };
        };
        let gained = truth.velocity - before.velocity - field.gravity * span;
        let turn = before.site_from_body.inverse() * field.absolute_attitude(truth, span);
        let jitter = noise.vector(1, self.gyroscopes.increment_sigma);
        let velocity = truth.site_from_body.inverse() * gained
            + self.accelerometers.now(memory, ACCELEROMETERS, STEPS + 3) * span
            + noise.vector(0, self.accelerometers.increment_sigma);
        Inertial {
            time,
            velocity,
            angle: to_scaled_axis(&turn) + rate_bias * span + jitter,
            rate: true_rate + rate_bias + jitter / span,
            specific_force: velocity / span,
        }
    }
}

impl AxisNoise {
    /// Whether the bias changes by itself.
    fn moves(&self) -> bool {
        self.walk > 0.0 || self.wander > 0.0
    }

    /// Carries walk and wander on over a span; at the first sample the wandering bias is drawn.
    fn drift(&self, first: bool, span: f64, (noise, place): (Draws, u64), memory: &mut [f64]) {
        if !self.moves() {
            return;
        }
        let (walk, wander) = memory.split_at_mut(3);
        let push = noise.vector(place, self.walk * span.sqrt());
        walk.iter_mut().zip(push.iter()).for_each(|(slot, push)| *slot += push);
        let (kept, fresh) = match first || self.wander_time <= 0.0 {
            true => (0.0, 1.0),
            // 1 − exp(−2x) without losing digits where x is small.
            false => {
                let x = span / self.wander_time;
                (real::exp(-x), (-real::expm1(-2.0 * x)).sqrt())
            }
        };
        let push = noise.vector(place + 1, self.wander * fresh);
        wander.iter_mut().zip(push.iter()).for_each(|(slot, push)| *slot = kept * *slot + push);
    }

    /// The whole bias now.
    fn now(&self, memory: &[f64], drift: usize, step: usize) -> Vector3<f64> {
        self.bias + vector(memory, drift) + vector(memory, drift + 3) + vector(memory, step)
    }
}

impl Inertial {
    /// As the numbers of the channels.
    pub fn numbers(&self) -> [f64; 12] {
        let mut numbers = [0.0; 12];
        let vectors = [&self.velocity, &self.angle, &self.rate, &self.specific_force];
        for (slots, vector) in numbers.chunks_exact_mut(3).zip(vectors) {
            slots.copy_from_slice(vector.as_slice());
        }
        numbers
    }

    /// From the numbers of the channels; none where there are others.
    pub fn from_numbers(time: Time, values: &[f64]) -> Option<Self> {
        if values.len() != CHANNELS.len() {
            return None;
        }
        Some(Self {
            time,
            velocity: vector(values, 0),
            angle: vector(values, 3),
            rate: vector(values, 6),
            specific_force: vector(values, 9),
        })
    }
}

fn vector(numbers: &[f64], place: usize) -> Vector3<f64> {
    Vector3::from_column_slice(&numbers[place..place + 3])
}

#[cfg(test)]
mod tests;
