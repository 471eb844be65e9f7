//! The answer as plain values, for people and for JSON.

use serde::Serialize;

/// A run at an instant.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Snapshot {
    /// The scenario's name.
    pub scenario: String,
    /// The instant asked for.
    pub asked_time_s: f64,
    /// The end of the step that contains it: all below is the state there.
    pub time_s: f64,
    /// How the run ended, if it had ended by then.
    pub ended: Option<String>,
    /// Why the run broke off, if it did so here.
    pub failure: Option<String>,
    /// The active phase.
    pub phase: PhaseNow,
    /// The last step.
    pub step: StepNow,
    /// What could end the phase, in order of precedence.
    pub triggers: Vec<Trigger>,
    /// What the controllers are doing.
    pub controllers: Vec<Controller>,
    /// Forces that controllers hold on vehicles, without those that are zero.
    pub commanded_forces: Vec<Force>,
    /// All cables.
    pub cables: Vec<Cable>,
    /// All engines.
    pub engines: Vec<Engine>,
    /// All contactors.
    pub contacts: Vec<Contact>,
    /// All joints of one coordinate.
    pub joints: Vec<Joint>,
    /// The energy account.
    pub energy: Energy,
    /// Whether this is the run of the folder.
    pub check: Fidelity,
}

/// The active phase.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PhaseNow {
    /// Its name.
    pub name: String,
    /// Its index.
    pub index: usize,
    /// When it began.
    pub since_s: f64,
    /// Its method of stepping.
    pub method: String,
}

/// The last step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepNow {
    /// Its length; zero before the first.
    pub length_s: f64,
    /// What made it no longer, in words.
    pub limited_by: String,
    /// What an adaptive method would try next.
    pub next_s: Option<f64>,
}

/// A trigger of the active phase.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trigger {
    /// The condition as the scenario calls it: `rest`, `touch`.
    pub when: String,
    /// What happens then, in words.
    pub then: String,
    /// Whether all its thresholds are passed now.
    pub met: bool,
    /// What is watched.
    pub thresholds: Vec<Threshold>,
    /// For how long the condition has held, where it must last.
    pub held_s: Option<f64>,
    /// For how long it must.
    pub dwell_s: Option<f64>,
}

/// A watched quantity against its threshold.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Threshold {
    /// Its name with unit, and whose it is.
    pub quantity: String,
    /// Now.
    pub value: f64,
    /// Where it is met.
    pub threshold: f64,
    /// On which side of the threshold it is met: `above` or `below`.
    pub met_when: &'static str,
    /// How far it has to go; negative by as much as it is met.
    pub margin: f64,
}

/// A controller.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Controller {
    /// Its name.
    pub name: String,
    /// Time between its ticks.
    pub period_s: f64,
    /// Its last tick.
    pub last_tick_s: f64,
    /// What it is doing, if it says so.
    pub mode: Option<String>,
}

/// A cable.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cable {
    /// Its name.
    pub name: String,
    /// `cut`, `stowed`, `paying out`, `taut` or `slack`.
    pub state: &'static str,
    /// Tension.
    pub tension_n: f64,
    /// Unstretched length that is out.
    pub length_m: f64,
    /// Distance between its ends beyond that.
    pub stretch_m: f64,
}

/// An engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Engine {
    /// Its name as columns have it.
    pub name: String,
    /// Whether it has failed.
    pub failed: bool,
    /// Thrust.
    pub thrust_n: f64,
    /// What is commanded of it.
    pub command_n: f64,
}

/// A commanded force and torque on a vehicle's body, body axes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Force {
    /// The vehicle.
    pub vehicle: String,
    /// Force.
    pub force_n: [f64; 3],
    /// Torque about the body's origin.
    pub torque_n_m: [f64; 3],
}

/// A contactor.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Contact {
    /// Its name in columns and metrics.
    pub name: String,
    /// `apart`, `sticking` (or rolling), `slipping`.
    pub regime: &'static str,
    /// Distance from the surface, negative inside.
    pub gap_m: f64,
    /// Ground's force along the normal.
    pub normal_force_n: f64,
    /// Size of the friction force.
    pub friction_force_n: f64,
    /// Speed along the surface.
    pub slip_speed_m_per_s: f64,
}

/// A joint of one coordinate. Values in rad, rad/s and N m, or m, m/s and N.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Joint {
    /// Its name in columns.
    pub name: String,
    /// `revolute` or `prismatic`.
    pub kind: &'static str,
    /// Where it is.
    pub position: f64,
    /// How fast it moves.
    pub speed: f64,
    /// The stop it presses against, in words.
    pub stop: Option<String>,
    /// What is commanded of its motor, in words.
    pub command: Option<String>,
    /// What its motor gives.
    pub motor: Option<f64>,
    /// Why that is less than the controller wishes, in words.
    pub saturated: Option<String>,
}

/// The energy account.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Energy {
    /// Kinetic.
    pub kinetic_j: f64,
    /// Potential.
    pub potential_j: f64,
    /// Work done so far, by channel.
    pub work_j: Vec<(&'static str, f64)>,
    /// What no channel explains.
    pub unexplained_j: f64,
    /// The same as a share of the energy at stake.
    pub unexplained_share: f64,
}

/// Whether what was recomputed is what was recorded.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fidelity {
    /// Time of the record that was compared: the last at or before the instant.
    pub record_time_s: f64,
    /// How many columns were compared.
    pub columns: usize,
    /// Columns whose numbers differ.
    pub differing: Vec<Difference>,
    /// What to think of it, if the run could not be repeated exactly.
    pub note: Option<String>,
}

/// A column that was recomputed otherwise.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// Its name.
    pub column: String,
    /// In the history.
    pub recorded: f64,
    /// Now.
    pub recomputed: f64,
}
