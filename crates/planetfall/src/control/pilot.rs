//! A rover driven by hand: what a person wishes, or the way to a place, as settings of its wheels.
//!
//! Nothing here commands: whoever stands at a console pulls the levers. The way to a place is that of
//! [`Route`], aimed straight at the place from wherever the rover is, so that slip only bends the path.

use super::odometer::PlanarPose;
use super::route::{PoseSource, Route};
use super::wheels::BodyMotion;
use super::{DriveWheel, JointReading};
use crate::vehicle::Motion;
use crate::world::{RunningGear, World};
use nalgebra::{Vector2, Vector3};

/// Drives a vehicle by hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Pilot {
    vehicle: usize,
    /// First link of the vehicle among those of the world.
    first_link: usize,
    wheels: Vec<DriveWheel>,
    /// Distance of the farthest wheel from the body's origin, m.
    reach: f64,
    route: Route,
}

/// The command of a wheel's motors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WheelSetting {
    /// Link of the drive joint, among those of the world.
    pub drive: usize,
    /// rad/s at the joint.
    pub rate: f64,
    /// Link of the steering joint and its angle, rad.
    pub steer: Option<(usize, f64)>,
}

/// Share of the slowest motor's speed without load that is driven at: the rest is torque.
const SHARE: f64 = 0.8;
/// Most of √(g r), the speed at which a wheel of radius r leaps off bumps of its own size.
const CALM: f64 = 0.25;
/// The tightest arc ahead, as a multiple of the reach.
const TIGHTEST: f64 = 1.5;
/// Steering this far from where it should be makes wheels wait, rad.
const ASKEW: f64 = 0.15;
/// A wish below this is none.
const NONE: f64 = 1e-6;
/// Distance from a place at which it counts as reached, m.
const ARRIVAL: f64 = 0.2;
/// How far ahead it aims, m.
const LOOKAHEAD: f64 = 2.0;

impl Pilot {
    /// For a vehicle by its driven wheels; none where it has none.
    pub fn new(world: &World, gear: &RunningGear) -> Option<Self> {
        let owner = world.vehicles().get(gear.vehicle)?;
        let gravity = world.gravity().acceleration(&Vector3::zeros(), &Vector3::zeros()).norm();
        let speed = |wheel: &DriveWheel| {
            let motor = owner.tree.links()[wheel.drive].joint.motor.as_ref();
            let fastest = motor.map_or(0.0, |motor| SHARE * motor.no_load_speed * wheel.radius);
            fastest.min(CALM * (gravity * wheel.radius).sqrt())
        };
        let top = gear.wheels.iter().map(speed).fold(f64::INFINITY, f64::min);
        if !(top.is_finite() && top > 0.0) {
            return None;
        }
        let apart = |wheel: &DriveWheel| wheel.x.hypot(wheel.y);
        Some(Self {
            vehicle: gear.vehicle,
            first_link: world.layout().links(gear.vehicle).start,
            reach: gear.wheels.iter().map(apart).fold(1e-3, f64::max),
            wheels: gear.wheels.clone(),
            route: Route {
                points: Vec::new(),
                speed: top,
                arrival: ARRIVAL,
                lookahead: LOOKAHEAD,
                pose: PoseSource::Ideal,
                compensates: false,
            },
        })
    }

    /// The vehicle.
    pub fn vehicle(&self) -> usize {
        self.vehicle
    }

    /// The fastest that it is driven, m/s.
    pub fn top_speed(&self) -> f64 {
        self.route.speed
    }

    /// Whether all its wheels steer, so that it can go sideways.
    pub fn goes_sideways(&self) -> bool {
        self.wheels.iter().all(|wheel| wheel.steer.is_some())
    }

    /// Whether it can change its heading: by steering, or by wheels on both sides.
    pub fn turns(&self) -> bool {
        let on = |side: f64| self.wheels.iter().any(|wheel| wheel.y * side > NONE);
        self.wheels.iter().any(|wheel| wheel.steer.is_some()) || (on(1.0) && on(-1.0))
    }

    /// The motion of a wish: shares of the top speed ahead and to the left, and of the fastest turn.
    pub fn wish(&self, forward: f64, turn: f64, sideways: f64) -> BodyMotion {
        let top = self.route.speed;
        let moving = forward.abs() > NONE || sideways.abs() > NONE;
        let radius = if moving { TIGHTEST * self.reach } else { self.reach };
        let motion = BodyMotion {
            forward: forward * top,
            left: if self.goes_sideways() { sideways * top } else { 0.0 },
            turn: turn * top / radius,
        };
        self.route.within_speed(motion, &self.wheels)
    }

    /// How far a place is, m.
    pub fn distance(&self, goal: [f64; 2], motion: &Motion) -> f64 {
        (Vector2::from(goal) - motion.position.xy()).norm()
    }

    /// The motion towards a place; none where it is reached. Whether it was turning decides while the
    /// bearing is neither small nor large, and is kept there.
    pub fn towards(
        &self,
        goal: [f64; 2],
        motion: &Motion,
        turning: &mut bool,
    ) -> Option<BodyMotion> {
        if self.distance(goal, motion) <= self.route.arrival {
            return None;
        }
        let stretch = [motion.position.xy(), Vector2::from(goal)];
        let aim = self.route.aim(&PlanarPose::of(motion), stretch, *turning, &self.wheels);
        *turning = aim.turning;
        Some(aim.motion)
    }

    /// Whether a wheel's steering is still far from where a motion wants it; `joints` is what the
    /// encoders of all links read.
    pub fn is_askew(&self, motion: &BodyMotion, joints: &[JointReading]) -> bool {
        self.wheels.iter().any(|wheel| {
            let at = |link: usize| joints.get(self.first_link + link).map(|joint| joint.position);
            let deviation = wheel.steer.and_then(at).map(|angle| angle - wheel.setting(motion).0);
            deviation.is_some_and(|deviation| deviation.abs() > ASKEW)
        })
    }

    /// The commands of motors for a motion.
    pub fn settings(&self, motion: &BodyMotion) -> impl Iterator<Item = WheelSetting> + '_ {
        let motion = *motion;
        self.wheels.iter().map(move |wheel| {
            let (angle, rate) = wheel.setting(&motion);
            let steer = wheel.steer.map(|link| (self.first_link + link, angle));
            WheelSetting { drive: self.first_link + wheel.drive, rate, steer }
        })
    }
}
