//! External wrenches: a force and a moment at a point of a link, in site or link axes: a tow rope, the
//! push of an arm, wind on a mast. A scheduled part acts between two instants; a commanded part, which
//! controllers, outside programs and C set, is added to it.

use super::{Exertion, ForceView};
use crate::math::spatial::Force;
use crate::math::time::Time;
use crate::vehicle::Anchor;
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

impl ExternalWrench {
    pub(super) fn apply(&self, view: &ForceView<'_>, out: &mut Exertion<'_>) {
        let command = view.command();
        let (mut force, mut moment) = (command.force, command.torque);
        if view.acts() {
            force += self.force;
            moment += self.moment;
        }
        let Anchor { vehicle, link, point } = self.at;
        let motion = &view.kinematics(vehicle).links[link];
        if self.axes == Axes::Link {
            (force, moment) = (motion.rotation * force, motion.rotation * moment);
        }
        let at = motion.position + motion.rotation * point;
        let mut wrench = Force::at(force, &at);
        wrench.moment += moment;
        out.wrench((vehicle, link), wrench);
    }
}
