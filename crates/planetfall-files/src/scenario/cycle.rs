//! `[[vehicle.cycle]]`: positions that joints go through again and again, as legs do in a gait.

use super::Report;
use super::course::time;
use super::schema::ScenarioKeys;
use super::torque::links;
use super::vehicle::Described;
use crate::format::Place;
use crate::format::declare::{Key, OPTIONAL, OptionalKey, REQUIRED, declare, default};
use crate::format::schema::{Kind, List, Range};
use planetfall::control::{ControlLoop, Cycle, CycleError};
use planetfall::time::Time;
use planetfall::vehicle::Vehicle;
use planetfall::world::World;
use std::sync::Arc;

/// Two numbers.
const PAIR: Kind = Kind::List(List::exactly(2, &Kind::NUMBER));

declare! {
    /// Positions that the motors of some joints are commanded by the clock, over and over: a gait.
    /// Joints start where the cycle does, unless [[vehicle.joint]] says otherwise.
    pub(crate) table CycleKeys("cycle") {
        /// Joints of the model that have motors; `*` stands for any text.
        joints: Key<Vec<Key<String>>> =
            REQUIRED.of(Kind::OneOrList(List::at_least(1, &Kind::Text))),
        /// One for each of `joints`, of which then none has a `*`: the share of the period by which it
        /// is ahead of the clock; default none.
        phases: OptionalKey<Vec<Key<f64>>> =
            OPTIONAL.of(Kind::List(List::at_least(1, &Kind::NUMBER))),
        /// Time of one cycle.
        period_s: Key<f64> = REQUIRED.of(Kind::Number(Range::POSITIVE)),
        /// Of joints that turn: share of the period, rising from 0 to less than 1, and angle in degrees
        /// there; straight between points, and from the last one back to the first.
        points_deg: OptionalKey<Vec<Key<[f64; 2]>>> =
            OPTIONAL.of(Kind::List(List::at_least(1, &PAIR))),
        /// The same of joints that slide, in metres.
        points_m: OptionalKey<Vec<Key<[f64; 2]>>> =
            OPTIONAL.of(Kind::List(List::at_least(1, &PAIR))),
        /// Until then joints are held where the cycle starts.
        from_s: Key<f64> = default::number(0.0).of(Kind::Number(Range::NON_NEGATIVE)),
        /// From then on joints are held where they are; default the run's end.
        until_s: OptionalKey<f64> = OPTIONAL.of(Kind::Number(Range::POSITIVE)),
        /// Time between changes of the commanded position; default the shortest step of the run.
        update_period_s: OptionalKey<f64> = OPTIONAL.of(Kind::Number(Range::POSITIVE)),
    }
}

/// A cycle of one vehicle, by the links of its own tree.
pub(super) struct Planned {
    vehicle: usize,
    name: String,
    /// Time between ticks; the run's step if none is given.
    period: Option<Time>,
    joints: Vec<(usize, f64)>,
    cycle: Cycle,
    place: Place,
}

/// The cycles of all vehicles.
pub(super) fn planned(
    root: &ScenarioKeys,
    vehicles: &[Described],
    report: &mut Report<'_>,
) -> Vec<Planned> {
    let mut all = Vec::new();
    for (vehicle, (keys, described)) in root.vehicle.iter().zip(vehicles).enumerate() {
        let mut commanded = Vec::new();
        for (index, table) in keys.cycle.iter().enumerate() {
            let owner = &described.vehicle;
            let Some(links) = links(&table.joints, owner, &mut commanded, report) else { continue };
            let period = time(&table.update_period_s, report);
            if table.update_period_s.has_value() && period.is_none_or(|period| period <= Time::ZERO)
            {
                continue;
            }
            let Some((joints, cycle)) = cycle(table, &links, owner, report) else { continue };
            let name = format!("{}-cycle-{}", keys.name.value(), index + 1);
            let place = table.joints.place();
            all.push(Planned { vehicle, name, period, joints, cycle, place });
        }
    }
    all
}

impl Planned {
    /// Links whose joints it moves, of a vehicle by its number, and where they start, rad or m.
    pub(super) fn starts(&self, vehicle: usize) -> impl Iterator<Item = (usize, f64)> {
        let start = |&(link, ahead)| (link, self.cycle.position(Time::ZERO, ahead));
        self.moves(vehicle).iter().map(start)
    }

    /// The joints that it moves, of a vehicle by its number.
    pub(super) fn moves(&self, vehicle: usize) -> &[(usize, f64)] {
        if self.vehicle == vehicle { &self.joints } else { &[] }
    }

    /// Where it is given.
    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// The world with it.
    pub(super) fn join(self, step: Time, world: World) -> World {
        let first = world.layout().links(self.vehicle).start;
        let joints = self.joints.iter().map(|(link, ahead)| (first + link, *ahead)).collect();
        world.with_control(ControlLoop {
            name: self.name,
            period: self.period.unwrap_or(step),
            controller: Arc::new(self.cycle.of(joints)),
        })
    }
}

/// Joints with their phases, and what they go through.
fn cycle(
    table: &CycleKeys,
    links: &[usize],
    vehicle: &Vehicle,
    report: &mut Report<'_>,
) -> Option<(Vec<(usize, f64)>, Cycle)> {
    let points = points(table, links, vehicle, report)?;
    let phases: Vec<f64> = table.phases.values().collect();
    if table.phases.has_value() && phases.len() != links.len() {
        let message = format!("{} phases for {} joints", phases.len(), links.len());
        let help = "give one phase for each joint, and name each joint in full";
        report.help(table.phases.place(), message, help);
        return None;
    }
    let ahead = phases.into_iter().chain(std::iter::repeat(0.0));
    let joints: Vec<(usize, f64)> = links.iter().copied().zip(ahead).collect();
    let from = time(&table.from_s, report)?;
    let until = match table.until_s.has_value() {
        true => time(&table.until_s, report)?,
        false => Time::MAX,
    };
    if until <= from {
        report.error(table.until_s.place(), "`until_s` must be later than `from_s`".to_owned());
        return None;
    }
    let period = time(&table.period_s, report)?;
    let refused = |error: CycleError| {
        let key = if table.points_m.has_value() { &table.points_m } else { &table.points_deg };
        report.error(key.place(), error.to_string());
    };
    let cycle = Cycle::new(joints.clone(), period, points, (from, until)).map_err(refused).ok()?;
    Some((joints, cycle))
}

/// Points in radians or metres, whichever all joints move in.
fn points(
    table: &CycleKeys,
    links: &[usize],
    vehicle: &Vehicle,
    report: &mut Report<'_>,
) -> Option<Vec<(f64, f64)>> {
    let all = vehicle.tree.links();
    let slides = |link: &usize| all[*link].joint.kind.slides_along().is_some();
    let (key, other, unit) = match links.iter().filter(|link| slides(link)).count() {
        0 => (&table.points_deg, &table.points_m, std::f64::consts::PI / 180.0),
        count if count == links.len() => (&table.points_m, &table.points_deg, 1.0),
        _ => {
            let message = "some of these joints turn and some slide: give each kind its own cycle";
            report.error(table.joints.place(), message.to_owned());
            return None;
        }
    };
    if other.has_value() || !key.has_value() {
        let place = if other.has_value() { other.place() } else { table.place };
        let moves = if unit == 1.0 { "slide" } else { "turn" };
        let name = key.name();
        report.error(place, format!("these joints {moves}: give `{name}` and nothing else"));
        return None;
    }
    Some(key.values().map(|[share, value]| (share, value * unit)).collect())
}
