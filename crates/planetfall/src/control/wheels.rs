//! Wheel speeds and steering angles for a motion of the body, from the vehicle's own layout.
//!
//! A rigid body that moves with (vx, vy) and turns with ω moves the ground under a wheel at (x, y)
//! with (vx − ω y, vy + ω x). A wheel that can steer points along that velocity and turns with its
//! size over the radius; one that cannot turns with its part along the body. Straight, arc, turn in
//! place and crab are all such motions (Ackermann, point turn and crab steering are not distinguished
//! apart).

use crate::dynamics::Kinematics;
use crate::math::real;
use crate::shape::Wheel;
use crate::vehicle::{Tree, Vehicle};
use crate::world::{DriveWheel, World};
use nalgebra::Vector3;
use std::f64::consts::{FRAC_PI_2, PI};

/// A motion of the body in its own axes: x forward, y left.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BodyMotion {
    /// m/s
    pub forward: f64,
    /// m/s
    pub left: f64,
    /// rad/s, anticlockwise.
    pub turn: f64,
}

impl BodyMotion {
    /// Straight ahead.
    pub fn straight(speed: f64) -> Self {
        Self { forward: speed, ..Self::default() }
    }

    /// On an arc; a positive radius (m) turns left.
    pub fn arc(speed: f64, radius: f64) -> Self {
        Self { forward: speed, left: 0.0, turn: speed / radius }
    }

    /// On the spot.
    pub fn turn_in_place(rate: f64) -> Self {
        Self { turn: rate, ..Self::default() }
    }

    /// Sideways without turning; the angle (rad) is anticlockwise from ahead.
    pub fn crab(speed: f64, angle: f64) -> Self {
        let (sine, cosine) = real::sin_cos(angle);
        Self { forward: speed * cosine, left: speed * sine, turn: 0.0 }
    }
}

/// What keeps a vehicle from being driven.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DriveError {
    /// What is to be driven does not roll.
    #[error("contactor `{contactor}` is no wheel")]
    NoWheel {
        /// The contactor.
        contactor: String,
    },
    /// Nothing drives the joint.
    #[error("joint `{joint}` is to drive or steer a wheel but has no motor")]
    NoMotor {
        /// The joint.
        joint: String,
    },
    /// No wheels.
    #[error("vehicle `{vehicle}` has no wheels with motors to drive")]
    NoWheels {
        /// The vehicle.
        vehicle: String,
    },
}

/// Which joints turn and steer a wheel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WheelJoints {
    /// Contactor of the vehicle, a wheel.
    pub contactor: usize,
    /// Link whose joint turns it.
    pub drive: usize,
    /// Link whose joint steers it.
    pub steer: Option<usize>,
}

/// The wheels of a vehicle that motors turn, and what steers them: each wheel's own joint, and the
/// nearest inboard joint with a motor whose axis is upright.
pub fn wheel_joints(vehicle: &Vehicle) -> Vec<WheelJoints> {
    let tree = &vehicle.tree;
    let kinematics = neutral(tree);
    let mut wheels = Vec::new();
    for (contactor, part) in vehicle.contactors.iter().enumerate() {
        let Some(Wheel { axis, .. }) = part.shape.as_wheel() else { continue };
        if tree.links()[part.link].joint.motor.is_none() {
            continue;
        }
        let axle = kinematics.links[part.link].rotation * axis;
        let steer = steering(tree, &kinematics, part.link, &axle);
        wheels.push(WheelJoints { contactor, drive: part.link, steer });
    }
    wheels
}

/// Wheels of a vehicle of a world as a driver sees them.
pub fn drive_wheels(
    world: &World,
    vehicle: usize,
    joints: &[WheelJoints],
) -> Result<Vec<DriveWheel>, DriveError> {
    let owner = &world.vehicles()[vehicle];
    let kinematics = neutral(&owner.tree);
    let wheels = joints.iter().map(|joints| drive_wheel(owner, &kinematics, joints));
    let wheels: Vec<DriveWheel> = wheels.collect::<Result<_, _>>()?;
    if wheels.is_empty() {
        return Err(DriveError::NoWheels { vehicle: owner.name.clone() });
    }
    Ok(wheels)
}

fn neutral(tree: &Tree) -> Kinematics {
    let mut kinematics = Kinematics::new(tree);
    kinematics.update(tree, &tree.neutral(), &vec![0.0; tree.velocities()]);
    kinematics
}

/// A wheel as the driver sees it, from where it stands with all joints at zero.
fn drive_wheel(
    vehicle: &Vehicle,
    kinematics: &Kinematics,
    joints: &WheelJoints,
) -> Result<DriveWheel, DriveError> {
    let tree = &vehicle.tree;
    let part = &vehicle.contactors[joints.contactor];
    let Some(Wheel { centre, radius, .. }) = part.shape.as_wheel() else {
        return Err(DriveError::NoWheel { contactor: part.name.clone() });
    };
    for link in std::iter::once(joints.drive).chain(joints.steer) {
        let joint = &tree.links()[link].joint;
        if joint.motor.is_none() {
            return Err(DriveError::NoMotor { joint: joint.name.clone() });
        }
    }
    // The joint's own axis decides which way its motor turns the wheel.
    let axis = |link: usize| kinematics.columns[tree.places()[link].columns.start].angular;
    let place = kinematics.links[part.link].point(centre).0;
    Ok(DriveWheel {
        contactor: joints.contactor,
        drive: joints.drive,
        steer: joints.steer,
        x: place.x,
        y: place.y,
        radius: *radius,
        drive_sign: if axis(joints.drive).y >= 0.0 { 1.0 } else { -1.0 },
        steer_sign: joints.steer.map_or(1.0, |link| axis(link).z.signum()),
    })
}

/// The nearest inboard joint with a motor whose axis is upright.
fn steering(
    tree: &Tree,
    kinematics: &Kinematics,
    wheel: usize,
    axle: &Vector3<f64>,
) -> Option<usize> {
    let mut at = tree.links()[wheel].parent;
    while let Some(link) = at {
        let joint = &tree.links()[link].joint;
        if joint.motor.is_some() && joint.kind.velocities() == 1 {
            let axis = kinematics.columns[tree.places()[link].columns.start].angular;
            if axis.z.abs() > 0.7 && axis.dot(axle).abs() < 0.7 {
                return Some(link);
            }
        }
        at = tree.links()[link].parent;
    }
    None
}

impl DriveWheel {
    /// Steering angle (rad) and wheel rate (rad/s) at the joints for a motion of the body. A wheel
    /// steers at most a quarter turn and rolls backwards rather than turn around.
    pub fn setting(&self, motion: &BodyMotion) -> (f64, f64) {
        let along = motion.forward - motion.turn * self.y;
        let across = motion.left + motion.turn * self.x;
        let speed = along.hypot(across);
        if self.steer.is_none() || speed < 1e-12 {
            return (0.0, self.drive_sign * along / self.radius);
        }
        let mut angle = real::atan2(across, along);
        let mut sign = 1.0;
        // A hair beyond a quarter turn still counts as one, so that rounding cannot flip a wheel.
        if angle > FRAC_PI_2 + 1e-9 {
            (angle, sign) = (angle - PI, -1.0);
        } else if angle < -FRAC_PI_2 - 1e-9 {
            (angle, sign) = (angle + PI, -1.0);
        }
        (self.steer_sign * angle, self.drive_sign * sign * speed / self.radius)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wheel(x: f64, y: f64) -> DriveWheel {
        DriveWheel {
            contactor: 0,
            drive: 1,
            steer: Some(2),
            x,
            y,
            radius: 0.25,
            drive_sign: 1.0,
            steer_sign: 1.0,
        }
    }

    #[test]
    fn on_an_arc_all_wheels_point_across_the_same_centre() {
        let motion = BodyMotion::arc(0.1, 3.0);
        for (x, y) in [(1.0, 1.0), (1.0, -1.0), (-1.2, 1.0), (-1.2, -1.0)] {
            let (angle, rate) = wheel(x, y).setting(&motion);
            // The axle's line passes through (0, 3).
            let (ax, ay) = (-angle.sin(), angle.cos());
            let cross = ax * (3.0 - y) - ay * (0.0 - x);
            assert!(cross.abs() < 1e-12);
            let distance = x.hypot(3.0 - y);
            assert!((rate * 0.25 - 0.1 / 3.0 * distance).abs() < 1e-12);
        }
    }

    #[test]
    fn a_turn_in_place_drives_the_sides_against_each_other() {
        let motion = BodyMotion::turn_in_place(0.2);
        let (left_angle, left) = wheel(1.0, 1.0).setting(&motion);
        let (right_angle, right) = wheel(1.0, -1.0).setting(&motion);
        assert!(left < 0.0 && right > 0.0);
        assert!((left_angle + right_angle).abs() < 1e-12);
        assert!((right * 0.25 - 0.2 * 2f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn crab_steers_all_alike_and_backwards_does_not_turn_wheels_around() {
        let (angle, rate) = wheel(1.0, 1.0).setting(&BodyMotion::crab(0.1, 0.5));
        assert!((angle - 0.5).abs() < 1e-12 && rate > 0.0);
        let (angle, rate) = wheel(1.0, 1.0).setting(&BodyMotion::straight(-0.1));
        assert!(angle.abs() < 1e-12 && (rate + 0.4).abs() < 1e-12);
    }
}
