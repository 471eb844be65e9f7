//! From entry to the powered landing by a plan that is data: each mode has its bank, its engines, its orders and its
//! ends, and all of it is decided on what navigation believes.
//!
//! The plan is followed by the sequencer before the modes of the landing itself. Its registers hold the bank that is
//! wanted, whether radar is on, and velocity and acceleration for the steering. A new mode begins at most once per
//! tick; guidance turns its bank at its own cycle.

use super::entry::{
    BankLaw, EntryGuidance, EntryModel, GuidanceMemory, Navigated, OrderKind, SiteFrame,
};
use super::powered::LegStart;
use super::{Places, navigator};
use crate::control::{Command, SensorView};
use crate::math::time::Time;
use nalgebra::Vector3;

/// A plan, and what is known on board to follow it.
#[derive(Clone, Debug, PartialEq)]
pub struct Approach {
    /// Modes, references and gains.
    pub guidance: EntryGuidance,
    /// Air and aerodynamics as the software has them.
    pub model: EntryModel,
    /// Where the site frame lies on the planet.
    pub site: SiteFrame,
    /// Engines of its legs, as indices within the vehicle.
    pub engines: Vec<usize>,
    /// Time between two commands of bank.
    pub cycle: Time,
}

/// Registers, counted from the first of the approach.
pub(super) const DONE: usize = 0;
const MODE: usize = 1;
const SINCE: usize = 2;
const SIDE: usize = 3;
/// The bank that is wanted, rad.
pub(super) const BANK: usize = 4;
/// Whether one is wanted.
pub(super) const BANKS: usize = 5;
/// Whether radar is on.
pub(super) const RADAR: usize = 6;
/// Acceleration that goes with the velocity wanted, site axes.
pub(super) const FEED: usize = 7;
const LEG_HEIGHT: usize = 10;
const LEG_VELOCITY: usize = 11;
const NEXT: usize = 14;
const BEGUN: usize = 15;
const TIMES: usize = 16;

/// What the modes ask of the steering.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Ask {
    /// Engines off.
    Nothing,
    /// A velocity, site axes, m/s.
    Velocity(Vector3<f64>),
}

impl Approach {
    /// How many numbers it remembers.
    pub(super) fn registers(&self) -> usize {
        TIMES + self.guidance.plan.len()
    }

    /// Vehicles that it lets go, by their indices.
    pub(super) fn separated(&self) -> Vec<usize> {
        let orders = self.guidance.plan.iter().flat_map(|mode| &mode.orders);
        let parts = orders.filter_map(|order| match order.what {
            OrderKind::Separate(vehicle) => Some(vehicle),
            OrderKind::Cut(_) | OrderKind::Radar(_) => None,
        });
        parts.collect()
    }

    /// The motion as navigation has it.
    fn navigated(&self, places: &Places, view: &SensorView<'_>) -> Navigated {
        let at = |place: usize| view.registers.vector(places.navigator + place);
        let (position, velocity) = (at(navigator::POSITION), at(navigator::VELOCITY));
        let state = self.site.entry_state(&position, &velocity);
        let numbers = [0, 1, 2, 3]
            .map(|index| view.registers.get(places.navigator + navigator::ATTITUDE + index));
        let felt = navigator::attitude(&numbers) * at(navigator::SENSED);
        let along = velocity.try_normalize(0.0).unwrap_or_else(Vector3::zeros);
        let mach =
            state.speed / self.model.atmosphere.at(state.radius - self.model.datum).sound_speed;
        Navigated {
            time: view.time.seconds(),
            state,
            drag: -felt.dot(&along),
            lift_to_drag: self.model.lift_to_drag.at(mach),
            mach,
            height: view.registers.get(places.navigator + navigator::HEIGHT),
        }
    }

    /// One tick: the next mode if the one of now has ended, its orders, its bank, and what its engines are to do.
    pub(super) fn follow(
        &self,
        places: &Places,
        view: &SensorView<'_>,
        registers: &mut [f64],
        command: &mut Command,
    ) -> Ask {
        let navigated = self.navigated(places, view);
        if registers[BEGUN] == 0.0 {
            registers[BEGUN] = 1.0;
            registers[SIDE] = 1.0;
            registers[TIMES..].fill(f64::NAN);
            self.begin(0, &navigated, places, view, registers);
        }
        let mut memory = memory(registers);
        if self.guidance.has_ended(&navigated, &memory) {
            if memory.mode + 1 == self.guidance.plan.len() {
                registers[DONE] = 1.0;
                registers[BANKS] = 0.0;
                registers[FEED..FEED + 3].fill(0.0);
                return Ask::Nothing;
            }
            self.begin(memory.mode + 1, &navigated, places, view, registers);
            memory = self::memory(registers);
        }
        let mode = &self.guidance.plan[memory.mode];
        for order in mode.orders.iter().filter(|order| navigated.time - memory.since >= order.after)
        {
            match order.what {
                OrderKind::Separate(vehicle) => command.separate[vehicle] = true,
                OrderKind::Cut(cable) => command.cut[cable] = true,
                OrderKind::Radar(on) => registers[RADAR] = f64::from(u8::from(on)),
            }
        }
        if navigated.time >= registers[NEXT] {
            registers[NEXT] = navigated.time + self.cycle.seconds() - 1e-9;
            registers[BANK] = self.guidance.bank_of_mode(&navigated, &mut memory);
            registers[SIDE] = memory.side;
        }
        self.ask(&navigated, memory.mode, registers)
    }

    fn begin(
        &self,
        mode: usize,
        navigated: &Navigated,
        places: &Places,
        view: &SensorView<'_>,
        registers: &mut [f64],
    ) {
        registers[MODE] = mode as f64;
        registers[SINCE] = navigated.time;
        registers[TIMES + mode] = navigated.time;
        registers[NEXT] = navigated.time;
        registers[BANKS] = f64::from(u8::from(self.guidance.plan[mode].law != BankLaw::Free));
        registers[LEG_HEIGHT] = navigated.height;
        let velocity = view.registers.vector(places.navigator + navigator::VELOCITY);
        registers[LEG_VELOCITY..LEG_VELOCITY + 3].copy_from_slice(velocity.as_slice());
    }

    fn ask(&self, navigated: &Navigated, mode: usize, registers: &mut [f64]) -> Ask {
        let Some(leg) = self.guidance.plan[mode].leg else {
            registers[FEED..FEED + 3].fill(0.0);
            return Ask::Nothing;
        };
        let start = LegStart {
            time: registers[SINCE],
            height: registers[LEG_HEIGHT],
            velocity: Vector3::from_column_slice(&registers[LEG_VELOCITY..LEG_VELOCITY + 3]),
        };
        let wanted = leg.wanted(&start, navigated.time, navigated.height);
        registers[FEED..FEED + 3].copy_from_slice(wanted.acceleration.as_slice());
        Ask::Velocity(wanted.velocity)
    }

    /// Index of the mode while the plan is followed.
    pub(super) fn mode(&self, registers: &[f64]) -> Option<usize> {
        (registers[BEGUN] != 0.0 && registers[DONE] == 0.0).then_some(registers[MODE] as usize)
    }

    /// When its mode began while it is followed, s.
    pub(super) fn since(&self, registers: &[f64]) -> Option<f64> {
        self.mode(registers).map(|_| registers[SINCE])
    }

    /// When each mode began, by its name, s.
    pub(super) fn times<'a>(
        &'a self,
        registers: &'a [f64],
    ) -> impl Iterator<Item = (&'a str, f64)> + 'a {
        let begun = registers[BEGUN] != 0.0;
        let times = self.guidance.plan.iter().zip(&registers[TIMES..]);
        times.map(move |(mode, time)| (mode.name.as_str(), if begun { *time } else { f64::NAN }))
    }
}

fn memory(registers: &[f64]) -> GuidanceMemory {
    GuidanceMemory {
        mode: registers[MODE] as usize,
        since: registers[SINCE],
        side: registers[SIDE],
    }
}
