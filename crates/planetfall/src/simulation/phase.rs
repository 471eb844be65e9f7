//! Phases of a run and what ends them.
//!
//! A trigger is a physical condition. Those that are a quantity crossing a level are located: the
//! step in which the level is crossed is repeated shorter until it ends at the crossing.

mod motion_quantity;

pub use motion_quantity::MotionQuantity;

use crate::contact::Contact;
use crate::math::time::Time;
use crate::state::State;
use crate::stepping::{Evaluation, Method};
use crate::world::World;

/// A part of the run with its own method.
#[derive(Clone, Debug, PartialEq)]
pub struct Phase {
    /// Unique name.
    pub name: String,
    /// How it is stepped.
    pub method: Method,
    /// What ends it, in order of precedence.
    pub triggers: Vec<Trigger>,
    /// Periods in it of controllers and sensors that have others elsewhere.
    pub periods: Vec<PhasePeriod>,
}

/// Period that a controller or sensor has in one phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhasePeriod {
    /// Name of the controller, or of the sensor where no controller is called so.
    pub of: String,
    /// Time between its ticks or samples.
    pub period: Time,
}

impl Phase {
    /// A phase in which all periods are those of their owners.
    pub fn new(name: impl Into<String>, method: Method, triggers: Vec<Trigger>) -> Self {
        Self { name: name.into(), method, triggers, periods: Vec::new() }
    }
}

/// Periods of all sensors and controllers of a world in one phase.
#[derive(Clone, Debug)]
pub(crate) struct Periods {
    pub(crate) sensors: Vec<Time>,
    pub(crate) control: Vec<Time>,
}

impl Periods {
    /// In a phase.
    pub(crate) fn of(phase: &Phase, world: &World) -> Self {
        let period = |name: &str| phase.periods.iter().find(|own| own.of == name);
        let kept = |name: &str, usual: Time| period(name).map_or(usual, |own| own.period);
        let control = world.control().iter();
        let controlled = |name: &str| world.control().iter().any(|other| other.name == name);
        let sensors = world.sensors().iter().map(|sensor| match controlled(&sensor.name) {
            true => sensor.period,
            false => kept(&sensor.name, sensor.period),
        });
        Self {
            sensors: sensors.collect(),
            control: control.map(|loops| kept(&loops.name, loops.period)).collect(),
        }
    }
}

/// A condition and its consequence.
#[derive(Clone, Debug, PartialEq)]
pub struct Trigger {
    /// What is waited for.
    pub condition: Condition,
    /// What happens then.
    pub then: Then,
}

/// Consequence of a trigger.
#[derive(Clone, Debug, PartialEq)]
pub enum Then {
    /// Another phase begins, by its index.
    Enter(usize),
    /// The run ends with this outcome.
    End(String),
}

/// A physical condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// This long after the phase began.
    Elapsed(Time),
    /// The speed of the first vehicle's centre of mass and the rates of all its links have been below
    /// these for this long.
    Rest {
        /// Speed of the centre of mass, m/s.
        speed: f64,
        /// Angular rate, rad/s.
        rate: f64,
        /// How long.
        dwell: Time,
    },
    /// A contactor (any, if `None`) reaches the surface.
    Touch(Option<usize>),
    /// The first vehicle's centre of mass comes lower than this above the ground under it, m.
    HeightBelow(f64),
    /// The first vehicle's centre of mass comes higher than this above the ground under it, m.
    HeightAbove(f64),
    /// The first vehicle becomes faster than this, m/s.
    SpeedAbove(f64),
    /// A contactor of a vehicle reaches the surface.
    VehicleTouch(usize),
    /// The centres of mass of two vehicles come nearer to each other than this, m.
    Nearer {
        /// Index of one vehicle.
        one: usize,
        /// Index of the other.
        other: usize,
        /// m
        distance: f64,
    },
    /// A vehicle has been let go by its carrier.
    Separated(usize),
    /// All cables of a group (all of the world, if `None`) are cut.
    Cut(Option<String>),
    /// A vehicle's tanks are empty.
    Dry(usize),
    /// A quantity of a vehicle's motion comes above or below a level.
    Level {
        /// Index of the vehicle.
        vehicle: usize,
        /// What is compared.
        quantity: MotionQuantity,
        /// With what, SI.
        level: f64,
        /// Whether it must come above the level.
        above: bool,
    },
}

impl Condition {
    /// The quantity whose rise through zero is the trigger; `None` for conditions of time or dwell.
    pub(crate) fn level(
        &self,
        world: &World,
        state: &State,
        evaluation: &Evaluation,
    ) -> Option<f64> {
        let touches = evaluation.contacts();
        let contacts = |contactor: usize| &touches[world.contactors()[contactor].contacts.clone()];
        let lesser = |least: f64, met: &Contact| if met.gap < least { met.gap } else { least };
        let nearest = |all: &[Contact]| all.iter().fold(f64::INFINITY, lesser);
        match *self {
            Self::Elapsed(_)
            | Self::Rest { .. }
            | Self::Separated(_)
            | Self::Cut(_)
            | Self::Dry(_) => None,
            Self::VehicleTouch(vehicle) => {
                Some(-nearest(&touches[world.layout().contacts(vehicle)]))
            }
            Self::Nearer { one, other, distance } => {
                let centre = |vehicle| evaluation.centre(world, state, vehicle).position;
                Some(distance - (centre(one) - centre(other)).norm())
            }
            Self::Touch(Some(contactor)) => Some(-nearest(contacts(contactor))),
            Self::Touch(None) => Some(-nearest(touches)),
            Self::HeightBelow(height) => Some(height - height_of(world, state, evaluation, 0)),
            Self::HeightAbove(height) => Some(height_of(world, state, evaluation, 0) - height),
            Self::SpeedAbove(speed) => Some(speed_of(world, state, evaluation) - speed),
            Self::Level { vehicle, quantity, level, above } => {
                let excess = quantity.of(world, state, evaluation, vehicle) - level;
                Some(if above { excess } else { -excess })
            }
        }
    }

    /// Whether it is about forces at an instant, which only explicit methods evaluate.
    pub(crate) fn needs_accelerations(&self) -> bool {
        matches!(self, Self::Level { quantity: MotionQuantity::SensedDeceleration, .. })
    }

    /// Whether something that happens between steps has happened.
    pub(crate) fn happened(&self, world: &World, state: &State) -> bool {
        match self {
            Self::Separated(vehicle) => !state.discrete.mounted[*vehicle],
            Self::Cut(group) => {
                let cables = world.cables().iter().zip(&state.discrete.cut);
                let mut own = cables.filter(|(cable, _)| group.is_none() || cable.group == *group);
                own.all(|(_, cut)| *cut)
            }
            Self::Dry(vehicle) => {
                state.continuous[world.layout().tanks(*vehicle)].iter().all(|left| *left <= 0.0)
            }
            _ => false,
        }
    }

    /// Whether the condition of dwell holds at this moment.
    pub(crate) fn holds(&self, world: &World, state: &State, evaluation: &Evaluation) -> bool {
        match *self {
            Self::Rest { speed, rate, .. } => {
                let links = &evaluation.kinematics(0).links;
                speed_of(world, state, evaluation) < speed
                    && links.iter().all(|link| link.twist.angular.norm() < rate)
            }
            _ => false,
        }
    }
}

fn speed_of(world: &World, state: &State, evaluation: &Evaluation) -> f64 {
    evaluation.centre(world, state, 0).velocity.norm()
}

/// Height above the ground along the local vertical, or altitude where there is no ground.
fn height_of(world: &World, state: &State, evaluation: &Evaluation, vehicle: usize) -> f64 {
    let centre = evaluation.centre(world, state, vehicle).position;
    world.height_above_ground(&centre).unwrap_or_else(|_| world.geodesy().altitude(&centre))
}
