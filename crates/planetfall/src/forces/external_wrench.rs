//! External wrenches: a force and a moment at a point of a link, in site or link axes: a tow rope, the
//! push of an arm, wind on a mast. A scheduled part acts between two instants; a commanded part, which
//! controllers, outside programs and C set, is added to it.

use super::Push;
use crate::math::spatial::Force;
use crate::state::State;
use crate::stepping::{Channel, Evaluation, SMOOTH_CHANNELS};
use crate::time::Time;
use crate::vehicle::Anchor;
use crate::world::World;
use nalgebra::Vector3;

/// Axes in which a wrench is constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axes {
    /// Those of the site: x east, y north, z up.
    Site,
    /// Those of the link, with which it turns.
    Link,
}

/// A force and a moment on a link.
#[derive(Clone, Debug, PartialEq)]
pub struct ExternalWrench {
    /// Unique name.
    pub name: String,
    /// Where the force acts.
    pub at: Anchor,
    /// Axes of force and moment.
    pub axes: Axes,
    /// Scheduled force, N.
    pub force: Vector3<f64>,
    /// Scheduled moment about the point where the force acts, N m.
    pub moment: Vector3<f64>,
    /// The schedule acts from this instant
    pub from: Time,
    /// to this one.
    pub until: Time,
}

impl Evaluation {
    /// External wrenches that act.
    pub(super) fn apply_external_wrenches(
        &mut self,
        world: &World,
        state: &State,
        work: &mut [f64; SMOOTH_CHANNELS],
    ) {
        let commanded = &state.command.external;
        let elements = world.external_wrenches().iter().zip(&state.situation.pushing);
        for ((element, scheduled), command) in elements.zip(commanded) {
            let (mut force, mut moment) = (command.force, command.torque);
            if *scheduled {
                force += element.force;
                moment += element.moment;
            }
            let Anchor { vehicle, link, point } = element.at;
            let motion = &self.vehicles[vehicle].kinematics.links[link];
            if element.axes == Axes::Link {
                (force, moment) = (motion.rotation * force, motion.rotation * moment);
            }
            let at = motion.position + motion.rotation * point;
            let mut wrench = Force::at(force, &at);
            wrench.moment += moment;
            self.exert(Push { channel: Channel::Actuation, vehicle, link, wrench }, work);
        }
    }
}
