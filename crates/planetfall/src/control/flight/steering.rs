//! From what is wanted to the thrust of each engine: velocity is held by a proportional-integral law
//! with gravity and mass fed forward, attitude by a second-order one, and both are shared out over
//! the engines.

use super::{Allocation, EngineArm, Places, approach, navigator, sequencer};
use crate::control::{Command, Controller, RegisterColumn, SensorView};
use crate::math::real;
use crate::math::time::Time;
use nalgebra::{UnitQuaternion, Vector3};

/// How stiffly a vehicle is flown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gains {
    /// Rate at which an error of velocity is removed, 1/s.
    pub velocity: f64,
    /// Rate at which its integral acts, 1/s².
    pub integral: f64,
    /// Natural frequency of the attitude, rad/s.
    pub attitude: f64,
    /// Its damping ratio.
    pub damping: f64,
    /// Largest tilt by which velocity along the ground is held, rad.
    pub tilt: f64,
}

/// Mass properties as designed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Configuration {
    /// kg
    pub mass: f64,
    /// Centre of mass, body axes, m.
    pub centre: Vector3<f64>,
    /// Moments of inertia about it, kg m².
    pub moments: Vector3<f64>,
}

/// Commands the engines.
#[derive(Clone, Debug, PartialEq)]
pub struct Steering {
    /// Gains.
    pub gains: Gains,
    /// The other parts.
    pub places: Places,
    /// Gravity on board, m/s².
    pub gravity: f64,
    /// Engines in use.
    pub arms: Vec<EngineArm>,
    /// Engines in use in the approach, if there is one: the others are shut down after it.
    pub approach_arms: Vec<EngineArm>,
    /// With all that is carried.
    pub mated: Configuration,
    /// Without.
    pub alone: Configuration,
    /// Mass that the ground takes over at touchdown, kg; all of it where there is none.
    pub load: Option<f64>,
    /// Believed over true mass.
    pub mass_ratio: f64,
    /// Time between ticks.
    pub period: Time,
    /// First register of the acceleration that goes with the wanted velocity, where the plan has one.
    pub feed: Option<usize>,
}

const STARTED: usize = 0;
const INTEGRAL: usize = 1;
const MASS: usize = 4;
const DROPPED: usize = 5;
const HEADING: usize = 6;
const THRUST: usize = 7;
/// Weight that the software believes in, N.
pub(super) const WEIGHT: usize = 8;
/// Part of the load's weight that is no longer carried.
pub(super) const LOAD_OFF: usize = 9;
/// Change of the load's pull since it hung still, as a share of its weight; more pull than that is no change.
pub(super) const PULL_CHANGE: usize = 10;
const REGISTERS: usize = 11;

/// What the integral can make up for, m/s².
const MOST_INTEGRAL: f64 = 5.0;

impl Steering {
    /// Engines in use now.
    fn arms(&self, view: &SensorView<'_>) -> &[EngineArm] {
        let approaches = self
            .feed
            .is_some_and(|feed| view.registers.get(feed - approach::FEED + approach::DONE) == 0.0);
        if approaches { &self.approach_arms } else { &self.arms }
    }

    fn attitude(&self, view: &SensorView<'_>) -> UnitQuaternion<f64> {
        let first = self.places.navigator + navigator::ATTITUDE;
        navigator::attitude(&[0, 1, 2, 3].map(|index| view.registers.get(first + index)))
    }

    /// Force that is wanted, site axes.
    fn force(&self, view: &SensorView<'_>, registers: &mut [f64]) -> Vector3<f64> {
        let sequencer = self.places.sequencer;
        let wanted = view.registers.vector(sequencer + sequencer::WANTED);
        if view.registers.get(sequencer + sequencer::KIND) != 1.0 {
            let size = view.registers.get(sequencer + sequencer::ACCELERATION);
            return wanted * (registers[MASS] * size);
        }
        let velocity = view.registers.vector(self.places.navigator + navigator::VELOCITY);
        let error = wanted - velocity;
        let span = self.period.seconds();
        for axis in 0..3 {
            let sum = &mut registers[INTEGRAL + axis];
            *sum += self.gains.integral * error[axis] * span;
            *sum = sum.clamp(-MOST_INTEGRAL, MOST_INTEGRAL);
        }
        let integral = Vector3::from_column_slice(&registers[INTEGRAL..INTEGRAL + 3]);
        let mut wish = error * self.gains.velocity + integral + Vector3::z() * self.gravity;
        if let Some(place) = self.feed {
            wish += view.registers.vector(place);
        }
        // Never upside down, and no further over than allowed.
        wish.z = wish.z.max(0.1 * self.gravity);
        let (flat, most) = (wish.xy().norm(), wish.z * real::tan(self.gains.tilt));
        if flat > most {
            wish.x *= most / flat;
            wish.y *= most / flat;
        }
        wish * registers[MASS]
    }

    /// The pull of the load on the vehicle by its commanded thrust and what it feels, F − m a, against its weight.
    fn reckon_load(&self, view: &SensorView<'_>, registers: &mut [f64], command: &Command) {
        let weight = registers[MASS] * self.gravity;
        let load = self.load.map_or(weight, |mass| mass * self.mass_ratio * self.gravity);
        registers[WEIGHT] = weight;
        if load <= 0.0 {
            return;
        }
        let felt = view.registers.vector(self.places.navigator + navigator::FELT);
        let of = |arm: &EngineArm| arm.direction * command.thrusts[arm.engine];
        let thrust: Vector3<f64> = self.arms(view).iter().map(of).sum();
        let pull = self.attitude(view) * (thrust - felt * (weight - load)) / load;
        registers[LOAD_OFF] = 1.0 - pull.z;
        registers[PULL_CHANGE] = Vector3::new(pull.x, pull.y, (1.0 - pull.z).max(0.0)).norm();
    }

    fn start(&self, view: &SensorView<'_>, registers: &mut [f64]) {
        registers[STARTED] = 1.0;
        registers[MASS] = self.mated.mass * self.mass_ratio;
        registers[HEADING] = heading(&self.attitude(view));
    }
}

/// Registers that are recorded.
pub(crate) const COLUMNS: [RegisterColumn; 4] = [
    RegisterColumn::new("thrust_wanted_n", "thrust along the body's axis that is wanted", THRUST),
    RegisterColumn::new("mass_kg", "mass that the software believes in", MASS),
    RegisterColumn::new(
        "load_off",
        "part of the load's weight that is no longer carried",
        LOAD_OFF,
    )
    .dimensionless(),
    RegisterColumn::new(
        "pull_change",
        "change of the load's pull as a share of its weight",
        PULL_CHANGE,
    )
    .dimensionless(),
];

impl Controller for Steering {
    fn registers(&self) -> usize {
        REGISTERS
    }

    fn update(&self, view: &SensorView<'_>, registers: &mut [f64], command: &mut Command) {
        let idle = view.registers.get(self.places.sequencer + sequencer::KIND) == 0.0;
        if registers[STARTED] == 0.0 {
            // Before its engines burn for the first time it knows neither a heading to hold nor its mass.
            if idle && self.feed.is_some() {
                return;
            }
            self.start(view, registers);
        }
        let alone = view.registers.get(self.places.sequencer + sequencer::ALONE) != 0.0;
        if alone && registers[DROPPED] == 0.0 {
            registers[DROPPED] = 1.0;
            registers[MASS] -= (self.mated.mass - self.alone.mass) * self.mass_ratio;
            registers[INTEGRAL..INTEGRAL + 3].fill(0.0);
        }
        let all = self.approach_arms.iter();
        all.for_each(|arm| command.thrusts[arm.engine] = 0.0);
        if idle {
            self.arms.iter().for_each(|arm| command.thrusts[arm.engine] = 0.0);
            registers[THRUST] = 0.0;
            return;
        }
        let force = self.force(view, registers);
        let attitude = self.attitude(view);
        // Once it is let go, the load hangs near the centre: the vehicle turns by itself.
        let let_go = command.separate.iter().any(|order| *order);
        let design = if let_go || alone { &self.alone } else { &self.mated };
        let direction = force / force.norm().max(1e-9);
        let rate = view.registers.vector(self.places.navigator + navigator::RATE);
        let torque = turning_torque(
            &self.gains,
            &rate,
            &attitude,
            &direction,
            registers[HEADING],
            &design.moments,
        );
        let along = force.dot(&(attitude * Vector3::z())).max(0.0);
        let arms = self.arms(view);
        let shares = Allocation::new(arms, &design.centre).share(along, &torque);
        let mut drawn = 0.0;
        for (arm, thrust) in arms.iter().zip(shares) {
            command.thrusts[arm.engine] = thrust;
            drawn += thrust / arm.exhaust_speed;
        }
        registers[THRUST] = along;
        registers[MASS] -= drawn * self.period.seconds();
        self.reckon_load(view, registers, command);
    }

    fn columns(&self) -> &'static [RegisterColumn] {
        &COLUMNS
    }

    fn mode(&self, _: Time, registers: &[f64]) -> Option<String> {
        Some(format!("wants {:.0} N for {:.0} kg", registers[THRUST], registers[MASS]))
    }
}

/// Torque that turns the body's axis to a direction and its heading to a wanted one, body axes, by a
/// second-order law; `rate` is the body's, in its axes.
pub(super) fn turning_torque(
    gains: &Gains,
    rate: &Vector3<f64>,
    attitude: &UnitQuaternion<f64>,
    direction: &Vector3<f64>,
    heading: f64,
    moments: &Vector3<f64>,
) -> Vector3<f64> {
    let aim = attitude.inverse() * direction;
    let sine = Vector3::z().cross(&aim);
    let angle = real::atan2(sine.norm(), aim.z);
    let mut error = sine * (if sine.norm() > 1e-9 { angle / sine.norm() } else { 1.0 });
    error.z = turn_to(heading, self::heading(attitude));
    let Gains { attitude: frequency, damping, .. } = *gains;
    let wish = error * (frequency * frequency) - rate * (2.0 * damping * frequency);
    wish.component_mul(moments)
}

/// Angle of the body's x axis along the ground, anticlockwise from east, rad.
pub(super) fn heading(attitude: &UnitQuaternion<f64>) -> f64 {
    let ahead = attitude * Vector3::x();
    real::atan2(ahead.y, ahead.x)
}

/// The shorter way from one angle to another, rad.
pub(super) fn turn_to(to: f64, from: f64) -> f64 {
    let (sine, cosine) = real::sin_cos(to - from);
    real::atan2(sine, cosine)
}
