//! Following waypoints: pure pursuit, with the wheels commanded to make up for slip.
//!
//! The rover aims at a point of its path a look-ahead distance beyond where it is: at a bearing α and a
//! distance d, the circle through both that it is tangent to has the curvature 2 sin α / d (R. Coulter,
//! *Implementation of the pure pursuit path tracking algorithm*, CMU-RI-TR-92-01). Where the point lies
//! far to the side, it turns in place first. Slip is the difference u between the velocity that the
//! wheels give and the true one, in body axes, smoothed over a quarter of a metre. Commanded v + u ahead,
//! wheels that slip by s settle at v/(1 − s). A rover that is carried sideways takes the bearing α from
//! its course over ground instead of its heading, so that it ends up heading against the drift with its
//! course on the path (the crab angle of D. Helmick et al., *Path following using visual odometry for a
//! Mars rover in high-slip environments*, IEEE Aerospace 2004): steering sideways instead would drag
//! wheels that do not steer. A turn that soil takes back is commanded so much faster. u is bounded, so that
//! wheels that dig in do not dig faster and faster.

use super::DriveWheel;
use super::odometer::PlanarPose;
use super::wheels::BodyMotion;
use crate::math::real;
use nalgebra::Vector2;
use std::f64::consts::PI;

/// Points to drive to, one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// East and north, m.
    pub points: Vec<[f64; 2]>,
    /// Speed of the body, m/s; the fastest wheel has it on arcs.
    pub speed: f64,
    /// Distance from a point at which it counts as reached, m.
    pub arrival: f64,
    /// How far ahead on the path it aims, m.
    pub lookahead: f64,
    /// Whence it knows where it is.
    pub pose: PoseSource,
    /// Whether wheels make up for slip; only where the true pose is known.
    pub compensates: bool,
}

/// Whence a driver knows where it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PoseSource {
    /// The truth.
    #[default]
    Ideal,
    /// Wheel odometry.
    Odometry,
}

/// Bearing at which a rover stops to turn in place, and at which it drives on, rad.
const TURN_FROM: f64 = 0.9;
const TURN_UNTIL: f64 = 0.05;
/// Bearing below which a turn in place slows down, rad, and the share of speed that it keeps.
const NEARLY: (f64, f64) = (0.2, 0.2);
/// The tightest arc, as a multiple of the distance of the farthest wheel.
const TIGHTEST: f64 = 1.5;
/// Distance over which slip is smoothed, m.
const SMOOTHING: f64 = 0.25;
/// Most that is made up for ahead, sideways and in turning (per metre), as shares of the speed: slip of
/// a half, and a circle of 5 m.
const MOST: [f64; 3] = [1.0, 1.0, 0.2];
/// The least share of the speed that a rover is taken to go ahead where its course is asked for.
const LEAST: f64 = 0.25;
/// The most that its course may differ from its heading, rad: less than where it turns in place.
const CRAB: f64 = 0.6;

/// What a rover does about its next point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Aim {
    pub(super) motion: BodyMotion,
    pub(super) turning: bool,
}

impl Route {
    /// Motion from a pose towards the end of the stretch from one point to another; whether it was
    /// turning decides while the bearing is neither small nor large.
    pub(super) fn aim(
        &self,
        pose: &PlanarPose,
        [from, to]: [Vector2<f64>; 2],
        turning: bool,
        wheels: &[DriveWheel],
    ) -> Aim {
        let reach = wheels.iter().map(|wheel| wheel.x.hypot(wheel.y)).fold(1e-3, f64::max);
        let offset = self.carrot(&Vector2::new(pose.x, pose.y), &from, &to);
        let bearing = wrapped(real::atan2(offset.y, offset.x) - pose.heading);
        let limit = if turning { TURN_UNTIL } else { TURN_FROM };
        if bearing.abs() > limit {
            let slow = (bearing.abs() / NEARLY.0).clamp(NEARLY.1, 1.0);
            let rate = (self.speed / reach * slow).copysign(bearing);
            return Aim { motion: BodyMotion::turn_in_place(rate), turning: true };
        }
        let most = 1.0 / (TIGHTEST * reach);
        let curvature = 2.0 * real::sin(bearing) / offset.norm().max(1e-3);
        let turn = self.speed * curvature.clamp(-most, most);
        let motion = BodyMotion { forward: self.speed, left: 0.0, turn };
        Aim { motion: self.within_speed(motion, wheels), turning: false }
    }

    /// From a place to the point of the path that is aimed at.
    fn carrot(&self, place: &Vector2<f64>, from: &Vector2<f64>, to: &Vector2<f64>) -> Vector2<f64> {
        let stretch = to - from;
        let length = stretch.norm();
        if length < 1e-9 {
            return to - place;
        }
        let along = stretch / length;
        let ahead = (place - from).dot(&along).max(0.0) + self.lookahead;
        from + along * ahead.min(length) - place
    }

    pub(super) fn within_speed(&self, motion: BodyMotion, wheels: &[DriveWheel]) -> BodyMotion {
        let rim = |wheel: &DriveWheel| (wheel.setting(&motion).1 * wheel.radius).abs();
        let fastest = wheels.iter().map(rim).fold(0.0, f64::max);
        if fastest <= self.speed {
            return motion;
        }
        let share = self.speed / fastest;
        let BodyMotion { forward, left, turn } = motion;
        BodyMotion { forward: forward * share, left: left * share, turn: turn * share }
    }

    /// Angle of the course over ground from the heading, left positive (rad), at a slip velocity and a
    /// speed ahead that the wheels give (m/s).
    pub(super) fn crab(&self, slip: [f64; 3], reported: f64) -> f64 {
        let ahead = (reported - slip[0]).max(LEAST * self.speed);
        real::atan2(-slip[1], ahead).clamp(-CRAB, CRAB)
    }

    /// The next estimate of slip velocity (ahead, left, m/s; turning, rad/s) from the last, what the
    /// wheels give and the truth, after a span (s).
    pub(super) fn slip(
        &self,
        last: [f64; 3],
        reported: [f64; 3],
        truth: [f64; 3],
        span: f64,
    ) -> [f64; 3] {
        let share = (span * self.speed / SMOOTHING).min(1.0);
        std::array::from_fn(|axis| {
            let most = MOST[axis] * self.speed;
            let next = last[axis] + share * (reported[axis] - truth[axis] - last[axis]);
            next.clamp(-most, most)
        })
    }

    /// Distance of a place from the stretch, m.
    pub(super) fn offset(place: &Vector2<f64>, [from, to]: [Vector2<f64>; 2]) -> f64 {
        let stretch = to - from;
        let square = stretch.norm_squared();
        let share = if square > 0.0 { (place - from).dot(&stretch) / square } else { 0.0 };
        (place - from - stretch * share.clamp(0.0, 1.0)).norm()
    }
}

/// An angle between −π and π.
fn wrapped(angle: f64) -> f64 {
    angle - 2.0 * PI * (angle / (2.0 * PI)).round()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn route() -> Route {
        Route {
            points: vec![[10.0, 0.0]],
            speed: 0.1,
            arrival: 0.5,
            lookahead: 2.0,
            pose: PoseSource::Ideal,
            compensates: true,
        }
    }

    fn aim(x: f64, y: f64, heading: f64) -> BodyMotion {
        let stretch = [Vector2::zeros(), Vector2::new(10.0, 0.0)];
        route().aim(&PlanarPose { x, y, heading }, stretch, false, &[]).motion
    }

    #[test]
    fn on_its_path_a_rover_drives_straight_on() {
        let motion = aim(3.0, 0.0, 0.0);
        assert_eq!((motion.forward, motion.left), (0.1, 0.0));
        assert!(motion.turn.abs() < 1e-15);
    }

    #[test]
    fn beside_its_path_it_takes_the_circle_through_the_point_ahead() {
        let motion = aim(3.0, 0.5, 0.0);
        // Tangent to the heading at (3, 0.5) through (5, 0): radius (4 + 0.25) / (2 · 0.5).
        assert!((motion.turn / motion.forward + 1.0 / 4.25).abs() < 1e-12, "{motion:?}");
    }

    #[test]
    fn a_point_behind_is_turned_to_in_place() {
        let motion = aim(12.0, 0.1, 0.0);
        assert!(motion.forward == 0.0 && motion.turn < 0.0, "{motion:?}");
    }

    #[test]
    fn wheels_that_slip_settle_at_the_speed_that_makes_up_for_it() {
        let (route, mut slip) = (route(), [0.0; 3]);
        for _ in 0..20_000 {
            let reported = [route.speed + slip[0], 0.0, 0.02 + slip[2]];
            let truth = [0.7 * reported[0], -0.01, 0.8 * reported[2]];
            slip = route.slip(slip, reported, truth, 0.01);
        }
        assert!((route.speed + slip[0] - 0.1 / 0.7).abs() < 1e-9, "{slip:?}");
        assert!((slip[1] - 0.01).abs() < 1e-9, "knows the drift: {slip:?}");
        assert!((0.02 + slip[2] - 0.02 / 0.8).abs() < 1e-9, "and the turn: {slip:?}");
    }

    /// A point that is carried to the right at a third of its speed, and turns as it is commanded.
    #[test]
    fn a_rover_that_is_carried_sideways_comes_back_to_its_path() {
        let (route, drift, span) = (route(), 0.03, 0.1);
        let stretch = [Vector2::zeros(), Vector2::new(100.0, 0.0)];
        let offset = |compensates: bool| {
            let (mut place, mut heading, mut slip) = (Vector2::zeros(), 0.0, [0.0; 3]);
            for _ in 0..2000 {
                let crab = if compensates { route.crab(slip, route.speed) } else { 0.0 };
                let pose = PlanarPose { x: place.x, y: place.y, heading: heading + crab };
                let motion = route.aim(&pose, stretch, false, &[]).motion;
                let reported = [motion.forward, 0.0, motion.turn];
                slip = route.slip(slip, reported, [motion.forward, -drift, motion.turn], span);
                let (sin, cos) = (real::sin(heading), real::cos(heading));
                place.x += span * (motion.forward * cos + drift * sin);
                place.y += span * (motion.forward * sin - drift * cos);
                heading += span * motion.turn;
            }
            place.y.abs()
        };
        // Pure pursuit settles where the point ahead lies in its heading, the tangent of which is 0.3.
        let alone = 2.0 * 0.3;
        assert!((offset(false) / alone - 1.0).abs() < 0.02, "{} {alone}", offset(false));
        assert!(offset(true) < 1e-4, "{}", offset(true));
    }

    #[test]
    fn what_is_made_up_for_is_bounded() {
        let (route, mut slip) = (route(), [0.0; 3]);
        for _ in 0..100_000 {
            slip = route.slip(slip, [route.speed + slip[0], 0.0, 0.0], [0.0; 3], 0.01);
        }
        assert!(slip[0] <= route.speed + 1e-15, "{slip:?}");
    }

    #[test]
    fn angles_are_wrapped_to_half_a_turn() {
        assert!((wrapped(3.5 * PI) + 0.5 * PI).abs() < 1e-12);
        assert!((wrapped(-1.2 * PI) - 0.8 * PI).abs() < 1e-12);
    }
}
