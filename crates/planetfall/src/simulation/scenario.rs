//! A scenario: the world, where it starts, and what is done with it. Valid by construction.

mod inventory;

use crate::ground::scm::Field;
use crate::math::time::Time;
use crate::quantity::Metric;
use crate::simulation::outcome::{self, EnergyLimits, Gauge, PhaseShares};
use crate::simulation::phase::{Phase, Trigger};
use crate::state::checkpoint::{self, CheckpointError};
use crate::state::{GaugeTally, PhaseEnergy, Stance, State};
use crate::stepping::Method;
use crate::stepping::compatibility::Refusal;
use crate::vehicle::{JointStart, Motion};
use crate::world::World;
use inventory::Inventory;
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
    /// How vehicles that start at rest hold themselves.
    pub stances: Vec<Stance>,
    /// Soil that is pressed at the start by vehicles that stand on it.
    pub soil: Field,
    /// Phases; the run starts in the first.
    pub phases: Vec<Phase>,
    /// What the measured quantities say about the outcome; the first that applies names it.
    pub verdicts: Vec<Verdict>,
    /// Metrics that the scenario defines by recorded columns.
    pub gauges: Vec<Gauge>,
    /// What the energy accounts of its phases are held against; nothing where there is none.
    pub energy: Option<EnergyLimits>,
    /// Seed of all noise, unless a sample is started with another.
    pub seed: u64,
    /// The run ends at this time at the latest.
    pub duration: Time,
    /// Time between records; zero records every step.
    pub record_period: Time,
}

/// A rule that names the outcome of a run by what was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Name of the outcome.
    pub name: String,
    /// The metric that decides.
    pub metric: String,
    /// It applies from this value on,
    pub least: Option<f64>,
    /// and up to this one,
    pub most: Option<f64>,
    /// or where the run never came to it.
    pub missing: bool,
}

impl Verdict {
    /// Whether it applies to a value of the metric.
    pub fn applies(&self, value: f64) -> bool {
        if value.is_nan() {
            return self.missing;
        }
        let bounded = self.least.is_some() || self.most.is_some();
        bounded
            && self.least.is_none_or(|least| value >= least)
            && self.most.is_none_or(|most| value <= most)
    }
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
    /// A method that does not step what the world has.
    #[error(
        "phase `{phase}` cannot be stepped by {method}, which does not take {subject}: {refusal}"
    )]
    Method {
        /// Phase.
        phase: String,
        /// Name of its method.
        method: &'static str,
        /// What of the world the method does not take.
        subject: String,
        /// Why, and what to use instead.
        refusal: Refusal,
    },
    /// A trigger that needs accelerations where there are none.
    #[error(
        "phase `{phase}` waits for a sensed deceleration, but {method} has no acceleration at an instant: step it by \
         rk4 or dopri54, or wait for a speed"
    )]
    SensedDeceleration {
        /// Phase.
        phase: String,
        /// Name of its method.
        method: &'static str,
    },
    /// A period of nothing.
    #[error(
        "phase `{phase}` has a period for `{of}`: there must be a controller or sensor of that name, and the period \
         positive; there are: {known}"
    )]
    Period {
        /// Phase.
        phase: String,
        /// What has no such name.
        of: String,
        /// Names that there are.
        known: String,
    },
    /// A duration that is not positive.
    #[error("the duration must be positive")]
    Duration,
}

/// A copy to be shared by runs: the world is not copied.
impl From<&Scenario> for Arc<Scenario> {
    fn from(scenario: &Scenario) -> Self {
        Self::new(scenario.clone())
    }
}

impl Scenario {
    /// A run of one phase without triggers, recorded every 10 ms, its energy account not held against limits: one
    /// motion for each vehicle.
    pub fn single_phase(
        name: impl Into<String>,
        world: World,
        motions: Vec<Motion>,
        method: Method,
        duration: Time,
    ) -> Result<Self, ScenarioError> {
        let phase = Phase::new("all", method, Vec::new());
        Self {
            name: name.into(),
            world: Arc::new(world),
            motions,
            joints: Vec::new(),
            stances: Vec::new(),
            soil: Field::new(),
            phases: vec![phase],
            verdicts: Vec::new(),
            gauges: Vec::new(),
            energy: None,
            seed: 0,
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
        let inventory = Inventory::of(&self.world);
        for phase in &self.phases {
            let leads_nowhere = |trigger: &Trigger| matches!(trigger.then, crate::simulation::phase::Then::Enter(to) if to >= self.phases.len());
            if phase.triggers.iter().any(leads_nowhere) {
                return Err(ScenarioError::NoSuchPhase { phase: phase.name.clone() });
            }
            Self::check_method(phase, &inventory)?;
            self.check_periods(phase)?;
            let sensed = |trigger: &Trigger| trigger.condition.needs_accelerations();
            if !phase.method.is_explicit() && phase.triggers.iter().any(sensed) {
                let (phase, method) = (phase.name.clone(), phase.method.kind().name());
                return Err(ScenarioError::SensedDeceleration { phase, method });
            }
            if phase.method.longest() <= Time::ZERO {
                return Err(ScenarioError::Step { phase: phase.name.clone() });
            }
        }
        Ok(self)
    }

    /// Whether the periods of a phase are those of controllers and sensors that there are.
    fn check_periods(&self, phase: &Phase) -> Result<(), ScenarioError> {
        let control = self.world.control().iter().map(|control| control.name.as_str());
        let sensors = self.world.sensors().iter().map(|sensor| sensor.name.as_str());
        let known: Vec<&str> = control.chain(sensors).collect();
        for own in &phase.periods {
            if !known.contains(&own.of.as_str()) || own.period <= Time::ZERO {
                return Err(ScenarioError::Period {
                    phase: phase.name.clone(),
                    of: own.of.clone(),
                    known: known.join(", "),
                });
            }
        }
        Ok(())
    }

    /// Asks the table of what goes together ([`crate::stepping::compatibility`]) about a phase.
    fn check_method(phase: &Phase, inventory: &Inventory) -> Result<(), ScenarioError> {
        let method = phase.method.kind();
        inventory.check(method).map_err(|(subject, refusal)| {
            let (phase, method) = (phase.name.clone(), method.name());
            ScenarioError::Method { phase, method, subject, refusal }
        })
    }

    /// The metrics of a state of this scenario, in a fixed order.
    pub fn metrics(&self, state: &State) -> Vec<(String, f64)> {
        self.described_metrics(state).into_iter().map(|one| (one.name, one.value)).collect()
    }

    /// The same, each with what it is.
    pub fn described_metrics(&self, state: &State) -> Vec<Metric> {
        let mut list = outcome::metrics(&self.world, state);
        let gauges = self.gauges.iter().zip(&state.tally.gauges);
        list.extend(gauges.map(|(gauge, tally)| gauge.metric(tally)));
        let accounts = outcome::accounts(&self.world, state);
        Metric::add::<PhaseShares>(&mut list, &&accounts[..], str::to_owned);
        list
    }

    /// What the limits of its energy accounts say of a run so far.
    pub(crate) fn energy_findings(&self, state: &State) -> Vec<outcome::Finding> {
        outcome::findings(self.energy.as_ref(), &self.phases, (&self.world, state))
    }

    /// The state at the start.
    pub fn initial(&self) -> State {
        self.initial_with_seed(self.seed)
    }

    /// The state at the start of a sample with another seed: the same world, motions and joints, other noise of
    /// sensors and of the soil's strength. What a scenario file makes of its seed when it is loaded (generated
    /// terrain, grains) belongs to the world and stays.
    pub fn initial_with_seed(&self, seed: u64) -> State {
        let state = State::new(&self.world, &self.motions, &self.joints);
        let mut state = state.with_seed(&self.world, seed);
        for stance in &self.stances {
            state.stand(&self.world, stance);
        }
        if self.world.soil().is_some() {
            state.ground.soil = self.soil.clone();
        }
        let most = self.phases.iter().map(|p| p.triggers.len()).max().unwrap_or(0);
        state.held_since = vec![Time::MAX; most];
        state.phase_energy = vec![PhaseEnergy::default(); self.phases.len()];
        state.tally.gauges = vec![GaugeTally::default(); self.gauges.len()];
        state
    }

    /// The state that was saved as these words ([`checkpoint::save`]), if they are those of a state of this
    /// scenario.
    pub fn restore(&self, words: &[u64]) -> Result<State, CheckpointError> {
        let state = checkpoint::load(&self.world, self.initial(), words)?;
        if state.phase >= self.phases.len() {
            let (phase, count) = (state.phase, self.phases.len());
            let text = format!("`phase` is {phase} in it and this scenario has {count}");
            return Err(CheckpointError::new(text));
        }
        Ok(state)
    }
}
