//! The columns of a world and the numbers of a frame: both by one walk over what the world has.

use super::body::BodyView;
use super::contactor::ContactorView;
use super::flight::{CableView, CarriedView, EngineView};
use super::flight_air::FlightAirView;
use super::grains::GrainView;
use super::joint::{self, recorded_joints};
use super::{
    Body, Cable, CableGroup, Carried, Contactor, DrivenWheel, EnergyBalance, EnergyStored, Engine,
    FlightAir, GrainSum, Grains, Roll, Run, Tank, group_force,
};
use crate::math::time::Time;
use crate::quantity::{Group, Quantity};
use crate::state::State;
use crate::stepping::Evaluation;
use crate::vehicle::Sensor;
use crate::world::{Channel, RegisterColumn, World};

/// A recorded quantity of a world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// `entity.quantity_unit`, with the vehicle's name before it for all but the first vehicle.
    pub name: String,
    /// What it is.
    pub meaning: &'static str,
}

/// What a frame is made of.
#[derive(Clone, Copy, Debug)]
pub struct Instant<'a> {
    pub(super) world: &'a World,
    pub(super) state: &'a State,
    pub(super) evaluation: &'a Evaluation,
    pub(super) step: Time,
}

/// The columns that a world's frames have.
pub fn columns(world: &World) -> Vec<Column> {
    let mut list = ColumnList(Vec::new());
    walk(world, &mut list);
    list.0
}

/// Fills a frame with the numbers of a state, in the order of [`columns`].
pub(crate) fn fill(
    world: &World,
    state: &State,
    evaluation: &Evaluation,
    step: Time,
    frame: &mut Vec<f64>,
) {
    frame.clear();
    walk(world, &mut Frame { now: Instant { world, state, evaluation, step }, frame });
}

/// Who hears of every recorded quantity: the list of columns, or a frame.
pub(super) trait Listener<'a> {
    /// The quantities of a group, named by the entity they are of and got from its view.
    fn group<G: Group>(
        &mut self,
        named: impl Fn(&str) -> String,
        view: impl FnOnce(Instant<'a>) -> G::View<'a>,
    );

    /// One quantity that a part of the world declares.
    fn one(
        &mut self,
        name: impl FnOnce() -> String,
        meaning: &'static str,
        value: impl FnOnce(Instant<'a>) -> f64,
    );

    /// The channels of a sensor, by its index.
    fn sensor(&mut self, sensor: &Sensor, index: usize);
}

struct ColumnList(Vec<Column>);

impl<'a> Listener<'a> for ColumnList {
    fn group<G: Group>(
        &mut self,
        named: impl Fn(&str) -> String,
        _: impl FnOnce(Instant<'a>) -> G::View<'a>,
    ) {
        let column = |one: &Quantity| Column { name: named(one.name), meaning: one.meaning };
        self.0.extend(G::GROUP.quantities.iter().map(column));
    }

    fn one(
        &mut self,
        name: impl FnOnce() -> String,
        meaning: &'static str,
        _: impl FnOnce(Instant<'a>) -> f64,
    ) {
        self.0.push(Column { name: name(), meaning });
    }

    fn sensor(&mut self, sensor: &Sensor, _: usize) {
        self.0.extend(sensor.channels().into_iter().map(|channel| Column {
            name: format!("{}.{}", sensor.name, channel.name),
            meaning: channel.meaning,
        }));
    }
}

struct Frame<'a, 'f> {
    now: Instant<'a>,
    frame: &'f mut Vec<f64>,
}

impl<'a> Listener<'a> for Frame<'a, '_> {
    fn group<G: Group>(
        &mut self,
        _: impl Fn(&str) -> String,
        view: impl FnOnce(Instant<'a>) -> G::View<'a>,
    ) {
        G::each(&view(self.now), |_, value| self.frame.push(value));
    }

    fn one(
        &mut self,
        _: impl FnOnce() -> String,
        _: &'static str,
        value: impl FnOnce(Instant<'a>) -> f64,
    ) {
        self.frame.push(value(self.now));
    }

    /// Readings that are held; no numbers before the first.
    fn sensor(&mut self, _: &Sensor, index: usize) {
        let latch = &self.now.state.sensors[index];
        let read = |value: &f64| if latch.time.is_some() { *value } else { f64::NAN };
        self.frame.extend(latch.values.iter().map(read));
    }
}

/// All that is recorded of a world, in the order of the columns.
fn walk<'a>(world: &World, to: &mut impl Listener<'a>) {
    to.group::<Run>(str::to_owned, |now| now);
    for vehicle in 0..world.named() {
        to.group::<Body>(|end| world.entity_name(vehicle, end), |now| BodyView::of(now, vehicle));
        for link in recorded_joints(&world.vehicles()[vehicle].tree) {
            joint::walk(world, vehicle, link, to);
        }
        for contactor in world.layout().contactors(vehicle) {
            walk_contactor(world, contactor, to);
        }
        walk_flight(world, vehicle, to);
        if world.is_flown(vehicle) {
            let named = |end: &str| world.entity_name(vehicle, end);
            to.group::<FlightAir>(named, |now| FlightAirView::of(now, vehicle));
        }
    }
    walk_cables(world, to);
    if !world.grains().is_empty() {
        to.group::<Grains>(str::to_owned, |now| GrainView {
            sum: GrainSum::of(now.world, now.state),
            tally: now.state.tally.grains.as_ref(),
        });
    }
    walk_registers(world, to);
    for (index, sensor) in world.sensors().iter().enumerate().filter(|(_, one)| one.recorded) {
        to.sensor(sensor, index);
    }
    to.group::<EnergyStored>(str::to_owned, |now| &now.state.ledger);
    for (channel, quantity) in Channel::of(world) {
        let work = |now: Instant<'_>| now.state.ledger.work[*channel as usize];
        to.one(|| quantity.name.to_owned(), quantity.meaning, work);
    }
    to.group::<EnergyBalance>(str::to_owned, |now| &now.state.ledger);
}

fn walk_contactor<'a>(world: &World, contactor: usize, to: &mut impl Listener<'a>) {
    let named = |end: &str| format!("{}.{end}", world.contactor_name(contactor));
    to.group::<Contactor>(named, |now| ContactorView::of(now, contactor));
    if world.driven(contactor).is_some() {
        to.group::<DrivenWheel>(named, |now| {
            Roll::of(now.world, now.state, now.evaluation, contactor)
        });
    }
    for one in world.ground_quantities(contactor) {
        let tread = |now: Instant<'_>| now.state.ground.treads.get(contactor).map(one.get);
        to.one(
            || named(one.quantity.name),
            one.quantity.meaning,
            |now| tread(now).unwrap_or(f64::NAN),
        );
    }
}

/// Engines, tanks and the state of a vehicle in a world that has any.
fn walk_flight<'a>(world: &World, vehicle: usize, to: &mut impl Listener<'a>) {
    let owner = &world.vehicles()[vehicle];
    for (engine, index) in owner.engines.iter().zip(world.layout().engines(vehicle)) {
        let named = |end: &str| format!("{}.{end}", world.entity_name(vehicle, &engine.name));
        to.group::<Engine>(named, |now| EngineView {
            thrust: now.evaluation.thrust(index),
            command: now.state.command.thrusts[index],
        });
    }
    for (tank, place) in owner.tanks.iter().zip(world.layout().tanks(vehicle)) {
        let named = |end: &str| format!("{}.{end}", world.entity_name(vehicle, &tank.name));
        to.group::<Tank>(named, |now| now.state.continuous[place]);
    }
    if world.is_staged() {
        let named = |end: &str| format!("{}.{end}", owner.name);
        to.group::<Carried>(named, |now| CarriedView::of(now, vehicle));
    }
}

fn walk_cables<'a>(world: &World, to: &mut impl Listener<'a>) {
    for (index, cable) in world.cables().iter().enumerate() {
        let named = |end: &str| format!("{}.{end}", cable.name);
        to.group::<Cable>(named, |now| CableView::of(now, index));
    }
    for (index, group) in world.cable_groups().iter().enumerate() {
        let named = |end: &str| format!("{group}.{end}");
        to.group::<CableGroup>(named, |now| group_force(now.world, now.evaluation, index).norm());
    }
}

/// Registers that controllers declare.
fn walk_registers<'a>(world: &World, to: &mut impl Listener<'a>) {
    let mut first = 0;
    for control in world.control() {
        for RegisterColumn { quantity, register } in control.controller.columns() {
            let value = |now: Instant<'_>| now.state.registers[first + register];
            to.one(|| quantity.of(&control.name), quantity.meaning, value);
        }
        first += control.controller.registers();
    }
}
