//! Entry guidance: bank angle from a plan of modes. Range by a terminal-point controller of the Apollo final phase
//! (Mendeck and Craig McGrew, JSR 51(4), 2014; Carman, Ives and Geller, AIAA 98-4570; derived in
//! docs/theory/entry-guidance.md):
//!
//!   R_p = R_ref + F1 (D − D_ref) + F2 (h' − h'_ref),   (L/D)_v = (L/D)_ref + K (R − R_p) / F3,
//!   cos |σ| = (L/D)_v / (L/D), within limits,
//!
//! all references and gains against the speed over the ground. The side is kept until the cross-range to the target
//! leaves a deadband a + b V². Heading alignment banks towards the target by a gain times atan(cross-range/down-range).
//!
//! | symbol | field | unit |
//! |---|---|---|
//! | K | `RangeControl::gain` | – |
//! | a, b | `Deadband` | m, s²/m |
//! | R, D, h' | `GainRow::range`, `drag`, `climb` | m, m/s², m/s |
//! | F1, F2, F3 | `GainRow::by_drag`, `by_climb`, `by_lift` | s², s, m |

use super::curve::{Curve, blend, locate};
use super::geography::Place;
use super::trajectory::EntryState;
use crate::control::flight::powered::Leg;
use crate::math::real;

/// Cross-range up to which the side of the bank is kept: least, and more with the square of the speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deadband {
    /// m
    pub least: f64,
    /// m per (m/s)²
    pub per_speed_squared: f64,
}

/// Numbers of the range control.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RangeControl {
    /// K, over-control.
    pub gain: f64,
    /// Least and greatest size of the bank, rad.
    pub bank: [f64; 2],
    /// When the side is changed.
    pub deadband: Deadband,
}

/// How a mode finds its bank.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BankLaw {
    /// A constant angle, rad.
    Hold(f64),
    /// Range control.
    Range(RangeControl),
    /// No bank is held.
    Free,
    /// Towards the target: a gain on the angle by which it lies to the side, and the greatest bank, rad.
    Align {
        /// –
        gain: f64,
        /// rad
        limit: f64,
    },
}

/// What ends a mode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ModeEnd {
    /// The sensed drag is above this, m/s².
    DragAbove(f64),
    /// The navigated speed over the ground is below this, m/s.
    SpeedBelow(f64),
    /// The navigated range to the target is below this, m.
    RangeBelow(f64),
    /// The mode has lasted this long, s.
    Lasted(f64),
    /// The Mach number that the software makes of its speed and the air on board is below this.
    MachBelow(f64),
    /// The navigated height is below a height (m) and a time (s) of sinking at the speed of now.
    HeightBelow {
        /// m
        height: f64,
        /// s
        ahead: f64,
    },
}

/// What the software orders in a mode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModeOrder {
    /// How long after the mode's begin, s; an order that is not due when the mode ends is left out.
    pub after: f64,
    /// What.
    pub what: OrderKind,
}

/// One order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderKind {
    /// A carried vehicle is let go, by its index.
    Separate(usize),
    /// A cable is cut, by its index.
    Cut(usize),
    /// Radar is switched on or off.
    Radar(bool),
}

/// One mode of a plan: the next one begins when one of its ends is reached.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryMode {
    /// Unique word.
    pub name: String,
    /// How bank is found.
    pub law: BankLaw,
    /// What is flown on engines, if they burn.
    pub leg: Option<Leg>,
    /// What is ordered in it.
    pub orders: Vec<ModeOrder>,
    /// What ends it: any of these.
    pub ends: Vec<ModeEnd>,
}

impl EntryMode {
    /// A mode that banks and orders nothing.
    pub fn new(name: impl Into<String>, law: BankLaw, ends: Vec<ModeEnd>) -> Self {
        Self { name: name.into(), law, leg: None, orders: Vec::new(), ends }
    }
}

/// References and gains at one speed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GainRow {
    /// Over the ground, m/s.
    pub speed: f64,
    /// Range to go to the target, m.
    pub range: f64,
    /// Drag, m/s².
    pub drag: f64,
    /// Altitude rate, m/s.
    pub climb: f64,
    /// Commanded lift over drag in the vertical plane.
    pub lift_to_drag: f64,
    /// F1 = ∂R/∂D at equal speed, s².
    pub by_drag: f64,
    /// F2 = ∂R/∂h', s.
    pub by_climb: f64,
    /// F3 = ∂R/∂(L/D), m.
    pub by_lift: f64,
}

/// Guidance of an entry.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryGuidance {
    /// Modes in their order.
    pub plan: Vec<EntryMode>,
    /// Size of the reference's bank (rad) against speed (m/s).
    pub profile: Curve,
    /// Where to land.
    pub target: Place,
    /// Distance of the target from the planet's centre, m.
    pub target_radius: f64,
    /// References and gains by ascending speed; without any the profile is flown, which makes the reference.
    pub table: Vec<GainRow>,
}

/// What guidance gets from navigation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Navigated {
    /// s
    pub time: f64,
    /// Where the vehicle believes to be.
    pub state: EntryState,
    /// Sensed acceleration against the motion, m/s².
    pub drag: f64,
    /// Lift over drag as it is believed to be.
    pub lift_to_drag: f64,
    /// Mach number as it is believed to be.
    pub mach: f64,
    /// Height above ground, m.
    pub height: f64,
}

/// What guidance remembers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GuidanceMemory {
    /// Index of the mode.
    pub mode: usize,
    /// When it began, s.
    pub since: f64,
    /// Side of the bank: 1 right, −1 left.
    pub side: f64,
}

impl GuidanceMemory {
    /// At the start of a plan.
    pub fn new(time: f64) -> Self {
        Self { mode: 0, since: time, side: 1.0 }
    }
}

impl EntryGuidance {
    /// Where its own modes go, then the bank that is wanted, rad.
    pub fn bank(&self, navigated: &Navigated, memory: &mut GuidanceMemory) -> f64 {
        while memory.mode + 1 < self.plan.len() && self.has_ended(navigated, memory) {
            memory.mode += 1;
            memory.since = navigated.time;
        }
        self.bank_of_mode(navigated, memory)
    }

    /// The bank that the mode wants, rad.
    pub fn bank_of_mode(&self, navigated: &Navigated, memory: &mut GuidanceMemory) -> f64 {
        let Some(mode) = self.plan.get(memory.mode) else { return 0.0 };
        match mode.law {
            BankLaw::Free => 0.0,
            BankLaw::Hold(bank) => {
                memory.side = 1.0_f64.copysign(bank);
                bank
            }
            BankLaw::Range(control) => {
                memory.side = self.side(&control.deadband, &navigated.state, memory.side);
                memory.side * self.size(&control, navigated)
            }
            BankLaw::Align { gain, limit } => {
                let to_go = self.to_go(&navigated.state);
                (gain * real::atan2(to_go.right, to_go.ahead)).clamp(-limit, limit)
            }
        }
    }

    /// Whether an end of the mode is reached.
    pub fn has_ended(&self, navigated: &Navigated, memory: &GuidanceMemory) -> bool {
        let ends = self.plan.get(memory.mode).map_or(&[][..], |mode| &mode.ends);
        ends.iter().any(|end| self.reached(end, navigated, memory))
    }

    fn reached(&self, end: &ModeEnd, navigated: &Navigated, memory: &GuidanceMemory) -> bool {
        match *end {
            ModeEnd::DragAbove(level) => navigated.drag > level,
            ModeEnd::SpeedBelow(level) => navigated.state.speed < level,
            ModeEnd::RangeBelow(level) => self.to_go(&navigated.state).range < level,
            ModeEnd::Lasted(span) => navigated.time - memory.since >= span,
            ModeEnd::MachBelow(level) => navigated.mach < level,
            ModeEnd::HeightBelow { height, ahead } => {
                navigated.height < height - ahead * navigated.state.climb()
            }
        }
    }

    /// The target as seen from a state.
    pub fn to_go(&self, state: &EntryState) -> super::geography::ToGo {
        state.place.to_go(&self.target, state.heading, self.target_radius)
    }

    fn side(&self, deadband: &Deadband, state: &EntryState, side: f64) -> f64 {
        let right = self.to_go(state).right;
        let width = deadband.least + deadband.per_speed_squared * state.speed * state.speed;
        if right.abs() > width { 1.0_f64.copysign(right) } else { side }
    }

    /// Size of the bank by range control, or of the profile where there are no references yet.
    fn size(&self, control: &RangeControl, navigated: &Navigated) -> f64 {
        let state = &navigated.state;
        let Some(row) = self.row(state.speed) else { return self.profile.at(state.speed) };
        let predicted = row.range
            + row.by_drag * (navigated.drag - row.drag)
            + row.by_climb * (state.climb() - row.climb);
        let error = self.to_go(state).range - predicted;
        let wanted = row.lift_to_drag + control.gain * error / row.by_lift;
        let [least, most] = control.bank.map(real::cos);
        real::acos((wanted / navigated.lift_to_drag).clamp(most, least))
    }

    /// References and gains at a speed; those of the ends beyond them.
    pub fn row(&self, speed: f64) -> Option<GainRow> {
        if self.table.is_empty() {
            return None;
        }
        let (place, share) = locate(self.table.len(), |row| self.table[row].speed, speed);
        let from = &self.table[place];
        let to = &self.table[(place + 1).min(self.table.len() - 1)];
        Some(GainRow {
            speed,
            range: blend(from.range, to.range, share),
            drag: blend(from.drag, to.drag, share),
            climb: blend(from.climb, to.climb, share),
            lift_to_drag: blend(from.lift_to_drag, to.lift_to_drag, share),
            by_drag: blend(from.by_drag, to.by_drag, share),
            by_climb: blend(from.by_climb, to.by_climb, share),
            by_lift: blend(from.by_lift, to.by_lift, share),
        })
    }
}
