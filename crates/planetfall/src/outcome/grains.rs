//! What a population of grains amounts to: sums and extremes over all of them.
//!
//! The packing is the share of volume that grains fill in the middle half of the bed's height, which
//! floor and surface do not disturb: volumes of spherical segments between two heights, in the
//! upright box around them.

use crate::math::time::Time;
use crate::state::{GrainTally, State};
use crate::stepping::Hardness;
use crate::world::World;
use nalgebra::Vector3;
use std::f64::consts::PI;

impl GrainTally {
    pub(crate) fn observe(&mut self, hardness: &Hardness<'_>, step: Time) {
        let load = &hardness.load;
        self.contacts = load.loaded;
        self.most = self.most.max(load.loaded);
        self.deepest = self.deepest.max(load.deepest);
        self.lifted += load.lifted;
        self.residual = hardness.residual;
        self.force = load.lifted / step.seconds();
    }

    pub(crate) fn metrics(
        &self,
        world: &World,
        state: &State,
        force: f64,
        list: &mut Vec<(String, f64)>,
    ) {
        let sum = GrainSum::of(world, state);
        let mut add = |name: &str, value: f64| list.push((format!("grains.{name}"), value));
        add("count", world.grains().len() as f64);
        add("mass_kg", sum.mass);
        add("contacts", self.contacts as f64);
        add("most_contacts", self.most as f64);
        add("max_penetration_m", self.deepest);
        add("final_ground_force_n", force);
        add("final_residual", self.residual);
        add("kinetic_j", sum.kinetic);
        add("fastest_m_per_s", sum.fastest);
        add("top_m", sum.high.z);
        add("lowest_m", sum.low.z);
        add("west_m", sum.low.x);
        add("east_m", sum.high.x);
        add("south_m", sum.low.y);
        add("north_m", sum.high.y);
        add("packing", packing(world, state, sum.low.z, sum.mean_height));
    }
}

/// Grains of a state taken together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GrainSum {
    /// kg
    pub mass: f64,
    /// J
    pub kinetic: f64,
    /// m/s
    pub fastest: f64,
    /// Corners of the upright box around all, m.
    pub low: Vector3<f64>,
    pub high: Vector3<f64>,
    /// Mean of the middles' heights, m.
    pub mean_height: f64,
}

impl GrainSum {
    pub(crate) fn of(world: &World, state: &State) -> Self {
        let mut sum = Self {
            mass: 0.0,
            kinetic: 0.0,
            fastest: 0.0,
            low: Vector3::repeat(f64::INFINITY),
            high: Vector3::repeat(f64::NEG_INFINITY),
            mean_height: 0.0,
        };
        for (vehicle, ball) in balls(world, state) {
            let v = &state.continuous[world.layout().velocities(vehicle)];
            let speed = Vector3::new(v[0], v[1], v[2]);
            let spin = Vector3::new(v[3], v[4], v[5]);
            let mass = world.vehicles()[vehicle].tree.mass();
            // A ball has the same moment of inertia about every axis.
            let moment = 0.4 * mass * ball.radius * ball.radius;
            sum.mass += mass;
            sum.kinetic += 0.5 * (mass * speed.norm_squared() + moment * spin.norm_squared());
            sum.fastest = sum.fastest.max(speed.norm());
            sum.low = sum.low.inf(&ball.middle.add_scalar(-ball.radius));
            sum.high = sum.high.sup(&ball.middle.add_scalar(ball.radius));
            sum.mean_height += ball.middle.z;
        }
        sum.mean_height /= world.grains().len().max(1) as f64;
        sum
    }
}

#[derive(Clone, Copy)]
struct Ball {
    middle: Vector3<f64>,
    radius: f64,
}

/// The grains with their places among the vehicles.
fn balls<'a>(world: &'a World, state: &'a State) -> impl Iterator<Item = (usize, Ball)> + 'a {
    world.grains().zip(world.grain_radii()).map(|(vehicle, radius)| {
        let q = &state.continuous[world.layout().positions(vehicle)];
        (vehicle, Ball { middle: Vector3::new(q[0], q[1], q[2]), radius })
    })
}

impl Ball {
    /// Volume between two heights, m³.
    fn segment(&self, from: f64, to: f64) -> f64 {
        let r = self.radius;
        let below = |height: f64| {
            let z = (height - self.middle.z).clamp(-r, r);
            PI * (r * r * z - z * z * z / 3.0)
        };
        below(to) - below(from)
    }
}

/// Solid fraction of the middle half of a bed whose grains have a lowest point and a mean height.
fn packing(world: &World, state: &State, lowest: f64, mean: f64) -> f64 {
    let half = mean - lowest;
    let (from, to) = (lowest + 0.5 * half, lowest + 1.5 * half);
    let (mut low, mut high) = (Vector3::repeat(f64::INFINITY), Vector3::repeat(-f64::INFINITY));
    let mut solid = 0.0;
    for (_, ball) in balls(world, state) {
        let volume = ball.segment(from, to);
        if volume > 0.0 {
            solid += volume;
            low = low.inf(&ball.middle.add_scalar(-ball.radius));
            high = high.sup(&ball.middle.add_scalar(ball.radius));
        }
    }
    solid / ((high.x - low.x) * (high.y - low.y) * (to - from))
}
