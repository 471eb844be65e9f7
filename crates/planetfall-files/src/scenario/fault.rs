//! `[[fault]]`: what fails while the run goes on. Engines, cables and parachutes that fail
//! are with what they belong to, in `joining` and `parachute`.

use super::course::time;
use super::schema::ScenarioKeys;
use super::staging_schema::{FaultCases, FaultSpanKeys};
use super::{Report, naming, sensing};
use crate::format::declare::Key;
use nalgebra::Vector3;
use planetfall::time::Time;
use planetfall::vehicle::{Fault, FaultKind, Joint, SensorKind};
use planetfall::world::World;

/// The world with its faults.
pub(super) fn with_faults(root: &ScenarioKeys, mut world: World, report: &mut Report<'_>) -> World {
    for keys in &root.fault {
        let Some(case) = keys.kind.given() else { continue };
        let Some(span) = span(case) else { continue };
        let Some(kind) = kind(root, case, &world, report) else { continue };
        let Some(at) = time(&span.at_s, report) else { continue };
        let until = time(&span.for_s, report).map(|span| at + span);
        let fault = Fault { at, until, kind };
        if let Some(other) = world.faults().iter().find(|other| collide(other, &fault)) {
            let message = format!("this fails already, since {}", other.at);
            let help = "give the earlier fault an end before this one (for_s), or leave one out";
            report.help(span.at_s.place(), message, help);
        }
        world = world.with_fault(fault);
    }
    world
}

/// When a fault holds; none for those of engines, cables and parachutes, which are made elsewhere.
fn span(case: &FaultCases) -> Option<&FaultSpanKeys> {
    match case {
        FaultCases::JointStuck(own) => Some(&own.span),
        FaultCases::MotorWeak(own) => Some(&own.span),
        FaultCases::EncoderDead(own) => Some(&own.span),
        FaultCases::ImuBiasStep(own) => Some(&own.span),
        FaultCases::SensorDropOut(own) => Some(&own.span),
        FaultCases::CommandLate(own) => Some(&own.span),
        FaultCases::EngineOut(_)
        | FaultCases::CableStuck(_)
        | FaultCases::ParachuteFails(_)
        | FaultCases::ParachuteLate(_)
        | FaultCases::ParachuteTorn(_) => None,
    }
}

/// Whether two faults concern the same thing at the same time.
fn collide(one: &Fault, other: &Fault) -> bool {
    let end = |fault: &Fault| fault.until.unwrap_or(Time::MAX);
    subject(&one.kind) == subject(&other.kind) && one.at < end(other) && other.at < end(one)
}

/// What a fault changes: kind of thing, vehicle or sensor, link.
fn subject(kind: &FaultKind) -> (u8, usize, usize) {
    match *kind {
        FaultKind::Jammed { vehicle, link, .. } | FaultKind::WeakMotor { vehicle, link, .. } => {
            (0, vehicle, link)
        }
        FaultKind::DeadEncoder { vehicle, link } => (1, vehicle, link),
        FaultKind::BiasStep { sensor, .. } => (2, sensor, 0),
        FaultKind::Silent { sensor } => (3, sensor, 0),
        FaultKind::Late { .. } => (4, 0, 0),
        FaultKind::EngineOut { engine } => (5, engine, 0),
        FaultKind::CableStuck { cable } => (6, cable, 0),
    }
}

fn kind(
    root: &ScenarioKeys,
    case: &FaultCases,
    world: &World,
    report: &mut Report<'_>,
) -> Option<FaultKind> {
    let driven = |joint: &Joint| joint.motor.is_some();
    match case {
        FaultCases::EngineOut(_)
        | FaultCases::CableStuck(_)
        | FaultCases::ParachuteFails(_)
        | FaultCases::ParachuteLate(_)
        | FaultCases::ParachuteTorn(_) => None,
        FaultCases::JointStuck(own) => {
            let keys = (&own.motor.vehicle, &own.motor.joint);
            let (vehicle, link) = joint(root, keys, world, ("a motor", driven), report)?;
            let holding = own.holding_torque_n_m.given().unwrap_or(f64::INFINITY);
            Some(FaultKind::Jammed { vehicle, link, holding })
        }
        FaultCases::MotorWeak(own) => {
            let keys = (&own.motor.vehicle, &own.motor.joint);
            let (vehicle, link) = joint(root, keys, world, ("a motor", driven), report)?;
            Some(FaultKind::WeakMotor { vehicle, link, share: own.torque_share.value() })
        }
        FaultCases::EncoderDead(own) => {
            let fit = ("one coordinate, and so no encoder", sensing::moves as fn(&Joint) -> bool);
            let (vehicle, link) = joint(root, (&own.vehicle, &own.joint), world, fit, report)?;
            Some(FaultKind::DeadEncoder { vehicle, link })
        }
        FaultCases::ImuBiasStep(own) => {
            let sensor = sensor(&own.sensor, world, report)?;
            if !matches!(world.sensors()[sensor].kind, SensorKind::Inertial(_)) {
                let message = format!("sensor `{}` is no imu", own.sensor.value());
                report.error(own.sensor.place(), message);
                return None;
            }
            Some(FaultKind::BiasStep {
                sensor,
                rate: Vector3::from(own.rate_deg_per_s.value().map(f64::to_radians)),
                acceleration: Vector3::from(own.acceleration_m_per_s2.value()),
            })
        }
        FaultCases::SensorDropOut(own) => {
            Some(FaultKind::Silent { sensor: sensor(&own.sensor, world, report)? })
        }
        FaultCases::CommandLate(own) => {
            Some(FaultKind::Late { delay: time(&own.delay_s, report)? })
        }
    }
}

/// The vehicle and link of the joint that a fault names.
fn joint(
    root: &ScenarioKeys,
    (vehicle, joint): (&Key<String>, &Key<String>),
    world: &World,
    (what, fits): (&str, impl Fn(&Joint) -> bool),
    report: &mut Report<'_>,
) -> Option<(usize, usize)> {
    let vehicle = naming::vehicle(root, vehicle, report)?;
    let owner = world.vehicles().get(vehicle)?;
    let links = owner.tree.links();
    let names: Vec<&str> = links.iter().map(|link| link.joint.name.as_str()).collect();
    let of = format!("joint of vehicle `{}`", owner.name);
    let link = naming::index(joint, &of, &names, report)?;
    if !fits(&links[link].joint) {
        report.error(joint.place(), format!("joint `{}` has not {what}", names[link]));
        return None;
    }
    Some((vehicle, link))
}

fn sensor(key: &Key<String>, world: &World, report: &mut Report<'_>) -> Option<usize> {
    let names: Vec<&str> = world.sensors().iter().map(|sensor| sensor.name.as_str()).collect();
    naming::index(key, "sensor", &names, report)
}
