//! What a population of grains amounts to: sums and extremes over all of them.
//!
//! The packing is the share of volume that grains fill in the middle half of the bed's height, which
//! floor and surface do not disturb: volumes of spherical segments between two heights, in the
//! upright box around them.

use crate::math::time::Time;
use crate::simulation::recording::{GrainSum, balls};
use crate::state::{GrainTally, State};
use crate::stepping::Hardness;
use crate::world::World;
use nalgebra::Vector3;

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
