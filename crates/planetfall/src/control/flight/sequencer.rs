//! Which mode the flight is in, and what each mode asks of the steering.

use super::approach::{self, Approach, Ask};
use super::{Places, detector, navigator};
use crate::control::{Command, Controller, RegisterColumn, SensorView};
use crate::math::real;
use crate::math::time::Time;
use crate::quantity::{Metric, Quantity};
use nalgebra::Vector3;

/// What is to be flown.
#[derive(Clone, Debug, PartialEq)]
pub enum Plan {
    /// A sky crane.
    Crane(CranePlan),
    /// A lander on its own legs.
    Lander(LanderPlan),
}

/// Descent, separation and pay-out, descent with the load slung, touchdown, cut, fly-away.
#[derive(Clone, Debug, PartialEq)]
pub struct CranePlan {
    /// Index of the vehicle that is let down.
    pub part: usize,
    /// Cables that are cut after touchdown.
    pub cables: Vec<usize>,
    /// m/s
    pub descent_speed: f64,
    /// Height above ground, as navigation has it, at which the part is let go, m.
    pub separation_height: f64,
    /// How long pay-out is given; touchdown is looked for from the separation on, except against a snapshot.
    pub pay_out: Time,
    /// From the declaration of touchdown to the cut.
    pub cut_delay: Time,
    /// Hover after the cut.
    pub hover: Time,
    /// Direction of the fly-away, anticlockwise from east, rad.
    pub heading: f64,
    /// Angle of the thrust against the vertical in the fly-away, rad.
    pub pitch: f64,
    /// How fast it is taken up, rad/s.
    pub pitch_rate: f64,
    /// Acceleration by thrust in the fly-away, m/s².
    pub burn_acceleration: f64,
    /// How long it burns.
    pub burn: Time,
}

/// Descent at constant velocity until touchdown, then engines off.
#[derive(Clone, Debug, PartialEq)]
pub struct LanderPlan {
    /// m/s
    pub descent_speed: f64,
    /// Velocity along the ground that is flown, east and north, m/s.
    pub drift: [f64; 2],
    /// From the declaration of touchdown to the cut-off of the engines.
    pub cut_off_delay: Time,
}

/// Goes from mode to mode.
#[derive(Clone, Debug, PartialEq)]
pub struct Sequencer {
    /// What is flown.
    pub plan: Plan,
    /// The other parts.
    pub places: Places,
    /// Gravity on board, m/s².
    pub gravity: f64,
    /// What comes before, from entry to the start of these modes.
    pub approach: Option<Approach>,
}

const STARTED: usize = 0;
const MODE: usize = 1;
const SINCE: usize = 2;
/// How far the flight is towards touchdown: 0, [`LET_GO`] or [`PAID_OUT`].
pub(super) const ARMED: usize = 3;
/// The load is let go, or the vehicle flies to land by itself.
pub(super) const LET_GO: f64 = 1.0;
/// The time of pay-out is over as well.
pub(super) const PAID_OUT: f64 = 2.0;
/// 0 engines off, 1 a velocity is held, 2 a thrust is given.
pub(super) const KIND: usize = 4;
/// Velocity or direction of the thrust, site axes.
pub(super) const WANTED: usize = 5;
pub(super) const ACCELERATION: usize = 8;
/// Whether the load has been dropped.
pub(super) const ALONE: usize = 9;
const TIMES: usize = 10;
/// First register of the approach, if there is one.
pub(super) const APPROACH: usize = TIMES + CRANE.len();

/// Modes of a sky crane, in their order.
const CRANE: [&str; 8] =
    ["descent", "pay_out", "slung", "touchdown", "hover", "pitch", "burn", "ballistic"];
const LANDER: [&str; 3] = ["descent", "touchdown", "engines_off"];

impl Sequencer {
    fn words(&self) -> &'static [&'static str] {
        match self.plan {
            Plan::Crane(_) => &CRANE,
            Plan::Lander(_) => &LANDER,
        }
    }

    /// How many numbers it remembers.
    pub(super) fn count(&self) -> usize {
        APPROACH + self.approach.as_ref().map_or(0, Approach::registers)
    }

    /// Follows the approach; whether it goes on.
    fn comes_closer(
        &self,
        view: &SensorView<'_>,
        registers: &mut [f64],
        command: &mut Command,
    ) -> bool {
        let Some(approach) = &self.approach else { return false };
        let (own, places) = registers.split_at_mut(APPROACH);
        if places[approach::DONE] != 0.0 {
            return false;
        }
        match approach.follow(&self.places, view, places, command) {
            Ask::Nothing => own[KIND] = 0.0,
            Ask::Velocity(velocity) => Self::hold(velocity.into(), own),
        }
        places[approach::DONE] == 0.0
    }

    fn enter(&self, mode: usize, now: f64, registers: &mut [f64]) {
        registers[MODE] = mode as f64;
        registers[SINCE] = now;
        registers[TIMES + mode] = now * 1e-9;
    }

    fn hold(velocity: [f64; 3], registers: &mut [f64]) {
        registers[KIND] = 1.0;
        registers[WANTED..WANTED + 3].copy_from_slice(&velocity);
    }

    fn crane(
        &self,
        plan: &CranePlan,
        view: &SensorView<'_>,
        registers: &mut [f64],
        command: &mut Command,
    ) {
        let now = view.time.nanos() as f64;
        let lasted = |registers: &[f64], span: Time| now - registers[SINCE] >= span.nanos() as f64;
        match registers[MODE] as usize {
            0 => {
                Self::hold([0.0, 0.0, -plan.descent_speed], registers);
                let height = view.registers.get(self.places.navigator + navigator::HEIGHT);
                if height <= plan.separation_height {
                    command.separate[plan.part] = true;
                    registers[ARMED] = LET_GO;
                    self.enter(1, now, registers);
                }
            }
            1 | 2 if view.registers.get(self.places.detector + detector::DECLARED) != 0.0 => {
                self.enter(3, now, registers);
            }
            1 if lasted(registers, plan.pay_out) => {
                registers[ARMED] = PAID_OUT;
                self.enter(2, now, registers);
            }
            3 if lasted(registers, plan.cut_delay) => {
                plan.cables.iter().for_each(|&cable| command.cut[cable] = true);
                registers[ALONE] = 1.0;
                Self::hold([0.0; 3], registers);
                self.enter(4, now, registers);
            }
            4 if lasted(registers, plan.hover) => self.enter(5, now, registers),
            5 | 6 => self.fly_away(plan, now, registers),
            _ => {}
        }
    }

    fn fly_away(&self, plan: &CranePlan, now: f64, registers: &mut [f64]) {
        let since = (now - registers[SINCE]) * 1e-9;
        let burning = registers[MODE] as usize == 6;
        if burning && since >= plan.burn.seconds() {
            registers[KIND] = 0.0;
            return self.enter(7, now, registers);
        }
        let pitch = if burning { plan.pitch } else { (plan.pitch_rate * since).min(plan.pitch) };
        let (sine, cosine) = real::sin_cos(pitch);
        let (north, east) = real::sin_cos(plan.heading);
        let direction = Vector3::new(sine * east, sine * north, cosine);
        registers[KIND] = 2.0;
        registers[WANTED..WANTED + 3].copy_from_slice(direction.as_slice());
        // While it pitches over it only keeps its height.
        let hovering = self.gravity / cosine.max(0.2);
        registers[ACCELERATION] = if burning { plan.burn_acceleration } else { hovering };
        if !burning && pitch >= plan.pitch {
            self.enter(6, now, registers);
        }
    }

    fn lander(&self, plan: &LanderPlan, view: &SensorView<'_>, registers: &mut [f64]) {
        let now = view.time.nanos() as f64;
        let declared = view.registers.get(self.places.detector + detector::DECLARED) != 0.0;
        match registers[MODE] as usize {
            0 => {
                registers[ARMED] = PAID_OUT;
                let [east, north] = plan.drift;
                Self::hold([east, north, -plan.descent_speed], registers);
                if declared {
                    self.enter(1, now, registers);
                }
            }
            1 if now - registers[SINCE] >= plan.cut_off_delay.nanos() as f64 => {
                registers[KIND] = 0.0;
                self.enter(2, now, registers);
            }
            _ => {}
        }
    }
}

/// Registers that are recorded; the last ones with an approach only.
pub(crate) const COLUMNS: [RegisterColumn; 3] = [
    RegisterColumn::new("mode", "index of the mode", MODE).dimensionless(),
    RegisterColumn::new(
        "bank_wanted_rad",
        "bank that is wanted, positive to the right",
        APPROACH + approach::BANK,
    ),
    RegisterColumn::new("radar", "1 while radar is on", APPROACH + approach::RADAR).dimensionless(),
];
/// Number of those that every landing has.
const LANDING_COLUMNS: usize = 1;

/// One metric for each mode, whose word stands in its name.
pub(crate) const MODE_ENTERED: Quantity =
    Quantity::new("mode.MODE_s", "when the flight software entered this mode");

impl Controller for Sequencer {
    fn registers(&self) -> usize {
        self.count()
    }

    fn update(&self, view: &SensorView<'_>, registers: &mut [f64], command: &mut Command) {
        if self.comes_closer(view, registers, command) {
            return;
        }
        if registers[STARTED] == 0.0 {
            registers[STARTED] = 1.0;
            registers[TIMES..APPROACH].fill(f64::NAN);
            self.enter(0, view.time.nanos() as f64, registers);
        }
        match &self.plan {
            Plan::Crane(plan) => self.crane(plan, view, registers, command),
            Plan::Lander(plan) => self.lander(plan, view, registers),
        }
    }

    fn columns(&self) -> &'static [RegisterColumn] {
        let count = if self.approach.is_some() { COLUMNS.len() } else { LANDING_COLUMNS };
        &COLUMNS[..count]
    }

    fn mode_index(&self, registers: &[f64]) -> Option<usize> {
        let before = self.approach.as_ref().map_or(0, |approach| approach.guidance.plan.len());
        let approaching = self.approach.as_ref().and_then(|a| a.mode(&registers[APPROACH..]));
        approaching.or((registers[STARTED] != 0.0).then_some(before + registers[MODE] as usize))
    }

    fn mode_name(&self, index: usize) -> &str {
        let before = self.approach.as_ref().map_or(&[][..], |approach| &approach.guidance.plan);
        let own = || self.words().get(index - before.len()).copied().unwrap_or_default();
        before.get(index).map_or_else(own, |mode| &mode.name)
    }

    fn metrics(&self, registers: &[f64]) -> Vec<Metric> {
        let started = registers[STARTED] != 0.0;
        let (own, places) = registers.split_at(APPROACH);
        let approach = self.approach.iter().flat_map(|approach| approach.times(places));
        let times = self.words().iter().zip(&own[TIMES..]);
        let own = times.map(|(word, time)| (*word, if started { *time } else { f64::NAN }));
        let entered = |(word, time): (&str, f64)| Metric {
            name: MODE_ENTERED.name.replace("MODE", word),
            meaning: MODE_ENTERED.meaning,
            value: time,
        };
        approach.chain(own).map(entered).collect()
    }

    fn mode(&self, time: Time, registers: &[f64]) -> Option<String> {
        let index = self.mode_index(registers)?;
        let word = self.mode_name(index).replace('_', " ");
        let approaching = self.approach.as_ref().and_then(|a| a.since(&registers[APPROACH..]));
        let since = approaching.unwrap_or(registers[SINCE] * 1e-9);
        Some(format!("{word} for {:.2} s", time.seconds() - since))
    }
}
