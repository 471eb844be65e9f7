//! Touchdown detection.
//!
//! **By throttle.** A crane of mass m that commands the thrust F and feels the specific force a is pulled by its load
//! with F − m a: by the load's weight L, straight down, while it hangs, by nothing once it stands and the cables are
//! slack, and aslant by less than L if the crane drifts away from a load that stands. Mass and gravity are those that the
//! software believes in, so that all this is known before anything is measured. Touchdown is a pull that differs from L
//! straight down by more than [`CHANGED`] of it, with more than [`LIGHTER`] of it off, for the persistence.
//!
//! The load is also carried less while it is let down and gathers speed. Once less than [`LIGHTER`] of it has been off for
//! the persistence, it has been *seen hanging*. Before that touchdown must be seen for as long as a load that is less than
//! half carried, and so falls at more than g/2, can fall at all: √(4 ℓ/g) for cables of length ℓ.
//!
//! **By throttle against a snapshot**: the reference is what thrust was on average over a time after arming.
//!
//! **By switches**: enough legs carry load for long enough.

use super::{EngineArm, Places, sequencer, steering};
use crate::math::time::Time;
use crate::quantity::{Metric, quantities};
use crate::world::{Command, Controller, RegisterColumn, SensorView, console};

/// Change of the load's pull, as a share of its weight, that is touchdown: more than a gust of 1500 N makes of the MSL
/// rover's 3339 N, with an error of mass of 3 % and the swing that it leaves (docs/theory/flight-software.md).
const CHANGED: f64 = 0.6;
/// Part of the load's weight that must be off at touchdown, and must not be for a load that hangs.
const LIGHTER: f64 = 0.25;

/// How touchdown is noticed.
#[derive(Clone, Debug, PartialEq)]
pub enum Detection {
    /// By the commanded thrust.
    Throttle {
        /// What it is compared with.
        reference: Reference,
        /// Share of the reference that thrust must fall below; none to look at the load's pull.
        threshold: Option<f64>,
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

/// What commanded thrust is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// The weight that the software believes in.
    Weight,
    /// What it was on average over a time; touchdown before the end of it is not noticed.
    Snapshot {
        /// How long after arming the motion is left to settle.
        settle: Time,
        /// How long the reference is averaged after that.
        span: Time,
    },
}

/// Declares touchdown.
#[derive(Clone, Debug, PartialEq)]
pub struct TouchdownDetector {
    /// By what.
    pub detection: Detection,
    /// The other parts.
    pub places: Places,
    /// Engines whose commanded thrust is watched.
    pub arms: Vec<EngineArm>,
    /// How long low thrust must last before a load has been seen hanging.
    pub longest_fall: Time,
}

const ARMED_SINCE: usize = 0;
const SUM: usize = 1;
const COUNT: usize = 2;
const SINCE: usize = 3;
pub(super) const DECLARED: usize = 4;
const SHARE: usize = 5;
const CARRIED_SINCE: usize = 6;
const SEEN_HANGING: usize = 7;
pub(super) const REGISTERS: usize = 8;

impl TouchdownDetector {
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
    fn share(
        &self,
        reference: Reference,
        view: &SensorView<'_>,
        registers: &mut [f64],
        command: &Command,
    ) -> Option<f64> {
        let thrust = self.thrust(command);
        match reference {
            Reference::Weight => {
                let weight = view.registers.get(self.places.steering + steering::WEIGHT);
                (registers[SUM], registers[COUNT]) = (weight, 1.0);
                (weight > 0.0).then(|| thrust / weight)
            }
            Reference::Snapshot { settle, span } => {
                let armed = view.time - Time::from_nanos(registers[ARMED_SINCE] as i64 - 1);
                if armed < settle {
                    return None;
                }
                if armed < settle + span || registers[COUNT] == 0.0 {
                    registers[SUM] += thrust;
                    registers[COUNT] += 1.0;
                    return None;
                }
                Some(thrust * registers[COUNT] / registers[SUM])
            }
        }
    }

    /// Whether the ground seems to carry the load, and how long it must.
    fn by_throttle(
        &self,
        (reference, given, persistence): (Reference, Option<f64>, Time),
        view: &SensorView<'_>,
        registers: &mut [f64],
        command: &Command,
    ) -> (bool, Time) {
        let share = self.share(reference, view, registers, command);
        registers[SHARE] = share.unwrap_or(0.0);
        let Some(share) = share else { return (false, persistence) };
        let known = |place: usize| view.registers.get(self.places.steering + place);
        let (deviation, change) = (known(steering::LOAD_OFF), known(steering::PULL_CHANGE));
        let (touches, hangs) = match given {
            Some(threshold) => (share < threshold, share > 0.5 * (1.0 + threshold)),
            None => (deviation > LIGHTER && change > CHANGED, deviation < LIGHTER),
        };
        if reference != Reference::Weight {
            return (touches, persistence);
        }
        let now = view.time.nanos() as f64 + 1.0;
        if !hangs {
            registers[CARRIED_SINCE] = 0.0;
        } else if registers[CARRIED_SINCE] == 0.0 {
            registers[CARRIED_SINCE] = now;
        } else if now - registers[CARRIED_SINCE] >= persistence.nanos() as f64 {
            registers[SEEN_HANGING] = 1.0;
        }
        let hung = registers[SEEN_HANGING] != 0.0;
        (touches, if hung { persistence } else { persistence.max(self.longest_fall) })
    }

    /// Commanded thrust along the body's axis, N.
    fn thrust(&self, command: &Command) -> f64 {
        self.arms.iter().map(|arm| command.thrusts[arm.engine] * arm.direction.z).sum()
    }
}

/// Registers that are recorded.
pub(crate) const COLUMNS: [RegisterColumn; 1] = [RegisterColumn::new(
    "thrust_share",
    "commanded thrust over its reference; 0 while there is none",
    SHARE,
)
.dimensionless()];

quantities! {
    /// Of the detection of touchdown.
    TouchdownDetected<'a>(&'a [f64]) = "Detection of touchdown", "" {
        DECLARED = "detection.declared_s", "when the software declared touchdown",
            |registers| instant(registers[DECLARED]);
        LOW_SINCE = "detection.low_since_s", "since when the thrust had been low enough for it",
            |registers| instant(registers[SINCE]);
        REFERENCE_THRUST = "detection.reference_thrust_n",
            "thrust that the detection compares with", |registers| registers[SUM] / registers[COUNT];
    }
}

/// A register of an instant: 1 ns more than it in ns; 0 while there is none.
fn instant(register: f64) -> f64 {
    match register {
        0.0 => f64::NAN,
        late => (late - 1.0) * 1e-9,
    }
}

impl Controller for TouchdownDetector {
    fn registers(&self) -> usize {
        REGISTERS
    }

    fn update(&self, view: &SensorView<'_>, registers: &mut [f64], command: &mut Command) {
        let armed = view.registers.get(self.places.sequencer + sequencer::ARMED);
        let least = match &self.detection {
            Detection::Throttle { reference: Reference::Snapshot { .. }, .. } => {
                sequencer::PAID_OUT
            }
            Detection::Throttle { reference: Reference::Weight, .. }
            | Detection::Switches { .. }
            | Detection::Outside { .. } => sequencer::LET_GO,
        };
        if armed < least || registers[DECLARED] != 0.0 {
            return;
        }
        // Instants are kept one nanosecond late, so that zero means never.
        let now = view.time.nanos() as f64 + 1.0;
        if registers[ARMED_SINCE] == 0.0 {
            registers[ARMED_SINCE] = now;
        }
        let (touches, persistence) = match &self.detection {
            Detection::Throttle { reference, threshold, persistence } => {
                let how = (*reference, *threshold, *persistence);
                self.by_throttle(how, view, registers, command)
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

    fn columns(&self) -> &'static [RegisterColumn] {
        &COLUMNS
    }

    fn metrics(&self, registers: &[f64]) -> Vec<Metric> {
        let mut list = Vec::new();
        Metric::add::<TouchdownDetected>(&mut list, &registers, str::to_owned);
        list
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
