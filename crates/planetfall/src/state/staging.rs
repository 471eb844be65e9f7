//! What carried parts and burnt propellant do to the equations of motion: where a carried part is,
//! and what the link that carries it weighs.

use super::{State, split};
use crate::dynamics::Kinematics;
use crate::math::spatial::Force;
use crate::vehicle::{Inertia, Lump, Motion, Mount, Tree};
use crate::world::World;
use nalgebra::{Rotation3, UnitQuaternion, Vector3};

/// Motion of a carried part's root as a piece of the link that carries it.
pub(crate) fn carried(mount: &Mount, tree: &Tree, q: &[f64], carrier: &Kinematics) -> Motion {
    let link = &carrier.links[mount.link];
    let (place, velocity) = link.point(&mount.position);
    // A free root has its quaternion in its coordinates; others have to be asked for theirs.
    let turn = if mount.link == 0 && tree.links()[0].joint.kind.is_free() {
        crate::math::rotation::from_numbers(&q[3..7])
    } else {
        UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(link.rotation))
    };
    let site_from_body = turn * mount.rotation;
    Motion {
        position: carrier.anchor + place,
        site_from_body,
        velocity,
        rate: site_from_body.inverse() * link.twist.angular,
    }
}

/// Inertia of a vehicle's links with the propellant that is left; what it carries is added by
/// [`add_part`].
pub(crate) fn fuelled(
    world: &World,
    vehicle: usize,
    continuous: &[f64],
    out: &mut [Option<Inertia>],
) {
    let owner = &world.vehicles()[vehicle];
    for (slot, link) in out.iter_mut().zip(owner.tree.links()) {
        *slot = link.inertia;
    }
    let mut left = continuous[world.layout().tanks(vehicle)].iter();
    for tanks in owner.tanks.chunk_by(|one, other| one.link == other.link) {
        let slot = &mut out[tanks[0].link];
        let own = slot.as_ref().map(Inertia::lump);
        let lumps = tanks.iter().zip(&mut left).filter_map(|(tank, left)| tank.lump(*left));
        let heap =
            |sum: Option<Lump>, lump: Lump| Some(sum.or(own).map_or(lump, |sum| sum.plus(&lump)));
        if let Some(sum) = lumps.fold(None, heap) {
            *slot = Some(sum.whole());
        }
    }
}

/// Adds a carried part, in the pose in which it is, to the link that carries it.
pub(crate) fn add_part(
    mount: &Mount,
    part: &Kinematics,
    inertias: &[Option<Inertia>],
    carrier: &Kinematics,
    out: &mut [Option<Inertia>],
) {
    let link = &carrier.links[mount.link];
    let back = link.rotation.transpose();
    let apart = part.anchor - carrier.anchor - link.position;
    for (motion, inertia) in part.links.iter().zip(inertias) {
        let Some(inertia) = inertia else { continue };
        let seen = inertia.moved(&(back * motion.rotation), &(back * (apart + motion.position)));
        add(&mut out[mount.link], Some(seen));
    }
}

fn add(slot: &mut Option<Inertia>, more: Option<Inertia>) {
    *slot = match (*slot, more) {
        (Some(own), Some(more)) => Some(own.plus(&more)),
        (own, more) => own.or(more),
    };
}

/// A force about one vehicle's anchor as one about another's.
pub(crate) fn shifted(force: &Force, from: &Vector3<f64>, to: &Vector3<f64>) -> Force {
    Force { moment: force.moment + (from - to).cross(&force.force), force: force.force }
}

/// The vehicle that a vehicle moves with: itself, or what carries it in the end.
pub(crate) fn mover(world: &World, mounted: &[bool], vehicle: usize) -> usize {
    let mut at = vehicle;
    while let (true, Some(mount)) = (mounted[at], &world.mounts()[at]) {
        at = mount.carrier;
    }
    at
}

/// Whether a vehicle is carried by another.
#[inline]
pub(crate) fn is_carried(state: &State, vehicle: usize) -> bool {
    state.discrete.mounted[vehicle]
}

/// The vehicle and link that a link moves with: its own, or the link that carries its vehicle in the end.
pub(crate) fn bearer(
    world: &World,
    state: &State,
    (vehicle, link): (usize, usize),
) -> (usize, usize) {
    let mut at = (vehicle, link);
    while let (true, Some(mount)) = (is_carried(state, at.0), &world.mounts()[at.0]) {
        at = (mount.carrier, mount.link);
    }
    at
}

/// Puts carried parts where they are carried and makes the inertias those of the start.
pub(crate) fn settle_in(world: &World, state: &mut State) {
    let layout = world.layout();
    for &vehicle in world.outward() {
        let (true, Some(mount)) = (state.discrete.mounted[vehicle], world.mounts()[vehicle]) else {
            continue;
        };
        let carrier = state.kinematics(world, mount.carrier);
        let tree = &world.vehicles()[mount.carrier].tree;
        let q = &state.continuous[layout.positions(mount.carrier)];
        let motion = carried(&mount, tree, q, &carrier);
        let (q, v) =
            split(&mut state.continuous, layout.positions(vehicle), layout.velocities(vehicle));
        v.fill(0.0);
        motion.write(q, v);
    }
    let kinematics: Vec<Kinematics> =
        (0..world.vehicles().len()).map(|vehicle| state.kinematics(world, vehicle)).collect();
    for &vehicle in world.outward().iter().rev() {
        if world.changes(vehicle) {
            let range = layout.links(vehicle);
            let mut own = state.inertias[range.clone()].to_vec();
            fuelled(world, vehicle, &state.continuous, &mut own);
            for mount in world.mounts().iter().flatten().filter(|m| m.carrier == vehicle) {
                let part = &state.inertias[layout.links(mount.part)];
                if state.discrete.mounted[mount.part] {
                    add_part(mount, &kinematics[mount.part], part, &kinematics[vehicle], &mut own);
                }
            }
            state.inertias[range].copy_from_slice(&own);
        }
    }
}
