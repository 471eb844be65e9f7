//! `[[sensor]]` and `[sun]`: what vehicles are told about themselves.

mod camera;
pub(super) mod camera_schema;
pub(super) mod schema;

use super::course::time;
use super::{Report, naming};
use crate::format::Node;
use crate::pattern;
use nalgebra::Vector3;
use planetfall::math::noise::Key;
use planetfall::math::{real, rotation};
use planetfall::time::Time;
use planetfall::vehicle::sensor::{
    AxisNoise, Counts, Encoder, Inclinometer, InertialUnit, MotorCurrent, Mounting, PoseErrors,
    Radar, ReadJoint, SunSensor, TouchSwitch,
};
use planetfall::vehicle::{Joint, Sensor, SensorKind, Vehicle};
use planetfall::world::World;

/// The world with the sun where the file says.
pub(super) fn with_sun(root: &Node, world: World) -> World {
    let node = root.get("sun");
    if node.is_absent() {
        return world;
    }
    let (sine, cosine) = real::sin_cos(node.number("azimuth_deg").to_radians());
    let (up, along) = real::sin_cos(node.number("elevation_deg").to_radians());
    let sky = node.number("sky_share");
    world.with_sun(&Vector3::new(sine * along, cosine * along, up)).with_sky_share(sky)
}

/// The world with the sensors that the file lists.
pub(super) fn with_sensors(
    root: &Node,
    mut world: World,
    seed: u64,
    report: &mut Report<'_>,
) -> Option<World> {
    let mut complete = true;
    for node in root.list("sensor") {
        check_name(node, &world, report);
        match sensor(root, node, &world, seed, report) {
            Some(sensor) => world = world.with_sensor(sensor),
            None => complete = false,
        }
    }
    complete.then_some(world)
}

/// A sensor's columns must not be those of another entity.
fn check_name(node: &Node, world: &World, report: &mut Report<'_>) {
    let name = node.text("name");
    let known = super::joining::entities(world);
    let software = world.sensors().iter().any(|sensor| !sensor.listed && sensor.name == name);
    let control = world.control().iter().any(|control| control.name == name);
    let cables = world.cables().iter().map(|cable| &cable.name).chain(world.cable_groups());
    let taken = match known.get(name) {
        Some(what) => what,
        None if software => "a sensor that software made for itself",
        None if control => "a part of the software",
        None if cables.into_iter().any(|cable| cable == name) => "a cable or a group of cables",
        None => return,
    };
    let message = format!("sensor `{name}` has the name of {taken}");
    let help = "columns and metrics are told apart by these names";
    report.help(node.place_of("name"), message, help);
}

fn sensor(
    root: &Node,
    node: &Node,
    world: &World,
    seed: u64,
    report: &mut Report<'_>,
) -> Option<Sensor> {
    let vehicle = match node.has("vehicle") {
        true => naming::vehicle(root, node, "vehicle", report)?,
        false => 0,
    };
    let owner = world.vehicles().get(vehicle)?;
    let period = time(node, "period_s", report)?;
    let name = node.text("name");
    let kind = match node.case() {
        "pose" => SensorKind::Pose(pose(node)),
        "imu" => SensorKind::Inertial(inertial(node, period)),
        "encoder" => SensorKind::Encoder(encoder(node, owner, report)?),
        "inclinometer" => {
            let sigma = node.number("noise_deg").to_radians();
            SensorKind::Inclinometer(Inclinometer { mounting: mounting(node), sigma })
        }
        "sun" => SensorKind::Sun(SunSensor {
            mounting: mounting(node),
            half_view: node.number("half_view_deg").to_radians(),
            sigma: node.number("noise_deg").to_radians(),
        }),
        "radar" => SensorKind::Radar(radar(node, report)?),
        "touch_switch" => {
            let names: Vec<&str> = owner.contactors.iter().map(|one| one.name.as_str()).collect();
            let what = format!("contactor of vehicle `{}`", owner.name);
            let own = naming::index(node, "contactor", &what, &names, report)?;
            let contactor = world.layout().contactors(vehicle).start + own;
            SensorKind::Switch(TouchSwitch { contactor, threshold: node.number("force_n") })
        }
        "camera" => {
            if node.get("period_s").is_default() {
                let message = format!("camera `{name}` needs its own `period_s`");
                let help = "the usual 0.01 s would be a hundred pictures a second";
                report.help(node.place_of("name"), message, help);
                return None;
            }
            SensorKind::Camera(Box::new(camera::camera(root, node, owner, period, report)?))
        }
        _ => SensorKind::Current(current(node, owner, report)?),
    };
    let sensor = Sensor::new(name, vehicle, period, Key::new(seed, name, node.case()), kind);
    Some(Sensor { listed: true, recorded: node.flag("record"), ..sensor })
}

fn mounting(node: &Node) -> Mounting {
    let [yaw, pitch, roll] = node.vector("yaw_pitch_roll_deg").map(f64::to_radians);
    // Without a turn the axes are the body's to the last bit.
    let turned = [yaw, pitch, roll] != [0.0; 3];
    let plain = Mounting::default();
    Mounting {
        position: node.optional_vector("position_m").map_or(plain.position, Vector3::from),
        body_from_sensor: match turned {
            true => rotation::from_yaw_pitch_roll(yaw, pitch, roll),
            false => plain.body_from_sensor,
        },
    }
}

fn pose(node: &Node) -> PoseErrors {
    PoseErrors {
        position_sigma: node.number("position_noise_m"),
        velocity_sigma: node.number("velocity_noise_m_per_s"),
        attitude_sigma: node.number("attitude_noise_deg").to_radians(),
        rate_sigma: node.number("rate_noise_deg_per_s").to_radians(),
        velocity_bias: Vector3::from(node.vector("velocity_bias_m_per_s")),
        attitude_bias: Vector3::from(node.vector("attitude_bias_deg").map(f64::to_radians)),
    }
}

/// Seconds of an hour, and the root of their number.
const HOUR: f64 = 3600.0;
const ROOT_HOUR: f64 = 60.0;

fn inertial(node: &Node, period: Time) -> InertialUnit {
    let root_period = period.seconds().sqrt();
    let angle = |key: &str| node.number(key).to_radians();
    let wander_time = node.number("instability_time_s");
    InertialUnit {
        mounting: mounting(node),
        gyroscopes: AxisNoise {
            bias: Vector3::from(node.vector("rate_bias_deg_per_s").map(f64::to_radians)),
            increment_sigma: angle("angle_random_walk_deg_per_sqrt_h") / ROOT_HOUR * root_period,
            walk: angle("rate_random_walk_deg_per_h_per_sqrt_h") / HOUR / ROOT_HOUR,
            wander: angle("rate_instability_deg_per_h") / HOUR,
            wander_time,
        },
        accelerometers: AxisNoise {
            bias: Vector3::from(node.vector("acceleration_bias_m_per_s2")),
            increment_sigma: node.number("velocity_random_walk_m_per_s_per_sqrt_h") / ROOT_HOUR
                * root_period,
            walk: node.number("acceleration_random_walk_m_per_s2_per_sqrt_h") / ROOT_HOUR,
            wander: node.number("acceleration_instability_m_per_s2"),
            wander_time,
        },
    }
}

fn encoder(node: &Node, owner: &Vehicle, report: &mut Report<'_>) -> Option<Encoder> {
    let counts = |resolution: f64, sigma: f64| Counts { resolution, sigma };
    let angle = |key: &str| node.number(key).to_radians();
    Some(Encoder {
        joints: joints(node, owner, "that moves in one coordinate", moves, report)?,
        turning: counts(angle("resolution_deg"), angle("noise_deg")),
        sliding: counts(node.number("resolution_m"), node.number("noise_m")),
    })
}

fn current(node: &Node, owner: &Vehicle, report: &mut Report<'_>) -> Option<MotorCurrent> {
    Some(MotorCurrent {
        joints: joints(node, owner, "with a motor", |joint| joint.motor.is_some(), report)?,
        constant: node.number("torque_constant_n_m_per_a"),
        resolution: node.number("resolution_a"),
        sigma: node.number("noise_a"),
    })
}

/// Whether an encoder can read a joint.
pub(super) fn moves(joint: &Joint) -> bool {
    joint.kind.velocities() == 1
}

/// Joints by their names or patterns, or all that are fit for it.
fn joints(
    node: &Node,
    owner: &Vehicle,
    fitness: &str,
    fits: impl Fn(&Joint) -> bool,
    report: &mut Report<'_>,
) -> Option<Vec<ReadJoint>> {
    let all = owner.tree.links();
    let names: Vec<&str> = all.iter().map(|link| link.joint.name.as_str()).collect();
    let what = format!("joint of vehicle `{}`", owner.name);
    let fit = || (0..all.len()).filter(|link| fits(&all[*link].joint));
    let mut found: Vec<usize> = Vec::new();
    for wanted in node.list("joints") {
        let text = wanted.as_text().unwrap_or_default();
        let like: Vec<usize> = match text.contains('*') {
            true => fit().filter(|link| pattern::matches(text, names[*link])).collect(),
            false => {
                let link = naming::place(text, &names, &what, wanted.place(), report)?;
                if fits(&all[link].joint) { vec![link] } else { Vec::new() }
            }
        };
        if like.is_empty() {
            report.error(wanted.place(), format!("`{text}`: no {what} {fitness} is so"));
            return None;
        }
        found.extend(like);
    }
    if node.list("joints").is_empty() {
        found.extend(fit());
    }
    found.sort_unstable();
    found.dedup();
    if found.is_empty() {
        let message = format!("vehicle `{}` has no joint {fitness}", owner.name);
        report.error(node.place_of("kind"), message);
        return None;
    }
    let read = |link: usize| ReadJoint {
        name: names[link].to_owned(),
        link,
        turns: all[link].joint.kind.turns_about().is_some(),
    };
    Some(found.into_iter().map(read).collect())
}

fn radar(node: &Node, report: &mut Report<'_>) -> Option<Radar> {
    let mut beams = Vec::new();
    for beam in node.list("beams") {
        let direction = Vector3::from(beam.as_vector::<3>()?);
        if direction.norm() < 1e-9 {
            report.error(beam.place(), "a beam needs a direction: its vector has no length");
            return None;
        }
        beams.push(direction.normalize());
    }
    if beams.is_empty() {
        beams.push(-Vector3::z());
    }
    Some(Radar {
        mounting: mounting(node),
        beams,
        reach: node.number("max_range_m"),
        range_sigma: node.number("range_noise_m"),
        speed_sigma: node.number("velocity_noise_m_per_s"),
        drop_out: node.number("drop_out"),
    })
}
