//! Pushes a part off that has just been let go (`vehicle/push_off.rs`).

use super::{Matter, State, staging};
use crate::dynamics::Kinematics;
use crate::dynamics::crba::{CrbaScratch, crba};
use crate::dynamics::jacobian::point_jacobian;
use crate::vehicle::PushOff;
use crate::world::{Channel, World};
use nalgebra::{DMatrix, DVector, Matrix3xX, Vector3};

/// How a vehicle answers a unit impulse: velocity of the point along it before, the speed it gains there, and the
/// velocities of its coordinates that it gains.
struct ImpulseResponse {
    speed: f64,
    gain: f64,
    velocities: DVector<f64>,
}

/// Gives a part that has just become free its push, and its carrier the opposite one; books the energy.
pub(crate) fn push_off(world: &World, state: &mut State, push: &PushOff) {
    let Some(mount) = world.mounts()[push.part] else { return };
    let bearer = staging::bearer(world, state, (mount.carrier, mount.link));
    let carrier = state.kinematics(world, mount.carrier);
    let link = &carrier.links[mount.link];
    let place = carrier.anchor + link.point(&push.point).0;
    let along = link.rotation * push.direction;
    let sides = [((push.part, 0), 1.0), (bearer, -1.0)];
    let responses = sides.map(|(body, _)| response(world, state, body, (&place, &along)));
    let [part, other] = &responses;
    let inverse_mass = part.gain + other.gain;
    let impulse = push.strength.impulse(inverse_mass);
    let parting = part.speed - other.speed;
    for (((vehicle, _), sign), response) in sides.into_iter().zip(&responses) {
        let velocities = &mut state.continuous[world.layout().velocities(vehicle)];
        for (value, gain) in velocities.iter_mut().zip(response.velocities.iter()) {
            *value += sign * impulse * gain;
        }
    }
    let layout = world.layout();
    // The work of an impulse is that at the mean of the speeds before and after.
    let work = impulse * (parting + 0.5 * impulse * inverse_mass);
    state.continuous[layout.work().start + Channel::Separation as usize] += work;
    // What stands fast takes up its half.
    for ((vehicle, _), sign) in sides {
        if !world.is_free(vehicle) {
            let outer = along * (-sign * impulse);
            let turning = place.cross(&outer);
            let momentum = state.continuous[layout.momentum()].iter_mut();
            momentum.zip(outer.iter().chain(turning.iter())).for_each(|(sum, part)| *sum += part);
        }
    }
}

/// Brings the account to velocities that have just jumped.
pub(crate) fn update_account(world: &World, state: &mut State) {
    let kinematics: Vec<Kinematics> =
        (0..world.vehicles().len()).map(|vehicle| state.kinematics(world, vehicle)).collect();
    let State { ledger, continuous, inertias, discrete, .. } = state;
    let matter = Matter { inertias, mounted: &discrete.mounted };
    ledger.update(world, continuous, matter, |vehicle| &kinematics[vehicle], |_, _| ());
}

fn response(
    world: &World,
    state: &State,
    (vehicle, link): (usize, usize),
    (place, along): (&Vector3<f64>, &Vector3<f64>),
) -> ImpulseResponse {
    let tree = &world.vehicles()[vehicle].tree;
    let kinematics = state.kinematics(world, vehicle);
    let count = tree.velocities();
    let inertias = &state.inertias[world.layout().links(vehicle)];
    let mut mass = DMatrix::zeros(count, count);
    crba(tree, inertias, &kinematics, &mut CrbaScratch::new(tree), &mut mass);
    let at = place - kinematics.anchor;
    let mut jacobian = Matrix3xX::zeros(count);
    point_jacobian(tree, &kinematics, link, &at, &mut jacobian);
    let row = jacobian.transpose() * along;
    let speed = along.dot(&kinematics.links[link].twist.at(&at));
    // What has no coordinates, or none that move, does not give way.
    let velocities = match mass.cholesky() {
        Some(factor) if count > 0 => factor.solve(&row),
        _ => DVector::zeros(count),
    };
    ImpulseResponse { speed, gain: row.dot(&velocities), velocities }
}
