//! `[[sensor]]` and `[sun]`: what vehicles measure of themselves.

mod camera;
pub(super) mod camera_schema;
mod picture;
pub(super) mod schema;

pub use picture::cameras;
pub(super) use picture::picture_metrics;

use self::schema::{
    CurrentKeys, EncoderKeys, ImuKeys, PoseKeys, RadarKeys, SensorCases, SensorKeys,
};
use super::course::time;
use super::schema::ScenarioKeys;
use super::{Report, naming};
use crate::format::Place;
use crate::format::declare::{Cases, Key};
use crate::pattern;
use nalgebra::Vector3;
use planetfall::math::{real, rotation};
use planetfall::time::Time;
use planetfall::vehicle::sensor::{
    AxisNoise, Counts, Encoder, Inclinometer, InertialUnit, MotorCurrent, Mounting, PoseErrors,
    Radar, ReadJoint, SunSensor, TouchSwitch,
};
use planetfall::vehicle::{Joint, Sensor, SensorKind, Vehicle};
use planetfall::world::World;

/// The world with the sun where the file says.
pub(super) fn with_sun(root: &ScenarioKeys, world: World) -> World {
    let Some(keys) = &root.sun else { return world };
    let (sine, cosine) = real::sin_cos(keys.azimuth_deg.value().to_radians());
    let (up, along) = real::sin_cos(keys.elevation_deg.value().to_radians());
    let sky = keys.sky_share.value();
    world.with_sun(&Vector3::new(sine * along, cosine * along, up)).with_sky_share(sky)
}

/// The world with the sensors that the file lists.
pub(super) fn with_sensors(
    root: &ScenarioKeys,
    mut world: World,
    report: &mut Report<'_>,
) -> Option<World> {
    let mut complete = true;
    for keys in &root.sensor {
        check_name(keys, &world, report);
        match sensor(root, keys, &world, report) {
            Some(sensor) => world = world.with_sensor(sensor),
            None => complete = false,
        }
    }
    complete.then_some(world)
}

/// A sensor's columns must not be those of another entity.
fn check_name(keys: &SensorKeys, world: &World, report: &mut Report<'_>) {
    let name = keys.name.value();
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
    let help = "columns and metrics are distinguished by these names";
    report.help(keys.name.place(), message, help);
}

fn sensor(
    root: &ScenarioKeys,
    keys: &SensorKeys,
    world: &World,
    report: &mut Report<'_>,
) -> Option<Sensor> {
    let vehicle = match keys.vehicle.has_value() {
        true => naming::vehicle(root, &keys.vehicle, report)?,
        false => 0,
    };
    let owner = world.vehicles().get(vehicle)?;
    let period = time(&keys.period_s, report)?;
    let name = keys.name.value();
    let case = keys.kind.given()?;
    let kind = match case {
        SensorCases::Pose(own) => SensorKind::Pose(pose(own)),
        SensorCases::Imu(own) => SensorKind::Inertial(inertial(own, period)),
        SensorCases::Encoder(own) => {
            SensorKind::Encoder(encoder(own, keys.kind.place(), owner, report)?)
        }
        SensorCases::Inclinometer(own) => SensorKind::Inclinometer(Inclinometer {
            mounting: mounting(None, &own.yaw_pitch_roll_deg),
            sigma: own.noise_deg.value().to_radians(),
        }),
        SensorCases::Sun(own) => SensorKind::Sun(SunSensor {
            mounting: mounting(None, &own.yaw_pitch_roll_deg),
            half_view: own.half_view_deg.value().to_radians(),
            sigma: own.noise_deg.value().to_radians(),
        }),
        SensorCases::Radar(own) => SensorKind::Radar(radar(own, report)?),
        SensorCases::TouchSwitch(own) => {
            let names: Vec<&str> = owner.contactors.iter().map(|one| one.name.as_str()).collect();
            let what = format!("contactor of vehicle `{}`", owner.name);
            let part = naming::index(&own.contactor, &what, &names, report)?;
            let contactor = world.layout().contactors(vehicle).start + part;
            SensorKind::Switch(TouchSwitch { contactor, threshold: own.force_n.value() })
        }
        SensorCases::Camera(own) => {
            if keys.period_s.is_default() {
                let message = format!("camera `{name}` needs its own `period_s`");
                let help = "the usual 0.01 s would be a hundred pictures a second";
                report.help(keys.name.place(), message, help);
                return None;
            }
            let camera = camera::camera((root, keys), own, owner, period, report)?;
            SensorKind::Camera(Box::new(camera))
        }
        SensorCases::MotorCurrent(own) => {
            SensorKind::Current(current(own, keys.kind.place(), owner, report)?)
        }
    };
    let sensor = Sensor::new(name, vehicle, period, case.word(), kind);
    Some(Sensor { listed: true, recorded: keys.record.value(), ..sensor })
}

fn mounting(position: Option<&Key<[f64; 3]>>, turn: &Key<[f64; 3]>) -> Mounting {
    let [yaw, pitch, roll] = turn.value().map(f64::to_radians);
    // Without a turn the axes are the body's to the last bit.
    let turned = [yaw, pitch, roll] != [0.0; 3];
    let plain = Mounting::default();
    Mounting {
        position: position.and_then(Key::given).map_or(plain.position, Vector3::from),
        body_from_sensor: match turned {
            true => rotation::from_yaw_pitch_roll(yaw, pitch, roll),
            false => plain.body_from_sensor,
        },
    }
}

fn pose(keys: &PoseKeys) -> PoseErrors {
    PoseErrors {
        position_sigma: keys.position_noise_m.value(),
        velocity_sigma: keys.velocity_noise_m_per_s.value(),
        attitude_sigma: keys.attitude_noise_deg.value().to_radians(),
        rate_sigma: keys.rate_noise_deg_per_s.value().to_radians(),
        velocity_bias: Vector3::from(keys.velocity_bias_m_per_s.value()),
        attitude_bias: Vector3::from(keys.attitude_bias_deg.value().map(f64::to_radians)),
    }
}

/// Seconds of an hour, and the root of their number.
const HOUR: f64 = 3600.0;
const ROOT_HOUR: f64 = 60.0;

fn inertial(keys: &ImuKeys, period: Time) -> InertialUnit {
    let root_period = period.seconds().sqrt();
    let angle = |key: &Key<f64>| key.value().to_radians();
    let wander_time = keys.instability_time_s.value();
    InertialUnit {
        mounting: mounting(Some(&keys.position_m), &keys.yaw_pitch_roll_deg),
        gyroscopes: AxisNoise {
            bias: Vector3::from(keys.rate_bias_deg_per_s.value().map(f64::to_radians)),
            increment_sigma: angle(&keys.angle_random_walk_deg_per_sqrt_h) / ROOT_HOUR
                * root_period,
            walk: angle(&keys.rate_random_walk_deg_per_h_per_sqrt_h) / HOUR / ROOT_HOUR,
            wander: angle(&keys.rate_instability_deg_per_h) / HOUR,
            wander_time,
        },
        accelerometers: AxisNoise {
            bias: Vector3::from(keys.acceleration_bias_m_per_s2.value()),
            increment_sigma: keys.velocity_random_walk_m_per_s_per_sqrt_h.value() / ROOT_HOUR
                * root_period,
            walk: keys.acceleration_random_walk_m_per_s2_per_sqrt_h.value() / ROOT_HOUR,
            wander: keys.acceleration_instability_m_per_s2.value(),
            wander_time,
        },
    }
}

fn encoder(
    keys: &EncoderKeys,
    place: Place,
    owner: &Vehicle,
    report: &mut Report<'_>,
) -> Option<Encoder> {
    let counts = |resolution: f64, sigma: f64| Counts { resolution, sigma };
    let angle = |key: &Key<f64>| key.value().to_radians();
    Some(Encoder {
        joints: joints(
            (&keys.joints, place),
            owner,
            "that moves in one coordinate",
            moves,
            report,
        )?,
        turning: counts(angle(&keys.resolution_deg), angle(&keys.noise_deg)),
        sliding: counts(keys.resolution_m.value(), keys.noise_m.value()),
    })
}

fn current(
    keys: &CurrentKeys,
    place: Place,
    owner: &Vehicle,
    report: &mut Report<'_>,
) -> Option<MotorCurrent> {
    Some(MotorCurrent {
        joints: joints(
            (&keys.joints, place),
            owner,
            "with a motor",
            |joint| joint.motor.is_some(),
            report,
        )?,
        constant: keys.torque_constant_n_m_per_a.value(),
        resolution: keys.resolution_a.value(),
        sigma: keys.noise_a.value(),
    })
}

/// Whether an encoder can read a joint.
pub(super) fn moves(joint: &Joint) -> bool {
    joint.kind.velocities() == 1
}

/// Joints by their names or patterns, or all that are fit for it.
fn joints(
    (key, place): (&Key<Vec<Key<String>>>, Place),
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
    for wanted in key.value() {
        let text = wanted.value();
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
    if key.value().is_empty() {
        found.extend(fit());
    }
    found.sort_unstable();
    found.dedup();
    if found.is_empty() {
        let message = format!("vehicle `{}` has no joint {fitness}", owner.name);
        report.error(place, message);
        return None;
    }
    let read = |link: usize| ReadJoint {
        name: names[link].to_owned(),
        link,
        turns: all[link].joint.kind.turns_about().is_some(),
    };
    Some(found.into_iter().map(read).collect())
}

fn radar(keys: &RadarKeys, report: &mut Report<'_>) -> Option<Radar> {
    let mut beams = Vec::new();
    for beam in keys.beams.given().unwrap_or_default() {
        let direction = Vector3::from(beam.given()?);
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
        mounting: mounting(Some(&keys.position_m), &keys.yaw_pitch_roll_deg),
        beams,
        reach: keys.max_range_m.value(),
        range_sigma: keys.range_noise_m.value(),
        speed_sigma: keys.velocity_noise_m_per_s.value(),
        drop_out: keys.drop_out.value(),
    })
}
