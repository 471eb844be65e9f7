//! The reference of an entry, which the tool flies itself: the bank profile with the plan's own reversals and heading
//! alignment, from the entry state to the speed of the parachute, as a point mass. Its points are the references of
//! guidance and the trajectory about which the gains are linear.

use super::bank::{Bank, BankLimits};
use super::gains::{GainError, Longitudinal};
use super::guidance::{EntryGuidance, GainRow, GuidanceMemory, Navigated};
use super::trajectory::{AirLoad, EntryModel, EntryState};
use crate::math::real;

/// How a reference is flown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReferenceFlight {
    /// Where it begins.
    pub start: EntryState,
    /// Limits of the bank's motion.
    pub limits: BankLimits,
    /// Time between two commands, s.
    pub cycle: f64,
    /// Speed over the ground at which the parachute is deployed, m/s: where range is counted to.
    pub end_speed: f64,
    /// Range from there to the landing, m.
    pub beyond: f64,
}

/// One instant of a reference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReferencePoint {
    /// From the start, s.
    pub time: f64,
    /// Motion.
    pub state: EntryState,
    /// What air does.
    pub air: AirLoad,
    /// Bank that it has, rad.
    pub bank: f64,
    /// Bank that is commanded, rad.
    pub command: f64,
}

/// What is wrong with a reference.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum ReferenceError {
    /// It does not slow down to the end.
    #[error(
        "the reference entry is still at {speed:.0} m/s after {time:.0} s, at a radius of {radius:.0} m: it never slows \
         to the speed of the parachute; check the entry state, the atmosphere and the bank profile"
    )]
    NeverSlow {
        /// s
        time: f64,
        /// m/s
        speed: f64,
        /// m
        radius: f64,
    },
    /// Gains cannot be had.
    #[error(transparent)]
    Gains(#[from] GainError),
}

/// Integration steps in a cycle of guidance. Chosen: at a cycle of 0.25 s a step is a sixteenth
/// of a second, short against the seconds in which drag changes at its peak.
const STEPS: usize = 4;
/// Longest reference, s. Chosen: an hour, beyond any entry that ends; what still flies then never slows down.
const LONGEST: f64 = 3600.0;

impl ReferenceFlight {
    /// The instants of a flight, one per integration step; the last one is at the end's speed.
    pub fn fly(
        &self,
        model: &EntryModel,
        guidance: &EntryGuidance,
    ) -> Result<Vec<ReferencePoint>, ReferenceError> {
        let span = self.cycle / STEPS as f64;
        let mut memory = GuidanceMemory::new(0.0);
        let (mut state, mut bank, mut command) = (self.start, Bank::default(), 0.0);
        let mut points = Vec::new();
        for step in 0.. {
            let time = step as f64 * span;
            let air = model.air_load(&state);
            if step % STEPS == 0 {
                command = guidance.bank(&navigated(time, &state, &air, model), &mut memory);
            }
            // The prebank is there at the start, not turned to.
            if step == 0 {
                bank.angle = command;
            }
            points.push(ReferencePoint { time, state, air, bank: bank.angle, command });
            bank = self.limits.step(&bank, command, span);
            if let Some(part) = model.span_to_speed(&state, bank.angle, span, self.end_speed) {
                let state = model.step(&state, bank.angle, part);
                let air = model.air_load(&state);
                let time = time + part;
                points.push(ReferencePoint { time, state, air, bank: bank.angle, command });
                return Ok(points);
            }
            state = model.step(&state, bank.angle, span);
            if time > LONGEST || !state.speed.is_finite() || state.radius < 0.5 * self.start.radius
            {
                let EntryState { speed, radius, .. } = state;
                return Err(ReferenceError::NeverSlow { time, speed, radius });
            }
        }
        Ok(points)
    }

    /// Guidance with the references and gains of a flight of its own profile, and that flight.
    pub fn guided(
        &self,
        model: &EntryModel,
        mut guidance: EntryGuidance,
    ) -> Result<(EntryGuidance, Vec<ReferencePoint>), ReferenceError> {
        guidance.table.clear();
        let points = self.fly(model, &guidance)?;
        let gains = Longitudinal::new(model, &points, self.end_speed)?.gains_by_adjoint();
        let ends = points.last().map_or(0.0, |last| guidance.to_go(&last.state).range);
        let falling = points.iter().rev();
        let mut table: Vec<GainRow> = Vec::with_capacity(points.len());
        for point in falling {
            // Only where the vehicle slows down does its speed say how far it is.
            if table.last().is_some_and(|row| point.state.speed <= row.speed) {
                break;
            }
            let gain = gains.at(point.state.speed);
            let lift =
                model.lift_to_drag.at(point.air.mach) * model.lift_share.at(point.state.speed);
            table.push(GainRow {
                speed: point.state.speed,
                range: guidance.to_go(&point.state).range - ends + self.beyond,
                drag: point.air.drag,
                climb: point.state.climb(),
                lift_to_drag: lift * real::cos(guidance.profile.at(point.state.speed)),
                by_drag: gain.by_drag,
                by_climb: gain.by_climb,
                by_lift: gain.by_lift,
            });
        }
        guidance.table = table;
        Ok((guidance, points))
    }
}

/// A state as perfect navigation has it, heights counted from the atmosphere's datum.
pub fn navigated(time: f64, state: &EntryState, air: &AirLoad, model: &EntryModel) -> Navigated {
    let lift_to_drag = model.lift_to_drag.at(air.mach);
    let height = state.radius - model.datum;
    Navigated { time, state: *state, drag: air.drag, lift_to_drag, mach: air.mach, height }
}
