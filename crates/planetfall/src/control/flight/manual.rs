//! A lander flown by hand: throttle as it is, and an attitude that is held where the stick says, shared
//! out over the engines. It sees the true motion, as a person beside it does.

use super::steering::{heading, turning_torque};
use super::{Allocation, Configuration, EngineArm, Gains, configuration_with, engine_arm};
use crate::math::real;
use crate::vehicle::Motion;
use crate::world::World;
use nalgebra::Vector3;
use std::f64::consts::PI;

/// Flies a vehicle by hand.
#[derive(Clone, Debug, PartialEq)]
pub struct ManualFlight {
    vehicle: usize,
    arms: Vec<EngineArm>,
    gains: Gains,
}

/// Where throttle and stick stand.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stick {
    /// Share of the greatest thrust; zero is engines off.
    pub throttle: f64,
    /// Share of the greatest tilt; positive lowers the right side.
    pub roll: f64,
    /// Share of the greatest tilt; positive lowers the front.
    pub pitch: f64,
    /// Share of the fastest turn; positive to the left.
    pub yaw: f64,
}

/// The fastest turn about the body's axis, rad/s: 20° a second.
const TURN: f64 = PI / 9.0;
/// An engine that pushes less than this share upwards is not flown on.
const UPWARDS: f64 = 0.5;

impl ManualFlight {
    /// For a vehicle, on those of its engines that push it up; none where there are fewer than three, with
    /// which no attitude can be held.
    pub fn new(world: &World, vehicle: usize) -> Option<Self> {
        let count = world.vehicles().get(vehicle)?.engines.len();
        let arms = (0..count).filter_map(|index| engine_arm(world, vehicle, index));
        let arms: Vec<EngineArm> = arms.filter(|arm| arm.direction.z > UPWARDS).collect();
        let gains =
            Gains { velocity: 0.0, integral: 0.0, attitude: 2.0, damping: 0.9, tilt: PI / 6.0 };
        (arms.len() >= 3).then_some(Self { vehicle, arms, gains })
    }

    /// The vehicle.
    pub fn vehicle(&self) -> usize {
        self.vehicle
    }

    /// Engines that it is flown on, among those of the world.
    pub fn engines(&self) -> impl Iterator<Item = usize> + '_ {
        self.arms.iter().map(|arm| arm.engine)
    }

    /// The greatest thrust along the body's axis, N.
    pub fn most(&self) -> f64 {
        self.arms.iter().map(|arm| arm.most * arm.direction.z).sum()
    }

    /// Mass properties as designed, with those parts that are carried now.
    pub fn design(&self, world: &World, mounted: &[bool]) -> Configuration {
        configuration_with(world, self.vehicle, mounted)
    }

    /// The heading of a motion, to hold.
    pub fn heading(&self, motion: &Motion) -> f64 {
        heading(&motion.site_from_body)
    }

    /// Thrust of each engine, by its index among those of the world, N. The heading that is held turns
    /// with the stick over a span (s).
    pub fn thrusts(
        &self,
        stick: &Stick,
        motion: &Motion,
        held: &mut f64,
        design: &Configuration,
        span: f64,
    ) -> impl Iterator<Item = (usize, f64)> + '_ {
        *held += stick.yaw * TURN * span;
        let direction = self.direction(stick, *held);
        let attitude = &motion.site_from_body;
        let torque =
            turning_torque(&self.gains, &motion.rate, attitude, &direction, *held, &design.moments);
        let shares = Allocation::new(&self.arms, &design.centre)
            .share(stick.throttle * self.most(), &torque);
        let lit = stick.throttle > 0.0;
        let arms = self.arms.iter().zip(shares);
        arms.map(move |(arm, thrust)| (arm.engine, if lit { thrust } else { 0.0 }))
    }

    /// The direction that the body's axis is to have, site axes.
    fn direction(&self, stick: &Stick, heading: f64) -> Vector3<f64> {
        let (sine, cosine) = real::sin_cos(heading);
        let (ahead, left) = (Vector3::new(cosine, sine, 0.0), Vector3::new(-sine, cosine, 0.0));
        let lean = (ahead * stick.pitch - left * stick.roll) * self.gains.tilt;
        let angle = lean.norm();
        if angle < 1e-9 {
            return Vector3::z();
        }
        let (across, up) = real::sin_cos(angle.min(self.gains.tilt));
        lean / angle * across + Vector3::z() * up
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

    /// Four engines at the corners of a square, each tilted along the circle through them.
    fn lander() -> ManualFlight {
        let arms = (0..4).map(|corner| {
            let (sine, cosine) = (FRAC_PI_4 + FRAC_PI_2 * f64::from(corner)).sin_cos();
            let sense = if corner % 2 == 0 { 0.1 } else { -0.1 };
            EngineArm {
                engine: corner as usize,
                position: Vector3::new(cosine, sine, -0.3),
                direction: Vector3::new(-sense * sine, sense * cosine, 1.0).normalize(),
                least: 20.0,
                most: 1000.0,
                exhaust_speed: 2200.0,
            }
        });
        let gains = Gains { velocity: 0.0, integral: 0.0, attitude: 2.0, damping: 0.9, tilt: 0.5 };
        ManualFlight { vehicle: 0, arms: arms.collect(), gains }
    }

    fn design() -> Configuration {
        let moments = Vector3::new(100.0, 100.0, 150.0);
        Configuration { mass: 400.0, centre: Vector3::zeros(), moments }
    }

    /// Thrust along the axis and torque that a stick gives a lander at rest, upright and heading east.
    fn given(stick: Stick) -> (f64, Vector3<f64>) {
        let lander = lander();
        let motion = Motion::at_rest(Vector3::zeros());
        let mut held = lander.heading(&motion);
        let thrusts: Vec<(usize, f64)> =
            lander.thrusts(&stick, &motion, &mut held, &design(), 0.02).collect();
        let of = |(engine, thrust): &(usize, f64)| {
            let arm = &lander.arms[*engine];
            (arm.direction.z * thrust, arm.position.cross(&(arm.direction * *thrust)))
        };
        thrusts
            .iter()
            .map(of)
            .fold((0.0, Vector3::zeros()), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    }

    #[test]
    fn throttle_alone_is_its_share_of_the_thrust_and_turns_nothing() {
        let (thrust, torque) = given(Stick { throttle: 0.4, ..Stick::default() });
        assert!((thrust / lander().most() - 0.4).abs() < 1e-9, "{thrust}");
        assert!(torque.norm() < 1e-9, "{torque}");
        assert_eq!(given(Stick { pitch: 1.0, ..Stick::default() }).0, 0.0, "engines are off");
    }

    #[test]
    fn the_stick_turns_the_lander_the_way_it_is_pushed() {
        let torque = |stick: Stick| given(Stick { throttle: 0.5, ..stick }).1;
        // Wanted: the angle times the square of the frequency times the moment of inertia.
        let ahead = torque(Stick { pitch: 0.2, ..Stick::default() });
        assert!((ahead - Vector3::y() * (0.1 * 4.0 * 100.0)).norm() < 1e-6, "{ahead}");
        let right = torque(Stick { roll: 0.2, ..Stick::default() });
        assert!((right - Vector3::x() * (0.1 * 4.0 * 100.0)).norm() < 1e-6, "{right}");
        let left = torque(Stick { yaw: 1.0, ..Stick::default() });
        assert!((left - Vector3::z() * (TURN * 0.02 * 4.0 * 150.0)).norm() < 1e-6, "{left}");
    }
}
