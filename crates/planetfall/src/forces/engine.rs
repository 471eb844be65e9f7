//! Engines and tanks: thrust on links, and propellant that leaves with the velocity of its tank
//! (`vehicle/engine.rs`).

use super::AppliedForces;
use crate::math::spatial::Force;
use crate::state::State;
use crate::world::{Channel, SMOOTH_CHANNELS, World};
use nalgebra::Vector3;

impl AppliedForces {
    /// Thrust of a vehicle's engines and what it draws from the tanks.
    pub(super) fn apply_engines(
        &mut self,
        world: &World,
        state: &State,
        continuous: &[f64],
        vehicle: usize,
        work: &mut [f64; SMOOTH_CHANNELS],
        taken: &mut [Vector3<f64>; 2],
    ) {
        let owner = &world.vehicles()[vehicle];
        let tanks = world.layout().tanks(vehicle);
        let left: f64 = continuous[tanks.clone()].iter().sum();
        let dry = !owner.tanks.is_empty() && left <= 0.0;
        let mut drawn = 0.0;
        let places = world.layout().engines(vehicle).zip(world.layout().thrusts(vehicle));
        for (engine, (index, place)) in owner.engines.iter().zip(places) {
            let stopped = dry || state.discrete.failed[index];
            let open = state.discrete.open[index];
            let asked = engine.asked_through(state.command.thrusts[index], stopped, open);
            let (thrust, rate) = engine.thrust(continuous[place], asked);
            let thrust = if dry { 0.0 } else { thrust };
            self.rates[place] = rate;
            self.thrusts[index] = thrust;
            if thrust == 0.0 {
                continue;
            }
            drawn += engine.draw(thrust);
            let link = &self.vehicles[vehicle].kinematics.links[engine.link];
            let at = link.position + link.rotation * engine.position;
            let wrench = Force::at(link.rotation * engine.direction * thrust, &at);
            self.thrust_on((vehicle, engine.link), wrench, work);
        }
        let full: f64 = owner.tanks.iter().map(|tank| tank.propellant).sum();
        let kinematics = &self.vehicles[vehicle].kinematics;
        for (tank, place) in owner.tanks.iter().zip(tanks) {
            let rate = if drawn > 0.0 { -drawn * tank.propellant / full } else { 0.0 };
            self.rates[place] = rate;
            let link = &kinematics.links[tank.link];
            let (at, velocity) = link.point(&tank.position);
            let site = kinematics.anchor + at;
            let turning = link.rotation
                * (tank.gyration_squares() * link.rotation.tr_mul(&link.twist.angular));
            work[Channel::Propellant as usize] += rate
                * (0.5 * velocity.norm_squared()
                    + 0.5 * turning.dot(&link.twist.angular)
                    + world.gravity().potential(&site));
            taken[0] += velocity * rate;
            taken[1] += (site.cross(&velocity) + turning) * rate;
        }
    }
}
