//! What pushes on one vehicle by itself: gravity, commands, and its joints (`vehicle/joint.rs`).

use crate::dynamics::{Mechanics, frame_rotation};
use crate::environment::Gravity;
use crate::math::spatial::Force;
use crate::state::State;
use crate::vehicle::{JointForce, MotorInput, put_states};
use crate::world::{Channel, SMOOTH_CHANNELS, World, Wrench};
use nalgebra::Vector3;

/// Positions and velocities of a vehicle's coordinates, and states of its joints.
pub(crate) struct JointMotion<'a> {
    pub(crate) q: &'a [f64],
    pub(crate) v: &'a [f64],
    pub(crate) states: &'a [f64],
}

impl Mechanics {
    /// Gravity on every link and commanded forces on the root.
    pub(crate) fn gather(
        &mut self,
        world: &World,
        state: &State,
        vehicle: usize,
        work: &mut [f64; SMOOTH_CHANNELS],
    ) {
        if state.discrete.mounted[vehicle] {
            self.external.fill(Force::default());
            return;
        }
        let Self { kinematics, external, inertias: own, .. } = self;
        let inertias = state.held_inertias(world, vehicle).unwrap_or(own);
        for ((motion, inertia), force) in
            kinematics.links.iter().zip(inertias).zip(external.iter_mut())
        {
            *force = match inertia {
                None => Force::default(),
                Some(inertia) => {
                    let place = motion.position + motion.rotation * inertia.centre();
                    let gravity = match world.gravity() {
                        Gravity::Uniform(g) => Vector3::new(0.0, 0.0, -g),
                        field => {
                            let site = kinematics.anchor + place;
                            field.acceleration(&site, &motion.twist.at(&place))
                        }
                    };
                    let mut weight = Force::at(gravity * inertia.mass(), &place);
                    if let Some(spin) = world.gravity().spin() {
                        weight.moment += frame_rotation::moment(spin, motion, inertia);
                    }
                    weight
                }
            };
        }
        let wrench = &state.command.wrenches[vehicle];
        // Most vehicles are not commanded this way.
        if *wrench != Wrench::default() {
            let Wrench { torque, force } = wrench;
            let root = &kinematics.links[0];
            let push = Force { moment: root.rotation * torque, force: root.rotation * force };
            external[0] += push;
            work[Channel::Actuation as usize] += root.twist.dot(&push);
        }
    }

    /// Springs, dampers, friction, stops and motors of the joints.
    #[inline(always)]
    pub(crate) fn gather_joints(
        &mut self,
        world: &World,
        state: &State,
        vehicle: usize,
        moving: &JointMotion<'_>,
        state_rates: &mut [f64],
        work: &mut [f64; SMOOTH_CHANNELS],
    ) {
        let JointMotion { q, v, states } = *moving;
        self.tau.fill(0.0);
        let tree = &world.vehicles()[vehicle].tree;
        let links = world.layout().links(vehicle);
        let commands = &state.command.motors[links.clone()];
        let conditions = &state.discrete.motors[links];
        for &index in tree.driven() {
            let place = &tree.places()[index];
            let joint = &tree.links()[index].joint;
            let position = place.multiplier * q[place.position] + place.offset;
            let speed = place.multiplier * v[place.velocity];
            let own = place.states.clone();
            let drive = MotorInput { command: commands[index], condition: conditions[index] };
            let smooth = joint.smooth_force(drive, position, speed, &states[own.clone()]);
            let JointForce { passive, motor, rates } = joint.whole_force(smooth, position, speed);
            put_states(&mut state_rates[own], rates);
            self.joints[index] = smooth;
            self.tau[place.velocity] += place.multiplier * (passive + motor);
            work[Channel::Joints as usize] += passive * speed;
            work[Channel::Motors as usize] += motor * speed;
        }
    }
}
