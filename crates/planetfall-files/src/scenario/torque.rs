//! `[[vehicle.torque]]`: torques of motors by the clock.

use super::course::time;
use super::cycle::Planned;
use super::schema::ScenarioKeys;
use super::schema::vehicle::VehicleKeys;
use super::{Report, naming};
use crate::format::declare::{Key, OPTIONAL, OptionalKey, REQUIRED, Tables, declare, default};
use crate::format::schema::{Kind, List, Range};
use crate::pattern;
use planetfall::control::{ControlLoop, TorquePiece, TorqueSchedule};
use planetfall::time::Time;
use planetfall::vehicle::Vehicle;
use planetfall::world::World;
use std::sync::Arc;

declare! {
    /// A torque by the clock on the motors of some joints, the same on each.
    pub(crate) table TorqueKeys("torque") {
        /// Joints of the model that have motors; `*` stands for any text.
        joints: Key<Vec<Key<String>>> =
            REQUIRED.of(Kind::OneOrList(List::at_least(1, &Kind::Text))),
        /// Time between changes of the torque; default the shortest step of the run.
        period_s: OptionalKey<f64> = OPTIONAL.of(Kind::Number(Range::POSITIVE)),
        /// The torque, piece by piece of time; after the last one the motors are off.
        pieces: Tables<PieceKeys> = REQUIRED,
    }

    /// A piece of time with torque = torque_n_m + slope_n_m_per_s · t, t the time since the start of
    /// the run.
    pub(crate) table PieceKeys("pieces") {
        /// It holds before this time.
        until_s: Key<f64> = REQUIRED.of(Kind::Number(Range::POSITIVE)),
        /// Torque at t = 0, about the joint's axis.
        torque_n_m: Key<f64> = REQUIRED,
        /// What is added per second.
        slope_n_m_per_s: Key<f64> = default::number(0.0),
    }
}

/// The world with a controller for each table of torques and each cycle.
pub(super) fn with_torques(
    root: &ScenarioKeys,
    step: Time,
    cycles: Vec<Planned>,
    mut world: World,
    report: &mut Report<'_>,
) -> World {
    for (vehicle, keys) in root.vehicle.iter().enumerate() {
        // What the driver turns and steers, or a cycle moves, another must not.
        let mut commanded: Vec<usize> = driven(keys, &world, vehicle);
        for planned in &cycles {
            let links = planned.moves(vehicle).iter().map(|(link, _)| *link);
            let names = &world.vehicles()[vehicle].tree.links();
            if let Some(link) = links.clone().find(|link| commanded.contains(link)) {
                report.help(
                    planned.place(),
                    commanded_twice(&names[link].joint.name),
                    COMMANDED_ONCE,
                );
            }
            commanded.extend(links);
        }
        for (index, table) in keys.torque.iter().enumerate() {
            let Some(links) =
                links(&table.joints, &world.vehicles()[vehicle], &mut commanded, report)
            else {
                continue;
            };
            let first = world.layout().links(vehicle).start;
            let links = links.into_iter().map(|link| first + link).collect();
            let Some(pieces) = pieces(table, report) else { continue };
            let period = match table.period_s.has_value() {
                true => time(&table.period_s, report),
                false => Some(step),
            };
            let Some(period) = period.filter(|period| *period > Time::ZERO) else { continue };
            world = world.with_control(ControlLoop {
                name: format!("{}-torque-{}", keys.name.value(), index + 1),
                period,
                controller: Arc::new(TorqueSchedule::new(links, pieces)),
            });
        }
    }
    cycles.into_iter().fold(world, |world, planned| planned.join(step, world))
}

fn driven(keys: &VehicleKeys, world: &World, vehicle: usize) -> Vec<usize> {
    if keys.drive.is_empty() {
        return Vec::new();
    }
    let joints = planetfall::control::wheel_joints(&world.vehicles()[vehicle]);
    joints.iter().flat_map(|wheel| std::iter::once(wheel.drive).chain(wheel.steer)).collect()
}

/// Help where two tables command one joint.
const COMMANDED_ONCE: &str = "a joint is named by one [[vehicle.torque]] or [[vehicle.cycle]], and is none that \
                         [[vehicle.drive]] turns";

fn commanded_twice(joint: &str) -> String {
    format!("joint `{joint}` is commanded twice")
}

/// Links whose joints a table names.
pub(super) fn links(
    joints: &Key<Vec<Key<String>>>,
    vehicle: &Vehicle,
    commanded: &mut Vec<usize>,
    report: &mut Report<'_>,
) -> Option<Vec<usize>> {
    let all = vehicle.tree.links();
    let names: Vec<&str> = all.iter().map(|link| link.joint.name.as_str()).collect();
    let mut found = Vec::new();
    for wanted in joints.value() {
        let text = wanted.value();
        let what = format!("joint of vehicle `{}`", vehicle.name);
        if !text.contains('*') {
            let link = naming::place(text, &names, &what, wanted.place(), report)?;
            if all[link].joint.motor.is_none() {
                let message = format!("joint `{text}` has no motor to command");
                let help = "the vehicle's file gives it one: [link.joint.motor]";
                report.help(wanted.place(), message, help);
                return None;
            }
            found.push(link);
            continue;
        }
        let motors = (0..all.len()).filter(|link| all[*link].joint.motor.is_some());
        let like: Vec<usize> = motors.filter(|link| pattern::matches(text, names[*link])).collect();
        if like.is_empty() {
            report.error(wanted.place(), format!("`{text}`: no {what} with a motor is so"));
            return None;
        }
        found.extend(like);
    }
    for link in &found {
        if commanded.contains(link) {
            report.help(joints.place(), commanded_twice(names[*link]), COMMANDED_ONCE);
            return None;
        }
        commanded.push(*link);
    }
    Some(found)
}

fn pieces(keys: &TorqueKeys, report: &mut Report<'_>) -> Option<Vec<TorquePiece>> {
    let mut pieces: Vec<TorquePiece> = Vec::new();
    for piece in &keys.pieces {
        let until = time(&piece.until_s, report)?;
        if pieces.last().is_some_and(|before| until <= before.until) {
            let message = "`until_s` must be later than that of the piece before";
            report.error(piece.until_s.place(), message);
            return None;
        }
        let (torque, slope) = (piece.torque_n_m.value(), piece.slope_n_m_per_s.value());
        pieces.push(TorquePiece { until, torque, slope });
    }
    Some(pieces)
}
