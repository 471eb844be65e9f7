//! `[[fault]]`: what fails while the run goes on. Engines and cables that fail are with what they
//! belong to, in `joining`.

use super::course::time;
use super::{Report, naming, sensing};
use crate::format::Node;
use nalgebra::Vector3;
use planetfall::time::Time;
use planetfall::vehicle::{Fault, FaultKind, Joint, SensorKind};
use planetfall::world::World;

/// The world with its faults.
pub(super) fn with_faults(root: &Node, mut world: World, report: &mut Report<'_>) -> World {
    let elsewhere = ["engine_out", "cable_stuck"];
    for node in root.list("fault").iter().filter(|node| !elsewhere.contains(&node.case())) {
        let Some(kind) = kind(root, node, &world, report) else { continue };
        let Some(at) = time(node, "at_s", report) else { continue };
        let until = time(node, "for_s", report).map(|span| at + span);
        let fault = Fault { at, until, kind };
        if let Some(other) = world.faults().iter().find(|other| collide(other, &fault)) {
            let message = format!("this fails already, since {}", other.at);
            let help = "give the earlier fault an end before this one (for_s), or leave one out";
            report.help(node.place_of("at_s"), message, help);
        }
        world = world.with_fault(fault);
    }
    world
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

fn kind(root: &Node, node: &Node, world: &World, report: &mut Report<'_>) -> Option<FaultKind> {
    let driven = |joint: &Joint| joint.motor.is_some();
    match node.case() {
        "joint_stuck" => {
            let (vehicle, link) = joint(root, node, world, ("a motor", driven), report)?;
            let holding = node.optional_number("holding_torque_n_m").unwrap_or(f64::INFINITY);
            Some(FaultKind::Jammed { vehicle, link, holding })
        }
        "motor_weak" => {
            let (vehicle, link) = joint(root, node, world, ("a motor", driven), report)?;
            Some(FaultKind::WeakMotor { vehicle, link, share: node.number("torque_share") })
        }
        "encoder_dead" => {
            let fit = ("one coordinate, and so no encoder", sensing::moves as fn(&Joint) -> bool);
            let (vehicle, link) = joint(root, node, world, fit, report)?;
            Some(FaultKind::DeadEncoder { vehicle, link })
        }
        "imu_bias_step" => {
            let sensor = sensor(node, world, report)?;
            if !matches!(world.sensors()[sensor].kind, SensorKind::Inertial(_)) {
                let message = format!("sensor `{}` is no imu", node.text("sensor"));
                report.error(node.place_of("sensor"), message);
                return None;
            }
            let rate: [f64; 3] = node.vector("rate_deg_per_s");
            Some(FaultKind::BiasStep {
                sensor,
                rate: Vector3::from(rate.map(f64::to_radians)),
                acceleration: Vector3::from(node.vector("acceleration_m_per_s2")),
            })
        }
        "sensor_drop_out" => Some(FaultKind::Silent { sensor: sensor(node, world, report)? }),
        _ => Some(FaultKind::Late { delay: time(node, "delay_s", report)? }),
    }
}

/// The vehicle and link of the joint that a fault names.
fn joint(
    root: &Node,
    node: &Node,
    world: &World,
    (what, fits): (&str, impl Fn(&Joint) -> bool),
    report: &mut Report<'_>,
) -> Option<(usize, usize)> {
    let vehicle = naming::vehicle(root, node, "vehicle", report)?;
    let owner = world.vehicles().get(vehicle)?;
    let links = owner.tree.links();
    let names: Vec<&str> = links.iter().map(|link| link.joint.name.as_str()).collect();
    let of = format!("joint of vehicle `{}`", owner.name);
    let link = naming::index(node, "joint", &of, &names, report)?;
    if !fits(&links[link].joint) {
        report.error(node.place_of("joint"), format!("joint `{}` has not {what}", names[link]));
        return None;
    }
    Some((vehicle, link))
}

fn sensor(node: &Node, world: &World, report: &mut Report<'_>) -> Option<usize> {
    let names: Vec<&str> = world.sensors().iter().map(|sensor| sensor.name.as_str()).collect();
    naming::index(node, "sensor", "sensor", &names, report)
}
