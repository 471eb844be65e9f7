//! Strap-down navigation: attitude and velocity are carried on by what the inertial sensor has
//! integrated, v += C Δv + g Δt, with the gravity that the software believes in. Radar corrects
//! velocity and height until it is switched off; then every error of gravity grows with time, which
//! is how MSL came to land at 0.6 instead of 0.75 m/s.
//!
//! On a planet ([`PlanetNavigation`]) position is carried on as well and gravity is a field over it, which in the rotating
//! site frame has centrifugal and Coriolis terms and turns with the vertical:
//!
//!   v₁ = v₀ + C Δv + ½ (g(r₀, v₀) + g(r₁, v₁)) Δt,   r₁ = r₀ + ½ (v₀ + v₁) Δt,
//!
//! solved by iteration; the gyroscopes' reading of the planet's spin is taken off. A site with the same gravity
//! everywhere is the case without it. Radar is used once the sequence has switched it on, where there is such a switch.

use crate::control::{Command, Controller, RegisterColumn, SensorView};
use crate::environment::{Geodesy, Gravity};
use crate::math::rotation::from_scaled_axis;
use crate::math::time::Time;
use crate::vehicle::Navigation;
use nalgebra::{Quaternion, UnitQuaternion, Vector3};

/// What navigation knows of a planet, and what is wrong with what it was given.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanetNavigation {
    /// Gravity and rotation as the software has them.
    pub gravity: Gravity,
    /// Share by which its gravity is too strong.
    pub gravity_error: f64,
    /// Which way is up, and from where altitudes count.
    pub geodesy: Geodesy,
    /// Altitude of the ground that heights count from until radar sees it, m.
    pub ground: f64,
    /// Errors of position (m), velocity (m/s) and attitude (rad) at the start, site axes.
    pub errors: [Vector3<f64>; 3],
    /// Register that is not zero while radar is on; none where it always is.
    pub radar_switch: Option<usize>,
}

impl PlanetNavigation {
    fn fall(&self, position: &Vector3<f64>, velocity: &Vector3<f64>) -> Vector3<f64> {
        let exact = self.gravity.acceleration(position, velocity);
        if self.gravity_error == 0.0 {
            return exact;
        }
        exact + self.gravity.acceleration(position, &Vector3::zeros()) * self.gravity_error
    }

    /// Position and velocity a time (s) later, in which forces gave the velocity `gained`, site axes.
    pub fn propagate(
        &self,
        position: &Vector3<f64>,
        velocity: &Vector3<f64>,
        gained: &Vector3<f64>,
        span: f64,
    ) -> (Vector3<f64>, Vector3<f64>) {
        let before = self.fall(position, velocity);
        let mut next = velocity + gained + before * span;
        let mut place = position + (velocity + next) * (0.5 * span);
        // Each round is nearer by Ω Δt, a millionth: two leave round-off.
        for _ in 0..2 {
            next = velocity + gained + (before + self.fall(&place, &next)) * (0.5 * span);
            place = position + (velocity + next) * (0.5 * span);
        }
        (place, next)
    }
}

/// Carries velocity, attitude and height on, and position over a planet.
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
    /// Over a planet whose gravity and vertical are not the site's everywhere.
    pub planet: Option<PlanetNavigation>,
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
/// Position in the site frame; over a planet only.
pub(super) const POSITION: usize = 17;
/// Specific force of the last sample, body axes, m/s²; over a planet only.
pub(super) const SENSED: usize = 20;
pub(super) const REGISTERS: usize = 23;

/// Share of radar's disagreement that is taken over at each of its samples.
const RADAR_GAIN: f64 = 0.2;
/// Time over which the specific force is smoothed, s.
const SMOOTHING: f64 = 0.1;

/// Registers that are recorded; the last ones over a planet only.
pub(crate) const COLUMNS: [RegisterColumn; 7] = [
    RegisterColumn::new("vx_m_per_s", "velocity as navigation has it, east", VELOCITY),
    RegisterColumn::new("vy_m_per_s", "velocity as navigation has it, north", VELOCITY + 1),
    RegisterColumn::new("vz_m_per_s", "velocity as navigation has it, up", VELOCITY + 2),
    RegisterColumn::new("height_m", "height above ground as navigation has it", HEIGHT),
    RegisterColumn::new("x_m", "position as navigation has it, east", POSITION),
    RegisterColumn::new("y_m", "position as navigation has it, north", POSITION + 1),
    RegisterColumn::new("z_m", "position as navigation has it, up", POSITION + 2),
];
/// Number of those that every navigator has.
const LEVEL_COLUMNS: usize = 4;

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
            if let Some(planet) = &self.planet {
                align(planet, radar, registers);
            }
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
            match &self.planet {
                None => self.propagate(&turned, &inertial.velocity, span, registers),
                Some(planet) => {
                    write(registers, SENSED, &(inertial.velocity / span));
                    carry_on(planet, &(turned * inertial.velocity), span, registers);
                }
            }
            let newer = |r: &Navigation| r.time.nanos() as f64 > registers[LAST_RADAR];
            let used = self.planet.as_ref().is_none_or(|planet| {
                planet.radar_switch.is_none_or(|switch| view.registers.get(switch) != 0.0)
            });
            let sees = |r: &&Navigation| used && r.time < self.radar_until;
            if let Some(radar) = radar.as_ref().filter(|r| newer(r)).filter(sees) {
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

    fn columns(&self) -> &'static [RegisterColumn] {
        let count = if self.planet.is_some() { COLUMNS.len() } else { LEVEL_COLUMNS };
        &COLUMNS[..count]
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

impl Navigator {
    /// Velocity and height a time (s) later where gravity is the same everywhere.
    fn propagate(
        &self,
        attitude: &UnitQuaternion<f64>,
        gained: &Vector3<f64>,
        span: f64,
        registers: &mut [f64],
    ) {
        let before = read(registers, VELOCITY);
        let gained = attitude * gained - Vector3::z() * (self.gravity * span);
        write(registers, VELOCITY, &(before + gained));
        registers[HEIGHT] += (before.z + 0.5 * gained.z) * span;
    }
}

/// Takes over the motion that navigation is given at the start, with its errors.
fn align(planet: &PlanetNavigation, given: Navigation, registers: &mut [f64]) {
    let [position, velocity, turn] = &planet.errors;
    let place = given.motion.position + position;
    write(registers, POSITION, &place);
    write(registers, VELOCITY, &(given.motion.velocity + velocity));
    let attitude = from_scaled_axis(turn) * given.motion.site_from_body;
    let turn = attitude.quaternion();
    registers[ATTITUDE..ATTITUDE + 4].copy_from_slice(&[turn.w, turn.i, turn.j, turn.k]);
    registers[HEIGHT] = planet.geodesy.altitude(&place) - planet.ground;
}

/// Position, velocity and height over a planet a time (s) later.
fn carry_on(planet: &PlanetNavigation, gained: &Vector3<f64>, span: f64, registers: &mut [f64]) {
    let (position, velocity) = (read(registers, POSITION), read(registers, VELOCITY));
    let (place, next) = planet.propagate(&position, &velocity, gained, span);
    write(registers, POSITION, &place);
    write(registers, VELOCITY, &next);
    registers[HEIGHT] += planet.geodesy.altitude(&place) - planet.geodesy.altitude(&position);
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
