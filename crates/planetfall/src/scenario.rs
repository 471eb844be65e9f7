//! A scenario: the world, where it starts, and what is done with it. Valid by construction.

use crate::phase::Phase;
use crate::state::State;
use crate::stepping::Method;
use crate::time::Time;
use crate::vehicle::{JointStart, Motion};
use crate::world::World;
use std::sync::Arc;

/// All that determines a run.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Name.
    pub name: String,
    /// Constants, shared by all samples of a campaign.
    pub world: Arc<World>,
    /// Motion of each vehicle at the start.
    pub motions: Vec<Motion>,
    /// Joints that do not start at zero.
    pub joints: Vec<JointStart>,
    /// Phases; the run starts in the first.
    pub phases: Vec<Phase>,
    /// The run ends at this time at the latest.
    pub duration: Time,
    /// Time between records; zero records every step.
    pub record_period: Time,
}

/// What makes a scenario impossible to run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScenarioError {
    /// Nothing moves.
    #[error("a scenario needs at least one vehicle")]
    NoVehicle,
    /// A vehicle without a start, or a start without a vehicle.
    #[error("{vehicles} vehicles but {motions} initial motions")]
    Motions {
        /// Vehicles in the world.
        vehicles: usize,
        /// Motions given.
        motions: usize,
    },
    /// Nothing to step.
    #[error("a scenario needs at least one phase")]
    NoPhase,
    /// A trigger leads to a phase that does not exist.
    #[error("phase `{phase}` has a trigger to a phase that does not exist")]
    NoSuchPhase {
        /// Phase with the trigger.
        phase: String,
    },
    /// A step that is not positive.
    #[error("the step of phase `{phase}` must be positive")]
    Step {
        /// Phase.
        phase: String,
    },
    /// A duration that is not positive.
    #[error("the duration must be positive")]
    Duration,
}

impl Scenario {
    /// A run of one phase without triggers, recorded every 10 ms: one motion for each vehicle.
    pub fn single_phase(
        name: impl Into<String>,
        world: World,
        motions: Vec<Motion>,
        method: Method,
        duration: Time,
    ) -> Result<Self, ScenarioError> {
        let phase = Phase { name: "all".to_owned(), method, triggers: Vec::new() };
        Self {
            name: name.into(),
            world: Arc::new(world),
            motions,
            joints: Vec::new(),
            phases: vec![phase],
            duration,
            record_period: Time::from_millis(10),
        }
        .checked()
    }

    /// The scenario itself, if it can be run.
    pub fn checked(self) -> Result<Self, ScenarioError> {
        let vehicles = self.world.vehicles().len();
        if vehicles == 0 {
            return Err(ScenarioError::NoVehicle);
        }
        if self.motions.len() != vehicles {
            return Err(ScenarioError::Motions { vehicles, motions: self.motions.len() });
        }
        if self.phases.is_empty() {
            return Err(ScenarioError::NoPhase);
        }
        if self.duration <= Time::ZERO {
            return Err(ScenarioError::Duration);
        }
        for phase in &self.phases {
            let leads_nowhere = |trigger: &crate::phase::Trigger| matches!(trigger.then, crate::phase::Then::Enter(to) if to >= self.phases.len());
            if phase.triggers.iter().any(leads_nowhere) {
                return Err(ScenarioError::NoSuchPhase { phase: phase.name.clone() });
            }
            if phase.method.longest() <= Time::ZERO {
                return Err(ScenarioError::Step { phase: phase.name.clone() });
            }
        }
        Ok(self)
    }

    /// The state at the start.
    pub fn initial(&self) -> State {
        let mut state = State::new(&self.world, &self.motions, &self.joints);
        let most = self.phases.iter().map(|p| p.triggers.len()).max().unwrap_or(0);
        state.held_since = vec![Time::MAX; most];
        state
    }
}
