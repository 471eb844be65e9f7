//! Touchdown detection. A vehicle that is flown at constant velocity needs less thrust once the
//! ground carries part of it. By throttle: the commanded thrust along the body's axis, as a share of
//! what it was on average over a snapshot before, falls below a threshold and stays there. By
//! switches: enough legs carry load for long enough.

use super::{EngineArm, Places, sequencer};
use crate::control::operator::console;
use crate::control::{Command, Controller, SensorView};
use crate::time::Time;

/// How touchdown is noticed.
#[derive(Clone, Debug, PartialEq)]
pub enum Detection {
    /// By the commanded thrust.
    Throttle {
        /// How long after arming the motion is left to settle.
        settle: Time,
        /// How long the reference is averaged after that.
        snapshot: Time,
        /// Share of the reference that thrust must fall below.
        threshold: f64,
        /// How long it must stay there.
        persistence: Time,
    },
    /// By switches on legs.
    Switches {
        /// Indices of the touch switches.
        switches: Vec<usize>,
        /// How many must be closed.
        least: usize,
        /// How long they must stay closed.
        persistence: Time,
    },
    /// By a program outside, which says so at a console with this period.
    Outside {
        /// Time between its ticks.
        period: Time,
    },
}

/// Declares touchdown.
#[derive(Clone, Debug, PartialEq)]
pub struct Detector {
    /// By what.
    pub detection: Detection,
    /// The other parts.
    pub places: Places,
    /// Engines whose commanded thrust is watched.
    pub arms: Vec<EngineArm>,
}

const ARMED_SINCE: usize = 0;
const SUM: usize = 1;
const COUNT: usize = 2;
const SINCE: usize = 3;
pub(super) const DECLARED: usize = 4;
const SHARE: usize = 5;
pub(super) const REGISTERS: usize = 6;

impl Detector {
    /// Whether the program outside sees touchdown, or has declared it; what else it says is kept.
    fn heard(&self, view: &SensorView<'_>, registers: &mut [f64]) -> (bool, Time) {
        let said = |place: usize| view.registers.get(self.places.console + place);
        registers[SHARE] = said(console::SHARE);
        if said(console::REFERENCE) != 0.0 {
            (registers[SUM], registers[COUNT]) = (said(console::REFERENCE), 1.0);
        }
        let declared = said(console::DECLARED) != 0.0;
        (declared || said(console::SEEN) != 0.0, if declared { Time::ZERO } else { Time::MAX })
    }

    /// The commanded thrust as a share of the reference, once there is one.
    fn share(&self, time: Time, registers: &mut [f64], command: &Command) -> Option<f64> {
        let Detection::Throttle { settle, snapshot, .. } = &self.detection else { return None };
        let armed = time - Time::from_nanos(registers[ARMED_SINCE] as i64 - 1);
        if armed < *settle {
            return None;
        }
        let of = |arm: &EngineArm| command.thrusts[arm.engine] * arm.direction.z;
        let thrust: f64 = self.arms.iter().map(of).sum();
        if armed < *settle + *snapshot || registers[COUNT] == 0.0 {
            registers[SUM] += thrust;
            registers[COUNT] += 1.0;
            return None;
        }
        Some(thrust * registers[COUNT] / registers[SUM])
    }
}

impl Controller for Detector {
    fn registers(&self) -> usize {
        REGISTERS
    }

    fn update(&self, view: &SensorView<'_>, registers: &mut [f64], command: &mut Command) {
        let armed = view.registers.get(self.places.sequencer + sequencer::ARMED) != 0.0;
        if !armed || registers[DECLARED] != 0.0 {
            return;
        }
        // Instants are kept one nanosecond late, so that zero means never.
        let now = view.time.nanos() as f64 + 1.0;
        if registers[ARMED_SINCE] == 0.0 {
            registers[ARMED_SINCE] = now;
        }
        let (touches, persistence) = match &self.detection {
            Detection::Throttle { threshold, persistence, .. } => {
                let share = self.share(view.time, registers, command);
                registers[SHARE] = share.unwrap_or(0.0);
                (share.is_some_and(|share| share < *threshold), *persistence)
            }
            Detection::Switches { switches, least, persistence } => {
                let closed = |index: &&usize| view.is_closed(**index);
                (switches.iter().filter(closed).count() >= *least, *persistence)
            }
            Detection::Outside { .. } => self.heard(view, registers),
        };
        if !touches {
            registers[SINCE] = 0.0;
            return;
        }
        if registers[SINCE] == 0.0 {
            registers[SINCE] = now;
        }
        if now - registers[SINCE] >= persistence.nanos() as f64 {
            registers[DECLARED] = now;
        }
    }

    fn columns(&self) -> &'static [(&'static str, &'static str, usize)] {
        &[("thrust_share", "commanded thrust over its reference; 0 while there is none", SHARE)]
    }

    fn metrics(&self, registers: &[f64]) -> Vec<(String, f64)> {
        let instant = |place: usize| match registers[place] {
            0.0 => f64::NAN,
            late => (late - 1.0) * 1e-9,
        };
        let reference = registers[SUM] / registers[COUNT];
        vec![
            ("detection.declared_s".to_owned(), instant(DECLARED)),
            ("detection.low_since_s".to_owned(), instant(SINCE)),
            ("detection.reference_thrust_n".to_owned(), reference),
        ]
    }

    fn mode(&self, time: Time, registers: &[f64]) -> Option<String> {
        Some(match registers {
            _ if registers[DECLARED] != 0.0 => "touchdown is declared".to_owned(),
            _ if registers[ARMED_SINCE] == 0.0 => "is not armed".to_owned(),
            _ if registers[SINCE] != 0.0 => {
                let since = time.seconds() - (registers[SINCE] - 1.0) * 1e-9;
                format!("has seen touchdown for {since:.2} s")
            }
            _ if registers[SHARE] == 0.0 => "is armed".to_owned(),
            _ => format!("is armed; thrust is {:.3} of its reference", registers[SHARE]),
        })
    }
}
