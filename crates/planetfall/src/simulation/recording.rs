//! What a run records while it goes on: frames of numbers and events.

mod body;
mod columns;
mod contactor;
mod energy;
mod flight;
mod flight_air;
mod grains;
mod joint;
mod reference;
mod wheel;

pub use body::{Body, Run};
pub use columns::{Column, Instant, columns};
pub use contactor::Contactor;
pub use energy::{EnergyBalance, EnergyStored};
pub use flight::{Cable, CableGroup, Carried, Engine, Tank};
pub use flight_air::FlightAir;
pub use grains::Grains;
pub use joint::{
    FreeJoint, PlanarJoint, PrismaticJoint, PrismaticMotor, RevoluteJoint, RevoluteMotor,
    SphericalJoint, Strut, position_columns,
};
pub use reference::reference;
pub use wheel::DrivenWheel;

pub(crate) use columns::fill;
pub(crate) use contactor::Felt;
pub(crate) use flight::group_force;
pub(crate) use grains::{GrainSum, balls};
pub(crate) use joint::crushed;
pub(crate) use wheel::Roll;

use crate::math::time::Time;
use crate::state::{Below, State};
use crate::stepping::Impact;
use crate::vehicle::FaultKind;
use nalgebra::Vector3;
use std::ops::ControlFlow;

/// Listens to a run. It cannot influence it, except by asking it to stop.
pub trait Recorder {
    /// Whether it takes frames, grains and soil; a run that nobody reads fills none.
    fn takes_frames(&self) -> bool {
        true
    }

    /// One record: numbers in the order of [`columns`].
    fn frame(&mut self, frame: &[f64]) -> ControlFlow<()>;

    /// Something happened.
    fn event(&mut self, event: &Event);

    /// Middles of all grains at the instant of the frame that was reported last: x, y, z of each, m.
    fn grains(&mut self, _positions: &[f64]) {}

    /// A camera, by its index among the sensors, has just sampled this state; nobody has been informed of it yet.
    /// What it saw is [`crate::imaging::Imager::shot`].
    fn picture(&mut self, _state: &State, _sensor: usize) {}

    /// Soil, and how the vehicles stand on it, at the instant of the frame that was reported last.
    fn soil(&mut self, _state: &State) {}
}

/// Something that happened at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// When.
    pub time: Time,
    /// What.
    pub kind: EventKind,
}

impl Event {
    /// What is reported of a vehicle inside the ground.
    pub(crate) fn below(vehicle: usize, seen: &Below) -> Self {
        let kind = EventKind::InGround { vehicle, link: seen.link, depth: seen.depth };
        Self { time: seen.time, kind }
    }
}

/// Kinds of events; indices refer to the world's contactors and the scenario's phases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EventKind {
    /// A contactor begins to carry load, having come in at this speed along the normal, m/s.
    Touch {
        /// Index of the contactor.
        contactor: usize,
        /// Approach speed, m/s.
        speed: f64,
    },
    /// A contactor no longer carries load.
    LiftOff {
        /// Index of the contactor.
        contactor: usize,
    },
    /// A contactor struck something hard.
    Impact(Impact),
    /// A phase begins.
    Phase {
        /// Index of the phase.
        phase: usize,
    },
    /// A vehicle was let go by its carrier.
    Separation {
        /// Index of the vehicle.
        vehicle: usize,
    },
    /// A vehicle was let go inside the ground, or a body of it is below it.
    InGround {
        /// Index of the vehicle.
        vehicle: usize,
        /// Index of the link.
        link: usize,
        /// m
        depth: f64,
    },
    /// A cable was cut.
    Cut {
        /// Index of the cable.
        cable: usize,
    },
    /// A cable that was to be cut held.
    NotCut {
        /// Index of the cable.
        cable: usize,
    },
    /// An engine failed.
    Failure {
        /// Index of the engine among those of the world.
        engine: usize,
    },
    /// Something fails, or a fault is over.
    Fault {
        /// What.
        kind: FaultKind,
        /// Whether it is over.
        over: bool,
    },
    /// The sun was moved by hand.
    Sun {
        /// Where it stands now, a unit vector in site axes.
        direction: Vector3<f64>,
    },
    /// A vehicle's tanks ran dry.
    Dry {
        /// Index of the vehicle.
        vehicle: usize,
    },
    /// A controller changed its mode.
    Mode {
        /// Index of the controller.
        controller: usize,
        /// Index of its mode, which the controller names.
        mode: usize,
    },
    /// The run ended.
    End,
}

/// A recorder that listens to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Recorder for Silent {
    fn takes_frames(&self) -> bool {
        false
    }
    fn frame(&mut self, _: &[f64]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
    fn event(&mut self, _: &Event) {}
}

/// A recorder that keeps everything in memory.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Frames.
    pub frames: Vec<Vec<f64>>,
    /// Events.
    pub events: Vec<Event>,
}

impl Recorder for Memory {
    fn frame(&mut self, frame: &[f64]) -> ControlFlow<()> {
        self.frames.push(frame.to_vec());
        ControlFlow::Continue(())
    }
    fn event(&mut self, event: &Event) {
        self.events.push(*event);
    }
}
