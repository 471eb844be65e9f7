//! What engines, cables, gusts and carried parts add to the equations of motion.

use super::evaluation::Evaluation;
use super::{Channel, SMOOTH_CHANNELS, staging};
use crate::math::spatial::Force;
use crate::state::State;
use crate::world::World;
use nalgebra::Vector3;

impl Evaluation {
    /// Kinematics and inertias of all vehicles.
    pub(super) fn pose_staged(&mut self, world: &World, state: &State, continuous: &[f64]) {
        for &vehicle in world.outward() {
            self.pose(world, state, continuous, vehicle);
        }
        self.weigh(world, state, continuous);
    }

    /// Kinematics of a vehicle; a carried one moves with its carrier.
    fn pose(&mut self, world: &World, state: &State, continuous: &[f64], vehicle: usize) {
        let layout = world.layout();
        let tree = &world.vehicles()[vehicle].tree;
        let q = &continuous[layout.positions(vehicle)];
        let (true, Some(mount)) = (state.situation.mounted[vehicle], &world.mounts()[vehicle])
        else {
            let v = &continuous[layout.velocities(vehicle)];
            self.vehicles[vehicle].kinematics.update(tree, q, v);
            return;
        };
        let above = &self.vehicles[mount.carrier];
        // What is itself carried has its coordinates in scratch.
        let carrier_q = match state.situation.mounted[mount.carrier] {
            true => &above.carried.0[..],
            false => &continuous[layout.positions(mount.carrier)],
        };
        let carrier_tree = &world.vehicles()[mount.carrier].tree;
        let motion = staging::carried(mount, carrier_tree, carrier_q, &above.kinematics);
        let own = &mut self.vehicles[vehicle];
        let (carried_q, carried_v) = &mut own.carried;
        carried_q.copy_from_slice(q);
        carried_v.fill(0.0);
        motion.write(carried_q, carried_v);
        own.kinematics.update(tree, carried_q, carried_v);
    }

    /// Inertias of vehicles that burn propellant or carry something.
    fn weigh(&mut self, world: &World, state: &State, continuous: &[f64]) {
        for &vehicle in world.outward().iter().rev() {
            if !world.changes(vehicle) {
                continue;
            }
            let mut own = std::mem::take(&mut self.vehicles[vehicle].inertias);
            staging::fuelled(world, vehicle, continuous, &mut own);
            for mount in world.mounts().iter().flatten() {
                if mount.carrier == vehicle && state.situation.mounted[mount.part] {
                    let part = &self.vehicles[mount.part];
                    let inertias = part.inertias(world, state, mount.part);
                    let carrier = &self.vehicles[vehicle].kinematics;
                    staging::add_part(mount, &part.kinematics, inertias, carrier, &mut own);
                }
            }
            self.vehicles[vehicle].inertias = own;
        }
    }

    /// Forces of engines, cables and gusts; then those on carried parts go to their carriers.
    pub(super) fn gather_flight(
        &mut self,
        world: &World,
        state: &State,
        continuous: &[f64],
        work: &mut [f64; SMOOTH_CHANNELS],
    ) {
        let mut taken = [Vector3::zeros(); 2];
        for vehicle in 0..world.vehicles().len() {
            self.burn(world, state, continuous, vehicle, work, &mut taken);
        }
        self.blow(world, state, continuous, work);
        self.pull(world, state, continuous, work);
        for &part in world.outward().iter().rev() {
            if let (true, Some(mount)) = (state.situation.mounted[part], &world.mounts()[part]) {
                let from = self.vehicles[part].kinematics.anchor;
                let to = self.vehicles[mount.carrier].kinematics.anchor;
                let sum = self.total_force(part);
                self.vehicles[mount.carrier].external[mount.link] +=
                    staging::shifted(&sum, &from, &to);
            }
        }
        self.account_momentum(world, state, taken);
    }

    fn total_force(&self, vehicle: usize) -> Force {
        let mut sum = Force::default();
        self.vehicles[vehicle].external.iter().for_each(|force| sum += *force);
        sum
    }

    /// Impulse rates of all outer forces, and of the propellant that left (`taken`, linear and
    /// angular).
    fn account_momentum(&mut self, world: &World, state: &State, taken: [Vector3<f64>; 2]) {
        if !world.is_staged() {
            return;
        }
        let [mut linear, mut angular] = taken;
        for vehicle in 0..world.vehicles().len() {
            // What stands fast takes up any force: only what moves freely has an account.
            if !state.situation.mounted[vehicle] && world.is_free(vehicle) {
                let sum = self.total_force(vehicle);
                linear += sum.force;
                let anchor = self.vehicles[vehicle].kinematics.anchor;
                angular += sum.moment + anchor.cross(&sum.force);
            }
        }
        let start = world.layout().momentum().start;
        self.rates[start..start + 3].copy_from_slice(linear.as_slice());
        self.rates[start + 3..start + 6].copy_from_slice(angular.as_slice());
    }

    /// Thrust of a vehicle's engines and what it draws from the tanks.
    fn burn(
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
            let stopped = dry || state.situation.failed[index];
            let asked = engine.asked(state.command.thrusts[index], stopped);
            let (thrust, rate) = engine.thrust(continuous[place], asked);
            let thrust = if dry { 0.0 } else { thrust };
            self.rates[place] = rate;
            self.thrusts[index] = thrust;
            if thrust == 0.0 {
                continue;
            }
            drawn += engine.draw(thrust);
            let own = &mut self.vehicles[vehicle];
            let link = &own.kinematics.links[engine.link];
            let at = link.position + link.rotation * engine.position;
            let push = Force::at(link.rotation * engine.direction * thrust, &at);
            work[Channel::Thrust as usize] += link.twist.dot(&push);
            own.external[engine.link] += push;
        }
        let full: f64 = owner.tanks.iter().map(|tank| tank.propellant).sum();
        let kinematics = &self.vehicles[vehicle].kinematics;
        for (tank, place) in owner.tanks.iter().zip(tanks) {
            let rate = if drawn > 0.0 { -drawn * tank.propellant / full } else { 0.0 };
            self.rates[place] = rate;
            let link = &kinematics.links[tank.link];
            let (at, velocity) = link.point(&tank.position);
            let site = kinematics.anchor + at;
            let turning = tank.inertia(1.0).map_or_else(Vector3::zeros, |one| {
                let rate = link.rotation.tr_mul(&link.twist.angular);
                link.rotation * (one.about_centre() * rate)
            });
            work[Channel::Propellant as usize] += rate
                * (0.5 * velocity.norm_squared()
                    + 0.5 * turning.dot(&link.twist.angular)
                    + world.gravity().potential(&site));
            taken[0] += velocity * rate;
            taken[1] += (site.cross(&velocity) + turning) * rate;
        }
    }

    fn blow(
        &mut self,
        world: &World,
        state: &State,
        continuous: &[f64],
        work: &mut [f64; SMOOTH_CHANNELS],
    ) {
        for (gust, blows) in world.gusts().iter().zip(&state.situation.gusting) {
            if !blows {
                continue;
            }
            let centre = self.own_centre(world, state, continuous, gust.vehicle);
            let own = &mut self.vehicles[gust.vehicle];
            let at = centre.position - own.kinematics.anchor;
            own.external[0] += Force::at(gust.force, &at);
            work[Channel::Actuation as usize] +=
                gust.force.dot(&own.kinematics.links[0].twist.at(&at));
        }
    }

    /// Tension of the cables on what they join.
    fn pull(
        &mut self,
        world: &World,
        state: &State,
        continuous: &[f64],
        work: &mut [f64; SMOOTH_CHANNELS],
    ) {
        let lengths = world.layout().lengths();
        for (index, (cable, place)) in world.cables().iter().zip(lengths).enumerate() {
            self.rates[place] = 0.0;
            self.pulls[index] = Default::default();
            self.cable_forces[index] = Vector3::zeros();
            let mover = |vehicle| staging::mover(world, &state.situation.mounted, vehicle);
            let joined = mover(cable.from.vehicle) == mover(cable.to.vehicle);
            if joined || state.situation.cut[index] {
                continue;
            }
            let end = |anchor: &crate::vehicle::Anchor| {
                let kinematics = &self.vehicles[anchor.vehicle].kinematics;
                let (at, velocity) = kinematics.links[anchor.link].point(&anchor.point);
                (at, kinematics.anchor + at, velocity)
            };
            let (from_at, from, from_velocity) = end(&cable.from);
            let (to_at, to, to_velocity) = end(&cable.to);
            let apart = to - from;
            let distance = apart.norm();
            let along = if distance > 0.0 { apart / distance } else { Vector3::zeros() };
            let rate = along.dot(&(to_velocity - from_velocity));
            let pull = cable.pull(distance, rate, continuous[place]);
            let force = along * -pull.tension;
            self.rates[place] = pull.pay_out;
            self.pulls[index] = pull;
            self.cable_forces[index] = force;
            self.vehicles[cable.to.vehicle].external[cable.to.link] += Force::at(force, &to_at);
            self.vehicles[cable.from.vehicle].external[cable.from.link] +=
                Force::at(-force, &from_at);
            work[Channel::Cables as usize] -= pull.tension * rate;
        }
    }

    /// Writes what the evaluation knows of carried parts and changing inertias into the state that it
    /// belongs to, and stops drums that have run out. Whether the evaluation still is the state's.
    pub(super) fn carry(&self, world: &World, state: &mut State) -> bool {
        let layout = world.layout();
        let mut holds = true;
        for (place, cable) in layout.lengths().zip(world.cables()) {
            let length = &mut state.continuous[place];
            if cable.brake.is_some() && *length > cable.length {
                *length = cable.length;
                holds = false;
            }
        }
        for (vehicle, own) in self.vehicles.iter().enumerate() {
            if state.situation.mounted[vehicle] {
                state.continuous[layout.positions(vehicle)].copy_from_slice(&own.carried.0);
                state.continuous[layout.velocities(vehicle)].copy_from_slice(&own.carried.1);
            }
            if world.changes(vehicle) {
                state.inertias[layout.links(vehicle)].copy_from_slice(&own.inertias);
            }
        }
        holds
    }
}
