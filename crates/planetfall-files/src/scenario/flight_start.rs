//! `[vehicle.start.geodetic]`: starts by latitude and longitude, flight path and angles to the air.

use super::Report;
use super::schema::vehicle::{
    FlightAttitudeChoice, ForwardAxisChoice, GeodeticKeys, StartKeys, VelocityFrameChoice,
};
use super::vehicle::{Pose, site_rate};
use crate::format::declare::AnyKey;
use nalgebra::{Matrix3, Rotation3, UnitQuaternion, Vector3};
use planetfall::environment::{
    AirAngles, Coordinates, FlightPath, Geodesy, PlanetSite, VelocityFrame,
};
use planetfall::math::rotation;
use planetfall::vehicle::{JointStart, Motion};
use planetfall::world::World;

/// Reports keys of a start that do not go together.
pub(super) fn check(start: &StartKeys, report: &mut Report<'_>) {
    let Some(own) = &start.geodetic else {
        if !start.height_m.has_value() && !report.checked.has_errors() {
            let message = "missing key `height_m` in `[vehicle.start]`";
            let help = "give the height above the ground, or a table [vehicle.start.geodetic]";
            report.help(start.place, message, help);
        }
        return;
    };
    if own.radius_m.has_value() == own.altitude_m.has_value() && !report.checked.has_errors() {
        let message = "a geodetic start has either `radius_m` or `altitude_m`";
        report.error(own.place, message);
    }
    // An effective file writes the defaults out: what says nothing else is no second start.
    let elsewhere: [(&dyn AnyKey, bool); 5] = [
        (&start.position_m, start.position_m.value() == [0.0; 2]),
        (&start.height_m, !start.height_m.has_value()),
        (&start.velocity_m_per_s, start.velocity_m_per_s.value() == [0.0; 3]),
        (&start.downhill_speed_m_per_s, start.downhill_speed_m_per_s.value() == 0.0),
        (&start.yaw_pitch_roll_deg, start.yaw_pitch_roll_deg.value() == [0.0; 3]),
    ];
    for (key, _) in elsewhere.into_iter().filter(|(_, absent)| !absent) {
        let message = format!("`{}` says what `geodetic` says too", key.name());
        report.help(key.place(), message, "leave one of them out");
    }
}

/// The motion at the start, or why there is none.
pub(super) fn motion(
    start: &StartKeys,
    own: &GeodeticKeys,
    world: &World,
    vehicle: usize,
    joints: &[JointStart],
) -> Result<Motion, String> {
    let Some((site, spin)) = world.geodesy().planet().zip(world.gravity().spin()) else {
        return Err(
            "a geodetic start needs a planet: [gravity] kind = \"body\" or \"planet\"".to_owned()
        );
    };
    let path = path(own, world, site);
    let frame = match own.velocity_frame.value() {
        VelocityFrameChoice::Relative => VelocityFrame::Relative,
        VelocityFrameChoice::Inertial => VelocityFrame::Inertial,
    };
    let (place, velocity) = path.site_motion(site, frame, spin);
    check_above_ground(world, &place)?;
    let site_from_body = attitude(own, world, (&place, &velocity), path.azimuth);
    let pose = Pose::new(world, vehicle, joints, site_from_body);
    let rate = site_rate(start, world, &site_from_body);
    let offset = site_from_body.inverse() * pose.centre;
    Ok(Motion {
        position: place - pose.centre,
        site_from_body,
        velocity: velocity - site_from_body * rate.cross(&offset),
        rate,
    })
}

fn path(own: &GeodeticKeys, world: &World, site: &PlanetSite) -> FlightPath {
    let mut coordinates = Coordinates {
        latitude: own.latitude_deg.value().to_radians(),
        longitude: own.longitude_deg.value().to_radians(),
        radius: own.radius_m.given().unwrap_or(f64::NAN),
    };
    if let Some(altitude) = own.altitude_m.given() {
        coordinates.radius = radius_of(world.geodesy(), site, &coordinates, altitude);
    }
    FlightPath {
        coordinates,
        speed: own.speed_m_per_s.value(),
        angle: own.flight_path_angle_deg.value().to_radians(),
        azimuth: own.azimuth_deg.value().to_radians(),
    }
}

/// Distance from the centre at which a geocentric latitude has an altitude along its local vertical: fixed-point
/// iteration, whose error falls by the square of the flattening each time.
fn radius_of(geodesy: &Geodesy, site: &PlanetSite, at: &Coordinates, altitude: f64) -> f64 {
    let mut radius = site.surface().radius_at(at.latitude) + altitude;
    for _ in 0..6 {
        let found = geodesy.altitude(&site.place(&Coordinates { radius, ..*at }));
        radius += altitude - found;
    }
    radius
}

fn check_above_ground(world: &World, place: &Vector3<f64>) -> Result<(), String> {
    match world.terrain().query(place) {
        Ok(seen) if seen.gap < 0.0 => Err(format!(
            "the start lies {:.1} m below the ground: raise `altitude_m` or `radius_m`, or give the terrain an end \
             (`extent_m`) beyond which the datum is the ground",
            -seen.gap
        )),
        // Without ground there it cannot be below it.
        Ok(_) | Err(_) => Ok(()),
    }
}

fn attitude(
    own: &GeodeticKeys,
    world: &World,
    (place, velocity): (&Vector3<f64>, &Vector3<f64>),
    azimuth: f64,
) -> UnitQuaternion<f64> {
    let horizon = world.geodesy().site_from_local(place);
    let site_from_local =
        || UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(horizon));
    let [yaw, pitch, roll] = own.yaw_pitch_roll_deg.value().map(f64::to_radians);
    let turned = || rotation::from_yaw_pitch_roll(yaw, pitch, roll);
    match own.attitude.value() {
        FlightAttitudeChoice::LocalEnu => site_from_local() * turned(),
        FlightAttitudeChoice::LocalNed => site_from_local() * rotation::enu_from_ned() * turned(),
        FlightAttitudeChoice::Velocity => {
            let angles = AirAngles {
                attack: own.angle_of_attack_deg.value().to_radians(),
                sideslip: own.sideslip_deg.value().to_radians(),
                bank: own.bank_deg.value().to_radians(),
            };
            angles.site_from_body(velocity, &horizon, azimuth)
                * axes_ahead(own.forward_axis.value())
        }
    }
}

/// The rotation of body axes into axes ahead, right, down.
fn axes_ahead(forward: ForwardAxisChoice) -> UnitQuaternion<f64> {
    let (x, y, z) = (Vector3::x(), Vector3::y(), Vector3::z());
    // Columns are the body's axes.
    let axes = match forward {
        ForwardAxisChoice::X => [x, y, z],
        ForwardAxisChoice::MinusX => [-x, y, -z],
        ForwardAxisChoice::Z => [-z, y, x],
        ForwardAxisChoice::MinusZ => [z, y, -x],
    };
    let turn = Rotation3::from_matrix_unchecked(Matrix3::from_columns(&axes));
    UnitQuaternion::from_rotation_matrix(&turn)
}
