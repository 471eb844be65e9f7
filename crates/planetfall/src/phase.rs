//! Phases of a run and what ends them.
//!
//! A trigger is a physical condition. Those that are a quantity crossing a level are located: the
//! step in which the level is crossed is repeated shorter until it ends at the crossing.

use crate::contact::Touch;
use crate::dynamics::RigidMotion;
use crate::state::State;
use crate::stepping::Method;
use crate::time::Time;
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
    /// The first vehicle's speed and turning rate have been below these for this long.
    Rest {
        /// Speed of the centre of mass, m/s.
        speed: f64,
        /// Angular rate, rad/s.
        rate: f64,
        /// How long.
        dwell: Time,
    },
    /// A contact point (any, if `None`) reaches the surface.
    Touch(Option<usize>),
    /// The first vehicle's centre of mass comes lower than this above the ground under it, m.
    HeightBelow(f64),
    /// The first vehicle's centre of mass comes higher than this above the ground under it, m.
    HeightAbove(f64),
    /// The first vehicle becomes faster than this, m/s.
    SpeedAbove(f64),
}

impl Condition {
    /// The quantity whose rise through zero is the trigger; `None` for conditions of time or dwell.
    pub(crate) fn level(
        &self,
        world: &World,
        state: &State,
        continuous: &[f64],
        touches: &[Touch],
    ) -> Option<f64> {
        match *self {
            Self::Elapsed(_) | Self::Rest { .. } => None,
            Self::Touch(Some(contact)) => touches.get(contact).map(|t| -t.gap),
            Self::Touch(None) => Some(-touches.iter().fold(f64::INFINITY, |m, t| m.min(t.gap))),
            Self::HeightBelow(height) => Some(height - height_of(world, state, continuous)),
            Self::HeightAbove(height) => Some(height_of(world, state, continuous) - height),
            Self::SpeedAbove(speed) => Some(speed_of(world, state, continuous) - speed),
        }
    }

    /// Whether the condition of dwell holds at this moment.
    pub(crate) fn holds(&self, world: &World, state: &State) -> bool {
        match *self {
            Self::Rest { speed, rate, .. } => {
                speed_of(world, state, &state.continuous) < speed
                    && state.rigid(world, 0).rate.norm() < rate
            }
            _ => false,
        }
    }
}

fn first(world: &World, continuous: &[f64]) -> RigidMotion {
    let layout = world.layout();
    RigidMotion::read(&continuous[layout.pose(0)], &continuous[layout.twist(0)])
}

fn speed_of(world: &World, state: &State, continuous: &[f64]) -> f64 {
    first(world, continuous).point(state.inertias[0].centre()).1.norm()
}

/// Height above the ground, or above the site's datum where there is no ground.
fn height_of(world: &World, state: &State, continuous: &[f64]) -> f64 {
    let (centre, _) = first(world, continuous).point(state.inertias[0].centre());
    centre.z - world.terrain().height(centre.x, centre.y).unwrap_or(0.0)
}
