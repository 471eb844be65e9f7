//! Vehicles that are commanded to drive.

use super::Report;
use super::course::time;
use super::schema::ScenarioKeys;
use crate::format::declare::{Key, REQUIRED, Spec, declare, default};
use crate::format::schema::{Kind, List, Range};
use planetfall::control::{
    BodyMotion, ControlLoop, Driver, Leg, Odometer, PoseSource, Route, Task, WheelJoints,
    drive_wheels, wheel_joints,
};
use planetfall::math::noise::Stream;
use planetfall::time::Time;
use planetfall::vehicle::sensor::PoseErrors;
use planetfall::vehicle::{Sensor, SensorKind};
use planetfall::world::{RunningGear, World};
use std::sync::Arc;

const POSITIVE: Kind = Kind::Number(Range::POSITIVE);
const NON_NEGATIVE: Kind = Kind::Number(Range::NON_NEGATIVE);
const PAIR: Kind = Kind::List(List::exactly(2, &Kind::NUMBER));
/// `speed_m_per_s: Key<f64>`
const SPEED: Spec = REQUIRED.doc("Speed of the body's origin.");

declare! {
    /// A leg of a drive.
    pub(crate) table DriveKeys("drive", motion: DriveCases = REQUIRED) {
        /// How long; of `waypoints` at most: the leg ends where the last of them is reached.
        duration_s: Key<f64> = REQUIRED.of(POSITIVE),
    }

    /// Keys of `straight`.
    pub(crate) group StraightDriveKeys {
        speed_m_per_s: Key<f64> = SPEED,
    }

    /// Keys of `arc`.
    pub(crate) group ArcDriveKeys {
        speed_m_per_s: Key<f64> = SPEED,
        /// Positive turns left.
        radius_m: Key<f64> = REQUIRED,
    }

    /// Keys of `turn_in_place`.
    pub(crate) group TurnInPlaceDriveKeys {
        /// Positive turns left.
        rate_deg_per_s: Key<f64> = REQUIRED,
    }

    /// Keys of `crab`.
    pub(crate) group CrabDriveKeys {
        speed_m_per_s: Key<f64> = SPEED,
        /// Anticlockwise from ahead.
        angle_deg: Key<f64> = REQUIRED,
    }

    /// Keys of `stop`.
    pub(crate) group StopDriveKeys {
        /// Of the last leg: time in it after which a motion of the body counts as `parked.drift_m`.
        parked_after_s: Key<f64> = default::number(10.0).of(NON_NEGATIVE),
    }

    /// How the body is to move.
    pub(crate) cases DriveCases {
        /// Straight ahead; backwards with a negative speed.
        Straight(StraightDriveKeys) = "straight",
        /// On a circle, wheels steered across its centre.
        Arc(ArcDriveKeys) = "arc",
        /// On the spot.
        TurnInPlace(TurnInPlaceDriveKeys) = "turn_in_place",
        /// Sideways without turning.
        Crab(CrabDriveKeys) = "crab",
        /// To points one after the other, by pure pursuit; turns in place where the next lies far to
        /// the side (docs/driving.md).
        Waypoints(WaypointsKeys) = "waypoints",
        /// Stand still, wheels held.
        Stop(StopDriveKeys) = "stop",
    }

    /// By which pose the rover steers.
    pub(crate) choice PoseChoice {
        /// The true pose.
        Ideal = "ideal",
        /// That of wheel odometry, with its errors.
        Odometry = "odometry",
    }

    /// Keys of `waypoints`.
    pub(crate) group WaypointsKeys {
        speed_m_per_s: Key<f64> = SPEED,
        /// East and north of each point.
        points_m: Key<Vec<Key<[f64; 2]>>> = REQUIRED.of(Kind::List(List::at_least(1, &PAIR))),
        /// Distance of the body's origin from a point at which it is reached.
        arrival_radius_m: Key<f64> = default::number(0.5).of(POSITIVE),
        /// How far ahead on the straight line between two points the rover aims.
        lookahead_m: Key<f64> = default::number(2.0).of(POSITIVE),
        /// By which pose the rover steers.
        pose: Key<PoseChoice> = default::text("ideal"),
        /// Whether wheels turn faster, and the rover heads against the drift, to make up for slip; with
        /// the ideal pose only.
        compensate_slip: Key<bool> = default::flag(true),
    }
}

/// The world with a driver for every vehicle that is commanded to drive.
pub(super) fn with_drivers(
    root: &ScenarioKeys,
    layouts: &[Option<Vec<WheelJoints>>],
    mut world: World,
    report: &mut Report<'_>,
) -> World {
    for (vehicle, (keys, layout)) in root.vehicle.iter().zip(layouts).enumerate() {
        let nodes = &keys.drive;
        let legs: Vec<Leg> = nodes.iter().filter_map(|leg| self::leg(leg, report)).collect();
        if legs.is_empty() {
            continue;
        }
        // The last leg says how long a parked vehicle may settle.
        let settling = match nodes.last().and_then(|leg| leg.motion.given()) {
            Some(DriveCases::Stop(stop)) => time(&stop.parked_after_s, report),
            _ => None,
        };
        let wheels = match layout {
            Some(wheels) => wheels.clone(),
            None => wheel_joints(&world.vehicles()[vehicle]),
        };
        match Driver::by_wheels(&world, vehicle, &wheels, legs) {
            Ok(driver) => {
                let driver = driver.settling(settling.unwrap_or(SETTLING));
                world = with_driver(world, vehicle, keys.name.value(), driver);
            }
            Err(error) => report.error(keys.drive.place(), error.to_string()),
        }
    }
    world
}

/// The world with the distances and the slip measured of vehicles that somebody may drive from outside.
pub(super) fn with_operated_gear(
    root: &ScenarioKeys,
    layouts: &[Option<Vec<WheelJoints>>],
    mut world: World,
) -> World {
    if root.operator.is_none() {
        return world;
    }
    for (vehicle, layout) in layouts.iter().enumerate() {
        let joints = match layout {
            Some(wheels) => wheels.clone(),
            None => wheel_joints(&world.vehicles()[vehicle]),
        };
        let known = world.running_gear().iter().any(|gear| gear.vehicle == vehicle);
        // A vehicle without wheels has nothing to measure.
        if let (false, Ok(wheels)) = (known, drive_wheels(&world, vehicle, &joints)) {
            world = world.with_running_gear(RunningGear { vehicle, wheels });
        }
    }
    world
}

/// How long a vehicle may settle that is not commanded to stop.
const SETTLING: Time = Time::from_millis(10_000);

/// The world with a driver, and with what the driver sees by.
fn with_driver(world: World, vehicle: usize, name: &str, driver: Driver) -> World {
    let sensor = world.sensors().len();
    let place = world.first_register(world.control().len());
    let gear = RunningGear { vehicle, wheels: driver.wheels().to_vec() };
    let odometry = world.entity_name(vehicle, "odometry");
    let first_link = world.layout().links(vehicle).start;
    let odometer = Odometer::new(gear.wheels.clone(), first_link, sensor, &odometry);
    let every = |name: String, controller| ControlLoop { name, period: Driver::PERIOD, controller };
    world
        .with_running_gear(gear)
        .with_sensor(truth(vehicle, name))
        .with_control(every(odometry, Arc::new(odometer)))
        .with_control(every(format!("{name}-driver"), Arc::new(driver.seeing(sensor, place))))
}

/// A sensor that reads a vehicle's true motion.
fn truth(vehicle: usize, name: &str) -> Sensor {
    let kind = SensorKind::Pose(PoseErrors::default());
    let sensor =
        Sensor::new(&format!("{name}-truth"), vehicle, Driver::PERIOD, "true motion", kind);
    Sensor { stream: Stream::new(name, "true motion"), ..sensor }
}

fn leg(keys: &DriveKeys, report: &mut Report<'_>) -> Option<Leg> {
    let duration = time(&keys.duration_s, report);
    let task = match keys.motion.given() {
        Some(DriveCases::Stop(_)) => Task::Park,
        Some(DriveCases::Waypoints(own)) => Task::Follow(route(own, report)?),
        Some(DriveCases::Straight(own)) => {
            Task::Move(BodyMotion::straight(own.speed_m_per_s.value()))
        }
        Some(DriveCases::Arc(own)) if own.radius_m.value() == 0.0 => {
            let message = "an arc of radius 0 is no arc";
            report.help(own.radius_m.place(), message, "say motion = \"turn_in_place\"");
            return None;
        }
        Some(DriveCases::Arc(own)) => {
            Task::Move(BodyMotion::arc(own.speed_m_per_s.value(), own.radius_m.value()))
        }
        Some(DriveCases::TurnInPlace(own)) => {
            Task::Move(BodyMotion::turn_in_place(own.rate_deg_per_s.value().to_radians()))
        }
        Some(DriveCases::Crab(own)) => {
            let angle = own.angle_deg.value().to_radians();
            Task::Move(BodyMotion::crab(own.speed_m_per_s.value(), angle))
        }
        None => Task::Move(BodyMotion::default()),
    };
    Some(Leg { duration: duration?, task })
}

impl DriveKeys {
    /// Speed of the body's origin, m/s; zero where the leg gives none.
    pub(crate) fn speed(&self) -> f64 {
        let speed = match self.motion.given() {
            Some(DriveCases::Straight(own)) => &own.speed_m_per_s,
            Some(DriveCases::Arc(own)) => &own.speed_m_per_s,
            Some(DriveCases::Crab(own)) => &own.speed_m_per_s,
            Some(DriveCases::Waypoints(own)) => &own.speed_m_per_s,
            Some(DriveCases::TurnInPlace(_) | DriveCases::Stop(_)) | None => return 0.0,
        };
        speed.given().unwrap_or(0.0)
    }
}

fn route(keys: &WaypointsKeys, report: &mut Report<'_>) -> Option<Route> {
    let speed = keys.speed_m_per_s.value();
    if speed <= 0.0 {
        let message =
            format!("waypoints are driven to ahead: speed_m_per_s ({speed}) must be above 0");
        report.error(keys.speed_m_per_s.place(), message);
        return None;
    }
    let points = keys.points_m.values().collect();
    Some(Route {
        points,
        speed,
        arrival: keys.arrival_radius_m.value(),
        lookahead: keys.lookahead_m.value(),
        pose: match keys.pose.value() {
            PoseChoice::Odometry => PoseSource::Odometry,
            PoseChoice::Ideal => PoseSource::Ideal,
        },
        compensates: keys.compensate_slip.value(),
    })
}
