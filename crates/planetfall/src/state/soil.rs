//! What presses on soil, where a state has it.

use super::State;
use crate::dynamics::Kinematics;
use crate::ground::scm::{BodyOnSoil, Scratch, Serial, SoilBody, SoilContactError, SoilLayer};
use crate::world::World;

impl SoilLayer {
    /// What bears each body in a state, for [`Scratch::reactions`] and [`Scratch::bearing`] to be read from.
    pub fn bear(
        &self,
        world: &World,
        state: &State,
        scratch: &mut Scratch,
    ) -> Result<(), SoilContactError> {
        let posed: Vec<_> =
            (0..world.vehicles().len()).map(|vehicle| state.kinematics(world, vehicle)).collect();
        let body = |number: usize| {
            let body = &self.bodies[number];
            body_of(body, &posed[body.vehicle])
        };
        let bodies = (self.bodies.len(), &body as &(dyn Fn(usize) -> _ + Sync));
        self.bed.evaluate_each(&state.ground.soil, bodies, 0.0, false, &Serial, scratch)
    }
}

/// What presses, where its vehicle's motion puts it.
#[inline]
pub(crate) fn body_of<'a>(body: &'a SoilBody, kinematics: &Kinematics) -> BodyOnSoil<'a> {
    let link = &kinematics.links[body.link];
    BodyOnSoil {
        shape: &body.shape,
        position: kinematics.anchor + link.position,
        axes: link.rotation,
        velocity: link.twist.at(&link.position),
        rate: link.twist.angular,
    }
}
