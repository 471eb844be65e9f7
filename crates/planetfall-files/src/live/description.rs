//! What there is to drive, pull, break and plot in a running simulation.

use serde::Serialize;

/// All that a page needs to know of a session that does not change.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Description {
    /// The scenario's name.
    pub scenario: String,
    /// One line about it.
    pub title: String,
    /// Where the run is written.
    pub folder: String,
    /// `rover`, `lander` or `other`.
    pub kind: &'static str,
    /// The vehicle that is driven or flown.
    pub vehicle: String,
    /// Simulation time between ticks.
    pub period_s: f64,
    /// Numbers of a row, in their order.
    pub columns: Vec<DescribedColumn>,
    /// Joints with motors.
    pub joints: Vec<JointSlider>,
    /// What can be let go or cut, by the names of its levers.
    pub releases: Vec<String>,
    /// What can fail.
    pub faults: Vec<FaultOffer>,
    /// All levers.
    pub levers: Vec<DescribedLever>,
    /// Where the sun stands at the start.
    pub sun: SunPlace,
    /// The kind of ground.
    pub ground: String,
    /// What can be done by hand.
    pub can: Can,
    /// The fastest that a rover is driven by hand.
    pub top_speed_m_per_s: Option<f64>,
    /// Throttle at which a lander hovers as it starts.
    pub hover_throttle: Option<f64>,
    /// Why something cannot be done, and what was assumed.
    pub notes: Vec<String>,
}

/// A number of a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DescribedColumn {
    /// `entity.quantity_unit`.
    pub name: String,
    /// Typeset; empty where dimensionless.
    pub unit: String,
    /// In a sentence.
    pub description: String,
}

/// A lever.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DescribedLever {
    /// Its name.
    pub name: String,
    /// Typeset; empty for a switch.
    pub unit: String,
    /// What it does.
    pub meaning: String,
}

/// A joint with a motor.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JointSlider {
    /// The joint.
    pub name: String,
    /// The lever that has it hold a position.
    pub position: String,
    /// The lever that has it hold a speed.
    pub rate: String,
    /// The column that says where it is.
    pub column: String,
    /// Unit of the position.
    pub unit: String,
    /// Least position; a half turn where it may turn for ever.
    pub min: f64,
    /// Greatest.
    pub max: f64,
    /// Greatest speed.
    pub most_rate: f64,
    /// Whether it turns or steers a wheel, which driving commands as well.
    pub drives: bool,
}

/// A fault that can be struck.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FaultOffer {
    /// Its name in an order.
    pub name: String,
    /// What fails, in words.
    pub title: String,
}

/// Where the sun stands.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SunPlace {
    /// From north by east.
    pub azimuth_deg: f64,
    /// Above the horizontal.
    pub elevation_deg: f64,
}

/// What can be done by hand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Can {
    /// Drive.
    pub drive: bool,
    /// Drive sideways.
    pub sideways: bool,
    /// Go to a place by itself.
    pub goal: bool,
    /// Fly.
    pub fly: bool,
    /// Give the vehicle back to controllers of the scenario's own.
    pub auto: bool,
}
