//! What a population of grains amounts to: sums and extremes over all of them.
//!
//! The packing is the share of volume that grains fill in the middle half of the bed's height, which
//! floor and surface do not disturb: volumes of spherical segments between two heights, in the
//! upright box around them.

use crate::math::time::Time;
use crate::quantity::quantities;
use crate::simulation::recording::{GrainSum, Grains, balls};
use crate::state::{GrainTally, State};
use crate::stepping::Hardness;
use crate::world::World;
use nalgebra::Vector3;

quantities! {
    /// Of all grains.
    GrainBed<'a>(BedView<'a>) = "Grains", "" {
        COUNT = "grains.count" [1], "how many grains there are", |it| it.world.grains().len() as f64;
        MASS = "grains.mass_kg", "mass of all grains", |it| it.sum.mass;
        CONTACTS = "grains.contacts" [1] of Grains::CONTACTS,
            "contacts that carried something in the last step", |it| it.tally.contacts as f64;
        MOST_CONTACTS = "grains.most_contacts" [1] of Grains::CONTACTS,
            "most contacts that carried something in a step", |it| it.tally.most as f64;
        MAX_PENETRATION = "grains.max_penetration_m", "how deep grains were in each other at most",
            |it| it.tally.deepest;
        FINAL_GROUND_FORCE = "grains.final_ground_force_n" of Grains::GROUND_FORCE,
            "the ground's force on all grains, up, mean of the last half second", |it| it.force;
        FINAL_RESIDUAL = "grains.final_residual" [1], "residual of the solver in the last step",
            |it| it.tally.residual;
        KINETIC = "grains.kinetic_j" of Grains::KINETIC, "kinetic energy of all grains at the end",
            |it| it.sum.kinetic;
        FASTEST = "grains.fastest_m_per_s" of Grains::FASTEST,
            "speed of the fastest grain at the end", |it| it.sum.fastest;
        TOP = "grains.top_m" of Grains::TOP, "highest point of a grain at the end",
            |it| it.sum.high.z;
        LOWEST = "grains.lowest_m", "lowest point of a grain at the end", |it| it.sum.low.z;
        WEST = "grains.west_m", "westernmost point of a grain at the end", |it| it.sum.low.x;
        EAST = "grains.east_m", "easternmost point of a grain at the end", |it| it.sum.high.x;
        SOUTH = "grains.south_m", "southernmost point of a grain at the end", |it| it.sum.low.y;
        NORTH = "grains.north_m", "northernmost point of a grain at the end", |it| it.sum.high.y;
        PACKING = "grains.packing" [1],
            "share of volume that grains fill in the middle half of the bed's height",
            |it| packing(it.world, it.state, it.sum.low.z, it.sum.mean_height);
    }
}

pub(crate) struct BedView<'a> {
    world: &'a World,
    state: &'a State,
    tally: &'a GrainTally,
    sum: GrainSum,
    /// Mean force of the ground over the last half second, N.
    force: f64,
}

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

    pub(crate) fn view<'a>(&'a self, world: &'a World, state: &'a State) -> BedView<'a> {
        let window = state.tally.window.snapshots.reference(state.time);
        let force = self.mean_force_over_window(window);
        BedView { world, state, tally: self, sum: GrainSum::of(world, state), force }
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
