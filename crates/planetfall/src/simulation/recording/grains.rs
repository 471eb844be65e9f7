//! What grains are together at an instant.

use crate::quantity::quantities;
use crate::state::{GrainTally, State};
use crate::world::World;
use nalgebra::Vector3;
use std::f64::consts::PI;

quantities! {
    /// Of all grains.
    Grains<'a>(GrainView<'a>) = "Grains", "" {
        KINETIC = "grains.kinetic_j", "kinetic energy of all grains", |it| it.sum.kinetic;
        FASTEST = "grains.fastest_m_per_s", "speed of the fastest grain", |it| it.sum.fastest;
        TOP = "grains.top_m", "highest point of a grain", |it| it.sum.high.z;
        CONTACTS = "grains.contacts" [1], "contacts that carried something in the last step",
            |it| it.tally.map_or(f64::NAN, |tally| tally.contacts as f64);
        GROUND_FORCE = "grains.ground_force_n",
            "the ground's force on all grains, up, in the last step",
            |it| it.tally.map_or(f64::NAN, |tally| tally.force);
    }
}

pub(crate) struct GrainView<'a> {
    pub(super) sum: GrainSum,
    pub(super) tally: Option<&'a GrainTally>,
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
pub(crate) struct Ball {
    pub(crate) middle: Vector3<f64>,
    pub(crate) radius: f64,
}

/// The grains with their places among the vehicles.
pub(crate) fn balls<'a>(
    world: &'a World,
    state: &'a State,
) -> impl Iterator<Item = (usize, Ball)> + 'a {
    world.grains().zip(world.grain_radii()).map(|(vehicle, radius)| {
        let q = &state.continuous[world.layout().positions(vehicle)];
        (vehicle, Ball { middle: Vector3::new(q[0], q[1], q[2]), radius })
    })
}

impl Ball {
    /// Volume between two heights, m³.
    pub(crate) fn segment(&self, from: f64, to: f64) -> f64 {
        let r = self.radius;
        let below = |height: f64| {
            let z = (height - self.middle.z).clamp(-r, r);
            PI * (r * r * z - z * z * z / 3.0)
        };
        below(to) - below(from)
    }
}
