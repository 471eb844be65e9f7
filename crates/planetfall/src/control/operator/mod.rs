//! Decisions of a program that is no part of the world. At each tick of a [`Console`] an [`Operator`]
//! is shown a [`Packet`] of sensor readings and pulls levers; the run waits for it.
//!
//! An operator may remember what it likes, so the run cannot: what it ordered is kept in the console's
//! registers, which are state, and a file of the levers that were pulled repeats the run without it.

pub(super) mod console;

pub use console::{Console, Goal, Lever, Reading};

use crate::time::Time;
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
}

/// Whoever stands at a console.
pub trait Operator {
    /// One tick: looks at the packet and pulls levers, or ends the run.
    fn tick(&mut self, packet: &Packet<'_>, orders: &mut Orders<'_>) -> ControlFlow<Ending>;
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

/// Why a lever was not pulled.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum OrderError {
    /// A lever that is not there.
    #[error("there is no lever {0}")]
    NoSuchLever(usize),
    /// A number that is none.
    #[error("`{lever}` must be a finite number")]
    NotFinite {
        /// The lever.
        lever: String,
    },
    /// A thrust below zero.
    #[error("`{lever}` must not be negative, and is {value}")]
    Negative {
        /// The lever.
        lever: String,
        /// What was ordered.
        value: f64,
    },
    /// A switch with a third position.
    #[error("`{lever}` is a switch, 0 or 1, and not {value}")]
    NotASwitch {
        /// The lever.
        lever: String,
        /// What was ordered.
        value: f64,
    },
}

/// The levers of a console as they stand.
#[derive(Debug)]
pub struct Orders<'a> {
    console: &'a Console,
    registers: &'a mut [f64],
}

impl<'a> Orders<'a> {
    pub(crate) fn new(console: &'a Console, registers: &'a mut [f64]) -> Self {
        Self { console, registers }
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

    /// Sets a lever. It stays where it is until it is set again, or until the same motor is told
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
