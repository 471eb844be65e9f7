//! Decisions of a program that is no part of the world. At each tick of a [`Console`] an [`Operator`]
//! is shown a [`Packet`] of sensor readings and pulls levers; the run waits for it.
//!
//! An operator may remember what it likes, so the run cannot: what it ordered is kept in the console's
//! registers, which are state, and a file of the levers that were pulled repeats the run without it.

use crate::math::time::Time;
use crate::vehicle::{FaultKind, Motion};
use crate::world::{Console, JointReading, OrderError};
use nalgebra::Vector3;
use std::ops::ControlFlow;

/// What an operator is shown at a tick.
#[derive(Clone, Copy, Debug)]
pub struct Packet<'a> {
    /// Simulation time.
    pub time: Time,
    /// Number of the tick; the one at time zero is 0.
    pub tick: u64,
    /// Numbers in the order of [`Console::readings`]; NaN before a sensor's first sample.
    pub readings: &'a [f64],
    /// What no instrument measures, for one who [sees it](Operator::sees_truth); else empty.
    pub sight: Sight<'a>,
}

/// The truth at a tick, before its commands: for a person who watches the vehicle from beside it. No
/// program that stands in for flight software is shown it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sight<'a> {
    /// What a record of this instant would say, in the order of [`crate::simulation::recording::columns`].
    pub frame: &'a [f64],
    /// Motion of each vehicle's root.
    pub motions: &'a [Motion],
    /// What the encoder of each link's joint reads, one per link of each vehicle.
    pub joints: &'a [JointReading],
    /// Whether each vehicle is carried by another.
    pub mounted: &'a [bool],
}

/// Whoever stands at a console.
pub trait Operator {
    /// One tick: looks at the packet and pulls levers, or ends the run.
    fn tick(&mut self, packet: &Packet<'_>, orders: &mut Orders<'_>) -> ControlFlow<Ending>;

    /// Whether it is to be shown the truth at each tick.
    fn sees_truth(&self) -> bool {
        false
    }
}

/// What an operator causes besides his levers. It is no command: it happens after the controllers
/// of its tick, without delay, as an event of the scenario would.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OperatorEvent {
    /// Something fails.
    Strike(FaultKind),
    /// A fault is over.
    Mend(FaultKind),
    /// The sun stands in another direction, a unit vector in site axes.
    Sun(Vector3<f64>),
}

/// Nobody stands at the console: what was ordered before is held.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unattended;

impl Operator for Unattended {
    fn tick(&mut self, _: &Packet<'_>, _: &mut Orders<'_>) -> ControlFlow<Ending> {
        ControlFlow::Continue(())
    }
}

/// How an operator ends a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Name of the outcome.
    pub outcome: String,
    /// Whether what was measured may give the outcome another name.
    pub judged: bool,
}

/// The levers of a console as they stand.
#[derive(Debug)]
pub struct Orders<'a> {
    console: &'a Console,
    registers: &'a mut [f64],
    events: &'a mut Vec<OperatorEvent>,
}

impl<'a> Orders<'a> {
    pub(crate) fn new(
        console: &'a Console,
        registers: &'a mut [f64],
        events: &'a mut Vec<OperatorEvent>,
    ) -> Self {
        Self { console, registers, events }
    }

    /// The console.
    pub fn console(&self) -> &'a Console {
        self.console
    }

    /// What a lever was last set to; none for one that was not set, or was overruled by another order
    /// to the same motor.
    pub fn standing(&self, lever: usize) -> Option<f64> {
        match self.registers.get(2 * lever..2 * lever + 2) {
            Some([set, value]) if *set != 0.0 => Some(*value),
            _ => None,
        }
    }

    /// Sets a lever. It stays where it is until it is set again, or until the same motor is commanded
    /// something else.
    pub fn set(&mut self, lever: usize, value: f64) -> Result<(), OrderError> {
        self.console.check(lever, value)?;
        if !self.console.levers()[lever].does_anything(value) {
            return Ok(());
        }
        for rival in self.console.rivals(lever) {
            self.registers[2 * rival..2 * rival + 2].fill(0.0);
        }
        self.registers[2 * lever..2 * lever + 2].copy_from_slice(&[1.0, value]);
        Ok(())
    }

    /// Leaves a lever to whoever else commands what it moves; nothing where there is no such lever.
    pub fn unset(&mut self, lever: usize) {
        if let Some(pair) = self.registers.get_mut(2 * lever..2 * lever + 2)
            && lever < self.console.levers().len()
        {
            pair.fill(0.0);
        }
    }

    /// Brings something about in this tick.
    pub fn raise(&mut self, event: OperatorEvent) {
        self.events.push(event);
    }

    /// What has been brought about in this tick so far.
    pub fn events(&self) -> &[OperatorEvent] {
        self.events
    }

    /// Motors off and engines out. What was let go or cut stays so.
    pub fn idle(&mut self) {
        for lever in 0..self.console.levers().len() {
            if let Some(value) = self.console.levers()[lever].at_idle() {
                // A lever's own idle position is always allowed.
                let _ = self.set(lever, value);
            }
        }
    }
}
