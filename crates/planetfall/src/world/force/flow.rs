//! The air as a body meets it, and when a body is exposed to it.

use crate::environment::Air;
use crate::world::World;
use nalgebra::Vector3;

/// The air as a moving point meets it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AirFlow {
    /// The air there.
    pub air: Air,
    /// Velocity of the point through the air, site axes, m/s.
    pub velocity: Vector3<f64>,
    /// Its size, m/s.
    pub speed: f64,
    /// ½ ρ V², Pa.
    pub dynamic_pressure: f64,
    /// V/a; not a number without air.
    pub mach: f64,
}

impl AirFlow {
    /// What a point (site frame, m) that moves with a velocity (site axes, m/s) meets at an instant (s since
    /// the start). Wind is part of it.
    pub fn at(
        world: &World,
        position: &Vector3<f64>,
        velocity: &Vector3<f64>,
        seconds: f64,
    ) -> Self {
        let air = world.air(position, seconds);
        let velocity = velocity - world.wind(position, seconds);
        let speed = velocity.norm();
        Self {
            air,
            velocity,
            speed,
            dynamic_pressure: 0.5 * air.density * speed * speed,
            mach: speed / air.sound_speed,
        }
    }

    /// Whether there is anything to feel.
    pub fn is_felt(&self) -> bool {
        self.dynamic_pressure > 0.0
    }

    /// Direction of the motion through the air and its angle (rad) with an axis of length 1.
    pub fn angle_to(&self, axis: &Vector3<f64>) -> f64 {
        let along = axis.dot(&self.velocity);
        let across = (self.velocity - axis * along).norm();
        crate::math::real::atan2(across, along)
    }
}

/// When a body is exposed to the air.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Exposure {
    /// All the time.
    #[default]
    Always,
    /// While this vehicle is carried: a capsule with its heat shield.
    WhileCarried(usize),
    /// Once this vehicle flies by itself: what a heat shield covered, or the heat shield alone.
    OnceFree(usize),
}

impl Exposure {
    /// Whether it is, by which vehicles are carried.
    pub fn is_exposed(&self, mounted: &[bool]) -> bool {
        match *self {
            Self::Always => true,
            Self::WhileCarried(vehicle) => mounted.get(vehicle) == Some(&true),
            Self::OnceFree(vehicle) => mounted.get(vehicle) == Some(&false),
        }
    }

    pub(super) fn vehicle(&self) -> Option<usize> {
        match *self {
            Self::Always => None,
            Self::WhileCarried(vehicle) | Self::OnceFree(vehicle) => Some(vehicle),
        }
    }
}
