//! Poses vehicles: carried parts move with what carries them, and what burns or carries weighs what it does now.

use super::AppliedForces;
use crate::state::State;
use crate::state::staging::{add_part, carried, fuelled};
use crate::world::World;

impl AppliedForces {
    /// Kinematics and inertias of all vehicles.
    pub(crate) fn pose_staged(&mut self, world: &World, state: &State, continuous: &[f64]) {
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
        let (true, Some(mount)) = (state.discrete.mounted[vehicle], &world.mounts()[vehicle])
        else {
            let v = &continuous[layout.velocities(vehicle)];
            self.vehicles[vehicle].kinematics.update(tree, q, v);
            return;
        };
        let above = &self.vehicles[mount.carrier];
        // What is itself carried has its coordinates in scratch.
        let carrier_q = match state.discrete.mounted[mount.carrier] {
            true => &above.carried.0[..],
            false => &continuous[layout.positions(mount.carrier)],
        };
        let carrier_tree = &world.vehicles()[mount.carrier].tree;
        let motion = carried(mount, carrier_tree, carrier_q, &above.kinematics);
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
            fuelled(world, vehicle, continuous, &mut own);
            for mount in world.mounts().iter().flatten() {
                if mount.carrier == vehicle && state.discrete.mounted[mount.part] {
                    let part = &self.vehicles[mount.part];
                    let inertias = part.inertias(state.held_inertias(world, mount.part));
                    let carrier = &self.vehicles[vehicle].kinematics;
                    add_part(mount, &part.kinematics, inertias, carrier, &mut own);
                }
            }
            self.vehicles[vehicle].inertias = own;
        }
    }

    /// Writes what the evaluation knows of carried parts and changing inertias into the state that it
    /// belongs to, and stops drums that have run out. Whether the evaluation still is the state's.
    pub(crate) fn carry(&self, world: &World, state: &mut State) -> bool {
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
            if state.discrete.mounted[vehicle] {
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
