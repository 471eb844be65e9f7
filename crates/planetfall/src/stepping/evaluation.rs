//! The right-hand side: from a state vector to touches, loads and rates of change.

use super::{Channel, StepError};
use crate::contact::{Load, Touch};
use crate::dynamics::{self, RigidMotion};
use crate::state::{State, split};
use crate::terrain::Facet;
use crate::time::Time;
use crate::world::World;
use nalgebra::Vector3;

/// Everything the equations of motion say about one state vector.
#[derive(Clone, Debug)]
pub struct Evaluation {
    rates: Vec<f64>,
    touches: Vec<Touch>,
    loads: Vec<Load>,
    increments: Vec<f64>,
}

impl Evaluation {
    pub(crate) fn new(world: &World) -> Self {
        let far = Touch {
            gap: f64::INFINITY,
            normal: Vector3::z(),
            facet: Facet::Datum,
            point: Vector3::zeros(),
            velocity: Vector3::zeros(),
        };
        Self {
            rates: vec![0.0; world.layout().len()],
            touches: vec![far; world.contacts().len()],
            loads: vec![Load::NONE; world.contacts().len()],
            increments: vec![0.0; world.layout().memory()],
        }
    }

    /// Rates of the continuous state.
    pub fn rates(&self) -> &[f64] {
        &self.rates
    }

    /// How each contact point meets the ground.
    pub fn touches(&self) -> &[Touch] {
        &self.touches
    }

    /// Force of the ground on each contact point.
    pub fn loads(&self) -> &[Load] {
        &self.loads
    }

    /// What a commit would add to the ground's memory.
    pub(crate) fn increments(&self) -> &[f64] {
        &self.increments
    }

    /// Evaluates the equations of motion at `continuous`; the rest of the state is held.
    pub(crate) fn evaluate(
        &mut self,
        world: &World,
        state: &State,
        continuous: &[f64],
        time: Time,
    ) -> Result<(), StepError> {
        let layout = world.layout();
        let mut work = [0.0; super::CHANNELS];
        for vehicle in 0..world.vehicles().len() {
            let pose = &continuous[layout.pose(vehicle)];
            let motion = RigidMotion::read(pose, &continuous[layout.twist(vehicle)]);
            let inertia = &state.inertias[vehicle];
            let wrench = &state.command.wrenches[vehicle];
            let centre = inertia.centre();

            let pushed = motion.rotation * wrench.force;
            let mut force = pushed;
            let mut torque = wrench.torque - centre.cross(&wrench.force);
            work[Channel::Actuation as usize] +=
                pushed.dot(&motion.velocity) + wrench.torque.dot(&motion.rate);

            let ground =
                self.contacts(world, state, continuous, vehicle, &motion, time, &mut work)?;
            force += ground.force;
            let (place, speed) = motion.point(centre);
            // Moments are taken about the origin in site axes, and turned once for all contacts.
            let about_centre = ground.moment - (place - motion.position).cross(&ground.force);
            torque += motion.rotation.tr_mul(&about_centre);

            let gravity = world.gravity().acceleration(&place, &speed);
            let (linear, angular) = motion.acceleration(inertia, &force, &torque, &gravity);
            let (pose_out, twist_out) =
                split(&mut self.rates, layout.pose(vehicle), layout.twist(vehicle));
            dynamics::pose_rate(pose, &motion, pose_out);
            twist_out[..3].copy_from_slice(linear.as_slice());
            twist_out[3..].copy_from_slice(angular.as_slice());
        }
        self.rates[layout.work()].copy_from_slice(&work);
        Ok(())
    }

    /// Force of the ground on a vehicle and its moment about the body's origin, site axes.
    #[allow(clippy::too_many_arguments)]
    fn contacts(
        &mut self,
        world: &World,
        state: &State,
        continuous: &[f64],
        vehicle: usize,
        motion: &RigidMotion,
        time: Time,
        work: &mut [f64; super::CHANNELS],
    ) -> Result<Push, StepError> {
        let range = world.layout().contacts(vehicle);
        let site_rate = motion.site_rate();
        let mut sum = Push { force: Vector3::zeros(), moment: Vector3::zeros() };
        let own = world.contacts()[range.clone()].iter();
        let touches = self.touches[range.clone()].iter_mut();
        let loads = self.loads[range.clone()].iter_mut();
        for (index, ((contact, touch), load)) in range.zip(own.zip(touches).zip(loads)) {
            let arm = motion.rotation * contact.point;
            let point = motion.position + arm;
            let velocity = motion.velocity + site_rate.cross(&arm);
            let ground = match world.terrain().sound(&point) {
                Ok(ground) => ground,
                Err(source) => {
                    let contact = world.contact_name(index);
                    return Err(StepError::NoGround { contact, time, source });
                }
            };
            let met = Touch {
                gap: ground.gap,
                normal: ground.normal,
                facet: ground.facet,
                point,
                velocity,
            };
            let answer = contact.law.evaluate(
                &met,
                &continuous[contact.internals.clone()],
                &state.memory[contact.memory.clone()],
                &mut self.rates[contact.internals.clone()],
                &mut self.increments[contact.memory.clone()],
            );
            *touch = met;
            *load = answer;
            work[Channel::GroundNormal as usize] += answer.normal_force * met.gap_rate();
            work[Channel::GroundFriction as usize] += answer.friction.dot(&velocity);
            let push = answer.force(&met.normal);
            sum.force += push;
            sum.moment += arm.cross(&push);
        }
        Ok(sum)
    }
}

/// Force and moment about the body's origin, site axes.
struct Push {
    force: Vector3<f64>,
    moment: Vector3<f64>,
}
