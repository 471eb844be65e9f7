//! What a page can choose to run.

use serde::{Deserialize, Serialize};

/// What is to be run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Path of a scenario file, or a built-in name; empty is the playground.
    #[serde(default)]
    pub scenario: String,
    /// A built-in vehicle in place of the scenario's own.
    #[serde(default)]
    pub vehicle: Option<String>,
    /// A built-in terrain in place of the scenario's own.
    #[serde(default)]
    pub terrain: Option<String>,
    /// A ground model in place of the scenario's own.
    #[serde(default)]
    pub ground: Option<String>,
}

/// What can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Offers {
    /// Scenarios.
    pub scenarios: Vec<Offer>,
    /// Vehicles.
    pub vehicles: Vec<Offer>,
    /// Terrains.
    pub terrains: Vec<Offer>,
    /// Ground models.
    pub grounds: Vec<Offer>,
}

/// One thing to choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// Its name in a [`Choice`].
    pub name: String,
    /// One line about it.
    pub title: String,
}
