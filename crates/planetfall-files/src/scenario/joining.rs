//! Staged worlds: carried parts, cables between vehicles, gusts, and what fails.

use super::course::time;
use super::schema::ScenarioKeys;
use super::staging_schema::{AttachedKeys, AxesChoice, BrakeKeys, CableKeys, FaultCases};
use super::vehicle::Described;
use super::{Report, flight_start, naming};
use crate::format::Place;
use crate::format::declare::{Key, OptionalKey};
use nalgebra::Vector3;

use planetfall::forces::{Axes, ExternalWrench, ForceElement, Gust};
use planetfall::math::rotation;
use planetfall::state::State;
use planetfall::time::Time;
use planetfall::vehicle::{Anchor, Brake, Cable, Mount, PushOff, PushStrength};
use planetfall::world::World;
use std::collections::{BTreeMap, BTreeSet};

/// Reports vehicles that start both by themselves and on another, or neither.
pub(super) fn check_starts(root: &ScenarioKeys, report: &mut Report<'_>) {
    for keys in &root.vehicle {
        let name = keys.name.value();
        match (&keys.start, &keys.attached) {
            (Some(start), Some(_)) => {
                let message = format!("vehicle `{name}` is attached and cannot have a `start` too");
                let help = "where its carrier starts is where it starts: leave one of them out";
                report.help(start.place, message, help);
            }
            // A start that is there but wrong has been reported already and reads as absent.
            (None, None) if !report.checked.has_errors() => {
                let message = format!("vehicle `{name}` has neither `start` nor `attached`");
                let help = "add [vehicle.start] with height_m, or [vehicle.attached] with `to`";
                report.help(keys.place, message, help);
            }
            (Some(start), None) => flight_start::check(start, report),
            _ => {}
        }
    }
}

/// The world with all carried parts on their carriers; `None` if one of them cannot be.
pub(super) fn with_mounts(
    root: &ScenarioKeys,
    mut world: World,
    report: &mut Report<'_>,
) -> Option<World> {
    let mut complete = true;
    for (part, keys) in root.vehicle.iter().enumerate() {
        let Some(attached) = &keys.attached else { continue };
        let Some(mount) = mount(root, attached, part, &world, report) else {
            complete = false;
            continue;
        };
        match world.clone().with_mount(mount) {
            Ok(more) => match with_push_off(attached, &mount, more, report) {
                Some(more) => world = more,
                None => complete = false,
            },
            Err(error) => {
                report.error(attached.to.place(), error.to_string());
                complete = false;
            }
        }
    }
    complete.then_some(world)
}

/// The world with what pushes a part off, if anything does.
fn with_push_off(
    keys: &AttachedKeys,
    mount: &Mount,
    world: World,
    report: &mut Report<'_>,
) -> Option<World> {
    let Some(push) = &keys.push_off else { return Some(world) };
    let strengths = [
        push.impulse_n_s.given().map(PushStrength::Impulse),
        push.speed_m_per_s.given().map(PushStrength::Speed),
        push.energy_j.given().map(PushStrength::Energy),
    ];
    let direction = Vector3::from(push.direction.value());
    if direction.norm() <= 1e-9 {
        let help = "it is the way the part is pushed, in the axes of the carrier's link";
        report.help(push.direction.place(), "a push-off must have a direction", help);
        return None;
    }
    let mut given = strengths.into_iter().flatten();
    let (Some(strength), None) = (given.next(), given.next()) else {
        let message = "a push-off has one of impulse_n_s, speed_m_per_s and energy_j";
        report.error(push.place, message);
        return None;
    };
    let own = push.position_m.given().map(Vector3::from);
    let made = PushOff {
        part: mount.part,
        point: own.unwrap_or(mount.position),
        direction: direction.normalize(),
        strength,
    };
    world.with_push_off(made).map_err(|error| report.error(push.place, error.to_string())).ok()
}

fn mount(
    root: &ScenarioKeys,
    keys: &AttachedKeys,
    part: usize,
    world: &World,
    report: &mut Report<'_>,
) -> Option<Mount> {
    let carrier = naming::vehicle(root, &keys.to, report)?;
    let link = naming::link(&keys.link, world.vehicles().get(carrier)?, report)?;
    let [yaw, pitch, roll] = keys.yaw_pitch_roll_deg.value().map(f64::to_radians);
    Some(Mount {
        part,
        carrier,
        link,
        position: Vector3::from(keys.position_m.value()),
        rotation: rotation::from_yaw_pitch_roll(yaw, pitch, roll),
    })
}

/// The world with its cables, whose default lengths are those at the start.
pub(super) fn with_cables(
    root: &ScenarioKeys,
    mut world: World,
    start: &State,
    stuck: &BTreeSet<usize>,
    report: &mut Report<'_>,
) -> Option<World> {
    check_names(root, &world, report);
    let mut complete = true;
    for (index, keys) in root.cable.iter().enumerate() {
        let built = cable(root, keys, &world, start, report);
        let joined = built.and_then(|cable| {
            let cable = Cable { stuck: stuck.contains(&index), ..cable };
            let more = world.clone().with_cable(cable);
            more.map_err(|error| report.error(keys.place, error.to_string())).ok()
        });
        match joined {
            Some(more) => world = more,
            None => complete = false,
        }
    }
    complete.then_some(world)
}

fn cable(
    root: &ScenarioKeys,
    keys: &CableKeys,
    world: &World,
    start: &State,
    report: &mut Report<'_>,
) -> Option<Cable> {
    let from = (&keys.from, &keys.from_link, &keys.from_position_m);
    let from = anchor(root, from, world, report);
    let to = anchor(root, (&keys.to, &keys.to_link, &keys.to_position_m), world, report);
    let (from, to) = (from?, to?);
    if from.vehicle == to.vehicle {
        let message = format!(
            "both ends of cable `{}` are on vehicle `{}`: a cable joins two vehicles",
            keys.name.value(),
            keys.to.value()
        );
        report.error(keys.to.place(), message);
        return None;
    }
    let apart = (place(world, start, &from) - place(world, start, &to)).norm();
    let (length, brake) = (keys.length_m.value(), &keys.brake);
    let stowed = stowed(keys, apart, report)?;
    // Between parts that are joined at the start it would snatch as soon as they part.
    let joined = start.discrete.mounted[from.vehicle] || start.discrete.mounted[to.vehicle];
    if brake.is_none() && joined && length < apart {
        let message = format!(
            "cable `{}` is shorter ({length} m) than the {apart:.3} m between its ends at the start",
            keys.name.value()
        );
        let help = "make it longer, or give it a [cable.brake] under which it is paid out";
        report.help(keys.length_m.place(), message, help);
    }
    let brake = match brake {
        None => None,
        Some(brake) => Some(self::brake(brake, length - stowed, report)?),
    };
    Some(Cable {
        name: keys.name.value().to_owned(),
        group: keys.group.given().map(str::to_owned),
        from,
        to,
        axial_stiffness: keys.axial_stiffness_n.value(),
        damping_time: keys.damping_time_s.value(),
        stowed,
        length,
        brake,
        stuck: false,
    })
}

pub(super) fn anchor(
    root: &ScenarioKeys,
    (vehicle, link, point): (&Key<String>, &OptionalKey<String>, &Key<[f64; 3]>),
    world: &World,
    report: &mut Report<'_>,
) -> Option<Anchor> {
    let vehicle = naming::vehicle(root, vehicle, report)?;
    let link = naming::link(link, world.vehicles().get(vehicle)?, report)?;
    Some(Anchor { vehicle, link, point: Vector3::from(point.value()) })
}

/// Where an anchor is in the site frame.
fn place(world: &World, state: &State, anchor: &Anchor) -> Vector3<f64> {
    let kinematics = state.kinematics(world, anchor.vehicle);
    let link = kinematics.links.get(anchor.link);
    kinematics.anchor + link.map_or_else(Vector3::zeros, |link| link.point(&anchor.point).0)
}

/// The unstretched length at the start of a cable whose ends are so far apart.
fn stowed(keys: &CableKeys, apart: f64, report: &mut Report<'_>) -> Option<f64> {
    let (name, length) = (keys.name.value(), keys.length_m.value());
    let given = keys.stowed_length_m.given();
    if keys.brake.is_none() {
        if given.is_some_and(|stowed| stowed != length) {
            let message = format!("cable `{name}` has no brake: nothing ever pays it out");
            let help = "leave stowed_length_m out, or add [cable.brake]";
            report.help(keys.stowed_length_m.place(), message, help);
            return None;
        }
        return Some(length);
    }
    let stowed = given.unwrap_or(apart);
    if stowed > length {
        let (place, message) = match given {
            Some(_) => (
                keys.stowed_length_m.place(),
                format!("cable `{name}` is stowed with {stowed} m but is only {length} m long"),
            ),
            None => (
                keys.length_m.place(),
                format!(
                    "cable `{name}` is {length} m long, and its ends are {apart:.4} m apart at \
                     the start"
                ),
            ),
        };
        report.error(place, message);
        return None;
    }
    // A length of nothing would be infinitely stiff.
    if stowed < 1e-6 {
        let message = format!("the ends of cable `{name}` are at one place at the start");
        report.help(keys.place, message, "say with stowed_length_m how much of it is out then");
        return None;
    }
    Some(stowed)
}

/// A brake for so much cable.
fn brake(keys: &BrakeKeys, left: f64, report: &mut Report<'_>) -> Option<Brake> {
    let mut profile: Vec<(f64, f64)> = Vec::new();
    let mut sound = true;
    for entry in keys.profile.value() {
        let Some([out, rate]) = entry.given() else { continue };
        let before = profile.last().map(|(out, _)| *out);
        let fault = if out < 0.0 {
            Some(format!("a cable cannot have run out by {out} m"))
        } else if before.is_some_and(|before| out <= before) {
            Some(format!("the lengths of a brake's profile must ascend: {out} m comes too late"))
        } else if rate <= 0.0 {
            Some(format!("a brake that lets the cable run at {rate} m/s never lets it out"))
        } else if out > left + 1e-9 {
            Some(format!("{out} m never run out: only {left:.4} m are stowed"))
        } else {
            None
        };
        sound &= fault.is_none();
        if let Some(message) = fault {
            report.error(entry.place(), message);
        }
        profile.push((out, rate));
    }
    sound.then(|| Brake { profile, free_tension: keys.free_tension_n.value() })
}

/// Names of cables and groups must not be those of other entities of columns and metrics.
fn check_names(root: &ScenarioKeys, world: &World, report: &mut Report<'_>) {
    let mut known = entities(world);
    for keys in &root.cable {
        let name = keys.name.value();
        if let Some(what) = known.insert(name.to_owned(), "a cable") {
            let message = format!("cable `{name}` has the name of {what}");
            let help = "columns and metrics are distinguished by these names";
            report.help(keys.name.place(), message, help);
        }
    }
    for keys in &root.cable {
        let Some(group) = keys.group.given() else { continue };
        if let Some(what) = known.get(group) {
            let message = format!("the group `{group}` has the name of {what}");
            let help = "columns and metrics are distinguished by these names";
            report.help(keys.group.place(), message, help);
        }
    }
}

/// Entities of columns and metrics that have no vehicle in front of them.
pub(super) fn entities(world: &World) -> BTreeMap<String, &'static str> {
    let mut known = BTreeMap::new();
    for taken in super::vehicle::TAKEN {
        known.insert(taken.to_owned(), "columns of every run");
    }
    if let Some(first) = world.vehicles().first() {
        let moving = first.tree.links().iter().skip(1);
        let moving = moving.filter(|link| link.joint.kind.velocities() > 0);
        known.extend(moving.map(|link| (link.joint.name.clone(), "a joint")));
        known.extend(first.contactors.iter().map(|one| (one.name.clone(), "a contactor")));
        known.extend(first.engines.iter().map(|one| (one.name.clone(), "an engine")));
        known.extend(first.tanks.iter().map(|one| (one.name.clone(), "a tank")));
    }
    known.extend(world.vehicles().iter().map(|one| (one.name.clone(), "a vehicle")));
    known
}

/// The world with gusts of wind and external wrenches.
pub(super) fn with_outer_forces(
    root: &ScenarioKeys,
    world: World,
    report: &mut Report<'_>,
) -> Option<World> {
    let world = with_gusts(root, world, report)?;
    with_external_wrenches(root, world, report)
}

/// The world with a force element, or a message at its place.
pub(super) fn with_force(
    place: Place,
    world: World,
    force: impl Into<ForceElement>,
    report: &mut Report<'_>,
) -> Option<World> {
    let more = world.with_force(force);
    more.map_err(|error| report.error(place, error.to_string())).ok()
}

/// The world with its gusts of wind.
fn with_gusts(root: &ScenarioKeys, mut world: World, report: &mut Report<'_>) -> Option<World> {
    for keys in &root.gust {
        let vehicle = naming::vehicle(root, &keys.vehicle, report);
        let (from, long) = (time(&keys.from_s, report), time(&keys.for_s, report));
        if let (Some(vehicle), Some(from), Some(long)) = (vehicle, from, long) {
            let force = Vector3::from(keys.force_n.value());
            let gust = Gust { vehicle, force, from, until: from + long };
            world = with_force(keys.place, world, gust, report)?;
        }
    }
    Some(world)
}

/// The world with its external wrenches.
fn with_external_wrenches(
    root: &ScenarioKeys,
    mut world: World,
    report: &mut Report<'_>,
) -> Option<World> {
    let mut known = entities(&world);
    known.extend(root.cable.iter().map(|keys| (keys.name.value().to_owned(), "a cable")));
    let parachutes = root.parachute.iter().map(|keys| keys.name.value().to_owned());
    known.extend(parachutes.map(|name| (name, "a parachute")));
    for keys in &root.external_wrench {
        let name = keys.name.value();
        if let Some(what) = known.insert(name.to_owned(), "an external wrench") {
            let message = format!("external wrench `{name}` has the name of {what}");
            report.error(keys.name.place(), message);
        }
        let at = anchor(root, (&keys.vehicle, &keys.link, &keys.position_m), &world, report)?;
        let from = time(&keys.from_s, report)?;
        let until = match keys.for_s.has_value() {
            true => from + time(&keys.for_s, report)?,
            false => Time::MAX,
        };
        let wrench = ExternalWrench {
            name: name.to_owned(),
            at,
            axes: match keys.axes.value() {
                AxesChoice::Link => Axes::Link,
                AxesChoice::Site => Axes::Site,
            },
            force: Vector3::from(keys.force_n.value()),
            moment: Vector3::from(keys.moment_n_m.value()),
            from,
            until,
        };
        world = with_force(keys.place, world, wrench, report)?;
    }
    Some(world)
}

/// Has engines fail when the file says.
pub(super) fn fail_engines(
    root: &ScenarioKeys,
    vehicles: &mut [Described],
    report: &mut Report<'_>,
) {
    for keys in &root.fault {
        let Some(FaultCases::EngineOut(keys)) = keys.kind.given() else { continue };
        let Some(index) = naming::vehicle(root, &keys.vehicle, report) else { continue };
        let Some(Described { vehicle, .. }) = vehicles.get_mut(index) else { continue };
        let names: Vec<&str> = vehicle.engines.iter().map(|one| one.name.as_str()).collect();
        let what = format!("engine of vehicle `{}`", vehicle.name);
        let engine = naming::index(&keys.engine, &what, &names, report);
        let (Some(engine), Some(at)) = (engine, time(&keys.at_s, report)) else { continue };
        let Some(engine) = vehicle.engines.get_mut(engine) else { continue };
        if let Some(earlier) = engine.fails_at {
            let message = format!("engine `{}` already fails at {earlier}", engine.name);
            report.error(keys.engine.place(), message);
        }
        engine.fails_at = Some(at);
    }
}

/// Cables that ignore the command to cut them.
pub(super) fn stuck_cables(root: &ScenarioKeys, report: &mut Report<'_>) -> BTreeSet<usize> {
    let names: Vec<&str> = root.cable.iter().map(|one| one.name.value()).collect();
    let stuck = |case: &FaultCases| match case {
        FaultCases::CableStuck(own) => naming::index(&own.cable, "cable", &names, report),
        _ => None,
    };
    root.fault.iter().filter_map(|keys| keys.kind.given()).filter_map(stuck).collect()
}
