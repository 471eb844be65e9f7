//! A state as plain words, bit for bit, and back. Files are others' business: this is only the
//! order of the numbers, written once for both directions.

use crate::contact::Impulse;
use crate::ground::scm::Field;
use crate::ground::{GroundMemory, WheelMemory};
use crate::math::time::Time;
use crate::simulation::scenario::Scenario;
use crate::state::{
    Below, ContactTally, FlightAirTally, Late, Ledger, State, StepBound, StepMargin, Tally,
    VehicleTally,
};
use crate::vehicle::{Inertia, Latch, MotorCommand, MotorCondition};
use crate::world::Command;

/// Words that are not an image of a state of the scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the saved state does not belong to this scenario: {0}")]
pub struct ImageError(&'static str);

/// The words of a state.
pub fn save(state: &State) -> Vec<u64> {
    let mut tape = Tape { words: Vec::new(), place: 0, writing: true };
    // Writing reads every place of a copy and cannot fail.
    let _ = pass(&mut tape, &mut state.clone());
    tape.words
}

/// The state of a scenario that has these words.
pub fn load(scenario: &Scenario, words: &[u64]) -> Result<State, ImageError> {
    let mut state = scenario.initial();
    let mut tape = Tape { words: words.to_vec(), place: 0, writing: false };
    pass(&mut tape, &mut state)?;
    if tape.place != words.len() {
        return Err(ImageError("it has more numbers than the scenario's state"));
    }
    if state.phase >= scenario.phases.len() {
        return Err(ImageError("its phase does not exist"));
    }
    Ok(state)
}

struct Tape {
    words: Vec<u64>,
    place: usize,
    writing: bool,
}

type Passed = Result<(), ImageError>;

impl Tape {
    fn word(&mut self, value: &mut u64) -> Passed {
        if self.writing {
            self.words.push(*value);
            return Ok(());
        }
        let missing = ImageError("it has fewer numbers than the scenario's state");
        *value = *self.words.get(self.place).ok_or(missing)?;
        self.place += 1;
        Ok(())
    }

    fn real(&mut self, value: &mut f64) -> Passed {
        let mut word = value.to_bits();
        self.word(&mut word)?;
        *value = f64::from_bits(word);
        Ok(())
    }

    fn reals<'a>(&mut self, values: impl IntoIterator<Item = &'a mut f64>) -> Passed {
        values.into_iter().try_for_each(|value| self.real(value))
    }

    fn time(&mut self, value: &mut Time) -> Passed {
        let mut word = value.nanos() as u64;
        self.word(&mut word)?;
        *value = Time::from_nanos(word as i64);
        Ok(())
    }

    fn flag(&mut self, value: &mut bool) -> Passed {
        let mut word = u64::from(*value);
        self.word(&mut word)?;
        *value = word != 0;
        Ok(())
    }

    fn count(&mut self, value: &mut usize) -> Passed {
        let mut word = *value as u64;
        self.word(&mut word)?;
        *value = usize::try_from(word).map_err(|_| ImageError("a count is too large"))?;
        Ok(())
    }
}

fn pass(tape: &mut Tape, state: &mut State) -> Passed {
    tape.flag(&mut state.begun)?;
    tape.time(&mut state.time)?;
    tape.count(&mut state.phase)?;
    tape.time(&mut state.phase_entry)?;
    tape.reals(&mut state.continuous)?;
    for inertia in &mut state.inertias {
        pass_inertia(tape, inertia)?;
    }
    pass_ground(tape, state)?;
    tape.reals(state.sun.iter_mut())?;
    let discrete = &mut state.discrete;
    for flags in [
        &mut discrete.mounted,
        &mut discrete.cut,
        &mut discrete.tried,
        &mut discrete.stuck,
        &mut discrete.failed,
        &mut discrete.open,
        &mut discrete.acting,
    ] {
        flags.iter_mut().try_for_each(|flag| tape.flag(flag))?;
    }
    discrete.closes.iter_mut().try_for_each(|instant| tape.time(instant))?;
    discrete.motors.iter_mut().try_for_each(|motor| pass_condition(tape, motor))?;
    for held in &mut discrete.dead {
        pass_optional(tape, held, 0.0, |tape, position| tape.real(position))?;
    }
    pass_command(tape, &mut state.command)?;
    pass_late(tape, state)?;
    tape.reals(&mut state.registers)?;
    state.sensors.iter_mut().try_for_each(|latch| pass_latch(tape, latch))?;
    tape.time(&mut state.next_step)?;
    state.held_since.iter_mut().try_for_each(|since| tape.time(since))?;
    let effort = &mut state.effort;
    tape.word(&mut effort.steps)?;
    tape.word(&mut effort.evaluations)?;
    tape.word(&mut effort.rejected)?;
    tape.word(&mut effort.iterations)?;
    pass_ledger(tape, &mut state.ledger)?;
    for account in &mut state.phase_energy {
        let (numbers, times) = account.parts();
        tape.reals(numbers)?;
        times.into_iter().try_for_each(|time| tape.time(time))?;
    }
    pass_tally(tape, &mut state.tally)
}

fn pass_motor(tape: &mut Tape, motor: &mut MotorCommand) -> Passed {
    let (mut kind, mut value) = match *motor {
        MotorCommand::Off => (0, 0.0),
        MotorCommand::Torque(value) => (1, value),
        MotorCommand::Speed(value) => (2, value),
        MotorCommand::Position(value) => (3, value),
    };
    tape.word(&mut kind)?;
    tape.real(&mut value)?;
    *motor = match kind {
        0 => MotorCommand::Off,
        1 => MotorCommand::Torque(value),
        2 => MotorCommand::Speed(value),
        3 => MotorCommand::Position(value),
        _ => return Err(ImageError("it holds a motor command of no known kind")),
    };
    Ok(())
}

/// A link's inertia comes and goes with what it carries and with the propellant in it.
/// Vectors with names, as many as there are.
fn pass_named(tape: &mut Tape, list: &mut Vec<(u64, [f64; 3])>) -> Passed {
    let mut count = list.len();
    tape.count(&mut count)?;
    if !tape.writing && count > tape.words.len() {
        return Err(ImageError("it has more contacts than numbers"));
    }
    list.resize(count, (0, [0.0; 3]));
    for (key, vector) in list {
        tape.word(key)?;
        tape.reals(vector)?;
    }
    Ok(())
}

/// The words of the soil, after their number.
fn pass_field(tape: &mut Tape, field: &mut Field) -> Passed {
    let mut words = if tape.writing { field.words() } else { Vec::new() };
    let mut count = words.len();
    tape.count(&mut count)?;
    if !tape.writing && count > tape.words.len() {
        return Err(ImageError("it has more soil than numbers"));
    }
    words.resize(count, 0);
    words.iter_mut().try_for_each(|word| tape.word(word))?;
    if !tape.writing {
        *field = Field::from_words(&words).map_err(|_| ImageError("its soil is damaged"))?;
    }
    Ok(())
}

/// What all grounds remember, and the impulses from which the next solve starts.
fn pass_ground(tape: &mut Tape, state: &mut State) -> Passed {
    let GroundMemory { contacts, deflections, treads, soil } = &mut state.ground;
    tape.reals(contacts)?;
    tape.real(&mut state.solved)?;
    pass_named(tape, &mut state.reactions)?;
    pass_named(tape, deflections)?;
    treads.iter_mut().try_for_each(|tread| pass_tread(tape, tread))?;
    pass_field(tape, soil)
}

fn pass_tread(tape: &mut Tape, tread: &mut WheelMemory) -> Passed {
    tape.word(&mut tread.draws)?;
    tape.word(&mut tread.clamped)?;
    tape.word(&mut tread.softened)?;
    let WheelMemory {
        rolled,
        since,
        load,
        traction,
        limit,
        sinkage,
        depth,
        resistance,
        skid: [ahead, left],
        leaning: [x, y, z],
        pull,
        side,
        area,
        bulldozing,
        gravity,
        torque,
        pressure,
        ..
    } = tread;
    let standing = [rolled, since, load, traction, limit, sinkage, depth, resistance];
    let standing = standing.into_iter().chain([pull, side, area, bulldozing, gravity]);
    let standing = standing.chain([torque, pressure]);
    for value in standing.chain([ahead, left, x, y, z]) {
        tape.real(value)?;
    }
    Ok(())
}

fn pass_inertia(tape: &mut Tape, inertia: &mut Option<Inertia>) -> Passed {
    let mut present = inertia.is_some();
    tape.flag(&mut present)?;
    if !present {
        *inertia = None;
        return Ok(());
    }
    let mut numbers = inertia.as_ref().map_or([0.0; Inertia::NUMBERS], Inertia::numbers);
    tape.reals(&mut numbers)?;
    let broken = ImageError("it holds an inertia that no body has");
    *inertia = Some(Inertia::from_numbers(&numbers).ok_or(broken)?);
    Ok(())
}

fn pass_latch(tape: &mut Tape, latch: &mut Latch) -> Passed {
    pass_optional(tape, &mut latch.time, Time::ZERO, Tape::time)?;
    tape.word(&mut latch.samples)?;
    tape.word(&mut latch.counter)?;
    tape.flag(&mut latch.silent)?;
    tape.reals(latch.values.iter_mut().chain(&mut latch.memory))
}

/// What may be absent, with what stands in its place until it is read.
fn pass_optional<T: Copy>(
    tape: &mut Tape,
    value: &mut Option<T>,
    empty: T,
    pass: impl Fn(&mut Tape, &mut T) -> Passed,
) -> Passed {
    let mut present = value.is_some();
    tape.flag(&mut present)?;
    if !present {
        *value = None;
        return Ok(());
    }
    pass(tape, value.get_or_insert(empty))
}

fn pass_command(tape: &mut Tape, command: &mut Command) -> Passed {
    for wrench in command.wrenches.iter_mut().chain(&mut command.external) {
        tape.reals(wrench.force.iter_mut().chain(wrench.torque.iter_mut()))?;
    }
    for motor in &mut command.motors {
        pass_motor(tape, motor)?;
    }
    tape.reals(&mut command.thrusts)?;
    let orders = command.separate.iter_mut().chain(&mut command.cut);
    orders.into_iter().try_for_each(|order| tape.flag(order))
}

/// Commands on their way; each is as large as the one that is obeyed.
fn pass_late(tape: &mut Tape, state: &mut State) -> Passed {
    let mut present = state.late.is_some();
    tape.flag(&mut present)?;
    if !present {
        state.late = None;
        return Ok(());
    }
    let like = &state.command;
    let late = state.late.get_or_insert_with(|| Late { asked: like.clone(), ..Late::default() });
    tape.time(&mut late.delay)?;
    pass_command(tape, &mut late.asked)?;
    let mut count = late.waiting.len();
    tape.count(&mut count)?;
    if !tape.writing && count > tape.words.len() {
        return Err(ImageError("it has more commands on their way than numbers"));
    }
    late.waiting.resize_with(count, || (Time::ZERO, like.clone()));
    for (time, command) in &mut late.waiting {
        tape.time(time)?;
        pass_command(tape, command)?;
    }
    Ok(())
}

fn pass_condition(tape: &mut Tape, condition: &mut MotorCondition) -> Passed {
    let (mut kind, mut value) = match *condition {
        MotorCondition::Sound => (0, 0.0),
        MotorCondition::Weak(share) => (1, share),
        MotorCondition::Jammed(holding) => (2, holding),
    };
    tape.word(&mut kind)?;
    tape.real(&mut value)?;
    *condition = match kind {
        0 => MotorCondition::Sound,
        1 => MotorCondition::Weak(value),
        2 => MotorCondition::Jammed(value),
        _ => return Err(ImageError("it holds a motor in no known condition")),
    };
    Ok(())
}

fn pass_ledger(tape: &mut Tape, ledger: &mut Ledger) -> Passed {
    ledger.numbers().into_iter().try_for_each(|number| tape.real(number))
}

fn pass_tally(tape: &mut Tape, tally: &mut Tally) -> Passed {
    tally.contacts.iter_mut().try_for_each(|contact| pass_contact(tape, contact))?;
    tally.vehicles.iter_mut().try_for_each(|vehicle| pass_vehicle(tape, vehicle))?;
    if let Some(landing) = &mut tally.landing {
        let (times, numbers, next) = landing.parts();
        times.into_iter().try_for_each(|time| tape.time(time))?;
        numbers.into_iter().try_for_each(|number| tape.real(number))?;
        tape.count(next)?;
        if !landing.is_valid() {
            return Err(ImageError("its window before the landing is broken"));
        }
    }
    if let Some(air) = &mut tally.air {
        pass_air(tape, air)?;
    }
    if let Some(hard) = &mut tally.hard {
        tape.reals([&mut hard.creep, &mut hard.residual, &mut hard.fastest])?;
        tape.word(&mut hard.impacts)?;
        tape.word(&mut hard.contacts)?;
        tape.word(&mut hard.iterations)?;
        tape.word(&mut hard.unsolved)?;
    }
    if let Some(grains) = &mut tally.grains {
        tape.word(&mut grains.contacts)?;
        tape.word(&mut grains.most)?;
        tape.reals([&mut grains.deepest, &mut grains.lifted])?;
        tape.reals([&mut grains.force, &mut grains.residual])?;
        tape.reals(&mut grains.window)?;
    }
    for travel in &mut tally.travels {
        tape.reals(travel.numbers())?;
    }
    for gauge in &mut tally.gauges {
        tape.reals(gauge.numbers())?;
    }
    let window = &mut tally.window;
    window.snapshots.times.iter_mut().try_for_each(|time| tape.time(time))?;
    window.impulses.iter_mut().try_for_each(|impulse| pass_impulse(tape, impulse))?;
    tape.count(&mut window.snapshots.next)?;
    if !window.snapshots.is_valid() {
        return Err(ImageError("its window of final values is broken"));
    }
    Ok(())
}

fn pass_air(tape: &mut Tape, air: &mut FlightAirTally) -> Passed {
    for body in &mut air.bodies {
        tape.word(&mut body.carried)?;
        let (numbers, times) = body.parts();
        tape.reals(numbers)?;
        times.into_iter().try_for_each(|time| tape.time(time))?;
    }
    for parachute in &mut air.parachutes {
        let (numbers, times) = parachute.parts();
        tape.reals(numbers)?;
        times.into_iter().try_for_each(|time| tape.time(time))?;
    }
    Ok(())
}

fn pass_impulse(tape: &mut Tape, impulse: &mut Impulse) -> Passed {
    tape.real(&mut impulse.normal)?;
    tape.real(&mut impulse.friction)?;
    tape.reals(impulse.total.iter_mut().chain(impulse.by_vehicles.iter_mut()))
}

fn pass_contact(tape: &mut Tape, contact: &mut ContactTally) -> Passed {
    tape.flag(&mut contact.touching)?;
    tape.word(&mut contact.count)?;
    tape.time(&mut contact.first)?;
    tape.time(&mut contact.last_touch)?;
    tape.time(&mut contact.last_lift_off)?;
    tape.real(&mut contact.peak)?;
    tape.time(&mut contact.peak_time)?;
    tape.real(&mut contact.deepest)?;
    pass_impulse(tape, &mut contact.impulse)?;
    tape.real(&mut contact.traction)
}

fn pass_vehicle(tape: &mut Tape, vehicle: &mut VehicleTally) -> Passed {
    tape.reals(vehicle.start.iter_mut().chain(vehicle.start_velocity.iter_mut()))?;
    tape.reals(vehicle.touched_at.iter_mut())?;
    tape.flag(&mut vehicle.touched)?;
    tape.time(&mut vehicle.stopped)?;
    tape.reals(vehicle.stopped_at.iter_mut())?;
    tape.real(&mut vehicle.lateral)?;
    tape.real(&mut vehicle.fastest)?;
    pass_margin(tape, &mut vehicle.margin)?;
    pass_optional(tape, &mut vehicle.below, Below::NOWHERE, pass_below)?;
    pass_optional(tape, &mut vehicle.released, Below::NOWHERE, pass_below)
}

fn pass_margin(tape: &mut Tape, margin: &mut StepMargin) -> Passed {
    let mut bound = margin.bound as u64;
    tape.word(&mut bound)?;
    margin.bound = match bound {
        0 => StepBound::Springs,
        1 => StepBound::Dampers,
        2 => StepBound::Friction,
        _ => return Err(ImageError("its stability margin is broken")),
    };
    let (numbers, times, words) = margin.parts();
    tape.reals(numbers)?;
    times.into_iter().try_for_each(|time| tape.time(time))?;
    words.into_iter().try_for_each(|word| tape.word(word))
}

fn pass_below(tape: &mut Tape, below: &mut Below) -> Passed {
    tape.time(&mut below.time)?;
    tape.count(&mut below.link)?;
    tape.reals(below.point.iter_mut())?;
    tape.real(&mut below.depth)
}
