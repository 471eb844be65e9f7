//! What an operator is shown who watches the vehicles from beside them.

use super::{Limit, Simulation};
use crate::control::{Operator, Sight};
use crate::simulation::recording;
use crate::stepping::Workspace;
use crate::vehicle::Motion;
use crate::world::JointReading;

impl Simulation {
    /// Gathers what an operator is shown who watches the vehicles. It changes scratch alone.
    pub(super) fn look(&mut self) {
        let world = &*self.scenario.world;
        // Before the first step nothing has been evaluated. That is done apart: what the run counts and
        // remembers must not depend on who looks. Where it cannot be done, the step says why.
        let mut early = (self.limit == Limit::Start).then(|| Workspace::new(world));
        if let Some(workspace) = &mut early {
            let _ = workspace.refresh(world, &self.state);
        }
        let evaluation = early.as_ref().unwrap_or(&self.workspace).evaluation();
        recording::fill(
            &self.scenario.world,
            &self.state,
            evaluation,
            self.last_step,
            &mut self.frame,
        );
        self.motions.clear();
        let vehicles = 0..world.vehicles().len();
        self.motions.extend(vehicles.map(|vehicle| self.state.motion(world, vehicle)));
    }
}

/// The truth for one who looks, and nothing for others.
pub(super) fn of<'a>(
    operator: &dyn Operator,
    (frame, motions, joints): (&'a [f64], &'a [Motion], &'a [JointReading]),
    mounted: &'a [bool],
) -> Sight<'a> {
    match operator.sees_truth() {
        true => Sight { frame, motions, joints, mounted },
        false => Sight::default(),
    }
}
